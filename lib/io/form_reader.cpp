// SPDX-License-Identifier: MIT
#include "io/form_reader.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/spelling.h"
#include "geometry/outline.h"
#include "io/units.h"

namespace pawl::internal::inline io {
namespace {

struct Range {
  double least;
  bool open;  // true if the range does not include `least` itself
  double most;
  const char* words;
};

Range range_of(Bound bound) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  switch (bound) {
    case Bound::any:
    case Bound::angle:
    case Bound::bulge:  // the valid bulges are several ranges, which wrong_with_bulge() checks
      break;
    case Bound::not_negative:
    case Bound::not_negative_angle:
      return {0, false, kInfinity, "must be at least 0"};
    case Bound::positive:
      return {0, true, kInfinity, "must be greater than 0"};
    case Bound::fraction:
      return {0, false, 1, "must be from 0 to 1"};
    case Bound::open_fraction:
      return {0, true, std::nextafter(1., 0.), "must be greater than 0 and less than 1"};
    case Bound::coordinate:
    case Bound::joint_value:
      return {-kLargestLength, false, kLargestLength, "must be from -1e9 to 1e9"};
    case Bound::length:
      return {0, false, kLargestLength, "must be from 0 to 1e9"};
    case Bound::positive_length:
      return {0, true, kLargestLength, "must be greater than 0 and at most 1e9"};
    case Bound::mass:
    case Bound::density:
    case Bound::inertia:
      return {kLeastMass, false, kLargestMass, "must be from 1e-60 to 1e60"};
    case Bound::link_mass:
    case Bound::link_inertia:
      return {0, false, kLargestMass, "must be 0 or from 1e-60 to 1e60"};
    case Bound::friction:
      return {0, false, kLargestFriction, "must be from 0 to 1e9"};
    case Bound::wrench:
      return {-kLargestWrench, false, kLargestWrench, "must be from -1e100 to 1e100 (N, N, N length)"};
    case Bound::twist:
      return {-kLargestTwist, false, kLargestTwist, "must be from -1e9 to 1e9 (length/s, angle/s)"};
    case Bound::acceleration:
      return {-kLargestAcceleration, false, kLargestAcceleration, "must be from -1e9 to 1e9 (length/s^2, angle/s^2)"};
  }
  return {-kInfinity, false, kInfinity, ""};
}

}  // namespace

std::string wrong_number(Bound bound, double value) {
  if (!std::isfinite(value)) return "must be a finite number";
  if (bound == Bound::bulge) {
    const char* wrong = wrong_with_bulge(value);
    return wrong != nullptr ? wrong : "";
  }
  // If a mass, density or inertia is out of its bounds, usually only its sign is wrong, so the message mentions only
  // the sign.
  const bool of_mass = bound == Bound::mass || bound == Bound::density || bound == Bound::inertia;
  if (of_mass && value <= 0) return "must be greater than 0";
  const bool of_link = bound == Bound::link_mass || bound == Bound::link_inertia;
  if ((of_link || bound == Bound::friction) && value < 0) return "must be at least 0";
  const Range range = range_of(bound);
  if (of_link && value > 0 && value < kLeastMass) return range.words;
  const bool above = range.open ? value > range.least : value >= range.least;
  return above && value <= range.most ? "" : range.words;
}

std::string wrong_whole_number(double value, int least, int most) {
  if (value >= least && value <= most && value == std::floor(value)) return "";
  return least == most ? fmt::format("must be {}", least)
                       : fmt::format("must be a whole number from {} to {}", least, most);
}

std::string wrong_interval(const Friction& friction) {
  return friction.low > friction.high ? "low must be at most high" : "";
}

std::string wrong_split(const Friction& at_rest, const Friction& sliding) {
  return sliding.low <= at_rest.low && sliding.high <= at_rest.high
             ? ""
             : "kinetic friction must be at most static friction; if both are intervals, at both ends";
}

std::string wrong_direction(const Eigen::Vector2d& direction) {
  return direction.x() == 0 && direction.y() == 0 ? "must not be the zero vector" : "";
}

std::string wrong_vertex_count(std::size_t count) {
  return count >= 3 && count <= kMostVertices ? "" : fmt::format("a polygon has from 3 to {} vertices", kMostVertices);
}

std::string wrong_path_count(std::size_t count) {
  if (count >= 2 && count <= kMostVertices + 1) return "";
  return fmt::format("a path has from 2 to {} entries", kMostVertices + 1);
}

namespace {

using Kind = JsonValue::Kind;

/// Returns the quantity, such as a length, that a number with this bound measures. Returns nothing if the number cannot
/// be written as a text with a unit.
std::optional<Quantity> quantity_of(Bound bound) {
  switch (bound) {
    case Bound::coordinate:
    case Bound::length:
    case Bound::positive_length:
      return Quantity::length;
    case Bound::angle:
    case Bound::not_negative_angle:
      return Quantity::angle;
    case Bound::mass:
    case Bound::link_mass:
      return Quantity::mass;
    default:
      return std::nullopt;
  }
}

constexpr const char* kDensityText =
    "must be a number, the mass per area in kg / (unit of length)^2: the material's density times the thickness; or "
    "state \"mass\" instead, as in \"240 g\"";

std::string names(const std::vector<ObjectReader::Key>& keys) {
  std::string result;
  for (const ObjectReader::Key& key : keys) result += (result.empty() ? "" : ", ") + std::string(key.name);
  return result;
}

std::string wrong_key(const std::string& name, const std::vector<ObjectReader::Key>& keys) {
  if (keys.empty()) {
    return name == "tilt" ? "unknown key; the tilt of trials is \"simulate\": {\"tray\": {\"tilt\": ...}}"
                          : "unknown key; none is expected here";
  }
  std::vector<std::string> known;
  for (const ObjectReader::Key& key : keys) known.emplace_back(key.name);
  const std::string meant = suggestion(name, known);
  return "unknown key" + (meant.empty() ? "; expected one of " + names(keys) : meant);
}

/// Returns an example for the end of a message, such as ", as in {"polygon": ...}". It contains the first required key
/// or, if no key is required, the first key. If the list of keys is empty, returns ", {}".
std::string example_of(const std::vector<ObjectReader::Key>& keys) {
  if (keys.empty()) return ", {}";
  const auto required =
      std::find_if(keys.begin(), keys.end(), [](const ObjectReader::Key& key) { return key.required; });
  return fmt::format(", as in {{\"{}\": ...}}", (required != keys.end() ? *required : keys.front()).name);
}

/// If the value is not an array, and `count` is 2 or 3, returns an example of an array of `count` numbers, for a
/// message. Otherwise returns "".
const char* array_example(const JsonValue& value, std::size_t count) {
  if (value.is(Kind::array)) return "";
  return count == 2 ? ", as in [12, -3]" : count == 3 ? ", as in [0, 0, 90]" : "";
}

struct Synonym {
  const char* word;
  const char* meant;
};

/// Words that users often write, each with the key or value that it means. A synonym is proposed only where its key is
/// expected.
constexpr Synonym kSynonyms[] = {{"mu", "friction"},
                                 {"friction_coefficient", "friction"},
                                 {"pins", "fixels"},
                                 {"pin", "fixels"},
                                 {"fingers", "fixels"},
                                 {"locators", "fixels"},
                                 {"position", "at"},
                                 {"center", "at"},
                                 {"centre", "center"},
                                 {"vertices", "polygon"},
                                 {"points", "polygon"},
                                 {"circle", "disc"},
                                 {"rectangle", "polygon"},
                                 {"rect", "polygon"},
                                 {"file", "drawing"},
                                 {"dxf", "drawing"},
                                 {"svg", "drawing"},
                                 {"r", "radius"},
                                 {"d", "diameter"},
                                 {"diameter", "radius"},
                                 {"centroid", "center_of_mass"},
                                 {"cog", "center_of_mass"},
                                 {"bounce", "restitution"},
                                 {"law", "model"},
                                 {"dt", "step"},
                                 {"time_step", "step"},
                                 {"timestep", "step"},
                                 {"tilt", "tray"},
                                 {"count", "starts"},
                                 {"trials", "starts"},
                                 {"samples", "starts"},
                                 {"n", "starts"},
                                 {"gauss", "normal"},
                                 {"gaussian", "normal"},
                                 {"uniform", "box"},
                                 {"direction", "directions"},
                                 {"moment_of_inertia", "inertia"},
                                 {"gap", "reach"},
                                 {"com", "center_of_mass"},
                                 {"centre_of_mass", "center_of_mass"},
                                 {"weight", "mass"},
                                 {"tolerance", "contact_tolerance"},
                                 {"objects", "bodies"},
                                 {"time", "duration"},
                                 {"angles", "directions"},
                                 {"degree", "deg"},
                                 {"degrees", "deg"},
                                 {"radian", "rad"},
                                 {"radians", "rad"},
                                 {"inch", "in"},
                                 {"inches", "in"},
                                 {"millimeter", "mm"},
                                 {"millimetre", "mm"},
                                 {"meter", "m"},
                                 {"metre", "m"}};

}  // namespace

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  std::vector<std::string> meant;
  for (const Synonym& synonym : kSynonyms) {
    if (word == synonym.word && std::find(known.begin(), known.end(), synonym.meant) != known.end())
      meant.emplace_back(synonym.meant);
  }
  if (meant.empty()) meant = nearest(word, known);
  std::string list;
  for (std::size_t k = 0; k < meant.size(); ++k) {
    if (k > 0) list += k + 1 < meant.size() ? "\", \"" : "\" or \"";
    list += meant[k];
  }
  return list.empty() ? "" : "; did you mean \"" + list + "\"?";
}

void ObjectReader::missing(const std::string& pointer, const std::string& name) {
  faults_.add(child(pointer, name), "", kMissing);
}

void ObjectReader::object(const JsonValue& value, const std::string& pointer, const std::vector<Key>& keys) {
  if (!value.is(Kind::object)) return fault(pointer, value, "must be an object" + example_of(keys));
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::string& name = value.keys[i];
    const std::string where = child(pointer, name);
    const auto key = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return name == k.name; });
    if (key != keys.end()) {
      key->read(value.items[i], where);
    } else if (name.rfind("x-", 0) == 0) {
      extensions_(where, value.items[i]);
    } else {
      fault(where, value.items[i], wrong_key(name, keys));
    }
  }
  for (const Key& key : keys) {
    if (key.required && value.find(key.name) == nullptr) missing(pointer, key.name);
  }
}

void ObjectReader::one_of(const JsonValue& value, const std::string& pointer, const std::vector<Key>& keys,
                          const std::vector<Key>& beside) {
  std::vector<Key> all = keys;
  all.insert(all.end(), beside.begin(), beside.end());
  object(value, pointer, all);
  if (!value.is(Kind::object)) return;
  const auto present = [&](const Key& key) { return value.find(key.name) != nullptr; };
  if (std::count_if(keys.begin(), keys.end(), present) == 1) return;
  fault(pointer, value, "must have exactly one of the keys " + names(keys));
}

void ObjectReader::array(const JsonValue& value, const std::string& pointer, const Key& entry) {
  if (!value.is(Kind::array)) return fault(pointer, value, fmt::format("must be an array of {}", entry.name));
  for (std::size_t i = 0; i < value.size(); ++i) entry.read(value.items[i], child(pointer, i));
}

bool ObjectReader::is_array_of(const JsonValue& value, const std::string& pointer, std::size_t count) {
  if (value.is(Kind::array) && value.size() == count) return true;
  if (!value.is(Kind::refused))
    fault(pointer, value, fmt::format("must be an array of {} numbers{}", count, array_example(value, count)));
  return false;
}

std::optional<double> ObjectReader::number_with_unit(const JsonValue& value, const std::string& pointer, Bound bound) {
  const std::optional<Quantity> quantity = quantity_of(bound);
  if (!quantity) {
    fault(pointer, value, bound == Bound::density ? kDensityText : "must be a number");
    return std::nullopt;
  }
  const std::optional<double> number = measured(value.text, *quantity, units_);
  if (!number) {
    fault(pointer, value, fmt::format("must be a number without quotes, or a text such as {}", measured_form(*quantity)));
    return std::nullopt;
  }
  return require(pointer, value, wrong_number(bound, *number)) ? number : std::nullopt;
}

std::optional<double> ObjectReader::number(const JsonValue& value, const std::string& pointer, Bound bound) {
  if (value.is(Kind::refused)) return std::nullopt;
  if (value.is(Kind::string)) return number_with_unit(value, pointer, bound);
  if (!value.is(Kind::number)) {
    fault(pointer, value, "must be a number");
    return std::nullopt;
  }
  return require(pointer, value, wrong_number(bound, value.number)) ? std::optional(value.number) : std::nullopt;
}

std::optional<int> ObjectReader::integer(const JsonValue& value, const std::string& pointer, int least, int most) {
  if (value.is(Kind::refused)) return std::nullopt;
  const double number = value.is(Kind::number) ? value.number : std::nan("");
  if (!require(pointer, value, wrong_whole_number(number, least, most))) return std::nullopt;
  return static_cast<int>(number);
}

std::optional<std::string> ObjectReader::string(const JsonValue& value, const std::string& pointer) {
  if (value.is(Kind::string)) return value.text;
  fault(pointer, value, "must be a string");
  return std::nullopt;
}

std::optional<Friction> ObjectReader::coefficient(const JsonValue& value, const std::string& pointer,
                                                  const char* expected) {
  if (value.is(Kind::number) || value.is(Kind::refused)) {
    const auto mu = number(value, pointer, Bound::friction);
    return mu ? std::optional<Friction>(*mu) : std::nullopt;
  }
  if (!value.is(Kind::array) || value.size() != 2) {
    fault(pointer, value, expected);
    return std::nullopt;
  }
  const auto ends = vector<2>(value, pointer, Bound::friction);
  if (!ends) return std::nullopt;
  const Friction interval((*ends)[0], (*ends)[1]);
  return require(pointer, value, wrong_interval(interval)) ? std::optional(interval) : std::nullopt;
}

std::optional<Friction> ObjectReader::friction(const JsonValue& value, const std::string& pointer) {
  if (!value.is(Kind::object)) {
    return coefficient(value, pointer,
                       "must be a number, or [low, high], such as 0.3 or [0.1, 0.3], or {\"static\": 0.3, \"kinetic\": 0.2}");
  }
  std::optional<Friction> at_rest, sliding;
  const auto key = [&](const char* name, std::optional<Friction>& target) {
    return Key{name, true, [&](const JsonValue& entry, const std::string& place) {
                 target = coefficient(entry, place, "must be a number, or [low, high], such as 0.3 or [0.1, 0.3]");
               }};
  };
  object(value, pointer, {key("static", at_rest), key("kinetic", sliding)});
  if (!at_rest || !sliding || !require(pointer, value, wrong_split(*at_rest, *sliding))) return std::nullopt;
  return Friction::of_static_and_kinetic(*at_rest, *sliding);
}

}  // namespace pawl::internal::inline io
