// SPDX-License-Identifier: MIT
#include "support/mode_solutions.h"

#include <algorithm>
#include <cmath>

#include "base/dense_algebra.h"

namespace pawl::oracle {
namespace {

/// The mode of a contact. `ends` has an entry for each tangent: -1 and 1 stand for friction at an end of its range, and
/// 0 stands for sticking. It is empty for a contact that separates or already slides.
struct ContactMode {
  bool closed = false;
  std::vector<int> ends;
};

std::vector<ContactMode> modes_of(const MotionProblem& problem, Eigen::Index contact) {
  const ContactState state = problem.states[static_cast<std::size_t>(contact)];
  std::vector<ContactMode> modes = {{false, {}}};
  if (state == ContactState::open) return modes;
  if (state == ContactState::sliding) {
    modes.push_back({true, {}});
    return modes;
  }
  std::vector<ContactMode> closed = {{true, {}}};
  for (std::size_t k = 0; k < problem.equations.tangents.size(); ++k) {
    std::vector<ContactMode> longer;
    for (const ContactMode& mode : closed) {
      for (const int end : {-1, 0, 1}) {
        longer.push_back(mode);
        longer.back().ends.push_back(end);
      }
    }
    closed = longer;
  }
  modes.insert(modes.end(), closed.begin(), closed.end());
  return modes;
}

double sliding_part(const ContactEquations& e, Eigen::Index contact, std::size_t tangent) {
  double squared = 0;
  for (const Eigen::MatrixXd& rows : e.tangents) squared += std::pow(rows.row(contact).dot(e.velocity), 2);
  return e.tangents[tangent].row(contact).dot(e.velocity) / std::sqrt(squared);
}

class ModeSystem {
 public:
  ModeSystem(const MotionProblem& problem, const std::vector<ContactMode>& modes)
      : problem_(problem), e_(problem.equations), n_(e_.contacts()), k_(static_cast<Eigen::Index>(e_.tangents.size())) {
    const Eigen::Index d = e_.degrees(), b = e_.bilateral.size();
    const Eigen::Index size = d + n_ * (1 + k_) + b;
    matrix_ = Eigen::MatrixXd::Zero(size, size);
    right_ = Eigen::VectorXd::Zero(size);
    matrix_.topLeftCorner(d, d) = e_.mass;
    matrix_.block(0, d, d, n_) = -e_.normals.transpose();
    for (Eigen::Index k = 0; k < k_; ++k) {
      matrix_.block(0, d + n_ * (k + 1), d, n_) = -e_.tangents[static_cast<std::size_t>(k)].transpose();
    }
    if (b > 0) {
      matrix_.topRightCorner(d, b) = -e_.bilateral.rows.transpose();
      matrix_.block(d + n_ * (1 + k_), 0, b, d) = e_.bilateral.rows;
      right_.tail(b) = problem.bilateral_target;
    }
    right_.head(d) = problem.free_momentum;
    for (Eigen::Index i = 0; i < n_; ++i) set_contact(i, modes[static_cast<std::size_t>(i)]);
  }

  /// Finds the solution with the smallest norm. Returns false if no solution exists.
  bool solve(SystemMotion& motion) const {
    const Eigen::VectorXd z = matrix_.completeOrthogonalDecomposition().solve(right_);
    if ((matrix_ * z - right_).cwiseAbs().maxCoeff() > 1e-9 * (1 + right_.cwiseAbs().maxCoeff())) return false;
    const Eigen::Index d = e_.degrees();
    motion.motion = z.head(d);
    motion.forces.normal = z.segment(d, n_);
    motion.normal = e_.normals * motion.motion + problem_.normal_offset;
    motion.forces.tangent.clear();
    motion.tangent.clear();
    for (Eigen::Index k = 0; k < k_; ++k) {
      motion.forces.tangent.push_back(z.segment(d + n_ * (k + 1), n_));
      const std::size_t at = static_cast<std::size_t>(k);
      motion.tangent.push_back(e_.tangents[at] * motion.motion + problem_.tangent_offset[at]);
    }
    motion.bilateral = z.tail(e_.bilateral.size());
    return true;
  }

 private:
  Eigen::Index force(Eigen::Index direction, Eigen::Index contact) const {
    return e_.degrees() + n_ * direction + contact;
  }

  void set_contact(Eigen::Index i, const ContactMode& mode) {
    const Eigen::Index row = force(0, i);
    if (mode.closed) {
      matrix_.block(row, 0, 1, e_.degrees()) = e_.normals.row(i);
      right_[row] = -problem_.normal_offset[i];
    } else {
      matrix_(row, force(0, i)) = 1;
    }
    for (Eigen::Index k = 0; k < k_; ++k) set_tangent(i, k, mode);
  }

  void set_tangent(Eigen::Index i, Eigen::Index k, const ContactMode& mode) {
    const std::size_t at = static_cast<std::size_t>(k);
    const Eigen::Index row = force(k + 1, i);
    if (mode.closed && !mode.ends.empty() && mode.ends[at] == 0) {
      matrix_.block(row, 0, 1, e_.degrees()) = e_.tangents[at].row(i);
      right_[row] = -problem_.tangent_offset[at][i];
      return;
    }
    matrix_(row, force(k + 1, i)) = 1;
    if (!mode.closed) return;
    const double along = mode.ends.empty() ? sliding_part(e_, i, at) : mode.ends[at];
    matrix_(row, force(0, i)) = e_.friction[i] * along;
  }

  const MotionProblem& problem_;
  const ContactEquations& e_;
  Eigen::Index n_, k_;
  Eigen::MatrixXd matrix_;
  Eigen::VectorXd right_;
};

/// Returns whether the motion satisfies the inequalities of all contact modes.
bool admissible(const MotionProblem& problem, const std::vector<ContactMode>& modes, const SystemMotion& m) {
  const double slack = 1e-9 * (1 + m.forces.normal.cwiseAbs().sum() + m.motion.cwiseAbs().sum());
  for (Eigen::Index i = 0; i < m.normal.size(); ++i) {
    if (problem.states[static_cast<std::size_t>(i)] == ContactState::open) continue;
    if (m.normal[i] < -slack || m.forces.normal[i] < -slack) return false;
    const ContactMode& mode = modes[static_cast<std::size_t>(i)];
    for (std::size_t k = 0; k < mode.ends.size(); ++k) {
      const double bound = problem.equations.friction[i] * m.forces.normal[i];
      if (mode.ends[k] == 0 && std::fabs(m.forces.tangent[k][i]) > bound + slack) return false;
      if (mode.ends[k] != 0 && mode.ends[k] * m.tangent[k][i] < -slack) return false;
    }
  }
  return true;
}

}  // namespace

std::vector<SystemMotion> solutions_by_modes(const MotionProblem& problem) {
  std::vector<std::vector<ContactMode>> choices;
  for (Eigen::Index i = 0; i < problem.equations.contacts(); ++i) choices.push_back(modes_of(problem, i));
  std::vector<std::size_t> pick(choices.size(), 0);
  std::vector<SystemMotion> found;
  for (;;) {
    std::vector<ContactMode> modes;
    for (std::size_t i = 0; i < pick.size(); ++i) modes.push_back(choices[i][pick[i]]);
    SystemMotion motion;
    if (ModeSystem(problem, modes).solve(motion) && admissible(problem, modes, motion)) {
      const bool known = std::any_of(found.begin(), found.end(), [&](const SystemMotion& other) {
        return (other.motion - motion.motion).norm() < 1e-7 * (1 + motion.motion.norm());
      });
      if (!known) found.push_back(motion);
    }
    std::size_t digit = 0;
    while (digit < pick.size() && ++pick[digit] == choices[digit].size()) pick[digit++] = 0;
    if (digit == pick.size()) return found;
  }
}

}  // namespace pawl::oracle
