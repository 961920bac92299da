// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pawl {

/// A value, and the location in a JSON document where it is to be put.
struct DocumentEdit {
  std::string place;  ///< JSON pointer, e.g. "/fixels/0/at", or a key of the document's top level, e.g. "friction"
  std::string value;  ///< the value as JSON, as an informally written number (.3, +2), or as a string without quotes
};

/// Returns the document after the given edits, which are made in order. An edit replaces a value. If an object does not
/// have the value, the edit adds it, together with missing objects on the path to it. Keys and numbers that are not
/// edited stay unchanged. Throws InputError, as read_task() does, for a text that is not valid JSON. Also throws
/// InputError for a pointer to a value that does not exist and cannot be added, such as an entry beyond the end of an
/// array.
std::string edit_document(std::string_view text, const std::vector<DocumentEdit>& edits);

/// Returns the document, which must be a JSON object, without the members named by `keys`. The other members stay
/// unchanged. Throws InputError in the cases of edit_document().
std::string without_members(std::string_view text, const std::vector<std::string>& keys);

}  // namespace pawl
