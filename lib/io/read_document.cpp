// SPDX-License-Identifier: MIT
#include "io/read_document.h"

#include <fmt/format.h>
#include <pawl/io/read_task.h>

#include "io/parse_json.h"

namespace pawl::internal {

JsonValue read_document(std::string_view text, Validator& faults) {
  if (text.size() > kLargestText) {
    throw InputError("", "", fmt::format("the text has {} bytes, more than {} (64 MiB)", text.size(), kLargestText));
  }
  std::optional<JsonValue> root = parse_json(text, faults);
  if (!root) throw InputError(faults.take());
  return std::move(*root);
}

}  // namespace pawl::internal
