// SPDX-License-Identifier: MIT
// In the Worker in place of the WebAssembly: asks a server of the tests (live_server.mjs), which asks the native
// library.
const createPawl = async () => ({
  answer(request) {
    const asked = new XMLHttpRequest();
    asked.open("POST", "http://127.0.0.1:{{port}}/answer", false);
    asked.send(request);
    return asked.responseText;
  },
});
