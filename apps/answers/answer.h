// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/base/warning.h>
#include <pawl/contact/contact.h>
#include <pawl/io/units.h>
#include <pawl/planner/certainty.h>

#include <Eigen/Core>
#include <array>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pawl::answers {

/// Returns the text with an escape, as in "caf\xe9", for every byte that is not part of valid UTF-8.
std::string valid_utf8(std::string_view text);

/// Returns a text as one word of a command line, in quotes if necessary.
std::string shell_word(const std::string& text);

/// Returns the text in a form that is safe on a terminal. Escapes bytes that are not UTF-8, control characters (C0,
/// DEL, C1), and characters that change the direction of writing, as in "\x1b[2J" and "\u202e". File names and texts in
/// files can contain such characters, which could change the terminal or disguise the displayed text. If `keep_lines`
/// is true, line ends are kept.
std::string visible(std::string_view text, bool keep_lines = false);

/// Returns the JSON text with DEL, C1 and direction controls replaced by escapes such as "\u009b". The meaning of the
/// document does not change, because only strings contain such characters.
std::string escaped_controls(std::string json);

/// A JSON value in an answer. Objects keep the order of their members. The library nlohmann/json writes the values, in
/// its own format. Only answer.cpp includes that library, because including it takes seconds of compile time per file.
class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  Json();  ///< null
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(Json other) noexcept;
  ~Json();

  Json(std::nullptr_t);
  Json(std::string text);
  Json(std::string_view text);
  Json(const char* text);
  Json(double number);
  template <std::same_as<bool> Bool>  // accepts only bool, because other types, such as pointers, convert to bool
  Json(Bool value) : value_(value) {}
  template <std::signed_integral Integer>
  Json(Integer number) : value_(static_cast<std::int64_t>(number)) {}
  template <std::unsigned_integral Integer>
  requires(!std::same_as<Integer, bool>) Json(Integer number) : value_(static_cast<std::uint64_t>(number)) {}
  template <class T>
  Json(const std::vector<T>& entries) : value_(array_of(entries)) {}
  template <class A, class B>  // Creates an array of two entries.
  Json(const std::pair<A, B>& both) : value_(Array{Json(both.first), Json(both.second)}) {}
  template <class T, std::size_t N>
  Json(const std::array<T, N>& entries) : value_(array_of(entries)) {}

  /// Makes an object if each value is an array of two entries whose first entry is a text, as in {{"a", 1}, {"b", 2}}.
  /// Otherwise makes an array.
  Json(std::initializer_list<Json> values);
  static Json array(std::initializer_list<Json> entries = {});
  static Json object();  ///< Returns an object without members.
  /// Throws InputError if the text is not valid JSON, or if values are nested deeper than 64.
  static Json parse(const std::string& text);

  Json& operator[](const std::string& key);  ///< Returns a member of the object. Adds the member with the value null if
                                             ///< it is missing. If this value is null, it first becomes an object.
  Json& operator[](std::size_t entry);       ///< Returns an entry of the array, which must exist.
  void push_back(Json entry);                ///< Appends an entry to this array. If this value is null, it first
                                             ///< becomes an array.

  /// Returns the entries of an array, and null for any other value.
  const Array* entries() const { return std::get_if<Array>(&value_); }
  /// Returns the members of an object, and null for any other value.
  const Object* members() const { return std::get_if<Object>(&value_); }

  /// Returns the string, and null for any other value.
  const std::string* text() const { return std::get_if<std::string>(&value_); }
  std::optional<double> number() const;       ///< returns the number, and nothing for any other value
  std::optional<std::int64_t> whole() const;  ///< returns the integer, and nothing for any other value or for an
                                              ///< integer above 2^63 - 1
  std::optional<bool> boolean() const;        ///< returns true or false, and nothing for any other value

  /// Replaces each infinity or NaN, which JSON cannot express, by the largest double of the same sign. Returns whether
  /// a number was replaced.
  bool make_finite();

  /// Returns the value on one line, without blanks. Escapes bytes that are not UTF-8 ("caf\\xe9") and characters that
  /// could change a terminal.
  std::string dump() const;

 private:
  friend struct JsonWriter;
  template <class Range>
  static Array array_of(const Range& range) {
    Array entries;
    entries.reserve(range.size());
    for (const auto& entry : range) entries.emplace_back(entry);
    return entries;
  }

  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object> value_;
};

// Functions that read a value of a document. They accept a value of any type; a value of the wrong type gives the
// default that is stated below.

/// Both functions at() return null if the member of the object, or the entry of the array, does not exist.
const Json& at(const Json& object, const std::string& key);
const Json& at(const Json& array, std::size_t k);
bool has(const Json& object, const std::string& key);  ///< Returns whether an object has a member with this name.
/// Returns the number of entries of an array; 0 for other values.
std::size_t count_of(const Json& list);

std::string text_in(const Json& value);         ///< returns the text, or "" if the value is not a text
double number_in(const Json& value);            ///< returns the number, or 0 if the value is not a number
std::size_t whole_in(const Json& value);        ///< returns the number as an integer, clamped to [0, 1e9]
Eigen::Vector3d vector3_in(const Json& value);  ///< returns the first three numbers of an array; invalid entries and -0
                                                ///< become 0
std::vector<int> numbers_in(const Json& list);  ///< returns the entries of an array as integers, clamped to [0, 1e9];
                                                ///< an entry that is not a number becomes 0
bool is_true(const Json& value);
bool is_null(const Json& value);

Json to_json(const Eigen::Vector2d& v);
Json to_json(const Eigen::Vector3d& v);
Json to_json(const Eigen::VectorXd& v);
Json to_json(const Eigen::MatrixXd& matrix);  ///< returns an array of the rows of the matrix
Json point_json(const Eigen::Vector2d& v);    ///< returns [x, y]; -0 becomes 0
Json finite_json(double number);              ///< returns the number, or null if it is infinite or NaN

/// Returns a pose, twist or acceleration as [x, y, theta]. Converts the angle from rad to the task's unit.
Json pose_json(const Eigen::Vector3d& pose, const Units& units);
/// Returns a pose as [x, y, theta]. Converts the lengths from m, and the angle from rad, to the task's units.
Json si_pose_json(const Eigen::Vector3d& pose, const Units& units);
/// Returns the coefficient as a number, or as [low, high] if it is an interval. If the static and the kinetic friction
/// differ, returns an object with the keys "static" and "kinetic".
Json friction_json(const Friction& friction);
/// Adds the member `friction` if the friction of the contacts is an interval, or if static and kinetic friction differ.
void add_kind_of_friction(const ContactSet& set, Json& results);

/// Verdict of an answer that is not certified: the verdict may depend on the rounding of the input.
inline constexpr const char* kUndecided = "undecided";

/// Adds "certified". If it is false, also adds "uncertain", which contains the reason and the contacts, counted from 1.
void add_certainty(const Certainty& certainty, Json& results);

extern const char* const kBeyondDoubles;  ///< the reason why an answer beyond the range of doubles is not certified

/// The verdict of an answer. Its value is the exit status of the command.
enum Status { kYes = 0, kNo = 1, kBadInput = 2, kFailed = 3 };

/// The result of a command.
struct Answer {
  Json results;
  Status status = kYes;
  std::vector<std::optional<std::string>> files;             ///< texts of the additional output files, in the order of
                                                             ///< the command's parameters; without a value, no file is
                                                             ///< written
  std::string message = "an answer could not be certified";  ///< message on standard error if the status is kFailed
  Warnings warnings;                                         ///< warnings in addition to the task's own warnings

  /// Marks the answer as stopped before the result was found.
  void stop();
  /// Adds "certified" to the results. If it is false, sets the status kFailed.
  void certify(const Certainty& certainty);
  /// Replaces infinite numbers and NaN in the results by finite ones. If there is one, the answer is not certified.
  void require_finite();
};

class JsonStream;

/// An answer that may not fit in memory. Its results are written as soon as they are found.
struct StreamedAnswer {
  struct End {
    Status status = kYes;
    /// Whether the search was stopped before the last result.
    bool stopped = false;
    std::string message = "an answer could not be certified";  ///< message on standard error if the status is kFailed
  };
  std::function<End(JsonStream&)> write;  ///< writes the value of "results"; must not throw InputError
};

/// Returns JSON text on one line. If `pretty` is true, the text is indented, and a simple array takes one line.
std::string text_of(const Json& answer, bool pretty);

/// Appends the indented form of a value. `indent` is the indentation of the line on which the value begins.
void append_pretty(const Json& value, const std::string& indent, std::string& out);

/// A writer of JSON text. It passes the text on in pieces, so that the whole text need not fit in memory. The layout is
/// that of text_of().
class JsonStream {
 public:
  JsonStream(std::function<void(const std::string&)> write, bool pretty);
  /// Instead of writing text, builds a document in `into`, which must outlive this object. If an array already has
  /// `most` entries, value() adds no further entry to it; begin() still does.
  JsonStream(Json& into, std::size_t most);

  void begin(char bracket);  ///< Writes '{' or '['.
  void end(char bracket);    ///< Writes '}' or ']'.
  void key(const std::string& name);
  void value(const Json& value);  ///< Writes the value of the last key, or the next entry of an array.
  void member(const std::string& name, const Json& value);
  void finish();  ///< writes the line end, and passes on the rest of the text
  bool beyond_doubles() const {
    return beyond_doubles_;
  }  ///< Returns whether some number was infinite or NaN, and was therefore replaced by a finite one.

 private:
  void put(Json value, bool open);
  void place();
  void hand_over(std::size_t least);

  std::function<void(const std::string&)> write_;
  bool pretty_;
  std::string text_;  ///< text that was not yet passed on
  std::string indent_;
  bool first_ = true;   ///< whether the innermost brackets are still empty
  bool keyed_ = false;  ///< whether a key has been written and its value has not been written yet
  bool beyond_doubles_ = false;

  Json* into_ = nullptr;
  std::size_t most_ = 0;
  std::vector<Json*> open_;  ///< objects and arrays whose end has not been written yet, outermost first
  std::string name_;         ///< the last key, if its value has not been written yet
};

// A complete answer: the question, its results, units and warnings.

using Time = std::chrono::steady_clock::time_point;
double milliseconds_since(Time start);

/// The command and the input to which an answer belongs.
struct Question {
  const char* command;
  std::string name;  ///< name of the task or problem
  Time start;        ///< time at which the command started, from which its elapsed time is computed
  std::string file = {};
  std::optional<Units> units = std::nullopt;  ///< units of the answer; not set for an answer without lengths
  bool one_of_several = false;                ///< whether the command has several inputs, so that each answer must name
                                              ///< its input file
};

/// Both functions return members of an answer's document: head_of() those before its results, and tail_of() those after
/// them.
Json head_of(const Question& question);
Json tail_of(const Question& question, const Warnings& warnings, bool timing);

/// Returns the whole document of an answer. If `timing` is true, the document contains the elapsed time.
Json document_of(const Question& question, const Json& results, const Warnings& warnings, bool timing);

/// Writes the document that document_of() returns. The results are written while the search finds them.
StreamedAnswer::End write_document(const Question& question, const StreamedAnswer& answer, const Warnings& warnings,
                                   bool timing, JsonStream& json);

}  // namespace pawl::answers
