// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <Eigen/Core>
#include <vector>

namespace pawl::oracle {

/// Discs in a bin with a floor at y = 0 and walls at x = 0 and x = `width`. SI units.
struct DiscPile {
  struct Disc {
    Eigen::Vector2d center;
    double radius, mass;
    Eigen::Vector3d velocity{0, 0, 0};
  };
  double width = 1;
  std::vector<Disc> discs;
};

/// Returns `rows` rows of equal discs. Rows of `columns` discs and rows of one disc less alternate, and each row lies
/// in the valleys of the row below. All neighbors touch.
DiscPile hexagonal_pile(int columns, int rows);

/// Returns discs of several sizes that fell into a bin for a second and a half. The fall is computed with a rough
/// iteration that is independent of the library.
DiscPile fallen_pile(int discs, unsigned seed);

/// Returns the problem of a step of h seconds under gravity, at the velocity level, in impulses. Contacts have gaps of
/// up to 0.1 mm. Negative gaps count as zero, so that a solution exists.
ContactProblem step_problem(const DiscPile& pile, double h, double friction);

/// Returns the pile after that step, from the impulses of a solution z.
DiscPile after_step(const DiscPile& pile, double h, const ContactProblem& problem, const Eigen::VectorXd& z);

}  // namespace pawl::oracle
