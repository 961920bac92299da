// SPDX-License-Identifier: MIT
// No saved answer is accepted if any of its fields is changed, removed or added, and every true answer is accepted. The
// forgeries are made from true answers by changing each field. PAWL_TEST_COUNT sets the number of random tasks.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/io/in_si.h>
#include <pawl/io/read_task.h>

#include <fstream>
#include <limits>
#include <random>
#include <sstream>

#include "answers/answer.h"
#include "answers/mode_answers.h"
#include "answers/nest_answer.h"
#include "answers/plan_answer.h"
#include "answers/recheck.h"
#include "support/count.h"
#include "support/plans_on_trial.h"

using namespace pawl;
using namespace pawl::answers;

namespace {

struct Saved {
  std::string what;
  Json document;
};

Task shipped(const std::string& name) { return read_task_file(PAWL_SOURCE_DIR "/data/tasks/" + name + ".json"); }

Json made(const StreamedAnswer& answer) {
  Json results;
  JsonStream json(results, std::numeric_limits<std::size_t>::max());
  answer.write(json);
  return results;
}

Json document(const char* command, const Task& task, const Json& results) {
  return document_of({command, task.name, {}, {}, task.units}, results, {}, false);
}

Answer planned(const ValidTask& task, const PlanQuestion& question = {}) {
  return plan_answer(task, find_plan(task, question));
}

/// Returns answers of `contacts`, `modes`, `forward`, `check` and `cone`. All fields of these answers can be
/// recomputed.
std::vector<Saved> answers_to(const Task& plain) {
  const ValidTask task(plain);
  const ContactSet& set = task.contacts();
  FixtureQuestion fixture;
  fixture.tolerance = .1;
  fixture.clamps = plain.part.outline.has_value();
  std::vector<Saved> saved;
  const auto add = [&](const char* command, const Json& results) {
    saved.push_back({command, document(command, plain, results)});
  };
  add("contacts", answer_contacts(task, std::nullopt).results);
  add("contacts", answer_contacts(task, fixture).results);
  add("modes", made(answer_modes(task, false, {})));
  add("modes", made(answer_modes(task, true, {})));
  add("forward", answer_forward(task, Eigen::Vector3d(.3, -1, .1), {}).results);
  add("check", answer_check(task, {}, Eigen::Vector3d(.3, -1, .1), {}, {}).results);
  FeasibleModeWalk walk(set, {}, {});
  for (int k = 0; k < 4 && walk.next(); ++k) {
    const std::string mode(walk.letters());
    add("check", answer_check(task, mode, {}, {}, {}).results);
    if (k > 0) continue;
    ConesQuestion one_mode;
    one_mode.mode = mode;
    add("cone", made(answer_cones(task, one_mode)));
    add("check", answer_check(task, mode, {}, fixture, {}).results);
  }
  return saved;
}

std::vector<Saved> plans_of(const Task& plain) {
  const ValidTask task(plain);
  PlanQuestion by_graph, keeps, energy;
  by_graph.by_graph = true;
  keeps.require = "keeps";
  energy.require = "energy";
  std::vector<Saved> saved;
  for (const auto& [what, asked] :
       {std::pair("plan", PlanQuestion()), std::pair("plan --by-graph", by_graph),
        std::pair("plan --require keeps", keeps), std::pair("plan --require energy", energy)}) {
    try {
      saved.push_back({what, document("plan", plain, planned(task, asked).results)});
    } catch (const InputError&) {  // this task cannot have the guarantee `energy`
    }
  }
  return saved;
}

/// Recomputes an answer, which may be undecided or not certified.
AnswerCheck checked(const Task& task, const Json& answer) { return recheck_answer(ValidTask(task), answer.dump()); }

bool accepted(const Task& task, const Json& answer) {
  try {
    const AnswerCheck check = checked(task, answer);
    return check.refused.empty() && check.unchecked.empty();
  } catch (const InputError&) {
    return false;
  }
}

// Functions that make forgeries: answers in which one value is changed.

/// Returns changed versions of one value. Does not change values inside it.
std::vector<Json> forged_value(const Json& value) {
  if (const std::optional<double> number = value.number()) {
    std::vector<Json> forged{Json(*number + 1e-6 * (1 + std::abs(*number))), Json(2 * *number + 1), Json(nullptr)};
    return forged;
  }
  if (const std::optional<bool> flag = value.boolean()) return {Json(!*flag)};
  if (value.text()) return {Json(*value.text() + "n"), Json("")};
  if (value.entries() && !value.entries()->empty()) {
    Json shorter = Json::array(), longer = value;
    for (std::size_t k = 1; k < value.entries()->size(); ++k) shorter.push_back((*value.entries())[k]);
    longer.push_back((*value.entries())[0]);
    return {shorter, longer};
  }
  if (value.entries()) return {Json::array({Json(1)})};
  if (value.members()) {
    Json more = value;
    more["added"] = 1;
    return {more};
  }
  return {Json(1), Json("null")};
}

/// Calls `use` with every forgery of `value`, which is a copy that differs from `value` in a single place. The first
/// argument of `use` describes this place; it begins with `pointer`.
void for_each_forgery(const Json& value, const std::string& pointer,
                      const std::function<void(const std::string&, const Json&)>& use) {
  for (const Json& forged : forged_value(value)) {
    if (forged.dump() != value.dump()) use(pointer, forged);
  }
  if (const Json::Object* members = value.members()) {
    for (std::size_t left_out = 0; left_out < members->size(); ++left_out) {
      Json fewer = Json::object();
      for (std::size_t k = 0; k < members->size(); ++k)
        if (k != left_out) fewer[(*members)[k].first] = (*members)[k].second;
      use(pointer + " without " + (*members)[left_out].first, fewer);
    }
    for (const auto& [key, member] : *members) {
      for_each_forgery(member, pointer + "/" + key, [&, &name = key](const std::string& at, const Json& forged) {
        Json changed = value;
        changed[name] = forged;
        use(at, changed);
      });
    }
  }
  if (const Json::Array* entries = value.entries()) {
    for (std::size_t k = 0; k < entries->size(); ++k) {
      for_each_forgery((*entries)[k], pointer + "/" + std::to_string(k),
                       [&](const std::string& at, const Json& forged) {
                         Json changed = value;
                         changed[k] = forged;
                         use(at, changed);
                       });
    }
  }
}

const Json& results_of(const Json& document) {
  for (const auto& [key, value] : *document.members())
    if (key == "results") return value;
  FAIL("no results");
  return document;
}

/// Returns whether a change of this value changes the question. The other values may then be a true answer to the new
/// question.
bool is_question(const std::string& place) {
  for (const char* asked : {" without tolerance", " without clamps", " without modes", " without require",
                            " without by_graph", "/results/wrench"})
    if (place.find(asked) != std::string::npos) return true;
  return false;
}

/// Checks that forgeries of an answer are refused. Tries only every `every`-th forgery; which one is the first depends
/// on the number of earlier calls. Returns the number of forgeries that were tried.
int forge(const Task& task, const Saved& saved, int every) {
  static int turn = 0;
  int tried = 0, at = ++turn % every;
  for_each_forgery(results_of(saved.document), "/results", [&](const std::string& place, const Json& results) {
    if (++at % every != 0 || is_question(place)) return;
    Json forged = saved.document;
    forged["results"] = results;
    ++tried;
    CAPTURE(task.name);
    CAPTURE(saved.what);
    CAPTURE(place);
    CHECK_FALSE(accepted(task, forged));
  });
  return tried;
}

/// Returns whether the answer contains a set of beliefs that proves that no plan exists. Such a set may still be a
/// valid proof after a change, and is then rightly accepted.
bool has_family(const Json& document) {
  for (const auto& [key, value] : *results_of(document).members())
    if (key == "certificate") return value.members() != nullptr;
  return false;
}

}  // namespace

TEST_CASE("every field of a true answer is recomputed, and every changed value is refused") {
  int tried = 0;
  for (const char* name :
       {"block_stop", "ratchet_pawl", "figure4c_peg_lra", "disc_na", "painleve_rod", "bracket_tray"}) {
    CAPTURE(std::string(name));
    const Task task = shipped(name);
    for (const Saved& saved : answers_to(task)) {
      CAPTURE(saved.what);
      CHECK(checked(task, saved.document).refused == "");
      CHECK(checked(task, saved.document).unchecked.empty());
      tried += forge(task, saved, 5);
    }
  }
  MESSAGE(tried << " forgeries");
  CHECK(tried > 2000);
}

TEST_CASE("the claims of a plan are derived from its beliefs, and every changed claim is refused") {
  int tried = 0;
  for (const char* name : {"block_stop", "block_spring", "ratchet_pawl", "ratchet_pawl_tray", "figure4c_peg_lra"}) {
    CAPTURE(std::string(name));
    const Task task = shipped(name);
    for (const Saved& saved : plans_of(task)) {
      CAPTURE(saved.what);
      CHECK(checked(task, saved.document).refused == "");
      CHECK(checked(task, saved.document).unchecked.empty());
      if (!has_family(saved.document)) tried += forge(task, saved, 3);
    }
  }
  MESSAGE(tried << " forgeries");
  CHECK(tried > 300);
}

TEST_CASE(
    "plans of random fixtures are accepted unchanged, and refused for another fixture or with a changed "
    "claim") {
  int plans = 0, others = 0;
  std::optional<Task> last;
  for (unsigned seed = 1; plans < oracle::count(60); ++seed) {
    REQUIRE(seed < 10000);
    const std::optional<Task> task = oracle::random_fixture(seed);
    if (!task) continue;
    CAPTURE(seed);
    for (const Saved& saved : plans_of(*task)) {
      CAPTURE(saved.what);
      ++plans;
      CHECK(checked(*task, saved.document).refused == "");
      if (!has_family(saved.document)) forge(*task, saved, 60);
      // Skips answers without a plan: the statement that no wrench satisfies the energy conditions may also be true for
      // the previous task.
      const bool found = saved.document.dump().find("\"status\":\"found\"") != std::string::npos;
      if (!last || !found) continue;
      ++others;
      CHECK_FALSE(accepted(*last, saved.document));
    }
    last = task;
  }
  MESSAGE(plans << " plans, " << others << " compared with another fixture");
}

TEST_CASE("an answer in other units is compared with the task converted to them") {
  const Task task = shipped("bracket_tray");
  for (const Units& units : {Units{Units::Length::m, Units::Angle::rad}, Units{Units::Length::cm, Units::Angle::deg}}) {
    const Task other = in_units(task, units);
    for (const Saved& saved : answers_to(other)) {
      CAPTURE(saved.what);
      CHECK(checked(task, saved.document).refused == "");
    }
    for (const Saved& saved : plans_of(other)) CHECK(checked(task, saved.document).refused == "");
  }
}

TEST_CASE("fields that only a search finds are reported as unchecked") {
  const Task task = shipped("block_stop");
  PlanQuestion asked;
  asked.certify = asked.loadable = asked.friction_limit = true;
  const AnswerCheck check = checked(task, document("plan", task, planned(ValidTask(task), asked).results));
  CHECK(check.refused == "");
  for (const char* field : {"/results/steps/0/energy/depth", "/results/steps/0/energy/speed", "/results/loadable",
                            "/results/loading", "/results/friction_limit"}) {
    CAPTURE(field);
    CHECK(std::count(check.unchecked.begin(), check.unchecked.end(), field) == 1);
  }
  CHECK(std::count(check.unchecked.begin(), check.unchecked.end(), "/results/steps/0/margin_deg") == 0);
  const Json trials = {{"starts", 1}};
  CHECK(checked(task, document("simulate", task, trials)).unchecked == std::vector<std::string>{"/results"});
}

// A saved nest is made again from the options in its answer. This must work even if the stated plate is too small for
// the pockets.
TEST_CASE("nests on plates of a stated size are made again from their answers") {
  const Task task = shipped("bracket");
  struct Asked {
    const char *plate_size, *array, *pitch;
    std::optional<double> margin;
    bool found;
  };
  for (const auto& [plate_size, array, pitch, margin, found] :
       {Asked{"100,70", nullptr, nullptr, {}, true}, Asked{"61,41", nullptr, nullptr, {}, true}, Asked{"100,70", nullptr, nullptr, 5, true},
        Asked{"60,70", nullptr, nullptr, 4, false}, Asked{"90,70", "2x1", nullptr, {}, false}, Asked{"90,70", "2x1", "64,50", {}, false},
        Asked{"200,70", "2x1", "64,50", 3, true}}) {
    CAPTURE(plate_size);
    NestQuestion question;
    question.plate_size = plate_size;
    if (array) question.array = array;
    if (pitch) question.pitch = pitch;
    question.margin = margin;
    const Json results = answer_nest(ValidTask(task), question, {}).results;
    CHECK(is_true(at(results, "found")) == found);
    CHECK(accepted(task, document("nest", task, results)));
    for (const char* key : {"found", "reason", "plate_size"}) {
      CAPTURE(key);
      for (const Json& forged : forged_value(at(results, key))) {
        Json changed = results;
        changed[key] = forged;
        CHECK_FALSE(accepted(task, document("nest", task, changed)));
      }
    }
  }
}

TEST_CASE("answers of the interior point method are computed again") {
  const LcpFile problem = read_lcp(R"({"pawl": 1, "M": [[2, 1], [1, 2]], "q": [-5, -6]})");
  LcpQuestion question;
  question.method = "interior-point";
  Status status = kYes;
  Json results = Json::array();
  results.push_back(lcp_answer("two.json", problem, find_lcp(problem, {}, question), question, {}, status));
  CHECK(status == kYes);
  CHECK(*at(at(results, 0), "method").text() == "interior point");
  const auto checked = [&] { return recheck_answer(problem, document_of({"lcp", "", {}}, results, {}, false).dump()); };
  CHECK(checked().refused == "");
  results[0]["iterations"] = 3;
  CHECK(checked().refused != "");
  question.all = true;
  CHECK_THROWS_AS((void)find_lcp(problem, {}, question), InputError);
}

TEST_CASE("answers of the command lcp are proved, and every changed value of a field is refused") {
  for (const char* name : {"pv_001_3_m0.4.txt", "pv_001_14_m2.5.txt"}) {
    std::ifstream file(std::string(PAWL_SOURCE_DIR "/tests/data/lcp/") + name);
    std::stringstream text;
    text << file.rdbuf();
    const LcpFile problem = read_lcp(text.str());
    for (const bool all : {false, true}) {
      LcpQuestion question;
      question.all = all;
      Status status = kYes;
      Json results = Json::array();
      LcpQuestion with_proof = question;
      with_proof.proof = true;
      results.push_back(lcp_answer(name, problem, find_lcp(problem, {}, question), with_proof, 12.5, status));
      const Json saved = document_of({"lcp", problem.name, {}}, results, {}, false);
      CHECK(recheck_answer(problem, saved.dump()).refused == "");
      Json unproved = results;
      unproved[0] = lcp_answer(name, problem, find_lcp(problem, {}, question), question, {}, status);
      CHECK(recheck_answer(problem, document_of({"lcp", problem.name, {}}, unproved, {}, false).dump()).refused == "");
      for_each_forgery(results, "/results", [&](const std::string& place, const Json& forged) {
        // The file name and the elapsed time are not claims about the problem. A changed proof may still be valid.
        for (const char* word : {"/file", "elapsed_us", "/proof"})
          if (place.find(word) != std::string::npos) return;
        Json changed = saved;
        changed["results"] = forged;
        CAPTURE(place);
        bool taken = false;
        try {
          taken = recheck_answer(problem, changed.dump()).refused.empty();
        } catch (const InputError&) {
        }
        CHECK_FALSE(taken);
      });
    }
  }
}
