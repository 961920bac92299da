// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/contact/contact.h>
#include <pawl/modes/forward.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exact/numbers.h"
#include "modes/wrench_cone.h"

namespace pawl::internal::inline modes {

/// A plane's or half-space's row (a, b, c, d): a x + b y + c z + d <= 0 (or = 0); also a point (x, y, z, w) / w.
using HomogeneousRow = std::array<Integer, 4>;

/// A convex polyhedron in R^3 by its exact generators: corners, directions to infinity, and lines.
///
/// The problem: which accelerations v' satisfy the rows of a mode of a moving part, whose velocity products make the
/// rows affine. A point x is written (x, 1) and a direction (d, 0), so that the polyhedron is a cone in R^4 and its
/// rows are homogeneous. The method is the double description of Motzkin, Raiffa, Thompson and Thrall (1953), as Fukuda
/// and Prodon (1996) state it: a row cuts the generators into those above, on and below its plane; those above go, and
/// each pair of neighbours on either side gives a new one on the plane. Two extreme rays are neighbours when no third
/// lies on every row that both lie on. Integers throughout, common divisors removed.
///
/// Cost: O(rows * rays^3) integer operations in the worst case; modes have some ten rows and few corners.
class ExactPolyhedron {
 public:
  ExactPolyhedron();  ///< all of R^3

  void cut(const HomogeneousRow& row);          ///< row . (x, 1) <= 0
  void restrict_to(const HomogeneousRow& row);  ///< row . (x, 1) = 0

  bool empty() const;
  /// Whether some point has row . (x, 1) < 0, given that no point has more; false for an empty polyhedron.
  bool reaches_below(const HomogeneousRow& row) const;
  int dimension() const;  ///< -1 when empty
  /// Corners in doubles, each entry within a few units in the last place.
  std::vector<std::array<double, 3>> corners() const;
  /// Directions that lead to infinity, largest entry 1; of a line both. Empty when bounded.
  std::vector<std::array<double, 3>> directions() const;

 private:
  struct Ray {
    HomogeneousRow v;
    std::vector<int> active;  // rows that vanish on it, ascending
  };
  Ray combined(const Ray& above, const Integer& up, const Ray& below, const Integer& down, int row) const;
  bool adjacent(const Ray& a, const Ray& b) const;
  bool pivot_on_line(const HomogeneousRow& row, bool equality, int index);
  void apply(const HomogeneousRow& row, bool equality);

  std::vector<HomogeneousRow> lines_;
  std::vector<Ray> rays_;
  int rows_ = 1;  // row 0: the homogenising coordinate is not negative
};

// The accelerations of the contacts of a moving part, in rationals.
//
// Contact i of a part with velocity v = (v_x, v_y, w) and acceleration v' has the gap's and the sliding acceleration
//
//     a_n = [n; p x n] . v' - w^2 (n . p) + k,    a_t = [t; p x t] . v' - w^2 (t . p),
//
// p from the centre of mass: the material point's acceleration, of which -w^2 p is the centripetal part, and k, what
// the curvatures of part and fixel add (geometry/boundary.h). Both are affine in v'. Which of them the mode
// constrains, and which letters the contact may have, is decided by its velocity (MODEL section 5; TPSL97).

/// What a contact's velocity leaves open.
enum class ContactMotion {
  resting,  ///< touching, neither parting nor sliding: any letter of a touching contact
  left,     ///< touching and sliding left: `l`, or `s` when it is lost
  right,    ///< touching and sliding right
  parting,  ///< touching, but not for long: `s`
  apart,    ///< across a gap that keeps its width: `a` or `s` by its acceleration
  closing,  ///< across a gap that closes: `a`
  opening   ///< across a gap that opens: `s`
};

/// A contact's accelerations as exact rows on (v', 1): a_n and a_t, in the contact's own frame length.
struct ContactRows {
  ContactMotion motion = ContactMotion::resting;
  HomogeneousRow normal, tangent;
  /// False where a number was rounded on the way: a normal's irrational length beside a curvature, or a speed within
  /// kRestingVelocity of 0 that is not 0.
  bool exact = true;
};

/// Velocity products included, in rationals from what the numbers mean. Throws InputError at `/twist` for contacts that
/// approach.
std::vector<ContactRows> contact_rows(const ContactSet& set, const Eigen::Vector3d& twist);

// The feasible modes of a moving part: as for one at rest, but the rows are affine (ContactRows), so that
// accelerations form polyhedra instead of cones. Found by depth-first search: a node is a prefix of letters with the
// polyhedron of its accelerations, and is followed while that is not empty. Work: a polyhedron a node, at most n nodes
// a mode.

/// The accelerations of one mode as an exact polyhedron, closed; `strict` rows must be below zero.
struct ModeMotions {
  std::string letters;
  ExactPolyhedron accelerations;
  std::vector<HomogeneousRow> strict;

  /// Whether some acceleration satisfies all rows, the strict ones strictly.
  bool feasible() const;
};

/// The accelerations of one mode.
ModeMotions mode_motions(const std::vector<ContactRows>& rows, std::string_view letters);

/// Calls `visit` for every mode that some acceleration satisfies, sorted by letters: contact after contact, following
/// only what is still feasible.
/// Returns whether it came to the last: false when stopped.
bool for_each_affine_mode(const std::vector<ContactRows>& rows, const std::function<void(const ModeMotions&)>& visit,
                          const StopToken& stop = {});

/// The solutions (v', c) of M v' = J c + g in single modes: of any mode through exact polyhedra, of most at rest by
/// linear equations.
///
/// Forces c of the mode exist for an acceleration v' exactly when g - M v' lies in the cone of their wrenches -J c
/// (WrenchHull). Each face f of that cone gives a row f . (g - M v') <= 0 on v', so the accelerations that solve the
/// mode are its polyhedron of motions cut by these rows; nothing is rounded before it is described. The forces are then
/// one member of their set: non-negative least squares over the force edges.
///
/// Dimension of the forces: edges that no acceleration of the mode uses are idle and dropped; k edges whose wrenches
/// span d dimensions leave k - d for each acceleration.
///
/// Where g lies in the interior of the mode's wrench cone and motions and forces together have just 3 dimensions,
/// M v' - J c = g is one regular system in doubles.
class ModeSolver {
 public:
  /// `wrenches` is that of the contact set, and serves others between calls; it must outlive the use.
  explicit ModeSolver(WrenchHull& wrenches) : wrenches_(wrenches) {}

  /// `set` must be valid and outlive the use.
  void set(const ContactSet& set);
  void set_wrench(const Eigen::Vector3d& wrench);

  /// All solutions in the mode, if any; exact but for rounding the result.
  std::optional<ForwardSolution> solve(const ModeMotions& motions);

  /// The solution in a mode at rest that allows exactly one acceleration, known to exist: it satisfies
  /// a_n = 0 (l r n), a_t = 0 (n) and M v' - g in the span of the mode's forces.
  ForwardSolution solve_linear(std::string_view letters);

  /// Dimension of the span of the wrenches of the forces that a mode allows; and of the forces themselves.
  int wrench_rank(std::string_view letters);
  int force_dimension() const { return static_cast<int>(edges_.size()); }

 private:
  void select(std::string_view letters);
  std::vector<IntegerVector> exact(const std::vector<CrossPair>& pairs);
  HomogeneousRow balance(const IntegerVector& row) const;
  void drop_idle_edges(const ExactPolyhedron& accelerations, const std::vector<IntegerVector>& rows,
                       const std::vector<HomogeneousRow>& faces);
  int force_freedom();
  Eigen::MatrixXd spans() const;
  void set_forces(ForwardSolution& solution) const;

  const ContactSet* set_ = nullptr;
  Eigen::MatrixXd jacobian_;
  Eigen::Vector3d wrench_{0, 0, 0};
  IntegerVector exact_wrench_;
  Integer mass_, inertia_;  // to the same scale

  WrenchHull& wrenches_;
  std::vector<ForceEdge> edges_;  // of the mode at hand
};

}  // namespace pawl::internal::inline modes
