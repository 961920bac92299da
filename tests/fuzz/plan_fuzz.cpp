// SPDX-License-Identifier: MIT
// Makes small tasks from bytes, with up to four pins on the part's edges. The planner must find a plan, find none,
// throw InputError or stop. The steps of a plan must be valid, and the independent check of plans must accept them.
#include <pawl/io/valid_task.h>
#include <pawl/planner/plan_task.h>

#include <cmath>
#include <variant>

#include "planar_part.h"

namespace {

using namespace pawl;

/// Returns a pin that either touches an edge of the part or is at any point.
Fixel pin_in(fuzz::Bytes& bytes, const Outline& outline) {
  Fixel pin;
  const Polygon* polygon = std::get_if<Polygon>(&outline);
  if (polygon == nullptr || bytes.whole(0, 9) == 0) {
    pin.at = {bytes.number(), bytes.number()};
    return pin;
  }
  const std::size_t count = polygon->vertices.size(), edge = bytes.byte() % count;
  const Eigen::Vector2d &from = polygon->vertices[edge], &to = polygon->vertices[(edge + 1) % count];
  pin.at = from + bytes.one_of<5>({.5, .25, .125, .75, .875}) * (to - from);
  return pin;
}

void require_sound(const TaskPlan& found) {
  fuzz::require(found.found() == !found.steps.empty() || found.status != InsertionPlan::Status::found);
  for (const TaskPlan::Step& step : found.steps) {
    fuzz::require(step.wrench.allFinite() && !step.wrench.isZero(0));
    fuzz::require(std::isfinite(step.margin) && step.margin >= 0);
    fuzz::require(!step.margin_full || std::isfinite(*step.margin_full));
    if (step.window) fuzz::require(step.window->first <= step.window->second);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  Task task = fuzz::task_in(bytes);
  const int pins = bytes.whole(0, 4);
  for (int k = 0; k < pins; ++k) task.fixels.push_back(pin_in(bytes, *task.part.outline));
  PlanRequest request;
  request.cells = 2000;
  request.by_energy = bytes.flag();
  request.least = static_cast<Guarantee>(bytes.whole(0, 2));
  try {
    require_sound(plan(ValidTask(task), request));
  } catch (const InputError& error) {
    fuzz::require_faults(error);
  }
  return 0;
}
