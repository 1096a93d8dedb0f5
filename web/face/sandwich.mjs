/* A sandwich: the callers of a function above it, and what it calls below, as two flame graphs of one width. */
import { $, clipped, make } from "./dom.mjs";
import { Flame } from "./flame.mjs";

/** @typedef {import("./flame.mjs").FlameSource} FlameSource */
/** @typedef {{ up: Flame, down: Flame }} Sandwich */

/** The questions of both halves, about the samples of a question. @param {string[]} words of the tab Callers @param {string} name */
export function sandwichOf(words, name) {
  const rest = words.filter((w) => !/^(--children|--no-children|--sort=.*|--call-graph=.*|--symbol-filter=.*)$/.test(w)).slice(1);
  const half = (/** @type {string} */ graph, /** @type {string} */ transform) => ["report", "--no-children", "--sort=comm", `--call-graph=${graph},0`, ...rest, `--${transform}=${name}`];
  return { up: half("callee", "callers-of"), down: half("caller", "focus") };
}

/** @param {(name: string) => void} onGo @param {(subject: { name: string, dso: string, comm: string }, x: number, y: number) => void} onMenu @param {(name: string) => string} noteOf @returns {Sandwich} */
export function newSandwich(onGo, onMenu, noteOf) {
  const half = (/** @type {string} */ name) => new Flame(name, { noteOf, onZoom: (path) => { const last = path.at(-1); if (last !== undefined && path.length > 1) onGo(last.split("\0", 1)[0]); },
    onMenu: (n, top, x, y) => onMenu({ name: n.name, dso: n.dso, comm: n.name === top && !n.kind ? n.name : "" }, x, y) });
  const up = half("sandwich-up"), down = half("sandwich-down");
  up.isFlames = true;
  return { up, down };
}

/** @param {Sandwich} s @param {FlameSource} up @param {FlameSource} down @param {string} name */
export async function showSandwich(s, up, down, name) {
  await s.up.show(up, []);
  await s.down.show(down, []);
  $("sandwich-name").replaceChildren(make("b", {}, clipped(name)), make("span", { class: "dim" }, ` ${up.wholeText}`));
}
