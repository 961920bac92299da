// SPDX-License-Identifier: MIT
// What --tolerance, --clamp and --clamp-at add to an answer.
#include "text/answer_text.h"

namespace pawl::cli {
namespace {

void write_tolerance(const Json& tolerance, const std::string& length, TextPage& page) {
  if (is_null(tolerance))
    return page.field("tolerance", "not known: there are not three locators that locate the part");
  const std::string off = rounded(number_in(at(tolerance, "tolerance"))) + " " + length;
  const Json& points = at(tolerance, "points");
  for (std::size_t k = 0; k < count_of(points); ++k) {
    const Json& point = at(points, k);
    const Json& axes = at(at(point, "ellipse"), "semi_axes");
    page.field(k == 0 ? "tolerance" : "",
               "locators off by " + off + " move the part's point " + vector_in(at(point, "point")) + " by up to " +
                   rounded(number_in(at(point, "worst"))) + " " + length + "; standard deviations " +
                   rounded(number_in(at(axes, 0))) + " and " + rounded(number_in(at(axes, 1))));
  }
}

std::string intervals_in(const Json& edge) {
  std::string text;
  const Json& intervals = at(edge, "intervals");
  for (std::size_t k = 0; k < count_of(intervals); ++k) {
    const Json& interval = at(intervals, k);
    text += (k > 0 ? " and from " : "from ") + rounded(number_in(at(interval, "from"))) + " to " +
            rounded(number_in(at(interval, "to")));
  }
  return text + (text_in(at(edge, "kind")) == "arc" ? " of its sweep" : " of its length");
}

void write_clamps(const Json& clamps, TextPage& page) {
  if (is_null(clamps)) return;
  const Json& edges = at(clamps, "edges");
  if (count_of(edges) == 0) page.field("clamp", "no edge takes a single clamp without friction");
  for (std::size_t k = 0; k < count_of(edges); ++k) {
    const Json& edge = at(edges, k);
    page.field(k == 0 ? "clamp" : "", "on edge " + rounded(number_in(at(edge, "edge"))) + " " + intervals_in(edge));
  }
  const Json& uncertain = at(clamps, "uncertain");
  if (count_of(uncertain) > 0)
    page.line("not certified: whether edge " + list_in(uncertain, ", ") + " takes a clamp rests on rounding");
  else if (!at(clamps, "certified").boolean().value_or(true))
    page.line("not certified: the locators hardly hold the part, and may bear a million times the clamp's force");
}

std::string range_in(const Json& range) {
  const Json& most = at(range, 1);
  return "from " + rounded(number_in(at(range, 0))) + " N" +
         (is_null(most) ? " on" : " to " + rounded(number_in(most)) + " N");
}

std::string window_in(const Json& window) {
  if (is_null(at(window, "balanced"))) return "no force balances";
  std::string text = "balance exists " + range_in(at(window, "balanced"));
  const Json& holds = at(window, "holds");
  if (count_of(holds) == 0) return text + "; none surely holds";
  for (std::size_t k = 0; k < count_of(holds); ++k)
    text += (k == 0 ? "; surely holds above " : " and ") + range_in(at(holds, k)).substr(k == 0 ? 5 : 0);
  return text;
}

void write_forces(const Json& forces, TextPage& page) {
  const Json &places = at(forces, "places"), &wrenches = at(forces, "wrenches");
  for (std::size_t k = 0; k < count_of(places); ++k) {
    const Json& place = at(places, k);
    page.field("clamped", "at " + rounded(number_in(at(place, "along"))) + " of edge " +
                              rounded(number_in(at(place, "edge"))) + ", friction " +
                              (at(place, "friction").entries() ? list_in(at(place, "friction"), "\u2013")
                                                               : rounded(number_in(at(place, "friction")))));
    const Json& windows = at(place, "windows");
    for (std::size_t i = 0; i < count_of(windows); ++i)
      page.field("", "against " + vector_in(at(wrenches, i)) + ": " + window_in(at(windows, i)));
    if (count_of(windows) > 1) page.field("", "against all: " + window_in(at(place, "all")));
    if (!at(place, "certified").boolean().value_or(true))
      page.line("not certified: whether this clamp holds rests on rounding");
  }
}

}  // namespace

void write_fixture_check(const Json& results, const std::string& length, TextPage& page) {
  const std::string unseated = text_in(at(results, "unseated"));
  if (!unseated.empty()) return page.field("seat", "none: " + unseated);
  const auto has = [&](const char* key) {
    for (const auto& [name, value] : *results.members()) {
      if (name == key) return true;
    }
    return false;
  };
  if (has("tolerance")) write_tolerance(at(results, "tolerance"), length, page);
  if (has("clamps")) write_clamps(at(results, "clamps"), page);
  if (has("clamp_forces")) write_forces(at(results, "clamp_forces"), page);
}

}  // namespace pawl::cli
