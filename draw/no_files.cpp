// SPDX-License-Identifier: MIT
// In a library that is built without Cairo, this file replaces render.cpp.
#include <pawl/base/fault.h>
#include <pawl/draw/render.h>

namespace pawl::draw {
namespace {

[[noreturn]] void refuse() {
  throw InputError("", "", "this build cannot write pictures, because it has no Cairo; build with PAWL_WITH_CAIRO=ON");
}

}  // namespace

std::string svg(const Picture&, Theme) { refuse(); }
std::string pdf(const Picture&, Theme) { refuse(); }
std::string pdf(const std::vector<Picture>&, Theme) { refuse(); }
std::string png(const Picture&, Theme, double) { refuse(); }

}  // namespace pawl::draw
