// SPDX-License-Identifier: MIT
// An energy certificate as its checker reads it: the problem in plain numbers, the tree of boxes, the twists.
#pragma once

#include <pawl/geometry/outline.h>

#include <string>
#include <string_view>
#include <vector>

#include "certificate_sides.h"

namespace pawl::internal {

struct CertificateFile {
  struct Box {
    double centre[3], half[3];
  };
  struct Twist {
    Point v;
    double omega;
  };
  struct Fixel {
    Point at;
    double radius, friction;
  };

  std::string name;      ///< of the task
  std::string part;      ///< digest, as it is stated
  double mass = 1;       ///< kg
  Point center_of_mass;  ///< body coordinates

  Outline outline;
  std::vector<Side> sides;  ///< of the outline
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

/// Throws InputError for a text that is not a certificate of version 1: no key is missing and none is unknown, all
/// numbers are bounded, sizes and tolerances not negative, the outline is valid, the goal three fixels.
CertificateFile read_certificate(std::string_view text);

}  // namespace pawl::internal
