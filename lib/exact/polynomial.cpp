// SPDX-License-Identifier: MIT
#include "exact/polynomial.h"

#include <algorithm>
#include <utility>

namespace pawl::internal::inline exact {

Polynomial::Polynomial(const Rational& constant) : coefficients_{constant} { trim(); }

Polynomial::Polynomial(std::vector<Rational> coefficients) : coefficients_(std::move(coefficients)) { trim(); }

void Polynomial::trim() {
  while (!coefficients_.empty() && coefficients_.back().is_zero()) coefficients_.pop_back();
}

Rational Polynomial::at(const Rational& x) const {
  Rational value = 0;
  for (auto it = coefficients_.rbegin(); it != coefficients_.rend(); ++it) value = value * x + *it;
  return value;
}

int Polynomial::sign_at(const Rational& x) const { return at(x).sign(); }

Polynomial Polynomial::derivative() const {
  std::vector<Rational> result;
  for (std::size_t k = 1; k < coefficients_.size(); ++k) result.push_back(coefficients_[k] * static_cast<int>(k));
  return Polynomial(std::move(result));
}

Polynomial Polynomial::operator-() const {
  std::vector<Rational> result = coefficients_;
  for (Rational& coefficient : result) coefficient = -coefficient;
  return Polynomial(std::move(result));
}

Polynomial Polynomial::operator+(const Polynomial& other) const {
  std::vector<Rational> sum = coefficients_;
  sum.resize(std::max(sum.size(), other.coefficients_.size()));
  for (std::size_t k = 0; k < other.coefficients_.size(); ++k) sum[k] += other.coefficients_[k];
  return Polynomial(std::move(sum));
}

Polynomial Polynomial::operator*(const Polynomial& other) const {
  if (is_zero() || other.is_zero()) return {};
  std::vector<Rational> product(coefficients_.size() + other.coefficients_.size() - 1);
  for (std::size_t i = 0; i < coefficients_.size(); ++i) {
    for (std::size_t j = 0; j < other.coefficients_.size(); ++j)
      product[i + j] += coefficients_[i] * other.coefficients_[j];
  }
  return Polynomial(std::move(product));
}

Polynomial::Division Polynomial::divided_by(const Polynomial& divisor) const {
  std::vector<Rational> rest = coefficients_;
  const std::size_t size = divisor.coefficients_.size();
  if (rest.size() < size) return {{}, *this};
  std::vector<Rational> quotient(rest.size() - size + 1);
  for (std::size_t k = quotient.size(); k-- > 0;) {
    quotient[k] = rest[k + size - 1] / divisor.leading();
    for (std::size_t j = 0; j < size; ++j) rest[k + j] -= quotient[k] * divisor.coefficients_[j];
  }
  rest.resize(size - 1);
  return {Polynomial(std::move(quotient)), Polynomial(std::move(rest))};
}

Polynomial Polynomial::monic() const {
  if (is_zero()) return {};
  std::vector<Rational> result = coefficients_;
  for (Rational& coefficient : result) coefficient /= leading();
  return Polynomial(std::move(result));
}

namespace {

Polynomial common_factor(Polynomial a, Polynomial b) {
  while (!b.is_zero()) {
    Polynomial rest = a.divided_by(b).remainder.monic();
    a = std::exchange(b, std::move(rest));
  }
  return a.monic();
}

Polynomial without_multiple_roots(const Polynomial& p) {
  return p.divided_by(common_factor(p, p.derivative())).quotient;
}

Polynomial without_root(const Polynomial& p, const Rational& root) {
  return p.divided_by(Polynomial(std::vector<Rational>{-root, 1})).quotient;
}

/// Sturm's sequence of a square-free polynomial.
class SturmSequence {
 public:
  explicit SturmSequence(const Polynomial& p) : terms_{p, p.derivative()} {
    while (!terms_.back().is_zero()) {
      const Polynomial rest = -terms_[terms_.size() - 2].divided_by(terms_.back()).remainder;
      // Only the signs of the terms are used. Each term may therefore be divided by the magnitude of its leading
      // coefficient.
      terms_.push_back(rest.is_zero() ? rest : rest * Polynomial(Rational(1) / abs(rest.leading())));
    }
    terms_.pop_back();
  }

  /// Returns the number of roots between `low` and `high`, neither of which may be a root.
  int count(const Rational& low, const Rational& high) const { return changes(low) - changes(high); }

 private:
  int changes(const Rational& x) const {
    int changes = 0, last = 0;
    for (const Polynomial& term : terms_) {
      const int sign = term.sign_at(x);
      if (sign != 0 && last != 0 && sign != last) ++changes;
      if (sign != 0) last = sign;
    }
    return changes;
  }

  std::vector<Polynomial> terms_;
};

/// Separates the roots of a square-free polynomial between two numbers, neither of which may be a root.
class RootSearch {
 public:
  RootSearch(Polynomial p, Rational width) : p_(std::move(p)), width_(std::move(width)), sturm_(p_) {}

  void separate(const Rational& low, const Rational& high, std::vector<RealRoot>& roots) const {
    const int count = sturm_.count(low, high);
    if (count == 0) return;
    if (count == 1) return roots.push_back(refined(low, high));
    const Rational middle = (low + high) / 2;
    if (p_.sign_at(middle) != 0) {
      separate(low, middle, roots);
      return separate(middle, high, roots);
    }
    // The middle is a root. Finds an interval around it that contains no other root.
    Rational step = (high - low) / 4;
    while (p_.sign_at(middle - step) == 0 || p_.sign_at(middle + step) == 0 ||
           sturm_.count(middle - step, middle + step) > 1)
      step /= 2;
    separate(low, middle - step, roots);
    roots.push_back({middle, middle});
    separate(middle + step, high, roots);
  }

 private:
  RealRoot refined(Rational low, Rational high) const {
    const int before = p_.sign_at(low);
    while (high - low > width_) {
      const Rational middle = (low + high) / 2;
      const int sign = p_.sign_at(middle);
      if (sign == 0) return {middle, middle};
      (sign == before ? low : high) = middle;
    }
    return {low, high};
  }

  Polynomial p_;
  Rational width_;
  SturmSequence sturm_;
};

/// Returns the rational roots of a polynomial of degree 2. Returns nothing if its roots are irrational or not real.
std::vector<Rational> rational_roots(const Polynomial& p) {
  const Rational c = p.at(0), a = p.leading(), b = p.at(1) - a - c;
  const std::optional<Rational> root = exact_root(b * b - 4 * a * c);
  if (!root) return {};
  std::vector<Rational> roots{(-b - *root) / (2 * a), (-b + *root) / (2 * a)};
  std::sort(roots.begin(), roots.end());
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  return roots;
}

}  // namespace

std::vector<RealRoot> roots_between(const Polynomial& polynomial, const Rational& low, const Rational& high,
                                    const Rational& width) {
  std::vector<RealRoot> roots;
  if (polynomial.degree() <= 0) return roots;
  const auto add = [&](const Rational& root) {
    if (root > low && root < high) roots.push_back({root, root});
  };
  if (polynomial.degree() == 1) {
    add(-polynomial.at(0) / polynomial.leading());
    return roots;
  }
  if (polynomial.degree() == 2) {
    for (const Rational& root : rational_roots(polynomial)) add(root);
    if (!roots.empty() || !rational_roots(polynomial).empty()) return roots;
  }
  Polynomial p = without_multiple_roots(polynomial);
  for (const Rational& end : {low, high}) {
    if (p.sign_at(end) == 0) p = without_root(p, end);
  }
  if (p.degree() > 0) RootSearch(p, width).separate(low, high, roots);
  return roots;
}

}  // namespace pawl::internal::inline exact
