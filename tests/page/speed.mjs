/* How long it takes. */
import fs from "node:fs";
import path from "node:path";
import { browser, desk, idle, open } from "./drive.mjs";

/* The browser's processes: { pid, parent, ticks }, ticks: of CPU time, of 10 ms. */
function processes() {
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
  return all.filter((p) => mine.has(p.pid));
}

/* CPU time of the browser, in ms: what a machine that is not busy would take at most. */
const cpu = () => processes().reduce((sum, p) => sum + p.ticks * 10, 0);

/* The most memory that one of its processes had, in MiB: that of the page, with its engine. */
const memory = () => Math.max(...processes().map(({ pid }) => Number(/^VmHWM:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? 0) / 1024));

/* Zooms into the deepest part of the graph and out of it, step by step, as fast as steps are shown, and says what Chromium traced: the
   frames that it drew, and how long the page's and the engine's threads were busy, which does not depend on what else the machine does. */
async function frames(page) {
  await page.tracing.start({ categories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.frame"] });
  const steps = await page.evaluate(async () => {
    const way = [], next = () => new Promise((done) => { requestAnimationFrame(done); }), depths = [];
    flame.nodes.forEach((n, i) => { depths[i] = n.up < 0 ? 1 : depths[n.up] + 1; });
    for (let i = depths.indexOf(Math.max(...depths)); i >= 0; i = flame.nodes[i].up) way.unshift(flame.nodes[i].key);
    const turn = [...way.map((_, d) => d + 1), ...way.map((_, d) => way.length - d - 1)];
    for (let n = 0; n < 100; n++) {
      await go({ zoom: way.slice(0, turn[n % turn.length]) });
      await next();
    }
    return 100;
  });
  const events = JSON.parse(new TextDecoder().decode(await page.tracing.stop())).traceEvents, threads = new Map();
  for (const e of events) if (e.name === "thread_name") threads.set(`${e.pid} ${e.tid}`, e.args.name);
  const busy = (name) => events.filter((e) => e.name === "RunTask" && name.test(threads.get(`${e.pid} ${e.tid}`) ?? "")).reduce((sum, e) => sum + (e.tdur ?? 0) / 1000, 0) / steps;
  const drawn = events.filter((e) => e.name === "DrawFrame").map((e) => e.ts / 1000).sort((a, b) => a - b);
  const gaps = drawn.slice(1).map((t, i) => t - drawn[i]).sort((a, b) => a - b), at = (part) => gaps[Math.floor((gaps.length - 1) * part)].toFixed(0);
  return `${steps} steps, ${drawn.length} frames, ${((1000 * gaps.length) / (drawn.at(-1) - drawn[0])).toFixed(0)} a second; from one to the next ${at(0.5)} ms, of nine tenths at most ${at(0.9)} ms; ` +
    `for each step the page's thread is busy for ${busy(/RendererMain/).toFixed(1)} ms of CPU, the engine's for ${busy(/Worker/).toFixed(1)} ms, the compositor's for ${busy(/Compositor$/).toFixed(1)} ms`;
}

/* Puts a capture, and perhaps a folder with its objects, on the page; from then on it works. */
async function dropped(capture, objects) {
  const page = await open(), session = await page.createCDPSession();
  const data = { items: [], files: [capture, ...(objects ? [objects] : [])].map((name) => path.resolve(name)), dragOperationsMask: 1 };
  await page.evaluate(() => { globalThis.began = performance.now(); });
  for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  return page;
}

/* Opens a page with a folio in it, as a double click does. */
async function doubleClicked(address) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1400, height: 900 });
  await page.goto(address, { waitUntil: "domcontentloaded" });
  await page.evaluate(() => { globalThis.began = 0; });
  return page;
}

/* How many boxes the graph has, and how many of them have names. */
const boxes = (page) => page.evaluate(() => {
  const names = flame.nodes.map((n) => n.name);
  return `${names.length} boxes, ${names.filter((n) => !/^(0x|\[unknown)/.test(n)).length} of them with names; ${$("crumbs").textContent}`;
});

/* How long a capture takes from the drop to the flame graph, or a page with a folio in it from the double click on; and a change of what is
   shown. */
export async function speed(capture, objects) {
  const tell = (what, ms, busy) => console.log(`speed: ${what}: ${ms.toFixed(0)} ms${Number.isNaN(busy) ? "" : `, of CPU ${busy} ms`}`);
  let used = cpu();
  const since = () => { const was = used; used = cpu(); return used - was; };
  const page = await (capture.endsWith(".html") ? doubleClicked(`file://${path.resolve(capture)}`) : dropped(capture, objects));
  const steps = await page.evaluate(async () => {
    const list = [], until = async (is) => { while (!is()) await new Promise((done) => { setTimeout(done, 5); }); list.push(performance.now() - began); };
    await until(() => typeof started !== "undefined" && $("state").textContent !== "starting");
    await until(() => bench.file);
    await until(() => flame.nodes.length);
    return list;
  });
  tell("from the beginning until the engine is ready", steps[0], NaN);
  tell("until the capture is open", steps[1], NaN);
  tell("until the flame graph", steps[2], since());
  console.log(`speed: the flame graph has ${await boxes(page)}`);
  await idle(page);
  tell("until time line and head are there, too", await page.evaluate(() => performance.now() - began), since());
  const took = async (what, act) => {
    since();
    const ms = await page.evaluate(async (code) => { const from = performance.now(); await eval(code); await shown; return performance.now() - from; }, act), busy = since();
    await idle(page);
    tell(what, ms, busy);
  };
  const range = (from, to) => `takeRange({ from: span.first + (span.last - span.first) * ${from}n / 100n, to: span.first + (span.last - span.first) * ${to}n / 100n })`;
  await took("80 % of the time", range(10, 90));
  await took("half of it", range(25, 75));
  await took("a tenth of it", range(25, 35));
  await took("back, from what is kept", "takeRange(null)");
  await took("a search", "go({ search: 'memset' })");
  await took("another search", "go({ search: 'alloc' })");
  await took("no search", "go({ search: '' })");
  await took("a zoom", "go({ zoom: [flame.nodes[0].key] })");
  await took("all again", "go({ zoom: [] })");
  const zooming = await frames(page);
  await took("the functions", "goTab('functions')");
  console.log(`speed: zooming: ${zooming}`);
  console.log(`speed: memory: ${memory().toFixed(0)} MiB; the page says: ${await page.evaluate(() => $("problem").textContent || "nothing")}`);
  await page.close();
}
