/* How long it takes. */
import fs from "node:fs";
import path from "node:path";
import { ask, browser, desk, idle, open } from "./drive.mjs";

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
export async function speed(capture) {
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
