// SPDX-License-Identifier: MIT
#include "answers/answer.h"

#include <fmt/format.h>
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/spelling.h"

namespace pawl::answers {
namespace {

bool is_structured(const Json& value) { return value.entries() || value.members(); }

bool is_empty(const Json& value) { return value.entries() ? value.entries()->empty() : value.members()->empty(); }

bool is_flat(const Json& value) {
  return value.entries() && std::none_of(value.entries()->begin(), value.entries()->end(), is_structured);
}

std::string flat_text(const Json& value) {
  std::string text = "[";
  for (const Json& entry : *value.entries()) text += (text.size() > 1 ? ", " : "") + entry.dump();
  return text + "]";
}

}  // namespace

const char* const kBeyondDoubles = "a number is beyond the range of doubles; the largest double stands for it";

namespace {

const Json kNull;

}  // namespace

const Json& at(const Json& object, const std::string& key) {
  const Json::Object* members = object.members();
  if (members == nullptr) return kNull;
  for (const auto& [name, value] : *members) {
    if (name == key) return value;
  }
  return kNull;
}

const Json& at(const Json& array, std::size_t k) {
  const Json::Array* entries = array.entries();
  return entries != nullptr && k < entries->size() ? (*entries)[k] : kNull;
}

bool has(const Json& object, const std::string& key) {
  const Json::Object* members = object.members();
  return members != nullptr &&
         std::any_of(members->begin(), members->end(), [&](const auto& member) { return member.first == key; });
}

std::size_t count_of(const Json& list) { return list.entries() != nullptr ? list.entries()->size() : 0; }

std::string text_in(const Json& value) { return value.text() != nullptr ? *value.text() : ""; }

double number_in(const Json& value) { return value.number().value_or(0); }

bool is_true(const Json& value) { return value.boolean().value_or(false); }

bool is_null(const Json& value) {
  return !value.entries() && !value.members() && !value.text() && !value.number() && !value.boolean();
}

Eigen::Vector3d vector3_in(const Json& value) {
  // A new answer may contain -0 where a saved answer contains 0. Adding 0 turns -0 into 0.
  return {number_in(at(value, 0)) + 0., number_in(at(value, 1)) + 0., number_in(at(value, 2)) + 0.};
}

std::size_t whole_in(const Json& value) { return static_cast<std::size_t>(std::clamp(number_in(value), 0., 1e9)); }

std::vector<int> numbers_in(const Json& list) {
  std::vector<int> numbers;
  for (std::size_t k = 0; k < count_of(list); ++k) numbers.push_back(static_cast<int>(whole_in(at(list, k))));
  return numbers;
}

Json to_json(const Eigen::Vector2d& v) { return Json::array({v.x(), v.y()}); }

Json to_json(const Eigen::Vector3d& v) { return Json::array({v.x(), v.y(), v.z()}); }

Json to_json(const Eigen::VectorXd& v) {
  Json entries = Json::array();
  for (const double entry : v) entries.push_back(entry);
  return entries;
}

Json to_json(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(matrix(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json point_json(const Eigen::Vector2d& v) { return Json::array({v.x() + 0.0, v.y() + 0.0}); }

Json finite_json(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }

Json pose_json(const Eigen::Vector3d& pose, const Units& units) {
  return to_json(Eigen::Vector3d(pose.x(), pose.y(), units.angle_of(pose.z())));
}

Json si_pose_json(const Eigen::Vector3d& pose, const Units& units) {
  return pose_json({pose.x() / units.metres(), pose.y() / units.metres(), pose.z()}, units);
}

Json friction_json(const Friction& friction) {
  if (friction.split)
    return {{"static", friction_json(friction.at_rest())}, {"kinetic", friction_json(friction.sliding())}};
  return friction.is_interval() ? Json::array({friction.low, friction.high}) : Json(friction.low);
}

void add_kind_of_friction(const ContactSet& set, Json& results) {
  if (set.has_split_friction()) {
    results["friction"] = "static and kinetic";
  } else if (set.has_friction_interval()) {
    results["friction"] = "interval";
  }
}

void add_certainty(const Certainty& certainty, Json& results) {
  results["certified"] = certainty.certified;
  if (certainty.certified) return;
  Json contacts = Json::array();
  for (const int contact : certainty.contacts) contacts.push_back(contact + 1);
  results["uncertain"] = {{"contacts", contacts}, {"reason", certainty.reason}};
}

void append_pretty(const Json& value, const std::string& indent, std::string& out) {
  if (!is_structured(value) || is_empty(value)) {
    out += value.dump();
    return;
  }
  if (is_flat(value)) {
    out += flat_text(value);
    return;
  }
  const std::string inner = indent + "  ";
  std::string before = "\n" + inner;
  const auto append = [&](const std::string& key, const Json& one) {
    out += before + key;
    append_pretty(one, inner, out);
    before = ",\n" + inner;
  };
  out += value.entries() ? "[" : "{";
  if (value.entries()) {
    for (const Json& entry : *value.entries()) append("", entry);
  } else {
    for (const auto& [key, member] : *value.members()) append(Json(key).dump() + ": ", member);
  }
  out += "\n" + indent + (value.entries() ? "]" : "}");
}

std::string text_of(const Json& answer, bool pretty) {
  if (!pretty) return answer.dump() + "\n";
  std::string text;
  append_pretty(answer, "", text);
  return text + "\n";
}

void Answer::stop() {
  results["stopped"] = true;
  status = kFailed;
  message = "stopped: interrupted, or out of time (raise --limit), before the answer was known";
}

void Answer::certify(const Certainty& certainty) {
  add_certainty(certainty, results);
  if (certainty.certified) return;
  status = kFailed;
  message = "not certified: " + certainty.reason;
}

void Answer::require_finite() {
  if (results.make_finite()) certify({false, {}, kBeyondDoubles});
}

namespace {

constexpr std::size_t kPart = 1 << 16;  // The text is passed to the writer in pieces of at least this size, bytes. Only
                                        // the last piece may be shorter.
constexpr const char* kStep = "  ";

}  // namespace

JsonStream::JsonStream(std::function<void(const std::string&)> write, bool pretty)
    : write_(std::move(write)), pretty_(pretty) {}

JsonStream::JsonStream(Json& into, std::size_t most) : pretty_(false), into_(&into), most_(most) {}

/// Stores the next value in the document that is being built: under the last key of an object, or at the end of an
/// array. If `open` is true, the value is an object or array whose contents follow. If `open` is false and the array
/// already has `most_` entries, the value is dropped.
void JsonStream::put(Json value, bool open) {
  Json* place = into_;
  if (!open_.empty() && open_.back()->members()) {
    place = &(*open_.back())[name_];
  } else if (!open_.empty()) {
    if (!open && open_.back()->entries()->size() >= most_) return;
    open_.back()->push_back(nullptr);
    place = &(*open_.back())[open_.back()->entries()->size() - 1];
  }
  *place = std::move(value);
  if (open) open_.push_back(place);
}

void JsonStream::begin(char bracket) {
  if (into_ != nullptr) return put(bracket == '[' ? Json::array() : Json::object(), true);
  place();
  text_ += bracket;
  indent_ += kStep;
  first_ = true;
}

void JsonStream::end(char bracket) {
  if (into_ != nullptr) return open_.pop_back();
  indent_.resize(indent_.size() - 2);
  if (pretty_ && !first_) text_ += "\n" + indent_;
  text_ += bracket;
  first_ = false;
}

void JsonStream::key(const std::string& name) {
  if (into_ != nullptr) {
    name_ = name;
    return;
  }
  place();
  text_ += Json(name).dump() + (pretty_ ? ": " : ":");
  keyed_ = true;
}

void JsonStream::value(const Json& given) {
  Json value = given;
  beyond_doubles_ = value.make_finite() || beyond_doubles_;
  if (into_ != nullptr) return put(value, false);
  place();
  if (pretty_) {
    append_pretty(value, indent_, text_);
  } else {
    text_ += value.dump();
  }
  hand_over(kPart);
}

void JsonStream::member(const std::string& name, const Json& one) {
  key(name);
  value(one);
}

void JsonStream::finish() {
  if (into_ != nullptr) return;
  text_ += "\n";
  hand_over(1);
}

/// Writes the separator and indentation before a key or an array entry.
void JsonStream::place() {
  const bool outermost = indent_.empty();
  if (!keyed_ && !outermost) {
    if (!first_) text_ += ",";
    if (pretty_) text_ += "\n" + indent_;
  }
  keyed_ = false;
  first_ = false;
}

void JsonStream::hand_over(std::size_t least) {
  if (text_.size() < least) return;
  write_(text_);
  text_.clear();
}

namespace {

constexpr const char* kConventions =
    "world axes, y up; angles and torques counterclockwise, torques about the centre of mass; fixels from 1; normals "
    "into the part, tangents turned +90 degrees from them";

}  // namespace

double milliseconds_since(Time start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

Json head_of(const Question& question) {
  Json head = {{"pawl", 1}, {"command", question.command}, {"name", question.name}};
  if (question.one_of_several) head["file"] = question.file;
  return head;
}

Json tail_of(const Question& question, const Warnings& warnings, bool timing) {
  Json tail = Json::object();
  if (question.units) {
    tail["units"] = {{"length", question.units->length_name()}, {"angle", question.units->angle_name()}};
    tail["conventions"] = kConventions;
  }
  for (const Warning& warning : warnings) {
    tail["warnings"].push_back({{"code", warning.code}, {"pointer", warning.pointer}, {"message", warning.message}});
  }
  if (timing) tail["elapsed_ms"] = milliseconds_since(question.start);
  return tail;
}

Json document_of(const Question& question, const Json& results, const Warnings& warnings, bool timing) {
  Json document = head_of(question);
  document["results"] = results;
  const Json tail = tail_of(question, warnings, timing);
  for (const auto& [key, value] : *tail.members()) document[key] = value;
  return document;
}

StreamedAnswer::End write_document(const Question& question, const StreamedAnswer& answer, const Warnings& warnings,
                                   bool timing, JsonStream& json) {
  json.begin('{');
  const Json head = head_of(question);
  for (const auto& [key, value] : *head.members()) json.member(key, value);
  json.key("results");
  StreamedAnswer::End end = answer.write(json);
  if (json.beyond_doubles() && end.status != kFailed) {
    end.status = kFailed;
    end.message = std::string("not certified: ") + kBeyondDoubles;
  }
  if (end.stopped) json.member("stopped", true);
  const Json tail = tail_of(question, warnings, timing);
  for (const auto& [key, value] : *tail.members()) json.member(key, value);
  json.end('}');
  json.finish();
  return end;
}

namespace {

/// A code point of a text, or a byte that is not UTF-8.
struct Character {
  std::uint32_t code = 0;
  std::size_t size = 1;  ///< number of bytes of the character
  bool valid = false;
};

/// Returns the character at the front of a text that is not empty.
Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t k) -> std::uint32_t {
    return k < text.size() ? static_cast<unsigned char>(text[k]) : 0;
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4) return {lead, 1, false};
  std::uint32_t code = lead & (0x7fU >> size);
  for (std::size_t k = 1; k < size; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return {lead, 1, false};
    code = code << 6 | (byte(k) & 0x3f);
  }
  const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (overlong || surrogate || code > 0x10ffff) return {lead, 1, false};
  return {code, size, true};
}

/// Returns whether a character must not be written to a terminal: DEL, a C1 control, a line or paragraph separator, or
/// a control of the bidirectional algorithm.
bool is_hidden(std::uint32_t code) {
  return (code >= 0x7f && code < 0xa0) || code == 0x061c || (code >= 0x200e && code <= 0x200f) ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c >= 0x20 && c < 0x7f; });
}

/// Replaces characters of a text. For each character, `spell` returns its replacement, or "" if the character stays.
template <class Spell>
std::string respelled(std::string_view text, const Spell& spell) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t k = 0; k < text.size();) {
    const Character character = first_of(text.substr(k));
    const std::string spelled = spell(character);
    result += spelled.empty() ? text.substr(k, character.size) : std::string_view(spelled);
    k += character.size;
  }
  return result;
}

std::string as_byte(const Character& character) { return fmt::format("\\x{:02x}", character.code); }
std::string as_code(const Character& character) { return fmt::format("\\u{:04x}", character.code); }

}  // namespace

std::string valid_utf8(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  return respelled(text, [](const Character& c) { return c.valid ? "" : as_byte(c); });
}

std::string shell_word(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c >= 0x80 || std::string_view("_-./,+:=@%").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

std::string visible(std::string_view text, bool keep_lines) {
  if (is_plain(text)) return std::string(text);
  return respelled(text, [&](const Character& c) -> std::string {
    if (!c.valid || c.code == 0x7f) return as_byte(c);
    if (c.code < 0x20) return keep_lines && c.code == '\n' ? "" : as_byte(c);
    return is_hidden(c.code) ? as_code(c) : "";
  });
}

std::string escaped_controls(std::string json) {
  const auto suspect = [](unsigned char c) { return c == 0x7f || c == 0xc2 || c == 0xd8 || c == 0xe2; };
  if (std::none_of(json.begin(), json.end(), suspect)) return json;
  return respelled(json, [](const Character& c) { return c.valid && is_hidden(c.code) ? as_code(c) : ""; });
}

/// Converts a Json to the library's type, nlohmann::ordered_json.
struct JsonWriter {
  using Value = nlohmann::ordered_json;

  Value operator()(const Json& json) const { return std::visit(*this, json.value_); }

  Value operator()(const Json::Array& entries) const {
    Value::array_t values;
    values.reserve(entries.size());
    for (const Json& entry : entries) values.push_back((*this)(entry));
    return values;
  }

  Value operator()(const Json::Object& members) const {
    Value values = Value::object();
    for (const auto& [key, value] : members) values[valid_utf8(key)] = (*this)(value);
    return values;
  }

  Value operator()(const std::string& text) const { return valid_utf8(text); }

  template <class Scalar>
  Value operator()(const Scalar& scalar) const {
    return scalar;
  }

  static Json read(const Value& value) {
    Json json;
    switch (value.type()) {
      case Value::value_t::boolean:
        return value.get<bool>();
      case Value::value_t::number_integer:
        return value.get<std::int64_t>();
      case Value::value_t::number_unsigned:
        return value.get<std::uint64_t>();
      case Value::value_t::number_float:
        return value.get<double>();
      case Value::value_t::string:
        return value.get<std::string>();
      case Value::value_t::array: {
        json.value_ = Json::Array();
        for (const Value& entry : value) json.push_back(read(entry));
        return json;
      }
      case Value::value_t::object: {
        Json::Object members;
        for (const auto& [key, member] : value.items()) members.emplace_back(key, read(member));
        json.value_ = std::move(members);
        return json;
      }
      default:
        return json;
    }
  }
};

Json::Json() = default;
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json::~Json() = default;

Json& Json::operator=(Json other) noexcept {
  value_.swap(other.value_);
  return *this;
}

Json::Json(std::nullptr_t) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(std::string_view text) : value_(std::string(text)) {}
Json::Json(const char* text) : value_(std::string(text)) {}
Json::Json(double number) : value_(number + 0.0) {}  // turns -0 into 0, because -0 must not be printed

Json::Json(std::initializer_list<Json> values) {
  const auto is_member = [](const Json& value) {
    const Array* pair = value.entries();
    return pair && pair->size() == 2 && std::holds_alternative<std::string>((*pair)[0].value_);
  };
  if (!std::all_of(values.begin(), values.end(), is_member)) {
    value_ = Array(values);
    return;
  }
  Object members;
  for (const Json& value : values) {
    const Array& pair = *value.entries();
    members.emplace_back(std::get<std::string>(pair[0].value_), pair[1]);
  }
  value_ = std::move(members);
}

Json Json::array(std::initializer_list<Json> entries) {
  Json json;
  json.value_ = Array(entries);
  return json;
}

Json Json::object() {
  Json json;
  json.value_ = Object();
  return json;
}

Json Json::parse(const std::string& text) {
  constexpr int kDeepest = 64;
  const auto shallow = [](int depth, JsonWriter::Value::parse_event_t, JsonWriter::Value&) {
    if (depth > kDeepest) throw InputError("", "", "must not be nested deeper than 64 levels");
    return true;
  };
  if (const auto other = internal::other_file(text)) {
    throw InputError("", "", "this is " + other->kind + "; expected a JSON object");
  }
  try {
    return JsonWriter::read(JsonWriter::Value::parse(text, shallow));
  } catch (const nlohmann::json::exception& error) {
    const std::string what = error.what();
    const std::size_t place = what.find("line "), token = what.find("; last read: ");
    throw InputError("", "",
                     "not valid JSON: " + (place == std::string::npos ? what : what.substr(place, token - place)));
  }
}

Json& Json::operator[](const std::string& key) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Object();
  Object* members = std::get_if<Object>(&value_);
  PAWL_ASSERT(members);
  const auto found = std::find_if(members->begin(), members->end(), [&](const auto& m) { return m.first == key; });
  return found != members->end() ? found->second : members->emplace_back(key, Json()).second;
}

Json& Json::operator[](std::size_t entry) {
  Array* entries = std::get_if<Array>(&value_);
  PAWL_ASSERT(entries && entry < entries->size());
  return (*entries)[entry];
}

void Json::push_back(Json entry) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Array();
  Array* entries = std::get_if<Array>(&value_);
  PAWL_ASSERT(entries);
  entries->push_back(std::move(entry));
}

std::optional<double> Json::number() const {
  if (const auto* real = std::get_if<double>(&value_)) return *real;
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*whole);
  if (const auto* count = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*count);
  return std::nullopt;
}

std::optional<std::int64_t> Json::whole() const {
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) return *whole;
  const auto* count = std::get_if<std::uint64_t>(&value_);
  if (count == nullptr || !std::in_range<std::int64_t>(*count)) return std::nullopt;
  return static_cast<std::int64_t>(*count);
}

std::optional<bool> Json::boolean() const {
  const bool* value = std::get_if<bool>(&value_);
  return value != nullptr ? std::optional(*value) : std::nullopt;
}

bool Json::make_finite() {
  bool made = false;
  if (double* number = std::get_if<double>(&value_); number != nullptr && !std::isfinite(*number)) {
    *number = std::copysign(std::numeric_limits<double>::max(), *number);
    made = true;
  }
  if (Array* entries = std::get_if<Array>(&value_)) {
    for (Json& entry : *entries) made = entry.make_finite() || made;
  }
  if (Object* members = std::get_if<Object>(&value_)) {
    for (auto& [key, member] : *members) made = member.make_finite() || made;
  }
  return made;
}

std::string Json::dump() const { return escaped_controls(JsonWriter()(*this).dump()); }

}  // namespace pawl::answers
