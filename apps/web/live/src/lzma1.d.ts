// SPDX-License-Identifier: MIT
// Types of the decoder in the package lzma1. build.mjs resolves these modules.

declare module "lzma1/streams" {
  export class InputBuffer {
    constructor(data: Uint8Array);
  }
  export class OutputBuffer {
    constructor(capacity: number);
    toArray(): Uint8Array<ArrayBuffer>;
  }
}

declare module "lzma1/decoder" {
  import type {InputBuffer, OutputBuffer} from "lzma1/streams";
  export class Decoder {
    decompress(input: InputBuffer, output: OutputBuffer): void;
  }
}
