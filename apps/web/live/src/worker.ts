// SPDX-License-Identifier: MIT
// In the Worker: the first message is the module, packed or compiled, each one after it a request.
import {Decoder} from "lzma1/decoder";
import {InputBuffer, OutputBuffer} from "lzma1/streams";

interface Pawl {
  answer(request: string): string;
}
type Instantiate = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => object;
/** Made by emscripten, in the same script. */
declare const createPawl: (options: {instantiateWasm: Instantiate}) => Promise<Pawl>;

const scope = self as unknown as {
  onmessage: ((event: MessageEvent) => void)|null;
  postMessage(message: unknown): void
};

/** Compiled, and given to who started this Worker, for the next one. */
async function unpacked(packed: Uint8Array): Promise<WebAssembly.Module> {
  const output = new OutputBuffer(4 * packed.length);
  new Decoder().decompress(new InputBuffer(packed), output);
  const module = await WebAssembly.compile(output.toArray());
  scope.postMessage(module);
  return module;
}

/** In tests there is no module. */
async function begin(given: WebAssembly.Module|Uint8Array|null): Promise<void> {
  const module = given instanceof Uint8Array ? await unpacked(given) : given;
  const instantiateWasm: Instantiate = (imports, done) => {
    void WebAssembly.instantiate(module!, imports).then(done);
    return {};
  };
  const pawl = await createPawl({instantiateWasm});
  scope.onmessage = ({data}: MessageEvent<string>) => scope.postMessage(pawl.answer(data));
  scope.postMessage("ready");
}

scope.onmessage = ({data}: MessageEvent<WebAssembly.Module|Uint8Array|null>) => {
  begin(data).catch((reason) => setTimeout(() => {
                      throw reason;  // to be seen by who started the Worker
                    }));
};
