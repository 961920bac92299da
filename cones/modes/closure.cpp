// SPDX-License-Identifier: MIT
#include <pawl/modes/closure.h>

#include "contact/contact_rows.h"
#include "exact/conic_hull.h"

namespace pawl {

using internal::ConicHull;
using internal::ConicHullSolver;
using internal::ContactDirections;
using internal::DirectionPool;

namespace {

enum class Forces { normal, low, high };

/// Tests whether the nonnegative combinations of the extreme forces of given contacts, as wrenches, fill R^3. `forces`
/// selects the forces: normal forces only, or friction cone edges for the low or the high end of the friction
/// intervals.
class ForceHull {
 public:
  ForceHull(const ContactSet& set, Forces forces) {
    directions_.assign(set);
    directions_.fill(pool_);
    for (int i = 0; i < static_cast<int>(set.size()); ++i) {
      const auto end = forces == Forces::high ? internal::FrictionEnd::high : internal::FrictionEnd::low;
      edges_.push_back(forces == Forces::normal ? std::vector<int>{pool_.add_negative(directions_.normal(i))}
                                                : std::vector<int>{directions_.add_force_edge(pool_, i, 1, end),
                                                                   directions_.add_force_edge(pool_, i, -1, end)});
    }
    base_ = pool_.size();
  }

  bool closes(const std::vector<int>& contacts) {
    rays_.clear();
    for (const int i : contacts) {
      const std::vector<int>& edges = edges_[i];
      rays_.insert(rays_.end(), edges.begin(), edges.end());
    }
    hulls_.solve(pool_, {}, rays_, hull_);
    pool_.truncate(base_);
    return hull_.lineality == 3;
  }

  std::vector<std::pair<int, int>> closing_pairs(const std::vector<int>& contacts) {
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      for (std::size_t j = i + 1; j < contacts.size(); ++j) {
        if (closes({contacts[i], contacts[j]})) pairs.emplace_back(contacts[i], contacts[j]);
      }
    }
    return pairs;
  }

  /// Removes contacts, in ascending order, while the remaining contacts have force closure. Returns the irreducible set
  /// that remains.
  std::vector<int> without_spares(std::vector<int> contacts) {
    for (std::size_t i = 0; i < contacts.size();) {
      std::vector<int> fewer = contacts;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (closes(fewer)) {
        contacts = std::move(fewer);
      } else {
        ++i;
      }
    }
    return contacts;
  }

 private:
  ContactDirections directions_;
  DirectionPool pool_;
  std::vector<std::vector<int>> edges_;
  int base_ = 0;
  std::vector<int> rays_;
  ConicHullSolver hulls_;
  ConicHull hull_;
};

}  // namespace

Closure closure(const ContactSet& set) {
  set.validate();
  std::vector<int> touching;
  for (int i = 0; i < static_cast<int>(set.size()); ++i) {
    if (set.contacts[i].touching) touching.push_back(i);
  }
  Closure result;
  result.wedges = ForceHull(set, Forces::high).closing_pairs(touching);

  ForceHull low(set, Forces::low);
  result.force = low.closes(touching);
  for (const auto& [i, j] : result.wedges) {
    if (result.force_contacts.empty() && low.closes({i, j})) result.force_contacts = {i, j};
  }
  if (result.force && result.force_contacts.empty()) result.force_contacts = low.without_spares(touching);

  ForceHull normal(set, Forces::normal);
  result.form = normal.closes(touching);
  if (result.form) result.form_contacts = normal.without_spares(touching);
  return result;
}

}  // namespace pawl
