// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/cones/cone.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/mode.h>
#include <pawl/modes/wrench_cone.h>

#include <Eigen/Core>
#include <optional>
#include <string_view>
#include <vector>

namespace pawl {

/// How the wrenches of a rival overlap those of the desired modes. Each value states which wrenches are consistent both
/// with the rival and with some desired mode.
enum class Covers {
  all,      ///< all wrenches of every desired cone, except perhaps on boundaries
  part,     ///< at least one wrench in the relative interior of a desired cone
  boundary  ///< only wrenches on boundaries of desired cones; such a rival changes no verdict
};

enum class Verdict {
  determinate,       ///< every wrench inside the desired cones produces only desired modes
  partly_ambiguous,  ///< some wrenches produce only desired modes
  wholly_ambiguous   ///< no wrench produces only desired modes; this is also the verdict if no desired mode is feasible
};

struct Rival {
  Mode mode;
  bool jam = false;  ///< true if 0 is the only acceleration of the rival, so that the part may jam
  Covers covers = Covers::boundary;
};

/// A cone of wrenches that are consistent only with desired modes, except perhaps on its boundary.
struct SafePiece {
  Cone cone;
  Eigen::Vector3d wrench{0, 0, 0};  ///< widest direction of the cone; a unit vector
  /// Angle from `wrench` to the cone's nearest face, rad. It is pi if the cone is R^3, and 0 if the cone has no
  /// interior.
  double margin = 0;
};

struct [[nodiscard]] ModeAmbiguity {
  std::vector<WrenchCone> desired;  ///< feasible modes that match the pattern, sorted by mode; may be empty
  Verdict verdict = Verdict::wholly_ambiguous;
  std::vector<Rival> rivals;  ///< rivals, sorted by mode
  /// The safe set: the cones of the desired modes minus the cones of all other modes [MODEL section 4]. The pieces do
  /// not overlap. Their union is the safe set, except for wrenches on boundaries. The widest piece comes first. A
  /// piece's margin is a lower bound on the margin of the safe set.
  std::vector<SafePiece> safe;
};

struct [[nodiscard]] WrenchAmbiguity {
  std::vector<Mode> modes;  ///< all modes consistent with the wrench, sorted; never empty [TPSL97, theorem 1a]
  bool jam = false;         ///< true if 0 is the only acceleration of one of the modes, so that the part may jam
  /// Angle to the nearest wrench with a different list of modes, rad. It is pi if no such wrench exists, and 0 for g =
  /// 0.
  double distance = 0;
  [[nodiscard]] bool determinate() const { return modes.size() == 1; }
};

/// The feasible modes of one contact set and their ambiguities, for a part at rest. Wrenches are in the set's frame.
/// Angles are measured in (fx, fy, tau / rho), where rho is the radius of gyration.
///
/// With friction intervals, each contact may have any friction coefficient in its interval. A mode counts as consistent
/// if some choice of these coefficients makes it consistent. Therefore the verdict `determinate` and the safe set are
/// valid for every choice of coefficients. Every decision is exact for the given doubles; only widest directions,
/// margins and distances are rounded.
class Ambiguity {
 public:
  /// Computes the cones of all feasible modes. Throws InputError for a set that is not valid.
  explicit Ambiguity(const ContactSet& set, const StopToken& stop = {});

  /// Returns false if `stop` ended the construction early. In this case of_mode and of_wrench throw std::logic_error.
  [[nodiscard]] bool complete() const { return complete_; }
  const std::vector<WrenchCone>& cones() const { return cones_; }  ///< cones of all feasible modes, sorted

  /// Compares the desired modes with their rivals. The desired modes are those that match `pattern` (one letter per
  /// fixel; `*` stands for any letter). Throws InputError if the pattern does not fit the set. Returns nothing if
  /// `stop` ended the comparison.
  std::optional<ModeAmbiguity> of_mode(std::string_view pattern, const StopToken& stop) const;
  ModeAmbiguity of_mode(std::string_view pattern) const { return *of_mode(pattern, {}); }

  /// Finds the modes that are consistent with g. Throws InputError unless g is finite. Returns nothing if `stop` ended
  /// the search.
  std::optional<WrenchAmbiguity> of_wrench(const Eigen::Vector3d& g, const StopToken& stop) const;
  WrenchAmbiguity of_wrench(const Eigen::Vector3d& g) const { return *of_wrench(g, {}); }

 private:
  void require_complete() const;

  ContactSet set_;
  std::vector<WrenchCone> cones_;
  bool complete_ = false;
};

}  // namespace pawl
