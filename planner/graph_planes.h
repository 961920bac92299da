// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/contact_graph.h>

#include <vector>

#include "geometry/exact.h"
#include "sign_bits.h"

namespace pawl {

/// All face planes of the cones of a contact graph, each once, and the cones as tests of the planes' signs. On a set of
/// wrenches where no plane's sign changes, what may happen in every state is constant.
class GraphPlanes {
 public:
  explicit GraphPlanes(const ContactGraph& graph);

  /// Primitive normals, the first nonzero entry positive, in order of appearance.
  const std::vector<IntegerVector>& planes() const { return planes_; }
  int state_count() const { return static_cast<int>(states_.size()); }

  /// What may happen in each state where plane k has sign signs[k] (-1, 0, 1).
  void moves(const std::vector<signed char>& signs, std::vector<StateMoves>& moves) const;
  /// The same in an open cell, where no plane is 0.
  void moves(const SignBits& signs, std::vector<StateMoves>& moves) const;

 private:
  struct ConeTest {
    std::vector<std::pair<int, int>> faces;  ///< plane and side: side * sign <= 0 in the cone
    std::vector<int> equalities;
    SignBits negative, positive;  ///< planes that must be so in the interior
  };
  struct ModeTest {
    ConeTest cone;
    const StateMode* mode;
  };
  struct StateTest {
    ConeTest rest;
    std::vector<ModeTest> modes;
  };

  ConeTest test_of(const Cone& cone, class PlaneNumbers& numbers);
  void set_bits(ConeTest& test) const;
  static bool holds(const ConeTest& test, const std::vector<signed char>& signs);
  static bool admits(const ModeTest& test, const std::vector<signed char>& signs);
  static bool holds(const ConeTest& test, const SignBits& signs);
  static bool admits(const ModeTest& test, const SignBits& signs) { return holds(test.cone, signs); }
  template <class Signs>
  void find_moves(const Signs& signs, std::vector<StateMoves>& moves) const;

  std::vector<IntegerVector> planes_;
  std::vector<StateTest> states_;
};

}  // namespace pawl
