// SPDX-License-Identifier: MIT
#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

std::string dimension_in(const Json& cone) {
  switch (static_cast<int>(number_in(at(cone, "dimension")))) {
    case 0:
      return "no wrench but 0";
    case 1:
      return count_of(at(cone, "lines")) > 0 ? "a line of wrenches" : "one direction of wrenches";
    case 2:
      return "a flat cone of wrenches, which any error leaves";
    default:
      return count_of(at(cone, "faces")) == 0 ? "every wrench" : "a cone of wrenches";
  }
}

void write_cone(const Json& result, TextPage& page) {
  const std::string mode = text_in(at(result, "mode"));
  const bool feasible = is_true(at(result, "feasible"));
  const bool certified = at(result, "certified").boolean().value_or(true);
  page.headline(!certified ? kFailed
                : feasible ? kYes
                           : kNo,
                mode + ": " + in_words(mode) + (feasible ? "" : " \u2013 impossible: no motion does that"));
  if (feasible) {
    const Json& cone = at(result, "cone");
    page.field("from", dimension_in(cone));
    const Json& rays = at(cone, "rays");
    for (std::size_t k = 0; k < count_of(rays); ++k) page.field(k == 0 ? "rays" : "", vector_in(at(rays, k)));
    const Json& lines = at(cone, "lines");
    for (std::size_t k = 0; k < count_of(lines); ++k)
      page.field(k == 0 ? "lines" : "", "\u00b1 " + vector_in(at(lines, k)));
    const Json& widest = at(result, "widest");
    if (number_in(at(widest, "margin_deg")) > 0) {
      page.field("best",
                 vector_in(at(widest, "wrench")) + ", margin " + margin_in(number_in(at(widest, "margin_deg"))));
    }
  }
  const Json& wrench = at(result, "wrench");
  if (wrench.members()) {
    page.field("asked", is_true(at(wrench, "consistent")) ? "the wrench may give this mode"
                                                          : "the wrench does not give this mode");
  }
  write_doubts(result, page);
}

}  // namespace

void write_cones(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  if (const std::optional<double> count = at(results, "count").number()) {
    return page.headline(status, counted(static_cast<std::size_t>(*count), "mode"));
  }
  for (std::size_t k = 0; k < count_of(results); ++k) write_cone(at(results, k), page);
  if (count_of(results) == 0) page.headline(status, "no feasible mode");
  page.line("wrenches (fx, fy, torque), N and N " + length_of(document) + ", about the centre of mass");
}

void write_modes(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const Json& modes = at(results, "modes");
  page.headline(status, counted(static_cast<std::size_t>(number_in(at(results, "count"))), "feasible mode"));
  std::vector<TextPage::Row> rows;
  if (count_of(modes) > 0) rows.push_back({"mode", "as in (ax, ay, turn)", "the part"});
  for (std::size_t k = 0; k < count_of(modes); ++k) {
    const std::string mode = text_in(at(at(modes, k), "mode"));
    rows.push_back({mode, vector_in(at(at(modes, k), "acceleration")), in_words(mode)});
  }
  page.table(rows);
  const double shown = static_cast<double>(count_of(modes));
  if (shown > 0 && shown < number_in(at(results, "count"))) page.hint("and more: --format json lists all");
  write_doubts(results, page);
}

}  // namespace pawl::answers
