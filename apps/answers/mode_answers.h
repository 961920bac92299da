// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/contact/contact.h>
#include <pawl/io/contact_list.h>
#include <pawl/io/read_lcp.h>
#include <pawl/io/units.h>
#include <pawl/io/valid_task.h>
#include <pawl/lcp/solve_lcp.h>
#include <pawl/modes/forward.h>
#include <pawl/modes/wrench_cone.h>
#include <pawl/planner/certainty.h>
#include <pawl/planner/check_task.h>
#include <pawl/planner/fixture_check.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// What `pawl contacts` says.
Answer contacts_answer(const ContactList& list, const Units& units);

/// The same of a task, and what is asked of its fixture.
Answer answer_contacts(const ValidTask& task, const std::optional<FixtureQuestion>& fixture);

const char* name_of(Verdict verdict);
const char* name_of(Covers covers);

/// What `pawl check` says of a mode (letters and `*`); nothing found: it was stopped.
Answer check_answer(const ValidTask& task, const std::string& mode, const std::optional<ModeCheck>& found);

/// The same of a wrench (world frame), and with a mode whether it gives that mode alone.
Answer check_answer(const ValidTask& task, const Eigen::Vector3d& wrench, const std::optional<std::string>& mode,
                    const std::optional<WrenchCheck>& found);

/// What is asked of a mode or a wrench, and beside it of the fixture.
struct CheckQuestion {
  std::optional<std::string> mode;        ///< instead of the task's only one
  std::optional<Eigen::Vector3d> wrench;  ///< world frame
  std::optional<FixtureQuestion> fixture;
};

/// The answer of `pawl check`. Throws InputError, at --mode for one that does not fit.
Answer answer_check(const ValidTask& task, const CheckQuestion& question, const StopToken& stop);

const char* name_of(SolutionCount count);

struct FoundForward {
  Eigen::Vector3d wrench{0, 0, 0};  ///< world frame
  ForwardSolutions found;           ///< frame of the task's contacts
  Certainty certainty;              ///< not asked where it was stopped
};

/// Every solution of the forward problem of a task under a wrench (world frame).
FoundForward find_forward(const ValidTask& task, const Eigen::Vector3d& wrench, const StopToken& stop);

/// The answer of `pawl forward`. Throws InputError at --wrench without one.
Answer answer_forward(const ValidTask& task, const std::optional<Eigen::Vector3d>& wrench, const StopToken& stop);

/// What `pawl forward` says of it.
Answer forward_answer(const ValidTask& task, const FoundForward& forward);

/// What `pawl modes` says of a task's contacts, written while it is found.
StreamedAnswer::End write_modes(const ContactSet& set, const Units& units, const StopToken& stop, JsonStream& json);
/// The same of their number alone.
StreamedAnswer::End write_mode_count(const ContactSet& set, const StopToken& stop, JsonStream& json);

/// The answer of `pawl modes`, or with `count` of their number alone; the task must outlive it.
StreamedAnswer answer_modes(const ValidTask& task, bool count, const StopToken& stop);

/// A mode's cone in the world frame as the contract prints it, and its excluded face sets in the printed order.
struct PrintedCone {
  Json cone;
  Json excluded;
};

Json print_cone(const Cone& cone, const ContactSet& set);
PrintedCone print_cone(const WrenchCone& cone, const ContactSet& set, bool exact);

/// What is said of a wrench cone beside the cone.
struct ConeQuestion {
  std::optional<Eigen::Vector3d> wrench;  ///< whether this one is in it, world frame
  bool matrices = false;
  bool exact = false;
};

/// What `pawl cone` says of one mode; raises the status where it is not feasible, or not certified.
Json cone_answer(const ContactSet& set, const WrenchCone& cone, const ConeQuestion& question, Status& status);

/// What is asked of the cones of a task.
struct ConesQuestion {
  std::optional<std::string> mode;  ///< letters and `*`, instead of the task's list
  Route route = Route::sum;
  bool count = false;  ///< only how many modes there are
  ConeQuestion each;
  StopToken stop;
};

/// The modes that are asked for, feasible or not, and patterns for the feasible modes that match them. Throws
/// InputError, at `pointer` for a mode asked for that does not fit.
std::vector<std::string> patterns_of(const Task& task, const ContactSet& set, const std::optional<std::string>& mode,
                                     const char* pointer);

/// Calls with the cones of such patterns; whether it came to the last.
bool for_each_cone(const ContactSet& set, const std::vector<std::string>& patterns, Route route, const StopToken& stop,
                   const std::function<void(const WrenchCone&)>& use);

/// The answer of `pawl cone`; the task must outlive it. Throws InputError at --mode and --route.
StreamedAnswer answer_cones(const ValidTask& task, const ConesQuestion& question);

struct LcpQuestion {
  bool all = false;    ///< list every solution
  bool proof = false;  ///< print the proof of a "none"
};

const char* name_of(LcpAnswer::Status status);

/// Solves a problem of either kind.
LcpAnswer find_lcp(const LcpFile& problem, const LcpLimits& limits, bool all);

/// What `pawl lcp` says of one problem; raises the status. `microseconds`: how long it took, where that is said.
Json lcp_answer(const std::string& file, const LcpFile& problem, const LcpAnswer& found, const LcpQuestion& question,
                std::optional<double> microseconds, Status& status);

}  // namespace pawl::answers
