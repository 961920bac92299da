// SPDX-License-Identifier: MIT
#include "outcome_table.h"

#include <algorithm>
#include <cstring>

namespace pawl {
namespace {

int compare(const StateSet& a, const StateSet& b) { return std::memcmp(&a, &b, sizeof(StateSet)); }

}  // namespace

bool OutcomeTable::Less::operator()(const std::vector<StateMoves>& a, const std::vector<StateMoves>& b) const {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](const StateMoves& x, const StateMoves& y) {
                                        if (x.rest != y.rest) return y.rest;
                                        if (x.escape != y.escape) return y.escape;
                                        return compare(x.successors, y.successors) < 0;
                                      });
}

bool OutcomeTable::Less::operator()(const std::vector<StepResult>& a, const std::vector<StepResult>& b) const {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](const StepResult& x, const StepResult& y) {
                                        return x.safe != y.safe ? y.safe : compare(x.rests, y.rests) < 0;
                                      });
}

std::size_t OutcomeTable::number(const std::vector<signed char>& signs) {
  planes_.moves(signs, moves_);
  return number_of_moves();
}

std::size_t OutcomeTable::number(const SignBits& signs) {
  planes_.moves(signs, moves_);
  return number_of_moves();
}

std::size_t OutcomeTable::number_of_moves() {
  const auto seen = known_.find(moves_);
  if (seen != known_.end()) return seen->second;
  const std::size_t number = add(step_results(moves_));
  known_.emplace(moves_, number);
  return number;
}

std::size_t OutcomeTable::add(std::vector<StepResult> results) {
  const auto [place, fresh] = numbers_.try_emplace(std::move(results), outcomes_.size());
  if (fresh) outcomes_.push_back(place->first);
  return place->second;
}

std::vector<StepResult> OutcomeTable::results(const std::vector<signed char>& signs) {
  planes_.moves(signs, moves_);
  return step_results(moves_);
}

}  // namespace pawl
