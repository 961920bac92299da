// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <string_view>

namespace pawl::cli {

/// A finite number as people write it: 12, -0.5, +.5, 1e-3. Nothing for anything else (inf, nan, 0x10, 1e400, blanks).
std::optional<double> plain_number(std::string_view text);

/// "fx,fy,tau": plain numbers within kLargestWrench (N, N, N m). Throws InputError with pointer `--wrench`.
Eigen::Vector3d parse_wrench(const std::string& text);

/// What is wrong with the seconds of an option, or "": they are a plain number from 0.
std::string wrong_seconds(const std::string& text);

/// What is wrong with the size of an option (a depth, a length, a coefficient), or "": it is a plain number from 0.
std::string wrong_size(const std::string& text);

/// What is wrong with the count of an option, or "": it is a whole number from 0, digits alone, within 64 bits.
std::string wrong_count(const std::string& text);

/// What is wrong with the least guarantee that a plan is to have, or "".
std::string wrong_guarantee(const std::string& text);

}  // namespace pawl::cli
