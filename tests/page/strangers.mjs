/* Names and folios of strangers. */
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { ask, build, check, desk, drop, fixtures, idle, open, picture, tab } from "./drive.mjs";

/* Names that are markup, control characters and a change of direction: they are text, and nothing else. */
export async function hostile() {
  const page = await open(), bytes = fs.readFileSync(path.join(fixtures, "hppa/user.data")), name = Buffer.from('<b>"\x1b\u202e');
  let n = 0;
  for (let at = 0; (at = bytes.indexOf("wl-alpha", at)) >= 0; at += name.length, n++) name.copy(bytes, at);
  check("a hostile name is in the capture", n > 0 && name.length === 8, n);
  fs.writeFileSync(path.join(desk, "</title><b>.data".replaceAll("/", "")), bytes);
  await drop(page, ["<title><b>.data"]);
  for (const where of ["flame", "tree", "functions", "objects", "threads", "callers", "code", "why", "console"]) {
    await tab(page, where);
    check(`hostile names: no element is made of them on ${where}`, !(await page.$("b:not(#about b):not(#callers-own b):not(#flame-share b), title title")) && (await page.title()) === "Perfolio");
  }
  await tab(page, "threads");
  check("hostile names: are shown as text", /<b>"/.test(await page.$eval("#table-box", (e) => e.innerText)), await page.$eval("#table-box", (e) => e.innerText.slice(0, 300)));
  await page.close();
}

/* Names of a stranger in every text: markup, control characters, marks of direction, U+FFFF, a million letters; and a folio inside the
   page, whose page reaches nothing. */
export async function strangers() {
  const START = 0xffffffffb9600000n, LONG = 0xe01d32n, names = ["</script><b>&amp;", "a\u202eb", "c\u2028d\uffffe", "g\x1b[31mh", "i'\"<!--j", "x".repeat(1000000)];
  const symbols = names.map((n, i) => [START + 0x100n + BigInt(i) * (LONG / BigInt(names.length)), n]);
  fs.writeFileSync(path.join(desk, "names"), [[START, "_text"], [START, "_stext"], ...symbols, [START + LONG, "_etext"]].map(([at, n]) => `${at.toString(16)} T ${n}\n`).join(""));
  const packed = ask(["pack", "amd64-fp.data", "--kallsyms=names", "--note", "</script><b>: \x1b[1m\u202e\uffff <img src=x onerror=alert(1)>", "-o", "strange.folio"]);
  check("a folio with strange names is packed", !packed.status, packed.said);
  const page = await open();
  await drop(page, ["strange.folio"]);
  await page.waitForFunction(() => notes.list.length === 1);
  await page.evaluate(() => { $("notes").open = true; });
  check("strange names: a note is shown", (await page.$eval("#notes-list", (e) => e.innerText)).includes("\\u001b[1m\\u202e\\uffff <img src=x"), await page.$eval("#notes-list", (e) => e.innerText));
  for (const where of ["flame", "tree", "functions", "objects", "threads", "callers", "code", "why", "console"]) {
    const began = Date.now();
    await tab(page, where);
    check(`strange names: no element is made of them on ${where}`, !(await page.$("img, b:not(#about b):not(#callers-own b):not(#flame-share b):not(#sandwich-name b)")) && (await page.title()) === "Perfolio");
    const text = await page.evaluate(() => document.body.innerText);
    check(`strange names: no character of theirs does anything on ${where}`, !/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\uffff]/.test(text) && text.length < 100000, text.length);
    check(`strange names: ${where} takes no longer than ten seconds`, Date.now() - began < 10000, Date.now() - began);
  }
  await page.evaluate(() => goTab("functions").then(() => addOption("dsos", "[kernel.kallsyms]")));
  await idle(page);
  const table = await page.$eval("#table-box", (e) => e.innerText);
  check("strange names: are shown", ["</script><b>&amp;", "a\\u202eb", "c\\u2028d\\uffffe"].every((n) => table.includes(n)), table.slice(0, 1000));
  await picture(page, "strangers");
  await page.evaluate(() => goCallers("x".repeat(1000000)));
  await idle(page);
  check("strange names: callers of the longest", (await page.evaluate(() => state.tab)) === "callers" && (await page.evaluate(() => document.body.innerText.length)) < 100000);
  for (const option of ["--stdio", "--csv"]) {
    const out = ask(["report", option, "--sort=sym", "-i", "strange.folio"]).out;
    check(`strange names: ${option} has none of their characters`, !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\u0080-\u009f\u2028-\u202e]/.test(out) && out.length > 1000, out.slice(0, 300));
  }
  await page.close();
  const html = fs.readFileSync(path.join(build, "perfolio.html"), "utf8"), folio = fs.readFileSync(path.join(desk, "strange.folio")).toString("base64"), file = path.join(desk, "strange.html");
  fs.writeFileSync(file, html.replace("\n<!-- folio -->\n", () => `\n<script type="application/octet-stream;base64" id="folio" data-name="strange.folio">${folio}</script>\n`));
  const inside = await open(`file://${file}`, false);
  await inside.waitForFunction(() => bench.file && notes.list.length);
  const reached = [], server = http.createServer((r, w) => { reached.push(r.url); w.end(); });
  await new Promise((done) => { server.listen(0, "127.0.0.1", done); });
  const tries = await inside.evaluate(async (port) => {
    const blocked = [];
    addEventListener("securitypolicyviolation", (e) => blocked.push(e.effectiveDirective));
    const failed = async (act) => { try { await act(); return false; } catch { return true; } };
    const loads = (e, at) => new Promise((done) => { e.onload = () => done(true); e.onerror = () => done(false); e[at] = `http://127.0.0.1:${port}/x`; document.body.append(e); setTimeout(() => done(false), 500); });
    const results = [await failed(() => fetch(`http://127.0.0.1:${port}/`)), await failed(() => fetch("file:///etc/hostname")), !(await loads(document.createElement("img"), "src")), !(await loads(document.createElement("script"), "src")),
      await failed(() => new Promise((done, not) => { const socket = new WebSocket(`ws://127.0.0.1:${port}/`); socket.onopen = done; socket.onerror = not; }))];
    await loads(document.createElement("iframe"), "src"); // its event comes in any case
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = true";
    document.body.append(script);
    const form = document.createElement("form");
    form.action = `http://127.0.0.1:${port}/`;
    document.body.append(form);
    form.submit();
    await new Promise((done) => { setTimeout(done, 300); });
    return { results, blocked: [...new Set(blocked)].sort(), ran: Boolean(globalThis.ran) };
  }, server.address().port);
  server.close();
  check("a folio inside the page reaches nothing", tries.results.every(Boolean) && !tries.ran && ["connect-src", "form-action", "frame-src", "img-src", "script-src-elem"].every((d) => tries.blocked.includes(d)), tries);
  check("nobody was reached", !reached.length, reached);
  await inside.close();
}
