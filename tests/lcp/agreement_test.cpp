// SPDX-License-Identifier: MIT
// Tests one part against fixels, at rest and in motion. Four results must agree: the exact solutions by modes, all
// solutions of the complementarity problem, the results of Lemke's method, and those of the complete solver.
#include <doctest/doctest.h>
#include <pawl/friction/contact_lcp.h>
#include <pawl/friction/contact_problem.h>
#include <pawl/friction/solve_motion.h>
#include <pawl/lcp/lemke.h>
#include <pawl/modes/forward.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "support/count.h"
#include "support/exact_judge.h"
#include "support/single_part.h"

using namespace pawl;

namespace {

struct Task {
  ContactSet set;
  Eigen::Vector3d wrench{0, 0, 0}, twist{0, 0, 0};
};

/// Returns fixels as in real fixtures: on a grid, with normals along the axes, some without friction, and some
/// repeated. All numbers are such that M and q are exact. With rounding, exactly singular bases would become nearly
/// singular ones.
ContactSet fixture(oracle::RandomSystems& random) {
  static const Eigen::Vector2d kAxes[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  ContactSet set;
  set.inertia = std::exp2(2 * random.integer(-1, 1));
  const int count = random.integer(1, 4);
  for (int i = 0; i < count; ++i) {
    Contact contact;
    contact.point = Eigen::Vector2d(random.integer(-2, 2), random.integer(-2, 2)) / 2;
    contact.normal = kAxes[random.integer(0, 3)];
    contact.friction = random.integer(0, 2) * .5;
    if (i > 0 && random.integer(0, 5) == 0) contact = set.contacts[0];
    set.contacts.push_back(contact);
  }
  return set;
}

/// Returns a twist of whole numbers with which no contact separates or approaches. Tries 20 random twists. Returns the
/// twist 0 if none of them is suitable.
Eigen::Vector3d grid_twist(const ContactSet& set, oracle::RandomSystems& random) {
  const Eigen::MatrixXd normals = contact_jacobian(set).leftCols(static_cast<Eigen::Index>(set.size())).transpose();
  for (int attempt = 0; attempt < 20; ++attempt) {
    const Eigen::Vector3d twist(random.integer(-2, 2), random.integer(-2, 2), random.integer(-2, 2));
    if ((normals * twist).cwiseAbs().sum() == 0) return twist;
  }
  return Eigen::Vector3d::Zero();
}

Task random_task(oracle::RandomSystems& random, int trial) {
  const bool grid = trial % 3 == 0, moves = trial % 2 == 1;
  Task task;
  task.set = grid ? fixture(random) : oracle::random_part(random);
  if (moves) task.twist = grid ? grid_twist(task.set, random) : oracle::sliding_twist(task.set, random);
  for (double& entry : task.wrench) entry = grid ? random.integer(-12, 12) / 4. : random.real(-3, 3);
  return task;
}

/// Returns whether an acceleration is inside the bounding box of the accelerations of a mode.
bool is_in_box_of(const ForwardSolution& one, const Eigen::Vector3d& acceleration) {
  Eigen::Vector3d low = one.acceleration, high = one.acceleration;
  for (const Eigen::Vector3d& corner : one.acceleration_corners) {
    low = low.cwiseMin(corner);
    high = high.cwiseMax(corner);
  }
  for (const Eigen::Vector3d& direction : one.acceleration_directions) {
    for (int k = 0; k < 3; ++k) {
      if (direction[k] < 0) low[k] = -std::numeric_limits<double>::infinity();
      if (direction[k] > 0) high[k] = std::numeric_limits<double>::infinity();
    }
  }
  const double close = 1e-7 * (1 + acceleration.norm());
  return (acceleration - low).minCoeff() > -close && (high - acceleration).minCoeff() > -close;
}

/// The results for one task: the solutions that are found by modes, and those of the complementarity problem.
class Story {
 public:
  explicit Story(const Task& task)
      : task_(task),
        modes_(forward(task.set, task.wrench, task.twist)),
        full_(acceleration_problem(equations_of_motion(oracle::as_scene(task.set, task.wrench, task.twist)))),
        form_(contact_lcp(full_)),
        lcp_{form_.M, form_.q},
        all_(all_lcp_solutions(lcp_)) {}

  SolutionCount count() const { return modes_.count; }

  void check_verdicts() const {
    REQUIRE(all_.complete);
    CHECK((modes_.count == SolutionCount::none) == all_.solutions.empty());
    CHECK((modes_.count == SolutionCount::many) == (problem_has_many() || has_continuum()));
    CHECK(all_.status == (all_.solutions.empty() ? LcpAnswer::Status::none : LcpAnswer::Status::solved));
    if (all_.solutions.empty()) CHECK(oracle::refutes(lcp_, all_.refutation));
  }

  void check_solutions_of_problem() const {
    for (const Eigen::VectorXd& z : all_.solutions) {
      CHECK(oracle::is_solution(lcp_, z));
      CHECK(mode_is_listed(z));
    }
  }

  void check_solutions_of_modes() const {
    for (const ForwardSolution& one : modes_.solutions) {
      const Eigen::VectorXd z = problem_solution(one);
      CHECK(oracle::is_solution(lcp_, z));
      CHECK(oracle::face_is_listed(lcp_, z, all_.solutions));
    }
  }

  /// Checks all solvers. Lemke's method may fail although a solution exists, but any z that it returns must be a
  /// solution. The complete solvers must not fail.
  bool check_solvers() const {
    const LcpSolution path = lemke(lcp_);
    if (path.status == LcpSolution::Status::solved) check_found(path.z);
    const LcpAnswer dense = solve_lcp(lcp_);
    CHECK(dense.status == all_.status);
    if (dense.status == LcpAnswer::Status::solved) check_found(dense.z);
    const ContactAnswer full = solve_motion(full_);
    CHECK(full.lcp.status == all_.status);
    if (full.lcp.status == LcpAnswer::Status::solved) check_found(full.lcp.z);
    if (full.lcp.status == LcpAnswer::Status::none) CHECK(proves_no_solution(full_, full.lcp.refutation));
    return path.status == LcpSolution::Status::solved;
  }

  /// Solves the problem of the same contacts in maximal coordinates, with the solver that uses the structure of such
  /// problems. Checks the result.
  void check_contact_problem() const {
    const ContactProblem problem = in_maximal_coordinates();
    const Lcp other = problem.lcp();
    REQUIRE(other.size() == lcp_.size());
    CHECK((other.M - lcp_.M).cwiseAbs().sum() <= 1e-9 * (1 + lcp_.M.cwiseAbs().sum()));
    CHECK((other.q - lcp_.q).cwiseAbs().sum() <= 1e-9 * (1 + lcp_.q.cwiseAbs().sum()));
    const LcpAnswer answer = solve_contact_problem(problem);
    CHECK(answer.status == all_.status);
    if (answer.status == LcpAnswer::Status::solved) check_found(answer.z);
    if (answer.status == LcpAnswer::Status::none) CHECK(proves_no_solution(problem, answer.refutation));
  }

 private:
  void check_found(const Eigen::VectorXd& z) const {
    CHECK(oracle::is_solution(lcp_, z));
    CHECK(oracle::face_is_listed(lcp_, z, all_.solutions));
    CHECK(mode_is_listed(z));
  }

  SystemMotion motion(const Eigen::VectorXd& z) const { return motion_of(full_, forces_of(full_, z)); }

  bool problem_has_many() const {
    return std::any_of(all_.solutions.begin(), all_.solutions.end(), [&](const Eigen::VectorXd& z) {
      const Eigen::VectorXd first = motion(all_.solutions.front()).motion;
      return (motion(z).motion - first).norm() > 1e-6 * (1 + first.norm());
    });
  }
  bool has_continuum() const {
    return std::any_of(modes_.solutions.begin(), modes_.solutions.end(),
                       [](const ForwardSolution& one) { return one.acceleration_rank_deficiency > 0; });
  }

  /// Returns the vector z of the LCP for a solution that was found by modes.
  Eigen::VectorXd problem_solution(const ForwardSolution& one) const {
    const Eigen::Index n = static_cast<Eigen::Index>(task_.set.size());
    const Eigen::Index sliding = static_cast<Eigen::Index>(form_.sliding.size());
    const Eigen::Index rolling = static_cast<Eigen::Index>(form_.rolling.size());
    const Eigen::VectorXd tangent = full_.equations.tangents[0] * one.acceleration + full_.tangent_offset[0];
    Eigen::VectorXd z(lcp_.size());
    for (Eigen::Index k = 0; k < sliding; ++k) z[k] = one.forces[form_.sliding[static_cast<std::size_t>(k)]];
    for (Eigen::Index k = 0; k < rolling; ++k) {
      const Eigen::Index i = form_.rolling[static_cast<std::size_t>(k)];
      z[sliding + k] = one.forces[i];
      z[sliding + rolling + k] = one.forces[n + i] + full_.equations.friction[i] * one.forces[i];
      z[sliding + 2 * rolling + k] = std::max(0., -tangent[i]);
    }
    // Because of cancellation, entries up to this value may be wrong. They count as zero.
    const double tiny = 1e-11 * (1 + one.forces.cwiseAbs().sum() + tangent.cwiseAbs().sum());
    return (z.array().abs() <= tiny).select(0, z);
  }

  /// Returns the letters that fit the force and the motion of contact i. At the boundary between two modes, several
  /// letters fit.
  std::string letters(const SystemMotion& m, Eigen::Index i) const {
    const double c = 1e-7 * (1 + m.forces.normal.cwiseAbs().sum());
    const double a = 1e-7 * (1 + m.normal.cwiseAbs().sum() + m.tangent[0].cwiseAbs().sum());
    std::string result;
    const ContactState state = full_.states[static_cast<std::size_t>(i)];
    if (state == ContactState::open || std::fabs(m.forces.normal[i]) <= c) result += 's';
    if (state == ContactState::open || std::fabs(m.normal[i]) > a) return result;
    if (state == ContactState::sliding) {
      return result + (full_.equations.tangents[0].row(i).dot(full_.equations.velocity) > 0 ? 'l' : 'r');
    }
    const double bound = full_.equations.friction[i] * m.forces.normal[i];
    const double force = m.forces.tangent[0][i];
    if (std::fabs(m.tangent[0][i]) <= a) result += 'n';
    if (m.tangent[0][i] >= -a && std::fabs(force + bound) <= c) result += 'l';
    if (m.tangent[0][i] <= a && std::fabs(force - bound) <= c) result += 'r';
    return result;
  }

  bool mode_is_listed(const Eigen::VectorXd& z) const {
    const SystemMotion m = motion(z);
    if (!verify(full_, m).within(1e-8)) return false;
    return std::any_of(modes_.solutions.begin(), modes_.solutions.end(), [&](const ForwardSolution& one) {
      for (std::size_t i = 0; i < task_.set.size(); ++i) {
        if (letters(m, static_cast<Eigen::Index>(i)).find(one.mode[i]) == std::string::npos) return false;
      }
      return is_in_box_of(one, m.motion);
    });
  }

  ContactProblem in_maximal_coordinates() const {
    ContactProblem problem;
    problem.bodies = {{1 / task_.set.mass, 1 / task_.set.inertia}};
    const ContactSpace space = contact_space(full_);
    const Eigen::Index count = static_cast<Eigen::Index>(space.contacts.size());
    for (Eigen::Index k = 0; k < count; ++k) {
      const Eigen::Index i = space.contacts[static_cast<std::size_t>(k)];
      const Contact& fixel = task_.set.contacts[static_cast<std::size_t>(i)];
      ContactProblem::Contact contact;
      contact.b = 0;
      contact.normal = fixel.normal.normalized();
      contact.arm_b = fixel.point - task_.set.center_of_mass;
      contact.friction = fixel.friction.high;
      if (full_.states[static_cast<std::size_t>(i)] == ContactState::sliding) {
        contact.sliding = full_.equations.tangents[0].row(i).dot(full_.equations.velocity) > 0 ? 1 : -1;
      }
      contact.normal_bias = space.free[k];
      contact.tangent_bias = space.free[count + k];
      problem.contacts.push_back(contact);
    }
    return problem;
  }

  const Task& task_;
  ForwardSolutions modes_;
  MotionProblem full_;
  ContactLcp form_;
  Lcp lcp_;
  LcpAnswer all_;
};

}  // namespace

TEST_CASE("the enumeration of modes, the complementarity problem and its solvers give the same solutions") {
  oracle::RandomSystems random(1);
  const int trials = oracle::count(300);
  int none = 0, one = 0, many = 0, path = 0;
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const Task task = random_task(random, trial);
    const Story story(task);
    story.check_verdicts();
    story.check_solutions_of_problem();
    story.check_solutions_of_modes();
    path += story.check_solvers();
    story.check_contact_problem();
    none += story.count() == SolutionCount::none;
    one += story.count() == SolutionCount::one;
    many += story.count() == SolutionCount::many;
  }
  MESSAGE(trials << " tasks: " << none << " without solution, " << one << " with one, " << many
                 << " with many; Lemke's method solved " << path);
  CHECK(none > 0);
  CHECK(many > 0);
}
