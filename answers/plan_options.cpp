// SPDX-License-Identifier: MIT
#include "answers/plan_options.h"

#include <pawl/base/fault.h>

namespace pawl::answers {
namespace {

/// An option that would be passed over promises what is not looked at.
void require_asked(const char* option, bool given, bool asked, const char* needs) {
  if (given && !asked) throw InputError(option, "", std::string("says nothing without ") + needs);
}

Guarantee guarantee_of(const std::string& name, const char* option) {
  if (name.empty()) return Guarantee::at_rest;
  if (name == "keeps") return Guarantee::keeps;
  if (name == "energy") return Guarantee::energy;
  throw InputError(option, name, "must be keeps or energy");
}

void require_sound(const AskedPlan& options, const PlanOptionNames& names) {
  const bool depth = options.asks_depth();
  require_asked(names.friction_off, options.friction_off.has_value(), depth, names.asking_depth);
  require_asked(names.fixels_off, options.fixels_off.has_value(), depth, names.asking_depth);
  require_asked(names.outline_off, options.outline_off.has_value(), depth, names.asking_depth);
  require_asked(names.boxes, options.boxes.has_value(), depth || options.loadable, names.asking_boxes);
  if (options.by_graph && options.require == "energy")
    throw InputError(names.by_graph, "", std::string("must not stand beside ") + names.both);
}

}  // namespace

PlanQuestion question_of(const AskedPlan& options, const PlanOptionNames& names) {
  require_sound(options, names);
  PlanQuestion question;
  question.request.least = guarantee_of(options.require, names.require);
  question.request.by_energy = !options.by_graph;
  if (options.cells) question.request.cells = *options.cells;
  question.depth = options.asks_depth();
  question.tolerances = {options.friction_off.value_or(0), options.fixels_off.value_or(0),
                         options.outline_off.value_or(0)};
  if (options.enough) question.flood.enough = *options.enough;
  if (options.boxes) question.flood.boxes = question.loading.boxes = *options.boxes;
  question.loadable = options.loadable;
  question.friction_limit = options.friction_limit;
  return question;
}

}  // namespace pawl::answers
