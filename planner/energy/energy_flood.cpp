// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/planner/energy_flood.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "energy/box_proof.h"
#include "geometry/outline.h"

namespace pawl::internal::inline planner {

/// A binary tree of boxes of poses. Its leaves are flooded from the goal upwards in potential: they are reached in the
/// order of their levels.
///
/// The level of a leaf is the potential to which the part must rise at least on its way from the goal to the leaf. It
/// is computed as the minimum, over all paths through touching leaves, of the largest lower bound of the potential U on
/// the path. (This is Dijkstra's algorithm with max in place of +.)
///
/// If a leaf is split, all leaves that were flooded after it are reset. Leaves that were flooded earlier are not reset,
/// because their levels do not depend on later leaves. Splitting only raises levels, so the old levels of the reset
/// leaves are lower bounds. The levels are recomputed when the flood reaches these leaves again.
class BoxTree {
 public:
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  enum class Proof : unsigned char { unknown, none, moving, near };
  struct Node : PoseNode {
    Proof proof = Proof::unknown;
    std::array<Eigen::Vector3d, 3> twists;
    std::vector<PossibleContact> contacts;
    double least = 0;       ///< lower bound on the potential U over the box, N m
    double level = kNever;  ///< level of the leaf; only a lower bound until the flood reaches the leaf
    int parent = -1;        ///< previous leaf on the path from the goal to this leaf
    int place = -1;         ///< index in the order of flooding; -1 if the leaf is not flooded yet
  };

  BoxTree(const BoxJudge& judge, const PoseBox& domain, const Eigen::Vector3d& seed);

  const std::vector<Node>& nodes() const { return tree_.nodes(); }
  const Node& node(int k) const { return tree_[k]; }
  const std::vector<int>& flooded() const { return order_; }
  bool on_boundary(int leaf) const;

  /// Returns the maximum, over the leaves that touch a box, of the lower bound of U. If the flood has reached a higher
  /// level than this maximum, it has reached all of these leaves.
  double level_within(const PoseBox& box) const;

  /// Continues the flood until it reaches a leaf that is not proved, is on the boundary of the domain, or has a level
  /// of at least `enough`, or until a stop is requested. Returns the leaf that was reached last, or -1 if no leaf is
  /// left.
  int flood(double enough, const StopToken& stop);
  /// Returns the leaves on the path from the goal to `leaf`, in reverse order, so that `leaf` comes first.
  std::vector<int> way_to(int leaf) const;
  void split(const std::vector<int>& leaves);

 private:
  Node& at(int k) { return tree_[k]; }
  void look(Node& node) const;
  void inherit(const Node& whole, Node& half) const;
  void prove(Node& node) const;
  void reach(int k, double level, int parent);
  void reach_again(int k);
  bool is_reached(int k) const;
  void wait(int k);
  void halve(int k);

  const BoxJudge& judge_;
  PoseBox domain_;
  PoseBox seed_;
  PoseTree<Node> tree_;
  std::vector<int> order_;
  std::vector<std::pair<double, int>> heap_;
};

}  // namespace pawl::internal::inline planner

namespace pawl {

using internal::BoxJudge;
using internal::BoxTree;
using internal::PoseBox;
using internal::PossibleContact;

namespace {

constexpr int kDeepest = 75;  ///< largest number of halvings of a box, which is about 25 along each axis
/// Accepted variation of the potential within a box of the path beyond the pass, as a multiple of the level of the
/// pass.
constexpr double kCoarse = .5;
/// Number of nodes of the tree above which the search counts as long (to_split()).
constexpr std::size_t kPatience = 8000;
constexpr double kNowhere = -std::numeric_limits<double>::infinity();
/// The level of the leaf at which the flood stopped is a poor estimate of the pass if it is below this fraction of the
/// highest potential at the centre of a box of the path.
constexpr double kKnown = .25;
constexpr int kFinerThanCoarsest =
    /// The coarsest boxes of a path are split next. A finer box of the path is split at the same time if it was halved
    /// at most this many times more often than the coarsest ones.
    2;

/// Assumed position error of the goal, as a multiple of the sum of the tolerances of fixels and outline. The
/// certificate checker uses the same value. The flood begins with a box of twice this size, because boxes near the goal
/// are then easier to prove.
constexpr double kGoalTolerances = 2;

/// Returns the smallest power of two that is at least `size`. If the domain has such a size, the centres of all boxes
/// are exact.
double power_of_two(double size) { return std::exp2(std::ceil(std::log2(size))); }

/// Returns the box of poses that are displaced by about the size of the part at most, and rotated by at most 2 rad. Its
/// centre is slightly off the goal, so that no plane along which boxes are split contains the goal.
PoseBox domain_of(const EnergyProblem& problem) {
  const double size = power_of_two(internal::diameter(problem.outline) / 2);
  PoseBox domain{{0, 0, 0}, {size, size, 2}};
  domain.centre = 7. / 512 * domain.half;
  return domain;
}

class Flood {
 public:
  Flood(const EnergyProblem& problem, const EnergyFloodOptions& options)
      : options_(options),
        domain_(domain_of(problem)),
        judge_(problem, domain_.half.head<2>().norm() * 2),
        goal_(poses_within(kGoalTolerances, problem)),
        tree_(judge_, domain_, poses_within(2 * kGoalTolerances, problem)) {}

  EnergyDepth run() {
    EnergyDepth result;
    while (true) {
      if (options_.progress) options_.progress(tree_.nodes().size());
      const double enough = enough_for_goal();
      const int stopper = tree_.flood(enough, options_.stop);
      if (stopper < 0) {
        const std::vector<int> outmost = wide_at_the_rim();
        if (outmost.empty() || tree_.nodes().size() >= options_.boxes) return caged(result);
        tree_.split(outmost);
        continue;
      }
      const double level = tree_.node(stopper).level;
      if (level >= enough) {
        result.end = EnergyDepth::End::enough;
        return finished(result, enough);
      }
      result.end = EnergyDepth::End::spills;
      const std::vector<int> leaves = to_split(stopper, level);
      const bool limited = tree_.nodes().size() >= options_.boxes || options_.stop.stop_requested();
      if (leaves.empty() || limited) {
        if (limited && !leaves.empty()) result.end = EnergyDepth::End::stopped;
        report_spill(result, stopper);
        return finished(result, level);
      }
      tree_.split(leaves);
    }
  }

 private:
  /// Returns the maximum of the lower bounds on the potential of the boxes that may contain the goal. The depth must be
  /// larger, because a smaller depth could be below the potential of the goal itself.
  double goal_level() const { return tree_.level_within({{0, 0, 0}, goal_}); }

  /// Returns the depth at which the search ends: the requested depth, or slightly more than goal_level() if that is
  /// larger.
  double enough_for_goal() const { return std::max(options_.enough, (1 + 0x1p-20) * goal_level()); }

  /// Returns the half-sizes of a box of poses around the goal. The box contains the poses whose distance from the goal
  /// is at most `tolerances` times the sum of the position tolerances.
  static Eigen::Vector3d poses_within(double tolerances, const EnergyProblem& problem) {
    const double off = problem.fixel_tolerance + problem.outline_tolerance;
    const double size = 1e-9 * problem.gyration_radius + tolerances * off;
    return {size, size, size / problem.gyration_radius};
  }

  /// Returns whether a leaf on the path is settled, so that splitting it would give little further information. A leaf
  /// is settled if the pose in its middle is free and one of two conditions holds: its potentials vary by at most
  /// `differ`, or they are all at most `low`.
  bool settled(const BoxTree::Node& leaf, double differ, double low) const {
    const double spread = judge_.spread(leaf.box);
    if (spread > differ && judge_.potential(leaf.box.centre) + spread > low) return false;
    return is_free(leaf);
  }

  /// Returns whether the pose in the middle of a leaf is free. The result is computed once per leaf and then stored.
  bool is_free(const BoxTree::Node& leaf) const {
    const auto number = static_cast<std::size_t>(&leaf - tree_.nodes().data());
    if (free_.size() <= number) free_.resize(tree_.nodes().size(), Known::no_answer);
    if (free_[number] == Known::no_answer)
      free_[number] = judge_.is_free(leaf.box.centre) ? Known::free : Known::colliding;
    return free_[number] == Known::free;
  }

  /// Returns the path from the goal to the leaf `stopper` in two parts. The first part ends at the first leaf with the
  /// same level as `stopper`: the pass. The second part is the rest of the path.
  std::array<std::vector<int>, 2> way_up_and_on(int stopper) const {
    std::vector<int> way = tree_.way_to(stopper);
    std::reverse(way.begin(), way.end());
    const double level = tree_.node(stopper).level;
    auto on = std::find_if(way.begin(), way.end(), [&](int k) { return tree_.node(k).level >= level; });
    if (on != way.end()) ++on;
    return {std::vector<int>(way.begin(), on), std::vector<int>(on, way.end())};
  }

  /// Returns the leaves of the path to `stopper` that are to be split next: the coarsest leaves that are not settled.
  ///
  /// Leaves from the goal to the pass come first. If all of them are settled, leaves beyond the pass follow; their
  /// potentials are less important. A long search differs in two respects: the leaves that before_the_pass() returns
  /// come before all others, and among the leaves beyond the pass, those with potentials above `level` come first.
  std::vector<int> to_split(int stopper, double level) const {
    const bool hard = tree_.nodes().size() > kPatience;
    if (std::vector<int> ahead = before_the_pass(stopper, level); hard && !ahead.empty()) return ahead;
    const auto [up, on] = way_up_and_on(stopper);
    const double differ = 2 * options_.accuracy * level, coarse = std::max(differ, kCoarse * level);
    std::vector<int> chosen = coarsest_open(up, differ, kNowhere);
    if (hard && chosen.empty()) chosen = coarsest_open(on, coarse, level);
    return chosen.empty() ? coarsest_open(on, coarse, kNowhere) : chosen;
  }

  /// If `level` is below the fraction kKnown of the largest potential on the path, returns the coarsest leaves, not
  /// settled, from the goal to the box with this potential. The boxes are then so coarse that the pass seems lower than
  /// it is. Otherwise returns no leaves. Boxes beyond the highest box are not split, because the path may lead anywhere
  /// from there.
  std::vector<int> before_the_pass(int stopper, double level) const {
    std::vector<int> way = tree_.way_to(stopper);
    std::reverse(way.begin(), way.end());
    const auto height = [&](int k) { return judge_.potential(tree_.node(k).box.centre); };
    const auto pass = std::max_element(way.begin(), way.end(), [&](int a, int b) { return height(a) < height(b); });
    const double high = height(*pass);
    if (level >= kKnown * high) return {};
    way.erase(pass + 1, way.end());
    return coarsest_open(way, kKnown * high, level);
  }

  std::vector<int> coarsest_open(const std::vector<int>& way, double differ, double low) const {
    std::vector<int> open;
    int coarsest = kDeepest;
    for (const int k : way) {
      const BoxTree::Node& leaf = tree_.node(k);
      if (leaf.depth >= kDeepest || settled(leaf, differ, low)) continue;
      open.push_back(k);
      coarsest = std::min(coarsest, leaf.depth);
    }
    std::erase_if(open, [&](int k) { return tree_.node(k).depth > coarsest + kFinerThanCoarsest; });
    return open;
  }

  void report_spill(EnergyDepth& result, int stopper) const {
    const std::vector<int> up = way_up_and_on(stopper)[0];
    const BoxTree::Node& leaf = tree_.node(up.back());
    result.spill = leaf.box.centre;
    result.leaves = tree_.on_boundary(stopper);
    result.spill_fixels = judge_.contacts().owners_of(leaf.contacts, false);
    result.spill_walls = judge_.contacts().owners_of(leaf.contacts, true);
    for (const int k : up) {
      result.depth_at_most = std::max(result.depth_at_most, judge_.potential(tree_.node(k).box.centre));
    }
  }

  /// Returns those leaves of a closed component that extend furthest in some direction and are large compared with the
  /// component. Such a leaf may be only partly free, so the component may extend less far than the leaf.
  std::vector<int> wide_at_the_rim() const {
    std::vector<int> found;
    for (int axis = 0; axis < 3; ++axis) {
      const auto end = [&](int k, double side) {
        return side * tree_.node(k).box.centre[axis] + tree_.node(k).box.half[axis];
      };
      double width = 0;
      for (const double side : {-1., 1.}) {
        double furthest = -BoxTree::kNever;
        for (const int k : tree_.flooded()) furthest = std::max(furthest, end(k, side));
        width += furthest;
      }
      for (const double side : {-1., 1.}) {
        double furthest = -BoxTree::kNever;
        for (const int k : tree_.flooded()) furthest = std::max(furthest, end(k, side));
        for (const int k : tree_.flooded()) {
          const BoxTree::Node& leaf = tree_.node(k);
          if (end(k, side) == furthest && leaf.box.half[axis] > options_.accuracy / 4 * width && leaf.depth < kDeepest)
            found.push_back(k);
        }
      }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  /// Returns the result for a component that has no way out at any potential, because the flood reaches no further box.
  EnergyDepth caged(EnergyDepth& result) {
    double highest = 0;
    for (const int k : tree_.flooded()) {
      const BoxTree::Node& leaf = tree_.node(k);
      highest = std::max(highest, judge_.potential(leaf.box.centre) + judge_.spread(leaf.box));
    }
    result.end = EnergyDepth::End::caged;
    return finished(result, highest);
  }

  EnergyDepth finished(EnergyDepth& result, double level) {
    result.nodes = tree_.nodes().size();
    // The depth is slightly less than the level at which the component spills, so that all poses outside the component
    // certainly lie above the depth.
    const double depth = level * (1 - 0x1p-30);
    if (!(depth > goal_level()) || tree_.flooded().empty()) {
      if (result.end == EnergyDepth::End::spills) result.end = EnergyDepth::End::unproved;
      return std::move(result);
    }
    result.depth = depth;
    result.depth_at_most = std::max(result.depth_at_most, depth);
    extend(result);
    certify(result);
    return std::move(result);
  }

  /// Returns whether leaf k belongs to the component, that is, whether the flood reached it at a level of at most
  /// `depth`.
  bool is_in(int k, double depth) const { return tree_.node(k).place >= 0 && tree_.node(k).level <= depth; }

  void extend(EnergyDepth& result) const {
    result.extent = {domain_.centre + domain_.half, domain_.centre - domain_.half};
    for (const int k : tree_.flooded()) {
      if (!is_in(k, result.depth)) continue;
      const PoseBox& box = tree_.node(k).box;
      result.extent[0] = result.extent[0].cwiseMin(box.centre - box.half);
      result.extent[1] = result.extent[1].cwiseMax(box.centre + box.half);
      ++result.boxes;
    }
  }

  void certify(EnergyDepth& result) const {
    EnergyCertificate& certificate = result.certificate;
    certificate.centre = domain_.centre;
    certificate.half = domain_.half;
    certificate.seed = goal_;
    certificate.depth = result.depth;
    certificate.nodes.reserve(tree_.nodes().size());
    write(0, certificate);
  }

  void write(int k, EnergyCertificate& certificate) const {
    using Kind = EnergyCertificate::Kind;
    const BoxTree::Node& node = tree_.node(k);
    EnergyCertificate::Node written;
    if (node.child >= 0) {
      written.kind = Kind::split;
      written.axis = static_cast<std::uint8_t>(node.axis);
    } else if (node.colliding) {
      written.kind = Kind::colliding;
    } else if (node.least > certificate.depth) {
      written.kind = Kind::above;
    } else if (is_in(k, certificate.depth)) {
      written.kind = node.proof == BoxTree::Proof::near ? Kind::near : Kind::moving;
      written.twists = node.twists;
    }
    certificate.nodes.push_back(written);
    if (node.child < 0) return;
    write(node.child, certificate);
    write(node.child + 1, certificate);
  }

  EnergyFloodOptions options_;
  PoseBox domain_;
  BoxJudge judge_;
  Eigen::Vector3d goal_;  ///< half-sizes of the box of poses at which the goal may be because of the tolerances
  BoxTree tree_;
  enum class Known : unsigned char { no_answer, free, colliding };
  /// For each node of the tree, whether the pose in its middle is free. The entry is no_answer until it is computed.
  mutable std::vector<Known> free_;
};

}  // namespace

EnergyDepth energy_depth(const EnergyProblem& problem, const EnergyFloodOptions& options) {
  if (!(options.accuracy > 0)) throw InputError("accuracy", "", "must be greater than 0");
  return Flood(problem, options).run();
}

}  // namespace pawl

namespace pawl::internal::inline planner {
BoxTree::BoxTree(const BoxJudge& judge, const PoseBox& domain, const Eigen::Vector3d& seed)
    : judge_(judge), domain_(domain), seed_{{0, 0, 0}, seed}, tree_(domain) {
  look(at(0));
  reach_again(0);
}

bool BoxTree::on_boundary(int leaf) const {
  const PoseBox& box = node(leaf).box;
  return (((box.centre - domain_.centre).cwiseAbs() + box.half).array() >= domain_.half.array()).any();
}

double BoxTree::level_within(const PoseBox& box) const {
  double level = 0;
  std::vector<int> open{0};
  while (!open.empty()) {
    const Node& node = this->node(open.back());
    open.pop_back();
    if (!tree_.touch(node.box, box)) continue;
    if (node.child >= 0) {
      open.insert(open.end(), {node.child, node.child + 1});
    } else if (!node.colliding) {
      level = std::max(level, node.least);
    }
  }
  return level;
}

void BoxTree::look(Node& node) const {
  std::vector<PossibleContact> possible;
  node.colliding = judge_.contacts().look(node.box, possible) == BoxContacts::Where::colliding;
  node.contacts = std::move(possible);
  node.least = judge_.least_potential(node.box);
}

/// Tests whether the proof of a box is valid for one of its halves and, if it is, copies the proof. It is valid unless
/// the bounds of the half permit additional contacts. The checker uses only the bounds of the half, so the proof is
/// tested again with these bounds.
void BoxTree::inherit(const Node& whole, Node& half) const {
  const bool proved = (whole.proof == Proof::moving && judge_.proves(whole.twists[0], half.box, half.contacts)) ||
                      (whole.proof == Proof::near && judge_.proves_near(whole.twists, half.box, half.contacts));
  if (proved) half.proof = whole.proof;
}

void BoxTree::prove(Node& node) const {
  if (node.proof != Proof::unknown) return;
  node.proof = Proof::none;
  if (const auto twist = judge_.find_proof(node.box, node.contacts)) {
    node.proof = Proof::moving;
    node.twists[0] = *twist;
  } else if (const auto twists = judge_.find_near_proof(node.box, node.contacts)) {
    node.proof = Proof::near;
    node.twists = *twists;
  }
}

void BoxTree::reach(int k, double level, int parent) {
  Node& leaf = at(k);
  if (leaf.colliding || leaf.place >= 0) return;
  const double up = std::max(level, leaf.least);
  if (up >= leaf.level) return;
  leaf.level = up;
  leaf.parent = parent;
  wait(k);
}

void BoxTree::wait(int k) {
  heap_.emplace_back(node(k).level, k);
  std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
}

/// Returns whether a leaf's level still agrees with the level of its parent or, if it has no parent, with the goal.
bool BoxTree::is_reached(int k) const {
  const Node& leaf = node(k);
  if (leaf.parent < 0) return leaf.level == std::max(0., leaf.least) && tree_.touch(leaf.box, seed_);
  const Node& from = node(leaf.parent);
  return from.place >= 0 && from.child < 0 && leaf.level == std::max(from.level, leaf.least);
}

/// Recomputes the level of a leaf from the leaves that are flooded at present.
void BoxTree::reach_again(int k) {
  at(k).level = kNever;
  at(k).parent = -1;
  if (tree_.touch(node(k).box, seed_)) reach(k, 0, -1);
  tree_.for_each_touching(k, [&](int other) {
    if (node(other).place >= 0) reach(k, node(other).level, other);
  });
}

int BoxTree::flood(double enough, const StopToken& stop) {
  while (!heap_.empty()) {
    const double level = heap_.front().first;
    const int k = heap_.front().second;
    const bool current = node(k).place < 0 && node(k).child < 0 && level == node(k).level;
    const bool reached = current && is_reached(k);
    if (reached) {
      if (stop.stop_requested()) return k;
      prove(at(k));
      if (level >= enough || node(k).proof == Proof::none || on_boundary(k)) return k;
    }
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    heap_.pop_back();
    if (current && !reached) reach_again(k);
    if (!reached) continue;
    at(k).place = static_cast<int>(order_.size());
    order_.push_back(k);
    tree_.for_each_touching(k, [&](int other) { reach(other, level, k); });
  }
  return -1;
}

std::vector<int> BoxTree::way_to(int leaf) const {
  std::vector<int> way;
  for (int k = leaf; k >= 0; k = node(k).parent) way.push_back(k);
  return way;
}

void BoxTree::halve(int k) {
  const int axis = longest_axis(node(k).box, judge_.contacts().mean_arm());
  at(k).contacts = {};
  const double level = node(k).level;
  tree_.halve(k, axis, [&](const Node& whole, Node& half) {
    half.twists = whole.twists;
    // Leaf k now has children, so is_reached() is false for both halves until the flood recomputes their levels.
    half.parent = k;
    look(half);
    inherit(whole, half);
    half.level = std::max(level, half.least);
  });
}

void BoxTree::split(const std::vector<int>& leaves) {
  const int before = static_cast<int>(nodes().size());
  int kept = static_cast<int>(order_.size());
  for (const int k : leaves) {
    if (node(k).place >= 0) kept = std::min(kept, node(k).place);
    halve(k);
  }
  for (std::size_t place = static_cast<std::size_t>(kept); place < order_.size(); ++place) {
    const int k = order_[place];
    at(k).place = -1;
    if (node(k).child < 0) wait(k);
  }
  order_.resize(static_cast<std::size_t>(kept));
  for (int k = before; k < static_cast<int>(nodes().size()); ++k) {
    if (node(k).child < 0 && !node(k).colliding && node(k).level < kNever) wait(k);
  }
}

}  // namespace pawl::internal::inline planner
