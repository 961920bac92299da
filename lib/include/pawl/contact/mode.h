// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pawl {

struct ContactSet;

/// An augmented contact mode [BTG02, tables 1 and 2]: one letter per fixel, in the order of the fixels.
///
/// `a` approaching, `s` separating, `l` sliding left (a_t > 0), `r` sliding right (a_t < 0), `n` rolling.
class Mode {
 public:
  Mode() = default;
  /// Creates a mode. Throws InputError if a letter is not one of `a s l r n`.
  explicit Mode(std::string_view letters);

  std::size_t size() const { return letters_.size(); }
  /// Returns the letter of fixel i, counted from 0. Throws InputError if that fixel does not exist.
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

/// Returns the letters that a fixel may have, sorted: "lnrs" if it touches, "as" if it has a gap.
std::string_view letters_of(bool touching);

/// Returns the letters that a pattern permits, one string per fixel, in the order of the pattern. A pattern has one entry
/// per fixel: a letter, `*` for any letter, `k` for l, n or r (the fixel keeps contact), or a set such as `[lr]`. Throws
/// InputError for any other text.
std::vector<std::string> letters_in_pattern(std::string_view pattern);

/// Returns whether a pattern consists of single letters only, so that at most one mode matches it.
[[nodiscard]] bool names_one_mode(std::string_view pattern);

/// Returns whether a mode matches a pattern. Throws InputError if the pattern is not valid, or does not have one entry
/// per letter of the mode.
[[nodiscard]] bool matches(const Mode& mode, std::string_view pattern);

/// Throws InputError, with `pointer` as the location, unless the pattern `letters` fits `set`. A pattern fits if it has
/// one entry per contact, and if every letter of an entry is possible at its contact. The entry `*` always fits.
void require_mode_fits(std::string_view letters, const ContactSet& set, std::string_view pointer = "");

}  // namespace pawl
