// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/contact/seated_pose.h>

#include <algorithm>
#include <cmath>

#include "base/charconv.h"
#include "base/dense_factorizations.h"
#include "base/validator.h"
#include "contact/body_frame.h"
#include "contact/contact_directions.h"
#include "contact/input_checks.h"
#include "exact/turn.h"
#include "geometry/outline_extent.h"
#include "geometry/unchecked.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;
using Pose = Eigen::Vector3d;

constexpr double kRoundoff = 0x1p-53;
/// Newton's method doubles the digits that are right; more rounds only move the rounding about.
constexpr int kMostRounds = 50;
/// Along a motion that opens gaps this little (part of the motion), gaps are 0 to second order only, so that Newton's
/// method stops where a motion of the root of a roundoff is left: the error there, as part of the size (and rad).
constexpr double kWeakHold = 1e-5;
constexpr double kWeakError = 1e-7;
/// What few_digits() may change of a number, as part of it, with room.
constexpr double kFewDigits = 1e-10;

Vector placed(const Pose& pose, const Vector& body) { return pose.head<2>() + turned(body, pose.z()); }

/// A number rounded to 12 significant digits: what an exact seated pose, reached by rounding steps, was.
double few_digits(double value) {
  double result = value;
  const std::string text = fmt::format("{:.12g}", value);
  from_chars(text.data(), text.data() + text.size(), result);
  return std::fabs(value) < 1e-13 ? 0 : result;
}

class Seater {
 public:
  explicit Seater(const SeatProblem& problem)
      : problem_(problem), centre_(unchecked_area_properties(problem.outline).centroid) {
    for (const Vector& point : extent_points(problem.outline)) size_ = std::max(size_, (point - centre_).norm());
    for (const int fixel : problem.goal) {
      size_ = std::max(size_, (at(fixel).at - placed(problem.pose, centre_)).norm());
    }
  }

  Seat find() {
    Seat seat = described(problem_.pose, BodyFrame(problem_.pose), 0);
    if (is_exact(seat)) return seat;
    const Pose pose = closed();
    Pose simple = pose;
    for (double& entry : simple) entry = few_digits(entry);
    seat = described(simple, BodyFrame(simple), kFewDigits * size_);
    if (!is_exact(seat)) {
      const Eigen::Vector2d error = errors(pose);
      seat = described(pose, BodyFrame(pose, error[0], error[1]), rounding());
      seat.exact = false;
    }
    return seat;
  }

 private:
  const Fixel& at(int fixel) const { return problem_.fixels[static_cast<std::size_t>(fixel)]; }

  bool is_goal(int fixel) const { return std::binary_search(problem_.goal.begin(), problem_.goal.end(), fixel); }

  /// The gaps of the goal at a pose, and the unit rows [n; r x n] about the centre, world frame: d gap = row . motion.
  struct Gaps {
    Eigen::VectorXd values;
    Eigen::MatrixXd rows;
  };

  Gaps gaps_at(const Pose& pose) const {
    const auto count = static_cast<Eigen::Index>(problem_.goal.size());
    Gaps gaps{Eigen::VectorXd(count), Eigen::MatrixXd(count, 3)};
    const BodyFrame frame(pose);
    for (Eigen::Index k = 0; k < count; ++k) {
      const Fixel& fixel = at(problem_.goal[static_cast<std::size_t>(k)]);
      const Vector body = frame.point(fixel.at).at;
      const ClosestPoint nearest = unchecked_closest_points(problem_.outline, body).front();
      Vector normal = nearest.normal.stableNormalized();
      gaps.values[k] = nearest.distance - fixel.radius;
      if (fixel.normal) {
        normal = frame.direction(*fixel.normal).stableNormalized();
        gaps.values[k] = (nearest.point - body).dot(normal) - fixel.radius;
      }
      const Vector arm = turned(nearest.point - centre_, pose.z());
      normal = turned(normal, pose.z());
      gaps.rows.row(k) << normal.x(), normal.y(), arm.x() * normal.y() - arm.y() * normal.x();
    }
    return gaps;
  }

  /// The least motion (rotations times the part's size) that closes linear gaps best.
  Eigen::MatrixXd inverse(const Eigen::MatrixXd& rows) const {
    const Eigen::Vector3d units(1, 1, 1 / size_);
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
    solver.setThreshold(1e-9);
    solver.compute(rows * units.asDiagonal());
    return units.asDiagonal() * solver.pseudoInverse();
  }

  Pose moved(const Pose& pose, const Eigen::Vector3d& motion) const {
    const Vector centre = placed(pose, centre_) + motion.head<2>();
    Pose result;
    result.z() = pose.z() + motion.z();
    result.head<2>() = centre - turned(centre_, result.z());
    return result;
  }

  /// Newton's method from the given pose.
  Pose closed() const {
    Pose best = problem_.pose;
    double least = HUGE_VAL;
    Pose pose = problem_.pose;
    for (int round = 0; round < kMostRounds; ++round) {
      const Gaps gaps = gaps_at(pose);
      const double worst = gaps.values.cwiseAbs().maxCoeff();
      if (!(worst < least)) break;
      best = pose;
      least = worst;
      pose = moved(pose, -inverse(gaps.rows) * gaps.values);
    }
    require_near(best);
    if (least > std::max(problem_.contact_tolerance, rounding())) refuse_open(best);
    return best;
  }

  /// Bounds on the errors of a pose's position and angle, from what is left of the gaps and their rounding.
  Eigen::Vector2d errors(const Pose& pose) const {
    const Gaps gaps = gaps_at(pose);
    const double off = gaps.values.cwiseAbs().maxCoeff() + 32 * kRoundoff * (size_ + pose.head<2>().norm());
    const Eigen::VectorXd reach = inverse(gaps.rows).cwiseAbs().rowwise().sum() * off;
    Eigen::Vector2d error(std::hypot(reach[0], reach[1]), reach[2]);
    if (gaps.rows.rows() >= 3 && least_hold(gaps.rows) < kWeakHold) error += kWeakError * Eigen::Vector2d(size_, 1);
    return error;
  }

  /// How firmly the goal holds the part against its easiest motion: the least singular value of the unit rows.
  double least_hold(const Eigen::MatrixXd& rows) const {
    const Eigen::Vector3d units(1, 1, 1 / size_);
    return internal::singular_values(rows * units.asDiagonal())[2];
  }

  /// What the gaps of a computed pose may be, m.
  double rounding() const { return 64 * kRoundoff * size_; }

  /// `rounded`: how far the pose may be off, m, beside the contact tolerance.
  Seat described(const Pose& pose, const BodyFrame& frame, double rounded) const {
    const std::vector<Contact> all = find_contacts(problem_.outline, frame, problem_.fixels, problem_.friction,
                                                   std::max(problem_.contact_tolerance, rounded), problem_.length_unit);
    Seat seat;
    seat.pose = pose;
    for (int k = 0; k < static_cast<int>(all.size()); ++k) {
      const Contact& contact = all[static_cast<std::size_t>(k)];
      if (!is_goal(k) && !contact.touching) {
        seat.left_out.push_back(k);
        continue;
      }
      seat.fixels.push_back(k);
      seat.contacts.push_back(contact);
      seat.contacts.back().touching = true;
    }
    return seat;
  }

  bool is_exact(const Seat& seat) const {
    for (std::size_t k = 0; k < seat.fixels.size(); ++k) {
      if (is_goal(seat.fixels[k]) && seat.contacts[k].gap != 0) return false;
    }
    return true;
  }

  std::string goal_text() const {
    std::string text;
    for (const int fixel : problem_.goal) {
      text += text.empty() ? '[' : ',';
      text += std::to_string(fixel + 1);
    }
    return text + "]";
  }

  [[noreturn]] void refuse_open(const Pose& pose) const {
    const Gaps gaps = gaps_at(pose);
    Eigen::Index worst = 0;
    gaps.values.cwiseAbs().maxCoeff(&worst);
    throw InputError("/goal", goal_text(),
                     fmt::format("no pose near the task's makes these fixels touch at once: the best one found leaves "
                                 "fixel {} with a gap of {:.6g} {unit}, more than contact_tolerance, {:.6g} {unit}",
                                 problem_.goal[static_cast<std::size_t>(worst)] + 1, gaps.values[worst],
                                 problem_.contact_tolerance, fmt::arg("unit", problem_.length_unit)));
  }

  void require_near(const Pose& pose) const {
    const double allowed = problem_.seat_distance.value_or(kSeatDistance * diameter(problem_.outline));
    double furthest = 0;
    for (const Vector& point : extent_points(problem_.outline)) {
      furthest = std::max(furthest, (placed(pose, point) - placed(problem_.pose, point)).norm());
    }
    if (furthest <= allowed * (1 + 1e-12)) return;  // what is written as equal passes
    const Gaps gaps = gaps_at(problem_.pose);
    Eigen::Index worst = 0;
    gaps.values.cwiseAbs().maxCoeff(&worst);
    throw InputError(
        "/goal", goal_text(),
        fmt::format("closing the gaps of these fixels moves the part by {:.6g} {unit}, more than seat_distance, {:.6g} "
                    "{unit}; the largest gap is {:.6g} {unit}, at fixel {}",
                    furthest, allowed, gaps.values[worst], problem_.goal[static_cast<std::size_t>(worst)] + 1,
                    fmt::arg("unit", problem_.length_unit)));
  }

  const SeatProblem& problem_;
  Vector centre_;
  double size_ = 0;
};

}  // namespace
}  // namespace pawl::internal

namespace pawl {

namespace {

void require_seat_problem(const SeatProblem& problem) {
  validate(problem.outline);
  internal::Validator validator;
  internal::check_fixels(problem.pose, problem.fixels, problem.friction, problem.contact_tolerance, validator);
  if (problem.seat_distance) validator.not_negative("/seat_distance", *problem.seat_distance);
  if (problem.goal.empty()) validator.add("/goal", "[]", "must name at least one fixel");
  for (std::size_t k = 0; k < problem.goal.size(); ++k) {
    const int fixel = problem.goal[k];
    const std::string place = fmt::format("/goal/{}", k);
    if (fixel < 0 || static_cast<std::size_t>(fixel) >= problem.fixels.size()) {
      validator.add(place, std::to_string(fixel),
                    fmt::format("must be the number of a fixel, from 0 to below {}", problem.fixels.size()));
    } else if (k > 0 && fixel <= problem.goal[k - 1]) {
      validator.add(place, std::to_string(fixel), "must be greater than the one before it");
    }
  }
  validator.finish();
}

}  // namespace

Seat find_seat(const SeatProblem& problem) {
  require_seat_problem(problem);
  return internal::Seater(problem).find();
}

int normal_rank(const ContactSet& set, std::span<const int> contacts) {
  set.validate();
  for (const int contact : contacts) internal::require_contact(set, contact, "/contacts");
  internal::ContactDirections directions;
  internal::DirectionPool pool;
  directions.assign(set);
  directions.fill(pool);
  std::vector<int> basis;
  for (const int contact : contacts) {
    const int row = directions.normal(contact);
    if (basis.empty()) {
      basis.push_back(row);
    } else if (basis.size() == 1) {
      const int normal = pool.add_cross(basis[0], row);
      if (!pool.is_zero(normal)) basis.push_back(row);
    } else if (pool.sign_det(basis[0], basis[1], row) != 0) {
      return 3;
    }
  }
  return static_cast<int>(basis.size());
}

bool locates(const ContactSet& set, std::span<const int> contacts) { return normal_rank(set, contacts) == 3; }

}  // namespace pawl
