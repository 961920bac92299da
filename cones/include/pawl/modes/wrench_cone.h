// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/cones/cone.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/mode.h>

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pawl {

/// The method for computing a wrench cone. Both methods are exact and agree [MODEL section 3].
enum class Route {
  sum,   ///< the sum M A + (-J F) in R^3, for the accelerations A and the contact forces F of the mode
  enrsv  ///< the method of [BTG02, section 5] with the matrices of contact_matrices.h; needs PAWL_WITH_CDDLIB
};

/// Returns whether this build supports Route::enrsv.
[[nodiscard]] bool has_route_enrsv();

/// The external wrenches that are consistent with a mode.
struct WrenchCone {
  Mode mode;
  /// True if some acceleration satisfies all conditions of the mode, including the strict inequalities. If false, no
  /// wrench is consistent with the mode.
  bool feasible = false;
  bool at_rest = false;  ///< true if the mode has no acceleration except 0
  Cone cone;             ///< the closed cone, in the contact set's frame; the zero cone if `feasible` is false
  /// The parts of the boundary whose wrenches are not consistent with the mode, as minimal sets of face indices. A
  /// wrench of `cone` that lies on all faces of one of these sets is not consistent with the mode, because a strict
  /// inequality of the mode would be an equality there. Every other wrench of `cone` is consistent with the mode.
  std::vector<std::vector<int>> excluded;
  /// Whether the cone of a feasible mode passed an exact check. For Route::enrsv, the check also requires that the cone
  /// equals that of Route::sum. For a feasible mode, the value false would mean a bug in Pawl. Always false for a mode
  /// that is not feasible.
  bool certified = false;

  /// Returns whether g is consistent with the mode. The wrench g is in the frame of `cone`, and its doubles are taken
  /// as exact numbers. Strict inequalities of the mode must hold strictly. Throws InputError unless g is finite.
  [[nodiscard]] bool admits(const Eigen::Vector3d& g) const;
  /// Returns whether the wrenches in the relative interior of `inner` are consistent with the mode. `inner` must be a
  /// subset of `cone`. If the result is false, no wrench of `inner` is consistent.
  [[nodiscard]] bool admits(const Cone& inner) const;
  /// Takes face indices in ascending order. Returns whether the wrenches of `cone` that lie on exactly these faces are
  /// consistent with the mode.
  [[nodiscard]] bool admits_on(const std::vector<int>& active_faces) const;
};

/// Returns the wrench cone of one mode. Throws InputError for a set that is not valid, a mode that does not fit the
/// set, or a route that this build lacks.
///
/// If a contact has a friction interval, the edges of both ends of the interval are used if the contact slides, and
/// those of the high end if it rolls. If static and kinetic friction differ, the kinetic interval is used if the
/// contact slides, and the static interval if it rolls.
WrenchCone wrench_cone(const ContactSet& set, const Mode& mode, Route route = Route::sum);

/// Returns the wrench cones of all feasible modes, sorted by mode. Stores all cones; for_each_wrench_cone stores only
/// one at a time.
std::vector<WrenchCone> wrench_cones(const ContactSet& set);

struct WrenchConeWalkOptions {
  std::string pattern;  ///< letters and `*`: selects the modes that match; an empty pattern selects all modes
  Route route = Route::sum;
  StopToken stop;
};

/// Passes the wrench cones of the feasible modes to `use`, one at a time, sorted by mode. Needs O(n) memory for any
/// number of modes. Returns true after the last cone, and false if the stop token ended the walk earlier. Throws the
/// same InputErrors as wrench_cone().
bool for_each_wrench_cone(const ContactSet& set, const std::function<void(const WrenchCone&)>& use,
                          const WrenchConeWalkOptions& options = {});

/// Returns the wrenches with which a part can rest: {-J c : |c_t| <= mu c_n} over the touching contacts, where mu is
/// the high end of the friction interval. Throws InputError for a set that is not valid.
Cone rest_cone(const ContactSet& set);

/// Returns the cone of momenta M v for the velocities v that satisfy the mode, with the mode's conditions on
/// accelerations read as conditions on velocities. Contact forces are not included. `excluded` and `admits` work as for
/// wrenches. Used for impacts [MODEL section 6]. Throws the same InputErrors as wrench_cone().
WrenchCone momentum_cone(const ContactSet& set, const Mode& mode);

/// A cone in doubles only. Its unit vectors are accurate to 1e-12. If the cone is pointed and has an interior, the rays
/// are in cyclic order and faces[i] lies between rays i and i + 1. Otherwise rays, lines, faces and equalities have the
/// orthogonality properties of Cone, but their order is not canonical.
struct ConeRows {
  Cone::Rows rays, lines, faces, equalities;
};

/// Computes the wrench cones of many modes of one contact set by Route::sum. The solver reuses its memory. After the
/// first calls, solve() allocates no memory if doubles with error bounds decide all signs.
class WrenchConeSolver {
 public:
  WrenchConeSolver();
  ~WrenchConeSolver();
  WrenchConeSolver(WrenchConeSolver&&) noexcept;
  WrenchConeSolver& operator=(WrenchConeSolver&&) noexcept;

  /// Sets the contacts. `set` must outlive the use of the solver. Throws InputError if `set` is not valid.
  void set(const ContactSet& set);
  /// Replaces the contacts by `set`, which may differ from the set of the last set() only in which contacts touch. Both
  /// sets must outlive the use of the solver. After this call, result() reuses the data that depend only on the letters
  /// of a mode. Throws InputError for a set that is not valid or has another size, and std::logic_error if set() was
  /// not called before.
  void touch(const ContactSet& set);
  /// Computes the wrench cone of one mode. Returns whether the mode is feasible. Throws InputError for letters that do
  /// not fit the set, and std::logic_error if set() was not called before.
  bool solve(std::string_view letters);
  /// Returns the rows of the cone of the last solve(), which are computed at the first call. Throws std::logic_error if
  /// that solve() found the mode infeasible.
  const ConeRows& rows();
  /// Cone of the last solve(), with exact vectors and `excluded`; if the mode is not feasible, a WrenchCone that states
  /// this.
  WrenchCone result();
  WrenchCone momenta();  ///< momentum_cone() of the mode of the last solve()
  Cone rest();           ///< rest_cone() of the last contact set; discards the result of the last solve()

  /// Returns the number of signs, since the solver was constructed, that doubles could not decide and that were
  /// computed from integers.
  std::uint64_t exact_decisions() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pawl
