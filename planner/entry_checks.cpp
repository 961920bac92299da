// SPDX-License-Identifier: MIT
#include "entry_checks.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>

#include <Eigen/Geometry>
#include <cmath>

namespace pawl::internal {
namespace {

std::string text_of(const Eigen::Vector3d& v) { return fmt::format("[{},{},{}]", v.x(), v.y(), v.z()); }

}  // namespace

void refuse_state(int state, int count) {
  throw InputError("state", std::to_string(state), fmt::format("must be from 0 to {}", count - 1));
}

void refuse_fixels() { throw InputError("fixels", "", "holds a contact that is not there"); }

void refuse_incomplete() {
  throw InputError("graph", "", "its making was stopped: it has no modes; only a complete graph has");
}

void require_finite(const char* name, const Eigen::Vector3d& vector) {
  if (!vector.allFinite()) throw InputError(name, text_of(vector), "must be finite numbers");
}

void require_index(const char* name, std::ptrdiff_t index, std::size_t count) {
  if (index >= 0 && static_cast<std::size_t>(index) < count) return;
  throw InputError(name, std::to_string(index),
                   count == 0 ? "there are none" : fmt::format("there are only {}", count));
}

void require_states(const char* name, const StateSet& set, int count) {
  if ((set >> static_cast<std::size_t>(count)).none()) return;
  for (std::size_t state = set.size(); state-- > static_cast<std::size_t>(count);) {
    if (set[state]) throw InputError(name, std::to_string(state), fmt::format("states are from 0 to {}", count - 1));
  }
}

void require_size(const Mode& mode, const ContactSet& set) {
  if (mode.size() == set.size()) return;
  throw InputError("mode", mode.str(), fmt::format("must have {} letters, one a contact", set.size()));
}

void require_domain(const WrenchDomain& domain) {
  if (domain.kind == WrenchDomain::Kind::free) return;
  require_finite("domain/first", domain.first);
  require_finite("domain/second", domain.second);
  if (domain.first.stableNormalized().cross(domain.second.stableNormalized()).isZero(0)) {
    throw InputError("domain/second", text_of(domain.second), "must not be parallel to the first wrench, nor zero");
  }
  if (!std::isfinite(domain.from) || !std::isfinite(domain.to) || domain.from > domain.to) {
    throw InputError("domain/from", fmt::format("[{},{}]", domain.from, domain.to),
                     "must be finite angles, from at most to");
  }
}

void require_options(const ContactGraph& graph, const PlanOptions& options) {
  require_domain(options.domain);
  if (options.start) require_states("start", *options.start, graph.count());
  if (options.goal && (*options.goal < 0 || *options.goal >= graph.states().count())) {
    throw InputError("goal", std::to_string(*options.goal),
                     fmt::format("must be a contact state, from 0 to {}", graph.states().count() - 1));
  }
}

}  // namespace pawl::internal
