// SPDX-License-Identifier: MIT
// What the command line may hold. The parser behind it, CLI11, costs a compiler seconds wherever it is included, used
// or not: it stands in command_line.cpp alone.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program_description.h"

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

}  // namespace pawl::cli
