// SPDX-License-Identifier: MIT
#include "largest_cap.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace pawl::internal {
namespace {

using Normals = std::vector<Eigen::Vector3d>;

/// The unit direction with equal products on two or three normals, pointing towards them.
Eigen::Vector3d equidistant(const Eigen::Vector3d& a, const Eigen::Vector3d& b) { return (a + b).normalized(); }
Eigen::Vector3d equidistant(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  const Eigen::Vector3d v = (a - b).cross(a - c).normalized();
  return v.dot(a) < 0 ? Eigen::Vector3d(-v) : v;
}

/// max over directions of the least product with the normals. The optimum is held by at most three normals: one is
/// added at a time, and re-solved among those seen only when it is violated (Seidel; expected linear in their count).
class LargestCap {
 public:
  explicit LargestCap(const Normals& normals) : normals_(normals) {}

  Eigen::Vector3d solve() {
    Eigen::Vector3d best = normals_[0];
    double reach = 1;
    for (std::size_t i = 1; i < normals_.size(); ++i) {
      if (!violates(best, reach, i)) continue;
      best = with_one(i);
      reach = normals_[i].dot(best);  // the new best is held by i
    }
    return best;
  }

 private:
  // The cap of directions around `centre` that reaches the normals seen has cosine `reach`; i violates it if further.
  bool violates(const Eigen::Vector3d& centre, double reach, std::size_t i) const {
    return normals_[i].dot(centre) < reach - 1e-14;
  }
  Eigen::Vector3d with_one(std::size_t i) const {
    Eigen::Vector3d best = equidistant(normals_[i], normals_[0]);
    for (std::size_t j = 1; j < i; ++j) {
      if (violates(best, normals_[i].dot(best), j)) best = with_two(i, j);
    }
    return best;
  }
  Eigen::Vector3d with_two(std::size_t i, std::size_t j) const {
    Eigen::Vector3d best = equidistant(normals_[i], normals_[j]);
    for (std::size_t k = 0; k < j; ++k) {
      if (violates(best, normals_[i].dot(best), k)) best = equidistant(normals_[i], normals_[j], normals_[k]);
    }
    return best;
  }

  const Normals& normals_;
};

}  // namespace

Eigen::Vector3d largest_cap(const std::vector<Eigen::Vector3d>& normals) { return LargestCap(normals).solve(); }

}  // namespace pawl::internal
