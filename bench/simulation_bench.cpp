// SPDX-License-Identifier: MIT
// Steps scenes of data/scenes by 10 ms with Pawl and with the available peers, in one run. Prints a table of CPU times
// per step and of errors. All errors are computed in the same way from the poses.
//
//   pawl_simulation_bench [DIRECTORY of scenes, default data/scenes] [small|large|all]
//
// The large scenes have 1,000 and 10,000 discs. Each world may run for 90 s per scene, and the steps that it made in
// this time are reported. A peer's bodies are discs and rectangles. Friction is Coulomb's, with the geometric mean of
// the two bodies' coefficients.
#include <fmt/format.h>
#include <pawl/io/read_scene.h>
#include <pawl/scenes/run_scene.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>

#include "large_scenes.h"
#include "peer_placed.h"
#include "peer_world.h"

namespace {

using namespace pawl;
using peer::PeerBody;
using peer::PeerWorld;
using peer::Placed;

constexpr double kStep = .01;       // s
constexpr double kMostTime = 90e6;  // limit on the computing time of one world for one scene, microseconds

double cpu_microseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

/// Pawl as a peer world, for comparison.
class OwnWorld : public PeerWorld {
 public:
  explicit OwnWorld(const Scene& scene, const char* name = "Pawl")
      : name_(name), setup_(set_up(scene)), stepper_(setup_.parts.system, setup_.options), state_(setup_.parts.state) {
    look();
  }
  const char* name() const override { return name_; }
  void step(double h) override { unsolved_ += !stepper_.step(state_, h, setup_.actuation).solved; }
  void look() override {
    poses_ = setup_.parts.poses(state_);
    twists_ = setup_.parts.twists(state_);
  }
  Eigen::Vector3d pose(std::size_t body) const override { return poses_[body]; }
  Eigen::Vector3d twist(std::size_t body) const override { return twists_[body]; }
  long unsolved() const override { return unsolved_; }

 private:
  const char* name_;
  SceneSetup setup_;
  Stepper stepper_;
  State state_;
  std::vector<Eigen::Vector3d> poses_, twists_;
  long unsolved_ = 0;
};

PeerBody peer_of(const SceneBody& body) {
  PeerBody result;
  result.pose = body.pose;
  result.fixed = body.fixed;
  result.friction = body.friction.value_or(0);
  result.mass = body.part.mass.value_or(1);
  result.inertia = body.part.inertia.value_or(1);
  if (const Disc* disc = std::get_if<Disc>(&*body.part.outline)) {
    result.radius = disc->radius;
  } else {
    result.half_size = std::get<Polygon>(*body.part.outline).vertices[2];  // every polygon is a rectangle whose centre
                                                                           // is the origin
  }
  return result;
}

/// Returns the distance of a point from a rectangle. It is negative for a point inside.
double distance(const Placed& rectangle, const Eigen::Vector2d& point) {
  const Eigen::Vector2d beyond = rectangle.local(point).cwiseAbs() - rectangle.half;
  return beyond.maxCoeff() < 0 ? beyond.maxCoeff() : beyond.cwiseMax(0.).norm();
}

/// Computes, for each edge of `a`, the smallest distance of a corner of `b` from the edge. Returns the largest of these
/// distances: the distance by which an edge separates the rectangles. It is negative if they overlap.
double parted_by_sides(const Placed& a, const Placed& b) {
  double best = -HUGE_VAL;
  for (const int axis : {0, 1}) {
    for (const int sign : {-1, 1}) {
      double nearest = HUGE_VAL;
      for (int k = 0; k < 4; ++k) nearest = std::min(nearest, sign * a.local(b.corner(k))[axis] - a.half[axis]);
      best = std::max(best, nearest);
    }
  }
  return best;
}

/// Returns the penetration of two bodies. It is negative if they are apart.
double depth(const Placed& a, const Placed& b) {
  if (a.radius > 0 && b.radius > 0) return a.radius + b.radius - (a.at - b.at).norm();
  if (a.radius > 0) return a.radius - distance(b, a.at);
  if (b.radius > 0) return b.radius - distance(a, b.at);
  return -std::max(parted_by_sides(a, b), parted_by_sides(b, a));
}

/// Returns the largest penetration of any two bodies, or 0 if no bodies overlap. Ignores pairs of fixed bodies. Sorts
/// the bodies by the lower ends of their x ranges, to find pairs whose ranges overlap.
double deepest_of(const std::vector<PeerBody>& bodies, const std::vector<Placed>& placed) {
  struct Range {
    double low, high;
    std::size_t body;
  };
  std::vector<Range> ranges;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double reach = placed[i].radius > 0 ? placed[i].radius
                                              : std::fabs(placed[i].x.x()) * placed[i].half.x() +
                                                    std::fabs(placed[i].x.y()) * placed[i].half.y();
    ranges.push_back({placed[i].at.x() - reach, placed[i].at.x() + reach, i});
  }
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.low < b.low; });
  double deepest = 0;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    for (std::size_t j = i + 1; j < ranges.size() && ranges[j].low <= ranges[i].high; ++j) {
      const std::size_t a = ranges[i].body, b = ranges[j].body;
      if (bodies[a].fixed && bodies[b].fixed) continue;
      deepest = std::max(deepest, depth(placed[a], placed[b]));
    }
  }
  return deepest;
}

struct Result {
  std::vector<double> times;
  double deepest = 0, rms = 0, slid = 0;
  double time = 0;  // computing time of all steps, microseconds
};

Result run_world(PeerWorld& world, const std::vector<PeerBody>& bodies, double duration) {
  Result result;
  const long steps = std::lround(duration / kStep);
  for (long k = 0; k < steps && result.time < kMostTime; ++k) {
    const double start = cpu_microseconds();
    world.step(kStep);
    result.times.push_back(cpu_microseconds() - start);
    result.time += result.times.back();
    world.look();
    std::vector<Placed> placed;
    for (std::size_t i = 0; i < bodies.size(); ++i) placed.emplace_back(bodies[i], world.pose(i));
    result.deepest = std::max(result.deepest, deepest_of(bodies, placed));
  }
  int free = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].fixed) continue;
    ++free;
    result.rms += world.twist(i).head<2>().squaredNorm();
    result.slid = (world.pose(i) - bodies[i].pose).head<2>().norm();
  }
  result.rms = std::sqrt(result.rms / free);
  return result;
}

double mean(const std::vector<double>& values, std::size_t from) {
  double sum = 0;
  for (std::size_t i = from; i < values.size(); ++i) sum += values[i];
  return sum / static_cast<double>(values.size() - from);
}

void print(const std::string& scene, const PeerWorld& world, const Result& result, double slid) {
  std::vector<double> sorted = result.times;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t count = sorted.size();
  fmt::print("| {} | {} | {} | {:.4f} | {:.4f} | {:.3f} | {:.1e} | {:.1e} | {} | {} |\n", scene, world.name(), count,
             mean(result.times, 0) / 1000, mean(result.times, count - (count + 4) / 5) / 1000,
             sorted[count * 99 / 100] / 1000, 1000 * std::max(0., result.deepest), 1000 * result.rms,
             std::isnan(slid) ? "" : fmt::format("{:.1e}", 1000 * std::fabs(result.slid - slid)), world.unsolved());
  std::fflush(stdout);
}

/// Returns the peers for small scenes, each with its most exact solver.
std::vector<peer::MakeWorld> exact_peers() {
  return {
#ifdef PAWL_WITH_BOX2D
      peer::box2d_world,
#endif
#ifdef PAWL_WITH_ODE
      peer::ode_world,
#endif
#ifdef PAWL_WITH_MUJOCO
      peer::mujoco_world,
#endif
#ifdef PAWL_WITH_SICONOS
      peer::siconos_world,
#endif
  };
}

/// Returns the peers that are fast enough for scenes with many bodies.
std::vector<peer::MakeWorld> quick_peers() {
  return {
#ifdef PAWL_WITH_BOX2D
      peer::box2d_world,
#endif
#ifdef PAWL_WITH_ODE
      peer::quick_ode_world,
#endif
  };
}

/// Returns the scene with the cone complementarity law at a low accuracy.
Scene with_cones(Scene scene) {
  scene.simulate.model = SimulateOptions::Model::cone_complementarity;
  scene.simulate.tolerance = 1e-5;
  return scene;
}

/// Simulates a scene in all worlds and prints a comparison. `slid` is the exact displacement of the last body, m, or
/// NaN if it is unknown. If `relaxed` is true, also runs Pawl with the cone complementarity law.
void compare(const std::string& name, const Scene& scene, double slid, const std::vector<peer::MakeWorld>& peers,
             bool relaxed = false) {
  std::vector<PeerBody> bodies;
  for (const SceneBody& body : scene.bodies) bodies.push_back(peer_of(body));
  const auto run = [&](PeerWorld& world) { print(name, world, run_world(world, bodies, scene.duration), slid); };
  OwnWorld own(scene);
  run(own);
  if (relaxed) {
    OwnWorld cones(with_cones(scene), "Pawl, cone complementarity");
    run(cones);
  }
  for (const peer::MakeWorld make : peers) run(*make(bodies, scene.gravity));
}

Scene scene_of(const std::string& directory, const std::string& name) {
  Scene scene = read_scene_file(fmt::format("{}/{}.scene.json", directory, name));
  scene.simulate.step = kStep;
  return scene;
}

/// Returns a scene in which a force moves a box to three pins, two below the box and one on its right. The box stays
/// there.
Scene three_pins(const Eigen::Vector2d& displaced) {
  Scene scene;
  scene.gravity = 9.81 * Eigen::Vector2d(.5, -.85);
  scene.duration = 10;
  scene.simulate.step = kStep;
  for (const Eigen::Vector2d& at : {Eigen::Vector2d(-.5, -.6), {.5, -.6}, {1.1, -.25}}) {
    SceneBody& pin = scene.bodies.emplace_back();
    pin.part.outline = Disc{{0, 0}, .1};
    pin.pose << at, 0;
    pin.friction = .2;
    pin.fixed = true;
  }
  SceneBody& box = scene.bodies.emplace_back();
  box.part.outline = Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};
  box.part.mass = 1;
  box.part.inertia = 5. / 12;
  box.pose << displaced, .003;
  box.friction = .2;
  return scene;
}

void compare_small(const std::string& directory) {
  Scene incline = scene_of(directory, "incline");
  const double slope = 15 * std::acos(-1.) / 180, g = 9.81;
  for (const double friction : {.125, .375}) {
    for (SceneBody& body : incline.bodies) body.friction = friction;
    const double slid = friction > std::tan(slope) ? 0 : g * (std::sin(slope) - friction * std::cos(slope)) / 2;
    compare(fmt::format("incline, friction {}", friction), incline, slid, exact_peers());
  }
  const Eigen::Vector2d displaced(-.02, .01);
  compare("a box among three pins", three_pins(displaced), displaced.norm(), exact_peers());
  compare("ten boxes", scene_of(directory, "boxstack"), 0, exact_peers());
  compare("pile of 50", scene_of(directory, "pile"), std::nan(""), exact_peers());
}

void compare_large() {
  const auto both = [](int count, const char* name, int columns, double falling, double settled) {
    compare(fmt::format("{} discs at rest", name), bench::settled_discs(count, settled), std::nan(""), quick_peers(),
            true);
    compare(fmt::format("{} discs that fall", name), bench::falling_discs(count, columns, falling), std::nan(""),
            quick_peers(), true);
  };
  both(1000, "1,000", 40, 2, 2);
  both(10000, "10,000", 250, 1, 1);
}

}  // namespace

int main(int count, char** words) {
  const std::string directory = count > 1 ? words[1] : "data/scenes", which = count > 2 ? words[2] : "all";
  if (count > 3 || (which != "small" && which != "large" && which != "all")) {
    fmt::print(stderr, "usage: pawl_simulation_bench [DIRECTORY] [small|large|all]\n");
    return 2;
  }
  fmt::print(
      "| scene | by | steps | mean, ms | last fifth, ms | 99 %, ms | deepest, mm | rms speed at the end, mm/s | "
      "error, mm | unsolved |\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|---|\n");
  if (which != "large") compare_small(directory);
  if (which != "small") compare_large();
}
