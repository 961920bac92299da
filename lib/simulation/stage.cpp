// SPDX-License-Identifier: MIT
#include "simulation/stage.h"

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

/// Sums of a mechanism's levers below this part of their summands are rounding, of places far from the origin too.
constexpr double kCancelled = 1e-11;
constexpr std::uint32_t kForgottenSolver = 128;  ///< steps: solvers that were not asked for so long give way

double velocity_of(const Eigen::VectorXd& u, int mover, const Vector& arm, const Vector& direction) {
  if (mover < 0) return 0;
  return u.segment<2>(3 * mover).dot(direction) + u[3 * mover + 2] * moment(arm, direction);
}

/// Whether two lists are of the same features, in order.
bool same_rows(const std::vector<RowName>& last, const std::vector<StageRow>& rows) {
  return std::equal(last.begin(), last.end(), rows.begin(), rows.end(),
                    [](const RowName& a, const StageRow& b) { return a == b.name; });
}

/// The wrench of a unit force along a direction, about the origin of its arm.
Eigen::Vector3d unit_wrench(const Vector& arm, const Vector& direction) {
  return {direction.x(), direction.y(), moment(arm, direction)};
}

Vector arm_to(const Vector& point, int mover, const Eigen::VectorXd& q) {
  return mover < 0 ? Vector(0, 0) : Vector(point - q.segment<2>(3 * mover));
}

}  // namespace

StageRow row_of(const Candidate& candidate, const PairGeometry& geometry, const Eigen::VectorXd& q) {
  StageRow row;
  row.name = {candidate.shape_a, candidate.shape_b, candidate.pair};
  row.mover_a = candidate.mover_a;
  row.mover_b = candidate.mover_b;
  row.friction = candidate.friction;
  row.normal = geometry.normal;
  row.arm_a = arm_to(geometry.on_a, candidate.mover_a, q);
  row.arm_b = arm_to(geometry.on_b, candidate.mover_b, q);
  return row;
}

double rounding_of(const PairGeometry& at, const StageRow& row, double h) {
  constexpr double kRoundings = 4 * 0x1p-52;  // of the sums that make a gap, each of a size below
  return kRoundings * (at.on_b.norm() + row.arm_a.norm() + row.arm_b.norm()) / h;
}

double rounding_of(const std::vector<StageRow>& rows) {
  double most = 0;
  for (const StageRow& row : rows) {
    if (row.rounding == 0) return 0;
    most = std::max(most, row.rounding);
  }
  return most;
}

Vector impulse_of(const StageRow& row, const Eigen::VectorXd& normal, const Eigen::VectorXd& tangent, std::size_t i) {
  const auto k = static_cast<Eigen::Index>(i);
  return normal[k] * row.normal + tangent[k] * turned_left(row.normal);
}

double velocity_along(const Eigen::VectorXd& u, int mover_a, const Vector& arm_a, int mover_b, const Vector& arm_b,
                      const Vector& direction) {
  return velocity_of(u, mover_b, arm_b, direction) - velocity_of(u, mover_a, arm_a, direction);
}

StageSolver::StageSolver(const System& system, const StepOptions& options, std::vector<Mechanism>& mechanisms)
    : law_(options.law), choice_(options), mechanisms_(mechanisms) {
  for (const Body& body : system.bodies) mobility_.push_back({1 / body.mass, 1 / body.inertia});
  const std::size_t movers = system.bodies.size() + system.joints.size() + joints_with_limits(system).size();
  mechanism_.assign(movers, -1);
  local_.assign(movers, -1);
  local_block_.assign(mechanisms.size(), -1);
  for (std::size_t k = 0; k < mechanisms.size(); ++k) {
    for (const int mover : mechanisms[k].movers()) mechanism_[mover] = static_cast<int>(k);
  }
}

const StageResult& StageSolver::solve(int stage, const std::vector<StageRow>& rows, Motion& motion,
                                      const Eigen::VectorXd& acceleration, double off) {
  const auto count = static_cast<Eigen::Index>(rows.size());
  result_.solved = true;
  result_.pivots = 0;
  result_.asked = false;
  result_.chosen = Chosen::none;
  result_.normal.setZero(count);
  result_.tangent.setZero(count);
  const bool choosing = choice_.wanted() && !rows.empty();
  const bool pressed = !nothing_to_solve(rows, motion.u);
  if (!pressed && !choosing) return result_;
  if (pressed) recall(stage, rows);
  if (!choosing && still_hold(stage < 2, rows, motion)) return result_;
  set_problem(rows, motion.u);
  const bool solved = !pressed || solve_first(stage, rows);
  if (solved && choosing) choose(rows, acceleration, off);
  if (solved && (pressed || result_.chosen == Chosen::chosen)) apply(rows, motion);
  forget_numbers();
  return result_;
}

double StageSolver::along(const Eigen::VectorXd& u, const StageRow& row, const Vector& direction) {
  return velocity_along(u, row.mover_a, row.arm_a, row.mover_b, row.arm_b, direction);
}

/// Whether no contact carries an impulse: nothing approaches, and no law rubs where nothing presses.
bool StageSolver::nothing_to_solve(const std::vector<StageRow>& rows, const Eigen::VectorXd& u) const {
  if (lets_inside(law_)) return rows.empty();
  const bool rubs = std::holds_alternative<Viscous>(law_);
  if (rubs && std::any_of(rows.begin(), rows.end(), [](const StageRow& row) { return row.touches; })) return false;
  return std::all_of(rows.begin(), rows.end(),
                     [&](const StageRow& row) { return along(u, row, row.normal) + row.normal_bias >= 0; });
}

/// Gives a mover its number in the problem, or its mechanism.
void StageSolver::number(int mover) {
  if (mover < 0) return;
  const int mechanism = mechanism_[mover];
  if (mechanism >= 0) {
    if (local_block_[mechanism] >= 0 || !gives_way(mechanism)) return;
    local_block_[mechanism] = static_cast<int>(used_.size());
    used_.push_back(mechanism);
  } else if (local_[mover] < 0) {
    local_[mover] = static_cast<int>(movers_.size());
    movers_.push_back(mover);
  }
}

int StageSolver::local(int mover) const {
  if (mover < 0) return -1;
  const int mechanism = mechanism_[mover];
  if (mechanism < 0) return local_[mover];
  return gives_way(mechanism) ? static_cast<int>(movers_.size()) + local_block_[mechanism] : -1;
}

/// Whether a row of a mechanism's sides is nothing beside what another direction or arm could make of it.
bool StageSolver::vanishes(int mechanism, const StageRow& row, const Vector& direction) const {
  const Mechanism& one = mechanisms_[mechanism];
  if (!gives_way(mechanism)) return true;
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(one.freedom());
  double size = 0;
  const auto add = [&](int mover, const Vector& arm, double sign) {
    if (mechanism_of(mover) != mechanism) return;
    const Eigen::MatrixXd& response = one.response(mover);
    sum += sign * (response * unit_wrench(arm, direction));
    size += response.leftCols<2>().norm() + response.col(2).norm() * arm.norm();
  };
  add(row.mover_a, row.arm_a, -1);
  add(row.mover_b, row.arm_b, 1);
  return sum.norm() <= kCancelled * size;
}

bool StageSolver::moves_nothing(const StageRow& row) const {
  const int a = mechanism_of(row.mover_a), b = mechanism_of(row.mover_b);
  if ((row.mover_a >= 0 && a < 0) || (row.mover_b >= 0 && b < 0)) return false;  // a free body
  return (a < 0 || vanishes(a, row, row.normal)) && (b < 0 || vanishes(b, row, row.normal));
}

/// The rows of a contact's sides on mechanisms. Where both are of one, their difference. Without friction where no
/// tangential impulse changes any velocity.
void StageSolver::set_rows(const StageRow& row, ContactProblem::Contact& contact) const {
  contact.rows_a.resize(0, 0);
  contact.rows_b.resize(0, 0);
  const Vector tangent = turned_left(row.normal);
  bool slides = false;  // whether the tangential row is something
  const auto set = [&](int mover, const Vector& arm, double sign, Eigen::MatrixXd& rows) {
    const int mechanism = mechanism_of(mover);
    if (mechanism < 0) slides = slides || mover >= 0;
    if (mechanism < 0 || !gives_way(mechanism)) return;
    const Eigen::MatrixXd& response = mechanisms_[mechanism].response(mover);
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
  set(row.mover_a, row.arm_a, -1, one_block ? contact.rows_b : contact.rows_a);
  set(row.mover_b, row.arm_b, 1, contact.rows_b);
  if (!slides) contact.friction = 0;
}

void StageSolver::set_problem(const std::vector<StageRow>& rows, const Eigen::VectorXd& u) {
  problem_.level = ContactProblem::Level::velocity;
  problem_.contacts.resize(rows.size());
  movers_.clear();
  used_.clear();
  for (const StageRow& row : rows) {
    number(row.mover_a);
    number(row.mover_b);
  }
  problem_.bodies.clear();
  for (const int mover : movers_) problem_.bodies.push_back(mobility_[mover]);
  problem_.blocks.clear();
  for (const int mechanism : used_) {
    const Eigen::Index freedom = mechanisms_[mechanism].freedom();
    problem_.blocks.push_back({Eigen::MatrixXd::Identity(freedom, freedom), {}, {}});
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const StageRow& row = rows[i];
    ContactProblem::Contact& contact = problem_.contacts[i];
    contact.a = local(row.mover_a);
    contact.b = local(row.mover_b);
    contact.normal = row.normal;
    contact.arm_a = row.arm_a;
    contact.arm_b = row.arm_b;
    contact.friction = row.friction;
    contact.gap = row.gap;
    contact.touches = row.touches;
    contact.normal_bias = along(u, row, row.normal) + row.normal_bias;
    contact.tangent_bias = along(u, row, turned_left(row.normal)) + row.tangent_bias;
    if (!mechanisms_.empty()) set_rows(row, contact);
  }
}

void StageSolver::forget_numbers() {
  for (const int mover : movers_) local_[mover] = -1;
  for (const int mechanism : used_) local_block_[mechanism] = -1;
}

void StageSolver::forget_solvers() {
  const std::uint32_t now = choice_.place.step;
  if (now < next_forgetting_) return;
  next_forgetting_ = now + kForgottenSolver;
  std::erase_if(memories_, [now](const auto& one) { return now - one.second.step >= kForgottenSolver; });
}

StageSolver::Memory& StageSolver::memory_of(int stage, const std::vector<StageRow>& rows, bool& again) {
  int lowest = std::numeric_limits<int>::max();
  for (const int mover : movers_) lowest = std::min(lowest, mover);
  for (const int mechanism : used_) lowest = std::min(lowest, mechanisms_[mechanism].movers().front());
  forget_solvers();
  Memory& memory = memories_[(std::int64_t{stage} << 32) + lowest];
  memory.step = choice_.place.step;
  again = same_rows(memory.rows, rows);
  if (!again) {
    memory.rows.clear();
    for (const StageRow& row : rows) memory.rows.push_back(row.name);
  }
  return memory;
}

/// Of the last problem of the kind in which the features were: the drift's iterates are alike. What holds bodies is a
/// force: its impulse grows with the step, of which some are halves.
void StageSolver::recall(int stage, const std::vector<StageRow>& rows) {
  ImpulseMemory& impulses = stage < 2 ? drift_impulses_ : settle_impulses_;
  impulses.next(choice_.place.step);
  near_.normal.resize(static_cast<Eigen::Index>(rows.size()));
  near_.tangent.resize(near_.normal.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ImpulseMemory::Impulse& last = impulses.at(rows[i].name);
    const bool other = last.duration > 0 && last.duration != problem_.duration;
    const double scale = other ? problem_.duration / last.duration : 1;
    near_.normal[static_cast<Eigen::Index>(i)] = scale * last.normal;
    near_.tangent[static_cast<Eigen::Index>(i)] = scale * last.tangent;
  }
}

void StageSolver::remember(int stage, const std::vector<StageRow>& rows) {
  ImpulseMemory& impulses = stage < 2 ? drift_impulses_ : settle_impulses_;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    impulses.at(rows[i].name) = {result_.normal[k], result_.tangent[k], problem_.duration};
  }
}

/// Of a free body, or the ground.
void StageSolver::push(int mover, const Vector& arm, const Vector& impulse, Eigen::VectorXd& u) const {
  if (mover < 0) return;
  const ContactProblem::Body& body = mobility_[mover];
  u.segment<2>(3 * mover) += impulse * body.inverse_mass;
  u[3 * mover + 2] += moment(arm, impulse) * body.inverse_inertia;
}

void StageSolver::apply(const std::vector<StageRow>& rows, Motion& motion) {
  impulses_.resize(used_.size());
  for (std::size_t k = 0; k < used_.size(); ++k) impulses_[k].setZero(mechanisms_[used_[k]].freedom());
  const auto push_side = [&](int mover, const Vector& arm, const Vector& impulse) {
    const int mechanism = mechanism_of(mover);
    if (mechanism < 0) return push(mover, arm, impulse, motion.u);
    if (!gives_way(mechanism)) return;
    impulses_[local_block_[at(mechanism)]] += mechanisms_[mechanism].response(mover) * unit_wrench(arm, impulse);
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Vector impulse = impulse_of(rows[i], result_.normal, result_.tangent, i);
    push_side(rows[i].mover_b, rows[i].arm_b, impulse);
    push_side(rows[i].mover_a, rows[i].arm_a, -impulse);
  }
  for (std::size_t k = 0; k < used_.size(); ++k) mechanisms_[used_[k]].push(impulses_[k], motion);
}

bool StageSolver::solve_first(int stage, const std::vector<StageRow>& rows) {
  bool again = false;
  Memory& memory = memory_of(stage, rows, again);
  const ContactImpulses& found = memory.solver.solve_unchecked(law_, problem_, {again, &near_, rounding_of(rows)});
  result_.asked = true;
  result_.solved = found.solved;
  result_.pivots = found.pivots;
  if (!found.solved) return false;
  result_.normal = found.normal;
  result_.tangent = found.tangent;
  remember(stage, rows);
  return true;
}

void StageSolver::choose(const std::vector<StageRow>& rows, const Eigen::VectorXd& acceleration, double off) {
  pull_.resize(2 * static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    pull_[2 * static_cast<Eigen::Index>(i)] = along(acceleration, rows[i], rows[i].normal);
    pull_[2 * static_cast<Eigen::Index>(i) + 1] = along(acceleration, rows[i], turned_left(rows[i].normal));
  }
  chosen_.normal = result_.normal;
  chosen_.tangent = result_.tangent;
  result_.chosen = choice_.choose(problem_, pull_, off, chosen_);
  if (result_.chosen != Chosen::chosen) return;
  result_.normal = chosen_.normal;
  result_.tangent = chosen_.tangent;
}

// A stage whose impulses are those of the last step.

namespace {

constexpr double kStill = 1e-14;         ///< m/s: moves nothing
constexpr double kRestsWithin = 4;       ///< times the rounding of gaps
constexpr double kRounding = 1e-14;      ///< as part of the largest velocity that an impulse gives
constexpr double kMostRounding = 1e-12;  ///< m/s, of that
constexpr double kOnEdge = 1e-12;        ///< as part of the bound: a tangential impulse that is the bound

/// By how much velocities after an impulse are not what Coulomb's law says of it, m/s.
double coulomb_error(double friction, double normal, double tangent, double parting, double sliding) {
  if (normal <= 0) return std::max(0., -parting);
  const double bound = friction * normal;
  const bool slides = std::fabs(tangent) >= (1 - kOnEdge) * bound;
  const double wrong = !slides ? std::fabs(sliding) : bound == 0 ? 0 : tangent >= 0 ? sliding : -sliding;
  return std::max(std::fabs(parting), wrong);
}

}  // namespace

/// What rounding leaves of velocities where impulses of this size balance, m/s; at least what moves nothing.
double StageSolver::still_speed(const std::vector<StageRow>& rows) const {
  double largest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    for (const int mover : {rows[i].mover_a, rows[i].mover_b}) {
      if (mover < 0) continue;
      const double size = near_.normal[k] + std::fabs(near_.tangent[k]);
      largest = std::max(largest, size * mobility_[mover].inverse_mass);
    }
  }
  return std::max(kStill, std::min(kRounding * largest, kMostRounding));
}

/// Velocities after the impulses that the features gave each other last.
void StageSolver::push_again(const std::vector<StageRow>& rows, const Eigen::VectorXd& u) {
  held_u_.resize(u.size());
  for (const StageRow& row : rows) {
    for (const int mover : {row.mover_a, row.mover_b}) {
      if (mover >= 0) held_u_.segment<3>(3 * mover) = u.segment<3>(3 * mover);
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Vector impulse = impulse_of(rows[i], near_.normal, near_.tangent, i);
    push(rows[i].mover_b, rows[i].arm_b, impulse, held_u_);
    push(rows[i].mover_a, rows[i].arm_a, -impulse, held_u_);
  }
}

/// Whether what rows touch has no velocity after these impulses, but `still`, m/s.
bool StageSolver::rests_again(const std::vector<StageRow>& rows, double still) const {
  const auto rests = [&](int mover, const Vector& arm) {
    if (mover < 0) return true;
    const Eigen::Vector3d u = held_u_.segment<3>(3 * mover);
    return u.head<2>().squaredNorm() <= still * still && u[2] * u[2] * arm.squaredNorm() <= still * still;
  };
  return std::all_of(rows.begin(), rows.end(), [&](const StageRow& row) {
    return rests(row.mover_a, row.arm_a) && rests(row.mover_b, row.arm_b);
  });
}

/// Whether these impulses do it again, but for velocities of no account: of what is at rest in all steps but the first.
/// Then they are applied, and the problem need not be formed. What rests while it drifts has its velocities made 0: it
/// would creep by rounding until other impulses were needed.
bool StageSolver::still_hold(bool drifts, const std::vector<StageRow>& rows, Motion& motion) {
  if (!std::holds_alternative<Coulomb>(law_) || !mechanisms_.empty()) return false;
  push_again(rows, motion.u);
  double still = still_speed(rows);
  const bool rests = drifts && rests_again(rows, still);
  still = std::max(still, (rests ? kRestsWithin : 1) * rounding_of(rows));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const double parting = along(held_u_, rows[i], rows[i].normal) + rows[i].normal_bias;
    const double sliding = along(held_u_, rows[i], turned_left(rows[i].normal)) + rows[i].tangent_bias;
    if (!(coulomb_error(rows[i].friction, near_.normal[k], near_.tangent[k], parting, sliding) <= still)) return false;
  }
  for (const StageRow& row : rows) {
    for (const int mover : {row.mover_a, row.mover_b}) {
      if (mover < 0) continue;
      if (rests) held_u_.segment<3>(3 * mover).setZero();
      motion.u.segment<3>(3 * mover) = held_u_.segment<3>(3 * mover);
    }
  }
  result_.asked = true;
  result_.normal = near_.normal;
  result_.tangent = near_.tangent;
  return true;
}

namespace {

constexpr double kSameVelocity = 1e-6;            ///< of the largest free velocity
constexpr std::uint32_t kChoiceKey = 0x63686f69;  ///< apart from what else is drawn by the same seed

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

/// By work, so that the order does not depend on how solutions were come by.
void SolutionChoice::sort(const Eigen::VectorXd& pull) {
  order_.clear();
  for (const Solution& one : found_.solutions()) order_.push_back(&one);
  std::stable_sort(order_.begin(), order_.end(),
                   [&](const Solution* a, const Solution* b) { return work_of(*a, pull) < work_of(*b, pull); });
}

std::size_t SolutionChoice::drawn(std::size_t count) const {
  const std::array<std::uint32_t, 4> counter{static_cast<std::uint32_t>(options_.trial),
                                             static_cast<std::uint32_t>(options_.trial >> 32), place.step,
                                             place.part << 1 | place.stage};
  const double part = uniform_at(counter, {options_.seed, kChoiceKey + place.island});
  return std::min(count - 1, static_cast<std::size_t>(part * static_cast<double>(count)));
}

Chosen SolutionChoice::choose(const ContactProblem& problem, const Eigen::VectorXd& pull, double off,
                              ContactImpulses& impulses) {
  dynamics_.assign(problem);
  if (CoulombSolutions::certainly_one(problem, dynamics_)) return Chosen::none;
  const double same = kSameVelocity * largest_bias(dynamics_) + off;
  if (!found_.find(problem, dynamics_, same)) return Chosen::unseen;
  if (found_.solutions().size() < 2) return Chosen::none;
  sort(pull);
  const Solution& taken = *order_[options_.solutions == Solutions::random ? drawn(order_.size()) : 0];
  if ((contact_velocities(dynamics_, impulses) - taken.velocity).cwiseAbs().maxCoeff() <= same) return Chosen::chosen;
  ContactImpulses other{true, taken.normal, taken.tangent, 0, impulses.pivots};
  other.residual = residual_of(Coulomb(), problem, other);
  if (!(other.residual <= kLcpResidual)) return Chosen::unseen;
  impulses = std::move(other);
  return Chosen::chosen;
}

namespace {

constexpr long kForgottenProblem = 10000;    ///< problems
constexpr std::uint32_t kForgottenStep = 8;  ///< steps

}  // namespace

/// By multiplication with odd numbers whose bits are spread [Knuth, 6.4].
std::size_t ImpulseMemory::hash(const RowName& name) {
  const FeaturePair& pair = name.pair;
  std::uint64_t h = static_cast<std::uint64_t>(name.shape_a) * 0x9e3779b97f4a7c15u;
  h = (h ^ (h >> 32) ^ static_cast<std::uint64_t>(name.shape_b)) * 0xbf58476d1ce4e5b9u;
  h = (h ^ (h >> 32) ^ static_cast<std::uint64_t>(2 * pair.round + pair.round_on_b)) * 0x94d049bb133111ebu;
  h = (h ^ (h >> 32) ^ static_cast<std::uint64_t>(pair.side)) * 0x9e3779b97f4a7c15u;
  return static_cast<std::size_t>(h >> 32);
}

/// Of this name, or free.
ImpulseMemory::Entry& ImpulseMemory::place(const RowName& name) {
  const std::size_t mask = entries_.size() - 1;
  std::size_t k = hash(name) & mask;
  while (entries_[k].seen >= 0 && !(entries_[k].name == name)) k = (k + 1) & mask;
  return entries_[k];
}

ImpulseMemory::Impulse& ImpulseMemory::at(const RowName& name) {
  if (2 * used_ >= entries_.size()) grow();
  Entry& entry = place(name);
  if (entry.seen < 0) {
    ++used_;
    entry = {name, now_, step_, {}};
  }
  entry.seen = now_;
  entry.step = step_;
  return entry.impulse;
}

void ImpulseMemory::grow() {
  std::vector<Entry> old;
  std::swap(old, entries_);
  std::size_t kept = 0;
  const auto keep = [&](const Entry& one) {
    return one.seen >= 0 && (now_ - one.seen < kForgottenProblem || step_ - one.step < kForgottenStep);
  };
  for (const Entry& one : old) kept += keep(one);
  std::size_t size = 64;
  while (size < 4 * kept) size *= 2;
  entries_.resize(size);
  used_ = kept;
  for (const Entry& one : old) {
    if (keep(one)) place(one.name) = one;
  }
}

}  // namespace pawl::internal::inline simulation
