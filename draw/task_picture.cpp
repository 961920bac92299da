// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/draw/task_picture.h>

#include <algorithm>

#include "page_frame.h"
#include "task_figure.h"
#include "task_words.h"
#include "wrench_items.h"

namespace pawl::draw {
namespace {

using internal::LegendEntry;

std::vector<LegendEntry> legend_of(const ValidTask& task) {
  const ContactSet& set = task.contacts();
  const auto any = [&](auto&& is) { return std::any_of(set.contacts.begin(), set.contacts.end(), is); };
  std::vector<LegendEntry> legend;
  if (task.task().part.outline) {
    legend.push_back({"part", {Ink::part, 2}, Head::none, Fill{Ink::part, .09}});
  } else {
    legend.push_back({"radius of gyration (no outline is stated)", {Ink::ghost, 1.2, Dash::dotted}});
    if (set.size() > 0) legend.push_back({"tangent at a contact", {Ink::part, 2, Dash::dashed}});
  }
  legend.push_back({"centre of mass", {Ink::center_of_mass}, Head::none, std::nullopt, Shape::center_of_mass});
  if (set.size() > 0) {
    legend.push_back({"normal", {Ink::normal, 2}, Head::arrow});
    legend.push_back({"tangent", {Ink::normal, 1.4, Dash::dashed}, Head::arrow});
  }
  if (any([](const Contact& contact) { return contact.friction.high > 0; })) {
    legend.push_back({set.has_friction_interval() ? "friction cone, at its widest" : "friction cone",
                      {Ink::friction, 1.2},
                      Head::none,
                      Fill{Ink::friction, .16}});
  }
  if (any([](const Contact& contact) { return contact.friction.is_interval() && contact.friction.low > 0; })) {
    legend.push_back({"at its narrowest", {Ink::friction, 1.2, Dash::dotted}});
  }
  if (any([](const Contact& contact) { return !contact.touching; })) legend.push_back({"gap", {Ink::gap, 1.6}});
  return legend;
}

/// The wrenches of the plan that the task states, as many as can be told apart.
ConeRows plan_of(const Task& task) {
  constexpr std::size_t kMost = 6;
  ConeRows rows;
  if (!task.plan) return rows;
  for (const Eigen::Vector3d& wrench : *task.plan) {
    if (rows.rays.size() < kMost && wrench.norm() > 0) rows.rays.push_back(wrench);
  }
  return rows;
}

}  // namespace

Picture task_picture(const ValidTask& task, const Eigen::Vector2d& size, const Warnings& warnings) {
  internal::require_page(size);
  const std::string words = internal::words_of(task);
  internal::PageFrame frame(size, internal::title_of(task), words);
  frame.add_line(words);
  frame.add_notes(internal::lines_of(warnings), Ink::warning, frame.narrow() ? 7 : 4);
  const internal::TaskFigure figure(task);
  const internal::GeneratorFigure plan(figure, plan_of(task.task()), task.contacts().radius_of_gyration(), "step ");
  std::vector<LegendEntry> legend = legend_of(task);
  if (!plan.seen().empty()) legend.push_back({"wrench of the stated plan", {Ink::force, 2.4}, Head::arrow});
  const Panel trial = figure.panel(frame.room(), frame.narrow() ? 44 : 72, plan.seen());
  if (figure.exaggerates(trial)) legend.push_back({"gap, enlarged to be seen", {Ink::gap, 1.6, Dash::dotted}});
  frame.add_legend(legend);
  Panel panel = figure.panel(frame.room(), frame.narrow() ? 44 : 72, plan.seen());
  panel.title = "the part and its fixels";
  panel.clip = true;
  figure.add_part(panel);
  figure.add_contacts(panel, {});
  figure.add_actuator(panel);
  plan.add_to(panel, true);
  figure.add_center_of_mass(panel, false);
  internal::add_scale_bar(panel, task.task().units.length_name());
  frame.add_panel(std::move(panel));
  return frame.finish();
}

}  // namespace pawl::draw
