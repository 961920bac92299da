// SPDX-License-Identifier: MIT
#include "io/scene_fields.h"
#include "io/scene_form.h"
#include "io/value_checks.h"

namespace pawl::internal {
namespace {

/// Checks each value of a scene by its rule in scene_fields.h.
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
      if (joints[i].effort && joints[i].acceleration) {
        require(child(place, "acceleration"), *joints[i].acceleration, kBesideEffort);
      }
    }
  }
  void check(Pointer pointer, int parent, ParentLink) {
    if (parent != 0) check(pointer, parent, AtLeast{1});
  }
  void check(Pointer pointer, const Eigen::Vector2d& ends, Interval) {
    check(pointer, ends, Bound::coordinate);
    const auto right = [](double end) { return wrong_number(Bound::coordinate, end).empty(); };
    if (right(ends.x()) && right(ends.y()) && ends.x() > ends.y()) require(pointer, ends, kLowAtMostHigh);
  }
  void check(Pointer, const Solid&, SolidName) {}
};

}  // namespace

void check_scene_values(const Scene& scene, Validator& faults) { SceneValues(faults).run(scene); }

}  // namespace pawl::internal
