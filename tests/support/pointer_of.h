// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>

#include <string>

namespace pawl::oracle {

/// Returns the pointer of the first fault that a call throws, or "no error" if it throws no InputError.
template <class Call>
std::string pointer_of(const Call& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.faults().at(0).pointer;
  }
  return "no error";
}

}  // namespace pawl::oracle
