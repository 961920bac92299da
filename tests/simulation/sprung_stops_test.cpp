// SPDX-License-Identifier: MIT
// Joint stops under the compliant law: a slider pressed against a stop is a damped oscillator.
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <vector>

#include "support/moving_scene.h"

using namespace pawl;

namespace {

constexpr double kStiffness = 1000, kPush = 50;  // stiffness of the stop, N/m, and force that pushes the slider onto
                                                 // it, N
constexpr double kMass = 1;                      // kg

/// A slider that starts at rest at a stop, at the position 0. The stop is below the slider if `side` is 1, and above it
/// if `side` is -1.
struct Slider {
  explicit Slider(double side) {
    Joint joint;
    joint.kind = Joint::Kind::prismatic;
    joint.mass = kMass;
    joint.lower = side > 0 ? 0 : -1;
    joint.upper = side > 0 ? 1 : 0;
    system.joints = {joint};
    state = State(system);
    actuation.loads = Loads(system);
    actuation.loads.efforts[0] = -side * kPush;
  }

  System system;
  State state;
  Actuation actuation;
};

/// Returns the depth by which the slider penetrates the stop after each step, m.
std::vector<double> depths(double side, const ContactLaw& law, double h, long steps) {
  Slider slider(side);
  StepOptions options;
  options.law = law;
  Stepper stepper(slider.system, options);
  std::vector<double> found;
  for (long i = 0; i < steps; ++i) {
    REQUIRE(stepper.step(slider.state, h, slider.actuation).solved);
    found.push_back(-side * slider.state.position(0));
  }
  return found;
}

/// Returns the solution x(t) of m x'' = F - K x - B x', which starts at rest at x = 0.
double oscillator(double damping, double t) {
  using Complex = std::complex<double>;
  const Complex root = std::sqrt(Complex(damping * damping - 4 * kMass * kStiffness));
  const Complex a = (-damping + root) / (2 * kMass), b = (-damping - root) / (2 * kMass);
  return kPush / kStiffness * (1. - (a * std::exp(b * t) - b * std::exp(a * t)) / (a - b)).real();
}

}  // namespace

TEST_CASE("a slider on a sprung stop is a damped oscillator, to first order in the step") {
  constexpr double kTime = .15;  // duration, s; shorter than a period without damping, so that the slider always
                                 // presses on the stop
  for (const double side : {1., -1.}) {
    for (const double damping : {0., 5., 40., 200., 1e4}) {
      CAPTURE(side);
      CAPTURE(damping);
      double last = 0;
      for (const long steps : {1500L, 3000L, 6000L}) {
        CAPTURE(steps);
        const double h = kTime / static_cast<double>(steps);
        const std::vector<double> found = depths(side, Compliant{kStiffness, damping, 0}, h, steps);
        double worst = 0;
        for (long i = 0; i < steps; ++i) {
          const double exact = oscillator(damping, h * static_cast<double>(i + 1));
          worst = std::max(worst, std::fabs(found[static_cast<std::size_t>(i)] - exact));
        }
        CHECK(worst < 60 * h * kPush / kStiffness);
        if (last > 0) CHECK(worst < .6 * last);
        last = worst;
      }
    }
  }
}

// Let m be the mass, F the push, K the stiffness, B the damping and h the step. The slider satisfies v' (1 + h B/m +
// h^2 K/m) = v + h (F - K x)/m and x' = x + h v'.
TEST_CASE("a slider on a sprung stop follows the implicit recurrence, for any step and damping") {
  for (const double h : {1e-4, 1e-2, 1.}) {
    for (const double damping : {0., 100., 1e4}) {
      CAPTURE(h);
      CAPTURE(damping);
      const std::vector<double> found = depths(1, Compliant{kStiffness, damping, 0}, h, 40);
      double x = 0, v = 0;
      for (const double depth : found) {
        v = (v + h * (kPush - kStiffness * x) / kMass) / (1 + h * damping / kMass + h * h * kStiffness / kMass);
        x += h * v;
        CHECK(std::fabs(depth - x) <= 1e-12 * (1 + std::fabs(x)));
      }
    }
  }
}

TEST_CASE("a stop that is open at the start of the step applies no damping") {
  Slider soft(1), damped(1);
  soft.state.position(0) = damped.state.position(0) = .001;
  soft.state.velocity(0) = damped.state.velocity(0) = -1;
  Stepper(soft.system, StepOptions{Compliant{kStiffness, 0, 0}}).step(soft.state, .01, soft.actuation);
  Stepper(damped.system, StepOptions{Compliant{kStiffness, 1e4, 0}}).step(damped.state, .01, damped.actuation);
  CHECK(soft.state.position(0) < 0);
  CHECK(soft.state.position(0) == damped.state.position(0));
}

TEST_CASE("under the other laws a slider rests at its stop and leaves it freely") {
  const ContactLaw laws[] = {Coulomb(), Viscous{10}, NoSlip(), ConeComplementarity()};
  for (const ContactLaw& law : laws) {
    CAPTURE(law.index());
    for (const double depth : depths(1, law, .01, 20)) CHECK(std::fabs(depth) < 1e-9);
    Slider leaving(1);
    leaving.actuation.loads.efforts[0] = kPush;
    StepOptions options;
    options.law = law;
    options.scheme = Scheme::one_stage;
    Stepper stepper(leaving.system, options);
    for (int i = 0; i < 5; ++i) REQUIRE(stepper.step(leaving.state, .01, leaving.actuation).solved);
    CHECK(leaving.state.position(0) == doctest::Approx(kPush / kMass * .01 * .01 * 15));
  }
}
