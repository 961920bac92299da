// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/contact/contact.h>

#include <Eigen/Core>
#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace pawl::internal {

/// The independent causes of the errors of a set's contacts (ContactError), so that contacts that were rounded together
/// move together.
///
/// A line through a rounded point has the errors of the point's x and y. Contacts whose lines run through the same
/// point (pins on one arc, whose normals meet in its centre) share them, and so do pins with the same number for x or
/// y. The contacts of one edge share the error of its direction, and so do straight contacts with one stated normal, or
/// with opposite ones. Causes are numbered from 0.
struct ErrorSources {
  struct OfContact {
    std::array<int, 2> on_normal{};   ///< x and y of the point that the line of the normal runs through
    std::array<int, 2> on_tangent{};  ///< x and y of the point that the line of the tangent runs through
    int shift = 0;                    ///< ContactError::shift
    int direction = 0;
  };
  std::vector<OfContact> contacts;
  int count = 0;
};

ErrorSources error_sources(const ContactSet& set);

/// The size of a displacement with which a contact's error is tried: the error, or tolerance::kTrialError of the unit
/// where that is more; 0 where there is no error.
double trial_size(double error, double unit);
Eigen::Vector2d trial_shift(const Eigen::Vector2d& shift, double unit);  ///< the same of ContactError::shift

/// The contacts whose rows depend on each other within their errors, and not whatever the errors are; ascending, empty
/// where there are none. `letters` (a mode; empty: any) limits the search to what that mode depends on.
///
/// The problem: the modes of a set are the cells that the planes n_i . v = 0 and t_i . v = 0 cut the admissible twists
/// into, and depend on the signs of determinants of three rows alone. Contacts that were meant to be opposite each
/// other, or concurrent, have determinants of 1e-16 where the truth is 0. Displaced contacts do not show this: the
/// modes are the same on both sides of 0, and others at 0.
///
/// The method: a vertex of this arrangement is a twist along v = n_i x n_j or, turning about contact i, n_i x t_i. For
/// each vertex that is admissible within the errors, every other plane through it must pass it for certain on one side
/// (|det| more than twice what the errors, of at least the trial size, change it to first order), or contain it
/// whatever the errors are (no error changes the determinant: the normals of pins on one arc). The tangent of a contact
/// only matters on twists that keep the contact. Two normal rows that are parallel within the errors are dependent if
/// the other contacts admit a twist that keeps one of them and that the errors make part from the other.
///
/// No error: empty at once. O(n^3) for n contacts in the worst case, O(n^2) where few vertices are admissible or many
/// are the same. `stop` ends the search; what was not examined then counts as independent.
std::vector<int> dependent_contacts(const ContactSet& set, std::string_view letters = {}, const StopToken& stop = {});

/// The ranks that J_n of some contacts may have within their errors (of at least the trial size): both are
/// normal_rank() where these contacts carry no error, and where no error changes what depends on what.
struct NormalRanks {
  int least = 0;
  int most = 0;
};

/// `contacts`: numbers from 0 of the set's contacts. O(n).
NormalRanks normal_ranks(const ContactSet& set, std::span<const int> contacts);

}  // namespace pawl::internal
