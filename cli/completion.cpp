// SPDX-License-Identifier: MIT
#include "completion.h"

#include <pawl/io/warnings.h>

#include <algorithm>

namespace pawl::cli {
namespace {

/// Texts that name no file: nothing is completed after them.
constexpr const char* kNoFile[] = {"--mode", "--wrench", "--set", "--no-warn"};

bool is_option(const OptionDescription& option) { return !option.positional; }

bool takes_file(const OptionDescription& option) {
  const bool text = option.value == "TEXT" && option.words.empty();
  return text && std::none_of(std::begin(kNoFile), std::end(kNoFile), [&](const char* name) {
           return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
         });
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

std::vector<std::string> option_names(const CommandDescription& command) {
  std::vector<std::string> names;
  for (const OptionDescription& option : command.options) {
    if (is_option(option)) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

/// Words that stand in place of a file: those of a word without an option before it.
std::vector<std::string> positional_words(const CommandDescription& command) {
  std::vector<std::string> words;
  for (const OptionDescription& option : command.options) {
    if (!is_option(option)) words.insert(words.end(), option.words.begin(), option.words.end());
  }
  return words;
}

std::vector<std::string> command_names(const ProgramDescription& program) {
  std::vector<std::string> names;
  for (const CommandDescription& command : program.commands) names.push_back(command.name);
  return names;
}

/// In single quotes, for each of the shells.
std::string quoted(const std::string& text, const std::string& quote_within) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? quote_within : std::string(1, c);
  return result + "'";
}

// bash: one function, which looks for the command among the words before the cursor.

std::string bash_values(const CommandDescription& command) {
  std::string cases;
  for (const OptionDescription& option : command.options) {
    if (!is_option(option) || option.value.empty() || takes_file(option)) continue;
    const std::string names = joined(option.names, "|");
    cases += "        " + names + ") COMPREPLY=($(compgen -W \"" + joined(option.words, " ") +
             "\" -- \"$cur\")); return ;;\n";
  }
  return cases.empty() ? "" : "      case $prev in\n" + cases + "      esac\n";
}

std::string bash(const ProgramDescription& program) {
  std::string text =
      "# bash completion of pawl: source <(pawl completion bash)\n"
      "_pawl() {\n"
      "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command='' options='' words='' k\n"
      "  COMPREPLY=()\n"
      "  for ((k = 1; k < COMP_CWORD; ++k)); do\n"
      "    if [[ ${COMP_WORDS[k]} != -* ]]; then command=${COMP_WORDS[k]}; break; fi\n"
      "  done\n"
      "  case $command in\n";
  text += "    '') COMPREPLY=($(compgen -W \"" + joined(command_names(program), " ") + " " +
          joined(option_names(program.program), " ") + "\" -- \"$cur\")); return ;;\n";
  for (const CommandDescription& command : program.commands) {
    text += "    " + command.name + ")\n" + bash_values(command);
    text += "      options=\"" + joined(option_names(command), " ") + "\"\n";
    text += "      words=\"" + joined(positional_words(command), " ") + "\" ;;\n";
  }
  return text +
         "  esac\n"
         "  if [[ $cur == -* && $prev != -* || $cur == --* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
         "  elif [[ -n $words ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
         "  else\n"
         "    compopt -o filenames 2>/dev/null\n"
         "    mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
         "  fi\n"
         "}\n"
         "complete -F _pawl pawl\n";
}

// zsh: _arguments, whose specifications need their own colons and brackets escaped.

std::string zsh_escaped(const std::string& text) {
  std::string result;
  for (const char c : text)
    result += c == ':' || c == '[' || c == ']' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return result;
}

std::string zsh_values(const OptionDescription& option) {
  if (option.value.empty()) return "";
  const std::string what = ":" + zsh_escaped(option.value) + ":";
  if (!option.words.empty()) return what + "(" + joined(option.words, " ") + ")";
  return what + (takes_file(option) || option.positional ? "_files" : "");
}

std::string zsh_specifications(const CommandDescription& command) {
  std::string lines;
  for (const OptionDescription& option : command.options) {
    if (!is_option(option)) {
      lines += " \\\n        " + quoted((option.many ? "*" : "") + zsh_values(option), "'\\''");
      continue;
    }
    for (const std::string& name : option.names)
      lines += " \\\n        " + quoted(name + "[" + zsh_escaped(option.help) + "]" + zsh_values(option), "'\\''");
  }
  return lines;
}

std::string zsh(const ProgramDescription& program) {
  std::string text =
      "#compdef pawl\n"
      "# zsh completion of pawl: in a folder of $fpath, as _pawl\n"
      "_pawl() {\n"
      "  local context state line\n"
      "  typeset -A opt_args\n"
      "  _arguments -C" +
      zsh_specifications(program.program) +
      " \\\n        '1:command:->command' '*::argument:->argument'\n  case $state in\n    command)\n      local -a "
      "commands=(";
  for (const CommandDescription& command : program.commands)
    text += "\n        " + quoted(command.name + ":" + zsh_escaped(command.help), "'\\''");
  text += ")\n      _describe command commands ;;\n    argument) case $words[1] in\n";
  for (const CommandDescription& command : program.commands)
    text += "      " + command.name + ") _arguments" + zsh_specifications(command) + " ;;\n";
  return text + "    esac ;;\n  esac\n}\n_pawl \"$@\"\n";
}

// fish: a line an option.

std::string fish_option(const std::string& condition, const OptionDescription& option) {
  std::string line = "complete -c pawl -n " + quoted(condition, "\\'");
  for (const std::string& name : option.names)
    line += name.rfind("--", 0) == 0 ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.words.empty()) line += " -xa " + quoted(joined(option.words, " "), "\\'");
  if (!option.value.empty() && option.words.empty()) line += takes_file(option) ? " -rF" : " -x";
  return line + " -d " + quoted(option.help, "\\'") + "\n";
}

std::string fish(const ProgramDescription& program) {
  std::string text = "# fish completion of pawl: pawl completion fish | source\n";
  for (const OptionDescription& option : program.program.options) text += fish_option("__fish_use_subcommand", option);
  for (const CommandDescription& command : program.commands)
    text +=
        "complete -c pawl -f -n __fish_use_subcommand -a " + command.name + " -d " + quoted(command.help, "\\'") + "\n";
  for (const CommandDescription& command : program.commands) {
    const std::string condition = "__fish_seen_subcommand_from " + command.name;
    for (const OptionDescription& option : command.options)
      if (is_option(option)) text += fish_option(condition, option);
    const std::vector<std::string> words = positional_words(command);
    if (!words.empty())
      text += "complete -c pawl -f -n " + quoted(condition, "\\'") + " -a " + quoted(joined(words, " "), "\\'") + "\n";
  }
  return text;
}

/// With the codes of warnings as words: the parser checks them itself.
ProgramDescription with_codes(ProgramDescription program) {
  for (CommandDescription& command : program.commands) {
    for (OptionDescription& option : command.options) {
      if (option.value == "CODE") option.words = warning_codes();
    }
  }
  return program;
}

}  // namespace

std::string completion(const ProgramDescription& described, const std::string& shell) {
  const ProgramDescription program = with_codes(described);
  if (shell == "zsh") return zsh(program);
  if (shell == "fish") return fish(program);
  return bash(program);
}

}  // namespace pawl::cli
