// SPDX-License-Identifier: MIT
#include <pawl/verify/certificate.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "verify/certificate_contacts.h"
#include "verify/certificate_reader.h"
#include "verify/certificate_tree.h"
#include "verify/load_checks.h"
#include "verify/part_digest.h"
#include "verify/verify_region.h"

namespace pawl::internal::inline verify {

CertifiedPart part_of(const CertificateProblem& problem) {
  const Eigen::Vector2d center(problem.center_of_mass.real(), problem.center_of_mass.imag());
  const Loops loops(problem.outline, problem.holes);
  return {problem.name, part_digest(loops, problem.mass, problem.rho, center), problem.mass, center, problem.rho,
          problem.drawing};
}

std::string fault_of(const CertificateProblem& problem, const CertifiedPart& part, bool lacks_corners) {
  if (lacks_corners) {
    return "straight edges of the part or of a wall meet at an angle below 1e-9 rad, or at one that the tolerances can "
           "turn outwards; make one edge of them, or reduce the tolerances";
  }
  return problem.part == part.digest ? "" : "/part: differs from the digest of the part in the problem";
}

bool is_unit(const CertificateLoad& load, double gyration_radius) {
  const double torque = load.torque_about_center() / gyration_radius;
  return std::fabs(std::hypot(std::abs(load.force), torque) - 1) <= 1e-6;
}

}  // namespace pawl::internal::inline verify

// A checker of energy certificates [MODEL section 9]. It is independent of the code that makes certificates. It checks
// the given boxes and twists and needs no search.
namespace pawl {
namespace {

using internal::CertificateBox;
using internal::CertificateTree;
using internal::CertificateTwist;
using internal::CertifiedContact;
using internal::ContactForce;
using internal::cross;
using internal::EnergyFile;
using internal::Point;
using internal::Region;

const double kRight = std::acos(0.);

double domain_of(const EnergyFile& file) {
  const Region root(file.root);
  return std::abs(file.load.anchor) + file.load.anchor_off + std::abs(file.load.at) + root.shift + std::abs(root.at);
}

class EnergyChecker {
 public:
  explicit EnergyChecker(const EnergyFile& file)
      : file_(file), contacts_(file.problem, domain_of(file)), load_(file.load, contacts_), tree_(rounding()) {
    result_.depth = file_.depth;
    result_.part = internal::part_of(file_.problem);
    find_near();
  }

  CertificateCheck run() {
    refuse(internal::fault_of(file_.problem, result_.part, contacts_.lacks_corners()));
    for (std::size_t g = 0; g < 3; ++g) {
      if (touched_[g] == touched_[(g + 1) % 3]) refuse("two contacts of the goal are the same");
    }
    if (!(result_.depth > 0)) refuse("the depth is not positive");
    if (!internal::is_unit(file_.load, file_.problem.rho)) refuse("the load is not of 1 N");
    for (int k = 0; k < 3; ++k) {
      if (!(file_.seed.half[k] * (k < 2 ? 1 : file_.problem.rho) >=
            2 * (file_.problem.fixel_off + file_.problem.outline_off)))
        refuse("the seed is smaller than the tolerances");
    }
    if (!result_.refused.empty()) return result_;
    refuse(tree_.read(file_.root, file_.tree, "mn", [&](const CertificateTree::Node& leaf) { return fault(leaf); }));
    result_.boxes = tree_.leaves();
    if (used_ != file_.twists.size()) refuse("more twists than boxes need");
    if (!holds_goal_) refuse("no box of the component contains the goal");
    if (result_.refused.empty()) check_ways_out();
    return result_;
  }

 private:
  double rounding() const { return internal::kCertificateRounding * contacts_.far(); }

  /// Refuses the certificate for the reason `why`. Has no effect if `why` is empty, or if the certificate was refused
  /// before.
  void refuse(const std::string& why) {
    if (result_.refused.empty()) result_.refused = why;
  }

  /// Finds the pair of features that touch in each contact of the goal, and computes the norm of J_n^-1 at the seat.
  /// Refuses the certificate if such a pair does not exist.
  void find_near() {
    const Region seat(CertificateBox{});
    std::array<std::array<double, 3>, 3> row;
    for (std::size_t g = 0; g < 3; ++g) {
      const EnergyFile::Goal& goal = file_.goal[g];
      if (!contacts_.find_contact(goal, 0x1p20 * contacts_.slack(), touched_[g])) {
        return refuse(goal.wall ? "a wall of the goal does not touch the seated part at the stated point"
                                : "a fixel of the goal does not touch the seated part");
      }
      const ContactForce force = contacts_.force(seat, touched_[g]);
      const Point n = force.normals.normal;
      row[g] = {n.real(), n.imag(), cross(force.arm, n) / file_.problem.rho};
    }
    double inverse = 0, det = 0;
    for (std::size_t r = 0; r < 3; ++r) {
      const auto &a = row[(r + 1) % 3], &b = row[(r + 2) % 3];
      const double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
      inverse += c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
      det = row[r][0] * c[0] + row[r][1] * c[1] + row[r][2] * c[2];
    }
    inverse_ = std::sqrt(inverse) / std::fabs(det);
  }
  /// Returns whether it is proved that at most one pose near the seat has all three gaps of the goal equal to 0. The
  /// poses considered are a box around the seat that contains `box`; its half-sizes are equal if angles are multiplied
  /// by rho. The result is true if J_n at all these poses is close to J_n at the seat.
  bool is_near(const CertificateBox& box) const {
    const double rho = file_.problem.rho;
    double size = 0, off = 0;
    for (int k = 0; k < 3; ++k) size = std::max(size, (std::fabs(box.centre[k]) + box.half[k]) / (k < 2 ? rho : 1));
    const Region seat(CertificateBox{}), hull(CertificateBox{{0, 0, 0}, {size * rho, size * rho, size}});
    for (std::size_t g = 0; g < 3; ++g) {
      const ContactForce here = contacts_.force(seat, touched_[g]), there = contacts_.force(hull, touched_[g]);
      if (!(there.normals.spread < kRight)) return false;
      const double turned = std::fabs(std::arg(there.normals.normal / here.normals.normal));
      const double bend = internal::chord_of(1, there.normals.spread + turned);
      const double arm = std::abs(here.arm) * bend + there.off;
      off += bend * bend + arm * arm / (rho * rho);
    }
    return std::sqrt(off) * inverse_ < .9995;
  }

  /// Returns the reason to refuse a leaf, or "" to accept it. Also stores whether a leaf of the component contains the
  /// goal.
  std::string fault(const CertificateTree::Node& leaf) {
    const std::string why = fault_of_letter(leaf);
    holds_goal_ = holds_goal_ || (leaf.inside && tree_.touch(leaf.box, CertificateBox{}));
    if (!why.empty()) return why == kMissing ? why : words_of(leaf.box) + why;
    return leaf.inside && tree_.reaches_end(leaf.box) ? words_of(leaf.box) + "reaches the end of the domain" : "";
  }
  std::string fault_of_letter(const CertificateTree::Node& leaf) {
    const Region region(leaf.box);
    const bool seeded = tree_.touch(leaf.box, file_.seed);
    switch (leaf.letter) {
      case 'c':
        return contacts_.collides(region) ? "" : "is marked as colliding, but may contain a free pose";
      case 'a':
        if (!seeded && load_.potential(leaf.box).low > result_.depth) return "";
        return "is marked as above the depth, but may contain a pose below it";
      case 'b':
        return seeded ? "contains the goal, but is not in the component" : "";
      case 'm':
        if (used_ == file_.twists.size()) return kMissing;
        if (excludes_rest(contacts_, load_, file_.twists[used_++], region)) return "";
        return "may contain a rest of the part: its twist does not exclude it";
      case 'n':
        if (!is_near(leaf.box)) return "is too far from the goal to contain only one rest";
        for (const CertifiedContact& contact : touched_) {
          if (used_ == file_.twists.size()) return kMissing;
          if (!excludes_rest(contacts_, load_, file_.twists[used_++], region, &contact))
            return "may contain a rest of the part without a contact of the goal";
        }
        return "";
      default:
        return std::string("has an unknown kind: ") + leaf.letter;
    }
  }

  /// Checks that no leaf of the component touches a leaf with the letter b, which is outside the component.
  void check_ways_out() {
    tree_.each_touching_pair([&](int, int other) {
      const CertificateTree::Node& leaf = tree_.nodes()[static_cast<std::size_t>(other)];
      if (leaf.letter == 'b') refuse(words_of(leaf.box) + "touches the component, but is not in it");
      return leaf.letter != 'b';
    });
  }

  static constexpr const char* kMissing = "a twist is missing";

  const EnergyFile& file_;
  internal::CertificateContacts contacts_;
  internal::LoadChecks load_;
  CertificateTree tree_;
  std::size_t used_ = 0;
  std::array<CertifiedContact, 3> touched_{};
  double inverse_ = 1e300;
  bool holds_goal_ = false;
  CertificateCheck result_;
};

}  // namespace

CertificateCheck verify_certificate(std::string_view text) {
  const internal::CertificateFile file = internal::read_certificate(text);
  const auto* region = std::get_if<internal::RegionFile>(&file);
  return region != nullptr ? internal::verify_region(*region) : EnergyChecker(std::get<EnergyFile>(file)).run();
}

}  // namespace pawl
