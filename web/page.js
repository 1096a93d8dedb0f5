
"use strict";
const SHOWN = 1 << 20; // bytes of an output that are shown: a browser lays out no more in a moment
const STOPPED = -1; // a status
const $ = (id) => document.getElementById(id);
const files = new Map(); // path: File, as the worker has them
const captures = new Set(); // top names among them
const history = [];
let place = 0; // in the history
let worker, ready, answered, asked = 0, running = null;

/* The worker, and what it has to say. A command cannot be interrupted but by ending it; a new one gets the same files. */
async function start() {
  $("state").textContent = "starting";
  worker = new Worker(URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" })));
  ready = new Promise((resolve, reject) => {
    worker.onerror = (e) => reject(new Error(e.message));
    worker.onmessage = ({ data }) => {
      if (data.ready) resolve();
      else if (answered && data.id === asked) answered(data);
    };
  });
  const packed = Uint8Array.from(atob($("wasm").textContent), (c) => c.charCodeAt(0));
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const wasm = await new Response(plain).arrayBuffer();
  worker.postMessage({ wasm }, [wasm]);
  worker.postMessage({ add: [...files] });
  await ready;
  $("state").textContent = "ready";
  $("run").disabled = false;
}

/* Runs a command: its status, bytes of output, text of errors and files that it made. One after the other. */
async function run(args) {
  while (running) await running;
  await ready;
  const id = ++asked;
  $("state").textContent = "running";
  $("stop").hidden = false;
  running = new Promise((resolve) => { answered = resolve; });
  worker.postMessage({ run: args, id });
  const answer = await running;
  running = null;
  $("stop").hidden = true;
  if (answer.status !== STOPPED) $("state").textContent = "ready"; // else the engine starts again
  for (const [path, file] of answer.made) files.set(path, file);
  return answer;
}

async function stop() {
  worker.terminate();
  answered({ status: STOPPED, out: new Uint8Array(), said: "stopped\n", made: [], ms: 0 });
  await start();
}

/* Words of a command line, with a shell's quotes and backslashes. */
function words(line) {
  const list = [];
  for (const [word] of line.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"?|'[^']*'?)+/g))
    list.push(word.replace(/\\(.)|"((?:[^"\\]|\\.)*)"?|'([^']*)'?/g,
      (all, escaped, double, single) => escaped ?? single ?? double.replace(/\\(["\\$`])/g, "$1")));
  return list;
}

const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`);

function size(n) {
  const units = ["bytes", "KiB", "MiB", "GiB"];
  let i = 0;
  for (; n >= 1024 && i < 3; i++) n /= 1024;
  return `${i ? n.toFixed(1) : n} ${units[i]}`;
}

function save(name, parts) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob(parts));
  a.download = name.replace(/.*\//, "");
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 60000);
}

function row(name, note, button, act) {
  const li = document.createElement("li");
  for (const [tag, kind, text] of [["span", "name", name], ["span", "size", note], ["button", "", button]]) {
    const e = li.appendChild(document.createElement(tag));
    e.className = kind;
    e.textContent = text;
    if (tag === "button") {
      e.type = "button";
      e.setAttribute("aria-label", `${button} ${name}`);
      e.onclick = act;
    }
  }
  return li;
}

/* What was dropped, by the first part of its path: a folder is one line. */
function tops() {
  const sums = new Map();
  for (const [path, file] of files) {
    const top = path.split("/")[0], sum = sums.get(top) ?? { n: 0, bytes: 0, folder: path !== top };
    sum.n++;
    sum.bytes += file.size;
    sums.set(top, sum);
  }
  return sums;
}

function show_files() {
  const sums = tops();
  $("list").replaceChildren(...[...sums].map(([name, s]) => {
    const li = row(s.folder ? `${name}/` : name, s.folder ? `${s.n} files, ${size(s.bytes)}` : size(s.bytes), "\u00d7", () => remove(name));
    li.classList.toggle("capture", captures.has(name));
    return li;
  }));
  const capture = [...captures].at(-1);
  $("examples").hidden = !capture;
  if (!capture) return;
  const first = ["-i", capture, ...objects()];
  const lines = [["report", "report", "--stdio", ...first], ["callers", "report", "--stdio", "--children", ...first], ["annotate", "annotate", "--stdio", ...first],
    ["script", "script", ...first], ["info", "info", "-i", capture], ["flame graph", "export", "html", "-o", "flames.html", ...first],
    ["pack", "pack", capture, "-o", `${capture}.folio`, ...objects()]];
  if (captures.size > 1) lines.push(["diff", "diff", ...[...captures].slice(-2), ...objects()]);
  $("examples").replaceChildren(...lines.map(([name, ...args]) => {
    const b = document.createElement("button");
    b.textContent = name;
    b.onclick = () => command(args.map(quoted).join(" "));
    return b;
  }));
}

/* What was dropped beside captures is where the objects are. */
const objects = () => [...tops().keys()].filter((name) => !captures.has(name) && !produced.has(name)).flatMap((name) => ["--objects", name]);
const produced = new Set(); // what commands made

function remove(name) {
  for (const path of [...files.keys()]) if (path === name || path.startsWith(`${name}/`)) files.delete(path);
  captures.delete(name);
  worker.postMessage({ remove: name });
  show_files();
}

/* Whether a file begins as captures and folios do (docs/perfdata.md, docs/folio.md); the engine judges by more. */
async function is_capture(path, file) {
  const inner = path.split("/").slice(1).join("/");
  if (inner && inner !== "data") return false;
  try {
    const head = new TextDecoder("latin1").decode(await file.slice(0, 8).arrayBuffer());
    return ["PERFILE2", "2ELIFREP", "HIPERF\0\0"].includes(head) || (!inner && path.endsWith(".folio") && head.startsWith("\x7fELF"));
  } catch {
    return false; // a command will say what is the matter
  }
}

async function add(list) {
  await ready;
  for (const name of new Set(list.map(([path]) => path.split("/")[0]))) if (tops().has(name)) remove(name); // it may have been a file and is a folder
  for (const [path, file] of list) files.set(path, file);
  worker.postMessage({ add: list });
  let found = null;
  for (const [path, file] of list) {
    if (!(await is_capture(path, file))) continue;
    found = path.split("/")[0];
    captures.add(found);
  }
  show_files();
  if (found) await command(["report", "--stdio", "-i", found, ...objects()].map(quoted).join(" "));
}

async function command(line) {
  $("line").value = line;
  if (line !== history.at(-1)) history.push(line);
  place = history.length;
  const args = words(line);
  if (args[0] === "perfolio") args.shift();
  const answer = await run(args);
  const shown = answer.out.length > SHOWN ? answer.out.subarray(0, answer.out.lastIndexOf(10, SHOWN) + 1 || SHOWN) : answer.out;
  $("answer").hidden = false;
  $("asked").textContent = ["perfolio", ...args.map(quoted)].join(" ");
  $("took").textContent = `${answer.status ? `status ${answer.status}, ` : ""}${(answer.ms / 1000).toFixed(2)} s`;
  $("out").textContent = new TextDecoder().decode(shown);
  $("said").textContent = answer.said;
  $("rest").hidden = shown === answer.out;
  $("rest").textContent = `Shown are the first ${size(shown.length)} of ${size(answer.out.length)}; the rest is in what is saved.`;
  $("save").hidden = !answer.out.length;
  $("save").onclick = () => save(`perfolio-${args[0]}.txt`, [answer.out]);
  $("made").replaceChildren(...answer.made.map(([path, file]) => row(path, size(file.size), "Save", () => save(path, [file]))));
  for (const [path, file] of answer.made) {
    produced.add(path.split("/")[0]);
    if (await is_capture(path, file)) captures.add(path);
  }
  show_files();
  return answer;
}

/* Chromium refuses FileSystemEntry.file() to a page from file:, and gives handles instead; others have no handles. */
async function by_handle(handle, before, list) {
  if (handle.kind === "file") list.push([before + handle.name, await handle.getFile()]);
  else for await (const inner of handle.values()) await by_handle(inner, `${before}${handle.name}/`, list);
}

async function by_entry(entry, before, list) {
  if (entry.isFile) {
    list.push([before + entry.name, await new Promise((found, not) => { entry.file(found, not); })]);
    return;
  }
  const reader = entry.createReader();
  for (;;) { // it gives some at a time
    const some = await new Promise((found, not) => { reader.readEntries(found, not); });
    if (!some.length) return;
    for (const inner of some) await by_entry(inner, `${before}${entry.name}/`, list);
  }
}

async function dropped(items) {
  const list = [];
  if (DataTransferItem.prototype.getAsFileSystemHandle)
    for (const handle of await Promise.all(items.map((i) => i.getAsFileSystemHandle()))) await by_handle(handle, "", list);
  else
    for (const entry of items.map((i) => i.webkitGetAsEntry())) await by_entry(entry, "", list);
  return list;
}

document.ondragover = (e) => { e.preventDefault(); $("drop").classList.add("over"); };
document.ondragleave = () => $("drop").classList.remove("over");
document.ondrop = async (e) => {
  e.preventDefault();
  $("drop").classList.remove("over");
  const items = [...e.dataTransfer.items].filter((i) => i.kind === "file");
  try {
    await add(await dropped(items));
  } catch (error) {
    $("state").textContent = `cannot read what was dropped: ${error.message}`;
  }
};
for (const [button, input] of [["choose", "files"], ["choose-folder", "folder"]]) {
  $(button).onclick = () => $(input).click();
  $(input).onchange = () => { add([...$(input).files].map((f) => [f.webkitRelativePath || f.name, f])); };
}
$("form").onsubmit = (e) => { e.preventDefault(); command($("line").value.trim()); };
$("line").onkeydown = (e) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[e.key];
  if (!step) return;
  e.preventDefault();
  place = Math.min(history.length, Math.max(0, place + step));
  $("line").value = history[place] ?? "";
};
$("stop").onclick = stop;
const started = start().then(() => performance.now(), (error) => { $("state").textContent = `cannot start: ${error.message}`; });
