// SPDX-License-Identifier: MIT
#include <algorithm>

#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

constexpr std::size_t kMostShown = 12;

std::string first_of(const Json& z) {
  std::string text;
  for (std::size_t k = 0; k < std::min(count_of(z), kMostShown); ++k) {
    text += (k > 0 ? " " : "") + rounded(number_in(at(z, k)));
  }
  return text + (count_of(z) > kMostShown ? " \u2026 (" + std::to_string(count_of(z)) + " in all)" : "");
}

}  // namespace

void write_lcp(const Json& document, Status, TextPage& page) {
  const Json& results = at(document, "results");
  for (std::size_t k = 0; k < count_of(results); ++k) {
    const Json& result = at(results, k);
    const std::string status = text_in(at(result, "status"));
    const std::string words = status == "solved" ? "solved"
                              : status == "none" ? "has no solution: proved"
                                                 : "undecided";
    page.headline(status == "solved" ? kYes
                  : status == "none" ? kNo
                                     : kFailed,
                  text_in(at(result, "file")) + ": " + words);
    if (status == "solved") page.field("z", first_of(at(result, "z")));
    if (at(result, "solutions").entries()) {
      page.field("all", counted(count_of(at(result, "solutions")), "solution") +
                            (is_true(at(result, "complete")) ? "" : " so far: the search was cut short"));
    }
    page.field("by", text_in(at(result, "method")) + ", " + rounded(number_in(at(result, "pivots"))) +
                         " pivots, residual " + rounded(number_in(at(result, "residual"))));
  }
}

void write_verify(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const bool accepted = is_true(at(results, "accepted"));
  const std::string name = text_in(at(document, "name"));
  const std::string refused = text_in(at(results, "refused"));
  page.headline(status, name + (accepted ? ": accepted" : refused.empty() ? ": checked in part" : ": refused"));
  const Json& checked = at(results, "checked");
  for (std::size_t k = 0; k < count_of(checked); ++k) page.field(k == 0 ? "checked" : "", text_in(at(checked, k)));
  const Json& unchecked = at(results, "unchecked");
  for (std::size_t k = 0; k < count_of(unchecked); ++k)
    page.field(k == 0 ? "unchecked" : "", text_in(at(unchecked, k)));
  if (!refused.empty()) page.field("wrong", refused);
  const Json& part = at(results, "part");
  if (part.members()) page.field("part", text_in(at(part, "name")) + " " + text_in(at(part, "digest")));
  if (at(results, "depth").number())
    page.field("depth", rounded(number_in(at(results, "depth"))) + " N times the task's length, for a load of 1 N");
}

}  // namespace pawl::answers
