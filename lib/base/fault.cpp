// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>

namespace pawl {
namespace {

std::string joined(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) {
    if (!text.empty()) text += '\n';
    for (const std::string* part : {&fault.pointer, &fault.value}) {
      if (!part->empty()) text += *part + ": ";
    }
    text += fault.message;
  }
  return text;
}

}  // namespace

InputError::InputError(std::vector<Fault> faults) : std::runtime_error(joined(faults)), faults_(std::move(faults)) {}

InputError::InputError(std::string pointer, std::string value, std::string message)
    : InputError(std::vector<Fault>{{std::move(pointer), std::move(value), std::move(message)}}) {}

}  // namespace pawl
