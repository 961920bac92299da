// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

/// Returns the number of steps with their noun: "2 tilts".
std::string steps_in(const Json& results) {
  const std::string actuator = text_in(at(results, "actuator"));
  const char* step = actuator == "tray" ? "tilt" : actuator == "push" ? "push" : actuator == "spring" ? "pull" : "wrench";
  return counted(count_of(at(results, "steps")), step);
}

std::string length(const Json& document, const Json& value) {
  return rounded(number_in(value)) + " " + length_of(document);
}

std::string start_in(const Json& document) {
  const Json& start = at(at(document, "results"), "start_region");
  std::string text = fmt::format("from any start within \u00b1{} and \u00b1{}", length(document, at(start, "translation")),
                                 rounded(number_in(at(start, "rotation_deg"))) + "\u00b0");
  if (at(start, "at").entries()) text += " of " + pose_in(document, at(start, "at"));
  const double energy = number_in(at(start, "energy"));
  return energy > 0 ? text + fmt::format(", with up to {} J", rounded(energy)) : text;
}

/// Returns an interval with three significant digits, such as "-0.112…0.25". The ends are rounded outwards.
std::string interval(const Json& range) {
  const auto outwards = [](double number, double side) {
    if (number == 0) return std::string("0");
    const double unit = std::pow(10, std::floor(std::log10(std::fabs(number))) - 2);
    return fmt::format("{:.3g}", (side < 0 ? std::floor(number / unit) : std::ceil(number / unit)) * unit);
  };
  return outwards(number_in(at(range, 0)), -1) + "\u2026" + outwards(number_in(at(range, 1)), 1);
}

/// Returns the wrench of a step as text. If its torque is 0, returns only the direction of its force.
std::string wrench_in(const Json& wrench) {
  const Eigen::Vector3d w = vector3_in(wrench);
  if (std::fabs(w.z()) > 1e-12) return vector_in(wrench);
  return in_degrees(degrees(std::atan2(w.y(), w.x())));
}

void write_region_table(const Json& document, TextPage& page) {
  const Json& steps = at(at(document, "results"), "steps");
  if (count_of(steps) == 0) return;
  const std::string unit = " (" + length_of(document) + ")";
  std::vector<TextPage::Row> rows{{"", "force", "off by" + unit, "x" + unit, "y" + unit, "rotation (\u00b0)"}};
  for (std::size_t k = 0; k < count_of(steps); ++k) {
    const Json& step = at(steps, k);
    const Json& region = at(step, "rest_region");
    rows.push_back({std::to_string(k + 1), wrench_in(at(step, "wrench")),
                    rounded(number_in(at(step, "displacement"))), interval(at(at(region, "translation"), 0)),
                    interval(at(at(region, "translation"), 1)), interval(at(region, "rotation_deg"))});
  }
  page.table(rows);
  const bool moves = at(at(at(document, "results"), "options"), "residual_energy").number().has_value();
  page.hint(std::string(moves ? "Where the part may be" : "Where the part is at rest") +
            " after each step: the largest displacement of any of its points, x and y of its centre of mass, and its "
            "rotation, from its place.");
}

/// Returns a phrase such as ", beside fixel 1, 2" with the fixels and walls that are close to the part at a pose.
std::string beside_in(const Json& place) {
  std::string beside;
  if (count_of(at(place, "fixels")) > 0) beside = ", beside fixel " + list_in(at(place, "fixels"), ", ");
  if (count_of(at(place, "walls")) > 0) beside += ", beside wall " + list_in(at(place, "walls"), ", ");
  return beside;
}

/// Writes the pose that is farthest from the reference pose, among the poses in which the part may rest after the last
/// step.
void write_farthest(const Json& document, TextPage& page) {
  const Json& steps = at(at(document, "results"), "steps");
  if (count_of(steps) == 0) return;
  const Json& farthest = at(at(steps, count_of(steps) - 1), "farthest");
  page.field("farthest", fmt::format("displaced by about {} ({}, {}){}", pose_in(document, at(farthest, "displacement")),
                                     length_of(document), angle_of(document), beside_in(farthest)));
}

/// Writes a pose in which the part rested in a trial. It shows that the true rest region is not much smaller than the
/// proved one.
void write_witness(const Json& document, TextPage& page) {
  const Json& results = at(document, "results");
  const Json& witness = at(results, "witness");
  if (!witness.members()) return;
  page.field("trial", fmt::format("released there, the part rests with a point {} off, displaced by {} ({}, {}){}",
                                  length(document, at(witness, "largest")),
                                  pose_in(document, at(witness, "displacement")), length_of(document),
                                  angle_of(document), beside_in(witness)));
}

void write_way_out(const Json& document, TextPage& page) {
  const Json& results = at(document, "results");
  const Json& leaves = at(results, "leaves");
  if (!leaves.members()) return;
  const std::string beside = beside_in(leaves);
  page.field("leaves", fmt::format("in step {}{}, by way of a pose displaced by about {} ({}, {}){}", whole_in(at(leaves, "step")),
                                   is_true(at(leaves, "in_sweep")) ? " while the wrench changes" : "",
                                   pose_in(document, at(leaves, "displacement")), length_of(document),
                                   angle_of(document), beside));
  const Json& smaller = at(leaves, "smaller_start");
  page.field("start", smaller.number()
                          ? fmt::format("if the start region is reduced to {:.3g} of its size, the part does not leave",
                                        number_in(smaller))
                          : "the part may leave even if the start region is reduced to a sixteenth of its size");
}

}  // namespace

void write_regions(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const std::string found = text_in(at(results, "status"));
  if (is_true(at(results, "found"))) {
    const bool seated = is_true(at(at(results, "reference"), "seated"));
    page.headline(status, fmt::format("{} {}: every point of the part comes to rest within {} of its place {}",
                                      steps_in(results), start_in(document), length(document, at(results, "displacement")),
                                      seated ? "at the seat" : "in the task's pose"));
  } else if (found == "may leave") {
    page.headline(status, "the part may leave " + start_in(document));
  } else if (found == "stopped") {
    page.headline(kFailed, "not known: a limit was reached (raise --limit or --limit-boxes)");
  } else {
    page.headline(status, "not found " + start_in(document) + ": " + text_in(at(results, "reason")));
  }
  write_advice(results, page);
  write_region_table(document, page);
  write_farthest(document, page);
  write_witness(document, page);
  write_way_out(document, page);
  const Json& assumes = at(results, "assumes");
  for (std::size_t k = 0; k < count_of(assumes); ++k) page.field(k == 0 ? "assumes" : "", text_in(at(assumes, k)));
  if (is_true(at(results, "found"))) page.hint("More: --certificate FILE, pawl verify FILE, pawl simulate, --format json");
  write_doubts(results, page);
}

}  // namespace pawl::answers
