// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/certainty.h>

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <string>

namespace pawl::cli {

using Json = nlohmann::ordered_json;

Json to_json(const Eigen::Vector3d& v);
Json to_json(const Eigen::VectorXd& v);
Json to_json(const Eigen::MatrixXd& matrix);  ///< an array of rows

double degrees(double radians);

/// Adds "certified", and where it is false "uncertain": the contacts, counted from 1, and the reason.
void add_certainty(const Certainty& certainty, Json& results);

/// One line, or `pretty`: indented, arrays of numbers and strings kept on one line.
std::string text_of(const Json& answer, bool pretty);

/// The indented form of a value that stands at `indent`.
void append_pretty(const Json& value, const std::string& indent, std::string& out);

}  // namespace pawl::cli
