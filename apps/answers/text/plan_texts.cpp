// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "answers/text/answer_text.h"
#include "base/significant_digits.h"

namespace pawl::answers {

std::string zone_in(const Json& zone, const std::string& length) {
  const std::string off = "parts whose edges are off by up to " + rounded(number_in(at(zone, "tolerance"))) + " " + length;
  if (!is_true(at(zone, "holds"))) return "not proved for " + off + ": " + text_in(at(zone, "reason"));
  constexpr int kDigits = 4;
  const double margin = std::floor(10 * number_in(at(zone, "margin_deg"))) / 10;
  const double displacement = internal::rounded_to(number_in(at(zone, "displacement")), kDigits, internal::Side::up);
  std::string text = "the plan also seats all " + off + ": margin " + in_degrees(margin) +
                     ", and no point of a seated part is off by more than " + rounded(displacement) + " " + length;
  if (!is_true(at(zone, "certificates"))) text += "; the energy was proved for the stated part only, because it has arcs";
  return text;
}

namespace {

/// Returns contact states as lists of fixels, such as "2 3 or all".
std::string states_in(const Json& states, const std::string& goal) {
  constexpr std::size_t kMostStates = 6;
  std::string text;
  for (std::size_t k = 0; k < std::min(count_of(states), kMostStates); ++k) {
    const std::string state = list_in(at(states, k));
    text += (k > 0 ? " or " : "") + (state.empty() ? "none" : state == goal ? "all" : state);
  }
  if (count_of(states) > kMostStates) text += " or " + std::to_string(count_of(states) - kMostStates) + " others";
  return text;
}

/// Returns the fixels that touch the part at the end of the plan.
std::string goal_of(const Json& steps) {
  const Json& after = at(at(steps, count_of(steps) - 1), "after");
  return count_of(after) == 1 ? list_in(at(after, 0)) : "";
}

double middle_of(const Json& window) {
  const double middle = (number_in(at(window, 0)) + number_in(at(window, 1))) / 2;
  return std::remainder(middle, 360);
}

struct Actuator {
  const char* step;  ///< noun for a step of this actuator
  const char* toward;
};

Actuator actuator_of(const Json& results) {
  const std::string name = text_in(at(results, "actuator"));
  if (name == "tray") return {"tilt", "tilt downhill toward"};
  if (name == "push") return {"push", "push toward"};
  if (name == "spring") return {"pull", "pull toward"};
  return {"wrench", "push (fx, fy, torque)"};
}

void write_plan_steps(const Json& results, TextPage& page) {
  const Json& steps = at(results, "steps");
  const std::string goal = goal_of(steps);
  const bool turned = at(at(at(steps, 0), "window_deg"), 0).number().has_value();
  std::vector<TextPage::Row> rows{{"", actuator_of(results).toward, "allowed", "margin", "then touches"}};
  if (!turned) rows[0].erase(rows[0].begin() + 2);
  for (std::size_t k = 0; k < count_of(steps); ++k) {
    const Json& step = at(steps, k);
    const Json& window = at(step, "window_deg");
    const std::string margin = in_degrees(number_in(at(step, "margin_deg"))),
                      after = states_in(at(step, "after"), goal);
    const std::string number = std::to_string(k + 1);
    if (turned) {
      rows.push_back({number, in_degrees(middle_of(window)),
                      in_degrees(number_in(at(window, 0))) + "\u2026" + in_degrees(number_in(at(window, 1))), margin,
                      after});
    } else {
      rows.push_back({number, vector_in(at(step, "wrench")), margin, after});
    }
  }
  page.table(rows);
  const std::string each = (count_of(steps) == 1 ? "the " : "each ") + std::string(actuator_of(results).step);
  page.line(turned
                ? "Hold " + each + " until the part stops. Angles: counterclockwise from the world's x axis."
                : "Hold " + each + ", at any size, until the part stops. World axes; torque about the centre of mass.");
}

void write_seat(const Json& document, TextPage& page) {
  const Json& results = at(document, "results");
  const Json& pose = at(results, "seated_pose");
  std::string text = is_true(at(results, "located"))
                         ? "The goal's contacts locate the part (rank 3)."
                         : "The goal's contacts do not locate the part: it can move without losing one of them.";
  if (pose.entries())
    text = "Seated pose: " + pose_in(document, pose) + " " + length_of(document) + ", " + angle_of(document) + ". " + text;
  page.line(text);
}

/// Returns a name for the steps `some` of a plan with `all` steps, such as "the step", "both steps", "step 2", "all 3
/// steps" or "steps 1 3".
std::string steps_named(const std::vector<std::size_t>& some, std::size_t all) {
  if (some.size() == all) return all == 1 ? "the step" : all == 2 ? "both steps" : fmt::format("all {} steps", all);
  std::string text = some.size() == 1 ? "step" : "steps";
  for (const std::size_t k : some) text += " " + std::to_string(k + 1);
  return text;
}

void write_guarantee(const Json& results, TextPage& page) {
  const Json& steps = at(results, "steps");
  const std::string guarantee = text_in(at(results, "guarantee"));
  std::vector<std::size_t> bouncing;
  for (std::size_t k = 0; k < count_of(steps); ++k) {
    if (text_in(at(at(steps, k), "impact")) != "keeps") bouncing.push_back(k);
  }
  if (guarantee == "energy") {
    const bool known = at(at(at(steps, 0), "energy"), "depth").number().has_value();
    page.line(
        std::string("Guarantee: energy. It ends seated however it moves or bounces, as long as its energy stays ") +
        (known ? "below the depth." : "below the depth (--certify computes it)."));
    return page.line("Not modelled: friction with the surface that the part lies on.");
  }
  if (!bouncing.empty() && guarantee == "at rest") {
    page.warning("Go slowly in " + steps_named(bouncing, count_of(steps)) +
                 ": the impact of a new contact may take another one away.");
  }
  page.line(
      guarantee == "keeps"
          ? "Guarantee: keeps. It ends seated if it stops after each contact that it gains. No impact without "
            "rebound takes a contact away."
          : "Guarantee: at rest. It ends seated if it stops after each contact that it gains, and no impact takes a "
            "contact away again.");
  page.line(guarantee == "keeps"
                ? "Not modelled: velocity left along the contacts, and friction with the surface that the part lies on."
                : "Not modelled: impacts, velocity, and friction with the surface that the part lies on.");
}

/// Writes the least tilt of the tray for each step. At a smaller tilt, friction may hold the part.
void write_tilt(const Json& results, TextPage& page) {
  std::string tilts;
  const Json& steps = at(results, "steps");
  for (std::size_t k = 0; k < count_of(steps); ++k) {
    const std::optional<double> tilt = at(at(steps, k), "least_tilt_deg").number();
    if (tilt) tilts += (tilts.empty() ? "" : ", then ") + in_degrees(*tilt);
  }
  if (!tilts.empty())
    page.field("tilt", "at least " + tilts + "; below that, friction with the tray may hold the part");
}

void write_depth(const Json& document, TextPage& page) {
  const Json& results = at(document, "results");
  const Json& energy = at(at(at(results, "steps"), 0), "energy");
  const std::string length = length_of(document);
  if (at(energy, "depth").number()) {
    page.field(
        "depth",
        fmt::format("{}{} N {} for a load of 1 N. With {} N, the part may pass the seat at up to {} {}/s",
                    text_in(at(energy, "end")) == "stopped" ? "at least " : "", rounded(number_in(at(energy, "depth"))),
                    length, rounded(number_in(at(energy, "force"))), rounded(number_in(at(energy, "speed"))), length));
  }
}

/// Writes the smallest displacement radius of all steps, if the radius of every step is known.
void write_radius(const Json& document, TextPage& page) {
  const Json& steps = at(at(document, "results"), "steps");
  const Json* least = nullptr;
  for (std::size_t k = 0; k < count_of(steps); ++k) {
    const Json& radius = at(at(steps, k), "radius");
    if (!radius.members()) return;
    const bool less = least == nullptr || number_in(at(radius, "displacement")) < number_in(at(*least, "displacement"));
    if (less) least = &radius;
  }
  if (least == nullptr) return;
  page.field("radius", fmt::format("starting at rest, this holds up to {} {} and {} from the seat",
                                   rounded(number_in(at(*least, "displacement"))), length_of(document),
                                   in_degrees(number_in(at(*least, "rotation_deg")))));
}

void write_loading(const Json& results, TextPage& page) {
  const Json& loading = at(results, "loading");
  if (!loading.members()) return;
  const std::size_t poses = count_of(at(loading, "path"));
  if (poses > 0) return page.field("loadable", "yes: the part can leave by " + counted(poses - 1, "straight motion"));
  page.field("loadable", is_null(at(results, "loadable"))
                             ? "not known: the limit was reached (raise --limit-boxes or --limit)"
                             : "no: in the plane, the fixels cage the part");
}

void write_friction(const Json& results, TextPage& page) {
  const Json& limit = at(results, "friction_limit");
  if (!limit.members()) return;
  const auto bound = [&](const char* key) {
    const Json& value = at(limit, key);
    if (value.text()) return std::string("not known");
    return value.number() ? "\u00b1" + rounded(number_in(value)) : std::string("any amount");
  };
  page.field("friction", "may differ from its nominal value by " + bound("this_plan") + " for this plan, and by " +
                             bound("any_plan") + " if another plan may be used");
}

std::string start_of(const Json& results) {
  const Json& before = at(at(at(results, "steps"), 0), "before");
  if (count_of(before) + 1 >= static_cast<std::size_t>(number_in(at(results, "states"))))
    return "from any contact state";
  return "from " + states_in(before, "");
}

bool starts_at_goal(const Json& steps) {
  const Json& before = at(at(steps, 0), "before");
  return count_of(before) == 1 && list_in(at(before, 0)) == goal_of(steps);
}

void write_found(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const Json& steps = at(results, "steps");
  const std::string goal = goal_of(steps), seats = count_of(steps) == 1 ? " seats the part" : " seat the part";
  const std::string what = counted(count_of(steps), actuator_of(results).step);
  const std::string where = goal.empty() ? "" : " on " + goal;
  page.headline(status, (starts_at_goal(steps) ? what + " holds the part" + where + ", where it starts"
                                               : what + seats + where + " " + start_of(results)) +
                            (status == kNo ? ", but no depth could be proved" : ""));
  write_advice(results, page);
  write_plan_steps(results, page);
  write_seat(document, page);
  write_guarantee(results, page);
  write_tilt(results, page);
  write_depth(document, page);
  write_radius(document, page);
  if (at(results, "zone").members()) page.field("zone", zone_in(at(results, "zone"), length_of(document)));
  write_loading(results, page);
  write_friction(results, page);
  page.hint("More: --certify, --friction-limit, pawl simulate, --format json");
}

/// Writes why no plan exists. If the answer states an obstacle, writes the wrench that fails from the fewest contact
/// states, and one of these states. Otherwise writes the reason in the answer.
void write_obstacle(const Json& results, TextPage& page) {
  const Json& obstacle = at(results, "obstacle");
  if (!obstacle.members()) return page.field("because", text_in(at(results, "reason")));
  const std::string state = list_in(at(obstacle, "state"));
  const char* end = is_true(at(obstacle, "rests"))     ? "it may stay there"
                    : is_true(at(obstacle, "escapes")) ? "it may leave for good or bounce off"
                                                       : "it may return to an earlier state";
  page.field("because",
             std::string("every ") + actuator_of(results).step +
                 " can fail. The one that fails from the fewest contact states fails when the part touches " +
                 (state.empty() ? "nothing" : "fixels " + state) + ": " + end);
  const Json& modes = at(obstacle, "modes");
  for (std::size_t k = 0; k < count_of(modes); ++k) {
    const std::string mode = text_in(at(modes, k));
    page.field(k == 0 ? (count_of(modes) == 1 ? "mode" : "modes") : "",
               (k == 0 ? "" : "or ") + mode + ": " + in_words(mode));
  }
  page.field("tried", vector_in(at(obstacle, "wrench")) + ", which holds the part at the goal");
}

/// Returns the options that raise the limit which ended a search. Returns "" if `reason` is not a limit.
std::string limits_to_raise(const std::string& reason) {
  return reason.find("limit was reached") != std::string::npos ? " (raise --limit or --limit-cells)" : "";
}

}  // namespace

void write_plan(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  if (has(results, "start_region")) return write_regions(document, status, page);
  const std::string found = text_in(at(results, "status"));
  if (found == "found") {
    write_found(document, status, page);
  } else if (found == "none") {
    page.headline(status, "no plan exists: proved for this model");
    write_advice(results, page);
    if (has(results, "advice") && count_of(at(results, "advice")) == 0)
      page.field("changes", "tried without success, where they apply: less friction, other wrenches, other positions of one pin, a known start");
    write_obstacle(results, page);
    write_seat(document, page);
  } else {
    const std::string reason = text_in(at(results, "reason"));
    page.headline(kFailed, "not known: " + reason + limits_to_raise(reason));
    write_advice(results, page);
  }
  write_doubts(results, page);
}

namespace {

constexpr std::size_t kMostFailures = 10;
constexpr double kPerSecond = 1e3;  ///< rounding noise of velocities divided by that of lengths, 1/s

void write_failure(const Json& document, const Json& failure, const std::string& label, TextPage& page) {
  page.field(label, text_in(at(failure, "why")));
  page.field("", "start " + pose_in(document, at(failure, "start")) + " " + length_of(document) + ", " + angle_of(document) +
                     "; touches " +
                     (count_of(at(failure, "contacts")) > 0 ? list_in(at(failure, "contacts")) : "nothing") +
                     " at the end; see it with --replay " + rounded(number_in(at(failure, "replay"))));
}

/// Writes quantiles of the part's displacement at the end of a trial. The displacement is the largest distance of any
/// point of the part from its position at the seat.
void write_displacements(const Json& document, const Json& results, TextPage& page) {
  const Json& shares = at(results, "displacement");
  constexpr double kDisplacementNoise = 1e3;  // rounding noise of displacements, divided by that of lengths; the result
                                              // is usually 1 nm
  const double floor = kDisplacementNoise * length_floor(document);
  const auto of = [&](const char* share) { return rounded(number_in(at(shares, share)), floor); };
  if (number_in(at(shares, "100")) < floor && !has(results, "within"))
    return;  // every trial ended at the seat, so the quantiles are rounding noise
  page.field("off by", fmt::format("at most {} {} in half of the trials, {} in 90 %, {} in 99 %, {} in all: the largest "
                                   "displacement of any point from the seat",
                                   of("50"), length_of(document), of("90"), of("99"), of("100")));
  const Json& within = at(results, "within");
  if (!within.members()) return;
  page.field("within", fmt::format("{} {} of the seat: {} of {}, so {:.1f} % to {:.1f} % with 95 % confidence",
                                   rounded(number_in(at(within, "tolerance"))), length_of(document),
                                   rounded(number_in(at(within, "starts"))), rounded(number_in(at(results, "starts"))),
                                   100 * number_in(at(at(within, "interval95"), 0)),
                                   100 * number_in(at(at(within, "interval95"), 1))));
}

void write_trials(const Json& document, const Json& results, Status status, TextPage& page) {
  const Json& interval = at(results, "interval95");
  const Json& failures = at(results, "failures");
  page.headline(status, rounded(number_in(at(results, "seated"))) + " of " + rounded(number_in(at(results, "starts"))) +
                            " starts end at the goal");
  page.field("chance", fmt::format("{:.1f} % to {:.1f} % with 95 % confidence, for this scatter and contact law",
                                   100 * number_in(at(interval, 0)), 100 * number_in(at(interval, 1))));
  std::string outcomes;
  const Json::Object* counts = at(results, "outcomes").members();
  for (std::size_t k = 0; counts != nullptr && k < counts->size(); ++k) {
    const auto& [name, count] = (*counts)[k];
    if (number_in(count) > 0) outcomes += (outcomes.empty() ? "" : ", ") + rounded(number_in(count)) + " " + name;
  }
  if (!outcomes.empty()) page.field("ends", outcomes);
  write_displacements(document, results, page);
  for (std::size_t k = 0; k < std::min(count_of(failures), kMostFailures); ++k) {
    write_failure(document, at(failures, k), k == 0 ? "failed" : "", page);
  }
  if (count_of(failures) > kMostFailures)
    page.field("", "and " + std::to_string(count_of(failures) - kMostFailures) + " more");
  write_advice(results, page);
}

void write_scene(const Json& document, Status status, TextPage& page) {
  const Json& results = at(document, "results");
  const Json& bodies = at(results, "bodies");
  const std::string length = length_of(document), angle = angle_of(document);
  const double least = length_floor(document), least_speed = kPerSecond * least;
  page.headline(status, counted(static_cast<std::size_t>(number_in(at(results, "steps"))), "step") + ", " +
                            rounded(number_in(at(results, "time"))) + " s");
  std::vector<TextPage::Row> rows{{"body", "pose " + length + ", " + angle, "twist"}};
  for (std::size_t k = 0; k < std::min(count_of(bodies), 4 * kMostFailures); ++k) {
    rows.push_back({std::to_string(k + 1), pose_in(document, at(at(bodies, k), "pose")),
                    vector_in(at(at(bodies, k), "twist"), least_speed)});
  }
  page.table(rows);
  if (count_of(bodies) > 4 * kMostFailures) page.hint("More bodies: --format json");
  const Json& joints = at(results, "joints");
  for (std::size_t k = 0; k < count_of(joints); ++k) {
    const Json& joint = at(joints, k);
    const std::string effort =
        is_null(at(joint, "effort")) ? "" : ", effort " + rounded(number_in(at(joint, "effort")), least);
    page.field(k == 0 ? "joints" : "", std::to_string(k + 1) + ": at " + rounded(number_in(at(joint, "position")), least) +
                                           ", velocity " + rounded(number_in(at(joint, "velocity")), least_speed) +
                                           effort);
  }
  page.field("deepest", "penetration " + rounded(number_in(at(results, "worst_penetration")), least) + " " + length);
  page.field("energy", rounded(number_in(at(results, "energy")), least) + " N " + length);
  if (number_in(at(results, "unsolved")) > 0)
    page.field("unsolved", "a time step could not be solved, so the run ended there");
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
    page.field("end", pose_in(document, at(results, "end")) + " " + length_of(document) + ", " + angle_of(document));
  } else if (results.members()) {  // --both
    for (const auto& [name, one] : *results.members()) {
      if (!one.members()) continue;
      page.line("With " + name + " choices between solutions:");
      write_trials(document, one, count_of(at(one, "failures")) == 0 ? kYes : kNo, page);
    }
  }
  write_doubts(results, page);
}

}  // namespace pawl::answers
