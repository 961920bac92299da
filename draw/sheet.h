// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/motions_picture.h>
#include <pawl/draw/picture.h>

#include <optional>
#include <string>
#include <vector>

#include "panel_grid.h"

namespace pawl::draw {

/// The words of a text as lines of at most `width` px; a word that is longer is broken.
std::vector<std::string> wrapped(const std::string& text, double size, double width);

/// The first so many bytes of a text, whole characters, with an ellipsis where it goes on.
std::string cut(const std::string& text, std::size_t most);

/// Notes in one line, to be read aloud.
std::string spoken(const std::vector<Note>& notes);

/// A page that is filled from the top: lines of text, then panels under their headings. Its height is what it takes.
class Sheet {
 public:
  explicit Sheet(double width);

  double left() const { return margin_; }
  double width() const { return width_ - 2 * margin_; }  ///< between the margins
  double y() const { return y_; }
  bool narrow() const { return width_ < 700; }

  void heading(const std::string& text);                    ///< of the picture
  void line(const std::string& text, Ink ink = Ink::text);  ///< a paragraph, wrapped
  void notes(const std::vector<Note>& notes);               ///< a paragraph each; of many the first
  bool is_full() const { return y_ > kFull; }               ///< more would make a page that cannot be drawn
  void space(double px) { y_ += px; }
  /// Text at a place of the page; one line.
  void write(const Eigen::Vector2d& at, const std::string& text, double size, Ink ink, Place place = Place::left);

  /// Adds a panel in a box, under its title, of which as much is drawn as one line holds. The panel's page is set.
  void add(Panel panel, const Box& box);
  /// As it is.
  void add_plain(Panel panel) { panels_.push_back(std::move(panel)); }

  /// The page, with its texts to be read aloud.
  Picture finish(const std::string& title, const std::string& description);

  static constexpr double kTitle = 20;  ///< px above a panel
  static constexpr double kFull = 14000;

 private:
  double width_, margin_, y_;
  std::vector<Panel> panels_;
  std::vector<Label> texts_;  ///< y down
};

}  // namespace pawl::draw
