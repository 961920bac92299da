// SPDX-License-Identifier: MIT
#include <algorithm>
#include <pugixml.hpp>

#include "drawing/xml_tree.h"

namespace pawl::internal::inline drawing {
namespace {

pugi::xml_attribute attribute_at(const void* place) {
  return pugi::xml_attribute(static_cast<pugi::xml_attribute_struct*>(const_cast<void*>(place)));
}

pugi::xml_node node_at(const void* place) {
  return pugi::xml_node(static_cast<pugi::xml_node_struct*>(const_cast<void*>(place)));
}

}  // namespace

std::string_view XmlAttribute::name() const { return attribute_at(place_).name(); }
std::string_view XmlAttribute::value() const { return attribute_at(place_).value(); }
XmlAttribute XmlAttribute::next() const {
  return XmlAttribute(attribute_at(place_).next_attribute().internal_object());
}

XmlNode::Kind XmlNode::kind() const {
  switch (node_at(place_).type()) {
    case pugi::node_element:
      return Kind::element;
    case pugi::node_pcdata:
    case pugi::node_cdata:
      return Kind::text;
    case pugi::node_doctype:
      return Kind::doctype;
    case pugi::node_pi:
      return Kind::instruction;
    default:
      return Kind::other;
  }
}

std::string_view XmlNode::name() const { return node_at(place_).name(); }
std::string_view XmlNode::value() const { return node_at(place_).value(); }
XmlNode XmlNode::parent() const { return XmlNode(node_at(place_).parent().internal_object()); }

XmlNode XmlNode::first_child() const { return XmlNode(node_at(place_).first_child().internal_object()); }
XmlNode XmlNode::next_sibling() const { return XmlNode(node_at(place_).next_sibling().internal_object()); }
XmlAttribute XmlNode::first_attribute() const {
  return XmlAttribute(node_at(place_).first_attribute().internal_object());
}
XmlAttribute XmlNode::attribute(std::string_view name) const {
  XmlAttribute one = first_attribute();
  while (one && one.name() != name) one = one.next();
  return one;
}

struct XmlDocument::Tree {
  pugi::xml_document document;
};

XmlDocument::XmlDocument(std::string_view text) : text_(text), tree_(std::make_unique<Tree>()) {
  const pugi::xml_parse_result result = tree_->document.load_buffer_inplace(
      text_.data(), text_.size(), pugi::parse_default | pugi::parse_doctype | pugi::parse_pi, pugi::encoding_utf8);
  if (!result) fault_ = {static_cast<std::size_t>(result.offset), std::string("not valid XML: ") + result.description()};
}

XmlDocument::~XmlDocument() = default;

std::size_t XmlDocument::offset(const XmlNode& node) const {
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, node_at(node.place_).offset_debug()));
}

XmlNode XmlDocument::first_child() const { return XmlNode(tree_->document.first_child().internal_object()); }

}  // namespace pawl::internal::inline drawing
