/* Where things are drawn. Numbers come from the engine; here they become places and colours. */

/** @typedef {{ row: number, up: number, key: string, name: string, dso: string, kind: string, period: number, samples: number, self: number, more: boolean }} Node */
/** @typedef {{ node: number, x: number, w: number, depth: number }} Box  x and w as parts of the width */

/** The nodes of an answer to `flame`. A node's key, by which a zoom finds it, is its name, with the object if a heavier sibling has
    that name, too. @param {{ texts: string[], nodes: number[][] }} answer @returns {Node[]} */
export function nodesOf({ texts, nodes }) {
  const seen = new Set();
  return nodes.map(([row, up, name, dso, kind, period, samples, self, more]) => {
    const place = `${up} ${name}`, key = seen.has(place) ? `${texts[name]}\0${texts[dso]}` : texts[name];
    seen.add(place);
    return { row, up, key, name: texts[name], dso: texts[dso], kind: texts[kind], period, samples, self, more: more === 1 };
  });
}

/** Boxes of nodes that are as wide as their share of `whole`. Siblings stand heaviest first, or by name.
    @param {Node[]} nodes @param {number} whole @param {boolean} byName @param {number} above levels above the first @returns {Box[]} */
export function flameBoxes(nodes, whole, byName, above = 0) {
  /** @type {number[][]} */
  const below = Array.from({ length: nodes.length + 1 }, () => []);
  nodes.forEach((n, i) => below[n.up + 1].push(i));
  /** @type {Box[]} */
  const boxes = new Array(nodes.length);
  const place = (/** @type {number} */ up, /** @type {number} */ x, /** @type {number} */ depth) => {
    const row = below[up + 1];
    if (byName) row.sort((a, b) => (nodes[a].name < nodes[b].name ? -1 : nodes[a].name > nodes[b].name ? 1 : a - b));
    for (const i of row) {
      const w = whole ? nodes[i].period / whole : 0;
      boxes[i] = { node: i, x, w, depth };
      x += w;
    }
  };
  place(-1, 0, above);
  for (let i = 0; i < nodes.length; i++) place(i, boxes[i].x, boxes[i].depth + 1); // nodes come level by level
  return boxes;
}

/** Boxes in the order of time: nodes of the first level are steps of time, which are not drawn; what they have below them stands side by
    side, and boxes of one function that follow each other under one caller become one.
    @param {Node[]} nodes @param {(n: Node) => number} stepOf of a node of the first level @param {number} steps @param {number} above @returns {Box[]} */
export function chartBoxes(nodes, stepOf, steps, above = 0) {
  /** @type {number[][]} */
  const below = Array.from({ length: nodes.length }, () => []);
  nodes.forEach((n, i) => { if (n.up >= 0) below[n.up].push(i); });
  /** @type {(Box & { under: Box | null })[]} */
  const boxes = [], last = /** @type {(Box & { under: Box | null })[]} */ ([]);
  const place = (/** @type {number} */ up, /** @type {number} */ x, /** @type {number} */ w, /** @type {number} */ depth, /** @type {Box | null} */ under) => {
    for (const i of below[up].sort((a, b) => (nodes[a].name < nodes[b].name ? -1 : nodes[a].name > nodes[b].name ? 1 : a - b))) {
      const wide = (w * nodes[i].period) / nodes[up].period, before = last[depth], n = nodes[i];
      let box = before;
      if (before && before.under === under && before.x + before.w > x - 1e-9 && nodes[before.node].name === n.name && nodes[before.node].dso === n.dso) before.w = x + wide - before.x;
      else {
        box = last[depth] = { node: i, x, w: wide, depth, under };
        boxes.push(box);
      }
      place(i, x, wide, depth + 1, box);
      x += wide;
    }
  };
  const tops = nodes.flatMap((n, i) => (n.up < 0 ? [{ i, step: stepOf(n) }] : [])).sort((a, b) => a.step - b.step);
  for (const { i, step } of tops) place(i, step / steps, 1 / steps, above, null);
  return boxes.map(({ node, x, w, depth }) => ({ node, x, w, depth }));
}

/** The box at a point, by the levels of boxes. @param {Box[][]} levels each in order of x @param {number} depth @param {number} x */
export function boxAt(levels, depth, x) {
  const row = levels[depth] ?? [];
  let low = 0, high = row.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (row[middle].x + row[middle].w > x) high = middle;
    else low = middle + 1;
  }
  const found = row[low];
  return found && found.x <= x ? found : null;
}

/** @param {Box[]} boxes @returns {Box[][]} */
export function levelsOf(boxes) {
  /** @type {Box[][]} */
  const levels = [];
  for (const b of boxes) (levels[b.depth] ??= []).push(b);
  for (const row of levels) row?.sort((a, b) => a.x - b.x);
  return levels;
}

/** A number in [0, 1) that is the same for equal texts. @param {string} text */
export function hashed(text) {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return ((h ^ (h >>> 13)) >>> 0) / 4294967296;
}

export const KINDS = [
  { name: "command", title: "command", hue: 235, of: [""] },
  { name: "user", title: "user", hue: 38, of: ["user", "data"] },
  { name: "kernel", title: "kernel", hue: 8, of: ["kernel", "module", "ksymbol", "vdso"] },
  { name: "jit", title: "JIT", hue: 140, of: ["jit"] },
  { name: "inlined", title: "inlined", hue: 190, of: ["inlined"] },
  { name: "unknown", title: "no object", hue: -1, of: [] },
];

/** The entry of the legend for a node. @param {{ kind: string, up: number, dso: string }} n @param {boolean} isTop */
export function kindOf(n, isTop) {
  if (isTop && !n.kind) return n.dso ? KINDS[1] : KINDS[0];
  return KINDS.find((k) => n.kind && k.of.includes(n.kind)) ?? KINDS[5];
}

/** Fill colour of a node. Names of one kind differ a little, objects by hue. @param {number} hue -1: grey @param {string} name @param {boolean} dark */
export function fillOf(hue, name, dark) {
  const h = hashed(name), shift = (h - 0.5) * 18, light = dark ? 33 + h * 9 : 76 - h * 10;
  if (hue < 0) return `hsl(220 4% ${light}%)`;
  return `hsl(${Math.round((hue + shift + 360) % 360)} ${dark ? 40 : 72}% ${Math.round(light)}%)`;
}

/** The widths of steps of a time line, so that about `steps` of them cover `ns`: 1, 2 or 5 of a decimal unit. @param {bigint} ns @param {number} steps */
export function quantumOf(ns, steps) {
  let q = 1000n; // a microsecond
  for (const factors = [2n, 5n, 10n]; ;) {
    if (ns / q < BigInt(steps)) return q;
    const f = factors.find((k) => ns / (q * k) < BigInt(steps));
    if (f) return q * f;
    q *= 10n;
  }
}

/** The part of the time, in percent, that is drawn before all of a capture is read; 0: it is small enough. @param {number} samples */
export function partOf(samples) {
  const ENOUGH = 30000, MOST = 12; // an eighth and more is not read by itself (lib/session/count.c)
  const percent = Math.ceil((100 * ENOUGH) / samples);
  return percent <= MOST ? percent : 0;
}

/** As --time-quantum reads it. @param {bigint} ns */
export function quantumText(ns) {
  for (const [unit, size] of /** @type {[string, bigint][]} */ ([["s", 1000000000n], ["ms", 1000000n], ["us", 1000n]])) if (ns % size === 0n) return `${ns / size}${unit}`;
  return `${ns}ns`;
}

/** A step of time, "5ms", in ns; 0n: it is none. @param {string} text */
export function nsOfQuantum(text) {
  const m = /^(\d+)(s|ms|us|ns)$/.exec(text), unit = { s: 1000000000n, ms: 1000000n, us: 1000n, ns: 1n }[m?.[2] ?? ""];
  return m && unit ? BigInt(m[1]) * unit : 0n;
}

/** Jumps of a function, as lanes beside its rows: the shorter a jump, the nearer. A lane holds jumps that do not overlap.
    @param {{ at: number, target: number }[]} jumps rows that jump and where to @param {number} most lanes */
export function jumpLanes(jumps, most) {
  /** @type {{ from: number, to: number, at: number, target: number, lane: number }[]} */
  const placed = [];
  const sorted = jumps.map((j) => ({ ...j, from: Math.min(j.at, j.target), to: Math.max(j.at, j.target) })).sort((a, b) => a.to - a.from - (b.to - b.from) || a.at - b.at);
  for (const j of sorted) {
    let lane = 0;
    while (lane < most && placed.some((p) => p.lane === lane && p.from <= j.to && j.from <= p.to && p.target !== j.target)) lane++;
    if (lane < most) placed.push({ ...j, lane });
  }
  return placed;
}
