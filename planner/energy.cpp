// SPDX-License-Identifier: MIT
#include <pawl/planner/energy.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "circle_arc.h"
#include "contact/exact_frames.h"
#include "energy_cones.h"
#include "entry_checks.h"

namespace pawl {

using internal::EnergyCones;

namespace {

constexpr double kTurn = 2 * std::numbers::pi;

/// The point of conv(points) nearest to 0, by all sets of up to three of them whose affine hull's nearest point lies
/// between them: enough in R^3 for a hull that does not hold 0.
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
    if (u >= 0 && v >= 0 && w >= 0) offer(foot);  // false where the three are in line
  }

  double distance_ = std::numeric_limits<double>::infinity();
};

/// The friction edges n + s mu t of a contact as wrenches (fx, fy, tau / rho), n of unit length.
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
  for (const int i : contacts) add_edges(set, set.contacts[static_cast<std::size_t>(i)], edges);
  return 1 / NearestToOrigin(edges).distance();
}

/// `reach`: how far other wrenches than w may be, rad.
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

/// The parts of a window's arc that an actuator's limits leave.
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

/// As far from one end as from the other in (fx, fy, tau / rho): along the sum of the unit vectors to both, the arc
/// being less than half a turn.
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

/// All of the range within one arc: its own middle, and the nearer end's distance.
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

/// The angle to the furthest wrench of a spread.
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

/// Without the contacts' places: what can be said before cones are made.
std::string refusal_of_contacts(const ContactSet& seated, const std::vector<int>& numbers = {}) {
  if (seated.size() != 3) return "the goal has " + std::to_string(seated.size()) + " contacts; it speaks of three";
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
