// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace pawl::internal::inline friction {

/// A square matrix of 3 x 3 blocks, a row and a column of blocks a body, whose blocks (a, b) and (b, a) may be other
/// than 0 where two bodies touch; and its solution by block elimination.
///
///   A = L U, body by body, the one with the fewest neighbours first [George, Liu 1981, chapter 5]: eliminating one
///   joins its neighbours. No exchange of rows but within a body's own block.
///
/// In the plane that keeps the fill near n log n blocks. Keeps its memory, and the order while the pattern stays.
class BodyMatrix {
 public:
  static constexpr int kSize = 3;

  /// Which bodies touch: pairs (a, b) of numbers below `bodies`; repeated ones count once, and those with a negative
  /// number not at all. Whether that is other than it was; then the matrix is lost.
  bool set_pattern(int bodies, const std::vector<std::pair<int, int>>& pairs);

  void set_identity();
  /// Nine numbers, row by row. Of a pair in the order given: 0 the block (a, b), 1 the block (b, a).
  double* diagonal(int body) { return &blocks_[kSize * kSize * at(place_[at(body)])]; }
  double* of_pair(int pair, int turned) { return &blocks_[kSize * kSize * at(pair_block_[at(2 * pair + turned)])]; }

  /// In place. Whether every pivot is over `least`.
  bool factor(double least, bool symmetric = false);
  /// A x = b in place, three numbers a body.
  void solve(double* x) const;

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  void find_order(int bodies);
  void eliminate(int body);
  void find_targets();
  int block_of(int row, int column) const;  ///< number

  int bodies_ = 0;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<std::vector<int>> touching_;  ///< of each body, in the graph that is left
  std::vector<std::pair<int, int>> heap_;   ///< (neighbours, body), of old counts too
  std::vector<int> merged_;

  std::vector<int> order_, place_;       ///< bodies in the order of elimination, and where each is in it
  std::vector<int> first_, neighbours_;  ///< by place: bodies that are joined to it when it goes, rising
  std::vector<int> targets_;             ///< by place: for each two of its neighbours the number of their block
  std::vector<int> pair_block_;
  std::vector<double> blocks_;  ///< of the diagonal by place; then for each neighbour the block below and that above
};

/// A contact problem of bodies alone, of the velocity level, in the units of a ContactFrame, but with nothing that only
/// blocks and paths need: J' times the root of step W, a unit of force of each contact that brings its rows near length
/// 1, and one of all that brings the biases to at most 1.
class BodyContacts {
 public:
  static constexpr int kPlaces = 3;  ///< of a body in a motion
  struct Row {
    double a[kPlaces], b[kPlaces];
  };
  /// On a contact, scaled.
  struct Force {
    double normal = 0, tangent = 0;
  };
  struct Contact {
    int a, b;    ///< place in a motion; that of the ground is the last
    Row row[2];  ///< normal, tangent
    double bias[2];
    double friction;
    double unit;  ///< impulse = unit * scaled force * force_unit()
  };

  void assign(const ContactProblem& problem);  ///< keeps its memory

  int size() const { return static_cast<int>(contacts_.size()); }
  int bodies() const { return static_cast<int>(roots_.size()); }
  int motions() const { return kPlaces * (bodies() + 1); }  ///< entries of a motion
  int ground() const { return kPlaces * bodies(); }
  const Contact& operator[](int i) const { return contacts_[i]; }
  /// Of each contact the two movers' numbers, -1 for the ground: what touches what.
  void find_pairs(std::vector<std::pair<int, int>>& pairs) const;
  double force_unit() const { return force_unit_; }
  double impulse_unit(int i) const { return (*this)[i].unit * force_unit_; }
  double velocity_unit(int i) const { return force_unit_ / (*this)[i].unit; }

  /// matrix += J' D J of a contact; D: c_n = D[0] v_n, c_t = D[1] v_n + D[2] v_t.
  void add(int i, const double (&response)[3], BodyMatrix& matrix) const;
  /// motion += amount * row
  static void push(const Contact& contact, const Row& row, double amount, double* motion) {
    for (int k = 0; k < kPlaces; ++k) motion[contact.a + k] += amount * row.a[k];
    for (int k = 0; k < kPlaces; ++k) motion[contact.b + k] += amount * row.b[k];
  }
  /// motion = J'c, of forces in the contacts' order.
  void find_motion(const std::vector<Force>& forces, std::vector<double>& motion) const;
  static double along(const Contact& contact, const Row& row, const double* motion) {
    const double *a = motion + contact.a, *b = motion + contact.b;
    return (row.a[0] * a[0] + row.a[1] * a[1] + row.a[2] * a[2]) +
           (row.b[0] * b[0] + row.b[1] * b[1] + row.b[2] * b[2]);
  }
  /// v = J u + b of a contact: normal, tangential.
  static Eigen::Vector2d velocity(const Contact& contact, const double* motion) {
    return {contact.bias[0] + along(contact, contact.row[0], motion),
            contact.bias[1] + along(contact, contact.row[1], motion)};
  }

 private:
  struct Root {
    double mass, inertia;  ///< of their inverses
  };
  void set_row(double (&row)[kPlaces], int body, const Eigen::Vector2d& arm, const Eigen::Vector2d& direction,
               double sign) const;
  void assign(Contact& to, const ContactProblem::Contact& from) const;

  std::vector<Contact> contacts_;
  std::vector<Root> roots_;
  double force_unit_ = 1;
};

/// A step of an interior-point method [Mehrotra 1992]: the predictor's to products of 0, which says how far they can
/// fall at once, and the corrector's to that; where this is short, one that only makes the products equal. Returns its
/// length, at most 1; 0 where there is none.
///
/// `Method` has product(part), the mean of all products after a part of the change; factor(); find_step(target,
/// second), Newton's step to where all are `target`, `second`: with the products of the predictor's changes, which
/// keep_predictor() keeps; longest(), how far factors may go until the first is 0; and go(part).
template <class Method>
double mehrotra_step(Method& method) {
  constexpr double kPoor = .1;      // a corrector's step that is worse than none
  constexpr double kToBound = .99;  // of the way to the first factor that falls to 0
  const double now = method.product(0);
  if (!method.factor()) return 0;
  method.find_step(0, false);
  const double ahead = std::min(1., method.product(std::min(1., method.longest())) / now);
  method.keep_predictor();
  method.find_step(now * ahead * ahead * ahead, true);
  double step = std::min(1., kToBound * method.longest());
  if (step < kPoor) {
    method.find_step(now, false);
    step = std::min(1., kToBound * method.longest());
  }
  method.go(step);
  return step;
}

}  // namespace pawl::internal::inline friction
