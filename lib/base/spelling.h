// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::internal::inline base {

/// Returns the words that differ least from `word`. Each returned word differs by at most two typing errors, and by
/// fewer errors than `word` has letters. A typing error is a letter that is changed, inserted, left out or swapped with
/// its neighbour. Letters are compared without regard to case.
std::vector<std::string> nearest(const std::string& word, const std::vector<std::string>& words);

/// A kind of file that Pawl does not read.
struct OtherFile {
  std::string kind;    ///< name of the kind with its article, such as "a PNG picture"
  std::string remedy;  ///< advice on how to get a drawing from the file, such as "save it as DXF in text form"
};

/// Returns the kind of a file that Pawl does not read, judged by the file's first bytes. Returns nothing if they belong
/// to no known kind.
std::optional<OtherFile> other_file(std::string_view text);

}  // namespace pawl::internal::inline base
