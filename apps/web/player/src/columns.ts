// SPDX-License-Identifier: MIT
// Decodes columns of numbers in the form that draw/recording.h describes: differences of integer multiples of
// 10^-decimals.

export interface Column {
  d: number;    // number of decimals of the values
  o: number;    // 1: `v` contains differences of the values; 2: `v` contains differences of these differences
  v: number[];  // integer differences, without the zeros at the end
}

/** Returns the first `count` values of a column. */
export function decode(column: Column, count: number): Float64Array {
  const values = new Float64Array(count);
  const scale = 10 ** column.d;
  let value = 0;
  let slope = 0;
  for (let i = 0; i < count; ++i) {
    const step = i < column.v.length ? column.v[i] : 0;
    if (column.o === 2 && i > 0) {
      slope += step;
      value += slope;
    } else {
      value += step;
    }
    values[i] = value / scale;
  }
  return values;
}
