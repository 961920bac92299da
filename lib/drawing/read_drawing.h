// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/faults.h"

namespace pawl::internal::inline drawing {

/// A number in the text of a drawing.
struct DrawnNumber {
  double value = 0;
  /// Bound on the rounding error of the number. For six decimals or more, the bound is half a unit of the last decimal
  /// place, because a program that prints six decimals may have rounded the number. For fewer decimals the bound is 0,
  /// because a person has typed the number, or trailing zeros were removed.
  double half_unit = 0;
};

/// Parses a text that consists of one number. There may be blanks around it, and a leading +. Returns nothing if the
/// text is not a finite number (nan, 1e999, 0x10, 1,5).
std::optional<DrawnNumber> drawn_number(std::string_view text);
std::optional<int> drawn_integer(std::string_view text);

/// Returns the text without blanks at both ends.
std::string_view trimmed(std::string_view text);

/// Throws InputError for a text that is too long or empty, and for invalid options.
void check_drawing_input(std::string_view text, const DrawingOptions& options);

/// Sets the unit of the drawing: that of the options, or that of the file if the options state none, or
/// options.unit_if_unstated if the file states none either. Adds a fault if the file's unit is not a unit of tasks, or
/// if no unit is given.
void check_unit(Drawing& drawing, const DrawingOptions& options, Validator& faults);

/// The layers that the options request, or exclude. `name_of` converts names to a comparable form.
class LayerChoice {
 public:
  LayerChoice(const DrawingOptions& options, std::string (*name_of)(std::string_view));

  bool takes(std::string_view layer);
  bool names(std::string_view layer);  ///< Returns whether the options request this layer.
  void know(std::string_view layer) {
    find(layer, left_);
  }  ///< notes that the drawing has this layer; the layer may be empty
  bool names_some() const { return !taken_.empty(); }
  /// Adds a fault for each layer in the options that was never passed to the functions above, because the drawing does
  /// not have it.
  void check(const std::map<std::string, int>& left_out, Validator& faults) const;

 private:
  struct Name {
    const char* pointer;
    std::string text, name;
    bool found;
  };
  void add(const char* pointer, const std::string& text, std::vector<Name>& names);
  bool find(std::string_view layer, std::vector<Name>& names);

  std::string (*name_of_)(std::string_view);
  std::vector<Name> taken_, left_;  ///< for a text with commas, the first name is the whole text, followed by the
                                    ///< pieces between the commas
};

}  // namespace pawl::internal::inline drawing
