/* Commands as on a shell, with all that they print and make. */
import { $, make, save } from "./dom.mjs";
import { files, run } from "./engine.mjs";
import { captures, fileLine, isCapture, objectNames, produced, showShelf } from "./shelf.mjs";
import { lineOf, quoted, sizeOf, wordsOf } from "./words.mjs";

const SHOWN = 1 << 20; // bytes of an output that are shown: a browser lays out no more in a moment
/** @type {string[]} */
export const past = [];

/** Offers commands for the capture that was dropped last. @param {(line: string) => void} onChoose */
export function offerCommands(onChoose) {
  const capture = [...captures].at(-1), objects = objectNames().flatMap((name) => ["--objects", name]);
  $("examples").hidden = !capture;
  if (!capture) return;
  const first = ["-i", capture, ...objects];
  const lines = [["report", "report", "--stdio", ...first], ["callers", "report", "--stdio", "--children", ...first], ["annotate", "annotate", "--stdio", ...first],
    ["script", "script", ...first], ["info", "info", "-i", capture], ["flame graph", "export", "html", "-o", "flames.html", ...first],
    ["pack", "pack", capture, "-o", `${capture}.folio`, ...objects]];
  if (captures.size > 1) lines.push(["diff", "diff", ...[...captures].slice(-2), ...objects]);
  $("examples").replaceChildren(...lines.map(([name, ...args]) => make("button", { type: "button", onclick: () => onChoose(lineOf(args)) }, name)));
}

/** Runs a command line and shows all that comes of it. @param {string} line */
export async function command(line) {
  if (line !== past.at(-1)) past.push(line);
  const args = wordsOf(line);
  if (args[0] === "perfolio") args.shift();
  const answer = await run(args);
  const shown = answer.out.length > SHOWN ? answer.out.subarray(0, answer.out.lastIndexOf(10, SHOWN) + 1 || SHOWN) : answer.out;
  $("answer").hidden = false;
  $("asked").textContent = ["perfolio", ...args.map(quoted)].join(" ");
  $("took").textContent = `${answer.status ? `status ${answer.status}, ` : ""}${(answer.ms / 1000).toFixed(2)} s`;
  $("out").textContent = new TextDecoder().decode(shown);
  $("said").textContent = answer.said;
  $("rest").hidden = shown === answer.out;
  $("rest").textContent = `Shown are the first ${sizeOf(shown.length)} of ${sizeOf(answer.out.length)}; the rest is in what is saved.`;
  $("save").hidden = !answer.out.length;
  $("save").onclick = () => save(`perfolio-${args[0]}.txt`, [/** @type {any} */ (answer.out)]);
  $("made").replaceChildren(...answer.made.map(([path, file]) => fileLine(path, sizeOf(file.size), "Save", () => save(path, [file]))));
  for (const [path] of answer.made) {
    const file = files.get(path);
    produced.add(path.split("/")[0]);
    if (file && (await isCapture(path, file))) captures.add(path);
  }
  showShelf();
  return answer;
}
