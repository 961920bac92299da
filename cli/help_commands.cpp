// SPDX-License-Identifier: MIT
// `pawl completion SHELL` and `pawl man [COMMAND]`: what the command line itself says, for shells and for man(1).
#include <pawl/version.h>

#include <cstdio>

#include "answer.h"
#include "commands.h"
#include "completion.h"
#include "man_page.h"
#include "output.h"
#include "unknown_command.h"

namespace pawl::cli {

Command add_completion(Program& program) {
  const auto shell = std::make_shared<std::string>();
  CommandLine line = program.add_command("completion", "What a shell sources to complete commands and options");
  line.add_option("SHELL", *shell, "The shell").required().one_of({"bash", "zsh", "fish"});
  return {line, [shell, &program] {
            write_standard_output(completion(program.describe(), *shell));
            return kYes;
          }};
}

Command add_man(Program& program) {
  const auto name = std::make_shared<std::string>();
  CommandLine line = program.add_command("man", "The manual page of a command, or of pawl, for man -l");
  line.add_option("COMMAND", *name, "The command; of none: pawl's own page");
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

}  // namespace pawl::cli
