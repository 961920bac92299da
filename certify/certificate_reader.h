// SPDX-License-Identifier: MIT
// An energy certificate as its checker reads it: the problem in plain numbers, the tree of boxes, the twists.
#pragma once

#include <complex>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::internal {

struct CertificateFile {
  using Point = std::complex<double>;
  struct Box {
    double centre[3], half[3];
  };
  struct Twist {
    Point v;
    double omega;
  };
  /// Counterclockwise; `sweep` 0: straight, > 0: an arc that bulges out, < 0: a hollow.
  struct Side {
    Point from, to, centre;
    double radius, sweep;
  };
  struct Fixel {
    Point at;
    double radius, friction;
  };

  std::vector<Side> sides;
  std::vector<Fixel> fixels;
  std::vector<std::size_t> goal;  ///< three fixels, from 0
  Point force, at, anchor;
  double torque = 0, anchor_off = 0, rho = 1, fixel_off = 0, outline_off = 0;
  bool has_anchor = false;

  double depth = 0;
  Box root{}, seed{};
  std::string tree;
  std::vector<Twist> twists;
};

/// Throws InputError for a text that is none.
CertificateFile read_certificate(std::string_view text);

}  // namespace pawl::internal
