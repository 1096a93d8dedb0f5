/* What the workbench shows is a question in words, and where one looks at its answer. The words are the state: filters are
   options among them, so a command line that is typed, copied or kept in the address is the same thing. */
import { lineOf, wordsOf } from "./words.mjs";

/** @typedef {{ name: string, letter: string | null, argument: string | null, help?: string }} Option */
/** @typedef {{ tab: string, words: string[], event: number, search: string, zoom: string[] }} State */
/** @typedef {{ name: string, value: string | null, at: number, n: number }} Part  n words, from words[at] on */

/** The options that make a smaller or another set of samples, with what a person calls them. */
export const FILTERS = new Map([["comms", "command"], ["pid", "process"], ["tid", "thread"], ["cpu", "CPU"], ["dsos", "object"],
  ["symbols", "function"], ["time", "time"], ["parallelism", "parallelism"], ["symbol-filter", "name has"], ["socket-filter", "socket"]]);

/** The options that change stacks. The engine says which it has (`options report`). */
export const TRANSFORMS = new Map([["focus", "focus on"], ["merge", "merge"], ["drop", "without"], ["hide-object", "hide object"],
  ["collapse-recursion", "recursion collapsed"], ["invert", "inverted"], ["callers-of", "callers of"], ["ignore-callees", "no callees of"], ["hide-unresolved", "only named"], ["off-cpu", "off CPU"]]);

/** The options whose argument may be left out: they take it behind "=" alone, never from the next word. Help marks them [=NAME]. */
export const OPTIONAL = new Set(["collapse-recursion", "off-cpu", "debuginfod", "demangle"]);

const FLAMES = ["report", "--no-children", "--sort=comm", "--call-graph=caller,0"];

/** The tabs that are questions. */
export const TABS = [
  { name: "flame", title: "Flame graph", words: FLAMES },
  { name: "tree", title: "Call tree", words: FLAMES },
  { name: "functions", title: "Functions", words: ["report", "--children", "--sort=dso,sym", "--call-graph=none"] },
  { name: "objects", title: "Objects", words: ["report", "--no-children", "--sort=dso", "--call-graph=none"] },
  { name: "threads", title: "Threads", words: ["report", "--no-children", "--sort=tgid,tid", "--call-graph=none"] },
  { name: "callers", title: "Callers", words: ["report", "--children", "--sort=sym", "--call-graph=callee,0"] },
  { name: "code", title: "Code", words: ["annotate"] },
  { name: "schedule", title: "Schedule", words: ["sched", "timehist", "--state", "--no-call-graph"] },
  { name: "compare", title: "Compare", words: ["diff"] },
  { name: "why", title: "Why", words: ["doctor"] },
  { name: "answer", title: "Answer", words: ["info"] },
  { name: "console", title: "Console", words: [] },
];

/** @param {string} name */
export const tabOf = (name) => TABS.find((t) => t.name === name) ?? TABS[0];

/** The options among the words of a question, and which words they are. A word that no option explains has the name "".
    @param {string[]} words @param {Option[]} options @returns {Part[]} */
export function partsOf(words, options) {
  /** @type {Part[]} */
  const parts = [];
  for (let at = 1; at < words.length;) {
    const word = words[at], long = /^--([\w-]+)(?:=([^]*))?$/.exec(word), short = /^-(\w)([^]*)$/.exec(word);
    const o = long ? options.find((k) => k.name === long[1]) : short ? options.find((k) => k.letter === short[1]) : undefined;
    let value = (long ? long[2] : short?.[2]) || null, n = 1;
    if (o?.argument && value === null && words[at + 1] !== undefined && !OPTIONAL.has(o.name) && (o.name !== "call-graph" || !words[at + 1].startsWith("-"))) {
      value = words[at + 1];
      n = 2;
    }
    parts.push({ name: o ? o.name : long ? long[1] : "", value, at, n });
    at += n;
  }
  return parts;
}

/** The options that are filters or transforms, in the order in which they stand. @param {string[]} words @param {Option[]} options */
export const chipsOf = (words, options) => partsOf(words, options).filter((p) => FILTERS.has(p.name) || TRANSFORMS.has(p.name));

/** The words without one of their parts. @param {string[]} words @param {Part} part */
export const without = (words, part) => [...words.slice(0, part.at), ...words.slice(part.at + part.n)];

/** The words with an option; a filter of its name is replaced, transforms are stacked.
    @param {string[]} words @param {Option[]} options @param {string} name @param {string | null} value */
export function withOption(words, options, name, value) {
  const old = FILTERS.has(name) && partsOf(words, options).find((p) => p.name === name);
  const word = value === null ? `--${name}` : `--${name}=${value}`;
  return old ? [...words.slice(0, old.at), word, ...words.slice(old.at + old.n)] : [...words, word];
}

/** The words of another question about the same samples: its own, and those filters and transforms that it knows.
    @param {string[]} base @param {Option[]} its options of the other question @param {string[]} words @param {Option[]} options */
export function carried(base, its, words, options) {
  const kept = chipsOf(words, options).filter((p) => p.name !== "symbol-filter" && its.some((o) => o.name === p.name));
  return [...base, ...kept.map((p) => (p.value === null ? `--${p.name}` : `--${p.name}=${p.value}`))];
}

/** The question whom a function calls, made of who calls it. A tree from callers to callees has the whole chain of a function's own
    samples; focused, all chains begin at its outermost call, those of a function that calls itself, too. @param {string[]} words @param {string} name */
export const calleesOf = (words, name) => [...words.map((w) => (w === "--call-graph=callee,0" ? "--call-graph=caller,0" : w)), ...(/^0x/.test(name) ? [] : [`--focus=${name}`])];

/** What the question alone is, without filters: for whether words are of a tab. @param {string[]} words @param {Option[]} options */
export function bare(words, options) {
  const chips = new Set(chipsOf(words, options).flatMap((p) => Array.from({ length: p.n }, (_, i) => p.at + i)));
  return words.filter((_, i) => !chips.has(i));
}

/** Which tab shows a question. @param {string[]} words @param {Option[]} options */
export function tabFor(words, options) {
  const own = bare(words, options), same = (/** @type {string[]} */ list) => lineOf([...list].sort()) === lineOf([...own].sort());
  if (words[0] === "annotate") return "code";
  if (words[0] === "diff") return "compare";
  if (words[0] === "sched" && words[1] === "timehist" && !words.some((w) => /^(--summary|-s|--wakeups|-w|--migrations|-M|--idle-hist|-I)$/.test(w))) return "schedule";
  if (words[0] === "explain" || words[0] === "doctor") return "why";
  const found = TABS.find((t) => t.words.length && same(t.words)), inverted = same(FLAMES.with(3, "--call-graph=callee,0"));
  const chart = lineOf([...own].filter((w) => !w.startsWith("--time-quantum=")).sort()) === lineOf([...FLAMES.with(2, "--sort=time")].sort());
  if (found) return found.name;
  return inverted || chart ? "flame" : "answer";
}

/** @param {State} s */
export function hashOf(s) {
  const q = new URLSearchParams({ tab: s.tab, ask: lineOf(s.words) });
  if (s.event) q.set("event", String(s.event));
  if (s.search) q.set("search", s.search);
  if (s.zoom.length) q.set("zoom", JSON.stringify(s.zoom));
  return `#${q}`;
}

/** @param {string} hash @returns {State | null} */
export function stateOf(hash) {
  const q = new URLSearchParams(hash.slice(1)), tab = q.get("tab"), ask = q.get("ask");
  if (!tab || ask === null || !TABS.some((t) => t.name === tab)) return null;
  /** @type {string[]} */
  let zoom = [];
  try {
    zoom = JSON.parse(q.get("zoom") ?? "[]");
  } catch {
    // somebody wrote the address by hand
  }
  if (!Array.isArray(zoom) || !zoom.every((k) => typeof k === "string")) zoom = [];
  return { tab, words: wordsOf(ask), event: Math.max(0, Number.parseInt(q.get("event") ?? "0", 10) || 0), search: q.get("search") ?? "", zoom };
}

/** The command line of a question: what prints the same rows natively.
    @param {string[]} words @param {{ path: string, objects: string[], capture: string | null, more?: string[] }} of */
export function commandOf(words, of) {
  if (!words.length) return "";
  const sources = [...of.objects.map((name) => `--objects=${name}`), ...(of.capture ? [`--capture=${of.capture}`] : []), ...(of.more ?? [])];
  return lineOf([...words, ...sources, ...(words[0] === "diff" ? [] : ["-i"]), of.path]); // of diff the capture is the last, and not the first
}

/** The question of a command line: its words without "perfolio", the file and where its symbols are. @param {string} line @param {string} path */
export function questionOf(line, path) {
  const words = wordsOf(line), kept = [];
  if (words[0] === "perfolio") words.shift();
  for (let i = 0; i < words.length; i++) {
    if (["-i", "--input", "--objects", "--capture"].includes(words[i])) i++;
    else if (!/^--(input|objects|capture)=/.test(words[i]) && (i === 0 || words[i] !== path)) kept.push(words[i]);
  }
  return kept;
}

/** The file that a typed line names, if it names one. @param {string} line */
export function inputOf(line) {
  const words = wordsOf(line), at = words.findIndex((w) => w === "-i" || w === "--input"), joined = words.find((w) => /^--input=|^-i./.test(w));
  if (at >= 0) return words[at + 1] ?? "";
  return joined ? joined.replace(/^(--input=|-i)/, "") : "";
}

/** Which event of a diff is that of the capture, and the events that both captures have. Its events are those of the capture before; total 1 is of
    the capture itself, and missing where that has no such event. @param {Record<string, [string | null, any]>} facts @param {string} name @returns {{ event: number, common: string[] }} */
export function comparedOf(facts, name) {
  const common = [];
  let event = -1;
  for (let i = 0; facts[`events.${i}.event`]; i++) {
    const mine = facts[`events.${i}.totals.1.name`]?.[0];
    if (!mine) continue;
    common.push(mine);
    if (mine === name) event = i;
  }
  return { event, common };
}

/** A time of the engine, "12.000000001" seconds, as nanoseconds. @param {string} text */
export function nsOf(text) {
  const [s, ns = ""] = text.split(".");
  return BigInt(s) * 1000000000n + BigInt(ns.padEnd(9, "0").slice(0, 9));
}

/** @param {bigint} ns */
export const secondsOf = (ns) => `${ns / 1000000000n}.${String(ns % 1000000000n).padStart(9, "0")}`;
