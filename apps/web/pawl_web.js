// SPDX-License-Identifier: MIT
// This file is appended to the script that Emscripten writes. createPawl() returns a promise of an object with
// answer(request), which takes a request and returns a reply, both as JSON text.
Module['answer'] = function (request) {
  var bytes = new TextEncoder().encode(request);
  var at = _malloc(bytes.length + 1);
  HEAPU8.set(bytes, at);
  var reply;
  try {
    reply = _pawl_answer(at, bytes.length);
  } finally {
    _free(at);
  }
  return new TextDecoder().decode(HEAPU8.subarray(reply, reply + _pawl_reply_size()));
};
