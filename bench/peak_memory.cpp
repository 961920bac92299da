// SPDX-License-Identifier: MIT
#include "peak_memory.h"

#include <gmp.h>
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

bool counting = false;
long long held = 0;  // bytes that were allocated since the measurement began, minus bytes that were freed; may be
                     // negative
long long most = 0;

void* taken(void* memory) {
  if (counting) most = std::max(most, held += static_cast<long long>(malloc_usable_size(memory)));
  return memory;
}
void* take(std::size_t size) { return taken(std::malloc(size)); }
void give_back(void* memory) {
  if (counting) held -= static_cast<long long>(malloc_usable_size(memory));
  std::free(memory);
}
void* gmp_again(void* memory, std::size_t, std::size_t size) {
  if (counting) held -= static_cast<long long>(malloc_usable_size(memory));
  return taken(std::realloc(memory, size));
}
void gmp_give_back(void* memory, std::size_t) { give_back(memory); }

}  // namespace

void* operator new(std::size_t size) {
  if (void* memory = take(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }

namespace pawl::bench {

std::size_t peak_memory(const std::function<void()>& work) {
  mp_set_memory_functions(take, gmp_again, gmp_give_back);
  held = most = 0;
  counting = true;
  work();
  counting = false;
  return static_cast<std::size_t>(most);
}

}  // namespace pawl::bench
