// SPDX-License-Identifier: MIT
#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/planner/orient.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/constants.h"
#include "exact/numbers.h"
#include "geometry/outline.h"
#include "orient/direction_function.h"
#include "orient/orient_search.h"
#include "orient/transfer.h"

namespace pawl {
namespace internal::inline planner {
namespace {

using Vector = Eigen::Vector2d;

/// Largest permitted number of turning steps in a full turn.
constexpr int kMostStepsPerTurn = 1000000;

/// Smallest permitted bulge of an arc. The radius of an arc with a smaller bulge is so large that its support function
/// cannot be computed accurately.
constexpr double kLeastBulge = 1e-6;

/// Two angles whose difference is at most this value, rad, count as equal, because rounding may cause such a
/// difference.
constexpr double kAngleRounding = 1e-12;

Vector unit(double phi) { return {std::cos(phi), std::sin(phi)}; }

void require_valid(const Task& task, const OrientOptions& options) {
  std::vector<Fault> faults;
  if (!task.part.outline) faults.push_back({"/part/outline", "", "missing: how a part turns depends on its outline"});
  const Friction& friction = options.friction;
  if (!(friction.low >= 0 && friction.high >= friction.low && friction.high <= 1e3))
    faults.push_back({"/friction", "", "must be a number from 0 to 1000, or two in ascending order"});
  if (options.steps_per_turn && !(*options.steps_per_turn >= 1 && *options.steps_per_turn <= kMostStepsPerTurn))
    faults.push_back({"/steps_per_turn", std::to_string(*options.steps_per_turn), "must be from 1 to 1000000"});
  if (options.wanted && !std::isfinite(*options.wanted)) faults.push_back({"/wanted", "", "must be finite"});
  if (!(options.center_error >= 0 && std::isfinite(options.center_error)))
    faults.push_back({"/center_error", "", "must be a finite number >= 0"});
  if (task.part.outline) {
    if (const auto* path = std::get_if<Path>(&*task.part.outline)) {
      for (std::size_t i = 0; i < path->bulges.size(); ++i) {
        if (path->bulges[i] != 0 && std::fabs(path->bulges[i]) < kLeastBulge)
          faults.push_back({"/part/outline/path/" + std::to_string((i + 1) % path->bulges.size()) + "/bulge", "",
                            "the arc is too shallow to decide how the part turns on it; expected 0 or at least 1e-6"});
      }
    }
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

/// Throws InputError unless a radius function is positive everywhere, that is, unless the centre of mass is strictly
/// inside the hull.
void require_inside(const DirectionFunction& f) {
  double size = 0, least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < f.pieces.size(); ++i) {
    const DirectionPiece& piece = f.pieces[i];
    size = std::max(size, piece.z.norm() + piece.rho);
    const double end = i + 1 < f.pieces.size() ? f.pieces[i + 1].begin : f.pieces[0].begin + f.period;
    least = std::min({least, value_of(piece, piece.begin), value_of(piece, end)});
    const double bottom = std::atan2(-piece.z.y(), -piece.z.x());
    if (reduced(bottom - piece.begin, kTurn) < end - piece.begin) least = std::min(least, piece.rho - piece.z.norm());
  }
  if (!(least > 1e-12 * size))
    throw InputError("/part/center_of_mass", "",
                     "must be strictly inside the part's convex hull to push it by a fence");
}

/// A transfer function with bounds that hold for all friction coefficients of the interval and for all results of ties,
/// and the transfer functions of single cases. A plan must be valid in all cases.
struct Model {
  Transfer bounds;
  std::vector<Transfer> cases;
};

bool has_range(const Transfer& transfer) {
  return std::any_of(transfer.cells.begin(), transfer.cells.end(),
                     [](const Cell& cell) { return !cell.excluded && cell.low != cell.high; });
}

Model model_of(const DirectionFunction& f, const Friction& friction) {
  Model model;
  if (friction.low > 0) {
    model.bounds = combined(friction_transfer(f, std::max(friction.low - kTieSlope, friction.low / 2)),
                            friction_transfer(f, friction.high + kTieSlope));
    model.cases = {friction_transfer(f, friction.low)};
  } else {
    model.bounds = frictionless_transfer(f, Ties::bounded);
    model.cases = {frictionless_transfer(f, Ties::passed)};
    if (has_range(model.bounds)) model.cases.push_back(frictionless_transfer(f, Ties::stopped));
    if (friction.high > 0) model.bounds = combined(model.bounds, friction_transfer(f, friction.high + kTieSlope));
  }
  if (friction.high > friction.low) model.cases.push_back(friction_transfer(f, friction.high));
  return model;
}

using Intervals = std::vector<std::array<double, 2>>;

/// Returns intervals in ascending order. Intervals that overlap or are at most kOrientMargin apart are merged.
Intervals merged(Intervals intervals) {
  std::sort(intervals.begin(), intervals.end());
  Intervals result;
  for (const auto& one : intervals) {
    if (!result.empty() && one[0] <= result.back()[1] + kOrientMargin) {
      result.back()[1] = std::max(result.back()[1], one[1]);
    } else {
      result.push_back(one);
    }
  }
  return result;
}

/// Returns the intervals of the directions that the part may have after one step if its direction is in the given
/// intervals.
Intervals results_of(const Transfer& transfer, const Intervals& intervals) {
  Intervals results;
  for (const auto& [low, high] : intervals) {
    for (long k = transfer.cell_at(low);; ++k) {
      const Cell cell = transfer.cell(k), before = transfer.cell(k - 1), after = transfer.cell(k + 1);
      if (cell.begin > high || (cell.begin == high && high > low)) break;
      if (cell.excluded) continue;
      // If the part may either stay or turn in this cell, it can stop only at two kinds of directions: its present
      // direction, and a direction at which the neighbouring cell stops the part.
      if (cell.low.identity && !cell.high.identity) {
        results.push_back({std::max(cell.begin, low), cell.end});
        const double low_after = transfer.low_after(after.excluded ? after.end : cell.end);
        results.push_back({std::min(cell.high.value, low_after), cell.high.value});
        continue;
      }
      if (!cell.low.identity && cell.high.identity) {
        results.push_back({cell.begin, std::min(cell.end, high)});
        const double high_before = transfer.high_before(before.excluded ? before.begin : cell.begin);
        results.push_back({cell.low.value, std::max(cell.low.value, high_before)});
        continue;
      }
      results.push_back({cell.low.identity ? std::max(cell.begin, low) : cell.low.value,
                         cell.high.identity ? std::min(cell.end, high) : cell.high.value});
    }
  }
  return merged(std::move(results));
}

/// Returns an angle modulo the period, reduced to (-period / 2, period / 2].
double centered(double angle, double period) {
  const double result = reduced(angle, period);
  return result > period / 2 ? result - period : result;
}

/// Returns the orientations angle - phi of the part for all phi in `directions`, modulo `period`, in ascending order.
Intervals orientations(const Intervals& directions, double angle, double period) {
  Intervals result;
  for (const auto& [low, high] : directions) {
    double begin = reduced(angle - high, period);
    if (period - begin < 1e-9 * period) begin -= period;  // an angle just below a full period is 0, except for rounding
    result.push_back({begin, begin + (high - low)});
  }
  std::sort(result.begin(), result.end());
  Intervals distinct;
  for (const auto& one : result)
    if (distinct.empty() || one[0] - distinct.back()[0] > kOrientMargin || one[1] - distinct.back()[1] > kOrientMargin)
      distinct.push_back(one);
  return distinct;
}

/// Sets the steps of a plan and its final orientation.
void add_plan(const Transfer& transfer, const std::vector<Solved>& found, const OrientOptions& options, double wanted,
              OrientPlan& plan) {
  const double symmetry = kTurn / plan.symmetry;
  std::vector<double> angles{0};
  std::vector<Intervals> after{results_of(transfer, {{found[0].begin, found[0].end}})};
  for (std::size_t i = 0; i + 1 < found.size(); ++i) {
    angles.push_back(angles.back() + found[i].turn);
    Intervals turned = after.back();
    for (auto& one : turned) one = {one[0] + found[i].turn, one[1] + found[i].turn};
    after.push_back(results_of(transfer, turned));
  }
  const double final = angles.back() - after.back().front()[0];
  double shift = 0;
  if (options.steps_per_turn) {
    const double step = kTurn / *options.steps_per_turn;
    double best = std::numeric_limits<double>::infinity();
    for (int j = 0; j < *options.steps_per_turn; ++j) {
      const double off = std::fabs(centered(final + j * step - wanted, symmetry));
      if (off < best - kAngleRounding) {
        best = off;
        shift = j * step;
      }
    }
    plan.off = centered(final + shift - wanted, symmetry);
  } else {
    shift = wanted - final;
  }
  plan.final = wanted + plan.off;
  for (std::size_t i = 0; i < angles.size(); ++i) {
    OrientStep step;
    step.angle = reduced(angles[i] + shift, plan.function.period);
    step.turn = i == 0 ? 0 : centered(found[i - 1].turn, plan.function.period);
    step.margin = i == 0 ? std::numeric_limits<double>::infinity() : found[i - 1].margin;
    step.orientations = orientations(after[i], angles[i] + shift, symmetry);
    plan.steps.push_back(step);
  }
}

std::string no_plan_reason(const OrientOptions& options) {
  if (options.friction.high > 0 && options.by == OrientBy::squeeze) {
    return options.steps_per_turn ? "with this friction and this turning step no sequence of squeezes brings all "
                                    "orientations to a single one with margins of 1e-9 rad"
                                  : "with this friction no sequence of squeezes brings all orientations to a single one "
                                    "with margins of 1e-9 rad";
  }
  return "no sequence of turns by multiples of the turning step brings all orientations to a single one with margins of "
         "1e-9 rad";
}

/// Returns a sequence with as many steps as `found` whose smallest margin is the largest possible, with a relative
/// accuracy of 1/100. Uses bisection on the smallest margin that the search accepts. A search with a larger margin
/// never finds a shorter sequence.
std::vector<Solved> with_widest_margin(const Transfer& bounds, OrientSearch query, std::vector<Solved> found) {
  const auto least_margin = [](const std::vector<Solved>& steps) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) least = std::min(least, steps[i].margin);
    return least;
  };
  if (found.size() < 2) return found;
  double low = least_margin(found), high = bounds.period / 2;
  while (high > 1.01 * low) {
    query.margin = std::sqrt(low * high);
    OrientFound wider = shortest_sequence(bounds, query);
    if (wider.end == OrientFound::End::stopped) break;
    if (wider.end == OrientFound::End::found && wider.steps.size() == found.size()) {
      found = std::move(wider.steps);
      low = std::max(query.margin, least_margin(found));
    } else {
      high = query.margin;
    }
  }
  return found;
}

/// Searches for the plan. Also searches for a proof that no shorter plan or no plan exists.
void search(const Model& model, const OrientOptions& options, double wanted, OrientPlan& plan) {
  const long cells = cells_per_symmetry(model.bounds);
  const long parts = model.bounds.count() / cells;
  plan.symmetry = static_cast<int>(std::lround(kTurn / plan.function.period)) * static_cast<int>(parts);
  plan.symmetry_exact = repeats_exactly(plan.transfer, parts);
  OrientSearch query;
  query.symmetry_period = plan.function.period / static_cast<double>(parts);
  query.steps_per_turn = options.steps_per_turn;
  query.stop = options.stop;
  const OrientFound found = shortest_sequence(model.bounds, query);
  // A plan that is valid in all cases is also a plan for each single case. It is therefore at least as long as the
  // shortest plan for any single case. The searches for single cases use a margin that is reduced by the rounding error
  // of angles, so that they miss no plan.
  query.margin = kOrientMargin - kAngleRounding;
  std::size_t least = 0;
  bool proved_none = false, stopped = found.end == OrientFound::End::stopped;
  for (const Transfer& one : model.cases) {
    if (stopped || (one.count() / cells_per_symmetry(one)) % parts != 0) continue;
    const OrientFound needed = shortest_sequence(one, query);
    if (needed.end == OrientFound::End::stopped) stopped = true;
    if (needed.end == OrientFound::End::stalled) proved_none = true;
    least = std::max(least, needed.steps.size());
  }
  if (found.end == OrientFound::End::found) {
    plan.status = OrientPlan::Status::found;
    plan.shortest = !stopped && found.steps.size() <= least;
    query.margin = kOrientMargin;
    add_plan(model.bounds, with_widest_margin(model.bounds, query, found.steps), options, wanted, plan);
  } else if (stopped) {
    plan.status = OrientPlan::Status::stopped;
    plan.reason = "stopped before the search ended";
  } else if (proved_none && !options.steps_per_turn && (options.by == OrientBy::fence || options.friction.high == 0)) {
    // If the jaws have no friction and can have any angle, a plan exists for every transfer function [Goldberg 1993].
    plan.status = OrientPlan::Status::not_found;
    plan.reason = "every plan has a step whose angle must be right within 1e-9 rad";
  } else if (proved_none) {
    plan.status = OrientPlan::Status::none;
    plan.reason = no_plan_reason(options);
  } else {
    plan.status = OrientPlan::Status::not_found;
    plan.reason =
        "no plan was found that holds for every friction of the interval and every outcome of a tie; it is not "
        "proved that none exists";
  }
}

/// Sets the basin of a stable pose: the step of the transfer function that ends at the direction of the pose.
void add_basin(const std::vector<TransferStep>& transfer, double period, StablePose& pose) {
  pose.basin_low = pose.basin_high = pose.direction;
  for (const TransferStep& step : transfer) {
    if (step.kind != TransferStep::Kind::turns) continue;
    const double lift = step.low.angle - pose.direction;
    const double turns = std::round(lift / period);
    if (std::fabs(lift - turns * period) > kOrientMargin) continue;
    pose.basin_low = std::min(pose.basin_low, step.from.angle - turns * period);
    pose.basin_high = std::max(pose.basin_high, step.to.angle - turns * period);
  }
}

/// Returns the poses in which a part rests against a fence. `f` is the radius function about `center`.
std::vector<StablePose> stable_poses(const DirectionFunction& f, const Vector& center, double error,
                                     const std::vector<TransferStep>& transfer) {
  std::vector<StablePose> poses;
  const auto add = [&](StablePose pose) {
    pose.orientation = centered(-std::numbers::pi / 2 - pose.direction, kTurn);
    pose.from += center;
    pose.to += center;
    add_basin(transfer, f.period, pose);
    poses.push_back(pose);
  };
  for (std::size_t i = 0; i < f.pieces.size(); ++i) {
    const DirectionPiece& before = f.pieces[(i + f.pieces.size() - 1) % f.pieces.size()];
    const DirectionPiece& piece = f.pieces[i];
    StablePose pose;
    pose.direction = piece.begin;
    const Vector normal = unit(piece.begin), along(-normal.y(), normal.x());
    pose.height = value_of(piece, piece.begin);
    pose.from = before.z + before.rho * normal;
    pose.to = piece.z + piece.rho * normal;
    const double backward = -pose.from.dot(along), forward = pose.to.dot(along);
    if (f.pieces.size() > 1 && backward + forward > 1e-12 * (pose.height + std::fabs(forward))) {
      pose.edge = true;
      const auto side = [&](double length, double sign) {
        const double distance = std::hypot(length, pose.height);
        const double spread = error < distance ? std::asin(error / distance) : std::numbers::pi / 2;
        return std::atan2(length, pose.height) - sign * spread;
      };
      pose.margin = std::min(side(backward, 1), side(forward, 1));
      if (std::min(side(backward, -1), side(forward, -1)) > 0) add(pose);
    }
    // A minimum of the height inside the piece of an arc is a pose in which the part rests on the arc, with its centre
    // of mass straight above the contact.
    const double end = i + 1 < f.pieces.size() ? f.pieces[i + 1].begin : f.pieces[0].begin + f.period;
    const double bottom = piece.begin + reduced(std::atan2(-piece.z.y(), -piece.z.x()) - piece.begin, kTurn);
    if (piece.rho > 0 && !piece.z.isZero(0) && bottom > piece.begin && bottom < end) {
      StablePose rocking;
      rocking.direction = reduced(bottom, kTurn);
      rocking.height = value_of(piece, bottom);
      rocking.from = rocking.to = piece.z + piece.rho * unit(bottom);
      add(rocking);
    }
  }
  return poses;
}

}  // namespace
}  // namespace internal::inline planner

OrientPlan plan_orientation(const ValidTask& valid, const OrientOptions& options) {
  using namespace internal;
  const Task& task = valid.task();
  require_valid(task, options);
  const DirectionFunction support = support_function(*task.part.outline);
  const Eigen::Vector2d center = valid.contacts().center_of_mass;
  const bool fence = options.by == OrientBy::fence;
  OrientPlan plan;
  plan.function = fence ? radius_of(support, center) : width_of(support);
  if (fence) require_inside(plan.function);
  const Model model = model_of(plan.function, fence ? Friction() : options.friction);
  plan.transfer = steps_of(model.bounds, plan.function);
  if (fence) plan.stable = stable_poses(plan.function, center, options.center_error, plan.transfer);
  if (std::any_of(model.cases.begin(), model.cases.end(), is_identity)) {
    plan.status = OrientPlan::Status::none;
    plan.reason =
        options.friction.high > 0 && !fence ? "with this friction the part stays in every orientation"
        : fence
            ? "the distance of the centre of mass from the fence is the same in all directions: a push turns nothing"
            : "the width is the same in all directions: a squeeze turns nothing";
    return plan;
  }
  search(model, options, options.wanted.value_or(task.pose.z()), plan);
  return plan;
}

std::optional<std::array<double, 2>> transferred(const std::vector<TransferStep>& transfer, double period, double phi) {
  if (transfer.empty()) return std::nullopt;
  const double lift = period * std::floor((phi - transfer[0].from.angle) / period);
  const double at = phi - lift;
  for (const TransferStep& step : transfer) {
    if (at < step.from.angle || at > step.to.angle) continue;
    if (step.kind == TransferStep::Kind::stays) return std::array<double, 2>{phi, phi};
    return std::array<double, 2>{step.low.angle + lift, step.high.angle + lift};
  }
  return std::nullopt;
}

}  // namespace pawl
