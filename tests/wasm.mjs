/* wasm.mjs --bin PERFOLIO --build build-wasm [--shared FOLDER] [--node] [--page [firefox]] [--few]: holds what the engine prints and
   writes, in node and in a page that a browser opened from a file, against PERFOLIO. Captures come to the page as a person
   brings them: dropped (in Firefox: chosen, for its protocol has no drops). Objects lie in build-wasm/objects, unpacked once. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const given = {};
for (let i = 2; i < process.argv.length; i++) {
  const value = process.argv[i + 1]?.startsWith("--") ? undefined : process.argv[i + 1];
  given[process.argv[i].slice(2)] = value ?? "";
  if (value !== undefined) i++;
}
const build = path.resolve(given.build), native = path.resolve(given.bin), shared = path.resolve(given.shared || "../shared");
const source = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "..");
const CAPTURES = ["amd64/dwarf.data", "amd64/fp.data", "amd64/dir.data", "amd64/trace.data", "amd64/zstd.data", "amd64/pipe.data", "arm64/dwarf.data",
  "arm64/sysg.data", "arm64/sched.data", "armhf/dwarf.data", "armhf/fp-apcs.data", "armhf/stat.data", "hppa/jit.data", "hppa/threads.data", "hppa/zstd.data",
  "i386/dwarf.data", "i386/multi.data", "riscv64/fp.data", "riscv64/twins.data", "s390x/dwarf.data", "s390x/hw.data"];
const FIXTURES = ["amd64/dwarf.folio", "amd64/hints.folio", "amd64/jit.data", "bad/tid-again.data"];
const failures = [];
let runs = 0;

const hash = (bytes) => createHash("sha256").update(bytes).digest("hex");
const short = (text) => JSON.stringify(String(text).slice(-160));

function check(what, right, detail = "") {
  runs++;
  if (right) return;
  failures.push(what);
  console.log(`differs: ${what} ${detail}`);
}

/* A folder with captures and their objects, under names that are one component. Each: { name, objects }. */
function desk() {
  const folder = path.join(build, "desk"), list = [];
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const add = (from, arch, objects) => {
    const name = `${arch}-${path.basename(from)}`;
    fs.cpSync(from, path.join(folder, name), { recursive: true });
    for (const f of [name, ...(fs.statSync(from).isDirectory() ? fs.readdirSync(from).map((x) => `${name}/${x}`) : [])])
      fs.utimesSync(path.join(folder, f), 1700000000, 1700000000); // whole seconds: a page is told milliseconds
    list.push({ name, objects });
  };
  for (const name of given.few === undefined ? FIXTURES : FIXTURES.slice(0, 2)) add(path.join(source, "fixtures", name), name.split("/")[0], []);
  if (!fs.existsSync(path.join(shared, "captures"))) {
    console.log(`SKIPPED: no captures in ${shared}; only fixtures are compared`);
    return { folder, list };
  }
  for (const capture of given.few === undefined ? CAPTURES : CAPTURES.slice(0, 3)) {
    const [arch] = capture.split("/"), objects = `objects-${arch}`;
    if (!fs.existsSync(path.join(folder, objects))) {
      fs.mkdirSync(path.join(folder, objects));
      execFileSync("tar", ["-C", path.join(folder, objects), "-xJf", path.join(shared, "captures", arch, "buildid-cache.tar.xz")]);
      execFileSync("find", [path.join(folder, objects), "-type", "l", "-delete"]); // browsers leave links out of folders
    }
    add(path.join(shared, "captures", capture), arch, ["--objects", objects]);
  }
  return { folder, list };
}

/* The commands for a capture, and the file that each makes. */
function commands({ name, objects }) {
  const first = ["-i", name, "--isolated", ...objects], made = `${name}.made`, packed = `${name}.packed`;
  return [
    [["report", "--stdio", ...first]],
    [["report", "--json", ...first]],
    [["script", ...first]],
    [["annotate", "--stdio", ...first]],
    [["diff", name, name, "--isolated", ...objects]],
    [["info", "-i", name]],
    [["pack", name, "-o", packed, "--isolated", ...objects], packed],
    [["verify", packed]],
    [["report", "--stdio", "-i", packed, "--isolated"]],
    ...["folded", "html", "pprof", "firefox", "speedscope", "callgrind"].map((format) => [["export", format, "-o", made, ...first], made]),
  ].filter(([args]) => !(name.endsWith(".folio") && args[0] === "pack"));
}

/* No LLVM and no objdump on either side: what the engine has none of is taken from the native program, too. */
function environment() {
  const none = path.join(build, "no-libraries");
  fs.mkdirSync(none, { recursive: true });
  for (let version = 14; version < 22; version++)
    for (const name of [`libLLVM-${version}.so.1`, `libLLVM-${version}.so`, `libLLVM.so.${version}.1`]) fs.writeFileSync(path.join(none, name), "");
  return { LC_ALL: "C", TZ: "UTC", HOME: "/nonexistent", PATH: "/nonexistent", LD_LIBRARY_PATH: none };
}

function here(program, args, folder, made) {
  if (made) fs.rmSync(path.join(folder, made), { force: true });
  const began = performance.now();
  const p = spawnSync(program[0], [...program.slice(1), ...args], { cwd: folder, env: environment(), maxBuffer: 1 << 30 });
  if (args[0] === "annotate") // a program that loads no library does not name LLVM as one that would help
    p.stdout = Buffer.from(p.stdout.toString("latin1").replaceAll("LLVM (Debian: llvm) or ", ""), "latin1");
  const file = made && fs.existsSync(path.join(folder, made)) ? fs.readFileSync(path.join(folder, made)) : null;
  return { status: p.status, out: hash(p.stdout), said: String(p.stderr), file: file && hash(file), ms: performance.now() - began, text: p.stdout };
}

function compare(where, args, want, got) {
  check(`${where}: ${args.join(" ")}`, want.status === got.status && want.out === got.out && want.said === got.said && want.file === got.file,
    `status ${want.status} and ${got.status}, output ${want.out === got.out ? "equal" : "differs"}, file ${want.file === got.file ? "equal" : "differs"}, said ${short(want.said)} and ${short(got.said)}`);
}

/* The capture with its data moved to an offset beyond what 32 bits hold: what stands in front stays at the beginning, what
   follows ends the file; between them is a hole. */
function spread(from, to, by) {
  const b = fs.readFileSync(from), shift = BigInt(by), at = b.readBigUInt64LE(40), n = b.readBigUInt64LE(48);
  if (String(b.subarray(0, 8)) !== "PERFILE2") throw new Error(`${from} is not little-endian`);
  b.writeBigUInt64LE(at + shift, 40);
  let bits = 0;
  for (let i = 72; i < 104; i++) for (let byte = b[i]; byte; byte &= byte - 1) bits++;
  for (let i = 0, row = Number(at + n); i < bits; i++, row += 16) b.writeBigUInt64LE(b.readBigUInt64LE(row) + shift, row);
  const fd = fs.openSync(to, "w");
  fs.writeSync(fd, b, 0, Number(at), 0);
  fs.writeSync(fd, b, Number(at), b.length - Number(at), Number(at) + by);
  fs.closeSync(fd);
}

/* An ELF file (64 bits, little-endian) whose symbols and DWARF stand 3.5 GB further on. */
function spread_elf(from, to) {
  const b = fs.readFileSync(from), by = 3500 * 2 ** 20, headers = Number(b.readBigUInt64LE(40)), each = b.readUInt16LE(58), all = [];
  for (let i = 0; i < b.readUInt16LE(60); i++) all.push(headers + i * each);
  const loaded = (h) => b[h + 8] & 2, at = (h) => Number(b.readBigUInt64LE(h + 24)), size = (h) => Number(b.readBigUInt64LE(h + 32));
  const end = Math.max(...all.map((h) => (loaded(h) && b.readUInt32LE(h + 4) !== 8 ? at(h) + size(h) : 0)));
  for (const h of all) if (!loaded(h) && at(h) >= end) b.writeBigUInt64LE(BigInt(at(h) + by), h + 24);
  b.writeBigUInt64LE(BigInt(headers + by), 40);
  const fd = fs.openSync(to, "w");
  fs.writeSync(fd, b, 0, end, 0);
  fs.writeSync(fd, b, end, b.length - end, end + by);
  fs.closeSync(fd);
}

const BIG = { name: "big.data", objects: [] };

function make_big(folder) {
  spread(path.join(source, "fixtures/amd64/fp.data"), path.join(folder, BIG.name), 5 * 2 ** 30);
  fs.utimesSync(path.join(folder, BIG.name), 1700000000, 1700000000);
  const program = path.join(folder, "objects-amd64/.debug/opt/wl/workload");
  if (fs.existsSync(program)) spread_elf(path.join(program, fs.readdirSync(program)[0], "elf"), path.join(folder, "workload"));
  fs.closeSync(fs.openSync(path.join(folder, "blob"), "w"));
  fs.truncateSync(path.join(folder, "blob"), 3500 * 2 ** 20);
}

function in_node({ folder, list }) {
  const engine = [process.execPath, path.join(build, "perfolio.js")];
  for (const capture of list)
    for (const [args, made] of commands(capture)) compare("node", args, here([native], args, folder, made), here(engine, args, folder, made));
  const fp = list.find((c) => c.name === "amd64-fp.data");
  if (fp) {
    const args = ["report", "--stdio", "-i", fp.name, "--isolated", "--objects"];
    compare("node, an object of 3.5 GB", [...args, "workload"], here([native], [...args, "workload"], folder), here(engine, [...args, "workload"], folder));
    const got = here(engine, [...args, "blob"], folder);
    check("node: what cannot be mapped is a problem, not the end", !got.status && /1 object was found but could not be used .*cannot be mapped/.test(got.said), short(got.said));
  }
  console.log(`node: ${runs} compared, ${failures.length} differ`);
  for (const command of ["report", "script"]) {
    const args = [command, "-i", BIG.name, "--isolated"];
    compare("node, 5 GB", args, here([native], args, folder), here(engine, args, folder));
  }
}

async function in_page({ folder, list }, kind) {
  for (const name of fs.readdirSync(folder)) if (/\.(made|packed)$/.test(name)) fs.rmSync(path.join(folder, name)); // of node: the page has none
  const puppeteer = createRequire(path.join(build, "driver/"))("puppeteer-core");
  const executablePath = kind === "firefox" ? "/usr/bin/firefox-esr" : "/usr/bin/chromium";
  const browser = await puppeteer.launch({ browser: kind === "firefox" ? "firefox" : "chrome", executablePath, headless: true, protocolTimeout: 600000,
    args: kind === "firefox" ? [] : ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
  const asked = [], url = `file://${build}/perfolio.html`;
  let page, quickest = Infinity;
  for (let i = 0; i < 5; i++) { // the machine may be busy
    page = await browser.newPage();
    page.on("request", (r) => { if (r.url() !== url && !/^(blob|data):/.test(r.url())) asked.push(r.url()); });
    page.on("pageerror", (e) => check("page: no error", false, e.message));
    await page.goto(url);
    quickest = Math.min(quickest, await page.evaluate(() => started));
    if (i < 4) await page.close();
  }
  console.log(`page: ready in ${quickest.toFixed(0)} ms, ${fs.statSync(path.join(build, "perfolio.html")).size} bytes`);
  check("page: ready in less than half a second", quickest < 500, `${quickest} ms`);

  const session = kind === "firefox" ? null : await page.createCDPSession();
  async function bring(paths) {
    const before = await page.evaluate(() => asked);
    if (session) {
      const box = await (await page.$("#drop")).boundingBox();
      const data = { items: [], files: paths, dragOperationsMask: 1 };
      for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: box.x + 20, y: box.y + 20, data });
    } else {
      await (await page.$("#files")).uploadFile(...paths);
    }
    await page.evaluate(async (names, n) => {
      const wait = () => new Promise((done) => { setTimeout(done, 10); });
      while (!names.every((name) => [...files.keys()].some((f) => f === name || f.startsWith(`${name}/`)))) await wait();
      while ((captures.has(names[0]) && asked === n) || running) await wait();
    }, paths.map((p) => path.basename(p)), before);
  }
  const answer = (args, made) => page.evaluate(async (a, m) => {
    const r = await run(a), hex = async (bytes) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((x) => x.toString(16).padStart(2, "0")).join("");
    const file = r.made.find(([name]) => name === m);
    return { status: r.status, out: await hex(r.out), said: r.said, file: file ? await hex(await file[1].arrayBuffer()) : null, ms: r.ms };
  }, args, made);
  let page_ms = 0, native_ms = 0;
  async function both(where, args, made) {
    const want = here([native], args, folder, made), got = await answer(args, made);
    page_ms += got.ms;
    native_ms += want.ms;
    compare(where, args, want, got);
    return [want, got];
  }

  const brought = new Set();
  for (const entry of list) {
    const capture = kind === "firefox" ? { name: entry.name, objects: [] } : entry; // its protocol chooses no folders
    if (kind === "firefox" && fs.statSync(path.join(folder, capture.name)).isDirectory()) continue;
    const names = [capture.name, ...capture.objects.slice(1)].filter((n) => !brought.has(n));
    await bring(names.map((n) => path.join(folder, n)));
    names.forEach((n) => brought.add(n));
    for (const [args, made] of commands(capture)) await both(kind, args, made);
    console.log(`${kind}: ${capture.name}: ${runs} compared so far, ${failures.length} differ`);
  }
  const last = list.filter((c) => brought.has(c.name)).at(-1);
  const line = await page.evaluate(async (name) => { // as a person does: a line, and the key that ends it
    $("asked").textContent = "";
    $("line").value = `perfolio report --stdio -i '${name}' --isolated`;
    $("form").requestSubmit();
    while (running || !$("asked").textContent) await new Promise((done) => { setTimeout(done, 10); });
    return $("out").textContent;
  }, last.name);
  check(`${kind}: the command line shows the report`, line === String(here([native], ["report", "--stdio", "-i", last.name, "--isolated"], folder).text));

  await bring([path.join(folder, BIG.name)]);
  for (const command of ["report", "script"]) {
    const [, got] = await both(`${kind}, 5 GB`, [command, "-i", BIG.name, "--isolated"]);
    console.log(`page: ${command} of 5 GB in ${got.ms.toFixed(0)} ms`);
  }
  const changing = path.join(folder, "changing.data");
  fs.copyFileSync(path.join(source, "fixtures/amd64/fp.data"), changing);
  await bring([changing]);
  const unchanged = here([native], ["report", "-i", "changing.data", "--isolated"], folder);
  fs.appendFileSync(changing, "more");
  const changed = await answer(["report", "-i", "changing.data", "--isolated"]);
  if (kind === "firefox") // it reads a file as far as it was when it was chosen
    check(`${kind}: a file that has grown is read as it was`, changed.status === 0 && changed.out === unchanged.out, short(changed.said));
  else
    check(`${kind}: a file that has changed is an I/O error`, changed.status === 1 && /I\/O error/.test(changed.said), short(changed.said));
  if (given.screenshot) await page.screenshot({ path: given.screenshot, fullPage: false });
  if (given.speed) {
    const name = path.basename(given.speed);
    await bring([given.speed]);
    fs.symlinkSync(path.resolve(given.speed), path.join(folder, name));
    const [want, got] = await both(`${kind}, speed`, ["report", "--stdio", "-i", name, "--isolated", ...(brought.has("objects-amd64") ? ["--objects", "objects-amd64"] : [])]);
    const slices = await page.evaluate((f) => new Promise((done) => {
      const code = "onmessage = ({ data }) => { const r = new FileReaderSync(), t = performance.now(); for (let i = 0; i < data.size; i += 1 << 24) r.readAsArrayBuffer(data.slice(i, i + (1 << 24))); postMessage(performance.now() - t); }";
      const w = new Worker(URL.createObjectURL(new Blob([code])));
      w.onmessage = (e) => done(e.data);
      w.postMessage(files.get(f));
    }), name);
    console.log(`page: ${name}, ${fs.statSync(given.speed).size} bytes: native ${want.ms.toFixed(0)} ms, page ${got.ms.toFixed(0)} ms, its slices alone ${slices.toFixed(0)} ms`);
    check(`${kind}: a large capture takes no more than three times native and its slices`, got.ms <= 3 * want.ms + slices, `${got.ms} ms`);
  }
  console.log(`page: ${page_ms.toFixed(0)} ms, native ${native_ms.toFixed(0)} ms, in commands`);
  check(`${kind}: no request`, !asked.length, [...new Set(asked)].join(" "));
  await browser.close();
}

const set = desk();
make_big(set.folder);
if (given.node !== undefined || given.page === undefined) in_node(set);
if (given.page !== undefined) await in_page(set, given.page || "chromium");
console.log(`wasm: ${runs} compared, ${failures.length} differ`);
process.exit(failures.length ? 1 : 0);
