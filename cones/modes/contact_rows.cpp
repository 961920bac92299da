// SPDX-License-Identifier: MIT
#include "modes/contact_rows.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/base/tolerance.h>

#include <cmath>

#include "contact/exact_frames.h"
#include "exact/rational.h"
#include "geometry/arc_contact.h"

namespace pawl::internal {
namespace {

/// A twist as what its numbers mean.
struct ExactTwist {
  explicit ExactTwist(const Eigen::Vector3d& v) : x(rational(v.x())), y(rational(v.y())), omega(rational(v.z())) {}
  Rational x, y, omega;
};

/// The length of a normal, exact where it is rational.
struct NormalLength {
  Rational value;
  bool exact = true;
};

NormalLength length_of(const ExactFrame& frame) {
  const Integer squared = frame.nx * frame.nx + frame.ny * frame.ny;
  const Integer root = sqrt(squared);
  if (root * root == squared) return {Rational(root) / Rational(frame.normal_factor), true};
  // The root of the square with 60 more bits.
  const Integer fine = sqrt(Integer(squared << 120));
  return {Rational(fine) / Rational(Integer(frame.normal_factor << 60)), false};
}

/// One contact of a moving part. All speeds are along the normal and tangent as given, in m/s times the normal's
/// length.
class MovingContact {
 public:
  MovingContact(const Contact& contact, const ExactFrame& frame, const Integer& scale, const ExactTwist& twist)
      : contact_(contact),
        frame_(frame),
        scale_(scale),
        omega_(twist.omega),
        length_(length_of(frame)),
        normal_arm_(Rational(frame.normal_arm) / Rational(Integer(frame.normal_factor * scale))),
        tangent_arm_(Rational(frame.tangent_arm) / Rational(Integer(frame.normal_factor * scale))) {
    const Rational nx = Rational(frame.nx) / Rational(frame.normal_factor);
    const Rational ny = Rational(frame.ny) / Rational(frame.normal_factor);
    normal_speed_ = nx * twist.x + ny * twist.y + normal_arm_ * omega_;
    sliding_ = -ny * twist.x + nx * twist.y + tangent_arm_ * omega_;
  }

  double approach() const { return -Rational(normal_speed_ / length_.value).convert_to<double>(); }

  ContactRows rows() {
    ContactRows rows;
    rows.motion = motion();
    const Rational centripetal = omega_ * omega_;
    rows.normal = row(frame_.nx, frame_.ny, frame_.normal_arm, curvature() - centripetal * tangent_arm_);
    rows.tangent = row(-frame_.ny, frame_.nx, frame_.tangent_arm, centripetal * normal_arm_);
    rows.exact = exact_;
    return rows;
  }

 private:
  ContactMotion motion() {
    const double still = tolerance::kRestingVelocity;
    const double normal = -approach();
    const double tangent = Rational(sliding_ / length_.value).convert_to<double>();
    // A speed too small to count is taken as 0: then only the numbers' rounding makes it differ.
    if (std::fabs(normal) <= still && !normal_speed_.is_zero()) exact_ = false;
    if (!contact_.touching) {
      return normal < -still ? ContactMotion::closing : normal > still ? ContactMotion::opening : ContactMotion::apart;
    }
    if (normal > still) return ContactMotion::parting;
    if (tangent > still) return ContactMotion::left;
    if (tangent < -still) return ContactMotion::right;
    if (!sliding_.is_zero()) exact_ = false;
    return ContactMotion::resting;
  }

  /// The part of the gap's acceleration, times the normal's length, that comes from the curvature of fixel (at rest)
  /// and part, beyond that of the part's material point.
  Rational curvature() {
    const Arc<Rational> fixel = arc(contact_.fixel_radius, 0);
    const Arc<Rational> part = arc(contact_.part_radius, omega_);
    if (!length_.exact && curvature_needs_length(fixel, part, sliding_)) exact_ = false;
    return curvature_term(fixel, part, sliding_, length_.value);
  }

  static Arc<Rational> arc(double radius, const Rational& spin) {
    const bool straight = std::isinf(radius);
    return {straight, straight ? Rational(0) : rational(radius), spin};
  }

  /// [d, p x d] v' + constant, in integers.
  HomogeneousRow row(const Integer& dx, const Integer& dy, const Integer& arm, const Rational& constant) const {
    const Rational last = constant * Rational(Integer(frame_.normal_factor * scale_));
    const Integer below = denominator(last);
    return {dx * scale_ * below, dy * scale_ * below, arm * below, numerator(last)};
  }

  const Contact& contact_;
  const ExactFrame& frame_;
  const Integer& scale_;
  Rational omega_;
  NormalLength length_;
  Rational normal_arm_, tangent_arm_;
  Rational normal_speed_, sliding_;
  bool exact_ = true;
};

}  // namespace

std::vector<ContactRows> contact_rows(const ContactSet& set, const Eigen::Vector3d& twist) {
  std::vector<ContactRows> rows;
  std::vector<Fault> faults;
  ExactFrames frames;
  frames.assign(set);
  const ExactTwist exact_twist(twist);
  for (std::size_t i = 0; i < set.size(); ++i) {
    const ExactFrame frame = frames.frame(i);
    MovingContact moving(set.contacts[i], frame, frames.scale(), exact_twist);
    if (set.contacts[i].touching && moving.approach() > tolerance::kRestingVelocity) {
      faults.push_back(
          {"/twist", fmt::format("[{},{},{}]", twist.x(), twist.y(), twist.z()),
           fmt::format("fixel {} touches and is approached with a speed of {:.3g}: an impact; must be at least 0",
                       i + 1, moving.approach())});
      continue;
    }
    rows.push_back(moving.rows());
  }
  if (!faults.empty()) throw InputError(std::move(faults));
  return rows;
}

}  // namespace pawl::internal
