// SPDX-License-Identifier: MIT
// Tests the layout of pictures of answers: ticks, grids of panels, graphs, and regions drawn from rows of samples.
#include <doctest/doctest.h>
#include <pawl/draw/render.h>
#include <pawl/geometry/closest_point.h>

#include <cmath>
#include <numbers>
#include <random>

#include "draw/basin_picture.h"
#include "draw/plan_picture.h"
#include "draw/sheet.h"
#include "support/count.h"

using namespace pawl;
using namespace pawl::draw;
using Eigen::Vector2d;

TEST_CASE("ticks are round, evenly spaced, within the range, and at most as many as requested") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> exponent(-9, 9), mantissa(-1, 1);
  for (int trial = 0; trial < 2000; ++trial) {
    const double size = std::pow(10., exponent(random));
    const double low = mantissa(random) * size, high = low + (1e-3 + std::abs(mantissa(random))) * size;
    const Ticks ticks = nice_ticks(low, high, 6);
    CAPTURE(low);
    CAPTURE(high);
    REQUIRE(ticks.values.size() >= 2);
    CHECK(ticks.values.size() <= 6);
    CHECK(ticks.values.front() >= low - 1e-6 * ticks.step);
    CHECK(ticks.values.back() <= high + 1e-6 * ticks.step);
    const double leading = ticks.step / std::pow(10., std::floor(std::log10(ticks.step) + 1e-9));
    CHECK((std::abs(leading - 1) < 1e-6 || std::abs(leading - 2) < 1e-6 || std::abs(leading - 5) < 1e-6));
    for (std::size_t k = 0; k < ticks.values.size(); ++k) {
      // The text of a tick states its value to within a hundredth of the distance between ticks.
      CHECK(std::stod(tick_text(ticks.values[k], ticks.step)) ==
            doctest::Approx(ticks.values[k]).epsilon(1e-9 + .01 * ticks.step / size));
      if (k > 0) CHECK(ticks.values[k] - ticks.values[k - 1] == doctest::Approx(ticks.step));
    }
  }
}

TEST_CASE("a range of zero length has one tick, and a tick is never -0") {
  CHECK(nice_ticks(3, 3, 5).values == std::vector<double>{3});
  CHECK(nice_ticks(0, 0, 5).values == std::vector<double>{0});
  CHECK(tick_text(-0., .1) == "0");
  CHECK(tick_text(.25, .05) == "0.25");
  CHECK(tick_text(-2e-5, 1e-5) == "-0.00002");
  CHECK(tick_text(123456, 2) == "123456");
  for (const double tick : nice_ticks(-1, 1, 5).values) CHECK_FALSE(tick_text(tick, .5) == "-0.0");
}

TEST_CASE("the panels of a grid have equal size, do not overlap, and fit into the width") {
  for (const double width : {100., 366., 1232.}) {
    for (std::size_t count = 1; count < 20; ++count) {
      const PanelGrid grid = panel_grid(count, {12, 40}, width, {170, 340, 6, .7, 20, 14});
      REQUIRE(grid.boxes.size() == count);
      for (std::size_t i = 0; i < count; ++i) {
        CHECK(grid.boxes[i].least.x() >= 12);
        CHECK(grid.boxes[i].most().x() <= 12 + width);
        CHECK(grid.boxes[i].size == grid.boxes[0].size);
        CHECK(grid.boxes[i].most().y() <= grid.bottom);
        for (std::size_t k = 0; k < i; ++k) CHECK_FALSE(overlap(grid.boxes[i], grid.boxes[k]));
      }
    }
  }
  // Three panels fit side by side. Four panels make two rows of two.
  CHECK(panel_grid(4, {0, 0}, 600, {170, 340, 6, 1, 0, 14}).columns == 2);
  CHECK(panel_grid(3, {0, 0}, 100, {170, 340, 6, 1, 0, 14}).columns == 1);
}

TEST_CASE("text is wrapped between words, and long words are split") {
  const std::string text = "a plan of two steps that \u03c4 and a word-that-has-no-end-and-goes-on-and-on-and-on end";
  const std::vector<std::string> lines = wrapped(text, 13, 120);
  std::string all;
  for (const std::string& line : lines) {
    CHECK(text_width(line, 13) <= 120);
    all += line;
  }
  const auto squeezed = [](std::string words) {
    std::erase(words, ' ');
    return words;
  };
  CHECK(squeezed(all) == squeezed(text));
}

TEST_CASE("a graph is laid out by ranks, and the order within a rank avoids every avoidable crossing") {
  // The graph has two columns with two nodes each. Its edges cross unless one column is drawn in reverse order.
  const RankedGraph graph{{1, 1, 2, 2}, {{0, 3}, {1, 2}}};
  const GraphLayout layout = lay_out(graph, .7, .04);
  CHECK(layout.crossings == 0);
  CHECK(layout.places[0].x() == 0);
  CHECK(layout.places[3].x() == 1);
  CHECK((layout.places[0].y() < layout.places[1].y()) == (layout.places[3].y() < layout.places[2].y()));
}

TEST_CASE("an edge over two ranks goes round the node between them, and edges in both directions are separated") {
  const RankedGraph graph{{1, 2, 3}, {{0, 2}, {0, 1}, {1, 0}}};
  const GraphLayout layout = lay_out(graph, .7, .05);
  CHECK(std::abs(layout.bulges[0]) > .05);
  // The arcs of 0 -> 1 and 1 -> 0 both bend to the right of their own directions, and so lie on different sides.
  CHECK(layout.bulges[1] > 0);
  CHECK(layout.bulges[2] > 0);
}

TEST_CASE("a region made of rows of samples has the right area, also with holes and separate pieces") {
  const auto area = [](const std::vector<std::vector<Vector2d>>& polygons) {
    double sum = 0;
    for (const auto& polygon : polygons) {
      double twice = 0;
      for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vector2d &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
        twice += a.x() * b.y() - a.y() * b.x();
      }
      sum += std::abs(twice) / 2;
    }
    return sum;
  };
  const auto ring = [](const Vector2d& p) { return p.norm() < 1 && p.norm() > .5; };
  CHECK(area(region_of({-1.2, -1.2}, {1.2, 1.2}, 200, ring)) == doctest::Approx(std::numbers::pi * .75).epsilon(.02));
  const auto two = [](const Vector2d& p) { return std::abs(std::abs(p.x()) - .6) < .2 && std::abs(p.y()) < .5; };
  CHECK(area(region_of({-1, -1}, {1, 1}, 200, two)) == doctest::Approx(.8).epsilon(.02));
  CHECK(region_of({-1, -1}, {1, 1}, 50, [](const Vector2d&) { return false; }).empty());
}

TEST_CASE("the distance from an outline is the distance from its closest point, also for arcs") {
  const Path shaft{{{2, 9.797959}, {2, 12}, {-2, 12}, {-2, 9.797959}}, {0, 0, 0, 9.898979}};
  const Path hollow{{{0, 0}, {4, 0}, {4, 3}, {0, 3}}, {0, 0, -.6, .3}};
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(-14, 14);
  const int count = oracle::count(300);
  for (const Path& path : {shaft, hollow}) {
    const OutlineDistance distance(path);
    for (int trial = 0; trial < count; ++trial) {
      const Vector2d p(place(random), place(random));
      CAPTURE(p);
      CHECK(distance(p) == doctest::Approx(closest_points(Outline(path), p)[0].distance).epsilon(1e-6));
    }
  }
}
