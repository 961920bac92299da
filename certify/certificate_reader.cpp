// SPDX-License-Identifier: MIT
#include "certificate_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "base/validator.h"
#include "io/parse_json.h"

namespace pawl::internal {
namespace {

using Point = CertificateFile::Point;
using Json = JsonValue;

double cross(Point a, Point b) { return (std::conj(a) * b).imag(); }

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
double not_negative(const Json& value) {
  if (!(number(value) >= 0)) malformed("a radius, a coefficient or a tolerance");
  return value.number;
}
Point point(const Json& value) {
  if (value.size() != 2) malformed("a point");
  return {number(value.items[0]), number(value.items[1])};
}

class Reader {
 public:
  CertificateFile read(const Json& file) {
    if (member(file, "certificate").text != "energy") malformed("/certificate");
    read_problem(member(file, "problem"));
    result_.depth = number(file, "depth");
    const Json &centre = member(file, "centre"), &half = member(file, "half"), &seed = member(file, "seed");
    for (const Json* three : {&centre, &half, &seed}) {
      if (three->size() != 3) malformed("/centre, /half or /seed");
    }
    for (std::size_t k = 0; k < 3; ++k) {
      result_.root.centre[k] = number(centre.items[k]);
      result_.root.half[k] = number(half.items[k]);
      result_.seed.centre[k] = 0;
      result_.seed.half[k] = number(seed.items[k]);
      if (!(result_.root.half[k] > 0) || !(result_.seed.half[k] > 0)) malformed("/half or /seed");
    }
    result_.tree = member(file, "tree").text;
    for (const Json& twist : member(file, "twists").items) result_.twists.push_back(twist_of(twist.text));
    return std::move(result_);
  }

 private:
  static CertificateFile::Twist twist_of(const std::string& words) {
    double three[3]{};
    const char *at = words.data(), *last = words.data() + words.size();
    for (double& one : three) {
      const auto [end, error] = std::from_chars(at, last, one);
      if (error != std::errc() || !std::isfinite(one)) malformed("/twists");
      at = end + (end < last ? 1 : 0);
    }
    return {{three[0], three[1]}, three[2]};
  }

  void read_problem(const Json& problem) {
    for (const Json& fixel : member(problem, "fixels").items) {
      if (fixel.size() != 4) malformed("/problem/fixels");
      result_.fixels.push_back({{number(fixel.items[0]), number(fixel.items[1])},
                                not_negative(fixel.items[2]),
                                not_negative(fixel.items[3])});
    }
    for (const Json& one : member(problem, "goal").items) {
      const double i = number(one);
      if (!(i >= 1 && i <= static_cast<double>(result_.fixels.size()))) malformed("/problem/goal");
      result_.goal.push_back(static_cast<std::size_t>(i) - 1);
    }
    if (result_.goal.size() != 3) malformed("/problem/goal");
    result_.force = point(member(problem, "force"));
    result_.torque = number(problem, "torque");
    result_.at = point(member(problem, "at"));
    result_.has_anchor = !member(problem, "anchor").is(Json::Kind::null);
    if (result_.has_anchor) result_.anchor = point(member(problem, "anchor"));
    result_.anchor_off = not_negative(member(problem, "anchor_tolerance"));
    result_.rho = number(problem, "gyration_radius");
    if (!(result_.rho > 0)) malformed("/problem/gyration_radius");
    result_.fixel_off = not_negative(member(problem, "fixel_tolerance"));
    result_.outline_off = not_negative(member(problem, "outline_tolerance"));
    read_outline(member(problem, "outline"));
  }

  void read_outline(const Json& outline) {
    if (const Json* disc = outline.find("disc")) {
      if (disc->size() != 3) malformed("/problem/outline/disc");
      const Point centre(number(disc->items[0]), number(disc->items[1]));
      const double radius = number(disc->items[2]);
      for (const Point d : {Point(radius), Point(-radius)})
        result_.sides.push_back({centre + d, centre - d, centre, radius, 2 * std::numbers::pi / 2});
      return;
    }
    const std::vector<Json>& corners = member(outline, "sides").items;
    double area = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Json &here = corners[i], &next = corners[(i + 1) % corners.size()];
      if (here.size() != 3 || next.size() != 3) malformed("/problem/outline/sides");
      const Point a(number(here.items[0]), number(here.items[1])), b(number(next.items[0]), number(next.items[1]));
      const double bulge = number(here.items[2]), sweep = 4 * std::atan(bulge);
      CertificateFile::Side side{a, b, 0, 0, sweep};
      if (bulge != 0) {
        side.centre = (a + b) / 2. + Point(0, 1) * (b - a) * (1 - bulge * bulge) / (4 * bulge);
        side.radius = std::abs(a - side.centre);
        area += side.radius * side.radius * (sweep - std::sin(sweep)) / 2;
      }
      area += cross(a, b) / 2;
      result_.sides.push_back(side);
    }
    if (area > 0) return;
    for (CertificateFile::Side& side : result_.sides) {
      std::swap(side.from, side.to);
      side.sweep = -side.sweep;
    }
    std::reverse(result_.sides.begin(), result_.sides.end());
  }

  CertificateFile result_;
};

}  // namespace

CertificateFile read_certificate(std::string_view text) {
  Validator faults;
  const auto file = parse_json(text, faults);
  faults.finish();
  if (!file || !file->is(Json::Kind::object)) malformed("");
  return Reader().read(*file);
}

}  // namespace pawl::internal
