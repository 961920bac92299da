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

/// The signs of planes in an open cell, with one bit per plane. The bit is 1 if the sign is positive.
class SignBits {
 public:
  explicit SignBits(std::size_t count = 0) : words_((count + 63) / 64) {}

  bool positive(std::size_t plane) const { return (words_[plane / 64] >> (plane % 64)) & 1; }
  void set(std::size_t plane, bool positive) {
    const std::uint64_t bit = std::uint64_t{1} << (plane % 64);
    words_[plane / 64] = positive ? words_[plane / 64] | bit : words_[plane / 64] & ~bit;
  }

  /// Sets the signs of 64 planes at once. The first of them is plane 64 * place.
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

/// A table of cells, which are identified by the signs of their planes. Cells are numbered from 0 in the order of
/// insertion. The signs are stored in blocks that are never moved. A hash table with open addressing finds the number
/// of the cell with given signs. With a thousand planes, a cell takes 125 bytes for its signs and about 10 bytes in the
/// hash table.
class SignTable {
 public:
  explicit SignTable(std::size_t planes = 0) : planes_(planes), words_(SignBits(planes).words().size()) {}

  std::size_t size() const { return count_; }

  /// Returns the number of the cell, and whether the cell is new.
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

  /// Returns the slot of a cell, or the slot into which it would be inserted.
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

/// All face planes of the cones of a contact graph, and the cones in the form of tests of the planes' signs. Each plane
/// and each cone is stored once. In a set of wrenches in which no plane changes its sign, all wrenches cause the same
/// possible moves in every state.
///
/// In an open cell no plane has the sign 0. The key of such a cell represents the moves. It has one bit per comparison
/// of gaps, and one bit per cone with an interior, which states whether the cone contains the cell. The cone contains
/// the cell if no plane of the cone's faces has the wrong sign. This test takes a few operations on words of bits.
/// Cells with equal keys have equal moves. Computing a key costs cones x planes / 64 operations.
class GraphPlanes {
 public:
  /// Collects the planes. `graph` must outlive the use of this object. If `stop` ended the collection early, or if the
  /// graph is not complete, complete() is false and no other member may be used.
  GraphPlanes(const ContactGraph& graph, const StopToken& stop);
  bool complete() const { return complete_; }

  /// Returns whether another graph has the same states, each with the same number of modes.
  bool fits(const ContactGraph& graph) const;
  /// Replaces the graph by another graph, for which fits(graph) must be true. `graph` must outlive every later use of
  /// this object.
  void refer_to(const ContactGraph& graph) { graph_ = &graph; }

  /// Returns the normals of the planes as primitive vectors whose first nonzero entry is positive, in the order in
  /// which they were found.
  const std::vector<IntegerVector>& planes() const { return planes_; }
  int state_count() const { return static_cast<int>(rest_cones_.size()); }

  /// Computes the moves in each state if plane k has the sign signs[k] (-1, 0, 1).
  void moves(const std::vector<signed char>& signs, std::vector<StateMoves>& moves) const;
  /// Computes the key of an open cell, in which no plane has the sign 0. The key has one bit per cone with an interior,
  /// which is 1 if the cone contains the cell, and one bit per comparison of gaps. The moves depend only on the key.
  void key(const SignBits& signs, SignBits& key) const;
  std::size_t key_size() const { return open_cones_.size() + comparisons_.size(); }
  /// Computes the moves in each state for the cells that have the key `key`.
  void moves(const SignBits& key, std::vector<StateMoves>& moves) const;

 private:
  /// A mode, given by the index of its state and its index among the modes of this state.
  struct ModeTest {
    int state, mode;
  };
  struct ConeTest {
    /// Faces of the cone as (plane, side); a wrench in the cone has side * (sign of the plane) <= 0.
    std::vector<std::pair<int, int>> faces;
    std::vector<int> equalities;
    std::vector<ModeTest> modes;  ///< modes that have this cone as their closed cone
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
  std::vector<int> open_cones_;  ///< indices of the cones that have an interior
  /// Two masks per cone in open_cones_: the planes that are negative inside it, and those that are positive.
  std::vector<std::uint64_t> masks_;
  std::vector<int> rest_cones_;  ///< index of the rest cone of each state
  /// Plane of each comparison of gaps (-1: none), and its sign if the first gap closes first.
  std::vector<std::pair<int, int>> comparisons_;
};

/// The distinct outcomes of cells, found from the signs of the planes. An outcome has one step result per state:
/// whether a step from this state is safe, and in which states the part may then come to rest.
///
/// Many cells have the same outcome, and most cells have the same key (GraphPlanes::key) as an earlier cell. Therefore
/// separate tables contain keys, moves and results, and step results are computed only for new moves.
class OutcomeTable {
 public:
  OutcomeTable(const ContactGraph& graph, const StopToken& stop) : planes_(graph, stop), key_(planes_.key_size()) {}

  const GraphPlanes& planes() const { return planes_; }
  const std::vector<std::vector<StepResult>>& outcomes() const { return outcomes_; }

  /// Discards the outcomes. Later outcomes are computed for `graph`, which must have the same states and numbers of
  /// modes as the present graph (GraphPlanes::fits()) and must outlive every later use of this table.
  void update_outcomes(const ContactGraph& graph);

  /// Returns the number of the outcome of the cells that have these signs of planes.
  std::size_t number(const std::vector<signed char>& signs);
  std::size_t number(const SignBits& signs);
  std::size_t add(std::vector<StepResult> results);
  /// Returns the results at a wrench that may lie on planes, so that modes whose cones have no interior are included.
  /// Does not store the results.
  std::vector<StepResult> results(const std::vector<signed char>& signs);

 private:
  struct Hash {
    std::size_t operator()(const std::vector<StateMoves>& moves) const;
    std::size_t operator()(const std::vector<StepResult>& results) const;
  };

  std::size_t number_of_moves();

  GraphPlanes planes_;
  SignBits key_;                   // key of the cell of the last lookup
  std::vector<StateMoves> moves_;  // moves of the last lookup
  std::unordered_map<SignBits, std::size_t, SignBits::Hash> keys_;
  std::unordered_map<std::vector<StateMoves>, std::size_t, Hash> known_;
  std::unordered_map<std::vector<StepResult>, std::size_t, Hash> numbers_;
  std::vector<std::vector<StepResult>> outcomes_;
};

/// Searches for a sequence with the fewest steps from a start belief to a belief that contains only goal states. A
/// belief is a set of states in which the part may be. A step is an outcome: for each state, the step result of the
/// wrenches of one kind of cell. If an outcome is safe from all states of a belief, it leads from this belief to
/// another belief, which contains all states in which the part may come to rest.
///
/// The method is A* [Hart, Nilsson, Raphael 1968], implemented with Boost.Graph. The estimate is 0 at the goal and 1
/// for all other beliefs. Steps that bring the part from a belief to the goal also bring it there from each subset of
/// the belief. Therefore a belief is dropped if it contains a belief that was found earlier and needs at most as many
/// steps. The remaining beliefs form a tree, which is built during the search.
///
/// The cost of expanding a belief is outcomes x states, and each new belief is compared with all stored beliefs. The
/// number of beliefs may grow exponentially with the number of states; `stop` ends the search at any time.
class BeliefSearch {
 public:
  struct Node {
    StateSet belief;
    int steps;           ///< number of steps from the start
    int rank;            ///< number of steps from the start, plus a lower bound on the number of remaining steps
    std::size_t parent;  ///< index of the parent node
  };

  /// `outcomes` contains one entry per kind of cell: the step results of all states.
  BeliefSearch(const std::vector<std::vector<StepResult>>& outcomes, const StateSet& start, const StateSet& goals)
      : outcomes_(outcomes), goals_(goals), start_(start) {}

  enum class End { reached, exhausted, stopped };
  /// Searches for the goal within `most_steps` steps. Before each belief is expanded, calls `progress`, if it is not
  /// empty, with the number of beliefs that were expanded before.
  End run(const StopToken& stop, const std::function<void(std::size_t explored)>& progress = {},
          int most_steps = std::numeric_limits<int>::max());

  /// Returns the beliefs in the order in which they were found. After End::exhausted with an unlimited number of steps,
  /// they are the members of a certificate (InsertionPlan::certificate). If the start is at the goal, it is
  /// nevertheless expanded, because a plan has at least one step.
  const std::vector<Node>& nodes() const { return nodes_; }
  int steps_to_goal() const { return steps_to_goal_; }

 private:
  struct Tree;
  struct Visitor;

  bool at_goal(const StateSet& belief) const { return (belief & ~goals_).none(); }
  bool dominated(const StateSet& belief) const;
  void expand(std::size_t node);

  StopToken stop_;
  int most_steps_ = std::numeric_limits<int>::max();
  const std::vector<std::vector<StepResult>>& outcomes_;
  StateSet goals_, start_;
  std::vector<Node> nodes_;
  int steps_to_goal_ = -1;
};

}  // namespace pawl::internal::inline planner
