// SPDX-License-Identifier: MIT
#include "answers/nest_files.h"

#include <fmt/format.h>
#include <pawl/draw/part_figure.h>
#include <pawl/draw/render.h>
#include <pawl/version.h>

#include <algorithm>
#include <cmath>

#include "answers/shop_files.h"

namespace pawl::answers {
namespace {

std::vector<Outline> scaled_loops(const std::vector<Path>& loops, double factor) {
  std::vector<Outline> result;
  for (const Path& loop : loops) result.push_back(scaled(loop, factor));
  return result;
}

/// Returns copies of the loops of the first pocket, moved to the position of every pocket.
std::vector<Outline> repeated(const std::vector<Path>& loops, const Nest& nest, double factor) {
  std::vector<Outline> result;
  for (const Path& pocket : nest.pockets) {
    const Eigen::Vector2d by = pocket.vertices[0] - nest.pockets[0].vertices[0];
    for (Path loop : loops) {
      for (Eigen::Vector2d& vertex : loop.vertices) vertex += by;
      result.push_back(scaled(loop, factor));
    }
  }
  return result;
}

std::string length_words(double value, double factor) { return decimal(factor * value, 3) + " mm"; }

draw::SheetBlock pocket_block(const Nest& nest, const Json& results, double factor) {
  draw::SheetBlock block{"POCKET", {}, {}};
  const double radius = number_in(at(results, "cutter_radius"));
  block.lines.push_back("Clearance " + length_words(nest.clearance, factor) + " around the part.");
  if (const Json& side = at(results, "open_side"); !is_null(side)) block.lines.push_back("Open on this side: " + text_in(side) + ".");
  block.lines.push_back(radius > 0 ? "Cutter diameter up to " + length_words(2 * radius, factor) + ", relief: " +
                                         text_in(at(results, "relief")) + "."
                                   : "Inner corners as drawn (no cutter radius was given).");
  if (nest.pockets.size() > 1)
    block.lines.push_back(fmt::format("{} x {} pockets, pitch {} x {} mm.", whole_in(at(at(results, "array"), 0)),
                                      whole_in(at(at(results, "array"), 1)), decimal(factor * nest.pitch.x(), 3),
                                      decimal(factor * nest.pitch.y(), 3)));
  block.lines.push_back("Least wall thickness " + length_words(nest.wall_thickness, factor) + ".");
  if (nest.lead_in) block.lines.push_back("Chamfer up to the outer line.");
  for (const std::string& note : nest.notes) block.lines.push_back("Note: " + note + ".");
  return block;
}

draw::SheetBlock fit_block(const Nest& nest, const Json& results, double factor) {
  draw::SheetBlock block{"FIT", {}, {}};
  const double tolerance = number_in(at(results, "tolerance"));
  block.lines.push_back("Proved: every part within a profile tolerance of " + length_words(tolerance, factor) +
                        " fits. Least gap around the stated part: " + length_words(nest.gap, factor) + ".");
  const Json& play = at(results, "play");
  if (is_true(at(play, "caged")))
    block.lines.push_back("Play: no point moves by more than " + length_words(number_in(at(play, "displacement")), factor) + ".");
  const Json& rest = at(results, "rest");
  if (rest.members())
    block.lines.push_back("Tilted towards " + decimal(number_in(at(results, "tilt_deg")), 2) + "\u00b0, the part rests within " +
                          length_words(number_in(at(rest, "accuracy")), factor) + " of one place.");
  return block;
}

draw::SheetBlock wrong_block(const Json& results) {
  draw::SheetBlock block{"WRONG PLACEMENTS", {}, {}};
  const Json& foolproof = at(results, "foolproof");
  const std::size_t count = count_of(at(foolproof, "wrong"));
  const bool known = is_true(at(foolproof, "foolproof"));
  block.lines.push_back(count > 0 ? fmt::format("The pocket also accepts the part in {} wrong placement{}.", count, count > 1 ? "s" : "")
                        : known   ? "None: proved, also for the part turned over."
                                  : "Not known.");
  return block;
}

}  // namespace

draw::FixturePlate nest_plate(const ValidTask& valid, const Nest& nest) {
  const Task& task = valid.task();
  const double factor = mm_per(task.units.length);
  Eigen::Vector3d pose = task.pose;
  pose.head<2>() *= factor;
  draw::FixturePlate plate;
  plate.name = visible(task.name);
  plate.part = draw::moved(scaled(*task.part.outline, factor), pose);
  for (const Outline& hole : task.part.holes) plate.holes.push_back(draw::moved(scaled(hole, factor), pose));
  plate.pockets = scaled_loops(nest.pockets, factor);
  plate.reliefs = repeated(nest.reliefs, nest, factor);
  if (nest.lead_in) plate.lead_ins = repeated({*nest.lead_in}, nest, factor);
  const Eigen::Vector2d least = factor * nest.plate.vertices[0], most = factor * nest.plate.vertices[2];
  plate.plate = {least, most - least};
  return plate;
}

draw::FixtureSheet nest_sheet(const ValidTask& task, const Nest& nest, const Json& results, const ShopQuestion& question) {
  const double factor = mm_per(task.task().units.length);
  draw::FixtureSheet sheet;
  sheet.plate = nest_plate(task, nest);
  sheet.plate.walls = sheet.plate.pockets;
  sheet.datum.words = "from the origin of the task";
  sheet.blocks = {pocket_block(nest, results, factor), fit_block(nest, results, factor), wrong_block(results)};
  sheet.title = {{"date", visible(question.date.value_or(""))}, {"units", "mm, degrees"}, {"made by", "Pawl " PAWL_VERSION}};
  return sheet;
}

std::vector<std::optional<std::string>> nest_files(const ValidTask& task, const Nest& nest, const Json& results,
                                                   const ShopQuestion& question) {
  require_consistent(question);
  std::vector<std::optional<std::string>> files;
  const bool proved = nest.fault.empty() && nest.fits;
  if (question.plate)
    files.push_back(proved ? std::optional(plate_text(nest_plate(task, nest), *question.plate)) : std::nullopt);
  if (question.sheet)
    files.push_back(proved ? std::optional(draw::pdf(draw::draw(nest_sheet(task, nest, results, question), paper_of(question)),
                                                     draw::Theme::print))
                           : std::nullopt);
  return files;
}

}  // namespace pawl::answers
