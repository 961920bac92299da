// SPDX-License-Identifier: MIT
// What the page carries: the module as gzip in base64, its script, and Workers that run both.

function bytesOf(id: string): Uint8Array<ArrayBuffer> {
  const binary = atob(document.getElementById(id)!.textContent!.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function unzipped(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

async function compiled(): Promise<WebAssembly.Module|null> {
  if (!document.getElementById("module")) return null;
  const module = await WebAssembly.compile(await unzipped(bytesOf("module")));
  document.getElementById("module")!.remove();  // some 800 kB of text
  return module;
}

/** Starts Workers; the module is compiled once. */
export function workerSource(): () => Promise<Worker> {
  const script = document.getElementById("worker")!.textContent!;
  const url = URL.createObjectURL(new Blob([script], {type: "text/javascript"}));
  const module = compiled();
  return async () => {
    const ready = await module;
    const worker = new Worker(url);
    worker.postMessage(ready);
    return worker;
  };
}
