// SPDX-License-Identifier: MIT
// Replaces render.cpp, which needs Cairo, in a library built without it.
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
