// SPDX-License-Identifier: MIT
#include "picture_options.h"

#include <pawl/base/fault.h>
#include <pawl/draw/render.h>
#include <pawl/draw/task_picture.h>

#include "answers/pictures/command_picture.h"

namespace pawl::cli {
namespace {

/// Nothing for what is not "WIDTHxHEIGHT" in whole px, within what pictures may be.
std::optional<Eigen::Vector2d> size_in(const std::string& text) {
  const std::size_t times = text.find('x');
  if (times == std::string::npos) return std::nullopt;
  for (const std::string& part : {text.substr(0, times), text.substr(times + 1)}) {
    if (part.empty() || part.size() > 5 || part.find_first_not_of("0123456789") != std::string::npos)
      return std::nullopt;
  }
  const Eigen::Vector2d size(std::stoi(text.substr(0, times)), std::stoi(text.substr(times + 1)));
  const bool fits =
      size.x() >= draw::kLeastWidth && size.y() >= draw::kLeastHeight && size.maxCoeff() <= draw::kLargestPage;
  return fits ? std::optional(size) : std::nullopt;
}

std::string wrong_page(const std::string& text) {
  if (size_in(text)) return "";
  return text + ": must be WIDTHxHEIGHT in px, each from 300 to 16384, as 390x600";
}

draw::Theme theme_of(const std::optional<std::string>& name) {
  return name == "dark" ? draw::Theme::dark : name == "print" ? draw::Theme::print : draw::Theme::light;
}

}  // namespace

Eigen::Vector2d PictureOptions::page() const {
  const std::optional<Eigen::Vector2d> read = size_in(size);
  if (!read) throw InputError("--picture-size", size, "must be WIDTHxHEIGHT in px");
  return *read;
}

void add_pictures(CommandLine& command, PictureOptions& options) {
  add_still_pictures(command, options);
  command.add_option("--html", options.html, "Also write a page into this file, which plays plans, trials and scenes");
}

void add_still_pictures(CommandLine& command, PictureOptions& options) {
  command.add_option("--svg", options.svg, "Also draw a picture into this file, as SVG");
  command.add_option("--png", options.png, "Also draw a picture into this file, as PNG");
  command.add_option("--pdf", options.pdf, "Also draw a picture into this file, as PDF");
  command
      .add_option("--theme", options.theme,
                  "Colours of the picture: on white (the default), on black, or black and grey for paper; a page takes "
                  "its reader's "
                  "unless this says light or dark")
      .one_of({"light", "dark", "print"});
  command
      .add_option("--picture-size", options.size,
                  "Size of the picture in px; pictures of several frames are as high as they need")
      .check(wrong_page, "WIDTHxHEIGHT")
      .show_default();
}

void add_outputs(const PictureOptions& options, Outputs& outputs) {
  if (options.svg) outputs.add("--svg", *options.svg);
  if (options.png) outputs.add("--png", *options.png);
  if (options.pdf) outputs.add("--pdf", *options.pdf);
  if (options.html) outputs.add("--html", *options.html);
}

Outputs::Texts rendered(const draw::Picture& picture, const PictureOptions& options) {
  const draw::Theme theme = theme_of(options.theme);
  Outputs::Texts texts;
  if (options.svg) texts.push_back(draw::svg(picture, theme));
  if (options.png) texts.push_back(draw::png(picture, theme));
  if (options.pdf) texts.push_back(draw::pdf(picture, theme));
  return texts;
}

std::string page_text(draw::Page page, const PictureOptions& options) {
  using Scheme = draw::Page::Scheme;
  page.scheme = !options.theme ? Scheme::readers : options.theme == "dark" ? Scheme::dark : Scheme::light;
  return draw::html(page);
}

Outputs::Texts rendered_answer(const ValidTask& task, const Json& document, const PictureOptions& options, bool saved) {
  Outputs::Texts texts;
  if (options.draws()) texts = rendered(command_picture(task, document, options.page()), options);
  if (options.html) texts.push_back(page_text(command_page(task, document, saved), options));
  return texts;
}

}  // namespace pawl::cli
