// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "friction/path/basis_inverse.h"
#include "friction/path/contact_frame.h"

namespace pawl {

/// Lemke's path of a contact problem in the generators of its forces: for z0 falling to 0 the solutions of the problem
/// with biases b + d z0. A contact is open, slides by one generator, or sticks by both, so a basis has one row (a_n =
/// 0, a_t = 0) for each generator in it, and its inverse is all that pivots change: at most 2 rows a contact, and never
/// more than the bodies have degrees of freedom but one, where the LCP's dictionary has 3 or 4 rows a contact always.
///
/// The pairs (s+, a+) and (a-, s-) of an open contact are zero with its force and follow its a_t; they need no pivots.
/// Ties are broken by the largest pivot, so that nothing forbids cycling: runs end after so many pivots. The inverse is
/// made anew from time to time, and the values with it, so that rounding does not add up.
class ContactPath {
 public:
  enum class End { solved, ray, limit };
  enum class State : char { open, plus, minus, sticks };  ///< by which generators: none, the first, the second, both

  explicit ContactPath(const ContactFrame& frame) : frame_(frame) {}

  /// When to give up: after so many pivots, or when stopped.
  struct Limits {
    int pivots = 0;
    StopToken stop;
  };

  /// From z = 0, covered by d = 1 (nearly) in every a_n.
  End run(const Limits& limits);
  /// Covered by random numbers, in a_t too.
  End run_at_random(const Limits& limits, unsigned seed);
  /// From what `state()` was, as far as it is a basis, covered by ones in its dictionary.
  End run_again(const Limits& limits);

  int pivots() const { return pivots_; }
  /// After End::solved: the scaled force of a generator, >= 0, and the scaled motion at a contact.
  double force(int contact, int generator) const;
  double motion(int contact, bool tangent) const { return w_[at(2 * contact + tangent)]; }
  State state(int contact) const { return state_[at(contact)]; }
  bool has_states(int contacts) const { return static_cast<int>(state_.size()) == contacts; }

 private:
  /// Variables: generators 0..2m-1, then the rows' motions 2m..4m-1, z0 the last.
  struct Block {
    int variable = -1;
    double value = 0, fall = 0;
  };
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int motions_from() const { return 2 * frame_.size(); }
  int cover() const { return 4 * frame_.size(); }
  bool is_row(int variable) const { return variable >= motions_from() && variable != cover(); }
  bool active(int row) const { return row_place_[at(row)] >= 0; }
  bool blocks(int contact) const { return slides_[at(contact)] != 0 && !active(2 * contact + 1); }

  void clear();
  void start_open();
  void adopt_states(const StopToken& stop);
  void find_point();
  double entry(int row, int variable) const;
  bool refactor(const StopToken& stop);
  void cover_evenly();
  bool leave_start();
  End follow(const Limits& limits);
  void find_rates();
  void find_basic_rates();
  void rates_of_motions();
  Block first_block();
  void consider(int variable, double value, double rate);
  bool may_end(double step) const;
  void advance(double step);
  void exchange(int leaving, double step);
  void replace_basic(int place);
  void add_row(int row, double rate);
  void drop_row(int row, int place);
  void replace_row(int row, int by);
  void row_times_inverse(int row);
  int complement(int left);
  void set_basic(int place, int variable, double value);
  void find_motions();
  void polish();
  double basis_error() const;
  void note_states();

  const ContactFrame& frame_;
  int count_ = 0;  ///< rows in the basis
  BasisInverse inverse_;
  std::vector<int> rows_, basics_;            ///< of the basis
  std::vector<int> row_place_, basic_place_;  ///< of each row and variable, -1 outside
  std::vector<double> x_, x_rate_;            ///< of the basics
  std::vector<double> w_, w_rate_;            ///< of the rows
  std::vector<double> d_, factors_, entries_, motion_;
  std::vector<char> slides_;  ///< of a closed contact: the sign that its a_t must have
  std::vector<State> state_;
  std::vector<Block> candidates_;
  int candidate_count_ = 0;
  int entering_ = -1;
  int direction_ = 1;  ///< of an entering motion
  int pivots_ = 0;
  int factored_ = 0;  ///< pivots when the inverse was made anew
  std::vector<int> pairs_, taken_;
  double largest_rate_ = 0;
};

}  // namespace pawl
