/* Where boxes, steps of time and jumps are drawn. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { titleOf } from "../../web/face/answer.mjs";
import { stretchesOf } from "../../web/face/schedule.mjs";
import { boxAt, chartBoxes, flameBoxes, jumpLanes, kindOf, levelsOf, nodesOf, nsOfQuantum, partOf, quantumOf, quantumText } from "../../web/face/layout.mjs";

const answer = { texts: ["", "main", "b", "a", "lib.so", "user", "kernel"], nodes: [[0, -1, 1, 0, 0, 100, 10, 0, 0], [7, 0, 2, 4, 5, 60, 6, 20, 0], [8, 0, 3, 4, 6, 30, 3, 30, 1], [9, 1, 3, 4, 5, 40, 4, 40, 0]] };

test("boxes are as wide as their share, inside of those above", () => {
  const nodes = nodesOf(answer), boxes = flameBoxes(nodes, 100, false, 1);
  assert.deepEqual(boxes.map((b) => [b.x, b.w, b.depth]), [[0, 1, 1], [0, 0.6, 2], [0.6, 0.3, 2], [0, 0.4, 3]]);
  assert.equal(nodes[2].more, true);
  assert.equal(nodes[1].dso, "lib.so");
});

test("by name siblings change places, and what is on them goes along", () => {
  const boxes = flameBoxes(nodesOf(answer), 100, true);
  assert.deepEqual(boxes.map((b) => b.x), [0, 0.3, 0, 0.3]);
});

test("a point finds its box, and none where nothing is", () => {
  const levels = levelsOf(flameBoxes(nodesOf(answer), 100, false));
  assert.equal(boxAt(levels, 1, 0.7)?.node, 2);
  assert.equal(boxAt(levels, 1, 0)?.node, 1);
  assert.equal(boxAt(levels, 1, 0.95), null);
  assert.equal(boxAt(levels, 2, 0.5), null);
  assert.equal(boxAt(levels, 9, 0.5), null);
});

test("no samples are no boxes", () => assert.deepEqual(flameBoxes([], 0, false), []));

test("kinds of the legend", () => {
  for (const [kind, isTop, dso, name] of [["kernel", false, "", "kernel"], ["module", false, "", "kernel"], ["jit", false, "", "jit"], ["", true, "", "command"], ["", true, "x", "user"], ["kernel", true, "x", "kernel"], ["user", true, "x", "user"], ["", false, "", "unknown"], ["inlined", false, "", "inlined"]])
    assert.equal(kindOf({ kind, up: 0, dso }, isTop).name, name);
});

test("tables are called by what they are of", () => {
  const facts = { "events.0.event": ["cycles:u", "cycles:u"], "functions.1.symbol": ["fib", "fib"], "functions.1.dso": ["a", "a"], "files.2.path": [null, null] };
  for (const [name, rows, more, title] of [["events.0.rows", 7, false, "cycles:u (7 rows)"], ["events.0.rows", 1, false, "cycles:u (1 row)"], ["functions.1.instructions", 1, true, "fib: instructions (1 row and more)"],
    ["files.2.near_names", 2, false, "Files 3: near names (2 rows)"], ["events.3.rows", 2, false, "Events 4 (2 rows)"], ["rows", 8, false, "8 rows"], ["lost_samples", 3, false, "Lost samples (3 rows)"]])
    assert.equal(titleOf({ name, rows, more }, facts), title);
});

test("steps of time are 1, 2 or 5 of a unit, and no more than asked", () => {
  for (const [ns, steps, quantum] of [[1538369493n, 200, 10000000n], [1000n, 10, 1000n], [3600000000000n, 100, 50000000000n], [400000000n, 200, 5000000n]]) {
    assert.equal(quantumOf(ns, steps), quantum);
    assert.ok(ns / quantum < BigInt(steps));
  }
  assert.deepEqual([2000000000n, 5000000n, 1000n, 7n].map(quantumText), ["2s", "5ms", "1us", "7ns"]);
});

test("a thread ran, was ready in front of that, and off the CPU in front of that", () => {
  const of = (cells) => stretchesOf((name) => BigInt(cells[name] ?? 0), null).map((s) => [s.kind, Number(s.from), Number(s.to)]);
  assert.deepEqual(of({ time: 100, run: 10, delay: 5, sleep: 30 }), [["run", 90, 100], ["delay", 85, 90], ["sleep", 60, 85]]);
  assert.deepEqual(of({ time: 100, run: 10, iowait: 30 }), [["run", 90, 100], ["iowait", 60, 90]]);
  assert.deepEqual(of({ time: 100, delay: 7 }), [["delay", 93, 100]]);
  assert.deepEqual(of({ time: 100, run: 1, delay: 40, preempt: 30 }), [["run", 99, 100], ["delay", 69, 99]]);
});

test("jumps that overlap have lanes of their own; the shortest is nearest", () => {
  const placed = jumpLanes([{ at: 0, target: 9 }, { at: 5, target: 3 }, { at: 6, target: 8 }], 6);
  assert.deepEqual(placed.map((j) => [j.at, j.target, j.lane]), [[5, 3, 0], [6, 8, 0], [0, 9, 1]]);
  assert.equal(jumpLanes([{ at: 0, target: 9 }, { at: 1, target: 8 }], 1).length, 1);
});

test("in the order of time calls of one function become one box", () => {
  // two steps: main > f, then main > f, g; a third step later: main
  const node = (name, up, period) => ({ row: 0, up, name, dso: "", kind: "", period, samples: 0, self: 0, more: false });
  const nodes = [node("0", -1, 4), node("1", -1, 4), node("3", -1, 2), node("main", 0, 4), node("main", 1, 4), node("main", 2, 2), node("f", 3, 4), node("g", 4, 1), node("f", 4, 3)];
  const boxes = chartBoxes(nodes, (n) => Number(n.name), 4).map((b) => [nodes[b.node].name, b.x, b.w, b.depth]);
  assert.deepEqual(boxes, [["main", 0, 0.5, 0], ["f", 0, 0.4375, 1], ["g", 0.4375, 0.0625, 1], ["main", 0.75, 0.25, 0]]);
});

test("steps of time are read back", () => {
  for (const [text, ns] of [["2s", 2000000000n], ["5ms", 5000000n], ["1us", 1000n], ["7ns", 7n], ["", 0n], ["1h", 0n]]) assert.equal(nsOfQuantum(text), ns);
});

test("of many samples a part is drawn first, of few none", () => {
  assert.deepEqual([0, 1000, 249999, 250000, 1000000, 5000000, 157550000].map(partOf), [0, 0, 0, 12, 3, 1, 1]);
});
