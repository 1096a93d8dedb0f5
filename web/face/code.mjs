/* The code of a function: the rows of annotate, with heat, jumps, basic blocks, inlined calls that fold, and the source beside them. */
import { make } from "./dom.mjs";
import { cellText, cellValue, Grid, pinMark } from "./grid.mjs";
import { jumpLanes } from "./layout.mjs";
import { aboutInstruction, aboutLine } from "./notes.mjs";

/** @typedef {import("./grid.mjs").Row} Row */

const MOST_LINES = 20000, MOST_EVENTS = 4, JUMP_LANES = 6, STEP = 9, LINE = 22, SVG = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, any>} attributes */
function drawn(tag, attributes) {
  const e = document.createElementNS(SVG, tag);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, String(v));
  return e;
}

/** The lines of the jumps that pass a row. @param {ReturnType<typeof jumpLanes>} jumps @param {number} row @param {number} lanes */
function gutter(jumps, row, lanes) {
  const wide = lanes * STEP + 12, svg = drawn("svg", { width: wide, height: LINE, class: "jumps", "aria-hidden": "true" });
  for (const j of jumps) {
    if (row < j.from || row > j.to) continue;
    const x = wide - 10 - j.lane * STEP, middle = LINE / 2, side = j.target < j.at ? "back" : "on";
    const top = row === j.from ? middle : 0, bottom = row === j.to ? middle : LINE;
    svg.append(drawn("path", { d: `M${x} ${top}V${bottom}`, class: side }));
    if (row === j.at) svg.append(drawn("path", { d: `M${x} ${middle}H${wide - 2}`, class: side }));
    if (row === j.target) svg.append(drawn("path", { d: `M${x} ${middle}H${wide - 2}m-5 -3l5 3l-5 3`, class: side }));
  }
  return svg;
}

/** @typedef {import("./bench.mjs").View} View */
/** @typedef {{ view: View, table: number, number: number, name: string, label: string, event: number, folds: boolean, isWithSource: boolean,
    pull: (table: number) => (parent: number | null, from: number, n: number) => Promise<Row[]>, onMenu: (place: CodePlace, x: number, y: number) => void, onJump: (name: string) => void }} CodeAsked */
/** @typedef {{ address: string, offset: bigint, source: string }} CodePlace */

/** @typedef {{ inline: number, from: number, n: number, isMore: boolean }} InlineRun  isMore: an earlier run is of the same call */

/** Runs of rows of one inlined call, which fold into a row each; rows of the function itself stand alone.
    @param {{ inline: number }[]} rows @returns {InlineRun[]} */
export function inlineRuns(rows) {
  /** @type {InlineRun[]} */
  const runs = [];
  const seen = new Set();
  rows.forEach(({ inline }, i) => {
    const last = runs[runs.length - 1];
    if (inline && last && last.inline === inline) last.n++;
    else runs.push({ inline, from: i, n: 1, isMore: seen.has(inline) });
    seen.add(inline);
  });
  return runs;
}

/** All rows of another table of the function, by the value of their first column. @param {CodeAsked} o @param {string} name */
async function besides(o, name) {
  const table = o.view.tables.findIndex((t) => t.name === `functions.${o.number}.${name}`), t = o.view.tables[table];
  /** @type {Row[]} */
  const rows = [];
  for (let from = 0; t && from < Math.min(t.rows, MOST_LINES); from += 1000) rows.push(...(await o.pull(table)(null, from, 1000)));
  return { rows, columns: t?.columns ?? [] };
}

/** @param {CodeAsked["view"]["tables"][number]["columns"]} columns @param {string} name @param {number} at an event, from 1 on; 0: none */
const columnAt = (columns, name, at = 0) => columns.findIndex((c) => c.name === name && (at ? c.of === "events" && c.at === at : !c.of));

/** Shows the instructions of a function, with their source beside them. @param {HTMLElement} host @param {CodeAsked} o */
export async function showCode(host, o) {
  const t = o.view.tables[o.table], own = t.columns, column = (/** @type {string} */ name, /** @type {number} */ at = 0) => columnAt(own, name, at);
  const address = column("address"), mnemonic = column("mnemonic"), operands = column("operands"), target = column("target"), source = column("source"), inline = column("inline");
  const to = column("target_symbol"), refers = column("refers_symbol"), kind = column("kind"), inFunction = column("function"), text = source + 1; // the text has no name
  /** @type {Row[]} */
  const rows = [];
  for (let from = 0; from < Math.min(t.rows, MOST_LINES); from += 1000) rows.push(...(await o.pull(o.table)(null, from, 1000)));
  const blocks = await besides(o, "blocks"), inlines = await besides(o, "inlines");
  const begins = new Map(blocks.rows.map((r) => [cellText(r, columnAt(blocks.columns, "begin")), r]));
  const calls = new Map(inlines.rows.map((r) => [cellValue(r, columnAt(inlines.columns, "inline")), r]));
  const places = new Map(rows.map((r, i) => [cellText(r, address), i])), numbers = new Map(rows.map((r, i) => [r.row, i]));
  const jumps = o.folds ? [] : jumpLanes(rows.flatMap((r, at) => {
    const where = places.get(cellText(r, target));
    return where === undefined || cellText(r, kind) === "call" ? [] : [{ at, target: where }];
  }), JUMP_LANES);
  const lanes = jumps.reduce((most, j) => Math.max(most, j.lane + 1), 0);
  const hottest = rows.reduce((best, r, i) => ((cellValue(r, column("percent", o.event + 1)) ?? 0) > (cellValue(rows[best], column("percent", o.event + 1)) ?? 0) ? i : best), 0);
  /** The runs that fold, by the numbers that their rows have. @type {Map<number, InlineRun>} */
  const folded = new Map();
  const top = !o.folds ? rows : inlineRuns(rows.map((r) => ({ inline: cellValue(r, inline) ?? 0 }))).map((run) => {
    if (!run.inline) return rows[run.from];
    const row = 2 ** 40 + run.from;
    folded.set(row, run);
    return { row, parent: null, children: run.n, depth: 0, cells: [] };
  });
  const placeOf = (/** @type {Row} */ r) => ({ address: cellText(r, address), offset: BigInt(cellText(r, address) || 0) - BigInt(cellText(rows[0], address) || 0), source: cellText(r, source) });
  const first = (/** @type {Row} */ r) => rows[folded.get(r.row)?.from ?? -1] ?? r;
  const code = (/** @type {Row} */ r) => {
    const run = folded.get(r.row);
    if (run) {
      const call = calls.get(run.inline), where = call ? cellText(call, columnAt(inlines.columns, "called_at")).replace(/.*\//, "") : "";
      return make("span", { class: "kind inlined" }, `${run.isMore ? "more of " : ""}${cellText(rows[run.from], inFunction) || "[unknown]"} (inlined${where && ` at ${where}`})`, make("span", { class: "dim" }, `  ${run.n} instruction${run.n > 1 ? "s" : ""} here`));
    }
    const words = cellText(r, mnemonic) ? `${cellText(r, mnemonic).padEnd(7)} ${cellText(r, operands)}` : "(the code is missing)";
    const about = cellText(r, to) || cellText(r, refers), span = make("span", { class: cellText(r, mnemonic) ? "code" : "dim" }, words);
    const outside = cellText(r, to) && !places.has(cellText(r, target));
    if (about && (outside || cellText(r, refers)))
      span.append(" ", outside ? make("button", { type: "button", class: "link", tabindex: -1, onclick: () => o.onJump(about.replace(/\+0x[0-9a-f]+$/, "")) }, `<${about}>`) : make("span", { class: "dim" }, `# ${about}`));
    const said = aboutInstruction(o.name, placeOf(r).offset);
    if (said) span.append(pinMark(said));
    return span;
  };
  /** The line of a row, where it is another than that of the row before. @param {Row} r */
  const line = (r) => {
    const at = numbers.get(first(r).row) ?? 0, before = rows[at - 1], row = rows[at], where = cellText(row, source), file = where.replace(/.*\//, "");
    const isSame = before && cellText(before, source) === where && !folded.has(r.row);
    if (isSame || !where) return make("span", { class: "dim same" }, where && o.isWithSource ? "\u2502" : "");
    const said = aboutLine(where), written = cellText(row, text), span = make("span", { title: where }, make("span", { class: "dim" }, file), written && o.isWithSource ? make("span", { class: "code" }, `  ${written}`) : "");
    if (said) span.append(pinMark(said));
    return span;
  };
  const events = [...new Set(own.filter((c) => c.of === "events").map((c) => c.at))].sort((a, b) => Number(b === o.event + 1) - Number(a === o.event + 1) || a - b).slice(0, MOST_EVENTS);
  const shares = events.map((at, i) => {
    const percent = column("percent", at), samples = column("samples", at), name = rows.length ? cellText(rows[0], column("event", at)) : "";
    const callOf = (/** @type {Row} */ r) => { const run = folded.get(r.row); return run && !run.isMore ? calls.get(run.inline) : undefined; };
    const of = (/** @type {Row} */ r, /** @type {string} */ key, /** @type {number} */ k) => { const call = callOf(r); return call ? [call, columnAt(inlines.columns, key, at)] : [r, k]; };
    const share = (/** @type {Row} */ r) => { const [row, k] = of(r, "percent", percent); return cellValue(/** @type {Row} */ (row), /** @type {number} */ (k)) ?? 0; };
    return { title: events.length > 1 ? name : "Share", help: `share of ${name} in this function`, heat: share, right: true, width: events.length > 1 ? "104px" : "76px", minor: i > 0,
      text: (/** @type {Row} */ r) => { const [row, k] = of(r, "percent", percent), [counted, n] = of(r, "samples", samples); return cellValue(/** @type {Row} */ (counted), /** @type {number} */ (n)) ? cellText(/** @type {Row} */ (row), /** @type {number} */ (k)) : ""; } };
  });
  const samples = column("samples", o.event + 1), wide = Math.max(8, ...rows.slice(0, 1).map((r) => cellText(r, address).length)) * 8 + 4;
  const grid = new Grid(host, {
    label: o.label, count: top.length, folds: o.folds, pull: async (parent, from, n) => (parent === null ? top : rows.slice(folded.get(parent)?.from, (folded.get(parent)?.from ?? 0) + (folded.get(parent)?.n ?? 0))).slice(from, from + n),
    onMenu: (r, x, y) => { if (!folded.has(r.row)) o.onMenu(placeOf(r), x, y); },
    onAct: (r) => { const where = places.get(cellText(r, target)); if (where !== undefined && !o.folds) grid.moveTo(where); },
    rowClass: (r) => (begins.has(cellText(first(r), address)) ? "block" : ""),
    columns: [
      ...shares,
      { title: "Samples", text: (r) => (cellValue(r, samples) ? cellText(r, samples) : ""), right: true, width: "68px", minor: true },
      { title: "Address", text: (r) => cellText(r, address), right: true, width: `${wide}px`, minor: true, kind: () => "code" },
      ...(lanes ? [{ title: "", text: () => "", draw: (/** @type {Row} */ _r, /** @type {number} */ i) => gutter(jumps, i, lanes), width: `${lanes * STEP + 12}px` }] : []),
      { title: "Instruction", text: (r) => cellText(r, mnemonic), draw: code, fold: true, width: "minmax(180px, 2fr)" },
      { title: "Source", text: (r) => cellText(r, source), draw: line, width: o.isWithSource ? "minmax(140px, 2fr)" : "minmax(80px, 1fr)", minor: true },
    ],
  });
  await grid.settled();
  const at = o.folds ? top.findIndex((r, i) => (numbers.get(first(r).row) ?? 0) <= hottest && (numbers.get(first(top[i + 1] ?? r).row) ?? 0) > hottest || i === top.length - 1) : hottest;
  grid.moveTo(Math.max(0, at - 6));
  grid.moveTo(Math.min(top.length - 1, at + 6));
  grid.moveTo(at);
  return { grid, rows };
}
