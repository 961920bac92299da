// SPDX-License-Identifier: MIT
#include "io/parse_json.h"

#include <fmt/format.h>
#include <pawl/io/read_task.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "io/token_bound.h"

namespace pawl::internal {
namespace {

using Kind = JsonValue::Kind;
constexpr int kOutOfRange = 406;  // nlohmann's number for a number that is not finite

/// "line 1, column 5: invalid literal; expected ...": what nlohmann says, without its frame and without the token,
/// which may be long and is quoted elsewhere.
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

/// Builds the value event by event, so that duplicate keys and deep nesting are seen before they cost anything.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  struct Overflow {
    std::size_t end;  // offset behind the number
    std::string token;
  };

  Builder(Validator& faults, const std::set<std::string>& refused) : faults_(faults), refused_(refused) {}

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
  // Copied, not moved: nlohmann's buffer has room for the longest string so far, and is used again.
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
      faults_.add(place(), printable(token), "not JSON at " + reason_of(error.what()));
    }
    return false;
  }

 private:
  struct Level {
    JsonValue value;
    std::string pointer;
  };

  /// The pointer of the value that comes next.
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

  /// Keeps the first of equal keys; sorted, so that an object of a million keys takes no time.
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
                    "duplicate key; each key must stand once");
      } else {
        kept.keys.push_back(std::move(object.keys[i]));
        kept.items.push_back(std::move(object.items[i]));
      }
    }
    object = std::move(kept);
  }

  Validator& faults_;
  const std::set<std::string>& refused_;
  std::vector<Level> levels_;
  std::size_t count_ = 0;
};

/// nlohmann ends at a number that is not finite. To find the other faults of the text too, it is blanked and the text
/// read again, a few times.
class Parser {
 public:
  Parser(std::string_view text, Validator& faults) : text_(text), faults_(faults) {}

  std::optional<JsonValue> parse() {
    constexpr int kMostPasses = 16;
    for (int pass = 0; pass < kMostPasses; ++pass) {
      Validator found;
      Builder builder(found, refused_);
      const bool complete = nlohmann::json::sax_parse(text_.begin(), text_.end(), &builder);
      if (builder.overflow && blank(*builder.overflow, builder.overflow_pointer)) continue;
      faults_.add(found.take());
      if (!complete || ends_early()) return std::nullopt;
      return std::move(builder.root);
    }
    return std::nullopt;
  }

 private:
  /// nlohmann takes a zero byte for the end of the text, whatever comes behind it.
  bool ends_early() {
    const std::size_t zero = text_.find('\0');
    if (zero == std::string_view::npos) return false;
    faults_.add("", printable(text_.substr(zero)),
                fmt::format("not JSON: a zero byte at byte {}; expected the end", zero));
    return true;
  }

  bool blank(const Builder::Overflow& overflow, const std::string& pointer) {
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
  if (const auto offset = overlong_token(text, kLongestToken)) {
    faults.add("", "", fmt::format("the string or number at byte {} is longer than {} bytes", *offset, kLongestToken));
    return std::nullopt;
  }
  return Parser(text, faults).parse();
}

}  // namespace pawl::internal
