// SPDX-License-Identifier: MIT
// An XML document as a tree that can only be read. The parser is pugixml or the header-only rapidxml.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pawl::internal::inline drawing {

/// Largest nesting depth of elements.
inline constexpr int kDeepestXml = 64;

/// A reference to an attribute of a tree. The tree must outlive the reference. A reference to an attribute that does
/// not exist converts to false.
class XmlAttribute {
 public:
  explicit XmlAttribute(const void* place = nullptr) : place_(place) {}
  explicit operator bool() const { return place_ != nullptr; }
  std::string_view name() const;
  std::string_view value() const;  ///< Returns the value, or "" if the attribute does not exist. Line breaks and tabs
                                   ///< are replaced by blanks.
  XmlAttribute next() const;

 private:
  const void* place_;
};

class XmlNode {
 public:
  enum class Kind {
    element,
    text,
    doctype,
    instruction,  ///< <?name ...?>; the declaration <?xml ...?> is not a node
    other
  };

  explicit XmlNode(const void* place = nullptr) : place_(place) {}
  explicit operator bool() const { return place_ != nullptr; }
  Kind kind() const;
  std::string_view name() const;   ///< Returns the name, including its prefix.
  std::string_view value() const;  ///< Returns the characters of a text node. For a doctype, returns the text after the
                                   ///< keyword.
  XmlNode parent() const;          ///< Returns the parent. For an outermost node, returns a node that does not exist or
                                   ///< has the kind `other`.
  XmlNode first_child() const;
  XmlNode next_sibling() const;
  XmlAttribute first_attribute() const;
  XmlAttribute attribute(std::string_view name) const;  ///< Returns the attribute with this name.

 private:
  friend class XmlDocument;
  const void* place_;
};

/// A parsed document, without comments and without texts that consist of blanks only. Character references and the five
/// predefined entities are replaced by their characters. All other entities stay unchanged.
class XmlDocument {
 public:
  explicit XmlDocument(std::string_view text);
  ~XmlDocument();
  XmlDocument(const XmlDocument&) = delete;
  XmlDocument& operator=(const XmlDocument&) = delete;

  struct Fault {
    std::size_t offset;
    std::string message;
  };
  /// Returns the fault of the text, if it has one. The tree of a text with a fault must not be used. The message is a
  /// phrase that follows the position in the text. At least the following faults are found: tags that do not match or
  /// do not end, and attributes without quotes. Elements deeper than kDeepestXml may also be a fault.
  const std::optional<Fault>& fault() const { return fault_; }

  /// Returns the first outermost node: an element, a doctype or an instruction.
  XmlNode first_child() const;
  std::size_t offset(const XmlNode& node) const;  ///< Returns the position in the text, in bytes, of a node's name or,
                                                  ///< if it has none, of its value.

 private:
  struct Tree;

  std::string text_;  ///< text of the document, to which the tree's names and values point
  std::unique_ptr<Tree> tree_;
  std::optional<Fault> fault_;
};

}  // namespace pawl::internal::inline drawing
