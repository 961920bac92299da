// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/system.h>
#include <pawl/friction/contact_law.h>
#include <pawl/simulation/step.h>

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "bodies/equations_of_motion.h"
#include "friction/contact_dynamics.h"
#include "friction/coulomb.h"
#include "friction/coulomb_solutions.h"
#include "simulation/contact_detection.h"
#include "simulation/mechanism.h"

namespace pawl::internal::inline simulation {

/// The identity of a contact problem within a run. The random choice among the problem's solutions depends on it.
struct ProblemLabel {
  std::uint32_t step = 0;    ///< number of the step in the run, from 1
  std::uint32_t part = 1;    ///< number of the substep: 1 is the whole step, 2k and 2k + 1 are the halves of substep k
  std::uint32_t island = 0;  ///< number of the lowest link of the island
};

/// The kind of an island's contact problem. Consecutive problems of one kind have similar solutions.
enum class ProblemKind { first_positions, positions, velocities };

/// The outcome of the choice among the solutions of one problem.
enum class Choice {
  none,           ///< only one solution exists
  chosen,         ///< several solutions exist, and one of them was chosen
  not_enumerated  ///< several solutions may exist, but they were not all enumerated
};

/// Chooses one solution of a contact problem that has solutions with different velocities. Two velocities count as
/// equal if they differ by at most 1e-6 of the problem's largest bias, plus the error of the biases.
class SolutionChoice {
 public:
  explicit SolutionChoice(const StepOptions& options) : options_(options) {}

  bool wanted() const { return options_.solutions != Solutions::first; }

  /// Chooses a solution. `impulses` contains a solution of the problem; if another solution is chosen, its impulses
  /// replace them. `pull` contains the normal and tangential accelerations, m/s^2, that the applied forces cause at
  /// each contact. The product of a solution's impulses and `pull` is the work of the applied forces under this
  /// solution, up to a constant. `bias_error`, m/s, is the error of the problem's biases.
  Choice choose(const ContactProblem& problem, ProblemKind kind, const ProblemLabel& label, const Eigen::VectorXd& pull,
                double bias_error, ContactImpulses& impulses);

 private:
  std::size_t drawn(ProblemKind kind, const ProblemLabel& label, std::size_t count) const;
  std::size_t least(const Eigen::VectorXd& pull) const;
  void sort(const Eigen::VectorXd& pull);

  const StepOptions& options_;
  ContactDynamics<double> dynamics_;
  CoulombSolutions found_;
  std::vector<const CoulombSolutions::Solution*> order_;
};

/// The last impulse of every contact, in a hash table with linear probing. When the table is half full, entries are
/// deleted that neither a recent problem nor a recent step used. (One step may have many problems.)
class ImpulseMemory {
 public:
  struct Entry {
    ContactId id;
    Impulse impulse;
    double duration = 0;     ///< duration of the step of the impulse, s; 0 if unknown
    long problem = -1;       ///< number of the last problem that used the contact; -1 if the entry is free
    std::uint32_t step = 0;  ///< number of the step of that problem
  };

  /// Returns a contact's entry. The impulse of a new entry is 0. The reference is valid until the next call of at().
  Entry& at(const ContactId& id);
  /// Begins the next problem of this step.
  void next(std::uint32_t step) {
    ++problem_;
    step_ = step;
  }

 private:
  static std::size_t hash(const ContactId& id);
  Entry& slot(const ContactId& id);
  void grow();

  std::vector<Entry> entries_;  ///< the hash table; its size is a power of two
  std::size_t used_ = 0;
  long problem_ = 0;
  std::uint32_t step_ = 0;
};

/// The data of a row in the contact problem of a stage. The row belongs to a contact, to a stop of a joint, or to one
/// direction of a pin with a stiffness. Links are given by their numbers. The rows of the Jacobian J follow from
/// `normal`, `arm_a` and `arm_b`. The velocity at the contact is J u plus the biases, where u are the velocities of the
/// links.
struct ImpulseRow {
  ContactId id;
  Candidate* contact = nullptr;  ///< the contact of the row; null for a stop, a pin or a spring of a joint
  int stop = -1;                 ///< number of the stop, as in Step::stop_impulses; -1 for all other rows
  int pin = -1;                  ///< index in StepContext::spring_pins; -1 for all other rows
  int link_a = -1, link_b = -1;
  double friction = 0;
  Eigen::Vector2d normal{0, 1}, arm_a{0, 0}, arm_b{0, 0};
  double normal_bias = 0, tangent_bias = 0;  ///< normal and tangential bias, m/s
  double rounding = 0;                       ///< rounding error of the biases, m/s
  double sliding_before = 0;  ///< sliding velocity before the stage, m/s, along the normal turned by +90 degrees; 0 for
                              ///< a contact at rest; used only if static and kinetic friction differ
  double gap = 0;  ///< gap for which normal_bias was computed, m; used by laws that allow penetration
  bool touches = false;                      ///< whether the contact touches at the step's start
  /// Stiffness and damping of this row under the law Compliant; without a value, the value of the law applies.
  std::optional<double> stiffness = {}, damping = {};
  /// Modulus, N/m^2, and radius, m, of a Hertz contact with its own values; both or neither are set.
  std::optional<double> modulus = {}, radius = {};
  std::optional<double> viscosity = {};  ///< viscosity, N s/m; without a value, that of the law
};

/// Returns a row with the candidate's identity, links, friction and values of the law Compliant, and with the normal
/// and arms of the given geometry; all other members have their default values. `q` contains the poses of the links'
/// frames.
ImpulseRow row_of(Candidate& candidate, const PairGeometry& geometry, const Eigen::VectorXd& q);

/// Returns the rounding error, m/s, of a velocity that is computed as a difference of positions divided by h.
double rounding_of(const PairGeometry& at, const ImpulseRow& row, double h);

/// Returns the largest rounding error of all biases, m/s, or 0 if the bias of some row is exact.
double rounding_of(const std::vector<ImpulseRow>& rows);

/// The contact problem of one stage of a step.
struct ImpulseProblem {
  const std::vector<ImpulseRow>& rows;
  ProblemKind kind;
  ProblemLabel label;
  double duration;  ///< duration of the step, s
  /// Accelerations caused by the applied forces, three entries per link; used only to choose among several solutions.
  const Eigen::VectorXd& acceleration;
  double bias_error;  ///< error of the gaps, divided by the step's duration, m/s; used only to choose among
                      ///< solutions
};

struct ImpulseResult {
  ContactImpulses impulses;  ///< impulses, one entry per row; the member `residual` is not set
  bool posed = false;        ///< whether the stage had a contact problem (solved by the law's solver or by the impulses
                             ///< of the last step); false if no contact approaches, so that all impulses are 0
  Choice choice = Choice::none;
};

/// A solver for the velocities and impulses of bodies and mechanisms under a contact law. The velocities are u+ = u +
/// M^-1 J'c, and the law relates c to J u+ + bias. A mechanism is a block of the contact problem, in coordinates in
/// which its inertia is 1.
///
/// The class stores the last impulse of each contact as an initial guess. It also stores one solver per kind of problem
/// and per island, which is identified by its lowest link. This solver starts from its last contact states if the
/// contacts have not changed. A solver that was not used for a long time is deleted. Without this deletion, memory
/// would grow, because over time a link can be the lowest link of islands of all sizes.
class ImpulseSolver {
 public:
  ImpulseSolver(const System& system, const StepOptions& options, std::vector<Mechanism>& mechanisms);

  /// Sets the inverse mass and the inverse inertia with which a body responds to impulses, if support friction changes
  /// this response.
  void set_mobility(int body, const ContactProblem::Body& mobility) { mobility_[body] = mobility; }

  /// Returns whether joints, pins or drives prevent all relative motion of the row's two links along the normal. If
  /// they do, an impulse of this row changes no velocity, and its row of J consists of rounding errors. A problem must
  /// not contain such rows.
  bool moves_nothing(const ImpulseRow& row) const;

  /// Returns the work of the solver for ConeComplementarity since the last call of clear_report().
  const ConeReport& report() const { return report_; }
  void clear_report() { report_ = {}; }

  /// Solves the problem. If a solution is found, adds the effect of the impulses to the velocities of `motion`. The
  /// result is valid until the next call.
  const ImpulseResult& solve(const ImpulseProblem& problem, Motion& motion);

 private:
  struct Memory {
    ContactLawSolver solver;
    std::vector<ContactId> rows;  ///< contacts of the rows of the last call
    std::uint32_t step = 0;       ///< number of the step of the last call
  };
  using Rows = std::vector<ImpulseRow>;

  // The functions below number the links in the contact problem, and compute their responses to impulses.
  bool yields(int mechanism) const { return mechanisms_[mechanism].freedom() > 0; }
  int mechanism_of(int link) const { return link < 0 ? -1 : mechanism_[link]; }
  void number(int link);
  int local(int link) const;
  void forget_numbers();
  bool vanishes(int mechanism, const ImpulseRow& row, const Eigen::Vector2d& direction) const;
  void set_rows(const ImpulseRow& row, ContactProblem::Contact& contact) const;
  void set_problem(const Rows& rows, const Eigen::VectorXd& u);

  // The functions below are the steps of solve().
  bool nothing_to_solve(const Rows& rows, const Eigen::VectorXd& u) const;
  void recall(const ImpulseProblem& problem);
  bool reuse_impulses(const ImpulseProblem& problem, Motion& motion);
  bool solve_law(const ImpulseProblem& problem);
  void choose(const ImpulseProblem& problem);
  void apply(const Rows& rows, Motion& motion);

  Memory& memory_of(const ImpulseProblem& problem, bool& again);
  void remember(const ImpulseProblem& problem);
  ImpulseMemory& impulses_of(ProblemKind kind) {
    return kind == ProblemKind::velocities ? velocity_impulses_ : position_impulses_;
  }
  void push(int link, const Eigen::Vector2d& arm, const Eigen::Vector2d& impulse, Eigen::VectorXd& u) const;
  void apply_guess(const Rows& rows, const Eigen::VectorXd& u);
  double still_speed(const Rows& rows) const;
  bool rests(const Rows& rows, double still) const;

  const ContactLaw& law_;
  SolutionChoice choice_;
  ContactProblem problem_;
  std::vector<Mechanism>& mechanisms_;
  std::vector<ContactProblem::Body> mobility_;   ///< inverse mass and inverse inertia of each body
  std::vector<int> mechanism_;                   ///< mechanism of each link; -1 for none
  /// local_ contains, for each link, its number in the contact problem; links_ contains the link with each number.
  std::vector<int> local_, links_;
  /// local_block_ contains, for each mechanism, its block in the problem; used_ contains the mechanism of each block.
  std::vector<int> local_block_, used_;
  std::vector<Eigen::VectorXd> block_impulses_;  ///< for each used mechanism, the impulses on its coordinates
  std::unordered_map<std::int64_t, Memory> memories_;
  std::uint32_t next_forgetting_ = 0;  ///< number of the step at which unused solvers are next deleted
  ImpulseMemory position_impulses_, velocity_impulses_;
  ContactImpulses guess_;  ///< for each row, the impulse of its contact in the last problem with this contact
  Eigen::VectorXd guess_u_;  ///< velocities of the rows' links after the impulses of the guess
  ImpulseResult result_;
  ConeReport report_;
  Eigen::VectorXd pull_;
};

/// Copies the values of a row that are the same in every problem: its gap, its friction, and its spring and damper.
void copy_values(const ImpulseRow& row, ContactProblem::Contact& contact);

/// Returns the velocity, m/s, of link b relative to link a along a direction, at the ends of the given arms.
double velocity_along(const Eigen::VectorXd& u, int link_a, const Eigen::Vector2d& arm_a, int link_b,
                      const Eigen::Vector2d& arm_b, const Eigen::Vector2d& direction);

}  // namespace pawl::internal::inline simulation
