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

/// Values of a task that are given as options. A value replaces that of a task file, or adds what a drawing does not
/// contain.
struct GivenTask {
  answers::PartQuestion drawing;                        ///< options for reading a drawing
  std::optional<std::string> mass, density, thickness;  ///< texts: a number with a unit, such as "240g", or a number in
                                                        ///< the unit of a task file
  std::optional<std::string> part_tolerance;            ///< profile tolerance of the part, in the same format as the
                                                        ///< density
  std::optional<std::string> friction;                  ///< friction coefficient, MU or LOW,HIGH
  std::optional<std::string> actuator;                  ///< "free", "tray", or an actuator as JSON, as in a task file
  bool tray = false;                                    ///< whether the actuator is a tray
  std::vector<std::string> pins;                        ///< pins, each as X,Y or X,Y,DIAMETER
  std::optional<std::string> pin_diameter;              ///< diameter of the pins of fixture candidates
  std::optional<std::string> scatter;                   ///< distribution of the starts of trials,
                                                        ///< TRANSLATION[,ROTATION[,STARTS]]
  bool accepted = false;                                ///< whether the command accepts these options
};

/// Adds the options to a command that reads tasks.
void add_given_task(CommandLine& command, GivenTask& given);

/// Returns whether an input is a drawing. Checks the ending of its name and its first characters.
bool is_drawing(const std::string& file, std::string_view text);

/// Returns whether a file is a drawing, without reading the whole file. If it is a regular file, reads its first
/// characters.
bool is_drawing_file(const std::string& file);

/// Returns the text of a task file whose part is the given drawing. The task has the unit of length of the options or,
/// without this option, that of the drawing. In the text, the drawing's path is relative to the drawing's folder. If
/// the drawing cannot be read, throws InputError at the options to change.
std::string task_of_drawing(const std::string& file, const std::string& text, const GivenTask& given);

/// Throws InputError for a file of a type that no command reads, such as a PNG picture or a STEP file. The message
/// names the type, and the type of file to use instead.
void refuse_other_file(std::string_view text);

/// Returns the options with which a drawing can be read, as they are written on a command line, such as " --unit mm
/// --loop 2".
std::string option_words(const std::vector<DrawingRemedy>& remedy);

/// Returns the given options for reading a drawing, as they are written on a command line, such as " --layer OUTLINE".
std::string drawing_words(const GivenTask& given);

/// Returns the given values as edits of a task file. Throws InputError, at the option, for a value that cannot be read.
std::vector<DocumentEdit> edits_of(const GivenTask& given);

/// Replaces pointers in faults by names of options, such as "/fixels/0/at" by "--pin", for each value that an option
/// has set. If `drawing` is true, the input is a drawing, and every value that an option can set counts as set by this
/// option.
InputError at_options(const InputError& error, const GivenTask& given, bool drawing);

}  // namespace pawl::cli
