// SPDX-License-Identifier: MIT
#include <pawl/io/in_si.h>
#include <pawl/planner/rest_regions.h>
#include <pawl/planner/simulate_task.h>
#include <pawl/planner/trials.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "energy/plan_depth.h"
#include "energy/rest_cover.h"
#include "geometry/boundary.h"
#include "geometry/plane.h"

namespace pawl {
namespace {

constexpr std::size_t kPoses = 60;  ///< largest number of candidate poses; it is large because most poses may collide
constexpr std::size_t kTrials = 6;
/// The search ends at a resting pose with at least this fraction of the largest displacement.
constexpr double kNear = .9;

/// Returns at most kPoses corners and centres of the boxes of a region: those with the largest displacements, in
/// decreasing order.
std::vector<Eigen::Vector3d> far_poses(const RestRegion& region, const internal::Boundary& part) {
  std::vector<std::pair<double, Eigen::Vector3d>> poses;
  const auto add = [&](const Eigen::Vector3d& pose) { poses.emplace_back(internal::displacement_at(part, pose), pose); };
  for (const auto& [low, high] : region.cover) {
    add((low + high) / 2);
    for (int k = 0; k < 8; ++k)
      add({(k & 1) != 0 ? high.x() : low.x(), (k & 2) != 0 ? high.y() : low.y(), (k & 4) != 0 ? high.z() : low.z()});
  }
  std::stable_sort(poses.begin(), poses.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Eigen::Vector3d> sorted;
  for (const auto& [displacement, pose] : poses) {
    if (sorted.size() < kPoses && (sorted.empty() || sorted.back() != pose)) sorted.push_back(pose);
  }
  return sorted;
}

/// Converts displacements of the centre of mass from the reference pose to poses of the body frame, and vice versa, in
/// metres.
class ReferenceFrame {
 public:
  ReferenceFrame(const SeatedTask& reference, double metres) : reference_(reference), metres_(metres) {}

  Eigen::Vector3d body_pose(const Eigen::Vector3d& displacement) const {
    const Eigen::Vector3d moved = reference_.contacts.to_world(displacement);
    const double turn = reference_.pose->z() + moved.z();
    const Eigen::Vector2d at = center(*reference_.pose) + moved.head<2>() - arm(turn);
    return {at.x() * metres_, at.y() * metres_, turn};
  }

  Eigen::Vector3d displacement(Eigen::Vector3d pose) const {
    pose.head<2>() /= metres_;
    const Eigen::Vector2d moved = center(pose) - center(*reference_.pose);
    return reference_.contacts.from_world({moved.x(), moved.y(), pose.z() - reference_.pose->z()});
  }

 private:
  Eigen::Vector2d arm(double turn) const {
    return internal::rotated(reference_.contacts.center_of_mass, turn);
  }
  Eigen::Vector2d center(const Eigen::Vector3d& pose) const { return pose.head<2>() + arm(pose.z()); }

  const SeatedTask& reference_;
  double metres_;
};

}  // namespace

std::optional<RestWitness> find_rest_witness(const ValidTask& task, const RestRegions& regions, const StopToken& stop) {
  if (regions.end != RestRegions::End::bounded || !regions.seated) return std::nullopt;
  const Task& data = task.task();
  const RestRegion& region = regions.steps.back();
  const TrialTask trials = in_si(task, {regions.reference.contacts.to_world(region.wrench)});
  TrialOptions options = trial_options(data);
  options.stop = stop;
  const double metres = data.units.metres();
  const ReferenceFrame frame(regions.reference, metres);
  const Outline outline = internal::outline_at_seat(*data.part.outline, regions.reference);
  const std::vector<Outline> holes = internal::holes_at_seat(data, regions.reference);
  RestWitness found;
  for (const Eigen::Vector3d& pose : far_poses(region, internal::boundary_of(Loops(outline, holes)))) {
    if (found.trials == kTrials || found.largest >= kNear * region.displacement || stop.stop_requested()) break;
    const std::optional<Trial> trial = run_trial_from(trials.task, frame.body_pose(pose), trials.wrenches, options);
    if (stop.stop_requested()) break;  // the trial may have been interrupted
    if (!trial) continue;
    ++found.trials;
    const bool rests = trial->outcome == Outcome::jammed || trial->outcome == Outcome::seated;
    if (!rests || trial->displacement / metres <= found.largest) continue;
    found.largest = trial->displacement / metres;
    found.displacement = frame.displacement(trial->end);
    found.fixels.clear();
    for (const int contact : trial->touching) {
      if (contact < static_cast<int>(data.fixels.size())) found.fixels.push_back(contact);
    }
  }
  if (!(found.largest > 0)) return std::nullopt;
  return found;
}

}  // namespace pawl
