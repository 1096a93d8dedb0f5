/* The flame graph: boxes on a canvas, of a view of report -g. What is too narrow to be seen is not pulled. */
import { $, clipped, colour, isDark, make, sized, tipAt, tipOff } from "./dom.mjs";
import { boxAt, chartBoxes, fillOf, flameBoxes, hashed, kindOf, KINDS, levelsOf, nodesOf } from "./layout.mjs";

/** @typedef {import("./layout.mjs").Node} FlameNode */
/** @typedef {import("./layout.mjs").Box} Box */
/** @typedef {{ pull: (row: number | null, least: number, depth: number) => Promise<any>, tip: (row: number) => Promise<string[]>, whole: number, wholeText: string, levelsOnly: boolean }} FlameSource */

const ROW = 20, DEEP = 400, NARROWEST = 0.6; // pixels of a box that is pulled

export class Flame {
  /** @param {string} name of its elements: NAME-canvas, NAME-box and NAME-said
      @param {{ onZoom: (path: string[]) => void, onMenu: (node: FlameNode, top: string, x: number, y: number) => void, noteOf: (name: string) => string, onTime?: (from: number, to: number) => void }} o onTime: parts of the chart's time */
  constructor(name, o) {
    this.o = o;
    this.name = name;
    this.canvas = /** @type {HTMLCanvasElement} */ ($(`${name}-canvas`));
    this.box = /** @type {HTMLElement} */ ($(`${name}-box`));
    /** @type {FlameSource | null} */
    this.source = null;
    /** @type {FlameNode[]} */
    this.path = []; // from the outermost to the one that is zoomed to
    /** @type {FlameNode[]} */
    this.nodes = []; // below the last of the path
    /** @type {Box[][]} */
    this.levels = [];
    this.search = "";
    this.isFlames = false;
    this.byName = false;
    this.byObject = false;
    /** @type {{ steps: number, stepOf: (n: FlameNode) => number, timeOf: (part: number) => string } | null} */
    this.chart = null; // boxes stand in the order of time
    /** @type {Box | null} */
    this.over = null;
    /** @type {Box | null} */
    this.cursor = null;
    this.turn = 0;
    this.tall = 0; // pixels
    /** @type {FlameNode[] | undefined} */
    this.top = undefined; // the nodes of the source that are seen without zoom
    this.canvas.onpointermove = (e) => this.hover(e);
    this.canvas.onblur = tipOff;
    this.canvas.onpointerleave = () => { this.over = null; tipOff(); this.draw(); };
    this.canvas.onclick = (e) => this.click(e);
    this.canvas.oncontextmenu = (e) => {
      const at = this.hit(e);
      if (!at) return;
      e.preventDefault();
      this.cursor = at;
      this.menu(e.clientX, e.clientY);
    };
    this.canvas.onkeydown = (e) => this.key(e);
    this.box.onscroll = () => tipOff();
    new ResizeObserver(() => { if (this.box.clientWidth) this.draw(); }).observe(this.box);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /** Shows a view, zoomed to a path of keys. @param {FlameSource} source @param {string[]} zoom */
  async show(source, zoom) {
    const turn = ++this.turn;
    if (source !== this.source) this.top = undefined;
    this.source = source;
    const top = (this.top ??= nodesOf(await this.pull(source, null, source.whole)));
    let nodes = top, up = -1;
    const path = [];
    for (const name of zoom) {
      let next = nodes.findIndex((n) => n.up === up && n.key === name);
      if (next < 0 && path.length) { // it was too light
        nodes = nodesOf(await source.pull(path[path.length - 1].row, 0, 1));
        next = nodes.findIndex((n) => n.key === name);
      }
      if (next < 0) break;
      path.push(nodes[next]);
      up = next;
    }
    const at = path[path.length - 1];
    const found = at ? nodesOf(await this.pull(source, at.row, at.period)) : top;
    if (turn !== this.turn) return;
    this.path = path;
    this.nodes = found;
    this.cursor = this.over = null;
    this.arrange();
    this.box.scrollTop = this.isFlames ? this.box.scrollHeight : 0;
  }

  clear() {
    this.turn++;
    this.source = this.cursor = this.over = null;
    this.path = this.nodes = [];
    this.levels = [];
    sized(this.canvas, 1, 1);
  }

  /** @param {FlameSource} source @param {number | null} row @param {number} whole */
  pull(source, row, whole) {
    const wide = Math.max(320, this.box.clientWidth);
    return source.pull(row, Math.floor((whole * NARROWEST) / wide), DEEP);
  }

  arrange() {
    if (!this.source) return;
    const at = this.path[this.path.length - 1], whole = at ? at.period : this.source.whole;
    const boxes = this.chart ? chartBoxes(this.nodes, this.chart.stepOf, this.chart.steps, 1) : flameBoxes(this.nodes, whole, this.byName, this.path.length + 1);
    const above = [-1, ...this.path.map((_, i) => -2 - i)].map((node, depth) => ({ node, x: 0, w: 1, depth }));
    this.levels = levelsOf([...above, ...boxes]);
    this.draw();
  }

  /** The node of a box; null: all samples. @param {Box} b @returns {FlameNode | null} */
  nodeOf(b) {
    if (b.node >= 0) return this.nodes[b.node];
    return b.node === -1 ? null : this.path[-2 - b.node];
  }

  /** The nodes from the outermost to that of a box. @param {Box} b */
  pathOf(b) {
    if (b.node < 0) return this.path.slice(0, -1 - b.node);
    const found = [];
    for (let i = b.node; i >= 0; i = this.nodes[i].up) found.unshift(this.nodes[i]);
    return [...this.path, ...found];
  }

  /** @param {FlameNode | null} n */
  matches(n) {
    return Boolean(n && this.search && n.name.includes(this.search));
  }

  /** @param {number} depth */
  yOf(depth) {
    return this.isFlames ? this.tall - (depth + 1) * ROW : depth * ROW;
  }

  draw() {
    if (!this.source || !this.box.clientWidth) return;
    const wide = this.box.clientWidth, dark = isDark(), text = colour("--flame-text"), accent = colour("--accent"), match = colour("--match"), matchText = colour("--match-text");
    this.tall = Math.max(this.levels.length * ROW + 2, this.isFlames ? this.box.clientHeight - 4 : 0);
    const d = sized(this.canvas, wide, this.tall);
    d.font = "12px system-ui, sans-serif";
    d.textBaseline = "middle";
    const letter = d.measureText("abcdefghijklmnopqrstuvwxyz_:").width / 28;
    for (const row of this.levels) {
      for (const b of row ?? []) {
        const x = b.x * wide, w = b.w * wide - (b.w * wide > 3 ? 1 : 0.2);
        if (w < 0.3) continue;
        const n = this.nodeOf(b), y = this.yOf(b.depth);
        const matches = this.matches(n), dim = (this.search && !matches) || (b.node < -1 && b.node !== -1 - this.path.length);
        d.globalAlpha = dim ? 0.35 : 1;
        d.fillStyle = matches ? match : this.fill(n, b, dark);
        d.fillRect(x, y, w, ROW - 1);
        if (w > 28) {
          const name = n ? clipped(n.name) || "[unknown]" : "all";
          const fits = Math.floor((w - 8) / letter);
          d.globalAlpha = dim ? 0.7 : 1;
          d.fillStyle = matches ? matchText : text;
          d.fillText(name.length > fits ? `${name.slice(0, Math.max(1, fits - 1))}\u2026` : name, x + 4, y + ROW / 2, w - 6);
        }
        d.globalAlpha = 1;
        if (n && w > 6 && this.o.noteOf(n.name)) this.pin(d, x + w, y);
        if (b === this.cursor || b === this.over) {
          d.strokeStyle = b === this.cursor ? accent : colour("--text");
          d.lineWidth = b === this.cursor ? 2 : 1;
          d.strokeRect(x + 0.5, y + 0.5, Math.max(1, w - 1), ROW - 2);
        }
      }
    }
  }

  /** The corner of a box that has a note. @param {CanvasRenderingContext2D} d @param {number} right @param {number} y */
  pin(d, right, y) {
    d.fillStyle = colour("--accent");
    d.beginPath();
    d.moveTo(right - 8, y);
    d.lineTo(right, y);
    d.lineTo(right, y + 8);
    d.fill();
  }

  /** @param {FlameNode | null} n @param {Box} b @param {boolean} dark */
  fill(n, b, dark) {
    if (!n) return colour("--root");
    if (this.byObject) return n.dso ? fillOf(hashed(n.dso) * 360, "", dark) : fillOf(-1, n.name, dark);
    return fillOf(kindOf(n, this.isTop(b)).hue, n.name, dark);
  }

  /** Whether a box is a row of the table itself. @param {Box} b */
  isTop(b) { return b.depth === 1 && !this.chart; }

  /** What the colours mean: [title, colour]. */
  legend() {
    const dark = isDark();
    if (!this.byObject) {
      const used = new Set(this.levels.flatMap((row) => (row ?? []).map((b) => { const n = this.nodeOf(b); return n ? kindOf(n, this.isTop(b)).name : ""; })));
      return KINDS.filter((k) => used.has(k.name)).map((k) => [k.title, fillOf(k.hue, "", dark)]);
    }
    /** @type {Map<string, number>} */
    const objects = new Map();
    for (const n of this.nodes) if (n.dso) objects.set(n.dso, (objects.get(n.dso) ?? 0) + n.self);
    return [...objects].sort((a, b) => b[1] - a[1]).slice(0, 12).map(([name]) => [name, fillOf(hashed(name) * 360, "", dark)]);
  }

  /** @param {MouseEvent} e */
  hit(e) {
    const r = this.canvas.getBoundingClientRect(), y = e.clientY - r.top;
    const depth = Math.floor((this.isFlames ? this.tall - y : y) / ROW);
    return boxAt(this.levels, depth, (e.clientX - r.left) / r.width);
  }

  /** @param {PointerEvent} e */
  async hover(e) {
    const at = this.hit(e);
    if (at === this.over) return;
    this.over = at;
    this.canvas.style.cursor = at ? "pointer" : "default";
    this.draw();
    if (!at) return tipOff();
    const lines = await this.linesOf(at);
    if (this.over === at) tipAt(e.clientX, e.clientY, lines);
  }

  /** What is said about a box. @param {Box} b */
  async linesOf(b) {
    const n = this.nodeOf(b);
    if (!n) return ["all", this.source?.wholeText ?? ""];
    if (this.chart) return [n.name || "[unknown]", `${this.chart.timeOf(b.x)} to ${this.chart.timeOf(b.x + b.w)}`, n.dso, "a click takes this time"];
    return [n.name || "[unknown]", ...(await (this.source?.tip(n.row) ?? [])), n.dso, n.kind && n.kind !== "user" ? n.kind : "", ...this.o.noteOf(n.name).split("\n").filter(Boolean).map((said) => `\u270e ${said}`)];
  }

  /** @param {MouseEvent} e */
  click(e) {
    const at = this.hit(e);
    tipOff();
    if (at) this.enter(at);
  }

  /** @param {Box} b */
  enter(b) {
    if (this.chart) this.o.onTime?.(b.x, b.x + b.w);
    else this.o.onZoom(this.pathOf(b).map((n) => n.key));
  }

  /** @param {number} x @param {number} y */
  menu(x, y) {
    const n = this.cursor && this.nodeOf(this.cursor);
    tipOff();
    if (n && this.cursor) this.o.onMenu(n, this.chart ? "" : this.pathOf(this.cursor)[0].name, x, y);
  }

  /** @param {KeyboardEvent} e */
  async key(e) {
    const c = this.cursor ?? this.levels[this.path.length]?.[0];
    if (!c || e.ctrlKey || e.metaKey || e.altKey) return;
    const out = this.isFlames ? "ArrowDown" : "ArrowUp", into = this.isFlames ? "ArrowUp" : "ArrowDown";
    const row = this.levels[c.depth], i = row.indexOf(c);
    /** @type {Box | null | undefined} */
    let to = null;
    if (e.key === into) {
      const below = (this.levels[c.depth + 1] ?? []).filter((b) => b.x >= c.x - 1e-9 && b.x < c.x + c.w);
      to = below.sort((a, b) => b.w - a.w)[0];
    } else if (e.key === out) to = boxAt(this.levels, c.depth - 1, c.x + c.w / 2);
    else if (e.key === "ArrowRight") to = row[i + 1];
    else if (e.key === "ArrowLeft") to = row[i - 1];
    else if (e.key === "Home") to = this.levels[0][0];
    else if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      return this.enter(c);
    } else if (e.key === "Escape" || e.key === "Backspace") {
      e.preventDefault();
      return this.o.onZoom(this.path.slice(0, -1).map((n) => n.key));
    } else if (e.key === "m" || e.key === "ContextMenu" || (e.key === "F10" && e.shiftKey)) {
      e.preventDefault();
      this.cursor = c;
      const r = this.canvas.getBoundingClientRect();
      return this.menu(r.left + (c.x + c.w / 2) * r.width, r.top + this.yOf(c.depth) + ROW);
    } else return;
    e.preventDefault();
    this.cursor = to ?? c;
    const y = this.yOf(this.cursor.depth);
    if (y < this.box.scrollTop) this.box.scrollTop = y;
    else if (y + ROW > this.box.scrollTop + this.box.clientHeight) this.box.scrollTop = y + ROW - this.box.clientHeight;
    this.draw();
    const lines = await this.linesOf(this.cursor), r = this.canvas.getBoundingClientRect();
    $(`${this.name}-said`).textContent = clipped(lines.filter(Boolean).join(", "));
    tipAt(r.left + this.cursor.x * r.width, r.top + y + 2, lines);
  }
}

/** The path that is zoomed to, as buttons. @param {Flame} flame @param {(path: string[]) => void} onZoom */
export function crumbs(flame, onZoom) {
  const names = flame.path.map((n) => n.name || "[unknown]");
  return ["all", ...names].map((name, i) => make("button", { type: "button", class: "crumb", "aria-current": i === names.length ? "location" : null,
    onclick: () => onZoom(flame.path.slice(0, i).map((n) => n.key)) }, clipped(name)));
}
