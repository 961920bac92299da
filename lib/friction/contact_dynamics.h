// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/friction/contact_law.h>
#include <pawl/friction/contact_problem.h>

#include <Eigen/Core>
#include <array>
#include <vector>

namespace pawl::internal::inline friction {

/// A number, and the sum of the magnitudes of the terms that it was added up from, for bounds on its rounding.
template <class Real>
struct Bounded {
  Real value = 0;
  Real size = 0;
};

template <class Real>
class UnitForce;

/// J, W and b of a contact problem, a = step J W J'c + b, in one kind of numbers: double, Quadruple, or Rational, which
/// is then exact for the problem's doubles.
///
/// A row of J holds, on a body with arm r and direction d, (d, r x d), negative on the side a; on a block, the entries
/// given. W is diagonal on a body and the inverse of the inertia on a block, where driven coordinates give way to no
/// force. What moves without the contacts' forces, x = W (r - M p) beside the driven p, gives b = J x + o.
template <class Real>
class ContactDynamics {
 public:
  ContactDynamics() = default;
  explicit ContactDynamics(const ContactProblem& problem) { assign(problem); }
  /// `stop` ends the inverses of blocks, which take long where they are large and exact: see complete().
  ContactDynamics(const ContactProblem& problem, const StopToken& stop) { assign(problem, &stop); }
  /// Keeps its memory; O(contacts), and k^3 for a block of k coordinates.
  void assign(const ContactProblem& problem, const StopToken* stop = nullptr);

  bool complete() const { return complete_; }  ///< not stopped; nothing below is right where it was

  int contacts() const { return static_cast<int>(sides_.size()) / 2; }
  int directions() const { return directions_; }
  int movers() const { return static_cast<int>(first_.size()) - 1; }  ///< bodies and blocks
  bool is_body(int mover) const { return mover < bodies_; }
  int largest_block() const;                         ///< coordinates of one block, 0 without blocks
  int coordinates() const { return first_.back(); }  ///< of all movers, one behind the other
  int first(int mover) const { return first_[mover]; }
  int size(int mover) const { return first(mover + 1) - first(mover); }

  /// The rows of a contact on its side a (0) or b (1): `entries`, direction by direction, on the coordinates of
  /// `mover`; -1 is the ground, without entries.
  struct Side {
    int mover = -1;
    std::size_t entries = 0;
  };
  const Side& side(int contact, int side) const { return sides_[2 * contact + side]; }
  const Real* row(const Side& side, int direction) const { return &entries_[place(side, direction)]; }
  /// Of each entry of a row the magnitudes of the products that it was added up from.
  const Real* row_size(const Side& side, int direction) const { return &sizes_[place(side, direction)]; }

  /// step * row W row': what a unit of one contact's force along one of its directions does at another contact.
  Real response(int at, int direction, int from, int of_direction) const;
  /// b, before rounding is taken for nothing (see bias()).
  Bounded<Real> free_motion(int contact, int direction) const;
  /// b; of doubles 0 where what adds up to it cancels but for rounding: a contact that nothing can move must not
  /// approach by rounding.
  Real bias(int contact, int direction) const;

  /// force (of all coordinates) to step * W force, in place. No such thing when stopped.
  void move(std::vector<Bounded<Real>>& coordinates, const StopToken* stop = nullptr) const;

 private:
  void set_movers(const ContactProblem& problem, const StopToken* stop);
  void set_block(const ContactProblem::Block& block, int mover, const StopToken* stop);
  void set_rows(const ContactProblem& problem);
  void add_side(const ContactProblem& problem, const ContactProblem::Contact& contact, bool b);
  std::size_t place(const Side& side, int direction) const {
    return side.entries + static_cast<std::size_t>(direction * size(side.mover));
  }
  friend class UnitForce<Real>;
  Real through(int mover, const Real* u, const Real* v) const;  ///< u W v'
  /// W v' of a block.
  void move_block(int mover, const Real* v, std::vector<Real>& moved, const StopToken& stop) const;
  const Real& inverse(int mover, int i, int j) const {
    return inverse_[inverse_at_[mover] + static_cast<std::size_t>(i * size(mover) + j)];
  }

  bool complete_ = true;
  int directions_ = 2;
  int bodies_ = 0;
  Real step_ = 1;
  std::vector<int> first_;
  std::vector<Side> sides_;
  std::vector<Real> entries_, sizes_;    ///< J
  std::vector<Real> inverse_;            ///< W: two numbers a body, k x k a block
  std::vector<std::size_t> inverse_at_;  ///< of each mover
  std::vector<Real> offsets_;            ///< o, contact by contact
  std::vector<Real> unforced_;           ///< x
};

/// The responses of all contacts to a unit of one contact's force: the inverse of a block is used once for all of them.
template <class Real>
class UnitForce {
 public:
  /// `dynamics` must outlive the use.
  explicit UnitForce(const ContactDynamics<Real>& dynamics) : dynamics_(dynamics) {}
  /// Responses are of no use when stopped.
  void act(int contact, int direction, const StopToken& stop);
  /// Whether the contact that acts and this one have a body or block in common; responses are 0 where not.
  bool moves(int contact) const;
  Real response(int at, int direction) const;

 private:
  const ContactDynamics<Real>& dynamics_;
  int contact_ = 0, direction_ = 0;
  std::array<std::vector<Real>, 2> moved_;  ///< W row' on either side, of blocks
};

/// J'l and W J'l, coordinate by coordinate, for weights (or forces) l of the contacts' rows.
template <class Real>
class WeightedMotion {
 public:
  /// Weights 0. `dynamics` must outlive the use.
  void start(const ContactDynamics<Real>& dynamics) {
    dynamics_ = &dynamics;
    motion_.assign(static_cast<std::size_t>(dynamics.coordinates()), {});
  }
  /// Adds a contact's row, `weight` times; `size` is at least |weight|.
  void push(int contact, int direction, const Real& weight, const Real& size);
  void push(int contact, int direction, const Real& weight) {
    push(contact, direction, weight, weight < 0 ? Real(-weight) : weight);
  }
  /// After the last: step W J'l; no such thing when stopped.
  void move(const StopToken* stop = nullptr) { dynamics_->move(motion_, stop); }

  /// All at once, for one tangent: weights of the normals and of the tangents.
  void assign(const ContactDynamics<Real>& dynamics, const std::vector<Real>& normal, const std::vector<Real>& tangent);

  /// The motion along a contact's row.
  Bounded<Real> along(int contact, int direction) const;

 private:
  const ContactDynamics<Real>* dynamics_ = nullptr;
  std::vector<Bounded<Real>> motion_;
};

/// What impulses make contacts do, by code that shares nothing with the solvers: what the laws' verify() judges.
struct ContactVelocities {
  Eigen::VectorXd normal, tangent;                    ///< v = step J W J'c + b, m/s
  Eigen::VectorXd tangent_bias;                       ///< b of the tangents
  Eigen::VectorXd normal_response, tangent_response;  ///< of each contact to its own impulse, 1/kg
  double scale = 1;                                   ///< the largest of 1 and |b|
  bool finite = false;  ///< impulses and all of the above, so that comparisons tell; if not, they mean nothing
};

ContactVelocities velocities_of(const ContactProblem& problem, const ContactImpulses& impulses);

/// How far 0 <= impulse, 0 <= velocity, impulse velocity = 0 is from being true, m/s.
double complementarity_error(double impulse, double velocity, double response);

/// How far a tangential impulse is from Coulomb's law with this bound, m/s: over it, or, of how far it is from the
/// bound against the sliding and how fast that is, the smaller.
double friction_error(double bound, double impulse, double sliding, double response);

/// How far an impulse in a cone, a velocity in its dual and a right angle between them are from being true, as lengths;
/// both in one unit.
double cone_error(double friction, double normal, double tangent, double parting, double sliding);

}  // namespace pawl::internal::inline friction
