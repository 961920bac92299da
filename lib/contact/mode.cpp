// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/mode.h>

#include <algorithm>

namespace pawl {
namespace {

constexpr std::string_view kLetters = "alnrs";

constexpr std::string_view kPatternLetters = "alnrs*";

std::string strange_letter(std::size_t i) { return fmt::format("letter {} must be one of a, l, n, r, s or *", i + 1); }

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 78;
  return fmt::format("\"{}\"", text.substr(0, kLongest));
}

}  // namespace

Mode::Mode(std::string_view letters) : letters_(letters) {
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (kLetters.find(letters[i]) != std::string_view::npos) continue;
    throw InputError("", quoted(letters), fmt::format("letter {} must be one of a, l, n, r, s", i + 1));
  }
}

void Mode::refuse_index(std::size_t i) const {
  throw InputError("", fmt::format("{}", i), fmt::format("must be below {}, the number of fixels", letters_.size()));
}

std::string_view letters_of(bool touching) { return touching ? "lnrs" : "as"; }

bool matches(const Mode& mode, std::string_view pattern) {
  const std::string& letters = mode.str();
  if (letters.size() != pattern.size()) {
    throw InputError("", quoted(pattern),
                     fmt::format("has {} letters, but there are {} fixels", pattern.size(), letters.size()));
  }
  const std::size_t strange = pattern.find_first_not_of(kPatternLetters);
  if (strange != std::string_view::npos) throw InputError("", quoted(pattern), strange_letter(strange));
  return std::equal(letters.begin(), letters.end(), pattern.begin(), pattern.end(),
                    [](char letter, char wanted) { return wanted == '*' || wanted == letter; });
}

void require_mode_fits(std::string_view letters, const ContactSet& set, std::string_view pointer) {
  const auto fail = [&](std::string message) {
    throw InputError(std::string(pointer), quoted(letters), std::move(message));
  };
  if (letters.size() != set.size()) {
    fail(fmt::format("has {} letters, but there are {} fixels", letters.size(), set.size()));
  }
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const bool touching = set.contacts[i].touching;
    if (letters[i] == '*' || letters_of(touching).find(letters[i]) != std::string_view::npos) continue;
    if (kLetters.find(letters[i]) == std::string_view::npos) {
      fail(strange_letter(i));
    }
    fail(touching ? fmt::format("fixel {} touches, so its letter must be l, n, r or s", i + 1)
                  : fmt::format("fixel {} is across a gap, so its letter must be a or s", i + 1));
  }
}

}  // namespace pawl
