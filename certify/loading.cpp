// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/certify/loading.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "free_way.h"
#include "geometry/outline_extent.h"
#include "largest_cap.h"
#include "seated_part.h"
#include "straight_motion.h"

namespace pawl {
namespace {

using internal::BoxContacts;
using internal::least_gap;
using Poses = std::vector<Eigen::Vector3d>;

constexpr int kDirections = 64;          ///< that are tried, beside those along the part's straight sides
constexpr double kCoarseStep = 0x1p-12;  ///< of shorter ways, which are not to graze anything for long
constexpr std::size_t kTighten = 20000;  ///< boxes at least to tell the extent by
constexpr int kLeastLeadOut = 30;        ///< halvings of the part's diameter

class LoadingSearch {
 public:
  LoadingSearch(const Task& task, const SeatedTask& seated, const LoadingOptions& options)
      : outline_(internal::outline_at_seat(task, seated)),
        fixels_(internal::fixels_at_seat(task, seated)),
        set_(seated.contacts),
        touch_(std::max(task.contact_tolerance, 0.)),
        turns_(!std::holds_alternative<Disc>(outline_)),
        far_(far_away()),
        contacts_(outline_, fixels_, touch_, 4 * far_),
        options_(options) {}

  Loading run() {
    Loading loading;
    if (const auto direction = straight_out()) {
      loading.path = {Eigen::Vector3d::Zero(), far_ * *direction};
    } else {
      search(loading);
    }
    if (loading.end == Loading::End::caged) return loading;
    return with_gap(std::move(loading));
  }

 private:
  /// A distance at which a line parts it from all fixels.
  double far_away() const {
    double far = 0;
    for (const EnergyFixel& fixel : fixels_) far = std::max(far, fixel.at.norm() + fixel.radius);
    return 1.01 * (far + internal::boundary_of(outline_).reach);
  }

  /// How fast the touching fixels' gaps open, the slowest, along a unit twist (rotation in units of 1 / rho).
  double opening(const Eigen::Vector3d& twist) const {
    double least = 1;
    for (const Eigen::Vector3d& row : rows()) least = std::min(least, row.dot(twist));
    return least;
  }
  std::vector<Eigen::Vector3d> rows() const {
    std::vector<Eigen::Vector3d> rows;
    for (const Contact& contact : set_.contacts) {
      const Eigen::Vector2d n = contact.normal.normalized(), p = contact.point - set_.center_of_mass;
      const double torque = (p.x() * n.y() - p.y() * n.x()) / set_.radius_of_gyration();
      rows.push_back(Eigen::Vector3d(n.x(), n.y(), turns_ ? torque : 0).normalized());
    }
    return rows;
  }

  /// The direction that opens the gaps soonest of those in which the part can be drawn out.
  std::optional<Eigen::Vector3d> straight_out() const {
    std::vector<std::pair<double, Eigen::Vector3d>> directions;
    const auto add = [&](double x, double y) { directions.push_back({0, {x, y, 0}}); };
    for (int k = 0; k < kDirections; ++k) {
      const double angle = 2 * std::numbers::pi * k / kDirections;
      add(std::cos(angle), std::sin(angle));
    }
    for (const internal::BoundarySide& side : contacts_.boundary().sides) {
      if (!side.straight()) continue;
      for (const double sign : {1., -1.}) add(sign * side.direction.x(), sign * side.direction.y());
    }
    for (auto& [opens, direction] : directions) opens = opening(direction);
    std::stable_sort(directions.begin(), directions.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [opens, direction] : directions) {
      if (opens < -1e-6 || options_.stop.stop_requested()) break;
      if (least_gap(contacts_, {0, 0, 0}, far_ * direction, -touch_)) return direction;
    }
    return std::nullopt;
  }

  /// As far as the part can be moved along the twist that opens all gaps soonest; none where no twist opens all.
  std::optional<Eigen::Vector3d> lead_out() const {
    const Eigen::Vector3d best = internal::largest_cap(rows());
    const double rho = set_.radius_of_gyration();
    const Eigen::Vector3d twist(best.x(), best.y(), turns_ ? best.z() / rho : 0);
    if (!(opening(best) > 0)) return std::nullopt;
    double length = internal::diameter(outline_);
    for (int k = 0; k < kLeastLeadOut; ++k, length /= 2) {
      const Eigen::Vector3d end = length * twist;
      if (std::fabs(end.z()) > std::numbers::pi || end.head<2>().norm() > far_) continue;
      if (contacts_.gap(end) > 0 && least_gap(contacts_, {0, 0, 0}, end, -touch_)) return end;
    }
    return std::nullopt;
  }

  void search(Loading& loading) const {
    const std::optional<Eigen::Vector3d> begun = lead_out();
    internal::FreeWay way(contacts_, far_, turns_, begun);
    const auto end = way.run(options_.boxes, options_.stop);
    if (end == internal::FreeWay::End::closed) {
      loading.end = Loading::End::caged;
      way.tighten(std::min(options_.boxes, 2 * way.boxes() + kTighten));
      loading.extent = way.extent();
    }
    loading.boxes = way.boxes();
    if (end == internal::FreeWay::End::open) loading.path = shortened(way.poses());
  }

  /// Leaves out poses between which the part can be moved straight, and without touching.
  Poses shortened(const Poses& poses) const {
    Poses all{Eigen::Vector3d::Zero()}, kept = all;
    all.insert(all.end(), poses.begin(), poses.end());
    for (std::size_t from = 0; from + 1 < all.size();) {
      std::size_t to = all.size() - 1;
      const double floor = from == 0 ? -touch_ : 0;
      while (to > from + 1 && !least_gap(contacts_, all[from], all[to], floor, kCoarseStep)) --to;
      kept.push_back(all[to]);
      from = to;
    }
    return kept;
  }

  /// The path's least gap, looked at once more; without one it is none.
  Loading with_gap(Loading loading) const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k + 1 < loading.path.size(); ++k) {
      const auto gap = least_gap(contacts_, loading.path[k], loading.path[k + 1], -touch_);
      if (!gap) return {Loading::End::undecided, {}, 0, {}, loading.boxes};
      least = std::min(least, *gap);
    }
    if (loading.path.size() < 2) return loading;
    loading.end = Loading::End::leaves;
    loading.least_gap = least;
    return loading;
  }

  Outline outline_;
  std::vector<EnergyFixel> fixels_;
  const ContactSet& set_;
  double touch_;
  bool turns_;
  double far_;
  BoxContacts contacts_;
  LoadingOptions options_;
};

/// A displacement of the centre of mass, in the frame of the seat, as a pose of the part.
Eigen::Vector3d pose_in_world(const SeatedTask& seated, const Eigen::Vector3d& displaced) {
  const Eigen::Vector3d seat = seated.pose.value_or(Eigen::Vector3d::Zero());
  const Eigen::Vector2d& center = seated.contacts.center_of_mass;
  const Eigen::Vector2d moved = center + displaced.head<2>() - Eigen::Rotation2Dd(displaced.z()) * center;
  Eigen::Vector3d pose;
  pose << seat.head<2>() + Eigen::Rotation2Dd(seat.z()) * moved, seat.z() + displaced.z();
  return pose;
}

}  // namespace

Loading find_loading(const ValidTask& valid, const SeatedTask& seated, const LoadingOptions& options) {
  const Task& task = valid.task();
  if (!task.part.outline)
    throw InputError("/part/outline", "", "missing: whether the part can leave its fixture depends on the outline");
  Loading loading = LoadingSearch(task, seated, options).run();
  for (Eigen::Vector3d& pose : loading.path) pose = pose_in_world(seated, pose);
  return loading;
}

}  // namespace pawl
