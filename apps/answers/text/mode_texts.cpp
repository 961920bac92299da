// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numbers>

#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {


std::string direction_of(const Json& normal) {
  return in_degrees(std::atan2(number_in(at(normal, 1)), number_in(at(normal, 0))) * 180 / std::numbers::pi);
}

std::string pose_error_in(const Json& error, const std::string& length, const std::string& angle) {
  std::string text = "if every fixel is off by e, the worst point moves by up to " +
                     rounded(number_in(at(error, "worst"))) + " e (rms " + rounded(number_in(at(error, "rms"))) +
                     " e); the fixels turn the part by ";
  const Json& turns = at(error, "dtheta");
  double largest = 0;
  for (std::size_t k = 0; k < count_of(turns); ++k) largest = std::max(largest, std::fabs(number_in(at(turns, k))));
  for (std::size_t k = 0; k < count_of(turns); ++k) {
    text += (k > 0 ? ", " : "") + rounded(number_in(at(turns, k)), kNoise * largest);
  }
  return text + " " + angle + " per " + length;
}

/// Returns the feature that the part touches, such as "fixel", or "2 edge 1" for edge 1 of wall 2.
std::string touched_by(const Json& contact) {
  if (!has(contact, "wall")) return "fixel";
  return rounded(number_in(at(contact, "wall"))) + " " + feature_in(text_in(at(contact, "wall_feature")));
}

/// Writes the limits of the part's motion, for --play.
void write_play(const Json& document, TextPage& page) {
  const Json& play = at(at(document, "results"), "play");
  if (!play.members()) return;
  if (is_null(at(play, "caged"))) return page.field("play", "not known: the limit on boxes was reached");
  if (!is_true(at(play, "caged"))) return page.field("play", "not bounded: the part can leave its fixture in the plane");
  const std::string length = " " + length_of(document);
  const Json& cage = at(play, "cage");
  const auto range = [](const Json& ends) {
    return rounded(number_in(at(ends, 0))) + " to " + rounded(number_in(at(ends, 1)));
  };
  page.field("play", "from " + std::string(text_in(at(play, "from")) == "seat" ? "its seat" : "the task's pose") +
                         " the part can move by at most " + range(at(at(cage, "translation"), 0)) + length + " in x and " +
                         range(at(at(cage, "translation"), 1)) + length + " in y, and turn by " +
                         range(at(cage, "rotation_deg")) + "\u00b0; no point moves by more than " +
                         rounded(number_in(at(play, "displacement"))) + length);
}

/// Returns a placement as text, such as "at (x, y, theta) mm, deg, turned by 180°".
std::string placed_in(const Json& document, const Json& placement) {
  return std::string(is_true(at(placement, "turned_over")) ? "turned over (y becomes -y), at " : "at ") +
         pose_in(document, at(placement, "pose")) + " " + length_of(document) + ", " + angle_of(document);
}

}  // namespace

void write_foolproof(const Json& document, TextPage& page) {
  const Json& foolproof = at(at(document, "results"), "foolproof");
  if (!foolproof.members()) return;
  const std::string length = " " + length_of(document);
  const auto size_of = [&](const Json& number) { return rounded(number_in(number)) + length; };
  const Json &wrong = at(foolproof, "wrong"), &undecided = at(foolproof, "undecided"), &miss = at(foolproof, "near_miss");
  const std::string accepted = size_of(at(foolproof, "accepted_misfit"));
  if (count_of(wrong) > 0) {
    page.field("foolproof", "no: the fixture also accepts the part in " + counted(count_of(wrong), "wrong placement") +
                                " (misfit up to " + accepted + ")");
  } else if (is_true(at(foolproof, "foolproof"))) {
    page.field("foolproof", "yes: no wrong placement has a misfit up to " + accepted + ", also none of the part turned over");
  } else {
    page.field("foolproof", is_true(at(foolproof, "complete"))
                                ? "not known: the misfit of " + counted(count_of(undecided), "placement") +
                                      " is too close to " + accepted
                                : "not known: a limit was reached before all placements were examined");
  }
  for (const Json* list : {&wrong, &undecided}) {
    for (std::size_t k = 0; k < count_of(*list); ++k) {
      const Json& placement = at(*list, k);
      page.field("", placed_in(document, placement) + ": misfit " + size_of(at(placement, "misfit")));
    }
  }
  if (miss.members()) {
    const Json& bounds = at(miss, "misfit");
    const std::string value = size_of(at(bounds, 1));
    page.field("near miss", is_true(at(miss, "at_limit"))
                                ? "no placement away from the right ones has a misfit below " + size_of(at(bounds, 0))
                                : "the best wrong placement has a misfit of " + value + ": " + placed_in(document, miss));
  }
  page.field("right", "poses that accepted poses join to a right placement move no point of the part by more than " +
                          size_of(at(foolproof, "play")));
  const Json& remedy = at(foolproof, "remedy");
  for (std::size_t k = 0; k < count_of(at(remedy, "fixels")); ++k) {
    const Json& pin = at(at(remedy, "fixels"), k);
    page.field(k == 0 ? "remedy" : "", std::string(k == 0 ? "proved to exclude all wrong placements: " : "and ") +
                                           "add a pin of radius " + size_of(at(pin, "radius")) + " at " + vector_in(at(pin, "at")));
  }
  const Json& move = at(foolproof, "move");
  if (move.members())
    page.field(remedy.members() ? "or" : "remedy",
               "move pin " + rounded(number_in(at(move, "fixel"))) + " by " + size_of(at(move, "displacement")) + " to " +
                   vector_in(at(move, "at")) + ": proved to exclude all wrong placements without an additional pin");
  const Json& symmetry = at(foolproof, "symmetry");
  if (is_null(at(symmetry, "rotations"))) {
    page.field("symmetry", "a disc: every rotation is right");
  } else if (number_in(at(symmetry, "rotations")) + number_in(at(symmetry, "reflections")) > 1) {
    const std::size_t rotations = whole_in(at(symmetry, "rotations"));
    const std::string same = rotations > 1 ? "the part looks the same in " + counted(rotations, "orientation") : "";
    const std::string over = whole_in(at(symmetry, "reflections")) == 0 ? ""
                             : same.empty()                             ? "the part turned over looks the same"
                                                                        : ", also turned over";
    page.field("symmetry", same + over + "; placements that differ only by this are right");
  }
}

namespace {

void write_load(const Json& load, const std::string& name, const std::string& wrench, const std::string& units,
                TextPage& page) {
  if (!at(load, "balanced").boolean()) return page.field(name, wrench + "whether a balance exists depends on rounding");
  if (!is_true(at(load, "balanced"))) return page.field(name, wrench + "no balance without friction");
  const Json& moved = at(load, "displacement");
  const bool clamps = count_of(at(load, "clamp_forces")) > 0;
  page.field(name, wrench + list_in(at(load, "forces"), ", ") + " N at the contacts" +
                       (clamps ? ", " + list_in(at(load, "clamp_forces"), ", ") + " N at the clamps" : "") +
                       (name == "clamped"  ? ""
                        : moved.entries() ? "; displacement " + vector_in(moved) + " " + units
                                          : "; the displacement is not unique"));
}

/// Writes the forces of contacts that are springs.
void write_compliance(const Json& document, TextPage& page) {
  const Json& compliance = at(at(document, "results"), "compliance");
  if (!compliance.members()) return;
  page.field("springs", "every contact has " + rounded(number_in(at(compliance, "stiffness"))) + " N/m and no friction");
  const std::string units = length_of(document) + ", " + angle_of(document);
  if (count_of(at(compliance, "clamps")) > 0) write_load(at(compliance, "clamped"), "clamped", "", units, page);
  const Json& loads = at(compliance, "loads");
  for (std::size_t k = 0; k < count_of(loads); ++k)
    write_load(at(loads, k), k == 0 ? "loaded" : "", "by " + vector_in(at(at(loads, k), "wrench")) + ": ", units, page);
}

}  // namespace

void write_contacts(const Json& document, Status, TextPage& page) {
  const Json& results = at(document, "results");
  const Json& contacts = at(results, "contacts");
  const std::string length = length_of(document);
  const bool located = is_true(at(results, "located"));
  const bool certified = at(results, "certified").boolean().value_or(true);
  const double least = length_floor(document);
  const std::string rank = rounded(number_in(at(results, "rank")));
  page.headline(certified ? kYes : kFailed,
                counted(count_of(contacts), "contact") +
                    (!certified ? "; whether the goal locates the part is not certain: it fixes at least " + rank +
                                      " of 3 motions"
                     : located ? "; the goal locates the part (rank 3)"
                               : "; the goal does not locate the part: it fixes " + rank + " of 3 motions"));
  bool walls = false;
  for (std::size_t k = 0; k < count_of(contacts); ++k) walls = walls || has(at(contacts, k), "wall");
  std::vector<TextPage::Row> rows{
      {walls ? "no." : "fixel", "state", "gap " + length, "point " + length, "normal", walls ? "part" : "on"}};
  if (walls) rows[0].push_back("wall");
  rows[0].push_back("friction");
  for (std::size_t k = 0; k < count_of(contacts); ++k) {
    const Json& contact = at(contacts, k);
    TextPage::Row& row = rows.emplace_back(
        TextPage::Row{rounded(number_in(at(contact, "fixel"))), text_in(at(contact, "state")),
                      rounded(number_in(at(contact, "gap")), least), vector_in(at(contact, "point"), least),
                      direction_of(at(contact, "normal")),
                      feature_in(text_in(at(contact, has(contact, "whole_feature") ? "whole_feature" : "feature")))});
    if (walls) row.push_back(touched_by(contact));
    row.push_back(friction_in(at(contact, "friction")));
  }
  if (rows.size() > 1) page.table(rows);
  const Json& pose = at(results, "seated_pose");
  if (pose.entries()) page.field("seated", "at " + pose_in(document, pose) + " " + length + ", " + angle_of(document));
  const Json& error = at(results, "pose_error");
  if (error.members()) page.field("accuracy", pose_error_in(error, length, angle_of(document)));
  page.field("gyration", "radius " + rounded(number_in(at(results, "gyration_radius"))) + " " + length);
  const std::optional<double> mass = at(results, "mass").number();
  if (mass) page.field("mass", rounded(*mass) + " kg");
  write_play(document, page);
  write_foolproof(document, page);
  write_fixture_check(results, length, page);
  write_finger(results, length, page);
  write_compliance(document, page);
  write_doubts(results, page);
  page.line(std::string("Normals point from the ") + (walls ? "fixel or wall" : "fixel") +
            " into the part; angles are counterclockwise from the world's x axis. Edges, arcs and vertices count from "
            "1.");
}

namespace {

constexpr std::size_t kMostModes = 8;

std::string list_of(const Json& modes) {
  std::string text;
  for (std::size_t k = 0; k < count_of(modes); ++k) {
    const std::string mode = text_in(at(modes, k));
    text += (k > 0 ? "; or " : "") + mode + ": " + in_words(mode);
  }
  return text;
}

std::string distance_in(double degrees) {
  return degrees >= 180 ? "the answer is the same for every wrench"
                        : "the answer may change if the wrench's direction is off by " + in_degrees(degrees);
}

void write_wrench(const Json& results, Status status, TextPage& page) {
  const std::string wrench = "wrench " + vector_in(at(results, "wrench"));
  const Json& modes = at(results, "modes");
  const std::string wanted = text_in(at(results, "mode"));
  const bool jam = is_true(at(results, "jam"));
  if (!wanted.empty()) {
    const bool desired = is_true(at(results, "desired"));
    page.headline(status, wrench + (desired ? " produces " + wanted + ", as desired"
                                            : " may produce a mode other than " + wanted));
  } else if (text_in(at(results, "verdict")) == "undecided") {
    page.headline(status, wrench + ": undecided: the answer changes within the rounding of the input");
  } else if (count_of(modes) == 1) {
    page.headline(status, wrench + (is_true(at(results, "strongly_stable")) ? " holds the part: nothing moves (strongly stable)"
                              : jam                                     ? " holds the part: nothing moves"
                                                                        : " produces one mode and no other"));
  } else {
    page.headline(status, wrench + " may produce any of " + counted(count_of(modes), "mode") +
                              (jam ? ", one of them without motion: the part may jam" : ""));
  }
  page.field(count_of(modes) == 1 ? "mode" : "modes", list_of(modes));
  page.field("margin", distance_in(number_in(at(results, "distance_deg"))));
}

std::string covers_in(const Json& rival) {
  const std::string covers = text_in(at(rival, "covers"));
  return covers == "all"    ? "possible for every wrench of the desired mode"
         : covers == "part" ? "possible for some wrenches of the desired mode"
                            : "possible only on the boundary of the desired mode's wrench cone";
}

void write_rivals(const Json& rivals, TextPage& page) {
  for (std::size_t k = 0; k < std::min(count_of(rivals), kMostModes); ++k) {
    const Json& rival = at(rivals, k);
    const std::string mode = text_in(at(rival, "mode"));
    page.field(k == 0 ? "rival" : "",
               mode + (is_true(at(rival, "jam")) ? " JAM: " : ": ") + in_words(mode) + "; " + covers_in(rival));
  }
  if (count_of(rivals) > kMostModes) page.field("", "and " + std::to_string(count_of(rivals) - kMostModes) + " more");
}

void write_safe(const Json& safe, TextPage& page) {
  for (std::size_t k = 0; k < std::min(count_of(safe), kMostModes); ++k) {
    const Json& piece = at(safe, k);
    page.field(k == 0 ? "safe" : "",
               vector_in(at(piece, "wrench")) + ", margin " + margin_in(number_in(at(piece, "margin_deg"))));
  }
}

void write_closure(const Json& results, TextPage& page) {
  const Json& wedges = at(results, "wedging");
  for (std::size_t k = 0; k < count_of(wedges); ++k) {
    page.field(k == 0 ? "cause" : "",
               "wedging between " + list_in(at(wedges, k), " and ") + ": each lies in the other's friction cone");
  }
  const auto held = [&](const char* key, const char* contacts) {
    return is_true(at(results, key)) ? "yes (" + list_in(at(results, contacts), ", ") + ")" : std::string("no");
  };
  page.field("closure", "force: " + held("force_closure", "closure_contacts") +
                            "   form: " + held("form_closure", "form_closure_contacts"));
}

std::string headline_of(const Json& results) {
  const std::string verdict = text_in(at(results, "verdict"));
  if (verdict == "undecided") return "undecided: the answer changes within the rounding of the input";
  if (verdict == "infeasible") return "impossible: no motion has these letters (infeasible)";
  if (verdict == "determinate") return "every wrench inside the cone produces this mode and no other (determinate)";
  if (verdict == "partly ambiguous") return "some wrenches are safe (partly ambiguous)";
  return verdict.empty() ? "not known" : "no wrench is safe (wholly ambiguous)";
}

}  // namespace

void write_check(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const auto finish = [&] {
    write_fixture_check(results, length_of(document), page);
    write_doubts(results, page);
  };
  if (at(results, "wrench").entries()) {
    write_wrench(results, status, page);
    return finish();
  }
  const std::string mode = text_in(at(results, "mode")), verdict = text_in(at(results, "verdict"));
  if (mode.empty()) {
    page.headline(status, is_null(at(results, "clamps")) ? "the fixture alone, without a mode or a wrench"
                          : count_of(at(at(results, "clamps"), "edges")) > 0
                              ? "one clamp without friction can load all locators"
                              : "no single clamp without friction loads all locators");
    return finish();
  }
  page.headline(status, mode + ": " + headline_of(results));
  if (verdict == "wholly ambiguous") {
    const bool wedge = count_of(at(results, "wedging")) > 0;
    page.field("try", wedge ? "less friction, or contacts farther apart" : "less friction, or pins in other positions");
  }
  page.field("desired", in_words(mode));
  if (verdict != "infeasible") {
    write_rivals(at(results, "rivals"), page);
    write_safe(at(results, "safe"), page);
  }
  if (!verdict.empty()) write_closure(results, page);
  finish();
}

namespace {

/// Returns the normal and the tangential component of each contact force that is not zero, such as "1: 0.6 normal, -0.1
/// tangential".
std::string forces_in(const Json& forces) {
  const std::size_t contacts = count_of(forces) / 2;
  double largest = 0;
  for (std::size_t k = 0; k < count_of(forces); ++k) largest = std::max(largest, std::fabs(number_in(at(forces, k))));
  const double least = kNoise * largest;
  std::string text;
  for (std::size_t k = 0; k < contacts; ++k) {
    const double normal = number_in(at(forces, k)), tangent = number_in(at(forces, contacts + k));
    if (normal == 0 && tangent == 0) continue;
    text += (text.empty() ? "" : "; ") + std::to_string(k + 1) + ": " + rounded(normal, least) + " normal, " +
            rounded(tangent, least) + " tangential";
  }
  return text.empty() ? "none" : text;
}

void write_solution(const Json& document, const Json& solution, TextPage& page) {
  const std::string mode = text_in(at(solution, "mode")), length = length_of(document);
  page.field(mode, in_words(mode));
  const Json& range = at(solution, "acceleration_range");
  double largest = 0;  // largest absolute value in the ranges of all components
  for (std::size_t k = 0; k < count_of(range); ++k) {
    for (std::size_t i = 0; i < count_of(at(range, k)); ++i)
      largest = std::max(largest, std::fabs(number_in(at(at(range, k), i))));
  }
  const double least = kNoise * largest;
  const std::string units = " " + length + "/s\u00b2, " + angle_of(document) + "/s\u00b2";
  page.field("",
             "acceleration " +
                 (range.entries() ? "from " + vector_in(at(range, 0), least) + " to " + vector_in(at(range, 1), least)
                                  : vector_in(at(solution, "acceleration"))) +
                 units);
  page.field("", "forces on the part, N: " + forces_in(at(solution, "forces")) +
                     (number_in(at(solution, "force_rank_deficiency")) > 0 ? " (one of several solutions)" : ""));
}

}  // namespace

namespace {

std::string bound_in(const Json& bound) { return bound.number() ? rounded(number_in(bound)) : "any value"; }

void write_friction_bounds(const Json& bounds, TextPage& page) {
  if (!bounds.members())
    return page.field("friction",
                      "no bound is known below which a motion surely exists or is unique: the contacts depend on "
                      "each other, or static and kinetic friction differ");
  page.field("friction", "a motion surely exists if sliding contacts have friction below " + bound_in(at(bounds, "existence")) +
                             (is_true(at(bounds, "exists")) ? ", and for the given values" : "") +
                             "; it is surely unique if all contacts have friction below " +
                             bound_in(at(bounds, "uniqueness")) +
                             (is_true(at(bounds, "unique")) ? ", and for the given values" : ""));
}

void write_scene_solution(const Json& results, const Json& solution, std::size_t number, TextPage& page) {
  const bool velocities = text_in(at(results, "level")) == "quasistatic";
  const Json& bodies = at(solution, "bodies");
  for (std::size_t i = 0; i < count_of(bodies); ++i)
    page.field(i == 0 ? "solution " + std::to_string(number) : "",
               "body " + std::to_string(i + 1) + (velocities ? ": velocity " : ": acceleration ") + vector_in(at(bodies, i)));
  const Json& joints = at(solution, "joints");
  for (std::size_t i = 0; i < count_of(joints); ++i)
    page.field("", "joint " + std::to_string(i + 1) + (velocities ? ": velocity " : ": acceleration ") +
                       rounded(number_in(at(joints, i))) + ", effort " + rounded(number_in(at(at(solution, "efforts"), i))));
  const Json& pins = at(solution, "pins");
  for (std::size_t i = 0; i < count_of(pins); ++i)
    page.field("", "pin " + std::to_string(i + 1) + ": force " + vector_in(at(pins, i)) + " N");
  const Json& contacts = at(solution, "contacts");
  for (std::size_t i = 0; i < count_of(contacts); ++i) {
    const Json& contact = at(at(results, "contacts"), i);
    const std::string state = text_in(at(contact, "state"));
    page.field("", text_in(at(contact, "a")) + " on " + text_in(at(contact, "b")) + " at " + vector_in(at(contact, "point")) +
                       (state.empty() ? "" : ", " + state) + ": force " + vector_in(at(at(contacts, i), "force")) + " N");
  }
}

void write_scene_forward(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const Json& solutions = at(results, "solutions");
  const std::string verdict = text_in(at(results, "verdict"));
  if (verdict == "one") page.headline(status, "the scene has one motion");
  if (verdict == "none") page.headline(status, "the scene has no motion: none satisfies Coulomb's law (proved)");
  if (verdict == "many") page.headline(status, "the scene has several motions: the model does not determine which one occurs");
  if (verdict == "undecided")
    page.headline(status, count_of(solutions) > 0 ? "undecided: a motion was found, but others were not excluded"
                                                  : "undecided: no motion was found, and no proof that none exists");
  for (std::size_t k = 0; k < count_of(solutions); ++k) write_scene_solution(results, at(solutions, k), k + 1, page);
  if (has(results, "friction_bounds")) write_friction_bounds(at(results, "friction_bounds"), page);
  page.line("Forces act on the second body: along the normal from the first body, and 90\u00b0 counterclockwise from it.");
  write_doubts(results, page);
}

}  // namespace

void write_forward(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  if (has(results, "level")) return write_scene_forward(document, status, page);
  const Json& solutions = at(results, "solutions");
  const std::string verdict = text_in(at(results, "verdict")), wrench = "wrench " + vector_in(at(results, "wrench"));
  if (verdict == "one") page.headline(status, wrench + " has one solution");
  if (verdict == "none") page.headline(status, wrench + " has no solution: no motion satisfies Coulomb's law");
  if (verdict == "many") {
    page.headline(status, wrench + " has solutions in " + counted(count_of(solutions), "mode") +
                              ": the model does not determine which one occurs");
  }
  if (verdict == "undecided")
    page.headline(status, wrench + ": undecided: the answer changes within the rounding of the input");
  if (verdict.empty()) page.headline(status, wrench + ": not known");
  for (std::size_t k = 0; k < count_of(solutions); ++k) write_solution(document, at(solutions, k), page);
  if (count_of(solutions) > 0)
    page.line("Normals point into the part. A tangential force is positive 90\u00b0 counterclockwise from the normal.");
  write_doubts(results, page);
}

namespace {

std::string dimension_in(const Json& cone) {
  switch (static_cast<int>(number_in(at(cone, "dimension")))) {
    case 0:
      return "the zero wrench only";
    case 1:
      return count_of(at(cone, "lines")) > 0 ? "a line of wrenches" : "one direction of wrenches";
    case 2:
      return "a flat cone of wrenches; even a tiny error perpendicular to it leads out of it";
    default:
      return count_of(at(cone, "faces")) == 0 ? "every wrench" : "a cone of wrenches";
  }
}

void write_cone(const Json& result, TextPage& page) {
  const std::string mode = text_in(at(result, "mode"));
  const bool feasible = is_true(at(result, "feasible"));
  const bool certified = at(result, "certified").boolean().value_or(true);
  page.headline(!certified ? kFailed
                : feasible ? kYes
                           : kNo,
                mode + ": " + in_words(mode) + (feasible ? "" : " \u2013 impossible: no motion has these letters"));
  if (feasible) {
    const Json& cone = at(result, "cone");
    page.field("from", dimension_in(cone));
    const Json& rays = at(cone, "rays");
    for (std::size_t k = 0; k < count_of(rays); ++k) page.field(k == 0 ? "rays" : "", vector_in(at(rays, k)));
    const Json& lines = at(cone, "lines");
    for (std::size_t k = 0; k < count_of(lines); ++k)
      page.field(k == 0 ? "lines" : "", "\u00b1 " + vector_in(at(lines, k)));
    const Json& widest = at(result, "widest");
    if (number_in(at(widest, "margin_deg")) > 0) {
      page.field("best",
                 vector_in(at(widest, "wrench")) + ", margin " + margin_in(number_in(at(widest, "margin_deg"))));
    }
  }
  const Json& wrench = at(result, "wrench");
  if (wrench.members()) {
    page.field("wrench", is_true(at(wrench, "consistent")) ? "may produce this mode" : "cannot produce this mode");
  }
  write_doubts(result, page);
}

}  // namespace

void write_cones(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  if (const std::optional<double> count = at(results, "count").number()) {
    return page.headline(status, counted(static_cast<std::size_t>(*count), "mode"));
  }
  for (std::size_t k = 0; k < count_of(results); ++k) write_cone(at(results, k), page);
  if (count_of(results) == 0) page.headline(status, "no feasible mode");
  page.line("Wrenches: (fx, fy, torque), N and N " + length_of(document) + ", torque about the centre of mass.");
}

void write_modes(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const Json& modes = at(results, "modes");
  page.headline(status, counted(static_cast<std::size_t>(number_in(at(results, "count"))), "feasible mode"));
  std::vector<TextPage::Row> rows;
  if (count_of(modes) > 0) rows.push_back({"mode", "example (ax, ay, alpha)", "the part"});
  for (std::size_t k = 0; k < count_of(modes); ++k) {
    const std::string mode = text_in(at(at(modes, k), "mode"));
    rows.push_back({mode, vector_in(at(at(modes, k), "acceleration")), in_words(mode)});
  }
  page.table(rows);
  const double shown = static_cast<double>(count_of(modes));
  if (shown > 0 && shown < number_in(at(results, "count"))) page.hint("More modes: --format json lists all.");
  write_doubts(results, page);
}

}  // namespace pawl::answers
