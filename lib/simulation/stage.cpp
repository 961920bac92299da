// SPDX-License-Identifier: MIT
#include "simulation/stage.h"

#include <algorithm>

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

double velocity_of(const Eigen::VectorXd& u, int mover, const Vector& arm, const Vector& direction) {
  if (mover < 0) return 0;
  return u.segment<2>(3 * mover).dot(direction) + u[3 * mover + 2] * moment(arm, direction);
}

/// Of all biases; none where one is exact.
double rounding_of(const std::vector<StageRow>& rows) {
  double most = 0;
  for (const StageRow& row : rows) {
    if (row.rounding == 0) return 0;
    most = std::max(most, row.rounding);
  }
  return most;
}

/// Whether two lists are of the same features, in order.
bool same_contacts(const std::vector<Candidate>& last, const std::vector<StageRow>& rows) {
  return std::equal(last.begin(), last.end(), rows.begin(), rows.end(),
                    [](const Candidate& a, const StageRow& b) { return a.same_features(*b.candidate); });
}

}  // namespace

double velocity_along(const Eigen::VectorXd& u, int mover_a, const Vector& arm_a, int mover_b, const Vector& arm_b,
                      const Vector& direction) {
  return velocity_of(u, mover_b, arm_b, direction) - velocity_of(u, mover_a, arm_a, direction);
}

double StageSolver::along(const Eigen::VectorXd& u, const StageRow& row, const Vector& direction) {
  return velocity_along(u, row.candidate->mover_a, row.arm_a, row.candidate->mover_b, row.arm_b, direction);
}

bool StageSolver::nothing_approaches(const std::vector<StageRow>& rows, const Eigen::VectorXd& u) const {
  return std::all_of(rows.begin(), rows.end(),
                     [&](const StageRow& row) { return along(u, row, row.normal) + row.normal_bias >= 0; });
}

int StageSolver::local_body(int mover) {
  if (mover < 0) return -1;
  int& local = local_[static_cast<std::size_t>(mover)];
  if (local < 0) {
    local = static_cast<int>(movers_.size());
    movers_.push_back(mover);
    const Body& body = system_.bodies[static_cast<std::size_t>(mover)];
    problem_.bodies.push_back({1 / body.mass, 1 / body.inertia});
  }
  return local;
}

void StageSolver::set_problem(const std::vector<StageRow>& rows, const Eigen::VectorXd& u) {
  problem_.level = ContactProblem::Level::velocity;
  problem_.bodies.clear();
  problem_.contacts.resize(rows.size());
  local_.resize(system_.bodies.size(), -1);
  movers_.clear();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const StageRow& row = rows[i];
    ContactProblem::Contact& contact = problem_.contacts[i];
    contact.a = local_body(row.candidate->mover_a);
    contact.b = local_body(row.candidate->mover_b);
    contact.normal = row.normal;
    contact.arm_a = row.arm_a;
    contact.arm_b = row.arm_b;
    contact.friction = row.candidate->friction;
    contact.normal_bias = along(u, row, row.normal) + row.normal_bias;
    contact.tangent_bias = along(u, row, turned_left(row.normal)) + row.tangent_bias;
  }
  for (const int mover : movers_) local_[static_cast<std::size_t>(mover)] = -1;
}

StageSolver::Memory& StageSolver::memory_of(int stage, const std::vector<StageRow>& rows, bool& again) {
  const int lowest = *std::min_element(movers_.begin(), movers_.end());
  Memory& memory = memories_[static_cast<long>(stage) * (1L << 32) + lowest];
  again = same_contacts(memory.contacts, rows);
  if (!again) {
    memory.contacts.clear();
    for (const StageRow& row : rows) memory.contacts.push_back(*row.candidate);
  }
  return memory;
}

/// Of the last problem of the kind in which the features were: the drift's iterates are alike.
void StageSolver::recall(int stage, const std::vector<StageRow>& rows) {
  ImpulseMemory& impulses = stage < 2 ? drift_impulses_ : settle_impulses_;
  impulses.next();
  near_.normal.resize(static_cast<Eigen::Index>(rows.size()));
  near_.tangent.resize(near_.normal.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ImpulseMemory::Impulse& last = impulses.at(*rows[i].candidate);
    near_.normal[static_cast<Eigen::Index>(i)] = last.normal;
    near_.tangent[static_cast<Eigen::Index>(i)] = last.tangent;
  }
}

void StageSolver::remember(int stage, const std::vector<StageRow>& rows) {
  ImpulseMemory& impulses = stage < 2 ? drift_impulses_ : settle_impulses_;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    impulses.at(*rows[i].candidate) = {result_.normal[k], result_.tangent[k]};
  }
}

void StageSolver::apply(const std::vector<StageRow>& rows, Eigen::VectorXd& u) const {
  const auto push = [&](int mover, const Vector& arm, const Vector& impulse) {
    if (mover < 0) return;
    const Body& body = system_.bodies[static_cast<std::size_t>(mover)];
    u.segment<2>(3 * mover) += impulse / body.mass;
    u[3 * mover + 2] += moment(arm, impulse) / body.inertia;
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const StageRow& row = rows[i];
    const auto k = static_cast<Eigen::Index>(i);
    const Vector impulse = result_.normal[k] * row.normal + result_.tangent[k] * turned_left(row.normal);
    push(row.candidate->mover_b, row.arm_b, impulse);
    push(row.candidate->mover_a, row.arm_a, -impulse);
  }
}

const StageResult& StageSolver::solve(int stage, const std::vector<StageRow>& rows, Eigen::VectorXd& u) {
  const auto count = static_cast<Eigen::Index>(rows.size());
  result_.solved = true;
  result_.pivots = 0;
  result_.asked = false;
  result_.normal.setZero(count);
  result_.tangent.setZero(count);
  if (nothing_approaches(rows, u)) return result_;
  set_problem(rows, u);
  bool again = false;
  Memory& memory = memory_of(stage, rows, again);
  recall(stage, rows);
  const ContactImpulses& found = memory.solver.solve_unchecked(law_, problem_, {again, &near_, rounding_of(rows)});
  result_.asked = true;
  result_.solved = found.solved;
  result_.pivots = found.pivots;
  if (!found.solved) return result_;
  result_.normal = found.normal;
  result_.tangent = found.tangent;
  remember(stage, rows);
  apply(rows, u);
  return result_;
}

}  // namespace pawl::internal
