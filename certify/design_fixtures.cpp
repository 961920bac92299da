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
#include "fixture_choice.h"
#include "fixture_scores.h"

namespace pawl {
namespace {

using Objective = FixtureObjective;
using End = DesignedCandidate::End;
using Stage = DesignProgress::Stage;
using internal::Contender;
using internal::Contenders;

// So many at once, between two looks at the token and two words of progress.
constexpr std::size_t kPlansAtOnce = 64, kRefinedAtOnce = 8;

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
  }

  FixtureDesigns run() {
    look_at_candidates();
    plan_the_rest();
    refine_the_best();
    stopped_ = internal::FixtureChoice(task_, options_, request_, designs_).choose(std::move(contenders_), stopped_);
    left_out_ = left_out_ || designs_.not_measured > 0;
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

  void end(Contender& contender, End end) { internal::end_as(end, request_, contender); }

  // What is cheap.

  void look_at_candidates() {
    const std::unique_ptr<CandidateSource> source = fixture_candidates(task_, options_, request_.stop);
    measure_candidates(
        *source, measurer_,
        [&](MeasuredCandidate&& measured) {
          designs_.full = contenders_.size() + unplanned_.size() >= request_.most_kept;
          if (designs_.full) return false;
          look_at(std::move(measured));
          show(Stage::candidates, static_cast<std::size_t>(1000 * source->done()), 1000);
          return true;
        },
        request_.stop, request_.threads);
    designs_.touching_twice = static_cast<std::size_t>(source->touching_twice());
    stopped_ = designs_.full || source->stopped() || request_.stop.stop_requested();
  }

  void look_at(MeasuredCandidate&& measured) {
    ++designs_.candidates;
    Contender contender;
    contender.is.candidate = std::move(measured.candidate);
    contender.is.score = internal::score_of(measured.measures);
    contender.is.score.candidate = static_cast<std::size_t>(measured.number) + 1;
    last_number_ = std::max(last_number_, contender.number());
    contender.clamp_edges = std::move(measured.measures.clamp_edges);
    if (!measured.measures.located) return end(contender, End::not_located);
    ++designs_.located;
    if (options_.clamp && contender.clamp_edges.empty() && !contender.is.candidate.clamp) {
      return end(contender, End::no_clamp);
    }
    ++designs_.clamped;
    if (measured.measures.form_closed) {
      contender.is.why = "the pins hold the part in form closure: no motion in the plane leads to it";
      ++designs_.no_plan;
      return end(contender, End::no_plan);
    }
    Contenders& list = measured.measures.window ? contenders_ : unplanned_;
    if (!list.empty() && internal::is_clamped_elsewhere(contender, list.back()))
      return choose_clamp(contender, list.back());
    if (options_.tolerance) add_point_error(contender);
    if (measured.measures.window) contender.plan = Contender::Plan::found;
    contender.is.candidate.fixels.shrink_to_fit();
    contender.is.candidate.locators.shrink_to_fit();
    list.push_back(std::move(contender));
    leave_the_worst_unplanned();
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

  /// The number of plans that may be searched for.
  std::size_t most_plans() const { return needs_energy() ? 0 : request_.plans; }

  /// Only so many of those without a one-step plan by energy are kept as may be planned. The last one stays, because
  /// another clamp may take its place.
  void leave_the_worst_unplanned() {
    constexpr std::size_t kMore = 1000;
    if (unplanned_.size() < most_plans() + kMore) return;
    Contender last = std::move(unplanned_.back());
    unplanned_.pop_back();
    std::sort(unplanned_.begin(), unplanned_.end(), internal::has_less_error);
    while (unplanned_.size() > most_plans()) {
      leave_unplanned(unplanned_.back());
      unplanned_.pop_back();
    }
    unplanned_.push_back(std::move(last));
  }

  void leave_unplanned(Contender& contender) {
    ++designs_.not_planned;
    left_out_ = left_out_ || !needs_energy();
    end(contender, End::not_planned);
  }

  bool needs_energy() const { return options_.thresholds.guarantee == FixtureOptions::Promise::energy; }

  void plan_the_rest() {
    std::sort(unplanned_.begin(), unplanned_.end(), internal::has_less_error);
    const std::size_t most = std::min(unplanned_.size(), most_plans());
    for (std::size_t from = 0; from < most && !stopped_; from += kPlansAtOnce) {
      show(Stage::plans, from, most);
      plan_some(from, std::min(from + kPlansAtOnce, most));
      stopped_ = stopped_ || request_.stop.stop_requested();
    }
    for (Contender& contender : unplanned_) {
      if (contender.plan == Contender::Plan::found) {
        contenders_.push_back(std::move(contender));
      } else if (contender.plan == Contender::Plan::unknown) {
        leave_unplanned(contender);
      }
    }
    unplanned_.clear();
    std::sort(contenders_.begin(), contenders_.end(), internal::comes_first);
    designs_.planned = contenders_.size();
    leave_repeated();
  }

  void leave_repeated() {
    if (!std::holds_alternative<FixtureOptions::Lattice>(options_.candidates)) return;
    const std::vector<bool> repeated = internal::repeated(contenders_);
    internal::keep_where(contenders_, [&](std::size_t i) {
      if (!repeated[i]) return true;
      ++designs_.repeated;
      end(contenders_[i], End::repeated);
      return false;
    });
  }

  void plan_some(std::size_t from, std::size_t to) {
    std::vector<std::optional<TaskPlan>> plans(to - from);
    parallel_for_each_index(
        plans.size(), [&](std::size_t k) { plans[k] = plan_of(unplanned_[from + k].is.candidate); }, request_.threads);
    for (std::size_t k = 0; k < plans.size(); ++k) {
      Contender& contender = unplanned_[from + k];
      if (!plans[k] || plans[k]->status == InsertionPlan::Status::stopped) continue;
      if (!plans[k]->certainty.certified) {
        contender.plan = Contender::Plan::uncertain;
        contender.is.why = "whether it has a plan is not certified: " + plans[k]->certainty.reason;
        ++designs_.plans_not_certified;
        ++designs_.not_certified;
        end(contender, End::not_certified);
      } else if (plans[k]->found()) {
        contender.plan = Contender::Plan::found;
        internal::add_plan(*plans[k], contender.is.score);
      } else {
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
    if (request_.refine == 0) return;
    refine_those_at_points();
    designs_.not_refined = std::min(request_.refine, contenders_.size() - designs_.refined) - designs_.refined;
  }

  void refine_those_at_points() {
    if (!std::holds_alternative<FixtureOptions::Points>(options_.candidates)) return;
    std::vector<const Contender*> best;
    const std::vector<std::size_t> places =
        rank_fixtures(internal::scores_of(contenders_), internal::cheap_objectives(options_)).order;
    for (std::size_t k = 0; k < places.size() && best.size() < request_.refine; ++k) {
      if (contenders_[places[k]].is.candidate.locators.size() == 3) best.push_back(&contenders_[places[k]]);
    }
    std::vector<std::optional<Refinement>> refined(best.size());
    for (std::size_t from = 0; from < best.size() && !stopped_; from += kRefinedAtOnce) {
      show(Stage::refinements, from, best.size());
      parallel_for_each_index(
          std::min(kRefinedAtOnce, best.size() - from),
          [&](std::size_t k) {
            RefinementLimits limits;
            limits.stop = request_.stop;
            refined[from + k] =
                refine_fixture(task_, options_, best[from + k]->is.candidate, RefinedMeasure::worst_motion, limits);
          },
          request_.threads);
      stopped_ = stopped_ || request_.stop.stop_requested();
    }
    Contenders made;
    for (std::size_t k = 0; k < best.size(); ++k) {
      if (refined[k]) add_refined(*best[k], *refined[k], made);
    }
    std::move(made.begin(), made.end(), std::back_inserter(contenders_));
  }

  /// One that has no one-step plan by energy is no better than what it came from.
  void add_refined(const Contender& from, const Refinement& refinement, Contenders& made) {
    const CheapMeasures measures = measurer_(refinement.best);
    if (!measures.window) return;
    Contender& contender = made.emplace_back();
    contender.is.candidate = refinement.best;
    contender.is.score = internal::score_of(measures);
    contender.is.score.candidate = last_number_ + ++designs_.refined;
    contender.is.refined = {from.number(), refinement.bound, refinement.complete};
    contender.clamp_edges = measures.clamp_edges;
    contender.plan = Contender::Plan::found;
    if (options_.tolerance) add_point_error(contender);
  }

  Task task_;
  const DesignRequest& request_;
  FixtureOptions options_;
  CheapMeasurer measurer_;
  Contenders contenders_, unplanned_;
  FixtureDesigns designs_;
  std::size_t last_number_ = 0;
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
