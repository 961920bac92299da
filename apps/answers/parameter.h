// SPDX-License-Identifier: MIT
// The parameters of a question. Each parameter is declared once (questions.cpp). From this declaration, the command
// line, the requests of web pages, the keywords in Python, the help, the manual pages, the shell completions and
// docs/options.md are made.
#pragma once

#include <pawl/base/fault.h>
#include <pawl/contact/contact.h>

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// The position of a clamp in the form in which it is given: the edge, counted from 1, the fraction of its length, and
/// the text for messages.
struct GivenPlace {
  double edge = 0, share = 0;
  std::string text;
};

/// A document referenced by a question: its file name, and its text if it has already been read.
struct GivenDocument {
  std::string name;
  std::optional<std::string> text;
};

/// A parameter of a question, bound to the member that receives its value.
struct Parameter {
  /// Type of the value, and accepted values.
  enum class Kind {
    flag,      ///< true or false
    size,      ///< a finite number >= 0
    seconds,   ///< a finite number of seconds >= 0
    degrees,   ///< an angle from -360 to 360 degrees
    count,     ///< a whole number >= 0
    rank,      ///< a whole number from 1 to the largest int
    number,    ///< a whole number; its bounds are checked where it is used
    text,      ///< any text
    word,      ///< one of `words`
    wrench,    ///< fx, fy, tau in N, N and N times the task's unit of length; at most 1e100 each
    places,    ///< clamps, each an edge and a fraction of its length; may be given several times
    json,      ///< any value, in requests only
    document,  ///< a plan: a file on the command line, an object in a request
    file,      ///< an additional output: a file to write on the command line, a flag elsewhere
  };
  /// Front ends that accept the parameter, as a bit mask.
  enum Front : unsigned { command_line = 1, request = 2, python = 4, everywhere = 7 };

  using Slot = std::variant<bool*, std::optional<double>*, std::optional<std::size_t>*, std::optional<long>*,
                            std::optional<std::string>*, std::optional<Eigen::Vector3d>*, std::vector<GivenPlace>*,
                            std::optional<GivenDocument>*, Json*>;

  const char* name;  ///< for example, the name "limit-boxes" stands for --limit-boxes, for "limit-boxes" in a request,
                     ///< and for limit_boxes in Python
  Kind kind;
  Slot slot;
  std::string help;              ///< help text: one or two clauses without a full stop, with unit and default
  const char* placeholder = "";  ///< placeholder of the value in the help, such as "LENGTH"; if empty, the value's type
                                 ///< is shown
  std::vector<std::string> words = {};  ///< accepted words, for Kind::word
  unsigned fronts = everywhere;
  const char* python_name = "";  ///< keyword in Python; default: the name with underscores instead of dashes
  /// If not empty, this flag is a short form of another parameter with this word as its value. The flag then has the
  /// slot of the other parameter.
  const char* sets = "";
};

using Parameters = std::vector<Parameter>;

/// Returns the parameter's keyword in Python.
std::string python_name(const Parameter& parameter);

/// The two wrong_value() return an error message for an invalid size, number of seconds, count, rank or word. For a
/// valid value, they return "".
std::string wrong_value(const Parameter& parameter, double value);
std::string wrong_value(const Parameter& parameter, const std::string& value);
/// Returns an error message for an invalid wrench, otherwise "".
std::string wrong_wrench(const Eigen::Vector3d& wrench);

/// The expected formats, for messages about texts that are not a wrench or a clamp position.
inline constexpr const char* kExpectedWrench = "must be three finite numbers fx,fy,tau (N, N, N times the length unit)";
inline constexpr const char* kExpectedPlace = "must be an edge (counted from 1) and a share of its length, as in ";

/// Stores the members of a JSON object in the slots of the parameters with the same names. The value null means that a
/// parameter is not given. Accepts null in place of an empty object. Throws one InputError with all faults, at
/// `pointer`/NAME: values of the wrong type or out of bounds, unknown members, and any other value that is not an
/// object.
void read_parameters(const Json& object, const std::string& pointer, const Parameters& parameters);

/// Returns an error in which pointers and option names ("--limit-boxes") are spelled as in another front end. `spell`
/// is called with an option's name without dashes and returns its spelling.
InputError respelled(const InputError& error, const std::function<std::string(const std::string&)>& spell);

/// Reads a friction coefficient, "MU" or "LOW,HIGH". Throws InputError at `option` for any other text.
Friction friction_in(const std::string& given, const char* option);

/// Returns a list as text, such as "a, b or c".
std::string alternatives(const std::vector<std::string>& words);

/// Returns "; did you mean light?" for a word that is close to one of `words`, otherwise "".
std::string meant(const std::string& word, const std::vector<std::string>& words);

}  // namespace pawl::answers
