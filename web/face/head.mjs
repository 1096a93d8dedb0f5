/* The head: what was recorded, by whom, when and where, how complete it is, and what was left out. */
import { $, make, menuAt } from "./dom.mjs";
import { ask, bench, wholeOf } from "./bench.mjs";
import { bridge, run } from "./engine.mjs";

/** What a folio of a level lacks (docs/pack.md). @type {Record<string, string>} */
const LEFT_OUT = {
  min: "other symbols, code, source lines and whole files", symbols: "code, source lines and whole files", code: "code without samples and whole files", full: "",
};

/** The day and time of the first sample, or why it is not known. @param {Record<string, [string | null, any]>} facts */
export function whenOf(facts) {
  const of = (/** @type {string} */ name) => facts[`date.${name}`]?.[1], at = of("first") ?? of("begin") ?? of("end");
  return at ? `${at.slice(0, 10)} ${at.slice(11, 19)} UTC` : "";
}

/** Facts about the capture that is open: of a folio those of the one capture. */
async function recorded() {
  const v = await ask(["info"]);
  if (!v.facts.folio) return { facts: v.facts, level: "" };
  const told = await run(["info", "--json", `--capture=${bench.capture ?? "1"}`, "-i", bench.path]), level = v.facts.level?.[0] ?? "";
  try {
    const date = JSON.parse(new TextDecoder().decode(told.out)).date ?? {};
    return { facts: Object.fromEntries(Object.entries(date).map(([k, value]) => [`date.${k}`, [value, value]])), level };
  } catch {
    return { facts: {}, level }; // doctor says what is the matter
  }
}

/** @param {{ counted: string[], event: number, onWhy: () => void }} o */
export async function drawHead(o) {
  const v = await ask(["doctor"]), fact = (/** @type {string} */ name) => v.facts[name]?.[0] ?? "", { facts, level } = await recorded();
  const args = Object.entries(v.facts).filter(([name]) => /^machine\.command\.\d+$/.test(name)).map(([, [text]]) => text ?? "");
  const counts = await ask(o.counted), whole = wholeOf(counts, o.event), lost = counts.facts.lost_samples?.[0] ?? "0";
  const nameless = Number(v.facts.nameless_percent?.[1] ?? 0), problems = (await bridge("problems", bench.file)).problems;
  const parts = [make("span", {}, make("b", {}, `${whole.all}`), ` samples of ${bench.events[o.event] ?? "no event"}`)];
  if (bench.events.length > 1) parts.push(make("span", { title: bench.events.join(", ") }, `${bench.events.length} events`));
  for (const name of ["machine.host", "machine.arch", "machine.kernel", "machine.cpu"]) if (fact(name)) parts.push(make("span", { title: name.replace("machine.", "") }, fact(name)));
  parts.push(make("span", { title: "when it was recorded" }, whenOf(/** @type {any} */ (facts)) || "date not recorded"));
  if (args.length) parts.push(make("code", { title: args.join(" ") }, args.join(" ")));
  parts.push(lost === "0" ? make("span", {}, "none lost") : make("b", {}, `${lost} samples lost`));
  if (whole.all) parts.push(make("button", { type: "button", class: nameless >= 5 ? "warn" : "", title: "which samples have no names, why, and where to get them", onclick: o.onWhy },
    nameless ? `${fact("nameless_percent")} without names` : "all samples have names"));
  if (LEFT_OUT[level]) parts.push(make("span", { title: `the folio has the level ${level}; what this leaves out is not in it` }, `left out: ${LEFT_OUT[level]}`));
  if (problems.length)
    parts.push(make("button", { type: "button", onclick: () => menuAt(innerWidth / 2, 80, "Problems of the file", problems.map((/** @type {any} */ p) => /** @type {[string, () => void]} */ ([p.sentence, o.onWhy]))) }, `${problems.length} problem${problems.length > 1 ? "s" : ""}`));
  $("about").replaceChildren(...parts);
  $("about").hidden = false;
}
