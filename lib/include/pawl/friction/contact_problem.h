// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lcp.h>
#include <pawl/lcp/solve_lcp.h>

#include <Eigen/Core>
#include <memory>
#include <vector>

namespace pawl {

/// Frictional contact between rigid bodies in the plane, in maximal coordinates: what the contacts' forces c do to the
/// contacts' motion, a = step J W J' c + b, normals first, then tangents (the normal turned by +90 degrees), with
/// friction.
struct PlanarContactProblem {
  enum class Level {
    acceleration,  ///< forces and accelerations; rolling and sliding contacts [TPSL97, (32)-(35)]
    velocity       ///< forces (or, with step 1, impulses) and velocities at a step's end (Stewart and Trinkle)
  };
  struct Body {
    double inverse_mass = 0;     ///< 1/kg, >= 0
    double inverse_inertia = 0;  ///< 1/(kg m^2), >= 0
  };
  struct Contact {
    int a = -1, b = -1;                        ///< bodies, -1: the ground; the normal points from a to b
    Eigen::Vector2d normal{0, 1};              ///< any length: as given
    Eigen::Vector2d arm_a{0, 0}, arm_b{0, 0};  ///< from the bodies' centres of mass, m
    double friction = 0;                       ///< >= 0
    int sliding = 0;                           ///< acceleration level: the sign of v_t; 0 rolls
    double normal_bias = 0, tangent_bias = 0;  ///< b: what the contact does without forces
  };
  Level level = Level::acceleration;
  double step = 1;  ///< > 0; velocity level: s
  std::vector<Body> bodies;
  std::vector<Contact> contacts;

  /// Throws InputError for bodies that are not there, negative numbers where they must not be, numbers not finite.
  void validate() const;

  /// Acceleration level: z = (c_n of sliding, c_n of rolling, s+, a-), w = (a_n of sliding, a_n of rolling, a+, s-)
  /// with c_t = s+ - mu c_n, a_t = a+ - a-, s- = 2 mu c_n - s+, sliding: c_t = -mu sliding c_n. Velocity level: z =
  /// (c_n, beta+, beta-, lambda), w = (v_n, v_t + lambda, -v_t + lambda, mu c_n - beta+ - beta-).
  Lcp lcp() const;
};

/// Solves the problem's LCP; a proof that there is none holds exactly for the bodies' and contacts' doubles (the
/// entries of lcp() are rounded). At the velocity level the proof is about the three-variable form too, whose solutions
/// are the same forces. Throws as validate() does.
///
/// One contact, or two that slide, in closed form; else first Lemke's path in the generators of the contacts' forces,
/// whose cost a pivot grows with the rows in the basis squared; then, where that fails, such paths by random covering
/// vectors, a look into the tree of branch and bound over the forces, more paths, Lemke's method on the LCP (up to 2048
/// variables), and the whole tree.
class ContactProblemSolver {
 public:
  enum class Start {
    cold,
    last  ///< from the contacts' states in this solver's last solution, where that had as many contacts
  };

  ContactProblemSolver();
  ~ContactProblemSolver();
  ContactProblemSolver(ContactProblemSolver&&) noexcept;
  ContactProblemSolver& operator=(ContactProblemSolver&&) noexcept;

  /// The answer lives until the next call. Keeps its memory: repeated solves that the first path ends do not allocate.
  const LcpAnswer& solve(const PlanarContactProblem& problem, const LcpLimits& limits = {}, Start start = Start::cold);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// By a solver for this one call.
LcpAnswer solve_contact_problem(const PlanarContactProblem& problem, const LcpLimits& limits = {});
/// As all_lcp_solutions, of the problem's LCP.
LcpAnswer all_contact_solutions(const PlanarContactProblem& problem, const LcpLimits& limits = {});

/// Whether the refutation proves exactly that the contact problem has no solution. False when stopped.
bool proves_no_solution(const PlanarContactProblem& problem, const LcpRefutation& refutation,
                        const StopToken& stop = {});

/// lcp_residual(problem.lcp(), z) without the matrix, in doubles. O(contacts).
double lcp_residual(const PlanarContactProblem& problem, const Eigen::VectorXd& z);

}  // namespace pawl
