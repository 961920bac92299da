// SPDX-License-Identifier: MIT
#include "large_scenes.h"

#include <cmath>
#include <random>

namespace pawl::bench {
namespace {

constexpr double kStep = .01;                 // s
constexpr double kPitch = .23, kPlay = .005;  // distance between the centres of rows and of columns, and clearance, m
constexpr double kWall = .5, kApart = 1e-3;   // half the thickness of walls, and smallest gap between neighbouring
                                              // discs of the upper row, m

/// A source of pseudorandom numbers. It returns the same numbers on every platform.
class Dice {
 public:
  double between(double low, double high) { return low + (high - low) * (next_() / 4294967296.); }
  double radius() { return between(.08, .105); }

 private:
  std::mt19937 next_{3};
};

Scene empty(double duration) {
  Scene scene;
  scene.duration = duration;
  scene.simulate.step = kStep;
  return scene;
}

void add_wall(double x, double y, double half_width, double half_height, Scene& scene) {
  SceneBody& wall = scene.bodies.emplace_back();
  wall.part.outline = Polygon{
      {{-half_width, -half_height}, {half_width, -half_height}, {half_width, half_height}, {-half_width, half_height}}};
  wall.pose << x, y, 0;
  wall.friction = .5;
  wall.fixed = true;
}

/// Adds a box: a floor at y = 0 from x = 0 to x = width, and a wall at each end.
void add_box(double width, double height, Scene& scene) {
  add_wall(width / 2, -kWall, width / 2 + 2 * kWall, kWall, scene);
  add_wall(-kWall, height / 2, kWall, height / 2, scene);
  add_wall(width + kWall, height / 2, kWall, height / 2, scene);
}

struct Round {
  Eigen::Vector2d at{0, 0};
  double radius = 0;
};

void add_disc(const Round& round, Scene& scene) {
  SceneBody& disc = scene.bodies.emplace_back();
  disc.part.outline = Disc{{0, 0}, round.radius};
  disc.part.mass = 100 * round.radius * round.radius;
  disc.part.inertia = *disc.part.mass * round.radius * round.radius / 2;
  disc.pose << round.at, 0;
  disc.friction = .5;
}

/// Returns the disc of the given radius that rests on the discs `left` and `right`.
Round resting_on(const Round& left, const Round& right, double radius) {
  const Eigen::Vector2d way = right.at - left.at;
  const double apart = way.norm(), to_left = left.radius + radius, to_right = right.radius + radius;
  const double along = (to_left * to_left - to_right * to_right + apart * apart) / (2 * apart);
  const double up = std::sqrt(to_left * to_left - along * along);
  const Eigen::Vector2d unit = way / apart;
  return {left.at + along * unit + up * Eigen::Vector2d(-unit.y(), unit.x()), radius};
}

}  // namespace

Scene falling_discs(int count, int columns, double duration) {
  Scene scene = empty(duration);
  Dice dice;
  add_box(columns * kPitch + .1, kPitch * count / columns + 1, scene);
  for (int i = 0; i < count; ++i) {
    const double radius = dice.radius(), shifted = dice.between(0, kPlay);
    add_disc({{.12 + i % columns * kPitch + shifted, .12 + i / columns * kPitch}, radius}, scene);
  }
  return scene;
}

Scene settled_discs(int count, double duration) {
  Dice dice;
  std::vector<Round> discs;
  Round last, above;  // the last disc that was added to the lower row, and the last one of the upper row
  while (static_cast<int>(discs.size()) < count) {
    const double radius = dice.radius();
    const double x = discs.empty() ? radius : last.at.x() + 2 * std::sqrt(last.radius * radius);
    const Round next{{x, radius}, radius};
    discs.push_back(next);
    if (discs.size() > 1 && static_cast<int>(discs.size()) < count) {
      const Round upper = resting_on(last, next, dice.radius());
      if (above.radius == 0 || (upper.at - above.at).norm() > upper.radius + above.radius + kApart) {
        discs.push_back(above = upper);
      }
    }
    last = next;
  }
  Scene scene = empty(duration);
  add_box(last.at.x() + last.radius, 2, scene);
  for (const Round& one : discs) add_disc(one, scene);
  return scene;
}

}  // namespace pawl::bench
