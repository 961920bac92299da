// SPDX-License-Identifier: MIT
#include "read_drawing_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return pawl::fuzz::read_drawing(data, size, pawl::read_kicad);
}
