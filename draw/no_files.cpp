// SPDX-License-Identifier: MIT
// Replaces render.cpp, which needs Cairo, in a library built without it.
#include <pawl/base/fault.h>
#include <pawl/draw/render.h>

namespace pawl::draw {
namespace {

[[noreturn]] void refuse() {
  throw InputError("", "", "this build writes no pictures: it is without Cairo (PAWL_WITH_CAIRO=OFF)");
}

}  // namespace

std::string svg(const Picture&, Theme) { refuse(); }
std::string pdf(const Picture&, Theme) { refuse(); }
std::string png(const Picture&, Theme, double) { refuse(); }

}  // namespace pawl::draw
