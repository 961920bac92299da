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

/// How much of the desired modes' wrenches a rival is consistent with too.
enum class Covers {
  all,      ///< every desired cone
  part,     ///< some wrench in a desired cone's relative interior
  boundary  ///< boundary wrenches of desired cones only: changes no verdict
};

enum class Verdict {
  determinate,       ///< every wrench inside the desired cones gives a desired mode
  partly_ambiguous,  ///< some do
  wholly_ambiguous   ///< none does; so it is for a mode that is not feasible
};

struct Rival {
  Mode mode;
  bool jam = false;  ///< its only acceleration is 0
  Covers covers = Covers::boundary;
};

/// Wrenches that are consistent with desired modes alone, up to the cone's boundary.
struct SafePiece {
  Cone cone;
  Eigen::Vector3d wrench{0, 0, 0};  ///< its widest direction, unit length
  double margin = 0;                ///< angle to the cone's nearest face, rad; pi in R^3, 0 in a flat cone
};

struct [[nodiscard]] ModeAmbiguity {
  std::vector<WrenchCone> desired;  ///< the feasible modes asked for, sorted by mode; empty: no acceleration has one
  Verdict verdict = Verdict::wholly_ambiguous;
  std::vector<Rival> rivals;  ///< sorted by mode
  /// The safe set: cones of the desired modes minus those of all others [MODEL section 4]. The pieces do not overlap,
  /// their union is right up to boundaries; widest first. A piece's margin is a lower bound for the safe set's.
  std::vector<SafePiece> safe;
};

struct [[nodiscard]] WrenchAmbiguity {
  std::vector<Mode> modes;  ///< all modes consistent with the wrench, sorted; never empty [TPSL97, theorem 1a]
  bool jam = false;         ///< one of them has no acceleration but 0
  double distance = 0;      ///< angle to the nearest wrench with other modes, rad; pi when there is none, 0 for g = 0
  [[nodiscard]] bool determinate() const { return modes.size() == 1; }
};

/// The modes of one contact set and what they leave open, for a part at rest. Wrenches are in the set's frame; angles
/// in (fx, fy, tau / rho), rho the radius of gyration.
///
/// Friction intervals: a mode counts as consistent when it is for some value in the interval (each contact's own), so
/// `determinate` and the safe set hold for every value. Every decision is exact for what the numbers mean; only widest
/// directions, margins and distances are rounded.
class Ambiguity {
 public:
  /// Computes the cones of all feasible modes. Throws InputError for a set that is not valid.
  explicit Ambiguity(const ContactSet& set, const StopToken& stop = {});

  /// False when `stop` ended the making: then of_mode and of_wrench throw std::logic_error.
  [[nodiscard]] bool complete() const { return complete_; }
  const std::vector<WrenchCone>& cones() const { return cones_; }  ///< of all feasible modes, sorted

  /// `pattern`: one letter a fixel; `*` stands for any letter, and the modes that match are all desired. Throws
  /// InputError for one that does not fit the set. Nothing when stopped.
  std::optional<ModeAmbiguity> of_mode(std::string_view pattern, const StopToken& stop) const;
  ModeAmbiguity of_mode(std::string_view pattern) const { return *of_mode(pattern, {}); }

  /// Throws InputError unless g is finite. Nothing when stopped.
  std::optional<WrenchAmbiguity> of_wrench(const Eigen::Vector3d& g, const StopToken& stop) const;
  WrenchAmbiguity of_wrench(const Eigen::Vector3d& g) const { return *of_wrench(g, {}); }

 private:
  void require_complete() const;

  ContactSet set_;
  std::vector<WrenchCone> cones_;
  bool complete_ = false;
};

}  // namespace pawl
