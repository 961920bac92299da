// SPDX-License-Identifier: MIT
#include "certificate_contacts.h"

#include <algorithm>
#include <complex>

namespace pawl::internal {

using Fixel = CertificateFile::Fixel;

CertificateContacts::CertificateContacts(const CertificateFile& file)
    : file_(file), off_(file.fixel_off + file.outline_off) {
  const Region root(file.root);
  far_ = std::abs(file.anchor) + file.anchor_off + root.shift + std::abs(root.at);
  double fixels = 0;
  for (const Fixel& fixel : file.fixels) fixels = std::max(fixels, 2 * std::abs(fixel.at) + fixel.radius);
  far_ += fixels;
  for (const Side& side : file.sides) far_ += std::abs(side.from) + std::abs(side.centre) + side.radius;
  slack_ = kCertificateRounding * far_;
}

bool CertificateContacts::collides(const Region& box) const {
  for (const Fixel& fixel : file_.fixels) {
    const Point p = (fixel.at - box.at) * std::conj(box.turn);
    const double away = box.reach(std::abs(p)) + off_ + slack_;
    double least = std::abs(p - file_.sides[0].from);
    for (const Side& side : file_.sides) least = std::min(least, distance(side, p));
    if (least < fixel.radius - away || (least > away && winds_round(file_.sides, p))) return true;
  }
  return false;
}

/// Inward normals of an arc, or of a corner, by which way it faces and by where its centre is seen.
Normals CertificateContacts::round(const Region& box, const Fixel& fixel, Point centre, Point inward, double half,
                                   double sign) const {
  const Normals facing{box.turn * inward, half + box.angle};
  const Point seen = box.at + box.turn * centre - fixel.at;
  const double sine = (box.reach(std::abs(centre)) + off_ + slack_) / std::abs(seen);
  if (!(sine < 1) || std::asin(sine) >= facing.spread) return facing;
  return {sign * seen / std::abs(seen), std::asin(sine)};
}
Normals CertificateContacts::normals(const Region& box, const Fixel& fixel, std::size_t feature) const {
  const Side& side = file_.sides[feature % file_.sides.size()];
  if (feature >= file_.sides.size()) return round(box, fixel, side.from, side.corner, side.bend, 1);
  if (side.sweep == 0) {
    const double skew = std::asin(std::min(1., 2 * file_.outline_off / side.length));
    return {box.turn * Point(0, 1) * side.along, box.angle + skew};
  }
  const double sign = side.sweep > 0 ? 1 : -1;
  return round(box, fixel, side.centre, -sign * side.middle, std::fabs(side.sweep) / 2, sign);
}

}  // namespace pawl::internal
