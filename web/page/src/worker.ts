// SPDX-License-Identifier: MIT
// In the Worker: the first message is the compiled module, each one after it a request.

interface Pawl {
  answer(request: string): string;
}
type Instantiate = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => object;
/** Made by emscripten, in the same script. */
declare const createPawl: (options: {instantiateWasm: Instantiate}) => Promise<Pawl>;

const scope = self as unknown as {
  onmessage: ((event: MessageEvent) => void)|null;
  postMessage(message: string): void
};

scope.onmessage = ({data: module}: MessageEvent<WebAssembly.Module>) => {
  const instantiateWasm: Instantiate = (imports, done) => {
    void WebAssembly.instantiate(module, imports).then(done);
    return {};
  };
  void createPawl({instantiateWasm})
      .then((pawl) => {
        scope.onmessage = ({data}: MessageEvent<string>) => scope.postMessage(pawl.answer(data));
        scope.postMessage("ready");
      })
      .catch((reason) => setTimeout(() => {
               throw reason;  // to be seen by who started the Worker
             }));
};
