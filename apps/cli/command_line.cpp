// SPDX-License-Identifier: MIT
#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <sstream>

#include "answers/answer.h"

namespace pawl::cli {

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
  option_->check(CLI::IsMember(words));
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

Option CommandLine::add_option(const char* name, std::optional<double>& variable, const char* help) {
  return Option(app_->add_option(name, variable, help));
}

Option CommandLine::add_option(const char* name, std::optional<std::size_t>& variable, const char* help) {
  return Option(app_->add_option(name, variable, help));
}

Option CommandLine::add_option(const char* name, std::optional<long>& variable, const char* help) {
  return Option(app_->add_option(name, variable, help));
}

void CommandLine::add_flag(const char* name, bool& variable, const char* help) { app_->add_flag(name, variable, help); }

void CommandLine::add_flag(const char* name, const std::function<void()>& when_given, const char* help) {
  app_->add_flag_callback(name, when_given, help);
}

bool CommandLine::given() const { return app_->parsed(); }

Program::Program(const char* name, const char* description, const char* version, const char* footer)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->set_version_flag("--version", version);
  app_->require_subcommand(1);
  app_->footer(footer);
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
  app_->get_subcommand(command)->footer(footer);
}

namespace {

/// The words of a type name as CLI11 and our checks give it: "TEXT:{a,b}", "TEXT:a|b".
std::vector<std::string> words_in(const std::string& type) {
  const std::size_t open = type.find('{'), colon = type.find(':');
  std::vector<std::string> words;
  if (open == std::string::npos && type.find('|') == std::string::npos) return words;
  std::string word;
  for (const char c : type.substr((open == std::string::npos ? colon : open) + 1)) {
    if (c != ',' && c != '|' && c != '}') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

/// What a type name calls the value: "FLOAT:SECONDS" is SECONDS, "TEXT:{a,b}" is a|b.
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

std::optional<Program::Ended> Program::parse(int argc, char** argv) {
  try {
    app_->parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    std::ostringstream text, message;
    const bool fault = app_->exit(error, text, message) != 0;
    std::cerr << answers::visible(message.str(), true);
    return Ended{fault, text.str()};
  }
}

}  // namespace pawl::cli
