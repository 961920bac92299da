// SPDX-License-Identifier: MIT
#include <pawl/friction/contact_lcp.h>
#include <pawl/friction/motion_problem.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "friction/constrained_inertia.h"
#include "friction/contact_problem_lcp.h"
#include "friction/motion_problem.h"

namespace pawl {
namespace {

using internal::ConstrainedInertia;
using internal::ContactLayout;
using internal::sliding_direction;

std::vector<Eigen::Index> closed_contacts(const MotionProblem& problem) {
  std::vector<Eigen::Index> closed;
  for (std::size_t i = 0; i < problem.states.size(); ++i) {
    if (problem.states[i] != ContactState::open) closed.push_back(static_cast<Eigen::Index>(i));
  }
  return closed;
}

ContactLayout layout_of(const MotionProblem& problem) {
  std::vector<char> slides;
  for (const ContactState state : problem.states) {
    if (state != ContactState::open) slides.push_back(state == ContactState::sliding);
  }
  return {slides, static_cast<int>(problem.equations.tangents.size())};
}

/// Returns the number of variables of the LCP: that of layout_of(problem).
Eigen::Index variables_of(const MotionProblem& problem) {
  const Eigen::Index tangents = static_cast<Eigen::Index>(problem.equations.tangents.size());
  Eigen::Index count = 0;
  for (const ContactState state : problem.states) {
    if (state != ContactState::open) count += state == ContactState::sliding ? 1 : 1 + 2 * tangents;
  }
  return count;
}

/// Checks the sizes of the data that forces are computed from: the friction of contacts, and the velocities of sliding
/// contacts.
void check_forces(const MotionProblem& problem, const Eigen::VectorXd& z) {
  const ContactEquations& e = problem.equations;
  internal::ShapeValidator check;
  check.count("/states", problem.states.size(), static_cast<std::size_t>(e.contacts()));
  check.shape("/equations/friction", e.friction, e.contacts(), 1);
  for (std::size_t k = 0; k < e.tangents.size(); ++k) {
    check.shape(internal::EntryOf{"/equations/tangents", k}, e.tangents[k], e.contacts(), e.velocity.size());
  }
  check.shape("/z", z, variables_of(problem), 1);
  check.finish();
}

}  // namespace

namespace internal::inline friction {

ContactSpace unchecked_contact_space(const MotionProblem& problem) {
  const ContactEquations& e = problem.equations;
  ContactSpace space;
  space.contacts = closed_contacts(problem);
  const Eigen::Index n = static_cast<Eigen::Index>(space.contacts.size());
  Eigen::MatrixXd rows(n * static_cast<Eigen::Index>(1 + e.tangents.size()), e.degrees());
  Eigen::VectorXd offsets(rows.rows());
  rows.topRows(n) = e.normals(space.contacts, Eigen::all);
  offsets.head(n) = problem.normal_offset(space.contacts);
  for (std::size_t k = 0; k < e.tangents.size(); ++k) {
    const Eigen::Index first = n * static_cast<Eigen::Index>(k + 1);
    rows.middleRows(first, n) = e.tangents[k](space.contacts, Eigen::all);
    offsets.segment(first, n) = problem.tangent_offset[k](space.contacts);
  }
  const ConstrainedInertia inertia(e.mass, e.bilateral);
  space.half = inertia.half(rows);
  const Eigen::VectorXd unforced =
      inertia.motion(problem.free_momentum, inertia.particular(problem.bilateral_target, problem.bilateral_slack));
  space.free = rows * unforced + offsets;
  // Terms that cancel up to rounding give exactly 0. Otherwise a contact that cannot move could seem to approach
  // because of a rounding error.
  const Eigen::VectorXd sums = rows.cwiseAbs() * unforced.cwiseAbs() + offsets.cwiseAbs();
  space.free = (space.free.array().abs() <= tolerance::kCancelled * sums.array()).select(0, space.free);
  return space;
}

SystemForces unchecked_forces_of(const MotionProblem& problem, const Eigen::VectorXd& z) {
  const ContactEquations& e = problem.equations;
  const std::vector<Eigen::Index> closed = closed_contacts(problem);
  const ContactLayout at = layout_of(problem);
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(e.contacts());
  SystemForces forces{none, std::vector<Eigen::VectorXd>(e.tangents.size(), none)};
  for (int i = 0; i < static_cast<int>(closed.size()); ++i) {
    const Eigen::Index contact = closed[i];
    const double normal = z[at.normal(i)];
    forces.normal[contact] = normal;
    for (std::size_t k = 0; k < e.tangents.size(); ++k) {
      const double bound = e.friction[contact] * normal;
      forces.tangent[k][contact] =
          at.rolls(i) ? z[at.plus(i, static_cast<int>(k))] - bound : -bound * sliding_direction(e, contact, k);
    }
  }
  return forces;
}

}  // namespace internal::inline friction

ContactSpace contact_space(const MotionProblem& problem) {
  problem.validate();
  return internal::unchecked_contact_space(problem);
}

ContactLcp contact_lcp(const MotionProblem& problem) {
  Lcp dense = contact_problem(problem).lcp();
  ContactLcp lcp{std::move(dense.M), std::move(dense.q), {}, {}};
  for (std::size_t i = 0; i < problem.states.size(); ++i) {
    if (problem.states[i] == ContactState::sliding) lcp.sliding.push_back(static_cast<Eigen::Index>(i));
    if (problem.states[i] == ContactState::rolling) lcp.rolling.push_back(static_cast<Eigen::Index>(i));
  }
  return lcp;
}

SystemForces forces_of(const MotionProblem& problem, const Eigen::VectorXd& z) {
  check_forces(problem, z);
  return internal::unchecked_forces_of(problem, z);
}

namespace {

using Index = Eigen::Index;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Returns contact i of a motion problem with its friction, biases and state, but without its rows of the Jacobian.
ContactProblem::Contact contact_of(const MotionProblem& full, Index i) {
  const ContactEquations& e = full.equations;
  ContactProblem::Contact contact;
  contact.friction = e.friction[i];
  contact.normal_bias = full.normal_offset[i];
  contact.tangent_bias = full.tangent_offset[0][i];
  for (std::size_t k = 1; k < e.tangents.size(); ++k) contact.more_biases.push_back(full.tangent_offset[k][i]);
  if (full.states[i] != ContactState::sliding) return contact;
  if (e.tangents.size() == 1) {
    contact.sliding = sliding_direction(e, i, 0) < 0 ? -1 : 1;
    return contact;
  }
  contact.sliding = 1;
  for (std::size_t k = 0; k < e.tangents.size(); ++k) contact.slide.push_back(sliding_direction(e, i, k));
  return contact;
}

/// A partition of the coordinates into blocks. Coordinates of one link are in the same block, and so are coordinates
/// that share inertia. If one contact acts on more than two blocks, they are merged into one.
class Partition {
 public:
  Partition(const ContactEquations& e, const std::vector<Index>& contacts) : equations_(e), parent_(at(e.degrees())) {
    std::iota(parent_.begin(), parent_.end(), Index{0});
    for (const auto& [start, end] : internal::diagonal_blocks(e.mass)) {
      for (Index j = start + 1; j < end; ++j) join(start, j);
    }
    std::map<int, Index> first;  // first coordinate of each link
    for (std::size_t j = 0; j < e.links.size(); ++j) {
      join(first.emplace(e.links[j], static_cast<Index>(j)).first->second, static_cast<Index>(j));
    }
    std::vector<Index> blocks;
    for (const Index contact : contacts) {
      find_blocks(contact, blocks);
      if (blocks.size() <= 2) continue;
      for (const Index other : blocks) join(blocks.front(), other);
    }
    number();
  }

  int count() const { return static_cast<int>(ends_.size()); }
  /// Returns the coordinates of a block, in order.
  Eigen::Map<const Eigen::Array<Index, Eigen::Dynamic, 1>> members(int block) const {
    const Index start = block == 0 ? 0 : ends_[at(block) - 1];
    return {members_.data() + start, ends_[block] - start};
  }

  /// Returns the blocks on which a contact's rows act, in order: two entries, with -1 for a missing block.
  std::array<int, 2> blocks_of(Index contact) {
    find_blocks(contact, found_);
    std::array<int, 2> blocks{-1, -1};
    for (std::size_t k = 0; k < found_.size(); ++k) blocks[k] = number_[found_[k]];
    return blocks;
  }

 private:
  Index root(Index j) const {
    while (parent_[j] != j) j = parent_[j];
    return j;
  }

  void join(Index i, Index j) {
    const Index first = std::min(root(i), root(j));
    parent_[root(i)] = parent_[root(j)] = first;
  }

  /// Finds the blocks on which a contact acts. A block is represented by its first coordinate.
  void find_blocks(Index contact, std::vector<Index>& blocks) const {
    blocks.clear();
    for (Index j = 0; j < equations_.degrees(); ++j) {
      bool acts = equations_.normals(contact, j) != 0;
      for (const Eigen::MatrixXd& tangent : equations_.tangents) acts = acts || tangent(contact, j) != 0;
      if (!acts) continue;
      const Index block = root(j);
      if (std::find(blocks.begin(), blocks.end(), block) == blocks.end()) blocks.push_back(block);
    }
    std::sort(blocks.begin(), blocks.end());
  }

  /// Numbers the blocks in the order of their first coordinates.
  void number() {
    const Index degrees = static_cast<Index>(parent_.size());
    number_.resize(parent_.size());
    for (Index j = 0; j < degrees; ++j) {
      const Index first = root(j);
      if (first == j) {
        number_[j] = count();
        ends_.push_back(0);
      }
      ++ends_[number_[at(first)]];
    }
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    members_.resize(parent_.size());
    std::vector<Index> filled(ends_.size(), 0);
    for (Index j = 0; j < degrees; ++j) {
      const std::size_t block = at(number_[root(j)]);
      members_[(block == 0 ? 0 : ends_[block - 1]) + filled[block]++] = j;
    }
  }

  const ContactEquations& equations_;
  std::vector<Index> parent_;  ///< for each coordinate, its parent in a tree whose root is the first coordinate of the
                               ///< block
  std::vector<int> number_;    ///< for each coordinate that is the first of a block, the number of this block
  std::vector<Index> members_, ends_;  ///< coordinates of all blocks, block by block, and for each block the index
                                       ///< after its last coordinate
  std::vector<Index> found_;
};

/// Returns the motion of each driven coordinate. Returns nothing if a row does not belong to a drive, if a coordinate
/// has two rows, or if a double cannot represent a motion exactly. (Exact answers must be exact for the given numbers.)
std::optional<std::vector<std::optional<double>>> driven_coordinates(const MotionProblem& full) {
  const Bilateral& b = full.equations.bilateral;
  std::vector<std::optional<double>> driven(at(full.equations.degrees()));
  for (Index i = 0; i < b.size(); ++i) {
    Index j = 0;
    const double entry = b.rows.row(i).cwiseAbs().maxCoeff(&j);
    if (entry == 0 || (b.rows.row(i).array() != 0).count() != 1 || driven[j]) return std::nullopt;
    const double motion = full.bilateral_target[i] / b.rows(i, j);
    if (std::fma(motion, b.rows(i, j), -full.bilateral_target[i]) != 0) return std::nullopt;
    driven[j] = motion;
  }
  return driven;
}

/// Returns the rows of a contact on the coordinates of a block: the row of the normal, then the rows of the tangents.
template <typename Members>
Eigen::MatrixXd rows_on(const ContactEquations& e, Index contact, const Members& members) {
  Eigen::MatrixXd rows(1 + static_cast<Index>(e.tangents.size()), members.size());
  for (Index j = 0; j < members.size(); ++j) {
    rows(0, j) = e.normals(contact, members[j]);
    for (Index k = 1; k < rows.rows(); ++k) rows(k, j) = e.tangents[k - 1](contact, members[j]);
  }
  return rows;
}

ContactProblem with_drives(const MotionProblem& full, const std::vector<std::optional<double>>& driven) {
  const ContactEquations& e = full.equations;
  const std::vector<Index> closed = closed_contacts(full);
  Partition partition(e, closed);
  ContactProblem problem;
  problem.tangents = static_cast<int>(e.tangents.size());
  problem.blocks.resize(at(partition.count()));
  for (int b = 0; b < partition.count(); ++b) {
    const auto members = partition.members(b);
    ContactProblem::Block& block = problem.blocks[b];
    block.inertia.resize(members.size(), members.size());
    block.free_momentum.resize(members.size());
    for (Index j = 0; j < members.size(); ++j) {
      block.free_momentum[j] = full.free_momentum[members[j]];
      for (Index i = 0; i < members.size(); ++i) block.inertia(i, j) = e.mass(members[i], members[j]);
      if (e.bilateral.size() > 0) block.driven.push_back(driven[members[j]]);
    }
  }
  problem.contacts.reserve(closed.size());
  for (const Index i : closed) {
    ContactProblem::Contact& contact = problem.contacts.emplace_back(contact_of(full, i));
    const auto [b, a] = partition.blocks_of(i);
    contact.b = b;
    contact.a = a;
    if (b >= 0) contact.rows_b = rows_on(e, i, partition.members(b));
    if (a >= 0) contact.rows_a = rows_on(e, i, partition.members(a));
  }
  return problem;
}

/// Returns the problem after the pins are eliminated. Its unknowns are y in the motions u = p + Z y, its inertia is Z'M
/// Z and its rows are J Z. Its free_momentum is 0, and its offsets are b.
ContactProblem with_pins(const MotionProblem& full) {
  const ContactEquations& e = full.equations;
  const ConstrainedInertia inertia(e.mass, e.bilateral);
  const Eigen::MatrixXd basis = inertia.on_basis(Eigen::MatrixXd::Identity(e.degrees(), e.degrees()));
  const ContactSpace space = internal::unchecked_contact_space(full);
  ContactProblem problem;
  problem.tangents = static_cast<int>(e.tangents.size());
  if (basis.cols() > 0) {
    const Eigen::MatrixXd reduced = basis.transpose() * e.mass * basis;
    problem.blocks.push_back({(reduced + reduced.transpose()) / 2, {}, {}});
  }
  const auto all = Eigen::ArrayXi::LinSpaced(static_cast<int>(e.degrees()), 0, static_cast<int>(e.degrees()) - 1);
  const Index n = static_cast<Index>(space.contacts.size());
  for (Index i = 0; i < n; ++i) {
    ContactProblem::Contact contact = contact_of(full, space.contacts[i]);
    contact.normal_bias = space.free[i];
    contact.tangent_bias = space.free[n + i];
    for (Index d = 2; d <= problem.tangents; ++d) contact.more_biases[d - 2] = space.free[d * n + i];
    if (basis.cols() > 0) {
      contact.b = 0;
      contact.rows_b = inertia.on_basis(rows_on(e, space.contacts[i], all));
    }
    problem.contacts.push_back(std::move(contact));
  }
  return problem;
}

}  // namespace

ContactProblem internal::unchecked_contact_problem(const MotionProblem& full) {
  const auto driven = driven_coordinates(full);
  return driven ? with_drives(full, *driven) : with_pins(full);
}

ContactProblem contact_problem(const MotionProblem& full) {
  full.validate();
  return internal::unchecked_contact_problem(full);
}

}  // namespace pawl
