// SPDX-License-Identifier: MIT
// Interface for JavaScript (pawl_web.js): texts in memory in, texts in memory out.
#include <cstddef>
#include <string>

#include "web/answer_request.h"

namespace {

std::string last_reply;

}  // namespace

extern "C" {

/// Returns the reply, pawl_reply_size() bytes, which is valid until the next call.
const char* pawl_answer(const char* request, std::size_t size);
std::size_t pawl_reply_size();

const char* pawl_answer(const char* request, std::size_t size) {
  last_reply = pawl::web::answer_request(std::string(request, size));
  return last_reply.data();
}

std::size_t pawl_reply_size() { return last_reply.size(); }
}
