// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/friction/motion_problem.h>

#include <algorithm>

#include "friction/contact_scales.h"
#include "friction/shape_validator.h"

namespace pawl {
namespace {

/// Of parting, and of sliding, of each contact, m/s.
struct Speeds {
  Eigen::ArrayXd parting, sliding;
};

Speeds speeds_of(const ContactEquations& e) {
  Speeds speeds{internal::rows_times(e.normals, e.velocity), Eigen::ArrayXd::Zero(e.contacts())};
  for (const Eigen::MatrixXd& tangent : e.tangents)
    speeds.sliding += internal::rows_times(tangent, e.velocity).square();
  speeds.sliding = speeds.sliding.sqrt();
  return speeds;
}

std::vector<ContactState> states_of(const ContactEquations& e, const Speeds& speeds, const RestTolerance& tolerance) {
  std::vector<ContactState> states;
  std::vector<Fault> faults;
  for (Eigen::Index i = 0; i < e.contacts(); ++i) {
    const double parting = speeds.parting[i];
    const bool open = e.gap[i] > tolerance.gap || parting > tolerance.velocity;
    if (!open && parting < -tolerance.velocity) {
      faults.push_back({fmt::format("/contacts/{}", i), fmt::format("{}", parting),
                        fmt::format("approaches (parting velocity in m/s, at least {} expected): an impact, which the "
                                    "acceleration level does not have",
                                    -tolerance.velocity)});
    }
    states.push_back(open                                     ? ContactState::open
                     : speeds.sliding[i] > tolerance.velocity ? ContactState::sliding
                                                              : ContactState::rolling);
  }
  if (!faults.empty()) throw InputError(std::move(faults));
  return states;
}

void check_tolerance(const RestTolerance& tolerance, internal::ShapeValidator& check) {
  check.tolerance("/tolerance/gap", tolerance.gap);
  check.tolerance("/tolerance/velocity", tolerance.velocity);
}

/// The shapes and numbers that states depend on, but for those of rows, which their speeds tell.
void check_moving(const ContactEquations& e, internal::ShapeValidator& check) {
  const Eigen::Index d = e.velocity.size();
  check.matrix("/velocity", e.velocity, d, 1);
  check.shape("/normals", e.normals, e.contacts(), d);
  for (std::size_t k = 0; k < e.tangents.size(); ++k) {
    check.shape(internal::EntryOf{"/tangents", k}, e.tangents[k], e.contacts(), d);
  }
  check.matrix("/gap", e.gap, e.contacts(), 1);
}

void check_rows(const ContactEquations& e, internal::ShapeValidator& check) {
  check.matrix("/normals", e.normals, e.contacts(), e.velocity.size());
  for (std::size_t k = 0; k < e.tangents.size(); ++k) {
    check.matrix(internal::EntryOf{"/tangents", k}, e.tangents[k], e.contacts(), e.velocity.size());
  }
}

/// With more tangents than one a contact that slides does so in some direction.
void check_sliding(const MotionProblem& problem, internal::ShapeValidator& check) {
  const ContactEquations& e = problem.equations;
  if (e.tangents.size() < 2) return;
  const auto slides = [&](std::size_t i) {
    return std::any_of(e.tangents.begin(), e.tangents.end(), [&](const Eigen::MatrixXd& tangent) {
      return tangent.row(static_cast<Eigen::Index>(i)).dot(e.velocity) != 0;
    });
  };
  for (std::size_t i = 0; i < problem.states.size(); ++i) {
    if (problem.states[i] != ContactState::sliding || slides(i)) continue;
    check.add(fmt::format("/states/{}", i), "sliding", "must not slide: its sliding velocity is 0 m/s");
  }
}

}  // namespace

std::vector<ContactState> contact_states(const ContactEquations& equations, const RestTolerance& tolerance) {
  internal::ShapeValidator check;
  check_tolerance(tolerance, check);
  check_moving(equations, check);
  check.finish();
  const Speeds speeds = speeds_of(equations);
  if (!internal::all_finite(speeds.parting) || !internal::all_finite(speeds.sliding)) check_rows(equations, check);
  check.finish();
  return states_of(equations, speeds, tolerance);
}

void MotionProblem::validate() const {
  internal::ShapeValidator check;
  const Eigen::Index n = equations.contacts();
  check.part("/equations", equations);
  const bool sound = check.empty();
  check.count("/states", states.size(), static_cast<std::size_t>(n));
  check.matrix("/impetus", impetus, equations.degrees(), 1);
  check.matrix("/normal_offset", normal_offset, n, 1);
  check.count("/tangent_offset", tangent_offset.size(), equations.tangents.size());
  for (std::size_t k = 0; k < tangent_offset.size(); ++k) {
    check.matrix(internal::EntryOf{"/tangent_offset", k}, tangent_offset[k], n, 1);
  }
  check.matrix("/bilateral_target", bilateral_target, equations.bilateral.size(), 1);
  check.not_negative("/bilateral_slack", bilateral_slack);
  if (sound && states.size() == static_cast<std::size_t>(n)) check_sliding(*this, check);
  check.finish();
}

MotionProblem acceleration_problem(ContactEquations equations, const RestTolerance& tolerance) {
  internal::ShapeValidator check;
  check_tolerance(tolerance, check);
  check.part("", equations);
  check.finish();
  MotionProblem problem;
  problem.states = states_of(equations, speeds_of(equations), tolerance);
  problem.impetus = equations.force;
  problem.normal_offset = equations.normal_bias;
  problem.tangent_offset = equations.tangent_bias;
  problem.bilateral_target = equations.bilateral.acceleration;
  problem.equations = std::move(equations);
  return problem;
}

MotionProblem step_problem(ContactEquations equations, double h) {
  internal::ShapeValidator check;
  check.positive("/h", h);
  check.part("", equations);
  check.finish();
  const Bilateral& bilateral = equations.bilateral;
  MotionProblem problem;
  problem.states.assign(static_cast<std::size_t>(equations.contacts()), ContactState::rolling);
  problem.impetus = equations.mass * equations.velocity + h * equations.force;
  problem.normal_offset = equations.gap / h;
  problem.tangent_offset.assign(equations.tangents.size(), Eigen::VectorXd::Zero(equations.contacts()));
  problem.bilateral_target = -bilateral.gap / h;
  problem.bilateral_slack = tolerance::kPinClosure / h;
  for (Eigen::Index i = 0; i < bilateral.size(); ++i) {
    if (!bilateral.driven[static_cast<std::size_t>(i)]) continue;
    problem.bilateral_target[i] = bilateral.rows.row(i).dot(equations.velocity) + h * bilateral.acceleration[i];
  }
  problem.equations = std::move(equations);
  return problem;
}

}  // namespace pawl
