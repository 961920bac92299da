// SPDX-License-Identifier: MIT
#include "friction/contact_path.h"

#include <pawl/friction/contact_problem.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <span>

#include "friction/contact_dynamics.h"
#include "friction/contact_problem_lcp.h"
#include "lcp/lcp.h"

namespace pawl::internal::inline friction {

/// Solves a problem of one contact, or of two sliding contacts, in closed form. Tries all modes (open, sliding either
/// way, sticking). Returns false for all other problems, and if no mode is consistent in doubles. If it returns true, z
/// solves problem.lcp() up to rounding. `dynamics` must be the dynamics of the problem.
bool solve_few_contacts(const ContactProblem& problem, const ContactDynamics<double>& dynamics, Eigen::VectorXd& z);

namespace {

/// Size of a random perturbation of the biases, relative to the largest bias. The perturbation is made before a path is
/// followed. It removes ties, such as those of contacts in regular piles, so that the path does not cycle. From the end
/// of the perturbed path, a few more pivots lead to the solution of the given problem.
constexpr double kPerturbed = 1e-6;

}  // namespace

void ContactPathSolver::assign(const ContactProblem& problem) {
  dynamics_.assign(problem);
  has_path_ = ContactFrame::fits(problem);
  if (has_path_) frame_.assign(problem, dynamics_);
}

bool ContactPathSolver::solve_at_once(const ContactProblem& problem, Portfolio& portfolio) {
  return solve_few_contacts(problem, dynamics_, z_) && judge_z(problem, LcpMethod::closed_form, portfolio);
}

bool ContactPathSolver::solve(const ContactProblem& problem, Portfolio& portfolio) {
  return judge(path_.run(path_limits(portfolio)), problem, portfolio);
}

bool ContactPathSolver::solve_again(const ContactProblem& problem, Portfolio& portfolio) {
  if (!path_.has_states(frame_.size())) return false;
  if (states_are_smooth_ && follow_without_friction(problem, true, portfolio)) return true;
  return judge(path_.run_again(path_limits(portfolio)), problem, portfolio);
}

bool ContactPathSolver::solve_at_random(const ContactProblem& problem, unsigned seed, Portfolio& portfolio) {
  states_are_smooth_ = false;
  frame_.perturb(kPerturbed, seed);
  const ContactPath::End end = path_.run_at_random(path_limits(portfolio), seed);
  portfolio.spend(path_.pivots());
  frame_.assign(problem, dynamics_);
  return end == ContactPath::End::solved && solve_again(problem, portfolio);
}

bool ContactPathSolver::solve_without_friction(const ContactProblem& problem, Portfolio& portfolio) {
  return follow_without_friction(problem, false, portfolio);
}

bool ContactPathSolver::follow_without_friction(const ContactProblem& problem, bool again, Portfolio& portfolio) {
  smooth_ = problem;
  for (ContactProblem::Contact& contact : smooth_.contacts) {
    if (contact.sliding == 0) contact.friction = 0;
  }
  frame_.assign(smooth_, dynamics_);  // the dynamics are those of the given problem, because they do not depend on
                                      // friction
  const ContactPath::Limits most = path_limits(portfolio);
  const ContactPath::End end = again ? path_.run_again(most) : path_.run(most);
  portfolio.spend(path_.pivots());
  if (end == ContactPath::End::solved) {
    states_are_smooth_ = true;
    write_z(problem);
  }
  frame_.assign(problem, dynamics_);
  return end == ContactPath::End::solved && judge_z(problem, LcpMethod::lemke, portfolio);
}

ContactPath::Limits ContactPathSolver::path_limits(const Portfolio& portfolio) const {
  const long usual = 10L * frame_.size() + 100;  // limit on pivots: a path for a pile takes 3 pivots per contact, and a
                                                 // path that takes many more may never end
  return {static_cast<int>(std::min(usual, portfolio.limits().pivots - portfolio.spent())), portfolio.limits().stop};
}

bool ContactPathSolver::judge(ContactPath::End end, const ContactProblem& problem, Portfolio& portfolio) {
  portfolio.spend(path_.pivots());
  if (end != ContactPath::End::solved) return false;
  states_are_smooth_ = false;
  write_z(problem);
  return judge_z(problem, LcpMethod::lemke, portfolio);
}

/// Checks z in doubles, with a bound on the rounding errors. If the check is inconclusive, checks z again with the
/// matrix of the LCP.
bool ContactPathSolver::judge_z(const ContactProblem& problem, LcpMethod method, Portfolio& portfolio) {
  const ContactResidual::Value found = residual_(problem, dynamics_, z_);
  if (!(found.residual <= kLcpResidual)) return false;
  if (found.residual + found.error <= kLcpResidual && found.hidden <= kLcpResidual) {
    return portfolio.solved(method, z_, found.residual);
  }
  const Lcp lcp = lcp_of(problem, dynamics_);
  const double residual = lcp_residual(lcp, z_);
  return residual <= kLcpResidual && zero_in_units(lcp, z_) && portfolio.solved(method, z_, residual);
}

void ContactPathSolver::write_z(const ContactProblem& problem) {
  at_.assign(problem, ContactLayout::form_of(problem));
  z_.resize(at_.size());
  for (int i = 0; i < frame_.size(); ++i) {
    const ContactProblem::Contact& contact = problem.contacts[i];
    const double unit = frame_.contact(i).unit * frame_.force_unit();
    const double plus = unit * path_.force(i, 0);
    const double minus = unit * path_.force(i, 1);
    z_[at_.normal(i)] = plus + minus;
    if (!at_.rolls(i)) continue;
    const double tangent = frame_.contact(i).share[0] * plus + frame_.contact(i).share[1] * minus;
    const double motion = path_.motion(i, true) * frame_.force_unit() / frame_.contact(i).unit;
    if (at_.form() == ContactLayout::Form::four) {
      z_[at_.plus(i)] = std::max(0., tangent);
      z_[at_.minus(i)] = std::max(0., -tangent);
      z_[at_.multiplier(i)] = std::fabs(motion);
    } else {
      z_[at_.plus(i)] = std::max(0., tangent + contact.friction * z_[at_.normal(i)]);
      z_[at_.minus(i)] = std::max(0., -motion);
    }
  }
}

namespace {

constexpr double kRate = 1e-11;   ///< largest rate of change that counts as 0, relative to the largest rate of all
                                  ///< variables
constexpr double kBelow = 1e-13;  ///< amount by which variables may fall below zero; several variables can then leave,
                                  ///< and the one with the largest rate is chosen

/// Largest magnitude of a negative force or motion that is accepted at the end of a path. Such a value contributes to
/// the residual, which may be at most 1e-9 (the largest bias is 1). In piles, rounding alone causes a tenth of
/// kUncovered. A much smaller limit would be too strict, because dependent rows may be consistent only at z0 = 0.
constexpr double kUncovered = 1e-11;

/// Least number of pivots after which the inverse is recomputed. A pivot may multiply rounding errors by ten. Without
/// recomputation, a tenth of the paths for piles fail after some hundred pivots. If the basis has more rows than
/// kRefactor, the number of rows replaces kRefactor, because a new inverse costs as much as one pivot per row.
constexpr int kRefactor = 100;

constexpr int kAsk =
    16;  ///< number of pivots between two polls of the stop token, for a basis of up to kLargeBasis rows
constexpr int kLargeBasis = 200;

/// Returns a number between 0 and 1 for the index i. Different indices have distinct numbers, which are evenly spread.
double spread(int i) {
  const double x = .6180339887498949 * (i + 1);
  return x - std::floor(x);
}

}  // namespace

ContactPath::End ContactPath::run(const Limits& limits) {
  start_open();
  basis_.cover_by([](int) { return 0; }, [](int row) { return row % 2 == 0 ? 1 + .1 * spread(row / 2) : 0; });
  return follow(limits);
}

ContactPath::End ContactPath::run_at_random(const Limits& limits, unsigned seed) {
  start_open();
  std::mt19937 engine(seed);
  const auto random = [&] { return engine() * 0x1p-32; };
  basis_.cover_by([](int) { return 0; }, [&](int row) { return row % 2 == 0 ? .01 + random() : 2 * random() - 1; });
  return follow(limits);
}

ContactPath::End ContactPath::run_again(const Limits& limits) {
  start_open();
  adopt_states(limits.stop);
  // With this covering vector d, all variables of the dictionary increase at about the same rate.
  basis_.cover_by([](int place) { return 1 + .1 * spread(place); },
                  [&](int row) { return row % 2 == 0 ? 1 + .1 * spread(row / 2) : slides_[at(row / 2)]; });
  return follow(limits);
}

void ContactPath::start_open() {
  pivots_ = factored_ = 0;
  basis_.clear();
  slides_.assign(at(frame_.size()), 0);
  candidates_.resize(3 * at(2 * frame_.size() + 1));
}

/// Starts the path at the basis of rows and edges that the stored contact states imply. Leaves out rows and edges that
/// would make the basis singular.
void ContactPath::adopt_states(const StopToken& stop) {
  pairs_.clear();
  for (int i = 0; i < frame_.size(); ++i) {
    const State state = state_[at(i)];
    if (state == State::open) continue;
    pairs_.push_back({2 * i, state == State::minus ? 2 * i + 1 : 2 * i});
    if (state == State::sticks) pairs_.push_back({2 * i + 1, 2 * i + 1});
  }
  basis_.adopt(pairs_, stop);
  for (int i = 0; i < frame_.size(); ++i) {
    if (!frame_.contact(i).rolls || !basis_.active(2 * i) || basis_.active(2 * i + 1)) continue;
    slides_[at(i)] = state_[at(i)] == State::minus ? 1 : -1;
  }
}

/// Calls each(variable, value, rate) for all variables of the dictionary that must not fall below zero: the basic
/// variables, the normal motions of open contacts, and the tangential motions of closed contacts, in the direction of
/// sliding.
template <class Each>
void ContactPath::for_each_bounded(const Each& each) const {
  for (int c = 0; c < basis_.count(); ++c) each(basis_.basic(c), basis_.x(c), basis_.x_rate(c));
  for (int i = 0; i < frame_.size(); ++i) {
    const int row = 2 * i;
    if (!basis_.active(row)) {
      each(basis_.motions_from() + row, basis_.w(row), basis_.w_rate(row));
    } else if (slides_[at(i)] != 0 && !basis_.active(row + 1)) {
      const int sign = slides_[at(i)];
      each(basis_.motions_from() + row + 1, sign * basis_.w(row + 1), sign * basis_.w_rate(row + 1));
    }
  }
}

/// Raises z0 until no variable is negative. The last variable to become nonnegative leaves the basis. Returns false if
/// no variable is negative at the start.
bool ContactPath::leave_start() {
  double most = 0;
  int leaving = -1;
  for_each_bounded([&](int variable, double value, double rate) {
    if (value >= 0 || value + most * rate >= 0) return;
    most = -value / rate;
    leaving = variable;
  });
  if (leaving < 0) return false;
  basis_.advance(most);
  exchange(basis_.cover(), leaving, most);
  entering_ = complement(leaving);
  return true;
}

void ContactPath::exchange(int entering, int leaving, double step) {
  ++pivots_;
  basis_.exchange(entering, leaving, step);
}

ContactPath::End ContactPath::follow(const Limits& limits) {
  if (!leave_start()) {
    note_states();
    return End::solved;
  }
  while (pivots_ < limits.pivots) {
    if ((pivots_ % kAsk == 0 || basis_.count() > kLargeBasis) && limits.stop.stop_requested()) return End::limit;
    basis_.find_rates(entering_, direction_);
    const Block block = first_block();
    if (block.variable < 0) return End::ray;
    const double step = std::max(0., block.value / block.fall);
    basis_.advance(step);
    exchange(entering_, block.variable, step);
    if (block.variable == basis_.cover()) {
      basis_.polish();
      note_states();
      return End::solved;
    }
    if (pivots_ - factored_ >= std::max(kRefactor, basis_.count())) {
      factored_ = pivots_;
      if (!basis_.refactor(limits.stop)) return End::limit;
    }
    entering_ = complement(block.variable);
  }
  return End::limit;
}

/// Returns the leaving variable: the first variable that falls below zero as the entering variable increases. If
/// several variables fall below zero at the same point, up to rounding, returns z0 if it is one of them, and otherwise
/// the one that falls fastest.
ContactPath::Block ContactPath::first_block() {
  candidate_count_ = 0;
  double largest_rate = 1;
  for_each_bounded([&](int variable, double value, double rate) {
    largest_rate = std::max(largest_rate, std::fabs(rate));
    if (rate < 0) candidates_[at(candidate_count_++)] = {variable, value, -rate};
  });
  const double least_fall = kRate * largest_rate;
  double least = HUGE_VAL;
  for (const Block& c : std::span(candidates_.data(), at(candidate_count_))) {
    if (c.fall > least_fall) least = std::min(least, (std::max(0., c.value) + kBelow) / c.fall);
  }
  Block best;
  for (const Block& c : std::span(candidates_.data(), at(candidate_count_))) {
    if (c.fall <= least_fall || c.value > least * c.fall) continue;
    if (c.fall > best.fall) best = c;
  }
  for (const Block& c : std::span(candidates_.data(), at(candidate_count_))) {
    if (c.variable == basis_.cover() && c.fall > least_fall && may_end(std::max(0., c.value) / c.fall)) return c;
  }
  return best;
}

/// Returns whether the path may end after this step, that is, whether no variable is significantly negative after it.
bool ContactPath::may_end(double step) const {
  const std::span candidates(candidates_.data(), at(candidate_count_));
  return std::all_of(candidates.begin(), candidates.end(),
                     [&](const Block& c) { return c.value - step * c.fall >= -kUncovered; });
}

/// Returns the variable that enters after the variable `left` has left. It is the complement of `left` in one of the
/// pairs (c_n, a_n), (s+, a+), (a-, s-) of its contact.
int ContactPath::complement(int left) {
  const auto enter_motion = [this](int row, int sign) {
    direction_ = sign;
    return basis_.motions_from() + row;
  };
  if (basis_.is_motion(left)) {
    const int row = left - basis_.motions_from();
    const int i = row / 2;
    if (row % 2 == 1) {
      const bool positive = slides_[at(i)] > 0;
      slides_[at(i)] = 0;
      return 2 * i + (positive ? 0 : 1);
    }
    if (!frame_.contact(i).rolls) return 2 * i;
    const bool positive = basis_.w(row + 1) >= 0;
    slides_[at(i)] = positive ? 1 : -1;
    return 2 * i + (positive ? 1 : 0);
  }
  const int i = left / 2;
  if (basis_.active(2 * i + 1)) {
    slides_[at(i)] = left % 2 == 0 ? 1 : -1;
    return enter_motion(2 * i + 1, slides_[at(i)]);
  }
  slides_[at(i)] = 0;
  return enter_motion(2 * i, 1);
}

double ContactPath::force(int contact, int edge) const {
  const int place = basis_.place(2 * contact + edge);
  return place >= 0 ? std::max(0., basis_.x(place)) : 0;
}

void ContactPath::note_states() {
  state_.resize(at(frame_.size()));
  for (int i = 0; i < frame_.size(); ++i) {
    const bool plus = basis_.place(2 * i) >= 0;
    const bool minus = basis_.place(2 * i + 1) >= 0;
    state_[at(i)] = plus ? (minus ? State::sticks : State::plus) : minus ? State::minus : State::open;
  }
}

namespace {

using Problem = ContactProblem;
using Contact = Problem::Contact;
using Dynamics = ContactDynamics<double>;

/// Returns the normal acceleration of contact i that is caused by a unit normal force at the sliding contact k,
/// together with the friction at k.
double sliding_response(const Problem& problem, const Dynamics& dynamics, int i, int k) {
  const Contact& from = problem.contacts[k];
  return dynamics.response(i, 0, k, 0) - from.sliding * from.friction * dynamics.response(i, 0, k, 1);
}

/// Solves w = m z + q, w, z >= 0, w z = 0 for numbers z and w. Returns whether a solution exists.
bool solve_one(double m, double q, double& z) {
  z = q < 0 ? -q / m : 0;
  return q >= 0 || m > 0;
}

/// Solves an LCP with two variables. First tries solutions in which one variable is zero.
bool solve_two(const Problem& problem, const Dynamics& dynamics, Eigen::VectorXd& z) {
  double m[2][2], q[2];
  for (const int i : {0, 1}) {
    q[i] = dynamics.bias(i, 0);
    for (const int k : {0, 1}) m[i][k] = sliding_response(problem, dynamics, i, k);
  }
  z.resize(2);
  for (const int i : {0, 1}) {
    z[1 - i] = 0;
    if (solve_one(m[i][i], q[i], z[i]) && m[1 - i][i] * z[i] + q[1 - i] >= 0) return true;
  }
  const double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
  z[0] = (q[1] * m[0][1] - q[0] * m[1][1]) / determinant;
  z[1] = (q[0] * m[1][0] - q[1] * m[0][0]) / determinant;
  return z[0] >= 0 && z[1] >= 0;  // the comparison is false for the NaN or infinities that result if the determinant is
                                  // 0
}

struct OneContact {
  double normal = 0, tangent = 0;  ///< normal and tangential force
  double motion = 0;               ///< tangential acceleration or velocity
};

/// Finds the mode of a single contact: open, sliding either way, or sticking.
bool find_mode(const Dynamics& dynamics, double friction, OneContact& found) {
  const double normal_bias = dynamics.bias(0, 0);
  const double tangent_bias = dynamics.bias(0, 1);
  found.motion = tangent_bias;
  if (normal_bias >= 0) return true;
  const double nn = dynamics.response(0, 0, 0, 0);
  const double nt = dynamics.response(0, 0, 0, 1);
  const double tt = dynamics.response(0, 1, 0, 1);
  for (const int sign : {1, -1}) {
    const double share = -sign * friction;
    if (!solve_one(nn + share * nt, normal_bias, found.normal)) continue;
    found.tangent = share * found.normal;
    found.motion = tangent_bias + nt * found.normal + tt * found.tangent;
    if (sign * found.motion >= 0 || friction == 0) return true;
  }
  const double determinant = nn * tt - nt * nt;
  found.normal = (tangent_bias * nt - normal_bias * tt) / determinant;
  found.tangent = (normal_bias * nt - tangent_bias * nn) / determinant;
  found.motion = 0;
  return found.normal >= 0 && std::fabs(found.tangent) <= friction * found.normal;
}

bool solve_rolling(const Problem& problem, const Dynamics& dynamics, Eigen::VectorXd& z) {
  OneContact found;
  if (!find_mode(dynamics, problem.contacts[0].friction, found)) return false;
  const bool velocity = problem.level == Problem::Level::velocity;
  z.resize(velocity ? 4 : 3);
  z[0] = found.normal;
  if (velocity) {
    z[1] = std::max(0., found.tangent);
    z[2] = std::max(0., -found.tangent);
    z[3] = std::fabs(found.motion);
  } else {
    z[1] = std::max(0., found.tangent + problem.contacts[0].friction * found.normal);
    z[2] = std::max(0., -found.motion);
  }
  return true;
}

}  // namespace

bool solve_few_contacts(const Problem& problem, const Dynamics& dynamics, Eigen::VectorXd& z) {
  const auto& contacts = problem.contacts;
  if (problem.tangents != 1) return false;
  if (contacts.size() == 2) {
    return contacts[0].sliding != 0 && contacts[1].sliding != 0 && solve_two(problem, dynamics, z);
  }
  if (contacts.size() != 1) return false;
  if (contacts[0].sliding == 0) return solve_rolling(problem, dynamics, z);
  z.resize(1);
  return solve_one(sliding_response(problem, dynamics, 0, 0), dynamics.bias(0, 0), z[0]);
}

}  // namespace pawl::internal::inline friction
