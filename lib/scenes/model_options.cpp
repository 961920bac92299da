// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/scenes/model_options.h>

#include <algorithm>
#include <initializer_list>
#include <string>

#include "base/validator.h"

namespace pawl {
namespace {

using Model = SimulateOptions::Model;

LawRoute route_of(const SimulateOptions& options) {
  return options.route == SimulateOptions::Route::published ? LawRoute::published : LawRoute::law;
}

const char* name_of(Model model) {
  switch (model) {
    case Model::coulomb:
      return "coulomb";
    case Model::viscous:
      return "viscous";
    case Model::no_slip:
      return "no-slip";
    case Model::cone_complementarity:
      return "cone-complementarity";
    case Model::compliant:
      break;
  }
  return "compliant";
}

/// A key that some models have.
void require_key(const SimulateOptions& options, const char* key, bool given, std::initializer_list<Model> models,
                 internal::Validator& faults) {
  if (!given || std::find(models.begin(), models.end(), options.model) != models.end()) return;
  std::string names;
  for (const Model model : models) names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", name_of(model));
  faults.add(std::string("/simulate/") + key, "",
             fmt::format("is no parameter of the model \"{}\": it is one of {}", name_of(options.model), names));
}

}  // namespace

ContactLaw law_of(const SimulateOptions& options) {
  switch (options.model) {
    case Model::viscous:
      return Viscous{options.viscosity.value_or(Viscous().viscosity), route_of(options)};
    case Model::no_slip:
      return NoSlip{route_of(options)};
    case Model::cone_complementarity:
      return ConeComplementarity{options.tolerance.value_or(ConeComplementarity().tolerance), options.max_push};
    case Model::compliant: {
      const Compliant usual;
      return Compliant{options.stiffness.value_or(usual.stiffness), options.damping.value_or(usual.damping),
                       options.tangent_damping.value_or(usual.tangent_damping), route_of(options)};
    }
    case Model::coulomb:
      break;
  }
  return Coulomb();
}

void require_model(const SimulateOptions& options) {
  internal::Validator faults;
  const auto key = [&](const char* name, bool given, std::initializer_list<Model> models) {
    require_key(options, name, given, models, faults);
  };
  key("viscosity", options.viscosity.has_value(), {Model::viscous});
  key("stiffness", options.stiffness.has_value(), {Model::compliant});
  key("damping", options.damping.has_value(), {Model::compliant});
  key("tangent_damping", options.tangent_damping.has_value(), {Model::compliant});
  key("route", options.route.has_value(), {Model::compliant, Model::viscous, Model::no_slip});
  key("tolerance", options.tolerance.has_value(), {Model::cone_complementarity});
  key("max_push", options.max_push.has_value(), {Model::cone_complementarity});
  key("scheme", options.scheme.has_value(), {Model::coulomb});
  key("restitution", options.restitution != 0, {Model::coulomb});
  key("solutions", options.solutions != SimulateOptions::Solutions::first, {Model::coulomb});
  faults.finish();
}

}  // namespace pawl
