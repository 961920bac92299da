// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/warning.h>
#include <pawl/draw/part_figure.h>
#include <pawl/draw/picture.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace pawl::draw::internal {

std::string title_of(const ValidTask& task);  ///< Returns the name of the task.
/// Returns a summary such as "3 fixels, 2 touching; friction 0.2; any wrench; lengths in mm".
std::string words_of(const ValidTask& task);
std::vector<std::string> lines_of(const Warnings& warnings);

/// Throws InputError for a page smaller than kLeastWidth by kLeastHeight or larger than kLargestPage.
void require_page(const Eigen::Vector2d& size);

/// A task in world coordinates, with data that its pictures need.
class TaskFigure {
 public:
  explicit TaskFigure(const ValidTask& task);

  const Eigen::Vector2d& center() const { return center_; }  ///< returns the centre of mass
  Box bounds() const { return bounds_; }
  /// Returns the largest distance of the outline and the contacts from the centre of mass.
  double reach() const { return reach_; }

  /// Returns how far the part extends from the centre of mass along `direction`, a unit vector. Without an outline,
  /// returns the largest value over the contact points, but at least the radius of gyration.
  double reach(const Eigen::Vector2d& direction) const;

  /// Returns a panel that shows the whole task, and the points `also`, in a box of the page with a margin of `air` px.
  Panel panel(const Box& page, double air, const std::vector<Eigen::Vector2d>& also = {}) const;

  void add_part(Panel& panel) const;
  void add_center_of_mass(Panel& panel, bool named) const;
  /// The items that are drawn at the fixels in addition to their numbers: contact frames, friction cones, and the sizes
  /// of gaps.
  struct Shown {
    bool frames = true, cones = true, gaps = true;
  };
  void add_contacts(Panel& panel, const Shown& shown) const;
  void add_actuator(Panel& panel) const;

  /// Returns whether some gap is drawn enlarged in this panel.
  bool exaggerates(const Panel& panel) const;

 private:
  struct DrawnContact {
    int number;
    Eigen::Vector2d point, normal;  ///< point of the part at the contact, and unit normal at this point
    Friction friction;
    double gap, radius;
    bool touching;
    bool wall;                    ///< true for a contact with a wall; the whole wall is drawn separately
    std::optional<Path> diamond;  ///< outline of a diamond pin; empty for other fixels
  };
  double drawn_gap(const Panel& panel, const DrawnContact& contact) const;
  double glyph(const Panel& panel) const;  ///< returns the length of the drawn normals, in the panel's world
  void add_frame(Panel& panel, const DrawnContact& contact) const;
  void add_friction_cone(Panel& panel, const DrawnContact& contact) const;
  void add_fixel(Panel& panel, const DrawnContact& contact) const;
  void add_gap(Panel& panel, const DrawnContact& contact, bool named) const;

  const Task& task_;
  std::optional<Path> outline_;
  std::vector<Path> holes_;
  std::vector<WallFigure> walls_;
  Eigen::Vector2d center_;
  double gyration_, reach_ = 0;
  /// Length of the shorter side of the outline's bounding box; without an outline, twice the radius of gyration.
  double slender_;
  std::vector<Eigen::Vector2d> shape_;  ///< points of the outline, contact points and centre of mass, world frame
  std::vector<DrawnContact> contacts_;
  Box bounds_;
};

/// Returns the bounding box of points, or [-1, 1]^2 for an empty list.
Box around(const std::vector<Eigen::Vector2d>& points);

}  // namespace pawl::draw::internal
