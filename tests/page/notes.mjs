/* Notes, and what is taken away from a page: copies, columns, print. */
import fs from "node:fs";
import path from "node:path";
import { ask, captures, check, desk, drop, faultless, fixtures, given, holds, idle, open, picture, tab } from "./drive.mjs";

/* Notes: written at a function, an instruction and a time, saved in a folio, and read by whoever gets it. */
export async function noted() {
  const page = await open(), given = "noted.folio", { name: capture, beside } = captures[3];
  check("a folio is packed", !ask(["pack", capture, "--objects", beside, "-o", given]).status);
  await drop(page, [given]);
  const write = async (text) => { await page.focus("#note-text"); await page.keyboard.type(text); await page.click("#note-form button[type=submit]"); await idle(page); };
  const choose = (title) => page.evaluate((t) => [...document.querySelectorAll("#menu button")].find((b) => b.textContent === t).click(), title);
  await tab(page, "functions");
  await page.focus("#table-box .grid");
  await page.keyboard.press("m");
  const name = await page.evaluate(() => subjectOf(placesOf(grid.view, grid.table), grid.grid.at()).name);
  await choose("Write a note on it");
  await write('slow </script><b>"');
  await tab(page, "code");
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
  ask(["pack", captures[4].name, "--note", "fib: of the other", "-o", "second.folio"]);
  check("two captures with notes", !ask(["merge", "reply.folio", "second.folio", "-o", "both.folio"]).status);
  await drop(other, ["both.folio"]);
  await other.waitForFunction(() => bench.path === "both.folio" && notes.list.length === 3);
  const choices = await other.$$eval("#capture option", (all) => all.map((o) => o.value).filter((v) => v.includes("both.folio")));
  await other.select("#capture", choices[1]);
  await idle(other);
  await other.waitForFunction(() => notes.list.length === 1);
  check("each capture has its own notes", (await other.evaluate(() => notes.list[0].text)) === "of the other" && /--note-capture=amd64-fp\.data/.test(await other.$eval("#notes-line", (e) => e.textContent)));
  await other.close();
}

/* What a table is taken away as, its columns, a file that is typed, and what is printed. */
export async function tools() {
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
