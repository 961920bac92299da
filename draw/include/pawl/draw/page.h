// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// A page that plays: plain data in, one HTML file out that needs no other file and no network. It shows bodies and the
/// contact forces between them at every instant, with a slider, the energy, and the numbers of what is pointed at.
/// Lengths are in one unit of the caller's, forces in N.
namespace pawl::draw {

struct PageBody {
  /// What moves; what is fixed, small or large; where the part belongs, which is drawn as a ghost.
  enum class Role { part, pin, ground, seat };

  std::string name;
  std::string label;  ///< drawn on it; empty: none
  Role role = Role::part;
  std::optional<Outline> outline;                 ///< body coordinates
  std::optional<Eigen::Vector2d> center_of_mass;  ///< body coordinates; drawn where given
};

struct PageContact {
  std::size_t a = 0, b = 0;      ///< bodies of the play
  Eigen::Vector2d point{0, 0};   ///< world
  Eigen::Vector2d normal{0, 1};  ///< from a into b, not 0; its direction is shown
  double gap = 0;
  double normal_force = 0;   ///< N, of a on b along the normal
  double tangent_force = 0;  ///< N, of a on b along the normal turned left
  char mode = '?';           ///< of b on a: l, r, n, s; ?: not known
};

struct PageInstant {
  double time = 0;                     ///< s, later than that of the instant before
  std::vector<Eigen::Vector3d> poses;  ///< of each body: x, y, theta (rad)
  std::vector<PageContact> contacts;
  double energy = 0;  ///< in the page's unit; shown where the play has energies
};

/// What drives body 0 from a time on: a wrench, a force at one of its points, or a pull from there to an anchor.
struct PagePush {
  double from = 0;                        ///< s
  std::string label;                      ///< for people
  Eigen::Vector2d force{0, 0};            ///< N; of a pull its size counts
  double torque = 0;                      ///< about the centre of mass, of a wrench
  std::optional<Eigen::Vector2d> at;      ///< body coordinates
  std::optional<Eigen::Vector2d> anchor;  ///< world
};

struct PagePlay {
  std::string name;
  std::string outcome;  ///< in the list: "seated"; empty: none
  bool good = true;     ///< else it is one of the failures to jump to
  std::string why;      ///< shown while it is played
  std::vector<PageBody> bodies;
  std::vector<PageInstant> instants;  ///< at least one; one alone is a picture that stands still
  std::vector<PagePush> pushes;       ///< by time
  bool has_energy = false;
};

struct Page {
  enum class Scheme { readers, light, dark };  ///< colours: as the reader's system has them, or always so

  std::string title;
  std::string warning;             ///< a paragraph before the notes that stands out; empty: none
  std::vector<std::string> notes;  ///< what is played, what is not: a paragraph each, under the title
  std::string list;                ///< what the plays are: "2 of 100 starts failed"; shown where there are several
  std::string length_unit = "m";
  bool degrees = false;  ///< whether the caller's angles are; the page then says degrees alone
  std::string energy_name = "energy";
  std::string energy_unit = "J";
  Scheme scheme = Scheme::readers;
  std::size_t first = 0;        ///< the play to begin with
  std::vector<PagePlay> plays;  ///< at least one
};

/// The page as a file: the same bytes for the same data. Numbers are kept as whole multiples of a power of ten: of
/// lengths 11 digits of the largest coordinate in a play (gaps 2 more), of forces and energies 8 of the largest, of
/// angles a billionth of a radian. Every text is text, whatever is in it. Throws InputError for a page without plays, a
/// play without instants, poses that are not one a body, numbers that are not finite, times that do not grow,
/// contacts of bodies that there are not, and a play whose largest length is not from 1e-200 to 1e200.
std::string html(const Page& page);

}  // namespace pawl::draw
