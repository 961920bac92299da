// SPDX-License-Identifier: MIT
// What may touch over a box of poses, as the checker of certificates knows it.
#pragma once

#include <algorithm>
#include <cmath>

#include "certificate_reader.h"

namespace pawl::internal {

inline constexpr double kCertificateRounding = 0x1p-44;  ///< of the largest length

inline double chord_of(double arm, double angle) { return 2 * arm * std::sin(std::min(angle, std::acos(-1.)) / 2); }

/// A box, and what all its bounds need.
struct Region {
  explicit Region(const CertificateFile::Box& box)
      : at(box.centre[0], box.centre[1]),
        turn(std::polar(1., box.centre[2])),
        angle(box.half[2]),
        shift(std::hypot(box.half[0], box.half[1])),
        swing(chord_of(1, angle)) {}
  double reach(double arm) const { return shift + arm * swing; }

  Point at, turn;
  double angle, shift, swing;
};

/// Inward normals within `spread` of `normal`.
struct Normals {
  Point normal;
  double spread;
};

class CertificateContacts {
 public:
  /// Keeps the file, which must stay.
  explicit CertificateContacts(const CertificateFile& file);

  double far() const { return far_; }      ///< at least the largest length that occurs
  double slack() const { return slack_; }  ///< what lengths may be off by in rounding

  /// Whether no pose of a box is free.
  bool collides(const Region& box) const;
  /// Of a feature: a side, or with its number and that of all sides the corner at its beginning.
  Normals normals(const Region& box, const CertificateFile::Fixel& fixel, std::size_t feature) const;
  /// Calls visit(fixel, feature) for all that may touch, until it returns false. A point at a corner touches its sides.
  template <class Visit>
  bool each_contact(const Region& box, const Visit& visit) const {
    for (std::size_t i = 0; i < file_.fixels.size(); ++i) {
      const CertificateFile::Fixel& fixel = file_.fixels[i];
      const Point p = (fixel.at - box.at) * std::conj(box.turn);
      const double away = box.reach(std::abs(p)) + off_ + slack_, touch = fixel.radius + away;
      for (std::size_t k = 0; k < file_.sides.size(); ++k) {
        const Side& side = file_.sides[k];
        if (distance(side, p) > touch) continue;
        const double foot = dot(side.along, p - side.from);
        const bool beside = fixel.radius > 0 && side.sweep == 0 && (foot < -away || foot > side.length + away);
        if (!beside && !visit(i, k)) return false;
        const bool corner = fixel.radius > 0 && side.bend >= 0 && std::abs(p - side.from) <= touch;
        if (corner && !visit(i, file_.sides.size() + k)) return false;
      }
    }
    return true;
  }

 private:
  Normals round(const Region& box, const CertificateFile::Fixel& fixel, Point centre, Point inward, double half,
                double sign) const;

  const CertificateFile& file_;
  double far_ = 0, slack_ = 0, off_ = 0;
};

}  // namespace pawl::internal
