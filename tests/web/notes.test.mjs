/* Notes: the words that write them, where they are pinned; the cells of the heat map; what a table is copied as. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inlineRuns } from "../../web/face/code.mjs";
import { whenOf } from "../../web/face/head.mjs";
import { cellAt, columnOf, PARTS } from "../../web/face/heat.mjs";
import { aboutFunction, aboutInstruction, aboutLine, noteCommand, notes, noteWord, placeOf, placeText } from "../../web/face/notes.mjs";
import { sandwichOf } from "../../web/face/sandwich.mjs";
import { isTracepoint } from "../../web/face/times.mjs";
import { csvRows, keysOf, markdownOf, sortKeys, withKeys } from "../../web/face/tools.mjs";

const none = { function: null, offset: null, file: null, line: null, from: null, to: null, text: "t" };

test("a note is a word of --note", () => {
  for (const [note, place, text] of [
    [{ function: "f" }, "function=f", "f"], [{ function: "a: b" }, "function=a\\: b", "a: b"], [{ function: "a\\" }, "function=a\\\\", "a\\"], [{ file: "C:\\a: b.c", line: 1 }, "C:\\\\a\\: b.c:1", "C:\\a: b.c:1"], [{ function: "f", offset: "0x1c" }, "f+0x1c", "f+0x1c"],
    [{ file: "a/b.c", line: 12 }, "a/b.c:12", "a/b.c:12"], [{ from: "1.500000000", to: "2.250000000" }, "1.500000000,2.250000000", "1.500 \u2013 2.250 s"], [{}, "", "the whole capture"]]) {
    assert.equal(placeOf({ ...none, ...note }), place);
    assert.equal(placeText({ ...none, ...note }), text);
    assert.equal(noteWord({ ...none, ...note }), `--note=${place}: t`);
  }
});

test("a folio keeps what it has, a capture is packed", () => {
  const of = { path: "a.folio", objects: ["o"], capture: "one", more: ["--symfs=x"] };
  assert.deepEqual(noteCommand(of, [none]), ["merge", "a.folio", "--drop-notes", "--note-capture=one", "--note=: t"]);
  assert.deepEqual(noteCommand({ ...of, path: "a.data", capture: null }, []), ["pack", "a.data", "--objects=o", "--symfs=x"]);
});

test("notes are pinned to functions, instructions and lines", () => {
  notes.list = [{ ...none, function: "f", text: "one" }, { ...none, function: "f", offset: "0x1c", text: "two" }, { ...none, file: "src/a.c", line: 3, text: "three" }];
  assert.equal(aboutFunction("f"), "one\ntwo");
  assert.equal(aboutFunction("g"), "");
  assert.equal(aboutInstruction("f", 28n), "two");
  assert.equal(aboutInstruction("f", 29n), "");
  for (const [place, said] of [["/x/src/a.c:3", "three"], ["a.c:3", "three"], ["/x/src/a.c:4", ""], ["/x/resrc/a.c:3", ""], ["ba.c:3", ""], ["", ""]]) assert.equal(aboutLine(place), said);
  notes.list = [];
});

test("a column of the heat map is a second, less where the recording is short, more where it is long", () => {
  for (const [seconds, unit] of [[600, 1000000000n], [3600, 10000000000n], [20, 1000000000n], [19, 100000000n], [1.5, 10000000n]]) assert.equal(columnOf(BigInt(seconds * 1e9)), unit);
  assert.deepEqual(cellAt(12000000000n + 340000000n, 10000000000n, 20000000n), { index: 2 * PARTS + 17, column: 2, part: 17 });
});

test("tracepoints have a group, modifiers are none", () => {
  for (const [name, is] of [["sched:sched_switch", true], ["raw_syscalls:sys_enter", true], ["cycles:u", false], ["cpu-clock:ppp", false], ["cycles", false], ["cpu/event=1/u", false], ["dummy:HG", false]]) assert.equal(isTracepoint(name), is, name);
});

test("inlined calls fold by run; only the first has the share of the call", () => {
  const runs = inlineRuns([0, 0, 1, 1, 0, 1, 2].map((inline) => ({ inline })));
  assert.deepEqual(runs.map((r) => [r.inline, r.from, r.n]), [[0, 0, 1], [0, 1, 1], [1, 2, 2], [0, 4, 1], [1, 5, 1], [2, 6, 1]]);
  assert.deepEqual(runs.filter((r) => r.inline).map((r) => r.isMore), [false, true, false]);
});

test("both halves of a sandwich are about the same samples", () => {
  assert.deepEqual(sandwichOf(["report", "--children", "--sort=sym", "--call-graph=callee,0", "--symbol-filter=f", "--comms=a"], "f"), {
    up: ["report", "--no-children", "--sort=comm", "--call-graph=callee,0", "--comms=a", "--callers-of=f"], down: ["report", "--no-children", "--sort=comm", "--call-graph=caller,0", "--comms=a", "--focus=f"] });
});

test("CSV becomes Markdown, whatever is in it", () => {
  assert.deepEqual(csvRows('a,"b ""c"", d"\n1,\n'), [["a", 'b "c", d'], ["1", ""]]);
  assert.deepEqual(csvRows('"x\ny",z'), [["x\ny", "z"]]);
  assert.deepEqual(csvRows('a,"b"\r\nc,d\r\n'), [["a", "b"], ["c", "d"]]);
  assert.equal(markdownOf("percent,symbol\n1.00,a|b<c>\n"), "| percent | symbol |\n| --- | --- |\n| 1.00 | a\\|b&lt;c&gt; |\n");
  assert.equal(markdownOf('s\n"two\nlines"\n'), "| s |\n| --- |\n| two lines |\n");
  assert.equal(markdownOf(""), "");
});

test("columns are keys of report", () => {
  const options = [{ name: "sort", letter: "s", argument: "KEY" }];
  assert.deepEqual(sortKeys(["report", "--sort=dso,sym"], options), ["dso", "symbol"]);
  assert.deepEqual(withKeys(["report", "-s", "dso", "--time=1,2"], options, ["dso", "cpu"]), ["report", "--sort=dso,cpu", "--time=1,2"]);
  assert.deepEqual(withKeys(["report"], options, ["cpu"]), ["report", "--sort=cpu"]);
  assert.deepEqual(keysOf("comm   the name\ncomm_nodigit  another\n\nnothing\n"), [{ name: "comm", help: "the name" }, { name: "comm_nodigit", help: "another" }]);
});

test("when it was recorded", () => {
  for (const [facts, text] of [[{ "date.first": ["", "2026-11-22T07:11:05.165871Z"] }, "2026-11-22 07:11:05 UTC"], [{ "date.end": ["", "2026-01-02T03:04:05.0Z"] }, "2026-01-02 03:04:05 UTC"], [{}, ""]]) assert.equal(whenOf(facts), text);
});
