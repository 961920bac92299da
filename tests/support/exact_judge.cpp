// SPDX-License-Identifier: MIT
#include "support/exact_judge.h"

#include <algorithm>
#include <map>
#include <set>

namespace pawl::oracle {
namespace {

Rational greatest(const Eigen::VectorXd& q) { return q.size() > 0 ? std::max(1., q.cwiseAbs().maxCoeff()) : 1.; }

Rational magnitude(const Rational& x) { return x < 0 ? Rational(-x) : x; }

/// A node of a refutation, with the indices of those variables z_i and w_i that are assumed to be 0 there.
struct Path {
  int node = 0;
  std::set<int> z_zero, w_zero;
};

bool infeasible(const Lcp& lcp, const LcpRefutation::Node& leaf, const Path& path) {
  std::map<int, Rational> l;
  for (const auto& [row, text] : leaf.multipliers) {
    if (row < 0 || row >= lcp.size()) return false;
    l[row] += Rational(text);
  }
  Rational right = 0;
  std::vector<Rational> columns(static_cast<std::size_t>(lcp.size()));
  for (const auto& [row, value] : l) {
    if (value < 0 && path.w_zero.count(row) == 0) return false;
    right += value * Rational(lcp.q[row]);
    for (int j = 0; j < lcp.size(); ++j) columns[static_cast<std::size_t>(j)] -= value * Rational(lcp.M(row, j));
  }
  if (right >= 0) return false;
  for (int j = 0; j < lcp.size(); ++j) {
    if (columns[static_cast<std::size_t>(j)] < 0 && path.z_zero.count(j) == 0) return false;
  }
  return true;
}

}  // namespace

std::vector<Rational> exact_slack(const Lcp& lcp, const Eigen::VectorXd& z) {
  std::vector<Rational> w;
  for (Eigen::Index i = 0; i < lcp.size(); ++i) {
    Rational sum = lcp.q[i];
    for (Eigen::Index j = 0; j < lcp.size(); ++j) {
      if (z[j] != 0 && lcp.M(i, j) != 0) sum += Rational(lcp.M(i, j)) * Rational(z[j]);
    }
    w.push_back(sum);
  }
  return w;
}

double exact_residual(const Lcp& lcp, const Eigen::VectorXd& z) {
  const std::vector<Rational> w = exact_slack(lcp, z);
  Rational worst = 0;
  for (Eigen::Index i = 0; i < lcp.size(); ++i) {
    worst = std::max(worst, magnitude(std::min(Rational(z[i]), w[static_cast<std::size_t>(i)])));
  }
  return Rational(worst / greatest(lcp.q)).convert_to<double>();
}

bool is_solution(const Lcp& lcp, const Eigen::VectorXd& z, double close) {
  const Rational slack = Rational(close) * greatest(lcp.q);
  Eigen::VectorXd clean = z;
  const std::vector<Rational> before = exact_slack(lcp, z);
  for (Eigen::Index i = 0; i < lcp.size(); ++i) {
    if (z[i] < 0 || before[static_cast<std::size_t>(i)] > slack) clean[i] = 0;
    if (z[i] < -close * std::max(1., z.cwiseAbs().maxCoeff())) return false;
  }
  const std::vector<Rational> w = exact_slack(lcp, clean);
  for (Eigen::Index i = 0; i < lcp.size(); ++i) {
    const Rational& wi = w[static_cast<std::size_t>(i)];
    if (wi < -slack || (clean[i] > 0 && wi > slack)) return false;
  }
  return true;
}

bool face_is_listed(const Lcp& lcp, const Eigen::VectorXd& z, const std::vector<Eigen::VectorXd>& listed) {
  const Eigen::VectorXd w = lcp.M * z + lcp.q;
  const double close_z = 1e-6 * (1 + z.cwiseAbs().maxCoeff());
  const double close_w = 1e-6 * (1 + w.cwiseAbs().maxCoeff());
  return std::any_of(listed.begin(), listed.end(), [&](const Eigen::VectorXd& other) {
    const Eigen::VectorXd other_w = lcp.M * other + lcp.q;
    for (Eigen::Index i = 0; i < lcp.size(); ++i) {
      if ((z[i] > close_z && other_w[i] > close_w) || (w[i] > close_w && other[i] > close_z)) return false;
    }
    return true;
  });
}

bool refutes(const Lcp& lcp, const LcpRefutation& refutation) {
  if (refutation.variables != lcp.size()) return false;
  std::vector<Path> open = {Path{}};
  for (std::size_t visited = 0; !open.empty(); ++visited) {
    if (visited == refutation.nodes.size()) return false;  // a node has been reached twice, so that the nodes are not a
                                                           // tree
    const Path path = open.back();
    open.pop_back();
    if (path.node < 0 || path.node >= static_cast<int>(refutation.nodes.size())) return false;
    const LcpRefutation::Node& node = refutation.nodes[static_cast<std::size_t>(path.node)];
    if (node.branch < 0) {
      if (!infeasible(lcp, node, path)) return false;
      continue;
    }
    if (node.branch >= lcp.size()) return false;
    Path z = path, w = path;
    z.node = node.z_zero;
    z.z_zero.insert(node.branch);
    w.node = node.w_zero;
    w.w_zero.insert(node.branch);
    open.push_back(z);
    open.push_back(w);
  }
  return true;
}

}  // namespace pawl::oracle
