// SPDX-License-Identifier: MIT
#include "friction/path/contact_frame.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "base/dense_factorizations.h"

namespace pawl::internal {
namespace {

/// Of the first three places: only the units of forces are chosen by it.
double square(const double (&v)[ContactFrame::kPlaces]) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

void scale(ContactFrame::Row& row, double factor) {
  for (double& x : row.a) x *= factor;
  for (double& x : row.b) x *= factor;
}

}  // namespace

bool ContactFrame::fits(const ContactProblem& problem) {
  return problem.tangents == 1 && std::all_of(problem.blocks.begin(), problem.blocks.end(),
                                              [](const auto& block) { return block.inertia.rows() <= kPlaces; });
}

void ContactFrame::find_roots(const ContactProblem& problem) {
  constexpr std::size_t kSize = kPlaces * kPlaces;
  roots_.assign(kSize * (problem.bodies.size() + problem.blocks.size()), 0);
  double* root = roots_.data();
  for (const ContactProblem::Body& body : problem.bodies) {
    root[0] = root[kPlaces + 1] = std::sqrt(problem.step * body.inverse_mass);
    root[2 * kPlaces + 2] = std::sqrt(problem.step * body.inverse_inertia);
    root += kSize;
  }
  for (const ContactProblem::Block& block : problem.blocks) {
    using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, kPlaces, kPlaces>;
    const Eigen::Index n = block.inertia.rows();
    Small inertia = block.inertia;
    const auto driven = [&](Eigen::Index i) {
      return !block.driven.empty() && block.driven[static_cast<std::size_t>(i)];
    };
    for (Eigen::Index i = 0; i < n; ++i) {
      if (!driven(i)) continue;  // apart from the others, so that it can be left out
      inertia.row(i).setZero();
      inertia.col(i).setZero();
      inertia(i, i) = 1;
    }
    const Small lower = inertia.llt().matrixL();
    Small inverse = Small::Identity(n, n) * std::sqrt(problem.step);
    lower.template triangularView<Eigen::Lower>().solveInPlace(inverse);
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j) root[kPlaces * i + j] = driven(i) ? 0 : inverse(i, j);
    }
    root += kSize;
  }
}

void ContactFrame::set_row(Row& row, const ContactDynamics<double>& dynamics, int contact, int direction) const {
  for (const int k : {0, 1}) {
    double(&to)[kPlaces] = k == 0 ? row.a : row.b;
    std::fill(std::begin(to), std::end(to), 0.);
    const auto& on = dynamics.side(contact, k);
    if (on.mover < 0) continue;
    const double* entries = dynamics.row(on, direction);
    const double* root = &roots_[static_cast<std::size_t>(kPlaces * kPlaces * on.mover)];
    if (dynamics.is_body(on.mover)) {
      for (int j = 0; j < 3; ++j) to[j] = root[(kPlaces + 1) * j] * entries[j];
      continue;
    }
    for (int i = 0; i < dynamics.size(on.mover); ++i) {
      for (int j = 0; j <= i; ++j) to[i] += root[kPlaces * i + j] * entries[j];
    }
  }
}

void ContactFrame::assign(const ContactProblem& problem, const ContactDynamics<double>& dynamics) {
  motions_ = kPlaces * (dynamics.movers() + 1);
  find_roots(problem);
  contacts_.resize(problem.contacts.size());
  double largest = 0;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    assign(contacts_[i], problem.contacts[i], dynamics, static_cast<int>(i));
    largest = std::max({largest, std::fabs(contacts_[i].bias[0]), std::fabs(contacts_[i].bias[1])});
  }
  force_unit_ = largest > 0 && std::isfinite(1 / largest) ? largest : 1;
  const double inverse = 1 / force_unit_;
  for (Contact& contact : contacts_) {
    contact.bias[0] *= inverse;
    contact.bias[1] *= inverse;
  }
}

void ContactFrame::perturb(double most, unsigned seed) {
  std::mt19937 engine(seed);
  const auto random = [&] { return engine() * 0x1p-32; };
  for (Contact& contact : contacts_) {
    contact.bias[0] += most * random();
    contact.bias[1] += most * (2 * random() - 1);
  }
}

void ContactFrame::assign(Contact& to, const ContactProblem::Contact& from, const ContactDynamics<double>& dynamics,
                          int i) const {
  const int ground = motions_ / kPlaces - 1;
  to.a = kPlaces * (from.a < 0 ? ground : from.a);
  to.b = kPlaces * (from.b < 0 ? ground : from.b);
  set_row(to.row[0], dynamics, i, 0);
  set_row(to.row[1], dynamics, i, 1);
  const double diagonal = square(to.row[0].a) + square(to.row[0].b) + square(to.row[1].a) + square(to.row[1].b);
  const double unit = 1 / std::sqrt(diagonal);
  to.unit = diagonal > 0 && std::isfinite(unit) ? unit : 1;
  scale(to.row[0], to.unit);
  scale(to.row[1], to.unit);
  to.bias[0] = dynamics.bias(i, 0) * to.unit;
  to.bias[1] = dynamics.bias(i, 1) * to.unit;
  to.rolls = from.sliding == 0 && from.friction > 0;
  to.share[0] = to.rolls ? from.friction : -from.sliding * from.friction;
  to.share[1] = -from.friction;
  for (const int g : {0, 1}) {
    for (int k = 0; k < kPlaces; ++k) {
      to.generator[g].a[k] = to.row[0].a[k] + to.share[g] * to.row[1].a[k];
      to.generator[g].b[k] = to.row[0].b[k] + to.share[g] * to.row[1].b[k];
    }
  }
}

}  // namespace pawl::internal
