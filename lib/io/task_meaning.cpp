// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/contact/mode.h>

#include <algorithm>

#include "io/fixture_form.h"
#include "io/task_contacts.h"
#include "io/task_form.h"

namespace pawl::internal {
namespace {

class MeaningCheck {
 public:
  MeaningCheck(const Task& task, Validator& faults) : task_(task), faults_(faults) {}

  ContactSet run() {
    const bool sound = check_outline();
    if (sound) check_inertia();
    if (sound) check_contacts();
    check_spring(task_, faults_);
    check_fixture_meaning(task_, faults_);
    return std::move(set_);
  }

 private:
  bool any_under(std::initializer_list<const char*> pointers) const {
    return std::any_of(pointers.begin(), pointers.end(), [&](const char* p) { return faults_.any_under(p); });
  }

  /// Whether there is an outline to work with, or none is needed.
  bool check_outline() {
    if (any_under({"/part/outline"}) || (!task_.part.outline && faults_.any_under("/part"))) return false;
    if (!task_.part.outline) return true;
    static constexpr const char* kPointers[] = {"/part/outline/polygon", "/part/outline/disc", "/part/outline/path"};
    faults_.add(outline_faults(*task_.part.outline, kPointers[task_.part.outline->index()]));
    return !any_under({"/part/outline"});
  }

  /// The mass and inertia that follow from the outline may be too small or too large for doubles.
  void check_inertia() {
    if (any_under({"/part"})) return;
    faults_.passes([&] { inertia_of(task_.part, task_.units).validate(); });
  }

  void check_contacts() {
    if (any_under({"/pose", "/fixels", "/contacts", "/contact_tolerance"})) return;
    if (!faults_.passes([&] { set_ = contacts_of(task_); })) return;
    if (any_under({"/friction"})) {  // no reason not to look at the rest: it depends on no friction
      for (Contact& contact : set_.contacts) contact.friction = Friction();
    }
    if (!any_under({"/part"}) && !faults_.passes([&] { set_.validate(); })) return;
    for (std::size_t i = 0; i < task_.modes.size(); ++i) {
      const std::string pointer = fmt::format("/modes/{}", i);
      if (!faults_.any_under(pointer)) faults_.passes([&] { require_mode_fits(task_.modes[i], set_, pointer); });
    }
  }

  const Task& task_;
  Validator& faults_;
  ContactSet set_;
};

}  // namespace

void check_spring(const Task& task, Validator& faults) {
  const SpringActuator* spring = task.actuator ? std::get_if<SpringActuator>(&*task.actuator) : nullptr;
  if (spring == nullptr || faults.any_under("/actuator")) return;
  const double length = (spring->anchor - spring->at).stableNorm();
  if (length > spring->anchor_tolerance) return;
  faults.add("/actuator/spring/anchor", fmt::format("[{},{}]", spring->anchor.x(), spring->anchor.y()),
             fmt::format("is {:.6g} {unit} from \"at\": the direction of the force is unknown; expected more than "
                         "anchor_tolerance, {:.6g} {unit}",
                         length, spring->anchor_tolerance, fmt::arg("unit", task.units.length_name())));
}

ContactSet check_task_meaning(const Task& task, Validator& faults) { return MeaningCheck(task, faults).run(); }

}  // namespace pawl::internal
