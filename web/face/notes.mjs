/* Notes of people: those that the folio has and those that are added here, where they are pinned, and the folio with all of them. */
import { $, announce, make, save } from "./dom.mjs";
import { allRows, ask, bench } from "./bench.mjs";
import { bridge, run } from "./engine.mjs";
import { cellValue } from "./grid.mjs";
import { lineOf, plain } from "./words.mjs";

/** @typedef {{ function: string | null, offset: string | null, file: string | null, line: number | null, from: string | null, to: string | null, text: string }} Note */

/** @type {{ list: Note[], isSaved: boolean, of: string, onChange: () => void, onGo: (note: Note) => void }} */
export const notes = { list: [], isSaved: true, of: "", onChange: () => {}, onGo: () => {} };
/** @type {Map<string, Note[]>} */
const unsaved = new Map(); // of captures that were left

const nameOf = (/** @type {Note} */ n) => (n.function !== null ? n.function + (n.offset === null ? "" : `+${n.offset}`) : `${n.file}:${n.line}`);

/** Where a note is, as --note writes it. @param {Note} n */
export function placeOf(n) {
  if (n.function === null && n.file === null) return n.to === null ? "" : `${n.from ?? "0"},${n.to}`;
  return (n.function !== null && n.offset === null ? "function=" : "") + nameOf(n).replaceAll("\\", "\\\\").replaceAll(": ", "\\: ");
}

/** Where a note is, as a person reads it. @param {Note} n */
export function placeText(n) {
  if (n.to !== null) return `${Number(n.from ?? 0).toFixed(3)} \u2013 ${Number(n.to).toFixed(3)} s`;
  return n.function === null && n.file === null ? "the whole capture" : nameOf(n);
}

/** @param {Note} n */
export const noteWord = (n) => `--note=${placeOf(n)}: ${n.text}`;

/** The command that writes the folio with all notes: a folio keeps what it has, a capture is packed with its objects.
    @param {{ path: string, objects: string[], capture: string | null, more: string[] }} of @param {Note[]} list */
export function noteCommand(of, list) {
  const isFolio = /\.(folio|html)$/.test(of.path), which = of.capture ? [`--note-capture=${of.capture}`] : [];
  return [isFolio ? "merge" : "pack", of.path, ...(isFolio ? [] : [...of.objects.map((o) => `--objects=${o}`), ...of.more]), ...(isFolio ? ["--drop-notes"] : []), ...which, ...list.map(noteWord)];
}

/** What was written about a function. @param {string} name @returns {string} lines; "": nothing */
export const aboutFunction = (name) => (name ? notes.list.filter((n) => n.function === name).map((n) => n.text).join("\n") : "");

/** What was written about an instruction. @param {string} name its function @param {bigint} offset @returns {string} */
export const aboutInstruction = (name, offset) => notes.list.filter((n) => n.function === name && n.offset !== null && BigInt(n.offset) === offset).map((n) => n.text).join("\n");

/** What was written about a line of source, "path/of/file.c:12". @param {string} source @returns {string} */
export function aboutLine(source) {
  const m = /^(.*):(\d+)$/.exec(source);
  return m ? notes.list.filter((n) => n.file !== null && n.line === Number(m[2]) && (m[1] === n.file || m[1].endsWith(`/${n.file}`) || n.file.endsWith(`/${m[1]}`))).map((n) => n.text).join("\n") : "";
}

const keyOf = () => JSON.stringify([bench.path, bench.capture]);

/** Takes the notes of the capture that was opened. */
export async function readNotes() {
  if (notes.of && !notes.isSaved) unsaved.set(notes.of, notes.list);
  notes.of = keyOf();
  const kept = unsaved.get(notes.of);
  notes.list = kept ?? [];
  notes.isSaved = !kept;
  unsaved.delete(notes.of);
  if (!kept) {
    const v = await ask(["info"]), table = v.tables.findIndex((t) => t.name === "notes");
    const at = new Map((v.tables[table]?.columns ?? []).map((c, i) => [c.name, i])), rows = table < 0 ? [] : await allRows(v, table, 10000);
    const cell = (/** @type {import("./grid.mjs").Row} */ r, /** @type {string} */ name) => cellValue(r, at.get(name) ?? -1);
    notes.list = rows.filter((r) => !bench.capture || cell(r, "capture") === bench.capture)
      .map((r) => ({ function: cell(r, "function"), offset: cell(r, "offset"), file: cell(r, "file"), line: cell(r, "line"), from: cell(r, "from"), to: cell(r, "to"), text: cell(r, "text") ?? "" }));
  }
  showNotes();
}

/** @param {Note[]} list */
function change(list) {
  notes.list = list;
  notes.isSaved = false;
  showNotes();
  notes.onChange();
}

/** Asks for the text of a note about a place. @param {string} place as --note writes it */
export function writeNote(place) {
  $("notes").open = true;
  $("note-place").value = place;
  $("note-text").focus();
}

async function addNote() {
  const place = $("note-place").value.trim(), text = $("note-text").value.trim();
  if (!text) return $("note-text").focus();
  try {
    const n = await bridge("note", `${place}: ${text}`);
    change([...notes.list, { function: n.function, offset: n.offset, file: n.file, line: n.line, from: n.from, to: n.to, text: n.text }]);
    $("note-text").value = $("note-place").value = $("note-problem").textContent = "";
  } catch (e) {
    $("note-problem").textContent = /** @type {Error} */ (e).message;
  }
}

/** Writes the folio, and hands it to the browser. */
async function saveNotes() {
  const command = [...noteCommand({ ...bench }, notes.list), "-o", "-"], answer = await run(command);
  $("note-problem").textContent = answer.status ? answer.said : "";
  if (answer.status) return;
  save(`${bench.path.replace(/\.(folio|html)$/, "")}.folio`, [/** @type {any} */ (answer.out)]);
  notes.isSaved = true;
  announce("the folio with the notes is saved");
  showNotes();
}

function showNotes() {
  $("notes").hidden = !bench.file;
  $("notes-title").textContent = `Notes (${notes.list.length})${notes.isSaved ? "" : " \u2022"}`;
  $("notes-title").title = notes.isSaved ? "what people wrote" : "there are notes that are not saved";
  $("notes-list").replaceChildren(...notes.list.map((n, i) => make("li", {}, make("button", { type: "button", class: "link place", onclick: () => notes.onGo(n) }, placeText(n)), make("span", { class: "name" }, n.text),
    make("button", { type: "button", "aria-label": `remove the note on ${placeText(n)}`, onclick: () => change(notes.list.filter((_, k) => k !== i)) }, "\u00d7"))));
  $("notes-none").hidden = notes.list.length > 0;
  $("notes-save").disabled = !notes.list.length && notes.isSaved;
  $("notes-line").textContent = plain(`perfolio ${lineOf([...noteCommand({ ...bench }, notes.list), "-o", "reply.folio"])}`);
}

export function listenNotes() {
  $("note-form").onsubmit = (/** @type {Event} */ e) => { e.preventDefault(); addNote(); };
  $("notes-save").onclick = saveNotes;
  addEventListener("beforeunload", (e) => { if (!notes.isSaved || unsaved.size) e.preventDefault(); });
}
