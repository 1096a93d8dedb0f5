/* The workbench: what is asked, by which tab it is shown, and how one gets from one to the next. */
import { $, announce, clipped, copy, make, menuAt, tipOff } from "./dom.mjs";
import { showAdvice, showAnswer } from "./answer.mjs";
import { allRows, ask, bench, forget, knownOptions, learnOptions, openCapture, optionsOf, pullOf, tableOf, wholeOf } from "./bench.mjs";
import { showCode } from "./code.mjs";
import { drawHead } from "./head.mjs";
import { aboutFunction, listenNotes, notes, placeOf, readNotes, writeNote } from "./notes.mjs";
import { newSandwich, sandwichOf, showSandwich } from "./sandwich.mjs";
import { drawTimes, forgetTimes, hasTimes, learnSpan, listenTimes, markRange, span, timeWords } from "./times.mjs";
import { keysOf, markdownOf, showColumns, sortKeys, withKeys } from "./tools.mjs";
import { showCompare } from "./compare.mjs";
import { command, offerCommands, past } from "./console.mjs";
import { bridge, files, run, served, start, stop } from "./engine.mjs";
import { crumbs, Flame } from "./flame.mjs";
import { cellText, cellValue } from "./grid.mjs";
import { nsOfQuantum, partOf, quantumOf, quantumText } from "./layout.mjs";
import { placesOf, plainName, showCallers, showReport } from "./reports.mjs";
import { showSchedule, STRETCHES } from "./schedule.mjs";
import { add, addServed, captures, enclosed, objectNames, takeDrops, watchShelf } from "./shelf.mjs";
import { bare, carried, chipsOf, commandOf, FILTERS, hashOf, inputOf, nsOf, partsOf, questionOf, secondsOf, stateOf, tabFor, tabOf, TABS, TRANSFORMS, without, withOption } from "./state.mjs";
import { lineOf } from "./words.mjs";

/** @typedef {import("./state.mjs").State} State */

const TEXT_ONLY = new Set(["export", "pack", "unpack", "merge", "verify", "timechart", "dump", ""]); // commands of the console
const TABLES = new Set(["tree", "functions", "objects", "threads"]);

/** @returns {State} */
const fresh = () => ({ tab: "flame", words: tabOf("flame").words, event: 0, search: "", zoom: [] });
export let state = fresh();
let turn = 0; // of showing: what comes late is of an earlier one
/** @type {Promise<void>} */
export let shown = Promise.resolve();
/** @type {any} */
let grid = null; // of the table that is shown: { grid, view, table }

/** Options of view --web that commands have, too. */
const more = () => bench.more.filter((w) => !w.startsWith("--home="));
const sources = () => ({ path: bench.path, objects: bench.objects, capture: bench.capture, more: more() });
const optionsNow = () => knownOptions(state.words[0]);
const message = (/** @type {unknown} */ e) => (e instanceof Error ? e.message : String(e));

/** @param {unknown} e */
function tell(e) {
  $("problem").textContent = e ? clipped(message(e)) : "";
  $("problem").hidden = !e;
  if (/** @type {any} */ (e)?.stopped) reopen({ ...fresh(), tab: "answer", words: ["info"] }); // what stopped the engine is not asked again
}

/* ---- going from state to state: the address has it, so that back and forward work ---- */

/** @param {Partial<State>} change */
export function go(change) {
  const next = { ...state, ...change }, hash = hashOf(next);
  tipOff();
  if (hash === location.hash) return show();
  state = next;
  location.hash = hash;
  return show();
}

addEventListener("hashchange", () => {
  const to = stateOf(location.hash);
  if (!to || hashOf(to) === hashOf(state)) return;
  state = to;
  show();
});

/** Another question about the same samples. @param {string} tab @param {string[]} [words] */
async function goTab(tab, words = tabOf(tab).words) {
  if (tab === "console") return go({ tab });
  const its = await optionsOf(words[0]);
  return go({ tab, words: carried(words, its, state.words, optionsNow()), zoom: [] });
}

/** @param {string} name @param {string | null} value */
const addOption = (name, value) => {
  const words = knownOptions(state.words[0]).some((o) => o.name === name) ? state.words : tabOf("flame").words;
  return go({ words: withOption(words, knownOptions(words[0]), name, value), tab: words === state.words ? state.tab : "flame", zoom: [] });
};

/* ---- what is shown ---- */

export function show() {
  const mine = ++turn;
  shown = draw(mine).catch((e) => {
    if (mine !== turn) return;
    clear();
    tell(e);
  });
  return shown;
}

/** Takes away the answer to an earlier question, which would be taken for one to that which failed. */
function clear() {
  grid = null;
  for (const f of [flame, sandwich.up, sandwich.down]) f.clear();
  for (const id of ["crumbs", "legend", "flame-share", "sandwich-name", "table-box", "callers-up", "callers-down", "callers-own", "code-box", "compare-box", "answer-box", "schedule-table"]) $(id).replaceChildren();
}

/** @param {number} mine */
async function draw(mine) {
  const isOpen = bench.file > 0, tab = tabOf(state.tab);
  $("invite").hidden = isOpen || state.tab === "console";
  $("time").hidden = !isOpen || state.tab === "console" || !hasTimes();
  $("tabs").hidden = !isOpen && state.tab !== "console";
  for (const t of TABS) {
    const button = $(`tab-${t.name}`);
    button.setAttribute("aria-selected", String(t === tab));
    button.tabIndex = t === tab ? 0 : -1;
    if (t === tab) button.scrollIntoView({ block: "nearest", inline: "nearest" });
    button.hidden = t !== tab && (t.name === "answer" || (t.name === "compare" && captures.size < 2) || (t.name === "schedule" && !bench.events.some((e) => /sched_switch/.test(e))));
  }
  const panel = TABLES.has(tab.name) ? "table" : tab.name === "why" ? "answer" : tab.name;
  for (const name of ["flame", "table", "callers", "code", "schedule", "compare", "answer", "console"]) $(`panel-${name}`).hidden = name !== panel || (!isOpen && panel !== "console");
  $(`panel-${panel}`).setAttribute("aria-labelledby", `tab-${tab.name}`);
  showChips();
  if (tab.name !== "console" && isOpen) $("line").value = commandOf(state.words, sources());
  if (tab.name === "console" || !isOpen) return;
  tell(null);
  document.body.setAttribute("aria-busy", "true");
  try {
    if (panel === "flame") await drawFlame(mine);
    else if (panel === "table") await drawTable(mine);
    else if (panel === "callers") await drawCallers();
    else if (panel === "code") await drawCode(mine);
    else if (panel === "compare") await drawCompare(mine);
    else if (panel === "schedule") await drawSchedule(mine);
    else await drawAnswer(mine);
    if (mine === turn) markRange(timeShown());
  } finally {
    if (mine === turn) document.body.removeAttribute("aria-busy");
  }
}

function showChips() {
  const chips = chipsOf(state.words, optionsNow()).map((p) => {
    const title = FILTERS.get(p.name) ?? TRANSFORMS.get(p.name) ?? p.name;
    const text = p.name === "time" && p.value ? p.value.split(",").map((t) => t.replace(/(\.\d{3})\d+$/, "$1")).join(" \u2013 ") + " s" : p.value ?? "";
    return make("span", { class: "chip" }, make("i", {}, title), make("span", { title: clipped(p.value ?? "") }, clipped(text)),
      make("button", { type: "button", "aria-label": clipped(`undo ${title} ${p.value ?? ""}`), onclick: () => go({ words: without(state.words, p), zoom: [] }) }, "\u00d7"));
  });
  $("chips").querySelectorAll(".chip").forEach((/** @type {Element} */ c) => c.remove());
  $("chips").prepend(...chips);
  $("chips").hidden = !bench.file || state.tab === "console";
}

/** @type {Flame} */
let flame;
/** @type {import("./sandwich.mjs").Sandwich} */
let sandwich;
/** @type {WeakMap<object, import("./flame.mjs").FlameSource>} */
const flameSources = new WeakMap();

/** What a flame graph pulls of an answer. @param {import("./bench.mjs").View} v @returns {import("./flame.mjs").FlameSource} */
function flameSource(v) {
  const table = tableOf(v, state.event), whole = wholeOf(v, state.event), key = v.tables[table] ?? v, at = table < 0 ? new Map() : placesOf(v, table);
  const known = flameSources.get(key);
  if (known) return known;
  const source = {
    whole: whole.period, wholeText: `${whole.samples} samples of ${bench.events[state.event] ?? "the event"}`, levelsOnly: !at.has("frame"),
    pull: async (/** @type {number | null} */ row, /** @type {number} */ least, /** @type {number} */ depth) => (table < 0 ? { texts: [""], nodes: [] } : bridge("flame", v.view, table, row ?? "top", least, depth)),
    tip: async (/** @type {number} */ row) => {
      const [r] = (await bridge("row", v.view, table, row)).rows, cell = (/** @type {string} */ name) => (at.has(name) ? cellText(r, at.get(name) ?? 0) : "");
      return [`${cell("percent")}, ${cell("samples")} samples`, r.depth && cellValue(r, at.get("ending_samples") ?? -1) ? `${cell("ending_samples")} of them end here` : ""];
    },
  };
  flameSources.set(key, source);
  return source;
}

/** Whether the question is one of stacks by time, and which. */
function chartOf() {
  const parts = partsOf(state.words, optionsNow()), ns = nsOfQuantum(parts.find((p) => p.name === "time-quantum")?.value ?? "");
  if (!ns || !span || sortKeys(state.words, optionsNow()).join() !== "time") return null;
  const m = /^([\d.]+),([\d.]+)$/.exec(parts.find((p) => p.name === "time")?.value ?? ""), first = ((m ? nsOf(m[1]) : span.first) / ns) * ns, steps = Number(((m ? nsOf(m[2]) : span.last) - first) / ns) + 1;
  const at = (/** @type {number} */ part) => first + BigInt(Math.round(part * steps * Number(ns)));
  return { steps, at, stepOf: (/** @type {{ name: string }} */ n) => Number((nsOf(n.name) - first) / ns), timeOf: (/** @type {number} */ part) => `${secondsOf(at(part)).slice(0, -4)} s` };
}

/** The order of siblings; by time it is another question. @param {string} order */
function orderFlame(order) {
  flame.byName = order === "name";
  const rest = state.words.filter((w) => !/^--(sort|time-quantum)=/.test(w)), m = /^([\d.]+),([\d.]+)$/.exec(partsOf(state.words, optionsNow()).find((p) => p.name === "time")?.value ?? "");
  if (order !== "time" && !flame.chart) return flame.arrange();
  if (order !== "time" || !span) return go({ words: [...rest.slice(0, 2), "--sort=comm", ...rest.slice(2)], zoom: [] });
  const ns = (m ? nsOf(m[2]) - nsOf(m[1]) : span.last - span.first) + 1n;
  return go({ words: [...rest.slice(0, 2), "--sort=time", `--time-quantum=${quantumText(quantumOf(ns, Math.max(80, Math.floor(flame.box.clientWidth / 4))))}`, ...rest.slice(2)], zoom: [] });
}

/** @param {number} mine */
async function drawFlame(mine) {
  const v = await ask(state.words), table = tableOf(v, state.event);
  const hasFrames = table >= 0 && placesOf(v, table).has("frame");
  if (!hasFrames && v.tables[table]?.rows && bare(state.words, optionsNow()).includes("--sort=comm")) { // no call chains: one level of functions
    const words = state.words.filter((w) => w !== "--sort=comm" && !w.startsWith("--call-graph"));
    return go({ words: [...words, "--sort=dso,sym", "--call-graph=none"] });
  }
  if (mine !== turn) return;
  const source = flameSource(v), { whole } = source;
  $("flame-inverted").checked = state.words.includes("--call-graph=callee,0");
  $("flame-inverted").disabled = !hasFrames;
  flame.chart = chartOf();
  $("flame-order").value = flame.chart ? "time" : flame.byName ? "name" : "weight";
  if ($("flame-search") !== document.activeElement) $("flame-search").value = state.search;
  flame.search = state.search;
  await flame.show(source, state.zoom);
  if (mine !== turn) return;
  $("crumbs").replaceChildren(...crumbs(flame, (zoom) => go({ zoom })));
  drawLegend();
  if (!whole) $("crumbs").replaceChildren(make("span", { class: "dim" }, "No samples pass the filters."));
  await drawSearch(mine);
}

function drawLegend() {
  $("legend").replaceChildren(...flame.legend().map(([title, fill]) => {
    const mark = make("i");
    mark.style.background = fill;
    return make("span", {}, mark, title);
  }));
}

/** The share of the samples whose call chain has a function with that text: the rows of a report with --parent, added up. @param {number} mine */
async function drawSearch(mine) {
  const out = $("flame-share");
  out.replaceChildren();
  out.title = "";
  if (!state.search) return;
  const words = carried(["report", "--no-children", "--call-graph=none", "--sort=parent", `--parent=${state.search.replace(/[.[\]{}()*+?^$|\\]/g, "\\$&")}`, "--exclude-other"],
    optionsNow(), state.words, optionsNow());
  const v = await ask(words), table = tableOf(v, state.event);
  const rows = table < 0 ? [] : await allRows(v, table, 20000), percent = table < 0 ? -1 : placesOf(v, table).get("percent") ?? -1;
  if (mine !== turn) return;
  out.replaceChildren(make("b", {}, `${rows.reduce((sum, r) => sum + (cellValue(r, percent) ?? 0), 0).toFixed(2)}%`), " of all samples pass through it");
  out.title = `perfolio ${commandOf(words, sources())}`;
}

/** @param {{ name: string, dso: string, comm: string, tid?: number | null, tgid?: number | null }} s @param {number} x @param {number} y @param {([string, () => void] | null)[]} first */
function subjectMenu(s, x, y, first = []) {
  const known = new Set(knownOptions("report").map((o) => o.name)), listed = (/** @type {string} */ t) => t && !t.includes(",");
  const isFunction = s.name && !/^\[/.test(s.name) && s.name !== s.comm;
  /** @type {([string, () => void] | null)[]} */
  const rows = [...first];
  if (isFunction) {
    const clean = plainName(s.name);
    rows.push(["Callers and callees", () => goCallers(clean)], ["Code", () => goCode(clean)], ["Why this name", () => goTab("why", ["explain", clean])], null);
    if (listed(clean)) rows.push(["Only samples in this function", () => addOption("symbols", clean)]);
  }
  if (listed(s.dso)) rows.push([`Only samples in ${s.dso}`, () => addOption("dsos", s.dso)]);
  if (listed(s.comm)) rows.push([`Only the command ${s.comm}`, () => addOption("comms", s.comm)]);
  if (s.tid !== null && s.tid !== undefined) rows.push([`Only the thread ${s.tid}`, () => addOption("tid", String(s.tid))]);
  if (s.tgid !== null && s.tgid !== undefined) rows.push([`Only the process ${s.tgid}`, () => addOption("pid", String(s.tgid))]);
  const changes = isFunction ? [["focus", "Focus on it"], ["callers-of", "Only its callers"], ["merge", "Merge it into its callers"], ["drop", "Drop samples that pass through it"]] : [];
  if (s.dso) changes.push(["hide-object", `Hide ${s.dso}`]);
  const offered = changes.filter(([name]) => known.has(name));
  if (offered.length) rows.push(null, ...offered.map(([name, title]) => /** @type {[string, () => void]} */ ([title, () => addOption(name, name === "hide-object" ? s.dso : plainName(s.name))])));
  if (known.has("collapse-recursion")) rows.push(["Collapse recursion", () => addOption("collapse-recursion", null)]);
  rows.push(null, ["Copy the name", () => copy(s.name)]);
  if (isFunction) rows.push(["Write a note on it", () => writeNote(placeOf({ function: plainName(s.name), offset: null, file: null, line: null, from: null, to: null, text: "" }))]);
  menuAt(x, y, s.name || s.dso || s.comm || "[unknown]", rows.filter((r, i) => r || (i && rows[i - 1])));
}

/** @param {string} name */
const goCallers = (name) => goTab("callers", [...tabOf("callers").words, `--symbol-filter=${name}`]);
/** @param {string} name */
const goCode = (name) => goTab("code", ["annotate", `--symbol=${name}`]);

/** @param {number} mine */
async function drawTable(mine) {
  const tree = state.tab === "tree", v = await ask(state.words, state.tab);
  if (mine !== turn) return;
  grid = await showReport($("table-box"), v, state.event, {
    label: tabOf(state.tab).title, folds: tree, onMenu: (s, x, y) => subjectMenu(s, x, y),
    onAct: (s) => {
      if (state.tab === "objects" && s.dso) goTab("functions").then(() => addOption("dsos", s.dso));
      else if (state.tab === "threads" && s.tid !== null) goTab("flame").then(() => addOption("tid", String(s.tid)));
      else if (s.name) goCallers(plainName(s.name));
    },
  });
  if (tree && grid) await grid.grid.openFrom(0, 8);
}

async function drawCallers() {
  const part = partsOf(state.words, optionsNow()).find((p) => p.name === "symbol-filter"), isGraph = $("callers-graph").checked;
  for (const id of ["callers-both", "callers-own"]) $(id).hidden = isGraph;
  $("sandwich").hidden = !isGraph;
  if (part?.value && isGraph) {
    const { up, down } = sandwichOf(state.words, part.value);
    $("sandwich-name").title = [up, down].map((words, i) => `${i ? "below" : "above"}: perfolio ${commandOf(words, sources())}`).join("\n");
    return showSandwich(sandwich, flameSource(await ask(up)), flameSource(await ask(down)), part.value);
  }
  if (part?.value) return showCallers(state.words, part.value, state.event, (s, x, y) => subjectMenu(s, x, y), goCallers);
  const hottest = carried(["report", "--no-children", "--sort=sym", "--call-graph=none"], optionsNow(), state.words, optionsNow());
  const v = await ask(hottest), table = tableOf(v, state.event), rows = table < 0 ? [] : await allRows(v, table, 1000);
  if (!rows.length) throw new Error("no samples pass the filters");
  const at = placesOf(v, table).get("symbol") ?? 0, named = rows.map((r) => cellValue(r, at)).find((name) => typeof name === "string");
  if (!named) throw new Error("no function with samples has a name, by which its callers are found: the tab Why says where names are");
  await go({ words: [...state.words, `--symbol-filter=${named}`] });
}

let codeFunction = 0; // among those of the answer
let codeOf = "";

/** @param {number} mine */
async function drawCode(mine) {
  const v = await ask(state.words), key = lineOf(state.words);
  if (mine !== turn) return;
  if (codeOf !== key) codeFunction = 0;
  codeOf = key;
  const fact = (/** @type {number} */ i, /** @type {string} */ name) => v.facts[`functions.${i}.${name}`]?.[0] ?? "";
  const tables = v.tables.flatMap((t, i) => { const m = /^functions\.(\d+)\.instructions$/.exec(t.name); return m ? [{ n: Number(m[1]), table: i }] : []; });
  $("code-function").replaceChildren(...tables.map(({ n }) => make("option", { value: n }, clipped(`${fact(n, "symbol") || "[unknown]"}   ${fact(n, "dso").replace(/.*\//, "")}`))));
  const chosen = tables.find((t) => t.n === codeFunction) ?? tables[0];
  if (!chosen) {
    $("code-note").textContent = "";
    $("code-box").replaceChildren(make("p", { class: "empty said" }, v.said.trim() || "No function has samples that pass the filters."));
    return;
  }
  $("code-function").value = String(chosen.n);
  $("code-note").textContent = [fact(chosen.n, "code_by") && `taken apart by ${fact(chosen.n, "code_by")}`, fact(chosen.n, "no_code"), fact(chosen.n, "missing")].filter(Boolean).join("; ");
  const name = fact(chosen.n, "symbol");
  $("code-report").onclick = () => textReport(name);
  grid = { ...(await showCode($("code-box"), { view: v, table: chosen.table, number: chosen.n, name, label: `code of ${name}`, event: state.event, folds: $("code-folds").checked, isWithSource: $("code-source").checked,
    pull: (table) => pullOf(v, table), onJump: goCode, onMenu: (place, x, y) => codeMenu(name, place, x, y) })), view: v, table: chosen.table };
}

/** The lines of a function in the text report, with their shares of all samples. @param {string} name */
const textReport = (name) => submit(commandOf(["report", "--stdio", ...carried(["report", "--no-children", "--call-graph=none", "--sort=sym,srcline", `--symbol-filter=${name}`], knownOptions("report"), state.words, optionsNow()).slice(1)], sources())).catch(tell);

/** @param {string} name @param {import("./code.mjs").CodePlace} place @param {number} x @param {number} y */
function codeMenu(name, place, x, y) {
  const none = { function: null, offset: null, file: null, line: null, from: null, to: null, text: "" }, m = /^(.*):(\d+)$/.exec(place.source);
  /** @type {([string, () => void] | null)[]} */
  const rows = [["Write a note on this instruction", () => writeNote(placeOf({ ...none, function: name, offset: `0x${place.offset.toString(16)}` }))]];
  if (m) rows.push([`Write a note on ${place.source.replace(/.*\//, "")}`, () => writeNote(placeOf({ ...none, file: m[1], line: Number(m[2]) }))]);
  rows.push(null, ["Why this code", () => goTab("why", ["explain", place.address])], ["Its share in the report", () => goTab("functions").then(() => addOption("symbols", name))], ["Copy the address", () => copy(place.address)]);
  menuAt(x, y, `${name}+0x${place.offset.toString(16)}`, rows);
}

/** @param {number} mine */
async function drawSchedule(mine) {
  const v = await ask(state.words);
  if (mine !== turn) return;
  const part = partsOf(state.words, optionsNow()).find((p) => p.name === "time"), m = /^([\d.]+),([\d.]+)$/.exec(part?.value ?? "");
  await showSchedule(v, m && { from: nsOf(m[1]), to: nsOf(m[2]) }, (tid, task, x, y) => menuAt(x, y, task, [["Only this thread", () => addOption("tid", tid)], null,
    ["Its flame graph", () => goTab("flame").then(() => addOption("tid", tid))]]));
  $("schedule-legend").replaceChildren(...STRETCHES.map(([kind, title]) => make("span", {}, make("i", { class: `sched-${kind}` }), title)));
}

/** The words of diff name the other capture, which is the one before. @param {number} mine */
async function drawCompare(mine) {
  const others = [...captures].filter((name) => name !== bench.path), other = others.find((name) => state.words.includes(name));
  if (!other && others.length && state.words.length === 1) return go({ words: ["diff", others[others.length - 1]] });
  $("compare-with").replaceChildren(...others.map((name) => make("option", { value: name }, name)));
  $("compare-with").value = other ?? "";
  const v = await ask(state.words);
  if (mine !== turn) return;
  grid = await showCompare($("compare-box"), v, bench.events[state.event] ?? "", (s, x, y) => subjectMenu(s, x, y));
}

/** @param {number} mine */
async function drawAnswer(mine) {
  const v = await ask(state.words);
  if (mine !== turn) return;
  const said = v.said.trim();
  if (v.sorted) for (const table of v.tables.keys()) await bridge("sort", v.view, table, "none", "up"); // as the command line has it
  v.sorted = false;
  showAnswer($("answer-box"), v, (table) => ({ pull: pullOf(v, table), onSort: async (column, down) => { v.sorted = true; await bridge("sort", v.view, table, column, down ? "down" : "up"); } }));
  const objects = v.tables.findIndex((t) => t.name === "objects");
  if (v.facts.verdict && objects >= 0) {
    const rows = await allRows(v, objects, 200), path = placesOf(v, objects).get("path") ?? 0;
    if (mine === turn) showAdvice($("answer-box"), v, new Map(rows.map((r) => [Number(r.row), cellText(r, path)])));
  } else if (said) $("answer-box").prepend(make("p", { class: "dim said" }, said));
}

/* ---- the view of time ---- */

const timeShown = () => ({ words: state.words, event: state.event, options: optionsNow() });
const drawTimeline = async () => { if (bench.file && state.tab !== "console") await drawTimes(timeShown()); };

/** @param {{ from: bigint, to: bigint } | null} range */
function takeRange(range) {
  if (range) return addOption("time", `${secondsOf(range.from)},${secondsOf(range.to)}`);
  const part = partsOf(state.words, optionsNow()).find((p) => p.name === "time");
  if (part) go({ words: without(state.words, part), zoom: [] });
}

/* ---- the head ---- */

const showHead = () => drawHead({ counted: state.words[0] === "report" ? state.words : tabOf("flame").words, event: state.event, onWhy: () => goTab("why") });

function drawChoices() {
  const names = [...captures].filter((name) => files.has(name) || [...files.keys()].some((f) => f.startsWith(`${name}/`)));
  const choices = names.flatMap((name) => (name === bench.path && bench.captures.length > 1 ? bench.captures.map((c) => [JSON.stringify([name, c]), `${name}: ${c}`]) : [[JSON.stringify([name, null]), name]]));
  $("capture").replaceChildren(...choices.map(([value, text]) => make("option", { value }, text)));
  $("capture").value = JSON.stringify([bench.path, bench.capture]);
  $("capture").hidden = !choices.length;
  $("event").replaceChildren(...bench.events.map((name, i) => make("option", { value: i }, name)));
  $("event").value = String(state.event);
  $("event").hidden = bench.events.length < 2;
}

/* ---- opening ---- */

/** Opens a capture and shows it: the flame graph first, then what is said about it. @param {string} path @param {string | null} capture @param {State} next */
async function openAndShow(path, capture, next) {
  forgetTimes();
  $("about").hidden = true;
  try {
    await openCapture(path, capture);
  } catch (e) {
    drawChoices();
    await show();
    return tell(e);
  }
  await learnOptions();
  if (next.event >= bench.events.length) next.event = 0;
  await showFirst(next).catch(() => {}); // the whole tells what is the matter
  if (!next.event && bench.events.length > 1) { // the first that counted samples
    const v = await ask(next.words[0] === "report" ? next.words : tabOf("flame").words).catch(() => null);
    if (v) next.event = Math.max(0, bench.events.findIndex((_, i) => wholeOf(v, i).all > 0));
  }
  state = next;
  location.replace(hashOf(state));
  drawChoices();
  await show();
  await learnSpan().catch(() => {});
  $("time").hidden = !hasTimes() || state.tab === "console";
  await drawTimeline().catch(tell);
  await showHead().catch(() => {});
  await readNotes().then(repin, tell);
  if (bench.refused) tell(new Error(`not used: ${bench.refused}`));
}

/** Draws the flame graph of a first part of a large capture, and says so, before all of it is read. @param {State} next */
async function showFirst(next) {
  const percent = partOf(bench.samples), its = knownOptions(next.words[0]);
  if (!percent || next.tab !== "flame" || partsOf(next.words, its).some((p) => p.name === "time")) return;
  const v = await ask(withOption(next.words, its, "time", `0%-${percent}%`)), used = bench.events.findIndex((_, i) => wholeOf(v, i).all > 0);
  state = { ...next, event: next.event || Math.max(0, used) };
  const table = tableOf(v, state.event);
  if (table < 0 || !placesOf(v, table).has("frame") || !wholeOf(v, state.event).samples) return;
  for (const [name, hides] of /** @type {[string, boolean][]} */ ([["invite", true], ["tabs", false], ["panel-flame", false]])) $(name).hidden = hides;
  flame.chart = null;
  drawChoices();
  $("line").value = commandOf(v.words, sources());
  await flame.show(flameSource(v), []);
  $("crumbs").replaceChildren(make("span", { role: "status" }, `Only the first ${percent} % of the time: the rest is being read.`));
  drawLegend();
  await new Promise((done) => { setTimeout(done, 0); }); // it is seen while the engine reads on
}

/** After the engine was stopped, or other objects are there. @param {State} next */
async function reopen(next = state) {
  const { path, capture } = bench;
  forget();
  if (path && captures.has(path)) await openAndShow(path, capture, { ...next });
  else await show();
}

/** What a line asks: a view, or a command of the console. @param {string} line */
async function submit(line) {
  const words = questionOf(line, bench.path).filter((w) => !bench.more.includes(w));
  const isText = !bench.file || TEXT_ONLY.has(words[0] ?? "") || words.some((w) => /^(--stdio|--json|--csv|--help|-h|-o|--output)(=|$)/.test(w)) || (state.tab === "console" && words[0] !== "report");
  const other = inputOf(line);
  if (!isText && other && other !== bench.path) {
    if (!captures.has(other)) throw new Error(`${other} is not here: ${served ? "view --web was given" : "the page was given"} ${[...captures].join(", ")}`);
    await optionsOf(words[0]);
    return openAndShow(other, null, { ...fresh(), words, tab: tabFor(words, knownOptions(words[0])) });
  }
  if (!isText) {
    await optionsOf(words[0]);
    const same = lineOf([...bare(words, knownOptions(words[0]))].sort()) === lineOf([...tabOf(state.tab).words].sort());
    return go({ words, tab: same ? state.tab : tabFor(words, knownOptions(words[0])), zoom: [] });
  }
  if (state.tab !== "console") await go({ tab: "console" });
  $("line").value = line;
  return command(line);
}

/** What the command line prints. @param {string} option */
async function printed(option) {
  const line = commandOf([...state.words, option], sources()), answer = await run(questionWords(line));
  if (answer.status) throw new Error(answer.said);
  return new TextDecoder().decode(answer.out);
}

const copyMenu = (/** @type {MouseEvent} */ e) => {
  const r = /** @type {HTMLElement} */ (e.currentTarget).getBoundingClientRect();
  menuAt(r.left, r.bottom + 4, "Copy the table", [["as text", () => printed("--stdio").then(copy).catch(tell)], ["as CSV", () => printed("--csv").then(copy).catch(tell)],
    ["as Markdown", () => printed("--csv").then((csv) => copy(markdownOf(csv))).catch(tell)], ["as the command", () => copy(`perfolio ${commandOf(state.words, sources())}`)]]);
};

/** The list of columns: all keys of report, when it is opened. */
async function openColumns() {
  const { out } = await run(["report", "--sort=help"]);
  showColumns(keysOf(new TextDecoder().decode(out)), sortKeys(state.words, optionsNow()), (keys) => { go({ words: withKeys(state.words, optionsNow(), keys) }).then(openColumns); });
}

/** Draws the marks of notes anew. */
function repin() {
  for (const f of [flame, sandwich.up, sandwich.down]) f.draw();
  grid?.grid.draw();
  markRange(timeShown());
}

/** Shows what a note is about. @param {import("./notes.mjs").Note} n */
function goNote(n) {
  if (n.to !== null) return takeRange({ from: nsOf(n.from ?? "0"), to: nsOf(n.to) });
  if (n.function !== null) return n.offset === null ? goCallers(n.function) : goCode(n.function);
  if (n.file !== null) return goTab("answer", ["report", "--no-children", "--sort=srcline,sym", "--call-graph=none"]);
  return goTab("answer", ["info"]);
}

/** @param {string} line */
const questionWords = (line) => [...questionOf(line, ""), ...bench.objects.map((o) => `--objects=${o}`), ...(bench.capture ? [`--capture=${bench.capture}`] : []), ...more(), "-i", bench.path];

/** @param {KeyboardEvent} e */
function tabKey(e) {
  const list = TABS.filter((t) => !$(`tab-${t.name}`).hidden), at = list.findIndex((t) => t.name === state.tab), step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
  if (!step) return;
  e.preventDefault();
  const to = list[(at + step + list.length) % list.length];
  goTab(to.name).then(() => $(`tab-${to.name}`).focus());
}

function listen() {
  $("tabs").replaceChildren(...TABS.map((t) => make("button", { type: "button", role: "tab", id: `tab-${t.name}`, "aria-selected": "false",
    "aria-controls": `panel-${TABLES.has(t.name) ? "table" : t.name === "why" ? "answer" : t.name}`, onclick: () => goTab(t.name) }, t.title)));
  $("tabs").onkeydown = tabKey;
  flame = new Flame("flame", { noteOf: aboutFunction, onZoom: (zoom) => { if (lineOf(zoom) !== lineOf(state.zoom)) go({ zoom }); },
    onTime: (from, to) => { const c = chartOf(); if (c) takeRange({ from: c.at(from), to: c.at(to) - 1n }); },
    onMenu: (n, top, x, y) => subjectMenu({ name: n.name, dso: n.dso, comm: n.name === top && !n.kind ? n.name : "", tid: null }, x, y) });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawLegend);
  sandwich = newSandwich((name) => goCallers(plainName(name)), (s, x, y) => subjectMenu({ ...s, tid: null }, x, y), aboutFunction);
  listenTimes(takeRange);
  listenNotes();
  Object.assign(notes, { onChange: repin, onGo: goNote });
  $("flame-way").onchange = () => { flame.isFlames = $("flame-way").value === "flames"; flame.draw(); flame.box.scrollTop = flame.isFlames ? flame.box.scrollHeight : 0; };
  $("flame-order").onchange = () => orderFlame($("flame-order").value);
  $("flame-colour").onchange = () => { flame.byObject = $("flame-colour").value === "object"; flame.draw(); drawLegend(); };
  $("flame-inverted").onchange = () => { const [from, to] = $("flame-inverted").checked ? ["caller", "callee"] : ["callee", "caller"]; go({ words: state.words.map((w) => (w === `--call-graph=${from},0` ? `--call-graph=${to},0` : w)), zoom: [] }); };
  let typed = 0;
  $("flame-search").oninput = () => {
    const mine = ++typed;
    flame.search = $("flame-search").value;
    flame.draw();
    setTimeout(() => { if (mine === typed) go({ search: $("flame-search").value }); }, 300);
  };
  $("time-by").onchange = () => drawTimeline().catch(tell);
  $("time-clear").onclick = () => takeRange(null);
  $("time-table").onclick = () => goTab("answer", timeWords.slice(0, 5));
  $("time-note").onclick = () => writeNote(partsOf(state.words, optionsNow()).find((p) => p.name === "time")?.value ?? "");
  for (const id of ["code-folds", "code-source", "callers-graph"]) $(id).onchange = () => show();
  $("code-function").onchange = () => { codeFunction = Number($("code-function").value); show(); };
  $("compare-with").onchange = () => go({ words: ["diff", $("compare-with").value] });
  $("copy-line").onclick = () => copy(`perfolio ${$("line").value}`);
  for (const id of ["copy-table", "copy-code", "copy-compare"]) $(id).onclick = copyMenu;
  $("columns").ontoggle = () => { if ($("columns").open) openColumns().catch(tell); };
  const find = async () => {
    const text = $("table-search").value;
    if (!grid || !text) return;
    const { grid: g, view, table } = grid, from = Math.min(g.cursor + 1, g.root.count - 1);
    let { place } = await bridge("find", view.view, table, from, text);
    if (place === null) ({ place } = await bridge("find", view.view, table, 0, text));
    if (place === null) return announce("no such name");
    g.moveTo(place);
    await g.settled();
  };
  $("table-next").onclick = find;
  $("table-search").onkeydown = (/** @type {KeyboardEvent} */ e) => { if (e.key === "Enter") find(); };
  $("capture").onchange = () => { const [path, capture] = JSON.parse($("capture").value); openAndShow(path, capture, { ...fresh(), tab: state.tab === "console" ? "flame" : state.tab, words: state.words }); };
  $("event").onchange = () => go({ event: Number($("event").value), zoom: [] }).then(() => drawTimeline()).then(showHead);
  $("form").onsubmit = (/** @type {Event} */ e) => { e.preventDefault(); submit($("line").value.trim()).catch(tell); };
  let place = 0;
  $("line").onkeydown = (/** @type {KeyboardEvent} */ e) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[e.key];
    if (!step || state.tab !== "console") return;
    e.preventDefault();
    place = Math.min(past.length, Math.max(0, (place || past.length) + step));
    $("line").value = past[place] ?? "";
  };
  $("stop").onclick = async () => { // what was stopped is not asked again
    const wasOpen = bench.file > 0;
    await stop();
    if (wasOpen) await reopen({ ...fresh(), tab: "answer", words: ["info"] });
  };
  addEventListener("keydown", (e) => {
    const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(/** @type {HTMLElement} */ (e.target).tagName);
    if (isTyping || e.ctrlKey || e.metaKey || e.altKey || e.key !== "/") return;
    const box = state.tab === "flame" ? $("flame-search") : TABLES.has(state.tab) ? $("table-search") : $("line");
    e.preventDefault();
    box.focus();
  });
  const filter = make("details", { id: "filter-add", class: "pop left" }, make("summary", {}, "+ filter"), make("form", { class: "pop-body row" },
    make("select", { "aria-label": "what to filter by" }, ...[...FILTERS].map(([name, title]) => make("option", { value: name }, title))), make("input", { "aria-label": "value", placeholder: "value" }), make("button", { type: "submit" }, "Add")));
  filter.querySelector("form").onsubmit = (/** @type {Event} */ e) => {
    e.preventDefault();
    const value = filter.querySelector("input").value.trim();
    if (value) addOption(filter.querySelector("select").value, value);
    filter.open = false;
    filter.querySelector("input").value = "";
  };
  $("chips").append(filter);
  addEventListener("pointerdown", (e) => { for (const d of document.querySelectorAll("details.pop[open]")) if (!d.contains(/** @type {Node} */ (e.target))) /** @type {any} */ (d).open = false; });
}

/** After each change of filters, the time line follows. */
const follow = () => { shown.then(() => drawTimeline()).catch(tell); };
addEventListener("hashchange", follow);

watchShelf({
  onCapture: (name) => openAndShow(name, null, stateOf(location.hash) && !bench.path ? /** @type {State} */ (stateOf(location.hash)) : fresh()),
  onChange: (/** @type {boolean} */ isSettled) => {
    offerCommands((line) => submit(line).catch(tell));
    drawChoices();
    if (isSettled && bench.file && lineOf(objectNames()) !== lineOf(bench.offered)) reopen();
    else if (isSettled && bench.path && !captures.has(bench.path) && bench.file) { bridge("close", bench.file).catch(() => {}); forget(); show(); }
  },
});
listen();
takeDrops();
show();
export const started = start().then(async () => {
  $("run").disabled = false;
  const ready = performance.now(), inside = enclosed();
  if (served) await addServed();
  else if (inside) await add([inside]);
  return ready;
}, (error) => { $("state").textContent = `cannot start: ${message(error)}`; });
