/* The files that were dropped: captures, and where the objects are that ran. */
import { $, make } from "./dom.mjs";
import { addFiles, files, isReady, removeFiles, served, topOf } from "./engine.mjs";
import { bytesOf, sizeOf } from "./words.mjs";

/** @type {Set<string>} */
export const captures = new Set(); // top names among the files
/** @type {Set<string>} */
export const produced = new Set(); // what commands made
/** @type {{ onCapture: (name: string) => Promise<void>, onChange: (isSettled: boolean) => void }} */
const shelf = { onCapture: async () => {}, onChange: () => {} };

/** @param {typeof shelf} o */
export const watchShelf = (o) => Object.assign(shelf, o);

/** What was dropped, by the first part of its path: a folder is one line. */
export function tops() {
  /** @type {Map<string, { n: number, bytes: number, folder: boolean }>} */
  const sums = new Map();
  for (const [path, file] of files) {
    const top = topOf(path), sum = sums.get(top) ?? { n: 0, bytes: 0, folder: path !== top };
    sum.n++;
    sum.bytes += file.size;
    sums.set(top, sum);
  }
  return sums;
}

/** What was dropped beside captures is where the objects are. */
export const objectNames = () => [...tops().keys()].filter((name) => !captures.has(name) && !produced.has(name));

/** A line of a list, with a button. @param {string} name @param {string} note @param {string} button @param {() => void} act */
export const fileLine = (name, note, button, act) => make("li", {}, make("span", { class: "name" }, name), make("span", { class: "size" }, note),
  make("button", { type: "button", "aria-label": `${button === "\u00d7" ? "remove" : button} ${name}`, onclick: act }, button));

export function showShelf(isSettled = true) {
  $("list").replaceChildren(...[...tops()].map(([name, s]) => {
    const li = fileLine(s.folder ? `${name}/` : name, s.folder ? `${s.n} files, ${sizeOf(s.bytes)}` : sizeOf(s.bytes), "\u00d7", () => removeTop(name));
    li.classList.toggle("capture", captures.has(name));
    return li;
  }));
  $("shelf-title").textContent = `Files (${tops().size})`;
  shelf.onChange(isSettled);
}

/** @param {string} name */
export function removeTop(name) {
  removeFiles(name);
  captures.delete(name);
  showShelf();
}

/** Whether a file begins as captures and folios do (docs/perfdata.md, docs/folio.md); the engine judges by more. @param {string} path @param {File} file */
export async function isCapture(path, file) {
  const inner = path.split("/").slice(1).join("/");
  if (inner && inner !== "data") return false;
  try {
    const head = new TextDecoder("latin1").decode(await file.slice(0, 8).arrayBuffer());
    return ["PERFILE2", "2ELIFREP", "HIPERF\0\0"].includes(head) || (!inner && path.endsWith(".folio") && head.startsWith("\x7fELF"));
  } catch {
    return false; // a command will say what is the matter
  }
}

/** Takes files; the last capture among them is opened. @param {[string, File][]} list */
export async function add(list) {
  await isReady();
  for (const name of new Set(list.map(([path]) => path.split("/")[0]))) if (tops().has(name)) removeTop(name); // it may have been a file and is a folder
  addFiles(list);
  let found = null;
  for (const [path, file] of list) {
    if (!(await isCapture(path, file))) continue;
    found = path.split("/")[0];
    captures.add(found);
  }
  showShelf(!found);
  if (found) await shelf.onCapture(found);
}

/** Chromium refuses FileSystemEntry.file() to a page from file:, and gives handles instead; others have no handles.
    @param {any} handle @param {string} before @param {[string, File][]} list */
async function byHandle(handle, before, list) {
  if (handle.kind === "file") list.push([before + handle.name, await handle.getFile()]);
  else for await (const inner of handle.values()) await byHandle(inner, `${before}${handle.name}/`, list);
}

/** @param {any} entry @param {string} before @param {[string, File][]} list */
async function byEntry(entry, before, list) {
  if (entry.isFile) {
    list.push([before + entry.name, await new Promise((found, not) => { entry.file(found, not); })]);
    return;
  }
  const reader = entry.createReader();
  for (;;) { // it gives some at a time
    const some = await new Promise((found, not) => { reader.readEntries(found, not); });
    if (!some.length) return;
    for (const inner of some) await byEntry(inner, `${before}${entry.name}/`, list);
  }
}

/** @param {any[]} items */
async function dropped(items) {
  /** @type {[string, File][]} */
  const list = [];
  if ("getAsFileSystemHandle" in DataTransferItem.prototype)
    for (const handle of await Promise.all(items.map((i) => i.getAsFileSystemHandle()))) await byHandle(handle, "", list);
  else
    for (const entry of items.map((i) => i.webkitGetAsEntry())) await byEntry(entry, "", list);
  return list;
}

/** Lets files be dropped anywhere, and chosen. */
export function takeDrops() {
  document.body.classList.toggle("served", served !== null);
  if (served) return; // what is dropped here is not there
  const over = (/** @type {boolean} */ is) => document.body.classList.toggle("over", is);
  document.ondragover = (e) => { e.preventDefault(); over(true); };
  document.ondragleave = (e) => { if (!e.relatedTarget) over(false); };
  document.ondrop = async (e) => {
    e.preventDefault();
    over(false);
    const items = [...(e.dataTransfer?.items ?? [])].filter((i) => i.kind === "file");
    try {
      await add(await dropped(items));
    } catch (error) {
      $("state").textContent = `cannot read what was dropped: ${/** @type {Error} */ (error).message}`;
    }
  };
  for (const [button, input] of [["choose", "files"], ["choose-folder", "folder"], ["choose-first", "files"], ["choose-folder-first", "folder"]]) $(button).onclick = () => $(input).click();
  for (const input of ["files", "folder"]) $(input).onchange = () => { add([...$(input).files].map((f) => [f.webkitRelativePath || f.name, f])); };
}

/** The files of a server: captures, and where the objects are that ran. The first capture is opened. */
export async function addServed() {
  const open = served ?? [], valuesOf = (/** @type {string} */ name) => open.flat().filter((w) => w.startsWith(name)).map((w) => w.slice(name.length));
  const paths = open.map(([, path]) => path);
  addFiles([...paths, ...valuesOf("--objects=")].map((path) => [path, new File([], path)]));
  for (const path of paths) captures.add(path);
  showShelf(false);
  if (paths.length) await shelf.onCapture(paths[0]);
}

/** The folio that stands in the page itself, if there is one (docs/page.md). @returns {[string, File] | null} */
export function enclosed() {
  const e = /** @type {HTMLElement | null} */ (document.getElementById("folio"));
  if (!e) return null;
  const text = (e.textContent ?? "").replace(/\s+/g, ""), name = (e.dataset.name ?? "capture.folio").replace(/[/\0]/g, "_") || "capture.folio";
  const parts = [], PIECE = 1 << 20; // characters: a multiple of four
  for (let at = 0; at < text.length; at += PIECE) parts.push(bytesOf(text.slice(at, at + PIECE)));
  e.textContent = "";
  return [name, new File(parts, name)];
}
