// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>

namespace pawl {

struct ContactSet;

/// An augmented contact mode: one letter per fixel in fixel order [BTG02, tables 1 and 2].
///
/// `a` approaching, `s` separating, `l` sliding left (a_t > 0), `r` sliding right (a_t < 0), `n` rolling.
class Mode {
 public:
  Mode() = default;
  /// Throws InputError if a letter is not one of `a s l r n`.
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

/// Returns the letters that a fixel may have, sorted: "lnrs" if it touches, "as" across a gap.
std::string_view letters_of(bool touching);

/// Returns whether a mode matches `pattern`, in which `*` stands for any letter. Throws InputError if the pattern has
/// another length than the mode, or a letter other than `a s l r n *`.
[[nodiscard]] bool matches(const Mode& mode, std::string_view pattern);

/// Throws InputError, with `pointer` as the location, unless `letters` has one possible letter (or `*`) per fixel of
/// `set`.
void require_mode_fits(std::string_view letters, const ContactSet& set, std::string_view pointer = "");

}  // namespace pawl
