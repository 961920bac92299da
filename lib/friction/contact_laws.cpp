// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/friction/contact_laws.h>

#include <cmath>

#include "friction/contact_scales.h"

namespace pawl {
namespace {

double sliding_speed(const ContactEquations& e, Eigen::Index contact) {
  double squared = 0;
  for (const Eigen::MatrixXd& tangent : e.tangents) {
    const double speed = tangent.row(contact).dot(e.velocity);
    squared += speed * speed;
  }
  return std::sqrt(squared);
}

}  // namespace

std::vector<ContactState> contact_states(const ContactEquations& e, const RestTolerance& tolerance) {
  std::vector<ContactState> states;
  std::vector<Fault> faults;
  for (Eigen::Index i = 0; i < e.contacts(); ++i) {
    const double parting = e.normals.row(i).dot(e.velocity);
    const bool open = e.gap[i] > tolerance.gap || parting > tolerance.velocity;
    if (!open && parting < -tolerance.velocity) {
      faults.push_back({fmt::format("/contacts/{}", i), fmt::format("{}", parting),
                        fmt::format("approaches (parting velocity in m/s, at least {} expected): an impact, which the "
                                    "acceleration level does not have",
                                    -tolerance.velocity)});
    }
    states.push_back(open                                       ? ContactState::open
                     : sliding_speed(e, i) > tolerance.velocity ? ContactState::sliding
                                                                : ContactState::rolling);
  }
  if (!faults.empty()) throw InputError(std::move(faults));
  return states;
}

ContactLaws acceleration_laws(ContactEquations equations, const RestTolerance& tolerance) {
  equations.validate();
  ContactLaws laws;
  laws.states = contact_states(equations, tolerance);
  laws.impetus = equations.force;
  laws.normal_offset = equations.normal_bias;
  laws.tangent_offset = equations.tangent_bias;
  laws.bilateral_target = equations.bilateral.acceleration;
  laws.equations = std::move(equations);
  return laws;
}

ContactLaws step_laws(ContactEquations equations, double h) {
  if (!(h > 0) || !std::isfinite(h))
    throw InputError("/h", fmt::format("{}", h), "must be a finite number greater than 0");
  equations.validate();
  const Bilateral& bilateral = equations.bilateral;
  ContactLaws laws;
  laws.states.assign(static_cast<std::size_t>(equations.contacts()), ContactState::rolling);
  laws.impetus = equations.mass * equations.velocity + h * equations.force;
  laws.normal_offset = equations.gap / h;
  laws.tangent_offset.assign(equations.tangents.size(), Eigen::VectorXd::Zero(equations.contacts()));
  laws.bilateral_target = -bilateral.gap / h;
  laws.bilateral_slack = tolerance::kPinClosure / h;
  for (Eigen::Index i = 0; i < bilateral.size(); ++i) {
    if (!bilateral.driven[static_cast<std::size_t>(i)]) continue;
    laws.bilateral_target[i] = bilateral.rows.row(i).dot(equations.velocity) + h * bilateral.acceleration[i];
  }
  laws.equations = std::move(equations);
  return laws;
}

}  // namespace pawl
