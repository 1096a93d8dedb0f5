/* A state is a command line: its chips, its address, and back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bare, calleesOf, carried, chipsOf, commandOf, comparedOf, hashOf, inputOf, nsOf, questionOf, secondsOf, stateOf, tabFor, tabOf, TABS, without, withOption } from "../../web/face/state.mjs";
import { bytesOf, lineOf, plain, wordsOf } from "../../web/face/words.mjs";

const option = (name, letter = null, argument = null) => ({ name, letter, argument });
const REPORT = [option("sort", "s", "KEY"), option("call-graph", "g", "WORD"), option("children"), option("no-children"), option("comms", null, "NAME"), option("dsos", "d", "NAME"),
  option("symbols", "S", "NAME"), option("time", null, "RANGE"), option("tid", null, "TID"), option("cpu", "C", "N"), option("symbol-filter", null, "TEXT"), option("drop", null, "NAME"), option("collapse-recursion", null, "SYM"), option("off-cpu", null, "PART"), option("hide-unresolved", "U")];
const ANNOTATE = [option("symbol", "s", "SYMBOL"), option("dsos", "d", "NAME"), option("time", null, "RANGE")];
const flame = tabOf("flame").words;

test("words are split and quoted as a shell does", () => {
  for (const [line, words] of [["a b", ["a", "b"]], [`'a b' "c \\"d" e\\ f`, ["a b", 'c "d', "e f"]], ["--x='y z'w", ["--x=y zw"]], ["", []]]) assert.deepEqual(wordsOf(line), words);
  for (const words of [["operator new[](unsigned long)"], ["it's"], ["$HOME", "`x`", "a\\b", 'q"r'], ["std::vector<int, A>&"]]) assert.deepEqual(wordsOf(lineOf(words)), words);
});

test("filters are chips, in whatever way they are written", () => {
  for (const [line, chips] of [
    ["report --comms=a -d b -Sc --time 1,2 -C0", [["comms", "a"], ["dsos", "b"], ["symbols", "c"], ["time", "1,2"], ["cpu", "0"]]],
    ["report -g caller,0 -s comm -U", [["hide-unresolved", null]]], ["report -g --dsos x", [["dsos", "x"]]], ["report --collapse-recursion --drop=f --collapse-recursion=g", [["collapse-recursion", null], ["drop", "f"], ["collapse-recursion", "g"]]], ["report --no-children", []],
    ["report --off-cpu --sort=dso,sym --off-cpu=blocked", [["off-cpu", null], ["off-cpu", "blocked"]]]])
    assert.deepEqual(chipsOf(wordsOf(line), REPORT).map((p) => [p.name, p.value]), chips);
});

test("each is undone alone, and a filter replaces one of its name", () => {
  let words = withOption(withOption(withOption(flame, REPORT, "comms", "a"), REPORT, "drop", "f"), REPORT, "drop", "g");
  assert.deepEqual(words.slice(flame.length), ["--comms=a", "--drop=f", "--drop=g"]);
  words = withOption(words, REPORT, "comms", "b c");
  assert.deepEqual(words.slice(flame.length), ["--comms=b c", "--drop=f", "--drop=g"]);
  const chips = chipsOf(words, REPORT);
  assert.deepEqual(without(words, chips[1]).slice(flame.length), ["--comms=b c", "--drop=g"]);
  assert.deepEqual(bare(words, REPORT), flame);
});

test("another question keeps the filters that it knows", () => {
  const words = [...flame, "--comms=a", "--dsos=x", "--time=1,2"];
  assert.deepEqual(carried(["annotate", "--symbol=f"], ANNOTATE, words, REPORT), ["annotate", "--symbol=f", "--dsos=x", "--time=1,2"]);
  assert.deepEqual(carried(tabOf("objects").words, REPORT, words, REPORT), [...tabOf("objects").words, "--comms=a", "--dsos=x", "--time=1,2"]);
});

test("whom a function calls is asked from its outermost call on; an address cannot be focused", () => {
  const words = tabOf("callers").words, callees = words.with(-1, "--call-graph=caller,0");
  assert.deepEqual(calleesOf([...words, "--symbol-filter=f"], "f"), [...callees, "--symbol-filter=f", "--focus=f"]);
  assert.deepEqual(calleesOf([...words, "--comms=a"], "0x12"), [...callees, "--comms=a"]);
});

test("events are compared with those of their name, and with no other", () => {
  const facts = { "events.0.event": ["cpu-clock", ""], "events.0.totals.0.name": ["cpu-clock", ""], "events.0.totals.1": [null, null], "events.1.event": ["b", ""], "events.1.totals.0.name": ["b", ""], "events.1.totals.1.name": ["b", ""],
    "events.2.event": ["cycles", ""], "events.2.totals.1.name": ["cycles:u", ""] };
  for (const [name, event] of [["cpu-clock", -1], ["b", 1], ["cycles:u", 2], ["cycles", -1], ["", -1]]) assert.deepEqual(comparedOf(facts, name), { event, common: ["b", "cycles:u"] });
  assert.deepEqual(comparedOf({}, "b"), { event: -1, common: [] });
});

test("a state goes into the address and comes back", () => {
  for (const state of [{ tab: "flame", words: [...flame, "--comms=a b", "--symbols=x'y"], event: 2, search: "operator&=", zoom: ["main", "a#b", "f(int, char)"] }, { tab: "code", words: ["annotate"], event: 0, search: "", zoom: [] }])
    assert.deepEqual(stateOf(hashOf(state)), state);
  assert.equal(stateOf(""), null);
  assert.equal(stateOf("#tab=nothing&ask=report"), null);
  assert.deepEqual(stateOf("#tab=flame&ask=report&event=-3&zoom=%7B")?.zoom, []);
  assert.equal(stateOf("#tab=flame&ask=report&event=-3")?.event, 0);
});

test("the command line of a state names the file, and is read back", () => {
  const of = { path: "a b.data", objects: ["objects"], capture: "one" }, line = commandOf([...flame, "--comms=x"], of);
  assert.equal(line, "report --no-children --sort=comm --call-graph=caller,0 --comms=x --objects=objects --capture=one -i 'a b.data'");
  assert.deepEqual(questionOf(`perfolio ${line}`, of.path), [...flame, "--comms=x"]);
  assert.equal(commandOf(["diff", "old.data"], { path: "new.data", objects: [], capture: null }), "diff old.data new.data");
  assert.deepEqual(questionOf("diff old.data new.data", "new.data"), ["diff", "old.data"]);
  assert.deepEqual(questionOf("report -i x.data --objects o -s sym", "x.data"), ["report", "-s", "sym"]);
  assert.deepEqual(questionOf("explain main x.data", "x.data"), ["explain", "main"]);
});

test("a typed line may name another file", () => {
  for (const [line, file] of [["report -i b.data -s sym", "b.data"], ["report --input 'b c.data'", "b c.data"], ["report --input=b.data", "b.data"], ["report -ib.data", "b.data"], ["report -s sym", ""], ["report -i", ""]]) assert.equal(inputOf(line), file);
});

test("a typed line has its tab", () => {
  assert.equal(tabFor(wordsOf("report --no-children --sort=time --time-quantum=5ms --call-graph=caller,0 --comms=a"), REPORT), "flame");
  for (const t of TABS.filter((k) => !["tree", "console", "answer"].includes(k.name))) assert.equal(tabFor([...t.words, "--comms=a"], REPORT), t.name);
  assert.equal(tabFor(wordsOf("report --no-children --sort=comm --call-graph=callee,0"), REPORT), "flame");
  assert.equal(tabFor(wordsOf("report --sort cpu"), REPORT), "answer");
  assert.equal(tabFor(wordsOf("explain main"), REPORT), "why");
  assert.equal(tabFor(wordsOf("sched timehist --cpu 1"), []), "schedule");
  assert.equal(tabFor(wordsOf("sched timehist --summary"), []), "answer");
  assert.equal(tabFor(wordsOf("sched latency"), []), "answer");
});

test("base64 is read", () => {
  for (const bytes of [[], [0], [255, 254], [1, 2, 3], Array.from({ length: 256 }, (_, i) => i)]) assert.deepEqual([...bytesOf(Buffer.from(bytes).toString("base64"))], bytes);
});

test("times have all of their digits", () => {
  for (const text of ["8.255313910", "1700000000.123456789", "0.000000001"]) assert.equal(secondsOf(nsOf(text)), text);
  assert.equal(nsOf("2"), 2000000000n);
  assert.equal(nsOf("2.5"), 2500000000n);
});

test("a text shows what is in it", () => {
  for (const [text, shown] of [["a\u202eb", "a\\u202eb"], ["\x1b[1m\0", "\\u001b[1m\\u0000"], ["a\nb\tc", "a\nb\tc"], ["\uffff\u2066\u009f", "\\uffff\\u2066\\u009f"], ["na\u00efve \u0645 \u{1f600}", "na\u00efve \u0645 \u{1f600}"]]) assert.equal(plain(text), shown);
});
