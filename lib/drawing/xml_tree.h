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

/// A reference to an attribute of a tree, which must outlive it; false if the attribute does not exist.
class XmlAttribute {
 public:
  explicit XmlAttribute(const void* place = nullptr) : place_(place) {}
  explicit operator bool() const { return place_ != nullptr; }
  std::string_view name() const;
  std::string_view value() const;  ///< "" if the attribute does not exist; line ends and tabs are blanks
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
  std::string_view name() const;   ///< including its prefix
  std::string_view value() const;  ///< characters of a text; of a doctype, the text behind the keyword
  XmlNode parent() const;          ///< of an outermost node: false, or a node of kind other
  XmlNode first_child() const;
  XmlNode next_sibling() const;
  XmlAttribute first_attribute() const;
  XmlAttribute attribute(std::string_view name) const;  ///< the first of this name

 private:
  friend class XmlDocument;
  const void* place_;
};

/// A parsed document. Leaves out comments and texts of blanks only. Character references and the five named entities
/// become characters, others stay as they are; nothing else is expanded.
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

  XmlNode first_child() const;                    ///< an element, a doctype or an instruction
  std::size_t offset(const XmlNode& node) const;  ///< position of its name or value in the text

 private:
  struct Tree;

  std::string text_;  ///< the tree points into this text
  std::unique_ptr<Tree> tree_;
  std::optional<Fault> fault_;
};

}  // namespace pawl::internal::inline drawing
