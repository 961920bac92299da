// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/lcp/lcp.h>

#include <vector>

namespace pawl {

struct InteriorPointOptions {
  Eigen::VectorXd start;     ///< starting point z0 > 0 with M z0 + q > 0, n entries; if empty, linear programming finds
                             ///< one
  double gap = 1e-10;        ///< accuracy epsilon: the method stops when z'w / n <= epsilon |q|_inf^2 in the scaled
                             ///< problem
  double centering = .1;     ///< centering parameter beta, in [0, 1)
  double weight = 1;         ///< weight zeta/sqrt(n) of the merit function (n + zeta) log z'w - sum_i log(z_i w_i); > 0
  double to_boundary = .99;  ///< fraction eta of the distance to the boundary that a step may cover, in (0, 1)
  double shrink = .5;        ///< factor rho by which the line search shortens the step, in (0, 1)
  double decrease = 1e-4;    ///< required relative decrease sigma of the merit function, in (0, 1)
  int iterations = 200;      ///< limit on the number of iterations
  StopToken stop;            ///< stop token, polled before each iteration
};

struct [[nodiscard]] InteriorPointResult {
  enum class Status {
    solved,       ///< a solution with a residual of at most kLcpResidual was found: the last iterate, or the solution
                  ///< of the basis that the last iterate indicates
    no_interior,  ///< no z > 0 with M z + q > 0 was found, or the given `start` does not satisfy these inequalities
    stalled,      ///< no tried step decreases the merit function, or the Newton equations are singular
    limit,        ///< the limit on iterations was reached, or `stop` ended the work
    inaccurate    ///< z'w / n reached the accuracy `gap`, but the residual of the result exceeds kLcpResidual
  };
  Status status = Status::limit;
  Eigen::VectorXd z;
  double residual = 0;
  int iterations = 0;
  std::vector<double> gaps;  ///< z'w before each iteration, and after the last one
};

/// Solves an LCP with the feasible interior point method of [TPSL97, appendix], for problems whose matrix M is P0 (no
/// negative principal minor) and that have a strictly feasible point (z > 0 with M z + q > 0). Each iteration solves
/// equation (38) of the paper, with the step length of (39), by factorising a dense n x n matrix. Differences from the
/// paper: rows and columns are scaled first, beta is constant, and the basis indicated by the last iterate is solved
/// directly, because iterates only approach a solution. Throws InputError for an invalid problem, start or options.
InteriorPointResult interior_point(const Lcp& lcp, const InteriorPointOptions& options = {});

}  // namespace pawl
