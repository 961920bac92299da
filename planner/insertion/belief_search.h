// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/planner/contact_graph.h>

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exact/numbers.h"

namespace pawl::internal::inline planner {

/// The signs of planes in an open cell, one bit each: 1 where positive.
class SignBits {
 public:
  explicit SignBits(std::size_t count = 0) : words_((count + 63) / 64) {}

  bool positive(std::size_t plane) const { return (words_[plane / 64] >> (plane % 64)) & 1; }
  void set(std::size_t plane, bool positive) {
    const std::uint64_t bit = std::uint64_t{1} << (plane % 64);
    words_[plane / 64] = positive ? words_[plane / 64] | bit : words_[plane / 64] & ~bit;
  }

  /// Sets 64 signs at once, from plane 64 * place on.
  void set_word(std::size_t place, std::uint64_t word) { words_[place] = word; }

  using Words = boost::container::small_vector<std::uint64_t, 2>;
  const Words& words() const { return words_; }

  bool operator==(const SignBits&) const = default;

  struct Hash {
    std::size_t operator()(const SignBits& bits) const {
      std::uint64_t hash = 0;
      for (const std::uint64_t word : bits.words_) hash = (hash ^ word) * 0x9e3779b97f4a7c15u + (hash >> 29);
      return static_cast<std::size_t>(hash ^ (hash >> 32));
    }
  };

 private:
  Words words_;
};

/// Cells by the signs of their planes, numbered from 0 as they come. A million cells of a thousand planes are 125 bytes
/// of signs each, and some 10 to find them by: the signs lie in blocks that never move, and a table of numbers with
/// open addressing leads to them.
class SignTable {
 public:
  explicit SignTable(std::size_t planes = 0) : planes_(planes), words_(SignBits(planes).words().size()) {}

  std::size_t size() const { return count_; }

  /// The cell's number, and whether it is new.
  std::pair<std::size_t, bool> insert(const SignBits& signs) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    std::uint32_t& slot = slots_[slot_of(signs)];
    if (slot != kFree) return {slot, false};
    if (count_ % kBlock == 0) blocks_.push_back(std::make_unique<std::uint64_t[]>(kBlock * words_));
    std::copy(signs.words().begin(), signs.words().end(), row(count_));
    slot = static_cast<std::uint32_t>(count_);
    return {count_++, true};
  }

  std::optional<std::size_t> find(const SignBits& signs) const {
    if (slots_.empty()) return std::nullopt;
    const std::uint32_t slot = slots_[slot_of(signs)];
    return slot == kFree ? std::nullopt : std::optional<std::size_t>(slot);
  }

  SignBits signs(std::size_t cell) const {
    SignBits bits(planes_);
    for (std::size_t word = 0; word < words_; ++word) bits.set_word(word, row(cell)[word]);
    return bits;
  }

 private:
  static constexpr std::uint32_t kFree = 0xffffffff;
  static constexpr std::size_t kBlock = 1024;

  std::uint64_t* row(std::size_t cell) const { return blocks_[cell / kBlock].get() + (cell % kBlock) * words_; }

  /// Where a cell is, or would be.
  std::size_t slot_of(const SignBits& signs) const {
    std::size_t place = SignBits::Hash()(signs) % slots_.size();
    const auto same = [&](std::uint32_t cell) {
      return std::equal(signs.words().begin(), signs.words().end(), row(cell));
    };
    while (slots_[place] != kFree && !same(slots_[place])) place = (place + 1) % slots_.size();
    return place;
  }

  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), kFree);
    for (std::size_t cell = 0; cell < count_; ++cell) slots_[slot_of(signs(cell))] = static_cast<std::uint32_t>(cell);
  }

  std::size_t planes_, words_;
  std::size_t count_ = 0;
  std::vector<std::unique_ptr<std::uint64_t[]>> blocks_;
  std::vector<std::uint32_t> slots_;
};

/// All face planes of the cones of a contact graph, each once, and the cones, each once, as tests of the planes' signs.
/// On a set of wrenches where no plane's sign changes, what may happen in every state is constant.
///
/// For open cells, where no plane is 0, a cell's key says it in one bit a cone: whether the cone holds the cell. It
/// does where no plane of the cone's faces has the wrong sign, a few words of bits at once; cells with the same key
/// need not be looked at twice. Cost of a key: cones x planes / 64.
class GraphPlanes {
 public:
  /// `graph` must outlive the use. Not complete, and then of no use but for complete(), when `stop` ended it or the
  /// graph is not complete.
  GraphPlanes(const ContactGraph& graph, const StopToken& stop);
  bool complete() const { return complete_; }

  /// Whether another graph has the same states, each with as many modes.
  bool fits(const ContactGraph& graph) const;
  /// Refers to a copy of the graph from now on.
  void refer_to(const ContactGraph& graph) { graph_ = &graph; }

  /// Primitive normals, the first nonzero entry positive, in order of appearance.
  const std::vector<IntegerVector>& planes() const { return planes_; }
  int state_count() const { return static_cast<int>(rest_cones_.size()); }

  /// What may happen in each state where plane k has sign signs[k] (-1, 0, 1).
  void moves(const std::vector<signed char>& signs, std::vector<StateMoves>& moves) const;
  /// In an open cell, where no plane is 0: what the moves depend on, one bit a cone that holds the cell and what orders
  /// gaps.
  void key(const SignBits& signs, SignBits& key) const;
  std::size_t key_size() const { return open_cones_.size() + comparisons_.size(); }
  /// The moves that belong to a key.
  void moves(const SignBits& key, std::vector<StateMoves>& moves) const;

 private:
  /// A mode of a state, by its place among them.
  struct ModeTest {
    int state, mode;
  };
  struct ConeTest {
    std::vector<std::pair<int, int>> faces;  ///< plane and side: side * sign <= 0 in the cone
    std::vector<int> equalities;
    std::vector<ModeTest> modes;  ///< whose closed cone it is
  };
  class Builder;

  void set_masks();
  const StateMode& mode_of(const ModeTest& test) const { return graph_->modes(test.state)[test.mode]; }
  bool holds(const ConeTest& test, const std::vector<signed char>& signs) const;
  bool in_excluded(const ConeTest& cone, const StateMode& mode, const std::vector<signed char>& signs) const;
  template <class Admits, class Sign>
  void find_moves(const std::vector<char>& inside, const Admits& admits, const Sign& sign,
                  std::vector<StateMoves>& moves) const;
  template <class Sign>
  StateSet displaced_successors(const StateMode& mode, const Sign& sign) const;

  const ContactGraph* graph_;
  bool complete_ = false;
  std::vector<IntegerVector> planes_;
  std::vector<ConeTest> cones_;
  std::vector<int> open_cones_;       ///< those with interior
  std::vector<std::uint64_t> masks_;  ///< for each of them the planes that are negative inside, and those positive
  std::vector<int> rest_cones_;       ///< of each state
  std::vector<std::pair<int, int>> comparisons_;  ///< of the gap order: plane (-1: none) and side
};

/// The distinct outcomes of cells, by the signs of the planes: an outcome is the step results of all states, where the
/// part may come to rest from each. Many cells share one, and most have the key (GraphPlanes::key) of a cell seen
/// before: three tables, of keys, of moves and of results, so that states are followed only for moves that are new.
class OutcomeTable {
 public:
  OutcomeTable(const ContactGraph& graph, const StopToken& stop) : planes_(graph, stop), key_(planes_.key_size()) {}

  const GraphPlanes& planes() const { return planes_; }
  const std::vector<std::vector<StepResult>>& outcomes() const { return outcomes_; }

  /// Forgets the outcomes; those to come are by a copy of the graph.
  void retell(const ContactGraph& graph);

  /// The outcome's number.
  std::size_t number(const std::vector<signed char>& signs);
  std::size_t number(const SignBits& signs);
  std::size_t add(std::vector<StepResult> results);
  /// Results at wrenches that may lie on planes, where thin modes count; not kept.
  std::vector<StepResult> results(const std::vector<signed char>& signs);

 private:
  struct Hash {
    std::size_t operator()(const std::vector<StateMoves>& moves) const;
    std::size_t operator()(const std::vector<StepResult>& results) const;
  };

  std::size_t number_of_moves();

  GraphPlanes planes_;
  SignBits key_;                   // of the last cell
  std::vector<StateMoves> moves_;  // the last ones looked for
  std::unordered_map<SignBits, std::size_t, SignBits::Hash> keys_;
  std::unordered_map<std::vector<StateMoves>, std::size_t, Hash> known_;
  std::unordered_map<std::vector<StepResult>, std::size_t, Hash> numbers_;
  std::vector<std::vector<StepResult>> outcomes_;
};

/// Problem: the fewest steps from a start belief to the belief {goal}. A belief is a set of states that the part may be
/// in. A step is an outcome: what the wrenches of one kind of cell do in every state. Where it is safe from all states
/// of a belief, it leads to the union of the states in which the part may then come to rest.
///
/// Method: A* [Hart, Nilsson, Raphael 1968], by Boost.Graph, with the estimate 0 at the goal and 1 elsewhere. A belief
/// that holds another one found no later is dropped: what brings it to the goal brings the smaller one there. What is
/// left is a tree, grown as it is searched.
///
/// Cost: a belief that is expanded takes outcomes x states, and each belief found is compared with all that are kept.
/// Their number may grow exponentially with that of the states; `stop` ends the search at any time.
class BeliefSearch {
 public:
  struct Node {
    StateSet belief;
    int steps;           ///< from the start
    int rank;            ///< steps and those that are left at least
    std::size_t parent;  ///< node
  };

  /// `outcomes`: for each kind of cell the step results of all states.
  BeliefSearch(const std::vector<std::vector<StepResult>>& outcomes, const StateSet& start, int goal)
      : outcomes_(outcomes), goal_(StateSet().set(static_cast<std::size_t>(goal))), start_(start) {}

  enum class End { reached, exhausted, stopped };
  /// A goal is looked for no further than `most_steps` away. `progress`: told before each belief is expanded the number
  /// of those before, if it is there.
  End run(const StopToken& stop, const std::function<void(std::size_t explored)>& progress = {},
          int most_steps = std::numeric_limits<int>::max());

  /// The beliefs in the order they were found; after End::exhausted, with steps without end, they are the members of a
  /// certificate (InsertionPlan::certificate). The start counts as one to be left even where it is the goal: a plan has
  /// a step.
  const std::vector<Node>& nodes() const { return nodes_; }
  int steps_to_goal() const { return steps_to_goal_; }

 private:
  struct Tree;
  struct Visitor;

  bool dominated(const StateSet& belief) const;
  void expand(std::size_t node);

  StopToken stop_;
  int most_steps_ = std::numeric_limits<int>::max();
  const std::vector<std::vector<StepResult>>& outcomes_;
  StateSet goal_, start_;
  std::vector<Node> nodes_;
  int steps_to_goal_ = -1;
};

}  // namespace pawl::internal::inline planner
