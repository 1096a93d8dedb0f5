/* The browser, and what is done and checked in it by all parts of the test. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

export const given = {};
for (let i = 2; i < process.argv.length; i += 2) given[process.argv[i].slice(2)] = process.argv[i + 1];
export const build = path.resolve(given.build), native = path.resolve(given.bin), source = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "../..");
const driver = createRequire(path.join(build, "driver/")), puppeteer = driver("puppeteer-core"), axe = fs.readFileSync(driver.resolve("axe-core/axe.min.js"), "utf8");
export const shots = given.shots && path.resolve(given.shots), desk = path.join(build, "page-desk"), fixtures = path.join(source, "fixtures");
export const SIZES = [[1400, 900], [800, 600], [360, 740]], SEED = 20260101;
export const failures = [];
export const tally = { checks: 0 };
let seed = SEED;

export function check(what, right, detail = "") {
  tally.checks++;
  if (right) return;
  failures.push(what);
  console.log(`wrong: ${what} ${typeof detail === "string" ? detail : JSON.stringify(detail)}`.slice(0, 1200));
}

/* A number below n: the same in every run. */
export function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 4294967296) * n);
}

/* Captures, each with the folder where its objects are. */
export const CAPTURES = [["amd64/dwarf.folio"], ["s390x/dwarf.folio"], ["armhf/dwarf.folio"], ["amd64/annotate.data", "amd64/annotate"], ["amd64/fp.data", "amd64/debug"], ["hppa/user.data", "hppa/debug"]];
fs.rmSync(desk, { recursive: true, force: true });
fs.mkdirSync(desk, { recursive: true });
export const captures = CAPTURES.map(([from, objects]) => {
  const name = from.replace("/", "-"), beside = objects ? `${name}-objects` : null;
  fs.cpSync(path.join(fixtures, from), path.join(desk, name));
  if (beside) fs.cpSync(path.join(fixtures, objects), path.join(desk, beside), { recursive: true });
  return { name, beside };
});

export function ask(words) {
  const p = spawnSync(native, [...words, "--isolated"], { cwd: desk, env: { LC_ALL: "C", TZ: "UTC", HOME: "/nonexistent", PATH: "/nonexistent" }, maxBuffer: 1 << 30 });
  return { status: p.status, out: String(p.stdout), said: String(p.stderr) };
}

export const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", headless: true, protocolTimeout: 3600000, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
export const url = `file://${build}/perfolio.html`, asked = [];

export async function open(address = url, isStrict = true) {
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

export async function idle(page) {
  await page.evaluate(async () => {
    const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });
    for (let quiet = 0; quiet < 3; quiet = running || document.body.hasAttribute("aria-busy") ? 0 : quiet + 1) { await shown; await wait(15); }
  });
}

export async function drop(page, names) {
  const session = await page.createCDPSession(), data = { items: [], files: names.map((n) => path.join(desk, n)), dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  await page.evaluate(async (name) => { while (bench.path !== name || !bench.file) await new Promise((done) => { setTimeout(done, 10); }); }, names[0]);
  await idle(page);
}

/* The question of the page, as words, and all rows of its table with their frames. */
export const rowsOf = (page) => page.evaluate(async () => {
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
export async function holds(page, what) {
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

export async function faultless(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  const serious = violations.filter((v) => ["serious", "critical"].includes(v.impact));
  check(`${what}: axe-core finds no serious fault`, !serious.length, serious.map((v) => [v.id, v.nodes.slice(0, 3).map((n) => `${n.html.slice(0, 160)} ${n.failureSummary}`)]));
}

export async function picture(page, name) {
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

export const tab = async (page, name) => { await page.click(`#tab-${name}`); await idle(page); };

/* A box of the flame graph, by its name, as a point of the screen. */
export const boxOf = (page, name) => page.evaluate((text) => {
  const b = flame.levels.flat().find((k) => flame.nodeOf(k)?.name === text && k.node >= 0);
  if (!b) return null;
  const r = flame.canvas.getBoundingClientRect();
  return { x: r.left + (b.x + b.w / 2) * r.width, y: r.top + flame.yOf(b.depth) + 9, share: b.w };
}, name);
