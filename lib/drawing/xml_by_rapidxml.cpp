// SPDX-License-Identifier: MIT
// Reads XML with rapidxml, a header-only parser that is part of Boost. The parser is recursive, one call per level of
// elements, and accepts some tags that are not valid XML. The depth and the tags are therefore checked first, by the
// rules that rapidxml itself applies to tags.
#include <algorithm>
#include <boost/property_tree/detail/rapidxml.hpp>

#include "drawing/xml_tree.h"

namespace pawl::internal::inline drawing {
namespace {

namespace rapidxml = boost::property_tree::detail::rapidxml;
using Node = rapidxml::xml_node<char>;
using Attribute = rapidxml::xml_attribute<char>;

const Attribute& attribute_at(const void* place) { return *static_cast<const Attribute*>(place); }
const Node& node_at(const void* place) { return *static_cast<const Node*>(place); }

std::string_view name_of(const rapidxml::xml_base<char>& one) { return {one.name(), one.name_size()}; }
std::string_view value_of(const rapidxml::xml_base<char>& one) { return {one.value(), one.value_size()}; }

constexpr std::string_view kBlanks = " \n\r\t";

bool begins_name(char c) {
  const auto letter = static_cast<unsigned char>(c | 0x20);
  return (letter >= 'a' && letter <= 'z') || c == '_' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_in_name(char c) { return begins_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; }

/// Checks the tags of a text before rapidxml parses it. Rejects tags that are not valid XML although rapidxml accepts
/// them.
class Tags {
 public:
  explicit Tags(std::string_view text) : text_(text) {}

  std::optional<XmlDocument::Fault> fault() {
    while ((at_ = text_.find('<', at_)) != std::string_view::npos) {
      const std::size_t begin = at_++;
      if (!mark()) return XmlDocument::Fault{begin, "not valid XML: a tag that does not end or is malformed"};
      if (depth_ > kDeepestXml + 1)
        return XmlDocument::Fault{begin, "elements are nested more than " + std::to_string(kDeepestXml) + " deep"};
    }
    return std::nullopt;
  }

 private:
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool starts(std::string_view words) const { return text_.substr(std::min(at_, text_.size())).starts_with(words); }

  /// Moves to the position after the next occurrence of `words`. Returns false if `words` does not occur again.
  bool pass(std::string_view words) {
    const std::size_t found = text_.find(words, at_);
    if (found == std::string_view::npos) return false;
    at_ = found + words.size();
    return true;
  }
  bool take(std::string_view words) {
    if (!starts(words)) return false;
    at_ += words.size();
    return true;
  }
  bool take_blanks() {
    const std::size_t before = at_;
    at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size());
    return at_ > before;
  }
  bool take_name() {
    if (!begins_name(here())) return false;
    while (is_in_name(here())) ++at_;
    return true;
  }

  bool mark() {
    if (take("?")) return take_name() && pass("?>");
    if (take("!--")) return pass("-->");
    if (take("![CDATA[")) return pass("]]>");
    if (take("!DOCTYPE")) return take_blanks() && doctype();
    if (take("/")) return --depth_, take_name() && (take_blanks(), take(">"));
    return element();
  }

  bool doctype() {
    int brackets = 0;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '>' && brackets == 0) return true;
      if (text_[at_] == '[') ++brackets;
      if (text_[at_] == ']' && brackets > 0) --brackets;
    }
    return false;
  }

  bool element() {
    if (!take_name()) return false;
    bool blank = take_blanks();
    while (begins_name(here())) {
      if (!blank || !attribute()) return false;
      blank = take_blanks();
    }
    if (take("/>")) return true;
    ++depth_;
    return take(">");
  }

  bool attribute() {
    if (!take_name()) return false;
    take_blanks();
    if (!take("=")) return false;
    take_blanks();
    const char quote = here();
    ++at_;
    return (quote == '"' || quote == '\'') && pass({&quote, 1});
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

/// Replaces line breaks and tabs in an attribute by blanks, as XML specifies.
void make_blanks(Attribute& attribute) {
  char* const value = attribute.value();
  std::replace_if(
      value, value + attribute.value_size(), [](char c) { return kBlanks.find(c) != std::string_view::npos; }, ' ');
}

}  // namespace

std::string_view XmlAttribute::name() const { return name_of(attribute_at(place_)); }
std::string_view XmlAttribute::value() const { return place_ ? value_of(attribute_at(place_)) : ""; }
XmlAttribute XmlAttribute::next() const { return XmlAttribute(attribute_at(place_).next_attribute()); }

XmlNode::Kind XmlNode::kind() const {
  switch (node_at(place_).type()) {
    case rapidxml::node_element:
      return Kind::element;
    case rapidxml::node_data:
    case rapidxml::node_cdata:
      return Kind::text;
    case rapidxml::node_doctype:
      return Kind::doctype;
    case rapidxml::node_pi:
      return Kind::instruction;
    default:
      return Kind::other;
  }
}

std::string_view XmlNode::name() const { return name_of(node_at(place_)); }
std::string_view XmlNode::value() const { return value_of(node_at(place_)); }
XmlNode XmlNode::parent() const { return XmlNode(node_at(place_).parent()); }
XmlNode XmlNode::first_child() const { return XmlNode(node_at(place_).first_node()); }
XmlNode XmlNode::next_sibling() const {
  return XmlNode(node_at(place_).parent() != nullptr ? node_at(place_).next_sibling() : nullptr);
}
XmlAttribute XmlNode::first_attribute() const { return XmlAttribute(node_at(place_).first_attribute()); }
XmlAttribute XmlNode::attribute(std::string_view name) const {
  return XmlAttribute(node_at(place_).first_attribute(name.data(), name.size()));
}

struct XmlDocument::Tree {
  rapidxml::xml_document<char> document;
};

XmlDocument::XmlDocument(std::string_view text) : text_(text), tree_(std::make_unique<Tree>()) {
  fault_ = Tags(text_).fault();
  if (fault_) return;
  constexpr int kFlags = rapidxml::parse_no_element_values | rapidxml::parse_doctype_node | rapidxml::parse_pi_nodes |
                         rapidxml::parse_validate_closing_tags | rapidxml::parse_trim_whitespace;
  try {
    tree_->document.parse<kFlags>(text_.data());
  } catch (const rapidxml::parse_error& error) {
    fault_ = {static_cast<std::size_t>(error.where<char>() - text_.data()), std::string("not valid XML: ") + error.what()};
    return;
  }
  // Traverses the tree without recursion or a stack, which is possible because every node refers to its parent.
  for (const Node* node = &tree_->document; node != nullptr;) {
    for (Attribute* one = node->first_attribute(); one != nullptr; one = one->next_attribute()) make_blanks(*one);
    if (const Node* child = node->first_node()) {
      node = child;
      continue;
    }
    while (node->parent() != nullptr && node->next_sibling() == nullptr) node = node->parent();
    node = node->parent() != nullptr ? node->next_sibling() : nullptr;
  }
}

XmlDocument::~XmlDocument() = default;

XmlNode XmlDocument::first_child() const { return XmlNode(tree_->document.first_node()); }

std::size_t XmlDocument::offset(const XmlNode& node) const {
  const Node& place = node_at(node.place_);
  const char* const begin = place.name_size() > 0 ? place.name() : place.value();
  return static_cast<std::size_t>(begin - text_.data());
}

}  // namespace pawl::internal::inline drawing
