// SPDX-License-Identifier: MIT
#include <algorithm>

#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

constexpr std::size_t kMostRows = 24;

/// Returns an interval such as "12.3° to 15°", or one angle such as "12.3°".
std::string interval_in(const Json& interval) {
  const double low = number_in(at(interval, 0)), high = number_in(at(interval, 1));
  return high - low < 1e-9 ? in_degrees(low) : in_degrees(low) + " to " + in_degrees(high);
}

/// Returns a margin such as "12.3°". If the margin would be rounded to 0, returns "below 0.1°".
std::string margin_in(const Json& margin) {
  if (is_null(margin)) return "any";
  const double degrees = number_in(margin);
  return degrees < 0.1 ? "below 0.1°" : in_degrees(degrees);
}

std::string orientations_in(const Json& list) {
  constexpr std::size_t kMost = 4;
  std::string text;
  for (std::size_t k = 0; k < std::min(count_of(list), kMost); ++k)
    text += (k > 0 ? ", " : "") + interval_in(at(list, k));
  return count_of(list) > kMost ? text + ", …" : text;
}

void write_headline(const Json& results, Status status, TextPage& page) {
  const bool fence = text_in(at(results, "by")) == "fence";
  const std::string what = text_in(at(results, "status"));
  const std::size_t symmetry = whole_in(at(results, "symmetry"));
  if (what == "found") {
    const std::string ends =
        symmetry == 1 ? "to one orientation"
                      : "to one of " + std::to_string(symmetry) + " orientations, " +
                            in_degrees(360. / static_cast<double>(std::max<std::size_t>(symmetry, 1))) + " apart";
    page.headline(status, counted(count_of(at(results, "steps")), fence ? "push" : "squeeze") +
                              (count_of(at(results, "steps")) == 1 ? " brings" : " bring") + " every orientation " +
                              ends);
  } else if (what == "none") {
    page.headline(status, "no plan: " + text_in(at(results, "reason")));
  } else {
    page.headline(status, "not known: " + text_in(at(results, "reason")));
  }
}

void write_orienting_steps(const Json& results, TextPage& page) {
  const Json& steps = at(results, "steps");
  const bool fence = text_in(at(results, "by")) == "fence";
  if (count_of(steps) == 0) return;
  std::vector<TextPage::Row> rows{
      {"step", fence ? "fence at" : "jaws at", "turned by", "margin", "left", "orientations"}};
  for (std::size_t k = 0; k < std::min(count_of(steps), kMostRows); ++k) {
    const Json& step = at(steps, k);
    rows.push_back({std::to_string(k + 1), in_degrees(number_in(at(step, "angle_deg"))),
                    k == 0 ? "-" : in_degrees(number_in(at(step, "turn_deg"))), margin_in(at(step, "margin_deg")),
                    std::to_string(whole_in(at(step, "left"))), orientations_in(at(step, "orientations_deg"))});
  }
  page.table(rows);
  if (count_of(steps) > kMostRows) page.line("and " + std::to_string(count_of(steps) - kMostRows) + " more steps");
}

void write_transfer(const Json& results, TextPage& page) {
  const Json& transfer = at(results, "transfer");
  for (std::size_t k = 0; k < std::min(count_of(transfer), kMostRows); ++k) {
    const Json& step = at(transfer, k);
    const std::string kind = text_in(at(step, "kind"));
    const Json& ends = at(step, "ends_deg");
    page.field(k == 0 ? "turns" : "", in_degrees(number_in(at(step, "from_deg"))) + " to " +
                                          in_degrees(number_in(at(step, "to_deg"))) +
                                          (kind == "stays"   ? " stays"
                                           : kind == "turns" ? " ends at " + in_degrees(number_in(at(ends, 0)))
                                                             : " ends between " + in_degrees(number_in(at(ends, 0))) +
                                                                   " and " + in_degrees(number_in(at(ends, 1)))));
  }
  if (count_of(transfer) > kMostRows)
    page.field("", "and " + std::to_string(count_of(transfer) - kMostRows) + " more intervals");
}

void write_stable(const Json& results, const std::string& length, TextPage& page) {
  const Json& stable = at(results, "stable");
  for (std::size_t k = 0; k < std::min(count_of(stable), kMostRows); ++k) {
    const Json& pose = at(stable, k);
    const std::optional<double> margin = at(pose, "margin_deg").number();
    page.field(k == 0 ? "rests" : "",
               "on the " + text_in(at(pose, "rests_on")) +
                   (margin ? " from " + vector_in(at(pose, "from")) + " to " + vector_in(at(pose, "to"))
                           : " at " + vector_in(at(pose, "from"))) +
                   ", height " + rounded(number_in(at(pose, "height"))) + " " + length +
                   (!margin       ? ""
                    : *margin > 0 ? ", can be tipped by " + in_degrees(*margin)
                                  : ", not for every position of the centre of mass"));
  }
  if (count_of(stable) > kMostRows) page.field("", "and " + std::to_string(count_of(stable) - kMostRows) + " more");
}

}  // namespace

void write_orient(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const std::string length = length_of(document);
  write_headline(results, status, page);
  write_orienting_steps(results, page);
  const Json& finals = at(results, "final_deg");
  if (count_of(finals) > 0) {
    std::string text;
    for (std::size_t k = 0; k < std::min<std::size_t>(count_of(finals), 8); ++k)
      text += (k > 0 ? ", " : "") + in_degrees(number_in(at(finals, k)));
    page.field("ends at", text + (count_of(finals) > 8 ? ", …" : ""));
    const double off = number_in(at(results, "off_deg"));
    if (off != 0) page.field("", in_degrees(off) + " from the wanted orientation, because of the turning step");
    page.field("shortest", is_true(at(results, "shortest")) ? "yes, proved" : "not proved");
  }
  if (whole_in(at(results, "symmetry")) > 0) {
    page.field("symmetry",
               std::to_string(whole_in(at(results, "symmetry"))) +
                   (is_true(at(results, "symmetry_exact")) ? ": no plan leaves fewer orientations"
                                                           : ": no plan with margins of 1e-9 rad leaves fewer"));
  }
  write_transfer(results, page);
  write_stable(results, length, page);
  const Json& assumes = at(results, "assumes");
  for (std::size_t k = 0; k < count_of(assumes); ++k) page.field(k == 0 ? "assumes" : "", text_in(at(assumes, k)));
  write_doubts(results, page);
  page.line("\"turns\": directions of the closing jaw or the fence, in the part's own axes, counterclockwise from x");
}

}  // namespace pawl::answers
