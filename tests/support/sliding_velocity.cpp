// SPDX-License-Identifier: MIT
#include "support/sliding_velocity.h"

#include <Eigen/QR>
#include <cmath>
#include <numeric>

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

bool slides(const ContactEquations& e, const Eigen::VectorXd& u, Eigen::Index contact) {
  double squared = 0;
  for (const Eigen::MatrixXd& tangent : e.tangents) squared += std::pow(tangent.row(contact).dot(u), 2);
  return squared > 1e-6;
}

}  // namespace

std::optional<Eigen::VectorXd> sliding_velocity(const ContactEquations& e, RandomSystems& random, int rolling) {
  const std::vector<Eigen::Index> order = shuffled(e.contacts(), random);
  const Eigen::Index tangents = static_cast<Eigen::Index>(e.tangents.size());
  Eigen::MatrixXd held(e.contacts() + rolling * tangents, e.degrees());
  held.topRows(e.contacts()) = e.normals;
  for (Eigen::Index i = 0; i < rolling; ++i) {
    for (Eigen::Index k = 0; k < tangents; ++k) {
      held.row(e.contacts() + i * tangents + k) =
          e.tangents[static_cast<std::size_t>(k)].row(order[static_cast<std::size_t>(i)]);
    }
  }
  const auto projection = held.completeOrthogonalDecomposition();
  Eigen::VectorXd u(e.degrees());
  for (Eigen::Index i = 0; i < u.size(); ++i) u[i] = random.real(-1, 1);
  // Twice: the second time takes out what rounding left.
  for (int pass = 0; pass < 2; ++pass) u -= projection.solve(held * u);
  for (std::size_t i = static_cast<std::size_t>(rolling); i < order.size(); ++i) {
    if (!slides(e, u, order[i])) return {};
  }
  return u;
}

}  // namespace pawl::oracle
