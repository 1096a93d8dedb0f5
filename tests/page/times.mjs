/* What is seen over time: heat map, counters, markers, the schedule. */
import fs from "node:fs";
import path from "node:path";
import { ask, captures, check, desk, drop, faultless, fixtures, holds, idle, open, picture, tab } from "./drive.mjs";

/* The heat map: its cells are the rows of report, two of them make a range, by mouse and by keys. */
export async function heatmap() {
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

/* Counters of stat -I, and markers of tracepoints. */
export async function counters() {
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

/* Who ran when. */
export async function schedule() {
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
