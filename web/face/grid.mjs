/* A table of pulled rows: only those in sight are asked for. Rows may have rows below them. */
import { clipped, make } from "./dom.mjs";

/** @typedef {{ row: number, parent: number | null, children: number, depth: number, cells: [number, string | null, any][] }} Row */
/** @typedef {{ title: string, help?: string, text: (row: Row) => string, right?: boolean, width: string, heat?: (row: Row) => number, fold?: boolean, draw?: (row: Row, index: number) => Node, sort?: number, minor?: boolean, named?: boolean, kind?: (row: Row) => string }} Column */
/** @typedef {{ row: number | null, index: number, depth: number, count: number, shown: number, up: Knot | null, open: Map<number, Knot>, pages: Map<number, Row[] | Promise<void>> }} Knot */

const PAGE = 200, TALL = 22, HEAD = 28, NARROW = 520, MOST_TALL = 15000000; // pixels that every browser scrolls

/** The text of a cell. @param {Row} row @param {number} column */
export const cellText = (row, column) => row.cells.find(([c]) => c === column)?.[1] ?? "";
/** @param {Row} row @param {number} column */
export const cellValue = (row, column) => row.cells.find(([c]) => c === column)?.[2] ?? null;

/** The class for a share, with perf's limits. @param {number} percent */
export const heatOf = (percent) => (percent >= 5 ? "hot" : percent >= 0.5 ? "warm" : "cool");

/** The mark of a note, which says what the note says. @param {string} said */
export const pinMark = (said) => make("span", { class: "pin", title: said, role: "note", "aria-label": `note: ${said}` }, "\u270e");

export class Grid {
  static made = 0;

  /** @param {HTMLElement} host @param {{ label: string, columns: Column[], count: number, root?: number | null, folds?: boolean,
      pull: (parent: number | null, from: number, n: number) => Promise<Row[]>, onAct?: (row: Row) => void,
      onMenu?: (row: Row, x: number, y: number) => void, rowClass?: (row: Row) => string, noteOf?: (row: Row) => string, onSort?: (column: number, down: boolean) => Promise<void> }} o */
  constructor(host, o) {
    this.o = { ...o };
    /** @type {boolean | null} */
    this.isNarrow = null;
    this.all = o.columns; // with those that a narrow screen has no place for
    this.cursor = 0;
    this.id = `grid${Grid.made++}`;
    /** @type {{ column: number, down: boolean } | null} */
    this.sorted = null; // a column of the engine
    this.root = this.knot(null, o.root ?? null, 0, -1, o.count);
    this.head = make("div", { class: "grid-head", role: "row", "aria-rowindex": 1 });
    this.space = make("div", { class: "grid-space", role: "presentation" });
    this.lines = make("div", { class: "grid-lines", role: "rowgroup" });
    this.space.append(this.lines);
    this.element = make("div", { class: "grid", role: o.folds ? "treegrid" : "grid", "aria-label": o.label, tabindex: 0, onscroll: () => this.draw(), onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e) },
      make("div", { role: "rowgroup", class: "grid-top" }, this.head), this.space);
    host.replaceChildren(this.element);
    this.fit();
    this.watch = new ResizeObserver(() => { this.fit(); this.draw(); });
    this.watch.observe(this.element);
    this.draw();
  }

  /** Chooses the columns that the width has a place for. */
  fit() {
    const wide = this.element.clientWidth, isNarrow = wide > 0 && wide < NARROW;
    if (isNarrow === this.isNarrow || (!wide && this.isNarrow !== null)) return;
    this.isNarrow = isNarrow;
    const columns = this.o.columns = this.all.filter((c) => !isNarrow || !c.minor);
    this.head.replaceChildren(...columns.map((c) => {
      const title = c.sort !== undefined && this.o.onSort
        ? make("button", { type: "button", title: c.help ?? `sort by ${c.title}`, onclick: () => this.sort(c) }, c.title) : make("span", { title: c.help ?? null }, c.title);
      return make("div", { role: "columnheader", class: c.right ? "right" : "", "aria-sort": this.order(c) }, title);
    }));
    this.element.style.setProperty("--columns", columns.map((c) => c.width).join(" "));
    this.element.style.setProperty("--least", `${columns.reduce((sum, c) => sum + Number(/\d+/.exec(c.width)?.[0] ?? 0) + 12, 12)}px`);
  }

  /** How a column is sorted, as its heading says it. @param {Column} c */
  order(c) {
    if (c.sort === undefined) return null;
    if (this.sorted?.column !== c.sort) return "none";
    return this.sorted.down ? "descending" : "ascending";
  }

  /** @param {Knot | null} up @param {number | null} row @param {number} index @param {number} depth @param {number} count @returns {Knot} */
  knot(up, row, index, depth, count) {
    return { up, row, index, depth, count, shown: count, open: new Map(), pages: new Map() };
  }

  /** The row below a knot that is the i-th in sight, as { of, index }. @param {Knot} of @param {number} i @returns {{ of: Knot, index: number }} */
  find(of, i) {
    let before = 0;
    for (const [index, kid] of [...of.open].sort((a, b) => a[0] - b[0])) {
      if (i <= index + before) break;
      if (i <= index + before + kid.shown) return this.find(kid, i - index - before - 1);
      before += kid.shown;
    }
    return { of, index: i - before };
  }

  /** @param {Knot} of @param {number} index @returns {Row | null} */
  rowOf(of, index) {
    const page = Math.floor(index / PAGE), known = of.pages.get(page);
    if (Array.isArray(known)) return known[index % PAGE] ?? null;
    if (!known)
      of.pages.set(page, this.o.pull(of.row, page * PAGE, PAGE).then((rows) => { of.pages.set(page, rows); this.draw(); }, () => { of.pages.set(page, []); }));
    return null;
  }

  /** Waits for all rows in sight. */
  async settled() {
    for (let waits = true; waits;) {
      this.draw();
      const stack = [this.root];
      waits = false;
      for (let k; (k = stack.pop());) {
        for (const page of k.pages.values()) if (!Array.isArray(page)) { waits = true; await page; }
        stack.push(...k.open.values());
      }
    }
  }

  scale() { return Math.max(1, (this.root.shown * TALL) / MOST_TALL); }

  draw() {
    const scale = this.scale(), high = this.element.clientHeight || 400, n = this.root.shown;
    const first = Math.max(0, Math.floor((this.element.scrollTop * scale) / TALL) - 2), last = Math.min(n, first + Math.ceil(high / TALL) + 4);
    this.space.style.height = `${(n * TALL) / scale}px`;
    this.lines.style.transform = `translateY(${first === 0 ? 0 : this.element.scrollTop - ((this.element.scrollTop * scale) % TALL) - 2 * TALL}px)`;
    this.element.setAttribute("aria-rowcount", String(n + 1));
    const made = [];
    for (let i = first; i < last; i++) made.push(this.line(i));
    this.lines.replaceChildren(...made);
    this.element.setAttribute("aria-activedescendant", made.some((l) => l.id === this.lineId(this.cursor)) ? this.lineId(this.cursor) : "");
  }

  /** @param {number} i */
  lineId(i) { return `${this.id}-${i}`; }

  /** @param {number} i */
  line(i) {
    const { of, index } = this.find(this.root, i), row = this.rowOf(of, index), open = of.open.has(index);
    const line = make("div", { class: `grid-row${i === this.cursor ? " at" : ""}`, role: "row", id: this.lineId(i), "aria-rowindex": i + 2, "aria-level": this.o.folds ? of.depth + 2 : null,
      "aria-expanded": this.o.folds && row?.children ? String(open) : null, "aria-selected": String(i === this.cursor) });
    for (const c of this.o.columns) {
      const cell = make("div", { role: "gridcell", class: c.right ? "right" : "" });
      line.append(cell);
      if (!row) continue;
      cell.append(this.cell(c, row, of.depth + 1, open, i, index));
      if (c.heat) {
        const share = c.heat(row);
        cell.classList.add("share", heatOf(share));
        cell.style.setProperty("--share-width", `${Math.min(100, share)}%`);
      }
    }
    if (row && this.o.rowClass?.(row)) line.classList.add(this.o.rowClass(row));
    line.onclick = (/** @type {MouseEvent} */ e) => { this.moveTo(i); if (e.detail === 2 && row) this.o.onAct?.(row); };
    line.oncontextmenu = (/** @type {MouseEvent} */ e) => {
      if (!row || !this.o.onMenu) return;
      e.preventDefault();
      this.moveTo(i);
      this.o.onMenu(row, e.clientX, e.clientY);
    };
    return line;
  }

  /** @param {Column} c @param {Row} row @param {number} depth @param {boolean} open @param {number} i @param {number} index */
  cell(c, row, depth, open, i, index) {
    const text = clipped(c.text(row)), kind = c.kind?.(row), said = c.named && this.o.noteOf?.(row);
    const span = /** @type {any} */ (c.draw?.(row, index) ?? make("span", { title: text.length > 24 ? text : null, class: kind ? `kind ${kind}` : "" }, text));
    if (said) span.append(pinMark(said));
    if (!c.fold || !this.o.folds) return span;
    const mark = row.children
      ? make("button", { type: "button", class: "fold", tabindex: -1, "aria-label": open ? "close" : "open", onclick: (/** @type {Event} */ e) => { e.stopPropagation(); this.toggle(i); } }, open ? "\u25be" : "\u25b8")
      : make("span", { class: "fold" });
    const box = make("span", { class: "folded" }, mark, span);
    box.style.paddingLeft = `${Math.min(depth, 60) * 14}px`;
    return box;
  }

  /** Opens or closes the i-th row. @param {number} i @param {boolean} [to] */
  toggle(i, to) {
    const { of, index } = this.find(this.root, i), row = this.rowOf(of, index), is = of.open.has(index);
    if (!row?.children || is === to) return;
    const kid = of.open.get(index) ?? this.knot(of, row.row, index, of.depth + 1, row.children), n = is ? -kid.shown : kid.shown;
    if (is) of.open.delete(index);
    else of.open.set(index, kid);
    /** @type {Knot | null} */
    let k = of;
    for (; k; k = k.up) k.shown += n;
    this.draw();
  }

  /** Opens the heaviest path from the i-th row, as far as one child has most of it. @param {number} i @param {number} most */
  async openFrom(i, most) {
    for (let n = 0; n < most; n++) {
      await this.settled();
      const { of, index } = this.find(this.root, i + n);
      if (!this.rowOf(of, index)?.children) return;
      this.toggle(i + n, true);
    }
    await this.settled();
  }

  /** @param {number} i */
  moveTo(i) {
    this.cursor = Math.max(0, Math.min(this.root.shown - 1, i));
    const top = (this.cursor * TALL) / this.scale(), high = this.element.clientHeight - HEAD;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top + TALL > this.element.scrollTop + high) this.element.scrollTop = top + TALL - high;
    this.draw();
  }

  at() {
    const { of, index } = this.find(this.root, this.cursor);
    return this.rowOf(of, index);
  }

  /** The row above the one that the cursor is at. */
  upper() {
    const { of } = this.find(this.root, this.cursor);
    if (!of.up) return this.cursor;
    for (let i = this.cursor - 1; i >= 0; i--) {
      const k = this.find(this.root, i);
      if (k.of === of.up && k.index === of.index) return i;
    }
    return this.cursor;
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const page = Math.max(1, Math.floor((this.element.clientHeight - HEAD) / TALL) - 1), row = this.at();
    const { of, index } = this.find(this.root, this.cursor);
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => this.moveTo(this.cursor + 1), ArrowUp: () => this.moveTo(this.cursor - 1),
      PageDown: () => this.moveTo(this.cursor + page), PageUp: () => this.moveTo(this.cursor - page),
      Home: () => this.moveTo(0), End: () => this.moveTo(this.root.shown - 1),
      ArrowRight: () => (of.open.has(index) ? this.moveTo(this.cursor + 1) : this.toggle(this.cursor, true)),
      ArrowLeft: () => (of.open.has(index) ? this.toggle(this.cursor, false) : this.moveTo(this.upper())),
      Enter: () => { if (row) this.o.onAct?.(row); },
      ContextMenu: () => this.menu(), m: () => this.menu(),
    };
    const act = keys[e.key === "F10" && e.shiftKey ? "ContextMenu" : e.key];
    if (!act || e.ctrlKey || e.metaKey || e.altKey || e.target !== this.element) return;
    e.preventDefault();
    act();
  }

  menu() {
    const row = this.at(), box = this.lines.querySelector(".at")?.getBoundingClientRect();
    if (row && box) this.o.onMenu?.(row, box.left + 40, box.bottom);
  }

  /** @param {Column} c */
  async sort(c) {
    if (c.sort === undefined) return;
    this.sorted = { column: c.sort, down: this.sorted?.column === c.sort ? !this.sorted.down : Boolean(c.right) };
    await this.o.onSort?.(c.sort, this.sorted.down);
    this.root = this.knot(null, this.root.row, 0, -1, this.root.count);
    [...this.head.children].forEach((h, k) => { const order = this.order(this.o.columns[k]); if (order) h.setAttribute("aria-sort", order); });
    this.cursor = 0;
    this.element.scrollTop = 0;
    await this.settled();
  }
}
