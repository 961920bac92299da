// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// The library as a single function for web pages. Request and reply are JSON texts; the reply contains the answer of a
/// command.
namespace pawl::web {

/// Largest size of a request, bytes.
inline constexpr std::size_t kLargestRequest = std::size_t{8} << 20;

/// Returns the reply to a request {"command", "task" or "text", "options", "picture", "words", "part"} (docs/web.md).
/// The reply is {"exit", "answer", ...}, where "answer" is the document that the command prints, without the elapsed
/// time. If the request, its task or its options have faults, the reply is {"exit": 2, "faults": [{"at", "value",
/// "message"}, ...]}. Request and reply are UTF-8. Never throws, even if the request is not JSON.
std::string answer_request(const std::string& request);

}  // namespace pawl::web
