// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/warning.h>
#include <pawl/io/contact_list.h>
#include <pawl/io/scene.h>
#include <pawl/io/valid_task.h>

#include <string>
#include <string_view>
#include <vector>

namespace pawl {

/// Returns the warnings of a task, in the order of the file's keys. A warning reports valid input that the user
/// probably did not intend. docs/warnings.md lists the codes.
Warnings warnings(const ValidTask& task);

/// Returns the warnings that matter to the answer of the given command ("plan", "check" ...), see concerns(). Computes
/// the seat only if one of these warnings needs it.
Warnings warnings(const ValidTask& task, std::string_view command);

/// Returns the warnings of a scene, about its angles and the size of its bodies.
Warnings warnings(const Scene& scene);

/// Returns all codes that a warning may have, including those of plans (pawl/planner/warnings.h).
const std::vector<std::string>& warning_codes();

/// Returns whether a warning is only a note: it reports a property that most drawings have. Either the sign of y was
/// changed, or line ends whose distance is within rounding were joined. The command shows notes only with --verbose.
[[nodiscard]] bool is_note(const Warning& warning);

/// Returns whether a warning of a task matters to the answer of a command ("plan", "check" ...). A small gap, for
/// example, does not matter to a plan, because the plan closes the gap.
[[nodiscard]] bool concerns(const Warning& warning, std::string_view command);

}  // namespace pawl
