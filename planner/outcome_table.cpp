// SPDX-License-Identifier: MIT
#include "outcome_table.h"

#include <functional>

namespace pawl::internal {
namespace {

/// Keys that are remembered: what lies near together shares them, and they are long.
constexpr std::size_t kMostKeys = 10000;

/// One more number into a hash.
void mix(std::size_t& hash, std::size_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15u + (hash >> 29); }

}  // namespace

std::size_t OutcomeTable::Hash::operator()(const std::vector<StateMoves>& moves) const {
  std::size_t hash = moves.size();
  for (const StateMoves& one : moves) {
    mix(hash, std::hash<StateSet>()(one.successors));
    mix(hash, (one.rest ? 1u : 0u) + (one.escape ? 2u : 0u));
  }
  return hash;
}

std::size_t OutcomeTable::Hash::operator()(const std::vector<StepResult>& results) const {
  std::size_t hash = results.size();
  for (const StepResult& one : results) {
    mix(hash, std::hash<StateSet>()(one.rests));
    mix(hash, one.safe ? 1 : 0);
  }
  return hash;
}

void OutcomeTable::retell(const ContactGraph& graph) {
  planes_.refer_to(graph);
  keys_.clear();
  known_.clear();
  numbers_.clear();
  outcomes_.clear();
}

std::size_t OutcomeTable::number(const std::vector<signed char>& signs) {
  planes_.moves(signs, moves_);
  return number_of_moves();
}

std::size_t OutcomeTable::number(const SignBits& signs) {
  planes_.key(signs, key_);
  if (keys_.size() >= kMostKeys) keys_.clear();
  const auto [place, fresh] = keys_.try_emplace(key_);
  if (fresh) {
    planes_.moves(key_, moves_);
    place->second = number_of_moves();
  }
  return place->second;
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

}  // namespace pawl::internal
