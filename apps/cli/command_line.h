// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answers/parameter.h"
#include "base/spelling.h"

// The command line as plain data. Completions and manual pages are generated from this data, so that they match the
// parser.
namespace pawl::cli {

struct OptionDescription {
  std::vector<std::string> names;  ///< names of the option, such as "--mode", the short name first; a positional
                                   ///< argument has one name
  bool positional = false;
  bool required = false;
  bool many = false;               ///< whether the option may be followed by several words
  std::string value;               ///< placeholder for the value in the help; empty for a flag
  std::vector<std::string> words;  ///< accepted words; if empty, any word is accepted
  std::string help;
};

struct CommandDescription {
  std::string name;
  std::string help;
  std::string footer;  ///< last part of the help: examples, letters, exit status
  std::vector<OptionDescription> options;
};

struct ProgramDescription {
  CommandDescription program;
  std::vector<CommandDescription> commands;
};

}  // namespace pawl::cli

// The command line parser. Only command_line.cpp includes the library CLI11, because including it takes seconds of
// compile time per file.
namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace pawl::cli {

/// An option of a command. It must not be used after its Program is destroyed.
class Option {
 public:
  Option& required();
  Option& show_default();  ///< Adds the variable's present value to the help.
  /// Checks the values of the option. For an invalid text, `wrong` returns an error message; for a valid text, it
  /// returns "". `name` is the placeholder for the value in the help.
  Option& check(const std::function<std::string(const std::string&)>& wrong, const char* name);
  Option& one_of(const std::vector<std::string>& words);
  Option& one_each();  ///< Accepts only one word after each occurrence of the option.

 private:
  friend class CommandLine;
  explicit Option(CLI::Option* option) : option_(option) {}
  CLI::Option* option_;
};

/// The options of a command. A name without leading dashes is that of a positional argument. When the command line is
/// parsed, the variables receive their values.
class CommandLine {
 public:
  Option add_option(const char* name, std::string& variable, const char* help);
  Option add_option(const char* name, std::vector<std::string>& variable, const char* help);
  Option add_option(const char* name, std::optional<std::string>& variable, const char* help);
  void add_flag(const char* name, bool& variable, const char* help);
  void add_flag(const char* name, const std::function<void()>& when_given, const char* help);

  /// Adds the parameters of a question as options named "--" and the parameter's name. The parameters must outlive the
  /// program. An invalid value ends the parsing with a fault.
  void add(const answers::Parameters& parameters);

  bool given() const;  ///< Returns whether the user called this command. Valid only after the command line has been
                       ///< parsed.

 private:
  friend class Program;
  explicit CommandLine(CLI::App* app) : app_(app) {}
  CLI::App* app_;
};

/// A program with several commands. The user must call exactly one of them.
class Program {
 public:
  /// `version` is the text that --version prints, and `footer` is the last part of the help.
  Program(const char* name, const char* description, const char* version, const char* footer);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  CommandLine add_command(const char* name, const char* help);
  std::vector<std::string> commands() const;
  /// Sets the last part of the help of a command, in place of the program's footer.
  void set_footer(const std::string& command, const std::string& footer);
  ProgramDescription describe() const;
  std::string help(const std::string& command) const;  ///< Returns the help of a command, or of the program for "".

  /// The result of parsing a command line that calls no command. If `fault` is true, the command line was faulty, and
  /// the fault has been printed on standard error. Otherwise the user requested the help or the version, and `text`
  /// contains it.
  struct Ended {
    bool fault;
    std::string text;
  };
  std::optional<Ended> parse(int argc, char** argv);  ///< throws InputError at the option for an invalid wrench or
                                                      ///< clamp position

 private:
  std::unique_ptr<CLI::App> app_;
};

/// A command of the program: its options, and the function that runs it.
struct Command {
  CommandLine line;
  std::function<int()> run;  ///< runs the command and returns its exit status; may throw WriteError (output.h)
};

// Each of these functions adds one command to the program. They are defined in the files *_command.cpp and
// *_commands.cpp.
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
Command add_nest(Program& program);
Command add_orient(Program& program);
Command add_part(Program& program);
Command add_report_command(Program& program);
Command add_completion(Program& program);
Command add_man(Program& program);
Command add_help(Program& program);

using internal::nearest;

/// Returns a message for a word that is not a command. The message lists the commands with similar names, or all
/// commands if no name is similar.
std::string unknown_command(const std::string& word, const std::vector<std::string>& commands);

}  // namespace pawl::cli
