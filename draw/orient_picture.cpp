// SPDX-License-Identifier: MIT
#include <pawl/base/angle.h>
#include <pawl/draw/orient_picture.h>
#include <pawl/draw/strokes.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/constants.h"
#include "draw/part_figure.h"
#include "draw/sheet.h"

namespace pawl::draw {
namespace {

using pawl::internal::kTurn;
using Vector = Eigen::Vector2d;

constexpr std::size_t kMostSteps = 24, kMostOrientationGhosts = 5;

Vector unit(double phi) { return {std::cos(phi), std::sin(phi)}; }

/// The part relative to its centre of mass, with its support function.
struct TurningPart {
  Path outline;                ///< outline relative to the centre of mass
  DirectionFunction distance;  ///< distance from the centre of mass to the supporting line with a given outward normal
  double size = 0;             ///< largest value of `distance`

  explicit TurningPart(const OrientFigure& figure)
      : outline(moved(path_of(figure.outline), {-figure.center.x(), -figure.center.y(), 0})),
        distance(radius_function(figure.outline, figure.center)) {
    for (int k = 0; k < 720; ++k) size = std::max(size, distance.value(kTurn * k / 720));
  }
  double value(OrientBy by, double phi) const {
    return distance.value(phi) + (by == OrientBy::squeeze ? distance.value(phi + std::numbers::pi) : 0);
  }
};

std::vector<double> marked(const OrientFigure& figure, bool minima) {
  std::vector<double> found;
  for (const TransferStep& step : figure.transfer) {
    if (minima && step.kind == TransferStep::Kind::turns) found.push_back(step.low.angle);
    if (!minima) found.push_back(step.from.angle);
  }
  return found;
}

double within(double phi, double low, double period) { return phi - period * std::floor((phi - low) / period + 1e-12); }

Chart function_chart(const OrientFigure& figure, const TurningPart& part, double low) {
  Chart chart;
  const bool squeeze = figure.by == OrientBy::squeeze;
  chart.title = squeeze ? "width of the part" : "distance of the centre of mass from the fence";
  chart.x_name = "direction in the part, degrees";
  chart.y_name = figure.length;
  chart.x = {degrees(low), degrees(low + figure.period)};
  std::vector<Vector> points;
  std::vector<double> values;
  constexpr int kSamples = 1440;
  for (int k = 0; k <= kSamples; ++k) {
    const double phi = low + figure.period * k / kSamples;
    values.push_back(part.value(figure.by, phi));
    points.emplace_back(degrees(phi), values.back());
  }
  chart.y = range_of(values, .12);
  Panel panel;
  add_stroke(panel, polyline(points), Pen{Ink::part, 1.8});
  for (const bool minima : {false, true}) {
    for (const double phi : marked(figure, minima)) {
      const double at = within(phi, low, figure.period);
      add_mark(panel, {degrees(at), part.value(figure.by, at)}, minima ? Shape::disc : Shape::ring, 8,
               minima ? Ink::seated : Ink::note);
    }
  }
  chart.items = panel.items;
  chart.description = "filled = minimum \u00b7 ring = end of a step";
  return chart;
}

Chart transfer_chart(const OrientFigure& figure, double low) {
  Chart chart;
  chart.title =
      figure.by == OrientBy::squeeze ? "one squeeze: direction before and after" : "one push: before and after";
  chart.x_name = "direction in the part before, degrees";
  chart.y_name = "after, degrees";
  chart.x = {degrees(low), degrees(low + figure.period)};
  Panel panel;
  std::vector<double> values;
  for (const TransferStep& step : figure.transfer) {
    const double lift = within(step.from.angle, low, figure.period) - step.from.angle;
    const double from = degrees(step.from.angle + lift), to = degrees(step.to.angle + lift);
    const double first = degrees(step.low.angle + lift), last = degrees(step.high.angle + lift);
    values.insert(values.end(), {first, last});
    if (step.kind == TransferStep::Kind::stays) {
      add_stroke(panel, segment({from, from}, {to, to}), Pen{Ink::part, 2});
    } else if (step.kind == TransferStep::Kind::turns) {
      add_stroke(panel, segment({from, first}, {to, first}), Pen{Ink::part, 2});
      add_mark(panel, {first, first}, Shape::disc, 7, Ink::seated);
    } else {
      add_shape(panel, rectangle({{from, first}, {std::max(to - from, 1e-9), std::max(last - first, 1e-9)}}),
                Pen{Ink::warning, 1}, Fill{Ink::warning, .2, Hatch::rising});
    }
  }
  chart.y = range_of(values, .12);
  chart.items = panel.items;
  chart.description = "filled = direction in which the part comes to rest";
  return chart;
}

/// Returns a panel that shows the part after step k, between the jaws or at the fence.
Panel step_panel(const OrientFigure& figure, const TurningPart& part, std::size_t k) {
  const OrientStep& step = figure.steps[k];
  Panel panel;
  panel.title = std::to_string(k + 1) + ". " + (figure.by == OrientBy::squeeze ? "jaws at " : "fence at ") +
                internal::number(degrees(step.angle)) + "\u00b0";
  const double half = 1.45 * part.size;
  panel.world = {{-half, -half}, {2 * half, 2 * half}};
  panel.clip = true;
  for (std::size_t i = std::min(step.orientations.size(), kMostOrientationGhosts + 1); i-- > 0;) {
    const double theta = (step.orientations[i][0] + step.orientations[i][1]) / 2;
    const Path turned = moved(part.outline, {0, 0, theta});
    if (i > 0) {
      add_shape(panel, turned, Pen{Ink::ghost, 1, Dash::dashed}, std::nullopt);
    } else {
      add_shape(panel, turned, Pen{Ink::part, 1.8}, Fill{Ink::part, .15, Hatch::none});
    }
  }
  add_mark(panel, {0, 0}, Shape::center_of_mass, 12, Ink::center_of_mass);
  const double theta = (step.orientations[0][0] + step.orientations[0][1]) / 2;
  for (const double side : {0., std::numbers::pi}) {
    if (side > 0 && figure.by == OrientBy::fence) break;
    const Vector u = unit(step.angle + side), along(-u.y(), u.x());
    const Vector at = part.distance.value(step.angle + side - theta) * u;
    add_stroke(panel, segment(at - 1.1 * part.size * along, at + 1.1 * part.size * along), Pen{Ink::pin, 4});
    add_arrow(panel, at + .4 * part.size * u, at + .08 * part.size * u, Pen{Ink::force, 2});
  }
  return panel;
}

}  // namespace

Picture draw(const OrientFigure& figure, double width) {
  Sheet sheet(width);
  const TurningPart part(figure);
  sheet.head(figure.title, figure.notes);
  sheet.space(8);
  const double low = figure.transfer.empty() ? 0 : figure.transfer[0].from.angle;
  add_charts(sheet, {function_chart(figure, part, low), transfer_chart(figure, low)}, sheet.narrow() ? 260 : 300);
  sheet.space(14);
  const std::size_t count = std::min(figure.steps.size(), kMostSteps);
  if (count > 0) {
    sheet.line("after each step", Ink::note);
    const PanelGrid grid =
        panel_grid(count, {sheet.left(), sheet.y()}, sheet.width(), {200, 300, 5, 1, Sheet::kTitle, 14});
    for (std::size_t k = 0; k < count; ++k) sheet.add(step_panel(figure, part, k), grid.boxes[k]);
  }
  if (figure.steps.size() > count)
    sheet.line(std::to_string(figure.steps.size() - count) + " further steps are not drawn", Ink::note);
  sheet.space(10);
  if (count > 0) {
    sheet.legend({{"one remaining orientation", Pen{Ink::part, 2}, Head::none, Fill{Ink::part, .09}},
                  {"other remaining orientations", Pen{Ink::ghost, 1.2, Dash::dashed}}});
    sheet.space(4);
    sheet.line("The position along the tool is not known.", Ink::note);
  }
  sheet.tail(figure.notes);
  return sheet.finish(figure.title, spoken(figure.notes));
}

namespace {

/// Builds the instants of one animation.
class Player {
 public:
  Player(const OrientFigure& figure, const TurningPart& part) : figure_(figure), part_(part) {
    PageBody body;
    body.name = "part";
    body.outline = figure.outline;
    body.center_of_mass = figure.center;
    play_.bodies.push_back(body);
    const double half = 1.1 * part.size, thick = .12 * part.size;
    PageBody bar;
    bar.role = PageBody::Role::ground;
    bar.outline = Polygon{{{0, -half}, {thick, -half}, {thick, half}, {0, half}}};
    for (int k = 0; k < (figure.by == OrientBy::squeeze ? 2 : 1); ++k) {
      bar.name = figure.by == OrientBy::fence ? "fence" : k == 0 ? "jaw 1" : "jaw 2";
      play_.bodies.push_back(bar);
    }
  }

  /// Appends an instant with the part at the orientation `theta` and the tool at the direction `angle`. The gap between
  /// each bar of the tool and the part is `open`.
  void add(double theta, double angle, double open) {
    PageInstant instant;
    instant.time = kPause * static_cast<double>(play_.instants.size());
    const Vector center = turned(figure_.center, theta);
    instant.poses.emplace_back(-center.x(), -center.y(), theta);
    for (std::size_t k = 1; k < play_.bodies.size(); ++k) {
      const double side = angle + (k == 2 ? std::numbers::pi : 0);
      const Vector at = (part_.distance.value(side - theta) + open) * unit(side);
      instant.poses.emplace_back(at.x(), at.y(), side);
    }
    play_.instants.push_back(std::move(instant));
  }

  PagePlay play(double start) {
    constexpr int kFrames = 12;
    double theta = start, angle = figure_.steps[0].angle;
    const double open = .5 * part_.size;
    play_.name = "from " + internal::number(degrees(start)) + "\u00b0";
    for (const OrientStep& step : figure_.steps) {
      const double turn = std::remainder(step.angle - angle, figure_.period);
      for (int k = 1; k <= kFrames; ++k) add(theta, angle + turn * k / kFrames, open);
      angle += turn;
      for (int k = 1; k <= kFrames; ++k) add(theta, angle, open * (kFrames - k) / kFrames);
      const auto result = transferred(figure_.transfer, figure_.period, angle - theta);
      const double after = angle - (result ? (*result)[0] : angle - theta);
      for (int k = 1; k <= kFrames; ++k) add(theta + (after - theta) * k / kFrames, angle, 0);
      theta = after;
      for (int k = 1; k <= kFrames; ++k) add(theta, angle, open * k / kFrames);
    }
    const double symmetry = kTurn / std::max(figure_.symmetry, 1);
    play_.good = std::fabs(std::remainder(theta - figure_.final, symmetry)) < 1e-6;
    play_.outcome = "ends at " + internal::number(degrees(std::remainder(theta, kTurn))) + "\u00b0";
    return std::move(play_);
  }

  PagePlay still() {
    play_.bodies.resize(1);
    play_.name = "part";
    add(0, 0, 0);
    return std::move(play_);
  }

 private:
  static constexpr double kPause = .04;
  const OrientFigure& figure_;
  const TurningPart& part_;
  PagePlay play_;
};

}  // namespace

Page orient_page(const OrientFigure& figure) {
  Page page;
  page.title = figure.title;
  page.length_unit = figure.length;
  page.degrees = true;
  const TurningPart part(figure);
  for (const Note& note : figure.notes) page.notes.push_back(note.text);
  if (figure.steps.empty()) {
    page.plays.push_back(Player(figure, part).still());
    return page;
  }
  page.notes.emplace_back(
      "The plan from twelve orientations. The part turns about its centre of mass at a constant rate, because its "
      "position along the tool is not known.");
  page.list = "initial orientations";
  constexpr int kPlays = 12;
  for (int k = 0; k < kPlays; ++k) page.plays.push_back(Player(figure, part).play(kTurn * (k + .31) / kPlays));
  return page;
}

}  // namespace pawl::draw
