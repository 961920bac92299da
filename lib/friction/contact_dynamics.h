// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/friction/contact_law.h>
#include <pawl/friction/contact_problem.h>

#include <Eigen/Core>
#include <array>
#include <vector>

namespace pawl::internal::inline friction {

/// A sum, and the sum of the magnitudes of its terms, to which the bound on the sum's rounding error is relative.
template <class Real>
struct Bounded {
  Real value = 0;
  Real size = 0;
};

template <class Real>
class UnitForce;

/// J, W and b of a contact problem, a = step J W J'c + b, in one number type: double, Quadruple, or Rational, which is
/// exact for the problem's doubles.
///
/// On a body, a row of J is (d, r x d) for the arm r and the direction d. The row of side a of the contact is negated.
/// On a block, a row consists of the given entries. W is diagonal on a body. On a block, it is the inverse of the
/// inertia, with zeros for driven coordinates. Let p be the prescribed motion of the driven coordinates, r the free
/// momentum, o the offsets and M the inertia. Without contact forces, the motion x is p in driven coordinates; in all
/// others, it is W (r - M p). Then b = J x + o.
template <class Real>
class ContactDynamics {
 public:
  ContactDynamics() = default;
  explicit ContactDynamics(const ContactProblem& problem) { assign(problem); }
  /// `stop` can end the inversion of blocks, which is slow for large blocks in exact numbers. complete() is then false.
  ContactDynamics(const ContactProblem& problem, const StopToken& stop) { assign(problem, &stop); }
  /// Sets the problem. Reuses its memory. O(contacts), plus O(k^3) for each block of k coordinates.
  void assign(const ContactProblem& problem, const StopToken* stop = nullptr);

  /// Returns false if `stop` ended assign(). The results of the following functions are then invalid.
  bool complete() const { return complete_; }

  int contacts() const { return static_cast<int>(sides_.size()) / 2; }
  int directions() const { return directions_; }
  int links() const { return static_cast<int>(first_.size()) - 1; }  ///< Returns the number of bodies and blocks.
  bool is_body(int link) const { return link < bodies_; }
  /// Returns the number of coordinates of the largest block; 0 without blocks.
  int largest_block() const;
  int coordinates() const { return first_.back(); }  ///< Returns the number of coordinates of all links.
  int first(int link) const { return first_[link]; }
  int size(int link) const { return first(link + 1) - first(link); }

  /// The rows of a contact on one of its two sides, a (0) or b (1). `link` is -1 for the ground, which has no entries.
  /// Otherwise the entries for the link's coordinates begin at the offset `entries`, one direction after the other.
  struct Side {
    int link = -1;
    std::size_t entries = 0;
  };
  const Side& side(int contact, int side) const { return sides_[2 * contact + side]; }
  const Real* row(const Side& side, int direction) const { return &entries_[place(side, direction)]; }
  /// Returns the sizes that bound the rounding errors of a row. Each entry of a row is a sum of products; its size is
  /// the sum of the magnitudes of these products.
  const Real* row_size(const Side& side, int direction) const { return &sizes_[place(side, direction)]; }

  /// Returns step * row W row': the motion of contact `at` along `direction` that a unit force at contact `from` along
  /// `of_direction` causes.
  Real response(int at, int direction, int from, int of_direction) const;
  /// Returns b. Unlike bias(), does not set values to 0 if their terms cancel up to rounding.
  Bounded<Real> free_motion(int contact, int direction) const;
  /// Returns b. In doubles, returns exactly 0 if the terms of b cancel up to rounding. Otherwise a contact that cannot
  /// move could seem to approach because of a rounding error.
  Real bias(int contact, int direction) const;

  /// Replaces a force, with one entry per coordinate, by the motion step * W * force. The result is invalid if `stop`
  /// ends the work.
  void move(std::vector<Bounded<Real>>& coordinates, const StopToken* stop = nullptr) const;

 private:
  void set_links(const ContactProblem& problem, const StopToken* stop);
  void set_block(const ContactProblem::Block& block, int link, const StopToken* stop);
  void set_rows(const ContactProblem& problem);
  void add_side(const ContactProblem& problem, const ContactProblem::Contact& contact, bool b);
  std::size_t place(const Side& side, int direction) const {
    return side.entries + static_cast<std::size_t>(direction * size(side.link));
  }
  friend class UnitForce<Real>;
  Real through(int link, const Real* u, const Real* v) const;  ///< Returns u W v' for a link.
  /// Computes W v' of a block.
  void move_block(int link, const Real* v, std::vector<Real>& moved, const StopToken& stop) const;
  const Real& inverse(int link, int i, int j) const {
    return inverse_[inverse_at_[link] + static_cast<std::size_t>(i * size(link) + j)];
  }

  bool complete_ = true;
  int directions_ = 2;
  int bodies_ = 0;
  Real step_ = 1;
  std::vector<int> first_;
  std::vector<Side> sides_;
  std::vector<Real> entries_, sizes_;    ///< entries of J, and for each entry the sum of the magnitudes of the products
                                         ///< in it
  std::vector<Real> inverse_;            ///< W: for each body the inverse mass and the inverse inertia, and for each block of k
                                         ///< coordinates its k x k matrix
  std::vector<std::size_t> inverse_at_;  ///< index in inverse_ at which each link begins
  std::vector<Real> offsets_;            ///< offsets o: for each contact, one per direction
  std::vector<Real> unforced_;           ///< motion x without contact forces
};

/// The responses of all contacts to a unit force at one contact. The inverse of each block is applied only once, and
/// used for all responses.
template <class Real>
class UnitForce {
 public:
  /// `dynamics` must outlive this object.
  explicit UnitForce(const ContactDynamics<Real>& dynamics) : dynamics_(dynamics) {}
  /// Sets the contact and the direction in which the unit force acts. If `stop` ends the call, all responses are
  /// invalid.
  void act(int contact, int direction, const StopToken& stop);
  /// Returns whether `contact` and the contact of the unit force share a body or block. If not, response(contact, ...)
  /// is 0.
  bool moves(int contact) const;
  Real response(int at, int direction) const;

 private:
  const ContactDynamics<Real>& dynamics_;
  int contact_ = 0, direction_ = 0;
  std::array<std::vector<Real>, 2> moved_;  ///< W row' for both links of the contact of the unit force, if they are
                                            ///< blocks
};

/// The vectors J'l and step * W J'l, where l contains weights (or forces) of the contacts' rows.
template <class Real>
class WeightedMotion {
 public:
  /// Sets all weights to 0. `dynamics` must outlive this object.
  void start(const ContactDynamics<Real>& dynamics) {
    dynamics_ = &dynamics;
    motion_.assign(static_cast<std::size_t>(dynamics.coordinates()), {});
  }
  /// Adds `weight` times a contact's row to J'l. `size` must be at least |weight|; it determines the bound on the
  /// rounding error.
  void push(int contact, int direction, const Real& weight, const Real& size);
  void push(int contact, int direction, const Real& weight) {
    push(contact, direction, weight, weight < 0 ? Real(-weight) : weight);
  }
  /// Computes the motion step * W J'l. Must be called after the last push(). If `stop` ends the work, the motion is
  /// invalid.
  void move(const StopToken* stop = nullptr) { dynamics_->move(motion_, stop); }

  /// Sets the weights of all rows of a problem that has one tangent per contact, and computes the motion: calls
  /// start(), push() for every row, and move(). `normal` and `tangent` contain one weight per contact.
  void assign(const ContactDynamics<Real>& dynamics, const std::vector<Real>& normal, const std::vector<Real>& tangent);

  /// Returns the motion along a contact's row.
  Bounded<Real> along(int contact, int direction) const;

 private:
  const ContactDynamics<Real>* dynamics_ = nullptr;
  std::vector<Bounded<Real>> motion_;
};

/// The contact velocities that impulses cause, computed by code that is independent of the solvers. The verify()
/// functions of the laws use them.
struct ContactVelocities {
  Eigen::VectorXd normal, tangent;                    ///< velocities v = step J W J'c + b, m/s
  Eigen::VectorXd tangent_bias;                       ///< entries of b in the directions of the tangents, m/s
  Eigen::VectorXd normal_response, tangent_response;  ///< response of each contact to its own impulse, 1/kg
  double scale = 1;                                   ///< the larger of 1 and the largest |b|, m/s
  bool finite = false;  ///< true if the impulses and all members above are finite; comparisons are valid only then
};

ContactVelocities velocities_of(const ContactProblem& problem, const ContactImpulses& impulses);

/// Returns the violation, m/s, of 0 <= impulse, 0 <= velocity, impulse velocity = 0. `response` converts impulses to
/// velocities.
double complementarity_error(double impulse, double velocity, double response);

/// Returns by how much a tangential impulse violates Coulomb's law, m/s. `bound` is the largest magnitude that the law
/// permits for the impulse. `response` converts impulses to velocities. The violation is the larger of two values. The
/// first is the amount by which the impulse exceeds the bound. The second is the smaller of the sliding speed and the
/// impulse's distance from the value of magnitude `bound` that opposes the sliding.
double friction_error(double bound, double impulse, double sliding, double response);

/// Returns the largest violation of three conditions: the impulse is in the friction cone, the velocity is in its dual
/// cone, and the two are orthogonal. Impulse and velocity must have the same unit, which is also the unit of the
/// result. The violation of the third condition is the magnitude of the scalar product, divided by the longer of the
/// two vectors' lengths.
double cone_error(double friction, double normal, double tangent, double parting, double sliding);

}  // namespace pawl::internal::inline friction
