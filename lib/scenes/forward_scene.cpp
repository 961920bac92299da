// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/base/tolerance.h>
#include <pawl/bodies/equations_of_motion.h>
#include <pawl/friction/contact_problem.h>
#include <pawl/friction/quasistatic.h>
#include <pawl/friction/solve_motion.h>
#include <pawl/scenes/forward_scene.h>
#include <pawl/simulation/collide.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <utility>

#include "geometry/boundary.h"

namespace pawl {
namespace {

/// Largest relative difference of two motions, or of two sets of forces, that count as the same. The difference of two
/// forces is relative to the largest force in both sets. The difference of two motions is relative to the largest entry
/// of both motions, or to motion_scale() if it is larger.
constexpr double kSame = 1e-6;
/// Largest distance, m, of two contacts between the same solids, with the same normal, that count as one contact.
constexpr double kSamePoint = 1e-9;

/// Finds the contacts of the state. Where two corners meet, the search finds the same point and normal twice, but the
/// contact is added only once.
void add_contacts(const SceneSystem& parts, SceneForward& forward) {
  const System& system = parts.system;
  std::vector<internal::Boundary> boundaries;
  for (const Shape& shape : system.shapes) boundaries.push_back(internal::boundary_of(shape.loops()));
  for (const Collision& found : collide(system, parts.state, tolerance::kContact)) {
    const Shape& a = system.shapes[found.shape_a];
    const Shape& b = system.shapes[found.shape_b];
    const std::size_t with_round = found.vertex_on_b ? found.shape_b : found.shape_a;
    const std::size_t with_side = found.vertex_on_b ? found.shape_a : found.shape_b;
    const double round = boundaries[with_round].rounds[static_cast<std::size_t>(found.round)].radius;
    const double side = boundaries[with_side].sides[static_cast<std::size_t>(found.side)].radius;
    BodyContact contact{a.solid,   b.solid,
                        found.on_b, found.normal,
                        friction_between(a, b), found.gap,
                        found.vertex_on_b ? side : round, found.vertex_on_b ? round : side};
    const bool known = std::any_of(forward.contacts.begin(), forward.contacts.end(), [&](const BodyContact& other) {
      return other.a == contact.a && other.b == contact.b && (other.point - contact.point).norm() <= kSamePoint &&
             other.normal.dot(contact.normal) >= 1 - kSamePoint;
    });
    if (known) continue;
    forward.contacts.push_back(contact);
    forward.kinetic_friction.push_back(kinetic_friction_between(a, b));
    forward.owners_a.push_back(parts.owners[found.shape_a]);
    forward.owners_b.push_back(parts.owners[found.shape_b]);
  }
}

/// Throws InputError if touching contacts approach each other faster than tolerance::kRestingVelocity.
void require_no_impact(const SceneForward& forward) {
  for (Eigen::Index i = 0; i < forward.equations.contacts(); ++i) {
    const double speed = forward.equations.normals.row(i).dot(forward.equations.velocity);
    if (speed >= -tolerance::kRestingVelocity) continue;
    const Solid& owner = forward.owners_b[static_cast<std::size_t>(i)];
    const Solid& other = forward.owners_a[static_cast<std::size_t>(i)];
    const Solid& named = owner.kind == Solid::Kind::ground ? other : owner;
    throw InputError(fmt::format("/{}/{}", named.kind == Solid::Kind::body ? "bodies" : "joints", named.index),
                     fmt::format("{}", speed),
                     fmt::format("approaches {} at this speed (m/s) where they touch, which is an impact; expected "
                                 "touching bodies that rest, slide or separate",
                                 name_of(named == owner ? other : owner)));
  }
}

double size_of(const Eigen::VectorXd& v) { return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0; }

bool same(const Eigen::VectorXd& a, const Eigen::VectorXd& b, double scale) {
  return size_of(a - b) <= kSame * std::max({size_of(a), size_of(b), scale});
}

bool same_forces(const SystemForces& a, const SystemForces& b) {
  const double scale = std::max(size_of(a.normal), size_of(b.normal));
  if (!same(a.normal, b.normal, scale)) return false;
  for (std::size_t k = 0; k < a.tangent.size(); ++k) {
    if (!same(a.tangent[k], b.tangent[k], scale)) return false;
  }
  return true;
}

/// Returns the scale for the comparison of motions: the larger of two accelerations, the largest one that the forces
/// would cause without contacts and the largest prescribed one; at least 1e-9. For quasistatic motions, the largest
/// present velocity takes the place of the first acceleration.
double motion_scale(const ContactEquations& equations, bool quasistatic) {
  const double scale = size_of(quasistatic ? equations.velocity : Eigen::VectorXd(equations.mass.llt().solve(equations.force)));
  return std::max({scale, size_of(equations.bilateral.acceleration), 1e-9});
}

/// Adds a motion to the list if its residuals are small, and if the list does not contain it yet.
void add_motion(SceneMotion found, double scale, SceneForward& forward) {
  if (!found.residuals.within()) return;
  for (const SceneMotion& known : forward.motions) {
    if (same(known.motion.motion, found.motion.motion, scale) && same_forces(known.motion.forces, found.motion.forces)) return;
  }
  forward.motions.push_back(std::move(found));
}

/// Returns a basis of all vectors d with d_i = 0 for the variables i outside `support`, and (M d)_i = 0 for the
/// variables i in `support`.
Eigen::MatrixXd null_space(const Eigen::MatrixXd& M, const std::vector<Eigen::Index>& support) {
  const auto size = static_cast<Eigen::Index>(support.size());
  Eigen::MatrixXd part(size, size);
  for (Eigen::Index r = 0; r < size; ++r) {
    for (Eigen::Index c = 0; c < size; ++c) part(r, c) = M(support[static_cast<std::size_t>(r)], support[static_cast<std::size_t>(c)]);
  }
  Eigen::FullPivLU<Eigen::MatrixXd> lu(part);
  lu.setThreshold(1e-10);
  if (size == 0 || lu.dimensionOfKernel() == 0) return Eigen::MatrixXd(M.rows(), 0);
  const Eigen::MatrixXd kernel = lu.kernel();
  Eigen::MatrixXd whole = Eigen::MatrixXd::Zero(M.rows(), kernel.cols());
  for (Eigen::Index r = 0; r < size; ++r) whole.row(support[static_cast<std::size_t>(r)]) = kernel.row(r);
  return whole;
}

/// A search for further solutions in the complementary faces of a solution z of an LCP.
///
/// A face is given by a set S of variables: for i in S, z_i may be positive and w_i = 0; all other z_i are 0.
/// all_lcp_solutions() lists one point of each face that contains solutions. Let d be the difference of two points of a
/// face. Then d_i = 0 for all i outside S, and (M d)_i = 0 for all i in S. A face contains z if its set S contains all
/// i with z_i > 0 and no i with w_i > 0; it may contain some i with z_i = w_i = 0. If no such d changes the motion for
/// any such S, all points of the faces that contain z have the same motion.
class FaceSearch {
 public:
  enum class Result {
    single,   ///< no face that contains this solution has another motion
    several,  ///< another solution was found; other() returns it
    unknown   ///< the search did not decide
  };

  /// Two motions count as equal if their difference is at most kSame times the largest of three numbers: the largest
  /// magnitudes of an entry in either motion, and `scale`.
  FaceSearch(const Lcp& lcp, double scale, std::function<SceneMotion(const Eigen::VectorXd&)> motion_at)
      : lcp_(lcp), scale_(scale), motion_at_(std::move(motion_at)) {}

  Result search(const Eigen::VectorXd& z) {
    constexpr std::size_t kMostDegenerate = 8;
    const Eigen::VectorXd w = lcp_.M * z + lcp_.q;
    const double z_size = std::max(z.size() > 0 ? z.cwiseAbs().maxCoeff() : 0, 1e-12);
    const double w_size = std::max({w.size() > 0 ? w.cwiseAbs().maxCoeff() : 0, lcp_.q.size() > 0 ? lcp_.q.cwiseAbs().maxCoeff() : 0, 1e-12});
    std::vector<Eigen::Index> positive, degenerate;
    for (Eigen::Index i = 0; i < z.size(); ++i) {
      if (z[i] > 1e-9 * z_size)
        positive.push_back(i);
      else if (w[i] <= 1e-9 * w_size)
        degenerate.push_back(i);
    }
    if (degenerate.size() > kMostDegenerate) return Result::unknown;
    Result result = Result::single;
    const Eigen::VectorXd base = motion_at_(z).motion.motion;
    for (std::size_t bits = 0; bits < std::size_t{1} << degenerate.size(); ++bits) {
      std::vector<Eigen::Index> support = positive;
      for (std::size_t k = 0; k < degenerate.size(); ++k) {
        if (bits >> k & 1U) support.push_back(degenerate[k]);
      }
      const Eigen::MatrixXd directions = null_space(lcp_.M, support);
      bool moves = false;
      for (Eigen::Index c = 0; c < directions.cols(); ++c) {
        const Eigen::VectorXd d = directions.col(c) * (z_size / directions.col(c).cwiseAbs().maxCoeff());
        if (same(motion_at_(z + d).motion.motion, base, scale_) && same(motion_at_(z - d).motion.motion, base, scale_)) continue;
        moves = true;
        for (const double step : {.5, -.5, 1e-2, -1e-2}) {
          const Eigen::VectorXd other = z + step * d;
          if (lcp_residual(lcp_, other) > 1e-9) continue;
          const SceneMotion found = motion_at_(other);
          if (!found.residuals.within() || same(found.motion.motion, base, scale_)) continue;
          other_ = found;
          return Result::several;
        }
      }
      // Each single direction was tried with both signs, but combinations of several directions were not tried.
      if (moves && directions.cols() > 1) result = Result::unknown;
    }
    return result;
  }

  const SceneMotion& other() const { return other_; }

 private:
  const Lcp& lcp_;
  double scale_;
  std::function<SceneMotion(const Eigen::VectorXd&)> motion_at_;
  SceneMotion other_;
};

/// Adds the motions of `all`, the solutions of an LCP, and of further solutions in their faces. Decides whether one or
/// several different motions exist, and sets `complete`. Returns whether it is proved that no face of the LCP contains
/// several motions; this may hold although some solutions of the LCP do not satisfy the laws.
bool count_motions(const Lcp& lcp, const LcpAnswer& all, double scale,
                   const std::function<SceneMotion(const Eigen::VectorXd&)>& motion_at, SceneForward& forward) {
  using Count = SceneForward::Count;
  for (const Eigen::VectorXd& z : all.solutions) add_motion(motion_at(z), scale, forward);
  forward.complete = all.complete && !all.solutions.empty();
  const auto several = [&] {
    return std::any_of(forward.motions.begin(), forward.motions.end(), [&](const SceneMotion& one) {
      return !same(one.motion.motion, forward.motions[0].motion.motion, scale);
    });
  };
  bool single = all.complete;
  FaceSearch faces(lcp, scale, motion_at);
  for (const Eigen::VectorXd& z : all.solutions) {
    if (several()) break;
    const FaceSearch::Result result = faces.search(z);
    if (result == FaceSearch::Result::several) add_motion(faces.other(), scale, forward);
    single = single && result == FaceSearch::Result::single;
  }
  if (several())
    forward.count = Count::many;
  else if (!forward.motions.empty() && single && forward.complete)
    forward.count = Count::one;
  return single;
}

/// A contact that may have either of two friction coefficients: the static one while it rolls, and the kinetic one,
/// which is smaller, in any case.
struct TwoCoefficients {
  Eigen::Index contact;
  double friction, kinetic_friction;
};

/// Largest number of contacts with two coefficients in an island (or in a quasistatic scene) for which all choices of
/// coefficients are examined.
constexpr std::size_t kMostTwoCoefficients = 6;

/// Sets the kinetic coefficients of all contacts. Returns the contacts that may also have a larger, static one.
/// `may_roll` returns whether a contact may roll.
template <typename MayRoll>
std::vector<TwoCoefficients> set_kinetic(const SceneForward& forward, const MayRoll& may_roll,
                                         Eigen::VectorXd& friction) {
  std::vector<TwoCoefficients> list;
  for (Eigen::Index i = 0; i < friction.size(); ++i) {
    const double kinetic = forward.kinetic_friction[static_cast<std::size_t>(i)];
    if (may_roll(i) && kinetic < friction[i]) list.push_back({i, friction[i], kinetic});
    friction[i] = kinetic;
  }
  return list;
}

/// Returns subsets of the contacts, each as a list: all subsets, in an order in which each subset follows its own
/// subsets; or only the smallest and the largest one if there are more than kMostTwoCoefficients contacts.
std::vector<std::vector<TwoCoefficients>> subsets_of(const std::vector<TwoCoefficients>& all) {
  if (all.size() > kMostTwoCoefficients) return {{}, all};
  std::vector<std::vector<TwoCoefficients>> subsets;
  for (std::size_t bits = 0; bits < std::size_t{1} << all.size(); ++bits) {
    subsets.emplace_back();
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (bits >> k & 1U) subsets.back().push_back(all[k]);
    }
  }
  return subsets;
}

/// Returns a copy of a problem in which the given contacts have their static coefficients.
template <typename Problem>
Problem with_static(Problem problem, const std::vector<TwoCoefficients>& contacts) {
  for (const TwoCoefficients& one : contacts) problem.equations.friction[one.contact] = one.friction;
  return problem;
}

/// Returns the contacts whose tangential force exceeds kinetic friction. Only these contacts need the static
/// coefficient, and they must not slide. Forces that are negligible beside the largest one do not count.
std::vector<TwoCoefficients> beyond_kinetic(const std::vector<TwoCoefficients>& contacts, const SystemForces& forces) {
  constexpr double kRounding = 1e-12;
  const double least = 1e-9 * size_of(forces.normal);
  std::vector<TwoCoefficients> beyond;
  for (const TwoCoefficients& one : contacts) {
    const double normal = forces.normal[one.contact];
    const double tangent = std::fabs(forces.tangent[0][one.contact]);
    if (std::max(normal, tangent) > least && tangent > one.kinetic_friction * normal * (1 + kRounding))
      beyond.push_back(one);
  }
  return beyond;
}

/// Computes a motion under the law with two coefficients, and its residuals. `motion_in(problem)` returns the motion of
/// these forces in a problem with one coefficient per contact. Contacts with forces beyond kinetic friction have the
/// static coefficient, and the residual of friction contains their sliding velocity (or acceleration).
template <typename Problem, typename MotionIn>
SceneMotion motion_of_two(const Problem& kinetic, const std::vector<TwoCoefficients>& contacts,
                          const SystemForces& forces, const MotionIn& motion_in) {
  /// With this coefficient, no contact with a normal force can slide.
  constexpr double kNeverSlides = 1e100;
  std::vector<TwoCoefficients> beyond = beyond_kinetic(contacts, forces);
  const Problem problem = with_static(kinetic, beyond);
  SceneMotion found{motion_in(problem), {}};
  found.residuals = verify(problem, found.motion);
  if (beyond.empty()) return found;
  for (TwoCoefficients& one : beyond) one.friction = kNeverSlides;
  const MotionResiduals rolling = verify(with_static(kinetic, beyond), found.motion);
  found.residuals.friction = std::max(found.residuals.friction, rolling.friction);
  return found;
}

/// Counts the motions under the law with two coefficients. A contact that rolls has at most static friction, and a
/// contact that slides has kinetic friction. Every motion under this law is a motion of one of the problems in which
/// each contact has one coefficient, either the static or the kinetic one. `count_with(contacts, found)` counts the
/// motions of the problem in which these contacts have the static coefficient, and leaves out motions in which they
/// slide with static friction. It returns whether all faces of this problem have a single motion, and whether all faces
/// were examined.
template <typename CountWith>
void count_motions_of_two(const std::vector<TwoCoefficients>& contacts, double scale, const CountWith& count_with,
                          SceneForward& forward) {
  bool single = contacts.size() <= kMostTwoCoefficients;
  bool complete = single;
  for (const std::vector<TwoCoefficients>& rolling : subsets_of(contacts)) {
    SceneForward found;
    const auto [one_each, all_faces] = count_with(rolling, found);
    single = single && one_each;
    complete = complete && all_faces;
    for (SceneMotion& motion : found.motions) {
      const bool known = std::any_of(forward.motions.begin(), forward.motions.end(), [&](const SceneMotion& other) {
        return same(other.motion.motion, motion.motion.motion, scale);
      });
      // If the forces of a contact do not exceed kinetic friction, a smaller subset contains a solution with the same
      // contact states.
      if (known && beyond_kinetic(rolling, motion.motion.forces).size() < rolling.size()) continue;
      add_motion(std::move(motion), scale, forward);
    }
  }
  forward.complete = complete && !forward.motions.empty();
  const bool several = std::any_of(forward.motions.begin(), forward.motions.end(), [&](const SceneMotion& one) {
    return !same(one.motion.motion, forward.motions[0].motion.motion, scale);
  });
  if (several)
    forward.count = SceneForward::Count::many;
  else if (forward.complete && single)
    forward.count = SceneForward::Count::one;
}

/// Returns the islands of a problem: groups of the contacts that are not open. Contacts in different groups share no
/// body or arm, so the motions of islands do not depend on each other.
std::vector<std::vector<Eigen::Index>> islands_of(const MotionProblem& problem) {
  const ContactProblem reduced = contact_problem(problem);
  std::vector<int> root(reduced.bodies.size() + reduced.blocks.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int i) {
    while (root[static_cast<std::size_t>(i)] != i) i = root[static_cast<std::size_t>(i)];
    return i;
  };
  for (const ContactProblem::Contact& contact : reduced.contacts) {
    if (contact.a >= 0 && contact.b >= 0) root[static_cast<std::size_t>(find(contact.a))] = find(contact.b);
  }
  std::map<int, std::vector<Eigen::Index>> islands;
  std::size_t k = 0;
  for (std::size_t i = 0; i < problem.states.size(); ++i) {
    if (problem.states[i] == ContactState::open) continue;
    const ContactProblem::Contact& contact = reduced.contacts[k++];
    islands[find(contact.a >= 0 ? contact.a : contact.b)].push_back(static_cast<Eigen::Index>(i));
  }
  std::vector<std::vector<Eigen::Index>> list;
  for (auto& [body, contacts] : islands) list.push_back(std::move(contacts));
  return list;
}

/// Returns the problem of one island: a copy of the problem in which all other contacts are open.
MotionProblem only(const MotionProblem& problem, const std::vector<Eigen::Index>& contacts) {
  MotionProblem island = problem;
  std::fill(island.states.begin(), island.states.end(), ContactState::open);
  for (const Eigen::Index i : contacts) island.states[static_cast<std::size_t>(i)] = problem.states[static_cast<std::size_t>(i)];
  return island;
}

/// Counts the motions of one island. Returns the count, and the island's solutions, in which the forces of contacts
/// outside the island are 0. If FrictionBounds proves that the solution is unique, returns only the count.
SceneForward count_island(const MotionProblem& island, double scale, const ForwardSceneOptions& options) {
  SceneForward found;
  const std::optional<FrictionBounds> bounds = friction_bounds(island);
  if (bounds && bounds->unique) {
    found.complete = true;
    found.count = SceneForward::Count::one;
    return found;
  }
  const ContactProblem reduced = contact_problem(island);
  const auto motion_at = [&](const Eigen::VectorXd& z) {
    const SystemMotion motion = motion_of(island, forces_of(island, z));
    return SceneMotion{motion, verify(island, motion)};
  };
  count_motions(reduced.lcp(), all_contact_solutions(reduced, options.all), scale, motion_at, found);
  return found;
}

/// Counts the motions of one island under the law with two coefficients, as count_island() does for one coefficient.
/// `island` has the kinetic coefficients.
SceneForward count_island_of_two(const MotionProblem& island, const std::vector<TwoCoefficients>& contacts,
                                 double scale, const ForwardSceneOptions& options) {
  const auto count_with = [&](const std::vector<TwoCoefficients>& rolling, SceneForward& found) {
    const MotionProblem problem = with_static(island, rolling);
    const ContactProblem reduced = contact_problem(problem);
    const auto motion_at = [&](const Eigen::VectorXd& z) {
      const SystemForces forces = forces_of(problem, z);
      return motion_of_two(island, contacts, forces, [&](const MotionProblem& one) { return motion_of(one, forces); });
    };
    const LcpAnswer all = all_contact_solutions(reduced, options.all);
    const bool single = count_motions(reduced.lcp(), all, scale, motion_at, found);
    return std::pair(single, all.complete);
  };
  SceneForward forward;
  count_motions_of_two(contacts, scale, count_with, forward);
  return forward;
}

/// Returns whether it is proved that no motion exists, whatever coefficients the contacts have. `status_with(contacts)`
/// solves the problem in which these contacts have the static coefficient.
template <typename StatusWith>
bool proves_none_of_two(const std::vector<TwoCoefficients>& contacts, const StatusWith& status_with) {
  if (contacts.size() > kMostTwoCoefficients) return false;
  const std::vector<std::vector<TwoCoefficients>> subsets = subsets_of(contacts);
  return std::all_of(subsets.begin(), subsets.end(), [&](const std::vector<TwoCoefficients>& rolling) {
    return status_with(rolling) == LcpAnswer::Status::none;
  });
}

/// Copies the forces of these contacts.
void copy_forces(const SystemForces& from, const std::vector<Eigen::Index>& contacts, SystemForces& to) {
  for (const Eigen::Index i : contacts) {
    to.normal[i] = from.normal[i];
    for (std::size_t k = 0; k < to.tangent.size(); ++k) to.tangent[k][i] = from.tangent[k][i];
  }
}

/// Does the same as solve_dynamics() under the law with two coefficients, of which `contacts` lists the contacts that
/// roll. `problem` has the kinetic coefficients.
void solve_dynamics_of_two(const MotionProblem& problem, const std::vector<TwoCoefficients>& contacts,
                           const ForwardSceneOptions& options, SceneForward& forward) {
  using Count = SceneForward::Count;
  const double scale = motion_scale(forward.equations, false);
  const std::vector<std::vector<Eigen::Index>> islands = islands_of(problem);
  SystemForces first;
  first.normal = Eigen::VectorXd::Zero(problem.equations.contacts());
  first.tangent.assign(problem.equations.tangents.size(), first.normal);
  std::vector<SceneForward> counted;
  forward.complete = true;
  forward.count = Count::one;
  bool exists = true;
  for (const std::vector<Eigen::Index>& members : islands) {
    const MotionProblem island = only(problem, members);
    std::vector<TwoCoefficients> own;
    for (const TwoCoefficients& one : contacts) {
      if (std::find(members.begin(), members.end(), one.contact) != members.end()) own.push_back(one);
    }
    counted.push_back(own.empty() ? count_island(island, scale, options)
                                  : count_island_of_two(island, own, scale, options));
    SceneForward& found = counted.back();
    // A motion with kinetic coefficients alone also satisfies the law with two coefficients.
    const ContactAnswer kinetic = solve_motion(island, options.first);
    if (kinetic.motion) {
      copy_forces(kinetic.motion->forces, members, first);
    } else if (!found.motions.empty()) {
      copy_forces(found.motions[0].motion.forces, members, first);
    } else {
      exists = false;
      const bool none = proves_none_of_two(own, [&](const std::vector<TwoCoefficients>& rolling) {
        return solve_motion(with_static(island, rolling), options.first).lcp.status;
      });
      if (none) forward.count = Count::none;
    }
    if (forward.count == Count::none) break;
    forward.complete = forward.complete && found.complete;
    if (found.count == Count::many)
      forward.count = Count::many;
    else if (found.count != Count::one && forward.count == Count::one)
      forward.count = Count::undecided;
  }
  if (!exists) {
    forward.complete = false;
    if (forward.count != Count::none) forward.count = Count::undecided;
    return;
  }
  const auto add = [&](const SystemForces& forces) {
    add_motion(
        motion_of_two(problem, contacts, forces, [&](const MotionProblem& one) { return motion_of(one, forces); }),
        scale, forward);
  };
  add(first);
  for (std::size_t k = 0; k < islands.size(); ++k) {
    for (const SceneMotion& one : counted[k].motions) {
      SystemForces forces = first;
      copy_forces(one.motion.forces, islands[k], forces);
      add(forces);
    }
  }
  if (forward.motions.empty()) {
    forward.complete = false;
    forward.count = Count::undecided;
  }
}

/// Finds one motion of the whole scene, or a proof that none exists. Then counts the motions island by island. Every
/// combination of solutions of the islands is a solution of the scene. For each solution of an island, lists one
/// combination that contains it.
void solve_dynamics(const ForwardSceneOptions& options, SceneForward& forward) {
  using Count = SceneForward::Count;
  MotionProblem problem = acceleration_problem(forward.equations);
  forward.states = problem.states;
  const auto rolls = [&](Eigen::Index i) {
    return problem.states[static_cast<std::size_t>(i)] == ContactState::rolling;
  };
  const std::vector<TwoCoefficients> two = set_kinetic(forward, rolls, problem.equations.friction);
  if (!two.empty()) return solve_dynamics_of_two(problem, two, options, forward);
  forward.bounds = friction_bounds(problem);
  const double scale = motion_scale(forward.equations, false);
  const ContactAnswer first = solve_motion(problem, options.first);
  if (first.lcp.status == LcpAnswer::Status::none) forward.count = Count::none;
  if (!first.motion) return;
  add_motion({*first.motion, first.residuals}, scale, forward);
  forward.complete = true;
  forward.count = Count::one;
  for (const std::vector<Eigen::Index>& contacts : islands_of(problem)) {
    const SceneForward island = count_island(only(problem, contacts), scale, options);
    forward.complete = forward.complete && island.complete;
    if (island.count == Count::many)
      forward.count = Count::many;
    else if (island.count != Count::one && forward.count == Count::one)
      forward.count = Count::undecided;
    for (const SceneMotion& one : island.motions) {
      SystemForces forces = first.motion->forces;
      for (const Eigen::Index i : contacts) {
        forces.normal[i] = one.motion.forces.normal[i];
        for (std::size_t k = 0; k < forces.tangent.size(); ++k) forces.tangent[k][i] = one.motion.forces.tangent[k][i];
      }
      const SystemMotion motion = motion_of(problem, forces);
      add_motion({motion, verify(problem, motion)}, scale, forward);
    }
  }
}

/// Does the same as solve_quasistatic() under the law with two coefficients, for the given contacts. `problem` has the
/// kinetic coefficients.
void solve_quasistatic_of_two(const QuasistaticLcp& problem, const std::vector<TwoCoefficients>& contacts,
                              const ForwardSceneOptions& options, SceneForward& forward) {
  const double scale = motion_scale(forward.equations, true);
  const auto problem_with = [&](const std::vector<TwoCoefficients>& rolling) {
    return quasistatic_lcp(with_static(problem, rolling).equations);
  };
  const auto count_with = [&](const std::vector<TwoCoefficients>& rolling, SceneForward& found) {
    const QuasistaticLcp one = problem_with(rolling);
    const Lcp lcp{one.M, one.q};
    const auto motion_at = [&](const Eigen::VectorXd& z) {
      const SystemMotion motion = quasistatic_motion(one, z);
      return motion_of_two(problem, contacts, motion.forces, [&](const QuasistaticLcp&) { return motion; });
    };
    const LcpAnswer all = all_lcp_solutions(lcp, options.all);
    const bool single = count_motions(lcp, all, scale, motion_at, found);
    return std::pair(single, all.complete);
  };
  count_motions_of_two(contacts, scale, count_with, forward);
  if (!forward.motions.empty()) return;
  const bool none = proves_none_of_two(contacts, [&](const std::vector<TwoCoefficients>& rolling) {
    const QuasistaticLcp one = problem_with(rolling);
    return solve_lcp({one.M, one.q}, options.first).status;
  });
  if (none) forward.count = SceneForward::Count::none;
}

void solve_quasistatic(const ForwardSceneOptions& options, SceneForward& forward) {
  ContactEquations equations = forward.equations;
  const std::vector<TwoCoefficients> contacts = set_kinetic(
      forward, [](Eigen::Index) { return true; }, equations.friction);
  const QuasistaticLcp problem = quasistatic_lcp(equations);
  if (!contacts.empty()) return solve_quasistatic_of_two(problem, contacts, options, forward);
  const Lcp lcp{problem.M, problem.q};
  const auto motion_at = [&](const Eigen::VectorXd& z) {
    const SystemMotion motion = quasistatic_motion(problem, z);
    return SceneMotion{motion, verify(problem, motion)};
  };
  const double scale = motion_scale(forward.equations, true);
  const LcpAnswer first = solve_lcp(lcp, options.first);
  if (first.status == LcpAnswer::Status::solved) add_motion(motion_at(first.z), scale, forward);
  if (first.status == LcpAnswer::Status::none) {
    forward.count = SceneForward::Count::none;
    return;
  }
  count_motions(lcp, all_lcp_solutions(lcp, options.all), scale, motion_at, forward);
}

}  // namespace

SceneForward forward_scene(const SceneSetup& setup, const ForwardSceneOptions& options) {
  if (!setup.actuation.supports.empty())
    throw InputError("/simulate/support", "",
                     "must be absent: support friction is not part of the acceleration problem (use pawl simulate)");
  for (std::size_t i = 0; i < setup.parts.system.pins.size(); ++i) {
    if (!setup.parts.system.pins[i].stiffness) continue;
    throw InputError(fmt::format("/pins/{}/stiffness", i), "",
                     "must be absent: the accelerations of a scene have rigid pins only (use pawl simulate)");
  }
  for (std::size_t i = 0; i < setup.parts.system.joints.size(); ++i) {
    if (!setup.parts.system.joints[i].spring_stiffness) continue;
    throw InputError(
        fmt::format("/joints/{}/spring", i), "",
        "must be absent: the accelerations of a scene do not include springs of joints (use pawl simulate)");
  }
  for (std::size_t i = 0; i < setup.parts.system.shapes.size(); ++i) {
    const Shape& shape = setup.parts.system.shapes[i];
    if (shape.viscosity.value_or(0) > 0) {
      const Solid& owner = setup.parts.owners[i];
      throw InputError(fmt::format("/{}/{}/viscosity", owner.kind == Solid::Kind::body ? "bodies" : "joints", owner.index),
                       fmt::format("{}", *shape.viscosity),
                       "must be absent or 0: the accelerations of a scene do not include viscous friction; use pawl "
                       "simulate");
    }
  }
  SceneForward forward;
  add_contacts(setup.parts, forward);
  forward.equations = equations_of_motion(setup.parts.system, setup.parts.state, forward.contacts, setup.actuation.loads);
  if (options.quasistatic) {
    solve_quasistatic(options, forward);
  } else {
    require_no_impact(forward);
    solve_dynamics(options, forward);
  }
  forward.stopped = options.first.stop.stop_requested();
  if (forward.stopped && forward.count == SceneForward::Count::one) forward.count = SceneForward::Count::undecided;
  return forward;
}

}  // namespace pawl
