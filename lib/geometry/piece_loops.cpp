// SPDX-License-Identifier: MIT
#include "geometry/piece_loops.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "geometry/outline.h"
#include "geometry/plane.h"

namespace pawl::internal::inline geometry {
namespace {

using Vector = Eigen::Vector2d;

constexpr double kShortest = 30;  ///< a piece of a loop is left out if it is at most this long, in units of the join
                                  ///< tolerance

/// A point at which a curve is cut, and its position as a fraction of the curve's length.
struct Cut {
  double share;
  Vector point;
};

/// Returns the cuts of a curve in the order from its start to its end, without repetitions. The ends of the curve are
/// cuts, too.
std::vector<Cut> sorted(std::vector<Cut> cuts, const Curve& curve, double tolerance) {
  const Segment& whole = curve.segment();
  std::sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) { return a.share < b.share; });
  std::vector<Cut> result{{0, whole.from}};
  const double length = curve.length();
  for (const Cut& cut : cuts) {
    if ((cut.share - result.back().share) * length > tolerance && (1 - cut.share) * length > tolerance)
      result.push_back(cut);
  }
  result.push_back({1, whole.to});
  return result;
}

/// The starts of pieces, sorted into square cells. The cells are as wide as the tolerance, so all starts near a point
/// are in nine cells.
class Starts {
 public:
  Starts(const std::vector<Piece>& pieces, double tolerance) : pieces_(pieces), tolerance_(tolerance) {
    for (std::size_t i = 0; i < pieces.size(); ++i) cells_[cell_of(pieces[i].segment.from)].push_back(i);
  }

  /// Calls found(i, distance) for each piece i that starts within the tolerance of a point.
  template <class Found>
  void visit(const Vector& point, const Found& found) const {
    const auto [x, y] = cell_of(point);
    for (long long dx = -1; dx <= 1; ++dx) {
      for (long long dy = -1; dy <= 1; ++dy) {
        const auto cell = cells_.find({x + dx, y + dy});
        if (cell == cells_.end()) continue;
        for (const std::size_t i : cell->second) {
          const double distance = (pieces_[i].segment.from - point).norm();
          if (distance <= tolerance_) found(i, distance);
        }
      }
    }
  }

  /// Returns the unused piece whose start is nearest to a point, or nothing if no start is within the tolerance.
  std::optional<std::size_t> nearest(const Vector& point, const std::vector<char>& used) const {
    std::optional<std::size_t> best;
    double least = tolerance_;
    visit(point, [&](std::size_t i, double distance) {
      if (used[i] != 0 || distance > least) return;
      least = distance;
      best = i;
    });
    return best;
  }

 private:
  std::pair<long long, long long> cell_of(const Vector& point) const {
    return {std::llround(point.x() / tolerance_), std::llround(point.y() / tolerance_)};
  }

  const std::vector<Piece>& pieces_;
  double tolerance_;
  std::map<std::pair<long long, long long>, std::vector<std::size_t>> cells_;
};

/// Returns the pieces without repetitions: the first of several equal pieces remains. Two pieces that run along each
/// other in opposite directions enclose no area, so both are left out.
std::vector<Piece> without_repetitions(const std::vector<Piece>& pieces, double tolerance) {
  const Starts starts(pieces, tolerance);
  const auto near = [&](const Vector& a, const Vector& b) { return (a - b).norm() <= tolerance; };
  std::vector<char> dropped(pieces.size(), 0);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Segment& own = pieces[i].segment;
    starts.visit(own.from, [&](std::size_t j, double) {
      const Segment& other = pieces[j].segment;
      if (j > i && near(own.to, other.to) && near(middle(own), middle(other))) dropped[j] = 1;
    });
    starts.visit(own.to, [&](std::size_t j, double) {
      const Segment& other = pieces[j].segment;
      if (j > i && near(own.from, other.to) && near(middle(own), middle(other))) dropped[i] = dropped[j] = 1;
    });
  }
  std::vector<Piece> result;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (dropped[i] == 0) result.push_back(pieces[i]);
  return result;
}

/// Returns the pieces without short dead ends. Where two curves cross at a very small angle, rounding can leave short
/// pieces beyond the crossing that no other piece joins.
std::vector<Piece> without_spurs(std::vector<Piece> pieces, const PieceTolerance& tolerance) {
  const double reach = 4 * tolerance.join, longest = 1e4 * tolerance.join;
  for (bool changed = true; changed;) {
    std::vector<Piece> backwards = pieces;
    for (Piece& piece : backwards) std::swap(piece.segment.from, piece.segment.to);
    const Starts starts(pieces, reach), ends(backwards, reach);
    std::vector<Piece> kept;
    for (const Piece& piece : pieces) {
      bool followed = false, preceded = false;
      starts.visit(piece.segment.to, [&](std::size_t, double) { followed = true; });
      ends.visit(piece.segment.from, [&](std::size_t, double) { preceded = true; });
      const bool spur = !(followed && preceded) && (piece.segment.to - piece.segment.from).norm() <= longest;
      if (!spur) kept.push_back(piece);
    }
    changed = kept.size() < pieces.size();
    pieces = std::move(kept);
  }
  return pieces;
}

/// If two consecutive pieces have the same source, lie on the same line or circle and run in the same direction,
/// returns one segment that replaces both. Returns nothing otherwise, or if this segment were an arc of more than 6
/// rad.
std::optional<Segment> merged(const Piece& first, const Piece& second, double tolerance) {
  const Segment &a = first.segment, &b = second.segment;
  if (first.source != second.source || (a.bulge == 0) != (b.bulge == 0)) return std::nullopt;
  if (a.bulge == 0) {
    const Vector d = b.to - a.from;
    const double off = std::fabs(cross(d, a.to - a.from));
    if (off > tolerance * d.norm() || (a.to - a.from).dot(b.to - b.from) <= 0) return std::nullopt;
    return Segment{a.from, b.to, 0};
  }
  const Curve first_arc(a), second_arc(b);
  if ((first_arc.center() - second_arc.center()).norm() > 10 * tolerance || a.bulge * b.bulge < 0) return std::nullopt;
  const double sweep = 4 * (std::atan(a.bulge) + std::atan(b.bulge));
  if (std::fabs(sweep) > 6) return std::nullopt;
  return Segment{a.from, b.to, std::tan(sweep / 4)};
}

/// Returns a loop without its very short pieces. The piece after a short piece is extended back to the start of the
/// short piece. Short pieces arise where curves are almost tangent, and are longer than rounding errors.
std::vector<Piece> without_short_pieces(const std::vector<Piece>& loop, double shortest) {
  std::vector<Piece> result;
  std::optional<Vector> start;  // start of the first of the short pieces directly before the current piece
  for (Piece piece : loop) {
    const bool is_short = (piece.segment.to - piece.segment.from).norm() <= shortest && std::fabs(piece.segment.bulge) <= 1;
    if (start) piece.segment.from = *start;
    start.reset();
    if (is_short) {
      start = piece.segment.from;
    } else {
      result.push_back(piece);
    }
  }
  if (start && !result.empty()) result.back().segment.to = result.front().segment.from;
  return result;
}

std::vector<Piece> merged(const std::vector<Piece>& loop, double tolerance) {
  std::vector<Piece> result;
  for (const Piece& piece : loop) {
    const std::optional<Segment> both = result.empty() ? std::nullopt : merged(result.back(), piece, tolerance);
    if (both) {
      result.back().segment = *both;
    } else {
      result.push_back(piece);
    }
  }
  if (result.size() > 2) {
    if (const std::optional<Segment> both = merged(result.back(), result.front(), tolerance)) {
      result.front().segment = *both;
      result.pop_back();
    }
  }
  return result;
}

}  // namespace

std::vector<Piece> cut_and_keep(const std::vector<Piece>& curves, const PieceTolerance& tolerance,
                                const std::function<bool(const Vector& middle, std::size_t curve)>& kept) {
  std::vector<Curve> all;
  std::vector<Box> boxes;
  for (const Piece& piece : curves) {
    all.emplace_back(piece.segment);
    Box box = box_of(piece.segment);
    box.low.array() -= tolerance.meet;
    box.high.array() += tolerance.meet;
    boxes.push_back(box);
  }
  std::vector<std::vector<Cut>> cuts(curves.size());
  if (curves.size() > 1) {
    BoxPairs(std::move(boxes)).visit([&](std::size_t i, std::size_t j) {
      for (const Vector& point : meetings(all[i], all[j], tolerance.meet)) {
        cuts[i].push_back({all[i].share(point), point});
        cuts[j].push_back({all[j].share(point), point});
      }
      return true;
    });
  }
  std::vector<Piece> result;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const std::vector<Cut> ends = sorted(std::move(cuts[i]), all[i], tolerance.join);
    for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
      const Segment piece = all[i].piece(ends[k].point, ends[k].share, ends[k + 1].point, ends[k + 1].share);
      if ((piece.to - piece.from).norm() <= tolerance.join && std::fabs(piece.bulge) <= 1) continue;
      if (kept(middle(piece), i)) result.push_back({piece, curves[i].source});
    }
  }
  return result;
}

std::optional<std::vector<std::vector<Piece>>> joined_loops(const std::vector<Piece>& all, const PieceTolerance& tolerance) {
  const std::vector<Piece> pieces = without_spurs(without_repetitions(all, 4 * tolerance.join), tolerance);
  const Starts starts(pieces, 4 * tolerance.join);
  std::vector<char> used(pieces.size(), 0);
  std::vector<std::vector<Piece>> loops;
  for (std::size_t first = 0; first < pieces.size(); ++first) {
    if (used[first] != 0) continue;
    std::vector<std::size_t> chain;
    std::optional<std::size_t> next = first;
    bool closed = false;
    while (next && !closed) {
      used[*next] = 1;
      chain.push_back(*next);
      const Vector& end = pieces[*next].segment.to;
      next = starts.nearest(end, used);
      const double back = (pieces[first].segment.from - end).norm();
      closed = back <= 4 * tolerance.join && (!next || back <= (pieces[*next].segment.from - end).norm());
    }
    std::vector<Piece> loop;
    double length = 0;
    for (const std::size_t i : chain) {
      loop.push_back(pieces[i]);
      length += (pieces[i].segment.to - pieces[i].segment.from).norm();
    }
    if (!closed) {
      if (length > 4 * tolerance.join) return std::nullopt;
      continue;
    }
    if (loop.size() == 1) continue;  // a loop of one piece, which returns to its own start, encloses only a very thin
                                     // region
    for (std::size_t i = 0; i < loop.size(); ++i) loop[i].segment.to = loop[(i + 1) % loop.size()].segment.from;
    loop = merged(without_short_pieces(merged(loop, tolerance.join), kShortest * tolerance.join), tolerance.join);
    if (loop.empty()) continue;
    if (loop.size() > 2 || (loop.size() == 2 && (loop[0].segment.bulge != 0 || loop[1].segment.bulge != 0)))
      loops.push_back(std::move(loop));
  }
  return loops;
}

double doubled_area(const std::vector<Piece>& loop) {
  double sum = 0;
  const Vector origin = loop.front().segment.from;
  for (const Piece& piece : loop) {
    const Segment& s = piece.segment;
    sum += cross(s.from - origin, s.to - origin);
    if (s.bulge == 0) continue;
    const double radius = radius_of(s), sweep = 4 * std::atan(s.bulge);
    sum += radius * radius * (sweep - std::sin(sweep));
  }
  return sum;
}

Path path_of_pieces(const std::vector<Piece>& loop) {
  Path path;
  for (const Piece& piece : loop) {
    path.vertices.push_back(piece.segment.from);
    path.bulges.push_back(std::fabs(piece.segment.bulge) < kSmallestBulge ? 0 : piece.segment.bulge);
  }
  return path;
}

Path closed_path(const Outline& outline) {
  if (const auto* disc = std::get_if<Disc>(&outline)) {
    const Vector out(disc->radius, 0);
    return {{disc->center + out, disc->center - out}, {1, 1}};
  }
  if (const auto* polygon = std::get_if<Polygon>(&outline))
    return {polygon->vertices, std::vector<double>(polygon->vertices.size(), 0.)};
  Path path = std::get<Path>(outline);
  path.curves.clear();
  return path;
}

Path counterclockwise_path(const Outline& outline) {
  Path path = closed_path(outline);
  if (turn_of(path) > 0) return path;
  // Reverses the path. Segment i of the result is segment n - 1 - i of the original, and vertex 0 remains vertex 0.
  std::reverse(path.vertices.begin(), path.vertices.end());
  std::rotate(path.vertices.begin(), path.vertices.end() - 1, path.vertices.end());
  std::reverse(path.bulges.begin(), path.bulges.end());
  for (double& bulge : path.bulges) bulge = -bulge;
  return path;
}

}  // namespace pawl::internal::inline geometry
