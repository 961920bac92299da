// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace pawl::internal::inline friction {

/// A square matrix of 3 x 3 blocks, and the solution of its linear system by block elimination. The matrix has one row
/// and one column of blocks per body. Blocks (a, b) and (b, a) may be nonzero if bodies a and b touch.
///
/// The factors A = L U are computed body by body. The next body is always the one with the fewest remaining neighbours
/// [George, Liu 1981, ch. 5]. After the elimination of a body, all its neighbours are neighbours of each other. Rows
/// are exchanged only within a body's own block.
///
/// In the plane, this order keeps the number of nonzero blocks near n log n for n bodies. The class reuses its memory,
/// and keeps the order of elimination as long as the same pairs of bodies touch.
class BodyMatrix {
 public:
  static constexpr int kSize = 3;

  /// Sets the pairs (a, b) of bodies that touch, with indices below `bodies`. Repeated pairs count once, and pairs with
  /// a negative index are ignored. Returns whether the set of pairs changed. If it changed, the entries of the matrix
  /// are undefined.
  bool set_pattern(int bodies, const std::vector<std::pair<int, int>>& pairs);

  void set_identity();
  /// diagonal() returns a body's diagonal block. of_pair() returns a block of a pair (a, b) of set_pattern(): block (a,
  /// b) if `turned` is 0, and block (b, a) if `turned` is 1. A block has nine numbers, row by row.
  double* diagonal(int body) { return &blocks_[kSize * kSize * at(place_[at(body)])]; }
  double* of_pair(int pair, int turned) { return &blocks_[kSize * kSize * at(pair_block_[at(2 * pair + turned)])]; }

  /// Factors the matrix in place. Returns whether every pivot exceeds `least`. If `symmetric` is true, the matrix must
  /// be symmetric, and the blocks below its diagonal are not read.
  bool factor(double least, bool symmetric = false);
  /// Solves A x = b in place, with three numbers per body.
  void solve(double* x) const;

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  void find_order(int bodies);
  void eliminate(int body);
  void find_targets();
  int block_of(int row, int column) const;  ///< returns the index of block (row, column)

  int bodies_ = 0;
  std::vector<std::pair<int, int>> pairs_;
  std::vector<std::vector<int>> touching_;  ///< for each body that is not eliminated yet, its neighbours
  std::vector<std::pair<int, int>> heap_;   ///< heap of pairs (number of neighbours, body); some numbers are outdated
  std::vector<int> merged_;

  // The "rank" of a body is its index in the order of elimination. In the following lists, the neighbours of a body are
  // only those that are eliminated after it.
  std::vector<int> order_, place_;       ///< body with each rank, and rank of each body
  std::vector<int> first_, neighbours_;  ///< neighbours of each body, in the order of ranks, ascending; first_
                                         ///< contains, for each rank, the index of its first neighbour
  std::vector<int> targets_;             ///< for each body, by rank, and for each pair of its neighbours, the index of
                                         ///< the block of that pair
  std::vector<int> pair_block_;
  /// First the diagonal blocks by rank. Then, for each neighbour, the block below and the block above the diagonal.
  std::vector<double> blocks_;
};

/// A contact problem at the velocity level between bodies, without blocks, in scaled units. The scaling is that of
/// ContactFrame: J' is multiplied by the square root of step * W, where W is the inverse inertia. Each contact has a
/// unit of force that brings the length of its rows near 1, and a common unit brings the biases to at most 1. Unlike
/// ContactFrame, this class has no data for blocks and Lemke's paths.
class BodyContacts {
 public:
  static constexpr int kPlaces = 3;  ///< number of entries of a body in a motion vector
  struct Row {
    double a[kPlaces], b[kPlaces];
  };
  /// A contact force in scaled units.
  struct Force {
    double normal = 0, tangent = 0;
  };
  struct Contact {
    int a, b;    ///< offsets of the two bodies in a motion vector; the ground has the last offset
    Row row[2];  ///< normal row and tangential row of J
    double bias[2];
    double friction;
    double unit;  ///< unit of force of the contact; impulse = unit * scaled force * force_unit()
    /// Scaled compliances along the normal and along the tangent. The law of the contact applies to v + compliance * c
    /// instead of to v, where v is the velocity and c the force along the same direction.
    double compliance[2];
    bool damper;  ///< true for a viscous damper, whose law is v_n + compliance * c_n = 0 for c_n of any sign
  };
  /// The parameters of one contact in a law. The defaults are those of a rigid contact without friction.
  struct Surface {
    double friction = 0;  ///< Coulomb coefficient, >= 0
    double normal = 0;    ///< normal compliance over the step, 1/kg: the law applies to v_n + offset + normal * c_n
    double tangent = 0;   ///< tangential compliance over the step, 1/kg: the law applies to v_t + tangent * c_t
    double offset = 0;    ///< velocity that the law adds to v_n, m/s, because of the gap
    double damping = 0;   ///< viscous friction impulse divided by the tangential velocity, kg; acts in addition to
                          ///< Coulomb friction
  };

  /// Sets the problem. Its contacts are rigid and have the friction of the problem. Reuses its memory.
  void assign(const ContactProblem& problem);
  /// Sets the problem, with one surface per contact. A surface with damping adds a damper, whose normal row is the
  /// tangential row of the surface's contact. The dampers are stored after all contacts, in the same order.
  void assign(const ContactProblem& problem, const std::vector<Surface>& surfaces);

  int size() const { return static_cast<int>(contacts_.size()); }  ///< Returns the number of contacts and dampers.
  /// Returns the number of contacts of the problem, without dampers.
  int real() const { return size() - static_cast<int>(dampers_.size()); }
  /// Returns the contact to which damper number `damper` belongs, counted from 0.
  int damped(int damper) const { return dampers_[damper]; }
  bool rigid() const { return rigid_; }  ///< Returns whether all contacts are rigid and undamped.
  int bodies() const { return static_cast<int>(roots_.size()); }
  int motions() const { return kPlaces * (bodies() + 1); }  ///< number of entries of a motion vector
  int ground() const { return kPlaces * bodies(); }
  const Contact& operator[](int i) const { return contacts_[i]; }
  /// Writes the indices of the two bodies of each contact; the ground has the index -1.
  void find_pairs(std::vector<std::pair<int, int>>& pairs) const;
  double force_unit() const { return force_unit_; }
  double impulse_unit(int i) const { return (*this)[i].unit * force_unit_; }
  double velocity_unit(int i) const { return force_unit_ / (*this)[i].unit; }

  /// Adds a contact's part of J' D J to `matrix`. The response D means that the forces are c_n = D[0] v_n and c_t =
  /// D[1] v_n + D[2] v_t.
  void add(int i, const double (&response)[3], BodyMatrix& matrix) const;
  /// Adds `amount` times the row to the motion vector.
  static void push(const Contact& contact, const Row& row, double amount, double* motion) {
    for (int k = 0; k < kPlaces; ++k) motion[contact.a + k] += amount * row.a[k];
    for (int k = 0; k < kPlaces; ++k) motion[contact.b + k] += amount * row.b[k];
  }
  /// Sets `motion` to J'c, where `forces` contains c in the order of the contacts.
  void find_motion(const std::vector<Force>& forces, std::vector<double>& motion) const;
  static double along(const Contact& contact, const Row& row, const double* motion) {
    const double *a = motion + contact.a, *b = motion + contact.b;
    return (row.a[0] * a[0] + row.a[1] * a[1] + row.a[2] * a[2]) +
           (row.b[0] * b[0] + row.b[1] * b[1] + row.b[2] * b[2]);
  }
  /// Returns the normal and the tangential velocity v = J u + b of a contact.
  static Eigen::Vector2d velocity(const Contact& contact, const double* motion) {
    return {contact.bias[0] + along(contact, contact.row[0], motion),
            contact.bias[1] + along(contact, contact.row[1], motion)};
  }
  /// Returns v + compliance * c, the quantity to which the law of the contact applies.
  static Eigen::Vector2d velocity(const Contact& contact, const double* motion, const Force& force) {
    const Eigen::Vector2d v = velocity(contact, motion);
    return {v[0] + contact.compliance[0] * force.normal, v[1] + contact.compliance[1] * force.tangent};
  }

 private:
  struct Root {
    double mass, inertia;  ///< square root of the inverse mass, and of the inverse inertia
  };
  void set_row(double (&row)[kPlaces], int body, const Eigen::Vector2d& arm, const Eigen::Vector2d& direction,
               double sign) const;
  void assign(Contact& to, const ContactProblem::Contact& from) const;
  void comply(Contact& contact, const Surface& surface) const;
  static Contact damper_of(const ContactProblem::Contact& from, const Contact& contact, double damping);
  void set_unit();

  std::vector<Contact> contacts_;
  std::vector<int> dampers_;  ///< contact to which each damper belongs
  bool rigid_ = true;
  std::vector<Root> roots_;
  double force_unit_ = 1;
};

/// Makes a step of an interior-point method [Mehrotra 1992], which drives products of nonnegative factors to 0. The
/// predictor step aims at products of 0, and so determines how small the products can become in one step. The corrector
/// step aims at the present mean product times r^3, where r < 1 is the factor by which the predictor step would reduce
/// the mean product. If the corrector step is short, it is replaced by a step that only makes the products equal.
/// Returns the length of the step, at most 1, or 0 if the matrix cannot be factored.
///
/// `Method` must have the following functions. product(part) returns the mean of all products after a fraction `part`
/// of the step. factor() factors the matrix. find_step(target, second) finds Newton's step to products equal to
/// `target`; if `second` is true, it includes the products of the changes that keep_predictor() has stored. longest()
/// returns the fraction of the step at which the first factor becomes 0. go(part) makes a fraction `part` of the step.
template <class Method>
double mehrotra_step(Method& method) {
  constexpr double kPoor = .1;      // shortest accepted length of the corrector step
  constexpr double kToBound = .99;  // longest step, as a fraction of the step at which the first factor becomes 0
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
