// SPDX-License-Identifier: MIT
#include "answers/modes_answer.h"

#include <pawl/modes/feasible_modes.h>
#include <pawl/planner/certainty.h>

#include "answers/json_stream.h"

namespace pawl::answers {
namespace {

/// Up to so many modes their number stands before them; more are counted while they are written.
constexpr std::size_t kCountedFirst = 10000;

/// The number of modes, unless it is above kCountedFirst or the count is stopped.
std::optional<std::size_t> count_if_few(const ContactSet& set, const StopToken& stop) {
  FeasibleModeWalk walk(set, {}, stop);
  std::size_t count = 0;
  while (count <= kCountedFirst && walk.next()) ++count;
  if (count > kCountedFirst || walk.stopped()) return std::nullopt;
  return count;
}

void write_certainty(const Certainty& certainty, JsonStream& json, StreamedAnswer::End& end) {
  Json members;
  add_certainty(certainty, members);
  for (const auto& [key, member] : *members.members()) json.member(key, member);
  if (certainty.certified) return;
  end.status = kFailed;
  end.message = "not certified: " + certainty.reason;
}

}  // namespace

StreamedAnswer::End write_modes(const ContactSet& set, const Units& units, const StopToken& stop, JsonStream& json) {
  json.begin('{');
  const std::optional<std::size_t> known = count_if_few(set, stop);
  if (known) json.member("count", *known);
  json.key("modes");
  json.begin('[');
  FeasibleModeWalk walk(set, {}, stop);
  std::size_t count = 0;
  while (!stop.stop_requested() && walk.next()) {
    json.value({{"mode", walk.letters()},
                {"acceleration", pose_json(set.to_world(walk.acceleration()), units)},
                {"motion_dimension", walk.motion_dimension()}});
    ++count;
  }
  json.end(']');
  if (!known) json.member("count", count);
  StreamedAnswer::End end{kYes, known ? count < *known : stop.stop_requested()};
  if (!end.stopped) write_certainty(certainty_of_modes(set, stop), json, end);
  json.end('}');
  return end;
}

StreamedAnswer::End write_mode_count(const ContactSet& set, const StopToken& stop, JsonStream& json) {
  const ModeCount counted = count_feasible_modes(set, {}, stop);
  StreamedAnswer::End end{kYes, counted.stopped};
  json.begin('{');
  json.member("count", counted.count);
  if (!end.stopped) write_certainty(certainty_of_modes(set, stop), json, end);
  json.end('}');
  return end;
}

StreamedAnswer answer_modes(const ValidTask& task, bool count, const StopToken& stop) {
  return {[&task, count, stop](JsonStream& json) {
    const ContactSet& set = task.contacts();
    return count ? write_mode_count(set, stop, json) : write_modes(set, task.task().units, stop, json);
  }};
}

}  // namespace pawl::answers
