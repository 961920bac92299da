// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>

namespace pawl {

struct ContactSet;

/// Augmented contact mode: one letter per fixel in fixel order [BTG02, tables 1 and 2].
///
/// `a` approaching, `s` separating, `l` sliding left (a_t > 0), `r` sliding right (a_t < 0), `n` rolling.
class Mode {
 public:
  Mode() = default;
  /// Throws InputError when a letter is not one of `a s l r n`.
  explicit Mode(std::string_view letters);

  std::size_t size() const { return letters_.size(); }
  /// Of fixel i, counted from 0. Throws InputError for one that there is not.
  char operator[](std::size_t i) const {
    if (i >= letters_.size()) refuse_index(i);
    return letters_[i];
  }
  const std::string& str() const { return letters_; }

  bool operator==(const Mode&) const = default;
  std::strong_ordering operator<=>(const Mode& other) const { return letters_.compare(other.letters_) <=> 0; }

 private:
  [[noreturn]] void refuse_index(std::size_t i) const;

  std::string letters_;
};

/// The letters that a fixel may have: "lnrs" when it touches, "as" across a gap; sorted.
std::string_view letters_of(bool touching);

/// Whether a mode has the letters of `pattern`, where `*` stands for any. Throws InputError for a pattern that no mode
/// of its size has: of another length, or with a letter that is none of `a s l r n *`.
[[nodiscard]] bool matches(const Mode& mode, std::string_view pattern);

/// Throws InputError unless `letters` (which may hold `*`) has one possible letter per fixel of `set`;
/// `pointer` names the place in the message.
void require_mode_fits(std::string_view letters, const ContactSet& set, std::string_view pointer = "");

}  // namespace pawl
