// SPDX-License-Identifier: MIT
#include "contact/input_checks.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>
#include <pawl/contact/mode.h>

#include <algorithm>
#include <cmath>

#include "base/validator.h"

namespace pawl::internal {
namespace {

/// prefix/i/key, made when it is needed.
struct Place {
  const char* prefix;
  std::size_t index;
  const char* key = "";
  std::string str() const { return fmt::format("{}/{}{}", prefix, index, key); }
};

template <class Where>
void check_length(const Where& place, double value, Validator& validator) {
  validator.finite(place, value);
  if (std::isfinite(value) && std::fabs(value) > kLargestLength) {
    validator.add(place.str(), value, "must be from -1e9 to 1e9");
  }
}

void check_fixel(std::size_t i, const Fixel& fixel, Validator& validator) {
  const char* const fixels = "/fixels";
  check_length(Place{fixels, i, "/at/0"}, fixel.at.x(), validator);
  check_length(Place{fixels, i, "/at/1"}, fixel.at.y(), validator);
  validator.not_negative(Place{fixels, i, "/radius"}, fixel.radius);
  if (std::isfinite(fixel.radius) && fixel.radius > kLargestLength) {
    validator.add(Place{fixels, i, "/radius"}.str(), fixel.radius, "must be from 0 to 1e9");
  }
  if (fixel.friction && !is_friction(*fixel.friction)) {
    validator.add(Place{fixels, i, "/friction"}.str(), text_of(*fixel.friction), kFrictionBound);
  }
  if (!fixel.normal) return;
  validator.finite(Place{fixels, i, "/normal/0"}, fixel.normal->x());
  validator.finite(Place{fixels, i, "/normal/1"}, fixel.normal->y());
  if (fixel.normal->isZero(0)) validator.add(Place{fixels, i, "/normal"}.str(), "[0,0]", "must not be the zero vector");
}

}  // namespace

bool is_friction(const Friction& friction) {
  return friction.low >= 0 && friction.high >= friction.low && std::isfinite(friction.high);
}

std::string text_of(const Friction& friction) { return fmt::format("[{},{}]", friction.low, friction.high); }

void check_fixels(const Eigen::Vector3d& pose, std::span<const Fixel> fixels, const Friction& friction,
                  double contact_tolerance, Validator& validator) {
  check_length(Place{"/pose", 0}, pose.x(), validator);
  check_length(Place{"/pose", 1}, pose.y(), validator);
  validator.finite(Place{"/pose", 2}, pose.z());
  for (std::size_t i = 0; i < fixels.size(); ++i) check_fixel(i, fixels[i], validator);
  if (!is_friction(friction)) validator.add("/friction", text_of(friction), kFrictionBound);
  validator.not_negative("/contact_tolerance", contact_tolerance);
}

void require_within(const Eigen::Vector3d& v, double bound, const char* pointer) {
  for (int k = 0; k < 3; ++k) {
    if (std::fabs(v[k]) <= bound) continue;
    throw InputError(pointer, fmt::format("{}", v[k]), fmt::format("must be three numbers from -{0} to {0}", bound));
  }
}

void require_contact(const ContactSet& set, int contact, const char* pointer) {
  if (contact >= 0 && static_cast<std::size_t>(contact) < set.size()) return;
  throw InputError(pointer, fmt::format("{}", contact),
                   fmt::format("must be the number of a contact, from 0 to below {}", set.size()));
}

void require_full_mode(std::string_view letters, const ContactSet& set) {
  // Cones are asked for in loops: letters that fit cost no more than a look.
  const auto fits = [](char letter, const Contact& contact) {
    return letter == 's' || (contact.touching ? letter == 'l' || letter == 'n' || letter == 'r' : letter == 'a');
  };
  if (std::equal(letters.begin(), letters.end(), set.contacts.begin(), set.contacts.end(), fits)) return;
  require_mode_fits(letters, set);
  if (letters.find('*') != std::string_view::npos) Mode{letters};  // throws
}

Eigen::Vector2d unit_normal(const Contact& contact) {
  const Eigen::Vector2d& n = contact.normal;
  const double length = std::hypot(n.x(), n.y());
  if (std::isnormal(length)) return n / length;
  // Scaled by a power of two to near 1, which rounds nothing.
  const int exponent = -std::ilogb(n.cwiseAbs().maxCoeff());
  const Eigen::Vector2d near_one(std::ldexp(n.x(), exponent), std::ldexp(n.y(), exponent));
  return near_one / std::hypot(near_one.x(), near_one.y());
}

}  // namespace pawl::internal
