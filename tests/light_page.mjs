/* light_page.mjs --bin PERFOLIO --build build-wasm [--shots FOLDER]: the page of `export html` in headless Chromium. For functions of some captures the callers and
   callees that it shows weigh what `report --sandwich` says, the inverted graph and every command's graph weigh what the page was given, and the head
   names the options. No error of the console, no request. Pictures of each view are written to FOLDER. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

const given = {};
for (let i = 2; i < process.argv.length; i += 2) given[process.argv[i].slice(2)] = process.argv[i + 1];
const source = path.dirname(path.dirname(new URL(import.meta.url).pathname)), puppeteer = createRequire(path.join(path.resolve(given.build), "driver/"))("puppeteer-core");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "light-page-")), file = path.join(folder, "page.html");
const CASES = [["amd64/fp.data", "amd64/debug", ["--per-thread", "--merge=hot_loop"]], ["amd64/dwarf.folio", null, []], ["s390x/dwarf.folio", null, ["--invert"]],
  ["amd64/sched.data", null, ["--off-cpu"]]];
let checks = 0, failed = 0;

function check(what, right, detail = "") {
  checks++;
  if (right) return;
  failed++;
  console.log(`wrong: ${what} ${JSON.stringify(detail)}`.slice(0, 800));
}

function run(...words) {
  const p = spawnSync(path.resolve(given.bin), [...words, "--isolated"], { cwd: source, maxBuffer: 1 << 28 });
  return String(p.stdout);
}

const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", headless: true, args: ["--no-sandbox", "--disable-gpu"] });
for (const [capture, objects, options] of CASES) {
  const from = ["-i", `fixtures/${capture}`, ...(objects ? ["--objects", `fixtures/${objects}`] : [])], page = await browser.newPage();
  page.on("pageerror", (e) => check(`${capture}: no error`, false, e.message));
  page.on("console", (m) => check(`${capture}: nothing in the console`, false, m.text()));
  page.on("request", (r) => { if (!r.url().startsWith("file://")) check(`${capture}: no request`, false, r.url()); });
  run("export", "html", ...options, ...from, "-o", file);
  await page.setViewport({ width: 1000, height: 700 });
  await page.goto(`file://${file}`);
  check(`${capture}: the head names the options`, await page.evaluate((all) => all.every((o) => $("options").textContent.includes(o)), options));
  check(`${capture}: a legend`, await page.evaluate(() => $("legend").children.length > 1));
  for (const view of ["inverted", "callers", "table", "graph"]) {
    await page.select("#view", view);
    if (given.shots) await page.screenshot({ path: path.join(given.shots, `light-${path.basename(capture)}-${view}.png`) });
  }
  const sums = await page.evaluate(() => {
    choose("inverted");
    const inverted = T.values[event][0] + D.events[event].hidden, groups = GROUPS.map((i) => { group = i; make(); return T.values[event][0]; });
    group = 0;
    make();
    return { inverted, all: D.values[event][0], own: D.own[event].reduce((a, b) => a + b), groups, given: GROUPS.map((i) => D.values[event][i]) };
  });
  check(`${capture}: the inverted graph has all`, sums.inverted === sums.all || sums.own === sums.inverted, sums);
  check(`${capture}: graphs of commands`, sums.groups.every((v, i) => v <= sums.given[i]), sums);
  if (options.includes("--invert")) { await page.close(); continue; }      /* report's stacks are turned round after it cut them */
  const names = await page.evaluate(() => [...new Set(functions().filter((f) => f.all && !f.name.startsWith("[")).map((f) => f.name))].slice(0, 12));
  for (const name of names) {
    const of = JSON.parse(run("report", ...options.filter((o) => o !== "--per-thread"), `--sandwich=${name}`, "--sort=sym", "--json", ...from));
    const period = (half, member) => of[half].events.reduce((n, e) => n + e.rows.reduce((k, r) => k + r[member], 0), 0);
    const mine = await page.evaluate((text) => {
      of = D.frames.findIndex((f) => f[2] !== 4 && D.texts[f[0]] === text);
      choose("callers");
      return [trees[0].values[event][0], trees[1].values[event][0], D.frames.filter((f) => D.texts[f[0]] === text).length];
    }, name);
    if (mine[2] > 1) continue;                                             /* several functions of one name */
    check(`${capture}: callers of ${name}`, mine[0] === period("callers", "period"), [mine, of.callers]);
    check(`${capture}: callees of ${name}`, mine[1] === period("callees", "children_period"), [mine, of.callees]);
  }
  await page.close();
}
await browser.close();
fs.rmSync(folder, { recursive: true });
console.log(`${checks} checks of the light page, ${failed} failed`);
process.exit(failed ? 1 : 0);
