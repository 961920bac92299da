// SPDX-License-Identifier: MIT
#include "modes/forward.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>
#include <pawl/base/tolerance.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/forward.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "base/dense_algebra.h"
#include "contact/contact.h"
#include "contact/contact_rows.h"
#include "exact/numbers.h"
#include "geometry/boundary.h"
#include "modes/wrench_cone.h"

namespace pawl::internal::inline modes {

/// The feasible modes of one contact set, for repeated enumeration. With few open gaps, the modes are computed once and
/// stored. With many open gaps, they are computed again for each enumeration, because m gaps give about m^2 modes of n
/// letters.
class ModeList {
 public:
  /// Sets the contacts. `set` must be valid and outlive the use of this object.
  void set(const ContactSet& set);

  /// Calls visit(letters, motion_dimension) for each mode, in sorted order. Returns false if `stop` ended the
  /// enumeration before the last mode.
  using Visit = std::function<void(std::string_view letters, int motion_dimension)>;
  bool for_each(const Visit& visit, const StopToken& stop);

 private:
  const ContactSet* set_ = nullptr;
  bool keep_ = true;
  FeasibleModesSolver kept_;
};

namespace {

Integer product(const HomogeneousRow& a, const HomogeneousRow& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/// Returns the row alpha a + beta b, divided by the greatest common divisor of its entries.
HomogeneousRow combination(const Integer& alpha, const HomogeneousRow& a, const Integer& beta,
                           const HomogeneousRow& b) {
  HomogeneousRow v;
  Integer divisor = 0;
  for (int i = 0; i < 4; ++i) {
    v[i] = alpha * a[i] + beta * b[i];
    divisor = gcd(divisor, v[i]);
  }
  if (divisor > 1) {
    for (Integer& entry : v) entry /= divisor;
  }
  return v;
}

int rank(std::vector<HomogeneousRow> rows) {
  int found = 0;
  for (int column = 0; column < 4; ++column) {
    const auto pivot =
        std::find_if(rows.begin() + found, rows.end(), [&](const auto& row) { return !row[column].is_zero(); });
    if (pivot == rows.end()) continue;
    std::iter_swap(rows.begin() + found, pivot);
    const HomogeneousRow& top = rows[found];
    for (std::size_t k = static_cast<std::size_t>(found) + 1; k < rows.size(); ++k) {
      if (!rows[k][column].is_zero()) rows[k] = combination(top[column], rows[k], -rows[k][column], top);
    }
    ++found;
  }
  return found;
}

}  // namespace

ExactPolyhedron::ExactPolyhedron() {
  for (int k = 0; k < 3; ++k) {
    lines_.push_back({0, 0, 0, 0});
    lines_.back()[k] = 1;
  }
  rays_.push_back({{0, 0, 0, 1}, {}});
}

void ExactPolyhedron::cut(const HomogeneousRow& row) { apply(row, false); }
void ExactPolyhedron::restrict_to(const HomogeneousRow& row) { apply(row, true); }

/// If the row is not constant along some line, removes this line and shifts all other generators along it onto the
/// row's plane. Returns whether such a line exists.
bool ExactPolyhedron::pivot_on_line(const HomogeneousRow& row, bool equality, int index) {
  const auto moved =
      std::find_if(lines_.begin(), lines_.end(), [&](const auto& line) { return !product(row, line).is_zero(); });
  if (moved == lines_.end()) return false;
  HomogeneousRow pivot = *moved;
  lines_.erase(moved);
  if (product(row, pivot).sign() > 0) {
    for (Integer& entry : pivot) entry = -entry;
  }
  const Integer slope = -product(row, pivot);  // positive, because `pivot` points to the negative side of the row
  for (HomogeneousRow& line : lines_) line = combination(slope, line, product(row, line), pivot);
  for (Ray& ray : rays_) {
    ray.v = combination(slope, ray.v, product(row, ray.v), pivot);
    ray.active.push_back(index);
  }
  if (!equality) {
    // All earlier rows are active rows of `pivot`: `pivot` was a line, and earlier rows vanish on all lines.
    Ray spent{pivot, {}};
    for (int k = 0; k < index; ++k) spent.active.push_back(k);
    rays_.push_back(std::move(spent));
  }
  return true;
}

ExactPolyhedron::Ray ExactPolyhedron::combined(const Ray& above, const Integer& up, const Ray& below,
                                               const Integer& down, int row) const {
  Ray ray{combination(-down, above.v, up, below.v), {}};
  std::set_intersection(above.active.begin(), above.active.end(), below.active.begin(), below.active.end(),
                        std::back_inserter(ray.active));
  ray.active.push_back(row);
  return ray;
}

/// Returns whether two extreme rays span an edge, that is, whether no third ray lies on the planes of all rows that
/// vanish on both rays.
bool ExactPolyhedron::adjacent(const Ray& a, const Ray& b) const {
  std::vector<int> common;
  std::set_intersection(a.active.begin(), a.active.end(), b.active.begin(), b.active.end(), std::back_inserter(common));
  return std::none_of(rays_.begin(), rays_.end(), [&](const Ray& other) {
    return &other != &a && &other != &b &&
           std::includes(other.active.begin(), other.active.end(), common.begin(), common.end());
  });
}

void ExactPolyhedron::apply(const HomogeneousRow& row, bool equality) {
  const int index = rows_++;
  if (pivot_on_line(row, equality, index)) return;
  std::vector<Integer> values;
  for (const Ray& ray : rays_) values.push_back(product(row, ray.v));
  std::vector<Ray> kept;
  for (std::size_t i = 0; i < rays_.size(); ++i) {
    if (values[i].sign() > 0) {
      for (std::size_t j = 0; j < rays_.size(); ++j) {
        if (values[j].sign() < 0 && adjacent(rays_[i], rays_[j])) {
          kept.push_back(combined(rays_[i], values[i], rays_[j], values[j], index));
        }
      }
    } else if (values[i].is_zero() || !equality) {
      kept.push_back(rays_[i]);
      if (values[i].is_zero()) kept.back().active.push_back(index);
    }
  }
  rays_ = std::move(kept);
}

bool ExactPolyhedron::empty() const {
  return std::none_of(rays_.begin(), rays_.end(), [](const Ray& ray) { return ray.v[3].sign() > 0; });
}

bool ExactPolyhedron::reaches_below(const HomogeneousRow& row) const {
  return !empty() &&
         std::any_of(rays_.begin(), rays_.end(), [&](const Ray& ray) { return product(row, ray.v).sign() < 0; });
}

int ExactPolyhedron::dimension() const {
  if (empty()) return -1;
  std::vector<HomogeneousRow> span = lines_;
  for (const Ray& ray : rays_) span.push_back(ray.v);
  return rank(std::move(span)) - 1;
}

std::vector<std::array<double, 3>> ExactPolyhedron::corners() const {
  std::vector<std::array<double, 3>> points;
  for (const Ray& ray : rays_) {
    if (ray.v[3].sign() <= 0) continue;
    points.push_back({quotient(ray.v[0], ray.v[3]), quotient(ray.v[1], ray.v[3]), quotient(ray.v[2], ray.v[3])});
  }
  return points;
}

std::vector<std::array<double, 3>> ExactPolyhedron::directions() const {
  std::vector<std::array<double, 3>> result;
  const auto add = [&](const HomogeneousRow& v, int sign) {
    Integer largest = 0;
    for (int k = 0; k < 3; ++k) largest = std::max(largest, Integer(abs(v[k])));
    largest *= sign;
    result.push_back({quotient(v[0], largest), quotient(v[1], largest), quotient(v[2], largest)});
  };
  for (const Ray& ray : rays_) {
    if (ray.v[3].is_zero()) add(ray.v, 1);
  }
  for (const HomogeneousRow& line : lines_) {
    add(line, 1);
    add(line, -1);
  }
  return result;
}

namespace {

/// A twist whose entries are the exact rational values of given doubles.
struct ExactTwist {
  explicit ExactTwist(const Eigen::Vector3d& v) : x(rational(v.x())), y(rational(v.y())), omega(rational(v.z())) {}
  Rational x, y, omega;
};

/// The length of a normal. The value is exact if the length is rational.
struct NormalLength {
  Rational value;
  bool exact = true;
};

NormalLength length_of(const ExactFrame& frame) {
  const Integer squared = frame.nx * frame.nx + frame.ny * frame.ny;
  const Integer root = sqrt(squared);
  if (root * root == squared) return {Rational(root) / Rational(frame.normal_factor), true};
  // The square root is computed with 60 binary digits after the point.
  const Integer fine = sqrt(Integer(squared << 120));
  return {Rational(fine) / Rational(Integer(frame.normal_factor << 60)), false};
}

/// One contact of a moving part. All speeds are along the given normal and tangent, in m/s, multiplied by the normal's
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
    // A nonzero speed within the tolerance counts as 0, which makes the result inexact.
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

  /// Returns the term that the curvatures of the part and of the fixel contribute to the acceleration of the gap,
  /// multiplied by the normal's length. The fixel is at rest. The acceleration of the gap is the sum of this term and
  /// of the normal acceleration of the part's material point.
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

  /// Returns the row [d, p x d] v' + constant, multiplied by a common denominator so that its entries are integers.
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

namespace {

HomogeneousRow negative(HomogeneousRow row) {
  for (Integer& entry : row) entry = -entry;
  return row;
}

void demand_below(ModeMotions& motions, HomogeneousRow row) {
  motions.accelerations.cut(row);
  motions.strict.push_back(std::move(row));
}

/// Returns the letters that a contact may have, sorted.
std::string_view letters_of(ContactMotion motion) {
  switch (motion) {
    case ContactMotion::resting:
      return "lnrs";
    case ContactMotion::left:
      return "ls";
    case ContactMotion::right:
      return "rs";
    case ContactMotion::apart:
      return "as";
    case ContactMotion::closing:
      return "a";
    case ContactMotion::parting:
    case ContactMotion::opening:
      return "s";
  }
  return "";
}

void add_letter(ModeMotions& motions, const ContactRows& rows, char letter) {
  motions.letters += letter;
  const bool resting = rows.motion == ContactMotion::resting;
  switch (rows.motion) {
    case ContactMotion::parting:
    case ContactMotion::opening:
    case ContactMotion::closing:
      return;
    case ContactMotion::apart:
      if (letter == 'a') return demand_below(motions, rows.normal);
      return motions.accelerations.cut(negative(rows.normal));
    default:
      break;
  }
  if (letter == 's') return demand_below(motions, negative(rows.normal));
  motions.accelerations.restrict_to(rows.normal);
  if (!resting) return;
  if (letter == 'n') return motions.accelerations.restrict_to(rows.tangent);
  demand_below(motions, letter == 'l' ? negative(rows.tangent) : rows.tangent);
}

bool follow(const std::vector<ContactRows>& rows, const ModeMotions& motions,
            const std::function<void(const ModeMotions&)>& visit, const StopToken& stop) {
  const std::size_t contact = motions.letters.size();
  if (stop.stop_requested()) return false;
  if (contact == rows.size()) {
    visit(motions);
    return true;
  }
  for (const char letter : letters_of(rows[contact].motion)) {
    ModeMotions longer = motions;
    add_letter(longer, rows[contact], letter);
    if (longer.feasible() && !follow(rows, longer, visit, stop)) return false;
  }
  return true;
}

}  // namespace

bool ModeMotions::feasible() const {
  return !accelerations.empty() && std::all_of(strict.begin(), strict.end(), [&](const HomogeneousRow& row) {
    return accelerations.reaches_below(row);
  });
}

ModeMotions mode_motions(const std::vector<ContactRows>& rows, std::string_view letters) {
  ModeMotions motions;
  for (std::size_t i = 0; i < rows.size(); ++i) add_letter(motions, rows[i], letters[i]);
  return motions;
}

bool for_each_affine_mode(const std::vector<ContactRows>& rows, const std::function<void(const ModeMotions&)>& visit,
                          const StopToken& stop) {
  return follow(rows, ModeMotions{}, visit, stop);
}

namespace {

Eigen::Vector3d momentum(const ContactSet& set, const Eigen::Vector3d& v) {
  return {set.mass * v.x(), set.mass * v.y(), set.inertia * v.z()};
}

/// Returns the factors that convert (fx, fy, tau) to (fx, fy, tau / rho).
Eigen::Vector3d weight(const ContactSet& set) { return {1, 1, 1 / set.radius_of_gyration()}; }

/// Returns the columns of a basis of the accelerations that keep contacts: a_n = 0 at contacts with the letter l, r or
/// n, and a_t = 0 at contacts with the letter n.
Eigen::MatrixXd free_motions(const ContactSet& set, const Eigen::MatrixXd& jacobian, std::string_view letters) {
  const Eigen::Index n = static_cast<Eigen::Index>(letters.size());
  std::vector<Eigen::Index> held;
  for (Eigen::Index i = 0; i < n; ++i) {
    const char letter = letters[i];
    if (letter == 'a' || letter == 's') continue;
    held.push_back(i);
    if (letter == 'n') held.push_back(n + i);
  }
  if (held.empty()) return Eigen::Matrix3d::Identity();
  // One tolerance must fit all rows, so torques are divided and rotations multiplied by the radius of gyration.
  const Eigen::Vector3d scale = weight(set);
  const Eigen::MatrixXd rows = (scale.asDiagonal() * jacobian(Eigen::all, held)).transpose();
  return scale.asDiagonal() * Eigen::FullPivLU<Eigen::MatrixXd>(rows).kernel();
}

}  // namespace

void ModeSolver::set(const ContactSet& set) {
  set_ = &set;
  jacobian_ = unchecked_contact_jacobian(set);
}

void ModeSolver::set_wrench(const Eigen::Vector3d& wrench) {
  wrench_ = wrench;
  const WrittenScale scale{wrench.x(), wrench.y(), wrench.z(), set_->mass, set_->inertia};
  for (int k = 0; k < 3; ++k) exact_wrench_[k] = scale(wrench[k]);
  mass_ = scale(set_->mass);
  inertia_ = scale(set_->inertia);
}

void ModeSolver::select(std::string_view letters) {
  wrenches_.build_forces(letters);
  edges_ = wrenches_.force_edges();
}

int ModeSolver::wrench_rank(std::string_view letters) {
  select(letters);
  return wrenches_.hull().dimension();
}

std::vector<IntegerVector> ModeSolver::exact(const std::vector<CrossPair>& pairs) {
  std::vector<IntegerVector> rows;
  for (const CrossPair& pair : pairs)
    rows.push_back(cross(wrenches_.pool().exact(pair.a), wrenches_.pool().exact(pair.b)));
  return rows;
}

/// Takes a face `row` of the force cone. Returns a row on (x, 1) whose value is row . (g - M x). Forces of the mode can
/// produce the acceleration v' only if this value is at most 0 at x = v'.
HomogeneousRow ModeSolver::balance(const IntegerVector& row) const {
  return {-row[0] * mass_, -row[1] * mass_, -row[2] * inertia_, dot(row, exact_wrench_)};
}

std::optional<ForwardSolution> ModeSolver::solve(const ModeMotions& motions) {
  select(motions.letters);
  DualGenerators dual;
  dual_generators(wrenches_.pool(), wrenches_.hull(), dual);
  ModeMotions solved = motions;
  for (const IntegerVector& row : exact(dual.lines)) solved.accelerations.restrict_to(balance(row));
  const std::vector<IntegerVector> rows = exact(dual.rays);
  std::vector<HomogeneousRow> faces;
  for (const IntegerVector& row : rows) {
    faces.push_back(balance(row));
    solved.accelerations.cut(faces.back());
  }
  if (!solved.feasible()) return std::nullopt;

  ForwardSolution solution;
  solution.mode = Mode(solved.letters);
  for (const auto& corner : solved.accelerations.corners()) {
    solution.acceleration_corners.emplace_back(corner[0], corner[1], corner[2]);
    solution.acceleration += solution.acceleration_corners.back();
  }
  solution.acceleration /= static_cast<double>(solution.acceleration_corners.size());
  for (const auto& direction : solved.accelerations.directions()) {
    solution.acceleration_directions.emplace_back(direction[0], direction[1], direction[2]);
  }
  solution.acceleration_rank_deficiency = solved.accelerations.dimension();
  drop_idle_edges(solved.accelerations, rows, faces);
  solution.force_rank_deficiency = solution.acceleration_rank_deficiency + force_freedom();
  set_forces(solution);
  return solution;
}

/// Keeps only the edges that can carry force. These are the edges on the smallest face of the force cone that contains
/// g - M v' for all accelerations v' of the mode.
void ModeSolver::drop_idle_edges(const ExactPolyhedron& accelerations, const std::vector<IntegerVector>& rows,
                                 const std::vector<HomogeneousRow>& faces) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (accelerations.reaches_below(faces[k])) continue;
    std::erase_if(edges_,
                  [&](const ForceEdge& edge) { return !dot(rows[k], wrenches_.pool().exact(edge.id)).is_zero(); });
  }
}

/// Returns the dimension of the set of forces that produce one and the same wrench, for a wrench in the interior of the
/// cone of the kept edges.
int ModeSolver::force_freedom() {
  wrenches_.build_forces(edges_);
  return force_dimension() - wrenches_.hull().dimension();
}

/// Returns a matrix whose columns are the wrenches of the edges' forces. Torques are divided by the radius of gyration.
Eigen::MatrixXd ModeSolver::spans() const {
  const Eigen::Index n = static_cast<Eigen::Index>(set_->size());
  Eigen::MatrixXd columns(3, force_dimension());
  for (Eigen::Index k = 0; k < columns.cols(); ++k) {
    const ForceEdge& edge = edges_[k];
    columns.col(k) = jacobian_.col(edge.contact) + edge.slope * jacobian_.col(n + edge.contact);
  }
  return weight(*set_).asDiagonal() * columns;
}

ForwardSolution ModeSolver::solve_linear(std::string_view letters) {
  select(letters);
  ForwardSolution solution;
  solution.mode = Mode(letters);
  const Eigen::MatrixXd motions = free_motions(*set_, jacobian_, letters);
  const Eigen::MatrixXd forces = spans();
  Eigen::MatrixXd system(3, motions.cols() + forces.cols());
  for (Eigen::Index k = 0; k < motions.cols(); ++k) {
    system.col(k) = weight(*set_).cwiseProduct(momentum(*set_, motions.col(k)));
  }
  system.rightCols(forces.cols()) = -forces;
  const Eigen::VectorXd known = weight(*set_).cwiseProduct(wrench_);
  const Eigen::VectorXd parts = system.colPivHouseholderQr().solve(known);
  solution.acceleration = motions * parts.head(motions.cols());
  solution.acceleration_corners = {solution.acceleration};
  set_forces(solution);
  return solution;
}

void ModeSolver::set_forces(ForwardSolution& solution) const {
  const Eigen::Index n = static_cast<Eigen::Index>(set_->size());
  const Eigen::Vector3d scale = weight(*set_);
  const Eigen::Vector3d moved = momentum(*set_, solution.acceleration);
  const Eigen::VectorXd shares = nonnegative_least_squares(spans(), scale.cwiseProduct(moved - wrench_));
  solution.forces = Eigen::VectorXd::Zero(2 * n);
  for (Eigen::Index k = 0; k < shares.size(); ++k) {
    const ForceEdge& edge = edges_[k];
    solution.forces[edge.contact] += shares[k];
    solution.forces[n + edge.contact] += edge.slope * shares[k];
  }
  const Eigen::Vector3d error = scale.cwiseProduct(moved - wrench_ - jacobian_ * solution.forces);
  const double largest =
      std::max({scale.cwiseProduct(moved).cwiseAbs().maxCoeff(), scale.cwiseProduct(wrench_).cwiseAbs().maxCoeff(),
                n > 0 ? solution.forces.cwiseAbs().maxCoeff() : 0});
  solution.residual = largest > 0 ? error.cwiseAbs().maxCoeff() / largest : 0;
}

}  // namespace pawl::internal::inline modes

namespace pawl {

using internal::contact_rows;
using internal::ContactRows;
using internal::ModeMotions;
using internal::ModeSolver;
using internal::WrenchPointer;

namespace {

/// These bounds are ten times the bounds on the wrenches and twists of files, because a transformation to another frame
/// may increase the entries of a wrench or twist.
constexpr double kMostWrench = 10 * kLargestWrench;
constexpr double kMostTwist = 10 * kLargestTwist;

/// Largest accepted relative residual of a linear solution. If the residual is larger, the system is too close to
/// singular for doubles.
constexpr double kGoodLinear = 1e-12;

SolutionCount count(const std::vector<ForwardSolution>& solutions) {
  if (solutions.empty()) return SolutionCount::none;
  const bool one = solutions.size() == 1 && solutions[0].acceleration_rank_deficiency == 0;
  return one ? SolutionCount::one : SolutionCount::many;
}

}  // namespace

struct ForwardSolver::State {
  const ContactSet* set = nullptr;
  internal::WrenchHull wrenches;
  ModeSolver modes{wrenches};
  internal::ModeList list;

  void add(std::optional<ForwardSolution> solution) {
    if (solution) found.solutions.push_back(std::move(*solution));
  }

  void solve_moving(const Eigen::Vector3d& twist, const StopToken& stop) {
    const std::vector<ContactRows> moving = contact_rows(*set, twist);
    for (const ContactRows& contact : moving) found.exact = found.exact && contact.exact;
    found.stopped = !for_each_affine_mode(
        moving, [&](const ModeMotions& motions) { add(modes.solve(motions)); }, stop);
  }

  /// If the wrench lies in the interior of the mode's cone, the dimension of the set of solutions is the dimension of
  /// the mode's motions plus the dimension of its forces, minus 3.
  void solve_at_rest(const Eigen::Vector3d& wrench, const StopToken& stop) {
    found.stopped = !list.for_each(
        [&](std::string_view letters, int motion_dimension) { solve_mode(letters, motion_dimension, wrench); }, stop);
  }

  void solve_mode(std::string_view letters, int motion_dimension, const Eigen::Vector3d& wrench) {
    wrenches.build(letters);
    const WrenchPointer place = wrenches.place(wrench);
    if (place == WrenchPointer::outside) return;
    if (place == WrenchPointer::inside && motion_dimension + modes.wrench_rank(letters) == 3) {
      ForwardSolution solution = modes.solve_linear(letters);
      solution.force_rank_deficiency = motion_dimension + modes.force_dimension() - 3;
      if (solution.residual <= kGoodLinear) return add(std::move(solution));
    }
    if (rows.empty()) rows = contact_rows(*set, Eigen::Vector3d::Zero());
    add(modes.solve(mode_motions(rows, letters)));
  }

  ForwardSolutions found;
  std::vector<ContactRows> rows;  // rows of the part at rest, computed on first use
};

ForwardSolver::ForwardSolver() : state_(std::make_unique<State>()) {}
ForwardSolver::~ForwardSolver() = default;
ForwardSolver::ForwardSolver(ForwardSolver&&) noexcept = default;
ForwardSolver& ForwardSolver::operator=(ForwardSolver&&) noexcept = default;

void ForwardSolver::set(const ContactSet& set) {
  set.validate();
  state_->set = &set;
  state_->wrenches.set(set);
  state_->modes.set(set);
  state_->list.set(set);
  state_->rows.clear();
}

ForwardSolutions ForwardSolver::solve(const Eigen::Vector3d& wrench, const Eigen::Vector3d& twist,
                                      const StopToken& stop) {
  if (state_->set == nullptr) throw std::logic_error("ForwardSolver: no contact set; call set() first");
  internal::require_within(wrench, kMostWrench, "/wrench");
  internal::require_within(twist, kMostTwist, "/twist");
  state_->found = {};
  state_->modes.set_wrench(wrench);
  if (twist.isZero(0)) {
    state_->solve_at_rest(wrench, stop);
  } else {
    state_->solve_moving(twist, stop);
  }
  state_->found.count = count(state_->found.solutions);
  return std::move(state_->found);
}

ForwardSolutions forward(const ContactSet& set, const Eigen::Vector3d& wrench, const Eigen::Vector3d& twist,
                         const StopToken& stop) {
  ForwardSolver solver;
  solver.set(set);
  return solver.solve(wrench, twist, stop);
}

}  // namespace pawl

namespace pawl::internal::inline modes {
namespace {

/// With at least this number of open gaps, the modes are enumerated again each time instead of stored.
constexpr long kManyGaps = 32;

}  // namespace

void ModeList::set(const ContactSet& set) {
  set_ = &set;
  const auto open = [](const Contact& contact) { return !contact.touching; };
  keep_ = std::count_if(set.contacts.begin(), set.contacts.end(), open) < kManyGaps;
  if (keep_) kept_.solve(set);
}

bool ModeList::for_each(const Visit& visit, const StopToken& stop) {
  if (!keep_) {
    FeasibleModeWalk walk(*set_, {}, stop);
    while (walk.next()) visit(walk.letters(), walk.motion_dimension());
    return !walk.stopped();
  }
  for (std::size_t k = 0; k < kept_.count(); ++k) {
    if (stop.stop_requested()) return false;
    visit(kept_.letters(k), kept_.motion_dimension(k));
  }
  return true;
}

}  // namespace pawl::internal::inline modes
