// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/geometry/outline.h>
#include <pawl/io/contact_list.h>
#include <pawl/io/warnings.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "base/constants.h"
#include "contact/find_contacts.h"
#include "geometry/boundary.h"
#include "geometry/outline.h"
#include "io/units.h"

namespace pawl::internal::inline io {

/// Considers the chord at `feature` (a chord or a vertex). Returns the largest distance between the chord and the arc
/// that it seems to represent (the sagitta). A straight edge counts as a chord of an arc under two conditions. First,
/// both neighbours have about the same length as the edge. Second, at both ends the outline turns to the same side by
/// about the same angle, which is less than kChordTurn. Returns 0 if the edge is not such a chord.
double left_out_by_chords(const Outline& outline, const Feature& feature);

namespace {

constexpr double kChordTurn = .6;  ///< largest angle between consecutive chords of an arc, rad; a circle then has at
                                   ///< least eleven chords
constexpr double kAlike = .02;     ///< largest relative difference of two lengths, or of two angles, that count as
                                   ///< equal

/// The edges of a polygon or a path. Lengths and turning angles are meaningful for straight edges only.
class Sides {
 public:
  explicit Sides(const Outline& outline) : vertices_(vertices_of(outline)), path_(std::get_if<Path>(&outline)) {}

  std::size_t size() const { return vertices_.size(); }
  bool straight(std::size_t i) const { return path_ == nullptr || path_->bulges[i % size()] == 0; }
  Eigen::Vector2d side(std::size_t i) const { return vertices_[(i + 1) % size()] - vertices_[i % size()]; }
  double length(std::size_t i) const { return side(i).norm(); }
  double turn_after(std::size_t i) const {
    const Eigen::Vector2d a = side(i), b = side(i + 1);
    return std::atan2(a.x() * b.y() - a.y() * b.x(), a.dot(b));
  }

 private:
  std::span<const Eigen::Vector2d> vertices_;
  const Path* path_;
};

bool alike(double a, double b) { return std::fabs(a - b) <= kAlike * std::fabs(a); }

double sagitta(const Sides& sides, std::size_t i) {
  const std::size_t before = i + sides.size() - 1;
  if (!sides.straight(before) || !sides.straight(i) || !sides.straight(i + 1)) return 0;
  const double length = sides.length(i), turn = sides.turn_after(i);
  const bool chord = turn != 0 && std::fabs(turn) < kChordTurn && alike(turn, sides.turn_after(before)) &&
                     alike(length, sides.length(before)) && alike(length, sides.length(i + 1));
  return chord ? length / 2 * std::fabs(std::tan(turn / 4)) : 0;
}

}  // namespace

double left_out_by_chords(const Outline& outline, const Feature& feature) {
  const bool edge = feature.kind == Feature::Kind::edge, vertex = feature.kind == Feature::Kind::vertex;
  const Sides sides(outline);
  if (!(edge || vertex) || sides.size() < 4) return 0;
  const double before = vertex ? sagitta(sides, feature.index + sides.size() - 1) : 0;
  return std::max(before, sagitta(sides, feature.index));
}

}  // namespace pawl::internal::inline io

namespace pawl {
namespace {

using internal::kTurn;
using Vector = Eigen::Vector2d;

struct Angle {
  std::string pointer;
  double radians;
};

/// Warns about angles that seem to be in degrees in a file in radians, or in radians in a file in degrees.
void check_angles(const std::vector<Angle>& all, const Units& units, Warnings& found) {
  constexpr double kDegree = std::numbers::pi / 180, kNear = 2e-4, kStep = 5, kSmall = .8;
  std::vector<Angle> angles;
  for (const Angle& angle : all) {
    if (angle.radians != 0) angles.push_back(angle);
  }
  if (units.angle == Units::Angle::deg) {
    for (const auto& [pointer, radians] : angles) {
      const double written = radians / kDegree, twelfths = written / (std::numbers::pi / 12);
      const bool like_radians = std::fabs(written) < 7 && std::fabs(twelfths) > .5 && written != std::round(written) &&
                                std::fabs(twelfths - std::round(twelfths)) < kNear;
      if (!like_radians) continue;
      found.push_back(
          {"angle-in-radians", pointer,
           fmt::format("{:.6g} looks like an angle of {:.6g} rad, but \"units\" specifies degrees: write {:.6g}",
                       written, written, written / kDegree)});
    }
    return;
  }
  const auto round_number = [&](const Angle& angle) {
    return std::fabs(angle.radians) > kSmall && std::remainder(angle.radians, kStep) == 0;
  };
  const bool all_round = !angles.empty() && std::all_of(angles.begin(), angles.end(), round_number);
  for (const auto& [pointer, radians] : angles) {
    if (std::fabs(radians) <= kTurn && !all_round) continue;
    found.push_back({"angle-in-degrees", pointer,
                     fmt::format("{:.6g} rad look like degrees; write {:.6g}, or \"units\": {{\"angle\": \"deg\"}}",
                                 radians, radians * kDegree)});
  }
}

/// Returns whether a range of directions passes a full turn, as the range from 5.5 to 6.9 rad does. Its end may then
/// exceed a full turn without being in degrees. Returns false if the end is a multiple of 5, because it is then
/// probably in degrees.
bool goes_through_zero(const PushActuator& push) {
  const bool round = std::remainder(push.to, 5) == 0;
  return !round && push.from <= kTurn && push.to > kTurn && push.to - push.from < kTurn;
}

void check_size(double size, const std::string& pointer, const Units& units, Warnings& found) {
  constexpr double kLarge = 20, kTiny = 1e-5;  // m
  const double metres = size * units.metres();
  if (metres <= kLarge && metres >= kTiny) return;
  found.push_back({"part-size", pointer,
                   fmt::format("the part is {:.6g} {} across; if its lengths are in other units, state them, as in "
                               "\"units\": {{\"length\": \"mm\"}}",
                               size, units.length_name())});
}

bool asks_for_seat(std::string_view command) {
  return command == "plan" || command == "simulate" || command == "contacts";
}

class TaskWarnings {
 public:
  explicit TaskWarnings(const ValidTask& valid)
      : valid_(valid), task_(valid.task()), contacts_(contacts_in_world(valid)), unit_(task_.units.length_name()) {
    if (task_.part.outline) diameter_ = internal::diameter(*task_.part.outline);
  }

  /// Returns all warnings. If `seat` is true, also checks the goal, which requires a search for the seated pose.
  Warnings find(bool seat) {
    found_ = valid_.of_drawing();
    if (task_.part.outline) check_size(diameter_, "/part/outline", task_.units, found_);
    check_defaults();
    check_mass();
    check_center_of_mass();
    check_friction();
    check_angles(angles(), task_.units, found_);
    check_pins();
    for (std::size_t i = 0; i < contacts_.size(); ++i) check_contact(i);
    check_actuator();
    if (seat) check_goal();
    check_unmodelled();
    check_distance();
    check_rotation();
    check_scatter();
    return std::move(found_);
  }

 private:
  /// Adds a warning, unless there are already kMostOfOne warnings with this code. A file may have many fixels with the
  /// same problem.
  void warn(const char* code, std::string pointer, std::string message) {
    constexpr int kMostOfOne = 10;
    if (++counts_[code] <= kMostOfOne) found_.push_back({code, std::move(pointer), std::move(message)});
  }

  void check_defaults() {
    const bool stated = !task_.part.outline;
    if (stated && !task_.contacts.empty() && !task_.part.inertia) {
      warn("inertia-defaulted", "/part/inertia",
           fmt::format("missing, although contacts are stated: 1 kg m^2 is assumed, for a mass of {:.6g} kg; modes and "
                       "cones depend on the ratio of both: give \"part\": {{\"mass\", \"inertia\"}}",
                       task_.part.mass.value_or(1)));
    }
    if (task_.friction_defaulted) {
      warn("friction-defaulted", "/friction",
           "missing: 0 is assumed; give \"friction\", or state 0 if that is intended");
    }
    if (friction_is_unused()) {
      warn("friction-unused", "/friction",
           fmt::format("has no effect, because every {} states its own friction; remove one of the two",
                       task_.fixels.empty() ? "contact" : "fixel"));
    }
  }

  /// Returns whether no fixel, wall or stated contact uses the friction of the task. A stated contact with the same
  /// value counts as using it, because contacts that state no friction have received this value.
  bool friction_is_unused() const {
    const Friction& all = task_.friction;
    if (all.high == 0 || task_.fixels.size() + task_.walls.size() + task_.contacts.size() == 0) return false;
    const auto same = [&](const Contact& c) { return c.friction == all; };
    const auto states_none = [](const auto& body) { return !body.friction; };
    return std::none_of(task_.fixels.begin(), task_.fixels.end(), states_none) &&
           std::none_of(task_.walls.begin(), task_.walls.end(), states_none) &&
           std::none_of(task_.contacts.begin(), task_.contacts.end(), same);
  }

  std::vector<Angle> angles() const {
    std::vector<Angle> angles{{"/pose/2", task_.pose.z()}};
    for (std::size_t k = 0; k < task_.walls.size(); ++k) {
      angles.push_back({fmt::format("/walls/{}/pose/2", k), task_.walls[k].pose.z()});
    }
    if (const auto* push = task_.actuator ? std::get_if<PushActuator>(&*task_.actuator) : nullptr) {
      for (int k = 0; k < 2; ++k) {
        const double angle = k == 0 ? push->from : goes_through_zero(*push) ? push->to - kTurn : push->to;
        angles.push_back({fmt::format("/actuator/push/directions/{}", k), angle});
      }
    }
    for (std::size_t k = 0; k < task_.start_displacements.size(); ++k) {
      angles.push_back({fmt::format("/start/displacements/{}/2", k), task_.start_displacements[k].z()});
    }
    if (task_.simulate.tray) angles.push_back({"/simulate/tray/tilt", task_.simulate.tray->tilt});
    if (task_.scatter) angles.push_back({"/scatter/rotation", task_.scatter->rotation});
    return angles;
  }

  /// Warns if both the mass and the density are stated. Also warns about a mass that is too large or too small for
  /// every material and every plausible thickness of the part. A plausible thickness is between a hundredth of the
  /// part's diameter (a sheet) and ten times its diameter (an upright shaft). Only stated masses and densities are
  /// checked.
  void check_mass() {
    if (!task_.part.outline) return;
    const bool density = task_.part.density != internal::default_density(task_.units);
    if (task_.part.mass && density) {
      warn("mass-and-density", "/part/density",
           fmt::format("has no effect beside \"mass\", {:.6g} kg; leave one of them out", *task_.part.mass));
    }
    if (!task_.part.mass && !density) return;
    constexpr double kLead = 12000, kFoam = 10;          // kg/m^3
    // Greatest and least plausible thickness, as multiples of the part's diameter.
    constexpr double kThickest = 10, kThinnest = .01;
    const double metres = task_.units.metres();
    const double area = internal::unchecked_area_properties(*task_.part.outline).area * metres * metres;
    // Density, kg/m^3, of a part with this mass whose thickness equals its diameter.
    const double as_thick = valid_.mass() / (area * diameter_ * metres);
    const bool heavy = as_thick / kThickest > kLead, light = as_thick / kThinnest < kFoam;
    if (!heavy && !light) return;
    warn("part-mass", task_.part.mass ? "/part/mass" : "/part/density",
         fmt::format("the part weighs {:.3g} kg: for its area of {:.3g} m^2 that is {} at any plausible thickness; masses are in "
                     "kg, densities in kg / {}^2, or give them as texts such as \"240 g\" or \"7.85 g/cm3\" with a "
                     "\"thickness\"",
                     valid_.mass(), area, heavy ? "heavier than lead" : "lighter than foam", unit_));
  }

  /// Warns about a centre of mass outside the bounding box of the outline, which only a counterweight could cause.
  void check_center_of_mass() {
    if (!task_.part.outline || !task_.part.center_of_mass) return;
    const Vector& at = *task_.part.center_of_mass;
    const internal::BoundaryBox box = internal::boundary_of(*task_.part.outline).box;
    if ((at.array() >= box.low.array()).all() && (at.array() <= box.high.array()).all()) return;
    warn("center-outside", "/part/center_of_mass",
         fmt::format(
             "({:.6g}, {:.6g}) is outside the part, which reaches from ({:.6g}, {:.6g}) to ({:.6g}, {:.6g}); "
             "center_of_mass must be in the coordinates of the outline, in {}",
             at.x(), at.y(), box.low.x(), box.low.y(), box.high.x(), box.high.y(), unit_));
  }

  /// Warns about a coefficient of friction above 2, which is rare for dry materials.
  void check_friction() {
    constexpr double kLargest = 2;
    const auto check = [&](const Friction& friction, const std::string& pointer) {
      if (friction.high <= kLargest) return;
      warn("friction-large", pointer,
           fmt::format("a coefficient of {:.6g} is unusual: it is a ratio of forces, mostly from 0.05 to 1, neither per cent "
                       "nor degrees",
                       friction.high));
    };
    if (!friction_is_unused()) check(task_.friction, "/friction");
    for (std::size_t i = 0; i < task_.fixels.size(); ++i) {
      if (task_.fixels[i].friction) check(*task_.fixels[i].friction, fmt::format("/fixels/{}/friction", i));
    }
    for (std::size_t k = 0; k < task_.walls.size(); ++k) {
      if (task_.walls[k].friction) check(*task_.walls[k].friction, fmt::format("/walls/{}/friction", k));
    }
    for (std::size_t i = 0; i < task_.contacts.size(); ++i) {
      const Friction &own = task_.contacts[i].friction, &all = task_.friction;
      if (own.low != all.low || own.high != all.high) check(own, fmt::format("/contacts/{}/friction", i));
    }
  }

  void check_pins() {
    constexpr std::size_t kMostPins = 1000;  // largest number of fixels for which all pairs are compared
    for (std::size_t j = 0; j < std::min(task_.fixels.size(), kMostPins); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        const Fixel &a = task_.fixels[i], &b = task_.fixels[j];
        const double distance = (a.at - b.at).norm(), radii = a.radius + b.radius;
        if (distance > 0 && distance >= radii) continue;
        warn("pins-overlap", fmt::format("/fixels/{}", j),
             distance == 0 ? fmt::format("is at the same point as fixel {}; remove one of them", i + 1)
                           : fmt::format("overlaps fixel {}: the centres are {:.6g} {} apart, less than the sum of the "
                                         "radii, {:.6g}; move one",
                                         i + 1, distance, unit_, radii));
      }
    }
  }

  bool in_goal(std::size_t i) const {
    return !task_.goal ||
           std::find(task_.goal->begin(), task_.goal->end(), static_cast<int>(i) + 1) != task_.goal->end();
  }

  /// Returns whether a mode of the task states that contact i has a gap, by the letter `a`.
  bool known_apart(std::size_t i) const {
    return std::any_of(task_.modes.begin(), task_.modes.end(), [&](const std::string& mode) { return mode[i] == 'a'; });
  }

  void check_contact(std::size_t i) {
    if (!task_.part.outline) return;
    const ListedContact& contact = contacts_[i];
    if (contact.wall > 0) return check_wall_contact(i);
    const std::string pointer = fmt::format("/fixels/{}", i);
    const double gap = contact.gap,
                 rounding = std::max(64 * tolerance::kLengthRounding * diameter_, 1e-3 * task_.contact_tolerance);
    if (contact.touching) {
      if (std::fabs(gap) <= rounding) return;
      return warn(
          "touches-by-tolerance", pointer,
          fmt::format("fixel {} is {:.3g} {} {} the part and counts as touching, because contact_tolerance is {:.3g} "
                      "{}; if this is not intended, move it",
                      i + 1, std::fabs(gap), unit_, gap > 0 ? "off" : "inside", task_.contact_tolerance, unit_));
    }
    constexpr double kNear = 1.05;  // factor that allows for the rounding of vertices
    const double left_out = internal::left_out_by_chords(task_.part.loops()[contact.feature.hole], contact.feature);
    if (gap <= kNear * left_out) {
      return warn("arc-of-chords", pointer,
                  fmt::format("fixel {} is {:.3g} {} off {}, one of several chords that deviate by {:.3g} {} from an "
                              "arc, so it does not count as touching; state the arc as a \"path\" with a bulge",
                              i + 1, gap, unit_, internal::counted_text_of(contact.feature), left_out, unit_));
    }
    if (gap > kSeatDistance * diameter_ || known_apart(i)) return;
    warn("nearly-touches", pointer,
         fmt::format("fixel {} is {:.3g} {} off the part and does not count as touching; if it should touch, move it "
                     "or raise contact_tolerance ({:.3g} {})",
                     i + 1, gap, unit_, task_.contact_tolerance, unit_));
  }

  void check_wall_contact(std::size_t i) {
    const ListedContact& contact = contacts_[i];
    const double rounding = std::max(64 * tolerance::kLengthRounding * diameter_, 1e-3 * task_.contact_tolerance);
    if (!contact.touching || std::fabs(contact.gap) <= rounding) return;
    warn("touches-by-tolerance", fmt::format("/walls/{}", contact.wall - 1),
         fmt::format("contact {} has a gap of {:.3g} {} and counts as touching, because contact_tolerance is {:.3g} {}; "
                     "if this is not intended, move the wall",
                     i + 1, contact.gap, unit_, task_.contact_tolerance, unit_));
  }

  void check_actuator() {
    constexpr double kOff = 1e-3;  // largest distance of a point from the part for which no warning is given, as a
                                   // fraction of the part's diameter
    if (!task_.actuator || !task_.part.outline) return;
    const auto check = [&](const Vector& at, const char* kind) {
      const Vector body = internal::BodyFrame(task_.pose).point(at).at;
      const double off = internal::unchecked_closest_points(task_.part.loops(), body).front().distance;
      if (off <= kOff * diameter_) return;
      warn("point-off-part", fmt::format("/actuator/{}/at", kind),
           fmt::format("is {:.3g} {} off the part; it must be in world coordinates, for the part at the task's pose",
                       off, unit_));
    };
    if (const auto* push = std::get_if<PushActuator>(&*task_.actuator)) {
      check(push->at, "push");
      check_range(*push);
    }
    if (const auto* spring = std::get_if<SpringActuator>(&*task_.actuator)) check(spring->at, "spring");
  }

  /// Warns if the two ends of a push's range of directions were probably interchanged.
  void check_range(const PushActuator& push) {
    constexpr double kHalf = kTurn / 2;
    const double range = push.to - push.from;
    if (range >= 0 ? range <= kHalf || range >= kTurn : range + kTurn <= kHalf) return;
    const double unit = task_.units.angle == Units::Angle::deg ? kTurn / 360 : 1;
    warn("push-wide", "/actuator/push/directions",
         fmt::format(
             "[{:.6g}, {:.6g}] reach counterclockwise over {:.6g} {}; for the other directions, exchange the two",
             push.from / unit, push.to / unit, (range < 0 ? range + kTurn : range) / unit, task_.units.angle_name()));
  }

  void check_goal() {
    if (contacts_.empty()) return;
    const ContactList list = list_contacts(valid_);
    if (!list.unseated.empty()) {
      warn("no-seat", task_.goal ? "/goal" : task_.fixels.empty() ? "/walls" : "/fixels", "the goal cannot be reached: " + list.unseated);
    }
    if (list.located) return;
    const std::size_t count = task_.goal ? task_.goal->size() : contacts_.size();
    warn("goal-not-located",
         task_.goal                                       ? "/goal"
         : !task_.walls.empty() && task_.fixels.empty() ? "/walls"
         : task_.part.outline                             ? "/fixels"
                              : "/contacts",
         fmt::format(
             "the goal does not locate the part: its {} {}{} fix{} {} of 3 motions, so the part can move while "
             "all of them touch; add a fixel, or move one",
             count, task_.walls.empty() ? "fixel" : "contact", count == 1 ? "" : "s", count == 1 ? "es" : "", list.rank));
  }

  void check_unmodelled() {
    if (!task_.twist.isZero(0)) {
      warn("not-modelled", "/twist", "is used only by forward; in this command the part is at rest");
    }
    const SimulateOptions& simulate = task_.simulate;
    const bool tray = task_.actuator && std::holds_alternative<TrayActuator>(*task_.actuator);
    if (simulate.support.law != SimulateOptions::Support::Law::none && !tray) {
      warn("not-modelled", "/simulate/support",
           "a plan ignores the friction of the surface below the part: test the plan with simulate");
    }
    if (simulate.support.law == SimulateOptions::Support::Law::none && simulate.support.friction > 0) {
      warn("support-without-law", "/simulate/support",
           "has no effect without a \"law\": give \"law\": \"ellipsoid\" for Coulomb friction with the surface below");
    }
    if (simulate.restitution > 0) {
      warn("not-modelled", "/simulate/restitution", "a plan ignores bouncing: test the plan with simulate");
    }
  }

  /// Warns about a start rotation that was probably written in degrees, because a rotation by a radian or more is
  /// unusual for a start.
  void check_rotation() {
    constexpr double kLarge = 1;
    const auto known = [](const Warning& warning) { return warning.pointer == "/scatter/rotation"; };
    if (std::any_of(found_.begin(), found_.end(), known)) return;
    if (!task_.scatter || task_.units.angle == Units::Angle::deg || task_.scatter->rotation < kLarge) return;
    const double rotation = task_.scatter->rotation;
    warn("angle-in-degrees", "/scatter/rotation",
         fmt::format("{:.6g} rad are {:.4g} degrees; if {:.6g} degrees are meant, write \"{:.6g} deg\"", rotation,
                     rotation * 180 / std::numbers::pi, rotation, rotation));
  }

  /// Warns if starts are scattered by more than the part's size, or, in a file in degrees, by more than half a turn.
  void check_distance() {
    if (task_.scatter && task_.units.angle == Units::Angle::deg && task_.scatter->rotation > kTurn / 2) {
      warn("scatter-large", "/scatter/rotation",
           fmt::format("{:.6g} deg is more than half a turn, which already scatters over all orientations",
                       task_.scatter->rotation * 360 / kTurn));
    }
    if (!task_.scatter || !task_.part.outline || task_.scatter->translation <= diameter_) return;
    warn("scatter-large", "/scatter/translation",
         fmt::format(
             "{:.6g} {} is more than the part's size, {:.6g} {}; if another unit is meant, state it, as in \"2 mm\"",
             task_.scatter->translation, unit_, diameter_, unit_));
  }

  /// Warns if all trials are identical. Their confidence interval would be wrong, because it assumes independent
  /// trials.
  void check_scatter() {
    if (!task_.scatter || task_.scatter->starts < 2) return;
    const Scatter& scatter = *task_.scatter;
    const bool still = scatter.translation == 0 && scatter.rotation == 0 && scatter.friction == 0 &&
                       scatter.shape == 0 && scatter.fixels == 0 && scatter.center_of_mass == 0;
    const auto exact = [&](const Fixel& fixel) {
      const Friction& friction = fixel.friction.value_or(task_.friction);
      return friction.low == friction.high;
    };
    if (!still || !std::all_of(task_.fixels.begin(), task_.fixels.end(), exact)) return;
    warn("starts-alike", "/scatter",
         fmt::format("its {} starts are all equal, so the confidence interval means nothing; give \"scatter\" a "
                     "\"translation\" or a \"rotation\", or the friction as [low, high]",
                     scatter.starts));
  }

  const ValidTask& valid_;
  const Task& task_;
  std::vector<ListedContact> contacts_;
  const char* unit_;
  double diameter_ = 0;
  std::map<std::string, int> counts_;
  Warnings found_;
};

}  // namespace

Warnings warnings(const ValidTask& task) { return TaskWarnings(task).find(true); }

Warnings warnings(const ValidTask& task, std::string_view command) {
  Warnings found = TaskWarnings(task).find(asks_for_seat(command));
  std::erase_if(found, [&](const Warning& warning) { return !concerns(warning, command); });
  return found;
}

Warnings warnings(const Scene& scene) {
  Warnings found;
  std::vector<Angle> angles;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    angles.push_back({fmt::format("/bodies/{}/pose/2", i), scene.bodies[i].pose.z()});
  }
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    angles.push_back({fmt::format("/joints/{}/angle", i), scene.joints[i].angle});
  }
  if (scene.simulate.tray) angles.push_back({"/simulate/tray/tilt", scene.simulate.tray->tilt});
  check_angles(angles, scene.units, found);
  return found;
}

const std::vector<std::string>& warning_codes() {
  static const std::vector<std::string> kCodes = {"angle-in-degrees",
                                                  "angle-in-radians",
                                                  "arc-of-chords",
                                                  "center-outside",
                                                  "drawing-dropped",
                                                  "drawing-joined",
                                                  "drawing-left-out",
                                                  "drawing-note",
                                                  "drawing-rounded",
                                                  "drawing-turned",
                                                  "fixel-left-out",
                                                  "form-closure",
                                                  "friction-defaulted",
                                                  "friction-large",
                                                  "friction-near-limit",
                                                  "friction-unused",
                                                  "goal-not-located",
                                                  "inertia-defaulted",
                                                  "margin-small",
                                                  "mass-and-density",
                                                  "nearly-touches",
                                                  "no-seat",
                                                  "not-modelled",
                                                  "part-mass",
                                                  "part-size",
                                                  "picture-name",
                                                  "pins-overlap",
                                                  "point-off-part",
                                                  "push-wide",
                                                  "scatter-large",
                                                  "starts-alike",
                                                  "support-without-law",
                                                  "touches-by-tolerance",
                                                  "wedging"};
  return kCodes;
}

bool is_note(const Warning& warning) { return warning.code == "drawing-rounded" || warning.code == "drawing-turned"; }

bool concerns(const Warning& warning, std::string_view command) {
  const std::string& code = warning.code;
  if (code == "goal-not-located") return asks_for_seat(command);
  if (code == "starts-alike" || code == "support-without-law") return command == "simulate";
  // Only `contacts` warns about a missing seat. For other commands that need a seat, a missing seat is a fault.
  if (code == "no-seat") return command == "contacts";
  if (code == "scatter-large" || warning.pointer == "/scatter/rotation") return command == "simulate";
  if (code == "nearly-touches" || code == "touches-by-tolerance") return command != "plan" && command != "simulate";
  if (code != "not-modelled") return true;
  return warning.pointer == "/twist" ? command != "forward" && command != "contacts" && command != "simulate"
                                     : command == "plan";
}

}  // namespace pawl
