// SPDX-License-Identifier: MIT
#include "io/json.h"

#include <fmt/format.h>
#include <pawl/io/read_task.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>

#include "base/faults.h"
#include "base/spelling.h"

namespace pawl::internal::inline io {

/// Returns the offset of the first token that is longer than `most` bytes. A token is a string, a number, or another
/// sequence of characters without structural characters. The check is needed because a parser would copy a long token
/// several times before it could refuse it. This function allocates no memory, and accepts any bytes.
std::optional<std::size_t> overlong_token(std::string_view text, std::size_t most);

namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// Returns the JSON text of a character in a string, escaped if necessary.
std::string escape(char c) {
  constexpr std::string_view kCharacters = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\bfnrt";
  const std::size_t k = kCharacters.find(c);
  if (k != std::string_view::npos) return {'\\', kLetters[k]};
  if (static_cast<unsigned char>(c) >= 0x20) return std::string(1, c);
  return fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
}

/// Returns a character as text for a message. Control characters are escaped, because a terminal would execute them.
std::string visible(char c) {
  return is_control(c) ? fmt::format("\\u{:04x}", static_cast<unsigned char>(c)) : escape(c);
}

struct LengthSink {
  std::size_t bytes = 0;
  bool full() const { return false; }
  void put(char) { ++bytes; }
  void put(std::string_view text) { bytes += text.size(); }
};

struct TextSink {
  std::string text;
  std::size_t most = std::string::npos;
  bool full() const { return text.size() > most; }
  void put(char c) { text += c; }
  void put(std::string_view more) { text += more; }
};

/// Writes values as JSON text to a sink, which is a LengthSink or a TextSink, until the sink is full.
template <class Sink>
class Writer {
 public:
  Writer(Sink& sink, std::string (*special)(char)) : sink_(sink), special_(special) {}

  void write(const JsonValue& value) {
    if (sink_.full()) return;
    switch (value.kind) {
      case JsonValue::Kind::null:
        return sink_.put("null");
      case JsonValue::Kind::boolean:
      case JsonValue::Kind::number:
      case JsonValue::Kind::refused:
        return sink_.put(value.text);
      case JsonValue::Kind::string:
        return write(value.text);
      case JsonValue::Kind::array:
      case JsonValue::Kind::object:
        return write_items(value);
    }
  }

 private:
  void write(std::string_view text) {
    sink_.put('"');
    for (const char c : text) {
      if (sink_.full()) break;
      if (is_control(c) || c == '"' || c == '\\') {
        sink_.put(special_(c));
      } else {
        sink_.put(c);
      }
    }
    sink_.put('"');
  }

  void write_items(const JsonValue& value) {
    const bool object = value.is(JsonValue::Kind::object);
    sink_.put(object ? '{' : '[');
    for (std::size_t i = 0; i < value.size() && !sink_.full(); ++i) {
      if (i > 0) sink_.put(',');
      if (object) {
        write(value.keys[i]);
        sink_.put(':');
      }
      write(value.items[i]);
    }
    sink_.put(object ? '}' : ']');
  }

  Sink& sink_;
  std::string (*special_)(char);
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto at = std::find(keys.begin(), keys.end(), key);
  return at == keys.end() ? nullptr : &items[at - keys.begin()];
}

std::string json_text(const JsonValue& value) {
  LengthSink length;
  Writer(length, escape).write(value);
  TextSink result;
  result.text.reserve(length.bytes);  // memory is reserved, because a string that grows while it is written could need
                                      // twice the memory of a very large value
  Writer(result, escape).write(value);
  return std::move(result.text);
}

std::string quoted(const JsonValue& value) {
  TextSink result{"", 2 * kLongestQuote};
  Writer(result, visible).write(value);
  return cut(std::move(result.text));
}

std::string printable(std::string_view bytes) {
  std::string text;
  for (const char c : bytes.substr(0, kLongestQuote + 1)) {
    const bool ascii = !is_control(c) && static_cast<unsigned char>(c) < 0x80;
    text += ascii ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return cut(std::move(text));
}

std::string list_of(const std::map<std::string, int>& counts) {
  constexpr int kMostNamed = 20;
  std::string text;
  int named = 0;
  for (const auto& [name, count] : counts) {
    if (named++ == kMostNamed) return text + ", ...";
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", name, count);
  }
  return text;
}

std::string child(const std::string& pointer, std::string_view key) {
  std::string result = pointer + "/";
  for (const char c : key.substr(0, kLongestKey)) {
    if (c == '~') {
      result += "~0";
    } else if (c == '/') {
      result += "~1";
    } else if (is_control(c)) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result;
}

std::string child(const std::string& pointer, std::size_t index) { return fmt::format("{}/{}", pointer, index); }

JsonValue read_document(std::string_view text, Validator& faults) {
  if (text.size() > kLargestText) {
    throw InputError("", "", fmt::format("the text has {} bytes, more than {} (64 MiB)", text.size(), kLargestText));
  }
  std::optional<JsonValue> root = parse_json(text, faults);
  if (!root) throw InputError(faults.take());
  return std::move(*root);
}

std::optional<std::size_t> overlong_token(std::string_view text, std::size_t most) {
  constexpr std::string_view kStructure = "[]{},: \t\r\n";
  std::size_t start = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') {
      ++i;  // skips the next character: it is escaped, so it does not end the string
    } else if (c == '"') {
      if (!in_string) start = i;
      in_string = !in_string;
    } else if (!in_string && kStructure.find(c) != std::string_view::npos) {
      start = i + 1;
    }
    if (i >= start && i - start > most) return start;
  }
  return std::nullopt;
}

namespace {

using Kind = JsonValue::Kind;
constexpr int kOutOfRange = 406;  // number of nlohmann's error for a number that is not finite

/// Returns nlohmann's message in a short form, such as "line 1, column 5: invalid literal; expected ...". Leaves out
/// the token, which may be long and is quoted elsewhere.
std::string reason_of(const std::string& what) {
  const std::size_t at = what.find("line ");
  const std::size_t colon = what.find(": ", at);
  const std::size_t dash = what.find(" - ", colon);
  if (at == std::string::npos || colon == std::string::npos || dash == std::string::npos) return "malformed text";
  std::string reason = what.substr(dash + 3);
  const std::size_t read = reason.find("; last read: ");
  const std::size_t expected = reason.rfind("; expected ");
  if (read != std::string::npos) {
    reason = reason.substr(0, read) + (expected != std::string::npos && expected > read ? reason.substr(expected) : "");
  }
  return what.substr(at, colon - at) + ": " + reason;
}

/// Returns a proposal, in the form "; ...", to correct a text that is not valid JSON, or "" without a proposal. `end`
/// is the offset just after the token that the parser refused, and `reason` is the parser's message.
std::string remedy_at(std::string_view text, std::size_t end, const std::string& reason) {
  constexpr std::string_view kBlank = " \t\r\n";
  const auto letter = [&](std::size_t k) {
    return (text[k] >= 'a' && text[k] <= 'z') || (text[k] >= 'A' && text[k] <= 'Z');
  };
  if (text.substr(0, 2) == "\xff\xfe" || text.substr(0, 2) == "\xfe\xff")
    return "; the text is in UTF-16: save the file as UTF-8";
  if (end == 0 || end > text.size()) return "";
  const std::size_t at = end - 1;
  const char c = text[at];
  const bool no_token = reason.find("invalid literal") != std::string::npos;
  if (no_token && c == '\'') return "; strings and keys are in double quotes";
  if (no_token && (c == '#' || c == '/' || (at > 0 && text[at - 1] == '/')))
    return "; JSON has no comments; keys that begin with x- hold notes";
  const std::size_t before = at == 0 ? std::string_view::npos : text.find_last_not_of(kBlank, at - 1);
  if ((c == '}' || c == ']') && before != std::string_view::npos && text[before] == ',')
    return "; there is a comma too many before it";
  const bool starts_value = reason.find("unexpected string") != std::string::npos ||
                            reason.find("unexpected number") != std::string::npos ||
                            reason.find("unexpected '['") != std::string::npos ||
                            reason.find("unexpected '{'") != std::string::npos;
  const bool after_value =
      reason.find("expected '}'") != std::string::npos || reason.find("expected ']'") != std::string::npos;
  if (starts_value && after_value) return "; a comma is missing before it";
  std::size_t first = at, last = end;
  while (first > 0 && letter(first - 1)) --first;
  while (last < text.size() && letter(last)) ++last;
  std::string word(text.substr(first, std::min<std::size_t>(last - first, 10)));
  for (char& one : word) one = static_cast<char>(one >= 'A' && one <= 'Z' ? one - 'A' + 'a' : one);
  if (word == "nan" || word == "inf" || word == "infinity") return "; JSON has no such number; expected a finite one";
  if (word == "true" || word == "false") return "; true and false are written in small letters";
  if (word == "none") return "; omit the key instead";
  return "";
}

/// Builds a value from parser events. Detects duplicate keys and deep nesting early, before they cost much time or
/// memory.
class ValueBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  struct Overflow {
    std::size_t end;  // offset in the text just after the number
    std::string token;
  };

  ValueBuilder(std::string_view text, Validator& faults, const std::set<std::string>& refused)
      : text_(text), faults_(faults), refused_(refused) {}

  JsonValue root;
  std::optional<Overflow> overflow;
  std::string overflow_pointer;

  bool null() override { return add({}); }
  bool boolean(bool value) override { return add({Kind::boolean, 0, value ? "true" : "false", {}, {}}); }
  bool number_integer(number_integer_t value) override {
    return number(static_cast<double>(value), fmt::to_string(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return number(static_cast<double>(value), fmt::to_string(value));
  }
  bool number_float(number_float_t value, const string_t& token) override { return number(value, token); }
  // The string is copied and not moved. nlohmann reuses it as a buffer, so its capacity is that of the longest string
  // until now, and a move would pass this capacity on.
  bool string(string_t& value) override { return add({Kind::string, 0, value, {}, {}}); }
  bool binary(binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open(Kind::object); }
  bool start_array(std::size_t) override { return open(Kind::array); }
  bool end_array() override { return close(); }
  bool end_object() override {
    drop_duplicates();
    return close();
  }
  bool key(string_t& name) override {
    levels_.back().value.keys.push_back(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) override {
    if (error.id == kOutOfRange) {
      overflow = {position, token};
      overflow_pointer = place();
    } else {
      const std::string reason = reason_of(error.what());
      faults_.add(place(), printable(token), "not JSON at " + reason + remedy_at(text_, position, reason));
    }
    return false;
  }

 private:
  struct Level {
    JsonValue value;
    std::string pointer;
  };

  /// Returns the JSON pointer of the value that the parser reads next.
  std::string place() const {
    if (levels_.empty()) return "";
    const Level& level = levels_.back();
    if (level.value.is(Kind::array)) return child(level.pointer, level.value.size());
    const bool named = level.value.keys.size() > level.value.size();
    return named ? child(level.pointer, level.value.keys.back()) : level.pointer;
  }

  bool number(double value, std::string token) {
    const bool refused = !refused_.empty() && refused_.count(place()) > 0;
    return add({refused ? Kind::refused : Kind::number, value, std::move(token), {}, {}});
  }

  bool add(JsonValue value) {
    if (++count_ > kMostValues) {
      faults_.add("", "", fmt::format("more than {} values", kMostValues));
      return false;
    }
    if (levels_.empty()) {
      root = std::move(value);
    } else {
      levels_.back().value.items.push_back(std::move(value));
    }
    return true;
  }

  bool open(Kind kind) {
    if (levels_.size() == static_cast<std::size_t>(kDeepestNesting)) {
      faults_.add("", "", fmt::format("nested deeper than {} levels", kDeepestNesting));
      return false;
    }
    levels_.push_back({{kind, 0, {}, {}, {}}, place()});
    return true;
  }

  bool close() {
    JsonValue value = std::move(levels_.back().value);
    levels_.pop_back();
    return add(std::move(value));
  }

  /// If keys are equal, keeps only the first of them. Sorts the keys, so that an object with a million keys takes
  /// little time.
  void drop_duplicates() {
    JsonValue& object = levels_.back().value;
    std::vector<std::size_t> order(object.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return object.keys[i] < object.keys[j]; });
    std::vector<bool> again(object.size(), false);
    bool any = false;
    for (std::size_t k = 1; k < order.size(); ++k) {
      if (object.keys[order[k]] == object.keys[order[k - 1]]) again[order[k]] = any = true;
    }
    if (any) keep_unless(again, object);
  }

  void keep_unless(const std::vector<bool>& again, JsonValue& object) {
    JsonValue kept{Kind::object, 0, {}, {}, {}};
    for (std::size_t i = 0; i < object.size(); ++i) {
      if (again[i]) {
        faults_.add(child(levels_.back().pointer, object.keys[i]), quoted(object.items[i]),
                    "duplicate key; give each key once");
      } else {
        kept.keys.push_back(std::move(object.keys[i]));
        kept.items.push_back(std::move(object.items[i]));
      }
    }
    object = std::move(kept);
  }

  std::string_view text_;
  Validator& faults_;
  const std::set<std::string>& refused_;
  std::vector<Level> levels_;
  std::size_t count_ = 0;
};

/// A JSON parser that is built on nlohmann's parser, which stops at a number that is not finite. This parser then
/// replaces the number by 0 and parses the text again, to find the other faults of the text. It makes at most
/// kMostPasses passes.
class Parser {
 public:
  Parser(std::string_view text, Validator& faults) : text_(text), faults_(faults) {}

  std::optional<JsonValue> parse() {
    constexpr int kMostPasses = 16;
    for (int pass = 0; pass < kMostPasses; ++pass) {
      Validator found;
      ValueBuilder builder(text_, found, refused_);
      const bool complete = nlohmann::json::sax_parse(text_.begin(), text_.end(), &builder);
      if (builder.overflow && blank(*builder.overflow, builder.overflow_pointer)) continue;
      faults_.add(found.take());
      if (!complete || ends_early()) return std::nullopt;
      return std::move(builder.root);
    }
    return std::nullopt;
  }

 private:
  /// If the text contains a zero byte, at which nlohmann's parser would end the text, adds a fault and returns true.
  bool ends_early() {
    const std::size_t zero = text_.find('\0');
    if (zero == std::string_view::npos) return false;
    faults_.add("", printable(text_.substr(zero)),
                fmt::format("not JSON: a zero byte at byte {}; expected the end", zero));
    return true;
  }

  bool blank(const ValueBuilder::Overflow& overflow, const std::string& pointer) {
    faults_.add(pointer, printable(overflow.token), "must be a finite number: it is beyond the range of doubles");
    const std::size_t size = overflow.token.size();
    if (size > overflow.end || text_.substr(overflow.end - size, size) != overflow.token) return false;
    if (blanked_.empty()) blanked_ = text_;
    std::fill_n(blanked_.begin() + static_cast<std::ptrdiff_t>(overflow.end - size), size, ' ');
    blanked_[overflow.end - size] = '0';
    text_ = blanked_;
    refused_.insert(pointer);
    return true;
  }

  std::string_view text_;
  std::string blanked_;
  std::set<std::string> refused_;
  Validator& faults_;
};

}  // namespace

std::optional<JsonValue> parse_json(std::string_view text, Validator& faults) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    faults.add("", "", "the text is empty; expected a JSON object");
    return std::nullopt;
  }
  if (const auto other = other_file(text)) {
    faults.add("", "", fmt::format("this is {}; expected a JSON object", other->kind));
    return std::nullopt;
  }
  const std::string_view start = text.substr(text.find_first_not_of(" \t\r\n"));
  if (start[0] == '<' || start.starts_with("0\nSECTION") || start.starts_with("0\r\nSECTION")) {
    faults.add("", "",
               start[0] == '<' ? "this is XML, such as an SVG drawing; expected a JSON object"
                               : "this is a DXF drawing; expected a JSON object");
    return std::nullopt;
  }
  if (const auto offset = overlong_token(text, kLongestToken)) {
    faults.add("", "", fmt::format("the string or number at byte {} is longer than {} bytes", *offset, kLongestToken));
    return std::nullopt;
  }
  return Parser(text, faults).parse();
}

}  // namespace pawl::internal::inline io
