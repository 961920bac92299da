// SPDX-License-Identifier: MIT
#include "contact/contact.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/mode.h>

#include <algorithm>
#include <cmath>

#include "base/faults.h"
#include "exact/orientation.h"
#include "geometry/plane.h"

namespace pawl {
namespace {

/// The JSON pointer "/contacts/i/key". Its text is formatted only if it is needed.
struct ContactPointer {
  std::size_t contact;
  const char* key;
  std::string str() const { return fmt::format("/contacts/{}{}", contact, key); }
};

/// Returns whether two features with these radii can touch. A straight edge can touch any corner or convex arc. Two
/// convex features can touch each other. A concave arc can touch only a feature whose radius is smaller than its own.
bool radii_fit(double part, double fixel) {
  if (std::isnan(part) || std::isnan(fixel)) return false;
  const double hollow = std::min(part, fixel), other = std::max(part, fixel);
  if (hollow < 0) return std::isfinite(hollow) && other >= 0 && other < -hollow;
  return std::isfinite(part) || std::isfinite(fixel);
}

void check_contact(std::size_t i, const Contact& contact, internal::Validator& validator) {
  validator.finite(ContactPointer{i, "/point/0"}, contact.point.x());
  validator.finite(ContactPointer{i, "/normal/0"}, contact.normal.x());
  validator.finite(ContactPointer{i, "/point/1"}, contact.point.y());
  validator.finite(ContactPointer{i, "/normal/1"}, contact.normal.y());
  validator.finite(ContactPointer{i, "/gap"}, contact.gap);
  for (const auto& through : {contact.normal_through, contact.tangent_through}) {
    if (!through) continue;
    validator.finite(ContactPointer{i, "/point"}, through->x());
    validator.finite(ContactPointer{i, "/point"}, through->y());
  }
  for (const double error :
       {contact.error.along_tangent, contact.error.along_normal, contact.error.angle, contact.error.shift.norm()}) {
    if (error >= 0 && std::isfinite(error)) continue;
    validator.add(ContactPointer{i, "/error"}.str(), error, "must be finite and at least 0");
  }
  if (contact.normal.x() == 0 && contact.normal.y() == 0) {
    validator.add(ContactPointer{i, "/normal"}.str(), "[0,0]", "must not be the zero vector");
  }
  if (!radii_fit(contact.part_radius, contact.fixel_radius)) {
    validator.add(
        ContactPointer{i, ""}.str(), fmt::format("[{},{}]", contact.part_radius, contact.fixel_radius),
        "radii of curvature must be at least 0 and one of them finite; a hollow has a negative radius, larger in "
        "magnitude than that of the body in it");
  }
  if (!internal::is_friction(contact.friction)) {
    validator.add(ContactPointer{i, "/friction"}.str(), internal::text_of(contact.friction), internal::kFrictionBound);
  }
}

/// Adds a fault if the radius of gyration is 0 or infinite after rounding, which can happen with extreme finite values.
void check_gyration(const ContactSet& set, internal::Validator& validator) {
  const double squared = set.inertia / set.mass;
  if (!validator.empty() || (squared > 0 && std::isfinite(squared))) return;
  validator.add("/part/inertia", set.inertia, "inertia / mass must be within the range of doubles");
}

Eigen::Vector3d planar_turned(const Eigen::Vector3d& v, double angle) {
  const Eigen::Vector2d part = internal::turned(Eigen::Vector2d(v.head<2>()), angle);
  return {part.x(), part.y(), v.z()};
}

}  // namespace

void ContactSet::validate() const {
  internal::Validator validator;
  validator.positive("/part/mass", mass);
  validator.positive("/part/inertia", inertia);
  check_gyration(*this, validator);
  validator.finite("/part/center_of_mass/0", center_of_mass.x());
  validator.finite("/part/center_of_mass/1", center_of_mass.y());
  validator.finite("/pose/2", angle);
  for (std::size_t i = 0; i < size(); ++i) check_contact(i, contacts[i], validator);
  validator.finish();
}

bool ContactSet::has_friction_interval() const {
  return std::any_of(contacts.begin(), contacts.end(), [](const Contact& c) { return c.friction.is_interval(); });
}

bool ContactSet::has_split_friction() const {
  return std::any_of(contacts.begin(), contacts.end(), [](const Contact& c) { return c.friction.split.has_value(); });
}

Eigen::Vector3d ContactSet::to_world(const Eigen::Vector3d& v) const { return planar_turned(v, angle); }
Eigen::Vector3d ContactSet::from_world(const Eigen::Vector3d& v) const { return planar_turned(v, -angle); }
bool ContactSet::is_exact() const {
  return std::none_of(contacts.begin(), contacts.end(), [](const Contact& c) { return c.error.any(); });
}
double ContactSet::radius_of_gyration() const { return std::sqrt(inertia / mass); }

Eigen::MatrixXd contact_jacobian(const ContactSet& set, bool unit) {
  set.validate();
  return internal::unchecked_contact_jacobian(set, unit);
}

Eigen::MatrixXd internal::unchecked_contact_jacobian(const ContactSet& set, bool unit) {
  const Eigen::Index n = static_cast<Eigen::Index>(set.size());
  Eigen::MatrixXd J(3, 2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Contact& contact = set.contacts[i];
    const Eigen::Vector2d normal = unit ? internal::unit_normal(contact) : contact.normal;
    const Eigen::Vector2d p = contact.point - set.center_of_mass;
    J.col(i) << normal.x(), normal.y(), internal::cross(p, normal);
    J.col(n + i) << -normal.y(), normal.x(), p.x() * normal.x() + p.y() * normal.y();
  }
  return J;
}

namespace {

constexpr std::string_view kLetters = "alnrs";

constexpr std::string_view kKeeps = "lnr";

std::string strange_letter(std::size_t i) {
  return fmt::format("letter {} must be one of a, l, n, r, s, k or *, or a set such as [lr]", i + 1);
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 78;
  return fmt::format("\"{}\"", text.substr(0, kLongest));
}

}  // namespace

Mode::Mode(std::string_view letters) : letters_(letters) {
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (kLetters.find(letters[i]) != std::string_view::npos) continue;
    throw InputError("", quoted(letters), fmt::format("letter {} must be one of a, l, n, r, s", i + 1));
  }
}

void Mode::refuse_index(std::size_t i) const {
  throw InputError("", fmt::format("{}", i), fmt::format("must be below the number of fixels ({})", letters_.size()));
}

std::string_view letters_of(bool touching) { return touching ? "lnrs" : "as"; }

std::vector<std::string> letters_in_pattern(std::string_view pattern) {
  std::vector<std::string> entries;
  for (std::size_t k = 0; k < pattern.size(); ++k) {
    const auto refuse = [&] { throw InputError("", quoted(pattern), strange_letter(entries.size())); };
    if (pattern[k] == '*') {
      entries.emplace_back(kLetters);
    } else if (pattern[k] == 'k') {
      entries.emplace_back(kKeeps);
    } else if (pattern[k] == '[') {
      const std::size_t end = pattern.find(']', k);
      if (end == std::string_view::npos || end == k + 1) refuse();
      std::string set;
      for (const char letter : pattern.substr(k + 1, end - k - 1)) {
        if (kLetters.find(letter) == std::string_view::npos) refuse();
        if (set.find(letter) == std::string::npos) set += letter;
      }
      entries.push_back(std::move(set));
      k = end;
    } else {
      if (kLetters.find(pattern[k]) == std::string_view::npos) refuse();
      entries.emplace_back(1, pattern[k]);
    }
  }
  return entries;
}

bool names_one_mode(std::string_view pattern) { return pattern.find_first_of("*k[") == std::string_view::npos; }

bool matches(const Mode& mode, std::string_view pattern) {
  const std::string& letters = mode.str();
  const std::vector<std::string> entries = letters_in_pattern(pattern);
  if (letters.size() != entries.size()) {
    throw InputError("", quoted(pattern),
                     fmt::format("has {} letters, but there are {} fixels", entries.size(), letters.size()));
  }
  return std::equal(letters.begin(), letters.end(), entries.begin(),
                    [](char letter, const std::string& wanted) { return wanted.find(letter) != std::string::npos; });
}

void require_mode_fits(std::string_view letters, const ContactSet& set, std::string_view pointer) {
  const auto fail = [&](std::string message) {
    throw InputError(std::string(pointer), quoted(letters), std::move(message));
  };
  std::vector<std::string> entries;
  try {
    entries = letters_in_pattern(letters);
  } catch (const InputError& error) {
    fail(error.faults()[0].message);
  }
  if (entries.size() != set.size())
    fail(fmt::format("has {} letters, but there are {} fixels", entries.size(), set.size()));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool touching = set.contacts[i].touching;
    const std::string_view possible = letters_of(touching);
    const bool any = entries[i].size() == kLetters.size();
    if (any || entries[i].find_first_not_of(possible) == std::string::npos) continue;
    fail(touching ? fmt::format("fixel {} touches, so its letter must be l, n, r or s", i + 1)
                  : fmt::format("fixel {} is across a gap, so its letter must be a or s", i + 1));
  }
}

}  // namespace pawl

namespace pawl::internal::inline contact {
namespace {

/// The JSON pointer prefix/i/key. Its text is formatted only if it is needed.
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
  const auto check_direction = [&](const std::optional<Eigen::Vector2d>& direction, const char* key) {
    if (!direction) return;
    const std::string pointer = Place{fixels, i, key}.str();
    validator.finite(pointer + "/0", direction->x());
    validator.finite(pointer + "/1", direction->y());
    if (direction->isZero(0)) validator.add(pointer, "[0,0]", "must not be the zero vector");
  };
  check_direction(fixel.normal, "/normal");
  check_direction(fixel.diamond, "/diamond");
  check_diamond(i, fixel, validator);
}

}  // namespace

void check_diamond(std::size_t i, const Fixel& fixel, Validator& validator) {
  constexpr double kNarrowest = 1e-6;  // Smallest width of a diamond pin, as a fraction of its diameter. The round
                                       // faces of a narrower pin cannot be computed accurately.
  const double width = fixel.diamond_width, diameter = 2 * fixel.radius;
  const std::string pointer = Place{"/fixels", i, "/diamond_width"}.str();
  if (!fixel.diamond && width != 0) {
    validator.add(pointer, width, "needs \"diamond\", the direction [dx, dy] along which the pin has flats");
  } else if (fixel.diamond && !(fixel.radius > 0)) {
    validator.add(Place{"/fixels", i, "/radius"}.str(), fixel.radius,
                  "a diamond pin needs a radius or diameter above 0: its solid is the disc, cut by two flats");
  } else if (fixel.diamond && !(width >= kNarrowest * diameter && width < diameter)) {
    validator.add(pointer, width,
                  fmt::format("must be from a millionth of the pin's diameter to below the diameter, {:.6g}: it is the "
                              "distance of the flats",
                              diameter));
  }
}

bool is_friction(const Friction& friction) {
  const auto between = [&](double end) { return end >= friction.low && end <= friction.high; };
  const bool split = !friction.split || (between(friction.split->static_low) && between(friction.split->kinetic_high));
  return friction.low >= 0 && friction.high >= friction.low && std::isfinite(friction.high) && split;
}

std::string text_of(const Friction& friction) {
  if (!friction.split) return fmt::format("[{},{}]", friction.low, friction.high);
  const auto coefficient = [](const Friction& one) {
    return one.is_interval() ? text_of(one) : fmt::format("{}", one.low);
  };
  return fmt::format("{{\"static\":{},\"kinetic\":{}}}", coefficient(friction.at_rest()),
                     coefficient(friction.sliding()));
}

void check_fixels(const Eigen::Vector3d& pose, std::span<const Fixel> fixels, const Friction& friction,
                  double contact_tolerance, Validator& validator) {
  check_length(Place{"/pose", 0}, pose.x(), validator);
  check_length(Place{"/pose", 1}, pose.y(), validator);
  validator.finite(Place{"/pose", 2}, pose.z());
  for (std::size_t i = 0; i < fixels.size(); ++i) check_fixel(i, fixels[i], validator);
  if (!is_friction(friction)) validator.add("/friction", text_of(friction), kFrictionBound);
  validator.not_negative("/contact_tolerance", contact_tolerance);
}

void check_walls(std::span<const Wall> walls, double reach, Validator& validator) {
  for (std::size_t k = 0; k < walls.size(); ++k) {
    const Wall& wall = walls[k];
    check_length(Place{"/walls", k, "/pose/0"}, wall.pose.x(), validator);
    check_length(Place{"/walls", k, "/pose/1"}, wall.pose.y(), validator);
    validator.finite(Place{"/walls", k, "/pose/2"}, wall.pose.z());
    if (wall.friction && !is_friction(*wall.friction)) {
      validator.add(Place{"/walls", k, "/friction"}.str(), text_of(*wall.friction), kFrictionBound);
    }
  }
  validator.not_negative("/reach", reach);
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
                   fmt::format("must be the index of a contact, at least 0 and below {}", set.size()));
}

void require_full_mode(std::string_view letters, const ContactSet& set) {
  // This function is called in loops over many cones, so it must not throw or allocate memory for valid letters.
  const auto fits = [](char letter, const Contact& contact) {
    return letter == 's' || (contact.touching ? letter == 'l' || letter == 'n' || letter == 'r' : letter == 'a');
  };
  if (std::equal(letters.begin(), letters.end(), set.contacts.begin(), set.contacts.end(), fits)) return;
  require_mode_fits(letters, set);
  if (!names_one_mode(letters)) Mode{letters};  // throws
}

Eigen::Vector2d unit_normal(const Contact& contact) {
  const Eigen::Vector2d& n = contact.normal;
  const double length = std::hypot(n.x(), n.y());
  if (std::isnormal(length)) return n / length;
  // The normal is scaled to a size near 1 by a power of two, which is exact.
  const int exponent = -std::ilogb(n.cwiseAbs().maxCoeff());
  const Eigen::Vector2d near_one(std::ldexp(n.x(), exponent), std::ldexp(n.y(), exponent));
  return near_one / std::hypot(near_one.x(), near_one.y());
}

}  // namespace pawl::internal::inline contact
