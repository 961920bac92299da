// SPDX-License-Identifier: MIT
#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

/// "1: 0.6 along the normal, -0.1 along the tangent" of each contact with a force.
std::string forces_in(const Json& forces) {
  const std::size_t contacts = count_of(forces) / 2;
  std::string text;
  for (std::size_t k = 0; k < contacts; ++k) {
    const double normal = number_in(at(forces, k)), tangent = number_in(at(forces, contacts + k));
    if (normal == 0 && tangent == 0) continue;
    text += (text.empty() ? "" : "; ") + std::to_string(k + 1) + ": " + rounded(normal) + " pressing, " +
            rounded(tangent) + " along";
  }
  return text.empty() ? "none" : text;
}

void write_solution(const Json& document, const Json& solution, TextPage& page) {
  const std::string mode = text_in(at(solution, "mode")), length = length_of(document);
  page.field(mode, in_words(mode));
  const Json& range = at(solution, "acceleration_range");
  const std::string units = " " + length + "/s\u00b2, " + angle_of(document) + "/s\u00b2";
  page.field("", "acceleration " +
                     (range.entries() ? "from " + vector_in(at(range, 0)) + " to " + vector_in(at(range, 1))
                                      : vector_in(at(solution, "acceleration"))) +
                     units);
  page.field("", "forces on the part, N: " + forces_in(at(solution, "forces")) +
                     (number_in(at(solution, "force_rank_deficiency")) > 0 ? " (one of many that fit)" : ""));
}

}  // namespace

void write_forward(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const Json& solutions = at(results, "solutions");
  const std::string verdict = text_in(at(results, "verdict")), wrench = "wrench " + vector_in(at(results, "wrench"));
  if (verdict == "one") page.headline(status, wrench + " does one thing");
  if (verdict == "none") page.headline(status, wrench + ": no motion fits these laws");
  if (verdict == "many") {
    page.headline(status, wrench + " leaves it open: " + counted(count_of(solutions), "mode") + " fit");
  }
  if (verdict == "undecided") page.headline(status, wrench + ": undecided within the rounding of the input");
  if (verdict.empty()) page.headline(status, wrench + ": not known");
  for (std::size_t k = 0; k < count_of(solutions); ++k) write_solution(document, at(solutions, k), page);
  if (count_of(solutions) > 0) page.line("along: counterclockwise from the normal, which points into the part");
  write_doubts(results, page);
}

}  // namespace pawl::answers
