// SPDX-License-Identifier: MIT
#include "answers/nest_search.h"

#include <fmt/format.h>
#include <pawl/base/angle.h>
#include <pawl/base/parallel.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "geometry/outline.h"

namespace pawl::answers {
namespace {

constexpr double kLargestTurn = 2.4;  ///< largest rotation of a start region, rad, slightly less than its bound

/// Returns a region around the reference pose that contains all poses that the part can reach. Returns nothing if the
/// part is not caged.
std::optional<StartRegion> region_of(const std::optional<Loading>& play) {
  if (!play || play->end != Loading::End::caged) return std::nullopt;
  const auto reach = [&](int axis) { return std::max(-play->extent[0][axis], play->extent[1][axis]); };
  StartRegion region;
  region.translation = std::max({reach(0), reach(1), 0.});
  region.rotation = std::max(reach(2), 0.);
  return region;
}

void find_rest(const ValidTask& nested, const StopToken& stop, FoundNest& found) {
  const std::optional<StartRegion> start = region_of(found.play);
  if (!start) {
    found.no_rest = "the part is not caged";
    return;
  }
  if (start->rotation > kLargestTurn) {
    found.no_rest = "the part can turn too far in its pocket";
    return;
  }
  if (std::holds_alternative<Disc>(*nested.task().part.outline)) {
    found.no_rest = "a disc rolls in its pocket, so no bound on its rotation exists";
    return;
  }
  const double angle = radians(*found.options.tilt_deg);
  const Eigen::Vector2d tilt(std::cos(angle), std::sin(angle));
  if (const auto side = found.options.open_side; side && tilt.dot(outward_of(*side)) > 1e-9) {
    found.no_rest = "the tilt is towards the open side";
    return;
  }
  const ContactSet contacts = reference_pose(nested.task()).task.contacts;
  RestOptions options;
  options.stop = stop;
  found.rest = find_rest_regions(nested, {contacts.from_world({tilt.x(), tilt.y(), 0})}, *start, options);
  if (found.rest->end == RestRegions::End::bounded && found.rest->refused.empty()) return;
  found.no_rest = !found.rest->refused.empty() ? "the proof was refused: " + found.rest->refused
                                               : "the limit on boxes was reached";
  found.rest.reset();
}

void find_wrong(const ValidTask& nested, const StopToken& stop, FoundNest& found) {
  PlacementOptions options;
  options.stop = stop;
  found.wrong = find_wrong_placements(nested, reference_pose(nested.task()), options);
}

FoundNest nest_alone(const ValidTask& task, const NestOptions& options) {
  FoundNest found;
  found.options = options;
  found.nest = make_nest(task, options);
  return found;
}

/// Finds the part's play and rest region in its nest.
void find_play(const ValidTask& task, const StopToken& stop, FoundNest& found) {
  const ValidTask closed(found.nest.closed_task, task);
  LoadingOptions limits;
  limits.play = true;
  limits.stop = stop;
  found.play = find_loading(closed, reference_pose(closed.task()).task, limits);
  if (found.options.tilt_deg) find_rest(ValidTask(found.nest.task, task), stop, found);
}

/// Searches for the largest clearance with which the accuracy of the part is at most the wanted one. Makes at most
/// kTries nests, and ends when the accuracy is at least kClose times the wanted one. The accuracy is often nearly
/// proportional to the clearance, so each nest gives a guess for the next clearance. In a sharp corner, the accuracy
/// does not depend on the clearance; therefore the clearance is limited to the larger of kMostClearance times the
/// part's diameter and twice the part's tolerance.
///
/// Returns the nest with the largest clearance for which the accuracy was proved. If no such nest was found, returns
/// the last nest, with a fault.
FoundNest nest_of_accuracy(const ValidTask& task, NestOptions options, const StopToken& stop) {
  constexpr int kTries = 12;
  constexpr double kMostClearance = .02;  ///< upper bound on the clearance, as a fraction of the part's diameter,
                                          ///< unless twice the part's tolerance is larger
  constexpr double kClose = .95;  ///< the search ends at an accuracy between this fraction of the wanted accuracy and
                                  ///< the wanted accuracy
  const double wanted = *options.accuracy, tolerance = task.task().part.tolerance;
  std::optional<FoundNest> best;
  const std::optional<Outline>& outline = task.task().part.outline;  // make_nest() throws if it has no value
  const double most = std::max(kMostClearance * (outline ? internal::diameter(*outline) : 0), 2 * tolerance);
  double low = tolerance, high = std::numeric_limits<double>::infinity();
  double clearance = std::clamp(wanted / 2, 1.5 * tolerance, most), tried = clearance;
  FoundNest found;
  std::string problem = "the search was stopped";
  std::optional<double> most_accurate;
  bool undecided = false;
  for (int k = 0; k < kTries && !stop.stop_requested(); ++k) {
    tried = clearance;
    options.clearance = clearance;
    found = nest_alone(task, options);
    if (found.proved()) find_play(task, stop, found);
    const std::optional<double> accuracy = accuracy_of(task, found);
    const bool good = accuracy && *accuracy <= wanted;
    undecided = undecided || (!accuracy && found.proved());
    if (accuracy) most_accurate = std::min(*accuracy, most_accurate.value_or(*accuracy));
    problem = !found.nest.fault.empty() ? found.nest.fault
              : !found.nest.fits        ? "it is not proved that the part fits"
              : !found.no_rest.empty()  ? found.no_rest
                                        : "the part's play is not known";
    (good ? low : high) = clearance;
    if (good) best = found;
    if (good && (*accuracy >= kClose * wanted || clearance == most)) break;
    const double middle = std::isfinite(high) ? (low + high) / 2 : 2 * clearance;
    const double guess = accuracy ? (1 + kClose) / 2 * clearance * wanted / *accuracy : middle;
    clearance = std::min(guess > low && guess < high ? guess : middle, most);
    if (high - low < 1e-3 * high) break;
  }
  if (best) return *std::move(best);
  const std::string length = task.task().units.length_name();
  found.options = options;
  found.nest.clearance = tried;
  found.undecided = undecided || stop.stop_requested();
  if (found.nest.fault.empty())
    found.nest.fault = fmt::format("no clearance above the part's tolerance was found with the accuracy {:.4g} {}; ", wanted, length) +
                       (most_accurate ? fmt::format("the best one that was proved is {:.4g} {}", *most_accurate, length)
                                      : fmt::format("with the clearance {:.4g} {}, {}", tried, length, problem));
  return found;
}

/// Makes a nest with the given options. Returns them as a change if it is proved that the nest accepts no wrong
/// placement.
std::optional<NestChange> change_to(const ValidTask& task, const NestOptions& options, const StopToken& stop) {
  if (stop.stop_requested()) return std::nullopt;
  FoundNest found = nest_alone(task, options);
  if (!found.proved()) return std::nullopt;
  find_wrong(ValidTask(found.nest.closed_task, task), stop, found);
  const WrongPlacements& wrong = *found.wrong;
  if (!wrong.complete || !wrong.wrong.empty() || !wrong.undecided.empty()) return std::nullopt;
  return NestChange{options, wrong.near_miss ? wrong.near_miss->at_least : 0};
}

/// Searches for a change of a nest that excludes all wrong placements, and returns the first one found. If a cutter
/// radius is given, tries another relief. Then tries smaller clearances, by six bisections. Then, if the pocket is
/// open, tries a closed pocket with the original clearance.
std::optional<NestChange> find_change(const ValidTask& task, const FoundNest& found, const StopToken& stop) {
  constexpr int kHalvings = 6;
  using Relief = NestOptions::Relief;
  NestOptions options = found.options;
  options.accuracy.reset();
  options.clearance = found.nest.clearance;
  if (options.cutter_radius > 0) {
    for (const Relief relief : {Relief::dogbone, Relief::tbone, Relief::round}) {
      NestOptions other = options;
      other.relief = relief;
      if (relief == options.relief) continue;
      if (auto change = change_to(task, other, stop)) return change;
    }
  }
  std::optional<NestChange> best;
  double low = task.task().part.tolerance, high = found.nest.clearance;
  for (int k = 0; k < kHalvings; ++k) {
    NestOptions other = options;
    other.clearance = (low + high) / 2;
    std::optional<NestChange> change = change_to(task, other, stop);
    (change ? low : high) = *other.clearance;
    if (change) best = std::move(change);
  }
  if (best || !options.open_side) return best;
  options.open_side.reset();
  return change_to(task, options, stop);
}

}  // namespace

std::optional<StartRegion> start_region_in(const FoundNest& found) {
  const std::optional<StartRegion> region = region_of(found.play);
  return region && region->rotation <= kLargestTurn ? region : std::nullopt;
}

std::optional<double> accuracy_of(const ValidTask& task, const FoundNest& found) {
  if (!found.options.tilt_deg)
    return found.play && found.play->end == Loading::End::caged ? std::optional(found.play->displacement) : std::nullopt;
  if (!found.rest) return std::nullopt;
  const RestRegion& last = found.rest->steps.back();
  const Eigen::Vector3d half = (last.bounds[1] - last.bounds[0]) / 2;
  const Eigen::Vector2d center = task.contacts().center_of_mass;
  const double reach = (internal::furthest_point(*task.task().part.outline, center) - center).norm();
  return half.head<2>().norm() + reach * half.z();
}

FoundNest find_nest(const ValidTask& task, const NestOptions& options, const StopToken& stop) {
  FoundNest found = options.accuracy ? nest_of_accuracy(task, options, stop) : nest_alone(task, options);
  if (!found.proved()) return found;
  parallel_for_each_index(2, [&](std::size_t i) {
    if (i == 0 && !options.accuracy) find_play(task, stop, found);
    if (i == 1) find_wrong(ValidTask(found.nest.closed_task, task), stop, found);
  });
  if (options.foolproof && !found.wrong->wrong.empty()) found.change = find_change(task, found, stop);
  return found;
}

}  // namespace pawl::answers
