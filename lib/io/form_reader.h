// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/field_rules.h"
#include "io/object_reader.h"

namespace pawl::internal {

/// Reads each value of a document by its rule in a table of fields: one function read(value, pointer, member, rule) a
/// rule. What cannot be read leaves the member as it was, or empty.
///
/// A Form derives from FormReader<Form>, takes these functions by `using`, and adds those of its own rules. fields_of()
/// must be declared before the form is instantiated.
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

  /// The whole document: beside the object's own keys "pawl", and "$schema" for editors.
  template <class Object>
  void read_root(Value root, Object& object) {
    std::vector<ObjectReader::Key> keys = keys_of(object);
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
  void read(Value value, Pointer pointer, int& target, AtLeast rule) {
    target = reader_.integer(value, pointer, rule.least, std::numeric_limits<int>::max()).value_or(target);
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
    reader_.fault(pointer, value, "must be one of " + rule.list());
  }
  void read(Value value, Pointer pointer, Eigen::Vector3d& target, PoseEntries) {
    const auto pose = reader_.vector<3>(value, pointer);
    if (!pose) return;
    for (std::size_t k = 0; k < 2; ++k) reader_.number(value.items[k], child(pointer, k), Bound::coordinate);
    target = *pose;
  }

  // Objects and lists of them.

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
    reader_.one_of(value, pointer,
                   {{"polygon", false, [&](Value v, Pointer p) { read_polygon(v, p, outline); }},
                    {"disc", false,
                     [&](Value v, Pointer p) {
                       Disc disc;
                       read(v, p, disc, Fields());
                       outline = disc;
                     }},
                    {"path", false, [&](Value v, Pointer p) { read_path(v, p, outline); }}});
  }

 protected:
  ObjectReader reader_;

 private:
  Form& form() { return static_cast<Form&>(*this); }

  void read_polygon(Value value, Pointer pointer, std::optional<Outline>& outline) {
    if (value.is(Kind::array) && !reader_.require(pointer, value, wrong_vertex_count(value.size()))) return;
    Polygon polygon;
    read_each(value, pointer, "vertices [x, y]",
              [&](Value v, Pointer p) { read(v, p, polygon.vertices.emplace_back(0, 0), Bound::coordinate); });
    outline = std::move(polygon);
  }

  /// The first entry is where the path begins, each other one where a segment goes. A last one that goes back to the
  /// first closes the path with its bulge, else a straight side does.
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
      if (i > 0) path.bulges.push_back(entries[i].bulge);
    }
    const bool returns = entries.size() > 1 && path.vertices.back() == path.vertices.front();
    returns ? path.vertices.pop_back() : path.bulges.push_back(0);
    outline = std::move(path);
  }
};

}  // namespace pawl::internal
