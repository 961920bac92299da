// SPDX-License-Identifier: MIT
#include "man_page.h"

#include <algorithm>
#include <cctype>

namespace pawl::cli {
namespace {

/// Text for roff: no backslash or leading dot is a request, and dashes stay dashes.
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

/// The footer as it stands, its blocks of lines kept: "Examples:" and so on.
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

}  // namespace pawl::cli
