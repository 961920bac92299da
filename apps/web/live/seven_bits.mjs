// SPDX-License-Identifier: MIT
// Encodes bytes as text for a script element, with seven bits per character. The text is an eighth larger than the
// bytes; base64 would be a third larger. An HTML parser would change four of the 128 characters. In place of each of
// these four, the text has one character of two bytes in UTF-8, which also contains the next seven bits.
// src/seven_bits.ts decodes the text.

const CHANGED = [0, 10, 13, 60];  // the bytes that HTML would change or interpret: NUL, line feed, carriage return, "<"

export function sevenBits(bytes) {
  const groups = [];
  let [held, count] = [0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (count += 8; count >= 7; count -= 7) groups.push((held >> (count - 7)) & 127);
    held &= 127;
  }
  if (count > 0) groups.push((held << (7 - count)) & 127);
  let text = "";
  for (let i = 0; i < groups.length; ++i) {
    const at = CHANGED.indexOf(groups[i]);
    text += String.fromCharCode(at < 0 ? groups[i] : 256 + 128 * at + (groups[++i] ?? 0));
  }
  return text;
}
