// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "answers/plan_answer.h"

namespace pawl::answers {

/// What people ask of a plan beside the task, as the options of `pawl plan` say it.
struct AskedPlan {
  std::string require;    ///< the least kind of guarantee: "keeps", "energy"; empty: any
  bool by_graph = false;  ///< no plans by energy
  bool friction_limit = false;
  std::optional<std::size_t> cells;
  bool certify = false;                                         ///< how deep a plan by energy is
  std::optional<double> enough;                                 ///< a depth to end at, N length
  std::optional<std::size_t> boxes;                             ///< to end after
  std::optional<double> friction_off, fixels_off, outline_off;  ///< tolerances of the depth
  bool loadable = false;                                        ///< whether the part can leave its fixture

  bool asks_depth() const { return certify || enough; }
};

/// What messages call them.
struct PlanOptionNames {
  const char *require = "--require", *by_graph = "--by-graph", *both = "--require energy", *boxes = "--limit-boxes",
             *friction_off = "--tolerance-friction", *fixels_off = "--tolerance-fixels",
             *outline_off = "--tolerance-outline";
  const char *asking_depth = "--certify, --certify-depth or --certificate", *asking_boxes = "--certify or --loadable";
};

/// Throws InputError at an option's name for what cannot be asked together, and for what would be passed over.
PlanQuestion question_of(const AskedPlan& options, const PlanOptionNames& names = {});

}  // namespace pawl::answers
