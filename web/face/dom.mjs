/* Elements of the page. */
import { plain } from "./words.mjs";

/** The element with an id; the page has it. @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

/** Makes an element. Strings are shown as plain(); "on..." are listeners, null and false leave an attribute out.
    @param {string} tag @param {Record<string, any>} attributes @param {...(Node | string)} children @returns {any} */
export function make(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (name === "class") e.className = value;
    else if (value !== null && value !== false && value !== undefined) e.setAttribute(name, value === true ? "" : String(value));
  }
  e.append(...children.map((c) => (typeof c === "string" ? plain(c) : c)));
  return e;
}

const SHOWN_LETTERS = 2000;

/** A text as long as a person may read; a name may have a million letters. @param {string} text */
export const clipped = (text) => plain(text.length > SHOWN_LETTERS ? `${text.slice(0, SHOWN_LETTERS)}\u2026` : text);

/** Hands a file to the browser to save. @param {string} name @param {BlobPart[]} parts */
export function save(name, parts) {
  const a = make("a", { href: URL.createObjectURL(new Blob(parts)), download: name.replace(/.*\//, "") });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 60000);
}

/** Copies a text, also where the page is from file: and has no clipboard of its own. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { class: "away", readonly: true });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  announce("copied");
}

let announced = 0;

/** Says something for a moment, to eyes and to screen readers. @param {string} text */
export function announce(text) {
  $("toast").textContent = text;
  $("toast").hidden = false;
  const mine = ++announced;
  setTimeout(() => { if (mine === announced) $("toast").hidden = true; }, 1800);
}

/** A menu at a point: rows of [text, act], null for a line between. Keys as in any menu.
    @param {number} x @param {number} y @param {string} title @param {([string, () => void] | null)[]} rows */
export function menuAt(x, y, title, rows) {
  const menu = $("menu"), before = /** @type {HTMLElement | null} */ (document.activeElement);
  const close = () => {
    menu.hidden = true;
    removeEventListener("pointerdown", outside, true);
    removeEventListener("blur", close);
    before?.focus?.();
  };
  const outside = (/** @type {Event} */ e) => { if (!menu.contains(e.target)) close(); };
  const items = rows.map((row) => (row
    ? make("button", { role: "menuitem", type: "button", tabindex: "-1", onclick: () => { close(); row[1](); } }, clipped(row[0])) : make("hr", { role: "separator" })));
  menu.replaceChildren(make("p", { class: "menu-title", role: "presentation" }, clipped(title)), ...items);
  menu.setAttribute("aria-label", clipped(title));
  menu.hidden = false;
  menu.style.left = `${Math.max(4, Math.min(x, innerWidth - menu.offsetWidth - 4))}px`;
  menu.style.top = `${Math.max(4, Math.min(y, innerHeight - menu.offsetHeight - 4))}px`;
  const buttons = [...menu.querySelectorAll("button")];
  menu.onkeydown = (/** @type {KeyboardEvent} */ e) => {
    const at = buttons.indexOf(document.activeElement), step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step) buttons[(at + step + buttons.length) % buttons.length].focus();
    else if (e.key === "Escape" || e.key === "Tab") close();
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  addEventListener("pointerdown", outside, true);
  addEventListener("blur", close);
  buttons[0]?.focus();
}

/** Shows a note beside a point: lines, the first of which is the title. @param {number} x @param {number} y @param {string[]} lines */
export function tipAt(x, y, lines) {
  const tip = $("tip");
  tip.replaceChildren(...lines.filter(Boolean).map((line, i) => make("div", { class: i ? "" : "tip-title" }, clipped(line))));
  tip.hidden = false;
  const wide = tip.offsetWidth, tall = tip.offsetHeight;
  tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - wide - 4))}px`;
  tip.style.top = `${y + 18 + tall > innerHeight ? Math.max(4, y - tall - 10) : y + 18}px`;
}

export const tipOff = () => { $("tip").hidden = true; };

/** A canvas as large as its box, for one pixel of the screen each. @param {HTMLCanvasElement} canvas @param {number} width @param {number} height */
export function sized(canvas, width, height) {
  const ratio = devicePixelRatio || 1, w = Math.round(width * ratio), h = Math.round(height * ratio);
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const draw = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  draw.setTransform(ratio, 0, 0, ratio, 0, 0);
  draw.clearRect(0, 0, width, height);
  return draw;
}

/** A colour of the style sheet. @param {string} name */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export const isDark = () => matchMedia("(prefers-color-scheme: dark)").matches;
