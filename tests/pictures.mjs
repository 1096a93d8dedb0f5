/* pictures.mjs --bin PERFOLIO --build build-wasm [--page PAGE] --out docs/pictures: the pictures of docs/workbench.md and README, made anew: the page
   over view --web, with fixtures as captures. They are looked at before they are committed. */
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";

const given = {};
for (let i = 2; i < process.argv.length; i += 2) given[process.argv[i].slice(2)] = process.argv[i + 1];
const build = path.resolve(given.build), native = path.resolve(given.bin), page = path.resolve(given.page ?? path.join(build, "perfolio.html")), out = path.resolve(given.out);
const fixtures = path.resolve(path.dirname(new URL(import.meta.url).pathname), "../fixtures"), puppeteer = createRequire(path.join(build, "driver/"))("puppeteer-core");
const desk = fs.mkdtempSync(path.join(os.tmpdir(), "perfolio-pictures-")), MOST = 150000; // bytes of a picture
const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });

function pack(name, words) {
  const p = spawnSync(native, ["pack", ...words, "--isolated", "-o", name], { cwd: desk });
  if (p.status) throw new Error(String(p.stderr));
}

/* What is seen: the folio, the size of the window, and what is done before the picture. */
const PICTURES = [
  { name: "workbench", folio: "s390x.folio", size: [1200, 720], act: async () => {} },
  { name: "workbench-dark", folio: "fp.folio", size: [1200, 640], scheme: "dark", act: async (p) => { await p.select("#time-by", "heat"); await p.evaluate(() => goTab("functions")); } },
  { name: "code", folio: "source.folio", size: [1200, 640], act: async (p) => { await p.evaluate(() => goTab("code")); } },
  { name: "sandwich", folio: "fp.folio", size: [1200, 640], act: async (p) => { await p.evaluate(() => goCallers("worker_lib")); await p.click("#callers-graph"); } },
  { name: "notes", folio: "s390x.folio", size: [1200, 560], act: async (p) => { await p.evaluate(() => goTab("functions")); await p.click("#notes-title"); } },
  { name: "narrow", folio: "s390x.folio", size: [360, 740], act: async () => {} },
];

pack("s390x.folio", [path.join(fixtures, "s390x/dwarf.folio"), "--note=do_syscalls: all of it is gone with the new kernel", "--note=fib: calls itself; a table would do", "--note=27.4,27.7: the caches are cold"]);
pack("fp.folio", [path.join(fixtures, "amd64/fp.data"), `--objects=${path.join(fixtures, "amd64/debug")}`]);
pack("source.folio", [path.join(fixtures, "amd64/annotate.data"), `--objects=${path.join(fixtures, "amd64/annotate")}`, "--source", `--source-prefix=/src=${path.join(fixtures, "workload")}`, "--note=mixed+0x23: the shift waits for the multiplication"]);
fs.mkdirSync(out, { recursive: true });
const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", headless: true, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
for (const { name, folio, size: [width, height], scheme = "light", act } of PICTURES) {
  const server = spawn(native, ["view", "--web", "--isolated", "--page", page, folio], { cwd: desk, stdio: ["ignore", "pipe", "ignore"] });
  const address = String(await new Promise((told) => { server.stdout.once("data", told); })).trim(), p = await browser.newPage();
  const idle = () => p.evaluate(async () => { for (let quiet = 0; quiet < 5; quiet = running || document.body.hasAttribute("aria-busy") ? 0 : quiet + 1) { await shown; await new Promise((done) => { setTimeout(done, 20); }); } });
  await p.setViewport({ width, height });
  await p.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await p.goto(address);
  await p.waitForFunction(() => bench.file && !$("about").hidden && !$("notes").hidden);
  await idle();
  await act(p);
  await idle();
  await p.mouse.move(1, 1);
  await wait(100);
  const file = path.join(out, `${name}.png`);
  await p.screenshot({ path: file });
  server.kill();
  await p.close();
  const bytes = fs.statSync(file).size;
  console.log(`${file}: ${width}x${height}, ${bytes} bytes`);
  if (bytes > MOST) throw new Error(`${file} has more than ${MOST} bytes`);
}
await browser.close();
fs.rmSync(desk, { recursive: true });
