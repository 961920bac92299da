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

/// How a wrench cone is computed; both are exact and agree [MODEL section 3].
enum class Route {
  sum,   ///< M {v' of the mode} + (-J {c of the mode}), in R^3
  enrsv  ///< K = E C N R S V, P = E B, F = K^F P [BTG02, section 5]; needs PAWL_WITH_CDDLIB
};

/// Whether this build has route `enrsv`.
[[nodiscard]] bool has_route_enrsv();

/// The external wrenches consistent with an augmented mode.
struct WrenchCone {
  Mode mode;
  bool feasible = false;  ///< some acceleration satisfies the mode's rows, strict ones strictly; else there is no cone
  bool at_rest = false;   ///< the mode's only acceleration is 0
  Cone cone;              ///< the closed cone, in the contact set's frame; the zero cone when not feasible
  /// Minimal sets of face indices: a wrench of `cone` that lies on all faces of one of them is not consistent with
  /// the mode (a strict row would be zero there); every other wrench of `cone` is.
  std::vector<std::vector<int>> excluded;
  /// Decided exactly and verified (`enrsv`: and equal to route `sum`'s cone); false would be a fault of ours.
  bool certified = false;

  /// Whether g (same frame, what its numbers mean) is consistent with the mode, strict rows strict. Throws InputError
  /// unless g is finite.
  [[nodiscard]] bool admits(const Eigen::Vector3d& g) const;
  /// Whether the relative interior of `inner`, a subset of `cone`, is consistent with the mode; if it is not, then no
  /// wrench of `inner` is.
  [[nodiscard]] bool admits(const Cone& inner) const;

 private:
  [[nodiscard]] bool admits_on(const std::vector<int>& active_faces) const;
};

/// The wrench cone of one mode. Friction intervals give the interval's cone: sliding spans both ends' edges, rolling
/// uses the high end. Throws InputError for a set that is not valid, a mode that does not fit, or a route that this
/// build lacks.
WrenchCone wrench_cone(const ContactSet& set, const Mode& mode, Route route = Route::sum);

/// The wrench cones of all feasible modes, sorted by mode. Keeps them all; for many modes see the next.
std::vector<WrenchCone> wrench_cones(const ContactSet& set);

struct WrenchConeWalkOptions {
  std::string pattern;  ///< letters and `*`, for the modes that match it; empty: all
  Route route = Route::sum;
  StopToken stop;
};

/// Hands the wrench cones of the feasible modes to `use`, one at a time and sorted by mode, in memory O(n) however many
/// there are. Returns whether it came to the last: false when it was stopped. Throws as wrench_cone does.
bool for_each_wrench_cone(const ContactSet& set, const std::function<void(const WrenchCone&)>& use,
                          const WrenchConeWalkOptions& options = {});

/// The wrenches with which a part can rest: {-J c : |c_t| <= mu c_n} over the touching contacts, mu the friction's high
/// end. Throws InputError for a set that is not valid.
Cone rest_cone(const ContactSet& set);

/// The momenta M v of the velocities that have the signs of a mode's accelerations, as the cone of a mode without
/// forces; `excluded` and `admits` as for wrenches. For impacts [MODEL section 6]. Throws as wrench_cone does.
WrenchCone momentum_cone(const ContactSet& set, const Mode& mode);

/// A cone in doubles only: unit vectors good to 1e-12, rays in cyclic order, faces[i] between rays i and i + 1 when
/// the cone is pointed with interior; otherwise orthogonal as Cone says, but in no canonical order.
struct ConeRows {
  Cone::Rows rays, lines, faces, equalities;
};

/// Wrench cones of many modes of one contact set by route `sum`. Keeps its memory: once warm, a solve whose signs the
/// filters decide allocates nothing.
class WrenchConeSolver {
 public:
  WrenchConeSolver();
  ~WrenchConeSolver();
  WrenchConeSolver(WrenchConeSolver&&) noexcept;
  WrenchConeSolver& operator=(WrenchConeSolver&&) noexcept;

  /// `set` must outlive the use of the solver. Throws InputError for one that is not valid.
  void set(const ContactSet& set);
  /// `set` is that of the last set() but for which contacts touch (and must outlive the use, as that one must). From
  /// then on result() keeps what depends on the letters alone for modes of the same letters. Throws InputError for a
  /// set that is not valid or of another size, and std::logic_error before the first set().
  void touch(const ContactSet& set);
  /// Solves for one mode; returns whether it is feasible. Throws InputError for letters that do not fit the set, and
  /// std::logic_error before the first set().
  bool solve(std::string_view letters);
  /// Of the last solve, computed when first asked for. Throws std::logic_error where that found no feasible mode.
  const ConeRows& rows();
  WrenchCone result();   ///< of the last solve, with exact vectors and `excluded`
  WrenchCone momenta();  ///< of the last solve: momentum_cone
  Cone rest();           ///< rest_cone of the set; there is then no last solve

  /// Signs that needed integers since the solver was made.
  std::uint64_t exact_decisions() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace pawl
