// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/body_contact.h>
#include <pawl/bodies/loads.h>
#include <pawl/bodies/state.h>
#include <pawl/bodies/system.h>

#include <string>
#include <vector>

#include "base/faults.h"

namespace pawl::internal::inline bodies {

/// The location of a value, e.g. /bodies/1/pose/2. Its text is formatted only if there is a fault at this location.
struct Place {
  const char* list;         ///< name of the list that contains the value, such as "bodies"
  std::size_t index;        ///< index in the list, such as 1
  const char* field;        ///< name of the member, such as "pose"
  Eigen::Index entry = -1;  ///< index in a vector, such as 2; -1 if the value is the member itself

  std::string str() const;
};

template <class Vector>
void check_vector(Place place, const Vector& vector, Validator& validator) {
  for (place.entry = 0; place.entry < vector.size(); ++place.entry) validator.finite(place, vector[place.entry]);
}

/// The checks of the public validate() functions, which add faults to `validator` instead of throwing. The checks of a
/// state, loads or contacts need only the sizes of the system. They therefore work for an invalid system too, and all
/// faults are reported at once.
void check(const System& system, Validator& validator);
void check(const System& system, const State& state, Validator& validator);
void check(const System& system, const Loads& loads, Validator& validator);
void check(const System& system, const std::vector<BodyContact>& contacts, Validator& validator);

bool exists(const System& system, Solid solid);
/// Adds a fault for a solid that does not exist.
void add_missing(std::string pointer, Solid solid, Validator& validator);
/// Checks that both solids of /list/index exist and differ.
void check_sides(const System& system, const char* list, std::size_t index, Solid a, Solid b, Validator& validator);

}  // namespace pawl::internal::inline bodies
