// SPDX-License-Identifier: MIT
// What the page carries: the module by LZMA, as text, its script, and Workers that run both.
import {bytesOf} from "./seven_bits";

/** Starts Workers; the first one unpacks and compiles the module, the others are given it. */
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
