// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/warning.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <string>
#include <vector>

namespace pawl::draw::internal {

std::string title_of(const ValidTask& task);  ///< its name
/// "3 fixels, 2 touching; friction 0.2; any wrench; lengths in mm".
std::string words_of(const ValidTask& task);
std::vector<std::string> lines_of(const Warnings& warnings);

/// Throws InputError for a page that is smaller than kLeastWidth by kLeastHeight or larger than kLargestPage.
void require_page(const Eigen::Vector2d& size);

}  // namespace pawl::draw::internal
