// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace pawl::draw {

/// A pin of a fixture plate, and its hole.
struct PlatePin {
  int number = 1;            ///< number of the fixel in answers, counted from 1
  Eigen::Vector2d at{0, 0};  ///< centre, mm
  double diameter = 1;       ///< diameter of the pin, mm, > 0
  /// Unit vector from the pin away from the part; the pin's label is on this side of the pin.
  Eigen::Vector2d out{0, 1};
  std::optional<Path> diamond = std::nullopt;  ///< outline of a diamond pin, mm; empty for a round pin
};

/// A manufactured fixture: a plate with pins and walls, and the part on it. Lengths are in mm, and y points up.
struct FixturePlate {
  std::string name;
  Outline part;  ///< outline of the seated part
  std::vector<PlatePin> pins;
  std::vector<Disc> lattice;        ///< holes of a modular plate that carry no pin
  Box plate;                        ///< outline of the plate
  std::vector<Path> clamps;         ///< stretches of the part's outline where one clamp can press, as open paths
  std::optional<Disc> clamp;        ///< tip of a clamp that belongs to the fixture
  std::vector<Outline> holes;       ///< holes of the seated part
  std::vector<Outline> walls = {};  ///< outlines of the walls and of the holes in the walls

  // The members below are used only for nests, which are plates with pockets.
  std::vector<Outline> pockets = {};   ///< outlines of the pockets
  std::vector<Outline> reliefs = {};   ///< slots that the cutter makes at the corners of the pockets
  std::vector<Outline> lead_ins = {};  ///< outer edges of the chamfers around the pockets
};

/// Returns an outline that is rotated about the origin by pose.z(), rad, and then moved by (pose.x(), pose.y()). If all
/// three numbers are 0, the outline is returned unchanged.
Outline moved(Outline outline, const Eigen::Vector3d& pose);

/// plate_dxf() and plate_svg() return a plate at scale 1:1, for laser cutters, CAM programs and printers. Each item is
/// on one of the following layers:
///
///   PART   outline and holes of the part
///   PINS   one circle per pin, or the outline of a diamond pin
///   WALLS  outlines of walls and of their holes
///   HOLES  one circle per hole: for each pin a circle of its diameter, and the other holes of a modular plate
///   PLATE  outline of the plate
///   CLAMP  stretches where one clamp can press, and the tip of a clamp
///   TEXT   numbers of the pins, and name and scale below the plate
///
/// The plate of a nest has the layers PLATE, PART and TEXT, and in addition
///
///   POCKET   outlines of the pockets, with their reliefs and notches
///   RELIEF   slots of the cutter at corners of the pockets
///   LEAD_IN  outer edges of the chamfers around the pockets
///
/// The format is DXF R2000 (AC1015), in mm. Arcs of the part are written as bulges, so `pawl part FILE --layer PART`
/// reads the same numbers.
std::string plate_dxf(const FixturePlate& plate);
/// Returns the plate as SVG, with width and height in mm. Each layer is a group that Inkscape recognizes as a layer.
/// The coordinates are those of the DXF file, except that y has the opposite sign.
std::string plate_svg(const FixturePlate& plate);

}  // namespace pawl::draw
