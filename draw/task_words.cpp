// SPDX-License-Identifier: MIT
#include "task_words.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/draw/render.h>
#include <pawl/draw/task_picture.h>

#include <algorithm>
#include <set>

#include "page_frame.h"

namespace pawl::draw::internal {
namespace {

std::string of_friction(const Friction& friction) {
  return friction.is_interval() ? fmt::format("{} to {}", number(friction.low), number(friction.high))
                                : number(friction.low);
}

std::string frictions_of(const ContactSet& set) {
  std::vector<std::string> words;
  for (const Contact& contact : set.contacts) words.push_back(of_friction(contact.friction));
  const std::set<std::string> different(words.begin(), words.end());
  if (different.empty()) return "";
  if (different.size() == 1) return "; friction " + words[0];
  if (words.size() > 6) return fmt::format("; {} different frictions", different.size());
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) list += fmt::format("{}{} at {}", i == 0 ? "" : ", ", words[i], i + 1);
  return "; friction " + list;
}

}  // namespace

std::string title_of(const ValidTask& task) { return task.task().name.empty() ? "a task" : task.task().name; }

std::string words_of(const ValidTask& valid) {
  const ContactSet& set = valid.contacts();
  const Task& task = valid.task();
  const auto touching =
      std::count_if(set.contacts.begin(), set.contacts.end(), [](const Contact& contact) { return contact.touching; });
  static constexpr const char* kActuators[] = {"any wrench", "tilted on a tray", "pushed at a point",
                                               "pulled by a spring"};
  const char* noun = task.part.outline ? "fixel" : "stated contact";
  std::string words = set.size() == 0
                          ? "a free part, no fixels"
                          : fmt::format("{} {}{}, {} touching", set.size(), noun, set.size() == 1 ? "" : "s", touching);
  words += frictions_of(set);
  if (task.actuator) words += std::string("; ") + kActuators[task.actuator->index()];
  return words + "; lengths in " + task.units.length_name();
}

std::vector<std::string> lines_of(const Warnings& warnings) {
  std::vector<std::string> lines;
  for (const Warning& warning : warnings) {
    lines.push_back(
        fmt::format("warning: {}{}{}", warning.pointer, warning.pointer.empty() ? "" : ": ", warning.message));
  }
  return lines;
}

void require_page(const Eigen::Vector2d& size) {
  if (size.x() >= kLeastWidth && size.y() >= kLeastHeight && size.maxCoeff() <= kLargestPage) return;
  throw InputError("/size", fmt::format("{}x{}", size.x(), size.y()),
                   fmt::format("a picture is at least {} px wide and {} px high, and at most {} px", kLeastWidth,
                               kLeastHeight, kLargestPage));
}

}  // namespace pawl::draw::internal
