// SPDX-License-Identifier: MIT
#include "io/json_value.h"

#include <fmt/format.h>

#include <algorithm>

namespace pawl {
namespace {

constexpr std::size_t kLongestQuote = 80;
constexpr std::string_view kCut = "...";

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

class Writer {
 public:
  explicit Writer(std::size_t most) : most_(most) {}

  void write(const JsonValue& value) {
    if (out_.size() > most_) return;
    switch (value.kind) {
      case JsonValue::Kind::null:
        out_ += "null";
        break;
      case JsonValue::Kind::boolean:
      case JsonValue::Kind::number:
      case JsonValue::Kind::refused:
        out_ += value.text;
        break;
      case JsonValue::Kind::string:
        write(value.text);
        break;
      case JsonValue::Kind::array:
      case JsonValue::Kind::object:
        write_items(value);
        break;
    }
  }

  std::string take() { return std::move(out_); }

 private:
  void write(std::string_view text) {
    out_ += '"';
    for (const char c : text) {
      if (out_.size() > most_) break;
      if (c == '"' || c == '\\') {
        out_ += '\\';
        out_ += c;
      } else if (is_control(c)) {
        out_ += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
      } else {
        out_ += c;
      }
    }
    out_ += '"';
  }

  void write_items(const JsonValue& value) {
    const bool object = value.is(JsonValue::Kind::object);
    out_ += object ? '{' : '[';
    for (std::size_t i = 0; i < value.size() && out_.size() <= most_; ++i) {
      if (i > 0) out_ += ',';
      if (object) {
        write(value.keys[i]);
        out_ += ':';
      }
      write(value.items[i]);
    }
    out_ += object ? '}' : ']';
  }

  std::string out_;
  std::size_t most_;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto at = std::find(keys.begin(), keys.end(), key);
  return at == keys.end() ? nullptr : &items[static_cast<std::size_t>(at - keys.begin())];
}

std::string json_text(const JsonValue& value, std::size_t most) {
  Writer writer(most);
  writer.write(value);
  return writer.take();
}

std::string cut(std::string text) {
  if (text.size() <= kLongestQuote) return text;
  std::size_t end = kLongestQuote - kCut.size();
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
  return text.append(kCut);
}

std::string quoted(const JsonValue& value) { return cut(json_text(value, 2 * kLongestQuote)); }

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

}  // namespace pawl
