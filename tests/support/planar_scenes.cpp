// SPDX-License-Identifier: MIT
#include "support/planar_scenes.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "support/sliding_velocity.h"

namespace pawl::oracle {
namespace {

using Vector = Eigen::Vector2d;

constexpr double kClearance = 1e-3;  // smallest distance of outlines that do not touch, m

Vector left(const Vector& v) { return {-v.y(), v.x()}; }

/// The outline of a body or a wall: a disc, or a convex polygon in counterclockwise order. In the polygon of a wall,
/// two vertices are 1 m outside the bin.
struct Shape {
  Solid solid;
  std::vector<Vector> corners;
  Vector center{0, 0};
  double radius = 0;
  bool is_disc() const { return corners.empty(); }
};

/// A circle or an edge that a new disc may touch.
struct Feature {
  const Shape* shape;
  Vector a{0, 0}, b{0, 0};  // ends of an edge; the outside is on the right of the line from a to b
  Vector outward() const { return -left(b - a).normalized(); }
};

double distance_to_segment(const Vector& p, const Vector& a, const Vector& b) {
  const double along = std::clamp((p - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
  return (p - a - along * (b - a)).norm();
}

bool inside(const Shape& shape, const Vector& p) {
  for (std::size_t i = 0; i < shape.corners.size(); ++i) {
    const Vector& a = shape.corners[i];
    const Vector& b = shape.corners[(i + 1) % shape.corners.size()];
    if (left(b - a).dot(p - a) < 0) return false;
  }
  return true;
}

/// Returns the signed distance of a point from a shape. It is negative inside.
double distance(const Shape& shape, const Vector& p) {
  if (shape.is_disc()) return (p - shape.center).norm() - shape.radius;
  double nearest = HUGE_VAL;
  for (std::size_t i = 0; i < shape.corners.size(); ++i) {
    nearest =
        std::min(nearest, distance_to_segment(p, shape.corners[i], shape.corners[(i + 1) % shape.corners.size()]));
  }
  return inside(shape, p) ? -nearest : nearest;
}

/// Returns whether some edge of `a` separates `a` from `b`: all of `b` is outside this edge, at least kClearance away
/// from its line.
bool edge_separates(const Shape& a, const Shape& b) {
  for (std::size_t i = 0; i < a.corners.size(); ++i) {
    const Vector& p = a.corners[i];
    const Vector out = -left(a.corners[(i + 1) % a.corners.size()] - p).normalized();
    const bool separates =
        std::all_of(b.corners.begin(), b.corners.end(), [&](const Vector& q) { return out.dot(q - p) > kClearance; });
    if (separates) return true;
  }
  return false;
}

bool apart(const Shape& a, const Shape& b) {
  if (a.is_disc()) return distance(b, a.center) > a.radius + kClearance;
  if (b.is_disc()) return apart(b, a);
  return edge_separates(a, b) || edge_separates(b, a);
}

class Pile {
 public:
  Pile(RandomSystems& random, int contacts) : random_(random), wanted_(contacts) {
    tilt_ = random.real(-0.5, 0.5);
    const double width = random.real(2, 3) + 0.06 * contacts;
    wall({-width, 0}, {width, 0});
    wall({width, 0}, {width, 50});
    wall({-width, 50}, {-width, 0});
    scene_.system.gravity = Eigen::Rotation2Dd(random.real(-0.6, 0.6)) * Vector(0, -9.81);
  }

  Scene build() {
    while (missing() > 0) {
      const int pick = random_.integer(0, 9);
      if (pick < 5 && missing() >= 2) {
        add_disc();
      } else if (pick < 8 && missing() >= 2) {
        add_box();
      } else if (pick == 8 || missing() == 1) {
        add_arm();
      }
      if (scene_.system.bodies.empty() && missing() == 1) {
        // A pile with one contact is a disc in a corner, whose second contact is omitted.
        while (scene_.system.bodies.empty()) add_disc();
        scene_.contacts.resize(1);
      }
    }
    return scene_;
  }

 private:
  int missing() const { return wanted_ - static_cast<int>(scene_.contacts.size()); }

  /// Adds a wall as a thick box. Its first edge goes from `b` to `a` and is the inner side of the wall; the bin is on
  /// the right of this edge.
  void wall(const Vector& a, const Vector& b) {
    const Vector out = -left(b - a).normalized();
    Shape shape;
    shape.corners = {b, a, a + out, b + out};
    turn(shape);
    shapes_.push_back(shape);
  }
  void turn(Shape& shape) const {
    for (Vector& corner : shape.corners) corner = Eigen::Rotation2Dd(tilt_) * corner;
  }
  Vector up() const { return Eigen::Rotation2Dd(tilt_) * Vector(0, 1); }

  std::vector<Feature> features() const {
    std::vector<Feature> all;
    for (const Shape& shape : shapes_) {
      if (shape.is_disc()) all.push_back({&shape, Vector(0, 0), Vector(0, 0)});
      const std::size_t edges = shape.solid.kind == Solid::Kind::ground ? 1 : shape.corners.size();
      for (std::size_t i = 0; i < edges; ++i) {
        all.push_back({&shape, shape.corners[i], shape.corners[(i + 1) % shape.corners.size()]});
      }
    }
    return all;
  }

  /// Returns the centers at which a disc of radius r touches the lines or circles of both features. Returns nothing if
  /// the centers depend too strongly on the features, as for nearly parallel edges.
  static std::vector<Vector> centers(const Feature& f, const Feature& g, double r) {
    if (!f.shape->is_disc() && !g.shape->is_disc()) {
      Eigen::Matrix2d lines;
      lines << f.outward().transpose(), g.outward().transpose();
      if (std::fabs(lines.determinant()) < 0.1) return {};
      return {lines.inverse() * Vector(f.outward().dot(f.a) + r, g.outward().dot(g.a) + r)};
    }
    if (!f.shape->is_disc()) return centers(g, f, r);
    const Vector c = f.shape->center;
    const double reach = f.shape->radius + r;
    if (!g.shape->is_disc()) {
      const Vector out = g.outward();
      const double height = out.dot(g.a) + r - out.dot(c);
      if (std::fabs(height) > 0.99 * reach) return {};
      const double along = std::sqrt(reach * reach - height * height);
      return {c + height * out + along * left(out), c + height * out - along * left(out)};
    }
    const Vector between = g.shape->center - c;
    const double d = between.norm();
    const double other = g.shape->radius + r;
    const double x = (d * d + reach * reach - other * other) / (2 * d);
    if (std::fabs(x) > 0.99 * reach) return {};
    const double y = std::sqrt(reach * reach - x * x);
    return {c + between / d * x + left(between) / d * y, c + between / d * x - left(between) / d * y};
  }

  /// Returns the point at which a disc touches the line or circle of the feature. Returns nothing if this point is not
  /// on the edge, or within 1 cm of an end of the edge.
  static std::optional<Vector> touch(const Feature& f, const Vector& center, double r) {
    if (f.shape->is_disc()) return f.shape->center + (center - f.shape->center).normalized() * f.shape->radius;
    const double length = (f.b - f.a).norm();
    const double along = (center - f.a).dot(f.b - f.a) / length;
    if (along < 0.01 || along > length - 0.01) return {};
    return center - r * f.outward();
  }

  bool free(const Shape& shape, std::initializer_list<const Shape*> touching) const {
    return std::all_of(shapes_.begin(), shapes_.end(), [&](const Shape& other) {
      return std::find(touching.begin(), touching.end(), &other) != touching.end() || apart(shape, other);
    });
  }

  /// Adds a disc that touches two features. Of the free positions that up to 200 random pairs of features allow,
  /// chooses the lowest.
  void add_disc() {
    const double r = random_.real(0.1, 0.5);
    const std::vector<Feature> all = features();
    std::optional<Vector> best;
    std::array<Feature, 2> supports{};
    for (int trial = 0; trial < 200; ++trial) {
      const Feature& f = all[pick(all.size())];
      const Feature& g = all[pick(all.size())];
      if (f.shape == g.shape) continue;
      for (const Vector& center : centers(f, g, r)) {
        const Shape disc{{}, {}, center, r};
        if (!touch(f, center, r) || !touch(g, center, r) || !free(disc, {f.shape, g.shape})) continue;
        if (best && up().dot(center) >= up().dot(*best)) continue;
        best = center;
        supports = {f, g};
      }
    }
    if (!best) return;
    const Solid solid = body(*best, std::numbers::pi * r * r, r * r / 2);
    for (const Feature& f : supports) contact_with_disc(f, solid, *best, r);
    shapes_.push_back({solid, {}, *best, r});
  }

  void contact_with_disc(const Feature& f, Solid solid, const Vector& center, double r) {
    BodyContact contact;
    contact.a = f.shape->solid;
    contact.b = solid;
    contact.point = *touch(f, center, r);
    contact.normal = f.shape->is_disc() ? Vector(center - f.shape->center) : f.outward();
    contact.radius_a = f.shape->is_disc() ? f.shape->radius : kFlat;
    contact.radius_b = r;
    contact.friction = 0.5;
    scene_.contacts.push_back(contact);
  }

  /// Adds a box whose lower edge lies on an edge that faces up. The contacts are at the two ends of the overlap.
  void add_box() {
    const std::vector<Feature> all = features();
    const double width = random_.real(0.3, 1.2), height = random_.real(0.2, 0.8);
    for (int trial = 0; trial < 50; ++trial) {
      const Feature& f = all[pick(all.size())];
      if (f.shape->is_disc() || f.outward().dot(up()) < 0.5) continue;
      const Vector out = f.outward();
      const Vector along = (f.a - f.b).normalized();  // unit vector along the edge, which points right if `out` points
                                                      // up
      const double length = (f.a - f.b).norm();
      const double from = random_.real(-0.6 * width, length - 0.4 * width);
      const Vector p = f.b + from * along, q = p + width * along;
      Shape box{{}, {p, q, q + height * out, p + height * out}, Vector(0, 0), 0};
      const double first = std::max(from, 0.0), last = std::min(from + width, length);
      if (last - first < 0.3 * width || !free(box, {f.shape})) continue;
      const Vector center = (p + q) / 2 + height / 2 * out;
      box.solid = body(center, width * height, (width * width + height * height) / 12);
      for (const double at : {first, last}) contact_on_edge(f, box.solid, f.b + at * along, at > 0 && at < length);
      shapes_.push_back(box);
      return;
    }
  }

  /// Adds a contact between a corner and an edge. If `corner_above` is true, the corner belongs to the upper body;
  /// otherwise it belongs to the lower body.
  void contact_on_edge(const Feature& f, Solid solid, const Vector& point, bool corner_above) {
    BodyContact contact;
    contact.a = f.shape->solid;
    contact.b = solid;
    contact.point = point;
    contact.normal = f.outward();
    contact.radius_a = corner_above ? kFlat : kCorner;
    contact.radius_b = corner_above ? kCorner : kFlat;
    contact.friction = 0.5;
    scene_.contacts.push_back(contact);
  }

  /// Adds an arm on the ground, whose fingertip touches a body. The links of the arm do not collide with bodies,
  /// because they are in a plane above them.
  void add_arm() {
    if (scene_.system.bodies.empty()) return;
    const Shape& shape = shapes_[3 + pick(shapes_.size() - 3)];
    const auto [place, normal] = place_on(shape);
    const double tip_radius = random_.integer(0, 1) == 0 ? 0 : random_.real(0.02, 0.05);
    const Shape tip{{}, {}, place + normal * (tip_radius + 1e-9), std::max(tip_radius, 0.01)};
    if (shape.solid.kind == Solid::Kind::ground || !free(tip, {&shape})) return;
    const int first = static_cast<int>(scene_.system.joints.size());
    const int count = random_.integer(2, 3);
    for (int i = 0; i < count; ++i) add_joint(i == 0 ? -1 : first + i - 1, i > 0);
    const std::size_t last = scene_.system.joints.size() - 1;
    // Moves the base of the arm so that its fingertip is at `place`.
    const Vector offset = place - world_point(scene_, Solid::link(last), Vector(0.6, 0));
    scene_.system.joints[static_cast<std::size_t>(first)].anchor += offset;
    BodyContact contact;
    contact.a = shape.solid;
    contact.b = Solid::link(last);
    contact.point = place;
    contact.normal = normal;
    contact.radius_a = shape.is_disc() ? shape.radius : kFlat;
    contact.radius_b = tip_radius;
    contact.friction = 0.5;
    scene_.contacts.push_back(contact);
    press(first, last, place, -normal);
  }

  /// Sets the effort of each joint of the arm to that of a force at the fingertip along `direction`. The force is
  /// random for each joint, from 0 to 40 N. Then holds each joint with probability 1/5 by prescribing its acceleration
  /// 0.
  void press(int first, std::size_t last, const Vector& place, const Vector& direction) {
    for (std::size_t j = static_cast<std::size_t>(first); j <= last; ++j) {
      const Eigen::Vector3d pose = pose_of(scene_, Solid::link(j));
      const Vector axis(std::cos(pose.z()), std::sin(pose.z()));
      const Vector column =
          scene_.system.joints[j].kind == Joint::Kind::prismatic ? axis : left(place - pose.head<2>());
      scene_.loads.efforts[j] = random_.real(0, 40) * column.dot(direction);
      if (random_.integer(0, 4) == 0) scene_.prescribe(j, 0);
    }
  }

  void add_joint(int parent, bool carried) {
    Joint joint;
    joint.parent = parent;
    joint.kind = carried && random_.integer(0, 3) == 0 ? Joint::Kind::prismatic : Joint::Kind::revolute;
    joint.anchor = carried ? Vector(0.6, 0) : Vector(0, 0);
    joint.angle = random_.real(-2, 2);
    const double position = random_.real(0, 0.3);
    joint.mass = random_.real(0.5, 3);
    joint.inertia = joint.mass * 0.03;
    joint.center_of_mass = {0.3, 0};
    scene_.add_joint(joint, position);
  }

  std::pair<Vector, Vector> place_on(const Shape& shape) {
    if (shape.is_disc()) {
      const Vector normal = random_.unit();
      return {shape.center + shape.radius * normal, normal};
    }
    const std::size_t i = pick(shape.corners.size());
    const Vector& a = shape.corners[i];
    const Vector& b = shape.corners[(i + 1) % shape.corners.size()];
    return {a + random_.real(0.1, 0.9) * (b - a), -left(b - a).normalized()};
  }

  Solid body(const Vector& center, double area, double gyration_squared) {
    Body body;
    body.mass = area * std::pow(10, random_.real(0, 2));
    body.inertia = body.mass * gyration_squared;
    const Eigen::Vector3d pose(center.x(), center.y(), random_.real(-3, 3));
    Eigen::Vector3d wrench(0, 0, 0);
    if (random_.integer(0, 3) == 0) {
      wrench.head<2>() = 0.3 * body.mass * 9.81 * random_.unit();
      wrench.z() = 0.3 * body.mass * 9.81 * std::sqrt(gyration_squared) * random_.real(-1, 1);
    }
    return scene_.add_body(body, pose, {0, 0, 0}, wrench);
  }

  std::size_t pick(std::size_t count) {
    return static_cast<std::size_t>(random_.integer(0, static_cast<int>(count) - 1));
  }

  RandomSystems& random_;
  int wanted_;
  double tilt_ = 0;
  Scene scene_;
  std::vector<Shape> shapes_;
};

}  // namespace

Scene random_pile(RandomSystems& random, int contacts) { return Pile(random, contacts).build(); }

bool set_sliding(Scene& scene, RandomSystems& random, int rolling) {
  const ContactEquations e = equations_of_motion(scene);
  for (int trial = 0; trial < 5; ++trial) {
    const std::optional<Eigen::VectorXd> u = sliding_velocity(e, random, rolling);
    if (!u) continue;
    scene.state.u = *u;
    return true;
  }
  return false;
}

}  // namespace pawl::oracle
