// SPDX-License-Identifier: MIT
// What the page carries: the module by LZMA in base64, its script, and Workers that run both.

function bytesOf(base64: string): Uint8Array {
  const binary = atob(base64.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Starts Workers; the first one unpacks and compiles the module, the others are given it. */
export function workerSource(): () => Worker {
  const script = document.getElementById("worker")!.textContent!;
  const url = URL.createObjectURL(new Blob([script], {type: "text/javascript"}));
  const element = document.getElementById("module");
  let module: WebAssembly.Module|Uint8Array|null = element && bytesOf(element.textContent!);
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
