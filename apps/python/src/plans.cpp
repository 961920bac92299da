// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/design_fixtures.h>
#include <pawl/planner/simulate_task.h>
#include <pawl/scenes/forward_scene.h>
#include <pybind11/stl.h>

#include <limits>

#include "answers/find_fixtures.h"
#include "answers/fixture_answer.h"
#include "answers/plan_answer.h"
#include "answers/region_answer.h"
#include "answers/scene_forward_answer.h"
#include "answers/shop_files.h"
#include "answers/simulate_answer.h"
#include "python/src/answer.h"
#include "python/src/call.h"

namespace pawl::python {
namespace {

const char* stage_name(DesignProgress::Stage stage) {
  switch (stage) {
    case DesignProgress::Stage::candidates:
      return "candidates";
    case DesignProgress::Stage::plans:
      return "plans";
    case DesignProgress::Stage::refinements:
      return "refinements";
    case DesignProgress::Stage::measures:
      break;
  }
  return "measures";
}

using Texts = std::vector<std::string>;
constexpr double kNever = std::numeric_limits<double>::infinity();

/// The answer of `pawl fixture`, and texts that are not part of the answer.
struct PyFixtures {
  AnswerPointer answer;
  Texts texts;       ///< task file of each fixture
  Texts in_holes;    ///< task file of each fixture with pins in holes
  Texts candidates;  ///< one line of JSON per candidate; empty if not requested
  std::vector<std::optional<std::string>> files;  ///< texts of the requested files for the workshop, in the order of
                                                  ///< shop_files()
};

answers::DesignQuestion fixture_question(const py::dict& keywords) {
  auto question = asked<answers::DesignQuestion>(keywords);
  try {
    require_consistent(question.shop);
    if (question.shop.date && !question.shop.sheet) throw InputError("--date", "", "has no effect without --sheet");
  } catch (const InputError& error) {
    throw in_python(error, parameters(question));
  }
  return question;
}

PyFixtures fixtures_of(const TaskPointer& task, const answers::DesignQuestion& question, const Call& call) {
  PyFixtures found;
  answers::DesignQuestion with_lines = question;
  if (question.all) {
    with_lines.write_candidate = [&found](const std::string& line) { found.candidates.push_back(line); };
  }
  const Task designed = answers::task_to_design(task->valid, question);
  const FixtureDesigns designs = answers::find_fixtures(designed, with_lines);
  const answers::Answer answer = answers::answer_fixtures(designed, designs, question);
  found.answer = answer_to("fixture", task, [answer] { return answer; });
  const answers::Json document = answers::Json::parse(task->text);
  const auto text_of = [&](const FixtureCandidate& candidate) {
    return answers::readable(answers::fixed_task_json(document, designed, candidate));
  };
  for (const RankedFixture& one : designs.fixtures) found.texts.push_back(text_of(one.place.candidate));
  for (const ComparedFixture& one : designs.comparison.value_or(FixtureComparison()).fixtures) {
    if (one.in_holes) found.in_holes.push_back(text_of(candidate_of(task->valid, *one.in_holes)));
  }
  const std::optional<FixtureCandidate> best = answers::best_fixture(task->valid, designs);
  if (question.shop.any() && best) {
    const ValidTask with_best(with_fixture(designed, *best));
    found.files = answers::shop_files(with_best, question.shop, best->clamp, call.stop_after(kNever));
  }
  return found;
}

PyFixtures fixture(const TaskPointer& task, const py::dict& keywords, int threads, const py::object& progress) {
  require_threads(threads);
  answers::DesignQuestion given = fixture_question(keywords);
  given.threads = threads;
  return found_by(given.limit, [task, given, told = progress.ptr()](const Call& call) {
    answers::DesignQuestion question = given;
    question.stop = call.stop();
    question.more_time = [&call](double seconds) { return call.stop_after(seconds); };
    if (told != Py_None) {
      question.progress = [&call, told](const DesignProgress& now) {
        call.tell([&] { py::reinterpret_borrow<py::object>(told)(stage_name(now.stage), now.done, now.total); });
      };
    }
    try {
      return fixtures_of(task, question, call);
    } catch (const InputError& error) {
      answers::DesignQuestion names;
      throw in_python(error, parameters(names));
    }
  });
}

}  // namespace

void add_fixtures(py::module_& module) {
  module.def(
      "fixture",
      [](const TaskPointer& task, const py::dict& keywords, int threads, const py::object& progress) {
        const PyFixtures found = fixture(task, keywords, threads, progress);
        py::list files;
        for (const std::optional<std::string>& file : found.files)
          files.append(file ? py::object(py::bytes(*file)) : py::none());
        return py::make_tuple(found.answer, found.texts, found.in_holes, found.candidates, files);
      },
      py::arg("task"), py::arg("keywords"), py::arg("threads"), py::arg("progress"));
}

namespace {

/// The answer of `pawl plan`. The texts of the certificate and of the graph are set if they were computed.
struct PyPlan {
  AnswerPointer answer;
  std::optional<std::string> certificate, graph;
};

answers::PlanQuestion plan_question(const TaskPointer& task, const py::dict& keywords) {
  auto question = asked<answers::PlanQuestion>(keywords);
  try {
    require_consistent(question, answers::asks_regions(task->valid.task(), question));
  } catch (const InputError& error) {
    throw in_python(error, parameters(question));
  }
  return question;
}

PyPlan plan_of(const TaskPointer& task, const answers::PlanQuestion& question) {
  PyPlan result;
  if (answers::asks_regions(task->valid.task(), question)) {
    const answers::FoundRegions regions = answers::find_regions(task->valid, question);
    result.certificate = answers::certificate_of(regions);
    const answers::Answer answer = answers::regions_answer(task->valid, regions);
    result.answer = answer_to("plan", task, [answer] { return answer; });
    return result;
  }
  const answers::FoundPlan found = answers::find_plan(task->valid, question);
  result.certificate = answers::certificate_of(found);
  if (question.graphviz) result.graph = answers::graph_of(found.plan, question.whole_graph);
  const answers::Answer answer = answers::plan_answer(task->valid, found);
  result.answer = answer_to("plan", task, [answer] { return answer; });
  return result;
}

PyPlan plan(const TaskPointer& task, const py::dict& keywords, const py::object& progress) {
  const answers::PlanQuestion given = plan_question(task, keywords);
  return found_by(given.limit, [task, given, told = progress.ptr()](const Call& call) {
    answers::PlanQuestion question = given;
    question.stop = call.stop();
    question.more_time = [&call](double seconds) { return call.stop_after(seconds); };
    if (told != Py_None) {
      question.progress = [&call, told](const std::string& text) {
        call.ask([&] { py::reinterpret_borrow<py::object>(told)(text); });
      };
      question.box_progress = [&call, told](std::size_t boxes) {
        call.tell([&] { py::reinterpret_borrow<py::object>(told)("box " + std::to_string(boxes)); });
      };
    }
    try {
      return plan_of(task, question);
    } catch (const InputError& error) {
      answers::PlanQuestion names;
      throw in_python(error, parameters(names));
    }
  });
}

}  // namespace

void add_plans(py::module_& module) {
  module.def(
      "plan",
      [](const TaskPointer& task, const py::dict& keywords, const py::object& progress) {
        const PyPlan found = plan(task, keywords, progress);
        return py::make_tuple(found.answer, found.certificate, found.graph);
      },
      py::arg("task"), py::arg("keywords"), py::arg("progress"));
}

namespace {

using Wrenches = std::vector<Eigen::Vector3d>;

/// Returns the wrenches of the trials: the given ones, otherwise those of the task's plan, otherwise those of a plan
/// that is searched for. Returns no wrenches if this search was stopped.
Wrenches wrenches_to_try(const TaskPointer& task, const std::optional<Wrenches>& given, const Call& call) {
  return given ? *given : plan_to_try(task->valid, call.stop());
}

std::optional<Wrenches> wrenches_of(const py::object& given) {
  return given.is_none() ? std::nullopt : std::optional(rows_of(given, "plan"));
}

TrialOptions options_of(const TaskPointer& task, int threads, const Call& call) {
  TrialOptions options = trial_options(task->valid.task());
  options.stop = call.stop();
  options.threads = threads;
  return options;
}

using Lines = std::vector<std::string>;

/// Returns the answer of `pawl simulate` to a task. The lines of the trace are empty unless a trace was requested.
std::pair<AnswerPointer, Lines> trials(const TaskPointer& task, const py::dict& keywords, int threads,
                                       const py::object& progress) {
  require_threads(threads);
  auto given = asked<answers::TrialsQuestion>(keywords);
  given.threads = threads;
  return found_by(given.limit, [task, given, told = progress.ptr()](const Call& call) {
    answers::TrialsQuestion question = given;
    question.stop = call.stop();
    Lines lines;
    if (question.trace) question.write_trace = [&lines](const std::string& line) { lines.push_back(line); };
    if (told != Py_None) {
      question.progress = [&call, told](std::size_t all) {
        return [&call, told, all](std::size_t done) {
          const auto work = [&] { py::reinterpret_borrow<py::object>(told)(done, all); };
          done == all ? call.ask(work) : call.tell(work);
        };
      };
    }
    try {
      const answers::Answer answer = answers::answer_trials(task->valid, question);
      return std::pair(answer_to("simulate", task, [answer] { return answer; }), lines);
    } catch (const InputError& error) {
      answers::TrialsQuestion names;
      throw in_python(error, parameters(names));
    }
  });
}

/// Returns the wrenches of the trials if the caller gives no plan.
py::list plan_tried(const TaskPointer& task, std::optional<double> seconds) {
  const Wrenches wrenches =
      found_by(seconds, [task](const Call& call) { return plan_to_try(task->valid, call.stop()); });
  py::list list;
  for (const Eigen::Vector3d& wrench : wrenches) list.append(py::make_tuple(wrench.x(), wrench.y(), wrench.z()));
  return list;
}

/// Runs the trials with the numbers `first` to `first` + `count` - 1, which are a chunk of a sweep. Returns (outcome,
/// start, end, time, why) for each trial.
py::list outcomes(const TaskPointer& task, const py::object& plan, std::size_t first, std::size_t count,
                  std::optional<double> seconds) {
  struct Ended {
    const char* outcome;
    Eigen::Vector3d start, end;
    double time;
    std::string why;
  };
  const std::vector<Ended> all = found_by(seconds, [task, first, count, given = wrenches_of(plan)](const Call& call) {
    const TrialTask si = in_si(task->valid, wrenches_to_try(task, given, call));
    const double metres = task->valid.task().units.metres();
    const TrialOptions options = options_of(task, 1, call);
    std::vector<Ended> ended;
    for (std::size_t k = first; k < first + count && !call.stop().stop_requested(); ++k) {
      const Trial trial = run_trial(si.task, si.wrenches, k, options);
      if (call.stop().stop_requested()) break;  // a trial that was interrupted has no outcome
      const auto given_pose = [&](const Eigen::Vector3d& pose) {
        return Eigen::Vector3d(pose.x() / metres, pose.y() / metres, task->valid.task().units.angle_of(pose.z()));
      };
      ended.push_back(
          {name_of(trial.outcome), given_pose(trial.start.pose), given_pose(trial.end), trial.time, trial.why});
    }
    return ended;
  });
  py::list list;
  for (const Ended& one : all) {
    list.append(py::make_tuple(one.outcome, py::make_tuple(one.start.x(), one.start.y(), one.start.z()),
                               py::make_tuple(one.end.x(), one.end.y(), one.end.z()), one.time, one.why));
  }
  return list;
}

std::pair<AnswerPointer, Lines> step_scene(const ScenePointer& scene, bool trace, const py::object& progress,
                                           std::optional<double> seconds) {
  return found_by(seconds, [scene, trace, told = progress.ptr()](const Call& call) {
    const Units units = scene->scene.units;
    Lines lines;
    if (trace) lines.push_back(answers::trace_head(scene->scene, scene->setup));
    auto energies = std::make_shared<answers::EnergyHistory>(units, scene->setup);
    const SceneResult result = pawl::run(scene->setup, call.stop(), [&](const SceneStep& step) {
      if (trace) lines.push_back(answers::trace_line(units, scene->setup, step));
      energies->add(step);
      if (told == Py_None) return;
      const auto work = [&] { py::reinterpret_borrow<py::object>(told)(step.number, scene->setup.steps()); };
      step.number == scene->setup.steps() ? call.ask(work) : call.tell(work);
    });
    answers::Question question{"simulate", scene->scene.name, {}, {}, units};
    auto answer = std::make_shared<PyAnswer>(std::move(question), PyAnswer::Subject{nullptr, scene}, [=] {
      return answers::scene_answer(scene->scene, scene->setup, result, *energies);
    });
    return std::pair(answer, lines);
  });
}

AnswerPointer forward_of_scene(const ScenePointer& scene, bool quasistatic, std::optional<double> seconds) {
  return found_by(seconds, [scene, quasistatic](const Call& call) {
    ForwardSceneOptions options;
    options.quasistatic = quasistatic;
    options.first.stop = options.all.stop = call.stop();
    auto found = std::make_shared<const SceneForward>(forward_scene(scene->setup, options));
    answers::Question question{"forward", scene->scene.name, {}, {}, scene->scene.units};
    return std::make_shared<PyAnswer>(std::move(question), PyAnswer::Subject{nullptr, scene}, [=] {
      return answers::scene_forward_answer(scene->scene, scene->setup, *found, quasistatic);
    });
  });
}

}  // namespace

void add_trials(py::module_& module) {
  module.def("forward_scene", forward_of_scene, py::arg("scene"), py::arg("quasistatic"), py::arg("seconds"));
  module.def("trials", trials, py::arg("task"), py::arg("keywords"), py::arg("threads"), py::arg("progress"));
  module.def("outcomes", outcomes, py::arg("task"), py::arg("plan"), py::arg("first"), py::arg("count"),
             py::arg("seconds"));
  module.def("plan_to_try", plan_tried, py::arg("task"), py::arg("seconds"));
  module.def("success_interval", success_interval, py::arg("successes"), py::arg("trials"), py::arg("confidence"));
  module.def("step_scene", step_scene, py::arg("scene"), py::arg("trace"), py::arg("progress"), py::arg("seconds"));
}

}  // namespace pawl::python
