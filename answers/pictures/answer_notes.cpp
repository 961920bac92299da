// SPDX-License-Identifier: MIT
#include "answers/pictures/answer_notes.h"

#include <algorithm>

#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

bool is_missing_depth(const Json& results) {
  const Json& steps = at(results, "steps");
  if (count_of(steps) == 0) return false;
  const Json& energy = at(at(steps, 0), "energy");
  return at(energy, "boxes").number() == std::nullopt && at(at(steps, 0), "radius").members() != nullptr;
}

bool is_failed_trial(const Json& results) {
  const std::string outcome = text_in(at(results, "outcome"));
  return count_of(at(results, "failures")) > 0 || (!outcome.empty() && outcome != "seated" && outcome != "rolling");
}

bool has_unsolved(const Json& results) {
  return number_in(at(results, "unsolved")) > 0 || number_in(at(at(results, "outcomes"), "unsolved")) > 0 ||
         text_in(at(results, "outcome")) == "unsolved" || is_true(at(results, "stopped"));
}

bool is_no(const std::string& command, const Json& results) {
  if (command == "check") {
    const std::optional<bool> desired = at(results, "desired").boolean();
    if (desired) return !*desired;
    return text_in(at(results, "verdict")) != "determinate" || is_true(at(results, "jam"));
  }
  if (command == "plan") return !is_true(at(results, "found")) || is_missing_depth(results);
  if (command == "forward") return text_in(at(results, "verdict")) == "none";
  if (command == "simulate") {
    return is_failed_trial(results) || is_failed_trial(at(results, "random")) ||
           is_failed_trial(at(results, "adversarial"));
  }
  return false;
}

bool is_failed(const Json& document, const Json& results) {
  return is_true(at(document, "stopped")) || !at(results, "certified").boolean().value_or(true) ||
         text_in(at(results, "status")) == "stopped" || has_unsolved(results) || has_unsolved(at(results, "random")) ||
         has_unsolved(at(results, "adversarial"));
}

/// That a wrench may do several things is an answer, but no good one.
draw::Ink ink_of(const Json& document, Status status) {
  if (status == kYes && text_in(at(at(document, "results"), "verdict")) == "many") return draw::Ink::warning;
  return status == kYes ? draw::Ink::seated : status == kNo ? draw::Ink::failed : draw::Ink::warning;
}

}  // namespace

Status status_of_answer(const Json& document) {
  const Json& results = at(document, "results");
  if (is_failed(document, results)) return kFailed;
  return is_no(text_in(at(document, "command")), results) ? kNo : kYes;
}

std::vector<draw::Note> answer_notes(const Json& document, const std::vector<std::string>& shown) {
  using Kind = TextPage::Statement::Kind;
  const Status status = status_of_answer(document);
  const TextPage page = page_for_people(document, status, {});
  std::vector<draw::Note> notes;
  bool left_out = false;
  for (const TextPage::Statement& said : page.statements()) {
    if (said.kind == Kind::field && !said.label.empty())
      left_out = std::find(shown.begin(), shown.end(), said.label) != shown.end();
    if (said.kind != Kind::field) left_out = false;
    if (left_out) continue;
    const draw::Ink ink = said.kind == Kind::headline  ? ink_of(document, status)
                          : said.kind == Kind::warning ? draw::Ink::warning
                                                       : draw::Ink::note;
    notes.push_back({(said.label.empty() ? "" : said.label + ": ") + said.text, ink});
  }
  return notes;
}

void add_note(std::vector<draw::Note>& notes, const std::string& text, draw::Ink ink) { notes.push_back({text, ink}); }

Eigen::Vector3d vector3_in(const Json& value) {
  // A -0 is printed as 0: a saved answer has the one, an answer just found the other.
  return {number_in(at(value, 0)) + 0., number_in(at(value, 1)) + 0., number_in(at(value, 2)) + 0.};
}

std::size_t whole_in(const Json& value) { return static_cast<std::size_t>(std::clamp(number_in(value), 0., 1e9)); }

std::vector<int> numbers_in(const Json& list) {
  std::vector<int> numbers;
  for (std::size_t k = 0; k < count_of(list); ++k) numbers.push_back(static_cast<int>(whole_in(at(list, k))));
  return numbers;
}

std::string title_of(const Json& document) {
  const std::string name = text_in(at(document, "name"));
  return name.empty() ? "pawl " + text_in(at(document, "command")) : name;
}

}  // namespace pawl::answers
