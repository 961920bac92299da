// SPDX-License-Identifier: MIT
#include <pawl/friction/contact_lcp.h>
#include <pawl/friction/motion_problem.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "friction/block_cholesky.h"
#include "friction/constrained_inertia.h"
#include "friction/contact_scales.h"
#include "friction/unchecked.h"

namespace pawl {
namespace {

using internal::ConstrainedInertia;
using internal::sliding_direction;

using Index = Eigen::Index;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// The rows of one contact that is not open: its normal, then its tangents.
Eigen::MatrixXd rows_of(const ContactEquations& e, Index contact) {
  Eigen::MatrixXd rows(1 + static_cast<Index>(e.tangents.size()), e.degrees());
  rows.row(0) = e.normals.row(contact);
  for (std::size_t k = 0; k < e.tangents.size(); ++k) rows.row(static_cast<Index>(k) + 1) = e.tangents[k].row(contact);
  return rows;
}

/// Friction, and which way a contact slides.
ContactProblem::Contact contact_of(const MotionProblem& full, Index i) {
  const ContactEquations& e = full.equations;
  ContactProblem::Contact contact;
  contact.friction = e.friction[i];
  if (full.states[at(i)] != ContactState::sliding) return contact;
  if (e.tangents.size() == 1) {
    contact.sliding = sliding_direction(e, i, 0) < 0 ? -1 : 1;
    return contact;
  }
  contact.sliding = 1;
  for (std::size_t k = 0; k < e.tangents.size(); ++k) contact.slide.push_back(sliding_direction(e, i, k));
  return contact;
}

void set_offsets(ContactProblem::Contact& contact, const Eigen::VectorXd& offsets) {
  contact.normal_bias = offsets[0];
  contact.tangent_bias = offsets[1];
  contact.more_biases.assign(offsets.begin() + 2, offsets.end());
}

/// Coordinates in blocks: those of one mover, those that share inertia, and those of blocks between more than two of
/// which a contact acts.
class Partition {
 public:
  explicit Partition(const ContactEquations& e) : parent_(at(e.degrees())) {
    std::iota(parent_.begin(), parent_.end(), Index{0});
    for (const auto& [start, end] : internal::diagonal_blocks(e.mass)) {
      for (Index j = start + 1; j < end; ++j) join(start, j);
    }
    std::map<int, Index> first;  // coordinate of a mover
    for (std::size_t j = 0; j < e.movers.size(); ++j) {
      join(first.emplace(e.movers[j], static_cast<Index>(j)).first->second, static_cast<Index>(j));
    }
  }

  /// The blocks that rows act on, by their first coordinates.
  std::vector<Index> touched(const Eigen::MatrixXd& rows) const {
    std::vector<Index> blocks;
    for (Index j = 0; j < rows.cols(); ++j) {
      if (!rows.col(j).isZero(0)) blocks.push_back(block(j));
    }
    std::sort(blocks.begin(), blocks.end());
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    return blocks;
  }

  void join_if_many(const std::vector<Index>& blocks) {
    if (blocks.size() <= 2) return;
    for (const Index other : blocks) join(blocks.front(), other);
  }

  Index block(Index j) const {
    while (parent_[at(j)] != j) j = parent_[at(j)];
    return j;
  }

  std::vector<Index> members(Index block_of) const {
    std::vector<Index> list;
    for (Index j = 0; j < static_cast<Index>(parent_.size()); ++j) {
      if (block(j) == block_of) list.push_back(j);
    }
    return list;
  }

 private:
  void join(Index i, Index j) {
    const Index first = std::min(block(i), block(j));
    parent_[at(block(i))] = parent_[at(block(j))] = first;
  }
  std::vector<Index> parent_;
};

/// The motion of each coordinate that a drive holds; nothing where some row is none of a drive's, or a second one, or
/// where the motion is no double: exact answers are about the numbers as given.
std::optional<std::vector<std::optional<double>>> driven_coordinates(const MotionProblem& full) {
  const Bilateral& b = full.equations.bilateral;
  std::vector<std::optional<double>> driven(at(full.equations.degrees()));
  for (Index i = 0; i < b.size(); ++i) {
    Index j = 0;
    const double entry = b.rows.row(i).cwiseAbs().maxCoeff(&j);
    if (entry == 0 || (b.rows.row(i).array() != 0).count() != 1 || driven[at(j)]) return std::nullopt;
    const double motion = full.bilateral_target[i] / b.rows(i, j);
    if (std::fma(motion, b.rows(i, j), -full.bilateral_target[i]) != 0) return std::nullopt;
    driven[at(j)] = motion;
  }
  return driven;
}

std::vector<Index> closed_contacts(const MotionProblem& full) {
  std::vector<Index> closed;
  for (Index i = 0; i < full.equations.contacts(); ++i) {
    if (full.states[at(i)] != ContactState::open) closed.push_back(i);
  }
  return closed;
}

ContactProblem with_drives(const MotionProblem& full, const std::vector<std::optional<double>>& driven) {
  const ContactEquations& e = full.equations;
  const std::vector<Index> closed = closed_contacts(full);
  Partition partition(e);
  std::vector<Eigen::MatrixXd> rows_of_closed;
  for (const Index i : closed) {
    partition.join_if_many(partition.touched(rows_of_closed.emplace_back(rows_of(e, i))));
  }
  ContactProblem problem;
  problem.tangents = static_cast<int>(e.tangents.size());
  std::vector<int> number(at(e.degrees()), -1);  // of the block that begins with a coordinate
  std::vector<std::vector<Index>> members;
  for (Index j = 0; j < e.degrees(); ++j) {
    if (partition.block(j) != j) continue;
    number[at(j)] = static_cast<int>(members.size());
    members.push_back(partition.members(j));
    ContactProblem::Block& block = problem.blocks.emplace_back();
    block.inertia = e.mass(members.back(), members.back());
    block.impetus = full.impetus(members.back());
    for (const Index k : members.back()) block.driven.push_back(driven[at(k)]);
  }
  for (std::size_t c = 0; c < closed.size(); ++c) {
    const Index i = closed[c];
    const Eigen::MatrixXd& rows = rows_of_closed[c];
    ContactProblem::Contact contact = contact_of(full, i);
    Eigen::VectorXd offsets(rows.rows());
    offsets[0] = full.normal_offset[i];
    for (std::size_t k = 0; k < e.tangents.size(); ++k) offsets[static_cast<Index>(k) + 1] = full.tangent_offset[k][i];
    set_offsets(contact, offsets);
    const std::vector<Index> touched = partition.touched(rows);
    if (!touched.empty()) {
      contact.b = number[at(touched[0])];
      contact.rows_b = rows(Eigen::all, members[static_cast<std::size_t>(contact.b)]);
    }
    if (touched.size() > 1) {
      contact.a = number[at(touched[1])];
      contact.rows_a = rows(Eigen::all, members[static_cast<std::size_t>(contact.a)]);
    }
    problem.contacts.push_back(std::move(contact));
  }
  return problem;
}

/// With motions u = p + Z y: inertia Z'M Z, rows J Z, and b in place of impetus and offsets.
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
  const Index n = static_cast<Index>(space.contacts.size());
  for (Index i = 0; i < n; ++i) {
    ContactProblem::Contact contact = contact_of(full, space.contacts[at(i)]);
    Eigen::VectorXd offsets(1 + problem.tangents);
    for (Index d = 0; d < offsets.size(); ++d) offsets[d] = space.free[d * n + i];
    set_offsets(contact, offsets);
    if (basis.cols() > 0) {
      contact.b = 0;
      contact.rows_b = inertia.on_basis(rows_of(e, space.contacts[at(i)]));
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
