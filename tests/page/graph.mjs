/* The flame graph, trees and tables, in the states that filters, transforms and ranges make. */
import { ask, boxOf, captures, check, drop, failures, faultless, holds, idle, open, picture, random, tab, tally } from "./drive.mjs";

/* One person, one folio. */
export async function walk() {
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
  const inside = await page.evaluate(() => { const [a, b] = timeline.brush; let n = 0; for (const bar of timeline.lanes.get("").values()) if (bar.step >= a && bar.step <= b) n += Number(/(\d+) samples/.exec(bar.said)[1]); return n; });
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

/* Callees of a function that calls itself: what is below its outermost call. */
export async function recursion() {
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

/* The order of time, and the sandwich: each is a question, with the rows that the program gives. */
export async function orders() {
  const page = await open(), { name, beside } = captures[4];
  await drop(page, [name, beside]);
  await page.waitForFunction(() => span);
  await page.evaluate(() => addOption("comms", "workload")); // one thread, whose calls follow each other
  await idle(page);
  await page.select("#flame-order", "time");
  await idle(page);
  await holds(page, "by time");
  const chart = await page.evaluate(() => ({ most: Math.max(...flame.levels.flat().map((b) => b.x + b.w)), sum: flame.levels[1].reduce((n, b) => n + b.w, 0), wide: flame.levels.flat().some((b) => b.node >= 0 && b.w * flame.chart.steps > 1.5) }));
  check("boxes stand in the order of time, and calls that go on are one", chart.most <= 1.0001 && chart.sum > 0.2 && chart.wide, chart);
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
  await page.click(".chip button");
  await idle(page);
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

/* Values that filters can have, from the tables of the capture. */
export async function states(total) {
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
    console.log(`${name}: ${tally.checks} checks so far, ${failures.length} failed`);
    await page.close();
  }
}
