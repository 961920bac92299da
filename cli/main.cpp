// SPDX-License-Identifier: MIT
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <optional>
#include <sstream>

#include "answer.h"
#include "commands.h"
#include "output.h"
#include "unknown_command.h"

#ifndef PAWL_VERSION
#error "the build defines PAWL_VERSION"
#endif

namespace pawl::cli {
namespace {

/// Whether the first word is a command, or an option of no command; says what is wrong with any other.
bool is_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return true;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return true;
  std::fprintf(stderr, "pawl: %s\n", unknown_command(argv[1], names).c_str());
  return false;
}

/// The exit status where the command line asks for no answer: help, the version, or a fault.
std::optional<Status> parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    std::ostringstream text;
    if (app.exit(error, text, std::cerr) != 0) return kBadInput;
    write_standard_output(text.str());
    return kYes;
  }
}

int main_command(int argc, char** argv) {
  CLI::App app("Wrench cones, modes and plans for a rigid part against point contacts in the plane.", "pawl");
  app.set_version_flag("--version", "pawl " PAWL_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 answered; 1 answered no; 2 bad input or command line; 3 not certified, cut short, or not "
      "written.");
  const Command commands[] = {add_cone(app), add_check(app), add_forward(app),
                              add_plan(app), add_lcp(app),   add_modes(app), add_simulate(app)};
  try {
    if (!is_command(app, argc, argv)) return kBadInput;
    if (const std::optional<Status> ended = parse(app, argc, argv)) return *ended;
    const auto given = std::find_if(std::begin(commands), std::end(commands),
                                    [](const Command& command) { return command.line->parsed(); });
    return given->run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "pawl: %s\n", error.what());
    return kFailed;
  }
}

}  // namespace
}  // namespace pawl::cli

int main(int argc, char** argv) {
  // A reader that went away and a file that may not grow are failed writes, with their own exit status.
  for (const int number : {SIGPIPE, SIGXFSZ}) std::signal(number, SIG_IGN);
  return pawl::cli::main_command(argc, argv);
}
