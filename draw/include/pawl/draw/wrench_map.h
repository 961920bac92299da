// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace pawl::draw {

/// A cone of wrenches (fx, fy, tau), world frame, as answers print it: spanned by rays and lines, and
/// {g : faces . g <= 0, equalities . g = 0}. Both representations of one cone.
struct ConeRows {
  std::vector<Eigen::Vector3d> rays, lines, faces, equalities;

  int dimension() const { return 3 - static_cast<int>(equalities.size()); }
};

struct WrenchRegion {
  ConeRows cone;
  Ink ink = Ink::wanted;
  Hatch hatch = Hatch::none;
  std::string name = {};  ///< at a ray; empty: none
};

struct WrenchPoint {
  Eigen::Vector3d wrench{0, 0, 0};  ///< not 0
  Ink ink = Ink::best;
  Shape shape = Shape::star;
  std::string name = {};
  double margin_deg = 0;  ///< > 0: a circle of this radius; around the map's centre only
};

/// The sphere of wrench directions, in (fx, fy, tau / rho), as a flat map: azimuthal equidistant. Angles from the
/// centre are true, and so the margin of a wrench in the centre is a circle; up is towards more torque.
struct WrenchMap {
  double gyration = 1;  ///< rho, > 0, in the torque's unit of length
  std::optional<Eigen::Vector3d> center =
      std::nullopt;  ///< default: the first point, else the middle of the first cone
  std::vector<WrenchRegion> regions;
  std::vector<WrenchPoint> points;
};

/// A panel with the map, in degrees from its centre; as much of the sphere as the regions and points need.
Panel wrench_map_panel(const WrenchMap& map, const Box& page);

}  // namespace pawl::draw
