// SPDX-License-Identifier: MIT
#include "contact/seated_pose.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>
#include <pawl/contact/pose_error.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "base/charconv.h"
#include "base/constants.h"
#include "base/dense_algebra.h"
#include "base/faults.h"
#include "contact/contact.h"
#include "contact/contact_rows.h"
#include "contact/diamond_pin.h"
#include "contact/find_contacts.h"
#include "contact/wall_contacts.h"
#include "exact/orientation.h"
#include "geometry/outline.h"
#include "geometry/plane.h"

namespace pawl::internal::inline contact {
namespace {

using Vector = Eigen::Vector2d;
using Pose = Eigen::Vector3d;

/// Largest number of iterations of Newton's method. Each iteration doubles the number of correct digits, so further iterations
/// would only change rounding errors.
constexpr int kMostIterations = 50;
/// The fixels hold the part weakly against a motion if it changes the gaps by less than kWeakHold times the motion. The
/// gaps then change only to second order, so Newton's method stops with an error of about the square root of a
/// roundoff. kWeakError is this error, as a fraction of the part's size (for angles: in rad).
constexpr double kWeakHold = 1e-5;
constexpr double kWeakError = 1e-7;
/// Largest relative change of a number by few_digits(), with a margin.
constexpr double kFewDigits = 1e-10;

Vector placed(const Pose& pose, const Vector& body) { return pose.head<2>() + turned(body, pose.z()); }

/// Returns a number rounded to 12 significant digits, or 0 if its magnitude is below 1e-13. If the exact seated pose
/// has few digits, this rounding removes the errors of the iterations, and the result is exact.
double few_digits(double value) {
  double result = value;
  const std::string text = fmt::format("{:.12g}", value);
  from_chars(text.data(), text.data() + text.size(), result);
  return std::fabs(value) < 1e-13 ? 0 : result;
}

class Seater {
 public:
  /// `contacts` are the contacts at the problem's pose: those of all fixels, then those with walls.
  Seater(const SeatProblem& problem, const Vector& centroid, const std::vector<Contact>& contacts)
      : problem_(problem), given_contacts_(contacts), centre_(centroid) {
    if (!problem.walls.empty()) {
      walls_.emplace(problem.loops(), problem.walls, problem.friction, problem.contact_tolerance, problem.length_unit);
    }
    for (const int fixel : problem.goal) {
      if (!is_fixel(fixel) || !at(fixel).diamond) continue;
      DiamondPin pin(problem.loops(), at(fixel), problem.friction, problem.contact_tolerance, problem.length_unit);
      WallContact pair = pin.nearest({problem.pose}, static_cast<std::size_t>(fixel));
      diamonds_.emplace(fixel, FollowedPin{std::move(pin), pair});
    }
    for (const Vector& point : extent_points(problem.outline)) size_ = std::max(size_, (point - centre_).norm());
    for (const int fixel : problem.goal) {
      // For a disc, extent_points() contains only the centre. The size is therefore also computed from the contacts.
      size_ = std::max(size_, is_fixel(fixel) ? (at(fixel).at - placed(problem.pose, centre_)).norm()
                                              : (contacts[fixel].point - centre_).norm());
    }
  }

  Seat find() {
    Seat seat = described(problem_.pose, given_contacts_);
    if (is_exact(seat)) return seat;
    const Pose pose = closed();
    Pose simple = pose;
    for (double& entry : simple) entry = few_digits(entry);
    seat = described({simple}, kFewDigits * size_);
    if (!is_exact(seat)) {
      const Eigen::Vector2d error = errors(pose);
      seat = described({pose, error[0], error[1]}, rounding());
      seat.exact = false;
    }
    return seat;
  }

 private:
  const Fixel& at(int fixel) const { return problem_.fixels[fixel]; }

  bool is_fixel(int contact) const { return static_cast<std::size_t>(contact) < problem_.fixels.size(); }
  const WallContact& of_wall(int contact) const {
    return problem_.wall_contacts[static_cast<std::size_t>(contact) - problem_.fixels.size()];
  }
  /// Returns the name of a contact in messages.
  std::string name_of(int contact) const {
    if (is_fixel(contact)) return fmt::format("fixel {}", contact + 1);
    const WallContact& pair = of_wall(contact);
    return fmt::format("contact {} ({} on {} of wall {})", contact + 1, counted_text_of(pair.of_part),
                       counted_text_of(pair.of_wall), pair.wall + 1);
  }

  bool is_goal(int fixel) const { return std::binary_search(problem_.goal.begin(), problem_.goal.end(), fixel); }

  /// The gaps of the goal at a pose, and for each gap the row [n; r x n], world frame, with the unit normal n and the
  /// arm r from the centroid to the contact. The product of the row and a small motion is the change of the gap.
  struct Gaps {
    Eigen::VectorXd values;
    Eigen::MatrixXd rows;
  };

  void add_gap(const Contact& contact, const Pose& pose, Eigen::Index k, Gaps& gaps) const {
    gaps.values[k] = contact.gap;
    const Vector arm = turned(contact.point - centre_, pose.z());
    const Vector normal = turned(contact.normal.stableNormalized(), pose.z());
    gaps.rows.row(k) << normal.x(), normal.y(), cross(arm, normal);
  }

  Gaps gaps_at(const Pose& pose) const {
    const auto count = static_cast<Eigen::Index>(problem_.goal.size());
    Gaps gaps{Eigen::VectorXd(count), Eigen::MatrixXd(count, 3)};
    const BodyFrame frame(pose);
    for (Eigen::Index k = 0; k < count; ++k) {
      if (!is_fixel(problem_.goal[k])) {
        add_gap(walls_->contact(of_wall(problem_.goal[k]), {pose}), pose, k, gaps);
        continue;
      }
      const Fixel& fixel = at(problem_.goal[k]);
      if (fixel.diamond) {
        const auto& [pin, pair] = diamonds_.at(problem_.goal[k]);
        add_gap(pin.contact(pair, {pose}), pose, k, gaps);
        continue;
      }
      const Vector body = frame.point(fixel.at).at;
      const ClosestPoint nearest = unchecked_closest_points(problem_.loops(), body).front();
      Vector normal = nearest.normal.stableNormalized();
      gaps.values[k] = nearest.distance - fixel.radius;
      if (fixel.normal) {
        normal = frame.direction(*fixel.normal).stableNormalized();
        gaps.values[k] = (nearest.point - body).dot(normal) - fixel.radius;
      }
      const Vector arm = turned(nearest.point - centre_, pose.z());
      normal = turned(normal, pose.z());
      gaps.rows.row(k) << normal.x(), normal.y(), cross(arm, normal);
    }
    return gaps;
  }

  /// Returns a matrix that maps the linearised gaps to the motion that closes them in the least-squares sense. Among
  /// several such motions, it is the smallest. To measure the size of a motion, rotations are multiplied by the part's
  /// size.
  Eigen::MatrixXd inverse(const Eigen::MatrixXd& rows) const {
    const Eigen::Vector3d units(1, 1, 1 / size_);
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
    solver.setThreshold(1e-9);
    solver.compute(rows * units.asDiagonal());
    return units.asDiagonal() * pseudoinverse(solver);
  }

  Pose moved(const Pose& pose, const Eigen::Vector3d& motion) const {
    const Vector centre = placed(pose, centre_) + motion.head<2>();
    Pose result;
    result.z() = pose.z() + motion.z();
    result.head<2>() = centre - turned(centre_, result.z());
    return result;
  }

  /// Returns the pose that Newton's method finds when it closes the gaps from the given pose. Throws InputError at
  /// /goal if this pose is too far from the given pose, or if a gap remains.
  Pose closed() const {
    Pose best = problem_.pose;
    double least = HUGE_VAL;
    Pose pose = problem_.pose;
    for (int round = 0; round < kMostIterations; ++round) {
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

  /// Returns bounds on the errors of a pose: the error of its position, and the error of its angle. They are computed
  /// from the gaps that remain at this pose, and from the rounding errors of these gaps.
  Eigen::Vector2d errors(const Pose& pose) const {
    const Gaps gaps = gaps_at(pose);
    const double off = gaps.values.cwiseAbs().maxCoeff() + 32 * kRoundoff * (size_ + pose.head<2>().norm());
    const Eigen::VectorXd reach = inverse(gaps.rows).cwiseAbs().rowwise().sum() * off;
    Eigen::Vector2d error(std::hypot(reach[0], reach[1]), reach[2]);
    if (gaps.rows.rows() >= 3 && least_hold(gaps.rows) < kWeakHold) error += kWeakError * Eigen::Vector2d(size_, 1);
    return error;
  }

  /// Returns the smallest singular value of the rows of Gaps, with rotations multiplied by the part's size. The value
  /// is small if some small motion of the part hardly changes the gaps of the goal.
  double least_hold(const Eigen::MatrixXd& rows) const {
    const Eigen::Vector3d units(1, 1, 1 / size_);
    return internal::singular_values(rows * units.asDiagonal())[2];
  }

  /// Returns a bound on the rounding errors of the gaps of a computed pose, m.
  double rounding() const { return 64 * kRoundoff * size_; }

  /// Returns the seat at a computed pose. `rounded` is a bound on the error of the pose, m. The contacts at this pose
  /// are found with the larger of `rounded` and the contact tolerance.
  Seat described(const PartPose& pose, double rounded) const {
    const double tolerance = std::max(problem_.contact_tolerance, rounded);
    std::vector<Contact> all =
        find_contacts(problem_.loops(), BodyFrame(pose.pose, pose.position_error, pose.angle_error), problem_.fixels,
                      problem_.friction, tolerance, problem_.length_unit);
    if (walls_) add_wall_contacts(pose, tolerance, all);
    return described(pose.pose, all);
  }

  /// Adds the contacts with walls at a computed pose. Throws InputError if a touching contact at this pose was not
  /// among the contacts at the given pose, or if a contact of the goal does not exist at this pose.
  void add_wall_contacts(const PartPose& pose, double tolerance, std::vector<Contact>& all) const {
    const std::vector<WallContact> touching =
        WallContacts(problem_.loops(), problem_.walls, problem_.friction, tolerance, problem_.length_unit)
            .find(pose, 0);
    std::vector<bool> known(touching.size(), false);
    for (std::size_t k = 0; k < problem_.wall_contacts.size(); ++k) {
      const WallContact& pair = problem_.wall_contacts[k];
      Contact contact = walls_->contact(pair, pose);
      contact.touching = false;
      for (std::size_t i = 0; i < touching.size(); ++i) {
        const Contact& other = touching[i].contact;
        const bool same = touching[i].wall == pair.wall && (other.point - contact.point).norm() <= 4 * tolerance &&
                          other.normal.stableNormalized().dot(contact.normal.stableNormalized()) > 1 - 1e-9;
        if (!same) continue;
        known[i] = true;
        contact.touching = true;
      }
      const int number = static_cast<int>(problem_.fixels.size() + k);
      if (is_goal(number) && !contact.touching) refuse_lost(number);
      all.push_back(contact);
    }
    for (std::size_t i = 0; i < touching.size(); ++i) {
      if (!known[i]) refuse_unlisted(touching[i]);
    }
  }

  [[noreturn]] void refuse_lost(int contact) const {
    throw InputError("/goal", goal_text(),
                     fmt::format("{} is not a contact in the seated pose, because the part passes the end of an edge "
                                 "before it touches; correct the pose, or leave the contact out of the goal",
                                 name_of(contact)));
  }
  [[noreturn]] void refuse_unlisted(const WallContact& found) const {
    throw InputError(
        "/reach", "",
        fmt::format("in the seated pose {} of the part touches {} of wall {}, which is not among the contacts "
                    "at the task's pose; increase \"reach\", or correct the pose",
                    counted_text_of(found.of_part), counted_text_of(found.of_wall), found.wall + 1));
  }

  /// Returns the seat at a pose. `all` contains the contacts at that pose: those of all fixels, then those with walls.
  Seat described(const Pose& pose, const std::vector<Contact>& all) const {
    Seat seat;
    seat.pose = pose;
    for (int k = 0; k < static_cast<int>(all.size()); ++k) {
      const Contact& contact = all[k];
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
    throw InputError(
        "/goal", goal_text(),
        fmt::format("these {} cannot touch at the same time near the task's pose: in the best pose "
                    "found, {} has a gap of {:.6g} {unit}, more than contact_tolerance ({:.6g} "
                    "{unit}); move {}, or leave one out of the goal",
                    walls_ ? "contacts" : "fixels", name_of(problem_.goal[static_cast<std::size_t>(worst)]),
                    gaps.values[worst], problem_.contact_tolerance, walls_ ? "a fixel or a wall" : "a fixel",
                    fmt::arg("unit", problem_.length_unit)));
  }

  void require_near(const Pose& pose) const {
    const double allowed = problem_.seat_distance.value_or(kSeatDistance * diameter(problem_.outline));
    double furthest = 0;
    for (const Vector& point : extent_points(problem_.outline)) {
      furthest = std::max(furthest, (placed(pose, point) - placed(problem_.pose, point)).norm());
    }
    if (furthest <= allowed * (1 + 1e-12)) return;  // the factor allows for the case that both numbers are written as
                                                    // the same decimal, but rounded differently
    const Gaps gaps = gaps_at(problem_.pose);
    Eigen::Index worst = 0;
    gaps.values.cwiseAbs().maxCoeff(&worst);
    throw InputError(
        "/goal", goal_text(),
        fmt::format("closing the gaps of these {} moves the part by {:.6g} {unit}, more than seat_distance ({:.6g} "
                    "{unit}); the largest gap is {:.6g} {unit}, at {}; correct the pose, or raise seat_distance",
                    walls_ ? "contacts" : "fixels", furthest, allowed, gaps.values[worst],
                    name_of(problem_.goal[static_cast<std::size_t>(worst)]), fmt::arg("unit", problem_.length_unit)));
  }

  const SeatProblem& problem_;
  const std::vector<Contact>& given_contacts_;
  Vector centre_;
  double size_ = 0;
  std::optional<WallContacts> walls_;
  /// A diamond pin of the goal, with the pair of features that touches in the seated pose.
  struct FollowedPin {
    DiamondPin pin;
    WallContact pair;
  };
  std::map<int, FollowedPin> diamonds_;
};

}  // namespace

Seat find_seat(const SeatProblem& problem, const Vector& centroid, const std::vector<Contact>& contacts) {
  return Seater(problem, centroid, contacts).find();
}

}  // namespace pawl::internal::inline contact

namespace pawl {

namespace {

void require_seat_problem(const SeatProblem& problem) {
  validate(problem.loops());
  internal::Validator validator;
  internal::check_fixels(problem.pose, problem.fixels, problem.friction, problem.contact_tolerance, validator);
  if (problem.seat_distance) validator.not_negative("/seat_distance", *problem.seat_distance);
  if (problem.goal.empty()) validator.add("/goal", "[]", "must name at least one fixel");
  for (std::size_t k = 0; k < problem.goal.size(); ++k) {
    const int fixel = problem.goal[k];
    const std::string place = fmt::format("/goal/{}", k);
    const std::size_t count = problem.fixels.size() + problem.wall_contacts.size();
    if (fixel < 0 || static_cast<std::size_t>(fixel) >= count) {
      validator.add(place, std::to_string(fixel),
                    fmt::format("must be the index of a {}, at least 0 and below {}",
                                problem.walls.empty() ? "fixel" : "contact", count));
    } else if (k > 0 && fixel <= problem.goal[k - 1]) {
      validator.add(place, std::to_string(fixel), "must be greater than the entry before it");
    }
  }
  validator.finish();
}

}  // namespace

Seat find_seat(const SeatProblem& problem) {
  require_seat_problem(problem);
  const Eigen::Vector2d centroid = internal::unchecked_area_properties(problem.loops()).centroid;
  std::vector<Contact> contacts =
      internal::find_contacts(problem.loops(), internal::BodyFrame(problem.pose), problem.fixels, problem.friction,
                              problem.contact_tolerance, problem.length_unit);
  for (const WallContact& contact : problem.wall_contacts) contacts.push_back(contact.contact);
  return internal::find_seat(problem, centroid, contacts);
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

namespace {

using Vector = Eigen::Vector2d;
using Columns = std::array<Eigen::Vector3d, 3>;

/// Contacts with rounding errors certainly locate the part if the smallest singular value of their normal rows is at
/// least this. If it is smaller, they may only seem to locate the part because of rounding.
constexpr double kBarely = 1e-6;

/// Returns the columns of J_n^-T in the frame of the set. Row k of J_n is r_k = (n_k, p_k x n_k) with a unit normal
/// n_k. Let N_k be the normal as given, of any length, R_k = |N_k| r_k, and R the matrix with these rows. Column k is
/// |N_k| R_(k+1) x R_(k+2) / det R. The products are computed in integers, because doubles would lose all digits if the
/// determinant were nearly 0.
Columns columns_of(const ContactSet& set, std::span<const int> locators) {
  internal::ExactFrames frames;
  frames.assign(set);
  std::array<internal::IntegerVector, 3> rows;
  std::array<internal::Integer, 3> factors;
  for (std::size_t k = 0; k < 3; ++k) {
    const internal::ExactFrame frame = frames.frame(static_cast<std::size_t>(locators[k]));
    rows[k] = {frame.nx, frame.ny, frame.normal_arm};
    factors[k] = frame.normal_factor;
  }
  const internal::Integer& scale = frames.scale();
  const internal::Integer determinant = internal::dot(rows[0], internal::cross(rows[1], rows[2]));
  Columns columns;
  for (std::size_t k = 0; k < 3; ++k) {
    const internal::IntegerVector across = internal::cross(rows[(k + 1) % 3], rows[(k + 2) % 3]);
    const double length = set.contacts[locators[k]].normal.stableNorm();
    // The integer row k is the real row R_k times factors[k]. Its third entry, which contains the lever arm, is also
    // multiplied by `scale`. The determinant therefore contains each factor once, and `scale` once. The cross product
    // of the two other rows does not contain factors[k], so it is multiplied by factors[k] below. The third entry of
    // the cross product contains no lever arm, so it is also multiplied by `scale`.
    columns[k] = Eigen::Vector3d(internal::quotient(across[0] * factors[k], determinant),
                                 internal::quotient(across[1] * factors[k], determinant),
                                 internal::quotient(across[2] * factors[k] * scale, determinant)) *
                 length;
  }
  return columns;
}

Vector motion_of(const Eigen::Vector3d& twist, const Vector& arm) {
  return twist.head<2>() + twist.z() * internal::turned_left(arm);
}

/// Returns the point of the outline that is furthest from `from`. Without an outline, returns the furthest contact
/// point.
Vector furthest(const ContactSet& set, const Outline* outline, const Vector& from) {
  if (outline) return internal::furthest_point(*outline, from);
  Vector best = set.contacts[0].point;
  for (const Contact& contact : set.contacts) {
    if ((contact.point - from).squaredNorm() > (best - from).squaredNorm()) best = contact.point;
  }
  return best;
}

/// The combinations of the signs of three errors. Only one of two opposite combinations is listed.
constexpr std::array<std::array<double, 3>, 4> kSigns{{{1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1}}};

/// Sets the worst error. A twist (t, w) turns the part about the point (centre of mass) + left(t) / w, where left()
/// turns a vector by +90 degrees. The boundary point that is furthest from this centre of rotation therefore moves
/// most.
void add_worst(const ContactSet& set, const Outline* outline, const Columns& columns, PoseError& error) {
  for (const auto& signs : kSigns) {
    const Eigen::Vector3d twist = signs[0] * columns[0] + signs[1] * columns[1] + signs[2] * columns[2];
    const Vector center = set.center_of_mass + internal::turned_left(twist.head<2>()) / twist.z();
    // For a pure translation, which moves all points equally far, the centre of rotation is at infinity.
    const bool turns = center.allFinite() && center.norm() < kLargestLength;
    const Vector point = furthest(set, outline, turns ? center : set.center_of_mass);
    const double moved = motion_of(twist, point - set.center_of_mass).norm();
    if (moved <= error.worst) continue;
    error.worst = moved;
    error.worst_point = point;
  }
}

/// Sets the rms error. Let (t_k, w_k) be the twist for an error of 1 of locator k. For the point at v from the centre
/// of mass, the mean square of the displacement is sum_k |t_k + w_k left(v)|^2. As a function of v, it is a paraboloid
/// with its minimum at -b / sum w_k^2, where b = sum w_k (-left(t_k)). Its maximum over the boundary is therefore at
/// the point that is furthest from this minimum.
void add_rms(const ContactSet& set, const Outline* outline, const Columns& columns, PoseError& error) {
  Vector slope(0, 0);
  double turns = 0;
  for (const Eigen::Vector3d& column : columns) {
    slope -= column.z() * internal::turned_left(column.head<2>());
    turns += column.z() * column.z();
  }
  const Vector arm = furthest(set, outline, set.center_of_mass - slope / turns) - set.center_of_mass;
  double squares = 0;
  for (const Eigen::Vector3d& column : columns) squares += motion_of(column, arm).squaredNorm();
  error.rms = std::sqrt(squares);
}

Eigen::Vector3d scaled_singular_values(const ContactSet& set, std::span<const int> locators) {
  const Eigen::MatrixXd jacobian = internal::unchecked_contact_jacobian(set);
  Eigen::MatrixXd rows(3, 3);
  for (std::size_t k = 0; k < 3; ++k) {
    rows.row(static_cast<Eigen::Index>(k)) = jacobian.col(locators[k]).transpose();
  }
  rows.col(2) /= set.radius_of_gyration();
  return internal::singular_values(rows);
}

}  // namespace

std::optional<PoseError> pose_error(const ContactSet& seated, std::span<const int> locators, const Outline* outline) {
  if (!locates(seated, locators) || locators.size() != 3) return std::nullopt;
  PoseError error;
  error.singular_values = scaled_singular_values(seated, locators);
  if (!seated.is_exact() && error.singular_values[2] < kBarely) return std::nullopt;
  const Columns columns = columns_of(seated, locators);
  Eigen::Vector3d squares(0, 0, 0);
  for (const Eigen::Vector3d& column : columns) {
    const Eigen::Vector3d world = seated.to_world(column);
    error.of_fixel.push_back(world);
    error.worst_pose += world.cwiseAbs();
    squares += world.cwiseAbs2();
  }
  error.rms_pose = squares.cwiseSqrt();
  add_worst(seated, outline, columns, error);
  add_rms(seated, outline, columns, error);
  error.norm = 1 / error.singular_values[2];
  return error;
}

namespace {

/// Returns the corners of the zonotope {sum e_i g_i : |e_i| <= 1}. The edges of the zonotope are the vectors 2 g_i and
/// their opposites. They are sorted by direction, after each g_i is turned into the upper half-plane.
std::vector<Vector> zonotope(std::vector<Vector> sides) {
  for (Vector& side : sides) {
    if (side.y() < 0 || (side.y() == 0 && side.x() < 0)) side = -side;
  }
  std::erase_if(sides, [](const Vector& side) { return side.isZero(0); });
  const auto angle = [](const Vector& v) { return std::atan2(v.y(), v.x()); };
  std::stable_sort(sides.begin(), sides.end(), [&](const auto& a, const auto& b) { return angle(a) < angle(b); });
  for (std::size_t k = 1; k < sides.size();) {  // replaces parallel segments by their sum
    const bool parallel = sides[k].x() * sides[k - 1].y() == sides[k].y() * sides[k - 1].x();
    if (!parallel) {
      ++k;
      continue;
    }
    sides[k - 1] += sides[k];
    sides.erase(sides.begin() + static_cast<std::ptrdiff_t>(k));
  }
  Vector corner(0, 0);
  for (const Vector& side : sides) corner -= side;
  if (sides.empty()) return {corner};
  std::vector<Vector> corners;
  for (const double sign : {1., -1.}) {
    for (const Vector& side : sides) {
      corners.push_back(corner);
      corner += 2 * sign * side;
    }
  }
  return corners;
}

/// Sets the ellipse of a point error. The half axes are the square roots of the eigenvalues of sum g g' over the
/// locators, where g is the displacement of the point by the error of one locator. The direction of the ellipse is the
/// eigenvector of the larger eigenvalue.
void add_ellipse(PointError& result) {
  double xx = 0, xy = 0, yy = 0;
  for (const Vector& g : result.of_fixel) {
    xx += g.x() * g.x();
    xy += g.x() * g.y();
    yy += g.y() * g.y();
  }
  const double mean = (xx + yy) / 2, spread = std::hypot((xx - yy) / 2, xy);
  result.ellipse = Vector(std::sqrt(mean + spread), std::sqrt(std::max(0., mean - spread)));
  if (spread > 0) result.ellipse_angle = std::atan2(xy, (xx - yy) / 2) / 2;
}

}  // namespace

PointError point_error(const ContactSet& seated, const PoseError& error, const Vector& point, double tolerance) {
  for (int k = 0; k < 2; ++k) {
    if (!std::isfinite(point[k]))
      throw InputError(fmt::format("/point/{}", k), fmt::to_string(point[k]), "must be finite");
  }
  if (!(tolerance >= 0) || !std::isfinite(tolerance))
    throw InputError("/tolerance", fmt::to_string(tolerance), "must be finite and at least 0");
  PointError result;
  result.point = point;
  const Vector arm =
      seated.to_world({point.x() - seated.center_of_mass.x(), point.y() - seated.center_of_mass.y(), 0}).head<2>();
  for (const Eigen::Vector3d& column : error.of_fixel) result.of_fixel.emplace_back(tolerance * motion_of(column, arm));
  result.reach = zonotope(result.of_fixel);
  for (const Vector& corner : result.reach) result.worst = std::max(result.worst, corner.norm());
  add_ellipse(result);
  return result;
}

}  // namespace pawl
