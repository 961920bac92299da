// SPDX-License-Identifier: MIT
#include "insertion/contact_graph.h"

#include <fmt/format.h>
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/planner/contact_graph.h>
#include <pawl/planner/contact_states.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <string>
#include <vector>

#include "cones/cone.h"
#include "contact/contact_rows.h"
#include "exact/numbers.h"
#include "modes/mode_matrices.h"

namespace pawl::internal::inline planner {
namespace {

RationalVector exact_vector(const Eigen::Vector3d& v) {
  RationalVector result(3);
  for (int k = 0; k < 3; ++k) result[k] = rational(v[k]);
  return result;
}

/// Returns the row [n; p x n] of each contact, where p is relative to the centre of mass.
std::vector<RationalVector> normal_rows(const ContactSet& set) {
  ExactFrames frames;
  frames.assign(set);
  std::vector<RationalVector> rows;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const ExactFrame f = frames.frame(i);
    const Rational length = 1 / Rational(f.normal_factor);
    RationalVector& row = rows.emplace_back(3);
    row << f.nx * length, f.ny * length, f.normal_arm * length / Rational(frames.scale());
  }
  return rows;
}

Rational scalar_product(const RationalVector& a, const RationalVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Returns the gaps at one displacement, which has the index `number`. Throws InputError unless all gaps are positive.
std::vector<Rational> gaps_at(const std::vector<RationalVector>& rows, const Eigen::Vector3d& displacement,
                              std::size_t number) {
  const std::string pointer = fmt::format("/start/displacements/{}", number);
  const std::string value = fmt::format("[{}, {}, {}]", displacement.x(), displacement.y(), displacement.z());
  if (!displacement.allFinite()) throw InputError(pointer, value, "must be finite numbers");
  std::vector<Rational> gaps;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    gaps.push_back(scalar_product(rows[i], exact_vector(displacement)));
    if (gaps.back() <= 0) {
      throw InputError(pointer, value,
                       fmt::format("must open the gap of every fixel, but does not open that of fixel {}", i + 1));
    }
  }
  return gaps;
}

}  // namespace

GapOrder::GapOrder(const ContactSet& seated, const std::vector<Eigen::Vector3d>& displacements)
    : per_pair_(displacements.size()) {
  const std::vector<RationalVector> rows = normal_rows(seated);
  std::vector<std::vector<Rational>> gaps;
  for (std::size_t m = 0; m < displacements.size(); ++m) gaps.push_back(gaps_at(rows, displacements[m], m));
  const Rational mass = rational(seated.mass);
  const Rational inertia = rational(seated.inertia);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = i + 1; j < rows.size(); ++j) {
      for (const std::vector<Rational>& gap : gaps) {
        RationalVector normal = gap[i] * rows[j] - gap[j] * rows[i];
        normal[0] *= inertia;  // multiplies the row by m I M^-1, where m is the mass and I the inertia
        normal[1] *= inertia;
        normal[2] *= mass;
        comparisons_.push_back({static_cast<int>(i), static_cast<int>(j), integer_vector(normal)});
      }
    }
  }
}

}  // namespace pawl::internal::inline planner

namespace pawl {
namespace {

bool fewer_or_first(const FixelSet& a, const FixelSet& b) {
  if (a.count() != b.count()) return a.count() < b.count();
  const std::size_t first = internal::set_pointer(a ^ b);
  return first < a.size() && a[first];
}

}  // namespace

/// Finds the states from the modes that the set has if all its contacts touch. Each mode belongs to a face of the
/// admissible cone and keeps the contacts whose rows vanish on this face. Each set of kept contacts is a state.
ContactStates::ContactStates(const ContactSet& seated) {
  if (seated.size() > static_cast<std::size_t>(kMostFixels)) {
    throw InputError("/fixels", std::to_string(seated.size()),
                     "a plan can have at most " + std::to_string(kMostFixels) + " fixels");
  }
  ContactSet touching = seated;
  for (Contact& contact : touching.contacts) contact.touching = true;
  touching.validate();
  FeasibleModesSolver modes;
  modes.solve(touching);
  for (std::size_t k = 0; k < modes.count(); ++k) {
    FixelSet kept;
    for (std::size_t i = 0; i < touching.size(); ++i) kept[i] = modes.letters(k)[i] != 's';
    states_.push_back(kept);
  }
  std::sort(states_.begin(), states_.end(), fewer_or_first);
  states_.erase(std::unique(states_.begin(), states_.end()), states_.end());
  PAWL_ASSERT(states_.back().count() == seated.size() && states_.size() <= StateSet().size());
}

std::vector<int> ContactStates::fixels(int state) const {
  std::vector<int> numbers;
  for (int i = 0; i < kMostFixels; ++i) {
    if (mask(state)[i]) numbers.push_back(i);
  }
  return numbers;
}

std::optional<int> ContactStates::find(const FixelSet& mask) const {
  const auto found = std::lower_bound(states_.begin(), states_.end(), mask, fewer_or_first);
  if (found == states_.end() || *found != mask) return std::nullopt;
  return static_cast<int>(found - states_.begin());
}

int ContactStates::closure(const FixelSet& fixels) const {
  if ((fixels & ~states_.back()).any()) internal::refuse_fixels();
  FixelSet smallest = states_.back();
  for (const FixelSet& state : states_) {
    if ((state & fixels) == fixels) smallest &= state;
  }
  const std::optional<int> state = find(smallest);
  PAWL_ASSERT(state.has_value());  // this state exists, because an intersection of faces is a face
  return *state;
}

using internal::GapOrder;

/// The impact modes of each state, which are computed when they are first used.
struct ContactGraph::Impacts {
  explicit Impacts(std::size_t states) : sought(states), of_state(states) {}

  std::vector<std::once_flag> sought;
  std::vector<std::vector<Impact>> of_state;
};

ContactGraph::ContactGraph(const ContactSet& seated, Options options, const StopToken& stop)
    : seated_(seated),
      states_(seated),
      impacts_(std::make_shared<Impacts>(static_cast<std::size_t>(states_.count()))),
      options_(std::move(options)) {
  if (!options_.numbers.empty() && options_.numbers.size() != seated.size()) {
    throw InputError("numbers", std::to_string(options_.numbers.size()),
                     "must be empty, or have one entry per contact");
  }
  if (!options_.displacements.empty()) {
    if (states_.count() >= static_cast<int>(StateSet().size())) {
      throw InputError("/fixels", std::to_string(seated.size()),
                       "too many contact states for an additional displaced start");
    }
    order_ = std::make_shared<const GapOrder>(seated, options_.displacements);
  }
  complete_ = add_states(stop) && (options_.gains == Gains::any || judge_gains(stop));
}

std::string ContactGraph::name(int state) const {
  std::string text = "{";
  for (const int contact : fixels(state)) {
    const int number = options_.numbers.empty() ? contact + 1 : options_.numbers[contact];
    if (text.size() > 1) text += ' ';
    text += std::to_string(number);
  }
  return text + "}";
}

ContactGraph ContactGraph::judging(Gains gains, const StopToken& stop) const {
  ContactGraph graph = *this;
  graph.options_.gains = gains;
  if (options_.gains != gains) graph.complete_ = complete_ && graph.judge_gains(stop);
  return graph;
}

bool ContactGraph::add_states(const StopToken& stop) {
  WrenchConeSolver solver;
  FeasibleModesSolver modes;
  solver.set(seated_);
  for (int state = 0; state < states_.count(); ++state) {
    if (stop.stop_requested()) return false;
    const ContactSet set = contacts_in(state);
    modes.solve(set);
    solver.touch(set);
    if (!add_modes(state, modes, solver, stop)) return false;
    rest_.push_back(solver.rest());
  }
  return true;
}

ContactSet ContactGraph::contacts_in(int state) const {
  ContactSet set = seated_;
  for (std::size_t i = 0; i < set.size(); ++i) set.contacts[i].touching = states_.mask(contact_state(state))[i];
  return set;
}

bool ContactGraph::add_modes(int state, const FeasibleModesSolver& feasible, WrenchConeSolver& solver,
                             const StopToken& stop) {
  std::vector<StateMode>& modes = modes_.emplace_back();
  modes.reserve(feasible.count());
  for (std::size_t k = 0; k < feasible.count(); ++k) {
    if (stop.stop_requested()) return false;
    solver.solve(feasible.letters(k));
    WrenchCone cone = solver.result();
    StateMode mode;
    const std::string& letters = cone.mode.str();
    for (std::size_t i = 0; i < letters.size(); ++i) {
      mode.kept[i] = letters[i] == 'l' || letters[i] == 'r' || letters[i] == 'n';
      mode.approached[i] = letters[i] == 'a';
    }
    const auto holds = [&](char letter) { return letter == 'n' || letter == 's'; };
    mode.can_rest = mode.kept == states_.mask(state) && std::all_of(letters.begin(), letters.end(), holds);
    mode.successors = successors(mode.kept, mode.approached);
    mode.cone = std::move(cone);
    modes.push_back(std::move(mode));
  }
  return true;
}

/// A state is a successor if two conditions hold. The state contains at least one approached fixel. No smaller state
/// contains all kept contacts and those approached fixels that this state contains.
StateSet ContactGraph::successors(const FixelSet& kept, const FixelSet& approached) const {
  StateSet found;
  for (int state = 0; state < states_.count(); ++state) {
    const FixelSet gained = approached & states_.mask(state);
    if (gained.none() || (kept & ~states_.mask(state)).any()) continue;
    found[state] = states_.closure(kept | gained) == state;
  }
  return found;
}

StateSet ContactGraph::displaced_successors(const StateMode& mode, const Eigen::Vector3d& g) const {
  const auto& comparisons = order_->comparisons();
  const internal::IntegerVector wrench = internal::integer_vector(std::array{g.x(), g.y(), g.z()});
  const auto sign = [&](std::size_t k) { return internal::dot(comparisons[k].normal, wrench).sign(); };
  return successors(mode.kept, order_->first(mode.approached, sign));
}

std::vector<int> ContactGraph::consistent(int state, const Eigen::Vector3d& g) const {
  internal::require_finite("wrench", g);
  std::vector<int> found;
  for (std::size_t k = 0; k < modes(state).size(); ++k) {
    if (modes(state)[k].cone.admits(g)) found.push_back(static_cast<int>(k));
  }
  return found;
}

StateMoves ContactGraph::moves(int state, const Eigen::Vector3d& g) const {
  internal::require_finite("wrench", g);
  StateMoves result;
  result.rest = rest_cone(state).contains(g);
  for (const int k : consistent(state, g)) {
    const StateMode& mode = modes(state)[k];
    if (mode.can_rest && result.rest) continue;
    result.escape = result.escape || mode.successors.none() || mode.bounces;
    result.successors |= state == displaced() ? displaced_successors(mode, g) : mode.successors;
  }
  return result;
}

namespace {

/// A depth-first search over the successors of states. If the search reaches a state that it has entered but not
/// finished, it has found a cycle.
class Follower {
 public:
  explicit Follower(const std::vector<StateMoves>& moves)
      : moves_(moves), results_(moves.size()), mark_(moves.size()) {}

  std::vector<StepResult> follow_all() {
    for (std::size_t state = 0; state < moves_.size(); ++state) follow(state);
    return std::move(results_);
  }

 private:
  enum class Mark : char { untouched, open, done };

  void follow(std::size_t state) {
    if (mark_[state] == Mark::done) return;
    StepResult& result = results_[state];
    if (mark_[state] == Mark::open) {
      result.safe = false;
      return;
    }
    mark_[state] = Mark::open;
    if (moves_[state].escape) result.safe = false;
    if (moves_[state].rest) result.rests.set(state);
    for (std::size_t next = internal::set_pointer(moves_[state].successors); next < StateSet().size();
         next = internal::set_pointer(moves_[state].successors, next + 1)) {
      follow(next);
      // If `next` closes a cycle of states, the present state is on the cycle, and every state of the cycle leads to
      // it. It is marked as unsafe before it is finished, so that all states of the cycle become unsafe.
      if (!results_[next].safe) result.safe = false;
      result.rests |= results_[next].rests;
    }
    if (!result.safe) result.rests.reset();
    mark_[state] = Mark::done;
  }

  const std::vector<StateMoves>& moves_;
  std::vector<StepResult> results_;
  std::vector<Mark> mark_;
};

}  // namespace

std::vector<StepResult> step_results(const std::vector<StateMoves>& moves) {
  internal::require_index("moves", moves.empty() ? 0 : static_cast<std::ptrdiff_t>(moves.size()) - 1,
                          StateSet().size());
  for (const StateMoves& move : moves) {
    internal::require_states("successors", move.successors, static_cast<int>(moves.size()));
  }
  return Follower(moves).follow_all();
}

StepResult step(const std::vector<StepResult>& results, const StateSet& belief) {
  internal::require_states("belief", belief, static_cast<int>(results.size()));
  StepResult all;
  for (std::size_t state = 0; state < results.size(); ++state) {
    if (!belief[state]) continue;
    all.safe = all.safe && results[state].safe;
    all.rests |= results[state].rests;
  }
  if (!all.safe) all.rests.reset();
  return all;
}

// The functions below decide whether gained contacts are kept. The plastic impact problem has the same wrench cones as
// the problem at rest, with M v in place of g.

namespace {

/// Returns whether some row of cone b, or its negative, is certainly positive on all of cone a except at 0. If such a
/// row exists, 0 is the only common point of the cones. A sign is certain if the products with unit rays exceed a
/// threshold far above their rounding errors of about 1e-15.
bool row_parts(const Cone& a, const Cone& b) {
  constexpr double kSurely = 1e-9;
  if (a.lineality() > 0) return false;
  const auto positive = [&](const Eigen::Vector3d& row) {
    return std::all_of(a.rays().begin(), a.rays().end(),
                       [&](const Eigen::Vector3d& ray) { return row.dot(ray) > kSurely; });
  };
  return std::any_of(b.faces().begin(), b.faces().end(), positive) ||
         std::any_of(b.equalities().begin(), b.equalities().end(),
                     [&](const Eigen::Vector3d& row) { return positive(row) || positive(-row); });
}

/// Returns whether the relative interiors of both cones have a common wrench, even after small perturbations. The
/// distance of this wrench from all faces must exceed rounding errors. If neither cone has an interior, the planes of
/// the cones must cross at this wrench.
bool surely_overlap(const Cone& a, const Cone& b) {
  constexpr double kSurely = 1e-9;
  const Cone common = intersection(a, b);
  if (common.dimension() != a.dimension() + b.dimension() - 3) return false;
  const Eigen::Vector3d inside = relative_interior_point(common);
  const auto clear_of = [&](const Eigen::Vector3d& face) { return face.dot(inside) < -kSurely; };
  return std::all_of(a.faces().begin(), a.faces().end(), clear_of) &&
         std::all_of(b.faces().begin(), b.faces().end(), clear_of);
}

}  // namespace

const std::vector<ContactGraph::Impact>& ContactGraph::impacts_in(int state) const {
  const auto place = static_cast<std::size_t>(state);
  std::call_once(impacts_->sought[place], [&] { impacts_->of_state[place] = find_impacts(state); });
  return impacts_->of_state[place];
}

/// Finds those impact modes of a state in which at least one touching contact is lost. Impact modes describe only the
/// touching contacts, because open gaps do not affect an impact.
std::vector<ContactGraph::Impact> ContactGraph::find_impacts(int state) const {
  const std::vector<int> touching = fixels(state);
  ContactSet set = contacts_in(state);
  std::erase_if(set.contacts, [](const Contact& contact) { return !contact.touching; });
  FeasibleModesSolver modes;
  modes.solve(set);
  WrenchConeSolver solver;
  solver.set(set);
  solver.touch(set);  // the solver reuses the data that do not depend on which contacts touch
  std::vector<Impact> impacts;
  for (std::size_t k = 0; k < modes.count(); ++k) {
    FixelSet lost;
    for (std::size_t i = 0; i < touching.size(); ++i) lost[touching[i]] = modes.letters(k)[i] == 's';
    if (lost.none()) continue;
    solver.solve(modes.letters(k));
    impacts.push_back({lost, solver.result()});
  }
  return impacts;
}

bool ContactGraph::judge_gains(const StopToken& stop) {
  WrenchConeSolver solver;
  solver.set(seated_);
  for (int state = 0; state < states_.count(); ++state) {
    const ContactSet set = contacts_in(state);
    solver.touch(set);
    for (StateMode& mode : modes_[state]) {
      if (stop.stop_requested()) return false;
      mode.bounces = false;
      if (mode.successors.none()) continue;
      solver.solve(mode.cone.mode.str());
      mode.bounces = may_bounce(mode, solver.momenta(), stop);
    }
  }
  return !stop.stop_requested();
}

bool ContactGraph::may_bounce(int state, const StateMode& mode, const StopToken& stop) const {
  return mode.successors.any() && may_bounce(mode, momentum_cone(contacts_in(state), mode.cone.mode), stop);
}

/// Returns whether a contact may bounce off. `arriving` is the cone of the momenta that the part may have at the impact
/// if it moves in this mode. Returns true if `stop` ends the test.
bool ContactGraph::may_bounce(const StateMode& mode, const WrenchCone& arriving, const StopToken& stop) const {
  const auto may_follow = [&](const WrenchCone& impact) {
    if (row_parts(arriving.cone, impact.cone) || row_parts(impact.cone, arriving.cone)) return false;
    const internal::ConeMeeting common = internal::meeting(arriving.cone, impact.cone);
    if (common.dimension == 0 || !arriving.admits_on(common.faces_a) || !impact.admits_on(common.faces_b)) return false;
    return options_.gains != Gains::not_surely_lost || surely_overlap(arriving.cone, impact.cone);
  };
  for (int next = 0; next < states_.count(); ++next) {
    if (!mode.successors[next]) continue;
    const FixelSet held = mode.kept | (mode.approached & states_.mask(next));
    for (const Impact& impact : impacts_in(next)) {
      if (stop.stop_requested()) return true;
      if ((impact.lost & held).any() && may_follow(impact.cone)) return true;
    }
  }
  return false;
}

bool keeps_contacts(const ContactGraph& graph, const StateSet& belief, const Eigen::Vector3d& g,
                    const StopToken& stop) {
  internal::require_states("belief", belief, graph.count());
  internal::require_finite("wrench", g);
  StateSet seen;
  StateSet open = belief;
  while (open.any()) {
    const int state = static_cast<int>(internal::set_pointer(open));
    seen.set(static_cast<std::size_t>(state));
    const bool rests = graph.rest_cone(state).contains(g);
    for (const int k : graph.consistent(state, g)) {
      const StateMode& mode = graph.modes(state)[k];
      if (mode.can_rest && rests) continue;
      if (stop.stop_requested()) return false;
      // In a graph with Gains::kept, `bounces` of every mode is already computed.
      if (graph.options().gains == ContactGraph::Gains::kept ? mode.bounces : graph.may_bounce(state, mode, stop))
        return false;
    }
    open = (open | graph.moves(state, g).successors) & ~seen;
  }
  return true;
}

}  // namespace pawl

namespace pawl::internal::inline planner {
namespace {

std::string text_of(const Eigen::Vector3d& v) { return fmt::format("[{},{},{}]", v.x(), v.y(), v.z()); }

}  // namespace

void refuse_state(int state, int count) {
  throw InputError("state", std::to_string(state), fmt::format("must be from 0 to {}", count - 1));
}

void refuse_fixels() { throw InputError("fixels", "", "contains a contact that does not exist"); }

void refuse_incomplete() {
  throw InputError("graph", "", "incomplete, because its construction was stopped; check complete() first");
}

void require_finite(const char* name, const Eigen::Vector3d& vector) {
  if (!vector.allFinite()) throw InputError(name, text_of(vector), "must be finite numbers");
}

void require_index(const char* name, std::ptrdiff_t index, std::size_t count) {
  if (index >= 0 && static_cast<std::size_t>(index) < count) return;
  throw InputError(name, std::to_string(index), count == 0 ? "there are none" : fmt::format("must be below {}", count));
}

void require_states(const char* name, const StateSet& set, int count) {
  if ((set >> static_cast<std::size_t>(count)).none()) return;
  for (std::size_t state = set.size(); state-- > static_cast<std::size_t>(count);) {
    if (set[state])
      throw InputError(name, std::to_string(state), fmt::format("must be a state, from 0 to {}", count - 1));
  }
}

void require_size(const Mode& mode, const ContactSet& set) {
  if (mode.size() == set.size()) return;
  throw InputError("mode", mode.str(), fmt::format("must have {} letters, one per contact", set.size()));
}

void require_domain(const WrenchDomain& domain) {
  if (domain.kind == WrenchDomain::Kind::free) return;
  require_finite("domain/first", domain.first);
  require_finite("domain/second", domain.second);
  if (domain.first.stableNormalized().cross(domain.second.stableNormalized()).isZero(0)) {
    throw InputError("domain/second", text_of(domain.second), "must not be zero or parallel to the first wrench");
  }
  if (!std::isfinite(domain.from) || !std::isfinite(domain.to) || domain.from > domain.to) {
    throw InputError("domain/from", fmt::format("[{},{}]", domain.from, domain.to),
                     "must be finite angles with from <= to");
  }
}

void require_options(const ContactGraph& graph, const PlanOptions& options) {
  require_domain(options.domain);
  if (options.start) require_states("start", *options.start, graph.count());
  if (!options.goals) return;
  require_states("goals", *options.goals, graph.states().count());
  if (options.goals->none()) throw InputError("goals", "[]", "must contain at least one contact state");
}

}  // namespace pawl::internal::inline planner
