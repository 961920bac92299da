// SPDX-License-Identifier: MIT
// Reads any bytes as a drawing and makes a part from it. The result is a valid outline, or an InputError with at least
// one fault of bounded length; anything else is an error.
#pragma once

#include <pawl/io/drawing.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace pawl::fuzz {

inline void require(bool promise) {
  if (!promise) std::abort();
}

template <class Read>
int read_drawing(const std::uint8_t* data, std::size_t size, const Read& read) {
  DrawingOptions options;
  options.unit = Units::Length::mm;
  options.deviation = .1;
  // The last byte selects which gaps of the drawing are closed: the default, none, or all gaps of at most .5.
  const int choice = size > 0 ? data[size - 1] % 3 : 0;
  if (choice > 0) options.join = choice == 1 ? .5 : 0;
  try {
    const DrawnPart part = part_of(read({reinterpret_cast<const char*>(data), size}, options), options);
    require(outline_faults(part.outline).empty() && part.properties.area > 0);
  } catch (const InputError& error) {
    require(!error.faults().empty());
    for (const Fault& fault : error.faults()) {
      require(fault.pointer.size() <= 80 && fault.value.size() <= 4000 && !fault.message.empty());
    }
  }
  return 0;
}

}  // namespace pawl::fuzz
