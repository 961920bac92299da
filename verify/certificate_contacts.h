// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <vector>

#include "verify/certificate_reader.h"

namespace pawl::internal::inline verify {

/// Bound on rounding errors of lengths, as a multiple of the largest length.
inline constexpr double kCertificateRounding = 0x1p-44;

inline double chord_of(double arm, double angle) { return 2 * arm * std::sin(std::min(angle, std::acos(-1.)) / 2); }

/// A box of poses, and quantities that all bounds over the box use.
struct Region {
  explicit Region(const CertificateBox& box)
      : at(box.centre[0], box.centre[1]),
        turn(std::polar(1., box.centre[2])),
        angle(box.half[2]),
        shift(std::hypot(box.half[0], box.half[1])),
        swing(chord_of(1, angle)) {}
  double reach(double arm) const { return shift + arm * swing; }

  Point at, turn;
  double angle, shift, swing;
};

/// The inward normals whose angle from `normal` is at most `spread`, in rad.
struct Normals {
  Point normal;
  double spread;
  bool meets(Point other, double half) const { return std::fabs(std::arg(other / normal)) <= spread + half; }
};

/// A fixed feature and a feature of the part, which may touch each other. The features of the part are its edges and
/// its corners. Edge k has the number k, and the corner at its start has the number k plus the number of edges.
struct CertifiedContact {
  bool on_wall_edge;    ///< true for an edge of a wall; false for a fixel or a convex feature of a wall
  std::size_t fixed;    ///< index in CertificateProblem::fixels or CertificateProblem::wall_edges
  std::size_t feature;  ///< number of a feature of the part
  bool operator==(const CertifiedContact&) const = default;
};

/// The forces of a contact over a box. A force along the complex number d = n + s mu i n, with the normal n and |s| <=
/// 1, has the torque cross(arm, d) + s mu radius about the part's origin. The error of `arm` is at most `off`.
struct ContactForce {
  Point arm;
  double off, radius, friction;
  Normals normals;
};

/// The possible contacts over a box of poses, computed independently of the producers of certificates.
class CertificateContacts {
 public:
  /// Stores a reference to the problem, which must outlive this object. `domain` is a bound on all lengths of the
  /// certificate that are not in the problem: on the poses of its boxes, and on the points of its loads.
  CertificateContacts(const CertificateProblem& problem, double domain);

  double far() const { return far_; }      ///< upper bound on all lengths of the certificate, m
  double slack() const { return slack_; }  ///< a bound on the rounding errors of lengths, m
  /// Returns whether, in a problem with walls, some vertex between two straight edges may touch another body although
  /// it is not listed as a corner. The angle between the edges is then too small for a corner but larger than rounding,
  /// or the tolerances can turn the vertex outwards.
  bool lacks_corners() const { return lacks_corners_; }

  /// Returns whether all poses of a box were proved to collide. The value false proves nothing.
  bool collides(const Region& box) const;
  ContactForce force(const Region& box, const CertifiedContact& contact) const;
  /// Calls visit(contact) for all pairs of features that may touch at some pose of the box, until visit returns false.
  /// Returns false if visit returned false. A point fixel at a corner touches the corner's two edges. A pin at a vertex
  /// that is not a corner touches the two edges that meet there. Such a vertex is therefore not a feature of its own;
  /// the normals of the two edges include the normal at the vertex.
  template <class Visit>
  bool each_contact(const Region& box, const Visit& visit) const {
    for (std::size_t i = 0; i < problem_.fixels.size(); ++i) {
      const CertificateProblem::Fixel& fixel = problem_.fixels[i];
      const Point p = (fixel.at - box.at) * std::conj(box.turn);
      const double away = box.reach(std::abs(p)) + off_ + slack_, touch = fixel.radius + away;
      for (std::size_t k = 0; k < problem_.sides.size(); ++k) {
        const OutlineEdge& side = problem_.sides[k];
        if (touches(fixel, side, p, away) && faces(box, {false, i, k}) && !visit(CertifiedContact{false, i, k})) return false;
        if (fixel.radius == 0 || side.bend < 0) continue;
        const double to_corner = std::abs(p - side.from);
        if (to_corner > touch || to_corner < fixel.radius - away) continue;
        const CertifiedContact at_corner{false, i, problem_.sides.size() + k};
        if (faces(box, at_corner) && !visit(at_corner)) return false;
      }
    }
    for (std::size_t k = 0; k < 2 * problem_.sides.size() && !problem_.wall_edges.empty(); ++k) {
      if (!is_round(k)) continue;
      const Point centre = centre_of(k), p = box.at + box.turn * centre;
      const double away = box.reach(std::abs(centre)) + off_ + slack_;
      for (std::size_t i = 0; i < problem_.wall_edges.size(); ++i) {
        const OutlineEdge& edge = problem_.wall_edges[i].edge;
        const double radius = radius_of(k), off = distance_below(edge, p, radius + away);
        if (off > radius + away || off < radius - away) continue;
        const double skew = skew_of(edge, problem_.fixel_off);
        if (is_behind(edge, p, away, skew)) continue;
        if (radius > 0 && is_past_ends(edge, p, away + radius * std::sin(skew))) continue;
        const CertifiedContact contact{true, i, k};
        if (faces(box, contact) && !visit(contact)) return false;
      }
    }
    return true;
  }

  /// Finds the pair of features of a goal contact: among the pairs that may have a common normal at the seat, the pair
  /// with the smallest deviation. For a fixel, the deviation is |gap|, m. For a wall, two lengths are added: the
  /// distance of the wall's contact point from the stated point, and the reach of the part times the distance between
  /// the unit normal and the stated one. Returns false if no deviation is below `least`, m.
  bool find_contact(const EnergyFile::Goal& goal, double least, CertifiedContact& found) const;

 private:
  /// Two ranges of normals are widened by this angle, rad, before they are tested for overlap.
  static constexpr double kFacing = 1e-9;

  /// Returns whether p is behind the line or circle of an edge, on the side of the material, by more than `away`.
  /// `skew` is the largest angle by which the tolerances can turn the edge. If `skew` is at least kFarTurn, the result
  /// is false.
  static bool is_behind(const OutlineEdge& edge, Point p, double away, double skew) {
    // Limit of `skew`, rad. It is slightly larger than the limit in the search for certificates, so that rounding of
    // `skew` does not matter.
    constexpr double kFarTurn = 1.01;
    if (edge.sweep == 0) return skew < kFarTurn && cross(edge.along, p - edge.from) > away;
    const double inside = edge.radius - std::abs(p - edge.centre);
    return (edge.sweep > 0 ? inside : -inside) > away;
  }
  static bool is_past_ends(const OutlineEdge& edge, Point p, double off) {
    const double foot = dot(edge.along, p - edge.from);
    return edge.sweep == 0 && (foot < -off || foot > edge.length + off);
  }
  /// Returns whether an edge of the part may touch a fixel. In the part's frame, the centre of the fixel is at most
  /// `away` from p. If the edge and the fixel touch, the distance between the centre and the nearest point of the edge
  /// is the fixel's radius, and the centre is in front of the edge.
  bool touches(const CertificateProblem::Fixel& fixel, const OutlineEdge& side, Point p, double away) const {
    const double off = distance_below(side, p, fixel.radius + away);
    if (off > fixel.radius + away || off < fixel.radius - away) return false;
    const double skew = skew_of(side, problem_.outline_off);
    if (is_behind(side, p, away, skew)) return false;
    return fixel.radius == 0 || !is_past_ends(side, p, away + fixel.radius * std::sin(skew));
  }
  const OutlineEdge& side_of(std::size_t feature) const { return problem_.sides[feature % problem_.sides.size()]; }
  bool is_corner(std::size_t feature) const { return feature >= problem_.sides.size(); }
  /// Returns whether a feature is a convex corner or a convex arc.
  bool is_round(std::size_t feature) const {
    return is_corner(feature) ? side_of(feature).bend >= 0 : side_of(feature).convex_arc();
  }
  Point centre_of(std::size_t round) const { return is_corner(round) ? side_of(round).from : side_of(round).centre; }
  double radius_of(std::size_t round) const { return is_corner(round) ? 0 : side_of(round).radius; }

  Normals normals(const Region& box, const CertifiedContact& contact) const;
  Normals normals_of_part(const Region& box, const CertificateProblem::Fixel& fixel, std::size_t feature) const;
  Normals normals_of_wall(const Region& box, const OutlineEdge& edge, std::size_t feature) const;
  bool faces(const Region& box, const CertifiedContact& contact) const;
  Normals round(const Region& box, const CertificateProblem::Fixel& fixel, Point centre, Point inward, double half,
                double sign) const;
  double joint_angle(const Region& box, const CertificateProblem::Fixel& fixel, const OutlineEdge& arc) const;

  const CertificateProblem& problem_;
  double far_ = 0, slack_ = 0, off_ = 0, reach_ = 0;
  bool lacks_corners_ = false;
};

}  // namespace pawl::internal::inline verify
