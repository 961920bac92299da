// SPDX-License-Identifier: MIT
#pragma once

namespace pawl {

/// target[k] += factor * source[k] for k < count: the inner loop of every tableau. Each entry is rounded on its own, so
/// that every instruction set gives the same bits.
void add_multiple(double* target, double factor, const double* source, int count);

}  // namespace pawl
