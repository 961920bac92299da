// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// The player: an interactive page in one HTML file that needs no other file and no network.
///
/// The page is made from plain data. It shows bodies and the contact forces between them at every instant, with a
/// slider, the energy, and the numbers that belong to the element under the pointer. Lengths are in one unit that the
/// caller chooses. Forces are in N.
namespace pawl::draw {

struct PageBody {
  /// The role of a body. A part is a moving body, a pin is a small fixed body, and the ground is a large fixed body.
  /// The seat is the goal pose of the part, which is drawn as a ghost.
  enum class Role { part, pin, ground, seat };

  std::string name;
  std::string label;  ///< label on the body; empty to draw none
  Role role = Role::part;
  std::optional<Outline> outline;                 ///< outline, body coordinates
  std::optional<Eigen::Vector2d> center_of_mass;  ///< centre of mass, body coordinates; empty to draw none
  std::vector<Outline> holes;                     ///< holes in the outline, body coordinates
};

struct PageContact {
  std::size_t a = 0, b = 0;      ///< indices of the two bodies in PagePlay::bodies
  Eigen::Vector2d point{0, 0};   ///< point of contact, world frame
  Eigen::Vector2d normal{0, 1};  ///< normal from a into b, nonzero; its length has no meaning
  double gap = 0;
  double normal_force = 0;  ///< normal component of the force of a on b, N
  /// Tangential component of the force of a on b, N. The tangent is the normal, rotated by a quarter turn
  /// counterclockwise.
  double tangent_force = 0;
  char mode = '?';  ///< motion of b relative to a: l, r, n or s; ? if it is unknown
};

struct PageInstant {
  double time = 0;                     ///< time, s; must increase strictly from instant to instant
  std::vector<Eigen::Vector3d> poses;  ///< poses (x, y, theta) of all bodies, theta in rad
  std::vector<PageContact> contacts;
  double energy = 0;  ///< energy in the page's unit; shown only if PagePlay::has_energy is true
};

/// A load on body 0 that begins at a given time. It is a wrench, a force at a point of the body, or a pull from a point
/// of the body towards an anchor.
struct PagePush {
  double from = 0;              ///< time at which the load begins to act, s
  std::string label;            ///< description of the load that the page shows
  Eigen::Vector2d force{0, 0};  ///< force, N; for a pull, only its magnitude is used
  double torque = 0;            ///< torque about the centre of mass; used only for a wrench
  /// Point of the body at which the force acts, body coordinates; empty for a wrench.
  std::optional<Eigen::Vector2d> at;
  std::optional<Eigen::Vector2d> anchor;  ///< anchor of a pull, world frame; empty for other loads
};

struct PagePlay {
  std::string name;
  std::string outcome;  ///< outcome that the list of plays shows, such as "seated"; empty for none
  /// False for a failed trial; the page has a button that goes to the next play for which this is false.
  bool good = true;
  std::string why;  ///< explanation that the page shows during playback
  std::vector<PageBody> bodies;
  std::vector<PageInstant> instants;  ///< instants of the play, at least one; a single instant is a still picture
  std::vector<PagePush> pushes;       ///< loads on body 0, in the order of time
  bool has_energy = false;
};

struct Page {
  /// With `readers`, the reader's system chooses the colours. With `light` and `dark`, the colours are fixed.
  enum class Scheme { readers, light, dark };

  std::string title;
  std::string warning;  ///< prominent paragraph before the notes; empty for none
  /// Paragraphs below the title; they describe what the page shows and which data are omitted.
  std::vector<std::string> notes;
  /// Heading of the list of plays, such as "2 of 100 starts failed"; used only if there are several plays.
  std::string list;
  std::string length_unit = "m";
  bool degrees = false;  ///< true if the page states angles in degrees, false for rad
  std::string energy_name = "energy";
  std::string energy_unit = "J";
  Scheme scheme = Scheme::readers;
  std::size_t first = 0;        ///< index of the play that is shown first
  std::vector<PagePlay> plays;  ///< plays of the page, at least one
};

/// Returns the page as an HTML file. The same data give the same bytes.
///
/// Numbers are rounded to multiples of a power of ten, which depends on their kind: lengths to 11 significant digits of
/// the largest coordinate of a pose or contact of a play, gaps to 13 such digits, forces and energies to 8 significant
/// digits of the largest value, and angles to 1e-9 rad. All texts are escaped.
///
/// Throws InputError for a page without plays, an index `first` that is not that of a play, a play without bodies or
/// instants, an instant without exactly one pose per body, numbers that are not finite, times that do not increase,
/// contacts with a body index out of range, a zero normal or an unknown mode, and a play whose largest length is
/// neither 0 nor in [1e-200, 1e200].
std::string html(const Page& page);

}  // namespace pawl::draw
