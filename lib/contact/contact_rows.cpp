// SPDX-License-Identifier: MIT
#include "contact/contact_rows.h"

#include <pawl/base/tolerance.h>
#include <pawl/contact/seated_pose.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <tuple>

#include "contact/contact.h"
#include "geometry/plane.h"

namespace pawl::internal::inline contact {

void ExactFrames::assign(const ContactSet& set) {
  set_ = &set;
  scaled_ = false;
}

const Integer& ExactFrames::scale() const {
  if (!scaled_) {
    lengths_ = {};
    lengths_.cover(set_->center_of_mass);
    for (const Contact& contact : set_->contacts) {
      lengths_.cover(normal_through(contact));
      lengths_.cover(tangent_through(contact));
    }
    scale_ = lengths_.factor();
    scaled_ = true;
  }
  return scale_;
}

ExactFrame ExactFrames::frame(std::size_t contact) const {
  const Contact& c = set_->contacts[contact];
  scale();
  const auto from_centre = [&](const Eigen::Vector2d& p, int k) {
    return lengths_(p[k]) - lengths_(set_->center_of_mass[k]);
  };
  WrittenScale normal;
  normal.cover(c.normal);
  ExactFrame f{normal(c.normal.x()), normal(c.normal.y()), 0, 0, normal.factor()};
  const Eigen::Vector2d& on_normal = normal_through(c);
  const Eigen::Vector2d& on_tangent = tangent_through(c);
  f.normal_arm = from_centre(on_normal, 0) * f.ny - from_centre(on_normal, 1) * f.nx;
  f.tangent_arm = from_centre(on_tangent, 0) * f.nx + from_centre(on_tangent, 1) * f.ny;
  return f;
}

ExactFriction ExactFrames::friction(std::size_t contact, FrictionEnd end) const {
  const double mu = coefficient(set_->contacts[contact].friction, end);
  const WrittenScale scale{mu};
  return {scale(mu), scale.factor()};
}

namespace {

// The number of a leaf is 8 * contact + a value of Leaf. For a force edge, the value is kEdge + 3 * (sign < 0) + its
// FrictionEnd.
enum Leaf { kNormal = 0, kTangent = 1, kEdge = 2 };

// Bounds on the errors of the formulas below, in units of roundoff times the magnitudes of the terms. They have a
// margin, and also cover the difference between each double and the decimal that it stands for.
constexpr double kRowUlps = 10;
constexpr double kEdgeUlps = 16;

/// A torque in doubles, and the sum of the magnitudes of its terms.
struct Arm {
  double value, magnitude;
};

Arm cross_arm(const Eigen::Vector2d& p, const Eigen::Vector2d& centre, const Eigen::Vector2d& d) {
  const Eigen::Vector2d from = p - centre;
  const Eigen::Vector2d size = p.cwiseAbs() + centre.cwiseAbs();
  return {cross(from, d), size.x() * std::fabs(d.y()) + size.y() * std::fabs(d.x())};
}

Approx direction(const Eigen::Vector2d& d, const Eigen::Vector2d& size, const Arm& arm, double ulps) {
  Approx row;
  row.value = {d.x(), d.y(), arm.value};
  row.magnitude = {size.x(), size.y(), arm.magnitude};
  row.ulps = ulps;
  return row;
}

}  // namespace

void ContactDirections::assign(const ContactSet& set) {
  set_ = &set;
  frames_.assign(set);
}

void ContactDirections::fill(DirectionPool& pool) {
  pool.reset(this);
  first_ = pool.size();
  for (std::size_t i = 0; i < set_->size(); ++i) {
    const Contact& contact = set_->contacts[i];
    const Eigen::Vector2d n = contact.normal;
    const Eigen::Vector2d t = contact.tangent();
    const Arm normal = cross_arm(normal_through(contact), set_->center_of_mass, n);
    const Arm tangent = cross_arm(tangent_through(contact), set_->center_of_mass, t);
    pool.add_leaf(static_cast<int>(8 * i) + kNormal, direction(n, n.cwiseAbs(), normal, kRowUlps));
    pool.add_leaf(static_cast<int>(8 * i) + kTangent, direction(t, t.cwiseAbs(), tangent, kRowUlps));
  }
  for (int row = first_, end = pool.size(); row < end; ++row) pool.add_negative(row);
}

int ContactDirections::add_force_edge(DirectionPool& pool, int contact, int sign, FrictionEnd end) const {
  const Contact& c = set_->contacts[contact];
  const double mu = coefficient(c.friction, end);
  const Eigen::Vector2d d = -(c.normal + sign * mu * c.tangent());
  const Eigen::Vector2d size = c.normal.cwiseAbs() + mu * c.tangent().cwiseAbs();
  const Arm normal = cross_arm(normal_through(c), set_->center_of_mass, c.normal);
  const Arm tangent = cross_arm(tangent_through(c), set_->center_of_mass, c.tangent());
  const Arm arm{-(normal.value + sign * mu * tangent.value), normal.magnitude + mu * tangent.magnitude};
  const int name = 8 * contact + kEdge + (sign < 0 ? 3 : 0) + static_cast<int>(end);
  return pool.add_leaf(name, direction(d, size, arm, kEdgeUlps));
}

IntegerVector ContactDirections::exact_leaf(int name) const {
  const auto contact = static_cast<std::size_t>(name / 8);
  const ExactFrame f = frames_.frame(contact);
  const int what = name % 8;
  if (what == kNormal) return {f.nx, f.ny, f.normal_arm};
  if (what == kTangent) return {-f.ny, f.nx, f.tangent_arm};
  const ExactFriction mu = frames_.friction(contact, static_cast<FrictionEnd>((what - kEdge) % 3));
  const Integer slope = (what - kEdge) / 3 ? -mu.top : mu.top;
  return {slope * f.ny - mu.bottom * f.nx, -mu.bottom * f.ny - slope * f.nx,
          -mu.bottom * f.normal_arm - slope * f.tangent_arm};
}

namespace {

using Vector = Eigen::Vector2d;
using Row = Eigen::Vector3d;

/// Smallest change of a determinant of unit rows that counts as the effect of an error. A smaller change results from
/// rounding.
constexpr double kInsensitive = 1e-15;
/// Factor by which the first-order change of a determinant is multiplied, to allow for terms of second order.
constexpr double kRoom = 2;

/// Returns true for one, and false for the other, of two opposite directions.
bool along_negative_axis(const Vector& v) { return v.x() < 0 || (v.x() == 0 && v.y() < 0); }

/// A row of J for a unit direction, as a covector on the velocities (vx, vy, rho omega). For each cause of errors,
/// `changes` contains the change of the row under a trial displacement by this cause.
struct UncertainRow {
  struct Change {
    int cause;
    Row by;
  };
  Row value;
  std::array<Change, 4> changes;
  int count = 0;

  void add(int cause, const Row& by) {
    if (!by.isZero(0)) changes[count++] = {cause, by};
  }
  std::span<const Change> list() const { return {changes.data(), static_cast<std::size_t>(count)}; }
};

/// A number, and the largest change that the errors can cause in it, to first order.
struct Uncertain {
  double value = 0;
  double change = 0;
  bool sensitive() const { return change > kInsensitive; }
  /// Returns whether the number is 0 for some values of its inputs within their errors, but not for all.
  bool may_vanish() const { return sensitive() && std::fabs(value) <= kRoom * change; }
  /// Returns whether the sign of the number is uncertain because of the errors or of rounding.
  bool near_zero() const { return std::fabs(value) <= std::max(kRoom * change, kNear); }
  bool surely_negative() const { return value < 0 && !near_zero(); }
  bool surely_positive() const { return value > 0 && !near_zero(); }

  static constexpr double kNear = 1e-14;  ///< rounding error of a determinant of unit rows
};

/// A sum of changes. Changes by one cause are added with their signs. The result is the sum of the absolute values of
/// these totals over all causes.
class ChangeSum {
 public:
  void add(int cause, double by) {
    for (int k = 0; k < count_; ++k) {
      if (causes_[k] == cause) {
        sums_[k] += by;
        return;
      }
    }
    causes_[count_] = cause;
    sums_[count_++] = by;
  }
  double total() const {
    double total = 0;
    for (int k = 0; k < count_; ++k) total += std::fabs(sums_[k]);
    return total;
  }

 private:
  std::array<int, 12> causes_{};
  std::array<double, 12> sums_{};
  int count_ = 0;
};

/// Returns det[a b c] / |a x b|, the product of row c and the unit twist along a x b.
Uncertain determinant(const UncertainRow& a, const UncertainRow& b, const UncertainRow& c) {
  const Row ab = a.value.cross(b.value);
  const double length = ab.norm();
  const Row bc = b.value.cross(c.value), ca = c.value.cross(a.value);
  ChangeSum changes;
  for (const auto& change : a.list()) changes.add(change.cause, change.by.dot(bc));
  for (const auto& change : b.list()) changes.add(change.cause, change.by.dot(ca));
  for (const auto& change : c.list()) changes.add(change.cause, change.by.dot(ab));
  return {ab.dot(c.value) / length, changes.total() / length};
}

/// Returns the sine of the angle between two rows, and a bound on its change by the errors.
Uncertain sine(const UncertainRow& a, const UncertainRow& b) {
  Uncertain result;
  result.value = a.value.normalized().cross(b.value.normalized()).norm();
  for (int k = 0; k < 3; ++k) {
    ChangeSum changes;
    for (const auto& change : a.list()) changes.add(change.cause, change.by.cross(b.value)[k]);
    for (const auto& change : b.list()) changes.add(change.cause, a.value.cross(change.by)[k]);
    result.change += changes.total() / (a.value.norm() * b.value.norm());
  }
  return result;
}

class UncertainRows {
 public:
  explicit UncertainRows(const ContactSet& set) : set_(set), sources_(error_sources(set)) {
    const double rho = set.radius_of_gyration();
    for (std::size_t i = 0; i < set.size(); ++i) add(i, rho);
  }

  const UncertainRow& normal(int i) const { return normals_[i]; }
  const UncertainRow& tangent(int i) const { return tangents_[i]; }

 private:
  void add(std::size_t i, double rho) {
    const Contact& contact = set_.contacts[i];
    const ErrorSources::OfContact& source = sources_.contacts[i];
    const Vector n = unit_normal(contact);
    const Vector t = turned_left(n);
    const double angle = trial_size(contact.error.angle, 1);
    const double aside = trial_size(contact.error.along_tangent, rho) / rho;
    const double along = trial_size(contact.error.along_normal, rho) / rho;
    normals_.push_back(row(n, (normal_through(contact) - set_.center_of_mass) / rho, source.direction, angle,
                           source.on_normal, aside));
    const Vector shift = trial_shift(contact.error.shift, rho) / rho;
    normals_.back().add(source.shift, Row(0, 0, cross(shift, n)));
    tangents_.push_back(row(t, (tangent_through(contact) - set_.center_of_mass) / rho, source.direction, angle,
                            source.on_tangent, along));
  }

  /// Returns the row of a direction d along the line through p, a point relative to the centre of mass. `angle` is the
  /// trial rotation of d, rad, and `shift` the trial displacement of p in x and y. p and `shift` are divided by the
  /// radius of gyration.
  static UncertainRow row(const Vector& d, const Vector& p, int direction, double angle,
                          const std::array<int, 2>& point, double shift) {
    const Vector left = turned_left(d);
    UncertainRow result;
    result.value = Row(d.x(), d.y(), cross(p, d));
    result.add(direction, angle * Row(left.x(), left.y(), cross(p, left)));
    result.add(point[0], Row(0, 0, shift * d.y()));
    result.add(point[1], Row(0, 0, -shift * d.x()));
    return result;
  }

  const ContactSet& set_;
  ErrorSources sources_;
  std::vector<UncertainRow> normals_, tangents_;
};

/// The search of dependent_contacts().
class DependenceSearch {
 public:
  DependenceSearch(const ContactSet& set, std::string_view letters, const StopToken& stop)
      : set_(set), letters_(letters), stop_(stop), rows_(set), count_(static_cast<int>(set.size())) {}

  std::vector<int> find() {
    for (int i = 0; i < count_ && found_.empty() && !stop_.stop_requested(); ++i) {
      if (may_slide(i)) examine_vertex(rows_.normal(i), rows_.tangent(i), {i, i});
      for (int j = i + 1; j < count_ && found_.empty(); ++j) {
        if (may_be_parallel(rows_.normal(i), rows_.normal(j))) {
          examine_plane(i, j);
        } else {
          examine_vertex(rows_.normal(i), rows_.normal(j), {i, j});
        }
      }
    }
    return found_;
  }

 private:
  static bool may_be_parallel(const UncertainRow& a, const UncertainRow& b) {
    constexpr double kApart = 1e-2;  // angle, rad, far larger than all errors; rows at a larger angle are certainly not
                                     // parallel, so their errors are not computed
    const double apart = a.value.cross(b.value).squaredNorm();
    return apart < kApart * kApart * a.value.squaredNorm() * b.value.squaredNorm() && sine(a, b).may_vanish();
  }

  /// Returns whether a vertex has already been examined. Many pairs of contacts have the same vertex if normals are
  /// concurrent or belong to one edge. A second examination is unnecessary: each plane that contains the vertex within
  /// rounding either was reported the first time, or contains it for all errors.
  bool is_known(const Row& vertex) const {
    return std::any_of(known_.begin(), known_.end(),
                       [&](const Row& other) { return vertex.cross(other).squaredNorm() < kSameVertex * kSameVertex; });
  }

  bool touching(int i) const { return set_.contacts[i].touching; }

  /// Returns whether a mode with the letters of the search may keep contact i, so that the sign of the sliding velocity
  /// (the contact's tangent row) determines its letter.
  bool may_slide(int i) const {
    if (!touching(i)) return false;
    return letters_.empty() || std::string_view("lnr*").find(letters_[i]) != letters_.npos;
  }

  /// Returns whether contact i permits a twist whose normal speed at the contact is `speed`: whether the twist may lie
  /// in the closure of a mode with the letters of the search.
  bool admits(int i, const Uncertain& speed) const {
    const char letter = letters_.empty() ? (touching(i) ? 's' : '*') : letters_[i];
    if (letter == '*') return !touching(i) || !speed.surely_negative();
    if (letter == 's') return !speed.surely_negative();
    if (letter == 'a') return !speed.surely_positive();
    return speed.near_zero();
  }

  /// Examines contacts i and j, whose planes are equal within the errors. Searches this common plane for a twist that
  /// all other contacts permit, and for which only the errors decide whether it breaks one of the contacts i and j. The
  /// permitted twists form a range of directions in the plane. Each end of this range lies on the plane of another
  /// contact. The loop therefore tests these ends and the directions in the middle between them.
  void examine_plane(int i, int j) {
    const Row& one = rows_.normal(i).value;
    const Row first = one.unitOrthogonal();
    const Row second = one.normalized().cross(first);
    const auto twist = [&](double angle) { return Row(std::cos(angle) * first + std::sin(angle) * second); };
    std::vector<double> angles{0};
    for (int k = 0; k < count_; ++k) {
      if (k == i || k == j) continue;
      const double x = rows_.normal(k).value.dot(first), y = rows_.normal(k).value.dot(second);
      if (std::hypot(x, y) <= Uncertain::kNear) continue;
      const double across = std::atan2(x, -y);
      angles.insert(angles.end(), {across, across > 0 ? across - std::numbers::pi : across + std::numbers::pi});
    }
    std::sort(angles.begin(), angles.end());
    for (std::size_t k = 0; k < angles.size() && found_.empty(); ++k) {
      const double next = k + 1 < angles.size() ? angles[k + 1] : angles[0] + 2 * std::numbers::pi;
      for (const double angle : {angles[k], (angles[k] + next) / 2}) {
        const Row v = twist(angle);
        if (parts_by_error(i, j, v) && is_admitted(v, i, j)) found_ = {i, j};
      }
    }
  }

  /// The normal rows of contacts i and j must be equal or opposite, and the twist v must keep contact i closed. Returns
  /// whether the errors change the normal speed of v at contact j.
  bool parts_by_error(int i, int j, const Row& v) const {
    const UncertainRow &a = rows_.normal(i), &b = rows_.normal(j);
    const double share = b.value.dot(a.value) / a.value.squaredNorm();
    ChangeSum changes;
    for (const auto& change : b.list()) changes.add(change.cause, change.by.dot(v));
    for (const auto& change : a.list()) changes.add(change.cause, -share * change.by.dot(v));
    return changes.total() > kInsensitive;
  }

  /// Returns whether all contacts except i and j may permit a unit twist v in the common plane of i and j. The errors
  /// may tilt this plane by less than kTrialAngle; the function allows for the tilt.
  bool is_admitted(const Row& v, int i, int j) const {
    for (int k = 0; k < count_; ++k) {
      if (k == i || k == j) continue;
      Uncertain speed{rows_.normal(k).value.dot(v), kTrialAngle * rows_.normal(k).value.norm()};
      for (const auto& change : rows_.normal(k).list()) speed.change += std::fabs(change.by.dot(v));
      if (!admits(k, speed)) return false;
    }
    return true;
  }

  /// Examines the two vertices a x b and -(a x b), the directions in which the planes of the rows a and b meet. `of`
  /// contains the contacts of the rows a and b.
  void examine_vertex(const UncertainRow& a, const UncertainRow& b, std::array<int, 2> of) {
    Row vertex = a.value.cross(b.value);
    if (vertex.norm() <= Uncertain::kNear) return;  // the rows a and b are parallel for all errors
    vertex.normalize();
    if (is_known(vertex)) return;
    bool forward = true, backward = true;
    for (int k = 0; k < count_; ++k) {
      if (k == of[0] || k == of[1]) continue;
      Uncertain speed = determinant(a, b, rows_.normal(k));
      if (!admits(k, speed)) forward = false;
      speed.value = -speed.value;
      if (!admits(k, speed)) backward = false;
      if (!forward && !backward) return;
    }
    if (known_.size() == kMostKnown) known_.erase(known_.begin());
    known_.push_back(vertex);
    for (int k = 0; k < count_; ++k) {
      const bool own = k == of[0] || k == of[1];
      const Uncertain normal = own ? Uncertain() : determinant(a, b, rows_.normal(k));
      const bool rolls = own && of[0] == of[1];
      const bool slides = !rolls && may_slide(k) && normal.near_zero();
      if (normal.may_vanish() || (slides && determinant(a, b, rows_.tangent(k)).may_vanish())) {
        found_ = {of[0], of[1], k};
        std::sort(found_.begin(), found_.end());
        found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
        return;
      }
    }
  }

  static constexpr double kSameVertex = 1e-13;  ///< largest angle between two vertices that count as equal, rad
  static constexpr double kTrialAngle = 1e-7;   ///< bound on the angle by which errors tilt a plane of two rows, rad
  static constexpr std::size_t kMostKnown = 16;

  const ContactSet& set_;
  std::string_view letters_;
  StopToken stop_;
  UncertainRows rows_;
  int count_;
  std::vector<Row> known_;  ///< unit vectors along the permitted vertices that were examined last
  std::vector<int> found_;
};

}  // namespace

ErrorSources error_sources(const ContactSet& set) {
  enum Kind : char { x_of_point, y_of_point, x_number, y_number, shift, turn_of_normal };
  std::map<std::tuple<Kind, double, double, double, double>, int> numbers;
  const auto cause = [&](Kind kind, double a, double b = 0, double c = 0, double d = 0) {
    return numbers.try_emplace({kind, a, b, c, d}, static_cast<int>(numbers.size())).first->second;
  };
  const auto of_point = [&](const Vector& p) {
    return std::array{cause(x_of_point, p.x(), p.y()), cause(y_of_point, p.x(), p.y())};
  };
  ErrorSources sources;
  for (const Contact& contact : set.contacts) {
    const Vector &on_normal = normal_through(contact), &on_tangent = tangent_through(contact);
    // If a corner of the part touches an edge of a wall, the normal is that of the wall. Such a normal is treated like
    // a stated normal.
    const bool stated =
        !contact.tangent_through && (std::isinf(contact.part_radius) || std::isinf(contact.fixel_radius));
    const Vector of_side = stated ? Vector(0, 0) : on_tangent;
    // An error that rotates a normal rotates the opposite normal by the same angle.
    const Vector normal = stated && along_negative_axis(contact.normal) ? Vector(-contact.normal) : contact.normal;
    ErrorSources::OfContact& source = sources.contacts.emplace_back();
    source.on_normal = contact.error.of_numbers
                           ? std::array{cause(x_number, on_normal.x()), cause(y_number, on_normal.y())}
                           : of_point(on_normal);
    source.on_tangent = of_point(on_tangent);
    source.shift = cause(shift, on_normal.x(), on_normal.y());
    source.direction = cause(turn_of_normal, normal.x(), normal.y(), of_side.x(), of_side.y());
  }
  sources.count = static_cast<int>(numbers.size());
  return sources;
}

Vector trial_shift(const Vector& shift, double unit) {
  const double size = shift.norm();
  return size > 0 ? Vector(shift / size * trial_size(size, unit)) : shift;
}

double trial_size(double error, double unit) { return error > 0 ? std::max(error, tolerance::kTrialError * unit) : 0; }

std::vector<int> dependent_contacts(const ContactSet& set, std::string_view letters, const StopToken& stop) {
  if (set.is_exact()) return {};
  return DependenceSearch(set, letters, stop).find();
}

NormalRanks normal_ranks(const ContactSet& set, std::span<const int> contacts) {
  const int rank = normal_rank(set, contacts);
  const auto carries_error = [&](int k) { return set.contacts[k].error.any(); };
  if (contacts.empty() || std::none_of(contacts.begin(), contacts.end(), carries_error)) return {rank, rank};
  const UncertainRows rows(set);
  const UncertainRow& first = rows.normal(contacts[0]);
  NormalRanks ranks{1, 1};
  // Among the contacts that are certainly not parallel to the first contact, finds the second contact: the one whose
  // angle to the first is largest. Then examines every other contact together with these two.
  std::optional<int> second;
  double best = 0;
  for (const int k : contacts) {
    const Uncertain size = sine(first, rows.normal(k));
    if (size.sensitive() || size.value > Uncertain::kNear)
      ranks.most = std::min<int>(3, static_cast<int>(contacts.size()));
    if (!size.near_zero() && size.value - size.change > best) best = size.value - size.change, second = k;
  }
  // If no determinant is sensitive to the errors, `most` has not increased. The rank is then that of the given numbers.
  if (!second && ranks.most == 1) return {rank, rank};
  if (!second) return ranks;
  ranks = {2, 2};
  for (const int k : contacts) {
    if (k == contacts[0] || k == *second) continue;
    const Uncertain beside = determinant(first, rows.normal(*second), rows.normal(k));
    if (!beside.near_zero()) return {3, 3};
    if (beside.sensitive()) ranks.most = 3;
  }
  // If no determinant is sensitive to the errors, `most` has not increased. The rank is then that of the given numbers.
  if (ranks.most == 2) ranks.least = ranks.most = std::max(2, rank);
  return ranks;
}

}  // namespace pawl::internal::inline contact
