// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/geometry/outline.h>
#include <pawl/io/units.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <concepts>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/faults.h"
#include "io/json.h"

namespace pawl::internal::inline io {

/// The permitted range of a number, and the quantity that the number measures. pawl/base/bounds.h has the bounds of
/// lengths, wrenches, twists and accelerations.
enum class Bound {
  any,
  not_negative,
  positive,
  angle,
  not_negative_angle,
  fraction,
  open_fraction,
  coordinate,
  length,
  positive_length,
  bulge,
  wrench,
  twist,
  acceleration,
  mass,
  density,       ///< mass per area; has the bounds of `mass`
  inertia,       ///< inertia; has the bounds of `mass`
  link_mass,     ///< mass of a link: 0, or a value within the bounds of `mass`
  link_inertia,  ///< inertia of a link: 0, or a value within the bounds of `mass`
  joint_value,   ///< a length or an angle, depending on the kind of joint; both have the bounds of `coordinate`
  friction
};

/// Rules for single values. The readers apply these rules to values in a text, and validate() applies them to values in
/// memory. Each function returns a message that states the error and the expected values, or "" if the value is valid.
std::string wrong_number(Bound bound, double value);
std::string wrong_whole_number(double value, int least, int most);
/// Checks only that low <= high. Other rules check each of the two ends.
std::string wrong_interval(const Friction& friction);
std::string wrong_split(const Friction& at_rest, const Friction& sliding);
std::string wrong_direction(const Eigen::Vector2d& direction);
inline constexpr const char* kMissing = "missing";  ///< message for a required key that is absent

// The rules for the values of a file. The rule of a number is a Bound; the types below are the rules of all other
// values. The tables of fields (task_fields.h, scene_form.cpp) state a rule for the value of each key. FormReader reads
// values by these rules, and ValueChecks checks values in memory by them.

enum class Need { optional, required };

struct Whole {
  int least;  ///< smallest permitted whole number
  int most = std::numeric_limits<int>::max();
};
struct Text {};         ///< any string
struct PoseEntries {};  ///< a pose: x and y are coordinates, the angle is any number
struct Fields {};       ///< an object; a function fields_of() states its keys
struct FieldsOfEach {  ///< a list of objects; a function fields_of() states their keys
  const char* of;      ///< name of one object of the list in messages
};
struct OneOutline {};  ///< an object with one of the keys polygon, disc and path
struct PartLoops {};   ///< a value as for OneOutline, optionally with a list of such objects as "holes"; it is read
                       ///< into `outline` and `holes` of a part or a wall
struct Flag {};        ///< true or false
/// Returns a proposal for the end of a message, such as "; did you mean "a" or "b"?", for a word that is not in
/// `known`. If kSynonyms contains the word, proposes its synonym. Otherwise proposes the known words that differ least
/// from it. Returns "" if no known word is similar.
std::string suggestion(const std::string& word, const std::vector<std::string>& known);

/// The words that stand for the values of an enum in a file.
template <class Enum>
struct Words {
  struct Word {
    const char* text;
    Enum value;
  };
  std::vector<Word> words;

  std::string list() const {
    std::string text;
    for (const Word& word : words) text += (text.empty() ? "" : ", ") + std::string(word.text);
    return text;
  }
};

template <class Object, class Type>
concept Is = std::same_as<std::remove_const_t<Object>, Type>;

template <Is<Disc> D, class Field>
void fields_of(D& disc, const Field& field) {
  field("center", Need::optional, disc.center, Bound::coordinate);
  field("radius", Need::required, disc.radius, Bound::positive_length);
}

/// An entry of a path that is written as an object: the end of a segment, its bulge, and its curve number.
struct PathEntry {
  Eigen::Vector2d to{0, 0};
  double bulge = 0;
  int curve = 0;
};

template <Is<PathEntry> E, class Field>
void fields_of(E& entry, const Field& field) {
  field("to", Need::required, entry.to, Bound::coordinate);
  field("bulge", Need::optional, entry.bulge, Bound::bulge);
  field("curve", Need::optional, entry.curve, Whole{1});
}

/// Returns a message if a polygon must not have this number of vertices, otherwise "".
std::string wrong_vertex_count(std::size_t count);
/// Returns a message if a path must not have this number of entries, otherwise "". The last entry may repeat the first
/// one.
std::string wrong_path_count(std::size_t count);

/// Reads typed values from a document. For an invalid value, adds a fault and returns an empty result. A length, an
/// angle or a mass may be a text with a unit ("6 mm"), which is converted to the document's units.
class ObjectReader {
 public:
  using Extensions = std::function<void(const std::string& pointer, const JsonValue& value)>;
  struct Key {
    const char* name;
    bool required;
    std::function<void(const JsonValue&, const std::string& pointer)> read;
  };

  ObjectReader(Validator& faults, Extensions extensions) : faults_(faults), extensions_(std::move(extensions)) {}

  /// Reads an object. It must have all required keys in `keys`, and must not have keys that are not in `keys`. Keys
  /// that begin with x- are permitted, and are added to the extensions.
  void object(const JsonValue& value, const std::string& pointer, const std::vector<Key>& keys);
  /// Reads an object that must have exactly one of the keys in `keys`, and may have the keys in `beside`.
  void one_of(const JsonValue& value, const std::string& pointer, const std::vector<Key>& keys,
              const std::vector<Key>& beside = {});
  void array(const JsonValue& value, const std::string& pointer, const Key& entry);

  std::optional<double> number(const JsonValue& value, const std::string& pointer, Bound bound = Bound::any);
  std::optional<int> integer(const JsonValue& value, const std::string& pointer, int least, int most);
  std::optional<std::string> string(const JsonValue& value, const std::string& pointer);
  std::optional<Friction> friction(const JsonValue& value, const std::string& pointer);

  /// Reads an array of N numbers, each with its own bound. Returns nothing if one of the numbers is invalid.
  template <int N>
  std::optional<Eigen::Matrix<double, N, 1>> vector(const JsonValue& value, const std::string& pointer,
                                                    const std::array<Bound, N>& bounds) {
    if (!is_array_of(value, pointer, N)) return std::nullopt;
    Eigen::Matrix<double, N, 1> result;
    bool complete = true;
    for (int k = 0; k < N; ++k) {
      const auto index = static_cast<std::size_t>(k);
      const auto entry = number(value.items[index], child(pointer, index), bounds[index]);
      complete = complete && entry.has_value();
      result[k] = entry.value_or(0);
    }
    return complete ? std::optional(result) : std::nullopt;
  }
  /// Reads an array of N numbers, all with the same bound.
  template <int N>
  std::optional<Eigen::Matrix<double, N, 1>> vector(const JsonValue& value, const std::string& pointer,
                                                    Bound bound = Bound::any) {
    std::array<Bound, N> bounds;
    bounds.fill(bound);
    return vector<N>(value, pointer, bounds);
  }

  void fault(const std::string& pointer, const JsonValue& value, std::string message) {
    faults_.add(pointer, quoted(value), std::move(message));
  }
  /// Adds a fault with `message`, the result of a rule. If the message is empty, adds no fault and returns true.
  bool require(const std::string& pointer, const JsonValue& value, std::string message) {
    if (!message.empty()) fault(pointer, value, message);
    return message.empty();
  }
  void missing(const std::string& pointer, const std::string& name);

  /// Sets the units of the document. A number that is written with another unit is converted to these units.
  void set_units(const Units& units) { units_ = units; }

 private:
  /// Reads a number or an interval. For any other value, adds a fault with the message `expected`.
  std::optional<Friction> coefficient(const JsonValue& value, const std::string& pointer, const char* expected);
  std::optional<double> number_with_unit(const JsonValue& value, const std::string& pointer, Bound bound);
  bool is_array_of(const JsonValue& value, const std::string& pointer, std::size_t count);

  Validator& faults_;
  Extensions extensions_;
  Units units_;
};

/// Reads the values of a document, each by its rule in a table of fields. Each rule has a function read(value, pointer,
/// member, rule). If the value in the document is invalid, the member keeps its old value or becomes empty.
///
/// A Form derives from FormReader<Form>, imports the read() functions by `using`, and adds functions for its own rules.
/// fields_of() must be declared before the form is instantiated.
template <class Form>
class FormReader {
 public:
  using Kind = JsonValue::Kind;
  using Value = const JsonValue&;
  using Pointer = const std::string&;

  FormReader(Validator& faults, ObjectReader::Extensions extensions) : reader_(faults, std::move(extensions)) {}
  explicit FormReader(const ObjectReader& reader) : reader_(reader) {}

  template <class Object>
  std::vector<ObjectReader::Key> keys_of(Object& object) {
    std::vector<ObjectReader::Key> keys;
    fields_of(object, [&](const char* name, Need need, auto& member, auto rule) {
      keys.push_back({name, need == Need::required,
                      [this, &member, rule](Value v, Pointer p) { form().read(v, p, member, rule); }});
    });
    return keys;
  }

  /// Returns the key `name` of an object, such as "diameter", which replaces the key `radius_name`. Reading this key
  /// sets `radius` to half of the key's value, and adds a fault if `object` has both keys.
  template <class Radius>
  ObjectReader::Key diameter_key(const char* name, const char* radius_name, Value object, Radius& radius) {
    return {name, false, [this, radius_name, &object, &radius](Value v, Pointer p) {
              radius = reader_.number(v, p, Bound::length).value_or(0) / 2;
              if (object.find(radius_name))
                reader_.fault(p, v, "cannot be combined with \"" + std::string(radius_name) + "\"");
            }};
  }

  /// Reads the whole document: the keys of `object`, the key "pawl", and the key "$schema", which editors use. Skips
  /// the keys in `ignored`.
  template <class Object>
  void read_root(Value root, Object& object, const std::vector<const char*>& ignored = {}) {
    std::vector<ObjectReader::Key> keys = keys_of(object);
    for (const char* name : ignored) keys.push_back({name, false, [](Value, Pointer) {}});
    keys.insert(keys.begin(), {"pawl", true, [this](Value v, Pointer p) { reader_.integer(v, p, 1, 1); }});
    keys.push_back({"$schema", false, [this](Value v, Pointer p) { reader_.string(v, p); }});
    reader_.object(root, "", keys);
  }

  void read(Value value, Pointer pointer, double& target, Bound bound) {
    target = reader_.number(value, pointer, bound).value_or(target);
  }
  void read(Value value, Pointer pointer, std::optional<double>& target, Bound bound) {
    target = reader_.number(value, pointer, bound);
  }
  template <int N>
  void read(Value value, Pointer pointer, Eigen::Matrix<double, N, 1>& target, Bound bound) {
    target = reader_.vector<N>(value, pointer, bound).value_or(target);
  }
  void read(Value value, Pointer pointer, std::optional<Eigen::Vector2d>& target, Bound bound) {
    target = reader_.vector<2>(value, pointer, bound);
  }
  void read(Value value, Pointer pointer, int& target, Whole rule) {
    target = reader_.integer(value, pointer, rule.least, rule.most).value_or(target);
  }
  void read(Value value, Pointer pointer, std::string& target, Text) {
    target = reader_.string(value, pointer).value_or("");
  }
  void read(Value value, Pointer pointer, bool& target, Flag) {
    if (!value.is(Kind::boolean)) return reader_.fault(pointer, value, "must be true or false");
    target = value.text == "true";
  }
  template <class Enum>
  void read(Value value, Pointer pointer, Enum& target, const Words<Enum>& rule) {
    for (const auto& word : rule.words) {
      if (!value.is(Kind::string) || value.text != word.text) continue;
      target = word.value;
      return;
    }
    std::vector<std::string> known;
    for (const auto& word : rule.words) known.emplace_back(word.text);
    reader_.fault(pointer, value,
                  "must be one of " + rule.list() + (value.is(Kind::string) ? suggestion(value.text, known) : ""));
  }
  void read(Value value, Pointer pointer, Eigen::Vector3d& target, PoseEntries) {
    target = reader_.vector<3>(value, pointer, {Bound::coordinate, Bound::coordinate, Bound::angle}).value_or(target);
  }

  // The functions below read objects and lists of objects.

  template <class Object>
  void read(Value value, Pointer pointer, Object& object, Fields) {
    reader_.object(value, pointer, keys_of(object));
  }
  template <class Object>
  void read(Value value, Pointer pointer, std::optional<Object>& object, Fields rule) {
    read(value, pointer, object.emplace(), rule);
  }
  template <class Member, class Rule>
  void read(Value value, Pointer pointer, std::optional<Member>& member, const Rule& rule) {
    form().read(value, pointer, member.emplace(), rule);
  }
  template <class Entry>
  void read(Value value, Pointer pointer, std::vector<Entry>& list, FieldsOfEach rule) {
    read_each(value, pointer, rule.of, [&](Value v, Pointer p) { read(v, p, list.emplace_back(), Fields()); });
  }
  template <class Entry>
  void read_each(Value value, Pointer pointer, const char* of, const Entry& entry) {
    reader_.array(value, pointer, {of, false, entry});
  }

  void read(Value value, Pointer pointer, std::optional<Outline>& outline, OneOutline) {
    reader_.one_of(value, pointer, outline_keys(outline));
  }
  /// Part is always pawl::Part. (It is a template parameter because the type is not complete here.)
  template <class Part>
  void read(Value value, Pointer pointer, Part& part, PartLoops) {
    const auto read_hole = [&](Value v, Pointer p) {
      std::optional<Outline> hole;
      read(v, p, hole, OneOutline());
      if (hole) part.holes.push_back(std::move(*hole));
    };
    reader_.one_of(value, pointer, outline_keys(part.outline),
                   {{"holes", false, [&](Value v, Pointer p) { read_each(v, p, "outlines", read_hole); }}});
  }

 protected:
  ObjectReader reader_;

 private:
  Form& form() { return static_cast<Form&>(*this); }

  std::vector<ObjectReader::Key> outline_keys(std::optional<Outline>& outline) {
    return {{"polygon", false, [&](Value v, Pointer p) { read_polygon(v, p, outline); }},
            {"disc", false,
             [&](Value v, Pointer p) {
               Disc disc;
               read(v, p, disc, Fields());
               outline = disc;
             }},
            {"path", false, [&](Value v, Pointer p) { read_path(v, p, outline); }}};
  }

  void read_polygon(Value value, Pointer pointer, std::optional<Outline>& outline) {
    if (value.is(Kind::array) && !reader_.require(pointer, value, wrong_vertex_count(value.size()))) return;
    Polygon polygon;
    read_each(value, pointer, "vertices [x, y]",
              [&](Value v, Pointer p) { read(v, p, polygon.vertices.emplace_back(0, 0), Bound::coordinate); });
    outline = std::move(polygon);
  }

  /// Reads the vertices and bulges of a path. The first entry is the start of the path, and each other entry is the end
  /// of a segment. If the last entry repeats the first, its bulge belongs to the closing segment; otherwise a straight
  /// segment closes the path.
  void read_path(Value value, Pointer pointer, std::optional<Outline>& outline) {
    if (value.is(Kind::array) && !reader_.require(pointer, value, wrong_path_count(value.size()))) return;
    std::vector<PathEntry> entries;
    read_each(value, pointer, "[x, y] and {\"to\": [x, y], \"bulge\": b}", [&](Value v, Pointer p) {
      PathEntry& entry = entries.emplace_back();
      if (v.is(Kind::object) && entries.size() > 1) return read(v, p, entry, Fields());
      read(v, p, entry.to, Bound::coordinate);
    });
    if (entries.empty()) return;
    Path path;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      path.vertices.push_back(entries[i].to);
      if (i == 0) continue;
      path.bulges.push_back(entries[i].bulge);
      path.curves.push_back(entries[i].curve);
    }
    const bool returns = entries.size() > 1 && path.vertices.back() == path.vertices.front();
    returns ? path.vertices.pop_back() : path.bulges.push_back(0);
    path.curves.resize(path.bulges.size(), 0);
    if (std::all_of(path.curves.begin(), path.curves.end(), [](int curve) { return curve == 0; })) path.curves.clear();
    outline = std::move(path);
  }
};

}  // namespace pawl::internal::inline io
