// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "verify/outline_edges.h"

// The contents of certificates in the form that the checkers use: the problem in plain numbers, the trees of boxes, and
// the twists.
namespace pawl::internal::inline verify {

/// A box of poses (x, y, theta).
struct CertificateBox {
  double centre[3], half[3];
};

/// A twist of the part: the velocity of its centre of mass, and its angular velocity.
struct CertificateTwist {
  Point v;
  double omega;
};

/// A part among fixels and walls, in the frame of the poses.
struct CertificateProblem {
  /// A fixel, or a convex corner or arc of a wall or of a diamond pin. The normals of its contacts point into the part.
  /// Their angle from the unit vector `facing`, a complex number, is at most `half`, in rad.
  struct Fixel {
    Point at;
    double radius, friction;
    Point facing = 1;
    double half = kAnyDirection;

    static constexpr double kAnyDirection = 4;  ///< rad; larger than pi, so that every direction is permitted
    bool faces_all() const { return half >= kAnyDirection; }
  };
  /// A straight edge or concave arc of a wall or a diamond pin.
  struct WallEdge {
    OutlineEdge edge;
    double friction;
  };
  /// A fixel or a wall in the frame of the poses. If it is a point or a round pin, it is fixels[first_fixel] of the
  /// problem. Otherwise its convex corners and arcs are fixels[first_fixel] to fixels[last_fixel - 1], and its other
  /// edges are wall_edges[first_edge] to wall_edges[last_edge - 1].
  struct Solid {
    std::vector<OutlineEdge> sides;  ///< edges of a wall or a diamond pin; empty for a round fixel
    bool round = false;              ///< true if the outer outline is a disc
    bool whole_disc = false;         ///< true for a disc without holes
    std::size_t first_fixel = 0, last_fixel = 0, first_edge = 0, last_edge = 0;
  };
  /// The numbers of a fixel as the file states them.
  struct StatedFixel {
    Point at;
    double radius, friction;
    Point diamond;         ///< direction in which a diamond pin locates the part; 0 for a round pin or a point
    double diamond_width;  ///< width of a diamond pin between its flats, m
  };
  /// The numbers of a wall as the file states them.
  struct StatedWall {
    Outline outline;
    std::vector<Outline> holes;
    double pose[3], friction;
  };

  std::string name;      ///< name of the task
  std::string drawing;   ///< digest of the drawing file of the part; empty if the certificate states none
  std::string part;      ///< digest of the part that the certificate states
  double mass = 1;       ///< mass, kg
  Point center_of_mass;  ///< centre of mass, in body coordinates, m
  double rho = 1;        ///< radius of gyration, m

  Outline outline;
  std::vector<Outline> holes;
  std::vector<OutlineEdge> sides;  ///< edges of the outline and of the holes, without vertices inside straight edges
  std::vector<StatedFixel> stated_fixels;
  std::vector<StatedWall> walls;
  std::vector<Solid> solids;  ///< first the fixels, then the walls
  std::vector<Fixel> fixels;  ///< the points and round pins, and the convex corners and arcs of all other `solids`
  std::vector<WallEdge> wall_edges;
  /// Upper bounds on the position errors of the fixels' (and walls') points and of the outline's points, m.
  double fixel_off = 0, outline_off = 0;
};

/// The load on a part: a force at a point of the part and a torque, or a pull of constant size towards an anchor.
struct CertificateLoad {
  Point force, at, anchor;
  double torque = 0;
  bool has_anchor = false;
  double anchor_off = 0;     ///< bound on the error of the anchor, m
  double direction_off = 0;  ///< bound on the error of the force's direction, rad, below pi / 2; 0 for a pull
  double at_off = 0;         ///< bound on the error of the point of the force, m; 0 for a pull
  double support = 0;        ///< largest friction force of the support below the part, N
  double support_radius = 0;
  /// Pose at which the potentials of all loads within the tolerances are defined to be equal.
  double reference[3] = {0, 0, 0};

  /// Returns the torque about the centre of mass at the pose (0, 0, 0).
  double torque_about_center() const { return torque + cross(at, force); }
};

/// An energy certificate.
struct EnergyFile {
  /// A contact of the goal, either with a fixel, or with a wall at a stated point.
  struct Goal {
    std::size_t number;  ///< number of the fixel or wall, counted from 0
    bool wall;
    Point at, normal;  ///< only for a wall: the point of contact, and the unit normal into the part
    bool operator==(const Goal&) const = default;
  };

  CertificateProblem problem;
  std::vector<Goal> goal;
  CertificateLoad load;
  double depth = 0;
  CertificateBox root{}, seed{};
  std::string tree;
  std::vector<CertificateTwist> twists;
};

/// A certificate of rest regions.
struct RegionFile {
  struct Sweep {
    double rise = 0;
    CertificateBox root{};
    std::string tree;
  };
  struct Step {
    CertificateLoad load;
    CertificateBox root{};
    std::string tree;
    std::vector<CertificateTwist> twists;
    std::optional<Sweep> sweep;
  };

  CertificateProblem problem;
  CertificateBox start{};
  double start_energy = 0;
  std::vector<Step> steps;  ///< steps of the plan, at least one
  /// Largest kinetic energy when the next step begins, J for a load of 1 N; empty if the part is at rest.
  std::optional<double> residual_energy;
  bool swept = false;       ///< true if each step except the first begins with a sweep
  double displacement = 0;  ///< stated bound on the displacement of the part's points after the last step, m
};

using CertificateFile = std::variant<EnergyFile, RegionFile>;

/// Reads a certificate. Throws InputError for a text that is not a certificate of version 1. Examples are a key that is
/// missing or unknown, a number out of bounds, a negative size or tolerance, an outline, hole or wall that is not
/// valid, and an energy certificate whose goal does not consist of three contacts. For a certificate of rest regions,
/// also throws InputError if the range of angles of a domain is a full turn or more, or if a load has a tolerance that
/// is not permitted for its kind.
CertificateFile read_certificate(std::string_view text);

}  // namespace pawl::internal::inline verify
