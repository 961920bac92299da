// SPDX-License-Identifier: MIT
// Uses any bytes as a request of the page. The reply must be JSON, and nothing may be thrown.
#include <string>

#include "answers/answer.h"
#include "fuzz_input.h"
#include "web/answer_request.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string reply = pawl::web::answer_request({reinterpret_cast<const char*>(data), size});
  pawl::fuzz::require(pawl::answers::Json::parse(reply).members() != nullptr);
  return 0;
}
