// SPDX-License-Identifier: MIT
// The experiments of [Drum19] in the plane. Prints tables.
//
//   pawl_compliant_models_bench [SMALLEST_STEP]
//
// SMALLEST_STEP is the smallest time step, s, for the pendulum that swings against a soft limit. With the default 1e-6
// the program takes seconds, with 1e-8 minutes.
#include <fmt/format.h>
#include <pawl/friction/contact_law.h>
#include <pawl/friction/stiffness.h>
#include <pawl/simulation/step.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "support/moving_scene.h"
#include "timing.h"

namespace {

using namespace pawl;
using oracle::MovingScene;

constexpr double kGravity = 9.81;

/// Simulates a mass of 1 kg on a spring of 1 N/m for 20 s with each of three Euler schemes. Prints the ratio of the
/// final to the initial amplitude.
void print_schemes() {
  fmt::print(
      "Mass and spring, 20 s: amplitude in the end relative to the amplitude at the start (exact: 1)\n\n| h, s | "
      "explicit Euler | "
      "semi-implicit | implicit (as in the law) | 1/sqrt(1 + h^2 k/m), to the power of the number of steps "
      "|\n|---|---|---|---|---|\n");
  for (const double h : {.5, .1, .01, .001}) {
    std::array<Eigen::Vector2d, 3> states;
    states.fill({1, 0});
    const long steps = std::lround(20 / h);
    for (long i = 0; i < steps; ++i) {
      auto& [explicitly, half, implicitly] = states;
      explicitly = Eigen::Vector2d(explicitly[0] + h * explicitly[1], explicitly[1] - h * explicitly[0]);
      half[1] -= h * half[0];
      half[0] += h * half[1];
      implicitly[1] = (implicitly[1] - h * implicitly[0]) / (1 + h * h);
      implicitly[0] += h * implicitly[1];
    }
    fmt::print("| {} | {:.4g} | {:.4g} | {:.4g} | {:.4g} |\n", h, states[0].norm(), states[1].norm(), states[2].norm(),
               std::pow(1 + h * h, -.5 * static_cast<double>(steps)));
  }
}

/// Largest errors of the implicit spring law in a simulation of a rod of 1 kg: the distance of the held end from the
/// origin, m, and the change of the energy, J. A stiff spring, which resists in both directions, holds one end of the
/// rod at the origin. The rod is horizontal when it is released.
struct Deviation {
  double gap = 0, energy = 0;
};

Deviation swing(double h, double stiffness) {
  Eigen::Vector3d q(1, 0, 0), v(0, 0, 0);
  const Eigen::Vector3d inverse(1, 1, 12);
  Deviation worst;
  for (long i = 0; i < std::lround(1 / h); ++i) {
    const Eigen::Vector2d arm(-std::cos(q[2]), -std::sin(q[2]));
    Eigen::Matrix<double, 2, 3> rows;
    rows << 1, 0, -arm.y(), 0, 1, arm.x();
    const Eigen::Vector2d gap = q.head<2>() + arm;
    v[1] -= h * kGravity;
    // Solves (1/D + G) P = -(J v + gap/h) for the impulse P. The rows of J are those of the contact, M is the mass
    // matrix, G = J M^-1 J', h is the time step, and D = h^2 K for the stiffness K.
    const Eigen::Matrix2d matrix =
        rows * inverse.asDiagonal() * rows.transpose() + Eigen::Matrix2d::Identity() / (h * h * stiffness);
    const Eigen::Vector2d impulse = -(matrix.inverse() * (rows * v + gap / h));
    v += inverse.asDiagonal() * rows.transpose() * impulse;
    q += h * v;
    const Eigen::Vector2d end(q[0] - std::cos(q[2]), q[1] - std::sin(q[2]));
    worst.gap = std::max(worst.gap, end.norm());
    const double kinetic = (v.head<2>().squaredNorm() + v[2] * v[2] / 12) / 2;
    worst.energy = std::max(worst.energy, std::fabs(kinetic + kGravity * q[1]));
  }
  return worst;
}

void print_pendulum() {
  fmt::print(
      "\nPendulum on a spring of 1e15 N/m, released from the horizontal, 1 s: largest deviation of the pivot, and of "
      "the energy from "
      "its initial value\n\n| h, s | deviation, m | ratio | energy, J | ratio |\n|---|---|---|---|---|\n");
  Deviation last;
  for (const double h : {.01, .005, .0025, .00125, .000625}) {
    const Deviation now = swing(h, 1e15);
    fmt::print("| {} | {:.3e} | {:.2f} | {:.3e} | {:.2f} |\n", h, now.gap, last.gap / now.gap, now.energy,
               last.energy / now.energy);
    last = now;
  }
}

/// Returns the angle of a pendulum, a point mass on a rod, after 1 s. It swings against a soft limit at -30 degrees,
/// which is a compliant contact of the pendulum, the only body of the problem.
double limited(double h, double stiffness, double damping) {
  const double limit = -std::numbers::pi / 6;
  double angle = 0, rate = 0;
  ContactLawSolver solver;
  const Compliant law{stiffness, damping, 0};
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.duration = h;
  problem.bodies.push_back({1, 0});
  ContactProblem::Contact& contact = problem.contacts.emplace_back();
  contact.b = 0;
  const long steps = std::lround(1 / h);
  for (long i = 0; i < steps; ++i) {
    rate -= h * kGravity * std::cos(angle);
    contact.gap = angle - limit;
    contact.touches = contact.gap <= 0;
    contact.normal_bias = rate + contact.gap / h;
    if (contact.normal_bias < 0 || contact.touches) rate += solver.solve_unchecked(law, problem).normal[0];
    angle += h * rate;
  }
  return angle;
}

void print_limit(double least) {
  using State = std::array<double, 2>;
  namespace odeint = boost::numeric::odeint;
  const double stiffness = 100, damping = 1, limit = -std::numbers::pi / 6;
  State state{0, 0};
  const auto flow = [&](const State& x, State& rate, double) {
    rate[0] = x[1];
    rate[1] = -kGravity * std::cos(x[0]);
    if (x[0] < limit) rate[1] += std::max(0., -stiffness * (x[0] - limit) - damping * x[1]);
  };
  odeint::integrate_const(odeint::make_controlled(1e-12, 1e-12, 1e-4, odeint::runge_kutta_dopri5<State>()), flow, state,
                          0., 1., 1e-4);
  fmt::print(
      "\nPendulum against a soft limit (100 N m/rad, 1 N m s), 1 s: angle {:.10f} rad by Dormand and Prince\n\n| h, s "
      "| "
      "error, rad | seconds |\n|---|---|---|\n",
      state[0]);
  for (double h = 1e-3; h > .5 * least; h /= 10) {
    const auto start = std::chrono::steady_clock::now();
    const double angle = limited(h, stiffness, damping);
    fmt::print("| {:.0e} | {:.2e} | {:.2f} |\n", h, std::fabs(angle - state[0]), microseconds_since(start) / 1e6);
  }
}

/// A box of 1 m and 8 kg on an elastic foundation. The foundation consists of `elements` springs along the lower edge
/// of the box, each with a damper of 1 N s/m. A constant force `force`, in N, pushes downwards on the top of the box, at
/// the point .5 (cos 10 t, 1) of the box.
class Foundation {
 public:
  Foundation(int elements, double modulus, double force)
      : elements_(elements), stiffness_(foundation_stiffness(modulus, 1, 1, elements)), force_(force) {}

  Eigen::Vector3d by_law(double h) const {
    ContactLawSolver solver;
    const Compliant law{stiffness_, kDamping, 0};
    Eigen::Vector3d q(0, 0, 0), v(0, 0, 0);
    ContactImpulses near;
    near.normal.setOnes(elements_);
    near.tangent.setZero(elements_);
    for (long i = 0; i < std::lround(1 / h); ++i) {
      const double t = static_cast<double>(i) * h;
      v += h * ((push(t) + 4 * push(t + h / 2) + push(t + h)) / 6).cwiseProduct(inverse());
      ContactProblem problem;
      problem.level = ContactProblem::Level::velocity;
      problem.duration = h;
      problem.bodies.push_back({inverse()[0], inverse()[2]});
      for (int k = 0; k < elements_; ++k) {
        ContactProblem::Contact& contact = problem.contacts.emplace_back();
        contact.b = 0;
        contact.arm_b = {place(k), -.5};
        contact.gap = q[1] + place(k) * q[2];
        contact.touches = contact.gap <= 1e-12;
        contact.normal_bias = v[1] + place(k) * v[2] + contact.gap / h;
      }
      ContactStart start;
      start.near = &near;
      near = ContactImpulses(solver.solve_unchecked(law, problem, start));
      if (!near.solved) return Eigen::Vector3d::Constant(std::nan(""));
      for (int k = 0; k < elements_; ++k) {
        v[1] += near.normal[k] * inverse()[1];
        v[2] += near.normal[k] * place(k) * inverse()[2];
      }
      q += h * v;
    }
    return q;
  }

  Eigen::Vector3d accurately() const {
    using State = std::array<double, 4>;
    namespace odeint = boost::numeric::odeint;
    State state{0, 0, 0, 0};
    const auto flow = [&](const State& x, State& rate, double t) {
      const Eigen::Vector4d now = this->rate(Eigen::Map<const Eigen::Vector4d>(x.data()), t);
      std::copy(now.data(), now.data() + 4, rate.begin());
    };
    const double step = .1 / std::sqrt(stiffness_ * elements_ * inverse()[1] * 4);
    odeint::integrate_adaptive(odeint::make_controlled(1e-12, 1e-9, odeint::runge_kutta_dopri5<State>()), flow, state,
                               0., 1., step);
    return {0, state[0], state[1]};
  }

  /// The second-order method of Rosenbrock with error control [Shampine, Reichelt, The MATLAB ODE suite, 1997, sec. 3],
  /// an implicit method for stiff equations.
  Eigen::Vector3d by_stiff_method() const {
    constexpr double kTolerance = 1e-4;
    const double part = 1 / (2 + std::numbers::sqrt2), weight = 6 + std::numbers::sqrt2;
    const double depth = kMass * kGravity / (stiffness_ * elements_);
    const Eigen::Vector4d usual(depth, depth, 10 * depth, 10 * depth);
    Eigen::Vector4d x(0, 0, 0, 0);
    double t = 0, h = 1e-6;
    while (t < 1) {
      h = std::min(h, 1 - t);
      const Eigen::PartialPivLU<Eigen::Matrix4d> solver(Eigen::Matrix4d::Identity() - h * part * jacobian(x));
      const Eigen::Vector4d by_time(0, 0, 0, 5 * std::sin(10 * t) * force_ * inverse()[2]);
      const Eigen::Vector4d f0 = rate(x, t), k1 = solver.solve(f0 + h * part * by_time);
      const Eigen::Vector4d f1 = rate(x + .5 * h * k1, t + .5 * h), k2 = solver.solve(f1 - k1) + k1;
      const Eigen::Vector4d next = x + h * k2, f2 = rate(next, t + h);
      const Eigen::Vector4d k3 = solver.solve(f2 - weight * (k2 - f1) - 2 * (k1 - f0) + h * part * by_time);
      const Eigen::Vector4d error = h / 6 * (k1 - 2 * k2 + k3);
      const double excess = (error.array() / (usual + x.cwiseAbs()).array()).abs().maxCoeff() / kTolerance;
      if (excess <= 1) {
        x = next;
        t += h;
      }
      h *= std::clamp(.8 / std::cbrt(excess), .2, 5.);
    }
    return {0, x[0], x[1]};
  }

 private:
  /// Returns the force of an element, N. `y` and `angle` are the pose of the box, `speed` and `spin` its velocity.
  double force_of(int k, double y, double angle, double speed, double spin) const {
    const double gap = y + place(k) * angle;
    return gap < 0 ? std::max(0., -stiffness_ * gap - kDamping * (speed + place(k) * spin)) : 0;
  }
  /// Returns the time derivative of (y, angle, speed, spin), and its Jacobian.
  Eigen::Vector4d rate(const Eigen::Vector4d& x, double t) const {
    Eigen::Vector3d sum = push(t);
    for (int k = 0; k < elements_; ++k) {
      const double force = force_of(k, x[0], x[1], x[2], x[3]);
      sum += Eigen::Vector3d(0, force, force * place(k));
    }
    return {x[2], x[3], sum[1] * inverse()[1], sum[2] * inverse()[2]};
  }
  Eigen::Matrix4d jacobian(const Eigen::Vector4d& x) const {
    Eigen::Matrix4d slope = Eigen::Matrix4d::Zero();
    slope(0, 2) = slope(1, 3) = 1;
    for (int k = 0; k < elements_; ++k) {
      if (force_of(k, x[0], x[1], x[2], x[3]) == 0) continue;
      const Eigen::Vector2d row(1, place(k));
      slope.bottomLeftCorner<2, 2>() -= stiffness_ * row * row.transpose();
      slope.bottomRightCorner<2, 2>() -= kDamping * row * row.transpose();
    }
    slope.row(2) *= inverse()[1];
    slope.row(3) *= inverse()[2];
    return slope;
  }
  static constexpr double kMass = 8, kDamping = 1;
  static Eigen::Vector3d inverse() { return {1 / kMass, 1 / kMass, 6 / kMass}; }
  Eigen::Vector3d push(double t) const {
    return {0, -kMass * kGravity - force_, -.5 * std::cos(10 * t) * force_};
  }
  double place(int k) const { return (k + .5) / elements_ - .5; }

  int elements_;
  double stiffness_, force_;
};

void print_foundation() {
  fmt::print(
      "\nBox on an elastic foundation, 1 s, from rest without load: error of the pose, compared with Dormand and "
      "Prince (1e-12)\n\n| "
      "elements | E, Pa | force, N | h, s | error | of the pose | s, law | s, accurate | s, stiff | error, stiff "
      "|\n|---|---|---|---|---|---|---|---|---|---|\n");
  for (const int elements : {100, 900}) {
    for (const double modulus : {1e7, 1e11}) {
      for (const double force : {5., 50.}) {
        const Foundation foundation(elements, modulus, force);
        const bool slow = modulus > 1e10 && elements > 100;  // With a modulus above 1e10 Pa and more than 100 elements,
                                                             // the accurate solution would need 1e5 steps to be stable.
                                                             // The accurate solution for 100 elements replaces it.
        auto start = std::chrono::steady_clock::now();
        const Eigen::Vector3d exact = slow ? Foundation(100, modulus, force).accurately() : foundation.accurately();
        const double exact_time = microseconds_since(start) / 1e6;
        start = std::chrono::steady_clock::now();
        const Eigen::Vector3d stiff = foundation.by_stiff_method();
        const double stiff_time = microseconds_since(start) / 1e6;
        for (const double h : {.01, .001, 1e-4}) {
          if (h < .001 && elements > 100) continue;
          start = std::chrono::steady_clock::now();
          const Eigen::Vector3d found = foundation.by_law(h);
          const double time = microseconds_since(start) / 1e6;
          fmt::print("| {} | {:.0e} | {} | {} | {:.2e} | {:.1e} | {:.2f} | {:.2f}{} | {:.2f} | {:.2e} |\n", elements,
                     modulus, force, h, (found - exact).norm(), (found - exact).norm() / exact.norm(), time, exact_time,
                     slow ? " (100 elements)" : "", stiff_time, (stiff - exact).norm());
          std::fflush(stdout);
        }
      }
    }
  }
}

void print_incline() {
  const double angle = std::numbers::pi / 12;
  const double stiffness = hertz_stiffness(1e11, .01, kGravity / 4);
  fmt::print(
      "\nBox of .2 m on an incline of 15 degrees, feet of .01 m by Hertz (E 1e11: {:.3g} N/m at its load), h = 10 ms, "
      "1 s: distance, m\n\n| friction | exact | law | published |\n|---|---|---|---|\n",
      stiffness);
  for (const double friction : {0., .125, .25, .375}) {
    double distance[2];
    for (const int route : {0, 1}) {
      MovingScene scene = oracle::incline(angle, friction);
      scene.add_box(.1, .025, 1, {.025 * std::sin(angle), .025 * std::cos(angle), -angle}, friction);
      StepOptions options;
      options.law = Compliant{stiffness, 1, 1e8, route == 0 ? LawRoute::law : LawRoute::published};
      Stepper stepper(scene.system, options);
      const Eigen::Vector3d from = scene.state.pose(0);
      bool solved = true;
      for (int i = 0; i < 100 && solved; ++i) solved = stepper.step(scene.state, .01).solved;
      const Eigen::Vector2d way = (scene.state.pose(0) - from).head<2>();
      distance[route] = solved ? way.x() * std::cos(angle) - way.y() * std::sin(angle) : std::nan("");
    }
    const double pull = kGravity * (std::sin(angle) - friction * std::cos(angle));
    fmt::print("| {} | {:.4f} | {:.4f} | {:.4f} |\n", friction, std::max(0., pull) / 2, distance[0], distance[1]);
  }
}

void print_stacks() {
  fmt::print(
      "\nColumns of discs (.1 m, E 1e11, 1 N s/m) that fall onto each other, h = 10 ms, 500 steps\n\n| discs | ms a "
      "step | "
      "deepest, m | unsolved |\n|---|---|---|---|\n");
  for (const int discs : {1, 5, 10, 20, 50, 100}) {
    MovingScene scene;
    scene.system.gravity = {0, -kGravity};
    scene.add_ground(MovingScene::box(5, 1), {0, -1, 0}, .5);
    for (int i = 0; i < discs; ++i) scene.add_disc(.1, 1, {0, .1 + .001 + .201 * i, 0}, .5);
    StepOptions options;
    options.law = Compliant{hertz_stiffness(1e11, .1, discs * kGravity), 1, 1e6};
    Stepper stepper(scene.system, options);
    const auto start = std::chrono::steady_clock::now();
    double deepest = 0;
    int unsolved = 0, steps = 0;
    for (; steps < 500 && unsolved == 0; ++steps) {
      const StepReport& report = stepper.step(scene.state, .01);
      unsolved += !report.solved;
      deepest = std::max(deepest, report.penetration);
    }
    fmt::print("| {} | {:.2f} | {:.1e} | {} |\n", discs, microseconds_since(start) / 1e3 / steps, deepest, unsolved);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  print_schemes();
  print_pendulum();
  print_limit(argc > 1 ? std::atof(argv[1]) : 1e-6);
  print_incline();
  print_stacks();
  print_foundation();
}
