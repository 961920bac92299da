// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/validator.h"
#include "io/drawing/drawn_number.h"

namespace pawl::internal {

/// A group of a DXF file: a line with a code and a line with a value.
struct DxfGroup {
  int code;
  std::string_view value;  ///< without blanks around it
  long line;               ///< of the code, from 1
};

/// Group 0 of a file and what stands before the next one: a section, an entity, a layer.
struct DxfRecord {
  std::string_view kind;
  long line = 0;
  std::vector<DxfGroup> groups;

  const DxfGroup* find(int code) const;
  std::string_view text(int code) const;  ///< "" where there is none
};

/// "line 12", as faults have it for a pointer.
std::string line_pointer(long line);

/// Bytes of a name as UTF-8, those that are none as \xNN; at most 255 of them.
std::string as_utf8(std::string_view bytes);

/// Goes through a text record by record, with one of them in memory. Throws InputError where groups end or a code is
/// no number: nothing behind that place can be read.
class DxfRecords {
 public:
  explicit DxfRecords(std::string_view text);

  /// The next record; false at the end of the text.
  bool next(DxfRecord& record);
  long line() const { return line_; }  ///< that is read next

 private:
  bool next_group(DxfGroup& group);
  std::string_view next_line();

  std::string_view rest_;
  long line_ = 1;
  DxfGroup ahead_{};
  bool has_ahead_ = false;
};

/// Reads the numbers of a record; what is none, or missing, becomes a fault with its line.
class DxfNumbers {
 public:
  DxfNumbers(const DxfRecord& record, Validator& faults) : record_(record), faults_(faults) {}

  double number(int code, double otherwise);  ///< of the first such group
  double required(int code);
  int integer(int code, int otherwise);
  /// A length or a coordinate: within kLargestLength, its rounding kept in `half_unit` (the largest so far).
  double coordinate(int code, double otherwise);
  double required_coordinate(int code);
  bool good() const { return good_; }
  double half_unit() const { return half_unit_; }

  double number_of(const DxfGroup& group);
  double coordinate_of(const DxfGroup& group);
  void fault(long line, std::string_view value, std::string message);

 private:
  bool present(int code, bool required);

  const DxfRecord& record_;
  Validator& faults_;
  bool good_ = true;
  double half_unit_ = 0;
};

}  // namespace pawl::internal
