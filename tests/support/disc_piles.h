// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <Eigen/Core>
#include <vector>

namespace pawl::oracle {

/// Discs in a bin: a floor at y = 0 and walls at x = 0 and x = `width`. SI units.
struct DiscPile {
  struct Disc {
    Eigen::Vector2d center;
    double radius, mass;
    Eigen::Vector3d velocity{0, 0, 0};
  };
  double width = 1;
  std::vector<Disc> discs;
};

/// `rows` rows of equal discs, `columns` and one less by turns, each in the valleys of the row below; all touch.
DiscPile hexagonal_pile(int columns, int rows);

/// Discs of several sizes that fell into a bin for a second and a half, by a rough iteration of its own.
DiscPile fallen_pile(int discs, unsigned seed);

/// The problem of a step of h seconds under gravity, at the velocity level, in impulses: contacts with gaps of up to
/// 0.1 mm, those below zero taken for zero, so that it has a solution.
ContactProblem step_problem(const DiscPile& pile, double h, double friction);

/// The pile after that step, by the impulses of a solution's z.
DiscPile after_step(const DiscPile& pile, double h, const ContactProblem& problem, const Eigen::VectorXd& z);

}  // namespace pawl::oracle
