// SPDX-License-Identifier: MIT
#pragma once

namespace pawl::internal {

/// The boundary of a body near its point of contact: an arc that turns with the body. Number: double or Rational.
template <class Number>
struct Arc {
  bool straight;  ///< of infinite radius; `radius` is then not looked at
  Number radius;  ///< m; 0: a corner, negative: a hollow
  Number spin;    ///< of the body, rad/s
};

/// What the curvature of two arcs that touch adds to the second derivative of their distance.
///
/// Arc a and arc b touch at a point; n is the unit normal there, from a into b, t is n turned by +90 degrees. The arcs
/// have radii r_a and r_b and their bodies spins w_a and w_b; v, a are velocity and acceleration of each body's own
/// material point at the contact, and s = t . (v_b - v_a) is the speed of sliding. The arcs' centres are c_a = p - r_a
/// n and c_b = p + r_b n, so with d = c_b - c_a the distance of the arcs is g = |d| - r_a - r_b, and
///
///     g'' = n . d'' + (t . d')^2 / |d|,   where at the contact |d| = r_a + r_b.
///
/// A centre is a point of its body: c_b' = v_b + w_b r_b t and n . c_b'' = n . a_b - r_b w_b^2, likewise
/// c_a' = v_a - w_a r_a t and n . c_a'' = n . a_a + r_a w_a^2. Hence t . d' = s + r_a w_a + r_b w_b and
///
///     g'' - n . (a_b - a_a) = (s + r_a w_a + r_b w_b)^2 / (r_a + r_b) - r_a w_a^2 - r_b w_b^2
///                           = (s^2 + 2 s (r_a w_a + r_b w_b) - r_a r_b (w_b - w_a)^2) / (r_a + r_b),
///
/// which tends to 2 s w_a - r_b (w_b - w_a)^2 as r_a grows without end, and likewise for r_b. This is what is returned.
/// A corner on a corner (both radii 0) has no normal but the one it was given: it stays, and the term is 0.
///
/// `sliding` is L s, and the result L times the term, for a normal of any `length` L: rational arithmetic then meets an
/// irrational length only where squares are. At most one arc is straight.
template <class Number>
Number curvature_term(const Arc<Number>& a, const Arc<Number>& b, const Number& sliding, const Number& length) {
  const Number turn = b.spin - a.spin;
  if (a.straight) return 2 * sliding * a.spin - b.radius * turn * turn * length;
  if (b.straight) return 2 * sliding * b.spin - a.radius * turn * turn * length;
  if (a.radius == 0 && b.radius == 0) return Number(0);
  return (sliding * sliding / length + 2 * sliding * (a.radius * a.spin + b.radius * b.spin) -
          a.radius * b.radius * turn * turn * length) /
         (a.radius + b.radius);
}

/// Whether the term depends on the length: whether a square is in it.
template <class Number>
bool curvature_needs_length(const Arc<Number>& a, const Arc<Number>& b, const Number& sliding) {
  const bool turns = b.spin != a.spin;
  if (a.straight) return turns && b.radius != 0;
  if (b.straight) return turns && a.radius != 0;
  if (a.radius == 0 && b.radius == 0) return false;
  return sliding != 0 || (turns && a.radius != 0 && b.radius != 0);
}

}  // namespace pawl::internal
