// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/system.h>
#include <pawl/friction/contact_law.h>
#include <pawl/simulation/step.h>

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "bodies/equations_of_motion.h"
#include "friction/contact_dynamics.h"
#include "friction/coulomb.h"
#include "simulation/contact_detection.h"
#include "simulation/mechanism.h"

namespace pawl::internal::inline simulation {

/// Where in a run a choice is made: what a random one is drawn by.
struct ChoicePlace {
  std::uint32_t step = 0;    ///< from 0
  std::uint32_t part = 1;    ///< of the step: 1 the whole, 2k and 2k + 1 the halves of k
  std::uint32_t island = 0;  ///< its lowest body
  std::uint32_t stage = 0;   ///< 0 drift, 1 settle
};

/// What became of one problem's choice.
enum class Chosen {
  none,    ///< there is one solution
  chosen,  ///< there are several
  unseen   ///< there may be several: not all were looked for
};

/// Takes one of the solutions where a contact problem has several velocities. Velocities that differ by less than 1e-6
/// of the problem's largest, or by what gaps may be off, count as one.
class SolutionChoice {
 public:
  explicit SolutionChoice(const StepOptions& options) : options_(options) {}

  bool wanted() const { return options_.solutions != Solutions::first; }
  ChoicePlace place;

  /// `impulses` solve the problem; they are replaced where another solution is chosen. `pull`: what the forces
  /// accelerate each contact by, normal and tangential, m/s^2: the work of a solution is that of its impulses on them,
  /// but for a constant. `off`: m/s, what the problem's biases may be off.
  Chosen choose(const ContactProblem& problem, const Eigen::VectorXd& pull, double off, ContactImpulses& impulses);

 private:
  std::size_t drawn(std::size_t count) const;
  std::size_t least(const Eigen::VectorXd& pull) const;
  void sort(const Eigen::VectorXd& pull);

  const StepOptions& options_;
  ContactDynamics<double> dynamics_;
  CoulombSolutions found_;
  std::vector<const CoulombSolutions::Solution*> order_;
};

/// The impulses that features gave each other last. A hash table with linear probing; what was not seen for long, by
/// problems and by steps, of which one may have many problems, is forgotten when it fills up.
class ImpulseMemory {
 public:
  struct Impulse {
    double normal = 0, tangent = 0;  ///< N s
    double duration = 0;             ///< s, of their step
  };

  /// Of what is not known: 0. Lives until the next call of `at`.
  Impulse& at(const RowName& name);
  /// A problem later, of this step.
  void next(std::uint32_t step) {
    ++now_;
    step_ = step;
  }

 private:
  struct Entry {
    RowName name;
    long seen = -1;          ///< the problem; -1: free
    std::uint32_t step = 0;  ///< of that
    Impulse impulse;
  };
  static std::size_t hash(const RowName& name);
  Entry& place(const RowName& name);
  void grow();

  std::vector<Entry> entries_;  ///< a power of two
  std::size_t used_ = 0;
  long now_ = 0;
  std::uint32_t step_ = 0;
};

/// One contact in a stage, or a stop: its rows of J from normal and arms, and what is added to J u.
struct StageRow {
  RowName name;
  int mover_a = -1, mover_b = -1;
  double friction = 0;
  Eigen::Vector2d normal{0, 1}, arm_a{0, 0}, arm_b{0, 0};
  double normal_bias = 0, tangent_bias = 0;  ///< m/s
  double rounding = 0;                       ///< m/s, of these
  double gap = 0;                            ///< m, of which normal_bias is made; for laws that ask for it
  bool touches = false;                      ///< at the step's start
};

/// Of a candidate at a place; `q` are the movers' frames there.
StageRow row_of(const Candidate& candidate, const PairGeometry& geometry, const Eigen::VectorXd& q);

/// Of velocities that a step of h makes of places, m/s.
double rounding_of(const PairGeometry& at, const StageRow& row, double h);

/// Of all biases, m/s; 0 where one is exact.
double rounding_of(const std::vector<StageRow>& rows);
/// Of the i-th row, on its b, N s.
Eigen::Vector2d impulse_of(const StageRow& row, const Eigen::VectorXd& normal, const Eigen::VectorXd& tangent,
                           std::size_t i);

struct StageResult {
  bool solved = false;
  Eigen::VectorXd normal, tangent;  ///< impulses, N s, an entry a row
  int pivots = 0;
  bool asked = false;  ///< whether a contact problem was solved: not where nothing approaches
  Chosen chosen = Chosen::none;
};

/// Velocities and impulses of bodies and mechanisms by a contact law: u+ = u + M^-1 J'c with the law between
/// J u+ + bias and c. A mechanism is a block of the contact problem, in coordinates in which its inertia is 1.
///
/// Impulses are remembered by features, to start from. Each island's solver is remembered by its lowest body and the
/// stage, and starts from what its contacts did last where they are the same features; it is forgotten when it was not
/// asked for long, as bodies have been the lowest of islands of all sizes.
class StageSolver {
 public:
  StageSolver(const System& system, const StepOptions& options, std::vector<Mechanism>& mechanisms);

  ChoicePlace& place() { return choice_.place; }  ///< of the problem to come

  void set_duration(double h) { problem_.duration = h; }  ///< s, of the step

  /// How a body yields to impulses, where not as its inertia says.
  void set_mobility(int body, const ContactProblem::Body& mobility) { mobility_[body] = mobility; }

  /// Whether joints and pins, or drives, hold both sides against each other along the normal: no impulse of this row
  /// changes any velocity, and what its row of J comes to is rounding. Such rows must be left out.
  bool moves_nothing(const StageRow& row) const;

  /// Changes the motion's velocities where it is solved. The result lives until the next call. `stage` is a small
  /// number: problems that follow each other under one number are alike.
  /// `acceleration` by the forces, three entries a body, and what gaps may be off over the step, m/s, are for choices.
  const StageResult& solve(int stage, const std::vector<StageRow>& rows, Motion& motion,
                           const Eigen::VectorXd& acceleration, double off);

 private:
  struct Memory {
    ContactLawSolver solver;
    std::vector<RowName> rows;  ///< of the last call
    std::uint32_t step = 0;     ///< of that
  };
  static double along(const Eigen::VectorXd& u, const StageRow& row, const Eigen::Vector2d& direction);
  bool nothing_to_solve(const std::vector<StageRow>& rows, const Eigen::VectorXd& u) const;
  /// Whether impulses change what a mechanism does: not where drives and pins leave it no freedom.
  bool gives_way(int mechanism) const { return mechanisms_[mechanism].freedom() > 0; }
  void number(int mover);
  int local(int mover) const;
  int mechanism_of(int mover) const { return mover < 0 ? -1 : mechanism_[mover]; }
  bool vanishes(int mechanism, const StageRow& row, const Eigen::Vector2d& direction) const;
  void set_rows(const StageRow& row, ContactProblem::Contact& contact) const;
  void set_problem(const std::vector<StageRow>& rows, const Eigen::VectorXd& u);
  void forget_numbers();
  void forget_solvers();
  Memory& memory_of(int stage, const std::vector<StageRow>& rows, bool& again);
  void recall(int stage, const std::vector<StageRow>& rows);
  void remember(int stage, const std::vector<StageRow>& rows);
  void push(int mover, const Eigen::Vector2d& arm, const Eigen::Vector2d& impulse, Eigen::VectorXd& u) const;
  double still_speed(const std::vector<StageRow>& rows) const;
  void push_again(const std::vector<StageRow>& rows, const Eigen::VectorXd& u);
  bool rests_again(const std::vector<StageRow>& rows, double still) const;
  bool still_hold(bool drifts, const std::vector<StageRow>& rows, Motion& motion);
  bool solve_first(int stage, const std::vector<StageRow>& rows);
  void choose(const std::vector<StageRow>& rows, const Eigen::VectorXd& acceleration, double off);
  void apply(const std::vector<StageRow>& rows, Motion& motion);

  const ContactLaw& law_;
  SolutionChoice choice_;
  ContactProblem problem_;
  std::vector<Mechanism>& mechanisms_;
  std::vector<ContactProblem::Body> mobility_;  ///< of each body
  std::vector<int> mechanism_;                  ///< of each mover, -1: none
  std::vector<int> local_, movers_;             ///< bodies: their numbers in the problem, and back
  std::vector<int> local_block_, used_;         ///< mechanisms: the same
  std::vector<Eigen::VectorXd> impulses_;       ///< of each used mechanism
  std::unordered_map<std::int64_t, Memory> memories_;
  std::uint32_t next_forgetting_ = 0;  ///< step
  ImpulseMemory drift_impulses_, settle_impulses_;
  ContactImpulses near_;
  Eigen::VectorXd held_u_;  ///< of the movers that rows name
  StageResult result_;
  ContactImpulses chosen_;
  Eigen::VectorXd pull_;
};

/// The velocity of b against a at a row's contact, along a direction, m/s.
double velocity_along(const Eigen::VectorXd& u, int mover_a, const Eigen::Vector2d& arm_a, int mover_b,
                      const Eigen::Vector2d& arm_b, const Eigen::Vector2d& direction);

}  // namespace pawl::internal::inline simulation
