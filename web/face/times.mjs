/* The view of time: samples as bars, by lanes or as a heat map, with markers of tracepoints and notes, or the counters of stat -I. */
import { $ } from "./dom.mjs";
import { allRows, ask, bench, knownOptions, tableOf } from "./bench.mjs";
import { cellText, cellValue } from "./grid.mjs";
import { columnOf, HeatMap, PARTS } from "./heat.mjs";
import { quantumOf, quantumText } from "./layout.mjs";
import { notes } from "./notes.mjs";
import { placesOf } from "./reports.mjs";
import { carried, nsOf, partsOf, secondsOf } from "./state.mjs";
import { Timeline } from "./timeline.mjs";

/** @typedef {import("./timeline.mjs").BarRow} BarRow */
/** @typedef {{ words: string[], event: number, options: import("./state.mjs").Option[] }} Shown */

const MOST_STEPS = 60000, MODIFIERS = /^[ukhGHpPSDIWebR]+$/;

/** @type {Timeline} */
export let timeline;
/** @type {HeatMap} */
export let heat;
/** @type {{ first: bigint, last: bigint } | null} */
export let span = null; // of the recording
/** @type {{ lane: string, time: string, period: number, said: string }[]} */
let counters = []; // of stat -I
let interval = 0n;
let timeKey = "";
/** What the bars or cells are the answer to. @type {string[]} */
export let timeWords = [];

/** Whether an event is a tracepoint or a probe: "group:name", and no modifiers behind the colon. @param {string} name */
export const isTracepoint = (name) => { const m = /^[^:/]+:([^:]+)$/.exec(name); return Boolean(m && !MODIFIERS.test(m[1])); };

export const hasTimes = () => span !== null || counters.length > 0;

export function forgetTimes() {
  span = null;
  counters = [];
  timeKey = "";
}

/** Learns from when to when the recording is, and counters by time, if it has no samples but those. */
export async function learnSpan() {
  const v = await ask(["info"]);
  const first = v.facts["time.first"]?.[1], last = v.facts["time.last"]?.[1];
  forgetTimes();
  if (first && last) span = { first: nsOf(first), last: nsOf(last) };
  const table = v.tables.findIndex((t) => t.name === "captures");
  if (table >= 0) {
    const at = placesOf(v, table), rows = await allRows(v, table, 1000);
    const row = rows.find((r) => cellText(r, at.get("name") ?? 0) === bench.capture) ?? rows[0];
    const from = row && cellValue(row, at.get("first_time") ?? -1), to = row && cellValue(row, at.get("last_time") ?? -1);
    if (from && to) span = { first: nsOf(from), last: nsOf(to) };
  }
  if (!span) await learnCounters();
}

async function learnCounters() {
  const v = await ask(["stat", "report", "--aggr-global"]).catch(() => null), rounds = v?.tables.flatMap((t, i) => { const m = /^rounds\.(\d+)\.rows$/.exec(t.name); return m ? [{ n: m[1], i }] : []; }) ?? [];
  interval = BigInt(v?.facts.interval_ms?.[1] ?? 0) * 1000000n;
  if (!v || !interval || rounds.length < 2) return;
  for (const { n, i } of rounds) {
    const at = placesOf(v, i);
    for (const r of await allRows(v, i, 100)) {
      const cell = (/** @type {string} */ name) => cellText(r, at.get(name) ?? -1);
      counters.push({ lane: cell("event"), time: secondsOf(nsOf(String(v.facts[`rounds.${n}.time`]?.[1] ?? "0")) - interval / 2n), period: cellValue(r, at.get("value") ?? -1) ?? 0, said: `${cell("value")} ${cell("unit")} in ${Number(interval) / 1e6} ms` });
    }
  }
}

const isHeat = () => $("time-by").value === "heat";

/** Draws the samples over time, with the filters but without the range. @param {Shown} s */
export async function drawTimes(s) {
  $("time-title").textContent = span ? "Samples over time" : "Counters over time";
  $("time-by").hidden = !span;
  $("heat-box").hidden = !span || !isHeat();
  $("time-box").hidden = Boolean(span) && isHeat();
  $("time-table").hidden = !span;
  if (counters.length) timeline.show(counters, 0n, nsOf(counters[counters.length - 1].time) + interval / 2n - 1n, interval, { isCounters: true });
  if (!span || !bench.file) return;
  const { first, last } = span, by = isHeat() ? "" : $("time-by").value, wide = $("time-box").clientWidth || $("heat-box").clientWidth || 800;
  const quantum = isHeat() ? columnOf(last - first) / BigInt(PARTS) : quantumOf(last - first + 1n, Math.max(60, Math.floor(wide / 5)));
  const others = s.words.filter((w) => !/^--(time|symbol-filter)=/.test(w)), its = knownOptions("report");
  const words = carried(["report", "--no-children", `--sort=time${by && `,${by}`}`, "--call-graph=none", `--time-quantum=${quantumText(quantum)}`], its, others, s.options);
  const key = JSON.stringify([bench.file, words, s.event]);
  if (key === timeKey) return;
  timeKey = key;
  const v = await ask(words), table = tableOf(v, s.event);
  if (timeKey !== key) return;
  timeWords = words;
  const at = table < 0 ? new Map() : placesOf(v, table), rows = table < 0 ? [] : (await allRows(v, table, MOST_STEPS)).filter((r) => cellValue(r, at.get("time")));
  if (timeKey !== key) return;
  const cell = (/** @type {any} */ r, /** @type {string} */ name) => cellText(r, at.get(name) ?? -1);
  const markers = isHeat() || !bench.events.some((name, i) => i !== s.event && isTracepoint(name)) ? [] : await markersOf(by ? await ask(words.map((w) => (w.startsWith("--sort=") ? "--sort=time" : w))) : v, s.event);
  if (timeKey !== key) return;
  if (isHeat()) heat.show(rows.map((r) => ({ time: cellValue(r, at.get("time")), samples: cell(r, "samples") })), first, last, quantum);
  else timeline.show(rows.map((r) => ({ time: cellValue(r, at.get("time")), lane: by ? (by === "cpu" ? `CPU ${cell(r, by)}` : cell(r, by)) : "",
    period: cellValue(r, at.get("period")) ?? 0, said: `${cell(r, "percent")}, ${cell(r, "samples")} samples` })), first, last, quantum, { markers });
  $("time-more").textContent = !isHeat() && timeline.all > timeline.lanes.size ? `the ${timeline.lanes.size} heaviest of ${timeline.all}${v.tables[table]?.rows > MOST_STEPS ? " or more" : ""}` : "";
  markRange(s);
}

/** The samples of the other events that are tracepoints, by time. @param {import("./bench.mjs").View} v @param {number} event @returns {Promise<BarRow[]>} */
async function markersOf(v, event) {
  const list = [];
  for (const [i, name] of bench.events.entries()) {
    const table = v.tables.findIndex((t) => t.name === `events.${i}.rows`);
    if (i === event || table < 0 || !isTracepoint(name)) continue;
    const at = placesOf(v, table);
    for (const r of await allRows(v, table, MOST_STEPS))
      if (cellValue(r, at.get("time") ?? -1)) list.push({ time: cellValue(r, at.get("time") ?? -1), lane: name, period: cellValue(r, at.get("samples") ?? -1) ?? 0, said: `${cellText(r, at.get("samples") ?? -1)} of them` });
  }
  return list;
}

/** Shows the range that --time has, and the notes on times. @param {Shown} s */
export function markRange(s) {
  const part = partsOf(s.words, s.options).find((p) => p.name === "time"), m = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/.exec(part?.value ?? "");
  const range = m && { from: nsOf(m[1]), to: nsOf(m[2]) };
  timeline.setRange(range);
  heat.setRange(range);
  timeline.setRemarks(notes.list.filter((n) => n.to !== null).map((n) => ({ from: nsOf(n.from ?? "0"), to: nsOf(n.to ?? "0"), text: n.text })));
  $("time-clear").hidden = !part;
  $("time-note").hidden = !range;
  $("time-range").textContent = range ? `${secondsOf(range.from).slice(0, -5)} s to ${secondsOf(range.to).slice(0, -5)} s` : "";
}

/** @param {(range: { from: bigint, to: bigint } | null) => void} onRange */
export function listenTimes(onRange) {
  timeline = new Timeline($("time-canvas"), onRange);
  heat = new HeatMap($("heat-canvas"), onRange, (text) => { $("heat-said").textContent = text; });
}
