// SPDX-License-Identifier: MIT
// In the Worker: the first message is the compiled module, each one after it a request.

interface Pawl {
  answer(request: string): string;
}
type Instantiate = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => object;
/** Made by emscripten, in the same script. */
declare const createPawl: (options: {instantiateWasm: Instantiate}) => Promise<Pawl>;
declare const self: {onmessage: ((event: MessageEvent) => void)|null; postMessage(message: string): void};

self.onmessage = ({data: module}: MessageEvent<WebAssembly.Module>) => {
  const instantiateWasm: Instantiate = (imports, done) => {
    void WebAssembly.instantiate(module, imports).then(done);
    return {};
  };
  void createPawl({instantiateWasm}).then((pawl) => {
    self.onmessage = ({data}: MessageEvent<string>) => self.postMessage(pawl.answer(data));
    self.postMessage("ready");
  });
};
