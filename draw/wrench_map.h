// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/wrench_map.h>

#include <string>
#include <vector>

#include "draw/task_picture.h"

namespace pawl::draw::internal {

/// The generators of a cone, drawn beside a part as in [BTG02, figures 3 and 4]. Each generator is drawn as its
/// directed line of force, the set of points p with (p - c) x f = tau. Pure moments are drawn as arcs about the centre
/// of mass c. A line of the cone is drawn as two opposite generators. There is one difference from [BTG02]: if the line
/// of force is farther from c than kFarthest times the reach of the part, the generator is drawn as an arc and a force
/// through c, with a label that states the distance.
class GeneratorFigure {
 public:
  /// Generator k, counted from 1, is named `word` followed by k.
  GeneratorFigure(const TaskFigure& task, const ConeRows& cone, double gyration, std::string word = "g");

  std::vector<Eigen::Vector2d> seen() const;  ///< points that the panel must show
  void add_to(Panel& panel, bool named) const;
  /// Adds moment labels if the cone contains only forces. A point has the label "+" or "-" if every wrench of the cone
  /// has a moment of this sign about the point. Adds nothing for a cone with pure moments or lines.
  void add_moment_labels(Panel& panel) const;
  bool has_moment_labels() const;

  std::size_t forces() const;
  std::size_t moments() const;

  static constexpr double kFarthest = 4;

 private:
  enum class Kind { force, moment, far };
  struct Glyph {
    Kind kind;
    Eigen::Vector3d wrench;
    Eigen::Vector2d along;      ///< unit vector along the force
    Eigen::Vector2d foot;       ///< point of the line of force that is closest to the centre of mass
    Eigen::Vector2d tail, tip;  ///< ends of the arrow
    double arc = 0;             ///< radius of the arc that represents a torque; 0 for no arc
    std::string name;
  };
  void add_glyph(const TaskFigure& task, const Eigen::Vector3d& wrench);
  void add_arrow(Panel& panel, const Glyph& glyph) const;
  void add_arc(Panel& panel, const Glyph& glyph) const;
  void add_name(Panel& panel, const Glyph& glyph, const Eigen::Vector2d& at) const;
  std::vector<Eigen::Vector2d> one_sign(const Box& window, double sign) const;

  Eigen::Vector2d center_;
  double reach_, gyration_;
  std::string word_;
  bool pointed_;  ///< whether the cone contains no line, that is, no nonzero wrench together with its opposite
  std::vector<Glyph> glyphs_;
};

}  // namespace pawl::draw::internal
