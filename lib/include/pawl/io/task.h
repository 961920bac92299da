// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/tolerance.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/find_contacts.h>
#include <pawl/contact/seated_pose.h>
#include <pawl/contact/wall.h>
#include <pawl/geometry/outline.h>
#include <pawl/io/fixture_options.h>
#include <pawl/io/nest_options.h>
#include <pawl/io/simulate_options.h>
#include <pawl/io/units.h>

#include <Eigen/Core>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pawl {

struct Part {
  std::optional<Outline> outline;  ///< outline, body coordinates; not set if the task states contacts
  std::vector<Outline> holes;      ///< holes inside the outline, body coordinates; fixels may touch their edges
  double density = 1;              ///< mass per area, kg/m^2, > 0
  std::optional<double> mass;      ///< mass, kg; default: density times area (1 if the task states contacts)
  std::optional<double> inertia;   ///< inertia, kg m^2; default: mass times the squared radius of gyration (1 if the
                                   ///< task states contacts)
  std::optional<Eigen::Vector2d> center_of_mass;  ///< centre of mass, body coordinates, m; default: the centroid (the
                                                  ///< origin with stated contacts)
  /// Profile tolerance, m, >= 0: each point of the boundary of a real part is at most this far from its stated
  /// position. The edges of a real part are assumed to be straight, and its arcs to be circular.
  double tolerance = 0;
  std::string drawing_digest;  ///< "sha256:" and the SHA-256 digest of the drawing file of the outline; empty if unknown

  Loops loops() const { return {*outline, holes}; }  ///< Returns the outline, which must be set, and the holes.
};

struct FreeActuator {};
struct TrayActuator {};
struct PushActuator {
  Eigen::Vector2d at{0, 0};  ///< point at which the force acts, m, world, for the part at the task's pose
  double from = 0, to = 0;   ///< range of permitted directions of the force, from `from` counterclockwise to `to`, rad,
                             ///< world
};
struct SpringActuator {
  Eigen::Vector2d at{0, 0}, anchor{0, 0};  ///< `at` is the point of the part that is pulled, for the part at the task's
                                           ///< pose; `anchor` is the point towards which the spring pulls; both m,
                                           ///< world
  double anchor_tolerance = 0;             ///< largest error of the anchor's position, m, >= 0
};
using Actuator = std::variant<FreeActuator, TrayActuator, PushActuator, SpringActuator>;

/// The scatter of the starts of trials. Each of the members that state a scatter is a half-width (box) or a standard
/// deviation (normal).
struct Scatter {
  enum class Distribution { box, normal };

  int starts = 1000;
  int seed = 1;
  double translation = 0;     ///< scatter of each coordinate x, y of the part's position, m, >= 0
  double rotation = 0;        ///< scatter of the part's angle, rad, >= 0
  double friction = 0;        ///< scatter of the friction of each fixel and wall, >= 0
  double shape = 0;           ///< scatter of the coordinates x and y of each vertex, or of the radius of a disc, m, >=
                              ///< 0
  double fixels = 0;          ///< scatter of the coordinates x and y of each fixel and wall, m, >= 0
  double center_of_mass = 0;  ///< scatter of the coordinates x and y of the centre of mass, m, >= 0
  Distribution distribution = Distribution::box;
};

/// A set of starts of a plan: all poses whose position and angle differ from those of the middle pose `at` by at most
/// the given amounts, with every velocity up to a given kinetic energy.
struct StartRegion {
  double translation = 0;  ///< largest difference, in x and in y, between the centre of mass at the start and at the
                           ///< middle pose, m, >= 0
  double rotation = 0;     ///< largest difference between the angle at the start and at the middle pose, rad, >= 0
  double energy = 0;       ///< largest kinetic energy of a start, J, >= 0
  std::optional<Eigen::Vector3d> at;  ///< middle pose (x, y, theta) of the body frame in the world; default: the seated
                                      ///< pose, or the task's pose if the task has no seated pose
};

/// A task, read from a file (pawl/io/read_task.h) or created in code. Lengths are in `units` (also where comments give
/// m), angles in rad; fixels are numbered from 1. Every function that takes a task throws InputError with all faults of
/// the task. validate(task) (pawl/io/valid_task.h) and the reader find the same faults.
struct Task {
  /// The frame in which fixels and contacts are given, with their normals.
  enum class Frame {
    world,
    part  ///< the body frame; `pose` then moves the fixture together with the part, so that no coordinates are rounded
  };

  std::string name;
  Units units;
  Part part;
  Eigen::Vector3d pose{0, 0, 0};  ///< pose (x, y, theta) of the body frame in the world
  Frame frame = Frame::world;     ///< frame of fixels and contacts
  Friction friction;              ///< friction of fixels and walls that do not state their own; default: 0
  bool friction_defaulted =
      false;  ///< true if the file states no friction for some fixel; this fixel then has the friction 0, and a warning
              ///< reports this default
  std::vector<Fixel> fixels;
  /// Walls, in the frame of the fixels. The contacts with walls are numbered after the fixels.
  std::vector<Wall> walls;
  double reach = 0;               ///< largest gap, at `pose`, up to which contacts with walls that do not touch are
                                  ///< found, m, >= 0
  std::vector<Contact> contacts;  ///< contacts stated by the task; a task with stated contacts has no outline, fixels
                                  ///< or pose
  double contact_tolerance = tolerance::kContact;  ///< largest |gap| of a touching fixel, m, >= 0
  /// Largest accepted displacement of a point of the outline from `pose` to the seated pose, m, >= 0; default: that of
  /// find_seat().
  std::optional<double> seat_distance;
  std::vector<std::string> modes;                  ///< contact modes, as patterns (see letters_in_pattern(),
                                                   ///< pawl/contact/mode.h) with one entry per contact

  std::optional<Actuator> actuator;
  Eigen::Vector3d twist{0, 0, 0};  ///< velocity (vx, vy, omega) of the centre of mass, world, m/s and rad/s
  std::optional<std::vector<std::vector<int>>>
      start;  ///< key start.states: contact states of the part at the start; empty (or unset) if there are only
              ///< displacements
  /// Key start.displacements: (dx, dy, dtheta) from the seated pose, world frame, about the centre of mass.
  std::vector<Eigen::Vector3d> start_displacements;
  std::optional<StartRegion> start_region;
  std::optional<double> goal_tolerance;  ///< largest distance of a point of the part from its position in the seated
                                         ///< pose at which the part counts as seated, m, > 0
  std::optional<std::vector<int>> goal;  ///< numbers, from 1, of the contacts that touch at the end; default: all
  /// Key goal.mode: the modes of the part at rest at the end, one entry per contact as in `modes`. At rest, a contact
  /// that touches has the letter `n`, and any other contact the letter `s`. If goal_mode is set, `goal` must list the
  /// contacts that may touch (contacts_that_may_touch()).
  std::optional<std::string> goal_mode;
  std::optional<std::vector<Eigen::Vector3d>> plan;  ///< wrenches (fx, fy, tau) of the steps of a given plan (key
                                                     ///< plan.steps), about the centre of mass, world
  SimulateOptions simulate;                          ///< options of trials
  std::optional<Scatter> scatter;
  std::optional<FixtureOptions> fixture;  ///< options of the fixture search
  std::optional<NestOptions> nest;        ///< options of the nest

  std::map<std::string, std::string> extensions;  ///< keys that begin with x-, as a map from JSON pointer to JSON text
};

/// Returns the numbers, from 1, of the contacts that may touch if the part is at rest in a mode that matches the
/// pattern. These are the contacts whose entry permits the letter `n`. Throws InputError for a text that is not a
/// pattern.
std::vector<int> contacts_that_may_touch(std::string_view pattern);

/// Returns fixel i of a task, from 0, in the world frame. The coordinates are rounded if the task gives its fixels in
/// the part's frame and the part is not at the origin. Throws InputError for a fixel that does not exist.
Fixel fixel_in_world(const Task& task, std::size_t i);

/// Returns wall k of a task, from 0, in the world frame; see fixel_in_world().
Wall wall_in_world(const Task& task, std::size_t k);

/// Returns the contacts of a task [BTG02, section 2], in the part's frame. For a task with geometry, they are the
/// closest point, frame and gap of each fixel, followed by the contacts with walls (pawl/contact/wall.h). For a task
/// that states its contacts, they are the stated contacts. Throws InputError for a task with faults; a fixel without a
/// unique normal, or deeper in the part than contact_tolerance, is a fault too. A task without fixels and contacts is a
/// free part, without contacts.
ContactSet find_contacts(const Task& task);

/// A part in its seated pose, in which the contacts of the goal (default: all) touch. Plans are computed from this data
/// [MODEL section 6].
struct [[nodiscard]] SeatedTask {
  ContactSet contacts;                  ///< contacts in the part's frame; all of them touch
  std::vector<int> fixels;              ///< number of each contact in the task, from 0, ascending; contacts with walls
                                        ///< are numbered after those with fixels
  std::vector<int> left_out;            ///< numbers, from 0, of the contacts outside the goal that do not touch in the
                                        ///< seated pose
  std::optional<Eigen::Vector3d> pose;  ///< seated pose in the world; not set for stated contacts, which count as
                                        ///< seated
  bool located = false;  ///< true if the normals of the goal's contacts fix the part in the plane for all values of the
                         ///< contacts' errors
};

/// Finds the seated pose of a task. Throws InputError for a task with faults, for a task without fixels or contacts,
/// and in the cases in which find_seat(SeatProblem) does (pawl/contact/seated_pose.h).
SeatedTask find_seat(const Task& task);

}  // namespace pawl
