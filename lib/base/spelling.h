// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::internal::inline base {

/// Returns the words that differ least from `word`. They differ by at most two typing errors, and by fewer errors than
/// `word` has letters. A typing error is a letter that is changed, inserted, left out or swapped with its neighbour.
/// Capital letters count as small ones.
std::vector<std::string> nearest(const std::string& word, const std::vector<std::string>& words);

/// A kind of file that Pawl does not read.
struct OtherFile {
  std::string kind;    ///< with its article, such as "a PNG picture"
  std::string remedy;  ///< how to get a drawing from it, such as "save it as DXF in text form"
};

/// Returns the kind of a file that is neither JSON nor a drawing, by its first bytes, or nothing if they are unknown.
std::optional<OtherFile> other_file(std::string_view text);

}  // namespace pawl::internal::inline base
