/* The capture that is open, and the views of it: answers that stay with the engine, whose rows are pulled. */
import { bridge, run, served } from "./engine.mjs";
import { objectNames } from "./shelf.mjs";
import { TABS } from "./state.mjs";

/** @typedef {import("./answer.mjs").BridgeView & { words: string[], sorted?: boolean }} View */
/** @typedef {import("./grid.mjs").Row} Row */

const KEPT = 24; // views

export const bench = {
  path: "", /** @type {string | null} */ capture: null, /** @type {string[]} */ captures: [], file: 0, samples: 0, /** @type {string[]} */ events: [], /** @type {string[]} */ objects: [],
  /** @type {string[]} */ offered: [], // objects, with those that the engine refused
  refused: "", // why
  /** @type {string[]} */ more: (served?.[0] ?? []).slice(2).filter((w) => !/^--(objects|capture)=/.test(w)), // options of view --web
};
/** @type {Map<string, import("./state.mjs").Option[]>} */
const options = new Map();
/** @type {Map<string, Promise<View>>} */
const views = new Map();

// A server keeps what is open: it is closed with the page, which is made anew where a browser would only show it again.
if (served) {
  addEventListener("pagehide", () => { if (bench.file) navigator.sendBeacon("ask", `close\0${bench.file}\0`); });
  addEventListener("pageshow", (e) => { if (e.persisted) location.reload(); });
}

/** The options of a question, from the engine. @param {string} question */
export async function optionsOf(question) {
  let known = options.get(question);
  if (!known) {
    known = /** @type {import("./state.mjs").Option[]} */ (await bridge("options", question).then((a) => a.options, () => []));
    if (question === "sched") // timehist's own are not listed
      known = [...known, ...["pid", "tid", "cpu", "time"].map((name) => ({ name, letter: null, argument: "LIST" }))];
    options.set(question, known);
  }
  return known;
}

/** Those of the questions that have tabs, ahead. */
export const learnOptions = async () => { for (const q of new Set(TABS.flatMap((t) => t.words.slice(0, 1)))) await optionsOf(q); };
/** @param {string | undefined} question */
export const knownOptions = (question) => options.get(question ?? "report") ?? options.get("report") ?? [];

/** The captures of a folio. @param {string} path @returns {Promise<string[]>} */
async function capturesOf(path) {
  const told = await run(["info", "--json", "-i", path]);
  try {
    return JSON.parse(new TextDecoder().decode(told.out)).captures.map((/** @type {any} */ c) => c.name);
  } catch {
    return []; // opening says what is the matter
  }
}

/** Opens a capture, of a folio with several the one that is named, or the first. @param {string} path @param {string | null} capture */
export async function openCapture(path, capture) {
  if (bench.file) await bridge("close", bench.file).catch(() => {});
  views.clear();
  Object.assign(bench, { file: 0, path, capture, captures: [], objects: objectNames(), offered: objectNames(), refused: "" });
  const open = (/** @type {string | null} */ name) => bridge("open", path, ...bench.objects.map((o) => `--objects=${o}`), ...bench.more, ...(name ? [`--capture=${name}`] : []));
  /** @type {string[] | null} */
  let names = /\.(folio|html)$/.test(path) ? null : [];
  if (!names && capture) names = await capturesOf(path);
  let chosen = names && names.length > 1 ? (capture && names.includes(capture) ? capture : names[0]) : null, opened;
  while (!opened) {
    try {
      opened = await open(chosen);
    } catch (e) {
      if (!names) { // a folio with several is not opened without a name; to ask for them takes an engine of its own
        names = await capturesOf(path);
        chosen = names.length > 1 ? names[0] : null;
        if (chosen) continue;
      }
      // a file that was dropped may be neither capture nor object: the others are not to blame
      const why = /** @type {Error} */ (e).message, bad = bench.objects.find((o) => why.includes(o));
      if (!bad || why.includes(path)) throw e;
      bench.objects = bench.objects.filter((o) => o !== bad);
      bench.refused = why;
    }
  }
  Object.assign(bench, { file: opened.file, samples: opened.samples, events: opened.events, captures: names ?? [], capture: chosen });
}

/** The answer to a question, kept for when it is asked again. @param {string[]} words @param {string} [apart] views that are sorted stand apart @returns {Promise<View>} */
export function ask(words, apart = "") {
  const key = JSON.stringify([bench.file, apart, words]), known = views.get(key);
  if (known) {
    views.delete(key);
    views.set(key, known);
    return known;
  }
  const asked = bridge("ask", bench.file, 0, ...words).then((v) => Object.assign(v, { words }));
  views.set(key, asked);
  asked.catch(() => views.delete(key));
  for (const [old, gone] of [...views].slice(0, Math.max(0, views.size - KEPT))) {
    views.delete(old);
    gone.then((v) => bridge("free", v.view), () => {}).catch(() => {});
  }
  return asked;
}

/** Forgets what was asked: the engine started again. */
export function forget() {
  views.clear();
  bench.file = 0;
}

/** Which table of an answer has the rows of an event. @param {View} v @param {number} event */
export function tableOf(v, event) {
  const named = v.tables.findIndex((t) => t.name === `events.${event}.rows`);
  return named >= 0 ? named : v.tables.findIndex((t) => /(^|\.)rows$/.test(t.name));
}

/** Pulls rows. @param {View} v @param {number} table @returns {(parent: number | null, from: number, n: number) => Promise<Row[]>} */
export const pullOf = (v, table) => async (parent, from, n) => (await bridge("rows", v.view, table, parent ?? "top", from, n)).rows;

/** All rows of a table, up to a number. @param {View} v @param {number} table @param {number} most */
export async function allRows(v, table, most) {
  /** @type {Row[]} */
  const rows = [];
  while (rows.length < Math.min(most, v.tables[table].rows)) {
    const some = await pullOf(v, table)(null, rows.length, 1000);
    if (!some.length) break;
    rows.push(...some);
  }
  return rows;
}

/** The period of the samples that are shown of an event. @param {View} v @param {number} event */
export function wholeOf(v, event) {
  const fact = (/** @type {string} */ name) => Number(v.facts[`events.${event}.${name}`]?.[1] ?? 0);
  return { period: fact("period") - fact("hidden_period"), samples: fact("samples") - fact("hidden_samples"), all: fact("samples") };
}
