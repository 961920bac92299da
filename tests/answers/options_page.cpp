// SPDX-License-Identifier: MIT
// Prints docs/options.md. With the argument "python", prints the Python keywords of each command instead, one command
// per line.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "answers/questions.h"

namespace {

using namespace pawl::answers;

std::string code(const std::string& text) { return text.empty() ? "" : "`" + text + "`"; }

/// Returns the format of a parameter's value on the command line.
std::string value_of(const Parameter& parameter) {
  using Kind = Parameter::Kind;
  if (!parameter.words.empty()) return alternatives(parameter.words);
  if (*parameter.placeholder != '\0') return code(parameter.placeholder);
  switch (parameter.kind) {
    case Kind::flag:
      return "";
    case Kind::wrench:
      return "`fx,fy,tau`";
    case Kind::places:
      return "`EDGE,SHARE`";
    case Kind::document:
    case Kind::file:
      return "`FILE`";
    case Kind::number:
      return "`K`";
    default:
      return "`TEXT`";
  }
}

std::string row_of(const Parameter& parameter) {
  const auto cell = [&](unsigned front, const std::string& name) {
    return (parameter.fronts & front) != 0 ? code(name) : std::string();
  };
  return "| " + cell(Parameter::command_line, std::string("--") + parameter.name) + " | " +
         cell(Parameter::request, parameter.name) + " | " + cell(Parameter::python, python_name(parameter)) + " | " +
         value_of(parameter) + " | " + parameter.help + " |\n";
}

/// Returns the parameters with one entry per name. An option that accepts more values on the command line than
/// elsewhere is declared twice. The later declaration is the one for the page.
Parameters joined(const Parameters& parameters) {
  Parameters rows;
  for (const Parameter& parameter : parameters) {
    const auto same = std::find_if(rows.begin(), rows.end(), [&](const Parameter& row) {
      return std::string_view(row.name) == parameter.name;
    });
    if (same == rows.end()) {
      rows.push_back(parameter);
    } else {
      same->fronts |= parameter.fronts;
      same->help = parameter.help;
    }
  }
  return rows;
}

std::string page() {
  std::string text =
      "<!-- SPDX-License-Identifier: MIT -->\n"
      "# Options\n\n"
      "This page lists every option of every command. It is generated from the declarations in\n"
      "`apps/answers/questions.cpp`, like `pawl COMMAND --help`, the manual pages, the completions, the options of\n"
      "[requests](web.md), and the keywords of [Python](python.md).\n\n"
      "An empty cell means that the option does not exist there. Options for output and pictures (`--format`, `--out`,\n"
      "`--svg` and others) are the same for all commands: see `pawl plan --help`.\n";
  for (const auto& [command, parameters] : all_parameters()) {
    text += std::string("\n## ") + command +
            "\n\n| command line | request | Python | value | meaning |\n|---|---|---|---|---|\n";
    for (const Parameter& parameter : joined(parameters)) text += row_of(parameter);
  }
  return text;
}

std::string keywords() {
  std::string text;
  for (const auto& [command, parameters] : all_parameters()) {
    text += command;
    for (const Parameter& parameter : parameters)
      if ((parameter.fronts & Parameter::python) != 0) text += " " + python_name(parameter);
    text += "\n";
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  std::fputs(argc > 1 && std::strcmp(argv[1], "python") == 0 ? keywords().c_str() : page().c_str(), stdout);
}
