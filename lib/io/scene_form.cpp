// SPDX-License-Identifier: MIT
#include "io/scene_form.h"

#include <fmt/format.h>
#include <pawl/base/tolerance.h>
#include <pawl/bodies/places.h>
#include <pawl/io/in_si.h>
#include <pawl/io/scene.h>
#include <pawl/io/scene_system.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "exact/orientation.h"
#include "io/form_reader.h"
#include "io/task_contacts.h"
#include "io/task_fields.h"
#include "io/units.h"
#include "io/value_checks.h"

// The table of the keys of a scene file, in the form that task_fields.h describes. The reader (SceneForm) and
// validate() (SceneValues) use this table.
namespace pawl::internal::inline io {

struct ParentLink {};  ///< the number of an earlier joint, or null
struct LimitEnds {};   ///< a pair [low, high]
struct SolidName {};   ///< the name of a solid: "ground", "body 2" or "link 1"
/// A number, or {"static": mu_s, "kinetic": mu_k}; read into `friction` and `kinetic_friction` of a body or joint.
struct TwoFrictions {};
/// Value [fx, fy, tau], or a list of points [t, fx, fy, tau]; read into `wrench` or `wrench_points` of a body.
struct WrenchForm {};
struct EffortForm {};  ///< a number, or a list of points [t, value]; read into `effort` or `effort_points` of a joint

template <Is<Scene> S, class Field>
void fields_of(S& scene, const Field& field) {
  field("name", Need::optional, scene.name, Text());
  field("units", Need::optional, scene.units, Fields());
  field("gravity", Need::optional, scene.gravity, Bound::acceleration);
  field("duration", Need::optional, scene.duration, Bound::not_negative);
  field("bodies", Need::required, scene.bodies, FieldsOfEach{"bodies"});
  field("joints", Need::optional, scene.joints, FieldsOfEach{"joints"});
  field("pins", Need::optional, scene.pins, FieldsOfEach{"pins"});
  field("contacts", Need::optional, scene.contacts, FieldsOfEach{"contacts"});
  field("simulate", Need::optional, scene.simulate, Fields());
}

template <Is<SceneBody> B, class Field>
void fields_of(B& body, const Field& field) {
  const auto of_bodies = [&](const char* name, auto need, auto& value, auto rule) {
    const std::string_view key = name;
    if (key != "tolerance" && key != "drawing_digest") field(name, need, value, rule);
  };
  fields_of(body.part, of_bodies);
  field("pose", Need::optional, body.pose, PoseEntries());
  field("twist", Need::optional, body.twist, Bound::twist);
  field("friction", Need::optional, body, TwoFrictions());
  field("viscosity", Need::optional, body.viscosity, Bound::not_negative);
  field("restitution", Need::optional, body.restitution, Bound::fraction);
  field("fixed", Need::optional, body.fixed, Flag());
  field("wrench", Need::optional, body, WrenchForm());
}

template <Is<SceneJoint> J, class Field>
void fields_of(J& joint, const Field& field) {
  using Kind = Joint::Kind;
  field("kind", Need::required, joint.kind,
        Words<Kind>{{{"revolute", Kind::revolute}, {"prismatic", Kind::prismatic}}});
  field("parent", Need::optional, joint.parent, ParentLink());
  field("anchor", Need::optional, joint.anchor, Bound::coordinate);
  field("angle", Need::optional, joint.angle, Bound::angle);
  field("position", Need::optional, joint.position, Bound::joint_value);
  field("velocity", Need::optional, joint.velocity, Bound::twist);
  field("effort", Need::optional, joint, EffortForm());
  field("acceleration", Need::optional, joint.acceleration, Bound::acceleration);
  field("limits", Need::optional, joint.limits, LimitEnds());
  field("stops", Need::optional, joint.stops, Fields());
  field("spring", Need::optional, joint.spring, Fields());
  field("mass", Need::optional, joint.mass, Bound::link_mass);
  field("inertia", Need::optional, joint.inertia, Bound::link_inertia);
  field("center_of_mass", Need::optional, joint.center_of_mass, Bound::coordinate);
  field("outline", Need::optional, joint.outline, OneOutline());
  field("friction", Need::optional, joint, TwoFrictions());
  field("viscosity", Need::optional, joint.viscosity, Bound::not_negative);
}

template <Is<SceneJoint::Stops> S, class Field>
void fields_of(S& stops, const Field& field) {
  field("stiffness", Need::required, stops.stiffness, Bound::positive);
  field("damping", Need::optional, stops.damping, Bound::not_negative);
}

template <Is<SceneJoint::Spring> S, class Field>
void fields_of(S& spring, const Field& field) {
  field("stiffness", Need::required, spring.stiffness, Bound::positive);
  field("damping", Need::optional, spring.damping, Bound::not_negative);
  field("rest", Need::optional, spring.rest, Bound::joint_value);
}

template <Is<Pin> P, class Field>
void fields_of(P& pin, const Field& field) {
  field("a", Need::required, pin.a, SolidName());
  field("b", Need::required, pin.b, SolidName());
  field("at_a", Need::required, pin.at_a, Bound::coordinate);
  field("at_b", Need::required, pin.at_b, Bound::coordinate);
  field("stiffness", Need::optional, pin.stiffness, Bound::positive);
  field("damping", Need::optional, pin.damping, Bound::not_negative);
}

template <Is<SceneContactPair> P, class Field>
void fields_of(P& pair, const Field& field) {
  field("a", Need::required, pair.a, SolidName());
  field("b", Need::required, pair.b, SolidName());
  field("stiffness", Need::optional, pair.stiffness, Bound::positive);
  field("damping", Need::optional, pair.damping, Bound::not_negative);
  field("modulus", Need::optional, pair.modulus, Bound::positive);
  field("radius", Need::optional, pair.radius, Bound::positive);
}

struct LinkInertia {
  double mass = 1;
  double inertia = 0;
  Eigen::Vector2d center_of_mass{0, 0};
};

/// Returns a message if the time of a point of an effort or a wrench is not greater than the time `before` of the
/// preceding point, otherwise "".
std::string wrong_effort_time(double before, double time);
constexpr const char* kNoEffortPoints = "must have at least one point [t, value]";

/// Returns the inertia of a joint's link. If the link has an outline, it must be valid.
LinkInertia inertia_of(const SceneJoint& joint);

/// Does the same as system_of(), for a scene whose parts were already checked. Does not require that the two points of
/// a pin coincide.
SceneSystem unchecked_system_of(const Scene& scene);

std::string wrong_effort_time(double before, double time) {
  return time > before ? "" : fmt::format("{}, {} s", kTimeAfterBefore, before);
}

namespace {

/// Returns the number that follows a word and a blank, such as 12 in "body 12". Returns nothing if the text does not
/// have this form.
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

/// Reads the values of a scene, each by its rule in the table above.
class SceneForm : public FormReader<SceneForm> {
  friend FormReader<SceneForm>;

 public:
  using FormReader::read;

  explicit SceneForm(Validator& faults)
      : FormReader(faults, [this](Pointer pointer, Value value) { scene_.extensions[pointer] = json_text(value); }) {}

  Scene read(Value root) {
    units_ = units_of(root);
    reader_.set_units(units_);
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
  /// Owner is SceneBody or SceneJoint. If the static and the kinetic coefficient are equal, sets only `friction`.
  template <class Owner>
  void read(Value value, Pointer pointer, Owner& owner, TwoFrictions) {
    if (!value.is(Kind::object)) {
      if (value.is(Kind::number) || value.is(Kind::refused)) {
        owner.friction = reader_.number(value, pointer, Bound::friction);
      } else {
        reader_.fault(pointer, value, "must be a number, or {\"static\": 0.3, \"kinetic\": 0.2}");
      }
      return;
    }
    const auto number = [&](const char* name, std::optional<double>& target) {
      return ObjectReader::Key{name, true, [&](Value entry, Pointer place) {
                                 target = reader_.number(entry, place, Bound::friction);
                               }};
    };
    std::optional<double> at_rest, sliding;
    reader_.object(value, pointer, {number("static", at_rest), number("kinetic", sliding)});
    if (!at_rest || !sliding || !reader_.require(pointer, value, wrong_split(*at_rest, *sliding))) return;
    owner.friction = at_rest;
    if (*sliding != *at_rest) owner.kinetic_friction = sliding;
  }
  void read(Value value, Pointer pointer, SceneBody& body, WrenchForm) {
    if (!value.is(Kind::array) || value.items.empty() || !value.items[0].is(Kind::array)) {
      return FormReader::read(value, pointer, body.wrench, Bound::wrench);
    }
    for (std::size_t k = 0; k < value.items.size(); ++k) {
      Value entry = value.items[k];
      const std::string place = child(pointer, k);
      const auto point =
          reader_.vector<4>(entry, place, {Bound::not_negative, Bound::wrench, Bound::wrench, Bound::wrench});
      if (!point) continue;
      std::vector<Eigen::Vector4d>& points = body.wrench_points;
      if (!points.empty()) {
        reader_.require(child(place, 0), entry.items[0], wrong_effort_time(points.back()[0], (*point)[0]));
      }
      points.push_back(*point);
    }
  }
  void read(Value value, Pointer pointer, SceneJoint& joint, EffortForm) {
    if (!value.is(Kind::array)) {
      if (value.is(Kind::number) || value.is(Kind::refused)) {
        joint.effort = reader_.number(value, pointer, Bound::wrench);
      } else {
        reader_.fault(pointer, value, "must be a number, or a list of points [t, value], such as [[0, 0], [1, 5]]");
      }
      return;
    }
    if (value.items.empty()) return reader_.fault(pointer, value, kNoEffortPoints);
    for (std::size_t k = 0; k < value.items.size(); ++k) {
      Value entry = value.items[k];
      const std::string place = child(pointer, k);
      const auto point = reader_.vector<2>(entry, place, {Bound::not_negative, Bound::wrench});
      if (!point) continue;
      std::vector<Eigen::Vector2d>& points = joint.effort_points;
      if (!points.empty()) {
        reader_.require(child(place, 0), entry.items[0], wrong_effort_time(points.back().x(), point->x()));
      }
      points.push_back(*point);
    }
  }
  void read(Value value, Pointer pointer, std::optional<Eigen::Vector2d>& ends, LimitEnds) {
    ends = reader_.vector<2>(value, pointer, Bound::joint_value);
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

namespace {

/// Checks the values of a scene in memory, each by its rule in the table of keys (fields_of).
class SceneValues : public ValueChecks<SceneValues> {
  friend ValueChecks<SceneValues>;

 public:
  using ValueChecks::check;
  using ValueChecks::ValueChecks;

  void run(const Scene& scene) { check("", scene, Fields()); }

 private:
  void check(Pointer pointer, const std::vector<SceneBody>& bodies, FieldsOfEach) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const std::string place = child(pointer, i);
      check(place, bodies[i], Fields());
      if (!bodies[i].part.outline) faults_.add(child(place, "outline"), "", kMissing);
    }
  }
  void check(Pointer pointer, const std::vector<SceneJoint>& joints, FieldsOfEach) {
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const std::string place = child(pointer, i);
      check(place, joints[i], Fields());
      if ((joints[i].effort || !joints[i].effort_points.empty()) && joints[i].acceleration) {
        require(child(place, "acceleration"), *joints[i].acceleration, kBesideEffort);
      }
    }
  }
  template <class Owner>
  void check(Pointer pointer, const Owner& owner, TwoFrictions) {
    if (!owner.kinetic_friction) return check(pointer, owner.friction, Bound::friction);
    if (!owner.friction) return faults_.add(child(pointer, "static"), "", kMissing);
    check(child(pointer, "static"), *owner.friction, Bound::friction);
    check(child(pointer, "kinetic"), *owner.kinetic_friction, Bound::friction);
    if (faults_.any_under(pointer)) return;
    require(pointer, Friction::of_static_and_kinetic(*owner.friction, *owner.kinetic_friction),
            wrong_split(*owner.friction, *owner.kinetic_friction));
  }
  void check(Pointer pointer, const SceneBody& body, WrenchForm) {
    check(pointer, body.wrench, Bound::wrench);
    const std::vector<Eigen::Vector4d>& points = body.wrench_points;
    if (!points.empty() && !body.wrench.isZero(0)) {
      require(pointer, body.wrench, "cannot be combined with points of a wrench");
    }
    for (std::size_t k = 0; k < points.size(); ++k) {
      const std::string place = child(pointer, k), time = child(place, 0);
      check(time, points[k][0], Bound::not_negative);
      for (int i = 1; i < 4; ++i) check(child(place, static_cast<std::size_t>(i)), points[k][i], Bound::wrench);
      if (k > 0) require(time, points[k][0], wrong_effort_time(points[k - 1][0], points[k][0]));
    }
  }
  void check(Pointer pointer, const SceneJoint& joint, EffortForm) {
    if (joint.effort) check(pointer, *joint.effort, Bound::wrench);
    const std::vector<Eigen::Vector2d>& points = joint.effort_points;
    if (joint.effort && !points.empty()) require(pointer, *joint.effort, "cannot be set together with effort_points");
    for (std::size_t k = 0; k < points.size(); ++k) {
      const std::string place = child(pointer, k), time = child(place, 0);
      check(time, points[k].x(), Bound::not_negative);
      check(child(place, 1), points[k].y(), Bound::wrench);
      if (k > 0) require(time, points[k].x(), wrong_effort_time(points[k - 1].x(), points[k].x()));
    }
  }
  void check(Pointer pointer, int parent, ParentLink) {
    if (parent != 0) check(pointer, parent, Whole{1});
  }
  void check(Pointer pointer, const Eigen::Vector2d& ends, LimitEnds) {
    check(pointer, ends, Bound::coordinate);
    const auto right = [](double end) { return wrong_number(Bound::coordinate, end).empty(); };
    if (right(ends.x()) && right(ends.y()) && ends.x() > ends.y()) require(pointer, ends, kLowAtMostHigh);
  }
  void check(Pointer, const Solid&, SolidName) {}
};

}  // namespace

void check_scene_values(const Scene& scene, Validator& faults) { SceneValues(faults).run(scene); }

}  // namespace pawl::internal::inline io

namespace pawl {
namespace internal::inline io {
namespace {

constexpr double kMostSteps = 1e9;

class SceneMeaningCheck {
 public:
  SceneMeaningCheck(const Scene& scene, Validator& faults) : scene_(scene), faults_(faults) {}

  void run() {
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) check_body(scene_.bodies[i], fmt::format("/bodies/{}", i));
    for (std::size_t i = 0; i < scene_.joints.size(); ++i) check_joint(i, fmt::format("/joints/{}", i));
    for (std::size_t i = 0; i < scene_.pins.size(); ++i) check_pin(i, fmt::format("/pins/{}", i));
    for (std::size_t i = 0; i < scene_.contacts.size(); ++i) check_pair(i, fmt::format("/contacts/{}", i));
    check_duration();
    if (faults_.empty()) check_closed();
  }

 private:
  template <class Value>
  void add(const std::string& pointer, const Value& value, std::string message) {
    faults_.add(pointer, quoted(json_of(value)), std::move(message));
  }

  /// Adds the faults of an outline. Returns true if there are none.
  bool check_outline(const Outline& outline, const std::string& pointer) {
    static constexpr const char* kKeys[] = {"/polygon", "/disc", "/path"};
    if (!faults_.any_under(pointer)) faults_.add(outline_faults(outline, pointer + kKeys[outline.index()]));
    return !faults_.any_under(pointer);
  }

  void check_body(const SceneBody& body, const std::string& pointer) {
    if (!body.part.outline || !check_outline(*body.part.outline, pointer + "/outline")) return;
    faults_.add(hole_faults(body.part.loops(), pointer + "/outline/holes"));
    if (!faults_.any_under(pointer)) check_inertia(body, pointer);
    if (body.fixed && !body.twist.isZero(0) && !faults_.any_under(pointer + "/twist")) {
      add(pointer + "/twist", body.twist, "must be zero: the body is fixed");
    }
  }

  /// Checks the mass and the inertia that follow from the outline, because they may be too small or too large for
  /// doubles.
  void check_inertia(const SceneBody& body, const std::string& pointer) {
    constexpr std::string_view kPart = "/part";
    try {
      inertia_of(body.part).validate();
    } catch (const InputError& error) {
      for (const Fault& fault : error.faults()) {
        faults_.add(pointer + fault.pointer.substr(kPart.size()), fault.value, fault.message);
      }
    }
  }

  void check_joint(std::size_t i, const std::string& pointer) {
    const SceneJoint& joint = scene_.joints[i];
    if (joint.outline && check_outline(*joint.outline, pointer + "/outline") && !faults_.any_under(pointer)) {
      const LinkInertia inertia = inertia_of(joint);
      faults_.not_negative(pointer + "/mass", inertia.mass);
      faults_.not_negative(pointer + "/inertia", inertia.inertia);
    }
    if (joint.parent > static_cast<int>(i) && !faults_.any_under(pointer + "/parent")) {
      add(pointer + "/parent", joint.parent, "must be an earlier joint, counted from 1, or null for the ground");
    }
    const auto& limits = joint.limits;
    if (joint.stops && !limits && !faults_.any_under(pointer)) {
      faults_.add(pointer + "/limits", "", "missing: \"stops\" are at the limits");
    }
    if (!limits || faults_.any_under(pointer)) return;
    if (joint.position >= limits->x() && joint.position <= limits->y()) return;
    const auto written = [&](double value) {
      return joint.kind == Joint::Kind::revolute ? scene_.units.angle_of(value) : value;
    };
    add(pointer + "/position", written(joint.position),
        fmt::format("must be within the limits, [{:.6g}, {:.6g}]", written(limits->x()), written(limits->y())));
  }

  void check_pin(std::size_t i, const std::string& pointer) {
    const Pin& pin = scene_.pins[i];
    if (faults_.any_under(pointer)) return;
    if (pin.damping && !pin.stiffness) {
      faults_.add(pointer + "/stiffness", "", "missing: \"damping\" needs a stiffness");
    }
    const bool there = exists(pin.a, pointer + "/a");
    if (!exists(pin.b, pointer + "/b") || !there) return;
    const auto stands_still = [&](const Solid& solid) {
      return solid.kind == Solid::Kind::ground || (solid.kind == Solid::Kind::body && scene_.bodies[solid.index].fixed);
    };
    if (pin.a != pin.b && !(stands_still(pin.a) && stands_still(pin.b))) return;
    add(pointer + "/b", name_of(pin.b), "must move against \"a\": a pin joins two solids");
  }

  void check_pair(std::size_t i, const std::string& pointer) {
    const SceneContactPair& pair = scene_.contacts[i];
    if (faults_.any_under(pointer)) return;
    const bool has_a = has_outline(pair.a, pointer + "/a");
    if (!has_outline(pair.b, pointer + "/b") || !has_a) return;
    if (pair.a == pair.b) return add(pointer + "/b", name_of(pair.b), "must be another body or link than \"a\"");
    const auto key = [](const Solid& solid) { return std::pair(solid.kind, solid.index); };
    const auto [first, added] = pairs_.emplace(std::minmax({key(pair.a), key(pair.b)}), i);
    if (!added) {
      faults_.add(pointer, "",
                  fmt::format("is the pair of /contacts/{} again; state all its values in one entry", first->second));
    }
    if (!pair.stiffness && !pair.damping && !pair.modulus && !pair.radius) {
      faults_.add(pointer, "", "states no value; expected \"stiffness\", \"damping\", or \"modulus\" and \"radius\"");
    }
    if (pair.radius && !pair.modulus) faults_.add(pointer + "/modulus", "", "missing: \"radius\" needs a \"modulus\"");
    if (pair.modulus && !pair.radius) faults_.add(pointer + "/radius", "", "missing: \"modulus\" needs a \"radius\"");
    if (pair.stiffness && (pair.modulus || pair.radius)) {
      add(pointer + "/stiffness", *pair.stiffness,
          "cannot be combined with \"modulus\" and \"radius\", which determine the stiffness");
    }
  }

  /// Returns whether a solid exists and has an outline. If not, adds a fault.
  bool has_outline(const Solid& solid, const std::string& pointer) {
    if (!exists(solid, pointer)) return false;
    if (solid.kind == Solid::Kind::ground) {
      add(pointer, name_of(solid), "has no outline; name the fixed body, as \"body 1\"");
      return false;
    }
    if (solid.kind == Solid::Kind::body || scene_.joints[solid.index].outline) return true;
    add(pointer, name_of(solid), "has no outline, so it touches nothing; state the \"outline\" of the joint's link");
    return false;
  }

  bool exists(const Solid& solid, const std::string& pointer) {
    if (solid.kind == Solid::Kind::ground) return true;
    const bool body = solid.kind == Solid::Kind::body;
    const std::size_t count = body ? scene_.bodies.size() : scene_.joints.size();
    if (solid.index < count) return true;
    add(pointer, name_of(solid), fmt::format("there are only {} {}", count, body ? "bodies" : "links"));
    return false;
  }

  void check_duration() {
    const double step = scene_.simulate.step;
    if (faults_.any_under("/duration") || faults_.any_under("/simulate")) return;
    if (scene_.duration / step <= kMostSteps) return;
    add("/simulate/step", step, fmt::format("makes more than 1e9 steps of the duration, {} s", scene_.duration));
  }

  /// Checks that the two points of each rigid pin coincide at the start. Time steps keep the distance between them as
  /// it is.
  void check_closed() {
    if (scene_.pins.empty()) return;
    const SceneSystem made = unchecked_system_of(scene_);
    for (std::size_t i = 0; i < scene_.pins.size(); ++i) {
      const Pin& pin = made.system.pins[i];
      if (pin.stiffness) continue;
      const Eigen::Vector2d a = world_point(made.system, made.state, pin.a, pin.at_a);
      const double apart = (world_point(made.system, made.state, pin.b, pin.at_b) - a).norm();
      if (apart <= tolerance::kPinClosure) continue;
      faults_.add(fmt::format("/pins/{}", i), "",
                  fmt::format("does not close: its two points are {:.6g} m apart; expected at most 1e-6 m", apart));
    }
  }

  using SolidKey = std::pair<Solid::Kind, std::size_t>;

  const Scene& scene_;
  Validator& faults_;
  std::map<std::pair<SolidKey, SolidKey>, std::size_t>
      pairs_;  ///< index of the first entry of `contacts` for each pair
};

}  // namespace

void check_scene_meaning(const Scene& scene, Validator& faults) { SceneMeaningCheck(scene, faults).run(); }

}  // namespace internal::inline io

void validate(const Scene& scene) {
  internal::Validator faults;
  internal::check_scene_values(scene, faults);
  internal::check_scene_meaning(scene, faults);
  faults.finish();
}

std::string name_of(const Solid& solid) {
  if (solid.kind == Solid::Kind::ground) return "ground";
  return fmt::format("{} {}", solid.kind == Solid::Kind::body ? "body" : "link", solid.index + 1);
}

namespace internal::inline io {
namespace {

Eigen::Vector2d placed(const Eigen::Vector3d& pose, const Eigen::Vector2d& point) {
  return Eigen::Vector2d(pose.head<2>()) + turned(point, pose.z());
}

class Builder {
 public:
  explicit Builder(const Scene& scene) : scene_(scene) {}

  SceneSystem run() {
    made_.system.gravity = scene_.gravity;
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) add_body(i);
    for (std::size_t i = 0; i < scene_.joints.size(); ++i) add_joint(i);
    for (const Pin& pin : scene_.pins) made_.system.pins.push_back(pin_of(pin));
    for (const SceneContactPair& pair : scene_.contacts) made_.system.pair_springs.push_back(shapes_of(pair));
    made_.state = State(made_.system);
    made_.loads = Loads(made_.system);
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) set_body(i);
    for (std::size_t i = 0; i < scene_.joints.size(); ++i) set_joint(i);
    return std::move(made_);
  }

 private:
  void add_body(std::size_t i) {
    const SceneBody& body = scene_.bodies[i];
    const ContactSet inertia = inertia_of(body.part);
    Shape shape{.solid = Solid::ground(), .outline = *body.part.outline, .pose = body.pose};
    if (!body.fixed) {
      shape.solid = Solid::body(made_.system.bodies.size());
      shape.pose << -inertia.center_of_mass, 0;
      made_.system.bodies.push_back({inertia.mass, inertia.inertia});
    }
    shape.holes = body.part.holes;
    shape.friction = body.friction;
    shape.kinetic_friction = body.kinetic_friction;
    shape.viscosity = body.viscosity;
    shape.restitution = body.restitution.value_or(scene_.simulate.restitution);
    made_.solids.push_back(shape.solid);
    made_.centers.push_back(inertia.center_of_mass);
    made_.fixed.push_back(body.pose);
    made_.owners.push_back(Solid::body(i));
    made_.system.shapes.push_back(std::move(shape));
  }

  void add_joint(std::size_t i) {
    const SceneJoint& joint = scene_.joints[i];
    const LinkInertia inertia = inertia_of(joint);
    Joint link;
    link.kind = joint.kind;
    link.parent = joint.parent - 1;
    link.anchor = joint.anchor;
    link.angle = joint.angle;
    link.drive = joint.acceleration ? Joint::Drive::acceleration : Joint::Drive::effort;
    link.mass = inertia.mass;
    link.inertia = inertia.inertia;
    link.center_of_mass = inertia.center_of_mass;
    if (joint.limits) {
      link.lower = joint.limits->x();
      link.upper = joint.limits->y();
    }
    if (joint.stops) {
      link.stop_stiffness = joint.stops->stiffness;
      link.stop_damping = joint.stops->damping;
    }
    if (joint.spring) {
      link.spring_stiffness = joint.spring->stiffness;
      link.spring_damping = joint.spring->damping;
      link.spring_rest = joint.spring->rest;
    }
    made_.system.joints.push_back(link);
    if (!joint.outline) return;
    made_.owners.push_back(Solid::link(i));
    made_.system.shapes.push_back({.solid = Solid::link(i),
                                   .outline = *joint.outline,
                                   .friction = joint.friction,
                                   .restitution = scene_.simulate.restitution,
                                   .kinetic_friction = joint.kinetic_friction,
                                   .viscosity = joint.viscosity});
  }

  void set_body(std::size_t i) {
    if (made_.solids[i].kind == Solid::Kind::ground) return;
    const SceneBody& body = scene_.bodies[i];
    const std::size_t index = made_.solids[i].index;
    made_.state.pose(index) << placed(body.pose, made_.centers[i]), body.pose.z();
    made_.state.twist(index) = body.twist;
    made_.loads.body_wrenches[index] = body.wrench_points.empty() ? body.wrench : body.wrench_points[0].tail<3>();
  }

  void set_joint(std::size_t i) {
    const SceneJoint& joint = scene_.joints[i];
    made_.state.position(i) = joint.position;
    made_.state.velocity(i) = joint.velocity;
    made_.loads.efforts[i] = joint.effort_points.empty() ? joint.effort.value_or(0) : joint.effort_points[0].y();
    made_.loads.accelerations[i] = joint.acceleration.value_or(0);
  }

  /// Converts `solid` from a solid of the scene to one of the system, and the point `at` from body coordinates to the
  /// frame of that solid.
  void move(Solid& solid, Eigen::Vector2d& at) const {
    if (solid.kind != Solid::Kind::body) return;
    const std::size_t i = solid.index;
    solid = made_.solids[i];
    const bool fixed = solid.kind == Solid::Kind::ground;
    at = fixed ? placed(scene_.bodies[i].pose, at) : Eigen::Vector2d(at - made_.centers[i]);
  }
  Pin pin_of(Pin pin) const {
    move(pin.a, pin.at_a);
    move(pin.b, pin.at_b);
    return pin;
  }

  /// Converts the solids of a pair to shapes. Each body, and each link with an outline, has one shape.
  PairSpring shapes_of(const SceneContactPair& pair) const {
    const auto shape_of = [&](const Solid& solid) {
      const auto found = std::find(made_.owners.begin(), made_.owners.end(), solid);
      return static_cast<std::size_t>(found - made_.owners.begin());
    };
    return {shape_of(pair.a), shape_of(pair.b), pair.stiffness, pair.damping, pair.modulus, pair.radius};
  }

  const Scene& scene_;
  SceneSystem made_;
};

}  // namespace

SceneSystem unchecked_system_of(const Scene& scene) {
  const Scene si = in_si(scene);
  return Builder(si).run();
}

LinkInertia inertia_of(const SceneJoint& joint) {
  LinkInertia result;
  result.mass = joint.mass.value_or(1);
  if (!joint.outline) {
    result.inertia = joint.inertia.value_or(0);
    result.center_of_mass = joint.center_of_mass.value_or(Eigen::Vector2d(0, 0));
    return result;
  }
  const AreaProperties area = area_properties(*joint.outline);
  result.mass = joint.mass.value_or(Part().density * area.area);
  result.inertia = joint.inertia.value_or(result.mass * area.gyration_squared);
  result.center_of_mass = joint.center_of_mass.value_or(area.centroid);
  return result;
}

}  // namespace internal::inline io

std::vector<Eigen::Vector3d> SceneSystem::poses(const State& now) const {
  std::vector<Eigen::Vector3d> result = fixed;
  for (std::size_t i = 0; i < solids.size(); ++i) {
    if (solids[i].kind == Solid::Kind::ground) continue;
    const Eigen::Vector3d pose = now.pose(solids[i].index);
    result[i] << internal::placed(pose, -centers[i]), pose.z();
  }
  return result;
}

std::vector<Eigen::Vector3d> SceneSystem::twists(const State& now) const {
  std::vector<Eigen::Vector3d> result(solids.size(), Eigen::Vector3d::Zero());
  for (std::size_t i = 0; i < solids.size(); ++i) {
    if (solids[i].kind != Solid::Kind::ground) result[i] = now.twist(solids[i].index);
  }
  return result;
}

SceneSystem system_of(const Scene& scene) {
  validate(scene);
  return internal::unchecked_system_of(scene);
}

}  // namespace pawl
