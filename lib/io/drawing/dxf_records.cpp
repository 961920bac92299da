// SPDX-License-Identifier: MIT
#include "io/drawing/dxf_records.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>

#include <algorithm>
#include <cmath>

#include "io/json_value.h"

namespace pawl::internal {
namespace {

constexpr int kComment = 999;
constexpr std::size_t kMostGroups = 500'000;  ///< of one record

/// Length of the UTF-8 character at the front; 0: there is none.
std::size_t character_length(std::string_view bytes) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(bytes[k]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xc2 && first < 0xe0   ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length == 0 || bytes.size() < length) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return 0;
  }
  if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) >= 0xa0)) return 0;  // overlong, surrogates
  if ((first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90)) return 0;
  return length;
}

}  // namespace

std::string line_pointer(long line) { return fmt::format("line {}", line); }

std::string as_utf8(std::string_view bytes) {
  constexpr std::size_t kLongestName = 255;
  if (bytes.size() > kLongestName) return as_utf8(bytes.substr(0, kLongestName)) + "...";
  std::string text;
  while (!bytes.empty()) {
    const std::size_t length = character_length(bytes);
    const auto first = static_cast<unsigned char>(bytes[0]);
    if (length == 0 || first < 0x20 || first == 0x7f) {
      text += fmt::format("\\x{:02x}", first);
    } else {
      text += bytes.substr(0, length);
    }
    bytes.remove_prefix(std::max<std::size_t>(1, length));
  }
  return text;
}

const DxfGroup* DxfRecord::find(int code) const {
  const auto found = std::find_if(groups.begin(), groups.end(), [&](const DxfGroup& g) { return g.code == code; });
  return found == groups.end() ? nullptr : &*found;
}

std::string_view DxfRecord::text(int code) const {
  const DxfGroup* group = find(code);
  return group != nullptr ? group->value : std::string_view();
}

DxfRecords::DxfRecords(std::string_view text) : rest_(text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (rest_.starts_with(kMark)) rest_.remove_prefix(kMark.size());
}

std::string_view DxfRecords::next_line() {
  const std::size_t end = rest_.find('\n');
  const std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  ++line_;
  return line;
}

bool DxfRecords::next_group(DxfGroup& group) {
  if (has_ahead_) {
    has_ahead_ = false;
    group = ahead_;
    return true;
  }
  do {
    if (trimmed(rest_.substr(0, rest_.find('\n'))).empty() && rest_.find_first_not_of(" \t\r\n") == rest_.npos) {
      return false;
    }
    group.line = line_;
    const std::string_view code = next_line();
    const std::optional<int> number = drawn_integer(code);
    if (!number || *number < -5 || *number > 1071) {
      throw InputError(line_pointer(group.line), printable(trimmed(code)),
                       "is no group code of DXF; expected a whole number from -5 to 1071");
    }
    group.code = *number;
    if (rest_.empty()) {
      throw InputError(line_pointer(group.line), printable(trimmed(code)),
                       "the file ends after this group code: it was cut off");
    }
    group.value = trimmed(next_line());
    if (group.value.find('\0') != std::string_view::npos) {
      throw InputError(line_pointer(group.line), printable(group.value), "holds a zero byte: this is no text");
    }
  } while (group.code == kComment);
  return true;
}

bool DxfRecords::next(DxfRecord& record) {
  DxfGroup group{};
  if (!next_group(group)) return false;
  if (group.code != 0) {
    throw InputError(line_pointer(group.line), fmt::format("{}", group.code),
                     "must be group code 0, with which a DXF file begins: is it in text form?");
  }
  record.kind = group.value;
  record.line = group.line;
  record.groups.clear();
  while (next_group(group)) {
    if (group.code == 0) {
      ahead_ = group;
      has_ahead_ = true;
      return true;
    }
    if (record.groups.size() == kMostGroups) {
      throw InputError(line_pointer(group.line), as_utf8(record.kind),
                       fmt::format("has more than {} groups, the most that is read", kMostGroups));
    }
    record.groups.push_back(group);
  }
  return true;
}

void DxfNumbers::fault(long line, std::string_view value, std::string message) {
  good_ = false;
  faults_.add(line_pointer(line), printable(value), std::move(message));
}

bool DxfNumbers::present(int code, bool required) {
  if (const DxfGroup* first = record_.find(code)) {
    for (const DxfGroup& group : record_.groups) {
      if (group.code != code || group.value == first->value) continue;
      fault(
          group.line, group.value,
          fmt::format("group {} of {} stands at line {} with another value", code, as_utf8(record_.kind), first->line));
      break;
    }
    return true;
  }
  if (required) fault(record_.line, record_.kind, fmt::format("group {} is missing", code));
  return false;
}

double DxfNumbers::number_of(const DxfGroup& group) {
  const std::optional<DrawnNumber> number = drawn_number(group.value);
  if (!number) {
    fault(group.line, group.value,
          fmt::format("group {} of {}: must be a finite number", group.code, as_utf8(record_.kind)));
  }
  return number ? number->value : 0;
}

double DxfNumbers::coordinate_of(const DxfGroup& group) {
  const double value = number_of(group);
  if (std::fabs(value) > kLargestLength) {
    fault(group.line, group.value,
          fmt::format("group {} of {}: must be at most 1e9 in size", group.code, as_utf8(record_.kind)));
    return 0;
  }
  if (const std::optional<DrawnNumber> number = drawn_number(group.value)) {
    half_unit_ = std::max(half_unit_, number->half_unit);
  }
  return value + 0.0;
}

double DxfNumbers::number(int code, double otherwise) {
  return present(code, false) ? number_of(*record_.find(code)) : otherwise;
}
double DxfNumbers::required(int code) { return present(code, true) ? number_of(*record_.find(code)) : 0; }
double DxfNumbers::coordinate(int code, double otherwise) {
  return present(code, false) ? coordinate_of(*record_.find(code)) : otherwise;
}
double DxfNumbers::required_coordinate(int code) {
  return present(code, true) ? coordinate_of(*record_.find(code)) : 0;
}

int DxfNumbers::integer(int code, int otherwise) {
  if (!present(code, false)) return otherwise;
  const DxfGroup* group = record_.find(code);
  const std::optional<int> number = drawn_integer(group->value);
  if (!number) {
    fault(group->line, group->value,
          fmt::format("group {} of {}: must be a whole number", code, as_utf8(record_.kind)));
  }
  return number.value_or(otherwise);
}

}  // namespace pawl::internal
