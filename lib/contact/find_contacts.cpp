// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/contact/find_contacts.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/validator.h"
#include "contact/contact_lines.h"
#include "contact/input_checks.h"
#include "geometry/unchecked.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

std::string place(const ClosestPoint& point) {
  const char* feature = point.at_vertex ? "vertex" : std::isinf(point.radius) ? "edge" : "arc";
  return fmt::format("{} {}", feature, point.feature);
}

double length_of(const Vector& v) { return std::hypot(v.x(), v.y()); }

constexpr const char* kNotUnique = ", so its normal is not unique; move it or give \"normal\"";

/// What rounding makes of a distance from the outline that is 0, m.
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
  ContactFinder(const Outline& outline, const BodyFrame& frame, double contact_tolerance, const char* unit)
      : outline_(outline), frame_(frame), tolerance_(contact_tolerance), rounding_(rounding_of(outline)), unit_(unit) {}

  /// The contact of a fixel; `on`: the exact centre of the arc or disc that it is on, where it is on one.
  Contact contact(std::size_t index, const Fixel& fixel, const Friction& friction, std::optional<ArcCenter>& on) {
    const BodyPoint center = frame_.point(fixel.at);
    const std::vector<ClosestPoint> points = unchecked_closest_points(outline_, center.at);
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
    if (contact.gap < -tolerance_) return too_deep(index, fixel, contact.gap);  // and not 0 but for rounding
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

  /// Of a point on an arc or a disc.
  ExactCircle circle_at(const ClosestPoint& found) const {
    if (const Disc* disc = std::get_if<Disc>(&outline_)) {
      const Rational radius = rational(disc->radius);
      return {ExactPoint(disc->center), radius * radius};
    }
    return ExactSegment(Segment{found.side_start, found.side_end, found.bulge}).circle();
  }

  ArcCenter center_of(const ClosestPoint& found) const { return {circle_at(found).center, center_rounding(found)}; }

  /// What a fixel with a stated normal touches, or is nearest to. Seen from the centre of an arc that is the point of
  /// it to which the normal leads, if it leads to any: also seen from half way there.
  ClosestPoint chosen_by_normal(const std::vector<ClosestPoint>& points, const Fixel& fixel,
                                const BodyPoint& center) const {
    const ClosestPoint& found = facing(points, fixel);
    if (found.at_vertex || found.normal != Vector(0, 0)) return at_corner(found, center);
    const Vector ahead = frame_.direction(*fixel.normal).stableNormalized() * (std::fabs(found.radius) / 2);
    const ClosestPoint nearer = unchecked_closest_points(outline_, center.at + ahead).front();
    const bool on_same_arc = !nearer.at_vertex && nearer.feature == found.feature;
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

  /// A place within the tolerance of a corner is the corner: rounding may see it beside.
  ClosestPoint at_corner(const ClosestPoint& found, const BodyPoint& center) const {
    const NearestCorner corner = unchecked_nearest_corner(outline_, found.point);
    if (found.at_vertex || corner.distance > std::max(tolerance_, rounding_ + center.error)) return found;
    ClosestPoint result = unchecked_closest_points(outline_, vertices_of(outline_)[corner.vertex]).front();
    result.distance = found.distance;
    return result;
  }

  /// An arc or a disc whose stated normal (in the frame of the pose) is along the line through its centre.
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

  /// A pin as large as a hollow touches all of it.
  void check_fits(std::size_t index, const Fixel& fixel, const ClosestPoint& found) {
    if (found.radius >= 0 || fixel.radius < -found.radius) return;
    fault(index, fixel,
          fmt::format("a pin with a radius of {:.6g} {unit} does not fit into the hollow of {}, {:.6g} {unit}",
                      fixel.radius, place(found), -found.radius, fmt::arg("unit", unit_)));
  }

  bool touches(const ClosestPoint& point, const Fixel& fixel) const {
    return std::fabs(point.distance - fixel.radius) <= tolerance_;
  }

  /// Whether a fixel has no reason to prefer the nearest point to this one.
  bool rivals(const ClosestPoint& nearest, const ClosestPoint& other, const Fixel& fixel) const {
    if (touches(nearest, fixel)) return touches(other, fixel);
    const double rounding =
        tolerance::kLengthRounding * std::max(nearest.point.cwiseAbs().maxCoeff(), other.point.cwiseAbs().maxCoeff());
    return other.distance - nearest.distance <= tolerance::kEqualDistance * nearest.distance + rounding;
  }

  /// Of the points that a fixel could mean, the one whose edge faces along its normal best.
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

  /// Whether all points of the arc are equally far, as far as that matters (rivals()).
  bool near_center(const ClosestPoint& nearest, const Fixel& fixel, const Vector& center) const {
    if (nearest.at_vertex || std::isinf(nearest.radius)) return false;
    if (nearest.normal == Vector(0, 0)) return true;
    if (nearest.radius > 0) return false;  // a round outline is touched from the other side
    const double apart = length_of(nearest.center - center);
    return apart <= (touches(nearest, fixel) ? tolerance_ : tolerance::kEqualDistance * nearest.distance);
  }

  void check_unique(std::size_t index, const Fixel& fixel, const std::vector<ClosestPoint>& points,
                    const Vector& center) {
    const ClosestPoint& nearest = points.front();
    if (near_center(nearest, fixel, center)) {
      const std::string where = std::holds_alternative<Disc>(outline_) ? "the disc" : place(nearest);
      return fault(index, fixel, "the fixel is at the centre of " + where + kNotUnique);
    }
    const NearestCorner corner = unchecked_nearest_corner(outline_, center);
    if (touches(nearest, fixel) && corner.distance <= tolerance_) {
      return fault(index, fixel, fmt::format("the fixel touches vertex {} of the outline", corner.vertex) + kNotUnique);
    }
    for (std::size_t k = 1; k < points.size(); ++k) {
      if (!rivals(nearest, points[k], fixel)) continue;
      const std::string places = fmt::format("{} and {}", place(nearest), place(points[k]));
      return fault(index, fixel,
                   (touches(nearest, fixel) ? "the fixel touches both " + places + " of the outline"
                                            : places + " of the outline are equally close to the fixel") +
                       kNotUnique);
    }
  }

  void fault(std::size_t index, const Fixel& fixel, std::string message) {
    faults.push_back(
        {fmt::format("/fixels/{}", index), fmt::format("[{},{}]", fixel.at.x(), fixel.at.y()), std::move(message)});
  }

  const Outline& outline_;
  const BodyFrame& frame_;
  double tolerance_;
  double rounding_;
  const char* unit_;  ///< of lengths
};

}  // namespace

std::vector<Contact> find_contacts(const Outline& outline, const BodyFrame& frame, std::span<const Fixel> fixels,
                                   const Friction& friction, double contact_tolerance, const char* unit) {
  ContactFinder finder(outline, frame, contact_tolerance, unit);
  std::vector<Contact> contacts;
  std::vector<std::optional<ArcCenter>> centers(fixels.size());
  for (std::size_t i = 0; i < fixels.size(); ++i) {
    contacts.push_back(finder.contact(i, fixels[i], fixels[i].friction.value_or(friction), centers[i]));
  }
  if (!finder.faults.empty()) throw InputError(std::move(finder.faults));
  share_centers(centers, contacts);
  return contacts;
}

}  // namespace pawl::internal

namespace pawl {

std::vector<Contact> find_contacts(const Outline& outline, const Eigen::Vector3d& pose, std::span<const Fixel> fixels,
                                   const Friction& friction, double contact_tolerance) {
  validate(outline);
  internal::Validator validator;
  internal::check_fixels(pose, fixels, friction, contact_tolerance, validator);
  validator.finish();
  return internal::find_contacts(outline, internal::BodyFrame(pose), fixels, friction, contact_tolerance);
}

}  // namespace pawl
