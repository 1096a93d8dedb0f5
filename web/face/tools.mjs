/* What a table can be taken away as, and which columns it has. */
import { $, make } from "./dom.mjs";
import { partsOf } from "./state.mjs";

/** A line of CSV as its fields. @param {string} text @returns {string[][]} lines */
export function csvRows(text) {
  /** @type {string[][]} */
  const lines = [];
  let fields = [], field = "", isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (isQuoted && c === '"' && text[i + 1] === '"') field += text[++i];
    else if (c === '"' && (isQuoted || !field)) isQuoted = !isQuoted;
    else if (!isQuoted && c === "\r" && text[i + 1] === "\n") continue; // a line ends with both (RFC 4180)
    else if (!isQuoted && (c === "," || c === "\n")) {
      fields.push(field);
      field = "";
      if (c === "\n") { lines.push(fields); fields = []; }
    } else field += c;
  }
  if (field || fields.length) lines.push([...fields, field]);
  return lines;
}

/** CSV of perfolio as tables of Markdown, one for each line of headings (the first column then is the name of the table). @param {string} csv */
export function markdownOf(csv) {
  const cell = (/** @type {string} */ text) => text.replace(/[\\|`*_[\]<>&]/g, (c) => (c === "<" ? "&lt;" : c === ">" ? "&gt;" : c === "&" ? "&amp;" : `\\${c}`)).replace(/\s/g, " ");
  const lines = csvRows(csv).filter((l) => l.length > 1 || l[0]), [head, ...rows] = lines;
  if (!head) return "";
  return [head, head.map(() => "---"), ...rows].map((l, i) => `| ${l.map(i === 1 ? String : cell).join(" | ")} |\n`).join("");
}

/** The keys of a report's rows. @param {string[]} words @param {import("./state.mjs").Option[]} options */
export const sortKeys = (words, options) => (partsOf(words, options).find((p) => p.name === "sort")?.value ?? "").split(",").filter(Boolean).map((key) => (key === "sym" ? "symbol" : key));

/** The words with other keys. @param {string[]} words @param {import("./state.mjs").Option[]} options @param {string[]} keys */
export function withKeys(words, options, keys) {
  const part = partsOf(words, options).find((p) => p.name === "sort"), word = `--sort=${keys.join(",")}`;
  return part ? [...words.slice(0, part.at), word, ...words.slice(part.at + part.n)] : [...words, word];
}

/** Fills the list of columns. @param {{ name: string, help: string }[]} known @param {string[]} chosen @param {(keys: string[]) => void} onChange */
export function showColumns(known, chosen, onChange) {
  const box = (/** @type {{ name: string, help: string }} */ k) => {
    const input = make("input", { type: "checkbox", checked: chosen.includes(k.name), onchange: () => {
      const keys = input.checked ? [...chosen, k.name] : chosen.filter((c) => c !== k.name);
      if (keys.length) onChange(keys);
      else input.checked = true; // a report has a key
    } });
    return make("label", { class: "column" }, input, make("code", {}, k.name), make("span", { class: "dim" }, k.help));
  };
  const first = chosen.map((name) => known.find((k) => k.name === name) ?? { name, help: "" });
  $("columns-list").replaceChildren(...[...first, ...known.filter((k) => !chosen.includes(k.name))].map(box));
}

/** What `report --sort help` prints. @param {string} text @returns {{ name: string, help: string }[]} */
export const keysOf = (text) => text.split("\n").flatMap((l) => { const m = /^(\w+)\s{2,}(\S.*)$/.exec(l); return m ? [{ name: m[1], help: m[2] }] : []; });
