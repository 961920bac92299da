// SPDX-License-Identifier: MIT
// Decodes the text that seven_bits.mjs writes.

const CHANGED = [0, 10, 13, 60];

/** Returns `size` bytes. Padding bits in the last character are ignored. */
export function bytesOf(text: string, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let [held, count, at] = [0, 0, 0];
  const take = (seven: number): void => {
    held = (held << 7) | seven;
    count += 7;
    if (count < 8) return;
    count -= 8;
    bytes[at++] = held >> count;
    held &= 127;
  };
  for (let i = 0; i < text.length; ++i) {
    const code = text.charCodeAt(i);
    if (code < 256) {
      take(code);
    } else {
      take(CHANGED[(code - 256) >> 7]);
      take((code - 256) & 127);
    }
  }
  return bytes;
}
