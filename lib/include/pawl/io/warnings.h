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

/// What in a task is seldom meant, though it is no fault: docs/warnings.md lists the codes. In the order of the file's
/// keys.
Warnings warnings(const ValidTask& task);

/// Those that matter to the answer of a command ("plan", "check" ...), see concerns(). Looks for no seat where none
/// does.
Warnings warnings(const ValidTask& task, std::string_view command);

/// Of a scene: its angles and the size of its bodies.
Warnings warnings(const Scene& scene);

/// All codes that a warning may have: those of plans (pawl/planner/warnings.h) too.
const std::vector<std::string>& warning_codes();

/// Whether a warning of a task matters to the answer of a command ("plan", "check" ...): a small gap does not to a
/// plan, which closes it, nor a twist to a forward problem, which looks at it.
[[nodiscard]] bool concerns(const Warning& warning, std::string_view command);

}  // namespace pawl
