// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>
#include <pawl/friction/contact_problem.h>
#include <pawl/lcp/lcp.h>

#include <string>
#include <string_view>
#include <variant>

namespace pawl {

/// Largest number of variables of an LCP in a file. The matrix of such an LCP takes 32 MiB.
inline constexpr int kLargestLcp = 2048;
/// Largest number of contacts of a contact problem in a file. The LCP of such a problem has up to 4096 variables; its
/// matrix takes 128 MiB.
inline constexpr int kMostContacts = 1024;

/// A complementarity problem from a file.
struct LcpFile {
  std::string name;  ///< name given in the file, or empty
  std::variant<Lcp, ContactProblem> problem;
};

/// Reads a complementarity problem. The text is either JSON, {"pawl": 1, "name": ..., "M": [[...]], "q": [...]} with an
/// optional name, or a contact problem in the format pc1. A text in the format pc1 begins with the word pc1:
///
///   pc1 <acc|st> <name>
///   bodies contacts friction step              step: 0 at the acceleration level, > 0 s at the velocity level
///   inverse_mass inverse_inertia               one line per body
///   A B nx ny rAx rAy rBx rBy mode bn bt       one line per contact; A and B are bodies, or -1 for the ground; mode is
///                                              the sign of the sliding velocity, or 0 for a rolling contact
///
/// Throws one InputError with all faults of the text. In the format pc1, the pointer of a fault is "line N".
LcpFile read_lcp(std::string_view text);

}  // namespace pawl
