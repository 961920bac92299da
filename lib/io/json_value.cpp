// SPDX-License-Identifier: MIT
#include "io/json_value.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/validator.h"

namespace pawl::internal {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// What stands for a character that JSON cannot hold as it is.
std::string escape(char c) {
  constexpr std::string_view kCharacters = "\"\\\b\f\n\r\t";
  constexpr std::string_view kLetters = "\"\\bfnrt";
  const std::size_t k = kCharacters.find(c);
  if (k != std::string_view::npos) return {'\\', kLetters[k]};
  if (static_cast<unsigned char>(c) >= 0x20) return std::string(1, c);
  return fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
}

/// The same for a fault, where no control character may reach a terminal.
std::string visible(char c) {
  return is_control(c) ? fmt::format("\\u{:04x}", static_cast<unsigned char>(c)) : escape(c);
}

struct Length {
  std::size_t bytes = 0;
  bool full() const { return false; }
  void put(char) { ++bytes; }
  void put(std::string_view text) { bytes += text.size(); }
};

struct Text {
  std::string text;
  std::size_t most = std::string::npos;
  bool full() const { return text.size() > most; }
  void put(char c) { text += c; }
  void put(std::string_view more) { text += more; }
};

/// Writes a value as JSON text into a Length or a Text, as far as that is not full.
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
  return at == keys.end() ? nullptr : &items[static_cast<std::size_t>(at - keys.begin())];
}

std::string json_text(const JsonValue& value) {
  Length length;
  Writer(length, escape).write(value);
  Text result;
  result.text.reserve(length.bytes);  // a value may take most of the largest text: no room for a doubled string
  Writer(result, escape).write(value);
  return std::move(result.text);
}

std::string quoted(const JsonValue& value) {
  Text result{"", 2 * kLongestQuote};
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

}  // namespace pawl::internal
