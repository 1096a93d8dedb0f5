/* Samples over time: the rows of report --sort time as bars, with a brush that sets --time; below them markers of tracepoints, above
   them notes. Counters of stat -I are bars, too, each lane with a scale of its own. */
import { clipped, colour, isDark, sized, tipAt, tipOff } from "./dom.mjs";
import { hashed, quantumOf } from "./layout.mjs";
import { nsOf, secondsOf } from "./state.mjs";

/** @typedef {{ step: number, lane: string, period: number, said: string }} Bar */
/** @typedef {{ time: string, lane: string, period: number, said: string }} BarRow */
/** @typedef {{ from: bigint, to: bigint, text: string }} Remark */

const LANE = 20, AXIS = 15, LANES = 24, MARKER_LANE = 14, MARKER_LANES = 6, REMARK = 7;

export class Timeline {
  /** @param {HTMLCanvasElement} canvas @param {(range: { from: bigint, to: bigint } | null) => void} onRange */
  constructor(canvas, onRange) {
    this.canvas = canvas;
    this.onRange = onRange;
    /** @type {Map<string, Map<number, Bar>>} */
    this.lanes = new Map();
    this.first = 0n;
    this.quantum = 1n;
    this.steps = 0;
    /** @type {[number, number] | null} */
    this.brush = null; // steps, both inside
    /** @type {number | null} */
    this.from = null;
    this.cursor = 0;
    /** @type {Map<string, Map<number, Bar>>} */
    this.markers = new Map(); // lanes below the bars
    /** @type {Remark[]} */
    this.remarks = [];
    this.isCounters = false;
    this.all = 0; // lanes, with those that are not shown
    canvas.onpointerdown = (e) => {
      if (e.button || !this.steps || this.isCounters) return;
      canvas.setPointerCapture(e.pointerId);
      this.from = this.stepAt(e);
      this.moved = false;
    };
    canvas.onpointermove = (e) => this.move(e);
    canvas.onpointerup = (e) => {
      if (this.from === null) return;
      const to = this.stepAt(e), from = this.from;
      this.from = null;
      if (this.moved) this.choose(Math.min(from, to), Math.max(from, to));
      else if (this.brush) this.clear();
    };
    canvas.onpointerleave = canvas.onblur = tipOff;
    canvas.onkeydown = (e) => this.key(e);
    new ResizeObserver(() => this.draw()).observe(/** @type {Element} */ (canvas.parentElement));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /** Takes rows: { time: "12.3", lane, period, said }, in steps of `quantum`, of a recording from `first` to `last`.
      @param {BarRow[]} rows @param {bigint} first @param {bigint} last @param {bigint} quantum @param {{ markers?: BarRow[], isCounters?: boolean }} [o] */
  show(rows, first, last, quantum, o = {}) {
    this.quantum = quantum;
    this.first = (first / quantum) * quantum;
    this.steps = Number((last - this.first) / quantum) + 1;
    this.isCounters = o.isCounters ?? false;
    this.lanes = this.lanesOf(rows, LANES);
    this.all = new Set(rows.map((r) => r.lane)).size;
    this.markers = this.lanesOf(o.markers ?? [], MARKER_LANES);
    this.draw();
  }

  /** The heaviest lanes of rows. @param {BarRow[]} rows @param {number} most @returns {Map<string, Map<number, Bar>>} */
  lanesOf(rows, most) {
    /** @type {Map<string, number>} */
    const weights = new Map();
    /** @type {Map<string, Map<number, Bar>>} */
    const lanes = new Map();
    for (const r of rows) weights.set(r.lane, (weights.get(r.lane) ?? 0) + r.period);
    const order = this.isCounters ? [...weights] : [...weights].sort((a, b) => b[1] - a[1]);
    for (const [lane] of order.slice(0, most)) lanes.set(lane, new Map());
    for (const r of rows) {
      const step = Number((nsOf(r.time) - this.first) / this.quantum);
      lanes.get(r.lane)?.set(step, { step, lane: r.lane, period: r.period, said: r.said });
    }
    return lanes;
  }

  /** @param {Remark[]} remarks */
  setRemarks(remarks) {
    if (!remarks.length && !this.remarks.length) return;
    this.remarks = remarks;
    this.draw();
  }

  /** @param {{ from: bigint, to: bigint } | null} range */
  setRange(range) {
    const at = (/** @type {bigint} */ t) => Math.max(0, Math.min(this.steps - 1, Number((t - this.first) / this.quantum)));
    /** @type {[number, number] | null} */
    const brush = range && this.steps ? [at(range.from), at(range.to)] : null;
    if (String(brush) === String(this.brush)) return; // a zoom draws nothing here
    this.brush = brush;
    this.draw();
  }

  laneTall() { return this.lanes.size > 1 ? LANE : 44; }

  /** Where the bars begin. */
  top() { return this.remarks.length ? REMARK : 0; }

  draw() {
    const box = /** @type {HTMLElement} */ (this.canvas.parentElement), wide = box.clientWidth;
    if (!wide || !this.steps) return;
    const tall = this.laneTall(), d = sized(this.canvas, wide, this.top() + Math.max(1, this.lanes.size) * tall + this.markers.size * MARKER_LANE + AXIS), each = wide / this.steps, dark = isDark();
    let y = this.top();
    const mostOf = (/** @type {Iterable<Bar>} */ bars) => { let most = 0; for (const b of bars) most = Math.max(most, b.period); return most; };
    const all = Math.max(0, ...[...this.lanes.values()].map((lane) => mostOf(lane.values())));
    d.font = "11px system-ui, sans-serif";
    for (const [name, lane] of this.lanes) {
      const most = this.isCounters ? mostOf(lane.values()) : all;
      d.fillStyle = this.lanes.size > 1 ? `hsl(${Math.round(hashed(name) * 360)} ${dark ? "45% 55%" : "55% 52%"})` : colour("--bars");
      for (const b of lane.values()) {
        const h = b.period ? Math.max(1, (b.period / most) * (tall - 4)) : 0;
        d.fillRect(b.step * each, y + tall - h, Math.max(1, each - (each > 4 ? 1 : 0)), h);
      }
      d.fillStyle = colour("--line");
      d.fillRect(0, y + tall - 0.5, wide, 0.5);
      y += tall;
    }
    y = this.drawMarkers(d, y, each);
    this.axis(d, wide, y, each);
    const range = this.brush;
    if (range) {
      const a = range[0] * each, b = (range[1] + 1) * each;
      d.fillStyle = colour("--veil");
      d.fillRect(0, this.top(), a, y - this.top());
      d.fillRect(b, this.top(), wide - b, y - this.top());
      d.fillStyle = colour("--accent");
      d.fillRect(a - 1, 0, 2, y);
      d.fillRect(b - 1, 0, 2, y);
    }
    this.lanes.size > 1 && [...this.lanes.keys()].forEach((name, i) => this.label(d, name, this.top() + i * tall + 3));
    for (const r of this.remarks) {
      d.fillStyle = colour("--accent");
      d.fillRect(this.xOf(r.from, each), 1, Math.max(4, this.xOf(r.to, each) - this.xOf(r.from, each)), REMARK - 3);
    }
  }

  /** @param {bigint} t @param {number} each */
  xOf(t, each) { return (Number(t - this.first) / Number(this.quantum)) * each; }

  /** A mark for each step with samples of a tracepoint. @param {CanvasRenderingContext2D} d @param {number} y @param {number} each */
  drawMarkers(d, y, each) {
    for (const [name, lane] of this.markers) {
      this.label(d, name, y);
      d.fillStyle = `hsl(${Math.round(hashed(name) * 360)} 60% ${isDark() ? 62 : 42}%)`;
      for (const b of lane.values()) {
        const x = (b.step + 0.5) * each;
        d.beginPath();
        d.moveTo(x - 3, y + 2);
        d.lineTo(x + 3, y + 2);
        d.lineTo(x, y + MARKER_LANE - 3);
        d.fill();
      }
      y += MARKER_LANE;
    }
    return y;
  }

  /** @param {CanvasRenderingContext2D} d @param {string} name @param {number} y */
  label(d, name, y) {
    name = clipped(name);
    d.globalAlpha = 0.8;
    d.fillStyle = colour("--panel");
    d.fillRect(2, y, d.measureText(name).width + 8, 14);
    d.globalAlpha = 1;
    d.fillStyle = colour("--text");
    d.fillText(name, 6, y + 11);
  }

  /** @param {CanvasRenderingContext2D} d @param {number} wide @param {number} y @param {number} each */
  axis(d, wide, y, each) {
    d.fillStyle = colour("--dim");
    const unit = quantumOf(this.quantum * BigInt(this.steps), Math.max(2, Math.floor(wide / 90)));
    const digits = Math.max(0, 10 - String(unit).length);
    for (let t = ((this.first + unit - 1n) / unit) * unit; t < this.first + this.quantum * BigInt(this.steps); t += unit) {
      const x = (Number(t - this.first) / Number(this.quantum)) * each, text = `${(Number(t / 1000n) / 1e6).toFixed(digits)} s`;
      if (x + 4 + d.measureText(text).width < wide) d.fillText(text, x + 3, y + 11);
      d.fillRect(x, y, 1, 5);
    }
  }

  /** @param {PointerEvent} e */
  stepAt(e) {
    const r = this.canvas.getBoundingClientRect();
    return Math.max(0, Math.min(this.steps - 1, Math.floor(((e.clientX - r.left) / r.width) * this.steps)));
  }

  /** @param {PointerEvent} e */
  move(e) {
    if (!this.steps) return;
    const step = this.stepAt(e);
    if (this.from !== null) {
      this.moved = this.moved || step !== this.from;
      if (this.moved) {
        this.brush = [Math.min(step, this.from), Math.max(step, this.from)];
        this.draw();
      }
    }
    tipAt(e.clientX, e.clientY, this.linesAt(step, e.clientY - this.canvas.getBoundingClientRect().top));
  }

  /** What is said about a point. @param {number} step @param {number} y */
  linesAt(step, y) {
    const at = `${secondsOf(this.first + this.quantum * BigInt(step)).slice(0, -3)} s`, from = this.first + this.quantum * BigInt(step), bars = this.top() + this.lanes.size * this.laneTall();
    const said = this.remarks.filter((r) => r.from < from + this.quantum && r.to >= from).map((r) => `\u270e ${r.text}`);
    const [list, lane] = y < bars ? [this.lanes, Math.floor((y - this.top()) / this.laneTall())] : [this.markers, Math.floor((y - bars) / MARKER_LANE)];
    const [name, row] = [...list][lane] ?? [], b = row?.get(step);
    return [name || at, name ? at : "", b ? b.said : "no samples", ...said];
  }

  /** @param {number} a @param {number} b */
  choose(a, b) {
    this.brush = [a, b];
    this.draw();
    this.onRange({ from: this.first + this.quantum * BigInt(a), to: this.first + this.quantum * BigInt(b + 1) - 1n });
  }

  clear() {
    this.brush = null;
    this.draw();
    this.onRange(null);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (this.isCounters) return;
    if (e.key === "Escape" && this.brush) this.clear();
    else if (e.key === "Enter" && this.brush) this.choose(...this.brush);
    else if (step && this.steps) {
      const at = (/** @type {number} */ i) => Math.max(0, Math.min(this.steps - 1, i));
      if (e.shiftKey && this.brush) this.brush = this.cursor === this.brush[0] ? [at(this.brush[0]), Math.max(this.brush[0], at(this.brush[1] + step))] : this.brush;
      else {
        this.cursor = at(this.brush ? this.brush[0] + step : this.cursor);
        this.brush = [this.cursor, this.cursor];
      }
      this.draw();
    } else return;
    e.preventDefault();
  }
}
