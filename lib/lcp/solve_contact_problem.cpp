// SPDX-License-Identifier: MIT
#include <pawl/lcp/contact_problem.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "lcp/basis_solution.h"
#include "lcp/contact_path.h"
#include "lcp/contact_residual.h"
#include "lcp/contact_tree.h"
#include "lcp/forces_to_lcp.h"
#include "lcp/places_in_z.h"

namespace pawl {
namespace {

/// What Lemke's path could not solve, on its way through the other methods.
class Attempt {
 public:
  Attempt(const PlanarContactProblem& problem, const LcpLimits& limits, LcpAnswer& answer)
      : problem_(problem),
        limits_(limits),
        lcp_(problem.lcp()),
        start_(std::chrono::steady_clock::now()),
        answer_(answer) {}

  /// Short runs first: Lemke's method once, then a look at the tree, which proves most problems without solution at
  /// once; then Lemke's method with other covering vectors and in more precision; then the whole tree.
  void run() {
    constexpr long kLook = 300;
    LemkeOptions once;
    once.restarts = 0;
    once.extended = false;
    if (lemke(once) || tree(std::min(limits_.nodes, kLook)) || seconds_left() <= 0) return;
    if (lemke({})) return;
    tree(limits_.nodes);
  }

 private:
  double seconds_left() const {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    return limits_.seconds - elapsed.count();
  }

  bool lemke(const LemkeOptions& options) {
    const LcpSolution& found = lemke_.solve(lcp_, options);
    answer_.pivots += found.pivots;
    if (found.status != LcpSolution::Status::solved) return false;
    solved("lemke", found.z, found.residual);
    return true;
  }

  void solved(const char* method, const Eigen::VectorXd& z, double residual) {
    answer_.status = LcpAnswer::Status::solved;
    answer_.method = method;
    answer_.z = z;
    answer_.residual = residual;
  }

  bool tree(long nodes) {
    if (!tree_) tree_.emplace(problem_);
    ContactTree::Options options;
    options.nodes = nodes;
    options.seconds = seconds_left();
    answer_.method = "branch and bound";
    const auto judge = [this](const std::vector<double>& n, const std::vector<double>& t) { return polished(n, t); };
    const ContactTree::End end = tree_->run(options, judge);
    answer_.pivots += static_cast<int>(tree_->pivots());
    if (end != ContactTree::End::none) return end == ContactTree::End::solved;
    answer_.status = LcpAnswer::Status::none;
    answer_.refutation = tree_->refutation();
    return true;
  }

  /// Whether the basis that forces point to, or the forces themselves, are a solution good enough.
  bool polished(const std::vector<double>& normal, const std::vector<double>& tangent) {
    const LcpGuess guess = forces_to_lcp(problem_, lcp_, normal, tangent);
    for (const Eigen::VectorXd& z : {basis_solution(lcp_, guess.basis, guess.z), guess.z}) {
      const double residual = lcp_residual(lcp_, z);
      if (!(residual <= kLcpResidual)) continue;
      solved("branch and bound", z, residual);
      return true;
    }
    return false;
  }

  const PlanarContactProblem& problem_;
  const LcpLimits& limits_;
  Lcp lcp_;
  std::chrono::steady_clock::time_point start_;
  LemkeSolver lemke_;
  std::optional<ContactTree> tree_;
  LcpAnswer& answer_;
};

}  // namespace

struct ContactProblemSolver::State {
  ContactFrame frame;
  ContactPath path{frame};
  ContactResidual residual;
  LcpAnswer answer;

  void forget() {
    answer.status = LcpAnswer::Status::undecided;
    answer.method = "lemke";
    answer.pivots = 0;
    answer.residual = std::numeric_limits<double>::infinity();
    answer.refutation.nodes.clear();
  }

  bool follow_path(const PlanarContactProblem& problem, Start start) {
    frame.assign(problem);
    const int most = 50 * frame.size() + 100;
    bool reached = start == Start::last && path.has_states(frame.size()) && run(&ContactPath::run_again, most);
    if (!reached) reached = run(&ContactPath::run, most);
    return reached && good(problem);
  }

  bool run(ContactPath::End (ContactPath::*method)(int), int most) {
    const bool reached = (path.*method)(most) == ContactPath::End::solved;
    answer.pivots += path.pivots();
    return reached;
  }

  /// Whether the path's solution solves the problem's LCP, as far as doubles can tell.
  bool good(const PlanarContactProblem& problem) {
    write_z(problem);
    const ContactResidual::Value found = residual(problem, answer.z);
    answer.residual = found.residual;
    if (found.residual + found.error <= kLcpResidual) return true;
    if (!(found.residual <= kLcpResidual)) return false;
    answer.residual = lcp_residual(problem.lcp(), answer.z);
    return answer.residual <= kLcpResidual;
  }

  void write_z(const PlanarContactProblem& problem) {
    PlacesInZ places(problem);
    answer.z.resize(places.size());
    for (int i = 0; i < frame.size(); ++i) {
      const PlanarContactProblem::Contact& contact = problem.contacts[static_cast<std::size_t>(i)];
      const PlacesInZ::Places at = places.next(contact);
      const double unit = frame.contact(i).unit * frame.force_unit();
      const double plus = unit * path.force(i, 0);
      const double minus = unit * path.force(i, 1);
      answer.z[at.normal] = plus + minus;
      if (contact.sliding != 0) continue;
      const double motion = path.motion(i, true) * frame.force_unit() / frame.contact(i).unit;
      if (at.last >= 0) {
        const double tangent = contact.friction * (plus - minus);
        answer.z[at.plus] = std::max(0., tangent);
        answer.z[at.minus] = std::max(0., -tangent);
        answer.z[at.last] = std::fabs(motion);
      } else {
        answer.z[at.plus] = 2 * contact.friction * plus;
        answer.z[at.minus] = std::max(0., -motion);
      }
    }
  }

  void solve(const PlanarContactProblem& problem, const LcpLimits& limits, Start start) {
    problem.validate();
    forget();
    if (follow_path(problem, start)) {
      answer.status = LcpAnswer::Status::solved;
    } else {
      answer.residual = std::numeric_limits<double>::infinity();
      answer.z.resize(0);
      Attempt(problem, limits, answer).run();
    }
  }
};

ContactProblemSolver::ContactProblemSolver() : state_(std::make_unique<State>()) {}
ContactProblemSolver::~ContactProblemSolver() = default;
ContactProblemSolver::ContactProblemSolver(ContactProblemSolver&&) noexcept = default;
ContactProblemSolver& ContactProblemSolver::operator=(ContactProblemSolver&&) noexcept = default;

const LcpAnswer& ContactProblemSolver::solve(const PlanarContactProblem& problem, const LcpLimits& limits,
                                             Start start) {
  state_->solve(problem, limits, start);
  return state_->answer;
}

LcpAnswer solve_contact_problem(const PlanarContactProblem& problem, const LcpLimits& limits) {
  return ContactProblemSolver().solve(problem, limits);
}

}  // namespace pawl
