// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lcp.h>
#include <pawl/lcp/solve_lcp.h>

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <vector>

namespace pawl {

/// A frictional contact problem: the motion a of the contacts as a linear function of the contact forces c,
///
///   a = step J W J'c + b,   b = J W r + o
///
/// For each contact, J has a row for the normal and a row for each tangent. W is the inverse inertia, one matrix per
/// block. A block is a planar rigid body, or a group of coordinates that share inertia (an arm, bodies connected by
/// pins). A contact acts on at most two blocks. r is the right-hand side of the equation of motion without contact
/// forces (free_momentum), o contains the offsets of the contacts, and `step` is a factor. If the
/// problem is about accelerations, a contains accelerations, c contains forces, and `step` is 1. If the problem is about
/// velocities, a contains the velocities at the end of the step. c then contains forces if `step` is the duration of the
/// step, or impulses if `step` is 1.
struct ContactProblem {
  enum class Level {
    acceleration,  ///< contacts roll or slide, as in [TPSL97, (32)-(35)]
    velocity       ///< all contacts count as rolling, with one multiplier per contact, as in the scheme of Stewart and
                   ///< Trinkle; requires one tangent
  };
  /// A planar rigid body with the coordinates (x, y, theta) of its centre of mass.
  struct Body {
    double inverse_mass = 0;     ///< inverse mass, 1/kg, >= 0
    double inverse_inertia = 0;  ///< inverse inertia about the centre of mass, 1/(kg m^2), >= 0
  };
  /// A group of coordinates that share inertia. Let k be their number.
  struct Block {
    Eigen::MatrixXd inertia;  ///< inertia matrix, k x k, symmetric positive definite
    Eigen::VectorXd free_momentum =
        {};  ///< right-hand side r, k entries: forces (or momenta) except those of contacts
    /// For each coordinate, the motion that a drive prescribes, whatever the forces are, or no value if none is
    /// prescribed; k entries, or an empty list without drives.
    std::vector<std::optional<double>> driven = {};
  };
  struct Contact {
    int a = -1, b = -1;  ///< indices of the two bodies or blocks, -1 for the ground; the blocks are numbered after the
                         ///< bodies
    /// Normal direction, from a to b. It need not be a unit vector; its length scales the rows of J. It is used only
    /// for contacts between bodies; a contact with a block has `rows_a` and `rows_b`.
    Eigen::Vector2d normal{0, 1};
    Eigen::Vector2d arm_a{0, 0}, arm_b{0, 0};  ///< vectors from the bodies' centres of mass to the contact, m
    double friction = 0;                       ///< Coulomb coefficient, >= 0
    int sliding = 0;                           ///< at the acceleration level, the sign of the present sliding velocity
                                               ///< v_t; 0 for a rolling contact
    double normal_bias = 0, tangent_bias = 0;  ///< offsets o: the motion of the contact if both forces and
                                               ///< free_momentum were 0
    Eigen::MatrixXd rows_a = {}, rows_b = {};  ///< rows of J on a block of k coordinates: (1 + tangents) x k, normal
                                               ///< first; the motion of the contact is the sum of rows_a times the
                                               ///< motion of a and rows_b times the motion of b, so the rows include
                                               ///< the signs
    /// Used only with more than one tangent. `more_biases` contains the offset o of each tangent after the first.
    /// `slide` is the direction of the sliding velocity of a sliding contact (sliding = 1): a unit vector with one
    /// entry per tangent.
    std::vector<double> more_biases = {}, slide = {};
    /// Gap at the step's start, m, and whether the bodies touch at the step's start. Only some laws at the velocity
    /// level use `gap` and `touches`; normal_bias already includes gap/duration. Dampers along the normal and viscous
    /// friction act on touching contacts only.
    double gap = 0;
    bool touches = true;
    /// Stiffness, N/m, > 0, and damping, N s/m, >= 0, of this contact under the law Compliant. Without values, those of
    /// the law apply.
    std::optional<double> stiffness = {}, damping = {};
    /// Modulus E*, N/m^2, > 0, and radius, m, > 0, of this contact under the law Compliant. If both are set, the
    /// contact is a Hertz contact with these values, whatever the law states. Both or neither must be set, and
    /// `stiffness` must not be set with them. LawRoute::published does not support them.
    std::optional<double> modulus = {}, radius = {};
    /// Viscosity of this contact under the laws Viscous and CoulombViscous, N s/m, >= 0. Without a value, that of the
    /// law applies.
    std::optional<double> viscosity = {};
  };
  Level level = Level::acceleration;
  double step = 1;  ///< factor of J W J' in the equation above, > 0. At the velocity level it is the duration, s, if c
                    ///< are forces, or 1 if c are impulses
  std::vector<Body> bodies;
  std::vector<Contact> contacts;
  std::vector<Block> blocks;
  int tangents = 1;     ///< number of tangents per contact; more than 1 only at the acceleration level, and only
                        ///< between blocks
  double duration = 1;  ///< duration of the step, s, > 0; only some laws use it (pawl/friction/contact_law.h)

  /// Throws InputError, which lists all faults: bodies and blocks that do not exist, sizes that do not fit, negative
  /// numbers where they are not allowed, non-finite numbers, inertia that is not positive definite, and sliding
  /// contacts or several tangents at the velocity level.
  void validate() const;

  /// Returns the problem as an LCP.
  ///
  /// At the acceleration level, with the tangents k and the sliding velocity v:
  ///   z = (c_n of sliding contacts, c_n of rolling contacts, s_k+ of rolling contacts for each k,
  ///        a_k- of rolling contacts for each k),
  ///   w = (a_n of sliding contacts, a_n of rolling contacts, a_k+, s_k-),
  ///   c_k = s_k+ - mu c_n,  a_k = a_k+ - a_k-,  s_k- = 2 mu c_n - s_k+;  for sliding contacts c_k = -mu c_n v_k/|v|.
  ///
  /// At the velocity level, with the positive and negative parts beta+ and beta- of c_t and the multiplier lambda:
  ///   z = (c_n, beta+, beta-, lambda),
  ///   w = (v_n, v_t + lambda, -v_t + lambda, mu c_n - beta+ - beta-).
  Lcp lcp() const;
};

/// A solver for the LCP of a contact problem. A proof of infeasibility holds exactly for the doubles of the bodies and
/// contacts (not for the entries of lcp(), which are rounded). At the velocity level, the proof refers to the LCP with
/// three variables per contact (that of the acceleration level), whose solutions have the same forces. Throws
/// InputError for the faults that ContactProblem::validate() reports.
///
/// A problem with one contact, or with two sliding contacts, is solved in closed form. Otherwise the solver first
/// follows Lemke's path; its unknowns are the forces along the edges of the friction cones. The cost of a pivot grows
/// with the square of the number of rows in the basis. If this path fails, the solver tries the following methods in
/// order: paths with random covering vectors, some nodes of a branch and bound over the forces, more paths, Lemke's
/// method on the LCP (up to 2048 variables), and the full branch and bound. The path in the forces does not apply to
/// problems with two tangents, or with blocks of more than four coordinates. For these problems, Lemke's method and
/// branch and bound on the LCP alternate.
class ContactProblemSolver {
 public:
  enum class Start {
    cold,  ///< every solve starts without the states of earlier solves
    /// Lemke's path starts from the contact states at the end of this solver's last path, if the number of contacts is
    /// unchanged.
    last
  };

  ContactProblemSolver();
  ~ContactProblemSolver();
  ContactProblemSolver(ContactProblemSolver&&) noexcept;
  ContactProblemSolver& operator=(ContactProblemSolver&&) noexcept;

  /// Solves a problem; the answer is valid until the next call. The solver reuses its memory. Repeated calls that
  /// succeed with the first path allocate memory only for blocks.
  const LcpAnswer& solve(const ContactProblem& problem, const LcpLimits& limits = {}, Start start = Start::cold);
  /// Does the same as solve(), but does not validate the problem. Use this function in loops.
  const LcpAnswer& solve_unchecked(const ContactProblem& problem, const LcpLimits& limits, Start start);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Solves one contact problem with a temporary solver.
LcpAnswer solve_contact_problem(const ContactProblem& problem, const LcpLimits& limits = {});
/// Finds all solutions of the problem's LCP, as all_lcp_solutions() does for any LCP.
LcpAnswer all_contact_solutions(const ContactProblem& problem, const LcpLimits& limits = {});

/// Returns whether the refutation proves exactly that the contact problem has no solution. Returns false if `stop` ends
/// the check.
[[nodiscard]] bool proves_no_solution(const ContactProblem& problem, const LcpRefutation& refutation,
                                      const StopToken& stop = {});

/// Returns lcp_residual(problem.lcp(), z), computed in doubles and without the matrix. O(contacts).
double lcp_residual(const ContactProblem& problem, const Eigen::VectorXd& z);

}  // namespace pawl
