// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/bounds.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <pugixml.hpp>

#include "io/drawing/drawing_checks.h"
#include "io/drawing/dxf_records.h"
#include "io/drawing/svg_shapes.h"
#include "io/drawing/svg_text.h"
#include "io/json_value.h"

namespace pawl {
namespace internal {
namespace {

using Node = pugi::xml_node;

constexpr int kDeepestGroup = 64;
/// What costs memory in the tree: each element, text and attribute.
constexpr std::size_t kMostMarks = 1'000'000;

enum class Use {
  group,    ///< its children are drawn
  shape,    ///< drawn
  nothing,  ///< nothing of it is drawn here: definitions, metadata
  other,    ///< drawn, but no outline: text, pictures
  refused   ///< changes what is drawn in ways that are not read
};

struct Kind {
  std::string_view name;
  Use use;
};
constexpr Kind kKinds[] = {
    {"a", Use::group},         {"circle", Use::shape},   {"clipPath", Use::nothing}, {"defs", Use::nothing},
    {"desc", Use::nothing},    {"ellipse", Use::shape},  {"filter", Use::nothing},   {"font", Use::nothing},
    {"g", Use::group},         {"image", Use::other},    {"line", Use::shape},       {"linearGradient", Use::nothing},
    {"marker", Use::nothing},  {"mask", Use::nothing},   {"metadata", Use::nothing}, {"path", Use::shape},
    {"pattern", Use::nothing}, {"polygon", Use::shape},  {"polyline", Use::shape},   {"radialGradient", Use::nothing},
    {"rect", Use::shape},      {"script", Use::nothing}, {"style", Use::nothing},    {"symbol", Use::nothing},
    {"text", Use::other},      {"title", Use::nothing}};

Use use_of(std::string_view name) {
  const auto kind = std::find_if(std::begin(kKinds), std::end(kKinds), [&](const Kind& k) { return k.name == name; });
  return kind == std::end(kKinds) ? Use::refused : kind->use;
}

/// The unit of a length as a task has it, and how many of these it is.
struct SvgUnit {
  std::string_view name;
  std::optional<Units::Length> length;
  int over;  ///< so many make one of `length`
};
constexpr SvgUnit kUnits[] = {{"mm", Units::Length::mm, 1},  {"cm", Units::Length::cm, 1}, {"in", Units::Length::in, 1},
                              {"pt", Units::Length::in, 72}, {"pc", Units::Length::in, 6}, {"Q", Units::Length::mm, 4}};

class SvgReader {
 public:
  SvgReader(std::string_view text, const DrawingOptions& options) : text_(text), buffer_(text), options_(options) {}

  Drawing run() {
    drawing_.format = "SVG";
    parse();
    const Node root = document_.document_element();
    if (name_of(root) != "svg") {
      throw InputError("line 1", as_utf8(root.name()), "is the outermost element; expected svg");
    }
    // y upwards: the sign changes, and nothing is rounded.
    AffineMap up = scale_map(1, -1);
    faults_.passes([&] { up = scale(root) * up; });
    drawing_.notes.emplace_back("y is turned up: its sign is changed");
    children(root, {up, "", 0});
    if (faults_.empty() && !options_.layer.empty() && drawing_.curves.empty()) {
      faults_.add("/layer", options_.layer,
                  drawing_.left_out.empty()
                      ? "the drawing has nothing on this layer"
                      : "the drawing has nothing on this layer; it has " + list_of(drawing_.left_out));
    }
    check_unit(drawing_, options_, faults_);
    faults_.finish();
    if (rounded_) drawing_.notes.emplace_back("turns and skews are no quarter turns: points are rounded");
    if (shapes_.enlarged())
      drawing_.notes.emplace_back("radii of arcs that do not reach their ends are enlarged, as SVG says");
    return std::move(drawing_);
  }

 private:
  struct Where {
    AffineMap map;
    std::string layer;
    int depth;
  };

  // The text.

  static std::size_t marks_in(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return c == '<' || c == '='; }));
  }

  void parse() {
    if (const std::size_t zero = text_.find('\0'); zero != std::string_view::npos) {
      throw InputError(line_pointer(line_at(zero)), "", "holds a zero byte: this is no text in UTF-8");
    }
    if (marks_in(text_) > kMostMarks) {
      throw InputError("", "",
                       fmt::format("has more than {} elements and attributes, the most that is read", kMostMarks));
    }
    const pugi::xml_parse_result result = document_.load_buffer_inplace(
        buffer_.data(), buffer_.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
    if (!result) {
      throw InputError(line_pointer(line_at(static_cast<std::size_t>(result.offset))), "",
                       fmt::format("is no XML: {}", result.description()));
    }
    for (const Node node : document_.children()) {
      if (node.type() != pugi::node_doctype || std::string_view(node.value()).find('[') == std::string_view::npos)
        continue;
      throw InputError(line_pointer(line_of(node)), "DOCTYPE",
                       "declares entities of its own, which are not read: save the drawing without them");
    }
    check_depth();
  }

  /// Without recursion: the tree may be a million deep.
  void check_depth() {
    int depth = 0;
    for (Node node = document_.first_child(); node;) {
      if (node.first_child() && depth == kDeepestGroup) {
        throw InputError(line_pointer(line_of(node)), as_utf8(node.name()),
                         fmt::format("elements stand in elements more than {} deep", kDeepestGroup));
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
  long line_of(const Node& node) {
    return line_at(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, node.offset_debug())));
  }

  // The tree.

  static std::string_view attribute(const Node& node, const char* name) { return node.attribute(name).value(); }
  static std::string_view property(const Node& node, const char* name) {
    const std::string_view styled = style_value(attribute(node, "style"), name);
    return styled.empty() ? trimmed(attribute(node, name)) : styled;
  }
  /// Without the prefix of SVG's own name space; others keep theirs.
  static std::string_view name_of(const Node& node) {
    const std::string_view name = node.name();
    return name.starts_with("svg:") ? name.substr(4) : name;
  }

  void fault(const Node& node, std::string value, std::string message) {
    faults_.add(line_pointer(line_of(node)), value.empty() ? as_utf8(node.name()) : std::move(value),
                std::move(message));
  }

  void children(const Node& parent, const Where& where) {
    for (const Node node : parent.children()) {
      if (node.type() != pugi::node_element) continue;
      const std::string_view name = name_of(node);
      if (name.find(':') != std::string_view::npos) continue;  // of a program, as sodipodi:namedview
      element(node, name, where);
    }
  }

  void element(const Node& node, std::string_view name, const Where& where) {
    const Use use = use_of(name);
    if (use == Use::nothing) return;
    const std::string kind = as_utf8(name);
    if (property(node, "display") == "none" || property(node, "visibility") == "hidden") {
      ++drawing_.left_out[kind + " (hidden)"];
      return;
    }
    if (use == Use::other) {
      ++drawing_.left_out[kind + " (no outline)"];
      return;
    }
    Where inside = where;
    const bool group = use == Use::group;
    if (group) enter(node, inside);
    if (!group && !takes(kind, inside.layer)) return;
    if (use == Use::refused) {
      return fault(node, kind, "is an element that is not read: turn it into paths in the program that drew it");
    }
    for (const char* changes : {"clip-path", "mask"}) {
      const std::string_view value = property(node, changes);
      if (value.empty() || value == "none") continue;
      return fault(node, kind,
                   fmt::format("has a {}, which changes what is seen: apply it in the program that drew it", changes));
    }
    if (!style_value(attribute(node, "style"), "transform").empty()) {
      return fault(node, kind, "has a transform in its style, which is not read; expected an attribute");
    }
    try {
      inside.map = where.map * svg_transform(attribute(node, "transform"), rounded_);
    } catch (const InputError& error) {
      return fault(node, error.faults()[0].value, "transform: " + error.faults()[0].message);
    }
    const double size = std::fabs(rounded(inside.map.determinant()));
    constexpr double kSmallest = 1e-24, kLargest = 1e24;
    if (!(size >= kSmallest && size <= kLargest)) {
      return fault(node, printable(attribute(node, "transform")),
                   "transform: leaves nothing, or too much, of the plane: areas grow by 1e-24 to 1e24");
    }
    group ? children(node, inside) : shape(node, name, inside);
  }

  /// Layers are groups that Inkscape marks as such; in other drawings the outermost groups with an id.
  static void enter(const Node& node, Where& where) {
    ++where.depth;
    if (attribute(node, "inkscape:groupmode") == "layer") {
      const std::string_view label = attribute(node, "inkscape:label");
      where.layer = as_utf8(label.empty() ? attribute(node, "id") : label);
    } else if (where.depth == 1 && where.layer.empty()) {
      where.layer = as_utf8(attribute(node, "id"));
    }
  }

  bool takes(const std::string& kind, const std::string& layer) {
    if (options_.layer.empty() || layer == options_.layer) return true;
    ++drawing_.left_out[fmt::format("{} (layer \"{}\")", kind, layer)];
    return false;
  }

  // Units.

  static std::optional<std::array<double, 4>> view_box(const Node& root) {
    SvgScanner scanner(attribute(root, "viewBox"));
    std::array<double, 4> box{};
    for (double& number : box) {
      scanner.skip_separator();
      const std::optional<double> value = scanner.number();
      if (!value) return std::nullopt;
      number = *value;
    }
    return scanner.at_end() ? std::optional(box) : std::nullopt;
  }

  /// A unit of the drawing in the unit of its width and height, and that one. Without such a width a number of the
  /// drawing is a pixel, which is no length of a part.
  AffineMap scale(const Node& root) {
    const std::optional<SvgLength> width = svg_length(attribute(root, "width")),
                                   height = svg_length(attribute(root, "height"));
    if (!width || !height || width->unit != height->unit) return {};
    const auto unit =
        std::find_if(std::begin(kUnits), std::end(kUnits), [&](const SvgUnit& u) { return u.name == width->unit; });
    if (unit == std::end(kUnits)) return {};
    drawing_.stated_unit = unit->name;
    drawing_.unit = unit->length;
    if (options_.unit) return {};  // the numbers as they stand
    const Rational w = rational(width->value) / unit->over, h = rational(height->value) / unit->over;
    if (attribute(root, "viewBox").empty()) {
      // Pixels: 96 to the inch.
      const Rational pixel = unit->length == Units::Length::in   ? Rational(1) / 96
                             : unit->length == Units::Length::cm ? Rational(254) / 9600
                                                                 : Rational(254) / 960;
      return noted_scale(pixel);
    }
    const std::optional<std::array<double, 4>> box = view_box(root);
    if (!box || !((*box)[2] > 0) || !((*box)[3] > 0) || w <= 0 || h <= 0) {
      throw InputError(line_pointer(line_of(root)), printable(attribute(root, "viewBox")),
                       "must be a viewBox of four numbers, its width and height, and those of svg, greater than 0");
    }
    const Rational x = w / rational((*box)[2]), y = h / rational((*box)[3]);
    const std::string_view fit = attribute(root, "preserveAspectRatio");
    if (x != y && (fit.find("none") != fit.npos || fit.find("slice") != fit.npos)) {
      throw InputError(line_pointer(line_of(root)), printable(fit), "preserveAspectRatio: only meet is read");
    }
    return noted_scale(x < y ? x : y);
  }

  AffineMap noted_scale(const Rational& factor) {
    if (factor == 1) return {};
    drawing_.notes.push_back(
        fmt::format("coordinates are {:.12g} times the numbers of the file, by its width, height and "
                    "viewBox",
                    rounded(factor)));
    return scale_map(factor, factor);
  }

  void shape(const Node& node, std::string_view name, const Where& where) {
    const DrawingPlace place{as_utf8(name), where.layer, as_utf8(attribute(node, "id")), line_of(node), ""};
    const std::size_t before = drawing_.curves.size();
    try {
      shapes_.draw([&](const char* key) { return attribute(node, key); }, where.map, place);
      if (drawing_.curves.size() > before) ++drawing_.entities[place.kind];
    } catch (const InputError& error) {
      for (const Fault& one : error.faults()) {
        const std::string what = text_of(place);
        faults_.add(line_pointer(place.line), one.value.empty() ? what : one.value,
                    one.value.empty() ? one.message : what + ": " + one.message);
      }
    }
  }

  std::string_view text_;
  std::string buffer_;  ///< that the tree is in
  const DrawingOptions& options_;
  pugi::xml_document document_;
  Drawing drawing_;
  Validator faults_;
  std::size_t seen_offset_ = 0;
  long seen_line_ = 1;
  SvgShapes shapes_{options_, drawing_};
  bool rounded_ = false;
};

}  // namespace
}  // namespace internal

Drawing read_svg(std::string_view text, const DrawingOptions& options) {
  internal::check_drawing_input(text, options);
  return internal::SvgReader(text, options).run();
}

}  // namespace pawl
