// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "answers/text/answer_text.h"
#include "answers/whole_edges.h"
#include "base/significant_digits.h"

namespace pawl::answers {
namespace {

std::string counts_in(const Json& counts) {
  std::string text;
  for (std::size_t k = 0; k < count_of(counts); ++k) {
    text +=
        (k > 0 ? ", " : "") + rounded(number_in(at(at(counts, k), "count"))) + " " + text_in(at(at(counts, k), "what"));
  }
  return text;
}

std::string of_kind(const Json& loops, const std::string& kind) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < count_of(loops); ++k) count += text_in(at(at(loops, k), "kind")) == kind ? 1 : 0;
  return count == 0 ? "" : ", " + counted(count, kind);
}

/// Returns a text about chains of curves that are not closed: their number, and the points at which the first of them
/// begin.
std::string open_chains_in(const Json& chains) {
  constexpr std::size_t kMostNamed = 3;
  const std::size_t count = count_of(chains);
  std::string text = count == 0 ? "" : counted(count, "open chain") + ": ";
  for (std::size_t k = 0; k < std::min(count, kMostNamed); ++k) {
    text += (k > 0 ? ", " : "") + text_in(at(at(chains, k), "begins"));
  }
  return text + (count > kMostNamed ? ", ..." : "");
}

}  // namespace

void write_part(const Json& document, Status, TextPage& page) {
  const Json& report = at(document, "report");
  const Json& loops = at(report, "loops");
  const std::string length = length_of(document);
  page.headline(kYes, text_in(at(document, "name")) + ": an outline" + of_kind(loops, "hole") + ", in " + length);
  page.field("read", text_in(at(report, "format")) + ": " + counts_in(at(report, "entities")));
  const std::string left_out = counts_in(at(report, "left_out"));
  if (!left_out.empty()) page.field("left out", left_out);
  page.field("area", rounded(number_in(at(report, "area"))) + " " + length + "\u00b2, centroid " +
                         vector_in(at(report, "centroid"), kNoise * number_in(at(report, "gyration_radius"))) +
                         ", gyration radius " + rounded(number_in(at(report, "gyration_radius"))));
  const std::string open_chains = open_chains_in(at(report, "open_chains"));
  if (!open_chains.empty()) page.field("left out", open_chains);
  const double deviation = number_in(at(report, "deviation"));
  page.field("curves", deviation == 0 ? "lines and arcs only"
                                      : "splines and ellipses replaced by arcs and chords, at most " +
                                            rounded(deviation) + " " + length + " off");
  const Json& dropped = at(report, "dropped");
  for (const char* what : {"duplicates", "zero_length"}) {
    const double count = number_in(at(dropped, what));
    if (count > 0)
      page.field("dropped", rounded(count) + " " + (std::string(what) == "duplicates" ? what : "of zero length"));
  }
  // If a loop contains curves, it has the key "edges": a curve counts as one edge although it has several segments.
  const auto has_curves = [](const Json& loop) { return has(loop, "edges"); };
  bool curved = false;
  for (std::size_t k = 0; k < count_of(loops); ++k) curved = curved || has_curves(at(loops, k));
  std::vector<TextPage::Row> rows{{"loop", "kind", curved ? "edges" : "segments", "area", "begins with"}};
  for (std::size_t k = 0; k < count_of(loops); ++k) {
    const Json& loop = at(loops, k);
    rows.push_back({rounded(number_in(at(loop, "loop"))), text_in(at(loop, "kind")),
                    rounded(number_in(at(loop, has_curves(loop) ? "edges" : "segments"))),
                    rounded(number_in(at(loop, "area"))), text_in(at(loop, "begins"))});
  }
  page.table(rows);
  const Json& joined = at(report, "joined");
  for (std::size_t k = 0; k < count_of(joined); ++k) {
    const Json& one = at(joined, k);
    page.line("Joined by " + text_in(at(one, "by")) + " at " + vector_in(at(one, "at")) + ", gap " +
              rounded(number_in(at(one, "gap"))) + ": " + text_in(at(one, "moved")) + " was moved to " +
              text_in(at(one, "kept")));
  }
  const Json& notes = at(report, "notes");
  for (std::size_t k = 0; k < count_of(notes); ++k) page.line(text_in(at(notes, k)));
  page.line("Use --format json to print the part itself.");
}

// Writes the results of --tolerance, --clamp and --clamp-at.

namespace {

void write_tolerance(const Json& tolerance, const std::string& length, TextPage& page) {
  if (is_null(tolerance)) return page.field("tolerance", "not known: it needs three locators that locate the part");
  const std::string off = rounded(number_in(at(tolerance, "tolerance"))) + " " + length;
  const Json& points = at(tolerance, "points");
  for (std::size_t k = 0; k < count_of(points); ++k) {
    const Json& point = at(points, k);
    const Json& axes = at(at(point, "ellipse"), "semi_axes");
    page.field(k == 0 ? "tolerance" : "",
               "if every locator is off by " + off + ", the part's point " + vector_in(at(point, "point")) +
                   " moves by up to " + rounded(number_in(at(point, "worst"))) + " " + length +
                   ", by root sum of squares " + rounded(number_in(at(point, "rss"))) + "; standard deviations " +
                   rounded(number_in(at(axes, 0))) + " and " + rounded(number_in(at(axes, 1))));
  }
}

/// The intervals of an edge on which a clamp may press. Their ends are fractions of the edge's length.
struct ClampedEdge {
  std::size_t edge;
  bool curve;  ///< whether the edge has several segments
  bool arc;
  std::vector<std::pair<double, double>> intervals;
};

/// Returns the edges on which a clamp can press. A curve, which has several segments, is one edge, and its intervals
/// are joined where they touch.
std::vector<ClampedEdge> clamped_edges(const Json& edges) {
  constexpr double kMeet = 1e-9;
  std::vector<ClampedEdge> found;
  for (std::size_t k = 0; k < count_of(edges); ++k) {
    const Json& segment = at(edges, k);
    const std::size_t edge = whole_edge_in(segment);
    auto one = std::find_if(found.begin(), found.end(), [&](const ClampedEdge& other) { return other.edge == edge; });
    if (one == found.end()) {
      const bool curve = is_part_of_curve(segment);
      found.push_back({edge, curve, !curve && text_in(at(segment, "kind")) == "arc", {}});
      one = std::prev(found.end());
    }
    const Json& intervals = at(segment, "intervals");
    for (std::size_t i = 0; i < count_of(intervals); ++i) {
      one->intervals.emplace_back(share_of_whole_edge(segment, number_in(at(at(intervals, i), "from"))),
                                  share_of_whole_edge(segment, number_in(at(at(intervals, i), "to"))));
    }
  }
  for (ClampedEdge& one : found) {
    if (!one.curve) continue;
    std::sort(one.intervals.begin(), one.intervals.end());
    std::vector<std::pair<double, double>> joined;
    for (const auto& interval : one.intervals) {
      const bool meets = !joined.empty() && interval.first - joined.back().second <= kMeet;
      meets ? void(joined.back().second = interval.second) : joined.push_back(interval);
    }
    one.intervals = std::move(joined);
  }
  return found;
}

std::string intervals_in(const ClampedEdge& edge) {
  std::string text;
  for (const auto& [from, to] : edge.intervals) {
    text += (text.empty() ? "from " : " and from ") + rounded(from) + " to " + rounded(to);
  }
  return text + (edge.arc ? " of its sweep" : " of its length");
}

void write_clamps(const Json& clamps, TextPage& page) {
  if (is_null(clamps)) return;
  const std::vector<ClampedEdge> edges = clamped_edges(at(clamps, "edges"));
  if (edges.empty()) page.field("clamp", "no edge accepts a single clamp without friction");
  for (const ClampedEdge& edge : edges) {
    page.field(&edge == edges.data() ? "clamp" : "", "on edge " + std::to_string(edge.edge) + " " + intervals_in(edge));
  }
  const Json& uncertain = at(clamps, has(clamps, "whole_uncertain") ? "whole_uncertain" : "uncertain");
  if (count_of(uncertain) > 0)
    page.line("Not certified: whether edge " + list_in(uncertain, ", ") + " accepts a clamp depends on rounding.");
  else if (!at(clamps, "certified").boolean().value_or(true))
    page.line("Not certified: the locators barely hold the part, and may bear a million times the clamp's force.");
}

std::string force_range_in(const Json& range) {
  const Json& most = at(range, 1);
  return "from " + rounded(number_in(at(range, 0))) + " N" +
         (is_null(most) ? " on" : " to " + rounded(number_in(most)) + " N");
}

std::string above_in(const Json& range) {
  const Json& most = at(range, 1);
  return rounded(number_in(at(range, 0))) + " N" + (is_null(most) ? "" : " up to " + rounded(number_in(most)) + " N");
}

std::string window_in(const Json& window) {
  if (is_null(at(window, "balanced"))) return "no force balances";
  std::string text = "balance exists " + force_range_in(at(window, "balanced"));
  const Json& holds = at(window, "holds");
  if (count_of(holds) == 0) return text + "; none surely holds";
  for (std::size_t k = 0; k < count_of(holds); ++k)
    text += (k == 0 ? "; surely holds above " : " and above ") + above_in(at(holds, k));
  return text;
}

void write_forces(const Json& forces, TextPage& page) {
  const Json &places = at(forces, "places"), &wrenches = at(forces, "wrenches");
  for (std::size_t k = 0; k < count_of(places); ++k) {
    const Json& place = at(places, k);
    page.field("clamped", "at " + rounded(share_of_whole_edge(place, number_in(at(place, "along")))) + " of edge " +
                              std::to_string(whole_edge_in(place)) + ", friction " +
                              friction_in(at(place, "friction")));
    const Json& windows = at(place, "windows");
    for (std::size_t i = 0; i < count_of(windows); ++i)
      page.field("", "against " + vector_in(at(wrenches, i)) + ": " + window_in(at(windows, i)));
    if (count_of(windows) > 1) page.field("", "against all wrenches: " + window_in(at(place, "all")));
    if (!at(place, "certified").boolean().value_or(true))
      page.line("Not certified: whether this clamp holds depends on rounding.");
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

namespace {

/// Returns a phrase for the effect of a finger.
std::string effect_in(const Json& finger) {
  const std::string effect = text_in(at(finger, "effect"));
  if (effect == "force-closure") return "gives force closure";
  if (effect == "form-closure") return "gives form closure";
  const Json& wrenches = at(finger, "wrenches");
  std::string under;
  for (std::size_t k = 0; k < count_of(wrenches); ++k) under += (k > 0 ? ", " : "") + vector_in(at(wrenches, k));
  under = " under " + (count_of(wrenches) > 1 ? "each of " + under : under);
  if (effect == "strongly-stable") return "holds the part, which can then only rest," + under;
  return "makes " + effect + " the only mode" + under;
}

/// A stretch of the outline over one or more edges, as text. Contains its first and last edge, the fractions of their
/// lengths at which the stretch begins and ends, and its two end points.
struct FingerStretch {
  std::string first, from, from_point, last, to, to_point;
  std::size_t segment = 0;  ///< number of the segment at which the stretch ends
  bool ends_at_vertex = false;
};

/// Returns the stretches on which the finger has its effect. Two intervals that meet at a vertex are one stretch.
std::vector<FingerStretch> finger_stretches_in(const Json& edges) {
  std::vector<FingerStretch> found;
  for (std::size_t k = 0; k < count_of(edges); ++k) {
    const Json& edge = at(edges, k);
    const std::size_t segment = whole_in(at(edge, "edge"));
    const std::string number = std::to_string(whole_edge_in(edge));
    const Json& intervals = at(edge, "intervals");
    for (std::size_t i = 0; i < count_of(intervals); ++i) {
      const Json& interval = at(intervals, i);
      const double from = number_in(at(interval, "from")), to = number_in(at(interval, "to"));
      const bool joins = !found.empty() && found.back().ends_at_vertex && found.back().segment + 1 == segment && from == 0;
      if (!joins)
        found.push_back({number, rounded(share_of_whole_edge(edge, from)), vector_in(at(interval, "from_point")), "", "", ""});
      FingerStretch& stretch = found.back();
      stretch.last = number;
      stretch.to = rounded(share_of_whole_edge(edge, to));
      stretch.to_point = vector_in(at(interval, "to_point"));
      stretch.segment = segment;
      stretch.ends_at_vertex = to == 1;
    }
  }
  return found;
}

}  // namespace

void write_finger(const Json& results, const std::string& length, TextPage& page) {
  const Json& finger = at(results, "finger");
  if (!finger.members()) return;
  const Json& friction = at(finger, "friction");
  const bool smooth = friction.number() && number_in(friction) == 0;
  const std::string mu = friction_in(friction);
  const Json& replaced = at(finger, "replaces");
  page.field("finger", "one more finger " + (smooth ? std::string("without friction") : "with friction " + mu) +
                           (replaced.number() ? ", in place of contact " + rounded(number_in(replaced)) + "," : "") + " " +
                           effect_in(finger) + (count_of(at(finger, "edges")) > 0 ? ":" : " nowhere"));
  for (const FingerStretch& stretch : finger_stretches_in(at(finger, "edges"))) {
    const std::string points = ": " + stretch.from_point + " to " + stretch.to_point + " " + length;
    page.field("", stretch.first == stretch.last
                       ? "on edge " + stretch.first + " from " + stretch.from + " to " + stretch.to + points
                       : "from " + stretch.from + " of edge " + stretch.first + " to " + stretch.to + " of edge " +
                             stretch.last + points);
  }
  const Json& uncertain = at(finger, has(finger, "whole_uncertain") ? "whole_uncertain" : "uncertain");
  if (count_of(uncertain) > 0)
    page.line("Not certified: whether a finger on edge " + list_in(uncertain, ", ") + " has the effect depends on rounding.");
}

namespace {

std::string number_or_dash(const Json& value) { return value.number() ? rounded(number_in(value)) : "-"; }
std::string degrees_or_dash(const Json& value) { return value.number() ? in_degrees(number_in(value)) : "-"; }

std::string edges_of(const Json& locators) {
  std::string text;
  for (std::size_t k = 0; k < count_of(locators); ++k) {
    text += (k > 0 ? " " : "") + std::to_string(whole_edge_in(at(locators, k)));
  }
  return text;
}

/// Returns the positions of fixels, such as "(5,0) (35,20)". A position contains no blank, so that no line break falls
/// inside it.
std::string places_of(const Json& fixels) {
  double largest = 0;
  for (std::size_t k = 0; k < count_of(fixels); ++k) {
    for (std::size_t i = 0; i < 2; ++i)
      largest = std::max(largest, std::fabs(number_in(at(at(at(fixels, k), "at"), i))));
  }
  std::string text;
  for (std::size_t k = 0; k < count_of(fixels); ++k) {
    const Json& place = at(at(fixels, k), "at");
    text += (k > 0 ? " (" : "(") + rounded(number_in(at(place, 0)), kNoise * largest) + "," +
            rounded(number_in(at(place, 1)), kNoise * largest) + ")";
  }
  return text;
}

/// Returns the edge on which the clamp of a lattice fixture presses. For any other fixture, returns the edges on which
/// a clamp can press.
std::string clamps_of(const Json& fixture) {
  const Json& locator = at(at(fixture, "clamp"), "locator");
  if (locator.members()) return std::to_string(whole_edge_in(locator));
  const Json& edges = at(fixture, has(fixture, "whole_clamp_edges") ? "whole_clamp_edges" : "clamp_edges");
  if (!edges.entries()) return "-";
  return count_of(edges) > 0 ? list_in(edges) : "none";
}

/// Returns whether some fixture stands for several fixtures that are images of each other on a symmetric part.
bool has_images(const Json& fixtures) {
  for (std::size_t k = 0; k < count_of(fixtures); ++k) {
    if (whole_in(at(at(fixtures, k), "multiplicity")) > 1) return true;
  }
  return false;
}

void write_table(const Json& fixtures, const std::string& length, TextPage& page) {
  const bool images = has_images(fixtures);
  TextPage::Row head{"", "edges", "error", "margin", "steps", "friction", "depth", "clamp"};
  if (images) head.push_back("alike");
  head.push_back("pins at " + length);
  std::vector<TextPage::Row> rows{head};
  for (std::size_t k = 0; k < count_of(fixtures); ++k) {
    const Json& fixture = at(fixtures, k);
    TextPage::Row row{std::to_string(k + 1),
                      edges_of(at(fixture, "locators")),
                      number_or_dash(at(at(fixture, "pose_error"), "worst")),
                      degrees_or_dash(at(fixture, "margin_deg")),
                      number_or_dash(at(fixture, "steps")),
                      number_or_dash(at(at(fixture, "friction_limit"), "this_plan")),
                      number_or_dash(at(fixture, "depth")),
                      clamps_of(fixture)};
    if (images) row.push_back(number_or_dash(at(fixture, "multiplicity")));
    row.push_back(places_of(at(fixture, "fixels")));
    rows.push_back(std::move(row));
  }
  page.table(rows);
}

/// Returns the kind of the fixels, such as "3 pins of diameter 8 mm" or "3 points".
std::string pins_of(const Json& fixels, const std::string& length) {
  const double radius = number_in(at(at(fixels, 0), "radius"));
  if (!(radius > 0)) return counted(count_of(fixels), "point contact");
  return counted(count_of(fixels), "pin") + " of diameter " + rounded(2 * radius) + " " + length;
}

/// Returns an instruction for seating the part: the direction of the load, and the directions in which the step is
/// safe.
std::string seating_of(const Json& fixture, const Json& actuator) {
  const Json& steps = at(at(fixture, "plan"), "steps");
  const Json& window = at(fixture, "window_deg");
  const std::string name = text_in(actuator);
  if (count_of(steps) == 1 && window.entries() && name != "free") {
    const double from = number_in(at(window, 0)), to = number_in(at(window, 1));
    const char* how = name == "tray" ? "tilt downhill toward " : name == "push" ? "push toward " : "pull toward ";
    std::string text = how + in_degrees(std::remainder((from + to) / 2, 360)) + ", allowed " + in_degrees(from) +
                       "\u2026" + in_degrees(to);
    const std::optional<double> tilt = at(fixture, "least_tilt_deg").number();
    if (tilt) text += "; tilt by at least " + in_degrees(*tilt);
    return text;
  }
  std::string text = count_of(steps) == 1 ? "push (fx, fy, torque)" : counted(count_of(steps), "step") + ":";
  for (std::size_t k = 0; k < count_of(steps); ++k)
    text += (k > 0 ? ", then " : " ") + vector_in(at(at(steps, k), "wrench"));
  return text;
}

/// Returns a text about the properties of a fixture that are proved and those that are not.
std::string proof_of(const Json& fixture, const std::string& length) {
  const std::string guarantee = text_in(at(fixture, "guarantee"));
  const std::optional<double> depth = at(fixture, "depth").number();
  std::string text;
  if (guarantee == "energy" && depth) {
    text = "however the part moves or bounces, it ends seated while its energy is below " + rounded(*depth) + " N " +
           length + " per N of load";
  } else if (guarantee == "energy") {
    text = "however the part moves or bounces, it ends seated if its energy is small; how small was not proved";
  } else {
    text = "the part ends seated if it stops after each contact that it gains";
  }
  if (is_true(at(at(fixture, "foolproof"), "foolproof"))) text += "; no wrong placement is accepted";
  const Json& loadable = at(fixture, "loadable");
  if (is_null(loadable)) return text + "; not known: whether it can be loaded within the plane";
  return text + (is_true(loadable) ? "; it can be loaded within the plane" : "; it can be loaded from above only");
}

/// Writes instructions for building the best fixture: the pins, the load that seats the part, the accuracy, and the
/// proved properties.
void write_best(const Json& fixture, const Json& document, TextPage& page) {
  const Json& results = at(document, "results");
  const std::string length = length_of(document);
  page.field("build",
             pins_of(at(fixture, "fixels"), length) + " at " + places_of(at(fixture, "fixels")) + " " + length);
  if (is_true(at(fixture, "measured"))) page.field("seat", seating_of(fixture, at(results, "actuator")));
  const std::optional<double> error = at(at(fixture, "pose_error"), "worst").number();
  if (error)
    page.field("accuracy", "if every pin is off by 0.01 " + length + ", no point of the part moves by more than " +
                               rounded(.01 * *error) + " " + length);
  if (is_true(at(fixture, "measured"))) page.field("proved", proof_of(fixture, length));
  if (const std::optional<double> angle = at(fixture, "strongly_stable_deg").number())
    page.field("hold", "the seated part can only rest under the last wrench (strongly stable), also if that wrench is off by up to " +
                           rounded(internal::rounded_to(*angle, 3, internal::Side::down)) + " deg in any direction");
  const Json& release = at(fixture, "release");
  if (release.members())
    page.field("load", "put down from above at the pose " + vector_in(at(release, "pose")) + " " + length + ", " +
                           angle_of(document) + ", it has a gap of " +
                           rounded(internal::rounded_to(number_in(at(release, "clearance")), 4, internal::Side::down)) +
                           " " + length +
                           (at(results, "walls").number() ? " or more to all pins and walls" : " or more to all pins") +
                           ", and ends seated when it is released");
  if (at(fixture, "zone").members()) page.field("zone", zone_in(at(fixture, "zone"), length));
}

/// Returns the numbers of candidates with each outcome, such as "12 not located, 20 dominated (worst: margin), 10
/// dominated (worst: depth)".
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
                  (end == "missed" ? " the threshold " : " (worst: ") + name + (end == "missed" ? "" : ")");
        }
      }
    } else if (number_in(count) > 0) {
      text += (text.empty() ? "" : ", ") + rounded(number_in(count)) + " " + words;
    }
  }
  return text;
}

/// Writes how the best fixture with pins in holes compares with the best fixture without them.
void write_comparison(const Json& comparison, const std::string& length, TextPage& page) {
  if (!comparison.members()) return;
  const Json& fixtures = at(comparison, "fixtures");
  const std::string tolerance = rounded(number_in(at(comparison, "tolerance"))) + " " + length;
  page.field("compare",
             "the motion of the point that moves most, in " + length +
                 ": by the clearances of pins in holes (play), by pins that are off by " + tolerance +
                 " (pins), and by both, in the worst case and as a root sum of squares (rss). Two holes take a "
                 "round pin and a diamond pin");
  std::vector<TextPage::Row> rows{{"kind", "play", "pins", "both", "rss", "pins at " + length}};
  for (std::size_t k = 0; k < count_of(fixtures); ++k) {
    const Json& fixture = at(fixtures, k);
    const std::optional<double> number = at(fixture, "fixture").number();
    const auto worst = [&](const char* key) { return rounded(number_in(at(at(fixture, key), "worst"))); };
    const char* kind = has(fixture, "locator") ? "hole and edge" : "two holes";
    rows.push_back({number ? "fixture " + rounded(*number) : kind, worst("play"), worst("locator_errors"),
                    worst("total"), rounded(number_in(at(at(fixture, "total"), "rss"))),
                    number ? "as above" : places_of(at(fixture, "fixels"))});
  }
  page.table(rows);
  const std::string none = text_in(at(comparison, "no_two_holes"));
  if (!none.empty()) page.field("two holes", "none: " + none);
}

/// Writes the instructions for building the best fixture with pins in holes.
void write_best_in_holes(const Json& fixture, const Json& comparison, const std::string& length, TextPage& page) {
  const Json& fixels = at(fixture, "fixels");
  std::string pins;
  for (std::size_t k = 0; k < count_of(fixels); ++k) {
    const Json& fixel = at(fixels, k);
    const bool diamond = has(fixel, "diamond");
    pins += std::string(k > 0 ? "; " : "") + (diamond ? "diamond pin" : "round pin") + " of diameter " +
            rounded(2 * number_in(at(fixel, "radius"))) + " " + length + " at " + vector_in(at(fixel, "at")) + " " +
            length;
    if (k < count_of(at(fixture, "holes"))) pins += " in hole " + rounded(number_in(at(at(fixture, "holes"), k)));
    if (diamond)
      pins += ", flats " + rounded(number_in(at(fixel, "diamond_width"))) + " " + length + " apart, which face along " +
              vector_in(at(fixel, "diamond"));
  }
  page.field("build", pins);
  page.field("seat",
             has(fixture, "locator") ? "from above, then press the part onto the pin on the edge" : "from above");
  page.field("accuracy", "no point of the part moves by more than " +
                             rounded(number_in(at(at(fixture, "total"), "worst"))) + " " + length +
                             ", by the clearances and if every pin is off by " +
                             rounded(number_in(at(comparison, "tolerance"))) + " " + length);
  page.field("proved",
             has(fixture, "locator")
                 ? "the accuracy holds in every pose of the part on its pins, as long as the part is pressed onto the "
                   "pin on the edge; not proved: that a load seats it there"
                 : "the accuracy holds in every pose of the part on its pins; not proved: where a load brings it to rest "
                   "within this play (pawl plan --within LENGTH proves that for the task of --task-out)");
  if (has(fixture, "distance_error"))
    page.field("fits", "if the distance of the two holes is off by at most " +
                           rounded(number_in(at(fixture, "distance_error"))) + " " + length);
}

void write_optimal(const Json& results, TextPage& page) {
  const Json& optimal = at(results, "optimal");
  if (!optimal.members()) return;
  const std::string measure = text_in(at(optimal, "measure"));
  const bool margin = measure == "margin";
  const auto value = [&](const char* key) {
    return margin ? in_degrees(number_in(at(optimal, key))) : rounded(number_in(at(optimal, key)));
  };
  const std::string words = margin                     ? "margin above "
                            : measure == "point_error" ? "point error below "
                                                       : "pose error below ";
  page.field("optimal", "no three pins on the edges that carry points have a " + words + value("bound") +
                            (is_true(at(optimal, "complete")) ? "" : " (a limit ended the proof)") + "; pins at " +
                            places_of(at(optimal, "fixels")) + " have " + value("value") +
                            (is_true(at(optimal, "planned")) ? "" : ", but no one-step plan with the guarantee energy"));
}

void write_nearest(const Json& results, TextPage& page) {
  const Json& with_pins = at(results, "with_pins");
  if (with_pins.members())
    page.field("foolproof", "candidate " + rounded(number_in(at(with_pins, "candidate"))) + " with pins at " +
                                places_of(at(with_pins, "fixels")) + " and " +
                                counted(count_of(at(at(with_pins, "additional"), "fixels")), "additional pin") + " at " +
                                places_of(at(at(with_pins, "additional"), "fixels")));
  const Json& nearest = at(results, "nearest");
  if (!nearest.members()) return;
  page.field("nearest", "candidate " + rounded(number_in(at(nearest, "candidate"))) + " with pins at " +
                            places_of(at(nearest, "fixels")) + " misses the threshold " +
                            text_in(at(nearest, "missed")));
}

/// Returns a text about a complete search: how many candidates were kept, how many were left out, and with which
/// options the search examines more.
std::string search_of(const Json& results) {
  std::string text = rounded(number_in(at(results, "kept"))) + " of " +
                     counted(whole_in(at(results, "candidates")), "candidate") + " in the Pareto set";
  const double measured = number_in(at(results, "measured"));
  if (measured > 0) text += " of the " + rounded(measured) + " measured in full";
  text += ".";
  const double not_measured = number_in(at(at(results, "out"), "not_measured")),
               not_planned = number_in(at(at(results, "out"), "not_planned"));
  if (not_measured > 0) text += " " + rounded(not_measured) + " more were not measured in full (raise \"depth_for\").";
  if (not_planned > 0)
    text += " For " + rounded(not_planned) + ", plans of several steps were not searched (raise --limit-plans).";
  const std::string reason = text_in(at(results, "reason"));
  const std::size_t end = reason.find(" of the best were not refined");
  if (end == std::string::npos) return text;
  const std::size_t begin = reason.rfind(' ', end - 1) + 1;
  return text + " " + reason.substr(begin, end - begin) +
         " of the best were not refined: pins on a lattice are never refined, and other pins only if their most precise "
         "positions on their edges have a one-step plan with the guarantee energy.";
}

/// Finds the point of interest that moves most. Writes one value per locator: the displacement of this point if only
/// this locator has an error. An error of a pin along its normal moves the part in the same way as an error of the
/// edge's profile at the pin. Writes nothing for a fixture without a tolerance.
void write_contributors(const Json& fixture, const std::string& length, TextPage& page) {
  const Json& points = at(fixture, "points");
  std::size_t worst = 0;
  for (std::size_t k = 1; k < count_of(points); ++k) {
    if (number_in(at(at(points, k), "worst")) > number_in(at(at(points, worst), "worst"))) worst = k;
  }
  if (count_of(points) == 0) return;
  const Json& point = at(points, worst);
  page.field("tolerance", "the part's point " + vector_in(at(point, "point")) +
                              " moves most; each contributor is off by the tolerance along the normal of its pin");
  std::vector<TextPage::Row> rows{{"contributor", "motion, " + length}};
  const Json& motions = at(point, "of_fixel");
  for (std::size_t k = 0; k < count_of(motions); ++k) {
    const Json& motion = at(motions, k);
    const Json& locator = at(at(fixture, "locators"), k);
    rows.push_back({"pin " + std::to_string(k + 1) + ", or profile of edge " + std::to_string(whole_edge_in(locator)),
                    rounded(std::hypot(number_in(at(motion, 0)), number_in(at(motion, 1))))});
  }
  rows.push_back({"all pins, worst case", rounded(number_in(at(point, "worst")))});
  rows.push_back({"all pins, root sum of squares", rounded(number_in(at(point, "rss")))});
  page.table(rows);
}

}  // namespace

void write_fixture(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const Json& fixtures = at(results, "fixtures");
  const std::size_t count = count_of(fixtures);
  const std::string reason = text_in(at(results, "reason"));
  const bool complete = text_in(at(results, "status")) == "found";
  const Json& comparison = at(results, "comparison");
  const bool in_holes = complete && count == 0;
  const std::size_t shown = in_holes ? count_of(at(comparison, "fixtures")) : count;
  page.headline(status, shown == 0 ? "no fixture: " + reason
                                   : counted(shown, "fixture") + ", best first" + (complete ? "" : ": " + reason));
  write_advice(results, page);
  if (in_holes) page.field("found", reason);
  if (in_holes) write_best_in_holes(at(at(comparison, "fixtures"), 0), comparison, length_of(document), page);
  if (count > 0) write_best(at(fixtures, 0), document, page);
  if (count > 0) write_table(fixtures, length_of(document), page);
  if (count > 0) {
    const std::string length = length_of(document);
    page.line(
        "error: how far the worst point moves if every locator is off by 1 " + length +
        "; margin: how far the applied wrench may be off, in degrees, in the plan's narrowest step; friction: how "
        "far it may differ from its nominal value; depth: N " +
        length + " for a force of 1 N; clamp: edges that one clamp may press on" +
        (has_images(fixtures) ? "; alike: candidates that a rotation or reflection of the part maps onto this one, with itself" : "") +
        ". Edges count from 1.");
    const std::string why = text_in(at(at(fixtures, 0), "why"));
    if (!why.empty()) page.field("best", why);
    write_contributors(at(fixtures, 0), length, page);
  }
  write_comparison(comparison, length_of(document), page);
  write_optimal(results, page);
  write_nearest(results, page);
  if (count > 0 && complete) page.field("search", search_of(results));
  const std::string ends = ends_in(at(results, "out"));
  if (!ends.empty()) page.field("left out", ends);
  const Json& twice = at(results, "touching_twice");
  if (number_in(twice) > 0)
    page.field("not tried", counted(whole_in(twice), "candidate") + " with a pin that touches two edges at once");
  if (count > 0) page.hint("--task-out FILE writes the best fixture as a task for pawl plan, simulate and draw.");
  write_doubts(results, page);
}

}  // namespace pawl::answers
