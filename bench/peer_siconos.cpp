// SPDX-License-Identifier: MIT
#include "peer_siconos.h"

#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>
#include <lcp_cst.h>

#include <memory>
#include <vector>

namespace pawl::peer {
namespace {

constexpr int kSweeps = 10000;  ///< limit on the number of sweeps of the nonsmooth Gauss-Seidel method (NSGS)

struct OptionsDeleter {
  void operator()(SolverOptions* options) const { solver_options_delete(options); }
};
using Options = std::unique_ptr<SolverOptions, OptionsDeleter>;

/// A dense matrix for Siconos. It refers to the entries of another matrix and does not copy them.
class BorrowedMatrix {
 public:
  explicit BorrowedMatrix(Eigen::MatrixXd& M)
      : matrix_(NM_create_from_data(NM_DENSE, static_cast<int>(M.rows()), static_cast<int>(M.cols()), M.data())) {}
  ~BorrowedMatrix() {
    matrix_->matrix0 = nullptr;
    NM_free(matrix_);
  }
  BorrowedMatrix(const BorrowedMatrix&) = delete;
  BorrowedMatrix& operator=(const BorrowedMatrix&) = delete;
  NumericsMatrix* get() { return matrix_; }

 private:
  NumericsMatrix* matrix_;
};

/// Copies of the problem for one run. The solvers may overwrite them.
struct Copy {
  Copy(const Eigen::MatrixXd& entries, const Eigen::VectorXd& q)
      : matrix(entries), vector(q), z(Eigen::VectorXd::Zero(q.size())), w(Eigen::VectorXd::Zero(q.size())), M(matrix) {}
  Eigen::MatrixXd matrix;
  Eigen::VectorXd vector, z, w;
  BorrowedMatrix M;
};

template <class Run>
SiconosAnswer best_of(const Timing& timing, const Eigen::MatrixXd& M, const Eigen::VectorXd& q, const Run& run) {
  SiconosAnswer answer;
  std::vector<std::unique_ptr<Copy>> copies;
  const auto copy = [&] {
    copies.clear();
    for (int i = 0; i < timing.batch; ++i) copies.push_back(std::make_unique<Copy>(M, q));
  };
  answer.microseconds = best_microseconds(timing, copy, [&](int i) {
    Copy& c = *copies[static_cast<std::size_t>(i)];
    answer.success = run(c.M.get(), c.vector.data(), c.z.data(), c.w.data()) == 0;
  });
  answer.z = copies.back()->z;
  return answer;
}

}  // namespace

SiconosAnswer siconos_lemke(const Lcp& lcp, const Timing& timing) {
  numerics_set_verbose(0);
  const Options options(solver_options_create(SICONOS_LCP_LEMKE));
  return best_of(timing, lcp.M, lcp.q, [&](NumericsMatrix* M, double* q, double* z, double* w) {
    LinearComplementarityProblem problem{static_cast<int>(lcp.size()), M, q};
    return linearComplementarity_driver(&problem, z, w, options.get());
  });
}

SiconosAnswer siconos_friction(const PlanarFriction& friction, FrictionMethod method, const Timing& timing) {
  numerics_set_verbose(0);
  const Options options(
      solver_options_create(method == FrictionMethod::lemke ? SICONOS_FRICTION_2D_LEMKE : SICONOS_FRICTION_2D_NSGS));
  if (method == FrictionMethod::nsgs) {
    options->iparam[SICONOS_IPARAM_MAX_ITER] = kSweeps;
    options->dparam[SICONOS_DPARAM_TOL] = kLcpResidual;
  }
  std::vector<double> mu = friction.friction;
  return best_of(timing, friction.M, friction.q, [&](NumericsMatrix* M, double* q, double* z, double* w) {
    FrictionContactProblem problem{2, static_cast<int>(mu.size()), M, q, mu.data()};
    return fc2d_driver(&problem, z, w, options.get());
  });
}

}  // namespace pawl::peer
