// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace pawl::draw {

/// A cone of wrenches (fx, fy, tau) in the world frame, in the form that answers print. It is given both by its
/// generators, `rays` and `lines`, and as {g : faces . g <= 0, equalities . g = 0}.
struct ConeRows {
  std::vector<Eigen::Vector3d> rays, lines, faces, equalities;

  int dimension() const { return 3 - static_cast<int>(equalities.size()); }
};

struct WrenchRegion {
  ConeRows cone;
  Ink ink = Ink::wanted;
  Hatch hatch = Hatch::none;
  std::string name = {};  ///< name that is written beside a ray; empty for none
};

struct WrenchPoint {
  Eigen::Vector3d wrench{0, 0, 0};  ///< nonzero wrench; its length has no meaning
  Ink ink = Ink::best;
  Shape shape = Shape::star;
  std::string name = {};
  /// Radius of a circle around the point, degrees; 0 for no circle. The circle is drawn only if the point is the centre
  /// of the map.
  double margin_deg = 0;
};

/// The sphere of wrench directions, in (fx, fy, tau / rho), as a flat map in azimuthal equidistant projection. The map
/// preserves angles from its centre, so the margin of a wrench at the centre appears as a circle. The torque increases
/// upwards.
struct WrenchMap {
  double gyration = 1;  ///< rho, the radius of gyration, > 0, in the unit of length of the torques
  /// Wrench at the centre of the map. Default: the first point; without points, the middle of the first cone.
  std::optional<Eigen::Vector3d> center = std::nullopt;
  std::vector<WrenchRegion> regions;
  std::vector<WrenchPoint> points;
};

/// Returns a panel with the map. Its coordinates are degrees from the centre of the map. The panel covers as much of
/// the sphere as the regions and points need.
Panel wrench_map_panel(const WrenchMap& map, const Box& page);

}  // namespace pawl::draw
