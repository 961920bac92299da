// SPDX-License-Identifier: MIT
#include <pawl/version.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/report.h"

namespace pawl::cli {

/// Returns the last part of a command's help: examples, the letters of modes if the command has to do with modes, the
/// meaning of the exit status, and the documentation page.
std::string help_footer(const std::string& command);

namespace {

constexpr const char* kLetters =
    "Letters of a mode, one per fixel in the file's order:\n"
    "  a  approaches (across a gap)         s  separates, or stays apart across a gap\n"
    "  l  slides left   r  slides right     n  sticks or rolls\n"
    "  left: the normal (from the fixel into the part) turned 90 degrees counterclockwise\n";

constexpr const char* kWrench =
    "Wrenches are fx,fy,tau in the world's axes (y up), with tau counterclockwise about the centre of mass.\n";

struct Help {
  const char* command;
  const char* examples;
  bool letters, wrench;
  const char* yes;     ///< what exit status 0 means
  const char* no;      ///< what exit status 1 means; empty if the command never returns it
  const char* failed;  ///< what exit status 3 means
  const char* page;
};

constexpr Help kHelp[] = {
    {"cone",
     "  pawl cone data/tasks/disc_na.json --pretty\n"
     "  pawl cone data/tasks/block_stop.json --mode 'r**' --wrench 0.5,-1,0\n",
     true, true, "wrench cones found", "a given mode is infeasible",
     "a cone is not certified, or the answer was cut short", "cone"},
    {"modes",
     "  pawl modes data/tasks/disc_na.json\n"
     "  pawl modes data/tasks/block_stop.json --count\n",
     true, false, "modes found", "", "not certified, or cut short", "modes"},
    {"check",
     "  pawl check data/tasks/figure4c_peg_lra.json --mode lra\n"
     "  pawl check data/tasks/block_stop.json --wrench 0.3,-1,0\n",
     true, true, "the mode is certain (with --wrench and --mode: that mode and no other)",
     "ambiguous, infeasible or a jam", "not certified, or interrupted", "check"},
    {"forward",
     "  pawl forward data/tasks/block_stop.json --wrench 0.5,-1,0.2\n"
     "  pawl forward data/tasks/painleve_rod.json --wrench 0,-1,0\n"
     "  pawl forward data/scenes/crank.scene.json\n",
     true, true, "one or several solutions", "no solution", "not certified, or interrupted", "forward"},
    {"plan",
     "  pawl plan data/tasks/ratchet_pawl_tray.json\n"
     "  pawl plan data/tasks/block_stop.json --certificate proof.json --friction-limit\n",
     false, true, "plan found", "no plan exists (or, with --certify, no depth was proved)",
     "not certified, or cut short", "plan"},
    {"simulate",
     "  pawl simulate data/tasks/ratchet_pawl_trials.json\n"
     "  pawl simulate data/scenes/peg.scene.json --trace steps.jsonl\n",
     false, false, "every start was seated, or the scene was simulated to its end", "a start was not seated",
     "a time step could not be solved, or the run was interrupted", "simulate"},
    {"fixture",
     "  pawl fixture data/tasks/plate_fixture.json\n"
     "  pawl fixture data/tasks/plate_fixture.json --top 3 --task-out best.json && pawl plan best.json\n",
     false, false, "fixtures found", "no candidate meets the task's conditions",
     "not certified, undecided, or cut short", "fixture"},
    {"nest",
     "  pawl nest data/tasks/bracket.json --clearance 0.2 --cutter-radius 2\n"
     "  pawl nest data/drawings/plate.dxf --tilt -135 --plate nest.dxf --task-out nest.json\n",
     false, false, "a pocket in which every part fits", "the part does not fit, or --foolproof and a wrong placement exists",
     "a property is undecided, or cut short", "nest"},
    {"orient",
      "  pawl orient data/tasks/bracket.json\n"
      "  pawl orient data/tasks/bracket.json --by fence --angle-step 5 --html bracket.html\n",
     false, false, "a plan", "proved that no plan exists", "neither a plan nor a proof, or cut short", "orient"},
    {"draw",
     "  pawl draw data/tasks/block_stop.json --svg block.svg\n"
     "  pawl plan data/tasks/block_stop.json --out plan.json; pawl draw data/tasks/block_stop.json --answer plan.json "
     "--pdf plan.pdf\n",
     false, false, "picture written", "", "it could not be written", "pictures"},
    {"lcp",
     "  pawl lcp problem.json --all\n"
     "  pawl lcp tests/data/lcp/pv_001_14_m2.5.txt --proof\n",
     false, false, "every problem is solved", "a problem has no solution", "a problem is undecided", "lcp"},
    {"verify",
     "  pawl verify proof.json\n"
     "  pawl verify answer.json --task data/tasks/block_stop.json\n",
     false, false, "accepted", "refused, or checked in part only", "the answer could not be written", "verify"},
    {"contacts",
     "  pawl contacts data/tasks/block_stop.json\n"
     "  pawl contacts data/tasks/ratchet_pawl.json --pretty\n",
     false, false, "contacts listed", "", "not certified, or the answer could not be written", "contacts"},
    {"part",
     "  pawl part data/drawings/plate.dxf --out plate.json\n"
     "  pawl part data/drawings/lever.svg --deviation 0.01\n",
     false, false, "part read", "", "the answer could not be written", "drawings"},
    {"report",
     "  pawl report data/tasks/bracket_tray.json\n"
     "  pawl report data/tasks/bracket_tray.json --out report.txt --pdf report.pdf --html report.html\n",
     false, true, "plan found, and every start was seated", "no plan exists, or a start was not seated",
     "not certified, or cut short", "report"},
    {"help",
     "  pawl help\n"
     "  pawl help plan\n",
     false, false, "help printed", "", "it could not be written", "text"},
    {"completion",
     "  source <(pawl completion bash)\n"
     "  pawl completion fish > ~/.config/fish/completions/pawl.fish\n",
     false, false, "script printed", "", "it could not be written", "install"},
    {"man",
     "  pawl man plan | man -l -\n"
     "  pawl man > pawl.1\n",
     false, false, "manual page printed", "", "it could not be written", "install"},
};

}  // namespace

std::string help_footer(const std::string& command) {
  const auto help =
      std::find_if(std::begin(kHelp), std::end(kHelp), [&](const Help& h) { return command == h.command; });
  if (help == std::end(kHelp)) return "";
  std::string text = std::string("Examples:\n") + help->examples + "\n";
  if (help->letters) text.append(kLetters).append("\n");
  if (help->wrench) text.append(kWrench).append("\n");
  text += std::string("Exit status:\n  0  ") + help->yes + "\n";
  if (*help->no != '\0') text += std::string("  1  ") + help->no + "\n";
  text += std::string("  2  bad input or command line\n  3  ") + help->failed + "\n\n";
  return text + "More: docs/" + help->page + ".md, docs/glossary.md; `man pawl-" + command + "` if installed.";
}

namespace {

/// Returns whether the first word is a command or an option. If it is neither, prints a message.
bool is_command(const Program& program, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return true;
  const std::vector<std::string> names = program.commands();
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return true;
  write_message("pawl: " + unknown_command(argv[1], names));
  return false;
}

/// Parses the command line. Returns an exit status if no command is to run: the help or the version was requested, or
/// the command line is faulty.
std::optional<Status> parse(Program& program, int argc, char** argv) {
  std::optional<Program::Ended> ended;
  if (!without_fault("", [&] { ended = program.parse(argc, argv); })) return kBadInput;
  if (!ended) return std::nullopt;
  if (ended->fault) return kBadInput;
  write_standard_output(ended->text);
  return kYes;
}

int main_command(int argc, char** argv) {
  Program program(
      "pawl",
      "Finds pushes and tilts that slide a flat part against its locating pins, and proves how far you can rely on "
      "them.",
      "pawl " PAWL_VERSION,
      "First steps:\n"
      "  pawl modes data/tasks/disc_na.json      how the part can move at each contact\n"
      "  pawl plan data/tasks/block_stop.json    which wrenches seat the part without sensors\n\n"
      "pawl COMMAND --help shows examples, the letters of modes and the meanings of the exit status.\n"
      "Exit status: 0 yes or answered; 1 no; 2 bad input or command line; 3 not certified, cut short or not "
      "written.\nMore: README.md, docs/tutorial.md, docs/glossary.md.");
  const Command commands[] = {add_contacts(program),   add_cone(program), add_check(program),  add_forward(program),
                              add_plan(program),       add_lcp(program),  add_modes(program),  add_simulate(program),
                              add_fixture(program),    add_nest(program), add_orient(program), add_draw(program), add_verify(program),
                              add_part(program),       add_report_command(program), add_completion(program),
                              add_man(program),        add_help(program)};
  for (const std::string& name : program.commands()) program.set_footer(name, help_footer(name));
  try {
    if (argc < 2) {
      write_standard_output(program.help(""));
      return kYes;
    }
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
  // Ignores signals that a failed write would cause: a closed pipe, or the limit of the file size. The write then
  // returns an error, and the command returns the exit status for a failed write.
  for (const int number : {SIGPIPE, SIGXFSZ}) std::signal(number, SIG_IGN);
  pawl::cli::clean_up_on_signals();
  return pawl::cli::main_command(argc, argv);
}
