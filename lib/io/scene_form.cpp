// SPDX-License-Identifier: MIT
#include "io/scene_form.h"

#include <charconv>

#include "io/file_units.h"
#include "io/form_reader.h"
#include "io/scene_fields.h"

namespace pawl::internal {
namespace {

/// The number behind a word and a blank: "body 12" as 12; nothing where that is not what stands there.
std::optional<int> number_behind(std::string_view word, std::string_view text) {
  if (text.substr(0, word.size()) != word || text.size() == word.size()) return std::nullopt;
  text.remove_prefix(word.size());
  constexpr std::size_t kMostDigits = 9;
  int number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = text.size() <= kMostDigits && error == std::errc() && rest == text.data() + text.size();
  return whole && text[0] >= '1' && text[0] <= '9' ? std::optional(number) : std::nullopt;
}

std::optional<Solid> solid_named(std::string_view name) {
  if (name == "ground") return Solid::ground();
  if (const auto body = number_behind("body ", name)) return Solid::body(static_cast<std::size_t>(*body - 1));
  if (const auto link = number_behind("link ", name)) return Solid::link(static_cast<std::size_t>(*link - 1));
  return std::nullopt;
}

/// Reads each value of a scene by its rule in scene_fields.h.
class SceneForm : public FormReader<SceneForm> {
  friend FormReader<SceneForm>;

 public:
  using FormReader::read;

  explicit SceneForm(Validator& faults)
      : FormReader(faults, [this](Pointer pointer, Value value) { scene_.extensions[pointer] = json_text(value); }) {}

  Scene read(Value root) {
    units_ = units_of(root);
    set_defaults(scene_, units_);
    read_root(root, scene_);
    turn_to_radians(scene_);
    return std::move(scene_);
  }

 private:
  void read(Value value, Pointer pointer, std::vector<SceneBody>& bodies, FieldsOfEach rule) {
    read_each(value, pointer, rule.of, [&](Value v, Pointer p) {
      bodies.emplace_back().part.density = default_density(units_);
      read(v, p, bodies.back(), Fields());
      if (v.is(Kind::object) && v.find("outline") == nullptr) reader_.missing(p, "outline");
    });
  }
  void read(Value value, Pointer pointer, std::vector<SceneJoint>& joints, FieldsOfEach rule) {
    read_each(value, pointer, rule.of, [&](Value v, Pointer p) {
      read(v, p, joints.emplace_back(), Fields());
      const JsonValue* acceleration = v.find("acceleration");
      if (acceleration == nullptr || v.find("effort") == nullptr) return;
      reader_.fault(child(p, "acceleration"), *acceleration, kBesideEffort);
    });
  }
  void read(Value value, Pointer pointer, std::optional<SimulateOptions::Tray>& tray, Fields rule) {
    tray = SimulateOptions::Tray{};
    tray->gravity = standard_gravity(units_);
    FormReader::read(value, pointer, *tray, rule);
  }
  void read(Value value, Pointer pointer, int& parent, ParentLink) {
    if (value.is(Kind::null)) return;
    parent = reader_.integer(value, pointer, 1, std::numeric_limits<int>::max()).value_or(0);
  }
  void read(Value value, Pointer pointer, std::optional<Eigen::Vector2d>& ends, Interval) {
    ends = reader_.vector<2>(value, pointer, Bound::coordinate);
    if (ends && ends->x() > ends->y()) reader_.fault(pointer, value, kLowAtMostHigh);
  }
  void read(Value value, Pointer pointer, Solid& solid, SolidName) {
    const auto named = value.is(Kind::string) ? solid_named(value.text) : std::nullopt;
    if (!named)
      return reader_.fault(pointer, value, "must be \"ground\", or a body or link by its number, as \"body 1\"");
    solid = *named;
  }

  Scene scene_;
  Units units_;
};

}  // namespace

Scene read_scene_form(const JsonValue& root, Validator& faults) { return SceneForm(faults).read(root); }

}  // namespace pawl::internal
