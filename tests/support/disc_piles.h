// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <Eigen/Core>
#include <vector>

namespace pawl::oracle {

/// Discs in a bin with a floor at y = 0 and walls at x = 0 and x = `width`. All values are in SI units.
struct DiscPile {
  struct Disc {
    Eigen::Vector2d center;
    double radius, mass;
    Eigen::Vector3d velocity{0, 0, 0};
  };
  double width = 1;
  std::vector<Disc> discs;
};

/// Returns a pile of `rows` rows of equal discs. Rows of `columns` discs alternate with rows of one disc less. The
/// discs of each row lie in the gaps of the row below, and all neighbors touch.
DiscPile hexagonal_pile(int columns, int rows);

/// Returns discs of several sizes after they have fallen into a bin for a second and a half. The fall is computed by a
/// rough iteration that does not use the library.
DiscPile fallen_pile(int discs, unsigned seed);

/// Returns the problem of a step of h seconds under gravity, at the velocity level, for impulses. Contacts with gaps of
/// at most 0.1 mm are included. A negative gap counts as 0, so that a solution exists.
ContactProblem step_problem(const DiscPile& pile, double h, double friction);

/// Returns the pile after the step, if z is the solution of `problem`.
DiscPile after_step(const DiscPile& pile, double h, const ContactProblem& problem, const Eigen::VectorXd& z);

}  // namespace pawl::oracle
