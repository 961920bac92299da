// SPDX-License-Identifier: MIT
// The program of a Worker. The first message that the Worker receives is the module, compressed or compiled. All later
// messages are requests.
import {Decoder} from "lzma1/decoder";
import {InputBuffer, OutputBuffer} from "lzma1/streams";

interface Pawl {
  answer(request: string): string;
}
type Instantiate = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => object;
/** Defined by Emscripten's script, which precedes this script. */
declare const createPawl: (options: {instantiateWasm: Instantiate}) => Promise<Pawl>;

const scope = self as unknown as {
  onmessage: ((event: MessageEvent) => void)|null;
  postMessage(message: unknown): void
};

/** Decompresses and compiles the module, and sends it to the page. The page gives the module to the next Worker. */
async function unpacked(packed: Uint8Array): Promise<WebAssembly.Module> {
  const output = new OutputBuffer(4 * packed.length);
  new Decoder().decompress(new InputBuffer(packed), output);
  const module = await WebAssembly.compile(output.toArray());
  scope.postMessage(module);
  return module;
}

/** Starts the library. Tests give null instead of a module. */
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
                      throw reason;  // rethrown, so that the browser reports an error of the Worker to the page
                    }));
};
