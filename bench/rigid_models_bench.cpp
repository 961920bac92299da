// SPDX-License-Identifier: MIT
// The experiments of [Drum15] in the plane, with the cost and success of its algorithms. Prints tables.
//
//   pawl_rigid_models_bench
#include <fmt/format.h>
#include <pawl/friction/contact_law.h>
#include <pawl/lcp/lemke.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <numbers>
#include <random>
#include <utility>

#include "support/paper_comparators.h"
#include "support/part_on_pins.h"
#include "timing.h"

namespace {

using namespace pawl;

/// Returns the exponent p of the power law y ~ x^p: the slope of a line that is fitted to log y over log x.
double exponent(const std::vector<double>& x, const std::vector<double>& y) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double a = std::log(x[k]), b = std::log(y[k]);
    sx += a;
    sy += b;
    sxx += a * a;
    sxy += a * b;
  }
  const double n = static_cast<double>(x.size());
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

void print_cost() {
  fmt::print(
      "One body among n pins with gaps: mean time of 20 problems, us, and pivots\n\n| n | viscous | pivots | no slip | "
      "pivots |\n|---|---|---|---|---|\n");
  std::vector<double> sizes, times[2];
  for (const int n : {10, 30, 100, 300, 1000, 3000, 10000}) {
    std::mt19937 random(static_cast<unsigned>(n));
    std::vector<ContactProblem> problems;
    for (int k = 0; k < 20; ++k) problems.push_back(oracle::part_on_pins(random, n, .1));
    double mean[2], pivots[2] = {0, 0};
    const ContactLaw laws[] = {Viscous{.5}, NoSlip()};
    for (const int law : {0, 1}) {
      ContactLawSolver solver;
      mean[law] = best_microseconds(
          {5, 20}, [] {}, [&](int k) { solver.solve_unchecked(laws[law], problems[static_cast<std::size_t>(k)]); });
      for (const ContactProblem& problem : problems) pivots[law] += solver.solve(laws[law], problem).pivots / 20.;
      times[law].push_back(mean[law]);
    }
    sizes.push_back(n);
    fmt::print("| {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} |\n", n, mean[0], pivots[0], mean[1], pivots[1]);
  }
  fmt::print("\nFitted exponent in n: viscous {:.2f}, no slip {:.2f}; from 100 on {:.2f} and {:.2f}\n\n",
             exponent(sizes, times[0]), exponent(sizes, times[1]),
             exponent({sizes.begin() + 2, sizes.end()}, {times[0].begin() + 2, times[0].end()}),
             exponent({sizes.begin() + 2, sizes.end()}, {times[1].begin() + 2, times[1].end()}));
}

void print_successes() {
  constexpr int kCount = 1000;
  fmt::print(
      "Solved of {} random problems of one body, to 1e-9\n\n| contacts | gaps | viscous | published | no slip | "
      "published |\n|---|---|---|---|---|---|\n",
      kCount);
  for (const int n : {3, 6, 12, 36}) {
    for (const double gap : {0., .1}) {
      int solved[4] = {0, 0, 0, 0};
      std::mt19937 random(static_cast<unsigned>(n));
      ContactLawSolver solver;
      const ContactLaw laws[] = {Viscous{.5}, Viscous{.5, LawRoute::published}, NoSlip(), NoSlip{LawRoute::published}};
      for (int k = 0; k < kCount; ++k) {
        const ContactProblem problem = oracle::part_on_pins(random, n, gap);
        for (int law = 0; law < 4; ++law) solved[law] += solver.solve(laws[law], problem).solved;
      }
      fmt::print("| {} | {} | {} | {} | {} | {} |\n", n, gap > 0 ? "half of them" : "none", solved[0], solved[1],
                 solved[2], solved[3]);
    }
  }
  fmt::print("\n");
}

/// A row of boxes, each of .1 m and 1 kg, between a wall and a gripper. The gripper pushes the boxes along x towards
/// the wall. Neighbours in the row have the same number of contacts with each other.
class Grasp {
 public:
  static constexpr double kStep = .01, kPush = 200, kHalf = .05;

  Grasp(int boxes, int contacts_a_pair, double friction) : boxes_(boxes) {
    problem_.level = ContactProblem::Level::velocity;
    problem_.duration = kStep;
    for (int i = 0; i < boxes; ++i) problem_.bodies.push_back({1, 6 / (4 * kHalf * kHalf)});
    problem_.blocks.push_back({Eigen::MatrixXd::Identity(1, 1), {}, {}});
    velocity_.setZero(3 * boxes + 1);
    place_ = velocity_;
    for (int face = 0; face <= boxes; ++face) {
      for (int k = 0; k < contacts_a_pair; ++k) add(face, kHalf * (2. * k / (contacts_a_pair - 1) - 1), friction);
    }
  }

  /// Makes one step with the impulses that `solve` returns. Returns false if `solve` returns null, or impulses that do
  /// not solve the problem.
  bool step(const std::function<const ContactImpulses*(const ContactProblem&)>& solve) {
    for (int i = 0; i < boxes_; ++i) velocity_[3 * i + 1] -= kStep * 9.81;
    velocity_[3 * boxes_] -= kStep * kPush;
    for (ContactProblem::Contact& contact : problem_.contacts) {
      contact.gap = along(contact, place_, 0);
      contact.normal_bias = along(contact, velocity_, 0) + contact.gap / kStep;
      contact.tangent_bias = along(contact, velocity_, 1);
    }
    const ContactImpulses* found = solve(problem_);
    if (found == nullptr || !found->solved) return false;
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i) {
      for (const int d : {0, 1})
        push(problem_.contacts[i], d, (d == 0 ? found->normal : found->tangent)[static_cast<Eigen::Index>(i)]);
    }
    place_ += kStep * velocity_;
    return true;
  }
  double fallen() const {
    double worst = 0;
    for (int i = 0; i < boxes_; ++i) worst = std::max(worst, std::fabs(place_[3 * i + 1]));
    return worst;
  }

 private:
  void add(int face, double height, double friction) {
    ContactProblem::Contact& contact = problem_.contacts.emplace_back();
    contact.a = face == 0 ? -1 : face - 1;
    contact.b = face;  // the gripper is the last body, after all boxes
    contact.normal = {1, 0};
    contact.arm_a = {kHalf, height};
    contact.arm_b = {-kHalf, height};
    contact.friction = friction;
    if (face < boxes_) return;
    contact.rows_b.resize(2, 1);
    contact.rows_b << 1, 0;
  }
  double side(int link, const Eigen::Vector2d& arm, const Eigen::VectorXd& motion, int direction) const {
    if (link < 0) return 0;
    if (link == boxes_) return direction == 0 ? motion[3 * boxes_] : 0;
    const double turn = direction == 0 ? -arm.y() : arm.x();
    return motion[3 * link + direction] + turn * motion[3 * link + 2];
  }
  double along(const ContactProblem::Contact& contact, const Eigen::VectorXd& motion, int direction) const {
    return side(contact.b, contact.arm_b, motion, direction) - side(contact.a, contact.arm_a, motion, direction);
  }
  void push(const ContactProblem::Contact& contact, int direction, double impulse) {
    const auto one = [&](int link, const Eigen::Vector2d& arm, double amount) {
      if (link < 0) return;
      if (link == boxes_) {
        if (direction == 0) velocity_[3 * boxes_] += amount;
        return;
      }
      const ContactProblem::Body& body = problem_.bodies[static_cast<std::size_t>(link)];
      velocity_[3 * link + direction] += amount * body.inverse_mass;
      velocity_[3 * link + 2] += amount * (direction == 0 ? -arm.y() : arm.x()) * body.inverse_inertia;
    };
    one(contact.b, contact.arm_b, impulse);
    one(contact.a, contact.arm_a, -impulse);
  }

  int boxes_;
  ContactProblem problem_;
  Eigen::VectorXd velocity_, place_;
};

struct Way {
  const char* name;
  int steps;
  std::function<const ContactImpulses*(const ContactProblem&)> solve;
};

void print_grasp(int boxes) {
  ContactLawSolver solver;
  ContactImpulses by_lemke;
  LemkeSolver lemke;
  const auto by_law = [&](const ContactLaw& law) {
    return [&solver, law](const ContactProblem& problem) { return &solver.solve_unchecked(law, problem); };
  };
  const Way ways[] = {
      {"no slip, dual active set", 1000, by_law(NoSlip())},
      {"no slip, Algorithms 1 and 2", 1000, by_law(NoSlip{LawRoute::published})},
      {"Coulomb, friction 100, by contact paths", 1000, by_law(Coulomb())},
      {"Stewart-Trinkle, friction 100, Lemke", 100,
       [&](const ContactProblem& problem) -> const ContactImpulses* {
         const LcpSolution& found = lemke.solve(problem.lcp());
         const auto n = static_cast<Eigen::Index>(problem.contacts.size());
         by_lemke.solved = found.status == LcpSolution::Status::solved;
         by_lemke.normal = found.z.head(n);
         by_lemke.tangent = found.z.segment(n, n) - found.z.segment(2 * n, n);
         by_lemke.pivots = found.pivots;
         return &by_lemke;
       }},
  };
  double reference = 0;
  for (const Way& way : ways) {
    Grasp grasp(boxes, 12, 100);
    int steps = 0, most = 0;
    double pivots = 0, time = 0;
    for (; steps < way.steps; ++steps) {
      const bool solved = grasp.step([&](const ContactProblem& problem) {
        const auto begin = std::chrono::steady_clock::now();
        const ContactImpulses* found = way.solve(problem);
        time += microseconds_since(begin);
        if (found != nullptr) {
          pivots += found->pivots;
          most = std::max(most, found->pivots);
        }
        return found;
      });
      if (!solved || grasp.fallen() > .01) break;
    }
    const double mean = time / std::max(1, steps);
    if (reference == 0) reference = mean;
    fmt::print("| {} | {} | {} of {} | {:.1e} | {:.1f} | {} | {:.1f} | {:.1f} |\n", boxes, way.name, steps, way.steps,
               grasp.fallen() * 1e3, pivots / std::max(1, steps), most, mean, mean / reference);
  }
}

/// A robot of a torso of 10 kg and two soles of 1 kg on a level floor. Both soles have the same number of contact
/// points. Springs and dampers pull each sole to a wanted position relative to the torso, which follows a gait; the two
/// soles are half a period apart. Steps of 1 ms.
class Soles {
 public:
  static constexpr double kStep = .001;

  Soles(int contacts_a_sole, double friction) {
    problem_.level = ContactProblem::Level::velocity;
    problem_.duration = kStep;
    problem_.bodies = {{1 / kTorso, 1 / .6}, {1, 100}, {1, 100}};
    near_ = problem_;
    place_.setZero(9);
    velocity_.setZero(9);
    place_[1] = kHeight + kSole;
    for (const int sole : {1, 2}) {
      place_[3 * sole + 1] = kSole;
      for (int k = 0; k < contacts_a_sole; ++k) {
        ContactProblem::Contact& contact = problem_.contacts.emplace_back();
        contact.b = sole;
        contact.arm_b = {.2 * k / (contacts_a_sole - 1) - .1, -kSole};
        contact.friction = friction;
      }
    }
  }

  /// Makes one step with the impulses that `solve` finds. Returns false if `solve` does not find impulses.
  bool step(double t, const std::function<ContactImpulses(const ContactProblem&)>& solve) {
    push_soles(t);
    for (ContactProblem::Contact& contact : problem_.contacts) {
      const int s = 3 * contact.b;
      contact.gap = place_[s + 1] + contact.arm_b.y() + contact.arm_b.x() * place_[s + 2];
      contact.touches = contact.gap <= 1e-8;
      contact.normal_bias = velocity_[s + 1] + contact.arm_b.x() * velocity_[s + 2] + contact.gap / kStep;
      contact.tangent_bias = -(velocity_[s] - contact.arm_b.y() * velocity_[s + 2]);
    }
    near_.contacts.clear();
    std::copy_if(problem_.contacts.begin(), problem_.contacts.end(), std::back_inserter(near_.contacts),
                 [](const ContactProblem::Contact& one) { return one.gap <= kNear; });
    const ContactImpulses found = solve(near_);
    if (!found.solved) return false;
    for (std::size_t i = 0; i < near_.contacts.size(); ++i) {
      const ContactProblem::Contact& contact = near_.contacts[i];
      const double normal = found.normal[static_cast<Eigen::Index>(i)];
      const double along = -found.tangent[static_cast<Eigen::Index>(i)];  // the tangent of the normal (0, 1) is (-1, 0)
      const int s = 3 * contact.b;
      velocity_[s] += along;
      velocity_[s + 1] += normal;
      velocity_[s + 2] += 100 * (contact.arm_b.x() * normal - contact.arm_b.y() * along);
    }
    place_ += kStep * velocity_;
    return true;
  }
  double way() const { return place_[0]; }
  double height() const { return place_[1]; }
  int touching() const {
    return static_cast<int>(std::count_if(problem_.contacts.begin(), problem_.contacts.end(),
                                          [](const ContactProblem::Contact& one) { return one.touches; }));
  }

 private:
  static constexpr double kTorso = 10, kHeight = .45, kSole = .02;
  static constexpr double kNear = 1e-3;  ///< largest gap of the contacts in a problem, m

  void push_soles(double t) {
    for (int body = 0; body < 3; ++body) velocity_[3 * body + 1] -= kStep * 9.81;
    velocity_[2] -= kStep * (200 * place_[2] + 20 * velocity_[2]) / .6;  // keeps the torso upright
    for (const int sole : {1, 2}) {
      const double phase = 2 * std::numbers::pi * 1.2 * t + (sole == 1 ? 0 : std::numbers::pi);
      const Eigen::Vector2d wanted(.08 * std::sin(phase), -kHeight + .04 * std::max(0., std::cos(phase)));
      const int s = 3 * sole;
      const Eigen::Vector2d off = wanted - (place_.segment<2>(s) - place_.head<2>());
      const Eigen::Vector2d force = 2e4 * off - 100 * (velocity_.segment<2>(s) - velocity_.head<2>());
      velocity_.segment<2>(s) += kStep * force;
      velocity_.head<2>() -= kStep * force / kTorso;
      velocity_[s + 2] -= kStep * 100 * (50 * place_[s + 2] + velocity_[s + 2]);
    }
  }

  ContactProblem problem_, near_;
  Eigen::VectorXd place_, velocity_;
};

/// Compares the solvers of tables II and III of [Drum15]. The last column is the mean time of the contact problems per
/// step, in the fastest of five passes. All other columns are the same in every run.
void print_soles(int contacts) {
  using Solve = std::function<ContactImpulses(const ContactProblem&)>;
  ContactLawSolver solver;
  const auto by_law = [&](const ContactLaw& law) {
    return Solve([&solver, law](const ContactProblem& problem) { return solver.solve_unchecked(law, problem); });
  };
  const auto by_lemke = [](const Viscous& law) {
    return Solve([law](const ContactProblem& problem) { return oracle::viscous_by_lemke(law, problem); });
  };
  constexpr double kViscosity = 10;
  const Viscous implicit{kViscosity}, published{kViscosity, LawRoute::published};
  const std::pair<const char*, Solve> ways[] = {
      {"no slip, dual active set", by_law(NoSlip())},
      {"no slip, Algorithms 1 and 2", by_law(NoSlip{LawRoute::published})},
      {"largest dissipation, friction 100", [](const ContactProblem& p) { return oracle::largest_dissipation(p); }},
      {"viscous, dual active set", by_law(implicit)},
      {"viscous, Lemke", by_lemke(implicit)},
      {"viscous, published, Algorithm 1", by_law(published)},
      {"viscous, published, Lemke", by_lemke(published)}};
  constexpr int kSteps = 2000;
  for (const auto& [name, solve] : ways) {
    double least = std::numeric_limits<double>::infinity();
    int steps = 0, pivots = 0, touching = 0;
    double way = 0, height = 0;
    for (int pass = 0; pass < 5; ++pass) {
      Soles robot(contacts / 2, 100);
      double time = 0;
      pivots = touching = 0;
      for (steps = 0; steps < kSteps; ++steps) {
        const bool solved = robot.step(steps * Soles::kStep, [&](const ContactProblem& problem) {
          const auto begin = std::chrono::steady_clock::now();
          ContactImpulses found = solve(problem);
          time += microseconds_since(begin);
          pivots += found.pivots;
          return found;
        });
        if (!solved) break;
        touching += robot.touching();
      }
      way = robot.way();
      height = robot.height();
      least = std::min(least, time / std::max(1, steps));
    }
    const double n = std::max(1, steps);
    fmt::print("| {} | {} | {} of {} | {:.3f} | {:.3f} | {:.2f} | {:.2f} | {:.1f} |\n", contacts, name, steps, kSteps, way,
               height, touching / n, pivots / n, least);
    std::fflush(stdout);
  }
}

}  // namespace

int main() {
  print_cost();
  print_successes();
  fmt::print(
      "Boxes in a row, squeezed by 200 N, 12 contacts per pair, h = 10 ms\n\n| boxes | by | steps held | fallen, mm | "
      "mean "
      "pivots | most | us per step | times ours |\n|---|---|---|---|---|---|---|---|\n");
  for (const int boxes : {2, 3, 6}) print_grasp(boxes);
  fmt::print(
      "\nA robot on two soles, 2 s in steps of 1 ms\n\n| contacts | by | steps | way, m | height, m | touching | pivots per "
      "step | us per step |\n|---|---|---|---|---|---|---|---|\n");
  for (const int contacts : {6, 12, 18, 24, 30}) print_soles(contacts);
}
