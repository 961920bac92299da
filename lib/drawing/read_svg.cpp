// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/bounds.h>
#include <pawl/io/drawing.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/charconv.h"
#include "drawing/dxf_entity.h"
#include "drawing/read_drawing.h"
#include "drawing/svg_shapes.h"
#include "drawing/xml_tree.h"
#include "exact/numbers.h"
#include "io/json.h"

// Finds features of SVG that Pawl does not read. They must be refused, because they move or hide parts of the drawing.
namespace pawl::internal::inline drawing {

inline constexpr std::string_view kSvgSpace = "http://www.w3.org/2000/svg";

/// Returns a message that names an attribute or style of an element that Pawl does not support, such as "has a
/// clip-path, ...". Returns "" if the element is supported.
std::string wrong_with_element(const XmlNode& node);

/// Returns the fault of a node of the document, or "" for a valid node. Checks for duplicate attributes, name spaces
/// and style sheets, also in nodes that are not drawn.
std::string wrong_with_node(const XmlNode& node);

/// Returns whether a node is a style sheet with text. wrong_with_node() rejects rules for position, size or display.
bool is_style_sheet(const XmlNode& node);

/// The values that style sheets give to classes, such as ".cut {stroke: #f00; fill: none}", by class and property. Only
/// fill, fill-rule, stroke and stroke-dasharray are stored. Rules with selectors other than a class are ignored.
using ClassStyles = std::map<std::string, std::map<std::string, std::string>>;
void add_class_styles(const XmlNode& sheet, ClassStyles& classes);

/// The attributes of the outermost svg element that determine the lengths for which its numbers stand.
struct SvgSizeText {
  std::string_view width, height, view_box, fit;
};

/// `factor` is the length in the drawing that the number 1 of the file stands for. The other members are the unit of
/// the drawing, and notes for the user.
struct SvgSize {
  Rational factor = 1;
  std::optional<Units::Length> unit;  ///< unit; not set if the file states no length, because width and height are
                                      ///< missing or in pixels
  std::string stated_unit;
  std::vector<std::string> notes;
  SvgViewport viewport;
};

/// Returns the size of the drawing. Its factor follows from a width or a height in mm, cm, in, pt, pc or Q (case does
/// not matter). If the options state another unit, lengths are converted to that unit. Throws InputError with an empty
/// pointer for invalid sizes.
SvgSize svg_size(const SvgSizeText& text, const DrawingOptions& options);

namespace {

/// A unit of SVG, as a fraction of a unit of length that tasks can have.
struct SvgUnit {
  std::string_view name;
  Units::Length length;
  int over;  ///< how many of these SVG units make one unit `length`
};
constexpr SvgUnit kSvgUnits[] = {{"mm", Units::Length::mm, 1}, {"cm", Units::Length::cm, 1},
                                 {"in", Units::Length::in, 1}, {"pt", Units::Length::in, 72},
                                 {"pc", Units::Length::in, 6}, {"Q", Units::Length::mm, 4}};
constexpr SvgUnit kPixel = {"px", Units::Length::in, 96};
/// Units whose length depends on fonts or on the size of a window.
constexpr std::string_view kOfSurroundings[] = {"%", "em", "ex", "ch", "rem", "vw", "vh", "vmin", "vmax"};

Rational metres(Units::Length unit) {
  switch (unit) {
    case Units::Length::mm:
      return Rational(1) / 1000;
    case Units::Length::cm:
      return Rational(1) / 100;
    case Units::Length::in:
      return Rational(254) / 10000;
    default:
      return 1;
  }
}

const char* name_of(Units::Length unit) {
  Units units;
  units.length = unit;
  return units.length_name();
}

struct Given {
  double value;
  const SvgUnit* unit;

  Rational in(Units::Length target) const {
    return rational(value) * metres(unit->length) / unit->over / metres(target);
  }
};

std::optional<Given> given(const char* key, std::string_view text) {
  text = trimmed(text);
  if (text.empty() || same_word(text, "auto")) return std::nullopt;
  const std::optional<SvgLength> length = svg_length(text);
  if (length) {
    if (length->unit.empty() || same_word(length->unit, "px")) return Given{length->value, &kPixel};
    const auto same = [&](std::string_view name) { return same_word(length->unit, name); };
    const auto* unit =
        std::find_if(std::begin(kSvgUnits), std::end(kSvgUnits), [&](const SvgUnit& one) { return same(one.name); });
    if (unit != std::end(kSvgUnits)) return Given{length->value, unit};
    if (std::any_of(std::begin(kOfSurroundings), std::end(kOfSurroundings), same)) return std::nullopt;
  }
  throw InputError("", printable(text), fmt::format("{}: must be a length, as 100mm or 4in", key));
}

bool states_length(const std::optional<Given>& one) { return one && one->unit != &kPixel; }

std::optional<std::array<double, 4>> view_box(std::string_view text) {
  SvgScanner scanner(text);
  std::array<double, 4> box{};
  for (double& number : box) {
    scanner.skip_separator();
    const std::optional<double> value = scanner.number();
    if (!value) return std::nullopt;
    number = *value;
  }
  return scanner.at_end() ? std::optional(box) : std::nullopt;
}

/// Returns the size of the drawing in user units, which percentages refer to.
SvgViewport viewport_of(const SvgSizeText& text, const std::optional<Given>& width,
                        const std::optional<Given>& height) {
  SvgViewport viewport;
  if (const std::optional<std::array<double, 4>> box = view_box(text.view_box)) {
    viewport.width = rational((*box)[2]);
    viewport.height = rational((*box)[3]);
    return viewport;
  }
  const Rational pixel = Given{1, &kPixel}.in(Units::Length::in);
  if (width) viewport.width = width->in(Units::Length::in) / pixel;
  if (height) viewport.height = height->in(Units::Length::in) / pixel;
  return viewport;
}

Rational factor_of(const SvgSizeText& text, const std::optional<Given>& width, const std::optional<Given>& height,
                   Units::Length unit) {
  if (trimmed(text.view_box).empty()) return Given{1, &kPixel}.in(unit);
  const std::optional<std::array<double, 4>> box = view_box(text.view_box);
  const auto positive = [](const std::optional<Given>& one) { return !one || one->value > 0; };
  if (!box || !((*box)[2] > 0) || !((*box)[3] > 0) || !positive(width) || !positive(height)) {
    throw InputError("", printable(text.view_box),
                     "must be a viewBox of four numbers, its width and height, and those of svg, greater than 0");
  }
  std::optional<Rational> x, y;
  if (width) x = width->in(unit) / rational((*box)[2]);
  if (height) y = height->in(unit) / rational((*box)[3]);
  if (!x || !y) return x ? *x : *y;
  if (*x != *y && (text.fit.find("none") != text.fit.npos || text.fit.find("slice") != text.fit.npos)) {
    throw InputError("", printable(text.fit), "preserveAspectRatio: only meet is read");
  }
  return *x < *y ? *x : *y;
}

}  // namespace

SvgSize svg_size(const SvgSizeText& text, const DrawingOptions& options) {
  SvgSize size;
  const std::optional<Given> width = given("width", text.width), height = given("height", text.height);
  size.viewport = viewport_of(text, width, height);
  if (!states_length(width) && !states_length(height)) {
    const std::optional<Units::Length> taken = options.unit ? options.unit : options.unit_if_unstated;
    if (taken) {
      size.notes.push_back(
          fmt::format("width and height state no length: the drawing's numbers are taken as {}", name_of(*taken)));
    }
    return size;
  }
  const SvgUnit& stated = states_length(width) ? *width->unit : *height->unit;
  size.stated_unit = stated.name;
  size.unit = options.unit.value_or(stated.length);
  if (*size.unit != stated.length) {
    size.notes.push_back(fmt::format("the drawing states the unit {}; its lengths are converted to {}, as requested",
                                     size.stated_unit, name_of(*size.unit)));
  }
  size.factor = factor_of(text, width, height, *size.unit);
  if (size.factor != 1) {
    size.notes.push_back(
        fmt::format("coordinates are {:.12g} times the numbers of the file, by its width, height and viewBox",
                    rounded(size.factor)));
  }
  return size;
}

namespace {

using Node = XmlNode;

/// Style properties that move, shape or hide the drawing, without those that Pawl reads.
constexpr std::string_view kForming[] = {"all",    "clip",      "clip-path", "cx",     "cy", "d",
                                         "height", "mask",      "r",         "rotate", "rx", "ry",
                                         "scale",  "translate", "width",     "x",      "y",  "zoom"};
constexpr std::string_view kFormingBeginnings[] = {"transform", "offset", "mask-"};
constexpr std::string_view kMakers[] = {"-webkit-", "-moz-", "-ms-", "-o-"};

bool forms(std::string name) {
  for (const std::string_view maker : kMakers) {
    if (name.starts_with(maker)) name.erase(0, maker.size());
  }
  return std::find(std::begin(kForming), std::end(kForming), name) != std::end(kForming) ||
         std::any_of(std::begin(kFormingBeginnings), std::end(kFormingBeginnings),
                     [&](std::string_view beginning) { return name.starts_with(beginning); });
}

std::string wrong_with_style(std::string_view style) {
  std::string wrong;
  for_each_declaration(style, [&](std::string_view name, std::string_view value) {
    const std::string word = small_letters(name);
    if (name.find_first_of("\\*") != std::string_view::npos ||
        (reads_property(word) && value.find_first_of("\\*") != std::string_view::npos)) {
      wrong = "has a style with comments or escapes, which are not read";
    } else if (forms(word) && !(same_word(value, "none") && word != "d")) {
      wrong = fmt::format("has a {} in its style, which is not read; expected an attribute", printable(word));
    }
  });
  return wrong;
}

std::string without_comments(std::string_view text) {
  std::string rest;
  while (!text.empty()) {
    const std::size_t begin = text.find("/*");
    rest += text.substr(0, begin);
    if (begin == std::string_view::npos) break;
    const std::size_t end = text.find("*/", begin + 2);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 2);
    rest += ' ';
  }
  return rest;
}

std::string sheet_of(const Node& node) {
  std::string text;
  for (Node part = node.first_child(); part; part = part.next_sibling()) text += part.value();
  return without_comments(text);
}

/// Returns the fault of a style sheet, or "" for a valid one. A text between a brace or semicolon and a colon counts as the name
/// of a property. Some selectors also have this form, so a valid sheet with such a selector may be refused.
std::string wrong_with_sheet(const std::string& sheet) {
  constexpr const char* kDo = "style sheets are not read: have the program write attributes";
  if (sheet.find('\\') != std::string::npos) return fmt::format("has escapes; {}", kDo);
  if (small_letters(sheet).find("@import") != std::string::npos) return fmt::format("imports another sheet; {}", kDo);
  std::size_t begin = 0;
  for (std::size_t k = 0; k < sheet.size(); ++k) {
    if (sheet[k] == ':') {
      const std::string name = small_letters(trimmed(std::string_view(sheet).substr(begin, k - begin)));
      if (forms(name) || name == "display" || name == "visibility") {
        return fmt::format("has rules for {}, which form or hide what is drawn; {}", printable(name), kDo);
      }
    }
    if (std::string_view("{};:").find(sheet[k]) != std::string_view::npos) begin = k + 1;
  }
  return "";
}

constexpr std::string_view kOfClasses[] = {"fill", "fill-rule", "stroke", "stroke-dasharray"};

std::string doubled_attribute(const Node& node) {
  std::vector<std::string_view> names;
  for (XmlAttribute one = node.first_attribute(); one; one = one.next()) names.push_back(one.name());
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  return twice == names.end() ? ""
                              : fmt::format("has the attribute {} twice, which is not valid XML", printable(*twice));
}

std::string wrong_space(const Node& node) {
  for (XmlAttribute one = node.first_attribute(); one; one = one.next()) {
    const std::string_view name = one.name(), space = trimmed(one.value());
    if (name.starts_with("xmlns:") && (name == "xmlns:svg") != (space == kSvgSpace)) {
      return name == "xmlns:svg" ? "gives the prefix svg to another name space"
                                 : fmt::format(
                                       "gives SVG's name space the prefix {}, which is not read; expected svg "
                                       "or none",
                                       printable(name.substr(6)));
    }
  }
  return "";
}

}  // namespace

std::string wrong_with_element(const Node& node) {
  const std::string_view style = node.attribute("style").value();
  for (const char* changes : {"clip-path", "mask"}) {
    std::string_view value = style_value(style, changes);
    if (value.empty()) value = trimmed(node.attribute(changes).value());
    if (value.empty() || same_word(value, "none")) continue;
    return fmt::format("has a {}, which changes what is seen: apply it in the program that drew it", changes);
  }
  for (const char* changes : {"transform-origin", "transform-box"}) {
    if (node.attribute(changes)) return fmt::format("has a {}, which is not read", changes);
  }
  return wrong_with_style(style);
}

std::string wrong_with_node(const Node& node) {
  if (node.kind() == Node::Kind::instruction) {
    return node.name() == "xml-stylesheet" ? "is a style sheet in another file, which is not read" : "";
  }
  if (node.kind() != Node::Kind::element) return "";
  std::string wrong = doubled_attribute(node);
  if (wrong.empty()) wrong = wrong_space(node);
  if (wrong.empty() && is_style_sheet(node)) wrong = wrong_with_sheet(sheet_of(node));
  return wrong;
}

void add_class_styles(const Node& sheet, ClassStyles& classes) {
  const std::string text = sheet_of(sheet);
  std::string_view rest = text;
  while (rest.find('{') != rest.npos) {
    const std::size_t open = rest.find('{'), close = std::min(rest.find('}', open), rest.size());
    std::string_view selectors = rest.substr(0, open);
    const std::string_view style = rest.substr(open + 1, close - open - 1);
    rest.remove_prefix(std::min(close + 1, rest.size()));
    if (style.find('{') != style.npos) return;  // the text is an @ rule that contains other rules
    while (!selectors.empty()) {
      const std::size_t end = std::min(selectors.find(','), selectors.size());
      const std::string_view one = trimmed(selectors.substr(0, end));
      selectors.remove_prefix(std::min(end + 1, selectors.size()));
      if (one.size() < 2 || one[0] != '.' || one.find_first_of(" .#:>+~[*", 1) != one.npos) continue;
      for (const std::string_view property : kOfClasses) {
        const std::string_view value = style_value(style, property);
        if (!value.empty()) classes[std::string(one.substr(1))][std::string(property)] = value;
      }
    }
  }
}

bool is_style_sheet(const Node& node) {
  const std::string_view name = node.name();
  return (name == "style" || name == "svg:style") && !trimmed(sheet_of(node)).empty();
}

}  // namespace pawl::internal::inline drawing

namespace pawl {
namespace internal::inline drawing {
namespace {

/// Largest number of characters < and = in the text. It bounds the number of elements and attributes, and therefore the
/// memory that the tree takes.
constexpr std::size_t kMostMarks = 1'000'000;

enum class Use {
  group,    ///< an element that is not drawn itself, but whose children are
  shape,    ///< an element that is drawn
  nothing,  ///< an element that is not drawn, with its children, such as definitions and metadata
  other,    ///< an element that is visible but not an outline, such as text and images
  refused   ///< an element that changes the drawing in a way that Pawl does not support
};

struct ElementUse {
  std::string_view name;
  Use use;
};
constexpr ElementUse kElementUses[] = {
    {"a", Use::group},         {"circle", Use::shape},   {"clipPath", Use::nothing}, {"defs", Use::nothing},
    {"desc", Use::nothing},    {"ellipse", Use::shape},  {"filter", Use::nothing},   {"font", Use::nothing},
    {"g", Use::group},         {"image", Use::other},    {"line", Use::shape},       {"linearGradient", Use::nothing},
    {"marker", Use::nothing},  {"mask", Use::nothing},   {"metadata", Use::nothing}, {"path", Use::shape},
    {"pattern", Use::nothing}, {"polygon", Use::shape},  {"polyline", Use::shape},   {"radialGradient", Use::nothing},
    {"rect", Use::shape},      {"script", Use::nothing}, {"style", Use::nothing},    {"symbol", Use::nothing},
    {"text", Use::other},      {"title", Use::nothing}};

Use use_of(std::string_view name) {
  const auto known = std::find_if(std::begin(kElementUses), std::end(kElementUses),
                                  [&](const ElementUse& k) { return k.name == name; });
  return known == std::end(kElementUses) ? Use::refused : known->use;
}

class SvgReader {
 public:
  SvgReader(std::string_view text, const DrawingOptions& options) : text_(text), options_(options) {}

  Drawing run() {
    drawing_.format = "SVG";
    parse();
    const Node root = outermost();
    if (!root || name_of(root) != "svg") {
      throw InputError("line 1", root ? as_utf8(root.name()) : "", "is the outermost element; expected svg");
    }
    // Reverses the sign of y, so that y points up. A change of sign does not round coordinates.
    Where where;
    const bool sized = with_pointer(root, [&] { where.map = scale(root) * scale_map(1, -1); });
    drawing_.notes.emplace_back("y is turned up: its sign is changed");
    if (root.attribute("transform")) fault(root, "", "has a transform, which is supported only for the elements in it");
    if (enter(root, "svg", where)) children(root, where);
    if (faults_.empty()) layers_.check(drawing_.left_out, faults_);
    if (sized) check_unit(drawing_, options_, faults_);
    faults_.finish();
    if (has_sheet_)
      drawing_.notes.emplace_back(
          "style sheets: only fill, fill-rule, stroke and stroke-dasharray of classes are read; no rule changes the geometry or "
          "the visibility");
    if (transforms_.shortened)
      drawing_.notes.emplace_back("transforms put together have hundreds of digits: they are rounded to doubles");
    if (transforms_.rounded)
      drawing_.notes.emplace_back("turns other than quarter turns, and skews: points are rounded");
    if (shapes_.enlarged())
      drawing_.notes.emplace_back("radii of arcs that do not reach their ends are enlarged, as SVG prescribes");
    return std::move(drawing_);
  }

 private:
  /// The state that children inherit from a group.
  struct Where {
    AffineMap map;
    std::string layer = {};
    int depth = 0;
    bool visible = true, filled = true, nonzero = true;
    std::string stroke = {}, dashes = {};
  };

  // The functions below work on the text.

  static std::size_t marks_in(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return c == '<' || c == '='; }));
  }

  /// Returns the position of a reference to character 0 (&#0; &#x0;), or npos if the text has no such reference. XML
  /// forbids such references, and pugixml would end the value at the reference.
  static std::size_t zero_reference(std::string_view text) {
    for (std::size_t at = text.find("&#"); at < text.size(); at = text.find("&#", at + 1)) {
      const std::size_t digits = at + 2 + (text.substr(at + 2, 1) == "x");
      const std::size_t end = std::min(text.find_first_not_of('0', digits), text.size());
      if (end > digits && text.substr(end, 1) == ";") return at;
    }
    return std::string_view::npos;
  }

  void parse() {
    if (const std::size_t zero = text_.find('\0'); zero != std::string_view::npos) {
      throw InputError(line_pointer(line_at(zero)), "", "holds a zero byte; expected text in UTF-8");
    }
    if (const std::size_t zero = zero_reference(text_); zero != std::string_view::npos) {
      throw InputError(line_pointer(line_at(zero)), "", "not valid XML: it refers to character 0");
    }
    if (marks_in(text_) > kMostMarks) {
      throw InputError("", "",
                       fmt::format("has more than {} elements and attributes, the most that is read", kMostMarks));
    }
    document_.emplace(text_);
    if (document_->fault())
      throw InputError(line_pointer(line_at(document_->fault()->offset)), "", document_->fault()->message);
    for (Node node = document_->first_child(); node; node = node.next_sibling()) {
      if (node.kind() != Node::Kind::doctype || node.value().find('[') == std::string_view::npos) continue;
      throw InputError(line_pointer(line_of(node)), "DOCTYPE",
                       "declares entities of its own, which are not read: save the drawing without them");
    }
    int outermost = 0;
    for (Node node = document_->first_child(); node; node = node.next_sibling()) {
      if (node.kind() == Node::Kind::element && ++outermost > 1)
        fault(node, "", "is a second outermost element, so the text is not XML");
    }
    check_nodes();
  }

  /// Checks all nodes. Throws InputError if elements are nested more than kDeepestXml deep. Uses no recursion, because
  /// the text may nest a million elements.
  void check_nodes() {
    int depth = 0;
    for (Node node = document_->first_child(); node;) {
      if (std::string wrong = wrong_with_node(node); !wrong.empty()) fault(node, "", std::move(wrong));
      if (is_style_sheet(node)) {
        has_sheet_ = true;
        add_class_styles(node, classes_);
      }
      if (node.first_child() && depth == kDeepestXml) {
        throw InputError(line_pointer(line_of(node)), as_utf8(node.name()),
                         fmt::format("elements are nested more than {} deep", kDeepestXml));
      }
      if (node.first_child()) {
        node = node.first_child();
        ++depth;
        continue;
      }
      while (node && !node.next_sibling()) {
        node = node.parent();
        --depth;
      }
      if (node) node = node.next_sibling();
    }
  }

  long line_at(std::size_t offset) {
    offset = std::min(offset, text_.size());
    if (offset < seen_offset_) seen_offset_ = 0, seen_line_ = 1;
    seen_line_ +=
        std::count(text_.begin() + static_cast<long>(seen_offset_), text_.begin() + static_cast<long>(offset), '\n');
    seen_offset_ = offset;
    return seen_line_;
  }
  long line_of(const Node& node) { return line_at(document_->offset(node)); }

  Node outermost() const {
    Node node = document_->first_child();
    while (node && node.kind() != Node::Kind::element) node = node.next_sibling();
    return node;
  }

  // The functions below work on the tree.

  static std::string_view attribute(const Node& node, std::string_view name) { return node.attribute(name).value(); }
  /// Returns a property of an element from the first of these places that has it: the element's style, its classes, its
  /// attribute. Returns "" if none has it.
  std::string_view property(const Node& node, const char* name) const {
    const std::string_view styled = style_value(attribute(node, "style"), name);
    if (!styled.empty()) return styled;
    if (const std::string_view by_class = class_property(node, name); !by_class.empty()) return by_class;
    return trimmed(attribute(node, name));
  }
  std::string_view class_property(const Node& node, const char* name) const {
    std::string_view value;
    for (std::string_view names = classes_.empty() ? std::string_view() : attribute(node, "class"); !names.empty();) {
      const std::size_t end = std::min(names.find(' '), names.size());
      const auto one = classes_.find(std::string(names.substr(0, end)));
      names.remove_prefix(std::min(end + 1, names.size()));
      if (one == classes_.end()) continue;
      if (const auto found = one->second.find(name); found != one->second.end()) value = found->second;
    }
    return value;
  }
  /// Returns the name of a node. Removes the prefix of SVG's own name space, but no other prefix.
  static std::string_view name_of(const Node& node) {
    const std::string_view name = node.name();
    return name.starts_with("svg:") ? name.substr(4) : name;
  }

  void fault(const Node& node, std::string value, std::string message) {
    faults_.add(line_pointer(line_of(node)), value.empty() ? as_utf8(node.name()) : std::move(value),
                std::move(message));
  }

  void children(const Node& parent, const Where& where) {
    for (Node node = parent.first_child(); node; node = node.next_sibling()) {
      if (node.kind() != Node::Kind::element) continue;
      const std::string_view name = name_of(node);
      if (name.find(':') != std::string_view::npos)
        continue;  // ignores an element of a drawing program, such as sodipodi:namedview, which does not belong to SVG
      if (const auto space = node.attribute("xmlns"); space && trimmed(space.value()) != kSvgSpace) {
        ++drawing_.left_out[as_utf8(name) + " (no SVG)"];
        continue;
      }
      element(node, name, where);
    }
  }

  void element(const Node& node, std::string_view name, const Where& where) {
    const Use use = use_of(name);
    if (use == Use::nothing) return;
    const std::string kind = as_utf8(name);
    const bool group = use == Use::group;
    Where inside = where;
    if (!inherit(node, group, kind, inside)) return;
    if (use == Use::other) {
      ++drawing_.left_out[kind + " (no outline)"];
      return;
    }
    if (group) find_layer(node, inside);
    if (!group && !takes(kind, inside.layer)) return;
    if (use == Use::refused) {
      return fault(node, kind, "is an element that is not read: turn it into paths in the program that drew it");
    }
    if (std::string wrong = wrong_with_element(node); !wrong.empty()) return fault(node, kind, std::move(wrong));
    try {
      inside.map = svg_transform(where.map, attribute(node, "transform"), transforms_);
    } catch (const InputError& error) {
      return fault(node, error.faults()[0].value, "transform: " + error.faults()[0].message);
    }
    const double size = std::fabs(rounded(inside.map.determinant()));
    constexpr double kSmallest = 1e-24, kLargest = 1e24;
    if (!(size >= kSmallest && size <= kLargest)) {
      return fault(node, printable(attribute(node, "transform")),
                   "transform: must change areas by a factor from 1e-24 to 1e24");
    }
    group ? children(node, inside) : shape(node, name, inside);
  }

  /// Applies the properties that an element inherits or states. If the element is not shown, counts it and returns
  /// false. If a group has hidden visibility, some of its elements may be visible. If it has the display "none", no
  /// element is visible.
  bool inherit(const Node& node, bool group, const std::string& kind, Where& inside) {
    const std::string_view visibility = property(node, "visibility"), fill = property(node, "fill"),
                           rule = property(node, "fill-rule");
    if (same_word(visibility, "visible")) inside.visible = true;
    if (same_word(visibility, "hidden") || same_word(visibility, "collapse")) inside.visible = false;
    if (!fill.empty() && !same_word(fill, "inherit")) inside.filled = !same_word(fill, "none");
    if (same_word(rule, "nonzero") || same_word(rule, "evenodd")) inside.nonzero = same_word(rule, "nonzero");
    if (const std::string_view stroke = property(node, "stroke"); !stroke.empty()) inside.stroke = as_utf8(stroke);
    if (const std::string_view dashes = property(node, "stroke-dasharray"); !dashes.empty()) {
      inside.dashes = same_word(dashes, "none") ? std::string() : as_utf8(dashes);
    }
    if (!same_word(property(node, "display"), "none") && (group || inside.visible)) return true;
    ++drawing_.left_out[kind + " (hidden)"];
    return false;
  }

  /// Checks the outermost element as if it were a group.
  bool enter(const Node& root, const std::string& kind, Where& where) {
    if (!inherit(root, true, kind, where)) return false;
    if (const auto space = root.attribute("xmlns"); space && trimmed(space.value()) != kSvgSpace) {
      fault(root, printable(space.value()), fmt::format("is another name space than {}", kSvgSpace));
    }
    std::string wrong = wrong_with_element(root);
    if (!wrong.empty()) fault(root, kind, std::move(wrong));
    return wrong.empty();
  }

  /// Sets the layer. Layers are the groups that Inkscape marks as layers; in other drawings they are the outermost
  /// groups with an id.
  static void find_layer(const Node& node, Where& where) {
    ++where.depth;
    // Illustrator stores the layer's name in this attribute.
    const std::string_view name = attribute(node, "data-name");
    if (attribute(node, "inkscape:groupmode") == "layer") {
      const std::string_view label = attribute(node, "inkscape:label");
      where.layer = as_utf8(label.empty() ? attribute(node, "id") : label);
    } else if (where.depth == 1 && where.layer.empty()) {
      where.layer = as_utf8(name.empty() ? without_escapes(attribute(node, "id")) : std::string(name));
    }
  }

  /// Returns an id in which the escapes of Illustrator and CorelDRAW are resolved. For example, "Layer_x0020_1" becomes
  /// "Layer 1".
  static std::string without_escapes(std::string_view id) {
    std::string name;
    while (!id.empty()) {
      unsigned code = 0;
      const bool escape = id.size() >= 7 && id.starts_with("_x") && id[6] == '_' &&
                          from_chars(id.data() + 2, id.data() + 6, code, 16).ptr == id.data() + 6 && code >= 0x20 &&
                          code < 0x7f;
      name += escape ? static_cast<char>(code) : id[0];
      id.remove_prefix(escape ? 7 : 1);
    }
    return name;
  }

  bool takes(const std::string& kind, const std::string& layer) {
    if (layers_.takes(layer)) return true;
    ++drawing_.left_out[fmt::format("{} (layer \"{}\")", kind, layer)];
    return false;
  }

  /// Runs `check`. If `check` throws, adds its fault, with the position of the node. Returns whether `check` did not
  /// throw.
  template <class Check>
  bool with_pointer(const Node& node, const Check& check) {
    try {
      check();
      return true;
    } catch (const InputError& error) {
      fault(node, error.faults()[0].value, error.faults()[0].message);
      return false;
    }
  }

  AffineMap scale(const Node& root) {
    SvgSize size = svg_size({attribute(root, "width"), attribute(root, "height"), attribute(root, "viewBox"),
                             attribute(root, "preserveAspectRatio")},
                            options_);
    drawing_.unit = size.unit;
    drawing_.stated_unit = std::move(size.stated_unit);
    drawing_.notes = std::move(size.notes);
    size.viewport.has_font_size = text_.find("font-size") != std::string_view::npos;
    shapes_.set_viewport(std::move(size.viewport));
    return scale_map(size.factor, size.factor);
  }

  void shape(const Node& node, std::string_view name, const Where& where) {
    const DrawingPlace place{as_utf8(name), where.layer, as_utf8(attribute(node, "id")), line_of(node), "",
                             where.stroke,  where.dashes};
    const std::size_t before = drawing_.curves.size();
    try {
      shapes_.draw([&](const char* key) { return attribute(node, key); }, where.map, place);
      if (drawing_.curves.size() > before) ++drawing_.entities[place.kind];
      if (place.kind != "path" || !where.filled || !where.nonzero) return;
      ++filled_paths_;
      for (std::size_t k = before; k < drawing_.curves.size(); ++k) drawing_.curves[k].nonzero_fill = filled_paths_;
    } catch (const InputError& error) {
      for (const Fault& one : error.faults()) {
        const std::string what = text_of(place);
        faults_.add(line_pointer(place.line), one.value.empty() ? what : one.value,
                    one.value.empty() ? one.message : what + ": " + one.message);
      }
    }
  }

  std::string_view text_;
  const DrawingOptions& options_;
  std::optional<XmlDocument> document_;
  Drawing drawing_;
  Validator faults_;
  std::size_t seen_offset_ = 0;
  long seen_line_ = 1;
  LayerChoice layers_{options_, [](std::string_view name) { return std::string(name); }};
  SvgShapes shapes_{options_, drawing_};
  SvgTransforms transforms_;
  int filled_paths_ = 0;
  bool has_sheet_ = false;
  ClassStyles classes_;
};

}  // namespace
}  // namespace internal::inline drawing

Drawing read_svg(std::string_view text, const DrawingOptions& options) {
  internal::check_drawing_input(text, options);
  return internal::SvgReader(text, options).run();
}

}  // namespace pawl
