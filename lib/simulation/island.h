// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/simulation/step.h>

#include <Eigen/Core>
#include <array>
#include <vector>

#include "simulation/contact_detection.h"
#include "simulation/mechanism.h"
#include "simulation/stage.h"
#include "simulation/support_friction.h"

namespace pawl::internal::inline simulation {

/// A fixed point x = F(x), where F contracts: Anderson's mixing [Anderson 1965; Walker, Ni 2011, type II]. With the
/// last residuals f_k = F(x_k) - x_k, the next place is
///
///   x = F(x_n) - sum_j g_j (F(x_{n-j+1}) - F(x_{n-j})),   g least squares of  f_n - sum_j g_j (f_{n-j+1} - f_{n-j}),
///
/// with at most kDepth differences: what a secant is in one dimension. Says nothing of whether a place is good: who
/// asks decides. O(kDepth^2 n) a place. Keeps its memory.
class AndersonMixing {
 public:
  /// Forgets; the places to come are of other unknowns than the last.
  void restart() { count_ = 0; }

  /// Takes F at the last place, which it gave, for the next place; both are one vector. After restart() it is F of
  /// whatever, and taken as it is.
  void next(Eigen::VectorXd& place);

 private:
  static constexpr int kDepth = 3;
  struct Pair {
    Eigen::VectorXd value, residual;  ///< differences
  };
  void solve(const Eigen::VectorXd& residual, int depth, double (&weights)[kDepth]) const;

  int count_ = 0;  ///< of places since the restart
  Eigen::VectorXd place_, value_, residual_;
  std::array<Pair, kDepth> last_;  ///< by count modulo kDepth
};

/// Movers that may touch each other during a step, or are joined, and the candidates among them and with the ground.
struct Island {
  std::vector<int> movers;
  std::vector<int> bodies;      ///< of the movers, those that are in no mechanism
  std::vector<int> mechanisms;  ///< indices
  std::vector<int> candidates;  ///< indices

  void clear() {
    for (std::vector<int>* list : {&movers, &bodies, &mechanisms, &candidates}) list->clear();
  }
};

/// Finds the islands; keeps its memory.
class IslandFinder {
 public:
  /// Of a system with so many movers and these mechanisms, which outlive this.
  IslandFinder(int movers, const std::vector<Mechanism>& mechanisms);

  /// These movers, ascending, in islands by the order of their lowest mover. Each candidate is between two of them, or
  /// between one and the ground, which is asserted; a mechanism is among them as a whole, or not. O(movers +
  /// candidates), nearly.
  void find(const std::vector<Candidate>& candidates, const std::vector<int>& movers, std::vector<Island>& islands);

 private:
  static constexpr int kNotNumbered = -1, kNotAsked = -2;
  bool is_asked(int mover) const { return number_[mover] != kNotAsked; }

  const std::vector<Mechanism>& mechanisms_;
  std::vector<int> mechanism_;  ///< of each mover, -1: none
  DisjointSets sets_;
  std::vector<int> number_;  ///< of each root's island; kNotNumbered: none yet; kNotAsked: not one of find()'s movers
};

/// One step of h of one island, by the scheme [MODEL section 8]. With q, v at its start:
///
///   drift: u = v + (h/2) M^-1 f(q) + M^-1 J'P,   q+ = q + h u
///          0 <= gap(q+), P_n;  gap P_n = 0;  friction P_t against delta/h, the sliding of material points in the step
///
/// Gaps and delta are not linear in u. J is that at q; at an iterate q_i the law is asked for
///   J u + [gap(q_i) + J (q - q_i)]/h, and likewise delta: Newton's method with a fixed matrix (of the one-stage scheme
/// the matrix is that at q_i). The first iterate knows the contacts of the start only, the others what is near in one
/// of them. Accepted when no gap at q_i is below -1e-9 m and none that was pushed over 1e-9 m.
///
///   settle, at q+: v+ = u + (h/2) M^-1 f(q+) + M^-1 J'R, where the gap is at most 1e-8 m or P_n > 0:
///          0 <= J_n v+ + s e min(0, J_n v), R_n;  ...
///
/// A stop holds its joint within its limits like a contact without friction and restitution. Mechanisms move by
/// equations of their own (Mechanism), of which impulses are a part as here.
///
/// e is 0 for arrivals slower than what f gives in two steps. With friction, Newton's restitution can raise the energy,
/// and where friction wedges bodies in there may be no impulses that give it. So s is the largest number up to 1 (to
/// 1e-9) for which there are impulses that do not raise the energy. Where there are none for s = 1, the step is halved
/// before s is reduced: in a shorter step fewer contacts arrive together.
class IslandStep {
 public:
  IslandStep(const System& system, const World& world, const StepOptions& options, std::vector<Mechanism>& mechanisms);

  /// Moves the island's movers in `motion`, which is at the start; the candidates take their impulses. Whether it is
  /// solved; if not, the motion of these movers is as it was.
  bool run(const Island& island, double h, const Actuation& actuation, std::vector<Candidate>& candidates,
           Motion& motion);

  /// Of the last step, in one piece, of both movers: whether a candidate that it did not know would have changed
  /// nothing. Moves it to the end.
  bool takes_no_part(Candidate& candidate, double h, const Motion& motion) const;

  long problems() const { return problems_; }
  long pivots() const { return pivots_; }
  void reset_counts() { problems_ = pivots_ = 0; }
  /// Whether the last run found no impulses of what touched at its start: whatever else may be near, it finds none.
  bool has_none_at_start() const { return none_at_start_; }
  /// Whether the step will not be halved: what only goes badly is then let be.
  void set_shortest(bool shortest) { shortest_ = shortest; }
  InsideMemory& inside() { return inside_; }        ///< what is inside of each other, of laws that let it
  ChoicePlace& place() { return stages_.place(); }  ///< of the run to come: its step and part
  /// Those of the last run, if it was solved.
  void add_choices(StepReport& report) const {
    for (const Chosen one : chosen_) {
      report.choices += one == Chosen::chosen;
      report.unseen += one == Chosen::unseen;
    }
  }

 private:
  bool drift(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion);
  bool drift_soft(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion);
  bool decide_soft(const Island& island, const Motion& end, std::vector<Candidate>& candidates) const;
  void note_inside(const Island& island, const std::vector<Candidate>& candidates);
  bool drift_somehow(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion);
  bool ends_apart(const Island& island, const std::vector<Candidate>& candidates, const Motion& motion) const;
  bool speeds_up(const Island& island, double h, const Motion& motion) const;
  bool swings_too_fast(const Island& island, double h, const std::vector<Candidate>& candidates) const;
  bool turns_too_far(const Island& island, double h, const std::vector<Candidate>& candidates,
                     const Motion& motion) const;
  bool turns_too_far(const Candidate& one, double h, const Motion& motion) const;
  bool dips(const Island& island, const std::vector<Candidate>& candidates, const Motion& motion) const;
  bool pressed_turns_too_far(const Island& island, double h, const std::vector<Candidate>& candidates,
                             const Motion& motion) const;
  bool settle(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion);
  bool settle_with_less_rebound(double most, const Island& island, double h, std::vector<Candidate>& candidates,
                                Motion& motion);
  bool has_more_energy(double most, const Island& island, const Motion& motion) const;
  void set_drift_rows(int iterate, double h, const Island& island, std::vector<Candidate>& candidates,
                      const Motion& motion);
  void mix_biases(int iterate);
  void note_drift(double h, std::vector<Candidate>& candidates, const Motion& motion, const StageResult& result);
  bool rubs(const Candidate& one) const;
  bool accepted(const Island& island, const std::vector<Candidate>& candidates, const Motion& motion) const;
  void start_with_touching(const Island& island, const Motion& end, std::vector<Candidate>& candidates) const;
  void decide(const Island& island, const Motion& end, std::vector<Candidate>& candidates) const;
  static bool passes_through(const Island& island, const std::vector<Candidate>& candidates);
  void move(const Island& island, double h, std::vector<Candidate>& candidates, Motion& motion);
  void restore(const Island& island, Motion& motion);
  void set_settle_rows(const Island& island, double h, double scale, std::vector<Candidate>& candidates,
                       const Motion& motion);
  bool solve_settle(const Island& island, double h, double scale, std::vector<Candidate>& candidates, Motion& motion);
  bool bounces(const Candidate& candidate, double arrival, double h, const Motion& motion) const;
  double kinetic_energy(const Island& island, const Eigen::VectorXd& u) const;  ///< of bodies in no mechanism
  void set_acceleration(const Island& island, const Actuation& actuation, const Motion& motion);
  void accelerate(const Island& island, double time, Eigen::VectorXd& u) const;
  const StageResult& solve(int stage, const Island& island, double h, Motion& motion);
  const StageResult& count(int stage, const StageResult& result);
  bool start(const Island& island, double h, const Actuation& actuation, Motion& motion);
  void set_before(const Island& island, const Motion& motion);
  void take_before(const Island& island, Motion& motion);
  bool update_mechanisms(const Island& island, bool& met);
  bool finish_mechanisms(const Island& island, const Actuation& actuation, double part, Motion& motion);
  void forget_stops(const Island& island);
  void add_stop_rows(const Island& island, double h, const Motion& motion, bool settling);
  double work(const Island& island, const Motion& motion) const;
  bool mechanisms_gain(const Island& island, const Motion& motion) const;
  bool stops_hold(const Island& island, const Motion& motion) const;
  Mechanism& mechanism(int k) { return mechanisms_[k]; }
  const Mechanism& mechanism(int k) const { return mechanisms_[k]; }

  const System& system_;
  const World& world_;
  const StepOptions& options_;
  std::vector<Mechanism>& mechanisms_;
  StageSolver stages_;
  SupportFriction support_;
  const StageResult unsolved_;
  const Actuation* actuation_ = nullptr;  ///< of the step
  InsideMemory inside_;
  long problems_ = 0, pivots_ = 0;
  std::array<Chosen, 2> chosen_{};  ///< by the last problem of the drift, and of settling
  bool shortest_ = false;
  bool keeps_depth_ = false;     ///< whether the drift may leave contacts as deep as they are
  std::vector<char> held_deep_;  ///< of islands, by their lowest mover: whether the last step kept it
  bool no_impulses_ = false;     ///< whether a contact problem of the drift was not solved
  bool none_at_start_ = false;   ///< whether that was the first of the last drift
  bool came_near_ = false;       ///< whether the drift's last rows had one that was not asked for before
  Eigen::VectorXd start_, start_u_, acceleration_, before_;
  std::vector<StageRow> rows_;
  std::vector<int> row_candidate_;     ///< of each row; -1: a stop
  AndersonMixing mixing_;              ///< of the drift's biases
  std::vector<int> mixed_rows_;        ///< row_candidate_ of the last mix
  Eigen::VectorXd biases_;             ///< normal and tangential, m/s, a row after the other
  std::vector<int> limited_;           ///< the joint of each stop
  std::vector<double> stop_impulses_;  ///< of the drift, two a stop of the system: at its least and largest position
};

}  // namespace pawl::internal::inline simulation
