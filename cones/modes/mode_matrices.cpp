// SPDX-License-Identifier: MIT
#include "modes/mode_matrices.h"

#include <pawl/base/assert.h>
#include <pawl/modes/contact_matrices.h>

#include <algorithm>
#include <vector>

#include "contact/contact.h"
#include "contact/contact_rows.h"

namespace pawl::internal::inline modes {

IntegerVector integer_vector(const RationalVector& v) {
  PAWL_ASSERT(v.size() == 3);
  Integer common = 1;
  for (int i = 0; i < 3; ++i) common = lcm(common, Integer(denominator(v[i])));
  IntegerVector result;
  for (int i = 0; i < 3; ++i) result[i] = Integer(numerator(v[i])) * (common / Integer(denominator(v[i])));
  return primitive(std::move(result));
}

Eigen::MatrixXd to_double(const RationalMatrix& matrix) {
  return matrix.unaryExpr([](const Rational& entry) { return entry.convert_to<double>(); });
}

namespace {

using Index = Eigen::Index;

RationalMatrix zeros(Index rows, Index cols) { return RationalMatrix::Constant(rows, cols, Rational(0)); }
RationalMatrix identity(Index size) {
  RationalMatrix result = zeros(size, size);
  for (Index i = 0; i < size; ++i) result(i, i) = 1;
  return result;
}

RationalMatrix jacobian(const ContactSet& set) {
  const Index n = static_cast<Index>(set.size());
  RationalMatrix J = zeros(3, 2 * n);
  ExactFrames frames;
  frames.assign(set);
  for (Index i = 0; i < n; ++i) {
    const ExactFrame f = frames.frame(static_cast<std::size_t>(i));
    const Rational length = 1 / Rational(f.normal_factor);
    const Rational arm = length / Rational(frames.scale());
    J.col(i) << f.nx * length, f.ny * length, f.normal_arm * arm;
    J.col(n + i) << -f.ny * length, f.nx * length, f.tangent_arm * arm;
  }
  return J;
}

/// The constraints of [BTG02, table 2] on y = [a_n; a_t; c_n; c_t], stored as the index sets of [BTG02, §5].
class Constraints {
 public:
  Constraints(const ContactSet& set, const Mode& mode) : n_(static_cast<Index>(set.size())) {
    for (Index i = 0; i < n_; ++i) add(i, mode[i], set.contacts[i]);
  }

  RationalMatrix E() const { return selection(2 * n_, unconstrained_).transpose(); }
  RationalMatrix V() const {
    std::vector<Index> dropped = zero_;
    dropped.insert(dropped.end(), substituted_.begin(), substituted_.end());
    dropped.insert(dropped.end(), unconstrained_.begin(), unconstrained_.end());
    return selection(4 * n_, dropped);
  }
  RationalMatrix N() const {
    RationalMatrix result = identity(4 * n_);
    for (const Index i : negative_) result(i, i) = -1;
    return result;
  }
  RationalMatrix R() const {
    RationalMatrix result = identity(4 * n_);
    for (const Span& span : spans_) {
      result(span.normal, span.normal + n_) = 1;
      result(span.normal + n_, span.normal) = span.first;
      result(span.normal + n_, span.normal + n_) = span.second;
    }
    return result;
  }
  RationalMatrix S() const {
    RationalMatrix result = identity(4 * n_);
    for (const Slide& slide : slides_) result(slide.normal + n_, slide.normal) = slide.ratio;
    return result;
  }

 private:
  /// The values of c_t between `first` c_n and `second` c_n. Two nonnegative variables replace c_n and c_t.
  struct Span {
    Index normal;
    Rational first, second;
  };
  /// The equation c_t = ratio * c_n of a contact that slides.
  struct Slide {
    Index normal;
    Rational ratio;
  };

  void add(Index i, char letter, const Contact& contact) {
    const Index a_n = i;
    const Index a_t = n_ + i;
    const Index c_n = 2 * n_ + i;
    const Index c_t = 3 * n_ + i;
    if (letter == 'a' || letter == 's') {
      unconstrained_.push_back(a_t);
      zero_.insert(zero_.end(), {c_n, c_t});
      if (letter == 'a') negative_.push_back(a_n);
      return;
    }
    zero_.push_back(a_n);
    const Rational low = rational(contact.friction.low);
    const Rational high = rational(letter == 'n' ? contact.friction.high : contact.friction.sliding().high);
    if (letter == 'n') {
      zero_.push_back(a_t);
      if (high.is_zero()) {
        zero_.push_back(c_t);
      } else {
        spans_.push_back({c_n, -high, high});
      }
      return;
    }
    if (letter == 'r') negative_.push_back(a_t);
    const Rational sign = letter == 'r' ? 1 : -1;
    if (contact.friction.sliding().is_interval()) {
      spans_.push_back({c_n, sign * low, sign * high});
    } else {
      slides_.push_back({c_n, sign * high});
      substituted_.push_back(c_t);
    }
  }

  /// Returns the identity matrix of `size` rows without the columns in `dropped`.
  static RationalMatrix selection(Index size, const std::vector<Index>& dropped) {
    RationalMatrix result = zeros(size, size);
    Index columns = 0;
    for (Index i = 0; i < size; ++i) {
      if (std::find(dropped.begin(), dropped.end(), i) == dropped.end()) result(i, columns++) = 1;
    }
    return result.leftCols(columns);
  }

  Index n_;
  std::vector<Index> unconstrained_, negative_, zero_, substituted_;
  std::vector<Span> spans_;
  std::vector<Slide> slides_;
};

}  // namespace

ModeMatrices mode_matrices(const ContactSet& set, const Mode& mode) {
  const Index n = static_cast<Index>(set.size());
  ModeMatrices m;
  m.J = jacobian(set);
  RationalMatrix inverse_inertia = zeros(3, 3);
  inverse_inertia(0, 0) = inverse_inertia(1, 1) = 1 / rational(set.mass);
  inverse_inertia(2, 2) = 1 / rational(set.inertia);
  m.B = m.J.transpose() * inverse_inertia;
  m.A = m.B * m.J;
  m.C = zeros(2 * n, 4 * n);
  m.C.leftCols(2 * n) = identity(2 * n);
  m.C.rightCols(2 * n) = -m.A;
  const Constraints constraints(set, mode);
  m.E = constraints.E();
  m.N = constraints.N();
  m.R = constraints.R();
  m.S = constraints.S();
  m.V = constraints.V();
  m.K = m.E * m.C * m.N * m.R * m.S * m.V;
  m.P = m.E * m.B;
  return m;
}

}  // namespace pawl::internal::inline modes

namespace pawl {

ContactMatrices contact_matrices(const ContactSet& set, const Mode& mode, SpanFaces wanted) {
  set.validate();
  require_mode_fits(mode.str(), set);
  ContactSet unit = set;
  for (Contact& contact : unit.contacts) contact.normal = internal::unit_normal(contact);
  const internal::ModeMatrices m = internal::mode_matrices(unit, mode);
  ContactMatrices printed{internal::to_double(m.J), internal::to_double(m.A), internal::to_double(m.B),
                          internal::to_double(m.C), internal::to_double(m.E), internal::to_double(m.N),
                          internal::to_double(m.R), internal::to_double(m.S), internal::to_double(m.V),
                          internal::to_double(m.K), internal::to_double(m.P), {}, {}};
  if (wanted == SpanFaces::computed) {
    const internal::RationalMatrix faces = internal::span_faces(m.K);
    printed.KF = internal::to_double(faces);
    printed.F = internal::to_double(internal::RationalMatrix(faces * m.P));
  }
  // Only J, B and P map from or to wrenches. The other matrices refer to contact frames, which rotate with the part.
  for (Eigen::Index i = 0; i < printed.J.cols(); ++i) printed.J.col(i) = set.to_world(printed.J.col(i));
  for (Eigen::MatrixXd* rows : {&printed.B, &printed.P, &printed.F}) {
    for (Eigen::Index i = 0; i < rows->rows(); ++i) rows->row(i) = set.to_world(rows->row(i).transpose()).transpose();
  }
  return printed;
}

}  // namespace pawl
