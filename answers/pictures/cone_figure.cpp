// SPDX-License-Identifier: MIT
#include "answers/pictures/cone_figure.h"

#include <pawl/base/fault.h>

#include <cmath>

#include "answers/pictures/answer_notes.h"
#include "answers/text/words.h"

namespace pawl::answers {
namespace {

/// Rows of a printed cone are unit vectors; what is none would be drawn somewhere, wrongly.
Eigen::Vector3d unit_in(const Json& row) {
  const Eigen::Vector3d read = vector3_in(row);
  if (count_of(row) == 3 && std::abs(read.norm() - 1) < 1e-6) return read;
  throw InputError("", row.dump(), "is no unit vector of three numbers, as the rows of a printed cone are");
}

std::vector<Eigen::Vector3d> rows_in(const Json& rows) {
  std::vector<Eigen::Vector3d> result;
  for (std::size_t k = 0; k < count_of(rows); ++k) result.push_back(unit_in(at(rows, k)));
  return result;
}

}  // namespace

draw::ConeRows cone_in(const Json& cone) {
  return {rows_in(at(cone, "rays")), rows_in(at(cone, "lines")), rows_in(at(cone, "faces")),
          rows_in(at(cone, "equalities"))};
}

draw::ConeFigure cone_figure(const ValidTask& task, const Json& document) {
  draw::ConeFigure figure;
  const Json& results = at(document, "results");
  for (std::size_t k = 0; k < count_of(results); ++k) {
    const Json& result = at(results, k);
    draw::ModeCone mode{text_in(at(result, "mode")), is_true(at(result, "feasible")), cone_in(at(result, "cone"))};
    if (mode.mode.size() != task.contacts().size()) {
      throw InputError("/results/" + std::to_string(k) + "/mode", mode.mode,
                       "the answer is of a task with other fixels");
    }
    const Json& widest = at(result, "widest");
    // Of a linear space there is no widest direction: zeros.
    if (vector3_in(at(widest, "wrench")).norm() > 0) mode.widest = unit_in(at(widest, "wrench"));
    mode.margin_deg = number_in(at(widest, "margin_deg"));
    if (!at(result, "certified").boolean().value_or(true))
      figure.warnings.push_back(
          {"not-certified", "",
           "mode " + mode.mode + " is not certified: " + text_in(at(at(result, "uncertain"), "reason"))});
    figure.modes.push_back(std::move(mode));
  }
  if (is_true(at(document, "stopped")))
    figure.warnings.push_back({"stopped", "", "stopped early: there may be more modes than these"});
  return figure;
}

}  // namespace pawl::answers
