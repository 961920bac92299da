// SPDX-License-Identifier: MIT
// An XML document as a tree that can be read, parsed by pugixml or by rapidxml, which is header-only.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pawl::internal::inline drawing {

/// Largest nesting depth of elements.
inline constexpr int kDeepestXml = 64;

/// A reference to an attribute of a tree, which must outlive the reference. It converts to false if the attribute does
/// not exist.
class XmlAttribute {
 public:
  explicit XmlAttribute(const void* place = nullptr) : place_(place) {}
  explicit operator bool() const { return place_ != nullptr; }
  std::string_view name() const;
  std::string_view value() const;  ///< Returns the value, or "" if the attribute does not exist; line ends and tabs are
                                   ///< blanks.
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
    instruction,  ///< <?name ...?>, except <?xml ...?>
    other
  };

  explicit XmlNode(const void* place = nullptr) : place_(place) {}
  explicit operator bool() const { return place_ != nullptr; }
  Kind kind() const;
  std::string_view name() const;   ///< Returns the name, including its prefix.
  std::string_view value() const;  ///< Returns the characters of a text, or for a doctype the text behind the keyword.
  XmlNode parent() const;          ///< Returns the parent; for an outermost node, false or a node of kind other.
  XmlNode first_child() const;
  XmlNode next_sibling() const;
  XmlAttribute first_attribute() const;
  XmlAttribute attribute(std::string_view name) const;  ///< Returns the first attribute of this name.

 private:
  friend class XmlDocument;
  const void* place_;
};

/// A parsed document. It leaves out comments and texts of blanks only. Character references and the five named entities
/// become characters. Other entities stay as they are, and nothing else is expanded.
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
  /// The fault of the text, if it has one, in words that follow its position; the tree must then not be used. Finds at
  /// least tags that do not match or do not end, and attributes without quotes. Elements deeper than kDeepestXml may be
  /// a fault.
  const std::optional<Fault>& fault() const { return fault_; }

  /// Returns the first child, which is an element, a doctype or an instruction.
  XmlNode first_child() const;
  std::size_t offset(const XmlNode& node) const;  ///< Returns the position of a node's name or value in the text.

 private:
  struct Tree;

  std::string text_;  ///< text of the document, into which the tree points
  std::unique_ptr<Tree> tree_;
  std::optional<Fault> fault_;
};

}  // namespace pawl::internal::inline drawing
