// SPDX-License-Identifier: MIT
#include <pawl/io/warnings.h>
#include <pawl/version.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string>

#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/report.h"

namespace pawl::cli {

/// Returns a script for a shell, which is "bash", "zsh" or "fish". A shell that sources the script completes commands,
/// options and the accepted words of options.
std::string completion(const ProgramDescription& program, const std::string& shell);

/// Returns a manual page in the format of man(1). `command` is the name of a command, or "" for the page of the
/// program. `version` is a text such as "pawl 0.2.0".
std::string man_page(const ProgramDescription& program, const std::string& command, const std::string& version);

namespace {

/// Options whose value is a text but not a file name. The completions propose no file names after these options.
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

/// Returns the accepted words of those positional arguments that are not files.
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

/// Returns a text in single quotes. `quote_within` replaces each single quote inside the text.
std::string quoted(const std::string& text, const std::string& quote_within) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? quote_within : std::string(1, c);
  return result + "'";
}

// The script for bash has one function, which finds the command among the words before the cursor.

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

// The script for zsh uses _arguments, in whose specifications colons and brackets must be escaped.

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
      "# zsh completion of pawl: save as _pawl in a folder of $fpath\n"
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

// The script for fish has one line per option.

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

/// Adds the codes of warnings to the words that the option for codes accepts. The parser has no list of the codes,
/// because it checks them separately.
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

namespace {

/// Escapes a text for roff, so that backslashes, leading dots and dashes are printed as they are.
std::string escaped(const std::string& text) {
  std::string result;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) result += "\\&";
    line_start = c == '\n';
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string bold(const std::string& text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string slanted(const std::string& text) { return "\\fI" + escaped(text) + "\\fR"; }

std::string option_item(const OptionDescription& option) {
  std::string tag;
  for (const std::string& name : option.names)
    tag += (tag.empty() ? "" : ", ") + (option.positional ? slanted(name) : bold(name));
  if (!option.positional && !option.value.empty()) tag += " " + slanted(option.value);
  return ".TP\n" + tag + "\n" + escaped(option.help) + ".\n";
}

std::string synopsis(const CommandDescription& command, const std::string& name) {
  std::string line = ".SH SYNOPSIS\n" + bold(name) + " [" + slanted("OPTIONS") + "]";
  for (const OptionDescription& option : command.options) {
    if (!option.positional) continue;
    const std::string word = slanted(option.names[0]) + (option.many ? "..." : "");
    line += option.required ? " " + word : " [" + word + "]";
  }
  return line + "\n";
}

/// Returns the footer of a command's help as the section NOTES. All its line breaks are kept.
std::string notes(const CommandDescription& command) {
  return command.footer.empty() ? "" : ".SH NOTES\n.nf\n" + escaped(command.footer) + "\n.fi\n";
}

std::string options(const CommandDescription& command) {
  std::string text = ".SH OPTIONS\n";
  for (const OptionDescription& option : command.options) text += option_item(option);
  return text;
}

std::string head(const std::string& page, const std::string& help, const std::string& version) {
  return ".TH " + upper(page) + " 1 \"\" \"" + version + "\" \"Pawl\"\n.SH NAME\n" + escaped(page) + " \\- " +
         escaped(help) + "\n";
}

std::string program_page(const ProgramDescription& program, const std::string& version) {
  std::string text = head("pawl", program.program.help, version);
  text += ".SH SYNOPSIS\n" + bold("pawl") + " " + slanted("COMMAND") + " [" + slanted("OPTIONS") + "] " +
          slanted("FILE") + "\n.SH COMMANDS\n";
  for (const CommandDescription& command : program.commands)
    text += ".TP\n" + bold("pawl " + command.name) + "\n" + escaped(command.help) + ". See " +
            bold("pawl-" + command.name) + "(1).\n";
  return text + options(program.program) + notes(program.program);
}

}  // namespace

std::string man_page(const ProgramDescription& program, const std::string& command, const std::string& version) {
  if (command.empty()) return program_page(program, version);
  const auto found = std::find_if(program.commands.begin(), program.commands.end(),
                                  [&](const CommandDescription& one) { return one.name == command; });
  if (found == program.commands.end()) return "";
  return head("pawl-" + command, found->help, version) + synopsis(*found, "pawl " + command) + options(*found) +
         notes(*found) + ".SH SEE ALSO\n" + bold("pawl") + "(1)\n";
}

namespace {

std::string list_of(const std::vector<std::string>& words, const char* last) {
  std::string list;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (k > 0) list += k + 1 < words.size() ? ", " : last;
    list += words[k];
  }
  return list;
}

}  // namespace

std::string unknown_command(const std::string& word, const std::vector<std::string>& commands) {
  constexpr std::size_t kLongestQuote = 80;
  const std::string quote = word.substr(0, kLongestQuote);
  const std::vector<std::string> near = nearest(word, commands);
  if (near.empty()) return "unknown command \"" + quote + "\"; the commands are " + list_of(commands, " and ");
  return "unknown command \"" + quote + "\"; did you mean \"" + list_of(near, "\" or \"") + "\"?";
}

// The commands `pawl completion SHELL` and `pawl man [COMMAND]`, which print the description of the command line for
// shells and for man(1).

Command add_completion(Program& program) {
  const auto shell = std::make_shared<std::string>();
  CommandLine line = program.add_command("completion", "Print a script that completes commands and options in a shell");
  line.add_option("SHELL", *shell, "Shell to print the script for").required().one_of({"bash", "zsh", "fish"});
  return {line, [shell, &program] {
            write_standard_output(completion(program.describe(), *shell));
            return kYes;
          }};
}

Command add_man(Program& program) {
  const auto name = std::make_shared<std::string>();
  CommandLine line = program.add_command("man", "Print the manual page of a command, or of pawl, for man -l");
  line.add_option("COMMAND", *name, "Command; without it, the manual page of pawl");
  return {line, [name, &program] {
            const std::string page = man_page(program.describe(), *name, "pawl " PAWL_VERSION);
            if (page.empty()) {
              write_message("pawl man: " + unknown_command(*name, program.commands()));
              return kBadInput;
            }
            write_standard_output(page);
            return kYes;
          }};
}

Command add_help(Program& program) {
  const auto name = std::make_shared<std::string>();
  CommandLine line = program.add_command("help", "Print the help of a command, or of pawl");
  line.add_option("COMMAND", *name, "Command; without it, the help of pawl");
  return {line, [name, &program] {
            const std::vector<std::string> names = program.commands();
            if (!name->empty() && std::find(names.begin(), names.end(), *name) == names.end()) {
              write_message("pawl help: " + unknown_command(*name, names));
              return kBadInput;
            }
            write_standard_output(program.help(*name));
            return kYes;
          }};
}

}  // namespace pawl::cli
