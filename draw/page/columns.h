// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pawl::draw::internal {

/// How many decimals (at most 300 either way) leave so many digits of the largest of some sizes.
int decimals_for(double largest, int digits);

/// A number as a whole multiple of 10^-decimals.
std::int64_t whole(double value, int decimals);

/// [1,2,3]
void write_list(std::string& out, const std::vector<std::int64_t>& values);

/// {"d":decimals,"o":order,"v":[…]}: differences of that order (1 or 2) of whole multiples of 10^-decimals, without the
/// zeros at the end. Poses and times are smooth, so that second differences are short; what rests takes no room.
void write_column(std::string& out, const std::vector<double>& values, int decimals, int order);

}  // namespace pawl::draw::internal
