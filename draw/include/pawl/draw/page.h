// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// The player: an interactive page in one HTML file that needs no other file and no network. It is made from plain
/// data. It shows bodies and the contact forces between them at every instant, with a slider, the energy, and the
/// numbers that belong to the element under the pointer. Lengths are in one unit chosen by the caller, forces in N.
namespace pawl::draw {

struct PageBody {
  /// The role of a body. A part is a moving body, a pin a small fixed body, and the ground a large fixed body. The seat
  /// is the goal pose of the part, drawn as a ghost.
  enum class Role { part, pin, ground, seat };

  std::string name;
  std::string label;  ///< label on the body; empty for no label
  Role role = Role::part;
  std::optional<Outline> outline;                 ///< outline, body coordinates
  std::optional<Eigen::Vector2d> center_of_mass;  ///< centre of mass, body coordinates; drawn if given
  std::vector<Outline> holes;                     ///< holes in the outline, body coordinates
};

struct PageContact {
  std::size_t a = 0, b = 0;      ///< indices into PagePlay::bodies
  Eigen::Vector2d point{0, 0};   ///< world
  Eigen::Vector2d normal{0, 1};  ///< normal from a into b, nonzero; only its direction is drawn
  double gap = 0;
  double normal_force = 0;   ///< normal component of the force of a on b, N
  double tangent_force = 0;  ///< component of the force of a on b along the tangent, N; the tangent is the normal
                             ///< rotated a quarter turn counterclockwise
  char mode = '?';           ///< motion of b relative to a: l, r, n or s, or ? if unknown
};

struct PageInstant {
  double time = 0;                     ///< time, s, strictly increasing
  std::vector<Eigen::Vector3d> poses;  ///< one pose (x, y, theta), rad, per body
  std::vector<PageContact> contacts;
  double energy = 0;  ///< energy in the page's unit; shown if the play has energies
};

/// The load that drives body 0 from a given time on: a wrench, a force at a point of the body, or a pull from a point
/// of the body to an anchor.
struct PagePush {
  double from = 0;                        ///< time at which the load begins to act, s
  std::string label;                      ///< description for the reader
  Eigen::Vector2d force{0, 0};            ///< force, N; for a pull, only the magnitude matters
  double torque = 0;                      ///< torque about the centre of mass; used for a wrench
  std::optional<Eigen::Vector2d> at;      ///< point of the body at which the force acts, body coordinates
  std::optional<Eigen::Vector2d> anchor;  ///< anchor of a pull, world
};

struct PagePlay {
  std::string name;
  std::string outcome;  ///< outcome in the list of plays, such as "seated"; empty for no outcome
  bool good = true;     ///< false if the play is a failure; the page has a button to jump to failures
  std::string why;      ///< explanation, shown during playback
  std::vector<PageBody> bodies;
  std::vector<PageInstant> instants;  ///< instants of the play, at least one; a single instant is shown as a still
                                      ///< picture
  std::vector<PagePush> pushes;       ///< loads on body 0, in order of time
  bool has_energy = false;
};

struct Page {
  enum class Scheme { readers, light, dark };  ///< colours of the page: those of the reader's system, or fixed ones

  std::string title;
  std::string warning;             ///< prominent paragraph before the notes, or empty
  std::vector<std::string> notes;  ///< paragraphs below the title: they describe the content of the page and the data
                                   ///< that are left out
  std::string list;                ///< heading of the list of plays, such as "2 of 100 starts failed"; shown if there
                                   ///< are several plays
  std::string length_unit = "m";
  bool degrees = false;  ///< true if the caller gives angles in degrees; the page then states all angles in degrees
  std::string energy_name = "energy";
  std::string energy_unit = "J";
  Scheme scheme = Scheme::readers;
  std::size_t first = 0;        ///< index of the play shown first
  std::vector<PagePlay> plays;  ///< the plays, at least one
};

/// Returns the page as an HTML file. The same data gives the same bytes. Numbers are rounded to multiples of a power of
/// ten, which depends on their kind: lengths to 11 significant digits of the largest coordinate of a play, gaps to 13
/// such digits, forces and energies to 8 significant digits of the largest value, and angles to 1e-9 rad. All texts are
/// escaped. Throws InputError for a page without plays, a play without instants, an instant without exactly one pose
/// per body, numbers that are not finite, times that do not increase, contacts with a body index out of range, and a
/// play whose largest length is not in [1e-200, 1e200].
std::string html(const Page& page);

}  // namespace pawl::draw
