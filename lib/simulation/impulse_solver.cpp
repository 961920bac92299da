// SPDX-License-Identifier: MIT
#include "simulation/impulse_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/index.h"
#include "base/philox.h"
#include "friction/coulomb.h"

namespace pawl::internal::inline simulation {
namespace {

using Vector = Eigen::Vector2d;

/// A row of a mechanism is a sum of levers. It counts as a rounding error if it is at most this fraction of its
/// summands, even if the bodies are far from the origin.
constexpr double kCancelled = 1e-11;
constexpr std::uint32_t kForgottenSolver = 128;  ///< a solver that is not called for this number of steps is deleted

double velocity_of(const Eigen::VectorXd& u, int link, const Vector& arm, const Vector& direction) {
  if (link < 0) return 0;
  return u.segment<2>(3 * link).dot(direction) + u[3 * link + 2] * moment(arm, direction);
}

/// Returns whether the rows belong to the same contacts as the rows of the last call, in the same order.
bool same_rows(const std::vector<ContactId>& last, const std::vector<ImpulseRow>& rows) {
  return std::equal(last.begin(), last.end(), rows.begin(), rows.end(),
                    [](const ContactId& a, const ImpulseRow& b) { return a == b.id; });
}

/// Returns the wrench, about the origin of `arm`, of a unit force along `direction` at the end of `arm`.
Eigen::Vector3d unit_wrench(const Vector& arm, const Vector& direction) {
  return {direction.x(), direction.y(), moment(arm, direction)};
}

/// Returns the impulse of row i on the row's link b, N s.
Vector impulse_of(const ImpulseRow& row, const ContactImpulses& impulses, std::size_t i) {
  const auto k = static_cast<Eigen::Index>(i);
  return impulses.normal[k] * row.normal + impulses.tangent[k] * turned_left(row.normal);
}

double along(const Eigen::VectorXd& u, const ImpulseRow& row, const Vector& direction) {
  return velocity_along(u, row.link_a, row.arm_a, row.link_b, row.arm_b, direction);
}

Vector arm_to(const Vector& point, int link, const Eigen::VectorXd& q) {
  return link < 0 ? Vector(0, 0) : Vector(point - q.segment<2>(3 * link));
}

}  // namespace

ImpulseRow row_of(Candidate& candidate, const PairGeometry& geometry, const Eigen::VectorXd& q) {
  ImpulseRow row;
  row.id = candidate.id;
  row.contact = &candidate;
  row.link_a = candidate.link_a;
  row.link_b = candidate.link_b;
  row.friction = candidate.friction;
  row.viscosity = candidate.viscosity;
  if (const PairSpring* values = candidate.pair_values) {
    row.stiffness = values->stiffness;
    row.damping = values->damping;
    row.modulus = values->modulus;
    row.radius = values->radius;
  }
  row.normal = geometry.normal;
  row.arm_a = arm_to(geometry.on_a, candidate.link_a, q);
  row.arm_b = arm_to(geometry.on_b, candidate.link_b, q);
  return row;
}

double rounding_of(const PairGeometry& at, const ImpulseRow& row, double h) {
  constexpr double kRoundings = 4 * 0x1p-52;  // rounding error of a gap, relative to the terms from which it is
                                              // computed
  return kRoundings * (at.on_b.norm() + row.arm_a.norm() + row.arm_b.norm()) / h;
}

double rounding_of(const std::vector<ImpulseRow>& rows) {
  double most = 0;
  for (const ImpulseRow& row : rows) {
    if (row.rounding == 0) return 0;
    most = std::max(most, row.rounding);
  }
  return most;
}

double velocity_along(const Eigen::VectorXd& u, int link_a, const Vector& arm_a, int link_b, const Vector& arm_b,
                      const Vector& direction) {
  return velocity_of(u, link_b, arm_b, direction) - velocity_of(u, link_a, arm_a, direction);
}

void copy_values(const ImpulseRow& row, ContactProblem::Contact& contact) {
  contact.friction = row.friction;
  contact.gap = row.gap;
  contact.touches = row.touches;
  contact.stiffness = row.stiffness;
  contact.damping = row.damping;
  contact.modulus = row.modulus;
  contact.radius = row.radius;
  contact.viscosity = row.viscosity;
}

ImpulseSolver::ImpulseSolver(const System& system, const StepOptions& options, std::vector<Mechanism>& mechanisms)
    : law_(options.law), choice_(options), mechanisms_(mechanisms) {
  for (const Body& body : system.bodies) mobility_.push_back({1 / body.mass, 1 / body.inertia});
  const std::size_t links = system.bodies.size() + system.joints.size() + joints_with_stops(system).size();
  mechanism_.assign(links, -1);
  local_.assign(links, -1);
  local_block_.assign(mechanisms.size(), -1);
  for (std::size_t k = 0; k < mechanisms.size(); ++k) {
    for (const int link : mechanisms[k].links()) mechanism_[link] = static_cast<int>(k);
  }
}

const ImpulseResult& ImpulseSolver::solve(const ImpulseProblem& problem, Motion& motion) {
  const Rows& rows = problem.rows;
  const auto count = static_cast<Eigen::Index>(rows.size());
  problem_.duration = problem.duration;
  result_.impulses.solved = true;
  result_.impulses.pivots = 0;
  result_.impulses.normal.setZero(count);
  result_.impulses.tangent.setZero(count);
  result_.posed = false;
  result_.choice = Choice::none;
  const bool choosing = choice_.wanted() && !rows.empty();
  const bool pressed = !nothing_to_solve(rows, motion.u);
  if (!pressed && !choosing) return result_;
  if (pressed) recall(problem);
  if (!choosing && reuse_impulses(problem, motion)) return result_;
  set_problem(rows, motion.u);
  const bool solved = !pressed || solve_law(problem);
  if (solved && choosing) choose(problem);
  if (solved && (pressed || result_.choice == Choice::chosen)) apply(rows, motion);
  forget_numbers();
  return result_;
}

/// Returns whether it is certain that all impulses are 0: no contact approaches, and the law has no friction at
/// contacts without normal impulse. For laws that allow penetration, it is certain only if the list of rows is empty.
bool ImpulseSolver::nothing_to_solve(const Rows& rows, const Eigen::VectorXd& u) const {
  if (allows_penetration(law_)) return rows.empty();
  const bool is_viscous = std::holds_alternative<Viscous>(law_) || std::holds_alternative<CoulombViscous>(law_);
  if (is_viscous && std::any_of(rows.begin(), rows.end(), [](const ImpulseRow& row) { return row.touches; }))
    return false;
  return std::all_of(rows.begin(), rows.end(),
                     [&](const ImpulseRow& row) { return along(u, row, row.normal) + row.normal_bias >= 0; });
}

/// Gives a link, or its mechanism, a number in the contact problem.
void ImpulseSolver::number(int link) {
  if (link < 0) return;
  const int mechanism = mechanism_[link];
  if (mechanism >= 0) {
    if (local_block_[mechanism] >= 0 || !yields(mechanism)) return;
    local_block_[mechanism] = static_cast<int>(used_.size());
    used_.push_back(mechanism);
  } else if (local_[link] < 0) {
    local_[link] = static_cast<int>(links_.size());
    links_.push_back(link);
  }
}

int ImpulseSolver::local(int link) const {
  if (link < 0) return -1;
  const int mechanism = mechanism_[link];
  if (mechanism < 0) return local_[link];
  return yields(mechanism) ? static_cast<int>(links_.size()) + local_block_[mechanism] : -1;
}

/// Returns whether the row of J of a contact along `direction`, in the columns of a mechanism, consists of rounding
/// errors. Compares the row with the magnitudes of its terms.
bool ImpulseSolver::vanishes(int mechanism, const ImpulseRow& row, const Vector& direction) const {
  const Mechanism& one = mechanisms_[mechanism];
  if (!yields(mechanism)) return true;
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(one.freedom());
  double size = 0;
  const auto add = [&](int link, const Vector& arm, double sign) {
    if (mechanism_of(link) != mechanism) return;
    const Eigen::MatrixXd& response = one.response(link);
    sum += sign * (response * unit_wrench(arm, direction));
    size += response.leftCols<2>().norm() + response.col(2).norm() * arm.norm();
  };
  add(row.link_a, row.arm_a, -1);
  add(row.link_b, row.arm_b, 1);
  return sum.norm() <= kCancelled * size;
}

bool ImpulseSolver::moves_nothing(const ImpulseRow& row) const {
  const int a = mechanism_of(row.link_a), b = mechanism_of(row.link_b);
  // false because one of the links is a free body, whose row of J cannot vanish
  if ((row.link_a >= 0 && a < 0) || (row.link_b >= 0 && b < 0)) return false;
  return (a < 0 || vanishes(a, row, row.normal)) && (b < 0 || vanishes(b, row, row.normal));
}

/// Sets the contact's rows of J for mechanisms. If both links belong to one mechanism, only rows_b is set: the rows of
/// link b minus those of link a. Sets the friction to 0 if no tangential impulse changes any velocity.
void ImpulseSolver::set_rows(const ImpulseRow& row, ContactProblem::Contact& contact) const {
  contact.rows_a.resize(0, 0);
  contact.rows_b.resize(0, 0);
  const Vector tangent = turned_left(row.normal);
  bool slides = false;  // whether a tangential impulse can change a velocity
  const auto set = [&](int link, const Vector& arm, double sign, Eigen::MatrixXd& rows) {
    const int mechanism = mechanism_of(link);
    if (mechanism < 0) slides = slides || link >= 0;
    if (mechanism < 0 || !yields(mechanism)) return;
    const Eigen::MatrixXd& response = mechanisms_[mechanism].response(link);
    if (rows.size() == 0) rows.setZero(2, response.rows());
    if (!vanishes(mechanism, row, row.normal)) {
      rows.row(0) += sign * (response * unit_wrench(arm, row.normal)).transpose();
    }
    if (vanishes(mechanism, row, tangent)) return;
    slides = true;
    rows.row(1) += sign * (response * unit_wrench(arm, tangent)).transpose();
  };
  const bool one_block = contact.a >= 0 && contact.a == contact.b;
  if (one_block) contact.a = -1;
  set(row.link_a, row.arm_a, -1, one_block ? contact.rows_b : contact.rows_a);
  set(row.link_b, row.arm_b, 1, contact.rows_b);
  if (!slides) contact.friction = 0;
}

void ImpulseSolver::set_problem(const Rows& rows, const Eigen::VectorXd& u) {
  problem_.level = ContactProblem::Level::velocity;
  problem_.contacts.resize(rows.size());
  links_.clear();
  used_.clear();
  for (const ImpulseRow& row : rows) {
    number(row.link_a);
    number(row.link_b);
  }
  problem_.bodies.clear();
  for (const int link : links_) problem_.bodies.push_back(mobility_[link]);
  problem_.blocks.clear();
  for (const int mechanism : used_) {
    const Eigen::Index freedom = mechanisms_[mechanism].freedom();
    problem_.blocks.push_back({Eigen::MatrixXd::Identity(freedom, freedom), {}, {}});
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ImpulseRow& row = rows[i];
    ContactProblem::Contact& contact = problem_.contacts[i];
    copy_values(row, contact);
    contact.a = local(row.link_a);
    contact.b = local(row.link_b);
    contact.normal = row.normal;
    contact.arm_a = row.arm_a;
    contact.arm_b = row.arm_b;
    contact.normal_bias = along(u, row, row.normal) + row.normal_bias;
    contact.tangent_bias = along(u, row, turned_left(row.normal)) + row.tangent_bias;
    if (!mechanisms_.empty()) set_rows(row, contact);
  }
}

void ImpulseSolver::forget_numbers() {
  for (const int link : links_) local_[link] = -1;
  for (const int mechanism : used_) local_block_[mechanism] = -1;
}

/// Returns the solver for the problem's island and kind. Sets `again` to true if the contacts are the same as in the
/// last call of this solver.
ImpulseSolver::Memory& ImpulseSolver::memory_of(const ImpulseProblem& problem, bool& again) {
  int lowest = std::numeric_limits<int>::max();
  for (const int link : links_) lowest = std::min(lowest, link);
  for (const int mechanism : used_) lowest = std::min(lowest, mechanisms_[mechanism].links().front());
  const std::uint32_t step = problem.label.step;
  if (step >= next_forgetting_) {
    next_forgetting_ = step + kForgottenSolver;
    std::erase_if(memories_, [step](const auto& one) { return step - one.second.step >= kForgottenSolver; });
  }
  Memory& memory = memories_[(static_cast<std::int64_t>(problem.kind) << 32) + lowest];
  memory.step = step;
  again = same_rows(memory.rows, problem.rows);
  if (!again) {
    memory.rows.clear();
    for (const ImpulseRow& row : problem.rows) memory.rows.push_back(row.id);
  }
  return memory;
}

/// Sets the guess. For each contact, it is the impulse in the last problem of the same kind that contained the contact.
/// All position problems count as one kind. Impulses are multiplied by the ratio of the present step's duration to the
/// last step's duration: an impulse that balances forces is proportional to the duration, and substeps are shorter than
/// steps.
void ImpulseSolver::recall(const ImpulseProblem& problem) {
  ImpulseMemory& impulses = impulses_of(problem.kind);
  impulses.next(problem.label.step);
  guess_.normal.resize(static_cast<Eigen::Index>(problem.rows.size()));
  guess_.tangent.resize(guess_.normal.size());
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const ImpulseMemory::Entry& last = impulses.at(problem.rows[i].id);
    const bool other = last.duration > 0 && last.duration != problem.duration;
    const double scale = other ? problem.duration / last.duration : 1;
    guess_.normal[static_cast<Eigen::Index>(i)] = scale * last.impulse.normal;
    guess_.tangent[static_cast<Eigen::Index>(i)] = scale * last.impulse.tangent;
  }
}

void ImpulseSolver::remember(const ImpulseProblem& problem) {
  ImpulseMemory& impulses = impulses_of(problem.kind);
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    ImpulseMemory::Entry& entry = impulses.at(problem.rows[i].id);
    entry.impulse = {result_.impulses.normal[k], result_.impulses.tangent[k]};
    entry.duration = problem.duration;
  }
}

/// Adds the effect of an impulse on a free body to the velocities. Does nothing for the ground.
void ImpulseSolver::push(int link, const Vector& arm, const Vector& impulse, Eigen::VectorXd& u) const {
  if (link < 0) return;
  const ContactProblem::Body& body = mobility_[link];
  u.segment<2>(3 * link) += impulse * body.inverse_mass;
  u[3 * link + 2] += moment(arm, impulse) * body.inverse_inertia;
}

void ImpulseSolver::apply(const Rows& rows, Motion& motion) {
  block_impulses_.resize(used_.size());
  for (std::size_t k = 0; k < used_.size(); ++k) block_impulses_[k].setZero(mechanisms_[used_[k]].freedom());
  const auto push_side = [&](int link, const Vector& arm, const Vector& impulse) {
    const int mechanism = mechanism_of(link);
    if (mechanism < 0) return push(link, arm, impulse, motion.u);
    if (!yields(mechanism)) return;
    block_impulses_[local_block_[at(mechanism)]] += mechanisms_[mechanism].response(link) * unit_wrench(arm, impulse);
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Vector impulse = impulse_of(rows[i], result_.impulses, i);
    push_side(rows[i].link_b, rows[i].arm_b, impulse);
    push_side(rows[i].link_a, rows[i].arm_a, -impulse);
  }
  for (std::size_t k = 0; k < used_.size(); ++k) mechanisms_[used_[k]].push(block_impulses_[k], motion);
}

bool ImpulseSolver::solve_law(const ImpulseProblem& problem) {
  bool again = false;
  Memory& memory = memory_of(problem, again);
  const ContactImpulses& found =
      memory.solver.solve_unchecked(law_, problem_, {again, &guess_, rounding_of(problem.rows)});
  result_.posed = true;
  result_.impulses.solved = found.solved;
  result_.impulses.pivots = found.pivots;
  if (std::holds_alternative<ConeComplementarity>(law_)) report_.add(found);
  if (!found.solved) return false;
  result_.impulses.normal = found.normal;
  result_.impulses.tangent = found.tangent;
  remember(problem);
  return true;
}

void ImpulseSolver::choose(const ImpulseProblem& problem) {
  const Rows& rows = problem.rows;
  pull_.resize(2 * static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    pull_[2 * static_cast<Eigen::Index>(i)] = along(problem.acceleration, rows[i], rows[i].normal);
    pull_[2 * static_cast<Eigen::Index>(i) + 1] = along(problem.acceleration, rows[i], turned_left(rows[i].normal));
  }
  result_.choice = choice_.choose(problem_, problem.kind, problem.label, pull_, problem.bias_error, result_.impulses);
}

// The functions below try the impulses of the last step (reuse_impulses()).

namespace {

constexpr double kStill = 1e-14;         ///< largest velocity that always counts as 0, m/s
constexpr double kRestsWithin = 4;       ///< accepted violation of Coulomb's law at bodies at rest, as a multiple of the rounding
                                         ///< error of velocities at contacts
constexpr double kRounding = 1e-14;      ///< rounding error of velocities, relative to the largest velocity that a
                                         ///< single impulse causes
constexpr double kMostRounding = 1e-12;  ///< upper limit of the assumed rounding error, m/s
constexpr double kOnEdge = 1e-12;        ///< largest relative distance from the friction cone's edge at which a contact
                                         ///< counts as sliding
/// Largest relative distance of an impulse outside the friction cone that rounding can explain. An impulse is farther
/// outside if it was computed with the static coefficient, and the contact now has the kinetic coefficient.
constexpr double kOutside = 1e-9;

/// Returns by how much the velocities after an impulse violate Coulomb's law, m/s; infinite if the impulse is outside
/// the friction cone. `parting` and `sliding` are the normal and tangential velocity, `normal` and `tangent` the
/// impulses.
double coulomb_error(double friction, double normal, double tangent, double parting, double sliding) {
  if (normal <= 0) return std::max(0., -parting);
  const double bound = friction * normal;
  if (std::fabs(tangent) > (1 + kOutside) * bound) return std::numeric_limits<double>::infinity();
  const bool slides = std::fabs(tangent) >= (1 - kOnEdge) * bound;
  const double wrong = !slides ? std::fabs(sliding) : bound == 0 ? 0 : tangent >= 0 ? sliding : -sliding;
  return std::max(std::fabs(parting), wrong);
}

}  // namespace

/// Returns the rounding error, m/s, of velocities that are sums of cancelling effects of the guessed impulses; at least
/// kStill, at most kMostRounding.
double ImpulseSolver::still_speed(const Rows& rows) const {
  double largest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    for (const int link : {rows[i].link_a, rows[i].link_b}) {
      if (link < 0) continue;
      const double size = guess_.normal[k] + std::fabs(guess_.tangent[k]);
      largest = std::max(largest, size * mobility_[link].inverse_mass);
    }
  }
  return std::max(kStill, std::min(kRounding * largest, kMostRounding));
}

/// Computes the velocities after the impulses of the guess.
void ImpulseSolver::apply_guess(const Rows& rows, const Eigen::VectorXd& u) {
  guess_u_.resize(u.size());
  for (const ImpulseRow& row : rows) {
    for (const int link : {row.link_a, row.link_b}) {
      if (link >= 0) guess_u_.segment<3>(3 * link) = u.segment<3>(3 * link);
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Vector impulse = impulse_of(rows[i], guess_, i);
    push(rows[i].link_b, rows[i].arm_b, impulse, guess_u_);
    push(rows[i].link_a, rows[i].arm_a, -impulse, guess_u_);
  }
}

/// Returns whether the links of the rows are at rest after the impulses of the guess. A link is at rest if neither its
/// translation nor its rotation causes more than `still`, m/s, at a contact.
bool ImpulseSolver::rests(const Rows& rows, double still) const {
  const auto is_slow = [&](int link, const Vector& arm) {
    if (link < 0) return true;
    const Eigen::Vector3d u = guess_u_.segment<3>(3 * link);
    return u.head<2>().squaredNorm() <= still * still && u[2] * u[2] * arm.squaredNorm() <= still * still;
  };
  return std::all_of(rows.begin(), rows.end(), [&](const ImpulseRow& row) {
    return is_slow(row.link_a, row.arm_a) && is_slow(row.link_b, row.arm_b);
  });
}

/// Tries the previous step's impulses. Succeeds if they still satisfy Coulomb's law up to rounding, as they do for
/// resting bodies after the first step. The contact problem then need not be set up. In the position stage, sets the
/// velocities of resting links to 0. Otherwise rounding errors would make the links creep, until the old impulses no
/// longer satisfied the law.
bool ImpulseSolver::reuse_impulses(const ImpulseProblem& problem, Motion& motion) {
  if (!std::holds_alternative<Coulomb>(law_) || !mechanisms_.empty()) return false;
  const Rows& rows = problem.rows;
  apply_guess(rows, motion.u);
  double still = still_speed(rows);
  const bool rest = problem.kind != ProblemKind::velocities && rests(rows, still);
  still = std::max(still, (rest ? kRestsWithin : 1) * rounding_of(rows));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const double parting = along(guess_u_, rows[i], rows[i].normal) + rows[i].normal_bias;
    const double sliding = along(guess_u_, rows[i], turned_left(rows[i].normal)) + rows[i].tangent_bias;
    if (!(coulomb_error(rows[i].friction, guess_.normal[k], guess_.tangent[k], parting, sliding) <= still))
      return false;
  }
  for (const ImpulseRow& row : rows) {
    for (const int link : {row.link_a, row.link_b}) {
      if (link < 0) continue;
      if (rest) guess_u_.segment<3>(3 * link).setZero();
      motion.u.segment<3>(3 * link) = guess_u_.segment<3>(3 * link);
    }
  }
  result_.posed = true;
  result_.impulses.normal = guess_.normal;
  result_.impulses.tangent = guess_.tangent;
  return true;
}

namespace {

/// Largest difference of two contact velocities that count as equal, as a fraction of the largest bias.
constexpr double kSameVelocity = 1e-6;
/// Part of the key of the random numbers that choose among solutions. Random numbers for other purposes have other
/// keys, so they are independent of these numbers even with the same seed.
constexpr std::uint32_t kChoiceKey = 0x63686f69;

using Solution = CoulombSolutions::Solution;

double largest_bias(const ContactDynamics<double>& dynamics) {
  double largest = 0;
  for (int i = 0; i < dynamics.contacts(); ++i) {
    for (const int d : {0, 1}) largest = std::max(largest, std::fabs(dynamics.bias(i, d)));
  }
  return largest;
}

double work_of(const Solution& one, const Eigen::VectorXd& pull) {
  double work = 0;
  for (Eigen::Index i = 0; i < one.normal.size(); ++i) {
    work += one.normal[i] * pull[2 * i] + one.tangent[i] * pull[2 * i + 1];
  }
  return work;
}

Eigen::VectorXd contact_velocities(const ContactDynamics<double>& dynamics, const ContactImpulses& impulses) {
  WeightedMotion<double> motion;
  motion.start(dynamics);
  for (int i = 0; i < dynamics.contacts(); ++i) {
    motion.push(i, 0, impulses.normal[i]);
    motion.push(i, 1, impulses.tangent[i]);
  }
  motion.move();
  Eigen::VectorXd velocity(2 * dynamics.contacts());
  for (int i = 0; i < dynamics.contacts(); ++i) {
    for (const int d : {0, 1}) velocity[2 * i + d] = motion.along(i, d).value + dynamics.bias(i, d);
  }
  return velocity;
}

}  // namespace

/// Sorts the solutions by their work, so that their order does not depend on the method that found them.
void SolutionChoice::sort(const Eigen::VectorXd& pull) {
  order_.clear();
  for (const Solution& one : found_.solutions()) order_.push_back(&one);
  std::stable_sort(order_.begin(), order_.end(),
                   [&](const Solution* a, const Solution* b) { return work_of(*a, pull) < work_of(*b, pull); });
}

std::size_t SolutionChoice::drawn(ProblemKind kind, const ProblemLabel& label, std::size_t count) const {
  const std::array<std::uint32_t, 4> counter{static_cast<std::uint32_t>(options_.trial),
                                             static_cast<std::uint32_t>(options_.trial >> 32), label.step,
                                             label.part << 1 | (kind == ProblemKind::velocities ? 1U : 0U)};
  const double part = uniform_at(counter, {options_.seed, kChoiceKey + label.island});
  return std::min(count - 1, static_cast<std::size_t>(part * static_cast<double>(count)));
}

Choice SolutionChoice::choose(const ContactProblem& problem, ProblemKind kind, const ProblemLabel& label,
                              const Eigen::VectorXd& pull, double bias_error, ContactImpulses& impulses) {
  dynamics_.assign(problem);
  if (CoulombSolutions::certainly_one(problem, dynamics_)) return Choice::none;
  const double same = kSameVelocity * largest_bias(dynamics_) + bias_error;
  if (!found_.find(problem, dynamics_, same)) return Choice::not_enumerated;
  if (found_.solutions().size() < 2) return Choice::none;
  sort(pull);
  const bool random = options_.solutions == Solutions::random;
  const Solution& taken = *order_[random ? drawn(kind, label, order_.size()) : 0];
  if ((contact_velocities(dynamics_, impulses) - taken.velocity).cwiseAbs().maxCoeff() <= same) return Choice::chosen;
  ContactImpulses other{true, taken.normal, taken.tangent, 0, impulses.pivots};
  other.residual = residual_of(Coulomb(), problem, other);
  if (!(other.residual <= kLcpResidual)) return Choice::not_enumerated;
  impulses = std::move(other);
  return Choice::chosen;
}

namespace {

constexpr long kForgottenProblem = 10000;    ///< an entry may be deleted if the last kForgottenProblem problems did not
                                             ///< contain its contact
constexpr std::uint32_t kForgottenStep = 8;  ///< an entry may be deleted if the last kForgottenStep steps did not
                                             ///< contain its contact

}  // namespace

/// Returns the hash of a contact. Mixes the entries one after the other, by exclusive or, shifts, and multiplication by
/// odd numbers whose bits are evenly distributed [Knuth, 6.4].
std::size_t ImpulseMemory::hash(const ContactId& id) {
  const FeaturePair& pair = id.pair;
  std::uint64_t h = static_cast<std::uint64_t>(id.shape_a) * 0x9e3779b97f4a7c15u;
  h = (h ^ (h >> 32) ^ static_cast<std::uint64_t>(id.shape_b)) * 0xbf58476d1ce4e5b9u;
  h = (h ^ (h >> 32) ^ static_cast<std::uint64_t>(2 * pair.round + pair.vertex_on_b)) * 0x94d049bb133111ebu;
  h = (h ^ (h >> 32) ^ static_cast<std::uint64_t>(pair.side)) * 0x9e3779b97f4a7c15u;
  return static_cast<std::size_t>(h >> 32);
}

/// Returns the entry of a contact. If it has none, returns the free entry at which it would be stored.
ImpulseMemory::Entry& ImpulseMemory::slot(const ContactId& id) {
  const std::size_t mask = entries_.size() - 1;
  std::size_t k = hash(id) & mask;
  while (entries_[k].problem >= 0 && !(entries_[k].id == id)) k = (k + 1) & mask;
  return entries_[k];
}

ImpulseMemory::Entry& ImpulseMemory::at(const ContactId& id) {
  if (2 * used_ >= entries_.size()) grow();
  Entry& entry = slot(id);
  if (entry.problem < 0) {
    ++used_;
    entry = {id, {}, 0, problem_, step_};
  }
  entry.problem = problem_;
  entry.step = step_;
  return entry;
}

void ImpulseMemory::grow() {
  std::vector<Entry> old;
  std::swap(old, entries_);
  std::size_t kept = 0;
  const auto keep = [&](const Entry& one) {
    return one.problem >= 0 && (problem_ - one.problem < kForgottenProblem || step_ - one.step < kForgottenStep);
  };
  for (const Entry& one : old) kept += keep(one);
  std::size_t size = 64;
  while (size < 4 * kept) size *= 2;
  entries_.resize(size);
  used_ = kept;
  for (const Entry& one : old) {
    if (keep(one)) slot(one.id) = one;
  }
}

}  // namespace pawl::internal::inline simulation
