// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "surface.h"

namespace pawl::draw::internal {

/// Writes what is painted on it as panels of JSON (pawl/draw/strokes.h).
class StrokesSurface final : public Surface {
 public:
  void begin_panel(const Panel& panel) override;
  void end_panel() override;
  void begin_labels(const Eigen::Vector2d& page) override;
  void end_labels() override { end_panel(); }
  void move(const Eigen::Vector2d& to) override;
  void line(const Eigen::Vector2d& to) override;
  void curve(const Eigen::Vector2d& leaving, const Eigen::Vector2d& arriving, const Eigen::Vector2d& to) override;
  void arc(const Eigen::Vector2d& center, double radius, double from, double to) override;
  void ring(const Eigen::Vector2d& center, double radius) override;
  void rectangle(const Box& box) override;
  void close() override;
  void stroke(const Pen& pen) override;
  void fill(const Fill& fill) override;
  void fill_with_background(double opacity) override;
  void text(const PlacedLabel& placed) override;

  const std::string& panels() const { return text_; }  ///< once the last is ended, separated by commas

 private:
  void command(char letter, std::initializer_list<double> numbers);
  void put_path(const std::string& fill, const std::string& stroke);
  void begin_item();
  void flush();

  std::string text_;
  bool first_item_ = true;
  std::string path_;    ///< not drawn yet
  std::string filled_;  ///< the path that was filled last, which the next stroke may draw too
  std::string fill_;    ///< how it was
};

}  // namespace pawl::draw::internal
