// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "command_line.h"

namespace pawl::cli {

/// A command of the program: its part of the command line, and what it does when that was given.
struct Command {
  CommandLine line;
  std::function<int()> run;  ///< returns the exit status; throws WriteError (output.h)
};

// Each adds a command to the program, in the file NAME_command.cpp (the last two: help_commands.cpp).
Command add_contacts(Program& program);
Command add_cone(Program& program);
Command add_check(Program& program);
Command add_fixture(Program& program);
Command add_forward(Program& program);
Command add_plan(Program& program);
Command add_lcp(Program& program);
Command add_modes(Program& program);
Command add_simulate(Program& program);
Command add_draw(Program& program);
Command add_verify(Program& program);
Command add_part(Program& program);
Command add_completion(Program& program);
Command add_man(Program& program);

}  // namespace pawl::cli
