// SPDX-License-Identifier: MIT
// The keys of "simulate", in a task and in a scene (see task_fields.h).
#pragma once

#include <pawl/io/simulate_options.h>

#include "io/field_rules.h"

namespace pawl::internal {

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
  field("friction", Need::optional, support.friction, Bound::friction);
  field("moment_radius", Need::optional, support.moment_radius, Bound::length);
}

template <Is<SimulateOptions::Rest> R, class Field>
void fields_of(R& rest, const Field& field) {
  field("speed", Need::optional, rest.speed, Bound::positive);
  field("hold", Need::optional, rest.hold, Bound::not_negative);
}

}  // namespace pawl::internal
