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
  /// A fixel, or a convex corner or arc of a wall or of a diamond pin. The normals of its contacts, into the part, are
  /// within `half` (rad) of the direction of the unit vector `facing`, stored as a complex number.
  struct Fixel {
    Point at;
    double radius, friction;
    Point facing = 1;
    double half = kAnyDirection;

    static constexpr double kAnyDirection = 4;  ///< rad; more than pi, so that it permits every direction
    bool faces_all() const { return half >= kAnyDirection; }
  };
  /// A straight edge or concave arc of a wall or a diamond pin.
  struct WallEdge {
    OutlineEdge edge;
    double friction;
  };
  /// A fixel or a wall in the frame of the poses. Its convex corners and arcs are fixels[first_fixel] to
  /// fixels[last_fixel - 1]. Its other edges are a range of wall_edges in the same way.
  struct Solid {
    std::vector<OutlineEdge> sides;  ///< edges of a wall or a diamond pin; empty for a round fixel
    bool round = false;              ///< true if the outer outline is a disc
    bool whole_disc = false;         ///< true for a disc without holes
    std::size_t first_fixel = 0, last_fixel = 0, first_edge = 0, last_edge = 0;
  };
  /// The numbers of a fixel, unchanged from the file.
  struct StatedFixel {
    Point at;
    double radius, friction;
    Point diamond;         ///< direction of a diamond pin; 0 for a round pin or a point
    double diamond_width;  ///< m
  };
  /// The numbers of a wall, unchanged from the file.
  struct StatedWall {
    Outline outline;
    std::vector<Outline> holes;
    double pose[3], friction;
  };

  std::string name;      ///< name of the task
  std::string drawing;   ///< digest of the drawing file of the part; empty if it is not stated
  std::string part;      ///< digest stated in the certificate
  double mass = 1;       ///< mass, kg
  Point center_of_mass;  ///< centre of mass, body coordinates
  double rho = 1;        ///< radius of gyration, m

  Outline outline;
  std::vector<Outline> holes;
  std::vector<OutlineEdge> sides;  ///< edges of the outline and of the holes
  std::vector<StatedFixel> stated_fixels;
  std::vector<StatedWall> walls;
  std::vector<Solid> solids;  ///< the fixels, then the walls
  std::vector<Fixel> fixels;  ///< the round fixels, and the convex corners and arcs of all other `solids`
  std::vector<WallEdge> wall_edges;
  double fixel_off = 0, outline_off = 0;  ///< tolerances of the fixels and of the outline, m
};

/// The load on a part: a force at a point of the part with a torque, or a pull of constant size towards an anchor.
struct CertificateLoad {
  Point force, at, anchor;
  double torque = 0;
  bool has_anchor = false;
  double anchor_off = 0;     ///< tolerance of the anchor, m
  double direction_off = 0;  ///< tolerance of the force's direction, rad, below pi / 2; 0 with an anchor
  double at_off = 0;         ///< tolerance of the point of the force, m; 0 with an anchor
  double support = 0;        ///< largest friction force of the support below the part, N
  double support_radius = 0;
  double reference[3] = {0, 0, 0};  ///< pose at which all loads within the tolerances have the same potential

  /// Returns the torque about the centre of mass at the pose 0.
  double torque_about_center() const { return torque + cross(at, force); }
};

/// An energy certificate.
struct EnergyFile {
  /// A contact of the goal: with a fixel, or with a wall at a point.
  struct Goal {
    std::size_t number;  ///< from 0
    bool wall;
    Point at, normal;  ///< for a contact with a wall: the point of contact, and the unit normal into the part
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
  std::vector<Step> steps;                ///< at least one
  std::optional<double> residual_energy;  ///< J for a load of 1 N, >= 0
  bool swept = false;                     ///< true if each step except the first begins with a sweep
  double displacement = 0;                ///< m
};

using CertificateFile = std::variant<EnergyFile, RegionFile>;

/// Reads a certificate. Throws InputError for a text that is not a certificate of version 1. Examples are a key that is
/// missing or unknown, a number out of bounds, a negative size or tolerance, an outline, hole or wall that is not
/// valid, and an energy certificate whose goal does not consist of three contacts. For a certificate of rest regions,
/// also throws InputError if the range of angles of a domain is a full turn or more, or if a load has tolerances that
/// are not permitted for it.
CertificateFile read_certificate(std::string_view text);

}  // namespace pawl::internal::inline verify
