// SPDX-License-Identifier: MIT
// Interface for JavaScript (pawl_web.js). Requests and replies are texts in the memory of the WebAssembly module.
#include <cstddef>
#include <string>

#include "web/answer_request.h"

namespace {

std::string last_reply;

}  // namespace

extern "C" {

/// Returns the reply to a request of `size` bytes. The reply has pawl_reply_size() bytes. The next call overwrites it.
const char* pawl_answer(const char* request, std::size_t size);
std::size_t pawl_reply_size();

const char* pawl_answer(const char* request, std::size_t size) {
  last_reply = pawl::web::answer_request(std::string(request, size));
  return last_reply.data();
}

std::size_t pawl_reply_size() { return last_reply.size(); }
}
