/* page.mjs --bin PERFOLIO --build build-wasm [--states N] [--shots FOLDER] [--speed CAPTURE [--objects FOLDER]] [--only PART,...]: the workbench in
   headless Chromium, as a person uses it: files are dropped, boxes clicked, keys pressed. What it shows is held to what PERFOLIO answers to the command line that it shows, in N random
   states of filters (100). No error of the console, no request, no serious fault that axe-core finds. Pictures are written to FOLDER. With --speed it
   says how long a capture takes, and nothing else. */
import fs from "node:fs";
import path from "node:path";

import { clicks, code } from "./page/code.mjs";
import { SEED, asked, browser, build, check, failures, given, tally } from "./page/drive.mjs";
import { compare, enclosed, kinds, optional, served } from "./page/files.mjs";
import { orders, recursion, states, walk } from "./page/graph.mjs";
import { noted, tools } from "./page/notes.mjs";
import { speed } from "./page/speed.mjs";
import { hostile, strangers } from "./page/strangers.mjs";
import { counters, heatmap, schedule } from "./page/times.mjs";

const PARTS = { walk, recursion, orders, code, clicks, heatmap, counters, schedule, noted, tools, compare, enclosed, served, kinds, optional, hostile, strangers };

if (given.speed) {
  await speed(given.speed, given.objects);
  await browser.close();
  process.exit(0);
}
if (given.only) {
  for (const name of given.only.split(",")) await PARTS[name]();
  await browser.close();
  console.log(`page: ${tally.checks} checks of ${given.only}, ${failures.length} failed`);
  process.exit(failures.length ? 1 : 0);
}
for (const part of Object.values(PARTS)) await part();
await states(Number(given.states ?? 100));
check("no request", !asked.length, asked.join(" "));
await browser.close();
console.log(`page: ${tally.checks} checks, ${failures.length} failed; ${fs.statSync(path.join(build, "perfolio.html")).size} bytes; random states from seed ${SEED}`);
process.exit(failures.length ? 1 : 0);
