// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/contact/contact.h>
#include <pawl/io/contact_list.h>
#include <pawl/io/read_lcp.h>
#include <pawl/io/units.h>
#include <pawl/io/valid_task.h>
#include <pawl/lcp/interior_point.h>
#include <pawl/lcp/solve_lcp.h>
#include <pawl/modes/forward.h>
#include <pawl/modes/wrench_cone.h>
#include <pawl/planner/certainty.h>
#include <pawl/planner/check_task.h>
#include <pawl/planner/fixture_check.h>
#include <pawl/planner/loading.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answers/answer.h"
#include "answers/questions.h"

namespace pawl::answers {

/// Returns the answer of `pawl contacts`.
Answer contacts_answer(const ContactList& list, const ValidTask& task);

/// Returns the answer of `pawl contacts` for a task, with the requested checks. Throws InputError at an option of
/// `checks` whose value is not valid or that would have no effect.
Answer answer_contacts(const ValidTask& task, const FixtureChecks& checks, const StopToken& stop = {});
Answer answer_contacts(const ValidTask& task, const std::optional<FixtureQuestion>& fixture);

/// Returns the limits of a part's motion. They are displacements from the seat if `from_seat` is true, and from the
/// task's pose otherwise. `contacts` is the contact set at this pose.
Json play_json(const Loading& loading, bool from_seat, const ContactSet& contacts);

/// Adds the limits of the part's motion to an answer of `contacts`. They are displacements from the seat or, if the
/// part has no seat, from the task's pose.
void add_play(const ValidTask& task, Answer& answer);

const char* name_of(Verdict verdict);
const char* name_of(Covers covers);

/// Returns the answer of `pawl check` for a mode, whose letters may include `*`. `found` has no value if the check was
/// stopped.
Answer check_answer(const ValidTask& task, const std::string& mode, const std::optional<ModeCheck>& found);

/// Returns the answer of `pawl check` for a wrench, world frame. If `mode` is given, the answer states whether this
/// mode is the only one that is consistent with the wrench.
Answer check_answer(const ValidTask& task, const Eigen::Vector3d& wrench, const std::optional<std::string>& mode,
                    const std::optional<WrenchCheck>& found);

/// Returns the answer of `pawl check`. Throws InputError at --mode or /modes/0 for a mode that does not fit the
/// contacts, at --mode if neither a mode nor a wrench is given and the task does not list exactly one mode, at /fixels
/// or /contacts if a mode must be checked without any contact, and at --clamp-at.
Answer answer_check(const ValidTask& task, const CheckQuestion& question, const StopToken& stop);

/// Returns the same answer as the function above. The fixture checks are given as a FixtureQuestion.
Answer answer_check(const ValidTask& task, const std::optional<std::string>& mode,
                    const std::optional<Eigen::Vector3d>& wrench, const std::optional<FixtureQuestion>& fixture,
                    const StopToken& stop);

const char* name_of(SolutionCount count);

struct FoundForward {
  Eigen::Vector3d wrench{0, 0, 0};  ///< applied wrench, world frame
  ForwardSolutions found;           ///< solutions, in the frame of the task's contacts
  Certainty certainty;              ///< whether the answer is robust to rounding; not computed if the search was
                                    ///< stopped
};

/// Finds every solution of the forward problem of a task under a wrench (world frame).
FoundForward find_forward(const ValidTask& task, const Eigen::Vector3d& wrench, const StopToken& stop);

/// Returns the answer of `pawl forward`. Throws InputError at --wrench if it is missing.
Answer answer_forward(const ValidTask& task, const std::optional<Eigen::Vector3d>& wrench, const StopToken& stop);

/// Returns the answer of `pawl forward` for the solutions in `forward`.
Answer forward_answer(const ValidTask& task, const FoundForward& forward);

/// Writes the answer of `pawl modes` for a task's contacts. Each mode is written when the search finds it.
StreamedAnswer::End write_modes(const ContactSet& set, const Units& units, const StopToken& stop, JsonStream& json);
/// Writes the answer of `pawl modes` with only the number of modes.
StreamedAnswer::End write_mode_count(const ContactSet& set, const StopToken& stop, JsonStream& json);

/// Returns the answer of `pawl modes`. If `count` is true, the answer contains only the number of modes. The task must
/// outlive the answer.
StreamedAnswer answer_modes(const ValidTask& task, bool count, const StopToken& stop);

/// The cone of a mode, rotated to the world frame, in the format of answers. Also contains the excluded sets of faces,
/// whose numbers refer to the faces as printed.
struct PrintedCone {
  Json cone;
  Json excluded;
};

Json print_cone(const Cone& cone, const ContactSet& set);
PrintedCone print_cone(const WrenchCone& cone, const ContactSet& set, bool exact);

/// Returns the answer of `pawl cone` for one mode. Raises `status` if the mode is not feasible or the cone is not
/// certified.
Json cone_answer(const ContactSet& set, const WrenchCone& cone, const ConesQuestion& question, Status& status);

/// Returns the modes and patterns to answer for: `mode` if it is given, otherwise the modes of the task, otherwise a
/// pattern that matches every mode. Throws InputError for a mode or pattern that does not fit the contacts. If that is
/// `mode`, the error is at `pointer`.
std::vector<std::string> patterns_of(const Task& task, const ContactSet& set, const std::optional<std::string>& mode,
                                     const char* pointer);

/// Calls `use` with the wrench cone of each requested mode. Returns false if `stop` ended the search before the last
/// mode.
bool for_each_cone(const ContactSet& set, const std::vector<std::string>& patterns, Route route, const StopToken& stop,
                   const std::function<void(const WrenchCone&)>& use);

/// Returns the answer of `pawl cone`. The task must outlive the answer. If `use` is given, calls it with each cone as
/// soon as the cone is computed. Throws InputError at --mode and --route.
StreamedAnswer answer_cones(const ValidTask& task, const ConesQuestion& question,
                            const std::function<void(const WrenchCone&)>& use = nullptr);

const char* name_of(LcpAnswer::Status status);

/// The answer to a complementarity problem.
struct FoundLcp {
  LcpAnswer answer;
  std::optional<InteriorPointResult> interior;  ///< result of the interior point method; without a value if the method
                                                ///< was not requested
};

/// Solves an LCP or a contact problem from a file, by the method that the question states. Throws InputError for a
/// question whose options contradict each other.
FoundLcp find_lcp(const LcpFile& problem, const LcpLimits& limits, const LcpQuestion& question);

/// Returns the answer of `pawl lcp` for one problem. Raises `status` if the problem has no solution, is undecided, or
/// if all solutions were requested but may not have been found. `microseconds` is the elapsed time; without a value,
/// the answer does not state a time.
Json lcp_answer(const std::string& file, const LcpFile& problem, const FoundLcp& found, const LcpQuestion& question,
                std::optional<double> microseconds, Status& status);

}  // namespace pawl::answers
