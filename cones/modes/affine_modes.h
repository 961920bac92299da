// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>

#include <functional>
#include <string>
#include <string_view>

#include "modes/contact_rows.h"

namespace pawl::internal {

// The feasible modes of a moving part: as for one at rest, but the rows are affine (contact_rows.h), so that
// accelerations form polyhedra instead of cones. Found by depth-first search: a node is a prefix of letters with the
// polyhedron of its accelerations, and is followed while that is not empty. Work: a polyhedron a node, at most n nodes
// a mode.

/// The accelerations of one mode as an exact polyhedron, closed; `strict` rows must be below zero.
struct ModeMotions {
  std::string letters;
  ExactPolyhedron accelerations;
  std::vector<HomogeneousRow> strict;

  /// Whether some acceleration satisfies all rows, the strict ones strictly.
  bool feasible() const;
};

/// The accelerations of one mode.
ModeMotions mode_motions(const std::vector<ContactRows>& rows, std::string_view letters);

/// Calls `visit` for every mode that some acceleration satisfies, sorted by letters: contact after contact, following
/// only what is still feasible.
/// Returns whether it came to the last: false when stopped.
bool for_each_affine_mode(const std::vector<ContactRows>& rows, const std::function<void(const ModeMotions&)>& visit,
                          const StopToken& stop = {});

}  // namespace pawl::internal
