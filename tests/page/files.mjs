/* Captures of every kind: compared, inside the page, over a server. */
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ask, build, captures, check, desk, drop, faultless, fixtures, given, holds, idle, native, open, picture, tab } from "./drive.mjs";

/* Two captures beside each other. */
export async function compare() {
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
export async function enclosed() {
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
export async function served() {
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

export async function kinds() {
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

/* The options that take no next word are those that help marks [=NAME]. */
export async function optional() {
  const page = await open(), [questions, mine] = await page.evaluate(() => [[...new Set(TABS.map((t) => t.words[0]).filter((w) => w && w !== "sched"))], [...OPTIONAL].sort()]);
  const theirs = new Set(questions.flatMap((q) => [...ask([q, "--help"]).out.matchAll(/--([\w-]+)\[=/g)].map((m) => m[1])));
  check("options without a next word are those of help", JSON.stringify(mine) === JSON.stringify([...theirs].sort()), [mine, [...theirs]]);
  await page.close();
}
