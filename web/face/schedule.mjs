/* Who ran when, and what the others waited for: the rows of sched timehist as lanes, and as the table that they are. */
import { $, clipped, colour, sized, tipAt, tipOff } from "./dom.mjs";
import { allRows, pullOf } from "./bench.mjs";
import { columnsOf } from "./answer.mjs";
import { bridge } from "./engine.mjs";
import { cellText, cellValue, Grid } from "./grid.mjs";
import { nsOf } from "./state.mjs";

/** @typedef {{ from: bigint, to: bigint, kind: string, row: import("./grid.mjs").Row }} Stretch */

export const STRETCHES = [["run", "ran"], ["delay", "waited for a CPU"], ["preempt", "was preempted"], ["iowait", "blocked on I/O"], ["sleep", "blocked"]];
const TALL_LANE = 20, MOST_ROWS = 50000, MOST_LANES = 200;

/** The stretches that end with a row of timehist: it ran; in front of that it was off the CPU, and ready to run in the last part of it.
    @param {(name: string) => bigint} ns the row's cell in ns @param {any} row @returns {Stretch[]} */
export function stretchesOf(ns, row) {
  const end = ns("time"), began = end - ns("run"), off = STRETCHES.slice(2).find(([kind]) => ns(kind) > 0n)?.[0], away = off ? began - ns(off) : began;
  const ready = off && ns("delay") > began - away ? away : began - ns("delay");
  /** @type {[string, bigint, bigint][]} */
  const list = [["run", began, end], ["delay", ready, began], [off ?? "sleep", away, ready]];
  return list.filter(([, from, to]) => from < to).map(([kind, from, to]) => ({ kind, from, to, row }));
}

/** @param {import("./bench.mjs").View} v @param {{ from: bigint, to: bigint } | null} range @param {(tid: string, task: string, x: number, y: number) => void} onMenu */
export async function showSchedule(v, range, onMenu) {
  const table = v.tables.findIndex((t) => t.name === "lines");
  const rows = table < 0 ? [] : await allRows(v, table, MOST_ROWS), columns = new Map((v.tables[table]?.columns ?? []).map((c, i) => [c.name, i]));
  const at = (/** @type {string} */ name) => columns.get(name) ?? -1;
  /** @type {Map<string, { run: bigint, list: Stretch[] }>} */
  const lanes = new Map();
  for (const r of rows) {
    if (cellText(r, at("type")) !== "switch" || /^0:|swapper/.test(cellText(r, at("task")))) continue;
    const ns = (/** @type {string} */ name) => { const value = cellValue(r, at(name)); return value ? nsOf(value) : 0n; };
    const task = cellText(r, at("task")), lane = lanes.get(task) ?? { run: 0n, list: [] };
    lane.run += ns("run");
    lane.list.push(...stretchesOf(ns, r));
    lanes.set(task, lane);
  }
  const order = [...lanes].sort((a, b) => (a[1].run < b[1].run ? 1 : a[1].run > b[1].run ? -1 : 0)).slice(0, MOST_LANES);
  const all = order.flatMap(([, l]) => l.list), first = range?.from ?? all.reduce((m, s) => (s.from < m ? s.from : m), all[0]?.from ?? 0n), last = range?.to ?? all.reduce((m, s) => (s.to > m ? s.to : m), 0n);
  const canvas = /** @type {HTMLCanvasElement} */ ($("schedule-canvas")), box = /** @type {HTMLElement} */ (canvas.parentElement);
  const xOf = (/** @type {bigint} */ t) => (Number(t - first) / Math.max(1, Number(last - first))) * box.clientWidth;
  let chosen = -1, stretchAt = 0; // the lane that keys are at, and the stretch in it
  const draw = () => {
    const d = sized(canvas, Math.max(1, box.clientWidth), Math.max(1, order.length) * TALL_LANE);
    d.font = "11px system-ui, sans-serif";
    order.forEach(([name, lane], i) => {
      const task = clipped(name);
      const y = i * TALL_LANE;
      for (const s of lane.list) {
        const a = Math.max(0, xOf(s.from)), b = Math.min(box.clientWidth, xOf(s.to)), thin = s.kind === "sleep" || s.kind === "iowait";
        if (b <= a) continue;
        d.fillStyle = colour(`--sched-${s.kind}`);
        d.fillRect(a, y + (thin ? 8 : 3), Math.max(0.7, b - a), thin ? 4 : TALL_LANE - 6);
      }
      d.globalAlpha = 0.8;
      d.fillStyle = colour("--back");
      d.fillRect(2, y + 3, d.measureText(task).width + 8, TALL_LANE - 6);
      d.globalAlpha = 1;
      d.fillStyle = colour("--text");
      d.fillText(task, 6, y + 14);
      d.fillStyle = colour("--line");
      d.fillRect(0, y + TALL_LANE - 0.5, box.clientWidth, 0.5);
      d.strokeStyle = colour("--accent");
      d.lineWidth = 2;
      if (i === chosen) d.strokeRect(1, y + 1, box.clientWidth - 2, TALL_LANE - 2);
    });
  };
  const hit = (/** @type {MouseEvent} */ e) => {
    const r = canvas.getBoundingClientRect(), lane = order[Math.floor((e.clientY - r.top) / TALL_LANE)], x = e.clientX - r.left;
    return { lane, stretch: lane?.[1].list.find((s) => xOf(s.from) <= x && x < Math.max(xOf(s.to), xOf(s.from) + 2)) };
  };
  /** What is said about a stretch. @param {string} task @param {Stretch} stretch */
  const linesOf = (task, { row: r }) => {
    const told = STRETCHES.filter(([kind]) => cellValue(r, at(kind)) && nsOf(cellValue(r, at(kind))) > 0n).map(([kind, title]) => `${title} ${cellText(r, at(kind))} s`);
    return [task, ...told, `left CPU ${cellText(r, at("cpu"))} at ${cellText(r, at("time"))} s${cellText(r, at("state")) ? `, state ${cellText(r, at("state"))}` : ""}`];
  };
  canvas.onpointermove = (e) => {
    const { lane, stretch } = hit(e);
    if (!lane || !stretch) return tipOff();
    tipAt(e.clientX, e.clientY, linesOf(lane[0], stretch));
  };
  canvas.onpointerleave = canvas.onblur = tipOff;
  canvas.onkeydown = (e) => {
    if (!order.length || e.ctrlKey || e.metaKey || e.altKey) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[e.key], along = { ArrowLeft: -1, ArrowRight: 1 }[e.key], isMenu = e.key === "m" || e.key === "Enter" || e.key === "ContextMenu" || (e.key === "F10" && e.shiftKey);
    if (!step && !along && !isMenu) return;
    e.preventDefault();
    if (chosen < 0 || step) stretchAt = 0;
    chosen = Math.max(0, Math.min(order.length - 1, chosen + (step ?? 0)));
    const [task, { list }] = order[chosen], sorted = [...list].sort((a, b) => (a.from < b.from ? -1 : 1));
    stretchAt = Math.max(0, Math.min(sorted.length - 1, stretchAt + (along ?? 0)));
    draw();
    const r = canvas.getBoundingClientRect(), y = chosen * TALL_LANE, s = sorted[stretchAt];
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y + TALL_LANE > box.scrollTop + box.clientHeight) box.scrollTop = y + TALL_LANE - box.clientHeight;
    if (isMenu) return onMenu(/^\d+/.exec(task)?.[0] ?? "", task, r.left + 40, r.top + y + TALL_LANE);
    const lines = s ? linesOf(task, s) : [task];
    $("schedule-said").textContent = clipped(lines.join(", "));
    tipAt(r.left + Math.max(0, s ? xOf(s.from) : 0), r.top + y + 4, lines);
  };
  canvas.oncontextmenu = (e) => {
    const { lane } = hit(e);
    if (!lane) return;
    e.preventDefault();
    onMenu(/^\d+/.exec(lane[0])?.[0] ?? "", lane[0], e.clientX, e.clientY);
  };
  draw();
  new ResizeObserver(draw).observe(box);
  matchMedia("(prefers-color-scheme: dark)").onchange = draw;
  if (table < 0) return;
  const grid = new Grid($("schedule-table"), { label: "switches", columns: columnsOf(v.tables[table]), count: v.tables[table].rows, pull: pullOf(v, table),
    onSort: async (c, down) => { await bridge("sort", v.view, table, c, down ? "down" : "up"); } });
  await grid.settled();
}
