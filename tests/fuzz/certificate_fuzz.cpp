// SPDX-License-Identifier: MIT
// Uses any bytes as a certificate. The checker must accept it, refuse it with a reason, or throw InputError with
// faults.
#include <pawl/verify/certificate.h>

#include <string_view>

#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pawl;
  try {
    verify_certificate({reinterpret_cast<const char*>(data), size});
  } catch (const InputError& error) {
    fuzz::require_faults(error);
  }
  return 0;
}
