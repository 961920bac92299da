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

/// Returns the text with every byte that is not part of valid UTF-8 spelled out, as in "caf\xe9".
std::string valid_utf8(std::string_view text);

/// Returns the text as a terminal may show it: also control characters (C0, DEL, C1) and those that change the
/// direction of writing are spelled out, as in "\x1b[2J" and "\u202e". They come from file names and from texts in
/// files, and could change the terminal or disguise what it shows. `keep_lines`: line ends stay.
std::string visible(std::string_view text, bool keep_lines = false);

/// Returns JSON text with DEL, C1 and direction controls as escapes, "\u009b": the same document. Only strings contain
/// them.
std::string escaped_controls(std::string json);

/// A JSON value as answers are made of; objects keep the order of their members. Written as nlohmann/json writes its
/// own, by it: that library costs a compiler seconds wherever it is included, and stands in json.cpp alone.
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
  template <std::same_as<bool> Bool>  // nothing else that turns into a bool: pointers do
  Json(Bool value) : value_(value) {}
  template <std::signed_integral Integer>
  Json(Integer number) : value_(static_cast<std::int64_t>(number)) {}
  template <std::unsigned_integral Integer>
  requires(!std::same_as<Integer, bool>) Json(Integer number) : value_(static_cast<std::uint64_t>(number)) {}
  template <class T>
  Json(const std::vector<T>& entries) : value_(array_of(entries)) {}
  template <class A, class B>  // an array of two
  Json(const std::pair<A, B>& both) : value_(Array{Json(both.first), Json(both.second)}) {}
  template <class T, std::size_t N>
  Json(const std::array<T, N>& entries) : value_(array_of(entries)) {}

  /// An object where each value is an array of two, the first a text, as in {{"a", 1}, {"b", 2}}; else an array.
  Json(std::initializer_list<Json> values);
  static Json array(std::initializer_list<Json> entries = {});
  static Json object();  ///< without members
  /// Throws InputError for a text that is no JSON, or nested deeper than 64.
  static Json parse(const std::string& text);

  Json& operator[](const std::string& key);  ///< added where it is missing; null becomes an object
  Json& operator[](std::size_t entry);       ///< of an array that has it
  void push_back(Json entry);                ///< to an array; null becomes one

  const Array* entries() const { return std::get_if<Array>(&value_); }    ///< null: no array
  const Object* members() const { return std::get_if<Object>(&value_); }  ///< null: no object

  const std::string* text() const { return std::get_if<std::string>(&value_); }  ///< null: no text
  std::optional<double> number() const;                                          ///< nothing: no number
  std::optional<std::int64_t> whole() const;  ///< nothing: no integer, or beyond 64 bits
  std::optional<bool> boolean() const;        ///< nothing: neither true nor false

  /// Replaces each number that is not finite, which JSON has no word for, by the largest double of its sign. Returns
  /// whether there was one.
  bool make_finite();

  /// Returns the value on one line, without blanks. Bytes that are not UTF-8 are spelled out ("caf\\xe9"), and
  /// characters that could change a terminal are escaped.
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

Json to_json(const Eigen::Vector3d& v);
Json to_json(const Eigen::VectorXd& v);
Json to_json(const Eigen::MatrixXd& matrix);  ///< an array of rows

/// A pose, a twist or an acceleration, its angle in the task's unit.
Json pose_json(const Eigen::Vector3d& pose, const Units& units);
/// The same of one in m and rad.
Json si_pose_json(const Eigen::Vector3d& pose, const Units& units);
Json friction_json(const Friction& friction);  ///< a number, or [low, high]

/// The verdict of an answer that is not certified: within the rounding of the input it may be another.
inline constexpr const char* kUndecided = "undecided";

/// Adds "certified", and where it is false "uncertain": the contacts, counted from 1, and the reason.
void add_certainty(const Certainty& certainty, Json& results);

extern const char* const kBeyondDoubles;  ///< why an answer is not certified

/// What the answer of a command means for the exit status.
enum Status { kYes = 0, kNo = 1, kBadInput = 2, kFailed = 3 };

/// What a command found.
struct Answer {
  Json results;
  Status status = kYes;
  std::vector<std::optional<std::string>> files;             ///< texts of further outputs, in their order
  std::string message = "an answer could not be certified";  ///< for standard error, when the status is kFailed
  Warnings warnings;                                         ///< beside those of the task

  /// Says that the command was ended before its answer was known.
  void stop();
  /// Adds "certified" to the results; an answer that is not fails.
  void certify(const Certainty& certainty);
  /// Makes the numbers of the results finite. An answer with a number beyond the range of doubles is not certified.
  void require_finite();
};

class JsonStream;

/// An answer that may be too long to keep in memory: its results are written while they are found.
struct StreamedAnswer {
  struct End {
    Status status = kYes;
    bool stopped = false;                                      ///< before the last result
    std::string message = "an answer could not be certified";  ///< for standard error, when the status is kFailed
  };
  std::function<End(JsonStream&)> write;  ///< the value of "results"; throws no InputError
};

/// One line, or `pretty`: indented, arrays of numbers and strings kept on one line.
std::string text_of(const Json& answer, bool pretty);

/// The indented form of a value that stands at `indent`.
void append_pretty(const Json& value, const std::string& indent, std::string& out);

/// A JSON text handed over in parts while it is made, so that it need not fit in memory. Laid out as text_of does.
class JsonStream {
 public:
  JsonStream(std::function<void(const std::string&)> write, bool pretty);
  /// Makes the value itself instead, which must outlive this; arrays keep no more than `most` entries.
  JsonStream(Json& into, std::size_t most);

  void begin(char bracket);  ///< '{' or '['
  void end(char bracket);    ///< '}' or ']'
  void key(const std::string& name);
  void value(const Json& value);  ///< after a key, or the next of an array
  void member(const std::string& name, const Json& value);
  void finish();  ///< the line's end, and what is still held back
  bool beyond_doubles() const {
    return beyond_doubles_;
  }  ///< a number was not finite: the largest double stands for it

 private:
  void put(Json value, bool open);
  void place();
  void hand_over(std::size_t least);

  std::function<void(const std::string&)> write_;
  bool pretty_;
  std::string text_;  ///< not handed over yet
  std::string indent_;
  bool first_ = true;   ///< nothing stands yet in the innermost brackets
  bool keyed_ = false;  ///< a key waits for its value
  bool beyond_doubles_ = false;

  Json* into_ = nullptr;
  std::size_t most_ = 0;
  std::vector<Json*> open_;  ///< values that are not ended, the outermost first
  std::string name_;         ///< the key that waits
};

// An answer as the contract has it: what was asked, its results, its units, and its warnings.

using Time = std::chrono::steady_clock::time_point;
double milliseconds_since(Time start);

/// What an answer belongs to.
struct Question {
  const char* command;
  std::string name;  ///< of the task or problem
  Time start;        ///< of the command's time
  std::string file = {};
  std::optional<Units> units = std::nullopt;  ///< of the answer; none: it has no lengths
  bool one_of_several = false;                ///< the answer then names its file
};

/// Of an answer's document, what stands before its results and behind them.
Json head_of(const Question& question);
Json tail_of(const Question& question, const Warnings& warnings, bool timing);

/// The whole of an answer. `timing`: with how long it took.
Json document_of(const Question& question, const Json& results, const Warnings& warnings, bool timing);

/// The same of an answer that is written while it is found.
StreamedAnswer::End write_document(const Question& question, const StreamedAnswer& answer, const Warnings& warnings,
                                   bool timing, JsonStream& json);

}  // namespace pawl::answers
