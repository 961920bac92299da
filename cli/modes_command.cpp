// SPDX-License-Identifier: MIT
#include <pawl/modes/feasible_modes.h>

#include "commands.h"
#include "json_stream.h"
#include "task_command.h"

namespace pawl::cli {
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
  cli::add_certainty(certainty, members);
  for (const auto& [key, member] : *members.members()) json.member(key, member);
  if (certainty.certified) return;
  end.status = kFailed;
  end.message = "not certified: " + certainty.reason;
}

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

struct ModesOptions {
  TaskOptions task;
  ModeListOptions list;
};

StreamedAnswer answer_modes(const ValidTask& task, const ModeListOptions& options) {
  const ContactSet& set = task.contacts();
  const StopToken stop = interrupt_after(options.seconds);
  return {[&set, units = task.task().units, &options, stop](JsonStream& json) -> StreamedAnswer::End {
    if (!options.count) return write_modes(set, units, stop, json);
    const ModeCount counted = count_feasible_modes(set, {}, stop);
    StreamedAnswer::End end{kYes, counted.stopped};
    json.begin('{');
    json.member("count", counted.count);
    if (!end.stopped) write_certainty(certainty_of_modes(set, stop), json, end);
    json.end('}');
    return end;
  }};
}

int run(const ModesOptions& options) {
  return run_streamed_task("modes", options.task, outputs_of(options.task),
                           [&](const ValidTask& task) { return answer_modes(task, options.list); });
}

}  // namespace

Command add_modes(Program& program) {
  const auto options = std::make_shared<ModesOptions>();
  CommandLine line = program.add_command("modes", "Every feasible mode, each with an acceleration that shows it");
  add_task(line, options->task);
  add_list(line, options->list);
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
