// SPDX-License-Identifier: MIT
#include <pawl/version.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "answer.h"
#include "commands.h"
#include "help_footer.h"
#include "interrupt.h"
#include "output.h"
#include "unknown_command.h"

namespace pawl::cli {
namespace {

/// Whether the first word is a command, or an option of no command; says what is wrong with any other.
bool is_command(const Program& program, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return true;
  const std::vector<std::string> names = program.commands();
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return true;
  write_message("pawl: " + unknown_command(argv[1], names));
  return false;
}

/// The exit status where the command line asks for no answer: help, the version, or a fault.
std::optional<Status> parse(Program& program, int argc, char** argv) {
  const std::optional<Program::Ended> ended = program.parse(argc, argv);
  if (!ended) return std::nullopt;
  if (ended->fault) return kBadInput;
  write_standard_output(ended->text);
  return kYes;
}

int main_command(int argc, char** argv) {
  Program program("pawl", "Wrench cones, modes and plans for a rigid part against point contacts in the plane.",
                  "pawl " PAWL_VERSION,
                  "A first look:\n"
                  "  pawl modes data/tasks/disc_na.json      what may happen at each contact\n"
                  "  pawl plan data/tasks/block_stop.json    which wrenches seat the part, blind\n\n"
                  "pawl COMMAND --help has examples, the letters of modes, and what the exit status says.\n"
                  "Exit status: 0 answered; 1 answered no; 2 bad input or command line; 3 not certified, cut short, or "
                  "not written.\nMore: README.md, docs/tutorial.md, docs/glossary.md.");
  const Command commands[] = {add_contacts(program),   add_cone(program), add_check(program),  add_forward(program),
                              add_plan(program),       add_lcp(program),  add_modes(program),  add_simulate(program),
                              add_fixture(program),    add_draw(program), add_verify(program), add_part(program),
                              add_completion(program), add_man(program)};
  for (const std::string& name : program.commands()) program.set_footer(name, help_footer(name));
  try {
    if (!is_command(program, argc, argv)) return kBadInput;
    if (const std::optional<Status> ended = parse(program, argc, argv)) return *ended;
    const auto given = std::find_if(std::begin(commands), std::end(commands),
                                    [](const Command& command) { return command.line.given(); });
    return given->run();
  } catch (const std::exception& error) {
    write_message(std::string("pawl: ") + error.what());
    return kFailed;
  }
}

}  // namespace
}  // namespace pawl::cli

int main(int argc, char** argv) {
  // A reader that went away and a file that may not grow are failed writes, with their own exit status.
  for (const int number : {SIGPIPE, SIGXFSZ}) std::signal(number, SIG_IGN);
  pawl::cli::clean_up_on_signals();
  return pawl::cli::main_command(argc, argv);
}
