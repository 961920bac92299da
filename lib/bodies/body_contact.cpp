// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/bodies/body_contact.h>

#include <cmath>

#include "bodies/input_checks.h"

namespace pawl {
namespace internal {
namespace {

/// Two arcs touch without crossing when their curvatures add up to more than 0; a corner's is infinite.
void check_radii(const Place& place, double a, double b, Validator& validator) {
  if (std::isinf(a) && std::isinf(b)) {
    validator.add(place.str(), b, "an edge on an edge is two contacts, each of a corner on an edge");
    return;
  }
  const bool flat = std::isinf(a) || std::isinf(b);
  const bool fit = !std::isnan(a + b) && (flat               ? a >= 0 && b >= 0
                                          : a == 0 || b == 0 ? a + b != 0
                                                             : (a + b) / a / b > 0);
  if (fit) return;
  validator.add(place.str(), b, "must fit radius_a: two corners have no normal, and what lies in a hollow is rounder");
}

void check_contact(const System& system, std::size_t i, const BodyContact& contact, Validator& validator) {
  check_sides(system, "contacts", i, contact.a, contact.b, validator);
  check_vector(Place{"contacts", i, "point"}, contact.point, validator);
  check_vector(Place{"contacts", i, "normal"}, contact.normal, validator);
  if (contact.normal.isZero(0)) {
    validator.add(Place{"contacts", i, "normal"}.str(), "[0,0]", "must not be the zero vector");
  }
  validator.not_negative(Place{"contacts", i, "friction"}, contact.friction);
  validator.finite(Place{"contacts", i, "gap"}, contact.gap);
  check_radii(Place{"contacts", i, "radius_b"}, contact.radius_a, contact.radius_b, validator);
}

}  // namespace

void check(const System& system, const std::vector<BodyContact>& contacts, Validator& validator) {
  for (std::size_t i = 0; i < contacts.size(); ++i) check_contact(system, i, contacts[i], validator);
}

}  // namespace internal

void validate(const System& system, const std::vector<BodyContact>& contacts) {
  internal::Validator validator;
  check(system, validator);
  check(system, contacts, validator);
  validator.finish();
}

}  // namespace pawl
