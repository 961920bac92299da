// SPDX-License-Identifier: MIT
// A checker of energy certificates [MODEL section 9], apart from what makes them: it reads the boxes and their twists
// and needs no search. Lengths are rounded by less than 2^-44 of the largest, to which all bounds are widened.
#include <pawl/certify/certificate_file.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "certificate_reader.h"
#include "certificate_sides.h"

namespace pawl {
namespace {

using Point = std::complex<double>;

constexpr double kRight = std::numbers::pi / 2;

double chord(double arm, double angle) { return 2 * arm * std::sin(std::min(angle, 2 * kRight) / 2); }

using internal::CertificateFile;
using Box = CertificateFile::Box;
using Twist = CertificateFile::Twist;
using Side = CertificateFile::Side;
using Fixel = CertificateFile::Fixel;
using internal::cross;
using internal::distance;
using internal::dot;
using internal::middle;
using internal::tangent;
using internal::winds_round;

/// Inward normals within `spread` of `normal`; infinite spread: nothing is known.
struct Normals {
  Point normal;
  double spread;
};

class Checker {
 public:
  explicit Checker(CertificateFile file) : file_(std::move(file)) {
    result_.depth = file_.depth;
    double far = std::abs(file_.anchor) + std::hypot(file_.root.half[0], file_.root.half[1]) +
                 std::abs(Point(file_.root.centre[0], file_.root.centre[1]));
    for (const Fixel& fixel : file_.fixels) far = std::max(far, 2 * std::abs(fixel.at) + fixel.radius + far);
    for (const Side& side : file_.sides)
      far = std::max(far, far + std::abs(side.from) + std::abs(side.centre) + side.radius);
    slack_ = 0x1p-44 * far;
    find_near();
  }

  CertificateCheck run() {
    if (!(result_.depth > 0)) return refuse("the depth is not positive");
    read_tree(file_.root, 0);
    if (result_.refused.empty() && place_ != file_.tree.size()) refuse("the tree goes on after its end");
    if (result_.refused.empty() && used_ != file_.twists.size()) refuse("twists are left over");
    if (result_.refused.empty()) meet(0, 0);
    return result_;
  }

 private:
  struct Node {
    Box box;
    char letter;
    int lower = -1, upper = -1;
    bool in() const { return letter == 'm' || letter == 'n'; }
  };

  CertificateCheck& refuse(const std::string& why) {
    if (result_.refused.empty()) result_.refused = why;
    return result_;
  }
  void refuse(const Node& node, const std::string& why) {
    std::string at = "the box round (";
    for (const double c : node.box.centre) at += (at.back() == '(' ? "" : ", ") + std::to_string(c);
    refuse(at + ") " + why);
  }

  double reach(const Box& box, double arm) const {
    return std::hypot(box.half[0], box.half[1]) + chord(arm, box.half[2]);
  }
  static Point place(const Box& box) { return {box.centre[0], box.centre[1]}; }
  static Point turn(const Box& box) { return std::polar(1., box.centre[2]); }

  bool collides(const Box& box) const {
    for (const Fixel& fixel : file_.fixels) {
      const Point p = (fixel.at - place(box)) / turn(box);
      const double away = reach(box, std::abs(p)) + file_.fixel_off + file_.outline_off + slack_;
      double least = std::abs(p - file_.sides[0].from);
      for (const Side& side : file_.sides) least = std::min(least, distance(side, p));
      if (least < fixel.radius - away || (least > away && winds_round(file_.sides, p, least / 2))) return true;
    }
    return false;
  }

  /// Inward normals of an arc, or of a corner, by which way it faces and by where its centre is seen.
  Normals round(const Box& box, const Fixel& fixel, Point centre, Point inward, double half, double sign) const {
    const Point seen = place(box) + turn(box) * centre - fixel.at;
    const double moves = reach(box, std::abs(centre)) + file_.fixel_off + file_.outline_off + slack_;
    const Normals facing{turn(box) * inward, half + box.half[2]};
    if (moves >= std::abs(seen)) return facing;
    const Normals sight{sign * seen / std::abs(seen), std::asin(moves / std::abs(seen))};
    return sight.spread < facing.spread ? sight : facing;
  }
  Normals of_side(const Box& box, const Fixel& fixel, const Side& side) const {
    const Point along = side.to - side.from;
    const double skew = std::asin(std::min(1., 2 * file_.outline_off / std::abs(along)));
    if (side.sweep == 0) return {turn(box) * Point(0, 1) * along / std::abs(along), box.half[2] + skew};
    const double sign = side.sweep > 0 ? 1 : -1;
    return round(box, fixel, side.centre, -sign * middle(side), std::fabs(side.sweep) / 2, sign);
  }
  /// Calls visit(fixel, feature, normals) for all that may touch, until it returns false. Features: sides, then
  /// corners.
  template <class Visit>
  bool each_contact(const Box& box, const Visit& visit) const {
    for (std::size_t i = 0; i < file_.fixels.size(); ++i) {
      const Fixel& fixel = file_.fixels[i];
      const Point p = (fixel.at - place(box)) / turn(box);
      const double away = reach(box, std::abs(p)) + file_.fixel_off + file_.outline_off + slack_;
      for (std::size_t k = 0; k < file_.sides.size(); ++k) {
        const Side &side = file_.sides[k], &before = file_.sides[(k + file_.sides.size() - 1) % file_.sides.size()];
        const double length = std::abs(side.to - side.from);
        const double foot = dot(side.to - side.from, p - side.from) / length;
        const bool beside = fixel.radius > 0 && side.sweep == 0 && (foot < -away || foot > length + away);
        if (!beside && distance(side, p) <= fixel.radius + away && !visit(i, k, of_side(box, fixel, side)))
          return false;
        if (fixel.radius == 0 || std::abs(p - side.from) > fixel.radius + away) continue;
        const Point in = tangent(before, side.from), out = tangent(side, side.from);
        const double bend = std::arg(out / in);
        if (bend < -1e-9) continue;  // points inwards: its sides touch first
        const Point inward = Point(0, 1) * in / std::abs(in) * std::polar(1., bend / 2);
        const Normals seen = round(box, fixel, side.from, inward, std::fabs(bend) / 2, 1);
        if (!visit(i, file_.sides.size() + k, seen)) return false;
      }
    }
    return true;
  }

  bool pushes(const Twist& xi, const Box& box) const {
    const Point arm = turn(box) * file_.at, u = xi.v + xi.omega * Point(0, 1) * arm;
    const double size = std::abs(file_.force), moves = std::fabs(xi.omega) * chord(std::abs(file_.at), box.half[2]);
    if (!file_.has_anchor) return dot(file_.force, u) + xi.omega * file_.torque - size * moves > unit();
    const Point line = file_.anchor - place(box) - arm;
    const double sine = (reach(box, std::abs(file_.at)) + file_.anchor_off + slack_) / std::abs(line);
    const Point along = line / std::abs(line);
    if (sine >= 1 || dot(along, u) <= 0) return false;
    const double power = dot(along, u) * std::sqrt(1 - sine * sine) - std::fabs(cross(along, u)) * sine - moves;
    return size * power + xi.omega * file_.torque > unit();
  }
  double unit() const { return slack_ / file_.rho + 0x1p-44; }

  /// Whether no force of a contact has negative power over the twist.
  bool bears(const Twist& xi, const Box& box, const Fixel& fixel, const Normals& range) const {
    if (range.spread >= kRight) return false;
    const Point u = xi.v + xi.omega * Point(0, 1) * (fixel.at - place(box));
    const double moves = std::fabs(xi.omega) * (std::hypot(box.half[0], box.half[1]) + file_.fixel_off);
    for (const double mu : {fixel.friction, -fixel.friction}) {
      const Point edge = range.normal * Point(1, mu) / std::hypot(1, mu);
      const double least = dot(u, edge) * std::cos(range.spread) - std::fabs(cross(u, edge)) * std::sin(range.spread);
      const double by_radius = xi.omega * mu * fixel.radius / std::hypot(1, mu);
      if (dot(u, edge) < 0 || !(least - moves + by_radius > unit())) return false;
    }
    return true;
  }

  double height(const Box& box) const {
    const Point arm = turn(box) * file_.at, at = place(box) + arm, line = file_.anchor - at;
    const Point force = file_.has_anchor ? std::abs(file_.force) * line / std::abs(line) : file_.force;
    const double t = box.half[2], bend = std::min(t, kRight), size = std::abs(file_.force);
    double high = file_.has_anchor ? size * (std::abs(line) - std::abs(file_.anchor - file_.at))
                                   : -dot(file_.force, at - file_.at);
    high -= file_.torque * box.centre[2] + std::fabs(file_.torque) * t + std::fabs(force.real()) * box.half[0] +
            std::fabs(force.imag()) * box.half[1] + std::fabs(cross(arm, force)) * std::sin(bend) +
            std::fabs(dot(arm, force)) * (1 - std::cos(bend)) + (t > kRight ? 2 * size * std::abs(file_.at) : 0);
    const double moved = std::abs(at - file_.at) + reach(box, std::abs(file_.at)),
                 far = std::abs(file_.anchor - file_.at) - file_.anchor_off;
    if (file_.has_anchor) high -= size * file_.anchor_off * (far > 0 ? std::min(2., 2 * moved / far) : 2);
    return high - slack_ * (size + std::fabs(file_.torque) / file_.rho);
  }

  bool proves(const Box& box, const Twist& xi, std::size_t but_fixel, std::size_t but_feature) const {
    return pushes(xi, box) && each_contact(box, [&](std::size_t i, std::size_t feature, const Normals& range) {
             return (i == but_fixel && feature == but_feature) || bears(xi, box, file_.fixels[i], range);
           });
  }

  /// What each goal fixel touches at the seat; and poses round it where J_n is near enough to what it is there.
  void find_near() {
    const Box seat{{0, 0, 0}, {0, 0, 0}};
    double rows[3][3];
    for (std::size_t g = 0; g < 3; ++g) {
      double least = 1e300;
      each_contact(Box{{0, 0, 0}, {1e-4 * file_.rho, 1e-4 * file_.rho, 1e-4}}, [&](std::size_t i, std::size_t k,
                                                                                   const Normals&) {
        if (i != file_.goal[g]) return true;
        const bool corner = k >= file_.sides.size();
        const double d = corner ? std::abs(file_.fixels[i].at - file_.sides[k - file_.sides.size()].from) - slack_
                                : distance(file_.sides[k], file_.fixels[i].at);
        if (std::fabs(d - file_.fixels[i].radius) < least)
          least = std::fabs(d - file_.fixels[i].radius), touched_[g] = k;
        return true;
      });
      if (least > 1e-4 * file_.rho) return;
    }
    for (std::size_t g = 0; g < 3; ++g) {
      const Point n = goal_normals(seat, g).normal;
      rows[g][0] = n.real(), rows[g][1] = n.imag(), rows[g][2] = cross(file_.fixels[file_.goal[g]].at, n) / file_.rho;
    }
    double inverse = 0, det = 0;
    for (int r = 0; r < 3; ++r) {
      const double *a = rows[(r + 1) % 3], *b = rows[(r + 2) % 3];
      const double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
      inverse += c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
      det = rows[r][0] * c[0] + rows[r][1] * c[1] + rows[r][2] * c[2];
    }
    inverse_ = std::sqrt(inverse) / std::fabs(det);
  }
  Normals goal_normals(const Box& box, std::size_t g) const {
    const Fixel& fixel = file_.fixels[file_.goal[g]];
    if (touched_[g] < file_.sides.size()) return of_side(box, fixel, file_.sides[touched_[g]]);
    const std::size_t k = touched_[g] - file_.sides.size();
    return round(box, fixel, file_.sides[k].from, -file_.sides[k].from, 2 * kRight, 1);
  }
  bool is_near(const Box& box) const {
    double size = 0, off = 0;
    for (int k = 0; k < 3; ++k)
      size = std::max(size, (std::fabs(box.centre[k]) + box.half[k]) / (k < 2 ? file_.rho : 1));
    const Box hull{{0, 0, 0}, {size * file_.rho, size * file_.rho, size}}, seat{{0, 0, 0}, {0, 0, 0}};
    for (std::size_t g = 0; g < 3; ++g) {
      const Normals here = goal_normals(seat, g), there = goal_normals(hull, g);
      if (!(there.spread < kRight)) return false;
      const double bend = chord(1, there.spread + std::fabs(std::arg(there.normal / here.normal)));
      const double arm =
          std::abs(file_.fixels[file_.goal[g]].at) * bend + std::hypot(hull.half[0], hull.half[1]) + file_.fixel_off;
      off += bend * bend + arm * arm / (file_.rho * file_.rho);
    }
    return std::sqrt(off) * inverse_ < .9995;
  }

  Twist next_twist() {
    if (used_ < file_.twists.size()) return file_.twists[used_++];
    refuse("a twist is missing");
    return {};
  }

  int read_tree(const Box& box, int depth) {
    if (depth > 200 || place_ >= file_.tree.size()) refuse("the tree ends before all its boxes do");
    if (!result_.refused.empty()) return 0;
    const char letter = file_.tree[place_++];
    const int mine = static_cast<int>(nodes_.size());
    nodes_.push_back({box, letter});
    const std::size_t axis = std::string("xyt").find(letter);
    if (axis == std::string::npos) {
      check_leaf(nodes_.back());
      return mine;
    }
    Box lower = box, upper = box;
    lower.half[axis] = upper.half[axis] = box.half[axis] / 2;
    lower.centre[axis] -= lower.half[axis];
    upper.centre[axis] += upper.half[axis];
    const int first = read_tree(lower, depth + 1), second = read_tree(upper, depth + 1);
    nodes_[static_cast<std::size_t>(mine)].lower = first;
    nodes_[static_cast<std::size_t>(mine)].upper = second;
    return mine;
  }

  void check_leaf(const Node& node) {
    ++result_.boxes;
    const std::size_t none = file_.fixels.size();
    const bool seeded = touch(node.box, file_.seed);
    if (node.letter == 'c') {
      if (!collides(node.box)) refuse(node, "is said to collide, and may be free");
    } else if (node.letter == 'a') {
      if (seeded || !(height(node.box) > result_.depth)) refuse(node, "is said to lie above the depth, and may not");
    } else if (node.letter == 'm') {
      if (!proves(node.box, next_twist(), none, 0)) refuse(node, "may hold the part: its twist proves nothing");
    } else if (node.letter == 'n') {
      if (!is_near(node.box)) refuse(node, "is too far from the goal to hold one rest only");
      for (std::size_t g = 0; g < 3; ++g) {
        if (!proves(node.box, next_twist(), file_.goal[g], touched_[g]))
          refuse(node, "may hold the part off a goal contact");
      }
    } else if (node.letter != 'b') {
      refuse(node, std::string("is of no kind: ") + node.letter);
    } else if (seeded) {
      refuse(node, "holds the goal, and is left out");
    }
    for (int k = 0; node.in() && k < 3; ++k) {
      if (std::fabs(node.box.centre[k] - file_.root.centre[k]) + node.box.half[k] >= file_.root.half[k])
        refuse(node, "reaches the end of the domain");
    }
  }

  static bool touch(const Box& a, const Box& b) {
    for (int k = 0; k < 3; ++k) {
      if (std::fabs(a.centre[k] - b.centre[k]) > a.half[k] + b.half[k]) return false;
    }
    return true;
  }
  /// That no leaf of the component in one subtree touches one that is left out in the other.
  void meet(int a, int b) {
    const Node &one = nodes_[static_cast<std::size_t>(a)], &other = nodes_[static_cast<std::size_t>(b)];
    if (!result_.refused.empty() || !touch(one.box, other.box)) return;
    if (one.lower < 0 && other.lower < 0) {
      if (one.in() && other.letter == 'b') refuse(other, "touches the component, and is left out");
      return;
    }
    const bool split_one = one.lower >= 0 && (other.lower < 0 || size(one) >= size(other));
    for (const int half : split_one ? std::array{one.lower, one.upper} : std::array{other.lower, other.upper})
      split_one ? meet(half, b) : meet(a, half);
  }
  static double size(const Node& node) { return node.box.half[0] * node.box.half[1] * node.box.half[2]; }

  CertificateFile file_;
  std::size_t place_ = 0, used_ = 0;
  std::vector<Node> nodes_;
  std::array<std::size_t, 3> touched_{};
  double slack_ = 0, inverse_ = 1e300;
  CertificateCheck result_;
};

}  // namespace

CertificateCheck verify_certificate(std::string_view text) { return Checker(internal::read_certificate(text)).run(); }

}  // namespace pawl
