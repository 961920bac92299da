// SPDX-License-Identifier: MIT
#include "drawing/open_chains.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "geometry/segment.h"

namespace pawl::internal::inline drawing {
namespace {

using Vector = Eigen::Vector2d;

/// Walks along open segments and forms chains from them.
class ChainWalk {
 public:
  ChainWalk(const JoinedSegments& joined, const Drawing& drawing, const std::vector<bool>& open)
      : joined_(joined), drawing_(drawing), open_(open), at_(joined.nodes), degree_(joined.nodes, 0) {
    for (std::size_t k = 0; k < joined.segments.size(); ++k) {
      for (const std::size_t node : joined.segments[k].nodes) {
        ++degree_[node];
        if (open[k]) at_[node].push_back(k);
      }
    }
  }

  std::vector<DrawnChain> run() {
    std::vector<DrawnChain> chains;
    done_.assign(joined_.segments.size(), false);
    for (std::size_t k = 0; k < joined_.segments.size(); ++k) {
      if (!open_[k] || done_[k]) continue;
      // The first walk finds the start of the chain. The second walk goes from there along the whole chain.
      const auto [begin, node] = walk(k, joined_.segments[k].nodes[1], nullptr);
      DrawnChain chain;
      chain.from_node = node;
      chain.from_curve = joined_.segments[begin].curve;
      const auto [last, end] = walk(begin, node, &chain);
      chain.to_node = end;
      chain.to_curve = joined_.segments[last].curve;
      chain.chain.place = drawing_.curves[joined_.segments[k].curve].place;
      chains.push_back(std::move(chain));
    }
    return chains;
  }

 private:
  bool passes(std::size_t node) const { return degree_[node] == 2 && at_[node].size() == 2; }

  /// Follows a chain from the end of a segment at `node`. Returns the last segment of the chain and the node where it
  /// ends.
  std::pair<std::size_t, std::size_t> walk(std::size_t segment, std::size_t node, DrawnChain* chain) {
    if (chain != nullptr) chain->chain.vertices.push_back(end_at(segment, node));
    for (;;) {
      const DrawnSegment& s = joined_.segments[segment];
      const bool forward = s.nodes[0] == node;
      node = s.nodes[forward ? 1 : 0];
      if (chain != nullptr) {
        done_[segment] = true;
        chain->chain.vertices.push_back(forward ? s.to : s.from);
        chain->chain.bulges.push_back(forward || s.bulge == 0 ? s.bulge : -s.bulge);
      }
      if (!passes(node)) return {segment, node};
      segment = at_[node][0] == segment ? at_[node][1] : at_[node][0];
    }
  }

  Vector end_at(std::size_t segment, std::size_t node) const {
    const DrawnSegment& s = joined_.segments[segment];
    return s.nodes[0] == node ? s.from : s.to;
  }

  const JoinedSegments& joined_;
  const Drawing& drawing_;
  const std::vector<bool>& open_;
  std::vector<std::vector<std::size_t>> at_;
  std::vector<int> degree_;
  std::vector<bool> done_;
};

std::vector<bool> open_segments(const JoinedSegments& joined) {
  std::vector<std::vector<std::size_t>> at(joined.nodes);
  std::vector<int> degree(joined.nodes, 0);
  for (std::size_t k = 0; k < joined.segments.size(); ++k) {
    for (const std::size_t node : joined.segments[k].nodes) {
      at[node].push_back(k);
      ++degree[node];
    }
  }
  std::vector<bool> open(joined.segments.size(), false);
  std::vector<std::size_t> loose;
  for (std::size_t node = 0; node < joined.nodes; ++node) {
    if (degree[node] == 1) loose.push_back(node);
  }
  while (!loose.empty()) {
    const std::size_t node = loose.back();
    loose.pop_back();
    for (const std::size_t k : at[node]) {
      if (open[k]) continue;
      open[k] = true;
      for (const std::size_t end : joined.segments[k].nodes) {
        if (--degree[end] == 1) loose.push_back(end);
      }
    }
  }
  return open;
}

Eigen::AlignedBox2d box_around(const OpenChain& chain) {
  Eigen::AlignedBox2d all;
  for (std::size_t k = 0; k < chain.bulges.size(); ++k) {
    const Box one = box_of({chain.vertices[k], chain.vertices[k + 1], chain.bulges[k]});
    all.extend(one.low);
    all.extend(one.high);
  }
  return all;
}

/// Returns whether the chain is straight: no segment is an arc, and the distance of all vertices from one line is at
/// most a thousandth of the line's length.
bool is_straight(const OpenChain& chain) {
  if (std::any_of(chain.bulges.begin(), chain.bulges.end(), [](double b) { return b != 0; })) return false;
  Vector longest(0, 0);
  for (const Vector& v : chain.vertices) {
    if ((v - chain.vertices[0]).norm() > longest.norm()) longest = v - chain.vertices[0];
  }
  const double length = longest.norm();
  if (length == 0) return true;
  const Vector normal(-longest.y() / length, longest.x() / length);
  return std::all_of(chain.vertices.begin(), chain.vertices.end(),
                     [&](const Vector& v) { return std::fabs(normal.dot(v - chain.vertices[0])) <= 1e-3 * length; });
}

/// An end of a chain: a point at which no other segment of the drawing ends, or at which segments branch.
struct End {
  std::size_t chain;
  Vector at;
  std::size_t node;
};

constexpr double kNear = .1;  ///< largest distance between partners, relative to the size of the smaller of the two
                              ///< chains

/// The partners of all ends, as find_doubtful() defines them.
class Partners {
 public:
  Partners(const std::vector<DrawnChain>& chains, const std::vector<double>& sizes, const std::vector<bool>& straight)
      : sizes_(sizes), straight_(straight) {
    for (std::size_t c = 0; c < chains.size(); ++c) {
      ends_.push_back({c, chains[c].chain.vertices.front(), chains[c].from_node});
      ends_.push_back({c, chains[c].chain.vertices.back(), chains[c].to_node});
    }
    order_.resize(ends_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(ends_[a].at.x(), a) < std::pair(ends_[b].at.x(), b);
    });
    rank_.resize(ends_.size());
    for (std::size_t k = 0; k < order_.size(); ++k) rank_[order_[k]] = k;
  }

  struct Pair {
    std::size_t first, second;
    double gap;
  };
  /// Returns the pairs of chains whose ends are partners. Ends at the same node are partners with a gap of 0.
  std::vector<Pair> run() const {
    std::vector<std::optional<std::size_t>> nearest(ends_.size());
    for (std::size_t i = 0; i < ends_.size(); ++i) nearest[i] = nearest_of(i);
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      if (!nearest[i] || *nearest[i] < i || nearest[*nearest[i]] != i) continue;
      pairs.push_back({ends_[i].chain, ends_[*nearest[i]].chain, (ends_[i].at - ends_[*nearest[i]].at).norm()});
    }
    return pairs;
  }

 private:
  std::optional<std::size_t> nearest_of(std::size_t i) const {
    std::optional<std::size_t> best;
    double least = kNear * sizes_[ends_[i].chain];
    int compared = 0;
    const auto compare = [&](std::size_t j) {
      if (ends_[i].chain == ends_[j].chain && straight_[ends_[i].chain]) return;
      const double gap = (ends_[i].at - ends_[j].at).norm();
      if (gap > least || gap > kNear * sizes_[ends_[j].chain] || (gap == least && best)) return;
      least = gap;
      best = j;
    };
    // Searches along x in both directions. The search ends early, at the limit on comparisons, only if thousands of
    // ends have an x coordinate that is nearer than the nearest end.
    for (std::size_t k = rank_[i] + 1; k < order_.size() && ++compared <= kMostCompared; ++k) {
      if (ends_[order_[k]].at.x() - ends_[i].at.x() > least) break;
      compare(order_[k]);
    }
    compared = 0;
    for (std::size_t k = rank_[i]; k-- > 0 && ++compared <= kMostCompared;) {
      if (ends_[i].at.x() - ends_[order_[k]].at.x() > least) break;
      compare(order_[k]);
    }
    return best;
  }

  static constexpr int kMostCompared = 2000;

  const std::vector<double>& sizes_;
  const std::vector<bool>& straight_;
  std::vector<End> ends_;
  std::vector<std::size_t> order_, rank_;
};

}  // namespace

std::vector<DrawnChain> take_open_chains(JoinedSegments& joined, const Drawing& drawing) {
  const std::vector<bool> open = open_segments(joined);
  std::vector<DrawnChain> chains = ChainWalk(joined, drawing, open).run();
  std::vector<DrawnSegment> closed;
  for (std::size_t k = 0; k < joined.segments.size(); ++k) {
    if (!open[k]) closed.push_back(joined.segments[k]);
  }
  joined.segments = std::move(closed);
  return chains;
}

std::vector<DrawnChain> chains_of_unused(const Drawing& drawing, const std::vector<bool>& used) {
  std::vector<bool> others = used;
  others.flip();
  Validator none;
  JoinedSegments joined = join_ends(drawing, others, std::nullopt, none);
  return take_open_chains(joined, drawing);
}

std::vector<DoubtfulChain> find_doubtful(const std::vector<DrawnChain>& chains, double size) {
  std::vector<double> sizes;
  std::vector<bool> straight;
  for (const DrawnChain& one : chains) {
    sizes.push_back(box_around(one.chain).diagonal().norm());
    straight.push_back(is_straight(one.chain));
  }
  std::vector<DoubtfulChain> doubtful;
  // A set of chains that are connected by partners. If a further pair of partners connects two chains of the set, it
  // closes a cycle.
  struct Set {
    std::size_t parent, straight_chains, chains;
  };
  std::vector<Set> sets(chains.size());
  for (std::size_t c = 0; c < chains.size(); ++c) sets[c] = {c, straight[c] ? 1U : 0U, 1};
  const auto root = [&](std::size_t c) {
    while (sets[c].parent != c) c = sets[c].parent = sets[sets[c].parent].parent;
    return c;
  };
  for (const Partners::Pair& pair : Partners(chains, sizes, straight).run()) {
    const std::size_t a = root(pair.first), b = root(pair.second);
    if (a != b) {
      sets[b].parent = a;
      sets[a].straight_chains += sets[b].straight_chains;
      sets[a].chains += sets[b].chains;
    } else if (sets[a].chains != 2 || sets[a].straight_chains != 2) {
      doubtful.push_back({pair.first, pair.second, pair.gap});
    }
  }
  for (std::size_t c = 0; c < chains.size(); ++c) {
    if (!straight[c] && sizes[c] > size) doubtful.push_back({c, c, 0});
  }
  return doubtful;
}

}  // namespace pawl::internal::inline drawing
