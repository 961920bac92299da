// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

constexpr std::size_t kMostShown = 10;

void write_failure(const Json& document, const Json& failure, const std::string& label, TextPage& page) {
  page.field(label, text_in(at(failure, "why")));
  page.field("", "from " + vector_in(at(failure, "start")) + " " + length_of(document) + ", " + angle_of(document) +
                     " touching " +
                     (count_of(at(failure, "contacts")) > 0 ? list_in(at(failure, "contacts")) : "nothing") +
                     " in the end; --replay " + rounded(number_in(at(failure, "replay"))));
}

void write_trials(const Json& document, const Json& results, Status status, TextPage& page) {
  const Json& interval = at(results, "interval95");
  const Json& failures = at(results, "failures");
  page.headline(status, rounded(number_in(at(results, "seated"))) + " of " + rounded(number_in(at(results, "starts"))) +
                            " starts end at the goal");
  page.field("chance", fmt::format("from {:.1f} % to {:.1f} %, with 95 % confidence, for this scatter and model",
                                   100 * number_in(at(interval, 0)), 100 * number_in(at(interval, 1))));
  std::string outcomes;
  const Json::Object* counts = at(results, "outcomes").members();
  for (std::size_t k = 0; counts != nullptr && k < counts->size(); ++k) {
    const auto& [name, count] = (*counts)[k];
    if (number_in(count) > 0) outcomes += (outcomes.empty() ? "" : ", ") + rounded(number_in(count)) + " " + name;
  }
  if (!outcomes.empty()) page.field("ends", outcomes);
  for (std::size_t k = 0; k < std::min(count_of(failures), kMostShown); ++k) {
    write_failure(document, at(failures, k), k == 0 ? "failed" : "", page);
  }
  if (count_of(failures) > kMostShown)
    page.field("", "and " + std::to_string(count_of(failures) - kMostShown) + " more");
}

void write_scene(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const Json& bodies = at(results, "bodies");
  const std::string length = length_of(document), angle = angle_of(document);
  page.headline(status, counted(static_cast<std::size_t>(number_in(at(results, "steps"))), "step") + ", " +
                            rounded(number_in(at(results, "time"))) + " s");
  std::vector<TextPage::Row> rows{{"body", "pose " + length + ", " + angle, "twist"}};
  for (std::size_t k = 0; k < std::min(count_of(bodies), 4 * kMostShown); ++k) {
    rows.push_back(
        {std::to_string(k + 1), vector_in(at(at(bodies, k), "pose")), vector_in(at(at(bodies, k), "twist"))});
  }
  page.table(rows);
  if (count_of(bodies) > 4 * kMostShown) page.hint("and more: --format json");
  const Json& joints = at(results, "joints");
  for (std::size_t k = 0; k < count_of(joints); ++k) {
    page.field(k == 0 ? "joints" : "", std::to_string(k + 1) + ": at " +
                                           rounded(number_in(at(at(joints, k), "position"))) + ", velocity " +
                                           rounded(number_in(at(at(joints, k), "velocity"))));
  }
  page.field("deepest", rounded(number_in(at(results, "worst_penetration"))) + " " + length + " into each other");
  page.field("energy", rounded(number_in(at(results, "energy"))) + " N " + length);
  if (number_in(at(results, "unsolved")) > 0) page.field("unsolved", "a step could not be made: the run ended there");
}

}  // namespace

void write_simulate(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  if (at(results, "bodies").entries()) {
    write_scene(document, status, page);
  } else if (at(results, "starts").number()) {
    write_trials(document, results, status, page);
  } else if (at(results, "outcome").text()) {
    page.headline(status,
                  "start " + rounded(number_in(at(results, "replay"))) + ": " + text_in(at(results, "outcome")));
    const std::string why = text_in(at(results, "why"));
    if (!why.empty()) page.field("why", why);
    page.field("took", rounded(number_in(at(results, "time"))) + " s");
    page.field("end", vector_in(at(results, "end")) + " " + length_of(document) + ", " + angle_of(document));
  } else if (results.members()) {  // --both
    for (const auto& [name, one] : *results.members()) {
      if (!one.members()) continue;
      page.line(name + " choices:");
      write_trials(document, one, count_of(at(one, "failures")) == 0 ? kYes : kNo, page);
    }
  }
  write_doubts(results, page);
}

}  // namespace pawl::answers
