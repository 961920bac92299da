// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lcp.h>
#include <pawl/lcp/solve_lcp.h>

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <vector>

namespace pawl {

/// Frictional contact, reduced to what the forces c of the contacts do to the motion a of the contacts:
///
///   a = step J W J'c + b,   b = J W r + o
///
/// J has a row for the normal and one for each tangent of a contact, W is the inverse inertia, by blocks: each contact
/// acts on at most two of them. A block is a rigid body in the plane, or any coordinates that share inertia (an arm,
/// bodies held together by pins). At the acceleration level a are accelerations, at the velocity level velocities at a
/// step's end; c are forces, or impulses where step is 1.
struct ContactProblem {
  enum class Level {
    acceleration,  ///< rolling and sliding contacts [TPSL97, (32)-(35)]
    velocity       ///< all contacts roll; one multiplier a contact (Stewart and Trinkle), for one tangent
  };
  /// A rigid body in the plane: coordinates (x, y, theta) of its centre of mass.
  struct Body {
    double inverse_mass = 0;     ///< 1/kg, >= 0
    double inverse_inertia = 0;  ///< 1/(kg m^2), >= 0
  };
  /// Coordinates that share inertia.
  struct Block {
    Eigen::MatrixXd inertia;                         ///< k x k, symmetric positive definite
    Eigen::VectorXd impetus = {};                    ///< r, k: forces (or momenta) beside those of contacts
    std::vector<std::optional<double>> driven = {};  ///< k, or none: coordinates whose motion is known, whatever acts
  };
  struct Contact {
    int a = -1, b = -1;            ///< bodies, behind them blocks; -1: the ground. The normal is from a to b
    Eigen::Vector2d normal{0, 1};  ///< any length: as given; on a body
    Eigen::Vector2d arm_a{0, 0}, arm_b{0, 0};  ///< from the bodies' centres of mass, m
    double friction = 0;                       ///< >= 0
    int sliding = 0;                           ///< acceleration level: the sign of v_t; 0 rolls
    double normal_bias = 0, tangent_bias = 0;  ///< o: what the contact does without forces and impetus
    Eigen::MatrixXd rows_a = {}, rows_b = {};  ///< on a block: (1 + tangents) x k, normal first, signs as in J
    /// With more tangents than one: the o of each behind the first, and of a contact that slides (sliding = 1) the unit
    /// vector of sliding, an entry a tangent.
    std::vector<double> more_biases = {}, slide = {};
    /// Velocity level, for laws with springs and dampers: the part gap/duration of normal_bias is of this gap, m; and
    /// whether bodies touch at the step's start: dampers and viscous friction act on those alone.
    double gap = 0;
    bool touches = true;
  };
  Level level = Level::acceleration;
  double step = 1;  ///< > 0; velocity level: s
  std::vector<Body> bodies;
  std::vector<Contact> contacts;
  std::vector<Block> blocks;
  int tangents = 1;     ///< of each contact; more than one at the acceleration level and between blocks only
  double duration = 1;  ///< > 0, s, of the step, for laws that ask for it (pawl/friction/contact_law.h)

  /// Throws InputError, with every fault: bodies and blocks that are not there, shapes that do not fit, negative
  /// numbers where they must not be, numbers not finite, inertia that is not positive definite.
  void validate() const;

  /// Acceleration level: z = (c_n of sliding, c_n of rolling, s_k+ of rolling for each tangent k, a_k- likewise),
  /// w = (a_n of sliding, a_n of rolling, a_k+, s_k-) with c_k = s_k+ - mu c_n, a_k = a_k+ - a_k-, s_k- = 2 mu c_n -
  /// s_k+, sliding: c_k = -mu c_n v_k/|v|. Velocity level: z = (c_n, beta+, beta-, lambda), w = (v_n, v_t + lambda,
  /// -v_t + lambda, mu c_n - beta+ - beta-).
  Lcp lcp() const;
};

/// Solves the problem's LCP; a proof that there is none holds exactly for the bodies' and contacts' doubles (the
/// entries of lcp() are rounded). At the velocity level the proof is about the three-variable form too, whose solutions
/// are the same forces. Throws as validate() does.
///
/// One contact, or two that slide, in closed form; else first Lemke's path in the forces along the edges of the
/// friction cones, whose cost a pivot grows with the rows in the basis squared; then, where that fails, such paths from
/// other starts (random vectors in place of Lemke's ones), some nodes of a branch and bound over the forces, more
/// paths, Lemke's method on the LCP (up to 2048 variables), and the whole branch and bound. Problems of two tangents,
/// or with blocks of more than four coordinates, have no such path: theirs are Lemke's method and branch and bound on
/// the LCP, in turns.
class ContactProblemSolver {
 public:
  enum class Start {
    cold,
    last  ///< from the contacts' states at the end of the last path of this solver, where that had as many contacts
  };

  ContactProblemSolver();
  ~ContactProblemSolver();
  ContactProblemSolver(ContactProblemSolver&&) noexcept;
  ContactProblemSolver& operator=(ContactProblemSolver&&) noexcept;

  /// The answer lives until the next call. Keeps its memory: repeated solves that the first path ends do not allocate,
  /// but for what blocks take.
  const LcpAnswer& solve(const ContactProblem& problem, const LcpLimits& limits = {}, Start start = Start::cold);
  /// The same for a problem that is known to be valid, for loops.
  const LcpAnswer& solve_unchecked(const ContactProblem& problem, const LcpLimits& limits, Start start);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// By a solver for this one call.
LcpAnswer solve_contact_problem(const ContactProblem& problem, const LcpLimits& limits = {});
/// As all_lcp_solutions, of the problem's LCP.
LcpAnswer all_contact_solutions(const ContactProblem& problem, const LcpLimits& limits = {});

/// Whether the refutation proves exactly that the contact problem has no solution. False when stopped.
[[nodiscard]] bool proves_no_solution(const ContactProblem& problem, const LcpRefutation& refutation,
                                      const StopToken& stop = {});

/// lcp_residual(problem.lcp(), z) without the matrix, in doubles. O(contacts).
double lcp_residual(const ContactProblem& problem, const Eigen::VectorXd& z);

}  // namespace pawl
