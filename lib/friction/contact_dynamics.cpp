// SPDX-License-Identifier: MIT
#include "friction/contact_dynamics.h"

#include <pawl/base/tolerance.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "base/index.h"
#include "exact/numbers.h"
#include "lcp/lcp.h"

namespace pawl::internal::inline friction {
namespace {

template <class Real>
Real magnitude(const Real& x) {
  return x < 0 ? Real(-x) : x;
}

bool stopped(const StopToken* stop) { return stop != nullptr && stop->stop_requested(); }

/// The inverse of a symmetric positive definite matrix. Marked rows and columns of the matrix are left out; in the
/// inverse, they are 0.
///
/// Uses Gauss-Jordan elimination without exchanges. The class Elimination (exact/numbers.h) cannot be used here,
/// because it supports only rationals and one right-hand side, but inverses in doubles and in Quadruple are needed too.
template <class Real>
class Inverse {
 public:
  Inverse(const Eigen::MatrixXd& matrix, const std::vector<char>& out)
      : n_(static_cast<int>(matrix.rows())), out_(out), a_(at(n_) * at(n_)), inverse_(at(n_) * at(n_), Real(0)) {
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) a_[place(i, j)] = Real(matrix(i, j));
      if (!out[i]) inverse_[place(i, i)] = Real(1);
    }
  }

  /// Polls the stop token before each row. Returns false if the token stops the elimination.
  bool eliminate(const StopToken* stop) {
    for (int k = 0; k < n_; ++k) {
      if (out_[k]) continue;
      divide(k);
      for (int i = 0; i < n_; ++i) {
        if (i == k || out_[i] || a_[place(i, k)] == 0) continue;
        if (stopped(stop)) return false;
        subtract(k, i);
      }
    }
    return true;
  }

  std::vector<Real> result() && { return std::move(inverse_); }

 private:
  std::size_t place(int i, int j) const { return at(i) * at(n_) + at(j); }

  void divide(int k) {
    const Real pivot = a_[place(k, k)];
    for (int j = 0; j < n_; ++j) {
      a_[place(k, j)] /= pivot;
      inverse_[place(k, j)] /= pivot;
    }
  }

  /// Subtracts a multiple of row k from row i, so that entry k of row i becomes 0.
  void subtract(int k, int i) {
    const Real factor = a_[place(i, k)];
    for (int j = 0; j < n_; ++j) {
      a_[place(i, j)] -= factor * a_[place(k, j)];
      inverse_[place(i, j)] -= factor * inverse_[place(k, j)];
    }
  }

  int n_;
  const std::vector<char>& out_;
  std::vector<Real> a_, inverse_;
};

}  // namespace

template <class Real>
void ContactDynamics<Real>::assign(const ContactProblem& problem, const StopToken* stop) {
  complete_ = true;
  directions_ = 1 + problem.tangents;
  step_ = Real(problem.step);
  set_links(problem, stop);
  set_rows(problem);
}

template <class Real>
void ContactDynamics<Real>::set_links(const ContactProblem& problem, const StopToken* stop) {
  bodies_ = static_cast<int>(problem.bodies.size());
  first_.assign(1, 0);
  inverse_.clear();
  inverse_at_.clear();
  unforced_.clear();
  for (const ContactProblem::Body& body : problem.bodies) {
    inverse_at_.push_back(inverse_.size());
    inverse_.push_back(Real(body.inverse_mass));
    inverse_.push_back(Real(body.inverse_inertia));
    first_.push_back(first_.back() + 3);
  }
  if (problem.blocks.empty()) return;
  unforced_.resize(at(first_.back()));
  for (const ContactProblem::Block& block : problem.blocks) {
    first_.push_back(first_.back() + static_cast<int>(block.inertia.rows()));
    set_block(block, links() - 1, stop);
  }
}

template <class Real>
void ContactDynamics<Real>::set_block(const ContactProblem::Block& block, int link, const StopToken* stop) {
  const int n = size(link);
  std::vector<char> driven(at(n), 0);
  std::vector<Real> known(at(n), Real(0)), push(at(n), Real(0));
  for (int i = 0; i < n && !block.driven.empty(); ++i) {
    driven[i] = block.driven[i].has_value();
    known[i] = Real(block.driven[i].value_or(0));
  }
  Inverse<Real> elimination(block.inertia, driven);
  complete_ = complete_ && elimination.eliminate(stop);
  const std::vector<Real> inverse = std::move(elimination).result();
  inverse_at_.push_back(inverse_.size());
  inverse_.insert(inverse_.end(), inverse.begin(), inverse.end());
  for (int i = 0; i < n; ++i) {
    if (block.free_momentum.size() > 0) push[i] = Real(block.free_momentum[i]);
    for (int j = 0; j < n; ++j) {
      if (known[j] != 0) push[i] -= Real(block.inertia(i, j)) * known[j];
    }
  }
  for (int i = 0; i < n; ++i) {
    Real x = known[i];
    complete_ = complete_ && !stopped(stop);
    for (int j = 0; j < n && complete_; ++j) x += inverse[at(i) * at(n) + at(j)] * push[j];
    unforced_.push_back(x);
  }
}

template <class Real>
void ContactDynamics<Real>::set_rows(const ContactProblem& problem) {
  sides_.clear();
  entries_.clear();
  sizes_.clear();
  offsets_.clear();
  for (const ContactProblem::Contact& contact : problem.contacts) {
    add_side(problem, contact, false);
    add_side(problem, contact, true);
    offsets_.push_back(Real(contact.normal_bias));
    offsets_.push_back(Real(contact.tangent_bias));
    for (const double bias : contact.more_biases) offsets_.push_back(Real(bias));
  }
}

template <class Real>
void ContactDynamics<Real>::add_side(const ContactProblem& problem, const ContactProblem::Contact& contact, bool b) {
  const int link = b ? contact.b : contact.a;
  sides_.push_back({link, entries_.size()});
  if (link < 0) return;
  const auto add = [this](const Real& entry, const Real& size) {
    entries_.push_back(entry);
    sizes_.push_back(size);
  };
  if (link >= static_cast<int>(problem.bodies.size())) {
    const Eigen::MatrixXd& rows = b ? contact.rows_b : contact.rows_a;
    for (Eigen::Index d = 0; d < rows.rows(); ++d) {
      for (Eigen::Index k = 0; k < rows.cols(); ++k) add(Real(rows(d, k)), Real(std::fabs(rows(d, k))));
    }
    return;
  }
  const Eigen::Vector2d& arm = b ? contact.arm_b : contact.arm_a;
  const int sign = b ? 1 : -1;
  for (const bool tangent : {false, true}) {
    const Real x = Real(tangent ? -contact.normal.y() : contact.normal.x());
    const Real y = Real(tangent ? contact.normal.x() : contact.normal.y());
    const Real turn = Real(arm.x()) * y;
    const Real back = Real(arm.y()) * x;
    add(sign * x, magnitude(x));
    add(sign * y, magnitude(y));
    add(sign * Real(turn - back), magnitude(turn) + magnitude(back));
  }
}

template <class Real>
int ContactDynamics<Real>::largest_block() const {
  int largest = 0;
  for (int link = bodies_; link < links(); ++link) largest = std::max(largest, size(link));
  return largest;
}

template <class Real>
Real ContactDynamics<Real>::through(int link, const Real* u, const Real* v) const {
  if (link < bodies_) {
    const Real* w = &inverse_[inverse_at_[link]];
    return w[0] * (u[0] * v[0] + u[1] * v[1]) + w[1] * u[2] * v[2];
  }
  const int n = size(link);
  Real sum(0);
  for (int i = 0; i < n; ++i) {
    if (u[i] == 0) continue;
    Real motion(0);
    for (int j = 0; j < n; ++j) motion += inverse(link, i, j) * v[j];
    sum += u[i] * motion;
  }
  return sum;
}

template <class Real>
Real ContactDynamics<Real>::response(int here, int direction, int from, int of_direction) const {
  Real sum(0);
  for (const int i : {0, 1}) {
    const Side& u = side(here, i);
    for (const int k : {0, 1}) {
      const Side& v = side(from, k);
      if (u.link >= 0 && u.link == v.link) sum += through(u.link, row(u, direction), row(v, of_direction));
    }
  }
  return step_ * sum;
}

template <class Real>
void ContactDynamics<Real>::move_block(int link, const Real* v, std::vector<Real>& moved,
                                       const StopToken& stop) const {
  const int n = size(link);
  moved.assign(at(n), Real(0));
  for (int j = 0; j < n; ++j) {
    if (v[j] == 0) continue;
    if (stop.stop_requested()) return;
    for (int i = 0; i < n; ++i) moved[i] += inverse(link, i, j) * v[j];
  }
}

template <class Real>
Bounded<Real> ContactDynamics<Real>::free_motion(int contact, int direction) const {
  const Real& offset = offsets_[contact * directions_ + direction];
  Bounded<Real> sum{offset, magnitude(offset)};
  for (const int k : {0, 1}) {
    const Side& on = side(contact, k);
    if (on.link < bodies_) continue;  // the free_momentum of a body is 0
    const Real* entries = row(on, direction);
    for (int j = 0; j < size(on.link); ++j) {
      const Real& x = unforced_[first(on.link) + j];
      sum.value += entries[j] * x;
      sum.size += magnitude(entries[j]) * magnitude(x);
    }
  }
  return sum;
}

template <class Real>
Real ContactDynamics<Real>::bias(int contact, int direction) const {
  const Bounded<Real> b = free_motion(contact, direction);
  if constexpr (std::is_same_v<Real, Rational>) return b.value;
  return magnitude(b.value) <= Real(tolerance::kCancelled) * b.size ? Real(0) : b.value;
}

template <class Real>
void ContactDynamics<Real>::move(std::vector<Bounded<Real>>& coordinates, const StopToken* stop) const {
  for (int link = 0; link < bodies_; ++link) {
    const Real* w = &inverse_[inverse_at_[link]];
    for (int i = 0; i < 3; ++i) {
      Bounded<Real>& x = coordinates[first(link) + i];
      if (x.size == 0) continue;
      const Real factor = step_ * w[i == 2];
      x.value *= factor;
      x.size *= factor;
    }
  }
  std::vector<Bounded<Real>> moved;
  for (int link = bodies_; link < links(); ++link) {
    const int n = size(link);
    moved.assign(at(n), {});
    for (int j = 0; j < n; ++j) {
      const Bounded<Real>& force = coordinates[first(link) + j];
      if (force.size == 0) continue;
      if (stopped(stop)) return;
      for (int i = 0; i < n; ++i) {
        const Real factor = step_ * inverse(link, i, j);
        moved[i].value += factor * force.value;
        moved[i].size += magnitude(factor) * force.size;
      }
    }
    for (int i = 0; i < n; ++i) coordinates[first(link) + i] = moved[i];
  }
}

template <class Real>
void UnitForce<Real>::act(int contact, int direction, const StopToken& stop) {
  contact_ = contact;
  direction_ = direction;
  for (const int k : {0, 1}) {
    const auto& on = dynamics_.side(contact, k);
    if (on.link < dynamics_.bodies_) continue;
    dynamics_.move_block(on.link, dynamics_.row(on, direction), moved_[k], stop);
  }
}

template <class Real>
bool UnitForce<Real>::moves(int contact) const {
  for (const int i : {0, 1}) {
    const int link = dynamics_.side(contact, i).link;
    if (link >= 0 && (link == dynamics_.side(contact_, 0).link || link == dynamics_.side(contact_, 1).link)) {
      return true;
    }
  }
  return false;
}

template <class Real>
Real UnitForce<Real>::response(int here, int direction) const {
  Real sum(0);
  for (const int i : {0, 1}) {
    const auto& u = dynamics_.side(here, i);
    if (u.link < 0) continue;
    const Real* row = dynamics_.row(u, direction);
    for (const int k : {0, 1}) {
      const auto& v = dynamics_.side(contact_, k);
      if (u.link != v.link) continue;
      if (dynamics_.is_body(u.link)) {
        sum += dynamics_.through(u.link, row, dynamics_.row(v, direction_));
        continue;
      }
      const std::vector<Real>& moved = moved_[k];
      Real along(0);
      for (std::size_t j = 0; j < moved.size(); ++j) along += row[j] * moved[j];
      sum += along;
    }
  }
  return dynamics_.step_ * sum;
}

template <class Real>
void WeightedMotion<Real>::push(int contact, int direction, const Real& weight, const Real& size) {
  if (size == 0) return;
  for (const int k : {0, 1}) {
    const auto& on = dynamics_->side(contact, k);
    if (on.link < 0) continue;
    const Real* entries = dynamics_->row(on, direction);
    const Real* sizes = dynamics_->row_size(on, direction);
    Bounded<Real>* x = &motion_[dynamics_->first(on.link)];
    for (int j = 0; j < dynamics_->size(on.link); ++j) {
      x[j].value += entries[j] * weight;
      x[j].size += sizes[j] * size;
    }
  }
}

template <class Real>
void WeightedMotion<Real>::assign(const ContactDynamics<Real>& dynamics, const std::vector<Real>& normal,
                                  const std::vector<Real>& tangent) {
  start(dynamics);
  for (int i = 0; i < dynamics.contacts(); ++i) {
    push(i, 0, normal[i]);
    push(i, 1, tangent[i]);
  }
  move();
}

template <class Real>
Bounded<Real> WeightedMotion<Real>::along(int contact, int direction) const {
  Bounded<Real> sum;
  for (const int k : {0, 1}) {
    const auto& on = dynamics_->side(contact, k);
    if (on.link < 0) continue;
    const Real* entries = dynamics_->row(on, direction);
    const Real* sizes = dynamics_->row_size(on, direction);
    const Bounded<Real>* x = &motion_[dynamics_->first(on.link)];
    for (int j = 0; j < dynamics_->size(on.link); ++j) {
      if (x[j].size == 0) continue;
      sum.value += entries[j] * x[j].value;
      sum.size += sizes[j] * x[j].size;
    }
  }
  return sum;
}

template class ContactDynamics<double>;
template class ContactDynamics<Quadruple>;
template class ContactDynamics<Rational>;
template class UnitForce<double>;
template class UnitForce<Rational>;
template class WeightedMotion<double>;
template class WeightedMotion<Rational>;

ContactVelocities velocities_of(const ContactProblem& problem, const ContactImpulses& impulses) {
  ContactVelocities result;
  result.finite = impulses.normal.allFinite() && impulses.tangent.allFinite();
  if (!result.finite) return result;
  const ContactDynamics<double> dynamics(problem);
  WeightedMotion<double> motion;
  motion.start(dynamics);
  const int count = dynamics.contacts();
  for (int i = 0; i < count; ++i) {
    motion.push(i, 0, impulses.normal[i]);
    motion.push(i, 1, impulses.tangent[i]);
  }
  motion.move();
  for (Eigen::VectorXd* one :
       {&result.normal, &result.tangent, &result.tangent_bias, &result.normal_response, &result.tangent_response}) {
    one->resize(count);
  }
  for (int i = 0; i < count; ++i) {
    const double free[] = {dynamics.bias(i, 0), dynamics.bias(i, 1)};
    result.normal[i] = motion.along(i, 0).value + free[0];
    result.tangent[i] = motion.along(i, 1).value + free[1];
    result.tangent_bias[i] = free[1];
    result.normal_response[i] = dynamics.response(i, 0, i, 0);
    result.tangent_response[i] = dynamics.response(i, 1, i, 1);
    result.scale = std::max({result.scale, std::fabs(free[0]), std::fabs(free[1])});
  }
  result.finite = std::isfinite(result.scale);
  for (const Eigen::VectorXd* one :
       {&result.normal, &result.tangent, &result.normal_response, &result.tangent_response}) {
    result.finite = result.finite && one->allFinite();
  }
  return result;
}

double complementarity_error(double impulse, double velocity, double response) {
  return std::fabs(std::min(impulse * response, velocity));
}

double friction_error(double bound, double impulse, double sliding, double response) {
  const double missing = (bound + (sliding > 0 ? impulse : -impulse)) * response;
  return std::max((std::fabs(impulse) - bound) * response, std::min(std::fabs(sliding), std::fabs(missing)));
}

double cone_error(double friction, double normal, double tangent, double parting, double sliding) {
  double worst = std::max(std::fabs(tangent) - friction * std::max(0., normal), -normal);
  worst = std::max({0., worst, friction * std::fabs(sliding) - parting});
  const double size = std::max(std::hypot(normal, tangent), std::hypot(parting, sliding));
  // Divides before multiplying, because the product could overflow.
  return size > 0 ? std::max(worst, std::fabs(normal / size * parting + tangent / size * sliding)) : worst;
}

}  // namespace pawl::internal::inline friction
