// SPDX-License-Identifier: MIT
#include "command_line.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <sstream>

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

std::optional<Program::Ended> Program::parse(int argc, char** argv) {
  try {
    app_->parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    std::ostringstream text;
    const bool fault = app_->exit(error, text, std::cerr) != 0;
    return Ended{fault, text.str()};
  }
}

}  // namespace pawl::cli
