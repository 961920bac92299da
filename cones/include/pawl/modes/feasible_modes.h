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

/// A kinematically feasible mode, and an acceleration that proves its feasibility.
struct FeasibleMode {
  Mode mode;
  /// An acceleration (vx', vy', omega') in the relative interior of the set of the mode's accelerations, in the frame
  /// of the contact set. It has unit length, or is zero if 0 is the only acceleration of the mode. It satisfies the
  /// mode's equalities up to rounding, and the mode's strict inequalities strictly.
  Eigen::Vector3d acceleration{0, 0, 0};
  int motion_dimension = 0;  ///< dimension of the set of the mode's accelerations, in [0, 3]
};

/// Returns all kinematically feasible modes of a contact set, sorted by mode [BTG02, table 1; MODEL section 2].
///
/// The modes are the cells of an arrangement of planes in R^3. The algorithm finds the cells of one face of the
/// admissible cone after the other. There are at most 4n + 2 modes if all n contacts touch, and O(m^2 + n) modes if m
/// contacts have gaps. Strict inequalities of a mode must hold strictly. Across a gap, the letter `s` includes a_n = 0.
/// Modes are decided exactly for the doubles of `set`. Without contacts the only mode is the empty string. Throws
/// InputError for a set that is not valid.
///
/// The function stores all modes, with n letters per mode. For example, 1000 gaps have a million modes, which take a
/// gigabyte. FeasibleModeWalk stores only one mode at a time.
std::vector<FeasibleMode> feasible_modes(const ContactSet& set);

/// Enumerates the modes of feasible_modes() one at a time, in the same order. Needs O(n) memory for any number of
/// modes:
///
///     for (FeasibleModeWalk walk(set); walk.next();) use(walk.letters());
class FeasibleModeWalk {
 public:
  /// Prepares a walk; the first call of next() finds the first mode. `set` must outlive the walk. `pattern` consists of
  /// letters and `*`, and selects the modes that match it. An empty pattern selects all modes. Throws InputError for a
  /// set that is not valid, or for a pattern that does not fit the set.
  explicit FeasibleModeWalk(const ContactSet& set, std::string_view pattern = {}, const StopToken& stop = {});
  ~FeasibleModeWalk();
  FeasibleModeWalk(FeasibleModeWalk&&) noexcept;
  FeasibleModeWalk& operator=(FeasibleModeWalk&&) noexcept;

  /// Advances to the next mode; the first call advances to the first mode. Returns false after the last mode, or if
  /// `stop` ended the walk.
  [[nodiscard]] bool next();
  [[nodiscard]] bool stopped() const;  ///< true if `stop` ended the walk before the last mode

  // The functions below describe the current mode. Call them only after next() returned true. The letters are valid
  // until the next call of next().
  std::string_view letters() const;
  int motion_dimension() const;
  Eigen::Vector3d acceleration() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct ModeCount {
  std::size_t count = 0;
  bool stopped = false;  ///< true if `stop` ended the count early; the number of modes may then exceed `count`
};

/// Counts the feasible modes that match a pattern, without storing them. Arguments and errors are those of
/// FeasibleModeWalk.
ModeCount count_feasible_modes(const ContactSet& set, std::string_view pattern = {}, const StopToken& stop = {});

/// Computes the results of feasible_modes() for several sets, and reuses its memory between calls.
class FeasibleModesSolver {
 public:
  FeasibleModesSolver();
  ~FeasibleModesSolver();
  FeasibleModesSolver(FeasibleModesSolver&&) noexcept;
  FeasibleModesSolver& operator=(FeasibleModesSolver&&) noexcept;

  /// Finds the modes. `set` must outlive the use of the results. Throws InputError if `set` is not valid.
  void solve(const ContactSet& set);

  std::size_t count() const;
  // The functions below describe the mode with the index `mode`, counted from 0. They throw InputError if no mode has
  // this index.
  std::string_view letters(std::size_t mode) const;  ///< letters of the mode; modes are sorted by letters
  int motion_dimension(std::size_t mode) const;
  Eigen::Vector3d acceleration(std::size_t mode) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Returns the feasible modes that match a pattern of letters and `*`, sorted. Throws the same InputErrors as
/// FeasibleModeWalk.
std::vector<Mode> expand_modes(const ContactSet& set, std::string_view pattern);

}  // namespace pawl
