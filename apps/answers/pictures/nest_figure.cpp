// SPDX-License-Identifier: MIT
#include "answers/nest_answer.h"
#include "answers/pictures/answer_picture.h"
#include "answers/pictures/figures.h"

namespace pawl::answers {

draw::FixturesFigure nest_figure(const ValidTask& task, const Json& document) {
  draw::FixturesFigure figure;
  figure.title = title_of(document);
  figure.notes = answer_notes(document, {});
  if (!at(at(document, "results"), "plate").members()) return figure;
  const ValidTask nested = nested_task(task, at(document, "results"));
  draw::FixtureFigure in_place;
  in_place.part = draw::part_figure(nested);
  in_place.title = "the part in its pocket";
  figure.fixtures.push_back(std::move(in_place));
  for (draw::FixtureFigure& wrong : foolproof_figure(nested, document).fixtures) {
    wrong.title = "also accepted: " + wrong.title;
    if (count_of(at(at(at(document, "results"), "foolproof"), "wrong")) > 0) figure.fixtures.push_back(std::move(wrong));
  }
  return figure;
}

}  // namespace pawl::answers
