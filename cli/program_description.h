// SPDX-License-Identifier: MIT
// What the command line may hold, as plain data: completions and manual pages are written from it, so that they name
// what the parser takes and nothing else.
#pragma once

#include <string>
#include <vector>

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
