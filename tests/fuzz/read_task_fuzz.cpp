// SPDX-License-Identifier: MIT
// Reads any bytes as a task. The reader returns a task whose contacts are valid, or throws InputError with at least one
// fault of bounded length; anything else is an error.
#include <pawl/io/read_task.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

void require(bool promise) {
  if (!promise) std::abort();
}

void check_faults(const std::vector<pawl::Fault>& faults) {
  require(!faults.empty());
  for (const pawl::Fault& fault : faults) {
    require(fault.pointer.size() <= 80 && fault.value.size() <= 80 && !fault.message.empty());
  }
}

bool valid(const pawl::Task& task) {
  try {
    pawl::find_contacts(task).validate();
    return true;
  } catch (const pawl::InputError&) {
    return false;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    require(valid(pawl::read_task({reinterpret_cast<const char*>(data), size})));
  } catch (const pawl::InputError& error) {
    check_faults(error.faults());
  }
  return 0;
}
