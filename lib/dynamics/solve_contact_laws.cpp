// SPDX-License-Identifier: MIT
#include <pawl/dynamics/solve_contact_laws.h>
#include <pawl/lcp/lemke.h>

#include <algorithm>
#include <functional>

#include "dynamics/exact_contact_lcp.h"
#include "lcp/branch_and_bound.h"

namespace pawl {
namespace {

using Status = LcpAnswer::Status;

class Search {
 public:
  Search(const ContactLaws& laws, const LcpLimits& limits)
      : laws_(laws), limits_(limits), published_(contact_lcp(laws)), lcp_{published_.M, published_.q} {}

  /// Short runs first, as solve_lcp(): a path, a look at the tree, more paths, the whole tree.
  ContactAnswer run() {
    LemkeOptions once;
    once.restarts = 0;
    once.extended = false;
    const bool done = path(once) || tree(std::min<long>(limits_.nodes, 200)) || path({}) || tree(limits_.nodes);
    if (!done) answer_.lcp.status = Status::undecided;
    return std::move(answer_);
  }

 private:
  bool path(const LemkeOptions& options) {
    const LcpSolution& found = solver_.solve(lcp_, options);
    answer_.lcp.pivots += found.pivots;
    answer_.lcp.method = "lemke";
    return found.status == LcpSolution::Status::solved && take(found.z, found.residual);
  }

  bool tree(long nodes) {
    LcpLimits limits = limits_;
    limits.nodes = nodes;
    const std::function<ExactLcp()> exact = [this] { return exact_contact_lcp(laws_); };
    LcpAnswer found;
    BranchAndBound(lcp_, exact, limits, BranchAndBound::Goal::first).run(found);
    found.pivots += answer_.lcp.pivots;
    found.method = "branch and bound";
    answer_.lcp = std::move(found);
    if (answer_.lcp.status == Status::solved) return take(Eigen::VectorXd(answer_.lcp.z), answer_.lcp.residual);
    return answer_.lcp.status == Status::none;
  }

  /// A z counts when what it stands for keeps the laws of physics.
  bool take(const Eigen::VectorXd& z, double residual) {
    SystemMotion motion = motion_of(laws_, forces_of(laws_, published_, z));
    const MotionResiduals residuals = verify(laws_, motion);
    if (!residuals.within()) return false;
    answer_.lcp.status = Status::solved;
    answer_.lcp.z = z;
    answer_.lcp.residual = residual;
    answer_.motion = std::move(motion);
    answer_.residuals = residuals;
    return true;
  }

  const ContactLaws& laws_;
  LcpLimits limits_;
  ContactLcp published_;
  Lcp lcp_;
  LemkeSolver solver_;
  ContactAnswer answer_;
};

}  // namespace

ContactAnswer solve_contact_laws(const ContactLaws& laws, const LcpLimits& limits) {
  return Search(laws, limits).run();
}

bool proves_no_solution(const ContactLaws& laws, const LcpRefutation& refutation) {
  return proves_no_solution(exact_contact_lcp(laws), refutation);
}

}  // namespace pawl
