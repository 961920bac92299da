// SPDX-License-Identifier: MIT
// A replacement for the WebAssembly in the Worker. It sends requests to a server of the tests (live_server.mjs), which
// calls the native library.
const createPawl = async () => ({
  answer(request) {
    const asked = new XMLHttpRequest();
    asked.open("POST", "http://127.0.0.1:{{port}}/answer", false);
    asked.send(request);
    return asked.responseText;
  },
});
