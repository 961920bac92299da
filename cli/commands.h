// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace pawl::cli {

/// A command of the program: its part of the command line, and what it does when that was given.
struct Command {
  CLI::App* line;
  std::function<int()> run;  ///< returns the exit status; throws WriteError (output.h)
};

// Each adds a command to the program, in the file NAME_command.cpp.
Command add_cone(CLI::App& app);
Command add_check(CLI::App& app);
Command add_forward(CLI::App& app);
Command add_plan(CLI::App& app);
Command add_lcp(CLI::App& app);
Command add_modes(CLI::App& app);
Command add_simulate(CLI::App& app);

}  // namespace pawl::cli
