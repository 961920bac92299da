// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::internal::inline base {

/// Returns the words in `words` that differ least from `word`. A word is returned only if it differs by at most two
/// typing errors, and by fewer errors than `word` has letters. A typing error is a letter that is changed, inserted,
/// left out or swapped with its neighbour. Upper and lower case count as equal.
std::vector<std::string> nearest(const std::string& word, const std::vector<std::string>& words);

/// A kind of file that Pawl does not read.
struct OtherFile {
  std::string kind;    ///< name of the kind with its article, such as "a PNG picture"
  std::string remedy;  ///< advice on how to get a drawing from the file, such as "save it as DXF in text form"
};

/// Returns the kind of a file that Pawl does not read, recognized by how the text of the file begins; a binary STL file
/// is recognized by its length. Returns nothing if the text is of none of the known kinds.
std::optional<OtherFile> other_file(std::string_view text);

}  // namespace pawl::internal::inline base
