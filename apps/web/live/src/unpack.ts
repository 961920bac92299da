// SPDX-License-Identifier: MIT
// Starts Workers with the library's module, which the page contains as text, compressed by LZMA.
import {bytesOf} from "./seven_bits";

/** Returns a function that starts a Worker. The first Worker decompresses and compiles the module. All later Workers
 * reuse the compiled module. */
export function workerSource(): () => Worker {
  const script = document.getElementById("worker")!.textContent!;
  const url = URL.createObjectURL(new Blob([script], {type: "text/javascript"}));
  const element = document.getElementById("module");
  let module: WebAssembly.Module|Uint8Array|null =
      element && bytesOf(element.textContent!, Number(element.dataset.size));
  element?.remove();
  return () => {
    const worker = new Worker(url);
    worker.addEventListener("message", (event: MessageEvent<unknown>) => {
      if (!(event.data instanceof WebAssembly.Module)) return;
      module = event.data;
      event.stopImmediatePropagation();
    });
    worker.postMessage(module);
    return worker;
  };
}
