// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/base/warning.h>
#include <pawl/contact/contact.h>
#include <pawl/io/units.h>
#include <pawl/planner/certainty.h>

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answers/json.h"

namespace pawl::answers {

Json to_json(const Eigen::Vector3d& v);
Json to_json(const Eigen::VectorXd& v);
Json to_json(const Eigen::MatrixXd& matrix);  ///< an array of rows

/// A pose, a twist or an acceleration, its angle in the task's unit.
Json pose_json(const Eigen::Vector3d& pose, const Units& units);
/// The same of one in m and rad.
Json si_pose_json(const Eigen::Vector3d& pose, const Units& units);
Json friction_json(const Friction& friction);  ///< a number, or [low, high]

/// The verdict of an answer that is not certified: within the rounding of the input it may be another.
inline constexpr const char* kUndecided = "undecided";

/// Adds "certified", and where it is false "uncertain": the contacts, counted from 1, and the reason.
void add_certainty(const Certainty& certainty, Json& results);

extern const char* const kBeyondDoubles;  ///< why an answer is not certified

/// What the answer of a command means for the exit status.
enum Status { kYes = 0, kNo = 1, kBadInput = 2, kFailed = 3 };

/// What a command found.
struct Answer {
  Json results;
  Status status = kYes;
  std::vector<std::optional<std::string>> files;             ///< texts of further outputs, in their order
  std::string message = "an answer could not be certified";  ///< for standard error, when the status is kFailed
  Warnings warnings;                                         ///< beside those of the task

  /// Says that the command was ended before its answer was known.
  void stop();
  /// Adds "certified" to the results; an answer that is not fails.
  void certify(const Certainty& certainty);
  /// Makes the numbers of the results finite. An answer with a number beyond the range of doubles is not certified.
  void require_finite();
};

class JsonStream;

/// An answer that may be too long to keep in memory: its results are written while they are found.
struct StreamedAnswer {
  struct End {
    Status status = kYes;
    bool stopped = false;                                      ///< before the last result
    std::string message = "an answer could not be certified";  ///< for standard error, when the status is kFailed
  };
  std::function<End(JsonStream&)> write;  ///< the value of "results"; throws no InputError
};

/// One line, or `pretty`: indented, arrays of numbers and strings kept on one line.
std::string text_of(const Json& answer, bool pretty);

/// The indented form of a value that stands at `indent`.
void append_pretty(const Json& value, const std::string& indent, std::string& out);

}  // namespace pawl::answers
