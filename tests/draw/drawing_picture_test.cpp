// SPDX-License-Identifier: MIT
// Tests the picture of the curves that were read from a drawing.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/draw/drawing_picture.h>
#include <pawl/draw/render.h>
#include <pawl/io/read_task.h>

#include <algorithm>

using namespace pawl;
using Eigen::Vector2d;

namespace {

DrawnPart part_in(const std::string& file, const DrawingOptions& options = {}) {
  const std::string text = read_text_file(std::string(PAWL_SOURCE_DIR "/") + file);
  return part_of(read_drawing(text, options), options);
}

std::size_t count_marks(const draw::Picture& picture, draw::Shape shape, draw::Ink ink) {
  std::size_t count = 0;
  for (const draw::Panel& panel : picture.panels) {
    if (panel.title.empty()) continue;  // skips the legend, which has no title
    for (const draw::Item& item : panel.items) {
      const auto* mark = std::get_if<draw::Mark>(&item);
      count += mark != nullptr && mark->shape == shape && mark->ink == ink;
    }
  }
  return count;
}

void require_readable(const draw::Picture& picture) {
  const draw::Labels labels = place_labels(picture);
  for (const std::size_t count : labels.left_out) CHECK(count == 0);
  for (std::size_t i = 0; i < labels.placed.size(); ++i) {
    for (std::size_t k = i + 1; k < labels.placed.size(); ++k) {
      INFO(labels.placed[i].label.text, " and ", labels.placed[k].label.text);
      CHECK_FALSE(overlap(labels.placed[i].box, labels.placed[k].box));
    }
  }
}

/// Returns a part that is drawn as a rectangle of 40 x 20, with an error: its last edge is .4 too high.
DrawnPart with_gap() {
  const char* text =
      "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n"
      "0\nLINE\n8\n0\n10\n0\n20\n0\n11\n40\n21\n0\n0\nLINE\n8\n0\n10\n40\n20\n0\n11\n40\n21\n20\n"
      "0\nLINE\n8\n0\n10\n40\n20\n20.4\n11\n0\n21\n20.4\n0\nLINE\n8\n0\n10\n0\n20\n20."
      "4\n11\n0\n21\n0\n0\nENDSEC\n0\nEOF\n";
  DrawingOptions options;
  options.join = .5;
  return part_of(read_drawing(text, options), options);
}

}  // namespace

TEST_CASE(
    "the curves of a drawing are shown with readable labels on wide and narrow pages, and a second run gives the same "
    "bytes") {
  for (const char* file : {"data/drawings/plate.dxf", "data/drawings/lever.svg", "tests/data/drawings/plate_R2010.dxf",
                           "tests/data/drawings/curves_R2000.dxf", "tests/data/drawings/blocks_R2018.dxf"}) {
    CAPTURE(file);
    const DrawnPart drawn = part_in(file);
    for (const Vector2d& size : {Vector2d(1280, 800), Vector2d(390, 600)}) {
      const draw::Picture picture = draw::drawing_picture(file, drawn, size);
      require_readable(picture);
      // Every edge begins with one mark. A curve counts as one edge, although it has several segments.
      const std::vector<std::size_t> edges = edge_numbers(drawn.outline);
      CHECK(count_marks(picture, draw::Shape::square, draw::Ink::part) ==
            *std::max_element(edges.begin(), edges.end()));
      CHECK(draw::svg(picture) == draw::svg(draw::drawing_picture(file, drawn, size)));
    }
  }
}

TEST_CASE("ends that were joined over a gap are marked, with the gap") {
  const DrawnPart drawn = with_gap();
  REQUIRE(drawn.joined.size() == 1);
  const draw::Picture picture = draw::drawing_picture("gap", drawn, {390, 400});
  require_readable(picture);
  CHECK(count_marks(picture, draw::Shape::ring, draw::Ink::warning) == 1);
  const draw::Labels labels = place_labels(picture);
  CHECK(std::any_of(labels.placed.begin(), labels.placed.end(),
                    [](const auto& placed) { return placed.label.text == "gap 0.4 mm"; }));
  CHECK(count_marks(draw::drawing_picture("whole", part_in("data/drawings/plate.dxf")), draw::Shape::ring,
                    draw::Ink::warning) == 0);
}

TEST_CASE("a disc is drawn, and a page that is too small is refused") {
  const DrawnPart disc =
      part_of(read_drawing("<svg xmlns='http://www.w3.org/2000/svg' width='10mm' height='10mm' "
                           "viewBox='0 0 10 10'><circle cx='5' cy='5' r='4'/></svg>"));
  require_readable(draw::drawing_picture("disc <b>", disc));
  CHECK_THROWS_AS(draw::drawing_picture("disc", disc, {10, 10}), InputError);
}
