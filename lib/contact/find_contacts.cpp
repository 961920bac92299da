// SPDX-License-Identifier: MIT
#include "contact/find_contacts.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/find_contacts.h>
#include <pawl/geometry/closest_point.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/constants.h"
#include "base/faults.h"
#include "contact/contact.h"
#include "contact/contact_frames.h"
#include "contact/diamond_pin.h"
#include "exact/numbers.h"
#include "exact/orientation.h"
#include "geometry/outline.h"
#include "geometry/plane.h"
#include "geometry/segment.h"

namespace pawl::internal::inline contact {

namespace {

using Vector = Eigen::Vector2d;

std::string place(const ClosestPoint& point) {
  const char* feature = point.at_vertex ? "vertex" : std::isinf(point.radius) ? "edge" : "arc";
  return fmt::format("{} {}", feature, point.feature + 1) +
         (point.loop > 0 ? fmt::format(" of hole {}", point.loop) : "");
}

std::string places(const ClosestPoint& one, const ClosestPoint& other) {
  return fmt::format("{} and {}{}", place(one), place(other), one.loop + other.loop == 0 ? " of the outline" : "");
}

constexpr const char* kNotUnique = ", so its normal is not unique; move it or give \"normal\"";

/// Returns a bound, m, on the rounding error of a computed distance whose exact value is 0, because the point lies on
/// the outline.
double rounding_of(const Outline& outline) {
  double size = 0;
  if (const auto* disc = std::get_if<Disc>(&outline)) size = disc->center.cwiseAbs().maxCoeff() + disc->radius;
  for (const Vector& vertex : vertices_of(outline)) size = std::max(size, vertex.cwiseAbs().maxCoeff());
  if (const auto* path = std::get_if<Path>(&outline)) {
    for (std::size_t i = 0; i < path->bulges.size(); ++i) {
      const Box box = box_of(segment_of(*path, i));
      size = std::max({size, box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff()});
    }
  }
  return tolerance::kLengthRounding * size;
}

class ContactFinder {
 public:
  ContactFinder(const Loops& loops, const BodyFrame& frame, double contact_tolerance, const char* unit)
      : loops_(loops), frame_(frame), tolerance_(contact_tolerance), rounding_(rounding_of(loops.outer)), unit_(unit) {}

  /// Returns the contact of a fixel. If the contact is on an arc or a disc, sets `on` to the exact centre of the arc or
  /// disc, except if the fixel states a normal that is not exactly along the radius.
  Contact contact(std::size_t index, const Fixel& fixel, const Friction& friction, std::optional<ArcCenter>& on) {
    const BodyPoint center = frame_.point(fixel.at);
    const std::vector<ClosestPoint> points = unchecked_closest_points(loops_, center.at);
    const double gap = points.front().distance - fixel.radius;
    if (gap < -(tolerance_ + rounding_)) return too_deep(index, fixel, gap);
    const ClosestPoint chosen = fixel.normal ? chosen_by_normal(points, fixel, center) : points.front();
    Contact contact;
    contact.friction = friction;
    contact.part_radius = chosen.radius;
    contact.fixel_radius = fixel.radius;
    contact.gap = chosen.distance - fixel.radius;
    if (fixel.normal) {
      const Vector normal = frame_.direction(*fixel.normal);
      check_given_normal(index, fixel, chosen, normal);
      if (set_along_radius(chosen, center, *fixel.normal, contact)) {
        on = center_of(chosen);
      } else {
        set_with_normal(chosen, center, normal, frame_.direction_error(*fixel.normal), contact);
      }
      check_fits(index, fixel, chosen);
    } else {
      set_frame(chosen, center, contact);
      if (!chosen.at_vertex && std::isfinite(chosen.radius)) on = center_of(chosen);
    }
    // The check above allows for rounding errors. The check below need not, because a gap whose exact value is 0 is now
    // exactly 0.
    if (contact.gap < -tolerance_) return too_deep(index, fixel, contact.gap);
    if (!fixel.normal) check_unique(index, fixel, points, center.at);
    contact.touching = std::fabs(contact.gap) <= tolerance_;
    return contact;
  }

  std::vector<Fault> faults;

 private:
  void set_frame(const ClosestPoint& found, const BodyPoint& center, Contact& contact) const {
    if (found.at_vertex) return set_at_corner(found, center, contact);
    if (std::isinf(found.radius)) return set_on_side(found, center, contact);
    if (found.normal != Vector(0, 0)) set_on_arc(circle_at(found), found, center, contact);
  }

  /// Returns the circle of a point on an arc or a disc.
  ExactCircle circle_at(const ClosestPoint& found) const {
    if (const Disc* disc = std::get_if<Disc>(&loops_[found.loop])) {
      const Rational radius = rational(disc->radius);
      return {ExactPoint(disc->center), radius * radius};
    }
    return ExactSegment(Segment{found.side_start, found.side_end, found.bulge}).circle();
  }

  ArcCenter center_of(const ClosestPoint& found) const { return {circle_at(found).center, center_rounding(found)}; }

  /// Returns the point of the part that a fixel with a stated normal touches or is nearest to. If the fixel is at the
  /// centre of an arc, returns the point of the arc in the direction of the normal, if the arc has such a point. To
  /// find this point, searches for the point of the part that is nearest to a point halfway between the centre and the
  /// arc.
  ClosestPoint chosen_by_normal(const std::vector<ClosestPoint>& points, const Fixel& fixel,
                                const BodyPoint& center) const {
    const ClosestPoint& found = facing(points, fixel);
    if (found.at_vertex || found.normal != Vector(0, 0)) return at_corner(found, center);
    const Vector ahead = frame_.direction(*fixel.normal).stableNormalized() * (std::fabs(found.radius) / 2);
    const ClosestPoint nearer = unchecked_closest_points(loops_, center.at + ahead).front();
    const bool on_same_arc = !nearer.at_vertex && nearer.feature == found.feature && nearer.loop == found.loop;
    if (!on_same_arc || nearer.radius != found.radius) return found;
    ClosestPoint result = nearer;
    result.distance = found.distance;
    return result;
  }

  Contact too_deep(std::size_t index, const Fixel& fixel, double gap) {
    fault(index, fixel,
          fmt::format("the fixel is {:.6g} {unit} inside the part, deeper than the contact tolerance of {:.6g} {unit}",
                      -gap, tolerance_, fmt::arg("unit", unit_)));
    return {};
  }

  /// Returns the corner near `found` if there is one within the tolerance, and otherwise `found`. Rounding may give a
  /// point beside a corner instead of the corner.
  ClosestPoint at_corner(const ClosestPoint& found, const BodyPoint& center) const {
    const NearestCorner corner = unchecked_nearest_corner(loops_, found.point);
    if (found.at_vertex || corner.distance > std::max(tolerance_, rounding_ + center.error)) return found;
    ClosestPoint result = unchecked_closest_points(loops_, vertices_of(loops_[corner.loop])[corner.vertex]).front();
    result.distance = found.distance;
    return result;
  }

  /// Returns whether the stated normal (in the frame of the pose) is exactly parallel to the line through the fixel and
  /// the centre of the arc or disc. If so, sets the frame on the arc or disc.
  bool set_along_radius(const ClosestPoint& found, const BodyPoint& center, const Vector& stated,
                        Contact& contact) const {
    if (found.at_vertex || std::isinf(found.radius) || found.normal == Vector(0, 0)) return false;
    if (center.error > 0 || frame_.direction_error(stated) > 0) return false;
    const ExactCircle circle = circle_at(found);
    if (circle.center == ExactPoint(center.at)) return false;
    if (!along_radius(circle, center.at, frame_.direction(stated))) return false;
    set_on_arc(circle, found, center, contact);
    return true;
  }

  /// Adds a fault for a pin in a concave arc if the pin's radius is at least the arc's radius, because such a pin does
  /// not touch the arc in one point.
  void check_fits(std::size_t index, const Fixel& fixel, const ClosestPoint& found) {
    if (found.radius >= 0 || fixel.radius < -found.radius) return;
    fault(index, fixel,
          fmt::format("a pin with a radius of {:.6g} {unit} does not fit into the hollow of {}, {:.6g} {unit}",
                      fixel.radius, place(found), -found.radius, fmt::arg("unit", unit_)));
  }

  bool touches(const ClosestPoint& point, const Fixel& fixel) const {
    return std::fabs(point.distance - fixel.radius) <= tolerance_;
  }

  /// Returns whether the point `other` is as close to the fixel as `nearest`, so that the normal is not unique. If the
  /// fixel touches the part at `nearest`, it must also touch at `other`. Otherwise the relative difference of the two
  /// distances must be at most tolerance::kEqualDistance, plus rounding.
  bool rivals(const ClosestPoint& nearest, const ClosestPoint& other, const Fixel& fixel) const {
    if (touches(nearest, fixel)) return touches(other, fixel);
    const double rounding =
        tolerance::kLengthRounding * std::max(nearest.point.cwiseAbs().maxCoeff(), other.point.cwiseAbs().maxCoeff());
    return other.distance - nearest.distance <= tolerance::kEqualDistance * nearest.distance + rounding;
  }

  /// Among the points that are equally close to a fixel, returns the point whose inward normal is nearest to the
  /// fixel's stated normal.
  const ClosestPoint& facing(const std::vector<ClosestPoint>& points, const Fixel& fixel) const {
    const Vector normal = frame_.direction(*fixel.normal);
    const auto agreement = [&](const ClosestPoint& point) {
      const Vector inward = point.inward_before.stableNormalized() + point.inward_after.stableNormalized();
      return inward.stableNormalized().dot(normal);
    };
    const ClosestPoint* best = &points.front();
    for (const ClosestPoint& point : points) {
      if (rivals(points.front(), point, fixel) && agreement(point) > agreement(*best)) best = &point;
    }
    return *best;
  }

  void check_given_normal(std::size_t index, const Fixel& fixel, const ClosestPoint& point, const Vector& normal) {
    const Vector unit = normal.stableNormalized();
    const double along =
        std::max(point.inward_before.stableNormalized().dot(unit), point.inward_after.stableNormalized().dot(unit));
    if (along > 0) return;
    faults.push_back({fmt::format("/fixels/{}/normal", index),
                      fmt::format("[{},{}]", fixel.normal->x(), fixel.normal->y()),
                      fmt::format("must point into the part at {}", place(point))});
  }

  /// Returns whether all points of the arc are equally far from the fixel, within the tolerances of rivals().
  bool near_center(const ClosestPoint& nearest, const Fixel& fixel, const Vector& center) const {
    if (nearest.at_vertex || std::isinf(nearest.radius)) return false;
    if (nearest.normal == Vector(0, 0)) return true;
    if (nearest.radius > 0) return false;  // false, because a fixel at the centre of a convex arc would be inside the
                                           // part
    const double apart = length(nearest.center - center);
    return apart <= (touches(nearest, fixel) ? tolerance_ : tolerance::kEqualDistance * nearest.distance);
  }

  void check_unique(std::size_t index, const Fixel& fixel, const std::vector<ClosestPoint>& points,
                    const Vector& center) {
    const ClosestPoint& nearest = points.front();
    if (near_center(nearest, fixel, center)) {
      std::string where = place(nearest);
      if (std::holds_alternative<Disc>(loops_[nearest.loop])) {
        where = nearest.loop == 0 ? "the disc" : fmt::format("hole {}", nearest.loop);
      }
      return fault(index, fixel, "the fixel is at the centre of " + where + kNotUnique);
    }
    const NearestCorner corner = unchecked_nearest_corner(loops_, center);
    if (touches(nearest, fixel) && corner.distance <= tolerance_) {
      const std::string owner = corner.loop == 0 ? "the outline" : fmt::format("hole {}", corner.loop);
      return fault(index, fixel,
                   fmt::format("the fixel touches vertex {} of {}", corner.vertex + 1, owner) + kNotUnique);
    }
    for (std::size_t k = 1; k < points.size(); ++k) {
      if (!rivals(nearest, points[k], fixel)) continue;
      const std::string both = places(nearest, points[k]);
      const bool touching = touches(nearest, fixel);
      return fault(
          index, fixel,
          (touching ? "the fixel touches both " + both : both + " are equally close to the fixel") + kNotUnique);
    }
  }

  void fault(std::size_t index, const Fixel& fixel, std::string message) {
    faults.push_back(
        {fmt::format("/fixels/{}", index), fmt::format("[{},{}]", fixel.at.x(), fixel.at.y()), std::move(message)});
  }

  Loops loops_;
  const BodyFrame& frame_;
  double tolerance_;
  double rounding_;
  const char* unit_;  ///< name of the unit of length
};

}  // namespace

std::vector<Contact> find_contacts(const Loops& loops, const BodyFrame& frame, std::span<const Fixel> fixels,
                                   const Friction& friction, double contact_tolerance, const char* unit) {
  ContactFinder finder(loops, frame, contact_tolerance, unit);
  std::vector<Contact> contacts;
  std::vector<std::optional<ArcCenter>> centers(fixels.size());
  for (std::size_t i = 0; i < fixels.size(); ++i) {
    if (fixels[i].diamond) {
      contacts.emplace_back();
      try {
        const DiamondPin pin(loops, fixels[i], friction, contact_tolerance, unit);
        contacts.back() = pin.nearest({frame.pose(), frame.position_error(), frame.angle_error()}, i).contact;
      } catch (const InputError& error) {
        finder.faults.insert(finder.faults.end(), error.faults().begin(), error.faults().end());
      }
      continue;
    }
    contacts.push_back(finder.contact(i, fixels[i], fixels[i].friction.value_or(friction), centers[i]));
  }
  if (!finder.faults.empty()) throw InputError(std::move(finder.faults));
  share_centers(centers, contacts);
  return contacts;
}

}  // namespace pawl::internal::inline contact

namespace pawl {

std::vector<Contact> find_contacts(const Loops& loops, const Eigen::Vector3d& pose, std::span<const Fixel> fixels,
                                   const Friction& friction, double contact_tolerance) {
  validate(loops);
  internal::Validator validator;
  internal::check_fixels(pose, fixels, friction, contact_tolerance, validator);
  validator.finish();
  return internal::find_contacts(loops, internal::BodyFrame(pose), fixels, friction, contact_tolerance);
}

std::vector<Contact> find_contacts(const Outline& outline, const Eigen::Vector3d& pose, std::span<const Fixel> fixels,
                                   const Friction& friction, double contact_tolerance) {
  return find_contacts(Loops(outline), pose, fixels, friction, contact_tolerance);
}

}  // namespace pawl

namespace pawl::internal::inline contact {
namespace {


}  // namespace

BodyFrame::BodyFrame(const Eigen::Vector3d& pose, double position_error, double angle_error)
    : pose_(pose), position_error_(position_error), angle_error_(angle_error) {}

BodyPoint BodyFrame::point(const Eigen::Vector2d& world) const {
  bool exact = true;
  const Eigen::Vector2d from = written_difference(world, pose_.head<2>(), &exact);
  const double size = from.stableNorm();
  BodyPoint result{turned(from, -pose_.z()), position_error_ + angle_error_ * size};
  result.of_numbers = quarter_turns(pose_.z()).has_value() && position_error_ == 0 && angle_error_ == 0;
  result.exact = exact && result.of_numbers;
  if (!exact) result.error += 2 * kRoundoff * size;
  result.error += written_error(world);
  if (!quarter_turns(pose_.z())) result.error += turn_error() * size;
  return result;
}

/// Returns a direction in the part's frame. Very large or very small lengths are first scaled by a power of two, which
/// does not change the direction.
Eigen::Vector2d BodyFrame::direction(const Eigen::Vector2d& world) const {
  constexpr int kOrdinary = 900;
  const int exponent = std::ilogb(std::max(std::fabs(world.x()), std::fabs(world.y())));
  if (std::abs(exponent) < kOrdinary) return turned(world, -pose_.z());
  return turned({std::ldexp(world.x(), -exponent), std::ldexp(world.y(), -exponent)}, -pose_.z());
}

double BodyFrame::direction_error(const Eigen::Vector2d& world) const {
  const double turn = quarter_turns(pose_.z()) ? 0 : 2 * turn_error();
  return angle_error_ + turn + written_error(world) / world.stableNorm();
}

/// Returns a bound on the error of the sine and the cosine of the pose's angle, which includes the rounding of the
/// angle itself. An angle in degrees has three rounding errors: it is rounded when it is read, the factor pi / 180 is
/// rounded, and their product is rounded.
double BodyFrame::turn_error() const { return kTurnError + 3 * kRoundoff * std::fabs(pose_.z()); }

std::string counted_text_of(Feature feature) {
  ++feature.index;
  return text_of(feature);
}

}  // namespace pawl::internal::inline contact
