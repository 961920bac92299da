// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "friction/laws/accelerated_gradient.h"
#include "friction/laws/body_contacts.h"

namespace pawl::internal {

/// Coulomb's law of bodies as cone programs, one after the other [Acary, Cadoux, Lemarechal, Malick 2011]. With d = v
/// but for mu |v_t| added to its normal part, the law is
///
///   c in K,   d in the dual cone,   c d = 0
///
/// [De Saxce, Feng 1998]: with speeds s in place of |v_t|, the conditions of a convex program, which a gradient method
/// solves from anywhere, however many forces do the same; s goes over to |v_t| by and by, whenever the program is
/// solved better than the law is. It need not end, but comes near in some hundred steps, each as cheap as a sweep: near
/// enough for CoulombNewton to go on. Scaled as in BodyContacts.
class CoulombGradient {
 public:
  using Force = BodyContacts::Force;

  /// From these forces. The contacts must outlive the next calls.
  void begin(const BodyContacts& contacts, const std::vector<Force>& near);
  void advance(int steps);
  void write(std::vector<Force>& forces) const;
  double off() const;  ///< by how much the forces are not what the law asks for, scaled

 private:
  /// The program, as AcceleratedGradient asks for it.
  struct Program {
    static constexpr int kSize = 2;
    using Local = Eigen::Vector2d;

    int contacts() const { return rows->size(); }
    Local velocity(int i, const Eigen::VectorXd& x) const;
    Local project(int i, const Local& c) const;
    void find_motion(const Eigen::VectorXd& c, Eigen::VectorXd& x) const;

    const BodyContacts* rows = nullptr;
    std::vector<double> added;  ///< mu s
  };
  double wanted(int i) const;
  void follow();

  Program program_;
  std::optional<AcceleratedGradient<Program>> method_;
  int steps_ = 0;
};

}  // namespace pawl::internal
