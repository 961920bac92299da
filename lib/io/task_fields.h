// SPDX-License-Identifier: MIT
// The keys of a task file, each with the member that holds its value and the rule that the value must keep. This is
// the one place that says so: the reader (task_form.cpp) reads by it, validate() (task_values.cpp) checks by it.
//
// For each object of a task file, fields_of(object, field) calls field(key, need, member, rule) once a key. A rule is a
// Bound for the numbers of a member, or one of the tags below and in field_rules.h. The object may be const: the
// members then are.
#pragma once

#include <pawl/io/task.h>

#include <string>
#include <vector>

#include "io/simulate_fields.h"

namespace pawl::internal {

struct FrictionEnds {};   ///< a coefficient, or [low, high]
struct Direction {};      ///< any vector but zero
struct AngleEnds {};      ///< of a push: [from, to], any
struct ModeLetters {};    ///< a list of modes
struct OneActuator {};    ///< an object with one of the keys free, tray, push and spring
struct StartBelief {};    ///< contact states and displacements: of the task, which holds them in two members
struct GoalFixels {};     ///< numbers of fixels, at least one
struct PlanWrenches {};   ///< {"steps": [{"wrench": ...}, ...]}
struct FixtureSearch {};  ///< by the table in fixture_fields.h

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
  field("contacts", Need::optional, task.contacts, FieldsOfEach{"contacts"});
  field("contact_tolerance", Need::optional, task.contact_tolerance, Bound::length);
  field("seat_distance", Need::optional, task.seat_distance, Bound::length);
  field("modes", Need::optional, task.modes, ModeLetters());
  field("actuator", Need::optional, task.actuator, OneActuator());
  field("twist", Need::optional, task.twist, Bound::twist);
  field("start", Need::optional, task, StartBelief());
  field("goal", Need::optional, task.goal, GoalFixels());
  field("plan", Need::optional, task.plan, PlanWrenches());
  field("simulate", Need::optional, task.simulate, Fields());
  field("scatter", Need::optional, task.scatter, Fields());
  field("fixture", Need::optional, task.fixture, FixtureSearch());
}

template <Is<Units> U, class Field>
void fields_of(U& units, const Field& field) {
  using Length = Units::Length;
  using Angle = Units::Angle;
  field("length", Need::optional, units.length,
        Words<Length>{{{"m", Length::m}, {"mm", Length::mm}, {"cm", Length::cm}, {"in", Length::in}}});
  field("angle", Need::optional, units.angle, Words<Angle>{{{"rad", Angle::rad}, {"deg", Angle::deg}}});
}

template <Is<Part> P, class Field>
void fields_of(P& part, const Field& field) {
  field("outline", Need::optional, part.outline, OneOutline());
  field("density", Need::optional, part.density, Bound::mass);
  field("mass", Need::optional, part.mass, Bound::mass);
  field("inertia", Need::optional, part.inertia, Bound::mass);
  field("center_of_mass", Need::optional, part.center_of_mass, Bound::coordinate);
}

template <Is<Fixel> F, class Field>
void fields_of(F& fixel, const Field& field) {
  field("at", Need::required, fixel.at, Bound::coordinate);
  field("friction", Need::optional, fixel.friction, FrictionEnds());
  field("radius", Need::optional, fixel.radius, Bound::length);
  field("normal", Need::optional, fixel.normal, Direction());
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

template <Is<Scatter> S, class Field>
void fields_of(S& scatter, const Field& field) {
  field("starts", Need::optional, scatter.starts, AtLeast{1});
  field("seed", Need::optional, scatter.seed, AtLeast{0});
  field("translation", Need::optional, scatter.translation, Bound::length);
  field("rotation", Need::optional, scatter.rotation, Bound::not_negative);
  field("friction", Need::optional, scatter.friction, Bound::friction);
  field("shape", Need::optional, scatter.shape, Bound::length);
  field("fixels", Need::optional, scatter.fixels, Bound::length);
  field("center_of_mass", Need::optional, scatter.center_of_mass, Bound::length);
  field("distribution", Need::optional, scatter.distribution,
        Words<Scatter::Distribution>{{{"box", Scatter::Distribution::box}, {"normal", Scatter::Distribution::normal}}});
}

/// The key of an actuator's kind.
inline const char* key_of(const FreeActuator&) { return "free"; }
inline const char* key_of(const TrayActuator&) { return "tray"; }
inline const char* key_of(const PushActuator&) { return "push"; }
inline const char* key_of(const SpringActuator&) { return "spring"; }

/// What is wrong with a value beside others of its task; nothing ("") where it is right.
std::string wrong_mode(const std::string& letters, std::size_t fixel_count);
/// `number` is from 1; `earlier`: those of its state that stand before it.
std::string wrong_fixel_number(int number, const std::vector<int>& earlier, std::size_t fixel_count);
std::string wrong_goal(std::size_t named);  ///< by how many fixels it names

inline constexpr const char* kBesideContacts = "cannot stand beside \"contacts\"";

}  // namespace pawl::internal
