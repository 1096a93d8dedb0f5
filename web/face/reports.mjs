/* The tabs that are tables of report: functions, objects, threads, the call tree, callers and callees. */
import { $, clipped, make } from "./dom.mjs";
import { allRows, ask, pullOf, tableOf } from "./bench.mjs";
import { bridge } from "./engine.mjs";
import { aboutFunction } from "./notes.mjs";
import { calleesOf } from "./state.mjs";
import { cellText, cellValue, Grid } from "./grid.mjs";

/** @typedef {import("./grid.mjs").Row} Row */
/** @typedef {import("./grid.mjs").Column} Column */
/** @typedef {import("./bench.mjs").View} View */

const FIGURES = new Set(["children_percent", "children_period", "percent", "samples", "period", "latency_percent", "latency_children_percent"]);
const ROWS = 5000; // most that are searched for a function
const FRAMES = new Set(["frame", "frame_dso", "frame_kind", "ending_samples", "ending_period"]);
const TITLES = new Map([["symbol", "Function"], ["dso", "Object"], ["comm", "Command"], ["tgid", "Process"], ["tid", "Thread"], ["pid", "Thread"], ["cpu", "CPU"]]);

/** Where the columns of a table are, by name. @param {View} v @param {number} table */
export const placesOf = (v, table) => new Map(v.tables[table].columns.flatMap((c, i) => (c.name && !c.of ? [/** @type {[string, number]} */ ([c.name, i])] : [])));

/** The name of a function, of an inlined call, too. @param {string} name */
export const plainName = (name) => name.replace(/ \(inlined\)$/, "");

/** What a row is about: the function, object and command that its cells name.
    @param {Map<string, number>} at @param {Row} row */
export function subjectOf(at, row) {
  const value = (/** @type {string} */ name) => (at.has(name) ? cellValue(row, /** @type {number} */ (at.get(name))) : null);
  const text = (/** @type {string} */ name) => (at.has(name) ? cellText(row, /** @type {number} */ (at.get(name))) : "");
  const isFrame = row.depth > 0;
  return { name: isFrame ? text("frame") : (value("symbol") ?? text("symbol").replace(/^\[.\] /, "")), dso: isFrame ? text("frame_dso") : text("dso"),
    comm: isFrame ? "" : text("comm"), tid: isFrame ? null : value("tid"), tgid: isFrame ? null : value("tgid") };
}

/** @param {View} v @param {number} table @param {boolean} folds @returns {Column[]} */
export function reportColumns(v, table, folds) {
  const at = placesOf(v, table), children = at.get("children_percent"), percent = at.get("percent"), samples = at.get("samples");
  /** @type {Column[]} */
  const columns = [];
  const share = (/** @type {string} */ title, /** @type {number} */ k, /** @type {string} */ help) =>
    columns.push({ title, help, text: (r) => cellText(r, k), heat: (r) => cellValue(r, k) ?? 0, right: true, sort: k, width: "68px" });
  if (children !== undefined) share("Total", children, "samples in it and in what it called");
  if (percent !== undefined) share(children !== undefined && !folds ? "Self" : "Share", percent, children !== undefined ? "samples in itself" : "share of the event's period");
  if (samples !== undefined) columns.push({ title: "Samples", text: (r) => cellText(r, samples), right: true, sort: samples, width: "64px", minor: true });
  const keys = [...at].filter(([name]) => !FIGURES.has(name) && !FRAMES.has(name));
  const frame = at.get("frame"), frameDso = at.get("frame_dso"), frameKind = at.get("frame_kind"), ending = at.get("ending_samples");
  const kindOf = (/** @type {string} */ text) => (/^\[k\]/.test(text) ? "kernel" : "");
  const nameOf = (/** @type {Row} */ r, /** @type {number} */ k) => { const text = cellText(r, k), value = cellValue(r, k); return /^\[.\] /.test(text) ? (typeof value === "string" ? value : text.slice(4)) : text; };
  if (folds && frame !== undefined) {
    if (ending !== undefined) columns.push({ title: "Self", help: "samples that end here", text: (r) => (cellValue(r, ending) ? cellText(r, ending) : ""), right: true, width: "52px", minor: true });
    columns.push({ title: keys.length === 1 && keys[0][0] === "comm" ? "Call tree" : "Function", fold: true, named: true, width: "minmax(200px, 3fr)",
      text: (r) => (r.depth ? cellText(r, frame) || "[marker]" : keys.map(([, k]) => nameOf(r, k)).filter(Boolean).join(" ")), kind: (r) => (frameKind !== undefined ? cellText(r, frameKind) : "") });
    if (frameDso !== undefined) columns.push({ title: "Object", text: (r) => cellText(r, frameDso), width: "minmax(80px, 1fr)", minor: true });
    return columns;
  }
  const first = keys.find(([name]) => name === "symbol"), ordered = first ? [first, ...keys.filter((k) => k !== first)] : keys;
  for (const [name, k] of ordered) {
    const c = v.tables[table].columns[k], right = ["count", "number", "hex", "percent", "decimal", "time"].includes(c.type);
    columns.push({ title: TITLES.get(name) ?? c.label?.trim() ?? name, text: (r) => nameOf(r, k), kind: (r) => kindOf(cellText(r, k)), sort: k, right, named: name === "symbol",
      width: right ? "110px" : name === "symbol" ? "minmax(150px, 3fr)" : "minmax(96px, 1.2fr)" });
  }
  return columns;
}

/** Shows the rows of an event. @param {HTMLElement} host @param {View} v @param {number} event
    @param {{ label: string, folds: boolean, onAct: (subject: ReturnType<typeof subjectOf>) => void, onMenu: (subject: ReturnType<typeof subjectOf>, x: number, y: number) => void }} o */
export async function showReport(host, v, event, o) {
  const table = tableOf(v, event);
  if (table < 0 || !v.tables[table].rows) {
    host.replaceChildren(make("p", { class: "empty" }, "No samples pass the filters."));
    return null;
  }
  if (v.sorted) await bridge("sort", v.view, table, "none", "up");
  v.sorted = false;
  const at = placesOf(v, table), folds = o.folds && at.has("frame");
  const grid = new Grid(host, {
    label: o.label, columns: reportColumns(v, table, folds), count: v.tables[table].rows, folds, pull: pullOf(v, table),
    noteOf: (row) => aboutFunction(plainName(subjectOf(at, row).name)), onAct: (row) => o.onAct(subjectOf(at, row)), onMenu: (row, x, y) => o.onMenu(subjectOf(at, row), x, y),
    onSort: async (column, down) => { v.sorted = true; await bridge("sort", v.view, table, column, down ? "down" : "up"); },
  });
  await grid.settled();
  return { grid, view: v, table };
}

/** Shows who calls a function, and whom it calls: two questions, of which the first is the command line.
    @param {string[]} words @param {string} name @param {number} event @param {(subject: ReturnType<typeof subjectOf>, x: number, y: number) => void} onMenu @param {(name: string) => void} onGo */
export async function showCallers(words, name, event, onMenu, onGo) {
  const own = /** @type {HTMLElement} */ ($("callers-own"));
  for (const [host, question, label] of /** @type {[HTMLElement, string[], string][]} */ ([[$("callers-up"), words, "Callers"], [$("callers-down"), calleesOf(words, name), "Callees"]])) {
    const v = await ask(question), table = tableOf(v, event), at = placesOf(v, table), symbol = at.get("symbol");
    const row = symbol === undefined ? undefined : (await allRows(v, table, ROWS)).find((r) => cellValue(r, symbol) === name || cellText(r, symbol).endsWith(` ${name}`));
    if (!row || symbol === undefined) {
      host.replaceChildren(make("p", { class: "empty" }, /^0x/.test(name) ? "It has no name, by which callers and callees are found." : v.tables[table].rows > ROWS ? `It is not among the ${ROWS} heaviest rows.` : `No samples in ${name} pass the filters.`));
      own.textContent = name;
      continue;
    }
    const cell = (/** @type {string} */ c) => cellText(row, at.get(c) ?? -1);
    own.replaceChildren(make("b", {}, clipped(name)), ` ${cell("children_percent")} in all, ${cell("percent") || "0.00%"} in itself, ${cell("samples") || "0"} samples of its own`);
    // What it calls, and who calls it, is below the frame that it is itself.
    const below = row.children ? await pullOf(v, table)(row.row, 0, 1000) : [], itself = below.find((r) => cellText(r, at.get("frame") ?? -1).replace(/ \(inlined\)$/, "") === name);
    if (!itself?.children) {
      host.replaceChildren(make("p", { class: "empty" }, label === "Callers" ? "Nobody called it, as far as was recorded." : "It called nobody, as far as was recorded."));
      continue;
    }
    const grid = new Grid(host, { label, columns: reportColumns(v, table, true).filter((c) => c.title !== "Total"), count: itself.children, root: itself.row, folds: true, pull: pullOf(v, table), noteOf: (r) => aboutFunction(plainName(subjectOf(at, r).name)),
      onAct: (r) => onGo(subjectOf(at, r).name), onMenu: (r, x, y) => onMenu(subjectOf(at, r), x, y) });
    await grid.openFrom(0, 6);
  }
}
