// SPDX-License-Identifier: MIT
// What JavaScript calls (pawl_web.js): texts in memory in, texts in memory out.
#include <cstddef>
#include <string>

#include "web/answer_request.h"

namespace {

std::string last_reply;

}  // namespace

extern "C" {

/// The reply, which stays where it is until the next call; pawl_reply_size() bytes of it.
const char* pawl_answer(const char* request, std::size_t size);
std::size_t pawl_reply_size();

const char* pawl_answer(const char* request, std::size_t size) {
  last_reply = pawl::web::answer_request(std::string(request, size));
  return last_reply.data();
}

std::size_t pawl_reply_size() { return last_reply.size(); }
}
