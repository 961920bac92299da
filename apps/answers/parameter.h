// SPDX-License-Identifier: MIT The parameters of a question. Each parameter is declared once (questions.cpp). This
// declaration is the source of the command line, the requests of web pages, the keywords in Python, the help, the
// manual pages, the shell completions and docs/options.md.
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

/// A clamp's position as given by the user: the edge, counted from 1, the position as a fraction of the edge's length,
/// and the given text, for messages.
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
  /// Type and accepted values of a parameter.
  enum class Kind {
    flag,      ///< true or false
    size,      ///< a finite number >= 0
    seconds,   ///< a finite number of seconds >= 0
    degrees,   ///< an angle from -360 to 360 degrees
    count,     ///< a whole number >= 0
    rank,      ///< a whole number from 1 to the largest int
    number,    ///< a whole number; the command that uses it checks its bounds
    text,      ///< any text
    word,      ///< one of `words`
    wrench,    ///< fx, fy, tau in N, N and N times the task's unit of length, each from -1e100 to 1e100
    places,    ///< clamp positions, each an edge and a fraction of its length; the option may be given several times
    json,      ///< any value; only in requests
    document,  ///< a plan: a file on the command line, an object in a request
    file,      ///< an additional output: on the command line the name of a file to write, elsewhere a flag
  };
  /// Bit mask of the front ends that accept a parameter.
  enum Front : unsigned { command_line = 1, request = 2, python = 4, everywhere = 7 };

  using Slot = std::variant<bool*, std::optional<double>*, std::optional<std::size_t>*, std::optional<long>*,
                            std::optional<std::string>*, std::optional<Eigen::Vector3d>*, std::vector<GivenPlace>*,
                            std::optional<GivenDocument>*, Json*>;

  const char* name;  ///< "limit-boxes", for example, is --limit-boxes on the command line, "limit-boxes" in a request,
                     ///< and limit_boxes in Python
  Kind kind;
  Slot slot;
  std::string help;              ///< help text: one or two clauses without a full stop, with unit and default
  const char* placeholder = "";  ///< the help shows this text for the value, such as "LENGTH"; if empty, it shows the
                                 ///< value's type
  std::vector<std::string> words = {};  ///< accepted words, for Kind::word
  unsigned fronts = everywhere;
  const char* python_name = "";  ///< keyword in Python; if empty, the name with underscores instead of dashes
  /// If not empty, this parameter is a flag that sets another parameter to the word `sets`. Both parameters then have
  /// the same slot.
  const char* sets = "";
};

using Parameters = std::vector<Parameter>;

/// Returns the parameter's keyword in Python.
std::string python_name(const Parameter& parameter);

/// Both functions return "" for a valid value, and an error message for a value that the parameter's kind does not
/// permit: the first one for a size, a number of seconds, an angle, a count, a rank or a number, the second one for a
/// word.
std::string wrong_value(const Parameter& parameter, double value);
std::string wrong_value(const Parameter& parameter, const std::string& value);
/// Returns "" for a valid wrench, and an error message for an invalid one.
std::string wrong_wrench(const Eigen::Vector3d& wrench);

/// The expected formats, for messages about texts that are not a wrench or a clamp position.
inline constexpr const char* kExpectedWrench = "must be three finite numbers fx,fy,tau (N, N, N times the length unit)";
inline constexpr const char* kExpectedPlace = "must be an edge (counted from 1) and a share of its length, as in ";

/// Stores each member of a JSON object in the slot of the parameter with the same name. A member with the value null
/// counts as not given, and null in place of the object counts as an empty object. Throws one InputError that contains
/// all faults, each at `pointer`/NAME: values of the wrong type or out of bounds, and unknown members. A value that is
/// neither an object nor null is a fault, too.
void read_parameters(const Json& object, const std::string& pointer, const Parameters& parameters);

/// Returns an error in which pointers and option names, such as "--limit-boxes", are spelled as in another front end.
/// `spell` returns the spelling of an option that is given without dashes.
InputError respelled(const InputError& error, const std::function<std::string(const std::string&)>& spell);

/// Reads a friction coefficient of the form "MU" or "LOW,HIGH", with 0 <= LOW <= HIGH <= 1000. Throws InputError at
/// `option` for any other text.
Friction friction_in(const std::string& given, const char* option);

/// Returns a list as text, such as "a, b or c".
std::string alternatives(const std::vector<std::string>& words);

/// Returns a hint such as "; did you mean light?" if `word` is close to one of `words`, otherwise "".
std::string meant(const std::string& word, const std::vector<std::string>& words);

}  // namespace pawl::answers
