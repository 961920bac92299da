// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

std::string number_or_dash(const Json& value) { return value.number() ? rounded(number_in(value)) : "-"; }
std::string degrees_or_dash(const Json& value) { return value.number() ? in_degrees(number_in(value)) : "-"; }

std::string edges_of(const Json& locators) {
  std::string text;
  for (std::size_t k = 0; k < count_of(locators); ++k) {
    text += (k > 0 ? " " : "") + rounded(number_in(at(at(locators, k), "edge")));
  }
  return text;
}

/// "(5,0) (35,20)": a point is one word, which no line is broken in.
std::string places_of(const Json& fixels) {
  std::string text;
  for (std::size_t k = 0; k < count_of(fixels); ++k) {
    const Json& place = at(at(fixels, k), "at");
    text += (k > 0 ? " (" : "(") + rounded(number_in(at(place, 0))) + "," + rounded(number_in(at(place, 1))) + ")";
  }
  return text;
}

/// The edge of a lattice's clamp, else those that take one.
std::string clamps_of(const Json& fixture) {
  const Json& locator = at(at(fixture, "clamp"), "locator");
  if (locator.members()) return rounded(number_in(at(locator, "edge")));
  const Json& edges = at(fixture, "clamp_edges");
  if (!edges.entries()) return "-";
  return count_of(edges) > 0 ? list_in(edges) : "none";
}

void write_table(const Json& fixtures, const std::string& length, TextPage& page) {
  std::vector<TextPage::Row> rows{
      {"", "edges", "error", "margin", "steps", "friction", "depth", "clamp", "pins at " + length}};
  for (std::size_t k = 0; k < count_of(fixtures); ++k) {
    const Json& fixture = at(fixtures, k);
    rows.push_back({std::to_string(k + 1), edges_of(at(fixture, "locators")),
                    number_or_dash(at(at(fixture, "pose_error"), "worst")), degrees_or_dash(at(fixture, "margin_deg")),
                    number_or_dash(at(fixture, "steps")),
                    number_or_dash(at(at(fixture, "friction_limit"), "this_plan")),
                    number_or_dash(at(fixture, "depth")), clamps_of(fixture), places_of(at(fixture, "fixels"))});
  }
  page.table(rows);
}

/// "12 not located, 30 dominated (20 by margin, 10 by depth)".
std::string ends_in(const Json& out) {
  std::string text;
  const Json::Object* ends = out.members();
  for (std::size_t k = 0; ends != nullptr && k < ends->size(); ++k) {
    const auto& [end, count] = (*ends)[k];
    std::string words = end;
    for (char& letter : words) letter = letter == '_' ? ' ' : letter;
    if (const Json::Object* kinds = count.members()) {
      for (const auto& [name, some] : *kinds) {
        if (number_in(some) > 0) {
          text += (text.empty() ? "" : ", ") + rounded(number_in(some)) + " " + words +
                  (end == "missed" ? " " : " (worst: ") + name + (end == "missed" ? "" : ")");
        }
      }
    } else if (number_in(count) > 0) {
      text += (text.empty() ? "" : ", ") + rounded(number_in(count)) + " " + words;
    }
  }
  return text;
}

void write_nearest(const Json& results, TextPage& page) {
  const Json& nearest = at(results, "nearest");
  if (!nearest.members()) return;
  page.field("nearest", "candidate " + rounded(number_in(at(nearest, "candidate"))) + ", pins at " +
                            places_of(at(nearest, "fixels")) + ", misses " + text_in(at(nearest, "missed")));
}

}  // namespace

void write_fixture(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const Json& fixtures = at(results, "fixtures");
  const std::size_t count = count_of(fixtures);
  page.headline(status, count == 0 ? "no fixture: " + text_in(at(results, "reason"))
                                   : counted(count, "fixture") + ", best first: " + text_in(at(results, "reason")));
  if (count > 0) write_table(fixtures, length_of(document), page);
  write_nearest(results, page);
  const std::string ends = ends_in(at(results, "out"));
  if (!ends.empty()) page.field("out", ends);
  const Json& twice = at(results, "touching_twice");
  if (number_in(twice) > 0) page.field("not tried", rounded(number_in(twice)) + " with a pin on two edges at once");
  if (count > 0) {
    page.field("best", text_in(at(at(fixtures, 0), "why")));
    page.line(
        "error: of the worst point, for locators that are off by 1; margin: of the plan's least sure step; "
        "friction may be off by so much; depth in N " +
        length_of(document) + ", for a force of 1 N; clamp: edges that one may press on; edges from 1");
    page.hint("--task-out FILE writes the best as a task, for pawl plan, simulate and draw");
  }
  write_doubts(results, page);
}

}  // namespace pawl::answers
