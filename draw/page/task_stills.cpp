// SPDX-License-Identifier: MIT
#include "page/task_stills.h"

#include <fmt/format.h>
#include <pawl/io/contact_list.h>

#include "page/page_words.h"

namespace pawl::draw::internal {
namespace {

/// The frame of the part is the world's where there is no outline: contacts are stated in the world.
PageBody part_of(const ValidTask& valid) {
  const Task& task = valid.task();
  PageBody part;
  part.name = "part";
  part.outline = task.part.outline;
  part.center_of_mass = valid.contacts().center_of_mass;
  return part;
}

void add_pin(PagePlay& play, std::size_t i, const Eigen::Vector2d& at, double radius, const char* kind) {
  PageBody pin;
  pin.name = fmt::format("{} {}", kind, i + 1);
  pin.label = std::to_string(i + 1);
  pin.role = PageBody::Role::pin;
  if (radius > 0) pin.outline = Disc{Eigen::Vector2d(0, 0), radius};
  play.bodies.push_back(pin);
  play.instants[0].poses.emplace_back(at.x(), at.y(), 0);
}

/// The fixel of each contact is body 1 + i; its normal points into the part.
PagePlay still(const ValidTask& valid) {
  const Task& task = valid.task();
  PagePlay play;
  play.bodies = {part_of(valid)};
  play.instants.emplace_back();
  play.instants[0].poses = {task.part.outline ? task.pose : Eigen::Vector3d(0, 0, 0)};
  const std::vector<ListedContact> contacts = contacts_in_world(valid);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ListedContact& contact = contacts[i];
    const bool stated = task.fixels.empty();
    const Eigen::Vector2d at =
        stated ? Eigen::Vector2d(contact.point - contact.gap * contact.normal) : fixel_in_world(task, i).at;
    add_pin(play, i, at, stated ? 0 : task.fixels[i].radius, stated ? "contact" : "fixel");
    play.instants[0].contacts.push_back({i + 1, 0, contact.point, contact.normal, contact.gap, 0, 0, '?'});
  }
  return play;
}

}  // namespace

std::vector<PagePlay> task_stills(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches) {
  const PagePlay base = still(task);
  if (wrenches.empty()) {
    PagePlay alone = base;
    alone.name = "the task";
    return {alone};
  }
  std::vector<PagePlay> plays;
  for (std::size_t k = 0; k < wrenches.size(); ++k) {
    PagePlay& play = plays.emplace_back(base);
    play.name = fmt::format("step {}", k + 1);
    PagePush push;
    push.label = fmt::format("wrench {} of {}: {}", k + 1, wrenches.size(), text_of(wrenches[k], task.task().units));
    push.force = wrenches[k].head<2>();
    push.torque = wrenches[k].z();
    play.pushes = {push};
  }
  return plays;
}

}  // namespace pawl::draw::internal
