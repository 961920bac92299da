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
  field("units", Need::optional, scene.units, Fields());
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
  field("friction", Need::optional, body.friction, Bound::friction);
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
  field("mass", Need::optional, joint.mass, Bound::link_mass);
  field("inertia", Need::optional, joint.inertia, Bound::link_mass);
  field("center_of_mass", Need::optional, joint.center_of_mass, Bound::coordinate);
  field("outline", Need::optional, joint.outline, OneOutline());
  field("friction", Need::optional, joint.friction, Bound::friction);
}

template <Is<Pin> P, class Field>
void fields_of(P& pin, const Field& field) {
  field("a", Need::required, pin.a, SolidName());
  field("b", Need::required, pin.b, SolidName());
  field("at_a", Need::required, pin.at_a, Bound::coordinate);
  field("at_b", Need::required, pin.at_b, Bound::coordinate);
}

}  // namespace pawl::internal
