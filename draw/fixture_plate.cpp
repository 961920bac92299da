// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/draw/fixture_plate.h>
#include <pawl/draw/part_figure.h>
#include <pawl/draw/render.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <variant>

#include "draw/text.h"

namespace pawl::draw {
namespace {

/// A layer and the colour of its lines: `color` is a number of AutoCAD's palette for DXF, `stroke` is a colour for SVG.
struct Layer {
  const char* name;
  int color;
  const char* stroke;
};
constexpr Layer kPart{"PART", 5, "#0000ff"}, kPins{"PINS", 1, "#ff0000"}, kHoles{"HOLES", 6, "#ff00ff"},
    kPlate{"PLATE", 7, "#000000"}, kClamp{"CLAMP", 3, "#00a000"}, kWalls{"WALLS", 4, "#00a0a0"},
    kLettering{"TEXT", 8, "#808080"}, kPocket{"POCKET", 1, "#ff0000"}, kRelief{"RELIEF", 6, "#ff00ff"},
    kLeadIn{"LEAD_IN", 3, "#00a000"};

std::vector<Layer> layers_of(const FixturePlate& plate) {
  if (!plate.pockets.empty()) return {kPart, kPocket, kRelief, kLeadIn, kPlate, kLettering};
  return {kPart, kPins, kHoles, kPlate, kClamp, kWalls, kLettering};
}

constexpr double kTextHeight = 3.5;  ///< text height, mm [ISO 3098]

/// A line of text, centred at a point.
struct PlateText {
  Eigen::Vector2d at;
  std::string text;
};

std::vector<PlateText> texts_of(const FixturePlate& plate) {
  std::vector<PlateText> texts;
  for (const PlatePin& pin : plate.pins)
    texts.push_back({pin.at + (pin.diameter / 2 + kTextHeight) * pin.out, std::to_string(pin.number)});
  const Eigen::Vector2d below(plate.plate.center().x(), plate.plate.least.y() - 2 * kTextHeight);
  texts.push_back({below, plate.name + (plate.name.empty() ? "" : ", ") + "scale 1:1, mm"});
  return texts;
}

/// Returns all holes of the plate: first those of the pins, then the other holes of a modular plate.
std::vector<Disc> holes_of(const FixturePlate& plate) {
  std::vector<Disc> holes;
  for (const PlatePin& pin : plate.pins) holes.push_back({pin.at, pin.diameter / 2});
  holes.insert(holes.end(), plate.lattice.begin(), plate.lattice.end());
  return holes;
}

/// Returns the shortest decimal number that a reader converts to exactly this double. If this number needs an exponent,
/// returns a number with 40 decimals, without its trailing zeros.
std::string decimal(double value) {
  std::string text = fmt::format("{}", value + 0.0);
  if (text.find('e') == std::string::npos) return text;
  text = fmt::format("{:.40f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  return text;
}

/// A writer of the text form of DXF. A DXF file consists of pairs of a group code and a value, each on its own line.
class DxfWriter {
 public:
  void put(int code, std::string_view value) { text_ += fmt::format("{:3}\n{}\n", code, value); }
  void put(int code, int value) { put(code, fmt::format("{}", value)); }
  void put(int code, double value) { put(code, decimal(value)); }
  void put_point(const Eigen::Vector2d& at) { put(10, at.x()), put(20, at.y()), put(30, 0.); }

  /// Writes the handle of an object, a unique number in hexadecimal digits.
  void put_handle(int code = 5) { put(code, fmt::format("{:X}", next_++)); }

  void begin_section(const char* name) { put(0, "SECTION"), put(2, name); }
  void end_section() { put(0, "ENDSEC"); }

  /// Begins a table that has `size` entries and the handle `handle`. end_table() ends the table.
  void begin_table(const char* name, const char* handle, int size) {
    put(0, "TABLE"), put(2, name), put(5, handle), put(330, "0"), put(100, "AcDbSymbolTable"), put(70, size);
  }
  void begin_entry(const char* type, const char* table, const char* subclass, const char* name,
                   const char* handle = nullptr, int handle_code = 5) {
    put(0, type);
    handle != nullptr ? put(handle_code, handle) : put_handle(handle_code);
    put(330, table), put(100, "AcDbSymbolTableRecord"), put(100, subclass), put(2, name);
  }
  void end_table() { put(0, "ENDTAB"); }

  /// Begins an entity of the model space.
  void begin_entity(const char* type, const Layer& layer, const char* subclass) {
    put(0, type), put_handle(), put(330, kModelSpace), put(100, "AcDbEntity"), put(8, layer.name), put(100, subclass);
  }

  void add_circle(const Disc& disc, const Layer& layer) {
    begin_entity("CIRCLE", layer, "AcDbCircle");
    put_point(disc.center), put(40, disc.radius);
  }

  void add_path(const Path& path, bool closed, const Layer& layer) {
    begin_entity("LWPOLYLINE", layer, "AcDbPolyline");
    put(90, static_cast<int>(path.vertices.size())), put(70, closed ? 1 : 0);
    for (std::size_t i = 0; i < path.vertices.size(); ++i) {
      put(10, path.vertices[i].x()), put(20, path.vertices[i].y());
      const bool last = i + 1 == path.vertices.size() && !closed;
      if (!last && i < path.bulges.size() && path.bulges[i] != 0) put(42, path.bulges[i]);
    }
  }

  void add_text(const PlateText& text) {
    begin_entity("TEXT", kLettering, "AcDbText");
    put_point(text.at), put(40, kTextHeight), put(1, seven_bits(text.text)), put(72, 1);
    put(11, text.at.x()), put(21, text.at.y()), put(31, 0.), put(100, "AcDbText"), put(73, 2);
  }

  int next_handle() const { return next_; }
  const std::string& text() const { return text_; }

  static constexpr const char *kModelSpace = "17", *kPaperSpace = "1B";  ///< handles of the two block records

 private:
  /// Returns a text in ASCII. A caret is written as "^ ", and each character outside ASCII is written as \U+XXXX, as
  /// AutoCAD requires. A character above U+FFFF is replaced by U+FFFD.
  static std::string seven_bits(const std::string& text) {
    std::string result;
    for (const char32_t c : internal::characters(clean_text(text))) {
      if (c == U'^') {
        result += "^ ";
      } else if (c < 0x80) {
        result += static_cast<char>(c);
      } else {
        result += fmt::format("\\U+{:04X}", static_cast<unsigned>(c < 0x10000 ? c : 0xfffd));
      }
    }
    return result;
  }

  std::string text_;
  int next_ = 0x100;  ///< next handle; the handles of tables and blocks are fixed and smaller
};

void write_tables(DxfWriter& dxf, const Box& shown, const std::vector<Layer>& layers) {
  dxf.begin_section("TABLES");
  dxf.begin_table("VPORT", "8", 1);
  dxf.begin_entry("VPORT", "8", "AcDbViewportTableRecord", "*Active");
  dxf.put(70, 0);
  dxf.put(10, 0.), dxf.put(20, 0.), dxf.put(11, 1.), dxf.put(21, 1.);
  dxf.put(12, shown.center().x()), dxf.put(22, shown.center().y());
  dxf.put(40, std::max(shown.size.x(), shown.size.y())), dxf.put(41, 1.);
  dxf.end_table();
  dxf.begin_table("LTYPE", "5", 3);
  for (const char* name : {"ByBlock", "ByLayer", "Continuous"}) {
    dxf.begin_entry("LTYPE", "5", "AcDbLinetypeTableRecord", name);
    dxf.put(70, 0), dxf.put(3, ""), dxf.put(72, 65), dxf.put(73, 0), dxf.put(40, 0.);
  }
  dxf.end_table();
  dxf.begin_table("LAYER", "2", 1 + static_cast<int>(layers.size()));
  dxf.begin_entry("LAYER", "2", "AcDbLayerTableRecord", "0");
  dxf.put(70, 0), dxf.put(62, 7), dxf.put(6, "Continuous");
  for (const Layer& layer : layers) {
    dxf.begin_entry("LAYER", "2", "AcDbLayerTableRecord", layer.name);
    dxf.put(70, 0), dxf.put(62, layer.color), dxf.put(6, "Continuous");
  }
  dxf.end_table();
  dxf.begin_table("STYLE", "3", 1);
  dxf.begin_entry("STYLE", "3", "AcDbTextStyleTableRecord", "Standard");
  dxf.put(70, 0), dxf.put(40, 0.), dxf.put(41, 1.), dxf.put(50, 0.), dxf.put(71, 0), dxf.put(42, kTextHeight);
  dxf.put(3, "txt"), dxf.put(4, "");
  dxf.end_table();
  dxf.begin_table("VIEW", "6", 0), dxf.end_table();
  dxf.begin_table("UCS", "7", 0), dxf.end_table();
  dxf.begin_table("APPID", "9", 1);
  dxf.begin_entry("APPID", "9", "AcDbRegAppTableRecord", "ACAD");
  dxf.put(70, 0);
  dxf.end_table();
  dxf.begin_table("DIMSTYLE", "A", 1), dxf.put(100, "AcDbDimStyleTable");
  dxf.begin_entry("DIMSTYLE", "A", "AcDbDimStyleTableRecord", "Standard", nullptr, 105);
  dxf.put(70, 0);
  dxf.end_table();
  dxf.begin_table("BLOCK_RECORD", "1", 2);
  dxf.begin_entry("BLOCK_RECORD", "1", "AcDbBlockTableRecord", "*Model_Space", DxfWriter::kModelSpace);
  dxf.begin_entry("BLOCK_RECORD", "1", "AcDbBlockTableRecord", "*Paper_Space", DxfWriter::kPaperSpace);
  dxf.end_table();
  dxf.end_section();
}

void write_blocks(DxfWriter& dxf) {
  dxf.begin_section("BLOCKS");
  for (const auto& [name, record] :
       {std::pair("*Model_Space", DxfWriter::kModelSpace), std::pair("*Paper_Space", DxfWriter::kPaperSpace)}) {
    dxf.put(0, "BLOCK"), dxf.put_handle(), dxf.put(330, record), dxf.put(100, "AcDbEntity"), dxf.put(8, "0");
    dxf.put(100, "AcDbBlockBegin"), dxf.put(2, name), dxf.put(70, 0), dxf.put_point({0, 0}), dxf.put(3, name);
    dxf.put(1, "");
    dxf.put(0, "ENDBLK"), dxf.put_handle(), dxf.put(330, record), dxf.put(100, "AcDbEntity"), dxf.put(8, "0");
    dxf.put(100, "AcDbBlockEnd");
  }
  dxf.end_section();
}

/// Returns the outline of the part, followed by its holes.
std::vector<Outline> loops_of(const FixturePlate& plate) {
  std::vector<Outline> loops{plate.part};
  loops.insert(loops.end(), plate.holes.begin(), plate.holes.end());
  return loops;
}

/// Returns the outlines of the pins, in the order of `pins`.
std::vector<Outline> shapes_of(const std::vector<PlatePin>& pins) {
  std::vector<Outline> shapes;
  for (const PlatePin& pin : pins)
    shapes.push_back(pin.diamond ? Outline(*pin.diamond) : Outline(Disc{pin.at, pin.diameter / 2}));
  return shapes;
}

void write_loop(const Outline& loop, const Layer& layer, DxfWriter& dxf) {
  if (const auto* disc = std::get_if<Disc>(&loop)) {
    dxf.add_circle(*disc, layer);
  } else {
    dxf.add_path(path_of(loop), true, layer);
  }
}

void write_entities(const FixturePlate& plate, DxfWriter& dxf) {
  dxf.begin_section("ENTITIES");
  dxf.add_path(rectangle(plate.plate), true, kPlate);
  for (const Disc& hole : holes_of(plate)) dxf.add_circle(hole, kHoles);
  for (const Outline& pin : shapes_of(plate.pins)) write_loop(pin, kPins, dxf);
  for (const Outline& loop : loops_of(plate)) write_loop(loop, kPart, dxf);
  for (const Outline& wall : plate.walls) write_loop(wall, kWalls, dxf);
  for (const Outline& pocket : plate.pockets) write_loop(pocket, kPocket, dxf);
  for (const Outline& relief : plate.reliefs) write_loop(relief, kRelief, dxf);
  for (const Outline& lead_in : plate.lead_ins) write_loop(lead_in, kLeadIn, dxf);
  for (const Path& stretch : plate.clamps) dxf.add_path(stretch, false, kClamp);
  if (plate.clamp) dxf.add_circle(*plate.clamp, kClamp);
  for (const PlateText& text : texts_of(plate)) dxf.add_text(text);
  dxf.end_section();
}

/// Returns the bounding box of everything that is drawn.
Box extent_of(const FixturePlate& plate) {
  const Box part = *bounds_of(path_of(plate.part), true);
  const Eigen::Vector2d least = plate.plate.least.cwiseMin(part.least), most = plate.plate.most().cwiseMax(part.most());
  constexpr double kBelow = 3 * kTextHeight;
  return {{least.x(), std::min(least.y(), plate.plate.least.y() - kBelow)},
          {most.x() - least.x(), most.y() - std::min(least.y(), plate.plate.least.y() - kBelow)}};
}

}  // namespace

Outline moved(Outline outline, const Eigen::Vector3d& pose) {
  if (pose.isZero(0)) return outline;
  const auto place = [&](Eigen::Vector2d& point) { point = turned(point, pose.z()) + pose.head<2>(); };
  if (auto* disc = std::get_if<Disc>(&outline)) {
    place(disc->center);
  } else {
    auto* path = std::get_if<Path>(&outline);
    auto& vertices = path != nullptr ? path->vertices : std::get<Polygon>(outline).vertices;
    std::for_each(vertices.begin(), vertices.end(), place);
  }
  return outline;
}

std::string plate_dxf(const FixturePlate& plate) {
  const Box shown = extent_of(plate);
  DxfWriter body;
  write_tables(body, shown, layers_of(plate));
  write_blocks(body);
  write_entities(plate, body);
  body.begin_section("OBJECTS");
  body.put(0, "DICTIONARY"), body.put(5, "C"), body.put(330, "0"), body.put(100, "AcDbDictionary"), body.put(281, 1);
  body.put(3, "ACAD_GROUP"), body.put(350, "D");
  body.put(0, "DICTIONARY"), body.put(5, "D"), body.put(330, "C"), body.put(100, "AcDbDictionary"), body.put(281, 1);
  body.end_section();
  DxfWriter head;
  head.put(999, "Fixture plate at scale 1:1, in mm, by Pawl");
  head.begin_section("HEADER");
  head.put(9, "$ACADVER"), head.put(1, "AC1015");
  head.put(9, "$DWGCODEPAGE"), head.put(3, "ANSI_1252");
  head.put(9, "$EXTMIN"), head.put_point(shown.least);
  head.put(9, "$EXTMAX"), head.put_point(shown.most());
  head.put(9, "$INSUNITS"), head.put(70, 4);
  head.put(9, "$MEASUREMENT"), head.put(70, 1);
  head.put(9, "$HANDSEED"), head.put(5, fmt::format("{:X}", body.next_handle()));
  head.end_section();
  return head.text() + body.text() + "  0\nEOF\n";
}

namespace {

std::string svg_point(const Eigen::Vector2d& at) { return decimal(at.x()) + " " + decimal(-at.y()); }

std::string svg_circle(const Disc& disc) {
  return fmt::format("    <circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", decimal(disc.center.x()),
                     decimal(-disc.center.y()), decimal(disc.radius));
}

/// Returns a path as SVG path data, with circular arcs. An arc with a bulge above 0.9 (about 168 degrees) is written as
/// two arcs. Near half a turn, the two arcs with the same ends and radius are so similar that rounding could make a
/// reader draw the wrong one.
std::string svg_path(const Path& path, bool closed) {
  const std::size_t count = path.vertices.size(), segments = closed ? count : count - 1;
  std::string d = "M " + svg_point(path.vertices[0]);
  for (std::size_t i = 0; i < segments; ++i) {
    const Eigen::Vector2d &a = path.vertices[i], &b = path.vertices[(i + 1) % count];
    const double bulge = i < path.bulges.size() ? path.bulges[i] : 0;
    if (bulge == 0) {
      d += " L " + svg_point(b);
      continue;
    }
    const Eigen::Vector2d chord = b - a, across(chord.y(), -chord.x());
    const double radius = chord.norm() * (1 + bulge * bulge) / (4 * std::abs(bulge));
    const char* sweep = bulge > 0 ? "0" : "1";  // y points down in SVG, so counterclockwise arcs have the sweep flag 0
    const auto arc = [&](const Eigen::Vector2d& to) {
      d += fmt::format(" A {0} {0} 0 0 {1} {2}", decimal(radius), sweep, svg_point(to));
    };
    if (std::abs(bulge) > .9) arc((a + b) / 2 + bulge / 2 * across);
    arc(b);
  }
  return fmt::format("    <path d=\"{}{}\"/>\n", d, closed ? " Z" : "");
}

void begin_layer(const Layer& layer, const char* style, std::string& svg) {
  svg += fmt::format(
      "  <g id=\"{0}\" inkscape:groupmode=\"layer\" inkscape:label=\"{0}\" fill=\"none\" stroke=\"{1}\" {2}>\n",
      layer.name, layer.stroke, style);
}

}  // namespace

std::string plate_svg(const FixturePlate& plate) {
  constexpr const char* kThin = "stroke-width=\"0.1\"";
  const Box shown = extent_of(plate);
  std::string svg = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"\n"
      "     width=\"{2}mm\" height=\"{3}mm\" viewBox=\"{0} {1} {2} {3}\">\n  <title>{4}</title>\n",
      decimal(shown.least.x()), decimal(-shown.most().y()), decimal(shown.size.x()), decimal(shown.size.y()),
      internal::escaped("Fixture plate, scale 1:1: " + plate.name));
  begin_layer(kPlate, kThin, svg);
  svg += svg_path(rectangle(plate.plate), true) + "  </g>\n";
  const auto add_loops = [&](const Layer& layer, const std::vector<Outline>& loops) {
    begin_layer(layer, kThin, svg);
    for (const Outline& loop : loops) {
      const auto* disc = std::get_if<Disc>(&loop);
      svg += disc != nullptr ? svg_circle(*disc) : svg_path(path_of(loop), true);
    }
    svg += "  </g>\n";
  };
  if (!plate.pockets.empty()) {
    add_loops(kPocket, plate.pockets);
    add_loops(kRelief, plate.reliefs);
    add_loops(kLeadIn, plate.lead_ins);
    add_loops(kPart, loops_of(plate));
  } else {
    begin_layer(kHoles, kThin, svg);
    for (const Disc& hole : holes_of(plate)) svg += svg_circle(hole);
    svg += "  </g>\n";
    add_loops(kPins, shapes_of(plate.pins));
    add_loops(kPart, loops_of(plate));
    add_loops(kWalls, plate.walls);
    begin_layer(kClamp, kThin, svg);
    for (const Path& stretch : plate.clamps) svg += svg_path(stretch, false);
    if (plate.clamp) svg += svg_circle(*plate.clamp);
    svg += "  </g>\n";
  }
  begin_layer(kLettering,
              fmt::format("font-family=\"sans-serif\" font-size=\"{}\" text-anchor=\"middle\"", kTextHeight).c_str(),
              svg);
  for (const PlateText& text : texts_of(plate)) {
    svg += fmt::format("    <text x=\"{}\" y=\"{}\" fill=\"{}\" stroke=\"none\">{}</text>\n", decimal(text.at.x()),
                       decimal(-text.at.y() + kTextHeight / 3), kLettering.stroke, internal::escaped(text.text));
  }
  return svg + "  </g>\n</svg>\n";
}

}  // namespace pawl::draw
