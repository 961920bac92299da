// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/base/parallel.h>
#include <pawl/planner/actuator.h>
#include <pawl/planner/energy.h>
#include <pawl/planner/rest_regions.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "energy/rest_steps.h"

namespace pawl {

using internal::RestState;
using internal::RestStep;
using internal::RestSteps;

namespace {

constexpr int kGridDirections = 24;   ///< number of directions of the grid in a full turn
constexpr std::size_t kKept = 4;      ///< largest number of sequences of each length that are continued by another step
constexpr std::size_t kTogether = 8;  ///< largest number of wrenches that are tried at the same time
constexpr std::size_t kCoarseBoxes = 8000;
constexpr double kCoarseAccuracy = .05;
/// A step is kept only if it multiplies the largest displacement by at most this factor.
constexpr double kSmaller = .95;

/// Returns the wrenches that are tried as a step: the wrench in the middle of the widest window of the energy
/// conditions, and a grid of the actuator's directions. A free actuator has three wrenches per direction, with the
/// torques 0 and +-0.4 rho. For a spread, returns only its first wrench, because the actuator determines the wrench.
std::vector<Eigen::Vector3d> candidates_of(const WrenchDomain& domain, const ContactSet& set) {
  std::vector<Eigen::Vector3d> candidates;
  if (domain.kind == WrenchDomain::Kind::spread) return {domain.first};
  if (set.size() > 0) {
    if (const auto window = energy_window(set, domain)) candidates.push_back(window->wrench);
  }
  const bool circle = domain.kind == WrenchDomain::Kind::circle;
  const double from = circle ? domain.from : 0;
  const double range = circle ? std::min(domain.to - domain.from, 2 * std::numbers::pi) : 2 * std::numbers::pi;
  const auto count = std::max(1, static_cast<int>(std::ceil(kGridDirections * range / (2 * std::numbers::pi))));
  const double rho = set.radius_of_gyration();
  for (int k = 0; k < count; ++k) {
    const double t = from + (k + .5) * range / count;
    if (circle) {
      candidates.push_back(std::cos(t) * domain.first + std::sin(t) * domain.second);
    } else {
      for (const double torque : {0., -.4, .4}) candidates.emplace_back(std::cos(t), std::sin(t), torque * rho);
    }
  }
  return candidates;
}

/// A sequence of steps, each of which ends in a bounded rest region.
struct Sequence {
  std::vector<Eigen::Vector3d> wrenches;
  RestState after;
  double displacement = 0;
};

class Search {
 public:
  Search(const ValidTask& task, const StartRegion& start, double within, const RestOptions& options,
         const RestSearch& search)
      : task_(task), region_(start), within_(within), options_(options), search_(search), model_(task, start, options) {
    candidates_ = candidates_of(model_.wrenches(), model_.reference().contacts);
  }

  RestPlan run() {
    for (const std::vector<Eigen::Vector3d>& wrenches : search_.first) {
      if (!wrenches.empty() && prove(wrenches)) return finished();
    }
    std::vector<Sequence> kept{{{}, model_.start(), std::numeric_limits<double>::infinity()}};
    for (int length = 1; length <= search_.steps && !kept.empty() && !plan_.stopped; ++length) {
      std::vector<Sequence> longer;
      for (const Sequence& sequence : kept) {
        if (continue_with(candidates_, sequence, longer)) return finished();
      }
      keep_smallest(longer);
      if (refine(kept, longer)) return finished();
      kept = std::move(longer);
    }
    return finished();
  }

 private:
  /// Tries wrenches as the next step of a sequence. Adds the longer sequences to `longer`. Returns true as soon as a
  /// plan is proved.
  bool continue_with(const std::vector<Eigen::Vector3d>& wrenches, const Sequence& sequence,
                     std::vector<Sequence>& longer) {
    RestOptions coarse = options_;
    coarse.accuracy = std::max(kCoarseAccuracy, options_.accuracy);
    coarse.boxes = std::min(kCoarseBoxes, options_.boxes);
    coarse.enough = within_;
    coarse.threads = 1;  // one thread per wrench, because several wrenches are tried at the same time
    coarse.progress = {};
    // Number of wrenches that are tried at the same time; 1 at first, because the first wrenches are likely to be good
    // enough.
    std::size_t together = 1;
    for (std::size_t first = 0; first < wrenches.size(); first += together, together = std::min(2 * together, kTogether)) {
      plan_.stopped = options_.stop.stop_requested();
      if (plan_.stopped || plan_.covers >= search_.covers) return false;
      const std::size_t count = std::min({together, wrenches.size() - first, search_.covers - plan_.covers});
      std::vector<RestStep> steps(count);
      parallel_for_each_index(
          count, [&](std::size_t k) { steps[k] = model_.apply(sequence.after, wrenches[first + k], coarse, true); },
          search_.threads);
      plan_.covers += count;
      if (options_.progress) options_.progress(plan_.covers);
      for (std::size_t k = 0; k < count; ++k) {
        if (keep(sequence, wrenches[first + k], std::move(steps[k]), longer)) return true;
      }
    }
    return false;
  }

  /// If this step ends in a bounded region whose displacement is at most kSmaller times the previous one, adds the
  /// sequence with this step to `longer`. Returns true if the longer sequence is proved to be a plan.
  bool keep(const Sequence& sequence, const Eigen::Vector3d& wrench, RestStep step, std::vector<Sequence>& longer) {
    if (!step.bounded() || step.region.displacement > kSmaller * sequence.displacement) return false;
    std::vector<Eigen::Vector3d> all = sequence.wrenches;
    all.push_back(wrench);
    if (step.region.displacement <= within_ && prove(all)) return true;
    if (step.region.displacement < smallest_) {
      smallest_ = step.region.displacement;
      best_ = all;
    }
    longer.push_back({std::move(all), std::move(step.after), step.region.displacement});
    return false;
  }

  /// If the actuator's wrenches form a circle, tries directions between those of the grid, close to the last wrenches
  /// of the sequences in `longer`. `before` contains these sequences without their last step. Returns true as soon as a
  /// plan is proved.
  bool refine(const std::vector<Sequence>& before, std::vector<Sequence>& longer) {
    const WrenchDomain domain = model_.wrenches();
    if (domain.kind != WrenchDomain::Kind::circle) return false;
    const double apart = std::min(domain.to - domain.from, 2 * std::numbers::pi) / kGridDirections;
    const std::vector<Sequence> best = longer;
    for (const Sequence& sequence : best) {
      const Eigen::Vector3d& last = sequence.wrenches.back();
      const Eigen::Vector2d along = internal::circle_coordinates(domain, last);
      const double t = std::atan2(along.y(), along.x());
      std::vector<Eigen::Vector3d> near;
      for (const double off : {-apart / 3, apart / 3}) {
        const double turned = t + off, within = turned - domain.from;
        const double turn = 2 * std::numbers::pi;
        if (within - turn * std::floor(within / turn) > domain.to - domain.from) continue;
        near.push_back(std::cos(turned) * domain.first + std::sin(turned) * domain.second);
      }
      const auto same_start = [&](const Sequence& one) {
        return std::equal(one.wrenches.begin(), one.wrenches.end(), sequence.wrenches.begin(),
                          sequence.wrenches.end() - 1);
      };
      const auto from = std::find_if(before.begin(), before.end(), same_start);
      if (from != before.end() && continue_with(near, *from, longer)) return true;
    }
    keep_smallest(longer);
    return false;
  }

  static void keep_smallest(std::vector<Sequence>& sequences) {
    std::stable_sort(sequences.begin(), sequences.end(),
                     [](const Sequence& a, const Sequence& b) { return a.displacement < b.displacement; });
    if (sequences.size() > kKept) sequences.resize(kKept);
  }

  /// Computes the regions of a plan with full accuracy. Returns false if the last region is not bounded, or if the
  /// checker refuses the certificate. Otherwise returns whether the last region is small enough. Stores the regions if
  /// the last one is small enough, or if it is smaller than the last region that was stored.
  bool prove(const std::vector<Eigen::Vector3d>& wrenches) {
    RestOptions options = options_;
    options.progress = {};
    RestRegions regions = find_rest_regions(task_, wrenches, region_, options);
    plan_.covers += wrenches.size();
    if (regions.end != RestRegions::End::bounded || !regions.refused.empty()) return false;
    plan_.found = regions.displacement <= within_;
    const bool smaller = plan_.regions.end != RestRegions::End::bounded ||
                         regions.displacement < plan_.regions.displacement;
    if (plan_.found || smaller) plan_.regions = std::move(regions);
    return plan_.found;
  }

  /// Returns the plan. If no plan was found, the result contains the regions of the best sequence.
  RestPlan finished() {
    if (!plan_.found && !best_.empty()) prove(best_);
    return std::move(plan_);
  }

  const ValidTask& task_;
  StartRegion region_;
  double within_;
  RestOptions options_;
  RestSearch search_;
  RestSteps model_;
  std::vector<Eigen::Vector3d> candidates_, best_;
  double smallest_ = std::numeric_limits<double>::infinity();
  RestPlan plan_;
};

}  // namespace

RestPlan find_rest_plan(const ValidTask& task, const StartRegion& start, double within, const RestOptions& options,
                        const RestSearch& search) {
  if (!(within > 0)) throw InputError("/goal_tolerance", fmt::format("{}", within), "must be greater than 0");
  return Search(task, start, within, options, search).run();
}

}  // namespace pawl
