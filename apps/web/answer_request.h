// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// The library as one function from text to text, for web pages: a question in JSON to the answer of the command in
/// JSON.
namespace pawl::web {

/// Maximum size of a request, bytes.
inline constexpr std::size_t kLargestRequest = std::size_t{8} << 20;

/// Answers {"command", "task" or "text", "options", "picture", "words", "part"} with {"exit", "answer", ...}, or with
/// {"exit": 2, "faults": [{"at", "value", "message"}, ...]} if the request, its task or its options have faults
/// (docs/web.md). "answer" is the document that the command prints, without the elapsed time. Never throws, whatever
/// the text; both texts are UTF-8.
std::string answer_request(const std::string& request);

}  // namespace pawl::web
