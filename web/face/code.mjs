/* The code of a function: the rows of annotate, with heat, jumps and where they are from. */
import { make } from "./dom.mjs";
import { cellText, cellValue, Grid } from "./grid.mjs";
import { jumpLanes } from "./layout.mjs";

/** @typedef {import("./grid.mjs").Row} Row */

const MOST_LINES = 20000, JUMP_LANES = 6, STEP = 9, LINE = 22, SVG = "http://www.w3.org/2000/svg";

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

/** Shows the instructions of a function. @param {HTMLElement} host
    @param {{ label: string, columns: { name: string | null, of: string | null, at: number }[], count: number, event: number,
    pull: (parent: number | null, from: number, n: number) => Promise<Row[]>, onMenu?: (row: Row, x: number, y: number) => void, onJump: (name: string) => void }} o */
export async function showCode(host, o) {
  const column = (/** @type {string} */ name, /** @type {number} */ at = 0) => o.columns.findIndex((c) => c.name === name && (at ? c.of === "events" && c.at === at : !c.of));
  const address = column("address"), mnemonic = column("mnemonic"), operands = column("operands"), target = column("target"), source = column("source");
  const to = column("target_symbol"), refers = column("refers_symbol"), kind = column("kind");
  const percent = column("percent", o.event + 1), samples = column("samples", o.event + 1);
  /** @type {Row[]} */
  const rows = [];
  for (let from = 0; from < Math.min(o.count, MOST_LINES); from += 1000) rows.push(...(await o.pull(null, from, 1000)));
  const places = new Map(rows.map((r, i) => [cellText(r, address), i]));
  const jumps = jumpLanes(rows.flatMap((r, at) => {
    const where = places.get(cellText(r, target));
    return where === undefined || cellText(r, kind) === "call" ? [] : [{ at, target: where }];
  }), JUMP_LANES);
  const lanes = jumps.reduce((most, j) => Math.max(most, j.lane + 1), 0);
  const hottest = rows.reduce((best, r, i) => ((cellValue(r, percent) ?? 0) > (cellValue(rows[best], percent) ?? 0) ? i : best), 0);
  const code = (/** @type {Row} */ r) => {
    const text = cellText(r, mnemonic) ? `${cellText(r, mnemonic).padEnd(7)} ${cellText(r, operands)}` : "(the code is missing)";
    const about = cellText(r, to) || cellText(r, refers), span = make("span", { class: cellText(r, mnemonic) ? "code" : "dim" }, text);
    const outside = cellText(r, to) && !places.has(cellText(r, target));
    if (about && (outside || cellText(r, refers)))
      span.append(" ", outside ? make("button", { type: "button", class: "link", tabindex: -1, onclick: () => o.onJump(about.replace(/\+0x[0-9a-f]+$/, "")) }, `<${about}>`) : make("span", { class: "dim" }, `# ${about}`));
    return span;
  };
  const grid = new Grid(host, {
    label: o.label, count: rows.length, pull: async (_parent, from, n) => rows.slice(from, from + n), onMenu: o.onMenu,
    columns: [
      { title: "Share", text: (r) => (cellValue(r, samples) ? cellText(r, percent) : ""), heat: (r) => cellValue(r, percent) ?? 0, right: true, width: "76px" },
      { title: "Samples", text: (r) => (cellValue(r, samples) ? cellText(r, samples) : ""), right: true, width: "72px", minor: true },
      { title: "Address", text: (r) => cellText(r, address), right: true, width: `${Math.max(8, ...rows.slice(0, 1).map((r) => cellText(r, address).length)) * 8 + 4}px`, minor: true, kind: () => "code" },
      { title: "", text: () => "", draw: (_r, i) => gutter(jumps, i, lanes), width: `${lanes * STEP + 12}px` },
      { title: "Instruction", text: (r) => cellText(r, mnemonic), draw: code, width: "minmax(180px, 3fr)" },
      { title: "Source", text: (r) => cellText(r, source).replace(/.*\//, ""), width: "minmax(80px, 1fr)", minor: true },
    ],
  });
  await grid.settled();
  grid.moveTo(Math.max(0, hottest - 6));
  grid.moveTo(Math.min(rows.length - 1, hottest + 6));
  grid.moveTo(hottest);
  return { grid, rows };
}
