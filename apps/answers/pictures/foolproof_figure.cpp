// SPDX-License-Identifier: MIT
#include <pawl/base/angle.h>
#include <pawl/draw/fixture_plate.h>
#include <pawl/draw/part_figure.h>
#include <pawl/planner/wrong_placements.h>

#include <string>

#include "answers/pictures/answer_picture.h"
#include "answers/pictures/figures.h"
#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

constexpr std::size_t kMostDrawn = 12;  ///< at most this number of placements is drawn

/// Returns the part in one placement of the answer, together with the fixels and walls of the task.
draw::FixtureFigure figure_of(const ValidTask& valid, const Json& document, const Json& placement, const Json& misfit) {
  const Task& task = valid.task();
  const bool over = is_true(at(placement, "turned_over"));
  Eigen::Vector3d pose = vector3_in(at(placement, "pose"));
  pose.z() /= task.units.angle_of(1);
  const auto placed = [&](const Outline& outline) {
    return draw::path_of(draw::moved(over ? turned_over(outline) : outline, pose));
  };
  draw::FixtureFigure figure;
  figure.part = draw::part_figure(valid);
  figure.part.outline = placed(*task.part.outline);
  figure.part.holes.clear();
  for (const Outline& hole : task.part.holes) figure.part.holes.push_back(placed(hole));
  const Eigen::Vector2d center = valid.contacts().center_of_mass;
  figure.part.center = pose.head<2>() + draw::turned({center.x(), over ? -center.y() : center.y()}, pose.z());
  for (draw::FixelFigure& fixel : figure.part.fixels) {
    fixel.contact = false;
    fixel.point = fixel.at;
  }
  figure.title = std::string(over ? "turned over, " : "") + "turned by " + rounded(degrees(pose.z())) + "\u00b0";
  figure.measures.push_back({"misfit " + rounded(number_in(misfit)) + " " + length_of(document), draw::Ink::note});
  return figure;
}

}  // namespace

draw::FixturesFigure foolproof_figure(const ValidTask& task, const Json& document) {
  const Json& foolproof = at(at(document, "results"), "foolproof");
  draw::FixturesFigure figure;
  figure.title = title_of(document);
  figure.notes = answer_notes(document, {"seated", "accuracy", "gyration", "mass"});
  for (const char* key : {"wrong", "undecided"}) {
    const Json& list = at(foolproof, key);
    for (std::size_t k = 0; k < count_of(list) && figure.fixtures.size() < kMostDrawn; ++k)
      figure.fixtures.push_back(figure_of(task, document, at(list, k), at(at(list, k), "misfit")));
  }
  const Json& miss = at(foolproof, "near_miss");
  if (figure.fixtures.empty() && miss.members()) {
    figure.fixtures.push_back(figure_of(task, document, miss, at(at(miss, "misfit"), 1)));
    figure.fixtures.back().title = "near miss, " + figure.fixtures.back().title;
  }
  return figure;
}

}  // namespace pawl::answers
