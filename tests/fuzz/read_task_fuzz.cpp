// SPDX-License-Identifier: MIT
// Any bytes at all: the reader returns a task or throws InputError with at least one fault, and nothing else happens.
#include <pawl/io/read_task.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const pawl::Task task = pawl::read_task({reinterpret_cast<const char*>(data), size});
    pawl::find_contacts(task);
  } catch (const pawl::InputError& error) {
    if (error.faults().empty()) std::abort();
  }
  return 0;
}
