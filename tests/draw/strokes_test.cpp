// SPDX-License-Identifier: MIT
// Tests pictures as strokes for a web page. Strokes must have the same page coordinates as picture files, and must
// support every kind of item and any text. Text widths must be equal to Cairo's although they are computed without a
// font.
#include <cairo-ft.h>
#include <cairo.h>
#include <doctest/doctest.h>
#include <ft2build.h>
#include <pawl/base/fault.h>
#include <pawl/draw/render.h>
#include <pawl/draw/strokes.h>
#include <pawl/draw/task_picture.h>
#include FT_FREETYPE_H

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "draw/render.h"
#include "draw/text.h"

using namespace pawl;
using draw::Ink;
using Eigen::Vector2d;
using Json = nlohmann::json;

namespace {

/// Returns a picture with one panel. The panel shows a world of 10 x 10 in 100 x 100 px, and its upper left corner is
/// at (20, 30). The world point (x, y) is therefore at (20 + 10 x, 130 - 10 y) on the page.
draw::Picture picture_of(std::vector<draw::Item> items) {
  draw::Picture picture;
  picture.size = {200, 150};
  picture.title = "a \"title\"";
  picture.panels.push_back({.world = {{0, 0}, {10, 10}},
                            .page = {{20, 30}, {100, 100}},
                            .items = std::move(items),
                            .title = "panel",
                            .description = "it"});
  return picture;
}

Json items_of(std::vector<draw::Item> items) {
  return Json::parse(draw::strokes(picture_of(std::move(items))))["panels"][0]["items"];
}

}  // namespace

TEST_CASE("a picture's strokes are in px of the page, and each panel states its origin and scale") {
  const Json picture = Json::parse(draw::strokes(picture_of({draw::Stroke{draw::segment({0, 0}, {1.5, 0.125})}})));
  CHECK(picture["width"] == 200);
  CHECK(picture["title"] == "a \"title\"");
  REQUIRE(picture["panels"].size() == 2);  // the labels are in the second panel
  const Json& panel = picture["panels"][0];
  CHECK(panel["page"] == Json({20, 30, 100, 100}));
  CHECK(panel["clip"].is_null());
  CHECK(panel["origin"] == Json({20, 130}));
  CHECK(panel["scale"] == Json({10, 10}));
  CHECK(panel["items"] == Json::parse(R"([{"kind": "path", "d": "M20 130L35 128.75", "fill": null,
    "stroke": {"ink": "text", "width": 1.5, "dash": "solid"}}])"));
}

TEST_CASE("a path that is filled and stroked is one item; filled paths that other paths follow are separate items") {
  draw::Stroke both{.path = draw::rectangle({{0, 0}, {1, 1}}), .closed = true, .pen = draw::Pen{Ink::pin, 2}};
  both.fill = draw::Fill{Ink::part, .25, draw::Hatch::crossed};
  draw::Stroke filled = both;
  filled.pen.reset();
  const Json items = items_of({both, filled, filled, draw::Stroke{draw::segment({0, 0}, {1, 0})}});
  REQUIRE(items.size() == 4);
  CHECK(items[0]["d"] == "M20 130L30 130L30 120L20 120Z");
  CHECK(items[0]["fill"] == Json::parse(R"({"ink": "part", "opacity": 0.25, "hatch": "crossed"})"));
  CHECK(items[0]["stroke"]["ink"] == "pin");
  CHECK(items[1]["stroke"].is_null());
  CHECK(items[2]["fill"] == items[1]["fill"]);
  CHECK(items[3]["fill"].is_null());
}

TEST_CASE("an arrow consists of a head and a line that ends within the head") {
  // For the stroke width 1.5 px, the arrow head has the length 6 + 2.5 * 1.5 = 9.75 px and the width 2 * .38 * 9.75 px.
  // The line of the arrow ends at .8 of the head's length.
  draw::Stroke arrow{draw::segment({0, 0}, {10, 0})};
  arrow.head = draw::Head::arrow;
  Json items = items_of({arrow});
  REQUIRE(items.size() == 2);
  CHECK(items[0]["d"] == "M20 130L112.2 130");
  CHECK(items[1]["d"] == "M120 130L110.25 133.71L110.25 126.3Z");  // half the width of the head is 3.705 px, rounded
                                                                   // away from 0
  CHECK(items[1]["fill"]["ink"] == "text");
  arrow.head = draw::Head::both_arrows;
  CHECK(items_of({arrow}).size() == 3);
}

TEST_CASE("a mark of any shape consists of paths, whose arcs are arcs of circles") {
  using draw::Shape;
  for (const Shape shape : {Shape::disc, Shape::ring, Shape::square, Shape::diamond, Shape::triangle, Shape::cross,
                            Shape::plus, Shape::star, Shape::center_of_mass}) {
    const Json items = items_of({draw::Mark{.at = {5, 5}, .shape = shape, .size = 8}});
    CAPTURE(items.dump());
    CHECK(items.size() == (shape == Shape::center_of_mass ? 3 : 1));
    for (const Json& item : items) CHECK(item["kind"] == "path");
  }
  CHECK(items_of({draw::Mark{.at = {5, 5}, .size = 8}})[0]["d"] == "M66 80A4 4 0 0 1 74 80A4 4 0 0 1 66 80Z");
  const Json mass = items_of({draw::Mark{.at = {5, 5}, .shape = Shape::center_of_mass, .size = 8}});
  CHECK(mass[0]["fill"]["ink"] == "background");
  CHECK(mass[1]["d"] == "M70 80L74 80A4 4 0 0 1 70 84ZM70 80L66 80A4 4 0 0 1 70 76Z");
}

TEST_CASE("labels are placed where place_labels puts them, for any text") {
  const std::string text = "</script>\"\\\n\xff";
  draw::Picture picture = picture_of({draw::Label{.at = {2, 2}, .text = text, .place = draw::Place::left}});
  picture.panels[0].items.push_back(draw::Label{.at = {8, 8}, .text = "up", .place = draw::Place::left, .turn = 1});
  const std::string strokes = draw::strokes(picture);
  CHECK(strokes.find('<') == std::string::npos);
  const Json labels = Json::parse(strokes)["panels"][1]["items"];
  REQUIRE(labels.size() == 2);
  CHECK(labels[0]["text"] == draw::clean_text(text));
  const draw::Labels placed = place_labels(picture);
  CHECK(labels[0]["width"].get<double>() == doctest::Approx(placed.placed[0].box.size.x()).epsilon(1e-3));
  CHECK(labels[0]["x"] == 40);
  CHECK(labels[1]["turn"] == 1);
  CHECK(labels[1]["y"].get<double>() == doctest::Approx(placed.placed[1].box.most().y()).epsilon(1e-3));
}

TEST_CASE("an invalid picture has no strokes") {
  const double none = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(draw::strokes(picture_of({draw::Mark{.at = {none, 0}}})), InputError);
  draw::Picture picture = picture_of({});
  picture.size = {0, 1};
  CHECK_THROWS_AS(draw::strokes(picture), InputError);
}

TEST_CASE("the strokes of a task match its file: both draw the same number of lines") {
  const ValidTask task = read_valid_task_file(PAWL_SOURCE_DIR "/data/tasks/bracket.json");
  const draw::Picture picture = draw::task_picture(task);
  std::size_t drawn = 0;
  const Json strokes = Json::parse(draw::strokes(picture));
  for (const Json& panel : strokes["panels"]) {
    for (const Json& item : panel["items"]) {
      if (item["kind"] != "path") continue;
      drawn += item["stroke"].is_null() ? 0 : 1;
      // The lines of a hatching are drawn as another path.
      if (!item["fill"].is_null()) drawn += item["fill"]["hatch"] == "none" ? 0 : 1;
    }
  }
  const std::string file = draw::svg(picture);
  std::size_t in_file = 0;
  const std::string stroke = "stroke-width:";
  for (std::size_t at = file.find(stroke); at != std::string::npos; at = file.find(stroke, at + 1)) ++in_file;
  CHECK(drawn > 20);
  CHECK(drawn == in_file);
}

TEST_CASE("the width of every character is Cairo's") {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  const std::string_view font = draw::internal::kFont;
  REQUIRE(FT_Init_FreeType(&library) == 0);
  REQUIRE(FT_New_Memory_Face(library, reinterpret_cast<const FT_Byte*>(font.data()), static_cast<FT_Long>(font.size()),
                             0, &face) == 0);
  cairo_font_face_t* const cairo = cairo_ft_font_face_create_for_ft_face(face, FT_LOAD_NO_HINTING);
  cairo_font_options_t* const options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_matrix_t size, none;
  constexpr double kSize = 2048;  // text size, px; it is so large that the fixed-point numbers of FreeType need no
                                  // rounding
  cairo_matrix_init_scale(&size, kSize, kSize);
  cairo_matrix_init_identity(&none);
  cairo_scaled_font_t* const scaled = cairo_scaled_font_create(cairo, &size, &none, options);
  int characters = 0;
  FT_UInt index = 0;
  for (FT_ULong c = FT_Get_First_Char(face, &index); index != 0; c = FT_Get_Next_Char(face, c, &index)) {
    const cairo_glyph_t glyph{index, 0, 0};
    cairo_text_extents_t extents;
    cairo_scaled_font_glyph_extents(scaled, &glyph, 1, &extents);
    CAPTURE(c);
    CHECK(std::abs(draw::internal::advance_of(static_cast<char32_t>(c)) - extents.x_advance / kSize) < 1e-9);
    ++characters;
  }
  CHECK(characters > 900);
  // The font does not contain the first of these characters.
  CHECK(draw::internal::advance_of(0x4e00) == draw::internal::advance_of(0xfffd));
  CHECK(draw::internal::advance_of(0x10ffff) == draw::internal::advance_of(0xfffd));
  cairo_scaled_font_destroy(scaled);
  cairo_font_options_destroy(options);
  cairo_font_face_destroy(cairo);
  FT_Done_Face(face);
  FT_Done_FreeType(library);
}
