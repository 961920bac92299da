// SPDX-License-Identifier: MIT
// Bytes as the text of a script element, seven bits a sign of UTF-8: an eighth more than the bytes, where base64 is a
// third. Signs that HTML would change stand with the next seven bits in one sign of two bytes. src/seven_bits.ts reads
// it.

const CHANGED = [0, 10, 13, 60];  // NUL, line feed, carriage return, "<"

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
