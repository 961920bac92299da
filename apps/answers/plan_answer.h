// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/displacement_radius.h>
#include <pawl/planner/loading.h>
#include <pawl/planner/plan_depth.h>
#include <pawl/planner/plan_task.h>

#include <optional>
#include <string>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// Adds to a step's "energy" how deep it is, where it spills, and how far its component goes; null where `depth` is.
void add_depth(const PlanDepth* depth, const ContactSet& contacts, const Units& units, Json& energy);

/// Null where it is not known.
Json radius_json(const std::optional<DisplacementRadius>& radius);

/// Adds whether the part can leave its fixture, and how, or what it stays within.
void add_loading(const Loading& loading, const ContactSet& contacts, const Units& units, Json& results);

/// What is asked of a plan, and beside it.
struct PlanQuestion {
  PlanRequest request;
  bool depth = false;           ///< how deep a plan by energy is, and from how far displaced it holds
  EnergyTolerances tolerances;  ///< of the depth
  EnergyFloodOptions flood;     ///< of the depth; its stop is the request's
  bool loadable = false;        ///< whether the part can leave its fixture
  LoadingOptions loading;       ///< its stop is the request's
  bool friction_limit = false;
};

struct FoundPlan {
  TaskPlan plan;
  Guarantee least = Guarantee::at_rest;  ///< that was asked for
  bool by_energy = true;                 ///< whether plans by energy were looked for
  bool asked_depth = false;
  std::optional<PlanDepth> depth;                         ///< of a plan by energy, where it was asked
  std::vector<std::optional<DisplacementRadius>> radius;  ///< of each step, where the depth was asked
  std::optional<Loading> loading;
  std::optional<FrictionLimit> limit;
};

const char* name_of(InsertionPlan::Status status);
const char* actuator_name(const Task& task);

/// A plan and all that is asked of it, as far as it is not stopped.
FoundPlan find_plan(const ValidTask& task, const PlanQuestion& question);

/// What `pawl plan` says of it.
Answer plan_answer(const ValidTask& task, const FoundPlan& found);

/// The proof of the depth, as a file; nothing where there is none.
std::optional<std::string> certificate_of(const FoundPlan& found);

/// The states that are reached under the first wrench, or the obstacle's, for Graphviz; nothing of a graph that is not
/// complete.
std::optional<std::string> graph_of(const TaskPlan& plan);

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
