// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/fixture_options.h>
#include <pawl/io/simulate_options.h>
#include <pawl/io/task.h>

#include <limits>
#include <string>
#include <vector>

#include "io/form_reader.h"

// The tables of the keys of "simulate", in a task and in a scene.
namespace pawl::internal::inline io {

template <Is<SimulateOptions> O, class Field>
void fields_of(O& options, const Field& field) {
  using Model = SimulateOptions::Model;
  using Scheme = SimulateOptions::Scheme;
  using Solutions = SimulateOptions::Solutions;
  using Route = SimulateOptions::Route;
  field("model", Need::optional, options.model,
        Words<Model>{{{"coulomb", Model::coulomb},
                      {"viscous", Model::viscous},
                      {"coulomb-viscous", Model::coulomb_viscous},
                      {"no-slip", Model::no_slip},
                      {"cone-complementarity", Model::cone_complementarity},
                      {"compliant", Model::compliant}}});
  field("scheme", Need::optional, options.scheme,
        Words<Scheme>{{{"two-stage", Scheme::two_stage}, {"one-stage", Scheme::one_stage}}});
  field("step", Need::optional, options.step, Bound::positive);
  field("max_time", Need::optional, options.max_time, Bound::positive);
  field("force", Need::optional, options.force, Bound::positive);
  field("tray", Need::optional, options.tray, Fields());
  field("support", Need::optional, options.support, Fields());
  field("restitution", Need::optional, options.restitution, Bound::fraction);
  field("solutions", Need::optional, options.solutions,
        Words<Solutions>{
            {{"first", Solutions::first}, {"random", Solutions::random}, {"adversarial", Solutions::adversarial}}});
  field("confidence", Need::optional, options.confidence, Bound::open_fraction);
  field("rest", Need::optional, options.rest, Fields());
  field("escape", Need::optional, options.escape, Bound::positive);
  field("viscosity", Need::optional, options.viscosity, Bound::not_negative);
  field("stiffness", Need::optional, options.stiffness, Bound::positive);
  field("damping", Need::optional, options.damping, Bound::not_negative);
  field("tangent_damping", Need::optional, options.tangent_damping, Bound::not_negative);
  field("modulus", Need::optional, options.modulus, Bound::positive);
  field("radius", Need::optional, options.radius, Bound::positive);
  field("route", Need::optional, options.route, Words<Route>{{{"law", Route::law}, {"published", Route::published}}});
  field("tolerance", Need::optional, options.tolerance, Bound::positive);
  field("max_push", Need::optional, options.max_push, Bound::not_negative);
  field("coulomb_iterations", Need::optional, options.coulomb_iterations, Whole{0});
}

template <Is<SimulateOptions::Tray> T, class Field>
void fields_of(T& tray, const Field& field) {
  field("tilt", Need::optional, tray.tilt, Bound::angle);
  field("gravity", Need::optional, tray.gravity, Bound::not_negative);
}

template <Is<SimulateOptions::Support> S, class Field>
void fields_of(S& support, const Field& field) {
  using Law = SimulateOptions::Support::Law;
  field("law", Need::optional, support.law,
        Words<Law>{{{"none", Law::none}, {"viscous", Law::viscous}, {"ellipsoid", Law::ellipsoid}}});
  field("friction", Need::optional, support.friction, Bound::friction);
  field("moment_radius", Need::optional, support.moment_radius, Bound::length);
}

template <Is<SimulateOptions::Rest> R, class Field>
void fields_of(R& rest, const Field& field) {
  field("speed", Need::optional, rest.speed, Bound::positive);
  field("hold", Need::optional, rest.hold, Bound::not_negative);
}

// The tables of the keys of "fixture".

struct OneCandidates {};  ///< an object with exactly one of the keys points and lattice
struct PinCount {};       ///< the number 3 or 4
struct Polygons {};       ///< a list of lists of vertices
struct EdgeNumbers {};    ///< a list of whole numbers from 1
struct EdgeRange {};      ///< a pair [from, to] within [0, 1]
struct Degrees {};        ///< an angle from 0 to 180 degrees
struct Objectives {};     ///< a list of one or more names of objectives, all different
struct VectorsOf {
  const char* of;  ///< a list of vectors; `of` is the name of such a vector in messages
  Bound bound;
};

inline const Words<FixtureOptions::Objective>& objective_words() {
  using Objective = FixtureOptions::Objective;
  static const Words<Objective> words{{{"pose_error", Objective::pose_error},
                                       {"point_error", Objective::point_error},
                                       {"margin", Objective::margin},
                                       {"margin_full", Objective::margin_full},
                                       {"friction_limit", Objective::friction_limit},
                                       {"depth", Objective::depth},
                                       {"steps", Objective::steps},
                                       {"kappa", Objective::kappa},
                                       {"edge_length", Objective::edge_length},
                                       {"clearance", Objective::clearance},
                                       {"loadable", Objective::loadable},
                                       {"strongly_stable", Objective::strongly_stable},
                                       {"zone_displacement", Objective::zone_displacement},
                                       {"loads", Objective::clearance}}};  // a second name of this value, which is
                                                                           // read, but not written
  return words;
}

template <Is<FixtureOptions> O, class Field>
void fields_of(O& options, const Field& field) {
  field("candidates", Need::optional, options.candidates, OneCandidates());
  field("pins", Need::optional, options.pins, PinCount());
  field("clamp", Need::optional, options.clamp, Flag());
  field("keep_out", Need::optional, options.keep_out, Polygons());
  field("forbidden_edges", Need::optional, options.forbidden_edges, EdgeNumbers());
  field("required_edges", Need::optional, options.required_edges, EdgeNumbers());
  field("datums", Need::optional, options.datums, Fields());
  field("least_distance", Need::optional, options.least_distance, Bound::length);
  field("least_material", Need::optional, options.least_material, Bound::length);
  field("hole_clearance", Need::optional, options.hole_clearance, Bound::positive_length);
  field("edge_range", Need::optional, options.edge_range, EdgeRange());
  field("tolerance", Need::optional, options.tolerance, Bound::length);
  field("points_of_interest", Need::optional, options.points_of_interest,
        VectorsOf{"points [x, y]", Bound::coordinate});
  field("wrenches", Need::optional, options.wrenches, VectorsOf{"wrenches [fx, fy, tau]", Bound::wrench});
  field("objectives", Need::optional, options.objectives, Objectives());
  field("thresholds", Need::optional, options.thresholds, Fields());
  field("depth_for", Need::optional, options.depth_for, Whole{0});
  field("top", Need::optional, options.top, Whole{1});
}

template <Is<FixtureOptions::Points> P, class Field>
void fields_of(P& points, const Field& field) {
  field("per_edge", Need::optional, points.per_edge, Whole{1});
  field("pitch", Need::optional, points.pitch, Bound::positive_length);
  field("pin_radius", Need::optional, points.pin_radius, Bound::length);
  field("total", Need::optional, points.total, Whole{3});
  field("min_edge", Need::optional, points.min_edge, Bound::length);
  field("min_arc", Need::optional, points.min_arc, Bound::length);
}

template <Is<FixtureOptions::Lattice> L, class Field>
void fields_of(L& lattice, const Field& field) {
  field("pitch", Need::required, lattice.pitch, Bound::positive_length);
  field("pin_radius", Need::optional, lattice.pin_radius, Bound::length);
}

template <Is<FixtureOptions::Thresholds> T, class Field>
void fields_of(T& thresholds, const Field& field) {
  field(
      "guarantee", Need::optional, thresholds.guarantee,
      Words<Guarantee>{{{"at rest", Guarantee::at_rest}, {"keeps", Guarantee::keeps}, {"energy", Guarantee::energy}}});
  field("pose_error", Need::optional, thresholds.pose_error, Bound::not_negative);
  field("point_error", Need::optional, thresholds.point_error, Bound::length);
  field("margin_deg", Need::optional, thresholds.margin_deg, Degrees());
  field("margin_full_deg", Need::optional, thresholds.margin_full_deg, Degrees());
  field("friction_limit", Need::optional, thresholds.friction_limit, Bound::not_negative);
  field("depth", Need::optional, thresholds.depth, Bound::not_negative);
  field("steps", Need::optional, thresholds.steps, Whole{1});
  field("kappa", Need::optional, thresholds.kappa, Bound::not_negative);
  field("edge_length", Need::optional, thresholds.edge_length, Bound::length);
  using Loads = FixtureOptions::Loads;
  field("loads", Need::optional, thresholds.loads, Words<Loads>{{{"above", Loads::above}, {"plane", Loads::plane}}});
  field("clearance", Need::optional, thresholds.clearance, Bound::length);
  field("loadable", Need::optional, thresholds.loadable, Whole{0, 1});
  field("strongly_stable_deg", Need::optional, thresholds.strongly_stable_deg, Degrees());
  field("zone_displacement", Need::optional, thresholds.zone_displacement, Bound::length);
  field("foolproof", Need::optional, thresholds.foolproof, Flag());
  field("pins_in_holes", Need::optional, thresholds.pins_in_holes, Whole{0, 2});
}

template <Is<FixtureOptions::Datums> D, class Field>
void fields_of(D& datums, const Field& field) {
  field("A", Need::required, datums.a, Whole{1});
  field("B", Need::required, datums.b, Whole{1});
  field("C", Need::optional, datums.c, Whole{1});
}

/// Returns the key that selects this kind of candidates.
inline const char* key_of(const FixtureOptions::Points&) { return "points"; }
inline const char* key_of(const FixtureOptions::Lattice&) { return "lattice"; }

/// The functions below are rules for single values. Each returns a message that states the error of the value, or "" if
/// the value is valid.
std::string wrong_angle(double degrees);
/// Compares only the two ends with each other; their bounds are checked elsewhere.
std::string wrong_edge_range(double from, double to);
/// `number` is the number of an edge, counted from 1. `earlier` contains the preceding numbers of the same list.
std::string wrong_edge(int number, const std::vector<int>& earlier);
std::string wrong_objective(FixtureOptions::Objective objective, const std::vector<FixtureOptions::Objective>& earlier);
std::string wrong_objective_count(std::size_t count);

// The tables of the keys of a task file: each key with the member that stores its value and the rule for the value.
// Only these tables define the keys. The reader (TaskForm) reads values by them, and validate() (TaskValues) checks
// values by them.
//
// For each object of a task file, fields_of(object, field) calls field(key, need, member, rule) once per key. A rule is
// a Bound if the member is a number or a vector, and otherwise one of the types below or in form_reader.h. If the
// object is const, the members are const too.

struct FrictionEnds {};   ///< a coefficient, [low, high], or {"static": ..., "kinetic": ...} with one of these forms
                          ///< for each value
struct Direction {};      ///< any vector except zero
struct AngleEnds {};      ///< the range of directions [from, to] of a push, any angles
struct ModeLetters {};    ///< a list of modes
struct OneActuator {};    ///< an object with one of the keys free, tray, push and spring
struct StartBelief {};    ///< {"states": [...], "displacements": [...], "region": {...}}; read into the members
                          ///< `start`, `start_displacements` and `start_region` of the task
struct Goal {};           ///< a list of one or more numbers of fixels, or {"mode": ...}; read into the members `goal`
                          ///< and `goal_mode` of the task
struct PlanWrenches {};   ///< {"steps": [{"wrench": ...}, ...]}
struct FixtureSearch {};  ///< an object that is read by the table of FixtureOptions
inline constexpr int kMostInArray = 1000;
struct Counts {};         ///< an array [count in x, count in y], each from 1 to 1000

template <Is<Task> T, class Field>
void fields_of(T& task, const Field& field) {
  field("name", Need::optional, task.name, Text());
  field("units", Need::optional, task.units, Fields());
  field("part", Need::optional, task.part, Fields());
  field("pose", Need::optional, task.pose, PoseEntries());
  field("friction", Need::optional, task.friction, FrictionEnds());
  field("frame", Need::optional, task.frame,
        Words<Task::Frame>{{{"world", Task::Frame::world}, {"part", Task::Frame::part}}});
  field("fixels", Need::optional, task.fixels, FieldsOfEach{"fixels"});
  field("walls", Need::optional, task.walls, FieldsOfEach{"walls"});
  field("reach", Need::optional, task.reach, Bound::length);
  field("contacts", Need::optional, task.contacts, FieldsOfEach{"contacts"});
  field("contact_tolerance", Need::optional, task.contact_tolerance, Bound::length);
  field("seat_distance", Need::optional, task.seat_distance, Bound::length);
  field("modes", Need::optional, task.modes, ModeLetters());
  field("actuator", Need::optional, task.actuator, OneActuator());
  field("twist", Need::optional, task.twist, Bound::twist);
  field("start", Need::optional, task, StartBelief());
  field("goal", Need::optional, task, Goal());
  field("goal_tolerance", Need::optional, task.goal_tolerance, Bound::positive_length);
  field("plan", Need::optional, task.plan, PlanWrenches());
  field("simulate", Need::optional, task.simulate, Fields());
  field("scatter", Need::optional, task.scatter, Fields());
  field("fixture", Need::optional, task.fixture, FixtureSearch());
  field("nest", Need::optional, task.nest, Fields());
}

inline const Words<NestOptions::Relief>& relief_words() {
  using Relief = NestOptions::Relief;
  static const Words<Relief> words{{{"dogbone", Relief::dogbone},
                                    {"tbone", Relief::tbone},
                                    {"round", Relief::round},
                                    {"none", Relief::none}}};
  return words;
}

inline const Words<NestOptions::Side>& side_words() {
  using Side = NestOptions::Side;
  static const Words<Side> words{{{"left", Side::left}, {"right", Side::right}, {"bottom", Side::bottom}, {"top", Side::top}}};
  return words;
}

template <Is<NestOptions> N, class Field>
void fields_of(N& nest, const Field& field) {
  field("clearance", Need::optional, nest.clearance, Bound::positive_length);
  field("cutter_radius", Need::optional, nest.cutter_radius, Bound::length);
  field("relief", Need::optional, nest.relief, relief_words());
  field("open_side", Need::optional, nest.open_side, side_words());
  field("notches", Need::optional, nest.notches, FieldsOfEach{"notches"});
  field("margin", Need::optional, nest.margin, Bound::positive_length);
  field("plate_size", Need::optional, nest.plate_size, Bound::coordinate);
  field("accuracy", Need::optional, nest.accuracy, Bound::positive_length);
  field("lead_in", Need::optional, nest.lead_in, Bound::length);
  field("tilt_deg", Need::optional, nest.tilt_deg, Bound::any);
  field("array", Need::optional, nest.array, Counts());
  field("pitch", Need::optional, nest.pitch, Bound::coordinate);
  field("foolproof", Need::optional, nest.foolproof, Flag());
}

template <Is<NestOptions::Notch> N, class Field>
void fields_of(N& notch, const Field& field) {
  field("edge", Need::required, notch.edge, Whole{1});
  field("at", Need::optional, notch.at, Bound::fraction);
  field("width", Need::required, notch.width, Bound::positive_length);
  field("depth", Need::required, notch.depth, Bound::positive_length);
}

inline Words<Units::Length> length_words() {
  using Length = Units::Length;
  return {{{"m", Length::m}, {"mm", Length::mm}, {"cm", Length::cm}, {"in", Length::in}}};
}

template <Is<Units> U, class Field>
void fields_of(U& units, const Field& field) {
  using Angle = Units::Angle;
  field("length", Need::optional, units.length, length_words());
  field("angle", Need::optional, units.angle, Words<Angle>{{{"rad", Angle::rad}, {"deg", Angle::deg}}});
}

template <Is<Part> P, class Field>
void fields_of(P& part, const Field& field) {
  field("outline", Need::optional, part, PartLoops());
  field("density", Need::optional, part.density, Bound::density);
  field("mass", Need::optional, part.mass, Bound::mass);
  field("inertia", Need::optional, part.inertia, Bound::inertia);
  field("center_of_mass", Need::optional, part.center_of_mass, Bound::coordinate);
  field("tolerance", Need::optional, part.tolerance, Bound::length);
  field("drawing_digest", Need::optional, part.drawing_digest, Text());
}

template <Is<Fixel> F, class Field>
void fields_of(F& fixel, const Field& field) {
  field("at", Need::required, fixel.at, Bound::coordinate);
  field("friction", Need::optional, fixel.friction, FrictionEnds());
  field("radius", Need::optional, fixel.radius, Bound::length);
  field("normal", Need::optional, fixel.normal, Direction());
  field("diamond", Need::optional, fixel.diamond, Direction());
  field("diamond_width", Need::optional, fixel.diamond_width, Bound::length);
}

template <Is<Wall> W, class Field>
void fields_of(W& wall, const Field& field) {
  field("outline", Need::required, wall, PartLoops());
  field("pose", Need::optional, wall.pose, PoseEntries());
  field("friction", Need::optional, wall.friction, FrictionEnds());
}

template <Is<Contact> C, class Field>
void fields_of(C& contact, const Field& field) {
  field("point", Need::required, contact.point, Bound::coordinate);
  field("normal", Need::required, contact.normal, Direction());
  field("friction", Need::optional, contact.friction, FrictionEnds());
  field("gap", Need::optional, contact.gap, Bound::length);
}

template <class A, class Field>
requires Is<A, FreeActuator> || Is<A, TrayActuator>
void fields_of(A&, const Field&) {}

template <Is<PushActuator> P, class Field>
void fields_of(P& push, const Field& field) {
  field("at", Need::required, push.at, Bound::coordinate);
  field("directions", Need::required, push, AngleEnds());
}

template <Is<SpringActuator> S, class Field>
void fields_of(S& spring, const Field& field) {
  field("at", Need::required, spring.at, Bound::coordinate);
  field("anchor", Need::required, spring.anchor, Bound::coordinate);
  field("anchor_tolerance", Need::optional, spring.anchor_tolerance, Bound::length);
}

template <Is<StartRegion> S, class Field>
void fields_of(S& region, const Field& field) {
  field("translation", Need::optional, region.translation, Bound::length);
  field("rotation", Need::optional, region.rotation, Bound::not_negative_angle);
  field("energy", Need::optional, region.energy, Bound::not_negative);
  field("at", Need::optional, region.at, PoseEntries());
}

template <Is<Scatter> S, class Field>
void fields_of(S& scatter, const Field& field) {
  field("starts", Need::optional, scatter.starts, Whole{1});
  field("seed", Need::optional, scatter.seed, Whole{0});
  field("translation", Need::optional, scatter.translation, Bound::length);
  field("rotation", Need::optional, scatter.rotation, Bound::not_negative_angle);
  field("friction", Need::optional, scatter.friction, Bound::friction);
  field("shape", Need::optional, scatter.shape, Bound::length);
  field("fixels", Need::optional, scatter.fixels, Bound::length);
  field("center_of_mass", Need::optional, scatter.center_of_mass, Bound::length);
  field("distribution", Need::optional, scatter.distribution,
        Words<Scatter::Distribution>{{{"box", Scatter::Distribution::box}, {"normal", Scatter::Distribution::normal}}});
}

/// Returns the key that selects this kind of actuator.
inline const char* key_of(const FreeActuator&) { return "free"; }
inline const char* key_of(const TrayActuator&) { return "tray"; }
inline const char* key_of(const PushActuator&) { return "push"; }
inline const char* key_of(const SpringActuator&) { return "spring"; }

/// Stands for the number of contacts of a task while its contacts with walls are not known.
inline constexpr std::size_t kUnknownCount = std::numeric_limits<std::size_t>::max();

/// The functions below are rules for values that depend on other values of the task. Each returns a message that states
/// the error of the value, or "" if the value is valid.
std::string wrong_mode(const std::string& letters, std::size_t fixel_count);
/// Checks the number of a fixel, counted from 1, in a list. `earlier` contains the preceding numbers of the list.
std::string wrong_fixel_number(int number, const std::vector<int>& earlier, std::size_t fixel_count);
std::string wrong_goal(std::size_t named);  ///< `named` is the number of fixels in the goal
std::string wrong_goal_mode(const std::string& pattern, std::size_t fixel_count);

inline constexpr const char* kBesideContacts = "cannot be combined with \"contacts\"";

}  // namespace pawl::internal::inline io
