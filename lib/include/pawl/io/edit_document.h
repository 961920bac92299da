// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pawl {

/// A value to put into a JSON document.
struct DocumentEdit {
  std::string place;  ///< JSON pointer, e.g. "/fixels/0/at", or key of the outermost object, e.g. "friction"
  std::string value;  ///< the value as JSON, as an informal number (.3, +2), or as a string without quotes
};

/// Returns the document after these edits, made in order. An edit replaces a value. If the value does not exist in an
/// object, the edit adds it, together with missing objects on the path to it. Keys and numbers that are not edited stay
/// unchanged. Throws InputError, as read_task() does, for a text that is not valid JSON. Also throws InputError for a
/// pointer to a value that does not exist and cannot be added, such as an entry beyond the end of an array.
std::string edit_document(std::string_view text, const std::vector<DocumentEdit>& edits);

/// Returns the document, which is a JSON object, without the given members. The other members stay unchanged. Throws
/// InputError in the cases of edit_document().
std::string without_members(std::string_view text, const std::vector<std::string>& keys);

}  // namespace pawl
