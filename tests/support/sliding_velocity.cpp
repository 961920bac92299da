// SPDX-License-Identifier: MIT
#include "support/sliding_velocity.h"

#include <cmath>
#include <numeric>

#include "base/dense_algebra.h"

namespace pawl::oracle {
namespace {

std::vector<Eigen::Index> shuffled(Eigen::Index count, RandomSystems& random) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[static_cast<std::size_t>(random.integer(0, static_cast<int>(i) - 1))]);
  }
  return order;
}

/// Returns the number of contacts whose sliding speed is at most `speed`.
int still(const ContactEquations& e, const Eigen::VectorXd& u, double speed) {
  int count = 0;
  for (Eigen::Index i = 0; i < e.contacts(); ++i) {
    double squared = 0;
    for (const Eigen::MatrixXd& tangent : e.tangents) squared += std::pow(tangent.row(i).dot(u), 2);
    count += std::sqrt(squared) <= speed;
  }
  return count;
}

constexpr double kSliding = 1e-3, kStill = 1e-10;  // Sliding speeds, m/s. A contact slides above the first, and rolls
                                                   // below the second. A velocity with a speed in between is rejected.

/// An orthonormal basis of the directions in which the velocity must be 0.
class Held {
 public:
  explicit Held(const Eigen::MatrixXd& rows) {
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(rows.transpose());
    const Eigen::MatrixXd q = qr.householderQ();
    basis_ = q.leftCols(qr.rank());
  }
  Eigen::VectorXd without(Eigen::VectorXd v) const {
    // A second pass removes what rounding has left in the first.
    for (int pass = 0; pass < 2; ++pass) v -= basis_ * (basis_.transpose() * v);
    return v;
  }
  void add(const Eigen::VectorXd& direction) {
    const Eigen::VectorXd rest = without(direction);
    if (rest.norm() < 1e-9 * direction.norm()) return;
    basis_.conservativeResize(Eigen::NoChange, basis_.cols() + 1);
    basis_.rightCols(1) = rest.normalized();
  }

 private:
  Eigen::MatrixXd basis_;
};

}  // namespace

std::optional<Eigen::VectorXd> sliding_velocity(const ContactEquations& e, RandomSystems& random, int rolling) {
  Held held(e.normals);
  Eigen::VectorXd u(e.degrees());
  for (Eigen::Index i = 0; i < u.size(); ++i) u[i] = random.real(-1, 1);
  u = held.without(u);
  // If one contact is stopped, others may also stop, such as the second contact of two flush edges. If too many
  // contacts stop, the change is undone.
  for (const Eigen::Index contact : shuffled(e.contacts(), random)) {
    if (still(e, u, kSliding) == rolling) break;
    Held more = held;
    for (const Eigen::MatrixXd& tangent : e.tangents) more.add(tangent.row(contact).transpose());
    const Eigen::VectorXd slower = more.without(u);
    if (still(e, slower, kSliding) > rolling) continue;
    held = more;
    u = slower;
  }
  const bool clear = still(e, u, kSliding) == rolling && still(e, u, kStill) == rolling;
  return clear ? std::optional(u) : std::nullopt;
}

}  // namespace pawl::oracle
