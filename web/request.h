// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>

#include "answers/json.h"

namespace pawl::web {

/// What is to be drawn, and how large.
struct PictureRequest {
  Eigen::Vector2d size{1280, 800};  ///< px
  bool of_task = false;             ///< the task alone; else the answer as its command draws it
};

struct Request {
  std::string command;
  std::string name;             ///< of a drawing's part
  std::string task;             ///< the text of its file; "" where there is none
  answers::Json options, part;  ///< objects, or null
  std::optional<PictureRequest> picture;
  bool words = false;
};

/// Throws InputError for what is no request; the task, the options and the part are looked at later.
Request read_request(const std::string& text);

}  // namespace pawl::web
