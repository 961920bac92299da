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

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>

namespace pawl::peer {
namespace {

struct OptionsDeleter {
  void operator()(SolverOptions* options) const { solver_options_delete(options); }
};
using Options = std::unique_ptr<SolverOptions, OptionsDeleter>;

/// A dense matrix that borrows the doubles.
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

/// Each run on fresh copies, as the solvers may write into what they are given.
template <class Run>
SiconosAnswer best_of(int runs, Eigen::Index size, const Eigen::MatrixXd& M, const Eigen::VectorXd& q, const Run& run) {
  SiconosAnswer answer;
  answer.microseconds = std::numeric_limits<double>::infinity();
  for (int k = 0; k < runs; ++k) {
    Eigen::MatrixXd matrix = M;
    Eigen::VectorXd vector = q;
    BorrowedMatrix borrowed(matrix);
    answer.z = Eigen::VectorXd::Zero(size);
    Eigen::VectorXd w = Eigen::VectorXd::Zero(size);
    const auto start = std::chrono::steady_clock::now();
    answer.success = run(borrowed.get(), vector.data(), answer.z.data(), w.data()) == 0;
    const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
    answer.microseconds = std::min(answer.microseconds, elapsed.count());
  }
  return answer;
}

}  // namespace

SiconosAnswer siconos_lemke(const Lcp& lcp, int runs) {
  numerics_set_verbose(0);
  const Options options(solver_options_create(SICONOS_LCP_LEMKE));
  return best_of(runs, lcp.size(), lcp.M, lcp.q, [&](NumericsMatrix* M, double* q, double* z, double* w) {
    LinearComplementarityProblem problem{static_cast<int>(lcp.size()), M, q};
    return linearComplementarity_driver(&problem, z, w, options.get());
  });
}

SiconosAnswer siconos_friction(const PlanarFriction& friction, FrictionMethod method, int runs) {
  numerics_set_verbose(0);
  const Options options(
      solver_options_create(method == FrictionMethod::lemke ? SICONOS_FRICTION_2D_LEMKE : SICONOS_FRICTION_2D_NSGS));
  std::vector<double> mu = friction.friction;
  return best_of(runs, friction.q.size(), friction.M, friction.q,
                 [&](NumericsMatrix* M, double* q, double* z, double* w) {
                   FrictionContactProblem problem{2, static_cast<int>(mu.size()), M, q, mu.data()};
                   return fc2d_driver(&problem, z, w, options.get());
                 });
}

}  // namespace pawl::peer
