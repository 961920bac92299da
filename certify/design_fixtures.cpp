// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/base/parallel.h>
#include <pawl/certify/design_fixtures.h>
#include <pawl/planner/fixture_refinement.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "contender.h"
#include "design_reason.h"
#include "fixture_scores.h"

namespace pawl {
namespace {

using Objective = FixtureObjective;
using End = DesignedCandidate::End;
using Stage = DesignProgress::Stage;
using internal::Contender;

// So many at once, between two looks at the token and two words of progress.
constexpr std::size_t kPlansAtOnce = 64, kMeasuresAtOnce = 8;

bool is_dear(Objective objective) { return objective == Objective::friction_limit || objective == Objective::depth; }

class Designer {
 public:
  Designer(const ValidTask& task, const DesignRequest& request)
      : task_(task.task()),
        request_(request),
        options_(task_.fixture.value_or(FixtureOptions())),
        measurer_(task_, options_) {
    task_.fixture = options_;
    designs_.thresholds = thresholds_of(options_);
    designs_.missed.resize(designs_.thresholds.size());
    for (const Objective objective : options_.objectives) {
      if (!is_dear(objective)) cheap_objectives_.push_back(objective);
    }
    if (cheap_objectives_.empty()) cheap_objectives_ = {Objective::pose_error, Objective::margin};
    for (std::size_t k = 0; k < designs_.thresholds.size(); ++k) {
      all_thresholds_.push_back(k);
      const std::optional<Objective> objective = designs_.thresholds[k].objective;
      if (!objective || !is_dear(*objective)) cheap_thresholds_.push_back(k);
    }
  }

  FixtureDesigns run() {
    look_at_candidates();
    plan_the_rest();
    refine_the_best();
    choose_by_cheap();
    measure_the_best();
    rank_the_best();
    using Status = FixtureDesigns::Status;
    designs_.status = stopped_                     ? Status::stopped
                      : !designs_.fixtures.empty() ? Status::found
                      : left_out_                  ? Status::undecided
                                                   : Status::none;
    designs_.reason = internal::reason_of(designs_);
    return std::move(designs_);
  }

 private:
  void show(Stage stage, std::size_t done, std::size_t total) const {
    if (request_.progress) request_.progress({stage, done, total});
  }

  void end(Contender& contender, End end) {
    contender.is.end = end;
    if (request_.each) request_.each(contender.is);
  }

  // What is cheap.

  void look_at_candidates() {
    const std::unique_ptr<CandidateSource> source = fixture_candidates(task_, options_, request_.stop);
    measure_candidates(
        *source, measurer_,
        [&](MeasuredCandidate&& measured) {
          look_at(std::move(measured));
          show(Stage::candidates, static_cast<std::size_t>(1000 * source->done()), 1000);
          return true;
        },
        request_.stop, request_.threads);
    designs_.touching_twice = static_cast<std::size_t>(source->touching_twice());
    stopped_ = source->stopped() || request_.stop.stop_requested();
  }

  void look_at(MeasuredCandidate&& measured) {
    ++designs_.candidates;
    Contender contender;
    contender.is.candidate = std::move(measured.candidate);
    contender.is.score = internal::score_of(measured.measures);
    contender.is.score.candidate = static_cast<std::size_t>(measured.number) + 1;
    contender.clamp_edges = std::move(measured.measures.clamp_edges);
    if (!measured.measures.located) return end(contender, End::not_located);
    ++designs_.located;
    if (options_.clamp && contender.clamp_edges.empty() && !contender.is.candidate.clamp) {
      return end(contender, End::no_clamp);
    }
    ++designs_.clamped;
    std::vector<Contender>& list = measured.measures.window ? contenders_ : unplanned_;
    if (!list.empty() && internal::is_clamped_elsewhere(contender, list.back()))
      return choose_clamp(contender, list.back());
    if (options_.tolerance) add_point_error(contender);
    if (measured.measures.window) contender.plan = Contender::Plan::found;
    list.push_back(std::move(contender));
  }

  void choose_clamp(Contender& contender, Contender& other) {
    if (internal::least_force(contender) > internal::least_force(other)) {
      contender.is.score[Objective::point_error] = other.is.score[Objective::point_error];
      contender.plan = other.plan;
      std::swap(contender, other);
    }
    ++designs_.worse_clamp;
    end(contender, End::worse_clamp);
  }

  void add_point_error(Contender& contender) const {
    contender.is.score[Objective::point_error] =
        internal::point_error_of(measurer_.contacts(contender.is.candidate), options_, *task_.part.outline);
  }

  // Plans by the mode graph.

  bool needs_energy() const { return options_.thresholds.guarantee == FixtureOptions::Promise::energy; }

  void plan_the_rest() {
    std::sort(unplanned_.begin(), unplanned_.end(), internal::has_less_error);
    const std::size_t most = needs_energy() ? 0 : std::min(unplanned_.size(), request_.plans);
    for (std::size_t from = 0; from < most && !stopped_; from += kPlansAtOnce) {
      show(Stage::plans, from, most);
      plan_some(from, std::min(from + kPlansAtOnce, most));
      stopped_ = stopped_ || request_.stop.stop_requested();
    }
    for (Contender& contender : unplanned_) {
      if (contender.plan == Contender::Plan::found) {
        contenders_.push_back(std::move(contender));
      } else if (contender.plan == Contender::Plan::unknown) {
        ++designs_.not_planned;
        left_out_ = left_out_ || !needs_energy();
        end(contender, End::not_planned);
      }
    }
    unplanned_.clear();
    std::sort(contenders_.begin(), contenders_.end(), internal::comes_first);
    designs_.planned = contenders_.size();
    leave_repeated();
  }

  void leave_repeated() {
    const std::vector<bool> repeated = internal::repeated(contenders_);
    std::vector<Contender> left;
    for (std::size_t i = 0; i < contenders_.size(); ++i) {
      if (!repeated[i]) {
        left.push_back(std::move(contenders_[i]));
        continue;
      }
      ++designs_.repeated;
      end(contenders_[i], End::repeated);
    }
    contenders_ = std::move(left);
  }

  void plan_some(std::size_t from, std::size_t to) {
    std::vector<std::optional<TaskPlan>> plans(to - from);
    parallel_for_each_index(
        plans.size(), [&](std::size_t k) { plans[k] = plan_of(unplanned_[from + k].is.candidate); }, request_.threads);
    for (std::size_t k = 0; k < plans.size(); ++k) {
      Contender& contender = unplanned_[from + k];
      if (!plans[k]) continue;
      if (plans[k]->found()) {
        contender.plan = Contender::Plan::found;
        internal::add_plan(*plans[k], contender.is.score);
      } else if (plans[k]->status == InsertionPlan::Status::none) {
        contender.plan = Contender::Plan::none;
        ++designs_.no_plan;
        end(contender, End::no_plan);
      }
    }
  }

  std::optional<TaskPlan> plan_of(const FixtureCandidate& candidate) const {
    PlanRequest request = request_.measures.plan;
    request.least = internal::guarantee_of(options_.thresholds.guarantee);
    request.by_energy = false;
    request.stop = request_.stop;
    request.progress = nullptr;
    try {
      return plan(with_fixture(task_, candidate), request);
    } catch (const InputError&) {  // a pose whose rounding keeps the pins from touching: not known
      return {};
    }
  }

  // Moved along their edges.

  void refine_the_best() {
    if (request_.refine == 0 || !std::holds_alternative<FixtureOptions::Points>(options_.candidates)) return;
    std::vector<const Contender*> best;
    const std::vector<std::size_t> places = rank_fixtures(scores(), cheap_objectives_).order;
    for (std::size_t k = 0; k < places.size() && best.size() < request_.refine; ++k) {
      if (contenders_[places[k]].is.candidate.locators.size() == 3) best.push_back(&contenders_[places[k]]);
    }
    std::vector<std::optional<Refinement>> refined(best.size());
    for (std::size_t from = 0; from < best.size() && !stopped_; from += kMeasuresAtOnce) {
      show(Stage::refinements, from, best.size());
      parallel_for_each_index(
          std::min(kMeasuresAtOnce, best.size() - from),
          [&](std::size_t k) {
            RefinementLimits limits;
            limits.stop = request_.stop;
            refined[from + k] =
                refine_fixture(task_, options_, best[from + k]->is.candidate, RefinedMeasure::worst_motion, limits);
          },
          request_.threads);
      stopped_ = stopped_ || request_.stop.stop_requested();
    }
    std::vector<Contender> made;
    for (std::size_t k = 0; k < best.size(); ++k) {
      if (refined[k]) add_refined(*best[k], *refined[k], made);
    }
    std::move(made.begin(), made.end(), std::back_inserter(contenders_));
  }

  /// One that has no one-step plan by energy is no better than what it came from.
  void add_refined(const Contender& from, const Refinement& refinement, std::vector<Contender>& made) {
    const CheapMeasures measures = measurer_(refinement.best);
    if (!measures.window) return;
    Contender& contender = made.emplace_back();
    contender.is.candidate = refinement.best;
    contender.is.score = internal::score_of(measures);
    contender.is.score.candidate = designs_.candidates + ++designs_.refined;
    contender.is.refined = {from.number(), refinement.bound, refinement.complete};
    contender.clamp_edges = measures.clamp_edges;
    contender.plan = Contender::Plan::found;
    if (options_.tolerance) add_point_error(contender);
  }

  // The best by what is cheap, and what is dear of them.

  void choose_by_cheap() {
    leave_those_that_meet(cheap_thresholds_);
    designs_.met = contenders_.size();
    order(cheap_objectives_);
    const std::size_t chosen = std::min(contenders_.size(), static_cast<std::size_t>(options_.depth_for));
    left_out_ = left_out_ || chosen < contenders_.size();
    if (chosen == 0) return;
    for (std::size_t k = chosen; k < contenders_.size(); ++k) lose(contenders_[k]);
    contenders_.resize(chosen);
  }

  void measure_the_best() {
    const std::size_t count = options_.depth_for > 0 ? contenders_.size() : 0;
    for (std::size_t from = 0; from < count && !stopped_; from += kMeasuresAtOnce) {
      show(Stage::measures, from, count);
      parallel_for_each_index(
          std::min(kMeasuresAtOnce, count - from), [&](std::size_t k) { measure(contenders_[from + k]); },
          request_.threads);
      stopped_ = stopped_ || request_.stop.stop_requested();
    }
    for (Contender& contender : contenders_) take_measures(contender);
    std::erase_if(contenders_, [](const Contender& contender) { return contender.is.end == End::not_certified; });
  }

  void measure(Contender& contender) const {
    FixtureMeasureOptions options = request_.measures;
    options.stop = request_.stop;
    options.plan.least = internal::guarantee_of(options_.thresholds.guarantee);
    options.plan.progress = nullptr;
    options.flood.progress = nullptr;
    if (const auto& clamp = contender.is.candidate.clamp) {
      options.clamp_at = ClampPlace{clamp->locator.edge, clamp->locator.along};
    }
    try {
      contender.measures = measure_fixture(ValidTask(with_fixture(task_, contender.is.candidate)), options);
    } catch (const InputError& error) {  // a pose whose rounding keeps the pins from touching: not certified
      contender.measures.emplace().why = error.faults().front().message;
    }
  }

  /// What the token ended halfway is not known.
  void take_measures(Contender& contender) {
    if (contender.measures && contender.measures->stopped && stopped_) contender.measures.reset();
    if (!contender.measures) return;
    ++designs_.measured;
    const FixtureMeasures& measures = *contender.measures;
    const std::size_t number = contender.number();
    contender.is.measured = true;
    contender.is.why = measures.why;
    contender.is.score = internal::score_of(measures);
    contender.is.score.candidate = number;
    if (measures.found() && measures.plan->certainty.certified) return;
    ++designs_.not_certified;
    end(contender, End::not_certified);
  }

  void rank_the_best() {
    const bool all_measured = std::all_of(contenders_.begin(), contenders_.end(),
                                          [](const Contender& contender) { return contender.is.measured; });
    std::sort(contenders_.begin(), contenders_.end(), internal::comes_first);
    leave_those_that_meet(all_thresholds_);
    designs_.kept = order(all_measured ? options_.objectives : cheap_objectives_);
    for (std::size_t k = 0; k < contenders_.size(); ++k) {
      Contender& contender = contenders_[k];
      k < designs_.kept ? end(contender, End::kept) : lose(contender);
      if (k >= std::min(designs_.kept, static_cast<std::size_t>(options_.top))) continue;
      designs_.fixtures.push_back(
          {std::move(contender.is), std::move(contender.clamp_edges), std::move(contender.measures)});
    }
  }

  // Thresholds and order.

  std::vector<FixtureScore> scores() const {
    std::vector<FixtureScore> scores;
    scores.reserve(contenders_.size());
    for (const Contender& contender : contenders_) scores.push_back(contender.is.score);
    return scores;
  }

  /// `places` of the thresholds that are asked.
  void leave_those_that_meet(const std::vector<std::size_t>& places) {
    std::vector<FixtureThreshold> thresholds;
    for (const std::size_t place : places) thresholds.push_back(designs_.thresholds[place]);
    const ThresholdReport report = check_thresholds(scores(), thresholds);
    if (report.met.empty()) keep_nearest(report, places);
    std::vector<Contender> left;
    for (std::size_t i = 0; i < contenders_.size(); ++i) {
      if (!report.worst_missed[i]) {
        left.push_back(std::move(contenders_[i]));
        continue;
      }
      contenders_[i].is.threshold = places[*report.worst_missed[i]];
      ++designs_.missed[*contenders_[i].is.threshold];
      end(contenders_[i], End::missed);
    }
    contenders_ = std::move(left);
  }

  void keep_nearest(const ThresholdReport& report, const std::vector<std::size_t>& places) {
    if (!report.nearest) return;
    designs_.nearest = contenders_[*report.nearest].is;
    designs_.nearest->end = End::missed;
    designs_.nearest->threshold = places[*report.worst_missed[*report.nearest]];
    for (const ThresholdReport::Mend& mend : report.mends) {
      designs_.mends.push_back({places[mend.threshold], mend.best, mend.alone, contenders_[mend.score].number()});
    }
  }

  /// Best first; how many are the Pareto set.
  std::size_t order(const std::vector<Objective>& objectives) {
    const FixtureRanking ranking = rank_fixtures(scores(), objectives);
    std::vector<Contender> ordered;
    for (const std::size_t place : ranking.order) {
      DesignedCandidate& is = contenders_[place].is;
      is.worst = ranking.worst[place];
      is.better = ranking.better[place];
      is.loses.reset();
      if (ranking.loses[place]) is.loses = contenders_[*ranking.loses[place]].number();
    }
    for (const std::size_t place : ranking.order) ordered.push_back(std::move(contenders_[place]));
    contenders_ = std::move(ordered);
    return ranking.front;
  }

  void lose(Contender& contender) {
    if (!contender.is.loses) {
      ++designs_.not_measured;
      return end(contender, End::not_measured);
    }
    ++designs_.dominated[static_cast<std::size_t>(contender.is.worst)];
    end(contender, End::dominated);
  }

  Task task_;
  const DesignRequest& request_;
  FixtureOptions options_;
  CheapMeasurer measurer_;
  std::vector<Objective> cheap_objectives_;
  std::vector<std::size_t> cheap_thresholds_, all_thresholds_;  ///< places in designs_.thresholds
  std::vector<Contender> contenders_, unplanned_;
  FixtureDesigns designs_;
  bool stopped_ = false;
  bool left_out_ = false;  ///< something that might do was not looked at, for a bound on counts
};

}  // namespace

std::string_view name_of(End end) {
  switch (end) {
    case End::not_located:
      return "not located";
    case End::no_clamp:
      return "no clamp";
    case End::worse_clamp:
      return "worse clamp";
    case End::repeated:
      return "repeated";
    case End::no_plan:
      return "no plan";
    case End::not_planned:
      return "not planned";
    case End::not_certified:
      return "not certified";
    case End::missed:
      return "missed";
    case End::dominated:
      return "dominated";
    case End::not_measured:
      return "not measured";
    case End::kept:
      return "kept";
  }
  return "";
}

FixtureDesigns design_fixtures(const ValidTask& task, const DesignRequest& request) {
  if (!task.task().part.outline) throw InputError("/part/outline", "", "missing: a fixture is found for an outline");
  return Designer(task, request).run();
}

}  // namespace pawl
