// SPDX-License-Identifier: MIT
#include "answers/recheck/same_fields.h"

#include <algorithm>
#include <cmath>

#include "answers/text/words.h"

namespace pawl::answers {
namespace {

std::string shortened(const Json& value) {
  constexpr std::size_t kMost = 80;
  const std::string text = value.dump();
  return text.size() <= kMost ? text : text.substr(0, kMost) + "...";
}

/// Tokens of pointers have `~` and `/` written as JSON pointers have them.
std::string child(const std::string& pointer, const std::string& key) {
  std::string token;
  for (const char c : key) token += c == '~' ? std::string("~0") : c == '/' ? std::string("~1") : std::string(1, c);
  return pointer + "/" + token;
}

double largest_in(const Json& list) {
  double largest = 0;
  for (const Json& entry : *list.entries()) largest = std::max(largest, std::fabs(number_in(entry)));
  return largest;
}

class Comparison {
 public:
  explicit Comparison(const std::function<bool(const std::string&)>& may_be_unchecked)
      : may_be_unchecked_(may_be_unchecked) {}

  /// `size`: of the numbers that stand beside this one in an array.
  void compare(const Json& again, const Json& saved, const std::string& pointer, double size = 0) {
    if (!result.refused.empty()) return;
    if (again.members() && saved.members()) return compare_members(again, saved, pointer);
    if (again.entries() && saved.entries()) return compare_entries(again, saved, pointer);
    const bool same = again.number() && saved.number() ? same_numbers(*again.number(), *saved.number(), size)
                                                       : again.dump() == saved.dump();
    if (!same) refuse(pointer, saved, "differs from what the task gives; expected " + shortened(again));
  }

  SameFields result;

 private:
  static bool same_numbers(double a, double b, double size) {
    return std::fabs(a - b) <= kSameAmount * std::max(1., size) + kSameShare * std::max(std::fabs(a), std::fabs(b));
  }

  void compare_members(const Json& again, const Json& saved, const std::string& pointer) {
    for (const auto& [key, value] : *saved.members()) {
      const std::string place = child(pointer, key);
      if (has(again, key)) {
        compare(at(again, key), value, place);
      } else if (may_be_unchecked_ && may_be_unchecked_(place)) {
        result.unchecked.push_back(place);
      } else {
        refuse(place, value, "unknown field; expected only those that such an answer has");
      }
    }
    for (const auto& [key, value] : *again.members()) {
      if (!has(saved, key) && result.refused.empty())
        result.refused = child(pointer, key) + ": missing; expected " + shortened(value);
    }
  }

  void compare_entries(const Json& again, const Json& saved, const std::string& pointer) {
    if (count_of(again) != count_of(saved))
      return refuse(pointer, saved,
                    "has " + counted(count_of(saved), "value") + "; expected " + std::to_string(count_of(again)));
    const double size = largest_in(again);
    for (std::size_t k = 0; k < count_of(again); ++k)
      compare(at(again, k), at(saved, k), pointer + "/" + std::to_string(k), size);
  }

  static bool has(const Json& object, const std::string& key) {
    const Json::Object& members = *object.members();
    return std::any_of(members.begin(), members.end(), [&](const auto& member) { return member.first == key; });
  }

  void refuse(const std::string& pointer, const Json& saved, const std::string& what) {
    if (result.refused.empty()) result.refused = pointer + ": " + shortened(saved) + ": " + what;
  }

  const std::function<bool(const std::string&)>& may_be_unchecked_;
};

}  // namespace

SameFields same_fields(const Json& again, const Json& saved, const std::string& pointer,
                       const std::function<bool(const std::string&)>& may_be_unchecked) {
  Comparison comparison(may_be_unchecked);
  comparison.compare(again, saved, pointer);
  return std::move(comparison.result);
}

}  // namespace pawl::answers
