// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/base/stop_token.h>
#include <pawl/planner/loading.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "base/constants.h"
#include "cones/cone.h"
#include "energy/box_contacts.h"
#include "energy/plan_depth.h"
#include "energy/pose_tree.h"
#include "energy/rest_cover.h"
#include "geometry/outline.h"
#include "geometry/plane.h"

namespace pawl::internal::inline planner {

/// A search for a way out of a fixture by approximate cell decomposition [Brooks and Lozano-Perez 1985]. It uses a tree
/// of boxes of poses. Each box is free (all its poses are free), colliding (no pose is free), or mixed.
///
/// Dijkstra's algorithm finds the cheapest path over touching boxes from the seat to the end of the domain, where a
/// line separates the part from all fixels and walls. Mixed boxes have a high cost, which increases from coarse to fine
/// boxes. The mixed boxes on the path are halved until no mixed box is left on the path, or until no path exists. If no
/// path exists, colliding boxes enclose the reached boxes, and the reached boxes contain all poses that the part can
/// reach.
///
/// When a box is halved, costs are computed again only for its halves and for the boxes whose path leads through it
/// [Ramalingam and Reps 1996]. Among paths of equal cost, the path through the box with the lower (cost, index) is
/// used, so the result does not depend on the order of the computations.
///
/// The part touches its fixture at the seat, so the boxes at the seat remain mixed. `begun` is a pose to which the part
/// can certainly be moved from the seat; a path may also begin at this pose.
class FreeWay {
 public:
  FreeWay(const BoxContacts& contacts, double far, bool turns, std::optional<Eigen::Vector3d> begun, int threads);

  enum class End { open, closed, stopped };
  End run(std::size_t boxes, const StopToken& stop);
  std::size_t boxes() const { return tree_.nodes().size(); }
  /// Returns the poses of a way out that begins at `begun`. The straight motions between consecutive poses are free.
  std::vector<Eigen::Vector3d> poses() const;
  /// Makes the extent of a closed component tighter. Repeatedly halves those mixed boxes that touch an end of the
  /// extent, until their size is at most `rim` times the extent or the tree has `boxes` nodes. Smaller mixed boxes at
  /// an end are tested for overlap with all edges.
  void tighten(std::size_t boxes, double rim);
  /// Returns the smallest and the largest (x, y, theta) of a closed component, that is, one from which no path leads
  /// out.
  std::array<Eigen::Vector3d, 2> extent() const;
  /// Bound on the displacement of any point of the part from the seat, m; only for a closed component.
  double displacement() const;

 private:
  static constexpr double kUnreached = std::numeric_limits<double>::infinity();
  struct Node : PoseNode {
    bool free = false;
    double price = 0;
    double cost = kUnreached;  ///< cost of the cheapest known path from the seat or `begun_` to this leaf
    int from = -1;             ///< previous leaf on this path; -1 if the path begins at this leaf or none is known
    bool reached = false;      ///< true if the cost is final
    bool all_edges = false;    ///< whether all edges of part and fixture were tested for overlap
    std::vector<PossibleContact> contacts;  ///< contacts that may touch in the box; only for a mixed leaf
  };

  void look(Node& node, const std::vector<PossibleContact>* among) const;
  void test_all_edges(const std::vector<int>& leaves);
  void halve(const std::vector<int>& leaves);
  void forget_paths_through(int k);
  void reach(int k, double cost, int from);
  int leaf_at(const Eigen::Vector3d& pose) const;
  bool leads_out(int k) const;
  int find_exit();

  const BoxContacts& contacts_;
  PoseTree<Node> tree_;
  std::optional<Eigen::Vector3d> begun_;
  int threads_;           ///< largest number of threads; 0 means one per core
  std::vector<int> way_;  ///< leaves of the path out of the fixture, beginning at the seat or at `begun_`
  /// A heap of leaves with the costs that they had when they were added. An entry is out of date if the leaf's cost has
  /// changed since.
  std::vector<std::pair<double, int>> heap_;
  std::vector<int> open_;  ///< leaves whose costs must be recomputed from the costs of their neighbours
};

/// Returns a lower bound on all gaps during a motion of the part from one pose to another. The part's origin moves on a
/// straight line, and the part turns at a constant rate. Returns nothing if it is not proved that the gaps are at least
/// `floor`. If the motion begins in contact, `floor` must be negative.
///
/// No gap changes faster than v = |dx, dy| + a |dtheta| per unit of the motion, where a is the largest distance of a
/// touching point from the part's origin. Therefore, from a gap g the motion can safely continue by (g - floor) / v
/// [conservative advancement, Mirtich 1996]. Between two points with gaps g and h, at a distance d along the motion, no
/// gap is below (g + h - v d) / 2. The computation ends without a result if a step is shorter than the fraction
/// `least_step` of the motion.
///
/// A motion without rotation needs no steps if the fixture consists of round pins, or of pins and points around a part
/// with straight edges. In these cases each centre moves on a straight line relative to the part, and the distance of
/// this line from each edge has a closed form. A part that slides along a fixel therefore costs no more than a part
/// that moves away from the fixel.
std::optional<double> least_gap(const BoxContacts& contacts, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                                double floor, double least_step);

}  // namespace pawl::internal::inline planner

namespace pawl {
namespace {

using internal::BoxContacts;
using Poses = std::vector<Eigen::Vector3d>;

/// Number of directions that straight_out() tries in addition to those of the straight edges.
constexpr int kTriedDirections = 64;
constexpr double kLeastStep = 0x1p-24;  ///< default of the argument `least_step` of least_gap()
/// `least_step` for shortened(): a path that runs close to an obstacle for long is not accepted.
constexpr double kCoarseStep = 0x1p-12;
/// Number of boxes, in addition to twice the number of boxes of the search, by which the play is bounded for a part in
/// a pocket, or on pins in its holes.
constexpr std::size_t kTighten = 200000;
/// The value of kTighten for all other parts, whose play is bounded only roughly.
constexpr std::size_t kTightenRoughly = 20000;
/// Largest half-size of the boxes at the ends of the play, as a fraction of the play.
constexpr double kRim = .001;
constexpr double kRoughRim = .01;  ///< the value of kRim for all other parts
/// Number of lengths that lead_out() tries; each is half of the previous one.
constexpr int kLeastLeadOut = 30;

class LoadingSearch {
 public:
  LoadingSearch(const Task& task, const SeatedTask& seated, const LoadingOptions& options)
      : outline_(internal::outline_at_seat(*task.part.outline, seated)),
        holes_(internal::holes_at_seat(task, seated)),
        fixels_(internal::fixels_at_seat(task, seated)),
        walls_(internal::walls_at_seat(task, seated)),
        set_(seated.contacts),
        touch_(std::max(task.contact_tolerance, 0.)),
        turns_(!std::holds_alternative<Disc>(outline_) || !holes_.empty()),
        far_(far_away()),
        contacts_(Loops(outline_, holes_), fixels_, walls_, {touch_, 0}, 4 * far_),
        options_(options) {
    if (fixels_.empty() || walls_.empty()) return;
    const internal::PositionErrors errors{touch_, 0};
    fixels_alone_.emplace(Loops(outline_, holes_), fixels_, std::span<const Wall>(), errors, 4 * far_);
    walls_alone_.emplace(Loops(outline_, holes_), std::span<const EnergyFixel>(), walls_, errors, 4 * far_);
  }

  Loading run() {
    Loading loading;
    if (const auto direction = straight_out()) {
      loading.end = Loading::End::leaves;
      if (options_.path) loading.path = {Eigen::Vector3d::Zero(), far_ * *direction};
    } else {
      search(loading);
    }
    if (loading.end == Loading::End::caged || !options_.path) return loading;
    return with_gap(std::move(loading));
  }

 private:
  /// Returns a distance, m, from the seat at which a line certainly separates the part from all fixels and walls.
  double far_away() const {
    double far = 0;
    for (const EnergyFixel& fixel : fixels_) far = std::max(far, fixel.at.norm() + fixel.radius);
    for (const Wall& wall : walls_) far = std::max(far, internal::boundary_of(wall.outline).moved(wall.pose).reach);
    return 1.01 * (far + internal::boundary_of(outline_).reach);
  }

  /// Returns internal::least_gap() over all fixels and walls. Fixels and walls are examined separately, because the
  /// gaps of a part that slides along fixels have a closed form if the fixture has no walls.
  std::optional<double> least_gap(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double floor,
                                  double least_step = kLeastStep) const {
    if (!fixels_alone_) return internal::least_gap(contacts_, from, to, floor, least_step);
    const auto of_fixels = internal::least_gap(*fixels_alone_, from, to, floor, least_step);
    if (!of_fixels) return std::nullopt;
    const auto of_walls = internal::least_gap(*walls_alone_, from, to, floor, least_step);
    return of_walls ? std::optional(std::min(*of_fixels, *of_walls)) : std::nullopt;
  }

  /// Returns how fast a unit twist opens the gaps of the touching contacts: the smallest product of the twist with the
  /// gradient of a gap, each scaled to length 1. The rotation of the twist is multiplied by rho. The result is negative
  /// if some gap closes.
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

  /// Returns a tried direction in which the part can be moved out without rotation: the one that opens the gaps of the
  /// touching contacts fastest. Returns nothing if the part can be moved out in no tried direction.
  std::optional<Eigen::Vector3d> straight_out() const {
    std::vector<std::pair<double, Eigen::Vector3d>> directions;
    const auto add = [&](double x, double y) { directions.push_back({0, {x, y, 0}}); };
    for (int k = 0; k < kTriedDirections; ++k) {
      const double angle = 2 * std::numbers::pi * k / kTriedDirections;
      add(std::cos(angle), std::sin(angle));
    }
    const auto add_along = [&](const internal::BoundaryEdge& side) {
      if (!side.straight()) return;
      for (const double sign : {1., -1.}) add(sign * side.direction.x(), sign * side.direction.y());
    };
    for (const internal::BoundaryEdge& side : contacts_.boundary().sides) add_along(side);
    for (const internal::FixedEdge& edge : contacts_.edges()) add_along(edge.edge);
    for (auto& [opens, direction] : directions) opens = opening(direction);
    std::stable_sort(directions.begin(), directions.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [opens, direction] : directions) {
      if (opens < -1e-6 || options_.stop.stop_requested()) break;
      if (least_gap({0, 0, 0}, far_ * direction, -touch_)) return direction;
    }
    return std::nullopt;
  }

  /// Returns a pose to which the part can be moved along the twist that opens all gaps fastest. Tries long motions
  /// first. Returns the seat for a part without contacts. Returns nothing if no twist opens all gaps or no tried motion
  /// is free.
  std::optional<Eigen::Vector3d> lead_out() const {
    if (set_.contacts.empty()) return Eigen::Vector3d(Eigen::Vector3d::Zero());  // no fixel or wall touches the part
    const Eigen::Vector3d best = internal::largest_cap(rows());
    const double rho = set_.radius_of_gyration();
    const Eigen::Vector3d twist(best.x(), best.y(), turns_ ? best.z() / rho : 0);
    if (!(opening(best) > 0)) return std::nullopt;
    double length = internal::diameter(outline_);
    for (int k = 0; k < kLeastLeadOut; ++k, length /= 2) {
      const Eigen::Vector3d end = length * twist;
      if (std::fabs(end.z()) > std::numbers::pi || end.head<2>().norm() > far_) continue;
      if (contacts_.gap(end) > 0 && least_gap({0, 0, 0}, end, -touch_)) return end;
    }
    return std::nullopt;
  }

  void search(Loading& loading) const {
    const std::optional<Eigen::Vector3d> begun = lead_out();
    internal::FreeWay way(contacts_, far_, turns_, begun, options_.threads);
    const auto end = way.run(options_.boxes, options_.stop);
    if (end == internal::FreeWay::End::closed) {
      loading.end = Loading::End::caged;
      // A part in a pocket, or on pins in its holes, has little play. The bound on this play must be accurate to 1 % of
      // the clearance.
      const bool has_play = options_.play || !contacts_.only_round_fixels() || !holes_.empty();
      const std::size_t boxes = 2 * way.boxes() + (has_play ? kTighten : kTightenRoughly);
      if (options_.path) way.tighten(std::min(options_.boxes, boxes), has_play ? kRim : kRoughRim);
      loading.extent = way.extent();
      loading.displacement = way.displacement();
    }
    loading.boxes = way.boxes();
    if (end != internal::FreeWay::End::open) return;
    // Both the motion to `begun` and the path from `begun` through the boxes are free.
    loading.end = Loading::End::leaves;
    if (options_.path) loading.path = shortened(way.poses());
  }

  /// Returns the poses of a path from the seat, without those that are not needed. A pose is left out if the part can
  /// move straight from the kept pose before it to a later pose without touching.
  Poses shortened(const Poses& poses) const {
    Poses all{Eigen::Vector3d::Zero()}, kept = all;
    all.insert(all.end(), poses.begin(), poses.end());
    for (std::size_t from = 0; from + 1 < all.size();) {
      std::size_t to = all.size() - 1;
      const double floor = from == 0 ? -touch_ : 0;
      while (to > from + 1 && !least_gap(all[from], all[to], floor, kCoarseStep)) --to;
      kept.push_back(all[to]);
      from = to;
    }
    return kept;
  }

  /// Recomputes the smallest gap along the path. If no bound on it is proved, the result is undecided.
  Loading with_gap(Loading loading) const {
    if (loading.end != Loading::End::leaves) return loading;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k + 1 < loading.path.size(); ++k) {
      const auto gap = least_gap(loading.path[k], loading.path[k + 1], -touch_);
      if (!gap) return {Loading::End::undecided, {}, 0, {}, 0, loading.boxes};
      least = std::min(least, *gap);
    }
    loading.least_gap = least;
    return loading;
  }

  Outline outline_;
  std::vector<Outline> holes_;
  std::vector<EnergyFixel> fixels_;
  std::vector<Wall> walls_;
  const ContactSet& set_;
  double touch_;
  bool turns_;
  double far_;
  BoxContacts contacts_;
  LoadingOptions options_;
  std::optional<BoxContacts> fixels_alone_, walls_alone_;  // set only if the task has both fixels and walls
};

}  // namespace

Loading find_loading(const ValidTask& valid, const SeatedTask& seated, const LoadingOptions& options) {
  const Task& task = valid.task();
  if (!task.part.outline)
    throw InputError("/part/outline", "", "missing: whether the part can leave its fixture depends on the outline");
  Loading loading = LoadingSearch(task, seated, options).run();
  for (Eigen::Vector3d& pose : loading.path) pose = internal::pose_in_world(seated, pose);
  return loading;
}

}  // namespace pawl

namespace pawl::internal::inline planner {
namespace {

constexpr int kSamples = 64;

double speed(const BoxContacts& contacts, const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const double arm = contacts.longest_arm(from, to);
  return (to - from).head<2>().norm() + arm * std::fabs(to.z() - from.z()) + contacts.slack();
}

/// The motion of a pin's centre relative to a part that moves without rotation: a line segment.
struct PinWay {
  Eigen::Vector2d from, to;

  Eigen::Vector2d nearest_to(const Eigen::Vector2d& point) const {
    const double share = (point - from).dot(to - from) / (to - from).squaredNorm();
    return from + std::clamp(share, 0., 1.) * (to - from);
  }
  double distance(const Eigen::Vector2d& point) const { return (point - nearest_to(point)).norm(); }

  /// Returns whether the segment crosses a straight edge or an arc. Rounding errors affect the result only near a
  /// tangent, and near an end of the segment or the edge. In these cases, an end or the point nearest to the arc's
  /// centre lies on the edge up to rounding errors, so the distance to the edge is about 0 anyway.
  bool crosses(const BoundaryEdge& edge) const {
    if (edge.straight()) {
      const auto apart = [](const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& p,
                            const Eigen::Vector2d& q) {
        return (cross(b - a, p - a) > 0) != (cross(b - a, q - a) > 0);
      };
      return apart(from, to, edge.start, edge.end) && apart(edge.start, edge.end, from, to);
    }
    const Eigen::Vector2d along = (to - from).normalized();
    const double middle = along.dot(edge.center - from), off = cross(along, edge.center - from);
    const double half = std::sqrt(std::max(0., edge.radius * edge.radius - off * off));
    if (half == 0) return false;
    const auto meets = [&](double at) {
      if (at < 0 || at > (to - from).norm()) return false;
      const Eigen::Vector2d arm = from + at * along - edge.center;
      return std::fabs(std::atan2(cross(edge.middle, arm), edge.middle.dot(arm))) <= edge.half_sweep;
    };
    return meets(middle - half) || meets(middle + half);
  }
};

/// Returns the smallest gap of pins while the part moves on a straight line without rotation, minus the rounding bound.
/// Returns nothing if the result is below `floor`. The distance between an edge and the way of a pin's centre is
/// smallest at an end of the way, at a crossing, at an end of the edge, or at the point of the way that is nearest to
/// the centre of an arc.
std::optional<double> least_gap_without_turning(const BoxContacts& contacts, const Eigen::Vector3d& from,
                                                const Eigen::Vector3d& to, double floor) {
  if (!contacts.has_gap(from, floor + contacts.slack()))
    return std::nullopt;  // with a smaller gap, the pin could start inside the part
  double least = std::numeric_limits<double>::infinity();
  for (const EnergyFixel& fixel : contacts.fixels()) {
    const PinWay way{rotated(fixel.at - from.head<2>(), -from.z()), rotated(fixel.at - to.head<2>(), -from.z())};
    for (int side = 0; side < static_cast<int>(contacts.boundary().sides.size()); ++side) {
      const BoundaryEdge& edge = contacts.boundary().sides[static_cast<std::size_t>(side)];
      double near = std::min({contacts.distance_to(side, way.from), contacts.distance_to(side, way.to),
                              way.distance(edge.start), way.distance(edge.end)});
      if (!edge.straight()) near = std::min(near, contacts.distance_to(side, way.nearest_to(edge.center)));
      least = std::min(least, near - fixel.radius - contacts.slack());
      if (least < floor || way.crosses(edge)) return std::nullopt;
    }
  }
  return least;
}

/// Returns whether the fixture consists of round pins with radius + floor > 0, with a margin for rounding. The centre
/// of such a pin can enter the part only after its gap has fallen below `floor`.
bool all_pins(const BoxContacts& contacts, double floor) {
  const std::span<const EnergyFixel> fixels = contacts.fixels();
  return contacts.only_round_fixels() && std::all_of(fixels.begin(), fixels.end(), [&](const EnergyFixel& fixel) {
           return fixel.radius + floor > 4 * contacts.slack();
         });
}

/// Returns whether the fixture consists of round pins and points, and the part has only straight edges.
bool points_and_straight_edges(const BoxContacts& contacts) {
  const std::vector<BoundaryEdge>& sides = contacts.boundary().sides;
  return contacts.only_round_fixels() &&
         std::all_of(sides.begin(), sides.end(), [](const BoundaryEdge& side) { return side.straight(); });
}

/// Returns a lower bound on the signed distance between a part with straight edges and the points of a pin's way. It is
/// negative inside the part. The ends of the edges and the lines through the edges cut the way into pieces. Up to
/// rounding, each piece is inside or outside the part. Outside, the distance between a piece and an edge is smallest at
/// an end of the piece or of the edge. Inside, the depth is at most the distance from any single edge. This distance is
/// convex along the piece, and therefore largest at an end.
double least_signed_distance(const BoxContacts& contacts, const PinWay& way) {
  const std::vector<BoundaryEdge>& sides = contacts.boundary().sides;
  const Eigen::Vector2d along = way.to - way.from;
  std::vector<double> cuts{0, 1};
  for (const BoundaryEdge& edge : sides) {
    cuts.push_back(along.dot(edge.start - way.from) / along.squaredNorm());
    cuts.push_back(cross(edge.start - way.from, edge.direction) / cross(along, edge.direction));
  }
  std::erase_if(cuts, [](double cut) { return !(cut >= 0 && cut <= 1); });
  std::sort(cuts.begin(), cuts.end());
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    const PinWay piece{way.from + cuts[k] * along, way.from + cuts[k + 1] * along};
    double nearest = std::numeric_limits<double>::infinity(), depth = nearest;
    for (int side = 0; side < static_cast<int>(sides.size()); ++side) {
      const BoundaryEdge& edge = sides[static_cast<std::size_t>(side)];
      const double first = contacts.distance_to(side, piece.from), last = contacts.distance_to(side, piece.to);
      depth = std::min(depth, std::max(first, last));
      nearest = std::min({nearest, first, last});
      if (piece.from != piece.to) nearest = std::min({nearest, piece.distance(edge.start), piece.distance(edge.end)});
    }
    const bool inside = contacts.signed_distance((piece.from + piece.to) / 2) < 0;
    least = std::min(least, inside ? -depth : nearest);
  }
  return least;
}

/// Returns the smallest gap of fixels while the part moves on a straight line without rotation, minus the rounding
/// bound. Returns nothing if the result is below `floor`. Requires points_and_straight_edges().
std::optional<double> least_gap_of_points(const BoxContacts& contacts, const Eigen::Vector3d& from,
                                          const Eigen::Vector3d& to, double floor) {
  double least = std::numeric_limits<double>::infinity();
  for (const EnergyFixel& fixel : contacts.fixels()) {
    const PinWay way{rotated(fixel.at - from.head<2>(), -from.z()), rotated(fixel.at - to.head<2>(), -from.z())};
    least = std::min(least, least_signed_distance(contacts, way) - fixel.radius - contacts.slack());
    if (least < floor) return std::nullopt;
  }
  return least;
}

}  // namespace

std::optional<double> least_gap(const BoxContacts& contacts, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                                double floor, double least_step) {
  const bool straight = from.z() == to.z() && from != to;
  if (straight && all_pins(contacts, floor)) return least_gap_without_turning(contacts, from, to, floor);
  for (int k = 1; k <= kSamples; ++k) {  // a quick test at a few poses, which finds most collisions
    if (!contacts.has_gap(from + (1. * k / kSamples) * (to - from), floor)) return std::nullopt;
  }
  if (straight && points_and_straight_edges(contacts)) return least_gap_of_points(contacts, from, to, floor);
  const double fastest = speed(contacts, from, to);
  double here = contacts.gap(from) - contacts.slack(), least = here;
  for (double way = 0; way < 1;) {
    const double step = std::min((here - floor) / fastest, 1 - way);
    if (!(step >= std::min(least_step, 1 - way))) return std::nullopt;
    way = step == 1 - way ? 1 : way + step;
    const double next = contacts.gap(from + way * (to - from)) - contacts.slack();
    least = std::min({least, next, (here + next - fastest * step) / 2});
    here = next;
  }
  return here >= floor ? std::optional(least) : std::nullopt;
}

namespace {

constexpr double kOverHalfTurn = 3.25;  ///< slightly more than pi, with few binary digits, so that boxes touch exactly
constexpr double kDearer = 1.3;     ///< cost of a mixed box, divided by the cost of the mixed box of which it is a half
constexpr double kFreePrice = .05;  ///< cost of a free box; the cost of the coarsest mixed box is 1
/// The coarsest boxes of a path are halved first. A finer box is halved at the same time if it was halved at most this
/// many times more often than the coarsest ones.
constexpr int kFinerThanCoarsest = 2;
constexpr int kDeepest = 120;  ///< largest number of halvings of a box, for which the centres of boxes are still exact

/// Returns a box that contains all positions whose distance from the seat is at most `far`, m, and all rotations or, if
/// `turns` is false, only the rotation 0. Its centre is not the seat, so that no box is split in a plane through the
/// seat. The numbers of the box are exact.
PoseBox domain_of(double far, bool turns) {
  const double size = std::exp2(std::ceil(std::log2(1.02 * far)));
  PoseBox domain{{0, 0, 0}, {size, size, turns ? kOverHalfTurn : 0}};
  domain.centre.head<2>() = Eigen::Vector2d(7. / 512, 7. / 512) * size;
  return domain;
}

bool holds(const PoseBox& box, const Eigen::Vector3d& pose) {
  return ((pose - box.centre).cwiseAbs().array() <= box.half.array()).all();
}

}  // namespace

FreeWay::FreeWay(const BoxContacts& contacts, double far, bool turns, std::optional<Eigen::Vector3d> begun, int threads)
    : contacts_(contacts), tree_(domain_of(far, turns), turns), begun_(begun), threads_(threads) {
  look(tree_[0], nullptr);
}

/// Examines a box. If `among` is not null, it contains the contacts that may touch in the box of which this box is a
/// half. All edges are tested for overlap only at every third halving. This test takes most of the time, and few
/// overlaps are far from all possible contacts.
void FreeWay::look(Node& node, const std::vector<PossibleContact>* among) const {
  constexpr int kAllEdges = 3;
  node.all_edges = !among || node.depth % kAllEdges == 0;
  node.colliding = (among ? contacts_.look_among(*among, node.all_edges, node.box, node.contacts)
                          : contacts_.look(node.box, node.contacts)) == BoxContacts::Where::colliding;
  node.free = !node.colliding && contacts_.is_free(node.box, node.contacts);
  if (node.colliding || node.free) node.contacts = {};
  node.price = node.free ? kFreePrice : std::pow(kDearer, node.depth);
}

/// Tests all edges for overlap in leaves for which only the edges of possible contacts were tested before. Removes the
/// paths through leaves that turn out to be colliding.
void FreeWay::test_all_edges(const std::vector<int>& leaves) {
  const auto test = [&](std::size_t i) {
    Node& node = tree_[leaves[i]];
    node.all_edges = true;
    std::vector<PossibleContact> contacts;
    node.colliding = contacts_.look_among(node.contacts, true, node.box, contacts) == BoxContacts::Where::colliding;
  };
  for_each_box(leaves.size(), test, threads_);
  for (const int k : leaves) {
    if (tree_[k].colliding) forget_paths_through(k);
  }
}

void FreeWay::halve(const std::vector<int>& leaves) {
  const auto longest = [&](const Node& node) { return longest_axis(node.box, contacts_.mean_arm()); };
  for (const int k : leaves) forget_paths_through(k);
  const auto first = static_cast<int>(tree_.nodes().size());
  tree_.halve(leaves, longest, [&](const Node& whole, Node& made) { look(made, &whole.contacts); }, threads_);
  for (const int k : leaves) tree_[k].contacts = {};
  for (int k = first; k < static_cast<int>(tree_.nodes().size()); ++k) open_.push_back(k);
}

/// Removes the costs of all leaves whose path leads through leaf k. Adds these leaves, and leaf k, to `open_`.
void FreeWay::forget_paths_through(int k) {
  std::vector<int> through{k};
  while (!through.empty()) {
    const int next = through.back();
    through.pop_back();
    tree_[next].cost = kUnreached;
    tree_[next].from = -1;
    tree_[next].reached = false;
    open_.push_back(next);
    tree_.for_each_touching(next, [&](int other) {
      if (tree_[other].from == next) through.push_back(other);
    });
  }
}

/// Considers the path to leaf k through leaf `from`, where `cost` is the cost of leaf `from`. If this path is better
/// than the best path found before, uses it for leaf k.
void FreeWay::reach(int k, double cost, int from) {
  Node& node = tree_[k];
  const double total = cost + node.price;
  if (node.colliding || total > node.cost) return;
  if (total == node.cost) {
    if (node.from >= 0 && std::pair(cost, from) < std::pair(tree_[node.from].cost, node.from)) node.from = from;
    return;
  }
  node.cost = total;
  node.from = from;
  node.reached = false;
  heap_.emplace_back(total, k);
  std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
}

int FreeWay::leaf_at(const Eigen::Vector3d& pose) const {
  int k = 0;
  while (tree_[k].child >= 0) {
    const int lower = tree_[k].child;
    k = holds(tree_[lower].box, pose) ? lower : lower + 1;
  }
  return k;
}

bool FreeWay::leads_out(int k) const {
  const PoseBox &box = tree_[k].box, &domain = tree_[0].box;
  for (int axis = 0; axis < 2; ++axis) {
    if (std::fabs(box.centre[axis] - domain.centre[axis]) + box.half[axis] >= domain.half[axis]) return true;
  }
  return false;
}

/// Returns the leaf with the lowest cost at the end of the domain, or -1 if no path leads there. The leaf stays in the
/// heap.
int FreeWay::find_exit() {
  for (const int k : open_) {
    if (tree_[k].child >= 0 || tree_[k].colliding) continue;
    tree_.for_each_touching(k, [&](int other) {
      if (tree_[other].reached) reach(k, tree_[other].cost, other);
    });
  }
  open_.clear();
  reach(leaf_at({0, 0, 0}), 0, -1);
  if (begun_) reach(leaf_at(*begun_), 0, -1);
  while (!heap_.empty()) {
    const auto [cost, k] = heap_.front();
    const bool current = tree_[k].child < 0 && !tree_[k].reached && tree_[k].cost == cost;
    if (current && leads_out(k)) return k;
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    heap_.pop_back();
    if (!current) continue;
    tree_[k].reached = true;
    tree_.for_each_touching(k, [&, from = k](int other) { reach(other, tree_[from].cost, from); });
  }
  return -1;
}

FreeWay::End FreeWay::run(std::size_t boxes, const StopToken& stop) {
  while (true) {
    if (tree_[leaf_at({0, 0, 0})].colliding) return End::stopped;  // no pose of the box that contains the seat is free
    const int exit = find_exit();
    if (exit < 0) return End::closed;
    way_.clear();
    for (int k = exit; k >= 0; k = tree_[k].from) way_.push_back(k);
    std::reverse(way_.begin(), way_.end());
    std::vector<int> mixed;
    int coarsest = kDeepest;
    for (const int k : way_) {
      if (tree_[k].free) continue;
      mixed.push_back(k);
      coarsest = std::min(coarsest, tree_[k].depth);
    }
    const bool begins = begun_ && leaf_at(*begun_) == way_.front();
    if (mixed.empty() && begins) return End::open;
    if (mixed.empty() || coarsest >= kDeepest || tree_.nodes().size() >= boxes || stop.stop_requested())
      return End::stopped;
    std::erase_if(mixed, [&](int k) { return tree_[k].depth > coarsest + kFinerThanCoarsest; });
    halve(mixed);
  }
}

/// Returns the path through the boxes. From each box to the next one, the path leads through the centre of their
/// intersection.
std::vector<Eigen::Vector3d> FreeWay::poses() const {
  std::vector<Eigen::Vector3d> poses{*begun_};
  double turned = 0;
  for (std::size_t k = 0; k + 1 < way_.size(); ++k) {
    const PoseBox& here = tree_[way_[k]].box;
    PoseBox next = tree_[way_[k + 1]].box;
    double over = 0;  // a full turn, rad, by which the next box must be rotated to touch the present one; 0 for none
    if (std::fabs(next.centre.z() - here.centre.z()) > next.half.z() + here.half.z())
      over = next.centre.z() < here.centre.z() ? kTurn : -kTurn;
    next.centre.z() += over;
    const Eigen::Vector3d low = (here.centre - here.half).cwiseMax(next.centre - next.half);
    const Eigen::Vector3d high = (here.centre + here.half).cwiseMin(next.centre + next.half);
    poses.push_back((low + high) / 2);
    poses.back().z() += turned;
    turned += over;
  }
  const PoseBox &last = tree_[way_.back()].box, &domain = tree_[0].box;
  Eigen::Vector3d end = last.centre;
  for (int axis = 0; axis < 2; ++axis) {
    const double side = last.centre[axis] < domain.centre[axis] ? -1 : 1;
    if (std::fabs(last.centre[axis] - domain.centre[axis]) + last.half[axis] >= domain.half[axis])
      end[axis] += side * last.half[axis];
  }
  poses.push_back(end + Eigen::Vector3d(0, 0, turned));
  return poses;
}

void FreeWay::tighten(std::size_t boxes, double rim) {
  for (bool some = true; some && tree_.nodes().size() < boxes;) {
    const auto [from, to] = extent();
    // Leaves at the ends of the extent: large ones, which are halved, and smaller ones, whose edges are tested.
    std::vector<int> coarse, fine;
    for (int k = 0; k < static_cast<int>(tree_.nodes().size()); ++k) {
      const Node& node = tree_[k];
      if (!node.reached || node.child >= 0 || node.free || node.depth >= kDeepest) continue;
      const Eigen::Array3d low = node.box.centre - node.box.half, high = node.box.centre + node.box.half;
      const Eigen::Array<bool, 3, 1> at_rim = low <= from.array() || high >= to.array();
      if ((at_rim && node.box.half.array() > rim * (to - from).array()).any()) {
        coarse.push_back(k);
      } else if (at_rim.any() && !node.all_edges) {
        fine.push_back(k);
      }
    }
    some = !coarse.empty() || !fine.empty();
    test_all_edges(fine);
    halve(coarse);
    find_exit();
  }
}

std::array<Eigen::Vector3d, 2> FreeWay::extent() const {
  std::array<Eigen::Vector3d, 2> extent{tree_[0].box.centre + tree_[0].box.half,
                                        tree_[0].box.centre - tree_[0].box.half};
  for (const Node& node : tree_.nodes()) {
    if (!node.reached || node.child >= 0) continue;
    extent[0] = extent[0].cwiseMin(node.box.centre - node.box.half);
    extent[1] = extent[1].cwiseMax(node.box.centre + node.box.half);
  }
  return extent;
}

double FreeWay::displacement() const {
  double most = 0;
  for (const Node& node : tree_.nodes()) {
    if (node.reached && node.child < 0) most = std::max(most, displacement_in(contacts_.boundary(), node.box));
  }
  return most;
}

}  // namespace pawl::internal::inline planner
