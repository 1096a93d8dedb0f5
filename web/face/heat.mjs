/* Samples by second and part of a second: the rows of report --sort time as cells. A column is a second, from below to above; two cells
   make a range for --time. */
import { colour, sized, tipAt, tipOff } from "./dom.mjs";
import { nsOf, secondsOf } from "./state.mjs";

export const PARTS = 50; // cells of a column
const ROW_TALL = 3, FOOT = 16, LEFT = 44, NARROWEST_COLUMN = 4, WIDEST_COLUMN = 18, SECOND = 1000000000n;

/** The time of a column: a second, or a tenth, a tenfold of it..., so that there are twenty columns at least and a thousand at most.
    @param {bigint} ns of the recording */
export function columnOf(ns) {
  let unit = SECOND;
  while (unit > 100000n && ns / unit < 20n) unit /= 10n;
  while (ns / unit >= 1000n) unit *= 10n;
  return unit;
}

/** Where the cell of a time is. @param {bigint} t @param {bigint} first the begin of the first column @param {bigint} cell @returns {{ index: number, column: number, part: number }} */
export function cellAt(t, first, cell) {
  const index = Number((t - first) / cell);
  return { index, column: Math.floor(index / PARTS), part: index % PARTS };
}

export class HeatMap {
  /** @param {HTMLCanvasElement} canvas @param {(range: { from: bigint, to: bigint } | null) => void} onRange @param {(text: string) => void} onSay */
  constructor(canvas, onRange, onSay) {
    this.canvas = canvas;
    this.onRange = onRange;
    this.onSay = onSay;
    /** @type {Map<number, string>} */
    this.cells = new Map(); // samples by index
    this.first = this.last = 0n;
    this.cell = 1n;
    this.columns = this.most = 0;
    /** @type {number | null} */
    this.start = null; // the cell that was chosen first
    /** @type {[number, number] | null} */
    this.range = null;
    this.cursor = 0;
    canvas.onpointerdown = (e) => { if (!e.button) this.pick(this.indexAt(e)); };
    canvas.onpointermove = (e) => this.hover(e);
    canvas.onpointerleave = canvas.onblur = tipOff;
    canvas.onkeydown = (e) => this.key(e);
    new ResizeObserver(() => this.draw()).observe(/** @type {Element} */ (canvas.parentElement));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /** Takes rows in steps of `cell`, of which PARTS are a column. @param {{ time: string, samples: string }[]} rows @param {bigint} first @param {bigint} last @param {bigint} cell */
  show(rows, first, last, cell) {
    const unit = cell * BigInt(PARTS);
    Object.assign(this, { cell, first: (first / unit) * unit, last, cells: new Map(), most: 0, start: null });
    this.columns = Number((last - this.first) / unit) + 1;
    for (const r of rows) {
      this.cells.set(cellAt(nsOf(r.time), this.first, cell).index, r.samples);
      this.most = Math.max(this.most, Number(r.samples));
    }
    this.cursor = cellAt(first, this.first, cell).index;
    this.draw();
  }

  /** @param {{ from: bigint, to: bigint } | null} range */
  setRange(range) {
    const at = (/** @type {bigint} */ t) => Math.max(0, Math.min(this.columns * PARTS - 1, cellAt(t, this.first, this.cell).index));
    /** @type {[number, number] | null} */
    const chosen = range && this.columns ? [at(range.from), at(range.to)] : null;
    if (String(chosen) === String(this.range)) return;
    this.range = chosen;
    this.draw();
  }

  wide() { return Math.max(NARROWEST_COLUMN, Math.min(WIDEST_COLUMN, Math.floor((/** @type {HTMLElement} */ (this.canvas.parentElement).clientWidth - LEFT) / Math.max(1, this.columns)))); }

  /** @param {CanvasRenderingContext2D} d @param {number} index @param {number} each */
  box(d, index, each) {
    d.strokeRect(LEFT + Math.floor(index / PARTS) * each + 0.5, (PARTS - 1 - (index % PARTS)) * ROW_TALL + 0.5, each - 1, ROW_TALL);
  }

  draw() {
    if (!this.columns || !this.canvas.parentElement?.clientWidth) return;
    const each = this.wide(), d = sized(this.canvas, LEFT + this.columns * each + 30, PARTS * ROW_TALL + FOOT);
    const ends = this.start === null ? this.range : [Math.min(this.start, this.cursor), Math.max(this.start, this.cursor)];
    const fill = colour("--heat");
    d.fillStyle = colour("--soft");
    d.fillRect(LEFT, 0, this.columns * each, PARTS * ROW_TALL);
    d.fillStyle = fill;
    for (const [index, samples] of this.cells) {
      d.globalAlpha = (ends && (index < ends[0] || index > ends[1]) ? 0.25 : 1) * (0.12 + (0.88 * Number(samples)) / this.most);
      d.fillRect(LEFT + Math.floor(index / PARTS) * each, (PARTS - 1 - (index % PARTS)) * ROW_TALL, each - (each > 6 ? 1 : 0), ROW_TALL);
    }
    d.globalAlpha = 1;
    d.strokeStyle = colour("--accent");
    d.lineWidth = 2;
    if (ends) for (const end of ends) this.box(d, end, each);
    d.strokeStyle = colour("--text");
    d.lineWidth = 1;
    this.box(d, this.cursor, each);
    this.axes(d, each);
  }

  /** @param {CanvasRenderingContext2D} d @param {number} each */
  axes(d, each) {
    const unit = this.cell * BigInt(PARTS), digits = Math.max(0, 10 - String(unit).length), ms = Number(unit) / 1e6;
    d.font = "11px system-ui, sans-serif";
    d.fillStyle = colour("--dim");
    d.textBaseline = "middle";
    for (const part of [0, 0.5, 1]) d.fillText(`${ms * part} ms`, 2, Math.max(6, Math.min(PARTS * ROW_TALL - 5, (1 - part) * PARTS * ROW_TALL)));
    const step = Math.ceil(64 / each);
    for (let c = 0; c < this.columns; c += step) d.fillText(`${(Number((this.first + unit * BigInt(c)) / 1000n) / 1e6).toFixed(digits)} s`, LEFT + c * each, PARTS * ROW_TALL + 9);
  }

  /** @param {MouseEvent} e */
  indexAt(e) {
    const r = this.canvas.getBoundingClientRect(), column = Math.floor((e.clientX - r.left - LEFT) / this.wide()), part = PARTS - 1 - Math.floor((e.clientY - r.top) / ROW_TALL);
    return Math.max(0, Math.min(this.columns - 1, column)) * PARTS + Math.max(0, Math.min(PARTS - 1, part));
  }

  /** @param {number} index */
  timeOf(index) { return this.first + this.cell * BigInt(index); }

  /** What is said about a cell. @param {number} index */
  linesOf(index) {
    const from = secondsOf(this.timeOf(index)).slice(0, -4), to = secondsOf(this.timeOf(index + 1)).slice(0, -4);
    return [`${this.cells.get(index) ?? "no"} samples`, `${from} s to ${to} s`];
  }

  /** @param {PointerEvent} e */
  hover(e) {
    if (!this.columns) return;
    this.cursor = this.indexAt(e);
    this.draw();
    tipAt(e.clientX, e.clientY, [...this.linesOf(this.cursor), this.start === null ? "" : "a click ends the range here"]);
  }

  /** The first cell begins a range, the second ends it. @param {number} index */
  pick(index) {
    this.cursor = index;
    if (this.start === null) this.start = index;
    else {
      const [a, b] = [Math.min(this.start, index), Math.max(this.start, index)];
      this.start = null;
      this.range = [a, b];
      this.onRange({ from: this.timeOf(a), to: this.timeOf(b + 1) - 1n });
    }
    this.draw();
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const step = { ArrowUp: 1, ArrowDown: -1, ArrowRight: PARTS, ArrowLeft: -PARTS }[e.key], all = this.columns * PARTS;
    if (!all || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "Enter" || e.key === " ") this.pick(this.cursor);
    else if (e.key === "Escape" && this.start !== null) this.start = null;
    else if (e.key === "Escape" && this.range) this.onRange(null);
    else if (step) this.cursor = this.cursor + step >= 0 && this.cursor + step < all ? this.cursor + step : this.cursor;
    else return;
    e.preventDefault();
    this.draw();
    const r = this.canvas.getBoundingClientRect(), lines = this.linesOf(this.cursor);
    this.onSay(`${lines.join(", ")}${this.start === null ? "" : "; the range begins at " + secondsOf(this.timeOf(this.start)).slice(0, -4) + " s"}`);
    tipAt(r.left + LEFT + Math.floor(this.cursor / PARTS) * this.wide(), r.top + (PARTS - (this.cursor % PARTS)) * ROW_TALL, lines);
  }
}
