// SPDX-License-Identifier: MIT
// The options with which a command also draws its answer.
#pragma once

#include <pawl/draw/picture.h>

#include <optional>
#include <string>

#include "command_line.h"
#include "output.h"

namespace pawl::cli {

struct PictureOptions {
  std::optional<std::string> svg, png, pdf;  ///< files
  std::string theme = "light";
  std::string size = "1280x800";

  bool any() const { return svg || png || pdf; }
  Eigen::Vector2d page() const;  ///< px; throws InputError for a size that is none
};

void add_pictures(CommandLine& command, PictureOptions& options);

/// The files, as the next outputs; rendered: their texts in the same order.
void add_outputs(const PictureOptions& options, Outputs& outputs);
Outputs::Texts rendered(const draw::Picture& picture, const PictureOptions& options);

}  // namespace pawl::cli
