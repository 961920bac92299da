// SPDX-License-Identifier: MIT
#include <pawl/friction/solve_contact_laws.h>
#include <pawl/lcp/lemke.h>

#include "friction/exact_contact_lcp.h"
#include "lcp/pivoting/basis_solution.h"
#include "lcp/search/lcp_tree.h"
#include "lcp/solve_in_turns.h"

namespace pawl {
namespace {

using Status = LcpAnswer::Status;

class Search {
 public:
  Search(const ContactLaws& laws, const LcpLimits& limits)
      : laws_(laws),
        limits_(limits),
        published_(contact_lcp(laws)),
        lcp_{published_.M, published_.q},
        tree_(lcp_, true, [&laws] { return exact_contact_lcp(laws); }) {}

  ContactAnswer run() {
    solve_in_turns(
        limits_, [this](const LemkeOptions& options) { return path(options); },
        [this](long nodes, long pivots) { return tree(nodes, pivots); }, [this] { return long{answer_.lcp.pivots}; });
    return std::move(answer_);
  }

 private:
  bool path(const LemkeOptions& options) {
    const LcpSolution& found = solver_.solve(lcp_, options);
    answer_.lcp.pivots += found.pivots;
    answer_.lcp.method = "lemke";
    return found.status == LcpSolution::Status::solved && take(found.z);
  }

  bool tree(long nodes, long pivots) {
    LcpTree::Options options;
    options.nodes = nodes;
    options.pivots = pivots;
    options.stop = limits_.stop;
    const long before = tree_.pivots();
    const LcpTree::End end = tree_.run(options, [&](const Eigen::VectorXd& z, const std::vector<char>& basis) {
      return take(basis_solution(lcp_, basis, z)) || take(z);
    });
    answer_.lcp.method = "branch and bound";
    answer_.lcp.pivots += static_cast<int>(tree_.pivots() - before);
    if (end != LcpTree::End::none) return end == LcpTree::End::solved;
    LcpRefutation refutation = tree_.refutation();
    if (!proves_no_solution(laws_, refutation)) return false;
    answer_.lcp.refutation = std::move(refutation);
    answer_.lcp.status = Status::none;
    return true;
  }

  /// A z counts when what it stands for keeps the laws of physics.
  bool take(const Eigen::VectorXd& z) {
    const double residual = lcp_residual(lcp_, z);
    if (!(residual <= kLcpResidual)) return false;
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
  LcpTree tree_;
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
