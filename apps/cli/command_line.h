// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// What the command line may hold, as plain data: completions and manual pages are written from it, so that they name
// what the parser takes and nothing else.
namespace pawl::cli {

struct OptionDescription {
  std::vector<std::string> names;  ///< "--mode", short ones first; of a word without an option before it: its one name
  bool positional = false;
  bool required = false;
  bool many = false;               ///< takes several words
  std::string value;               ///< what stands for its value in the help; empty: a flag
  std::vector<std::string> words;  ///< that it takes; empty: any
  std::string help;
};

struct CommandDescription {
  std::string name;
  std::string help;
  std::string footer;  ///< the end of the help: examples, letters, exit status
  std::vector<OptionDescription> options;
};

struct ProgramDescription {
  CommandDescription program;
  std::vector<CommandDescription> commands;
};

}  // namespace pawl::cli

// What the command line may hold. The parser behind it, CLI11, costs a compiler seconds wherever it is included, used
// or not: it stands in command_line.cpp alone.
namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace pawl::cli {

/// An option that was added to a command; lives as long as its Program.
class Option {
 public:
  Option& required();
  Option& show_default();  ///< in the help: the variable's value now
  /// `wrong` says what is wrong with a text, or ""; `name` stands for a text in the help.
  Option& check(const std::function<std::string(const std::string&)>& wrong, const char* name);
  Option& one_of(const std::vector<std::string>& words);
  Option& one_each();  ///< of an option that takes many words: one each time it is given

 private:
  friend class CommandLine;
  explicit Option(CLI::Option* option) : option_(option) {}
  CLI::Option* option_;
};

/// The options of a command. A name that begins with no dash is that of a word without an option before it. The
/// variables are set when the program's command line is parsed.
class CommandLine {
 public:
  Option add_option(const char* name, std::string& variable, const char* help);
  Option add_option(const char* name, std::vector<std::string>& variable, const char* help);
  Option add_option(const char* name, std::optional<std::string>& variable, const char* help);
  Option add_option(const char* name, std::optional<double>& variable, const char* help);
  Option add_option(const char* name, std::optional<std::size_t>& variable, const char* help);
  Option add_option(const char* name, std::optional<long>& variable, const char* help);
  void add_flag(const char* name, bool& variable, const char* help);
  void add_flag(const char* name, const std::function<void()>& when_given, const char* help);

  bool given() const;  ///< once parsed: whether this is the command that was called

 private:
  friend class Program;
  explicit CommandLine(CLI::App* app) : app_(app) {}
  CLI::App* app_;
};

/// A program of several commands, one of which must be called.
class Program {
 public:
  /// `version`: what --version prints; `footer`: the end of the help.
  Program(const char* name, const char* description, const char* version, const char* footer);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  CommandLine add_command(const char* name, const char* help);
  std::vector<std::string> commands() const;
  void set_footer(const std::string& command, const std::string& footer);  ///< of its help, instead of the program's
  ProgramDescription describe() const;

  /// A command line that calls no command: it has a fault, said on standard error, or asks for this text.
  struct Ended {
    bool fault;
    std::string text;
  };
  std::optional<Ended> parse(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
};

/// A command of the program: its part of the command line, and what it does when that was given.
struct Command {
  CommandLine line;
  std::function<int()> run;  ///< returns the exit status; throws WriteError (output.h)
};

// Each adds a command to the program, in the file *_command.cpp or *_commands.cpp that has it.
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

/// What to tell someone who typed a word that is none of these commands: the nearest ones, or all.
std::string unknown_command(const std::string& word, const std::vector<std::string>& commands);

}  // namespace pawl::cli
