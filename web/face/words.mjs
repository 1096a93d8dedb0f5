/* Command lines: words with a shell's quotes. */

/** The words of a command line. @param {string} line @returns {string[]} */
export function wordsOf(line) {
  const list = [];
  for (const [word] of line.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"?|'[^']*'?)+/g))
    list.push(word.replace(/\\(.)|"((?:[^"\\]|\\.)*)"?|'([^']*)'?/g,
      (_all, escaped, double, single) => escaped ?? single ?? double.replace(/\\(["\\$`])/g, "$1")));
  return list;
}

/** A text that shows what is in it: control characters, those that change the direction of what follows, and those that are none
    become escapes. @param {string} text */
export const plain = (text) => text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A word as a shell reads it back. @param {string} word */
export const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`);

/** @param {string[]} words */
export const lineOf = (words) => words.map(quoted).join(" ");

/** The bytes that base64 stands for. @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function bytesOf(text) {
  const native = /** @type {any} */ (Uint8Array).fromBase64; // since 2025
  if (native) return native.call(Uint8Array, text);
  const s = atob(text), bytes = new Uint8Array(s.length);
  for (let i = 0; i < s.length; i++) bytes[i] = s.charCodeAt(i);
  return bytes;
}

/** @param {number} n bytes */
export function sizeOf(n) {
  const units = ["bytes", "KiB", "MiB", "GiB"];
  let i = 0;
  for (; n >= 1024 && i < 3; i++) n /= 1024;
  return `${i ? n.toFixed(1) : n} ${units[i]}`;
}
