// SPDX-License-Identifier: MIT
#include "mode_oracle.h"

#include <cstdio>

#include "modes/mode_matrices.h"

extern "C" {
#include <cdd/setoper.h>
// cdd.h requires that setoper.h is included before it
#include <cdd/cdd.h>
}

namespace pawl::oracle {

using internal::rational;
using internal::Rational;
using internal::RationalMatrix;
using internal::RationalVector;

namespace {

enum class Unknowns { accelerations, accelerations_and_forces };

/// A linear program over x = (v', c_1n, c_1t, ..., t), where v' is the acceleration, and c_in and c_it are the normal
/// and the tangential force of contact i. It maximizes t <= 1. A strict inequality r > 0 becomes r >= t. The forces may
/// be left out, so that x = (v', t): those inequalities of a mode that contain only forces are always satisfied by zero
/// forces.
class Program {
 public:
  Program(const ContactSet& set, Unknowns unknowns)
      : set_(set),
        with_forces_(unknowns == Unknowns::accelerations_and_forces),
        columns_(3 + (with_forces_ ? 2 * set.size() : 0) + 1) {
    add(Rational(1), {{t(), -1}}, false);
  }

  std::size_t t() const { return columns_ - 1; }
  std::size_t c_n(std::size_t i) const { return 3 + 2 * i; }
  std::size_t c_t(std::size_t i) const { return 4 + 2 * i; }
  struct Term {
    std::size_t column;
    Rational factor;
  };

  /// Adds the row constant + (sum of the terms) >= 0, or = 0 if `equality` is true.
  void add(const Rational& constant, const std::vector<Term>& terms, bool equality) {
    std::vector<Rational> row(columns_ + 1, Rational(0));
    row[0] = constant;
    for (const Term& term : terms) row[term.column + 1] += term.factor;
    rows_.push_back(row);
    equalities_.push_back(equality);
  }

  /// Returns sign * (d . acceleration of contact point i), where d is its normal or its tangent.
  std::vector<Term> acceleration(std::size_t i, bool normal, int sign) const {
    const auto d = wrench(i, normal);
    return {{0, sign * d[0]}, {1, sign * d[1]}, {2, sign * d[2]}};
  }

  std::array<Rational, 3> wrench(std::size_t i, bool normal) const {
    const Contact& c = set_.contacts[i];
    const Rational px = rational(c.point.x()) - rational(set_.center_of_mass.x());
    const Rational py = rational(c.point.y()) - rational(set_.center_of_mass.y());
    const Rational nx = rational(c.normal.x());
    const Rational ny = rational(c.normal.y());
    if (normal) return {nx, ny, px * ny - py * nx};
    return {-ny, nx, px * nx + py * ny};
  }

  void add_strict(std::vector<Term> terms, bool strict) {
    if (strict) terms.push_back({t(), -1});
    add(0, terms, false);
  }

  void add_mode(const std::string& letters) {
    for (std::size_t i = 0; i < letters.size(); ++i) add_letter(i, letters[i]);
  }

  /// Adds the Newton-Euler equations M v' - J c = g.
  void add_newton_euler(const Eigen::Vector3d& g) {
    const double inertia[3] = {set_.mass, set_.mass, set_.inertia};
    for (std::size_t k = 0; k < 3; ++k) {
      std::vector<Term> terms{{k, rational(inertia[k])}};
      for (std::size_t i = 0; i < set_.size(); ++i) {
        terms.push_back({c_n(i), -wrench(i, true)[k]});
        terms.push_back({c_t(i), -wrench(i, false)[k]});
      }
      add(-rational(g[static_cast<Eigen::Index>(k)]), terms, true);
    }
  }

  bool solvable_with_positive_t() const {
    dd_set_global_constants();
    const dd_MatrixPtr matrix =
        dd_CreateMatrix(static_cast<dd_rowrange>(rows_.size()), static_cast<dd_colrange>(columns_ + 1));
    matrix->representation = dd_Inequality;
    matrix->numbtype = dd_Rational;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (std::size_t k = 0; k <= columns_; ++k) mpq_set(matrix->matrix[i][k], rows_[i][k].backend().data());
      if (equalities_[i]) set_addelem(matrix->linset, static_cast<long>(i) + 1);
    }
    matrix->objective = dd_LPmax;
    dd_set_si(matrix->rowvec[columns_], 1);
    dd_ErrorType error = dd_NoError;
    const dd_LPPtr program = dd_Matrix2LP(matrix, &error);
    dd_LPSolve(program, dd_DualSimplex, &error);
    const bool positive = program->LPS == dd_Optimal && mpq_sgn(program->optvalue) > 0;
    dd_FreeLPData(program);
    dd_FreeMatrix(matrix);
    return positive;
  }

 private:
  void add_letter(std::size_t i, char letter) {
    add_acceleration_rows(i, letter);
    if (with_forces_) add_force_rows(i, letter);
  }

  void add_acceleration_rows(std::size_t i, char letter) {
    if (letter == 'a' || letter == 's') {
      add_strict(acceleration(i, true, letter == 'a' ? -1 : 1), letter == 'a' || set_.contacts[i].touching);
      return;
    }
    add(0, acceleration(i, true, 1), true);
    if (letter == 'n') {
      add(0, acceleration(i, false, 1), true);
    } else {
      add_strict(acceleration(i, false, letter == 'l' ? 1 : -1), true);
    }
  }

  void add_force_rows(std::size_t i, char letter) {
    if (letter == 'a' || letter == 's') {
      add(0, {{c_n(i), 1}}, true);
      add(0, {{c_t(i), 1}}, true);
      return;
    }
    add(0, {{c_n(i), 1}}, false);
    const Rational low = rational(set_.contacts[i].friction.low);
    const Rational high = rational(set_.contacts[i].friction.high);
    if (letter == 'n') {
      add(0, {{c_n(i), high}, {c_t(i), 1}}, false);
      add(0, {{c_n(i), high}, {c_t(i), -1}}, false);
      return;
    }
    const int slide = letter == 'l' ? 1 : -1;  // sign of the tangential acceleration a_t; the friction force has the
                                               // opposite sign
    add(0, {{c_t(i), -slide}, {c_n(i), -low}}, false);
    add(0, {{c_t(i), slide}, {c_n(i), high}}, false);
  }

  const ContactSet& set_;
  bool with_forces_;
  std::size_t columns_;
  std::vector<std::vector<Rational>> rows_;
  std::vector<bool> equalities_;
};

}  // namespace

std::vector<std::string> all_mode_strings(const ContactSet& set) {
  std::vector<std::string> strings{""};
  for (const Contact& contact : set.contacts) {
    std::vector<std::string> longer;
    for (const std::string& head : strings) {
      for (const char letter : std::string(contact.touching ? "lnrs" : "as")) longer.push_back(head + letter);
    }
    strings = std::move(longer);
  }
  return strings;
}

bool feasible(const ContactSet& set, const std::string& letters) {
  Program program(set, Unknowns::accelerations);
  program.add_mode(letters);
  return program.solvable_with_positive_t();
}

bool holds(const ContactSet& set, const Eigen::Vector3d& g) {
  Program program(set, Unknowns::accelerations_and_forces);
  std::string letters;
  for (const Contact& contact : set.contacts) letters += contact.touching ? 'n' : 's';
  program.add_mode(letters);
  for (std::size_t k = 0; k < 3; ++k) program.add(0, {{k, 1}}, true);
  program.add_newton_euler(g);
  return program.solvable_with_positive_t();
}

bool consistent(const ContactSet& set, const std::string& letters, const Eigen::Vector3d& g) {
  Program program(set, Unknowns::accelerations_and_forces);
  program.add_mode(letters);
  program.add_newton_euler(g);
  return program.solvable_with_positive_t();
}

}  // namespace pawl::oracle
