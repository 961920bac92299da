// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/contact/mode.h>

#include <Eigen/Core>
#include <memory>
#include <string_view>
#include <vector>

namespace pawl {

/// A kinematically feasible augmented mode and what shows it.
struct FeasibleMode {
  Mode mode;
  /// An acceleration (vx', vy', omega') of the mode, frame of the contact set, in the span's relative interior; unit
  /// length, or zero where only rest realises the mode. Equalities hold up to rounding, strict rows strictly.
  Eigen::Vector3d acceleration{0, 0, 0};
  int motion_dimension = 0;  ///< dimension of the set of the mode's accelerations, 0..3
};

/// All kinematically feasible augmented modes of a contact set, sorted by mode [BTG02, table 1; MODEL section 2].
///
/// The modes are the cells of an arrangement of planes in R^3, found face by face: at most 4n + 2 when all n contacts
/// touch, O(m^2 + n) with m open gaps. Strict inequalities are honoured; a gap's `s` includes a_n = 0. Decided exactly
/// for the doubles of `set`. No contacts: one mode, the empty string. Throws InputError for a set that is not valid.
std::vector<FeasibleMode> feasible_modes(const ContactSet& set);

/// The same, keeping its memory between calls.
class FeasibleModesSolver {
 public:
  FeasibleModesSolver();
  ~FeasibleModesSolver();
  FeasibleModesSolver(FeasibleModesSolver&&) noexcept;
  FeasibleModesSolver& operator=(FeasibleModesSolver&&) noexcept;

  /// `set` must be valid (ContactSet::validate) and outlive the use of the results.
  void solve(const ContactSet& set);

  std::size_t count() const;
  std::string_view letters(std::size_t mode) const;  ///< sorted
  int motion_dimension(std::size_t mode) const;
  Eigen::Vector3d acceleration(std::size_t mode) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The feasible modes that match a pattern of letters and `*`, sorted. The pattern must fit the set.
std::vector<Mode> expand_modes(const ContactSet& set, std::string_view pattern);

}  // namespace pawl
