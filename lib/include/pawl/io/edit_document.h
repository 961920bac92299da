// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pawl {

/// A value to be put into a JSON document.
struct DocumentEdit {
  std::string place;  ///< a JSON pointer, as "/fixels/0/at", or a key of the outermost object, as "friction"
  std::string value;  ///< JSON, a number as people write it (.3, +2), or else a bare string
};

/// The document with these values in it, one after the other: replaced or, in objects, added, with the objects that
/// lead there. Keys and numbers that are not edited stay as written. Throws InputError for a text that is no JSON, as
/// read_task does, and at a place that there is not, as an entry beyond the end of an array.
std::string edit_document(std::string_view text, const std::vector<DocumentEdit>& edits);

/// The document, an object, without these of its members; the rest stays as written. Throws as edit_document does.
std::string without_members(std::string_view text, const std::vector<std::string>& keys);

}  // namespace pawl
