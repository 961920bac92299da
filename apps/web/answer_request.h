// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// The library as one function of texts, for a page: a question in JSON, the answer of the command in JSON.
namespace pawl::web {

/// The largest request that is read, bytes.
inline constexpr std::size_t kLargestRequest = std::size_t{8} << 20;

/// Answers {"command", "task" or "text", "options", "picture", "words", "part"} with {"exit", "answer", ...}, or with
/// {"exit": 2, "faults": [{"at", "value", "message"}, ...]} where the request, its task or its options have faults
/// (docs/web.md). "answer" is the document that the command prints, without its time. Whatever the text is, it throws
/// nothing; both are UTF-8.
std::string answer_request(const std::string& request);

}  // namespace pawl::web
