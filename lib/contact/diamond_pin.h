// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/find_contacts.h>
#include <pawl/contact/wall.h>

#include <cstddef>
#include <vector>

#include "contact/wall_contacts.h"

namespace pawl::internal::inline contact {

/// Finds the contacts of one part with a diamond pin, which is treated as a wall with the outline of the pin. An object
/// may be moved, but must not be copied, because contacts_ refers to the entries of wall_.
class DiamondPin {
 public:
  /// The fixel must be valid and in the frame of the poses. `friction` applies if the fixel states no friction. `unit`
  /// is the name of the unit of length in messages.
  DiamondPin(const Loops& part, const Fixel& fixel, const Friction& friction, double contact_tolerance,
             const char* unit = "m");

  /// Returns the contact with the least gap. Throws InputError at /fixels/`number` in four cases: the part overlaps the
  /// pin by more than the contact tolerance; the two have no contact; a flat of the pin lies along an edge of the part;
  /// or two contacts are equally close, and the fixel states no normal that selects one of them.
  WallContact nearest(const PartPose& pose, std::size_t number) const;
  /// For a pair of features that nearest() found, returns their contact in another pose of the part.
  Contact contact(const WallContact& pair, const PartPose& pose) const {
    return contacts_.contact(pair, widened(pose));
  }

 private:
  /// Returns the pose with its position error increased by the rounding error of the pin's outline.
  PartPose widened(PartPose pose) const;

  Fixel fixel_;
  double tolerance_;
  std::vector<Wall> wall_;  ///< a list of one wall, the pin; contacts_ refers to it
  WallContacts contacts_;
};

}  // namespace pawl::internal::inline contact
