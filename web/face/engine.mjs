/* The engine: commands as on a shell, and requests to the bridge, one after the other. It is in a worker or, if the page comes
   from perfolio view --web, in that program. */
import { $ } from "./dom.mjs";
import { bytesOf } from "./words.mjs";

/** @typedef {{ status: number, out: Uint8Array, said: string, made: [string, File][], ms: number }} Ran */

export const STOPPED = -1; // a status
/** @type {Map<string, File>} */
export const files = new Map(); // by path, as the worker has them
/** What perfolio view --web opens: requests of the bridge, each a list of words; null: the page has an engine of its own. @type {string[][] | null} */
export const served = JSON.parse(globalThis.document?.getElementById("served")?.textContent ?? "null");
/** The first part of a path: a dropped folder is one. Paths of a server are whole. @param {string} path */
export const topOf = (path) => (served ? path : path.split("/")[0]);
let exchange = new AbortController(); // with a server
/** @type {Worker} */
let worker;
/** @type {Promise<void>} */
let ready = new Promise(() => {}); // until it starts
/** @type {((data: any) => void) | null} */
let answered = null;
export let asked = 0;
/** @type {Promise<any> | null} */
export let running = null;

/** What make.py packed into an element. @param {string} id */
function unpacked(id) {
  return new Response(new Blob([bytesOf($(id).textContent)]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** The worker, and what it has to say. A command cannot be interrupted but by ending it; a new one gets the same files. */
export async function start() {
  if (served) {
    ready = Promise.resolve();
    $("state").textContent = "ready";
    return;
  }
  $("state").textContent = "starting";
  const script = await unpacked("worker");
  worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  ready = new Promise((resolve, reject) => {
    worker.onerror = (e) => reject(new Error(e.message));
    worker.onmessage = ({ data }) => {
      if (data.ready) resolve();
      else if (answered && data.id === asked) answered(data);
    };
  });
  const wasm = await unpacked("wasm");
  worker.postMessage({ wasm }, [wasm]);
  worker.postMessage({ add: [...files] });
  await ready;
  $("state").textContent = "ready";
}

export const isReady = () => ready;

/** Sends a message to the server; the answer is like the worker's. @param {any} message @returns {Promise<any>} */
async function post(message) {
  const began = performance.now(), words = message.run ?? message.ask;
  const response = await fetch(message.run ? "run" : "ask", { method: "POST", body: words.map((/** @type {string} */ w) => `${w}\0`).join(""), signal: exchange.signal });
  if (!response.ok) throw new Error(await response.text());
  if (message.ask) return { answer: await response.json() };
  const bytes = new Uint8Array(await response.arrayBuffer()), end = bytes.indexOf(10); // of the line before the output
  return { ...JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))), out: bytes.subarray(end + 1), made: [], ms: performance.now() - began };
}

/** A message to the server whose failure is an answer, too. @param {any} message @returns {Promise<any>} */
const answerOf = (message) => post(message).catch((e) => ({ status: STOPPED, out: new Uint8Array(), said: `${e.message}\n`, made: [], ms: 0, answer: { error: e.message } }));

/** Sends a message that is answered; the next one waits. @param {any} message @returns {Promise<any>} */
async function send(message) {
  while (running) await running;
  running = new Promise((resolve) => { answered = resolve; });
  const id = ++asked, mine = running;
  try {
    await ready;
    const slow = setTimeout(() => { $("state").textContent = "working"; $("stop").hidden = false; }, 250);
    if (served) answerOf(message).then((a) => { if (id === asked) answered?.(a); });
    else worker.postMessage({ ...message, id });
    const answer = await mine;
    clearTimeout(slow);
    if (answer.status !== STOPPED) $("state").textContent = "ready"; // else the engine starts again
    return answer;
  } finally {
    running = null;
    $("stop").hidden = true;
  }
}

/** Runs a command: its status, bytes of output, text of errors and files that it made. @param {string[]} args @returns {Promise<Ran>} */
export async function run(args) {
  const answer = await send({ run: args });
  for (const [path, file] of answer.made) files.set(path, file);
  return answer;
}

/** A request of lib/remote/bridge.h. Throws what it refuses. @param {...(string | number)} words @returns {Promise<any>} */
export async function bridge(...words) {
  const { answer } = await send({ ask: words.map((w) => String(w).replaceAll("\0", "")) });
  if (!answer) throw new Error("stopped");
  if (answer.error !== undefined) throw Object.assign(new Error(answer.error), { stopped: answer.stopped });
  return answer;
}

/** Ends what runs. What the bridge had open is gone. */
export async function stop() {
  exchange.abort();
  exchange = new AbortController();
  worker?.terminate();
  answered?.({ status: STOPPED, out: new Uint8Array(), said: "stopped\n", made: [], ms: 0 });
  await start();
}

/** Tells the worker of files. @param {[string, File][]} list */
export function addFiles(list) {
  for (const [path, file] of list) files.set(path, file);
  worker?.postMessage({ add: list });
}

/** @param {string} name a file, or a folder with all that is below it */
export function removeFiles(name) {
  for (const path of [...files.keys()]) if (path === name || path.startsWith(`${name}/`)) files.delete(path);
  worker?.postMessage({ remove: name });
}
