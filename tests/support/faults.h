// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>

#include <string>

namespace pawl {

/// Returns the pointers of the faults that a call throws, separated by spaces. An empty pointer is written as "-".
/// Returns "no fault" if the call throws no InputError.
template <class Call>
std::string pointers_of_faults(const Call& call) {
  try {
    call();
  } catch (const InputError& error) {
    std::string pointers;
    for (const Fault& fault : error.faults()) {
      if (!pointers.empty()) pointers += ' ';
      pointers += fault.pointer.empty() ? "-" : fault.pointer;
    }
    return pointers;
  }
  return "no fault";
}

/// Returns the text of the faults that a call throws, or "" if it throws no InputError.
template <class Call>
std::string text_of_faults(const Call& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace pawl
