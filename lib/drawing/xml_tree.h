// SPDX-License-Identifier: MIT
// A document of XML as a tree to be read, whichever library parses it: pugixml, or rapidxml, which is headers alone.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pawl::internal::inline drawing {

/// Elements in elements that are read.
inline constexpr int kDeepestXml = 64;

/// A place in a tree that outlives it; none where it is false.
class XmlAttribute {
 public:
  explicit XmlAttribute(const void* place = nullptr) : place_(place) {}
  explicit operator bool() const { return place_ != nullptr; }
  std::string_view name() const;
  std::string_view value() const;  ///< "" of none; line ends and tabs are blanks
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
    instruction,  ///< <?name ...?>, but not <?xml ...?>
    other
  };

  explicit XmlNode(const void* place = nullptr) : place_(place) {}
  explicit operator bool() const { return place_ != nullptr; }
  Kind kind() const;
  std::string_view name() const;   ///< with its prefix
  std::string_view value() const;  ///< of a text, what it says; of a doctype, what is behind the word
  XmlNode parent() const;          ///< of an outermost node: none, or one of kind other
  XmlNode first_child() const;
  XmlNode next_sibling() const;
  XmlAttribute first_attribute() const;
  XmlAttribute attribute(std::string_view name) const;  ///< the first of this name

 private:
  friend class XmlDocument;
  const void* place_;
};

/// Comments are left out, and texts of blanks alone. Character references and the five named entities are characters,
/// others stay as they are; nothing else is expanded.
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
  /// What is wrong with the text, in words that follow its place; the tree is then not to be looked at. At least: tags
  /// that do not match or do not end, and attributes without quotes. Elements deeper than kDeepestXml may be a fault.
  const std::optional<Fault>& fault() const { return fault_; }

  XmlNode first_child() const;                    ///< beside the elements: doctypes and instructions
  std::size_t offset(const XmlNode& node) const;  ///< in the text, of its name or value

 private:
  struct Tree;

  std::string text_;  ///< that the tree is in
  std::unique_ptr<Tree> tree_;
  std::optional<Fault> fault_;
};

}  // namespace pawl::internal::inline drawing
