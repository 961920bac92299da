// SPDX-License-Identifier: MIT
// rapidxml as Boost has it, headers alone. It calls itself for each level of elements, so that their depth is counted
// before: by the same rules, as no tag must be seen otherwise.
#include <algorithm>
#include <boost/property_tree/detail/rapidxml.hpp>

#include "io/drawing/xml_tree.h"

namespace pawl::internal {
namespace {

namespace rapidxml = boost::property_tree::detail::rapidxml;
using Node = rapidxml::xml_node<char>;
using Attribute = rapidxml::xml_attribute<char>;

const Attribute& attribute_at(const void* place) { return *static_cast<const Attribute*>(place); }
const Node& node_at(const void* place) { return *static_cast<const Node*>(place); }

std::string_view name_of(const rapidxml::xml_base<char>& one) { return {one.name(), one.name_size()}; }
std::string_view value_of(const rapidxml::xml_base<char>& one) { return {one.value(), one.value_size()}; }

constexpr std::string_view kBlanks = " \n\r\t";

/// Follows the marks of a text to the first that rapidxml refuses, or that is too deep.
class Tags {
 public:
  explicit Tags(std::string_view text) : text_(text) {}

  /// Where the first element begins that is too deep.
  std::optional<std::size_t> too_deep() {
    while ((at_ = text_.find('<', at_)) != std::string_view::npos) {
      const std::size_t begin = at_++;
      if (!mark()) return std::nullopt;
      if (depth_ > kDeepestXml + 1) return begin;
    }
    return std::nullopt;
  }

 private:
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool starts(std::string_view words) const { return text_.substr(std::min(at_, text_.size())).starts_with(words); }

  /// Behind the next of these words; false where there is none.
  bool pass(std::string_view words) {
    const std::size_t found = text_.find(words, at_);
    if (found == std::string_view::npos) return false;
    at_ = found + words.size();
    return true;
  }
  bool take(char c) {
    if (here() != c) return false;
    ++at_;
    return true;
  }
  void skip(std::string_view set) { at_ = std::min(text_.find_first_not_of(set, at_), text_.size()); }
  void skip_to(std::string_view set) { at_ = std::min(text_.find_first_of(set, at_), text_.size()); }

  bool mark() {
    if (take('?')) return pass("?>");
    if (take('/')) return --depth_, pass(">");
    if (!starts("!")) return element();
    if (starts("!--")) return at_ += 3, pass("-->");
    if (starts("![CDATA[")) return at_ += 8, pass("]]>");
    if (starts("!DOCTYPE") && at_ + 8 < text_.size() && kBlanks.find(text_[at_ + 8]) != std::string_view::npos)
      return doctype();
    return pass(">");
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
    skip_to(" \n\r\t/>?");
    skip(kBlanks);
    while (at_ < text_.size() && std::string_view("/<>=?!").find(here()) == std::string_view::npos) {
      if (!attribute()) return false;
    }
    if (take('/')) return take('>');
    ++depth_;
    return take('>');
  }

  bool attribute() {
    skip_to(" \n\r\t/<>=?!");
    skip(kBlanks);
    if (!take('=')) return false;
    skip(kBlanks);
    const char quote = here();
    ++at_;
    if ((quote != '"' && quote != '\'') || !pass({&quote, 1})) return false;
    skip(kBlanks);
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

/// As XML has them in attributes.
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
  if (const std::optional<std::size_t> deep = Tags(text_).too_deep()) {
    fault_ = {*deep, "elements stand in elements more than " + std::to_string(kDeepestXml) + " deep"};
    return;
  }
  constexpr int kFlags = rapidxml::parse_no_element_values | rapidxml::parse_doctype_node | rapidxml::parse_pi_nodes |
                         rapidxml::parse_validate_closing_tags | rapidxml::parse_trim_whitespace;
  try {
    tree_->document.parse<kFlags>(text_.data());
  } catch (const rapidxml::parse_error& error) {
    fault_ = {static_cast<std::size_t>(error.where<char>() - text_.data()), std::string("is no XML: ") + error.what()};
    return;
  }
  // Without recursion, and without the way back: every node has its parent.
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

}  // namespace pawl::internal
