// SPDX-License-Identifier: MIT
#include "io/json_document.h"

#include <fmt/format.h>
#include <pawl/io/read_task.h>

namespace pawl {
namespace {

constexpr std::size_t kLongestQuote = 80;

std::string cut(std::string text) {
  if (text.size() <= kLongestQuote) return text;
  std::size_t end = kLongestQuote - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not inside a character
  return text.substr(0, end) + "...";
}

/// Builds the document event by event, so that duplicate keys and deep nesting are seen before they cost anything.
class Builder : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(JsonDocument& document) : document_(document) {}

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    Level& level = levels_.back();
    level.key = name;
    level.skip = level.value->contains(name);
    if (level.skip) document_.faults.push_back({child(level.pointer, name), "", "duplicate key"});
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) override {
    const std::string where = levels_.empty() ? "" : place();
    if (error.id == 406) {
      document_.faults.push_back({where, cut(token), "the number is not finite in double precision"});
    } else {
      document_.faults.push_back({where, "", malformed(position, error.what())});
    }
    return false;
  }

 private:
  struct Level {
    Json* value;
    std::string pointer;
    std::string key;
    bool skip;  // the member being read repeats a key: read on, keep the first
  };

  static std::string malformed(std::size_t position, const std::string& what) {
    std::string reason = what.substr(std::min(what.size(), what.find("] ") + 2));
    for (const char* noise : {"parse error at ", "parse error: "}) {
      if (reason.rfind(noise, 0) == 0) reason = reason.substr(std::string_view(noise).size());
    }
    return cut(fmt::format("not JSON, at byte {}: {}", position, reason));
  }

  std::string place() const {
    const Level& level = levels_.back();
    return level.value->is_array() ? child(level.pointer, level.value->size()) : child(level.pointer, level.key);
  }

  Json* insert(Json value) {
    if (levels_.empty()) {
      document_.value = std::move(value);
      return &document_.value;
    }
    Level& level = levels_.back();
    if (level.value->is_array()) {
      level.value->push_back(std::move(value));
      return &level.value->back();
    }
    if (level.skip) {
      discarded_.push_back(std::make_unique<Json>(std::move(value)));
      return discarded_.back().get();
    }
    return &((*level.value)[level.key] = std::move(value));
  }

  bool add(Json value) {
    insert(std::move(value));
    return true;
  }

  bool open(Json container) {
    const std::string pointer = levels_.empty() ? "" : place();
    if (levels_.size() == static_cast<std::size_t>(kDeepestNesting)) {
      document_.faults.push_back({"", "", fmt::format("nested deeper than {} levels", kDeepestNesting)});
      return false;
    }
    Json* value = insert(std::move(container));
    levels_.push_back({value, pointer, "", false});
    return true;
  }

  bool close() {
    levels_.pop_back();
    return true;
  }

  JsonDocument& document_;
  std::vector<Level> levels_;
  std::vector<std::unique_ptr<Json>> discarded_;
};

std::string escaped(std::string_view key) {
  std::string result;
  for (const char c : key) {
    if (c == '~') {
      result += "~0";
    } else if (c == '/') {
      result += "~1";
    } else {
      result += c;
    }
  }
  return cut(result);
}

}  // namespace

JsonDocument parse_json(std::string_view text) {
  JsonDocument document;
  Builder builder(document);
  document.complete = Json::sax_parse(text.begin(), text.end(), &builder);
  if (!document.complete && document.faults.empty()) document.faults.push_back({"", "", "not JSON"});
  return document;
}

std::string child(const std::string& pointer, std::string_view key) { return pointer + "/" + escaped(key); }
std::string child(const std::string& pointer, std::size_t index) { return fmt::format("{}/{}", pointer, index); }

std::string quoted(const Json& value) {
  if (value.is_structured() && value.size() > 16) {
    return fmt::format("{} of {} {}", value.is_array() ? "array" : "object", value.size(),
                       value.is_array() ? "entries" : "keys");
  }
  return cut(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace pawl
