// SPDX-License-Identifier: MIT
#include "verify/verify_region.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "verify/certificate_contacts.h"
#include "verify/certificate_tree.h"
#include "verify/load_checks.h"

// A checker of certificates of rest regions [MODEL section 12]. It is independent of the code that makes certificates.
// docs/rest-regions.md contains the rules. The checker uses the given boxes and twists and needs no search.
namespace pawl::internal::inline verify {
namespace {

using Leaf = CertificateTree::Node;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A box of poses in which the part may start, and an upper bound on the part's total energy in this box.
struct Source {
  CertificateBox box;
  double energy;
};

/// Returns a bound on the distance of the positions (x, y) in a box from the origin.
double extent_of(const CertificateBox& box) {
  return std::hypot(box.half[0], box.half[1]) + std::hypot(box.centre[0], box.centre[1]);
}

/// Returns a bound on all lengths of a certificate that are not in its problem.
double domain_of(const RegionFile& file) {
  double poses = extent_of(file.start), points = 0;
  for (const RegionFile::Step& step : file.steps) {
    const CertificateLoad& load = step.load;
    poses = std::max({poses, extent_of(step.root), std::hypot(load.reference[0], load.reference[1])});
    if (step.sweep) poses = std::max(poses, extent_of(step.sweep->root));
    points = std::max(points, std::abs(load.at) + std::abs(load.anchor) + load.anchor_off + load.at_off);
  }
  return poses + points;
}

bool contains(const CertificateBox& domain, const CertificateBox& box) {
  for (int k = 0; k < 3; ++k) {
    if (!(std::fabs(box.centre[k] - domain.centre[k]) + box.half[k] <= domain.half[k])) return false;
  }
  return true;
}

/// A union-find structure: disjoint sets of integers that can be merged.
class Components {
 public:
  explicit Components(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
  int find(int k) {
    while (parent_[static_cast<std::size_t>(k)] != k) {
      int& parent = parent_[static_cast<std::size_t>(k)];
      parent = parent_[static_cast<std::size_t>(parent)];
      k = parent;
    }
    return k;
  }
  void merge(int a, int b) { parent_[static_cast<std::size_t>(find(a))] = find(b); }

 private:
  std::vector<int> parent_;
};

/// Bounds the displacement of the part's points over boxes of poses.
class DisplacementCheck {
 public:
  DisplacementCheck(const CertificateProblem& problem, double slack) : problem_(problem), slack_(slack) {}

  /// Returns whether each point of the part is at most `limit` from its position at the pose (0, 0, 0), for every pose
  /// of a box. The displacement is a convex function of the point, so it is largest at vertices or on convex arcs.
  bool holds(const CertificateBox& box, double limit) const {
    const double turn = chord_of(1, std::fabs(box.centre[2]) + box.half[2]);
    const double rest = limit - slack_ - turn * problem_.outline_off;
    const Region region(box);
    const auto is_near = [&](Point p, double radius) {
      const Point moved = region.at + (region.turn - 1.) * p;
      const double more = turn * radius;
      return std::abs(moved) + region.reach(std::abs(p)) + more <= rest || farthest(box, p, p) + more <= rest;
    };
    return std::all_of(problem_.sides.begin(), problem_.sides.end(), [&](const OutlineEdge& side) {
      if (!is_near(side.from, 0)) return false;
      return !side.convex_arc() || is_near(side.centre, side.radius) || holds(box, rest, side, 0, 1, 0);
    });
  }

 private:
  static constexpr int kMostHalvings = 10;

  /// Returns whether the displacement of the points of an arc with parameters from `from` to `to` is at most `limit`.
  /// This piece of the arc lies in the convex hull of its two ends and of the point where the tangents at its ends
  /// meet. If the displacement of one of these three points exceeds `limit`, the piece is halved, up to kMostHalvings
  /// times.
  static bool holds(const CertificateBox& box, double limit, const OutlineEdge& arc, double from, double to,
                    int depth) {
    const double sweep = (to - from) * arc.sweep, middle = (from + to) / 2;
    const auto point = [&](double at, double stretch) {
      return arc.centre + stretch * arc.radius * arc.middle * std::polar(1., (at - .5) * arc.sweep);
    };
    if (sweep < 2) {
      const Point ends[] = {point(from, 1), point(to, 1), point(middle, 1 / std::cos(sweep / 2))};
      if (std::all_of(std::begin(ends), std::end(ends), [&](Point p) { return farthest(box, p, p) <= limit; }))
        return true;
    }
    return depth < kMostHalvings && holds(box, limit, arc, from, middle, depth + 1) &&
           holds(box, limit, arc, middle, to, depth + 1);
  }

  const CertificateProblem& problem_;
  double slack_;
};

class RegionChecker {
 public:
  explicit RegionChecker(const RegionFile& file)
      : file_(file), contacts_(file.problem, domain_of(file)), rounding_(kCertificateRounding * contacts_.far()) {}

  CertificateCheck run() {
    result_.part = part_of(file_.problem);
    refuse("", fault_of(file_.problem, result_.part, contacts_.lacks_corners()));
    for (std::size_t k = 0; k < file_.steps.size() && result_.refused.empty(); ++k) check_step(k);
    if (result_.refused.empty()) check_displacement();
    return result_;
  }

 private:
  void refuse(const std::string& place, const std::string& why) {
    if (!why.empty() && result_.refused.empty()) result_.refused = place + why;
  }
  double residual() const { return file_.residual_energy.value_or(0); }

  void check_step(std::size_t k) {
    const RegionFile::Step& step = file_.steps[k];
    const std::string pointer = "/steps/" + std::to_string(k), of_tree = pointer + "/tree: ";
    refuse(pointer + "/load: ", fault_of_load(step.load));
    const LoadChecks load(step.load, contacts_);
    std::vector<Source> sources;
    if (k == 0) {
      sources = {{file_.start, load.potential(file_.start).up + file_.start_energy}};
    } else if (step.sweep) {
      sources = swept(k, load);
    } else {
      for (const CertificateBox& box : ends_) sources.push_back({box, load.potential(box).up + residual()});
    }
    if (!result_.refused.empty()) return;

    CertificateTree tree(rounding_);
    std::size_t used = 0;
    refuse(of_tree, tree.read(step.root, step.tree, "mr",
                              [&](const Leaf& leaf) { return fault_of_leaf(tree, leaf, load, step.twists, used); }));
    result_.boxes += tree.leaves();
    if (used != step.twists.size()) refuse(pointer + "/twists: ", "more twists than boxes need");
    if (!result_.refused.empty()) return;
    check_reach(tree, load, sources, of_tree);

    ends_.clear();
    bool rests = false;
    for (const Leaf& node : tree.nodes()) {
      const bool leaf = node.lower < 0, rest = node.letter == 'r';
      rests = rests || rest;
      if (leaf && (file_.residual_energy ? node.inside : rest)) ends_.push_back(node.box);
    }
    if (!rests) refuse(of_tree, "contains no box in which the part may rest");
  }

  /// Returns the reason to refuse a load, or "" to accept it. For a pull towards an anchor, `force` must be the pull at
  /// the pose 0.
  std::string fault_of_load(const CertificateLoad& load) const {
    if (!is_unit(load, file_.problem.rho)) return "is not of 1 N";
    if (!load.has_anchor) return "";
    const Point line = load.anchor - load.at, along = line / std::abs(line);
    const bool towards = std::abs(load.force - std::abs(load.force) * along) <= 1e-6;
    return towards ? "" : "does not pull towards the anchor at the reference pose";
  }

  std::string fault_of_leaf(const CertificateTree& tree, const Leaf& leaf, const LoadChecks& load,
                            const std::vector<CertificateTwist>& twists, std::size_t& used) const {
    if (leaf.inside && tree.reaches_end(leaf.box)) return words_of(leaf.box) + "reaches the end of the domain";
    switch (leaf.letter) {
      case 'c':
        return fault_of_colliding(leaf);
      case 'm':
        if (used == twists.size()) return words_of(leaf.box) + "has no twist";
        if (excludes_rest(contacts_, load, twists[used++], Region(leaf.box))) return "";
        return words_of(leaf.box) + "may contain a rest of the part: its twist does not exclude it";
      case 'o':
      case 'r':
        return "";
      default:
        return words_of(leaf.box) + "has an unknown kind: " + leaf.letter;
    }
  }
  std::string fault_of_colliding(const Leaf& leaf) const {
    if (contacts_.collides(Region(leaf.box))) return "";
    return words_of(leaf.box) + "is marked as colliding, but may contain a free pose";
  }

  /// Checks that a part that starts in a source cannot leave the inside boxes: every box that touches a source is an
  /// inside box, is colliding, or lies above the energy of the source, and so does every outside box that touches the
  /// inside boxes that the part can reach. Refuses the certificate if this is not proved.
  void check_reach(const CertificateTree& tree, const LoadChecks& load, const std::vector<Source>& sources,
                   const std::string& place) {
    const std::vector<Leaf>& nodes = tree.nodes();
    std::vector<double> low(nodes.size(), -kInfinity);  // for each outside box: lower bound of the potential
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      if (nodes[k].letter == 'o') low[k] = std::max(-kInfinity, load.potential(nodes[k].box).low);
    }
    Components components(nodes.size());
    // For each inside box: among the outside boxes that touch it, the one with the lowest potential; or -1.
    std::vector<int> exit(nodes.size(), -1);
    tree.each_touching_pair([&](int inside, int other) {
      const auto i = static_cast<std::size_t>(inside), k = static_cast<std::size_t>(other);
      if (nodes[k].inside) components.merge(inside, other);
      if (nodes[k].letter == 'o' && (exit[i] < 0 || low[k] < low[static_cast<std::size_t>(exit[i])])) exit[i] = other;
      return true;
    });
    // For each component of touching inside boxes: highest energy of the sources that touch it.
    std::vector<double> level(nodes.size(), -kInfinity);
    bool starts = false;
    for (const Source& source : sources) {
      if (!(source.energy < kInfinity)) return refuse(place, "a start has no bounded energy");
      if (!contains(nodes[0].box, source.box))
        return refuse(place, words_of(source.box) + "in which the part may start reaches out of the domain");
      tree.each_touching(source.box, [&](int touched) {
        const auto k = static_cast<std::size_t>(touched);
        if (nodes[k].inside) {
          double& highest = level[static_cast<std::size_t>(components.find(touched))];
          highest = std::max(highest, source.energy);
          starts = true;
        } else if (nodes[k].letter != 'c' && !(low[k] > source.energy)) {
          refuse(place, words_of(nodes[k].box) + "may contain a start of the part, but is not inside");
        }
        return result_.refused.empty();
      });
      if (!result_.refused.empty()) return;
    }
    if (!starts) return refuse(place, "no box that the part may reach touches a start");
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      if (exit[k] < 0) continue;
      const auto out = static_cast<std::size_t>(exit[k]);
      if (!(low[out] > level[static_cast<std::size_t>(components.find(static_cast<int>(k)))]))
        return refuse(place, words_of(nodes[out].box) + "may be reached, but is marked as outside");
    }
  }

  /// Checks the sweep that leads to step k, and refuses the certificate if the part may leave the inside boxes of the
  /// sweep. Returns these boxes, with the energy that the part may have in them at the end of the sweep.
  std::vector<Source> swept(std::size_t k, const LoadChecks& load) {
    const RegionFile::Sweep& sweep = *file_.steps[k].sweep;
    const std::string place = "/steps/" + std::to_string(k) + "/sweep/tree: ";
    const LoadChecks before(file_.steps[k - 1].load, contacts_);
    double energy = -kInfinity;
    for (const CertificateBox& box : ends_) energy = std::max(energy, before.potential(box).up + residual());
    const double risen = energy + sweep.rise;
    if (!(risen < kInfinity)) refuse(place, "a start has no bounded energy");

    CertificateTree tree(rounding_);
    refuse(place, tree.read(sweep.root, sweep.tree, "i", [&](const Leaf& leaf) -> std::string {
      if (leaf.inside && tree.reaches_end(leaf.box)) return words_of(leaf.box) + "reaches the end of the domain";
      if (leaf.letter == 'c') return fault_of_colliding(leaf);
      if (leaf.letter == 'o') return "";
      if (leaf.letter != 'i') return words_of(leaf.box) + "has an unknown kind: " + leaf.letter;
      const bool bounded = before.largest_rise(load, leaf.box) <= sweep.rise;
      return bounded ? "" : words_of(leaf.box) + "may raise the energy by more than stated";
    }));
    result_.boxes += tree.leaves();
    if (!result_.refused.empty()) return {};
    const std::vector<Leaf>& nodes = tree.nodes();
    tree.each_touching_pair([&](int, int other) {
      const Leaf& leaf = nodes[static_cast<std::size_t>(other)];
      const bool closed =
          leaf.letter != 'o' || (before.potential(leaf.box).low > energy && load.potential(leaf.box).low > risen);
      if (!closed) refuse(place, words_of(leaf.box) + "may be reached, but is marked as outside");
      return closed;
    });
    for (const CertificateBox& start : ends_) {
      if (!contains(sweep.root, start))
        refuse(place, words_of(start) + "in which the part may start reaches out of the domain");
      tree.each_touching(start, [&](int touched) {
        const Leaf& leaf = nodes[static_cast<std::size_t>(touched)];
        if (!leaf.inside && leaf.letter != 'c')
          refuse(place, words_of(leaf.box) + "may contain a start of the part, but is not inside");
        return result_.refused.empty();
      });
      if (!result_.refused.empty()) return {};
    }
    std::vector<Source> sources;
    for (const Leaf& node : nodes) {
      if (node.lower < 0 && node.inside) sources.push_back({node.box, risen});
    }
    if (sources.empty()) refuse(place, "contains no box that the part may reach");
    return sources;
  }

  void check_displacement() {
    const DisplacementCheck check(file_.problem, contacts_.slack());
    CertifiedRegion region{file_.steps.size(),
                           file_.displacement,
                           {Eigen::Vector3d::Constant(kInfinity), Eigen::Vector3d::Constant(-kInfinity)}};
    for (const CertificateBox& box : ends_) {
      if (!check.holds(box, file_.displacement))
        return refuse("/displacement: ", words_of(box) + "may displace a point of the part by more than stated");
      for (int k = 0; k < 3; ++k) {
        region.bounds[0][k] = std::min(region.bounds[0][k], box.centre[k] - box.half[k]);
        region.bounds[1][k] = std::max(region.bounds[1][k], box.centre[k] + box.half[k]);
      }
    }
    result_.region = region;
  }

  const RegionFile& file_;
  CertificateContacts contacts_;
  double rounding_;
  /// Boxes that contain all poses of the part at the end of the step that was checked last.
  std::vector<CertificateBox> ends_;
  CertificateCheck result_;
};

}  // namespace

CertificateCheck verify_region(const RegionFile& file) { return RegionChecker(file).run(); }

}  // namespace pawl::internal::inline verify
