// SPDX-License-Identifier: MIT
// The keys of a scene file, as task_fields.h has those of a task: the reader (scene_form.cpp) reads by this table,
// validate() (scene_values.cpp) checks by it.
#pragma once

#include <pawl/io/scene.h>

#include "io/task_fields.h"

namespace pawl::internal {

struct ParentLink {};  ///< the number of an earlier joint, or null
struct Interval {};    ///< [low, high]
struct SolidName {};   ///< "ground", "body 2" or "link 1"

template <Is<Scene> S, class Field>
void fields_of(S& scene, const Field& field) {
  field("name", Need::optional, scene.name, Text());
  field("gravity", Need::optional, scene.gravity, Bound::acceleration);
  field("duration", Need::optional, scene.duration, Bound::not_negative);
  field("bodies", Need::required, scene.bodies, FieldsOfEach{"bodies"});
  field("joints", Need::optional, scene.joints, FieldsOfEach{"joints"});
  field("pins", Need::optional, scene.pins, FieldsOfEach{"pins"});
  field("simulate", Need::optional, scene.simulate, Fields());
}

template <Is<SceneBody> B, class Field>
void fields_of(B& body, const Field& field) {
  fields_of(body.part, field);
  field("pose", Need::optional, body.pose, PoseEntries());
  field("twist", Need::optional, body.twist, Bound::twist);
  field("friction", Need::optional, body.friction, Bound::not_negative);
  field("restitution", Need::optional, body.restitution, Bound::fraction);
  field("fixed", Need::optional, body.fixed, Flag());
  field("wrench", Need::optional, body.wrench, Bound::wrench);
}

template <Is<SceneJoint> J, class Field>
void fields_of(J& joint, const Field& field) {
  using Kind = Joint::Kind;
  field("kind", Need::required, joint.kind,
        Words<Kind>{{{"revolute", Kind::revolute}, {"prismatic", Kind::prismatic}}});
  field("parent", Need::optional, joint.parent, ParentLink());
  field("anchor", Need::optional, joint.anchor, Bound::coordinate);
  field("angle", Need::optional, joint.angle, Bound::any);
  field("position", Need::optional, joint.position, Bound::coordinate);
  field("velocity", Need::optional, joint.velocity, Bound::twist);
  field("effort", Need::optional, joint.effort, Bound::wrench);
  field("acceleration", Need::optional, joint.acceleration, Bound::acceleration);
  field("limits", Need::optional, joint.limits, Interval());
  field("mass", Need::optional, joint.mass, Bound::not_negative);
  field("inertia", Need::optional, joint.inertia, Bound::not_negative);
  field("center_of_mass", Need::optional, joint.center_of_mass, Bound::coordinate);
  field("outline", Need::optional, joint.outline, OneOutline());
  field("friction", Need::optional, joint.friction, Bound::not_negative);
}

template <Is<Pin> P, class Field>
void fields_of(P& pin, const Field& field) {
  field("a", Need::required, pin.a, SolidName());
  field("b", Need::required, pin.b, SolidName());
  field("at_a", Need::required, pin.at_a, Bound::coordinate);
  field("at_b", Need::required, pin.at_b, Bound::coordinate);
}

template <Is<SimulateOptions> O, class Field>
void fields_of(O& options, const Field& field) {
  using Model = SimulateOptions::Model;
  using Scheme = SimulateOptions::Scheme;
  using Solutions = SimulateOptions::Solutions;
  using Route = SimulateOptions::Route;
  field("model", Need::optional, options.model,
        Words<Model>{{{"coulomb", Model::coulomb},
                      {"viscous", Model::viscous},
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
  field("route", Need::optional, options.route, Words<Route>{{{"law", Route::law}, {"published", Route::published}}});
  field("tolerance", Need::optional, options.tolerance, Bound::positive);
  field("max_push", Need::optional, options.max_push, Bound::not_negative);
}

template <Is<SimulateOptions::Tray> T, class Field>
void fields_of(T& tray, const Field& field) {
  field("tilt", Need::optional, tray.tilt, Bound::any);
  field("gravity", Need::optional, tray.gravity, Bound::not_negative);
}

template <Is<SimulateOptions::Support> S, class Field>
void fields_of(S& support, const Field& field) {
  using Law = SimulateOptions::Support::Law;
  field("law", Need::optional, support.law,
        Words<Law>{{{"none", Law::none}, {"viscous", Law::viscous}, {"ellipsoid", Law::ellipsoid}}});
  field("friction", Need::optional, support.friction, Bound::not_negative);
  field("moment_radius", Need::optional, support.moment_radius, Bound::length);
}

template <Is<SimulateOptions::Rest> R, class Field>
void fields_of(R& rest, const Field& field) {
  field("speed", Need::optional, rest.speed, Bound::positive);
  field("hold", Need::optional, rest.hold, Bound::not_negative);
}

}  // namespace pawl::internal
