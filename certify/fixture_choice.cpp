// SPDX-License-Identifier: MIT
#include "fixture_choice.h"

#include <pawl/base/fault.h>
#include <pawl/base/parallel.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "fixture_scores.h"

namespace pawl::internal {
namespace {

using Objective = FixtureObjective;
using Stage = DesignProgress::Stage;

// So many at once, between two looks at the token and two words of progress.
constexpr std::size_t kMeasuresAtOnce = 8;

bool is_dear(Objective objective) { return objective == Objective::friction_limit || objective == Objective::depth; }

void take_rank(const FixtureRanking& ranking, std::size_t place, Contender& contender) {
  contender.is.worst = ranking.worst[place];
  contender.is.better = ranking.better[place];
  contender.is.loses.reset();
}

/// Of more than three locators they are not known before it is measured.
void add_clamp_edges(const FixtureOptions& options, Contender& contender) {
  if (contender.is.candidate.locators.size() == 3 || !contender.measures->clamps) return;
  contender.clamp_edges.clear();
  const auto& forbidden = options.forbidden_edges;
  for (const EdgeClamps& edge : contender.measures->clamps->edges) {
    if (std::find(forbidden.begin(), forbidden.end(), static_cast<int>(edge.edge) + 1) != forbidden.end()) continue;
    const auto in_range = [&](const ClampInterval& interval) {
      return interval.from < options.edge_range.second && interval.to > options.edge_range.first;
    };
    if (std::any_of(edge.intervals.begin(), edge.intervals.end(), in_range)) contender.clamp_edges.push_back(edge.edge);
  }
}

}  // namespace

std::vector<Objective> cheap_objectives(const FixtureOptions& options) {
  std::vector<Objective> cheap;
  std::remove_copy_if(options.objectives.begin(), options.objectives.end(), std::back_inserter(cheap), is_dear);
  return cheap.empty() ? std::vector{Objective::pose_error, Objective::margin} : cheap;
}

std::vector<FixtureScore> scores_of(const Contenders& contenders) {
  std::vector<FixtureScore> scores;
  scores.reserve(contenders.size());
  for (const Contender& contender : contenders) scores.push_back(contender.is.score);
  return scores;
}

void end_as(DesignedCandidate::End end, const DesignRequest& request, Contender& contender) {
  contender.is.end = end;
  if (request.each) request.each(contender.is);
}

FixtureChoice::FixtureChoice(const Task& task, const FixtureOptions& options, const DesignRequest& request,
                             FixtureDesigns& designs)
    : task_(task),
      options_(options),
      request_(request),
      designs_(designs),
      cheap_objectives_(cheap_objectives(options)),
      dear_objective_(std::any_of(options.objectives.begin(), options.objectives.end(), is_dear)) {
  for (std::size_t k = 0; k < designs_.thresholds.size(); ++k) {
    all_thresholds_.push_back(k);
    const std::optional<Objective> objective = designs_.thresholds[k].objective;
    if (!objective || !is_dear(*objective)) cheap_thresholds_.push_back(k);
  }
}

bool FixtureChoice::choose(Contenders contenders, bool stopped) {
  contenders_ = std::move(contenders);
  stopped_ = stopped;
  leave_those_that_meet(cheap_thresholds_);
  designs_.met = contenders_.size();
  measure_the_best();
  rank_the_best();
  return stopped_;
}

// What is dear.

void FixtureChoice::measure_the_best() {
  const std::size_t most = std::min(contenders_.size(), static_cast<std::size_t>(options_.depth_for));
  for (std::size_t done = 0; done < most && !stopped_;) {
    if (request_.progress) request_.progress({Stage::measures, done, most});
    const std::vector<std::size_t> next = next_to_measure(std::min(kMeasuresAtOnce, most - done));
    parallel_for_each_index(
        next.size(), [&](std::size_t k) { measure(contenders_[next[k]]); }, request_.threads);
    stopped_ = request_.stop.stop_requested();
    for (const std::size_t place : next) take_measures(contenders_[place]);
    done += next.size();
  }
}

std::vector<std::size_t> FixtureChoice::next_to_measure(std::size_t count) {
  if (line_is_old_) put_in_line();
  std::vector<std::size_t> next;
  while (next.size() < count && !line_.empty()) {
    next.push_back(line_.back());
    line_.pop_back();
  }
  return next;
}

/// By what is cheap, among all but those that are out.
void FixtureChoice::put_in_line() {
  std::vector<std::size_t> places;
  std::vector<FixtureScore> scores;
  for (std::size_t k = 0; k < contenders_.size(); ++k) {
    if (contenders_[k].out) continue;
    places.push_back(k);
    scores.push_back(contenders_[k].is.score);
  }
  const FixtureRanking ranking = rank_fixtures(scores, cheap_objectives_);
  line_.clear();
  for (auto at = ranking.order.rbegin(); at != ranking.order.rend(); ++at) {
    if (!contenders_[places[*at]].is.measured) line_.push_back(places[*at]);
  }
  line_is_old_ = false;
}

/// What cannot be measured is not certified, and ends no search.
void FixtureChoice::measure(Contender& contender) const {
  FixtureMeasureOptions options = request_.measures;
  options.stop = request_.stop;
  options.plan.least = guarantee_of(options_.thresholds.guarantee);
  options.plan.progress = nullptr;
  options.flood.progress = nullptr;
  if (const auto& clamp = contender.is.candidate.clamp) {
    options.clamp_at = ClampPlace{clamp->locator.edge, clamp->locator.along};
  }
  try {
    contender.measures = std::make_unique<FixtureMeasures>(
        measure_fixture(ValidTask(with_fixture(task_, contender.is.candidate)), options));
  } catch (const InputError& error) {
    contender.measures = std::make_unique<FixtureMeasures>();
    contender.measures->why = "it cannot be measured: " + error.faults().front().message;
  }
}

/// What the token ended halfway is not known.
void FixtureChoice::take_measures(Contender& contender) {
  if (contender.measures && contender.measures->stopped && stopped_) contender.measures.reset();
  if (!contender.measures) return;
  ++designs_.measured;
  const FixtureMeasures& measures = *contender.measures;
  const std::size_t number = contender.number();
  contender.is.measured = true;
  contender.is.why = measures.why;
  contender.is.score = score_of(measures);
  contender.is.score.candidate = number;
  add_clamp_edges(options_, contender);
  const bool certified = measures.found() && measures.plan->certainty.certified;
  contender.out = !certified || misses_one(contender);
  line_is_old_ = line_is_old_ || contender.out;
  if (certified) return;
  ++designs_.not_certified;
  end_as(End::not_certified, request_, contender);
}

bool FixtureChoice::misses_one(const Contender& contender) const {
  return std::any_of(designs_.thresholds.begin(), designs_.thresholds.end(),
                     [&](const FixtureThreshold& threshold) { return !threshold.met_by(contender.is.score); });
}

// The order.

void FixtureChoice::rank_the_best() {
  std::erase_if(contenders_, [](const Contender& contender) { return contender.is.end == End::not_certified; });
  const auto measured = std::stable_partition(contenders_.begin(), contenders_.end(),
                                              [](const Contender& contender) { return contender.is.measured; }) -
                        contenders_.begin();
  Contenders unmeasured;
  while (contenders_.end() - contenders_.begin() > measured) {
    unmeasured.push_front(std::move(contenders_.back()));
    contenders_.pop_back();
  }
  leave_those_that_meet(all_thresholds_);
  if (contenders_.empty() && stand_unmeasured()) {
    contenders_ = std::move(unmeasured);
    return answer(cheap_objectives_);
  }
  lose_to_those_answered(unmeasured);
}

/// Without depth_for, or stopped before one was measured: then the best by what is cheap are answered as such.
bool FixtureChoice::stand_unmeasured() const {
  return (options_.depth_for == 0 || stopped_) && cheap_thresholds_.size() == all_thresholds_.size();
}

/// `places` of the thresholds that are asked.
void FixtureChoice::leave_those_that_meet(const std::vector<std::size_t>& places) {
  std::vector<FixtureThreshold> thresholds;
  for (const std::size_t place : places) thresholds.push_back(designs_.thresholds[place]);
  const ThresholdReport report = check_thresholds(scores_of(contenders_), thresholds);
  if (report.met.empty()) keep_nearest(report, places);
  keep_where(contenders_, [&](std::size_t i) {
    if (!report.worst_missed[i]) return true;
    contenders_[i].is.threshold = places[*report.worst_missed[i]];
    ++designs_.missed[*contenders_[i].is.threshold];
    end_as(End::missed, request_, contenders_[i]);
    return false;
  });
}

void FixtureChoice::keep_nearest(const ThresholdReport& report, const std::vector<std::size_t>& places) {
  if (!report.nearest) return;
  designs_.nearest = contenders_[*report.nearest].is;
  designs_.nearest->end = End::missed;
  designs_.nearest->threshold = places[*report.worst_missed[*report.nearest]];
  for (const ThresholdReport::Mend& mend : report.mends) {
    designs_.mends.push_back({places[mend.threshold], mend.best, mend.alone, contenders_[mend.score].number()});
  }
}

/// Of the contenders the Pareto set; the others lose.
void FixtureChoice::answer(const std::vector<Objective>& objectives) {
  const FixtureRanking ranking = rank_fixtures(scores_of(contenders_), objectives);
  designs_.kept = ranking.front;
  for (std::size_t k = 0; k < ranking.order.size(); ++k) {
    const std::size_t place = ranking.order[k];
    Contender& contender = contenders_[place];
    take_rank(ranking, place, contender);
    if (ranking.loses[place]) contender.is.loses = contenders_[*ranking.loses[place]].number();
    k < ranking.front ? end_as(End::kept, request_, contender) : lose(contender);
  }
  const std::size_t top = std::min(ranking.front, static_cast<std::size_t>(options_.top));
  for (std::size_t k = 0; k < top; ++k) {
    Contender& contender = contenders_[ranking.order[k]];
    designs_.fixtures.push_back({std::move(contender.is), std::move(contender.clamp_edges),
                                 contender.measures ? std::optional(std::move(*contender.measures)) : std::nullopt});
  }
}

void FixtureChoice::lose_to_those_answered(Contenders& unmeasured) {
  const std::vector<FixtureScore> measured = scores_of(contenders_);
  std::vector<FixtureScore> all = measured;
  for (const Contender& contender : unmeasured) all.push_back(contender.is.score);
  answer(options_.objectives);
  const FixtureRanking ranking = rank_fixtures(all, cheap_objectives_);
  for (const std::size_t place : ranking.order) {
    if (place < measured.size()) continue;
    Contender& contender = unmeasured[place - measured.size()];
    take_rank(ranking, place, contender);
    const auto winner = dear_objective_
                            ? measured.end()
                            : std::find_if(measured.begin(), measured.end(), [&](const FixtureScore& score) {
                                return dominates(score, contender.is.score, options_.objectives);
                              });
    if (winner != measured.end()) contender.is.loses = winner->candidate;
    lose(contender);
  }
}

/// One that was not measured may have any depth and any friction limit.
void FixtureChoice::lose(Contender& contender) {
  if (!contender.is.loses || (dear_objective_ && !contender.is.measured)) {
    contender.is.loses.reset();
    ++designs_.not_measured;
    return end_as(End::not_measured, request_, contender);
  }
  ++designs_.dominated[static_cast<std::size_t>(contender.is.worst)];
  end_as(End::dominated, request_, contender);
}

}  // namespace pawl::internal
