// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/system.h>
#include <pawl/friction/contact_law.h>

#include <Eigen/Core>
#include <unordered_map>
#include <vector>

#include "bodies/kinematics.h"
#include "simulation/candidate.h"
#include "simulation/impulse_memory.h"

namespace pawl::internal {

/// One contact in a stage: its rows of J from normal and arms, and what is added to J u.
struct StageRow {
  const Candidate* candidate = nullptr;
  Eigen::Vector2d normal{0, 1}, arm_a{0, 0}, arm_b{0, 0};
  double normal_bias = 0, tangent_bias = 0;  ///< m/s
  double rounding = 0;                       ///< m/s, of these
};

struct StageResult {
  bool solved = false;
  Eigen::VectorXd normal, tangent;  ///< impulses, N s, an entry a row
  int pivots = 0;
  bool asked = false;  ///< whether a contact problem was solved: not where nothing approaches
};

/// Velocities and impulses of free bodies by a contact law: u+ = u + M^-1 J'c with the law between J u+ + bias and c.
///
/// Impulses are remembered by features, to start from. Each island's solver is remembered by its lowest body and the
/// stage, and starts from what its contacts did last where they are the same features.
class StageSolver {
 public:
  StageSolver(const System& system, const ContactLaw& law) : system_(system), law_(law) {}

  /// Moves `u` (three entries a body) where it is solved. The result lives until the next call. `stage` is a small
  /// number: problems that follow each other under one number are alike.
  const StageResult& solve(int stage, const std::vector<StageRow>& rows, Eigen::VectorXd& u);

 private:
  struct Memory {
    ContactLawSolver solver;
    std::vector<Candidate> contacts;  ///< of the last call
  };
  static double along(const Eigen::VectorXd& u, const StageRow& row, const Eigen::Vector2d& direction);
  bool nothing_approaches(const std::vector<StageRow>& rows, const Eigen::VectorXd& u) const;
  int local_body(int mover);
  void set_problem(const std::vector<StageRow>& rows, const Eigen::VectorXd& u);
  Memory& memory_of(int stage, const std::vector<StageRow>& rows, bool& again);
  void recall(int stage, const std::vector<StageRow>& rows);
  void remember(int stage, const std::vector<StageRow>& rows);
  void apply(const std::vector<StageRow>& rows, Eigen::VectorXd& u) const;

  const System& system_;
  const ContactLaw& law_;
  ContactProblem problem_;
  std::vector<int> local_, movers_;
  std::unordered_map<long, Memory> memories_;
  ImpulseMemory drift_impulses_, settle_impulses_;
  ContactImpulses near_;
  StageResult result_;
};

/// Of a force about the origin of its arm, N m.
inline double moment(const Eigen::Vector2d& arm, const Eigen::Vector2d& force) {
  return arm.x() * force.y() - arm.y() * force.x();
}

/// The velocity of b against a at a row's contact, along a direction, m/s.
double velocity_along(const Eigen::VectorXd& u, int mover_a, const Eigen::Vector2d& arm_a, int mover_b,
                      const Eigen::Vector2d& arm_b, const Eigen::Vector2d& direction);

}  // namespace pawl::internal
