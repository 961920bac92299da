// SPDX-License-Identifier: MIT
#include "energy/energy_cones.h"

#include <pawl/planner/energy.h>

#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/constants.h"
#include "contact/contact_rows.h"
#include "insertion/contact_graph.h"
#include "insertion/sphere_region.h"

namespace pawl::internal::inline planner {
namespace {

Eigen::Vector3d vector_of(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

}  // namespace

EnergyCones::EnergyCones(const ContactSet& set) : rho_(set.radius_of_gyration()) {
  directions_.assign(set);
  directions_.fill(pool_);
  std::array<std::vector<int>, 3> edges;
  std::vector<int> normals;
  for (int i = 0; i < 3; ++i) {
    normals.push_back(directions_.negative(directions_.normal(i)));
    for (const int sign : {1, -1}) edges[i].push_back(directions_.add_force_edge(pool_, i, sign));
  }
  normals_ = cone_of(normals);
  for (std::size_t pair = 0; pair < 3; ++pair) {
    const auto [i, j] = contacts_of(pair);
    std::vector<int> both = edges[i];
    both.insert(both.end(), edges[j].begin(), edges[j].end());
    pairs_[pair] = cone_of(both);
  }
}

EnergyCones::Sided EnergyCones::cone_of(const std::vector<int>& rays) {
  Sided cone;
  hulls_.solve(pool_, {}, rays, cone.hull);
  dual_generators(pool_, cone.hull, cone.faces);
  return cone;
}

bool EnergyCones::located() {
  return pool_.sign_det(directions_.normal(0), directions_.normal(1), directions_.normal(2)) != 0;
}

EnergyCones::Place EnergyCones::place(const Sided& cone, int g) {
  bool inside = cone.faces.lines.empty();
  for (const CrossPair equality : cone.faces.lines) {
    if (pool_.sign_det(equality.a, equality.b, g) != 0) return Place::outside;
  }
  for (const CrossPair face : cone.faces.rays) {
    const int side = pool_.sign_det(face.a, face.b, g);
    if (side > 0) return Place::outside;
    inside = inside && side < 0;
  }
  return inside ? Place::inside : Place::boundary;
}

template <class Judge>
bool EnergyCones::judge(const Eigen::Vector3d& w, const Judge& wanted) {
  const int size = pool_.size();
  const int g = pool_.add({w.x(), w.y(), w.z()});
  const bool result = wanted(g);
  pool_.truncate(size);
  return result;
}

bool EnergyCones::lowest(const Eigen::Vector3d& w) {
  return judge(w, [&](int g) { return place(normals_, g) == Place::inside; });
}

bool EnergyCones::unheld(const Eigen::Vector3d& w) {
  return judge(w, [&](int g) {
    return std::all_of(pairs_.begin(), pairs_.end(),
                       [&](const Sided& pair) { return place(pair, g) == Place::outside; });
  });
}

/// Returns the section of a cone with a plane, or nothing if they meet only at the apex. `plane` is spanned by the
/// circle's directions e and f, and its normal is e x f.
std::optional<EnergyCones::Section> EnergyCones::section(const Sided& cone, const Plane& plane) {
  std::optional<Section> found;
  const auto add = [&](int d) {
    if (!found) found = Section{d, d};
    if (pool_.sign_det(plane.normal, found->low, d) < 0) found->low = d;
    if (pool_.sign_det(plane.normal, found->high, d) > 0) found->high = d;
  };
  const auto side = [&](int ray) { return pool_.sign_det(plane.first, plane.second, ray); };
  for (const int a : cone.hull.rays) {
    const int above = side(a);
    if (above == 0) add(a);
    if (above <= 0) continue;
    for (const int b : cone.hull.rays) {
      if (side(b) < 0) add(pool_.add_cross(plane.normal, pool_.add_cross(b, a)));
    }
  }
  return found;
}

/// Returns whether a cone has points strictly on both sides of a plane.
bool EnergyCones::cuts(const Sided& cone, const Plane& plane) {
  bool above = false, below = false;
  for (const int ray : cone.hull.rays) {
    const int side = pool_.sign_det(plane.first, plane.second, ray);
    above = above || side > 0;
    below = below || side < 0;
  }
  return above && below;
}

/// Returns the open arcs of `within` that no section of `without` covers. The ends of all sections cut `within` into
/// arcs. Each section is less than half a turn. Therefore an arc between two successive ends lies in a section if both
/// ends of the arc do.
std::vector<EnergyCones::Section> EnergyCones::gaps(const Section& within, const std::vector<Section>& without,
                                                    const Plane& plane) {
  const auto turn = [&](int a, int b) { return pool_.sign_det(plane.normal, a, b); };
  const auto holds = [&](const Section& s, int d) { return turn(s.low, d) >= 0 && turn(d, s.high) >= 0; };
  std::vector<int> ends{within.low, within.high};
  for (const Section& s : without) {
    for (const int end : {s.low, s.high}) {
      if (turn(within.low, end) > 0 && turn(end, within.high) > 0) ends.push_back(end);
    }
  }
  std::sort(ends.begin(), ends.end(), [&](int a, int b) { return turn(a, b) > 0; });
  std::vector<Section> found;
  for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
    const int from = ends[k];
    const int to = ends[k + 1];
    if (turn(from, to) <= 0) continue;
    const bool held =
        std::any_of(without.begin(), without.end(), [&](const Section& s) { return holds(s, from) && holds(s, to); });
    if (!held) found.push_back({from, to});
  }
  return found;
}

/// Returns the parameter t of a direction in the plane of a circle.
double EnergyCones::turn_of(int direction, const WrenchDomain& circle) {
  const Eigen::Vector3d d = vector_of(pool_.unit(direction));
  const Eigen::Vector3d& e = circle.first;
  const Eigen::Vector3d& f = circle.second;
  const double ee = e.dot(e), ef = e.dot(f), ff = f.dot(f), de = d.dot(e), df = d.dot(f);
  return std::atan2(ee * df - ef * de, ff * de - ef * df);
}

std::vector<EnergyCones::Arc> EnergyCones::arcs(const WrenchDomain& circle) {
  std::vector<Arc> found;
  const int size = pool_.size();
  const auto add = [&](const Eigen::Vector3d& v) { return pool_.add({v.x(), v.y(), v.z()}); };
  Plane plane{add(circle.first), add(circle.second), 0};
  plane.normal = pool_.add_cross(plane.first, plane.second);
  const std::optional<Section> within = section(normals_, plane);
  const bool crossed = within && cuts(normals_, plane);
  std::vector<Section> without;
  for (const Sided& pair : pairs_) {
    if (const std::optional<Section> held = section(pair, plane)) without.push_back(*held);
  }
  if (crossed) {
    for (const Section& gap : gaps(*within, without, plane)) {
      const double from = turn_of(gap.low, circle);
      const double to = turn_of(gap.high, circle);
      found.push_back({from, to < from ? to + kTurn : to});
    }
  }
  pool_.truncate(size);
  return found;
}

bool EnergyCones::lowest_within(const WrenchDomain& domain) {
  if (domain.kind == WrenchDomain::Kind::free) return located();
  if (domain.kind == WrenchDomain::Kind::spread)
    return lowest(wrench_at(domain, domain.from)) && lowest(wrench_at(domain, domain.to));
  const int size = pool_.size();
  const auto add = [&](const Eigen::Vector3d& v) { return pool_.add({v.x(), v.y(), v.z()}); };
  Plane plane{add(domain.first), add(domain.second), 0};
  plane.normal = pool_.add_cross(plane.first, plane.second);
  const std::optional<Section> within = section(normals_, plane);
  bool some = within && cuts(normals_, plane);
  if (some && domain.to - domain.from < kTurn) {
    const double from = turn_of(within->low, domain);
    double to = turn_of(within->high, domain);
    if (to < from) to += kTurn;
    const double shift = kTurn * std::floor((domain.from - from) / kTurn);
    some = false;
    for (const double more : {0., kTurn, 2 * kTurn})
      some = some || std::max(domain.from, from + shift + more) < std::min(domain.to, to + shift + more);
  }
  pool_.truncate(size);
  return some;
}

Eigen::Vector3d EnergyCones::scaled(int direction) {
  Eigen::Vector3d d = vector_of(pool_.unit(direction));
  d.z() /= rho_;
  return d.normalized();
}

/// Adds the curve in which the boundary of a pair's cone meets the unit sphere. If the cone has no interior, this curve
/// is an arc, which is added twice, once for each side. If the cone is a ray, it is a point.
void EnergyCones::add_boundary(std::size_t pair, SphereBoundary& boundary) {
  const std::vector<int>& rays = pairs_[pair].hull.rays;
  const std::size_t count = rays.size();
  if (count == 1) boundary.add_point(scaled(rays[0]));
  for (std::size_t k = 0; k < count && count > 1; ++k) {
    const Eigen::Vector3d from = scaled(rays[k]);
    const Eigen::Vector3d to = scaled(rays[(k + 1) % count]);
    boundary.add_arc(from.cross(to).normalized(), from, to);
  }
}

double EnergyCones::margin(std::size_t pair, const Eigen::Vector3d& w) {
  if (judge(w, [&](int g) { return place(pairs_[pair], g) != Place::outside; })) return 0;
  SphereBoundary boundary;
  add_boundary(pair, boundary);
  return boundary.distance(Eigen::Vector3d(w.x(), w.y(), w.z() / rho_).normalized());
}

bool EnergyCones::hold_scaled(const Eigen::Vector3d& direction) {
  return hold({direction.x(), direction.y(), direction.z() * rho_});
}

/// Returns the outward normals of the facets of a pair's cone, in coordinates (fx, fy, tau / rho).
std::vector<Eigen::Vector3d> EnergyCones::sides(std::size_t pair) {
  const std::vector<int>& rays = pairs_[pair].hull.rays;
  std::vector<Eigen::Vector3d> normals;
  for (std::size_t k = 0; k < rays.size(); ++k)
    normals.push_back(scaled(rays[(k + 1) % rays.size()]).cross(scaled(rays[k])).normalized());
  return normals;
}

/// The planes of a facet of one pair's cone and of a facet of another pair's cone meet in a line. For each such line
/// and each of its two directions, called a corner, adds a start direction that lies slightly beyond the corner,
/// between the two facets. A direction is added only if it is in the window.
void EnergyCones::add_starts(std::size_t one, std::size_t other, std::vector<Eigen::Vector3d>& starts) {
  for (const Eigen::Vector3d& a : sides(one)) {
    for (const Eigen::Vector3d& b : sides(other)) {
      const Eigen::Vector3d corner = a.cross(b).normalized();
      const Eigen::Vector3d ahead = (a + b).normalized();
      if (!corner.allFinite() || !ahead.allFinite()) continue;
      for (const double sign : {1., -1.}) {
        const auto start = first_inside(sign * corner, ahead);
        if (start) starts.push_back(*start);
      }
    }
  }
}

std::optional<Eigen::Vector3d> EnergyCones::first_inside(const Eigen::Vector3d& corner, const Eigen::Vector3d& ahead) {
  constexpr double kLeast = 1e-9, kShrink = .25;
  const Eigen::Vector3d faces_away = normals_out_ * corner;
  if (faces_away.maxCoeff() > kLeast) return std::nullopt;
  for (double step = 1; step > kLeast; step *= kShrink) {
    const Eigen::Vector3d tried = (corner + step * ahead).normalized();
    if (hold_scaled(tried)) return tried;
  }
  return std::nullopt;
}

std::optional<CellCentre> EnergyCones::widest_free() {
  for (std::size_t k = 0; k < 3; ++k) normals_out_.row(static_cast<Eigen::Index>(k)) = outward(k);
  std::vector<Eigen::Vector3d> starts;
  SphereBoundary boundary;
  for (std::size_t pair = 0; pair < 3; ++pair) {
    add_boundary(pair, boundary);
    for (std::size_t other = 0; other < pair; ++other) add_starts(other, pair, starts);
  }
  if (starts.empty()) return std::nullopt;
  const auto inside = [&](const Eigen::Vector3d& d) { return hold_scaled(d); };
  const std::vector<int>& rays = normals_.hull.rays;
  std::array<std::vector<Eigen::Vector3d>, 3> outward_edges;
  for (std::size_t pair = 0; pair < 3; ++pair) outward_edges[pair] = sides(pair);
  SphereBoundary::Hints hints;
  hints.within = {scaled(rays[0]), scaled(rays[1]), scaled(rays[2])};
  // Returns the angle by which a direction is outside the window. For a direction outside the cone of -J_n, this is the
  // angle to the plane of a facet of this cone. For a direction inside a pair's cone, it is the angle to the nearest
  // facet of the pair's cone.
  hints.apart = [&](const Eigen::Vector3d& d) {
    double sine = (normals_out_ * d).maxCoeff();
    for (const std::vector<Eigen::Vector3d>& normals : outward_edges) {
      if (normals.size() < 3) continue;
      double depth = 1;
      for (const Eigen::Vector3d& normal : normals) depth = std::min(depth, -normal.dot(d));
      sine = std::max(sine, depth);
    }
    return std::asin(std::clamp(sine, 0., 1.));
  };
  const auto [d, margin] = boundary.widest(starts, inside, {}, hints);
  return CellCentre{Eigen::Vector3d(d.x(), d.y(), d.z() * rho_).normalized(), margin, std::nullopt};
}

/// Returns the outward normal of facet k of the cone of -J_n, in coordinates (fx, fy, tau / rho).
Eigen::Vector3d EnergyCones::outward(std::size_t k) {
  const std::vector<int>& rays = normals_.hull.rays;
  return scaled(rays[(k + 1) % 3]).cross(scaled(rays[k])).normalized();
}

}  // namespace pawl::internal::inline planner

namespace pawl {

using internal::EnergyCones;

namespace {

using internal::kTurn;

/// Finds the point of conv(points) that is nearest to 0. For each set of at most three points, computes the point
/// nearest to 0 of the set's affine hull, and considers it if it lies between the points of the set. In R^3 this
/// suffices if conv(points) does not contain 0.
class NearestToOrigin {
 public:
  explicit NearestToOrigin(const std::vector<Eigen::Vector3d>& points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      offer(points[i]);
      for (std::size_t j = 0; j < i; ++j) {
        consider(points[i], points[j]);
        for (std::size_t k = 0; k < j; ++k) consider(points[i], points[j], points[k]);
      }
    }
  }
  double distance() const { return distance_; }

 private:
  void offer(const Eigen::Vector3d& p) { distance_ = std::min(distance_, p.norm()); }
  void consider(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
    const double share = -a.dot(b - a) / (b - a).squaredNorm();
    if (share > 0 && share < 1) offer(a + share * (b - a));
  }
  void consider(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
    const Eigen::Vector3d normal = (b - a).cross(c - a);
    const Eigen::Vector3d foot = normal.dot(a) / normal.squaredNorm() * normal;
    const double u = (b - foot).cross(c - foot).dot(normal);
    const double v = (c - foot).cross(a - foot).dot(normal);
    const double w = (a - foot).cross(b - foot).dot(normal);
    if (u >= 0 && v >= 0 && w >= 0) offer(foot);  // never true for collinear points
  }

  double distance_ = std::numeric_limits<double>::infinity();
};

/// Adds the friction cone edges n + s mu t of a contact as wrenches (fx, fy, tau / rho), where n has unit length.
void add_edges(const ContactSet& set, const Contact& contact, std::vector<Eigen::Vector3d>& edges) {
  const double length = contact.normal.stableNorm();
  const Eigen::Vector2d n = contact.normal / length, t = contact.tangent() / length;
  const auto arm = [&](const Eigen::Vector2d& through, const Eigen::Vector2d& along) {
    const Eigen::Vector2d p = through - set.center_of_mass;
    return (p.x() * along.y() - p.y() * along.x()) / set.radius_of_gyration();
  };
  const Eigen::Vector3d normal(n.x(), n.y(), arm(internal::normal_through(contact), n));
  const Eigen::Vector3d tangent(t.x(), t.y(), arm(internal::tangent_through(contact), t));
  for (const double s : {1., -1.}) edges.emplace_back(normal + s * contact.friction.high * tangent);
}

double kappa_of(const ContactSet& set, const std::array<int, 2>& contacts) {
  std::vector<Eigen::Vector3d> edges;
  for (const int i : contacts) add_edges(set, set.contacts[i], edges);
  return 1 / NearestToOrigin(edges).distance();
}

/// `reach` is the largest angle, rad, between w and the other wrenches that the actuator may exert.
ContactPair pair_of(const ContactSet& set, EnergyCones& cones, std::size_t pair, const Eigen::Vector3d& w,
                    double reach) {
  ContactPair result{EnergyCones::contacts_of(pair), std::numeric_limits<double>::infinity(), 0, 0};
  if (cones.wedged(pair)) return result;
  result.kappa = kappa_of(set, result.contacts);
  result.margin = std::max(0., cones.margin(pair, w) - reach);
  const double sine = std::sin(std::min(result.margin, std::numbers::pi / 2));
  result.slip_radius = set.radius_of_gyration() * sine / (result.kappa * (1 + sine));
  return result;
}

/// Returns those parts of an arc of the window that are within the actuator's range, domain.from to domain.to.
std::vector<EnergyCones::Arc> within_limits(const EnergyCones::Arc& arc, const WrenchDomain& domain) {
  if (domain.to - domain.from >= kTurn) return {arc};
  std::vector<EnergyCones::Arc> parts;
  const double turns = std::floor((domain.from - arc.from) / kTurn);
  for (const double more : {0., 1., 2.}) {
    const double shift = (turns + more) * kTurn;
    const EnergyCones::Arc part{std::max(domain.from, arc.from + shift), std::min(domain.to, arc.to + shift)};
    if (part.from < part.to) parts.push_back(part);
  }
  return parts;
}

/// Returns the wrench in the middle of an arc. In the coordinates (fx, fy, tau / rho), the angles between this wrench
/// and both ends of the arc are equal. The arc is less than half a turn, so the wrench has the direction of the sum of
/// the unit vectors to the ends.
CellCentre middle_of(const WrenchDomain& circle, double rho, const EnergyCones::Arc& arc) {
  const auto share = [&](double t) {
    const Eigen::Vector3d w = std::cos(t) * circle.first + std::sin(t) * circle.second;
    return 1 / std::hypot(w.x(), w.y(), w.z() / rho);
  };
  const double a = share(arc.from), b = share(arc.to);
  double t = std::atan2(a * std::sin(arc.from) + b * std::sin(arc.to), a * std::cos(arc.from) + b * std::cos(arc.to));
  t += kTurn * std::round(((arc.from + arc.to) / 2 - t) / kTurn);
  const double margin =
      std::min(internal::angle_between(circle, rho, arc.from, t), internal::angle_between(circle, rho, t, arc.to));
  return {internal::wrench_at(circle, t), margin, std::pair(arc.from, arc.to)};
}

std::optional<CellCentre> widest_on_circle(EnergyCones& cones, const WrenchDomain& domain, double rho) {
  std::optional<CellCentre> best;
  for (const EnergyCones::Arc& arc : cones.arcs(domain)) {
    for (const EnergyCones::Arc& part : within_limits(arc, domain)) {
      const CellCentre found = middle_of(domain, rho, part);
      if (cones.hold(found.wrench) && (!best || found.margin > best->margin)) best = found;
    }
  }
  return best;
}

/// Takes a domain that is a spread. Returns the wrench in the middle of the range of the domain if one arc of the
/// window contains the whole range, otherwise nothing. The margin is the smaller of two angles: between the lower ends
/// of arc and range, and between their upper ends.
std::optional<CellCentre> round_spread(EnergyCones& cones, const WrenchDomain& domain, double rho) {
  const Eigen::Vector3d middle = internal::wrench_at(domain, (domain.from + domain.to) / 2);
  for (const EnergyCones::Arc& arc : cones.arcs(domain)) {
    const double shift = kTurn * std::round((domain.from - arc.from) / kTurn);
    for (const double low : {arc.from + shift - kTurn, arc.from + shift}) {
      const double high = low + (arc.to - arc.from);
      if (!(low < domain.from && domain.to < high) || !cones.hold(middle)) continue;
      const double margin = std::min(internal::angle_between(domain, rho, low, domain.from),
                                     internal::angle_between(domain, rho, domain.to, high));
      return CellCentre{middle, margin, std::pair(domain.from, domain.to)};
    }
  }
  return std::nullopt;
}

std::optional<CellCentre> window_of(EnergyCones& cones, const WrenchDomain& domain, double rho) {
  if (!cones.unwedged()) return std::nullopt;
  switch (domain.kind) {
    case WrenchDomain::Kind::free:
      return cones.widest_free();
    case WrenchDomain::Kind::circle:
      return widest_on_circle(cones, domain, rho);
    case WrenchDomain::Kind::spread:
      return round_spread(cones, domain, rho);
  }
  return std::nullopt;
}

/// Returns the largest angle between `wrench` and a wrench of the domain if the domain is a spread. Returns 0 for all
/// other domains.
double reach_of(const WrenchDomain& domain, const Eigen::Vector3d& wrench, double rho) {
  if (domain.kind != WrenchDomain::Kind::spread) return 0;
  double reach = 0;
  for (const double end : {domain.from, domain.to}) {
    Eigen::Vector3d u = wrench, v = internal::wrench_at(domain, end);
    u.z() /= rho;
    v.z() /= rho;
    reach = std::max(reach, std::atan2(u.cross(v).norm(), u.dot(v)));
  }
  return reach;
}

/// Returns a reason why the energy conditions do not apply to the seated contacts. Finds only reasons that can be found
/// without constructing cones. Returns "" if it finds none.
std::string refusal_of_contacts(const ContactSet& seated, const std::vector<int>& numbers = {}) {
  if (seated.size() != 3)
    return "the goal has " + std::to_string(seated.size()) + " contacts; the energy conditions need exactly three";
  for (std::size_t i = 0; i < 3; ++i) {
    const Contact& contact = seated.contacts[i];
    if (contact.part_radius == 0 && contact.fixel_radius == 0)
      return "contact " + std::to_string(numbers.empty() ? static_cast<int>(i) + 1 : numbers[i]) +
             " is a point at a corner of the part: its gap is not smooth there";
  }
  return {};
}

std::string refusal(EnergyCones& cones) { return cones.located() ? "" : "the goal's contacts do not locate the part"; }

}  // namespace

std::string energy_refusal(const ContactSet& seated, const std::vector<int>& numbers) {
  seated.validate();
  std::string text = refusal_of_contacts(seated, numbers);
  if (!text.empty()) return text;
  EnergyCones cones(seated);
  return refusal(cones);
}

EnergyVerdict energy_verdict(const ContactSet& seated, const Eigen::Vector3d& wrench, const WrenchDomain& domain) {
  seated.validate();
  internal::require_finite("wrench", wrench);
  internal::require_domain(domain);
  EnergyVerdict verdict;
  verdict.refused = refusal_of_contacts(seated);
  if (!verdict.refused.empty()) return verdict;
  EnergyCones cones(seated);
  verdict.refused = refusal(cones);
  if (!verdict.refused.empty()) return verdict;
  verdict.lowest = cones.lowest(wrench);
  verdict.unheld = cones.unheld(wrench);
  verdict.unwedged = cones.unwedged();
  if (domain.kind == WrenchDomain::Kind::spread && verdict.holds())
    verdict.unheld = round_spread(cones, domain, seated.radius_of_gyration()).has_value();
  const double reach = reach_of(domain, wrench, seated.radius_of_gyration());
  verdict.margin = verdict.lowest ? std::numbers::pi : 0;
  for (std::size_t pair = 0; pair < 3; ++pair) {
    verdict.pairs.push_back(pair_of(seated, cones, pair, wrench, reach));
    verdict.kappa = std::max(verdict.kappa, verdict.pairs.back().kappa);
    verdict.margin = std::min(verdict.margin, verdict.pairs.back().margin);
  }
  return verdict;
}

std::optional<CellCentre> energy_window(const ContactSet& seated, const WrenchDomain& domain) {
  seated.validate();
  internal::require_domain(domain);
  if (!refusal_of_contacts(seated).empty()) return std::nullopt;
  EnergyCones cones(seated);
  if (!cones.located()) return std::nullopt;
  return window_of(cones, domain, seated.radius_of_gyration());
}

}  // namespace pawl
