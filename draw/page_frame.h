// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>

#include <string>
#include <vector>

namespace pawl::draw::internal {

struct LegendEntry {
  std::string text;
  Pen pen = {};
  Head head = Head::none;
  std::optional<Fill> fill = std::nullopt;
  std::optional<Shape> shape = std::nullopt;  ///< a mark instead of a stroke
};

/// A page with its words round an open room: title and lines below it at the top; notes and a legend at the bottom.
class PageFrame {
 public:
  PageFrame(const Eigen::Vector2d& size, const std::string& title, const std::string& description);

  void add_line(const std::string& text, Ink ink = Ink::note);  ///< below the title, in as many lines as it needs
  /// Above what stands at the bottom already; at most `most` lines, the last then saying how many were left out.
  void add_notes(const std::vector<std::string>& notes, Ink ink, std::size_t most = 4);
  void add_legend(const std::vector<LegendEntry>& entries);
  /// One line of so many px at most, from a point of the page (y down, its middle).
  void add_text(const Eigen::Vector2d& at, const std::string& text, double size, Ink ink, double width);
  void add_space(double px) { take_top(px); }
  void add_panel(Panel panel) { panels_.push_back(std::move(panel)); }

  const Box& room() const { return room_; }  ///< px of the page that is left
  bool narrow() const { return size_.x() < 700; }
  Picture finish();

 private:
  Eigen::Vector2d flipped(double x, double y) const { return {x, size_.y() - y}; }
  void write(double x, double y, const std::string& text, double size, Ink ink);
  void take_top(double px);
  void take_bottom(double px);
  void add_swatch(const LegendEntry& entry, double x, double y);

  Eigen::Vector2d size_;
  double margin_;
  std::string title_, description_;
  Box room_;
  Panel words_;
  std::vector<Panel> panels_;
};

/// A bar of a round length in a panel's lower left corner, with that length.
void add_scale_bar(Panel& panel, const std::string& unit);

/// "0.0005", "12.5": four digits.
std::string number(double value);

}  // namespace pawl::draw::internal
