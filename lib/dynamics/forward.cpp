// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/dynamics/forward.h>

#include <algorithm>
#include <cmath>

#include "contact/contact_directions.h"
#include "dynamics/affine_modes.h"
#include "dynamics/nonnegative_least_squares.h"
#include "geometry/conic_hull.h"

namespace pawl {
namespace {

void require_finite(const Eigen::Vector3d& v, const char* pointer) {
  for (int k = 0; k < 3; ++k) {
    if (!std::isfinite(v[k])) throw InputError(pointer, fmt::format("{}", v[k]), "must be three finite numbers");
  }
}

/// A contact force of fixed direction: the wrench -[d; p x d] that balances it, d = n + s mu t.
struct ForceEdge {
  int id;  ///< in the pool
  int contact;
  double slope;  ///< s mu
};

/// The forces that a mode allows, as the cone of the wrenches that balance them.
class ModeForces {
 public:
  explicit ModeForces(const ContactSet& set) : set_(set) {
    directions_.assign(set);
    directions_.fill(pool_);
    base_ = pool_.size();
  }

  void build(const std::string& letters) {
    pool_.truncate(base_);
    edges_.clear();
    for (std::size_t i = 0; i < letters.size(); ++i) {
      const int contact = static_cast<int>(i);
      // Left sliding has c_t = -mu c_n, right sliding +mu c_n.
      if (letters[i] == 'l' || letters[i] == 'n') add_span(contact, -1, letters[i] == 'l');
      if (letters[i] == 'r' || letters[i] == 'n') add_span(contact, 1, letters[i] == 'r');
    }
    std::vector<int> ids;
    for (const ForceEdge& edge : edges_) ids.push_back(edge.id);
    hulls_.solve(pool_, {}, ids, hull_);
    dual_generators(pool_, hull_, faces_);
  }

  const std::vector<ForceEdge>& edges() const { return edges_; }
  std::vector<IntegerVector> faces() { return exact(faces_.rays); }
  std::vector<IntegerVector> equalities() { return exact(faces_.lines); }
  IntegerVector exact_edge(const ForceEdge& edge) { return pool_.exact(edge.id); }

 private:
  void add_span(int contact, int sign, bool sliding) {
    const Friction& friction = set_.contacts[static_cast<std::size_t>(contact)].friction;
    if (friction.high == 0 && std::any_of(edges_.begin(), edges_.end(), [&](const ForceEdge& e) { return e.contact == contact; })) {
      return;  // a rolling contact without friction: both edges are one
    }
    edges_.push_back({directions_.add_force_edge(pool_, contact, sign, true), contact, sign * friction.high});
    if (!sliding || !friction.is_interval()) return;
    edges_.push_back({directions_.add_force_edge(pool_, contact, sign, false), contact, sign * friction.low});
  }

  std::vector<IntegerVector> exact(const std::vector<CrossPair>& pairs) {
    std::vector<IntegerVector> rows;
    for (const CrossPair& pair : pairs) rows.push_back(cross(pool_.exact(pair.a), pool_.exact(pair.b)));
    return rows;
  }

  const ContactSet& set_;
  ContactDirections directions_;
  DirectionPool pool_;
  int base_ = 0;
  std::vector<ForceEdge> edges_;
  ConicHullSolver hulls_;
  ConicHull hull_;
  DualGenerators faces_;
};

int rank(const std::vector<IntegerVector>& vectors) {
  const IntegerVector* first = nullptr;
  IntegerVector normal{0, 0, 0};
  for (const IntegerVector& v : vectors) {
    if (is_zero(v)) continue;
    if (first == nullptr) {
      first = &v;
    } else if (is_zero(normal)) {
      normal = cross(*first, v);
    } else if (!dot(normal, v).is_zero()) {
      return 3;
    }
  }
  return first == nullptr ? 0 : is_zero(normal) ? 1 : 2;
}

class Forward {
 public:
  Forward(const ContactSet& set, const Eigen::Vector3d& wrench) : set_(set), wrench_(wrench), forces_(set) {
    const double entries[] = {wrench.x(), wrench.y(), wrench.z(), set.mass, set.inertia};
    const int shift = common_shift(entries, 5);
    for (int k = 0; k < 3; ++k) exact_wrench_[k] = scaled_integer(wrench[k], shift);
    mass_ = scaled_integer(set.mass, shift);
    inertia_ = scaled_integer(set.inertia, shift);
  }

  void try_mode(const ModeMotions& motions, std::vector<ForwardSolution>& solutions) {
    forces_.build(motions.letters);
    ModeMotions solved = motions;
    for (const IntegerVector& row : forces_.equalities()) solved.accelerations.restrict_to(balance(row));
    std::vector<HomogeneousRow> faces;
    for (const IntegerVector& row : forces_.faces()) {
      faces.push_back(balance(row));
      solved.accelerations.cut(faces.back());
    }
    if (!solved.feasible()) return;
    PAWL_ASSERT(solved.accelerations.bounded());  // an unbounded one would gain power from its contacts
    solutions.push_back(describe(solved, faces));
  }

 private:
  /// row . (g - M v') for v' = x, as a row on (x, 1): at most 0 where the forces can make up the difference.
  HomogeneousRow balance(const IntegerVector& row) const {
    return {-row[0] * mass_, -row[1] * mass_, -row[2] * inertia_, dot(row, exact_wrench_)};
  }

  ForwardSolution describe(const ModeMotions& solved, const std::vector<HomogeneousRow>& faces) {
    ForwardSolution solution;
    solution.mode = Mode(solved.letters);
    for (const auto& corner : solved.accelerations.corners()) {
      solution.acceleration_corners.emplace_back(corner[0], corner[1], corner[2]);
      solution.acceleration += solution.acceleration_corners.back();
    }
    solution.acceleration /= static_cast<double>(solution.acceleration_corners.size());
    solution.acceleration_rank_deficiency = solved.accelerations.dimension();
    const std::vector<ForceEdge> edges = usable_edges(solved.accelerations, faces);
    solution.force_rank_deficiency = solution.acceleration_rank_deficiency + force_freedom(edges);
    set_forces(edges, solution);
    return solution;
  }

  /// The edges on the face of the force cone that holds g - M v' for every acceleration of the mode.
  std::vector<ForceEdge> usable_edges(const ExactPolyhedron& accelerations, const std::vector<HomogeneousRow>& faces) {
    const std::vector<IntegerVector> rows = forces_.faces();
    std::vector<ForceEdge> usable = forces_.edges();
    for (std::size_t k = 0; k < rows.size(); ++k) {
      if (accelerations.reaches_below(faces[k])) continue;
      std::erase_if(usable, [&](const ForceEdge& edge) { return !dot(rows[k], forces_.exact_edge(edge)).is_zero(); });
    }
    return usable;
  }

  /// Dimension of the forces that give one wrench in the middle of their cone.
  int force_freedom(const std::vector<ForceEdge>& edges) {
    std::vector<IntegerVector> wrenches;
    for (const ForceEdge& edge : edges) wrenches.push_back(forces_.exact_edge(edge));
    return static_cast<int>(edges.size()) - rank(wrenches);
  }

  void set_forces(const std::vector<ForceEdge>& edges, ForwardSolution& solution) const {
    const Eigen::MatrixXd J = contact_jacobian(set_);
    const Eigen::Index n = static_cast<Eigen::Index>(set_.size());
    const double rho = set_.radius_of_gyration();
    const Eigen::Vector3d scale(1, 1, 1 / rho);
    Eigen::MatrixXd spans(3, static_cast<Eigen::Index>(edges.size()));
    for (std::size_t k = 0; k < edges.size(); ++k) {
      spans.col(static_cast<Eigen::Index>(k)) =
          scale.cwiseProduct(J.col(edges[k].contact) + edges[k].slope * J.col(n + edges[k].contact));
    }
    const Eigen::Vector3d moved(set_.mass * solution.acceleration.x(), set_.mass * solution.acceleration.y(),
                                set_.inertia * solution.acceleration.z());
    const Eigen::VectorXd weights = nonnegative_least_squares(spans, scale.cwiseProduct(moved - wrench_));
    solution.forces = Eigen::VectorXd::Zero(2 * n);
    for (std::size_t k = 0; k < edges.size(); ++k) {
      solution.forces[edges[k].contact] += weights[static_cast<Eigen::Index>(k)];
      solution.forces[n + edges[k].contact] += edges[k].slope * weights[static_cast<Eigen::Index>(k)];
    }
    const Eigen::Vector3d error = scale.cwiseProduct(moved - wrench_ - J * solution.forces);
    const double largest = std::max({scale.cwiseProduct(moved).cwiseAbs().maxCoeff(), scale.cwiseProduct(wrench_).cwiseAbs().maxCoeff(),
                                     solution.forces.size() > 0 ? solution.forces.cwiseAbs().maxCoeff() : 0});
    solution.residual = largest > 0 ? error.cwiseAbs().maxCoeff() / largest : 0;
  }

  const ContactSet& set_;
  Eigen::Vector3d wrench_;
  ModeForces forces_;
  IntegerVector exact_wrench_;
  Integer mass_, inertia_;
};

}  // namespace

ForwardSolutions forward(const ContactSet& set, const Eigen::Vector3d& wrench, const Eigen::Vector3d& twist) {
  set.validate();
  require_finite(wrench, "/wrench");
  require_finite(twist, "/twist");
  const std::vector<ContactRows> rows = contact_rows(set, twist);
  Forward solver(set, wrench);
  ForwardSolutions result;
  for_each_affine_mode(rows, [&](const ModeMotions& motions) { solver.try_mode(motions, result.solutions); });
  if (result.solutions.empty()) return result;
  const bool one = result.solutions.size() == 1 && result.solutions[0].acceleration_rank_deficiency == 0;
  result.count = one ? SolutionCount::one : SolutionCount::many;
  return result;
}

}  // namespace pawl
