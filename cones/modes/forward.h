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

/// The half-space a x + b y + c z + d <= 0 or the plane a x + b y + c z + d = 0, stored as the row (a, b, c, d). The
/// type also represents the point (x, y, z) / w by (x, y, z, w).
using HomogeneousRow = std::array<Integer, 4>;

/// A convex polyhedron in R^3, represented by its exact generators: corners, directions to infinity, and lines.
///
/// It represents the accelerations v' that satisfy the rows of a mode of a moving part. The rows are affine, because
/// they contain terms that are quadratic in the velocity. A point x is written as (x, 1) and a direction d as (d, 0),
/// so the polyhedron is a cone in R^4 with homogeneous rows. The method is the double description of Motzkin, Raiffa,
/// Thompson and Thrall (1953), as stated by Fukuda and Prodon (1996). A row divides the generators into those above, on
/// and below its plane. The generators above the plane are removed. For each removed generator and each neighbour of it
/// below the plane, a new generator on the plane is added. Two extreme rays are neighbours if no third ray lies on all
/// row planes that contain both rays. All numbers are integers; common divisors are removed.
///
/// The cost is O(rows * rays^3) integer operations in the worst case. Modes have about ten rows and few corners.
class ExactPolyhedron {
 public:
  ExactPolyhedron();  ///< constructs the whole space R^3

  void cut(const HomogeneousRow& row);          ///< keeps the points with row . (x, 1) <= 0
  void restrict_to(const HomogeneousRow& row);  ///< keeps the points with row . (x, 1) = 0

  bool empty() const;
  /// Returns whether some point x of the polyhedron has row . (x, 1) < 0. No point may have row . (x, 1) > 0. Returns
  /// false for an empty polyhedron.
  bool reaches_below(const HomogeneousRow& row) const;
  int dimension() const;  ///< dimension of the polyhedron; -1 if it is empty
  /// Returns the corners in doubles, each entry accurate to a few units in the last place.
  std::vector<std::array<double, 3>> corners() const;
  /// Returns the directions to infinity, scaled so that the entry with the largest absolute value is 1 or -1. For a
  /// line, both of its directions are returned. The result is empty for a bounded polyhedron.
  std::vector<std::array<double, 3>> directions() const;

 private:
  struct Ray {
    HomogeneousRow v;
    std::vector<int> active;  // ascending indices of the rows that vanish on the generator
  };
  Ray combined(const Ray& above, const Integer& up, const Ray& below, const Integer& down, int row) const;
  bool adjacent(const Ray& a, const Ray& b) const;
  bool pivot_on_line(const HomogeneousRow& row, bool equality, int index);
  void apply(const HomogeneousRow& row, bool equality);

  std::vector<HomogeneousRow> lines_;
  std::vector<Ray> rays_;
  int rows_ = 1;  // number of rows; row 0 states that the fourth coordinate w is nonnegative
};

// The accelerations of the contacts of a moving part, in rationals.
//
// Contact i of a part with velocity v = (v_x, v_y, w) and acceleration v' has the gap acceleration a_n and the sliding
// acceleration a_t:
//
//     a_n = [n; p x n] . v' - w^2 (n . p) + k,    a_t = [t; p x t] . v' - w^2 (t . p).
//
// Here n and t are the contact's normal and tangent, p is the position relative to the centre of mass, -w^2 p is the
// centripetal part of the material point's acceleration, and k is the contribution of the curvatures of part and fixel
// (geometry/boundary.h). Both accelerations are affine functions of v'. The contact's velocity determines which of the
// two accelerations the mode constrains, and which letters the contact may have (MODEL section 5; TPSL97).

/// The possible motions of a contact, classified by its velocity.
enum class ContactMotion {
  resting,  ///< the contact touches and neither separates nor slides; it may have any letter of a touching contact
  left,     ///< the contact touches and slides left; its letter is `l`, or `s` if it begins to separate
  right,    ///< the contact touches and slides right; its letter is `r`, or `s` if it begins to separate
  parting,  ///< the contact touches and separates; its letter is `s`
  apart,    ///< the contact is across a gap of constant width; the gap's acceleration determines its letter, `a` or `s`
  closing,  ///< the contact is across a gap that closes; its letter is `a`
  opening   ///< the contact is across a gap that opens; its letter is `s`
};

/// The accelerations a_n and a_t of a contact as exact rows on (v', 1). The rows are multiplied by the length of the
/// contact's normal.
struct ContactRows {
  ContactMotion motion = ContactMotion::resting;
  HomogeneousRow normal, tangent;
  /// False if a number was rounded. This happens if a normal has an irrational length that enters together with a
  /// curvature, or if a nonzero speed of at most kRestingVelocity is replaced by 0.
  bool exact = true;
};

/// Returns the rows of all contacts, including the terms that are quadratic in the velocity. The doubles of the set and
/// the twist are taken as exact numbers. Throws InputError at `/twist` if a touching contact approaches.
std::vector<ContactRows> contact_rows(const ContactSet& set, const Eigen::Vector3d& twist);

// The feasible modes of a moving part are found by a depth-first search, similar to the search for a part at rest. The
// rows are affine (ContactRows), however, so the accelerations form polyhedra instead of cones. A node of the search is
// a prefix of letters with the polyhedron of its accelerations. The search continues below a node if the polyhedron is
// not empty. The work is one polyhedron per node, and at most n nodes per mode.

/// The accelerations of one mode: an exact closed polyhedron, and the rows `strict` that must be negative.
struct ModeMotions {
  std::string letters;
  ExactPolyhedron accelerations;
  std::vector<HomogeneousRow> strict;

  /// Returns whether some acceleration satisfies all rows, with strict inequality for the strict rows.
  bool feasible() const;
};

/// Returns the accelerations of one mode.
ModeMotions mode_motions(const std::vector<ContactRows>& rows, std::string_view letters);

/// Calls `visit` for every mode that some acceleration satisfies, sorted by letters. Searches only below feasible
/// prefixes. Returns true if it reached the last mode, and false if `stop` ended it earlier.
bool for_each_affine_mode(const std::vector<ContactRows>& rows, const std::function<void(const ModeMotions&)>& visit,
                          const StopToken& stop = {});

/// Finds the solutions (v', c) of M v' = J c + g in single modes. Uses exact polyhedra for any mode, and linear
/// equations for most modes at rest.
///
/// Forces c of the mode exist for an acceleration v' exactly if g - M v' lies in the cone of the wrenches -J c of all
/// forces of the mode (WrenchHull). Each face f of that cone gives a row f . (g - M v') <= 0 on v'. These rows cut the
/// polyhedron of the mode's accelerations; the accelerations that remain solve the problem. Only the final description
/// is rounded. The reported forces are one possible choice, found by nonnegative least squares over the force edges.
///
/// The dimension of the forces is computed as follows. Edges that no acceleration of the mode uses are dropped. If k
/// edges remain and their wrenches span d dimensions, the set of forces for one acceleration has the dimension k - d.
///
/// If g lies in the interior of the mode's wrench cone and the dimensions of motions and forces add up to 3, the
/// equation M v' - J c = g is one regular linear system, solved in doubles.
class ModeSolver {
 public:
  /// `wrenches` is the hull of the contact set. It must outlive the use of this object. Other code may use the hull
  /// between calls.
  explicit ModeSolver(WrenchHull& wrenches) : wrenches_(wrenches) {}

  /// `set` must be valid and outlive the use of this object.
  void set(const ContactSet& set);
  void set_wrench(const Eigen::Vector3d& wrench);

  /// Returns the set of all solutions in the mode, or nothing if no solution exists. Everything is computed exactly,
  /// and only the result is rounded.
  std::optional<ForwardSolution> solve(const ModeMotions& motions);

  /// Returns the solution in a mode at rest. The mode must allow exactly one acceleration, and a solution must exist.
  /// The acceleration satisfies a_n = 0 (letters l, r, n) and a_t = 0 (letter n), and M v' - g is in the span of the
  /// wrenches of the mode's forces.
  ForwardSolution solve_linear(std::string_view letters);

  /// wrench_rank() returns the dimension of the span of the wrenches of a mode's forces. force_dimension() returns the
  /// dimension of the set of forces of the same mode.
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
  Integer mass_, inertia_;  // mass and inertia, multiplied by the same factor as exact_wrench_

  WrenchHull& wrenches_;
  std::vector<ForceEdge> edges_;  // force edges of the current mode
};

}  // namespace pawl::internal::inline modes
