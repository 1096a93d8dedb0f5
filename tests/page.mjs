/* page.mjs --bin PERFOLIO --build build-wasm [--states N] [--shots FOLDER] [--speed CAPTURE] [--only PART,...]: the workbench in headless Chromium, as a person uses it: files are
   dropped, boxes clicked, keys pressed. What it shows is held to what PERFOLIO answers to the command line that it shows, in N random
   states of filters (100). No error of the console, no request, no serious fault that axe-core finds. Pictures are written to FOLDER. With --speed it
   says how long a capture takes, and nothing else. */
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const given = {};
for (let i = 2; i < process.argv.length; i += 2) given[process.argv[i].slice(2)] = process.argv[i + 1];
const build = path.resolve(given.build), native = path.resolve(given.bin), source = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "..");
const driver = createRequire(path.join(build, "driver/")), puppeteer = driver("puppeteer-core"), axe = fs.readFileSync(driver.resolve("axe-core/axe.min.js"), "utf8");
const shots = given.shots && path.resolve(given.shots), desk = path.join(build, "page-desk"), fixtures = path.join(source, "fixtures");
const SIZES = [[1400, 900], [800, 600], [360, 740]], SEED = 20260101;
const failures = [];
let checks = 0, seed = SEED;

function check(what, right, detail = "") {
  checks++;
  if (right) return;
  failures.push(what);
  console.log(`wrong: ${what} ${typeof detail === "string" ? detail : JSON.stringify(detail)}`.slice(0, 1200));
}

/* A number below n: the same in every run. */
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 4294967296) * n);
}

/* Captures, each with the folder where its objects are. */
const CAPTURES = [["amd64/dwarf.folio"], ["s390x/dwarf.folio"], ["armhf/dwarf.folio"], ["amd64/annotate.data", "amd64/annotate"], ["amd64/fp.data", "amd64/debug"], ["hppa/user.data", "hppa/debug"]];
fs.rmSync(desk, { recursive: true, force: true });
fs.mkdirSync(desk, { recursive: true });
const captures = CAPTURES.map(([from, objects]) => {
  const name = from.replace("/", "-"), beside = objects ? `${name}-objects` : null;
  fs.cpSync(path.join(fixtures, from), path.join(desk, name));
  if (beside) fs.cpSync(path.join(fixtures, objects), path.join(desk, beside), { recursive: true });
  return { name, beside };
});

function ask(words) {
  const p = spawnSync(native, [...words, "--isolated"], { cwd: desk, env: { LC_ALL: "C", TZ: "UTC", HOME: "/nonexistent", PATH: "/nonexistent" }, maxBuffer: 1 << 30 });
  return { status: p.status, out: String(p.stdout), said: String(p.stderr) };
}

const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", headless: true, protocolTimeout: 600000, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
const url = `file://${build}/perfolio.html`, asked = [];

async function open(address = url, isStrict = true) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1400, height: 900 });
  if (!isStrict) {
    await page.goto(address);
    await page.evaluate(() => started);
    return page;
  }
  page.on("request", (r) => { if (!r.url().startsWith("file://") && !/^(blob|data):/.test(r.url()) && !(address.startsWith("http:") && r.url().startsWith(address))) asked.push(r.url()); });
  page.on("pageerror", (e) => check("no error in the page", false, e.message));
  page.on("console", (m) => { if (["error", "warn"].includes(m.type())) check("nothing in the console", false, m.text()); });
  await page.goto(address);
  await page.evaluate(() => started);
  return page;
}

async function idle(page) {
  await page.evaluate(async () => {
    const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });
    for (let quiet = 0; quiet < 3; quiet = running || document.body.hasAttribute("aria-busy") ? 0 : quiet + 1) { await shown; await wait(15); }
  });
}

async function drop(page, names) {
  const session = await page.createCDPSession(), data = { items: [], files: names.map((n) => path.join(desk, n)), dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  await page.evaluate(async (name) => { while (bench.path !== name || !bench.file) await new Promise((done) => { setTimeout(done, 10); }); }, names[0]);
  await idle(page);
}

/* The question of the page, as words, and all rows of its table with their frames. */
const rowsOf = (page) => page.evaluate(async () => {
  const v = await ask(state.words), table = tableOf(v, state.event);
  if (table < 0) return [];
  const at = placesOf(v, table), keys = [...at.keys()].filter((k) => !/percent|period|samples|frame/.test(k));
  const cells = (r, names) => names.map((n) => cellText(r, at.get(n)));
  const stacks = async (parent, before) => {
    const list = [];
    for (let from = 0, rows; (rows = await pullOf(v, table)(parent, from, 1000)).length; from += rows.length)
      for (const r of rows) {
        const frames = cellText(r, at.get("frame")) ? [...before, cellText(r, at.get("frame"))] : before;
        if (cellValue(r, at.get("ending_period"))) list.push([frames.join(";"), cellValue(r, at.get("ending_period"))]);
        if (r.children) list.push(...(await stacks(r.row, frames)));
      }
    return list;
  };
  const found = [];
  for (const r of await allRows(v, table, 100000)) found.push({ keys: cells(r, keys), percent: cellText(r, at.get("percent")), period: cellValue(r, at.get("period")), stacks: r.children ? await stacks(r.row, []) : [] });
  return found;
});

/* Holds the rows of the page to those that the command line in sight gives. */
async function holds(page, what) {
  const line = await page.evaluate(() => $("line").value), words = await page.evaluate((l) => wordsOf(l), line);
  const text = ask([...words, "--stdio"]), json = ask([...words, "--json"]), mine = await rowsOf(page);
  if (text.status || json.status) return check(`${what}: ${line} runs`, false, text.said);
  const event = JSON.parse(json.out).events[await page.evaluate(() => state.event)];
  const theirs = event?.rows ?? [];
  check(`${what}: ${line}: as many rows`, mine.length === theirs.length, `${mine.length} and ${theirs.length}`);
  check(`${what}: ${line}: periods`, mine.every((r, i) => r.period === theirs[i].period), [mine.slice(0, 3), theirs.slice(0, 3)]);
  const shares = text.out.split("\n").map((l) => l.trim()).filter((l) => /^\d+\.\d\d%/.test(l));
  const stands = (l, k) => l.includes(k.trim().replace(/^(\[.\] )0x/, "")) || words.some((w) => /^--(dsos|symbols|comms|tid)=/.test(w)); // a filter of one name leaves its column out, an address has zeros in front
  const missing = mine.filter((r) => r.period && !shares.some((l) => l.includes(r.percent) && r.keys.every((k) => stands(l, k))));
  check(`${what}: ${line}: each row stands in the text`, !missing.length || words.some((w) => /call-graph=(caller|callee)/.test(w)) || !shares.length, missing.slice(0, 2));
  const sum = (stacks) => { const all = {}; for (const [k, n] of stacks) all[k] = (all[k] ?? 0) + n; return JSON.stringify(Object.entries(all).sort()); };
  mine.forEach((r, i) => check(`${what}: ${line}: call trees of row ${i}`,
    sum(r.stacks) === sum((theirs[i]?.stacks ?? []).map((s) => [s.frames.join(";"), s.period])), [sum(r.stacks), sum((theirs[i]?.stacks ?? []).map((s) => [s.frames.join(";"), s.period]))]));
}

async function faultless(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const serious = violations.filter((v) => ["serious", "critical"].includes(v.impact));
  check(`${what}: axe-core finds no serious fault`, !serious.length, serious.map((v) => [v.id, v.nodes.slice(0, 3).map((n) => `${n.html.slice(0, 160)} ${n.failureSummary}`)]));
}

async function picture(page, name) {
  if (!shots) return;
  fs.mkdirSync(shots, { recursive: true });
  for (const [width, height] of SIZES)
    for (const scheme of ["light", "dark"]) {
      await page.setViewport({ width, height });
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await idle(page);
      await page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
      await page.screenshot({ path: path.join(shots, `${name}-${width}x${height}-${scheme}.png`) });
    }
  await page.setViewport({ width: 1400, height: 900 });
  await page.emulateMediaFeatures([]);
  await idle(page);
}

const tab = async (page, name) => { await page.click(`#tab-${name}`); await idle(page); };

/* A box of the flame graph, by its name, as a point of the screen. */
const boxOf = (page, name) => page.evaluate((text) => {
  const b = flame.levels.flat().find((k) => flame.nodeOf(k)?.name === text && k.node >= 0);
  if (!b) return null;
  const r = flame.canvas.getBoundingClientRect();
  return { x: r.left + (b.x + b.w / 2) * r.width, y: r.top + flame.yOf(b.depth) + 9, share: b.w };
}, name);

/* ---- one person, one folio ---- */
async function walk() {
  const page = await open();
  await picture(page, "start");
  await faultless(page, "start");
  await drop(page, ["amd64-dwarf.folio"]);
  await holds(page, "flame graph");
  check("the flame graph has boxes", (await page.evaluate(() => flame.nodes.length)) > 10);
  await picture(page, "flame");
  await faultless(page, "flame graph");
  const line = await page.evaluate(() => $("line").value);
  check("the command line is in sight", line === "report --no-children --sort=comm --call-graph=caller,0 -i amd64-dwarf.folio", line);

  const wide = await boxOf(page, "worker_fib");
  await page.mouse.move(wide.x, wide.y);
  await page.waitForSelector("#tip:not([hidden])");
  const tip = await page.$eval("#tip", (e) => e.innerText);
  check("a box tells its share", /worker_fib\n78.12%, 25 samples/.test(tip), tip);
  await page.mouse.click(wide.x, wide.y);
  await idle(page);
  check("a click zooms", (await boxOf(page, "sort_some"))?.share > 0.99 && (await page.evaluate(() => state.zoom.at(-1))) === "worker_fib", await page.evaluate(() => state.zoom));
  await page.goBack();
  await idle(page);
  check("back goes back", !(await page.evaluate(() => state.zoom.length)));
  await page.goForward();
  await idle(page);
  check("forward goes forward", (await page.evaluate(() => state.zoom.at(-1))) === "worker_fib");
  await page.focus("#flame-canvas");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await idle(page);
  check("keys zoom", (await page.evaluate(() => state.zoom.at(-1))) === "sort_some", await page.evaluate(() => state.zoom));
  for (let i = 0; i < 8; i++) { await page.focus("#flame-canvas"); await page.keyboard.press("Escape"); await idle(page); }
  check("escape zooms out", !(await page.evaluate(() => state.zoom.length)));

  await page.type("#flame-search", "hot_loop");
  await page.waitForFunction(() => /%/.test($("flame-share").textContent));
  const share = await page.$eval("#flame-share b", (e) => e.textContent), command = (await page.$eval("#flame-share", (e) => e.title)).split(" ").slice(1).map((w) => w.replace(/^'|'$/g, ""));
  const sum = JSON.parse(ask([...command, "--json"]).out).events[0].rows.reduce((s, r) => s + r.percent, 0).toFixed(2);
  check("the search says the share that report has", share === `${sum}%` && share === "9.38%", `${share} and ${sum}`);
  await picture(page, "search");
  await page.$eval("#flame-search", (e) => { e.value = ""; e.dispatchEvent(new Event("input")); });
  await page.waitForFunction(() => !state.search);
  await idle(page);
  await page.click("#flame-inverted");
  await idle(page);
  await holds(page, "inverted");
  await page.click("#flame-inverted");
  await page.select("#flame-way", "flames");
  await page.select("#flame-colour", "object");
  await idle(page);
  check("objects have a legend", /libc.so.6/.test(await page.$eval("#legend", (e) => e.textContent)));
  await picture(page, "flames-by-object");
  await page.select("#flame-way", "icicle");
  await page.select("#flame-colour", "kind");

  const at = await boxOf(page, "worker_fib");
  await page.mouse.click(at.x, at.y, { button: "right" });
  const items = await page.$$eval("#menu button", (all) => all.map((b) => b.textContent));
  check("the menu has what can be done", ["Callers and callees", "Code", "Only samples in workload", "Copy the name"].every((t) => items.includes(t)), items);
  await picture(page, "menu");
  await page.evaluate(() => { $("menu").hidden = true; });
  const again = await boxOf(page, "worker_fib");
  await page.mouse.click(again.x, again.y, { button: "right" });
  await page.evaluate(() => [...document.querySelectorAll("#menu button")].find((b) => b.textContent === "Only samples in workload").click());
  await idle(page);
  check("a filter is a chip", /object\s*workload/.test(await page.$eval("#chips", (e) => e.innerText)), await page.$eval("#chips", (e) => e.innerText));
  await holds(page, "filtered");

  for (const name of ["tree", "functions", "objects", "threads"]) {
    await tab(page, name);
    await holds(page, name);
    await faultless(page, name);
  }
  await page.click(".chip button");
  await idle(page);
  check("undone", !(await page.$(".chip")));

  const strip = await (await page.$("#time-canvas")).boundingBox();
  await page.mouse.move(strip.x + strip.width * 0.2, strip.y + 20);
  await page.mouse.down();
  await page.mouse.move(strip.x + strip.width * 0.5, strip.y + 20, { steps: 4 });
  await page.mouse.up();
  await idle(page);
  await holds(page, "brushed");
  const inside = await page.evaluate(() => { const [a, b] = timeline.brush; let n = 0; for (const bar of timeline.lanes.get("").values()) if (bar.step >= a && bar.step <= b) n += Number(bar.samples); return n; });
  const kept = await page.evaluate(async () => wholeOf(await ask(state.words), 0).samples);
  check("the brush keeps the samples of its bars", inside === kept && kept > 0 && kept < 32, `${inside} and ${kept}`);
  await tab(page, "functions");
  await page.select("#time-by", "tid");
  await idle(page);
  await picture(page, "functions-brushed");
  await page.click("#time-clear");
  await page.select("#time-by", "");
  await idle(page);

  await page.focus("#table-box .grid");
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  check("keys go through a table", (await page.evaluate(() => grid.grid.cursor)) === 1);
  await page.click("#table-box .grid-head button");
  await idle(page);
  check("a heading sorts", (await page.$eval("#table-box [role=columnheader]", (e) => e.getAttribute("aria-sort"))) === "descending");
  await tab(page, "tree");
  await picture(page, "tree");
  await tab(page, "callers");
  await faultless(page, "callers");
  await picture(page, "callers");
  await tab(page, "why");
  await faultless(page, "why");
  await picture(page, "why");
  await page.$eval("#line", (e) => { e.value = "explain hot_loop"; });
  await page.$eval("#form", (e) => e.requestSubmit());
  await idle(page);
  check("a typed line is asked", /hot_loop/.test(await page.$eval("#answer-box", (e) => e.textContent)));
  await picture(page, "explain");
  await page.$eval("#line", (e) => { e.value = "report --stdio -i amd64-dwarf.folio"; });
  await page.$eval("#form", (e) => e.requestSubmit());
  await page.waitForFunction(() => $("out").textContent && !running);
  await idle(page);
  check("the console prints what the program does", (await page.$eval("#out", (e) => e.textContent)) === ask(["report", "--stdio", "-i", "amd64-dwarf.folio"]).out);
  await faultless(page, "console");
  await picture(page, "console");
  await page.$eval("#line", (e) => { e.value = "report --no-such"; });
  await tab(page, "flame");
  await page.$eval("#line", (e) => { e.value = "report --no-such"; });
  await page.$eval("#form", (e) => e.requestSubmit());
  await page.waitForSelector("#problem:not([hidden])");
  check("what is wrong is said", /--no-such/.test(await page.$eval("#problem", (e) => e.textContent)));
  await page.$eval("#line", (e) => { e.value = "report --sort cpu"; });
  await page.$eval("#form", (e) => e.requestSubmit());
  await idle(page);
  check("a table is called by its event", (await page.$eval("#answer-box h3", (e) => e.textContent)) === "cpu-clock (1 row)", await page.$eval("#answer-box", (e) => e.innerText));
  await page.$eval("#line", (e) => { e.value = "rebort"; });
  await page.$eval("#form", (e) => e.requestSubmit());
  await page.waitForSelector("#problem:not([hidden])");
  check("what failed has no answer of another", /rebort/.test(await page.$eval("#problem", (e) => e.textContent)) && !(await page.$eval("#answer-box", (e) => e.textContent)), await page.$eval("#problem", (e) => e.textContent));
  await page.close();
}

/* The code of the hottest function: three clicks from the drop. */
async function code() {
  const page = await open(), { name, beside } = captures[3];
  await drop(page, [name, beside]);
  await tab(page, "code");
  const line = await page.evaluate(() => $("line").value), theirs = JSON.parse(ask([...line.split(" "), "--json"]).out).functions;
  for (const [i, f] of theirs.entries()) {
    await page.select("#code-function", String(i));
    await idle(page);
    const mine = await page.evaluate(() => grid.rows.map((r) => [cellText(r, 0), cellText(r, grid.view.tables[grid.table].columns.findIndex((c) => c.name === "samples" && c.at === 1))]));
    check(`code of ${f.symbol}`, JSON.stringify(mine) === JSON.stringify(f.instructions.map((k) => [k.address, String(k.events[0].samples)])), [mine.slice(0, 2), f.instructions.slice(0, 2)]);
  }
  await page.select("#code-function", "0");
  await idle(page);
  check("jumps are drawn", (await page.$$("#code-box .jumps path")).length > 3);
  check("the hottest line is in sight and chosen", (await page.$eval("#code-box .at .share", (e) => e.className)).includes("hot"));
  await faultless(page, "code");
  await picture(page, "code");
  await page.close();
}

/* The hottest line of a capture, by clicks from the drop on, and its share in the text report. */
async function clicks() {
  const page = await open(), { name, beside } = captures[3], folio = path.join(desk, "source.folio");
  const packed = ask(["pack", name, "--objects", beside, "--source", `--source-prefix=/src=${path.join(source, "fixtures/workload")}`, "-o", folio]);
  check("a folio with source is packed", !packed.status, packed.said);
  await drop(page, ["source.folio"]);
  let clicked = 0;
  const click = async (what) => { clicked++; await page.click(what); await idle(page); };
  await click("#tab-code");
  const [f] = JSON.parse(ask(["annotate", "-i", "source.folio", "--json"]).out).functions, hottest = f.instructions.reduce((a, b) => (b.events[0].percent > a.events[0].percent ? b : a));
  const row = await page.$eval("#code-box .at", (e) => e.innerText), text = fs.readFileSync(path.join(source, "fixtures/workload", path.basename(hottest.source.file)), "utf8").split("\n")[hottest.source.line - 1].trim();
  check("the hottest line is found in three clicks", clicked <= 3 && row.includes(hottest.address) && row.includes(hottest.events[0].percent.toFixed(2)), `${clicked} ${row}`);
  check("its source stands beside it", (await page.$$eval("#code-box .grid-row", (all) => all.map((e) => e.innerText).join("\n"))).includes(text), text);
  const heads = await page.$$eval("#code-box [role=columnheader]", (all) => all.map((e) => e.innerText));
  check("events stand side by side", heads[0] === "cpu-clock:u" && heads[1] === "task-clock:u", heads);
  check("blocks are marked", (await page.$$("#code-box .block")).length >= Math.min(3, f.blocks.length));
  await picture(page, "source");
  await click("#code-report");
  await page.waitForFunction(() => $("out").textContent && !running);
  const line = await page.evaluate(() => $("line").value), out = await page.$eval("#out", (e) => e.textContent), words = await page.evaluate((l) => wordsOf(l), line);
  const place = `${path.basename(hottest.source.file)}:${hottest.source.line}`, share = out.split("\n").find((l) => l.includes(` ${f.symbol} `) && l.includes(place));
  check("its share is in the text report with one more", clicked <= 4 && share !== undefined && /^\s+\d+\.\d\d%/.test(share), out);
  check("the text report is the program's", out === ask(words).out, line);
  await tab(page, "code");
  await page.click("#code-folds");
  await idle(page);
  const shares = await page.$$eval("#code-box .grid-row", (all) => all.filter((e) => /\(inlined at/.test(e.innerText) && !/more of/.test(e.innerText)).map((e) => e.innerText.split(/\s/)[0]));
  const theirs = f.inlines.filter((k) => k.depth === 1 && k.events[0].samples).map((k) => `${k.events[0].percent.toFixed(2)}%`);
  check("inlined calls fold, with the share that annotate gives them", shares.length > 0 && shares.every((k) => theirs.includes(k)), [shares, theirs]);
  await faultless(page, "code, folded");
  await picture(page, "folded");
  await page.close();
}

/* Notes: written at a function, an instruction and a time, saved in a folio, and read by whoever gets it. */
async function noted() {
  const page = await open(), given = captures[0].name;
  await drop(page, [given]);
  const write = async (text) => { await page.focus("#note-text"); await page.keyboard.type(text); await page.click("#note-form button[type=submit]"); await idle(page); };
  const choose = (title) => page.evaluate((t) => [...document.querySelectorAll("#menu button")].find((b) => b.textContent === t).click(), title);
  await tab(page, "functions");
  await page.focus("#table-box .grid");
  await page.keyboard.press("m");
  const name = await page.evaluate(() => subjectOf(placesOf(grid.view, grid.table), grid.grid.at()).name);
  await choose("Write a note on it");
  await write('slow </script><b>"');
  await page.$eval("#line", (e) => { e.value = "annotate --symbol=fib"; });
  await page.$eval("#form", (e) => e.requestSubmit());
  await idle(page);
  await page.focus("#code-box .grid");
  await page.keyboard.press("m");
  await choose("Write a note on this instruction");
  const place = await page.$eval("#note-place", (e) => e.value);
  await write("a miss");
  await page.evaluate(() => takeRange({ from: span.first + 100000000n, to: span.first + 300000000n }));
  await idle(page);
  await page.click("#time-note");
  await write("warm up");
  await page.$eval("#note-place", (e) => { e.value = "2,1"; });
  await write("not a time");
  check("what cannot be a note is told", /ends before it begins/.test(await page.$eval("#note-problem", (e) => e.textContent)));
  check("notes are listed", (await page.$$eval("#notes-list li", (all) => all.length)) === 3 && (await page.$eval("#notes-title", (e) => e.textContent)) === "Notes (3) \u2022");
  await faultless(page, "notes");
  await picture(page, "notes");
  const bytes = await page.evaluate(async () => {
    let kept;
    const made = URL.createObjectURL;
    URL.createObjectURL = (blob) => { kept = blob; return made.call(URL, blob); };
    $("notes-save").click();
    while (!kept) await new Promise((done) => { setTimeout(done, 10); });
    URL.createObjectURL = made;
    return Array.from(new Uint8Array(await kept.arrayBuffer()), (b) => String.fromCharCode(b)).join("");
  });
  const line = await page.$eval("#notes-line", (e) => e.textContent), reply = path.join(desk, "reply.folio");
  fs.writeFileSync(reply, Buffer.from(bytes, "latin1"));
  const read = JSON.parse(ask(["info", "--json", "reply.folio"]).out).notes;
  check("the folio has the notes", JSON.stringify(read.map((n) => [n.function && n.offset ? `${n.function}+${n.offset}` : n.function, n.text])) === JSON.stringify([[name, 'slow </script><b>"'], [place, "a miss"], [null, "warm up"]]), read);
  const made = ask([...(await page.evaluate((l) => wordsOf(l), line)).slice(1)]);
  check("the command in sight writes the same folio", !made.status && fs.readFileSync(reply).equals(fs.readFileSync(path.join(desk, "reply.folio"))), made.said);
  for (const folio of [given, "reply.folio"]) ask(["unpack", folio, "-d", `out-${folio}`]);
  const files = (folio) => fs.readdirSync(path.join(desk, `out-${folio}`)).filter((f) => f !== ".debug").map((f) => fs.readFileSync(path.join(desk, `out-${folio}`, f)).toString("base64"));
  check("unpack gives the same capture back", files(given).length === 1 && JSON.stringify(files(given)) === JSON.stringify(files("reply.folio")));
  await page.close();
  const other = await open();
  await drop(other, ["reply.folio"]);
  await other.waitForFunction(() => notes.list.length === 3);
  check("whoever opens the folio sees the notes", (await other.$eval("#notes-title", (e) => e.textContent)) === "Notes (3)");
  check("a note is pinned to boxes and to times", await other.evaluate((n) => flame.o.noteOf(n).includes("slow") && timeline.remarks.length === 1, name));
  await tab(other, "functions");
  check("a note is pinned to its row", (await other.$$eval("#table-box .pin", (all) => all.map((e) => e.title))).some((t) => t.includes("slow")));
  await other.click("#notes-title");
  await other.click("#notes-list li:nth-child(2) .place");
  await idle(other);
  check("a click on a note leads to its code", (await other.evaluate(() => state.tab)) === "code" && (await other.$$eval("#code-box .pin", (all) => all.map((e) => e.title))).includes("a miss"));
  check("report says how many there are", ask(["report", "--stdio", "-i", "reply.folio"]).out.includes("# Notes: 3 "));
  await picture(other, "noted");
  await other.close();
}

/* The heat map: its cells are the rows of report, two of them make a range, by mouse and by keys. */
async function heatmap() {
  const page = await open(), { name, beside } = captures[4];
  await drop(page, [name, beside]);
  await page.select("#time-by", "heat");
  await idle(page);
  await page.waitForFunction(() => heat.columns > 0 && !running);
  const mine = await page.evaluate(() => ({ cells: [...heat.cells].map(([i, n]) => [String(heat.timeOf(i)), n]), words: timeWords }));
  const theirs = JSON.parse(ask([...mine.words, "--objects", beside, "-i", name, "--json"]).out).events[0].rows.map((r) => [r.time.replace(".", "").replace(/^0+/, ""), String(r.samples)]);
  check("the cells are the rows of report", mine.cells.length > 100 && JSON.stringify(mine.cells.sort()) === JSON.stringify(theirs.sort()), [mine.cells.slice(0, 3), theirs.slice(0, 3)]);
  await picture(page, "heat");
  await faultless(page, "heat map");
  const kept = async () => page.evaluate(async () => [wholeOf(await ask(state.words), 0).samples, [...heat.cells].reduce((n, [i, k]) => n + (i >= heat.range[0] && i <= heat.range[1] ? Number(k) : 0), 0)]);
  await page.focus("#heat-canvas");
  for (const key of ["Enter", "ArrowRight", "ArrowRight", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await idle(page);
  const [counted, drawn] = await kept();
  check("keys choose a range of cells", counted === drawn && counted > 0 && (await page.evaluate(() => heat.range[1] - heat.range[0] === 2 * PARTS + 1)), [counted, drawn]);
  const box = await (await page.$("#heat-canvas")).boundingBox();
  await page.mouse.click(box.x + 200, box.y + 30);
  await page.mouse.click(box.x + 400, box.y + 90);
  await idle(page);
  const [again, seen] = await kept();
  check("two clicks choose a range of cells", again === seen && again > counted, [again, seen]);
  await page.focus("#heat-canvas");
  await page.keyboard.press("Escape");
  await idle(page);
  check("escape drops the range", !(await page.$(".chip")));
  await page.click("#time-table");
  await idle(page);
  check("a table has the same", (await page.$eval("#answer-box h3", (e) => e.textContent)) === `cpu-clock (${mine.cells.length} rows)`, await page.$eval("#answer-box h3", (e) => e.textContent));
  await page.close();
}

/* The order of time, and the sandwich: each is a question, with the rows that the program gives. */
async function orders() {
  const page = await open(), { name, beside } = captures[4];
  await drop(page, [name, beside]);
  await page.waitForFunction(() => span);
  await page.select("#flame-order", "time");
  await idle(page);
  await holds(page, "by time");
  const chart = await page.evaluate(() => ({ most: Math.max(...flame.levels.flat().map((b) => b.x + b.w)), sum: flame.levels[1].reduce((n, b) => n + b.w, 0), wide: flame.levels[1].some((b) => b.w * flame.chart.steps > 1.5) }));
  check("boxes stand in the order of time, and calls that go on are one", chart.most <= 1.0001 && chart.sum > 0.5 && chart.wide, chart);
  await picture(page, "by-time");
  const at = await page.evaluate(() => { const b = flame.levels[1].reduce((a, k) => (k.w > a.w ? k : a)), r = flame.canvas.getBoundingClientRect(); return { x: r.left + (b.x + b.w / 2) * r.width, y: r.top + flame.yOf(1) + 9 }; });
  await page.mouse.click(at.x, at.y);
  await idle(page);
  check("a click takes the time of a box", /--time=\d/.test(await page.$eval("#line", (e) => e.value)));
  await page.click("#time-clear");
  await idle(page);
  await page.select("#flame-order", "weight");
  await idle(page);
  check("and back", (await page.$eval("#line", (e) => e.value)).startsWith("report --no-children --sort=comm --call-graph=caller,0"));
  await page.evaluate(() => goCallers("fib"));
  await idle(page);
  await page.click("#callers-graph");
  await idle(page);
  const both = await page.evaluate(() => { const { up, down } = sandwichOf(state.words, "fib"); return { up, down, upper: sandwich.up.source.whole, lower: sandwich.down.source.whole, names: [sandwich.up, sandwich.down].map((f) => f.levels[2].map((b) => f.nodeOf(b).name)) }; });
  for (const [half, period] of [[both.up, both.upper], [both.down, both.lower]]) {
    const [event] = JSON.parse(ask([...half, "--objects", beside, "-i", name, "--json"]).out).events;
    check("both halves of the sandwich have the periods of report", event.rows.reduce((n, r) => n + r.period, 0) === period && period > 0, [half, period]);
  }
  check("both halves begin with the function", JSON.stringify(both.names) === '[["fib"],["fib"]]', both.names);
  await faultless(page, "sandwich");
  await picture(page, "sandwich");
  await page.close();
}

/* What a table is taken away as, its columns, a file that is typed, and what is printed. */
async function tools() {
  const page = await open(), { name, beside } = captures[4];
  await drop(page, [name, beside]);
  await tab(page, "functions");
  await page.evaluate(() => { globalThis.copied = ""; navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }; });
  const copied = async (title) => {
    await page.click("#copy-table");
    await page.evaluate((t) => { copied = ""; [...document.querySelectorAll("#menu button")].find((b) => b.textContent === t).click(); }, title);
    await page.waitForFunction(() => copied);
    return page.evaluate(() => copied);
  };
  const words = (await page.$eval("#line", (e) => e.value)).split(" "), csv = ask([...words, "--csv"]).out;
  check("a table is copied as text", (await copied("as text")) === ask([...words, "--stdio"]).out);
  check("a table is copied as CSV", (await copied("as CSV")) === csv);
  check("a table is copied as Markdown", (await copied("as Markdown")).trim().split("\n").length === csv.trim().split("\n").length + 1);
  check("a table is copied as the command", (await copied("as the command")) === `perfolio ${words.join(" ")}`);
  await page.click("#columns summary");
  await page.waitForSelector("#columns-list label");
  await page.evaluate(() => [...document.querySelectorAll("#columns-list label")].find((l) => l.querySelector("code").textContent === "comm").querySelector("input").click());
  await idle(page);
  await faultless(page, "columns");
  await page.evaluate(() => { $("columns").open = false; });
  check("a key of report is a column", (await page.$$eval("#table-box [role=columnheader]", (all) => all.map((e) => e.innerText))).includes("Command"));
  await holds(page, "another column");
  fs.cpSync(path.join(fixtures, "amd64/hw.data"), path.join(desk, "other.data"));
  await drop(page, ["other.data"]);
  const typed = async (line) => { await page.$eval("#line", (e, l) => { e.value = l; }, line); await page.$eval("#form", (e) => e.requestSubmit()); await idle(page); return page.evaluate(() => [bench.path, $("problem").textContent]); };
  check("a typed file is opened", (await typed(`report --sort=dso -i ${name}`))[0] === name);
  const [still, why] = await typed("report --sort=dso -i nothing.data");
  check("a file that is not there is told", still === name && /nothing\.data is not here/.test(why), why);
  await page.emulateMediaType("print");
  check("what is printed has no buttons", await page.evaluate(() => ["#tabs", "#run", "#notes", "#shelf", "#time-table"].every((q) => getComputedStyle(document.querySelector(q)).display === "none")));
  await page.emulateMediaType(null);
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  check("nothing moves for who does not want it", await page.evaluate(() => getComputedStyle($("run")).transitionDuration.split(", ").every((t) => t === "0s")));
  await page.emulateMediaFeatures([]);
  await page.setViewport({ width: 360, height: 740 });
  for (const where of ["flame", "tree", "functions", "threads", "callers", "code", "why", "compare", "console"]) {
    await tab(page, where);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(`360 px are enough for ${where}`, wide <= 360, wide);
  }
  await page.close();
}

/* Counters of stat -I, and markers of tracepoints. */
async function counters() {
  const page = await open();
  fs.cpSync(path.join(fixtures, "armhf/stat-interval.data"), path.join(desk, "stat-interval.data"));
  await drop(page, ["stat-interval.data"]);
  await page.waitForFunction(() => !$("time").hidden);
  const mine = await page.evaluate(() => [...timeline.lanes].map(([name, lane]) => [name, [...lane.values()].map((b) => b.period)]));
  const rounds = JSON.parse(ask(["stat", "report", "--aggr-global", "--json", "-i", "stat-interval.data"]).out).rounds;
  const theirs = rounds[0].rows.map((r, i) => [r.event, rounds.map((k) => k.rows[i].value)]);
  check("counters are those of stat report", rounds.length > 2 && JSON.stringify(mine) === JSON.stringify(theirs), [mine, theirs]);
  await picture(page, "counters");
  fs.cpSync(path.join(fixtures, "amd64/sched.data"), path.join(desk, "marked.data"));
  await drop(page, ["marked.data"]);
  await page.waitForFunction(() => timeline.markers.size > 0);
  const sums = await page.evaluate(() => [...timeline.markers].map(([name, lane]) => [name, [...lane.values()].reduce((n, b) => n + b.period, 0)]));
  const counts = JSON.parse(ask(["info", "--json", "-i", "marked.data"]).out).events;
  check("markers are the samples of other tracepoints", sums.length > 3 && sums.every(([name, n]) => counts.find((e) => e.name === name).samples === n), [sums, counts]);
  await tab(page, "schedule");
  await page.focus("#schedule-canvas");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  check("keys tell what a thread did", /left CPU/.test(await page.$eval("#schedule-said", (e) => e.textContent)));
  await page.keyboard.press("m");
  check("keys open the menu of a thread", (await page.$$eval("#menu button", (all) => all.map((b) => b.textContent))).includes("Only this thread"));
  check("the menu has the focus", await page.evaluate(() => $("menu").contains(document.activeElement) && document.activeElement.getAttribute("role") === "menuitem"));
  await page.keyboard.press("Escape");
  check("and gives it back", await page.evaluate(() => document.activeElement.id === "schedule-canvas"));
  await page.close();
}

/* Values that filters can have, from the tables of the capture. */
async function states(total) {
  const each = Math.ceil(total / captures.length);
  for (const { name, beside } of captures) {
    const page = await open();
    await drop(page, beside ? [name, beside] : [name]);
    const values = await page.evaluate(async () => {
      const column = async (key) => {
        const v = await ask(["report", "--no-children", `--sort=${key}`, "--call-graph=none"]), table = tableOf(v, 0), at = placesOf(v, table).get({ sym: "symbol" }[key] ?? key);
        return (await allRows(v, table, 50)).map((r) => (key === "tid" ? String(cellValue(r, at)) : key === "sym" ? cellValue(r, at) : cellText(r, at))).filter((t) => t && !t.includes(","));
      };
      return { comms: await column("comm"), dsos: await column("dso"), symbols: await column("sym"), tid: await column("tid"), span: span && [String(span.first), String(span.last)] };
    });
    const transforms = await page.evaluate(() => knownOptions("report").some((o) => o.name === "focus"));
    if (!transforms) console.log("SKIPPED: the engine has no transforms of call stacks");
    check(`${name}: filters have values`, values.comms.length && values.dsos.length && values.span, values);
    for (let i = 0; i < each; i++) {
      const words = [];
      for (const kind of ["comms", "dsos", "symbols", "tid"]) if (values[kind].length && !random(4)) words.push([kind, values[kind][random(values[kind].length)]]);
      if (!random(3)) {
        const first = BigInt(values.span[0]), length = BigInt(values.span[1]) - first, a = first + (length * BigInt(random(80))) / 100n, b = a + (length * BigInt(5 + random(40))) / 100n;
        words.push(["time", `${a / 1000000000n}.${String(a % 1000000000n).padStart(9, "0")},${b / 1000000000n}.${String(b % 1000000000n).padStart(9, "0")}`]);
      }
      for (const [kind, list] of transforms ? [["focus", values.symbols], ["merge", values.symbols], ["drop", values.symbols], ["callers-of", values.symbols], ["hide-object", values.dsos], ["collapse-recursion", [null]]] : [])
        if (list.length && !random(6)) words.push([kind, list[random(list.length)]]);
      const where = ["flame", "tree", "functions", "objects", "threads"][random(5)], inverted = where === "flame" && !random(2);
      await page.evaluate(async (t, list, inv) => {
        const base = tabOf(t).words.map((w) => (inv ? w.replace("caller,0", "callee,0") : w));
        await go({ tab: t, words: list.reduce((all, [k, v]) => withOption(all, knownOptions("report"), k, v), base), zoom: [], search: "" });
      }, where, words, inverted);
      await idle(page);
      await holds(page, `${name}, state ${i}`);
    }
    console.log(`${name}: ${checks} checks so far, ${failures.length} failed`);
    await page.close();
  }
}

/* Callees of a function that calls itself: what is below its outermost call. */
async function recursion() {
  const page = await open(), { name, beside } = captures[4];
  await drop(page, [name, beside]);
  await page.evaluate(() => goCallers("fib"));
  await idle(page);
  const [event] = JSON.parse(ask(["report", "--no-children", "--sort=comm", "--call-graph=caller,0", `--objects=${beside}`, "-i", name, "--json"]).out).events;
  const sum = event.rows.flatMap((r) => r.stacks ?? []).filter((s) => s.frames[s.frames.indexOf("fib") + 1] === "fib" && s.frames.includes("fib")).reduce((n, s) => n + s.period, 0);
  const theirs = `${((100 * sum) / event.period).toFixed(2)}%`, mine = await page.$eval("#callers-down .grid-lines", (e) => e.innerText);
  check("a function that calls itself has itself as callee", mine.includes(theirs) && mine.includes("fib") && sum / event.period > 0.09, [theirs, mine.slice(0, 200)]);
  await picture(page, "recursion");
  await page.close();
}

/* The options that take no next word are those that help marks [=NAME]. */
async function optional() {
  const page = await open(), [questions, mine] = await page.evaluate(() => [[...new Set(TABS.map((t) => t.words[0]).filter((w) => w && w !== "sched"))], [...OPTIONAL].sort()]);
  const theirs = new Set(questions.flatMap((q) => [...ask([q, "--help"]).out.matchAll(/--([\w-]+)\[=/g)].map((m) => m[1])));
  check("options without a next word are those of help", JSON.stringify(mine) === JSON.stringify([...theirs].sort()), [mine, [...theirs]]);
  await page.close();
}

/* Who ran when. */
async function schedule() {
  const page = await open();
  fs.cpSync(path.join(fixtures, "amd64/sched.data"), path.join(desk, "sched.data"));
  await drop(page, ["sched.data"]);
  await tab(page, "schedule");
  const line = await page.evaluate(() => $("line").value), theirs = ask([...line.split(" "), "--json"]).out.trim().split("\n").map((l) => JSON.parse(l)).filter((r) => r.type === "switch");
  const mine = await page.evaluate(async () => { const v = await ask(state.words); return (await allRows(v, 0, 1000)).map((r) => cellText(r, v.tables[0].columns.findIndex((c) => c.name === "run"))); });
  check("switches are those of timehist", theirs.length > 10 && JSON.stringify(mine) === JSON.stringify(theirs.map((r) => r.run)), [mine.slice(0, 3), theirs.slice(0, 3)]);
  check("lanes are drawn", await page.evaluate(() => { const c = $("schedule-canvas"); return c.getContext("2d").getImageData(0, 0, c.width, c.height).data.some((b) => b); }));
  await faultless(page, "schedule");
  await page.$eval("#line", (e) => { e.value = "report --no-children --sort=comm --call-graph=caller,0 --off-cpu -i sched.data"; });
  await page.$eval("#form", (e) => e.requestSubmit());
  await idle(page);
  check("an option without its argument leaves the next word alone", (await page.$eval("#chips .chip", (e) => e.innerText.trim())).startsWith("off CPU") && !(await page.$eval("#problem", (e) => e.textContent)),
    await page.$eval("#chips", (e) => e.innerText));
  await holds(page, "off CPU");
  await page.click(".chip button");
  await tab(page, "callers");
  check("callers of what has no name", /no function with samples has a name/.test(await page.$eval("#problem", (e) => e.textContent)), await page.$eval("#problem", (e) => e.textContent));
  await picture(page, "schedule");
  await page.close();
}

/* Two captures beside each other. */
async function compare() {
  const page = await open();
  await drop(page, ["amd64-fp.data"]);
  fs.cpSync(path.join(fixtures, "amd64/hw.data"), path.join(desk, "amd64-hw.data"));
  await drop(page, ["amd64-hw.data"]);
  await tab(page, "compare");
  const line = await page.evaluate(() => $("line").value), theirs = JSON.parse(ask([...line.split(" "), "--json"]).out).events[0].rows;
  check("the command line compares", line === "diff amd64-fp.data amd64-hw.data", line);
  const mine = await page.evaluate(async () => (await allRows(grid.view, grid.table, 1000)).map((r) => [1, 0].map((of) => { const c = grid.view.tables[grid.table].columns.findIndex((k) => k.name === "period" && (of ? k.of === "baseline" : k.of === "others")); return cellValue(r, c); })));
  check("changes are those of diff", mine.length > 1 && JSON.stringify(mine) === JSON.stringify(theirs.map((r) => [r.baseline?.period ?? null, r.others[0]?.period ?? null])), [mine, theirs.slice(0, 3)]);
  await faultless(page, "compare");
  await picture(page, "compare");
  fs.cpSync(path.join(fixtures, "amd64/sched.data"), path.join(desk, "amd64-sched.data"));
  await drop(page, ["amd64-sched.data"]);
  await tab(page, "compare");
  const none = await page.$eval("#compare-box", (e) => e.innerText);
  check("events of different names are not compared", /has no event 'sched:/.test(none) && !/%/.test(none), none.slice(0, 300));
  await page.close();
}

/* The page with a folio inside, as pack --html writes it (docs/page.md). */
async function enclosed() {
  const text = fs.readFileSync(path.join(build, "perfolio.html"), "utf8"), folio = fs.readFileSync(path.join(desk, "amd64-dwarf.folio")).toString("base64");
  check("the page has one place for a folio", text.split("\n<!-- folio -->\n").length === 2);
  const file = path.join(desk, "inside.html");
  fs.writeFileSync(file, text.replace("\n<!-- folio -->\n", () => `\n<script type="application/octet-stream;base64" id="folio" data-name="given.folio">${folio}</script>\n`));
  const page = await open(`file://${file}`);
  await page.waitForFunction(() => bench.file && flame.nodes.length > 10);
  console.log(`page with a folio inside: flame graph after ${(await page.evaluate(() => performance.now())).toFixed(0)} ms`);
  await idle(page);
  check("the folio inside is shown", (await page.evaluate(() => $("line").value)) === "report --no-children --sort=comm --call-graph=caller,0 -i given.folio");
  await page.close();
}

/* The page over the program: perfolio view --web. It asks the address that it is from, and nothing else. */
async function served() {
  const { name, beside } = captures[4], args = ["view", "--web", "--isolated", "--page", path.join(build, "perfolio.html")];
  if (/without libmicrohttpd/.test(spawnSync(native, [...args.slice(0, 4), "/nonexistent", name], { cwd: desk }).stderr)) return console.log("SKIPPED: this perfolio has no view --web");
  fs.cpSync(path.join(fixtures, "amd64/sched.data"), path.join(desk, "sched.data"));
  const server = spawn(native, [...args, `--objects=${beside}`, name, "sched.data"], { cwd: desk, stdio: ["ignore", "pipe", "ignore"] });
  const address = String(await new Promise((told) => { server.stdout.once("data", told); server.once("exit", () => told("")); })).trim();
  check("view --web tells its address", /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/$/.test(address), address);
  if (!address) return;
  try {
    const page = await open(address);
    await page.waitForFunction(() => bench.file && flame.nodes.length);
    await idle(page);
    const choices = await page.$$eval("#capture option", (all) => all.map((o) => JSON.parse(o.value)[0]));
    check("view --web: all captures can be chosen", JSON.stringify(choices) === JSON.stringify([name, "sched.data"]), choices);
    for (const file of choices) {
      await page.evaluate((f) => openAndShow(f, null, fresh()), file);
      for (const where of ["flame", "tree", "functions", "objects", "threads"]) {
        await tab(page, where);
        await holds(page, `view --web, ${file}, ${where}`);
      }
    }
    await page.evaluate(() => goTab("flame"));
    await idle(page);
    const colours = (await page.evaluate(() => flame.legend())).map(([title]) => title);
    check("functions of the kernel are of the kernel, without call chains, too", JSON.stringify(colours) === '["kernel"]', colours);
    await picture(page, "flame-served");
    await page.$eval("#line", (e) => { e.value = "report --stdio -i sched.data"; });
    await page.$eval("#form", (e) => e.requestSubmit());
    await page.waitForFunction(() => $("out").textContent && !running);
    check("view --web: the console prints what the program does", (await page.$eval("#out", (e) => e.textContent)) === ask(["report", "--stdio", "-i", "sched.data"]).out);
    await page.close();
  } finally {
    server.kill();
  }
}

/* Captures of every kind, dropped one after the other: each tab shows something, or says why not. */
const KINDS = ["amd64/sched.data", "amd64/stat.data", "amd64/multi.data", "amd64/hw.data", "amd64/jit.data", "amd64/mixed.data", "amd64/no-samples.data", "amd64/group-inherit.data", "amd64/pipe.data",
  "bad/empty.data", "bad/text.data", "bad/magic.data", "bad/tid-again.data", "bad/tracepoint-without-fields.data", "bad/unread-time.data", "hppa/threads.data", "hppa/group.data", "hppa/sideband.data", "hppa/jit.data",
  "s390x/trace.data", "amd64/dir.data", "amd64/hints.folio"];

async function kinds() {
  const page = await open(), session = await page.createCDPSession();
  for (const kind of KINDS) {
    const name = kind.replace("/", "-");
    fs.cpSync(path.join(fixtures, kind), path.join(desk, name), { recursive: true });
    const data = { items: [], files: [path.join(desk, name)], dragOperationsMask: 1 }, before = await page.evaluate(() => bench.path);
    for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
    await page.waitForFunction((n) => [...files.keys()].some((f) => f === n || f.startsWith(`${n}/`)), {}, name);
    await new Promise((done) => { setTimeout(done, 50); });
    await idle(page);
    const [opened, said] = await page.evaluate(() => [bench.file ? bench.path : "", $("problem").textContent]);
    if (opened !== name) {
      check(`${name}: is shown, or refused with a reason`, ["", before].includes(opened) && kind.startsWith("bad/") && said.length > 10, [opened, said]);
      if (given.verbose !== undefined) console.log(`${name}: refused: ${said}`);
      continue;
    }
    const seen = [];
    for (const where of ["flame", "tree", "functions", "objects", "threads", "callers", "code", "why"]) {
      await tab(page, where);
      const [text, wrong] = await page.evaluate(() => [document.querySelector("[role=tabpanel]:not([hidden])")?.innerText.trim() ?? "", $("problem").textContent]);
      check(`${name}: ${where} shows something`, text.length > 10 || wrong.length > 10, [text, wrong]);
      if (wrong) seen.push(`${where}: ${wrong}`);
    }
    if (given.verbose !== undefined) console.log(`${name}: ${seen.join("; ")}`);
  }
  await page.close();
}

/* Names that are markup, control characters and a change of direction: they are text, and nothing else. */
async function hostile() {
  const page = await open(), bytes = fs.readFileSync(path.join(fixtures, "hppa/user.data")), name = Buffer.from('<b>"\x1b\u202e');
  let n = 0;
  for (let at = 0; (at = bytes.indexOf("wl-alpha", at)) >= 0; at += name.length, n++) name.copy(bytes, at);
  check("a hostile name is in the capture", n > 0 && name.length === 8, n);
  fs.writeFileSync(path.join(desk, "</title><b>.data".replaceAll("/", "")), bytes);
  await drop(page, ["<title><b>.data"]);
  for (const where of ["flame", "tree", "functions", "objects", "threads", "callers", "code", "why", "console"]) {
    await tab(page, where);
    check(`hostile names: no element is made of them on ${where}`, !(await page.$("b:not(#about b):not(#callers-own b):not(#flame-share b), title title")) && (await page.title()) === "Perfolio");
  }
  await tab(page, "threads");
  check("hostile names: are shown as text", /<b>"/.test(await page.$eval("#table-box", (e) => e.innerText)), await page.$eval("#table-box", (e) => e.innerText.slice(0, 300)));
  await page.close();
}

/* Names of a stranger in every text: markup, control characters, marks of direction, U+FFFF, a million letters; and a folio inside the
   page, whose page reaches nothing. */
async function strangers() {
  const START = 0xffffffffb9600000n, LONG = 0xe01d32n, names = ["</script><b>&amp;", "a\u202eb", "c\u2028d\uffffe", "g\x1b[31mh", "i'\"<!--j", "x".repeat(1000000)];
  const symbols = names.map((n, i) => [START + 0x100n + BigInt(i) * (LONG / BigInt(names.length)), n]);
  fs.writeFileSync(path.join(desk, "names"), [[START, "_text"], [START, "_stext"], ...symbols, [START + LONG, "_etext"]].map(([at, n]) => `${at.toString(16)} T ${n}\n`).join(""));
  const packed = ask(["pack", "amd64-fp.data", "--kallsyms=names", "--note", "</script><b>: \x1b[1m\u202e\uffff <img src=x onerror=alert(1)>", "-o", "strange.folio"]);
  check("a folio with strange names is packed", !packed.status, packed.said);
  const page = await open();
  await drop(page, ["strange.folio"]);
  await page.waitForFunction(() => notes.list.length === 1);
  for (const where of ["flame", "tree", "functions", "objects", "threads", "callers", "code", "why", "console"]) {
    const began = Date.now();
    await tab(page, where);
    check(`strange names: no element is made of them on ${where}`, !(await page.$("img, b:not(#about b):not(#callers-own b):not(#flame-share b):not(#sandwich-name b)")) && (await page.title()) === "Perfolio");
    const text = await page.evaluate(() => document.body.innerText);
    check(`strange names: no character of theirs does anything on ${where}`, !/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\uffff]/.test(text) && text.length < 100000, text.length);
    if (where === "functions") check("strange names: are shown", ["</script><b>&amp;", "a\\u202eb", "g\\u001b[31mh"].every((n) => text.includes(n)), text.slice(0, 2000));
    check(`strange names: ${where} takes no longer than ten seconds`, Date.now() - began < 10000, Date.now() - began);
  }
  await page.evaluate(() => goCallers("x".repeat(1000000)));
  await idle(page);
  check("strange names: callers of the longest", (await page.evaluate(() => state.tab)) === "callers" && (await page.evaluate(() => document.body.innerText.length)) < 100000);
  for (const option of ["--stdio", "--csv"]) {
    const out = ask(["report", option, "--sort=sym", "-i", "strange.folio"]).out;
    check(`strange names: ${option} has none of their characters`, !/[\0-\x08\x0b-\x1f\x7f\u0080-\u009f\u2028-\u202e\uffff]/.test(out) && out.length > 1000);
  }
  await page.close();
  const html = fs.readFileSync(path.join(build, "perfolio.html"), "utf8"), folio = fs.readFileSync(path.join(desk, "strange.folio")).toString("base64"), file = path.join(desk, "strange.html");
  fs.writeFileSync(file, html.replace("\n<!-- folio -->\n", () => `\n<script type="application/octet-stream;base64" id="folio" data-name="strange.folio">${folio}</script>\n`));
  const inside = await open(`file://${file}`, false);
  await inside.waitForFunction(() => bench.file && notes.list.length);
  const before = asked.length, requests = [];
  inside.on("request", (r) => { if (!/^(blob|data):/.test(r.url())) requests.push(r.url()); });
  const tries = await inside.evaluate(async () => {
    const blocked = [];
    addEventListener("securitypolicyviolation", (e) => blocked.push(e.effectiveDirective));
    const failed = async (act) => { try { await act(); return false; } catch { return true; } };
    const loads = (e, at) => new Promise((done) => { e.onload = () => done(true); e.onerror = () => done(false); e[at] = "http://127.0.0.1:9/x"; document.body.append(e); setTimeout(() => done(false), 500); });
    const results = [await failed(() => fetch("http://127.0.0.1:9/")), await failed(() => fetch("file:///etc/hostname")), !(await loads(document.createElement("img"), "src")), !(await loads(document.createElement("script"), "src")),
      !(await loads(document.createElement("iframe"), "src")), await failed(async () => { new WebSocket("ws://127.0.0.1:9/"); throw new Error("violations tell"); })];
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = true";
    document.body.append(script);
    const form = document.createElement("form");
    form.action = "http://127.0.0.1:9/";
    document.body.append(form);
    form.submit();
    await new Promise((done) => { setTimeout(done, 300); });
    return { results, blocked: [...new Set(blocked)].sort(), ran: Boolean(globalThis.ran) };
  });
  check("a folio inside the page reaches nothing", tries.results.every(Boolean) && !tries.ran && ["connect-src", "form-action", "frame-src", "img-src", "script-src-elem"].every((d) => tries.blocked.includes(d)), tries);
  check("and nothing was asked", !requests.filter((r) => r.startsWith("http")).length && asked.length === before, requests);
  await inside.close();
}

/* CPU time of the browser, in ms: what a machine that is not busy would take at most. */
function cpu() {
  const all = fs.readdirSync("/proc").filter((p) => /^\d+$/.test(p)).flatMap((p) => {
    try {
      const fields = fs.readFileSync(`/proc/${p}/stat`, "latin1").replace(/^.*\) /s, "").split(" ");
      return [{ pid: Number(p), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }];
    } catch {
      return []; // it has ended
    }
  });
  const mine = new Set([browser.process().pid]);
  for (let n = 0; n < mine.size;) { n = mine.size; for (const p of all) if (mine.has(p.parent)) mine.add(p.pid); }
  return all.reduce((sum, p) => sum + (mine.has(p.pid) ? p.ticks * 10 : 0), 0);
}

/* How long a capture takes from the drop to the flame graph, and a change of what is shown; beside the program. */
async function speed(capture) {
  const name = path.basename(capture), page = await open();
  fs.rmSync(path.join(desk, name), { force: true });
  fs.symlinkSync(path.resolve(capture), path.join(desk, name));
  const session = await page.createCDPSession(), data = { items: [], files: [path.resolve(capture)], dragOperationsMask: 1 };
  const from = await page.evaluate(() => performance.now());
  let used = cpu();
  const since = () => { const was = used; used = cpu(); return used - was; };
  for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  const drawn = await page.evaluate(async () => { while (!bench.file || !flame.nodes.length) await new Promise((done) => { setTimeout(done, 5); }); return performance.now(); });
  const told = [["from the drop to the flame graph", drawn - from, since()]];
  await idle(page);
  told.push(["until time line and head are there, too", (await page.evaluate(() => performance.now())) - from, since()]);
  const took = async (what, act) => told.push([what, await page.evaluate(async (code) => { const began = performance.now(); await eval(code); await shown; return performance.now() - began; }, act), since()]);
  await took("a range of time", "takeRange({ from: span.first + (span.last - span.first) / 4n, to: span.first + (span.last - span.first) / 2n })");
  await took("back, from what is kept", "takeRange(null)");
  await took("a search", "go({ search: 'fib' })");
  await took("a zoom", "go({ zoom: [flame.nodes[0].name] })");
  await took("the functions", "goTab('functions')");
  const began = performance.now();
  ask(["report", "--no-children", "--sort=comm", "--call-graph=caller,0", "-i", name]);
  told.push(["(the program, with all of the text)", performance.now() - began, NaN]);
  for (const [what, ms, busy] of told) console.log(`speed: ${what}: ${ms.toFixed(0)} ms, of CPU ${busy} ms`);
  await page.close();
}

if (given.speed) {
  await speed(given.speed);
  await browser.close();
  process.exit(0);
}
if (given.only) {
  for (const name of given.only.split(",")) await { walk, code, clicks, noted, heatmap, orders, tools, counters, enclosed, served, hostile, strangers, kinds, schedule, compare }[name]();
  await browser.close();
  console.log(`page: ${checks} checks of ${given.only}, ${failures.length} failed`);
  process.exit(failures.length ? 1 : 0);
}
await walk();
await code();
await optional();
await recursion();
await compare();
await schedule();
await clicks();
await noted();
await heatmap();
await orders();
await tools();
await counters();
await enclosed();
await served();
await hostile();
await strangers();
await kinds();
await states(Number(given.states ?? 100));
check("no request", !asked.length, asked.join(" "));
await browser.close();
console.log(`page: ${checks} checks, ${failures.length} failed; ${fs.statSync(path.join(build, "perfolio.html")).size} bytes; random states from seed ${SEED}`);
process.exit(failures.length ? 1 : 0);
