// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>

#include <cmath>
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::internal::inline base {

/// Returns a UTF-8 text as it is quoted in a fault, with at most kLongestQuote bytes. A longer text is cut between two
/// characters, and "..." marks the cut.
inline constexpr std::size_t kLongestQuote = 80;
std::string cut(std::string text);

/// Collects the faults of one input, which are thrown together. Each fault is stored only once. At most kMost faults
/// are stored, because a list of a million numbers can have a million faults.
///
/// A Place is a JSON pointer, or an object whose str() makes a JSON pointer. With such an object, a loop over thousands
/// of values formats text only for invalid values.
class Validator {
 public:
  static constexpr std::size_t kMost = 1000;

  void add(std::string pointer, std::string value, std::string message);
  void add(std::string pointer, double value, std::string message);
  void add(const std::vector<Fault>& faults);

  /// The functions finite(), positive() and not_negative() check a number and add a fault if the number is not valid.
  /// The message does not depend on the input.
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

  /// Runs a check and adds the faults that it throws. Returns true if the check throws none.
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
  /// Returns whether there is a fault at `pointer` or below it.
  bool any_under(std::string_view pointer) const;
  /// Returns all stored faults. If some faults were not stored, adds a fault that states their number.
  std::vector<Fault> take();
  /// Throws the faults as InputError, if there are any.
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
