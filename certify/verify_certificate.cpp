// SPDX-License-Identifier: MIT
// A checker of energy certificates [MODEL section 9], apart from what makes them: it reads the boxes and their twists
// and needs no search. Lengths are rounded by less than 2^-44 of the largest, to which all bounds are widened.
#include <pawl/certify/certificate_file.h>

#include <charconv>
#include <cmath>
#include <complex>
#include <numbers>

#include "base/validator.h"
#include "io/parse_json.h"

namespace pawl {
namespace {

using Point = std::complex<double>;
using Json = internal::JsonValue;

constexpr double kRight = std::numbers::pi / 2;

double dot(Point a, Point b) { return (std::conj(a) * b).real(); }
double cross(Point a, Point b) { return (std::conj(a) * b).imag(); }
double chord(double arm, double angle) { return 2 * arm * std::sin(std::min(angle, 2 * kRight) / 2); }

struct Box {
  double centre[3], half[3];
};
struct Twist {
  Point v;
  double omega;
};
/// A side, counterclockwise; `sweep` 0: straight, > 0: an arc that bulges out.
struct Side {
  Point from, to, centre;
  double radius, sweep;
};
struct Fixel {
  Point at;
  double radius, friction;
};
/// Inward normals within `spread` of `normal`; infinite spread: nothing is known.
struct Normals {
  Point normal;
  double spread;
};

[[noreturn]] void malformed(const std::string& where) { throw InputError(where, "", "is not as a certificate has it"); }
const Json& member(const Json& object, const char* key) {
  const Json* found = object.find(key);
  if (found == nullptr) malformed(std::string("/") + key);
  return *found;
}
double number(const Json& value) {
  if (!value.is(Json::Kind::number)) malformed("a number");
  return value.number;
}
double number(const Json& object, const char* key) { return number(member(object, key)); }
Point point(const Json& value) {
  if (value.size() != 2) malformed("a point");
  return {number(value.items[0]), number(value.items[1])};
}

class Checker {
 public:
  explicit Checker(const Json& file) : tree_(member(file, "tree").text), twists_(member(file, "twists")) {
    read_problem(member(file, "problem"));
    result_.depth = number(file, "depth");
    const Json &centre = member(file, "centre"), &half = member(file, "half"), &seed = member(file, "seed");
    for (const Json* three : {&centre, &half, &seed}) {
      if (three->size() != 3) malformed("/centre, /half or /seed");
    }
    for (std::size_t k = 0; k < 3; ++k) {
      root_.centre[k] = number(centre.items[k]);
      root_.half[k] = number(half.items[k]);
      seed_.centre[k] = 0;
      seed_.half[k] = number(seed.items[k]);
      if (!(root_.half[k] > 0) || !(seed_.half[k] > 0)) malformed("/half or /seed");
    }
    double far = std::abs(anchor_) + std::hypot(root_.half[0], root_.half[1]) +
                 std::abs(Point(root_.centre[0], root_.centre[1]));
    for (const Fixel& fixel : fixels_) far = std::max(far, 2 * std::abs(fixel.at) + fixel.radius + far);
    for (const Side& side : sides_)
      far = std::max(far, far + std::abs(side.from) + std::abs(side.centre) + side.radius);
    slack_ = 0x1p-44 * far;
    find_near();
  }

  CertificateCheck run() {
    if (!(result_.depth > 0)) return refuse("the depth is not positive");
    read_tree(root_, 0);
    if (result_.refused.empty() && place_ != tree_.size()) refuse("the tree goes on after its end");
    if (result_.refused.empty() && used_ != twists_.size()) refuse("twists are left over");
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

  void read_problem(const Json& problem) {
    for (const Json& fixel : member(problem, "fixels").items) {
      if (fixel.size() != 4) malformed("/problem/fixels");
      fixels_.push_back(
          {{number(fixel.items[0]), number(fixel.items[1])}, number(fixel.items[2]), number(fixel.items[3])});
    }
    for (const Json& one : member(problem, "goal").items) {
      const double i = number(one);
      if (!(i >= 1 && i <= static_cast<double>(fixels_.size()))) malformed("/problem/goal");
      goal_.push_back(static_cast<std::size_t>(i) - 1);
    }
    if (goal_.size() != 3) malformed("/problem/goal");
    force_ = point(member(problem, "force"));
    torque_ = number(problem, "torque");
    at_ = point(member(problem, "at"));
    has_anchor_ = !member(problem, "anchor").is(Json::Kind::null);
    if (has_anchor_) anchor_ = point(member(problem, "anchor"));
    anchor_off_ = number(problem, "anchor_tolerance");
    rho_ = number(problem, "gyration_radius");
    fixel_off_ = number(problem, "fixel_tolerance");
    outline_off_ = number(problem, "outline_tolerance");
    read_outline(member(problem, "outline"));
  }

  void read_outline(const Json& outline) {
    if (const Json* disc = outline.find("disc")) {
      if (disc->size() != 3) malformed("/problem/outline/disc");
      const Point centre(number(disc->items[0]), number(disc->items[1]));
      const double radius = number(disc->items[2]);
      for (const Point d : {Point(radius), Point(-radius)})
        sides_.push_back({centre + d, centre - d, centre, radius, 2 * kRight});
      return;
    }
    const std::vector<Json>& corners = member(outline, "sides").items;
    double area = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Json &here = corners[i], &next = corners[(i + 1) % corners.size()];
      if (here.size() != 3 || next.size() != 3) malformed("/problem/outline/sides");
      const Point a(number(here.items[0]), number(here.items[1])), b(number(next.items[0]), number(next.items[1]));
      const double bulge = number(here.items[2]), sweep = 4 * std::atan(bulge);
      Side side{a, b, 0, 0, sweep};
      if (bulge != 0) {
        side.centre = (a + b) / 2. + Point(0, 1) * (b - a) * (1 - bulge * bulge) / (4 * bulge);
        side.radius = std::abs(a - side.centre);
        area += side.radius * side.radius * (sweep - std::sin(sweep)) / 2;
      }
      area += cross(a, b) / 2;
      sides_.push_back(side);
    }
    if (area > 0) return;
    for (Side& side : sides_) {
      std::swap(side.from, side.to);
      side.sweep = -side.sweep;
    }
    std::reverse(sides_.begin(), sides_.end());
  }

  double reach(const Box& box, double arm) const {
    return std::hypot(box.half[0], box.half[1]) + chord(arm, box.half[2]);
  }
  static Point place(const Box& box) { return {box.centre[0], box.centre[1]}; }
  static Point turn(const Box& box) { return std::polar(1., box.centre[2]); }

  /// Of an arc its middle's direction from the centre.
  static Point middle(const Side& side) {
    return (side.from - side.centre) / side.radius * std::polar(1., side.sweep / 2);
  }
  static double distance(const Side& side, Point p) {
    const double ends = std::min(std::abs(p - side.from), std::abs(p - side.to));
    if (side.sweep == 0) {
      const Point along = (side.to - side.from) / std::abs(side.to - side.from);
      const double s = dot(along, p - side.from);
      return s < 0 || s > std::abs(side.to - side.from) ? ends : std::fabs(cross(along, p - side.from));
    }
    const Point arm = p - side.centre;
    const double off = std::fabs(std::arg(arm / middle(side)));
    return off <= std::fabs(side.sweep) / 2 ? std::fabs(std::abs(arm) - side.radius) : ends;
  }
  /// Whether the boundary winds round p, which is further than `clear` from it: arcs as chords nearer to it than that.
  bool inside(Point p, double clear) const {
    double round = 0;
    for (const Side& side : sides_) {
      const double step = 2 * std::sqrt(clear / std::max(side.radius, clear));
      const int pieces = side.sweep == 0 ? 1 : 1 + static_cast<int>(std::fabs(side.sweep) / step);
      Point last = side.from - p;
      for (int k = 1; k <= pieces; ++k) {
        const Point next = k == pieces
                               ? side.to - p
                               : side.centre + (side.from - side.centre) * std::polar(1., side.sweep * k / pieces) - p;
        round += std::arg(next / last);
        last = next;
      }
    }
    return round > 3;
  }

  bool collides(const Box& box) const {
    for (const Fixel& fixel : fixels_) {
      const Point p = (fixel.at - place(box)) / turn(box);
      const double away = reach(box, std::abs(p)) + fixel_off_ + outline_off_ + slack_;
      double least = std::abs(p - sides_[0].from);
      for (const Side& side : sides_) least = std::min(least, distance(side, p));
      if (least < fixel.radius - away || (least > away && inside(p, least / 2))) return true;
    }
    return false;
  }

  /// Inward normals of an arc, or of a corner, by which way it faces and by where its centre is seen.
  Normals round(const Box& box, const Fixel& fixel, Point centre, Point inward, double half, double sign) const {
    const Point seen = place(box) + turn(box) * centre - fixel.at;
    const double moves = reach(box, std::abs(centre)) + fixel_off_ + outline_off_ + slack_;
    const Normals facing{turn(box) * inward, half + box.half[2]};
    if (moves >= std::abs(seen)) return facing;
    const Normals sight{sign * seen / std::abs(seen), std::asin(moves / std::abs(seen))};
    return sight.spread < facing.spread ? sight : facing;
  }
  Normals of_side(const Box& box, const Fixel& fixel, const Side& side) const {
    const Point along = side.to - side.from;
    const double skew = std::asin(std::min(1., 2 * outline_off_ / std::abs(along)));
    if (side.sweep == 0) return {turn(box) * Point(0, 1) * along / std::abs(along), box.half[2] + skew};
    const double sign = side.sweep > 0 ? 1 : -1;
    return round(box, fixel, side.centre, -sign * middle(side), std::fabs(side.sweep) / 2, sign);
  }
  static Point tangent(const Side& side, Point at) {
    return side.sweep == 0 ? side.to - side.from : (side.sweep > 0 ? 1. : -1.) * Point(0, 1) * (at - side.centre);
  }

  /// Calls visit(fixel, feature, normals) for all that may touch, until it returns false. Features: sides, then
  /// corners.
  template <class Visit>
  bool each_contact(const Box& box, const Visit& visit) const {
    for (std::size_t i = 0; i < fixels_.size(); ++i) {
      const Fixel& fixel = fixels_[i];
      const Point p = (fixel.at - place(box)) / turn(box);
      const double away = reach(box, std::abs(p)) + fixel_off_ + outline_off_ + slack_;
      for (std::size_t k = 0; k < sides_.size(); ++k) {
        const Side &side = sides_[k], &before = sides_[(k + sides_.size() - 1) % sides_.size()];
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
        if (!visit(i, sides_.size() + k, seen)) return false;
      }
    }
    return true;
  }

  bool pushes(const Twist& xi, const Box& box) const {
    const Point arm = turn(box) * at_, u = xi.v + xi.omega * Point(0, 1) * arm;
    const double size = std::abs(force_), moves = std::fabs(xi.omega) * chord(std::abs(at_), box.half[2]);
    if (!has_anchor_) return dot(force_, u) + xi.omega * torque_ - size * moves > unit();
    const Point line = anchor_ - place(box) - arm;
    const double sine = (reach(box, std::abs(at_)) + anchor_off_ + slack_) / std::abs(line);
    const Point along = line / std::abs(line);
    if (sine >= 1 || dot(along, u) <= 0) return false;
    const double power = dot(along, u) * std::sqrt(1 - sine * sine) - std::fabs(cross(along, u)) * sine - moves;
    return size * power + xi.omega * torque_ > unit();
  }
  double unit() const { return slack_ / rho_ + 0x1p-44; }

  /// Whether no force of a contact has negative power over the twist.
  bool bears(const Twist& xi, const Box& box, const Fixel& fixel, const Normals& range) const {
    if (range.spread >= kRight) return false;
    const Point u = xi.v + xi.omega * Point(0, 1) * (fixel.at - place(box));
    const double moves = std::fabs(xi.omega) * (std::hypot(box.half[0], box.half[1]) + fixel_off_);
    for (const double mu : {fixel.friction, -fixel.friction}) {
      const Point edge = range.normal * Point(1, mu) / std::hypot(1, mu);
      const double least = dot(u, edge) * std::cos(range.spread) - std::fabs(cross(u, edge)) * std::sin(range.spread);
      const double by_radius = xi.omega * mu * fixel.radius / std::hypot(1, mu);
      if (dot(u, edge) < 0 || !(least - moves + by_radius > unit())) return false;
    }
    return true;
  }

  double height(const Box& box) const {
    const Point arm = turn(box) * at_, at = place(box) + arm, line = anchor_ - at;
    const Point force = has_anchor_ ? std::abs(force_) * line / std::abs(line) : force_;
    const double t = box.half[2], bend = std::min(t, kRight), size = std::abs(force_);
    double high = has_anchor_ ? size * (std::abs(line) - std::abs(anchor_ - at_)) : -dot(force_, at - at_);
    high -= torque_ * box.centre[2] + std::fabs(torque_) * t + std::fabs(force.real()) * box.half[0] +
            std::fabs(force.imag()) * box.half[1] + std::fabs(cross(arm, force)) * std::sin(bend) +
            std::fabs(dot(arm, force)) * (1 - std::cos(bend)) + (t > kRight ? 2 * size * std::abs(at_) : 0);
    const double moved = std::abs(at - at_) + reach(box, std::abs(at_)), far = std::abs(anchor_ - at_) - anchor_off_;
    if (has_anchor_) high -= size * anchor_off_ * (far > 0 ? std::min(2., 2 * moved / far) : 2);
    return high - slack_ * (size + std::fabs(torque_) / rho_);
  }

  bool proves(const Box& box, const Twist& xi, std::size_t but_fixel, std::size_t but_feature) const {
    return pushes(xi, box) && each_contact(box, [&](std::size_t i, std::size_t feature, const Normals& range) {
             return (i == but_fixel && feature == but_feature) || bears(xi, box, fixels_[i], range);
           });
  }

  /// What each goal fixel touches at the seat; and poses round it where J_n is near enough to what it is there.
  void find_near() {
    const Box seat{{0, 0, 0}, {0, 0, 0}};
    double rows[3][3];
    for (std::size_t g = 0; g < 3; ++g) {
      double least = 1e300;
      each_contact(Box{{0, 0, 0}, {1e-4 * rho_, 1e-4 * rho_, 1e-4}}, [&](std::size_t i, std::size_t k, const Normals&) {
        if (i != goal_[g]) return true;
        const bool corner = k >= sides_.size();
        const double d = corner ? std::abs(fixels_[i].at - sides_[k - sides_.size()].from) - slack_
                                : distance(sides_[k], fixels_[i].at);
        if (std::fabs(d - fixels_[i].radius) < least) least = std::fabs(d - fixels_[i].radius), touched_[g] = k;
        return true;
      });
      if (least > 1e-4 * rho_) return;
    }
    for (std::size_t g = 0; g < 3; ++g) {
      const Point n = goal_normals(seat, g).normal;
      rows[g][0] = n.real(), rows[g][1] = n.imag(), rows[g][2] = cross(fixels_[goal_[g]].at, n) / rho_;
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
    const Fixel& fixel = fixels_[goal_[g]];
    if (touched_[g] < sides_.size()) return of_side(box, fixel, sides_[touched_[g]]);
    const std::size_t k = touched_[g] - sides_.size();
    return round(box, fixel, sides_[k].from, -sides_[k].from, 2 * kRight, 1);
  }
  bool is_near(const Box& box) const {
    double size = 0, off = 0;
    for (int k = 0; k < 3; ++k) size = std::max(size, (std::fabs(box.centre[k]) + box.half[k]) / (k < 2 ? rho_ : 1));
    const Box hull{{0, 0, 0}, {size * rho_, size * rho_, size}}, seat{{0, 0, 0}, {0, 0, 0}};
    for (std::size_t g = 0; g < 3; ++g) {
      const Normals here = goal_normals(seat, g), there = goal_normals(hull, g);
      if (!(there.spread < kRight)) return false;
      const double bend = chord(1, there.spread + std::fabs(std::arg(there.normal / here.normal)));
      const double arm = std::abs(fixels_[goal_[g]].at) * bend + std::hypot(hull.half[0], hull.half[1]) + fixel_off_;
      off += bend * bend + arm * arm / (rho_ * rho_);
    }
    return std::sqrt(off) * inverse_ < .9995;
  }

  Twist next_twist() {
    if (used_ >= twists_.size()) {
      refuse("a twist is missing");
      return {};
    }
    double three[3]{};
    const std::string& words = twists_.items[used_++].text;
    const char* at = words.data();
    for (double& one : three) {
      const auto [end, error] = std::from_chars(at, words.data() + words.size(), one);
      if (error != std::errc() || !std::isfinite(one)) malformed("/twists");
      at = end + (end < words.data() + words.size() ? 1 : 0);
    }
    return {{three[0], three[1]}, three[2]};
  }

  int read_tree(const Box& box, int depth) {
    if (depth > 200 || place_ >= tree_.size()) refuse("the tree ends before all its boxes do");
    if (!result_.refused.empty()) return 0;
    const char letter = tree_[place_++];
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
    const std::size_t none = fixels_.size();
    const bool seeded = touch(node.box, seed_);
    if (node.letter == 'c') {
      if (!collides(node.box)) refuse(node, "is said to collide, and may be free");
    } else if (node.letter == 'a') {
      if (seeded || !(height(node.box) > result_.depth)) refuse(node, "is said to lie above the depth, and may not");
    } else if (node.letter == 'm') {
      if (!proves(node.box, next_twist(), none, 0)) refuse(node, "may hold the part: its twist proves nothing");
    } else if (node.letter == 'n') {
      if (!is_near(node.box)) refuse(node, "is too far from the goal to hold one rest only");
      for (std::size_t g = 0; g < 3; ++g) {
        if (!proves(node.box, next_twist(), goal_[g], touched_[g]))
          refuse(node, "may hold the part off a goal contact");
      }
    } else if (node.letter != 'b') {
      refuse(node, std::string("is of no kind: ") + node.letter);
    } else if (seeded) {
      refuse(node, "holds the goal, and is left out");
    }
    for (int k = 0; node.in() && k < 3; ++k) {
      if (std::fabs(node.box.centre[k] - root_.centre[k]) + node.box.half[k] >= root_.half[k])
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

  std::string tree_;
  const Json& twists_;
  std::size_t place_ = 0, used_ = 0;
  std::vector<Node> nodes_;
  std::vector<Side> sides_;
  std::vector<Fixel> fixels_;
  std::vector<std::size_t> goal_;
  std::array<std::size_t, 3> touched_{};
  Point force_, at_, anchor_;
  double torque_ = 0, anchor_off_ = 0, rho_ = 1, fixel_off_ = 0, outline_off_ = 0, slack_ = 0, inverse_ = 1e300;
  bool has_anchor_ = false;
  Box root_{}, seed_{};
  CertificateCheck result_;
};

}  // namespace

CertificateCheck verify_certificate(std::string_view text) {
  internal::Validator faults;
  const auto file = internal::parse_json(text, faults);
  faults.finish();
  if (!file || !file->is(Json::Kind::object)) malformed("");
  if (member(*file, "certificate").text != "energy") malformed("/certificate");
  return Checker(*file).run();
}

}  // namespace pawl
