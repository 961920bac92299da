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
  enrsv  ///< the method of [BTG02, section 5] with the matrices of contact_matrices.h; needs a build with
         ///< PAWL_WITH_CDDLIB
};

/// Returns whether this build has route `enrsv`.
[[nodiscard]] bool has_route_enrsv();

/// The external wrenches consistent with an augmented mode.
struct WrenchCone {
  Mode mode;
  bool feasible = false;  ///< true if some acceleration satisfies the mode's conditions, including the strict
                          ///< inequalities; if false, no cone exists
  bool at_rest = false;  ///< true if the only acceleration of the mode is 0
  Cone cone;             ///< the closed cone, in the contact set's frame; the zero cone if not feasible
  /// The parts of the boundary that do not belong to the mode, as minimal sets of face indices. A wrench of `cone` that
  /// lies on all faces of one of these sets is not consistent with the mode, because a strict inequality of the mode
  /// would be an equality there. Every other wrench of `cone` is consistent with the mode.
  std::vector<std::vector<int>> excluded;
  /// Whether the cone passed an exact check. For route `enrsv`, the check also requires that the cone equals that of
  /// route `sum`. The value false would mean a bug in Pawl.
  bool certified = false;

  /// Checks whether g (same frame, exact for its doubles) is consistent with the mode. The strict inequalities of the
  /// mode must hold strictly. Throws InputError unless g is finite.
  [[nodiscard]] bool admits(const Eigen::Vector3d& g) const;
  /// Checks whether the wrenches in the relative interior of `inner`, a subset of `cone`, are consistent with the mode.
  /// If the result is false, no wrench of `inner` is consistent.
  [[nodiscard]] bool admits(const Cone& inner) const;
  /// Checks whether the wrenches of `cone` that lie on these faces, and on no others, are consistent with the mode.
  /// `active_faces` contains ascending indices.
  [[nodiscard]] bool admits_on(const std::vector<int>& active_faces) const;
};

/// Returns the wrench cone of one mode. For contacts with a friction interval, sliding contacts use the edges of both
/// ends of the interval, and rolling contacts use the high end; if static and kinetic friction differ, sliding contacts
/// use the kinetic interval, and rolling contacts the high end of the static interval. Throws InputError for a set that
/// is not valid, a mode that does not fit, or a route that this build lacks.
WrenchCone wrench_cone(const ContactSet& set, const Mode& mode, Route route = Route::sum);

/// Returns the wrench cones of all feasible modes, sorted by mode. Stores all cones; for_each_wrench_cone stores only
/// one at a time.
std::vector<WrenchCone> wrench_cones(const ContactSet& set);

struct WrenchConeWalkOptions {
  std::string pattern;  ///< letters and `*`, which select the modes that match; an empty pattern selects all modes
  Route route = Route::sum;
  StopToken stop;
};

/// Passes the wrench cones of the feasible modes to `use`, one at a time, sorted by mode. Takes O(n) memory for any
/// number of modes. Returns true if all cones were passed on, and false if stopped. Throws InputError in the cases of
/// wrench_cone().
bool for_each_wrench_cone(const ContactSet& set, const std::function<void(const WrenchCone&)>& use,
                          const WrenchConeWalkOptions& options = {});

/// Returns the wrenches with which a part can rest: {-J c : |c_t| <= mu c_n} over the touching contacts, with mu the
/// high end of friction. Throws InputError for a set that is not valid.
Cone rest_cone(const ContactSet& set);

/// Returns the cone of momenta M v whose velocities v have the signs that the mode requires of accelerations. Contact
/// forces are not included; `excluded` and `admits` act as for wrenches. Used for impacts [MODEL section 6]. Throws
/// InputError in the cases of wrench_cone().
WrenchCone momentum_cone(const ContactSet& set, const Mode& mode);

/// A cone in doubles only, with unit vectors that are accurate to 1e-12. If the cone is pointed and has an interior,
/// the rays are in cyclic order and faces[i] lies between rays i and i + 1. Otherwise the vectors are orthogonal to
/// each other as in Cone, but their order is not canonical.
struct ConeRows {
  Cone::Rows rays, lines, faces, equalities;
};

/// A solver for the wrench cones of many modes of one contact set by route `sum`. The solver reuses its memory. After
/// the first calls, solve() allocates no memory if doubles with error bounds decide all signs.
class WrenchConeSolver {
 public:
  WrenchConeSolver();
  ~WrenchConeSolver();
  WrenchConeSolver(WrenchConeSolver&&) noexcept;
  WrenchConeSolver& operator=(WrenchConeSolver&&) noexcept;

  /// Sets the contacts. `set` must outlive the use of the solver. Throws InputError if it is not valid.
  void set(const ContactSet& set);
  /// Replaces the contacts by `set`, which may differ from the set of the last set() only in which contacts touch. Both
  /// sets must outlive the use of the solver. From then on, result() reuses the data that depend only on the letters of
  /// a mode. Throws InputError for a set that is not valid or of another size, and std::logic_error before the first
  /// set().
  void touch(const ContactSet& set);
  /// Solves for one mode. Returns whether it is feasible. Throws InputError for letters that do not fit the set, and
  /// std::logic_error before the first set().
  bool solve(std::string_view letters);
  /// Returns the rows of the last solve, computed at the first call. Throws std::logic_error if that solve found no
  /// feasible mode.
  const ConeRows& rows();
  WrenchCone result();   ///< Returns the cone of the last solve, with exact vectors and `excluded`.
  WrenchCone momenta();  ///< Returns momentum_cone() of the last mode.
  Cone rest();           ///< Returns rest_cone() of the set. The result of the last solve is lost.

  /// Returns the number of signs that required integers since the solver was constructed.
  std::uint64_t exact_decisions() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pawl
