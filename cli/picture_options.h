// SPDX-License-Identifier: MIT
// The options with which a command also draws its answer.
#pragma once

#include <pawl/draw/page.h>
#include <pawl/draw/picture.h>
#include <pawl/io/valid_task.h>

#include <optional>
#include <string>

#include "answer.h"
#include "command_line.h"
#include "output.h"

namespace pawl::cli {

struct PictureOptions {
  std::optional<std::string> svg, png, pdf;  ///< files
  std::optional<std::string> html;           ///< file for a page
  std::optional<std::string> theme;
  std::string size = "1280x800";

  bool draws() const { return svg || png || pdf; }
  bool any() const { return draws() || html; }
  Eigen::Vector2d page() const;  ///< px; throws InputError for a size that is none
};

void add_pictures(CommandLine& command, PictureOptions& options);
/// Without --html, of a command that has nothing to play.
void add_still_pictures(CommandLine& command, PictureOptions& options);

/// The files, as the next outputs, that of the page last; rendered: texts of the others in the same order.
void add_outputs(const PictureOptions& options, Outputs& outputs);
Outputs::Texts rendered(const draw::Picture& picture, const PictureOptions& options);

/// A page in the theme's colours: its reader's without a theme, light ones for paper.
std::string page_text(draw::Page page, const PictureOptions& options);

/// An answer's picture and its page, as far as files are asked for, in the order of add_outputs.
/// `saved`: of a saved answer, which the page then says.
Outputs::Texts rendered_answer(const ValidTask& task, const Json& document, const PictureOptions& options,
                               bool saved = false);

}  // namespace pawl::cli
