// SPDX-License-Identifier: MIT
#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <limits>
#include <sstream>

#include "answers/answer.h"
#include "cli/output.h"
#include "cli/report.h"

namespace pawl::cli {

namespace {

/// Returns the accepted words of a value in the form in which the help shows them.
std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "|") + word;
  return text;
}

/// A group of options that several commands have in common. The help lists the groups in this order. An option that is
/// in no group belongs to one command only.
struct OptionGroup {
  const char* title;
  std::vector<std::string> options;
};

const std::vector<OptionGroup>& option_groups() {
  static const std::vector<OptionGroup> kGroups = {
      {"Values of the task",
       {"friction", "tray", "actuator", "pin", "pins", "scatter", "mass", "density", "thickness", "part-tolerance",
        "set", "task-out"}},
      {"Drawings", {"layer", "not-layer", "unit", "join", "deviation", "loop"}},
      {"Output", {"format", "pretty", "out", "no-timing", "quiet", "verbose", "no-warn", "help"}},
      {"Pictures", {"svg", "png", "pdf", "html", "theme", "picture-size"}}};
  return kGroups;
}

void group_options(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    for (const OptionGroup& group : option_groups()) {
      const std::vector<std::string>& names = option->get_lnames();
      const bool in_group = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        return std::find(group.options.begin(), group.options.end(), name) != group.options.end();
      });
      if (in_group) option->group(group.title);
    }
  }
}

/// Wraps a text to lines of at most `width` columns without breaking words. All lines after the first begin with
/// `indent` blanks.
std::string wrapped(const std::string& text, int width, int indent) {
  std::string lines;
  int used = indent;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const int columns = answers::columns_of(word);
    if (used > indent && used + 1 + columns > width) {
      lines += "\n" + std::string(static_cast<std::size_t>(indent), ' ');
      used = indent;
    }
    lines += (used > indent ? " " : "") + word;
    used += columns + (used > indent ? 1 : 0);
  }
  return lines;
}

/// Writes help texts that are as wide as the terminal. The options of the command itself come first, followed by the
/// groups of options that several commands have.
class HelpWriter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string text = wrapped(app->get_description(), width(), 0) + "\n" + make_usage(app, std::move(name));
    text += make_positionals(app);
    text += group(app, "Options");
    for (const OptionGroup& one : option_groups()) text += group(app, one.title);
    return text + make_subcommands(app, mode) + "\n" + make_footer(app);
  }

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    return entry(make_option_name(option, is_positional) + make_option_opts(option), make_option_desc(option));
  }

  std::string make_subcommand(const CLI::App* command) const override {
    return entry(command->get_name(), command->get_description());
  }

  /// Wraps sentences. Keeps indented lines as they are, because they are examples or tables.
  std::string make_footer(const CLI::App* app) const override {
    std::string text;
    std::istringstream lines(app->get_footer());
    for (std::string line; std::getline(lines, line);)
      text += (line.empty() || line[0] == ' ' ? line : wrapped(line, width(), 0)) + "\n";
    return text;
  }

 private:
  static int width() { return style_of(ReportOptions()).width; }

  std::string group(const CLI::App* app, const std::string& title) const {
    const std::vector<const CLI::Option*> options = app->get_options(
        [&](const CLI::Option* option) { return option->nonpositional() && option->get_group() == title; });
    return options.empty() ? "" : make_group(title, false, options);
  }

  static std::string entry(const std::string& name, const std::string& help) {
    constexpr int kColumn = 30;
    std::string text = "  " + name;
    const int columns = answers::columns_of(text);
    text += columns + 1 > kColumn ? "\n" + std::string(kColumn, ' ')
                                  : std::string(static_cast<std::size_t>(kColumn - columns), ' ');
    return text + wrapped(help, width(), kColumn) + "\n";
  }
};

}  // namespace

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::show_default() {
  option_->capture_default_str();
  return *this;
}

Option& Option::check(const std::function<std::string(const std::string&)>& wrong, const char* name) {
  option_->check(wrong, name);
  return *this;
}

Option& Option::one_of(const std::vector<std::string>& words) {
  const auto wrong = [words](const std::string& text) {
    const bool known = std::find(words.begin(), words.end(), text) != words.end();
    return known ? "" : text + ": must be " + answers::alternatives(words) + answers::meant(text, words);
  };
  option_->check(wrong, joined(words));
  return *this;
}

Option& Option::one_each() {
  option_->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false);
  return *this;
}

Option CommandLine::add_option(const char* name, std::string& variable, const char* help) {
  return Option(app_->add_option(name, variable, help));
}

Option CommandLine::add_option(const char* name, std::vector<std::string>& variable, const char* help) {
  return Option(app_->add_option(name, variable, help));
}

Option CommandLine::add_option(const char* name, std::optional<std::string>& variable, const char* help) {
  return Option(app_->add_option(name, variable, help));
}

void CommandLine::add_flag(const char* name, bool& variable, const char* help) {
  app_->add_flag(name, variable, help)->disable_flag_override();
}

void CommandLine::add_flag(const char* name, const std::function<void()>& when_given, const char* help) {
  app_->add_flag_callback(name, when_given, help)->disable_flag_override();
}

namespace {

using answers::Parameter;

/// Returns "" for a valid text of a parameter's value, and an error message for an invalid one.
std::string wrong_text(const Parameter& parameter, const std::string& text) {
  const bool whole = parameter.kind == Parameter::Kind::count || parameter.kind == Parameter::Kind::rank;
  const std::optional<double> number = whole ? whole_number(text) : plain_number(text);
  const std::string wrong = parameter.kind == Parameter::Kind::word
                                ? wrong_value(parameter, text)
                                : wrong_value(parameter, number.value_or(std::numeric_limits<double>::quiet_NaN()));
  return wrong.empty() ? "" : text + ": " + wrong;
}

/// A visitor that adds a parameter as an option. The type of the parameter's slot selects the function.
struct ParameterAdder {
  CLI::App& app;
  const Parameter& parameter;
  std::string name = std::string("--") + parameter.name;

  void checked(CLI::Option* option) const {
    using Kind = Parameter::Kind;
    const Kind kind = parameter.kind;
    if (kind == Kind::text || kind == Kind::file || kind == Kind::number) return;
    option->check([kept = parameter](const std::string& text) { return wrong_text(kept, text); },
                  parameter.words.empty() ? parameter.placeholder : joined(parameter.words));
  }

  void operator()(bool* slot) const { app.add_flag(name, *slot, parameter.help)->disable_flag_override(); }
  /// Reads a number in the same way as in files. CLI11 would round the number twice: first to a long double, and then
  /// to a double.
  void operator()(std::optional<double>* slot) const {
    const auto read = [slot](const std::string& text) { *slot = plain_number(text); };
    CLI::Option* option = app.add_option_function<std::string>(name, read, parameter.help);
    option->type_name("FLOAT");
    checked(option);
  }
  void operator()(std::optional<std::size_t>* slot) const { checked(app.add_option(name, *slot, parameter.help)); }
  void operator()(std::optional<long>* slot) const { checked(app.add_option(name, *slot, parameter.help)); }
  void operator()(std::optional<std::string>* slot) const {
    if (parameter.kind == Parameter::Kind::flag) {
      app.add_flag_callback(
             name, [slot, word = parameter.sets] { *slot = word; }, parameter.help)
          ->disable_flag_override();
    } else {
      checked(app.add_option(name, *slot, parameter.help));
    }
  }
  void operator()(std::optional<Eigen::Vector3d>* slot) const {
    const auto read = [slot, option = name](const std::string& text) { *slot = parse_wrench(text, option); };
    app.add_option_function<std::string>(name, read, parameter.help);
  }
  void operator()(std::vector<answers::GivenPlace>* slot) const {
    const auto read = [slot](const std::vector<std::string>& texts) {
      for (const std::string& text : texts) slot->push_back(parse_place(text));
    };
    app.add_option_function<std::vector<std::string>>(name, read, parameter.help)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
  }
  void operator()(std::optional<answers::GivenDocument>* slot) const {
    const auto read = [slot](const std::string& file) { *slot = answers::GivenDocument{file, {}}; };
    app.add_option_function<std::string>(name, read, parameter.help);
  }
  void operator()(answers::Json*) const {}  // only requests have parameters of this type, not the command line
};

}  // namespace

void CommandLine::add(const answers::Parameters& parameters) {
  for (const Parameter& parameter : parameters)
    if ((parameter.fronts & Parameter::command_line) != 0) std::visit(ParameterAdder{*app_, parameter}, parameter.slot);
}

bool CommandLine::given() const { return app_->parsed(); }

Program::Program(const char* name, const char* description, const char* version, const char* footer)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->set_version_flag("--version", version);
  app_->require_subcommand(1);
  app_->footer(footer);
  app_->formatter(std::make_shared<HelpWriter>());  // commands that are added later take over this formatter
}

Program::~Program() = default;

CommandLine Program::add_command(const char* name, const char* help) {
  return CommandLine(app_->add_subcommand(name, help));
}

std::vector<std::string> Program::commands() const {
  std::vector<std::string> names;
  for (const CLI::App* command : app_->get_subcommands({})) names.push_back(command->get_name());
  return names;
}

void Program::set_footer(const std::string& command, const std::string& footer) {
  CLI::App& app = *app_->get_subcommand(command);
  app.footer(footer);
  group_options(app);
}

namespace {

/// Returns the accepted words in the name of a type: a and b for "TEXT:a|b".
std::vector<std::string> words_in(const std::string& type) {
  std::vector<std::string> words;
  if (type.find('|') == std::string::npos) return words;
  std::string word;
  for (const char c : type.substr(type.find(':') + 1)) {
    if (c != '|') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

/// Returns the placeholder in the name of a type: SECONDS for "FLOAT:SECONDS", and a|b for "TEXT:a|b".
std::string value_in(const std::string& type, const std::vector<std::string>& words) {
  std::string value;
  for (const std::string& word : words) value += (value.empty() ? "" : "|") + word;
  if (!value.empty()) return value;
  const std::size_t colon = type.find(':');
  return colon == std::string::npos ? type : type.substr(colon + 1);
}

OptionDescription description_of(const CLI::Option& option) {
  OptionDescription described;
  described.positional = option.get_positional();
  if (described.positional) described.names.push_back(option.get_single_name());
  for (const std::string& name : option.get_snames()) described.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) described.names.push_back("--" + name);
  described.required = option.get_required();
  described.many = option.get_expected_max() > 1;
  const bool flag = option.get_expected_max() == 0;
  if (!flag) described.words = words_in(option.get_type_name());
  if (!flag) described.value = value_in(option.get_type_name(), described.words);
  described.help = option.get_description();
  return described;
}

CommandDescription description_of(const CLI::App& app) {
  CommandDescription described{app.get_name(), app.get_description(), app.get_footer(), {}};
  for (const CLI::Option* option : app.get_options()) described.options.push_back(description_of(*option));
  return described;
}

}  // namespace

ProgramDescription Program::describe() const {
  ProgramDescription described{description_of(*app_), {}};
  for (const CLI::App* command : app_->get_subcommands({})) described.commands.push_back(description_of(*command));
  return described;
}

std::string Program::help(const std::string& command) const {
  if (!command.empty()) return app_->get_subcommand(command)->help(app_->get_name());
  // App::help() would print the help of the command that was called, instead of this command.
  return app_->get_formatter()->make_help(app_.get(), app_->get_name(), CLI::AppFormatMode::Normal);
}

namespace {

struct OptionSynonym {
  const char* word;
  const char* option;
  const char* meant;  ///< the option that the word means, with its value, such as "--by fence"
};

/// Words that users may try, and the options that they mean. An entry applies only to commands that have its option.
constexpr OptionSynonym kOptionSynonyms[] = {{"--mu", "--friction", "--friction"},
                                             {"--weight", "--mass", "--mass"},
                                             {"--output", "--out", "--out"},
                                             {"-o", "--out", "--out"},
                                             {"--json", "--format", "--format json"},
                                             {"--text", "--format", "--format text"},
                                             {"-f", "--format", "--format"},
                                             {"-q", "--quiet", "--quiet"},
                                             {"--silent", "--quiet", "--quiet"},
                                             {"-v", "--verbose", "--verbose"},
                                             {"-s", "--set", "--set"},
                                             {"--timeout", "--limit", "--limit"},
                                             {"--time", "--limit", "--limit"},
                                             {"--time-limit", "--limit", "--limit"},
                                             {"--pin-diameter", "--pins", "--pins"},
                                             {"--diameter", "--pins", "--pins"},
                                             {"--fixel", "--pin", "--pin"},
                                             {"--fixels", "--pin", "--pin"},
                                             {"--locators", "--pin", "--pin"},
                                             {"--starts", "--scatter", "--scatter"},
                                             {"--trials", "--scatter", "--scatter"},
                                             {"--samples", "--scatter", "--scatter"},
                                             {"-n", "--scatter", "--scatter"},
                                             {"--seed", "--set", "--set /scatter/seed=2"},
                                             {"--tilt", "--set", "--set /simulate/tray/tilt=15"},
                                             {"--restitution", "--set", "--set /simulate/restitution=0.3"},
                                             {"--pose", "--set", "--set pose=[0,0,90]"},
                                             {"--goal", "--set", "--set goal=[1,2]"},
                                             {"--push", "--actuator", "--actuator"},
                                             {"--gravity", "--tray", "--tray"},
                                             {"--scale", "--unit", "--unit"},
                                             {"--width", "--picture-size", "--picture-size"},
                                             {"--size", "--picture-size", "--picture-size"},
                                             {"--dark", "--theme", "--theme dark"},
                                             {"--color", "--theme", "--theme"},
                                             {"--colour", "--theme", "--theme"},
                                             {"--jpg", "--png", "--png"},
                                             {"--image", "--svg", "--svg"},
                                             {"--picture", "--svg", "--svg"},
                                             {"--video", "--html", "--html"},
                                             {"--film", "--html", "--html"},
                                             {"--save", "--task-out", "--task-out"}};

/// Returns the options that the user may have meant by an unknown word of the command line.
std::vector<std::string> meant_options(const std::string& word, const std::vector<std::string>& names) {
  if (word.empty() || word[0] != '-' || word == "-") return {};
  for (const OptionSynonym& synonym : kOptionSynonyms) {
    if (word == synonym.word && std::find(names.begin(), names.end(), synonym.option) != names.end())
      return {synonym.meant};
  }
  const bool one_dash = word.size() > 2 && word[1] != '-';
  return one_dash || word.starts_with("--") ? nearest(one_dash ? "-" + word : word, names) : std::vector<std::string>();
}

}  // namespace

namespace {

/// Returns a message in plain words if CLI11 reports that a flag was given a value. Returns any other message
/// unchanged.
std::string in_plain_words(const std::string& message) {
  constexpr std::string_view kFlag = " was given a disallowed flag override";
  const std::size_t at = message.find(kFlag);
  if (at == std::string::npos) return message;
  return "--" + message.substr(0, at) + ": has no value; expected the option alone" + message.substr(at + kFlag.size());
}

}  // namespace

std::optional<Program::Ended> Program::parse(int argc, char** argv) {
  try {
    app_->parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    std::ostringstream text, message;
    const bool fault = app_->exit(error, text, message) != 0;
    std::cerr << answers::visible(in_plain_words(message.str()), true);
    for (const CLI::App* command : app_->get_subcommands()) {  // the command that was called
      std::vector<std::string> names;
      for (const CLI::Option* option : command->get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
      for (const std::string& word : command->remaining()) {
        const std::vector<std::string> near = meant_options(word.substr(0, word.find('=')), names);
        if (!near.empty())
          write_message("pawl: " + word + ": unknown option; did you mean " + answers::alternatives(near) + "?");
      }
    }
    return Ended{fault, text.str()};
  }
}

}  // namespace pawl::cli
