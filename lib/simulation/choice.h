// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>
#include <pawl/simulation/step.h>

#include <array>
#include <cstdint>
#include <vector>

#include "friction/contact_dynamics.h"
#include "friction/laws/coulomb_solutions.h"

namespace pawl::internal {

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

}  // namespace pawl::internal
