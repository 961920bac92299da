// SPDX-License-Identifier: MIT
#include "energy/rest_steps.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/planner/actuator.h>
#include <pawl/scenes/support_options.h>
#include <pawl/verify/certificate.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "base/faults.h"
#include "energy/certificate_text.h"
#include "energy/plan_depth.h"
#include "geometry/outline.h"
#include "geometry/plane.h"

namespace pawl::internal::inline planner {
namespace {

constexpr double kMostTurn = 2.5;  ///< largest permitted rotation of a start region, rad
constexpr double kUsualTurn = 2;   ///< half of the domain's range of angles, rad
/// Half of the domain's range of angles if the start region contains rotations above 1.5 rad.
constexpr double kLargeTurn = 2.875;

/// Returns the smallest box that contains all given boxes.
PoseBox hull_of(const std::vector<PoseBox>& boxes) {
  Eigen::Vector3d low = boxes[0].centre - boxes[0].half, high = boxes[0].centre + boxes[0].half;
  for (const PoseBox& box : boxes) {
    low = low.cwiseMin(box.centre - box.half);
    high = high.cwiseMax(box.centre + box.half);
  }
  return {(low + high) / 2, (high - low) / 2};
}

}  // namespace

Eigen::Vector2d circle_coordinates(const WrenchDomain& circle, const Eigen::Vector3d& wrench) {
  Eigen::Matrix<double, 3, 2> plane;
  plane << circle.first, circle.second;
  return (plane.transpose() * plane).inverse() * plane.transpose() * wrench;
}

RestSteps::RestSteps(const ValidTask& task, const StartRegion& start, const RestOptions& options)
    : task_(task), options_(options) {
  check(start);
  ReferencePose reference = reference_pose(task.task());
  reference_ = std::move(reference.task);
  seated_ = reference.seated;
  problem_ = problem_at_seat(task, reference_, options.tolerances);
  const Task& data = task.task();
  const SimulateOptions& trials = data.simulate;
  const double weight = standard_gravity(data.units) * reference_.contacts.mass;
  force_ = trials.force.value_or(weight);
  double normal = weight;
  if (trials.tray) {
    const double pull = trials.tray->gravity * reference_.contacts.mass;
    force_ = pull * std::sin(trials.tray->tilt);
    normal = pull * std::cos(trials.tray->tilt);
  }
  if (trials.support.law == SimulateOptions::Support::Law::ellipsoid) {
    const Support support = support_of(trials.support, normal, data.part.loops(), reference_.contacts.center_of_mass);
    support_ = support.strength / force_;
    support_radius_ = support.moment_radius;
  }
  // The gravity of 9.81 m/s^2 in the task's units divided by 9.81: number of units of length per metre.
  const double lengths = standard_gravity(data.units) / 9.81;
  if (options.residual_energy) residual_ = *options.residual_energy * lengths / force_;
  start_box_ = start_box(start);
  domain_ = find_domain();
  start_ = {{start_box_}, start.energy * lengths / force_, {}};
}

void RestSteps::check(const StartRegion& start) const {
  const Task& task = task_.task();
  if (!task.part.outline)
    throw InputError("/part/outline", "", "missing: rest regions depend on the outline");
  if (task.fixels.empty() && task.walls.empty())
    throw InputError("/fixels", "", "missing: without fixels and walls the part rests nowhere");
  Validator faults;
  const bool spring = task.actuator && std::holds_alternative<SpringActuator>(*task.actuator);
  const bool at_center = !task.actuator || std::holds_alternative<FreeActuator>(*task.actuator) ||
                         std::holds_alternative<TrayActuator>(*task.actuator);
  add_tolerance_faults(task, options_.tolerances, faults);
  faults.not_negative("/start/region/translation", start.translation);
  faults.not_negative("/start/region/rotation", start.rotation);
  faults.not_negative("/start/region/energy", start.energy);
  if (start.at && !start.at->allFinite()) faults.add("/start/region/at", "", "must be finite numbers");
  faults.not_negative("tolerances/direction", options_.direction_tolerance);
  faults.not_negative("tolerances/center", options_.center_tolerance);
  if (options_.residual_energy) faults.not_negative("residual_energy", *options_.residual_energy);
  if (options_.direction_tolerance >= std::numbers::pi / 2)
    faults.add("tolerances/direction", options_.direction_tolerance, "must be below a quarter turn");
  if (spring && options_.direction_tolerance > 0) {
    faults.add("tolerances/direction", options_.direction_tolerance,
               "must be 0 for a spring, whose direction follows from \"anchor\" and \"anchor_tolerance\"");
  }
  if (!at_center && options_.center_tolerance > 0) {
    faults.add("tolerances/center", options_.center_tolerance,
               "must be 0 unless the force acts at the centre of mass, as for a tray or free wrenches");
  }
  if (start.rotation > kMostTurn) {
    faults.add("/start/region/rotation", start.rotation,
               fmt::format("must be at most {} rad (143 deg); to turn a part from any orientation, see pawl orient",
                           kMostTurn));
  }
  faults.finish();
}

/// Returns the smallest box, in the frame of the reference pose, that contains the start region. Throws InputError if
/// the region contains rotations above kMostTurn.
PoseBox RestSteps::start_box(const StartRegion& start) const {
  const double angle = reference_.contacts.angle;
  const double wide = start.translation * (std::fabs(std::cos(angle)) + std::fabs(std::sin(angle)));
  // If the frames differ by a multiple of a quarter turn, the box need not be enlarged.
  const double half = std::fabs(std::sin(2 * angle)) < 1e-9 ? start.translation : wide;
  PoseBox box{{0, 0, 0}, {half, half, start.rotation}};
  if (!start.at) return box;
  const SeatFrame frame(reference_);
  const Eigen::Vector2d& center = reference_.contacts.center_of_mass;
  box.centre = frame.pose(*start.at);
  box.centre.z() = std::remainder(box.centre.z(), 2 * std::numbers::pi);
  box.centre.head<2>() += rotated(center, box.centre.z());
  if (std::fabs(box.centre.z()) + start.rotation <= kMostTurn) return box;
  throw InputError("/start/region/at/2", fmt::format("{}", start.at->z()),
                   fmt::format("the start region must not turn the part by more than {} rad from the seat", kMostTurn));
}

/// Returns a box around the start region and the reference pose. Repeated halving of the box gives exact centres. No
/// plane in which a box is halved contains the reference pose.
PoseBox RestSteps::find_domain() const {
  const Eigen::Vector3d far = start_box_.centre.cwiseAbs() + start_box_.half;
  const double length = diameter(problem_.outline) / 2 + 1.0625 * std::max(far.x(), far.y());
  const double size = std::exp2(std::ceil(std::log2(length)));
  PoseBox domain{{0, 0, 0}, {size, size, far.z() > 1.5 ? kLargeTurn : kUsualTurn}};
  domain.centre = 7. / 512 * domain.half;
  return domain;
}

WrenchDomain RestSteps::wrenches() const {
  const Actuator actuator = task_.task().actuator.value_or(FreeActuator());
  return domain_of(actuator, *reference_.pose, reference_.contacts).domain;
}

EnergyLoad RestSteps::load_of(const Eigen::Vector3d& wrench) const {
  EnergyLoad load = load_at_seat(task_.task(), reference_, wrench);
  load.direction_tolerance = options_.direction_tolerance;
  load.at_tolerance = options_.center_tolerance;
  load.support = support_;
  load.support_radius = support_radius_;
  return load;
}

std::unique_ptr<BoxJudge> RestSteps::judge_of(const EnergyLoad& load) const {
  EnergyProblem problem = problem_;
  problem.load = load;
  return std::make_unique<BoxJudge>(problem, 2 * domain_.half.head<2>().norm());
}

RestStep RestSteps::apply(const RestState& from, const Eigen::Vector3d& wrench, const RestOptions& options,
                          bool last) const {
  CoverOptions limits{options.accuracy, last ? options.enough : 0, options.boxes, options.threads, options.stop, options.progress};
  RestStep step;
  step.load = load_of(wrench);
  if (!step.load.anchor) step.load.reference = hull_of(from.boxes).centre;
  step.judge = judge_of(step.load);
  std::vector<EnergySource> sources;
  if (from.before && options.swept) {
    step.before = judge_of(*from.before);
    double energy = -std::numeric_limits<double>::infinity();
    for (const PoseBox& box : from.boxes)
      energy = std::max(energy, step.before->greatest_potential(box) + from.kinetic);
    step.sweep = std::make_unique<SweepCover>(*step.before, *step.judge, domain_, from.boxes, energy, limits);
    step.end = step.sweep->run();
    if (step.end != CoverEnd::bounded) return step;
    for (const int k : step.sweep->tree().inside())
      sources.push_back({step.sweep->tree().node(k).box, energy + step.sweep->rise()});
  } else {
    for (const PoseBox& box : from.boxes)
      sources.push_back({box, step.judge->greatest_potential(box) + from.kinetic});
  }
  step.cover = std::make_unique<RestCover>(*step.judge, domain_, std::move(sources), limits);
  step.end = step.cover->run();
  if (!step.bounded()) return step;
  step.region = region_of(step);
  step.region.wrench = wrench;
  step.after.before = step.load;
  step.after.kinetic = residual_.value_or(0);
  const ReachTree& tree = step.cover->tree();
  for (const int k : residual_ ? tree.inside() : step.cover->rests()) step.after.boxes.push_back(tree.node(k).box);
  if (step.after.boxes.empty())
    throw InputError("/start/region", "", "must contain a pose in which the part overlaps no fixel and no wall");
  return step;
}

RestRegion RestSteps::region_of(const RestStep& step) const {
  const ReachTree& tree = step.cover->tree();
  RestRegion region;
  region.boxes = tree.inside().size();
  region.rest_boxes = step.cover->rests().size();
  region.coarse = step.end == CoverEnd::coarse;
  std::vector<PoseBox> boxes;
  int farthest = -1;
  for (const int k : residual_ ? tree.inside() : step.cover->rests()) {
    boxes.push_back(tree.node(k).box);
    const PoseBox& box = boxes.back();
    const double off = options_.tolerances.outline * chord(1, std::fabs(box.centre.z()) + box.half.z());
    const double displacement = displacement_in(step.judge->contacts().boundary(), box) + off;
    if (displacement > region.displacement) farthest = k;
    region.displacement = std::max(region.displacement, displacement);
  }
  if (farthest >= 0) {
    region.farthest = tree.node(farthest).box.centre;
    region.fixels = step.judge->contacts().owners_of(tree.node(farthest).contacts, false);
    region.walls = step.judge->contacts().owners_of(tree.node(farthest).contacts, true);
  }
  // Slightly larger, so that the checker, which rounds differently, accepts the bound.
  region.displacement *= 1 + 0x1p-30;
  if (boxes.empty()) return region;
  for (const PoseBox& box : boxes) region.cover.push_back({box.centre - box.half, box.centre + box.half});
  const PoseBox hull = hull_of(boxes);
  region.bounds = {hull.centre - hull.half, hull.centre + hull.half};
  return region;
}

std::string RestSteps::certificate(const std::vector<RestStep>& steps) const {
  RegionCertificate certificate;
  certificate.start = start_box_;
  certificate.energy = start_.kinetic;
  certificate.residual_energy = residual_;
  certificate.swept = options_.swept;
  certificate.displacement = steps.back().region.displacement;
  for (const RestStep& step : steps) {
    RegionCertificate::Step& written = certificate.steps.emplace_back();
    written.load = &step.load;
    written.cover = &step.cover->tree();
    if (!step.sweep) continue;
    written.sweep = &step.sweep->tree();
    written.rise = step.sweep->rise();
  }
  return region_certificate_text(task_.task().name, problem_, certificate);
}

}  // namespace pawl::internal::inline planner

namespace pawl {

using internal::CoverEnd;
using internal::ReachTree;
using internal::RestStep;
using internal::RestSteps;

ReferencePose reference_pose(const Task& task) {
  try {
    return {find_seat(task), true};
  } catch (const InputError&) {
    SeatedTask unseated;
    unseated.contacts = find_contacts(task);
    unseated.pose = task.pose;
    return {unseated, false};
  }
}

namespace {

/// Returns whether the actuator can apply a positive multiple of the wrench, which is in the frame of the contact set.
/// The wrench of a spring depends on the part's pose, because the spring pulls towards its anchor. A wrench is accepted
/// if the spring can apply it at some pose.
bool can_apply(const RestSteps& model, const Eigen::Vector3d& wrench) {
  constexpr double kOff = 1e-9;  // largest relative difference of equal wrenches; for directions, rad
  const ContactSet& set = model.reference().contacts;
  const WrenchDomain domain = model.wrenches();
  if (domain.kind == WrenchDomain::Kind::free) return true;
  const Eigen::Vector2d along = internal::circle_coordinates(domain, wrench);
  const Eigen::Vector3d off = along.x() * domain.first + along.y() * domain.second - wrench;
  const Eigen::Array3d sizes(1, 1, set.radius_of_gyration());
  if (!((off.array() / sizes).matrix().norm() <= kOff * (wrench.array() / sizes).matrix().norm())) return false;
  const double turn = 2 * std::numbers::pi, t = std::atan2(along.y(), along.x()) - domain.from + kOff;
  return t - turn * std::floor(t / turn) <= domain.to - domain.from + 2 * kOff;
}

/// Makes the certificate of all steps and checks it. If the checker refuses it, stores the reason instead of the
/// certificate.
void certify(const RestSteps& model, const std::vector<RestStep>& steps, RestRegions& regions) {
  regions.certificate = model.certificate(steps);
  try {
    const CertificateCheck check = verify_certificate(regions.certificate);
    regions.refused = check.refused;
  } catch (const InputError& error) {
    regions.refused = error.what();
  }
  if (!regions.refused.empty()) regions.certificate.clear();
}

/// Adds the box centre with the highest potential on the way out, and the fixels and walls that may touch the part in
/// this box.
void report_way_out(const RestStep& step, RestRegions& regions) {
  regions.leaves_in_sweep = step.cover == nullptr;
  const ReachTree& tree = step.cover ? step.cover->tree() : step.sweep->tree();
  const std::vector<int>& way = step.cover ? step.cover->way_out() : step.sweep->way_out();
  if (way.empty()) return;
  const auto higher = [&](int a, int b) {
    return step.judge->potential(tree.node(a).box.centre) < step.judge->potential(tree.node(b).box.centre);
  };
  const ReachTree::Node& pass = tree.node(*std::max_element(way.begin(), way.end(), higher));
  regions.leaves_over = pass.box.centre;
  regions.leaves_fixels = step.judge->contacts().owners_of(pass.contacts, false);
  regions.leaves_walls = step.judge->contacts().owners_of(pass.contacts, true);
}

void require_wrenches(const RestSteps& model, const std::vector<Eigen::Vector3d>& wrenches) {
  internal::Validator faults;
  for (std::size_t k = 0; k < wrenches.size(); ++k) {
    const std::string pointer = fmt::format("/plan/steps/{}/wrench", k);
    if (!wrenches[k].allFinite() || wrenches[k].isZero(0)) {
      faults.add(pointer, "", "must be finite numbers, not all zero");
    } else if (!can_apply(model, wrenches[k])) {
      faults.add(pointer, "", "is not a wrench that the task's actuator can apply");
    }
  }
  faults.finish();
}

}  // namespace

RestRegions find_rest_regions(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches,
                              const StartRegion& start, const RestOptions& options) {
  const RestSteps model(task, start, options);
  require_wrenches(model, wrenches);
  RestRegions regions;
  regions.reference = model.reference();
  regions.seated = model.seated();
  regions.force = model.force();
  std::vector<RestStep> steps;
  for (std::size_t k = 0; k < wrenches.size(); ++k) {
    const internal::RestState& from = steps.empty() ? model.start() : steps.back().after;
    RestStep step = model.apply(from, wrenches[k], options, k + 1 == wrenches.size());
    if (!step.bounded()) {
      regions.end = step.end == CoverEnd::leaves ? RestRegions::End::leaves : RestRegions::End::stopped;
      if (step.end == CoverEnd::leaves) report_way_out(step, regions);
      return regions;
    }
    regions.steps.push_back(step.region);
    steps.push_back(std::move(step));
  }
  if (steps.empty()) return regions;
  regions.end = RestRegions::End::bounded;
  regions.displacement = regions.steps.back().displacement;
  if (options.certificate) certify(model, steps, regions);
  return regions;
}

}  // namespace pawl
