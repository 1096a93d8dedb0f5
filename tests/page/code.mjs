/* Code: instructions, source, inlined calls, and how many clicks it takes. */
import fs from "node:fs";
import path from "node:path";
import { ask, captures, check, desk, drop, faultless, fixtures, idle, open, picture, source, tab } from "./drive.mjs";

/* The code of the hottest function: three clicks from the drop. */
export async function code() {
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
export async function clicks() {
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
