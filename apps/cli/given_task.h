// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>
#include <pawl/io/drawing.h>
#include <pawl/io/edit_document.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/questions.h"
#include "cli/command_line.h"

namespace pawl::cli {

/// Values of a task that are given as options. They add values that a drawing does not contain, or replace values of a
/// task file.
struct GivenTask {
  answers::PartQuestion drawing;                        ///< options for reading a drawing
  std::optional<std::string> mass, density, thickness;  ///< value with a unit, or in the form of a task file
  std::optional<std::string> part_tolerance;            ///< profile tolerance, in the same form as the density
  std::optional<std::string> friction;                  ///< MU or LOW,HIGH
  std::optional<std::string> actuator;                  ///< "free", "tray" or JSON as in a task file
  bool tray = false;                                    ///< whether the actuator is a tray
  std::vector<std::string> pins;                        ///< pins, each as X,Y or X,Y,DIAMETER
  std::optional<std::string> pin_diameter;              ///< diameter of the pins of fixture candidates
  std::optional<std::string> scatter;                   ///< starts of trials, as TRANSLATION[,ROTATION[,STARTS]]
  bool accepted = false;                                ///< whether the command has these options
};

/// Adds the options to a command that reads tasks.
void add_given_task(CommandLine& command, GivenTask& given);

/// Returns whether an input is a drawing. The ending of its name or its first characters decide this.
bool is_drawing(const std::string& file, std::string_view text);

/// Returns whether a file is a drawing before its text is read. If it is a regular file, reads only its first
/// characters.
bool is_drawing_file(const std::string& file);

/// Returns the text of a task file whose part is a drawing. The task is in the unit of length that the options state
/// or, if they state none, in the drawing's unit. In the text, the drawing's path is relative to the folder of the
/// drawing. If the drawing cannot be read, throws InputError; its pointers are the options to change.
std::string task_of_drawing(const std::string& file, const std::string& text, const GivenTask& given);

/// Throws InputError if a text is a file that no command reads, such as a PNG picture or a STEP file. The message
/// states the kind of the file and the kind of file that the commands accept instead.
void refuse_other_file(std::string_view text);

/// Returns the options with which a drawing can be read, in the form of a command line: " --unit mm --loop 2".
std::string option_words(const std::vector<DrawingRemedy>& remedy);

/// Returns the given options for reading a drawing in the form of a command line, such as " --layer OUTLINE".
std::string drawing_words(const GivenTask& given);

/// Returns the given values as edits of a task file. Throws InputError, at the option, for a value that cannot be read.
std::vector<DocumentEdit> edits_of(const GivenTask& given);

/// Returns the faults with option names in place of pointers, where a value was given as an option; for example,
/// "--pin" replaces "/fixels/0/at". If the input is a drawing, all values were given as options.
InputError at_options(const InputError& error, const GivenTask& given, bool drawing);

}  // namespace pawl::cli
