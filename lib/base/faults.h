// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>

#include <cmath>
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::internal::inline base {

/// UTF-8 text cut to at most kLongestQuote bytes, not inside a character, "..." where it was cut: what faults quote.
inline constexpr std::size_t kLongestQuote = 80;
std::string cut(std::string text);

/// Collects what is wrong with one input, to throw it once: each fault once, at most kMost of them (a list of a million
/// numbers can hold a million faults).
///
/// Where a check takes a Place, that is a JSON pointer, or an object whose str() makes one: in a loop over thousands of
/// values no text is made for those that are right.
class Validator {
 public:
  static constexpr std::size_t kMost = 1000;

  void add(std::string pointer, std::string value, std::string message);
  void add(std::string pointer, double value, std::string message);
  void add(const std::vector<Fault>& faults);

  /// The checks of one number, in the words that all inputs share.
  template <class Place>
  void finite(const Place& place, double value) {
    if (!std::isfinite(value)) add(text_of(place), value, "must be a finite number");
  }
  template <class Place>
  void positive(const Place& place, double value) {
    if (!(value > 0) || !std::isfinite(value)) add(text_of(place), value, "must be a finite number greater than 0");
  }
  template <class Place>
  void not_negative(const Place& place, double value) {
    if (!(value >= 0) || !std::isfinite(value)) add(text_of(place), value, "must be a finite number of at least 0");
  }

  /// Runs a check that throws its faults, and takes them; whether it threw none.
  template <class Check>
  bool passes(const Check& check) {
    try {
      check();
      return true;
    } catch (const InputError& error) {
      add(error.faults());
      return false;
    }
  }

  bool empty() const { return faults_.empty(); }
  /// Whether a fault stands at `pointer` or below it.
  bool any_under(std::string_view pointer) const;
  /// All faults, with one more that counts what was left out.
  std::vector<Fault> take();
  /// Throws them as InputError, if there are any.
  void finish();

 protected:
  static std::string text_of(std::string_view pointer) { return std::string(pointer); }
  template <class Place>
  requires requires(const Place& place) {
    { place.str() } -> std::convertible_to<std::string>;
  }
  static std::string text_of(const Place& place) { return place.str(); }

 private:
  std::vector<Fault> faults_;
  std::size_t left_out_ = 0;
};

}  // namespace pawl::internal::inline base
