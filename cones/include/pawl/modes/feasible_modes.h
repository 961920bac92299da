// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/mode.h>

#include <Eigen/Core>
#include <cstddef>
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
/// Keeps all modes, of n letters each: 1000 gaps are a million modes and a gigabyte; FeasibleModeWalk keeps one.
std::vector<FeasibleMode> feasible_modes(const ContactSet& set);

/// The same modes in the same order, one at a time, in memory O(n) however many there are:
///
///     for (FeasibleModeWalk walk(set); walk.next();) use(walk.letters());
class FeasibleModeWalk {
 public:
  /// `set` must outlive the walk. `pattern`: letters and `*`, for the modes that match it; empty for all. Throws
  /// InputError for a set that is not valid or a pattern that does not fit it.
  explicit FeasibleModeWalk(const ContactSet& set, std::string_view pattern = {}, const StopToken& stop = {});
  ~FeasibleModeWalk();
  FeasibleModeWalk(FeasibleModeWalk&&) noexcept;
  FeasibleModeWalk& operator=(FeasibleModeWalk&&) noexcept;

  /// Goes to the next mode, the first one at first; false after the last one, and once stopped.
  [[nodiscard]] bool next();
  [[nodiscard]] bool stopped() const;  ///< whether `stop` ended the walk before the last mode

  // Of the present mode, after next() was true; the letters until the next call.
  std::string_view letters() const;
  int motion_dimension() const;
  Eigen::Vector3d acceleration() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct ModeCount {
  std::size_t count = 0;
  bool stopped = false;  ///< there may be more modes than `count`
};

/// How many feasible modes match a pattern, without keeping any. Arguments and errors as for FeasibleModeWalk.
ModeCount count_feasible_modes(const ContactSet& set, std::string_view pattern = {}, const StopToken& stop = {});

/// The same, keeping its memory between calls.
class FeasibleModesSolver {
 public:
  FeasibleModesSolver();
  ~FeasibleModesSolver();
  FeasibleModesSolver(FeasibleModesSolver&&) noexcept;
  FeasibleModesSolver& operator=(FeasibleModesSolver&&) noexcept;

  /// `set` must outlive the use of the results. Throws InputError for one that is not valid.
  void solve(const ContactSet& set);

  std::size_t count() const;
  // Of a mode, counted from 0; they throw InputError for one that there is not.
  std::string_view letters(std::size_t mode) const;  ///< sorted
  int motion_dimension(std::size_t mode) const;
  Eigen::Vector3d acceleration(std::size_t mode) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The feasible modes that match a pattern of letters and `*`, sorted. Throws as FeasibleModeWalk does.
std::vector<Mode> expand_modes(const ContactSet& set, std::string_view pattern);

}  // namespace pawl
