/* Two captures beside each other: the rows of diff. One run a side cannot tell a change from noise, so changes are hatched. */
import { make } from "./dom.mjs";
import { tableOf, pullOf } from "./bench.mjs";
import { bridge } from "./engine.mjs";
import { cellText, cellValue, Grid } from "./grid.mjs";
import { comparedOf } from "./state.mjs";

/** @typedef {import("./grid.mjs").Row} Row */

/** Shows the rows of an event that both captures have. @param {HTMLElement} host @param {import("./bench.mjs").View} v @param {string} event its name
    @param {(subject: { name: string, dso: string, comm: string }, x: number, y: number) => void} onMenu */
export async function showCompare(host, v, event, onMenu) {
  const { event: at, common } = comparedOf(v.facts, event), table = at < 0 ? -1 : tableOf(v, at), columns = v.tables[table]?.columns ?? [];
  if (table < 0 || !v.tables[table].rows) {
    const why = at < 0 ? `The other capture has no event '${event}'.` : `No samples of '${event}' pass the filters.`;
    const others = at < 0 && common.length ? ` Both have ${common.join(", ")}.` : "";
    host.replaceChildren(make("p", { class: "empty" }, why + others));
    return null;
  }
  const column = (/** @type {string} */ name, /** @type {string | null} */ of = null) => columns.findIndex((c) => c.name === name && c.of === of && (of !== "others" || c.at === 1));
  const before = column("percent", "baseline"), after = column("percent", "others"), delta = column("delta", "others"), dso = column("dso"), symbol = column("symbol");
  const name = (/** @type {Row} */ r) => cellValue(r, symbol) ?? cellText(r, symbol).replace(/^\[.\] /, "");
  const change = (/** @type {Row} */ r) => {
    const n = cellValue(r, delta) ?? 0, span = make("span", { class: `change ${n > 0 ? "more" : n < 0 ? "less" : ""}` }, make("i"), make("span", {}, cellText(r, delta)));
    span.firstChild.style.width = `${Math.min(50, Math.abs(n) * 2.5)}px`;
    return span;
  };
  const grid = new Grid(host, {
    label: "changes", count: v.tables[table].rows, pull: pullOf(v, table), onMenu: (r, x, y) => onMenu({ name: name(r), dso: cellText(r, dso), comm: "" }, x, y),
    onSort: async (c, down) => { await bridge("sort", v.view, table, c, down ? "down" : "up"); },
    columns: [
      { title: "Before", text: (r) => cellText(r, before), right: true, sort: before, width: "72px", minor: true }, { title: "After", text: (r) => cellText(r, after), right: true, sort: after, width: "72px" },
      { title: "Change", text: (r) => cellText(r, delta), draw: change, right: true, sort: delta, width: "128px" },
      { title: "Function", text: name, sort: symbol, width: "minmax(150px, 3fr)" }, { title: "Object", text: (r) => cellText(r, dso), sort: dso, width: "minmax(96px, 1.2fr)" },
    ],
  });
  await grid.settled();
  return { grid, view: v, table };
}
