/* Any answer: its facts, its tables, its text. */
import { make } from "./dom.mjs";
import { cellText, cellValue, Grid } from "./grid.mjs";

/** @typedef {import("./grid.mjs").Row} Row */
/** @typedef {{ name: string | null, label: string | null, of: string | null, at: number, type: string, right: boolean }} BridgeColumn */
/** @typedef {{ name: string, rows: number, more: boolean, columns: BridgeColumn[] }} BridgeTable */
/** @typedef {{ view: number, status: number, said: string, text: string, cut: boolean, facts: Record<string, [string | null, any]>, tables: BridgeTable[] }} BridgeView */

const MOST_COLUMNS = 14, MOST_TABLES = 40;
const LONG = new Set(["path", "why", "sentence", "advice", "first", "text", "help"]);
const capital = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A name such as nameless_percent, as a person reads it. @param {string} name */
export const spoken = (name) => name.replace(/_/g, " ");

/** The heading of a table: what it is of, and how many rows it has. Of a list "events.0.rows" the event's name says more than its number.
    @param {{ name: string, rows: number, more: boolean }} t @param {Record<string, [string | null, any]>} facts */
export function titleOf(t, facts) {
  const m = /^(\w+)\.(\d+)\.(.+)$/.exec(t.name), rows = `${t.rows} ${t.rows === 1 ? "row" : "rows"}${t.more ? " and more" : ""}`;
  if (t.name === "rows") return rows;
  if (!m) return `${capital(spoken(t.name.replace(/\./g, " ")))} (${rows})`;
  const [, list, number, part] = m, named = ["event", "symbol", "name", "path"].map((k) => facts[`${list}.${number}.${k}`]?.[0]).find(Boolean);
  const subject = named ?? `${capital(spoken(list))} ${Number(number) + 1}`;
  return `${subject}${part === "rows" ? "" : `: ${spoken(part.replace(/\./g, " "))}`} (${rows})`;
}

/** The columns of a table that are shown: those of JSON, which have all that text has. @param {BridgeTable} t @returns {import("./grid.mjs").Column[]} */
export function columnsOf(t) {
  const numbers = ["count", "number", "hex", "percent", "decimal", "time"];
  return t.columns.flatMap((c, at) => {
    if (!c.name) return [];
    const right = numbers.includes(c.type), title = [c.of && `${c.of}${c.at ? ` ${c.at}` : ""}`, spoken(c.name)].filter(Boolean).join(" ");
    const isYes = c.type === "yes_no"; // in text such a column may be a sentence
    return [{ title, text: (/** @type {Row} */ r) => (isYes ? { true: "yes", false: "no" }[String(cellValue(r, at))] ?? "" : cellText(r, at)), right, sort: at, width: right ? `${(c.type === "hex" || c.type === "time" ? 20 : Math.max(/period|bytes/.test(c.name) ? 17 : c.type === "percent" ? 11 : 9, title.length + 2)) * 7}px` : `minmax(96px, ${LONG.has(c.name) ? 4 : 1}fr)`,
      heat: c.type === "percent" ? (/** @type {Row} */ r) => cellValue(r, at) ?? 0 : undefined }];
  }).slice(0, MOST_COLUMNS);
}

/** What the doctor advises: where the names of an object can be got. @param {HTMLElement} host @param {BridgeView} view @param {Map<number, string>} paths of its objects */
export function showAdvice(host, view, paths) {
  const parts = [...paths].flatMap(([i, path]) => {
    const lines = Object.entries(view.facts).filter(([name]) => name.startsWith(`objects.${i}.get.`)).map(([, [text]]) => make("li", {}, make("code", { class: "advice" }, text ?? "")));
    return lines.length ? [make("h4", {}, path), make("ul", {}, ...lines)] : [];
  });
  if (!parts.length) return;
  const after = host.querySelector(".verdict");
  (after ?? host).after(make("section", { class: "advices" }, make("h3", {}, "Where the missing names are"), ...parts));
}

/** Shows an answer. @param {HTMLElement} host @param {BridgeView} view
    @param {(table: number) => { pull: (parent: number | null, from: number, n: number) => Promise<Row[]>, onSort: (column: number, down: boolean) => Promise<void> }} of */
export function showAnswer(host, view, of) {
  const parts = [], facts = Object.entries(view.facts).filter(([, [text]]) => text !== null);
  if (view.text) parts.push(make("pre", { tabindex: 0, class: "text" }, view.text), ...(view.cut ? [make("p", { class: "dim" }, "The rest is in the console's output.")] : []));
  const verdict = view.facts.verdict?.[0];
  if (verdict) parts.push(make("p", { class: "verdict" }, verdict));
  const single = facts.filter(([name]) => !/\.\d+(\.|$)/.test(name)), listed = facts.filter(([name]) => /\.\d+(\.|$)/.test(name));
  const list = (/** @type {[string, any][]} */ rows) => make("dl", { class: "facts" }, ...rows.flatMap(([name, [text]]) => [make("dt", {}, spoken(name.replace(/\./g, " "))), make("dd", {}, text)]));
  const plain = single.filter(([name]) => name !== "verdict");
  if (plain.length && !verdict) parts.push(list(plain));
  /** @type {Grid[]} */
  const grids = [];
  view.tables.slice(0, MOST_TABLES).forEach((t, i) => {
    const columns = columnsOf(t);
    if (!t.rows || !columns.length || (verdict && /\.\d+\./.test(t.name))) return;
    const box = make("div", { class: "grid-box" });
    box.style.height = `${Math.min(16, t.rows + 2) * 22 + 14}px`;
    parts.push(make("h3", {}, titleOf(t, view.facts)), box);
    grids.push(new Grid(box, { label: t.name, columns, count: t.rows, folds: t.columns.some((c) => c.name === "frame"), ...of(i) }));
  });
  if (verdict && plain.length) parts.push(make("h3", {}, "The recording"), list(plain));
  if (listed.length && listed.length < 400 && !verdict) parts.push(make("details", {}, make("summary", {}, `${listed.length} facts about parts of it`), list(listed)));
  if (!parts.length) parts.push(make("p", { class: "dim" }, "The answer is empty."));
  host.replaceChildren(...parts);
  grids.forEach((g) => g.draw());
  return grids;
}
