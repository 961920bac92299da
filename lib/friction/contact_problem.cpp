// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/friction/contact_problem.h>

#include <cmath>
#include <string>

#include "base/validator.h"
#include "friction/massless.h"

namespace pawl {
namespace {

using Problem = ContactProblem;

/// Something of a body or a contact; written out only when it is at fault.
struct Place {
  const char* list;
  std::size_t index;
  const char* field;
  std::string str() const { return fmt::format("/{}/{}{}", list, index, field); }
};

class Checker : public internal::Validator {
 public:
  void all_finite(const Place& place, const double (&values)[8]) {
    double sum = 0;  // finite only if all are
    for (const double value : values) sum += value;
    if (std::isfinite(sum)) return;
    for (const double value : values) finite(place, value);
  }
  void body(const Place& place, int value, std::size_t count) {
    if (value >= -1 && value < static_cast<int>(count)) return;
    add(place.str(), value,
        fmt::format("must be a body or block, 0 to {}, or -1 for the ground", static_cast<int>(count) - 1));
  }
  void shape(const Place& place, Eigen::Index rows, Eigen::Index cols, Eigen::Index rows_due, Eigen::Index cols_due) {
    if (rows == rows_due && cols == cols_due) return;
    add(place.str(), fmt::format("{} x {}", rows, cols), fmt::format("must be {} x {}", rows_due, cols_due));
  }
};

void check_block(const Problem::Block& block, std::size_t k, Checker& check) {
  const Eigen::Index n = block.inertia.rows();
  check.shape({"blocks", k, "/inertia"}, n, block.inertia.cols(), n, n);
  if (block.impetus.size() > 0) check.shape({"blocks", k, "/impetus"}, block.impetus.size(), 1, n, 1);
  if (!block.driven.empty()) {
    check.shape({"blocks", k, "/driven"}, static_cast<Eigen::Index>(block.driven.size()), 1, n, 1);
  }
  for (const std::optional<double>& motion : block.driven) {
    if (motion) check.finite(Place{"blocks", k, "/driven"}, *motion);
  }
  if (!block.impetus.allFinite()) check.add(Place{"blocks", k, "/impetus"}.str(), "", "must hold finite numbers only");
  if (n == 0 || n != block.inertia.cols() || !block.inertia.allFinite()) {
    check.add(Place{"blocks", k, "/inertia"}.str(), "", "must be a square matrix of finite numbers, one row or more");
    return;
  }
  if (!block.inertia.isApprox(block.inertia.transpose(), 1e-12)) {
    check.add(Place{"blocks", k, "/inertia"}.str(), "", "must be symmetric");
  }
  double pivot = 0;
  const Eigen::Index massless = internal::first_massless(block.inertia, pivot);
  if (massless >= 0) {
    check.add(fmt::format("/blocks/{}/inertia/{}", k, massless), pivot,
              "must be positive definite; this coordinate moves no mass");
  }
}

/// What a contact states of its side on a block.
void check_rows(const Problem& problem, std::size_t k, bool b, Checker& check) {
  const Problem::Contact& contact = problem.contacts[k];
  const int bodies = static_cast<int>(problem.bodies.size());
  const int mover = b ? contact.b : contact.a;
  if (mover < bodies || mover - bodies >= static_cast<int>(problem.blocks.size())) return;
  const Eigen::MatrixXd& rows = b ? contact.rows_b : contact.rows_a;
  const Place place{"contacts", k, b ? "/rows_b" : "/rows_a"};
  check.shape(place, rows.rows(), rows.cols(), 1 + problem.tangents,
              problem.blocks[static_cast<std::size_t>(mover - bodies)].inertia.rows());
  if (!rows.allFinite()) check.add(place.str(), "", "must hold finite numbers only");
}

void check_contact(const Problem& problem, std::size_t k, Checker& check) {
  const Problem::Contact& contact = problem.contacts[k];
  const std::size_t movers = problem.bodies.size() + problem.blocks.size();
  check.body({"contacts", k, "/a"}, contact.a, movers);
  check.body({"contacts", k, "/b"}, contact.b, movers);
  check.not_negative(Place{"contacts", k, "/friction"}, contact.friction);
  const double values[] = {contact.normal.x(), contact.normal.y(), contact.arm_a.x(),   contact.arm_a.y(),
                           contact.arm_b.x(),  contact.arm_b.y(),  contact.normal_bias, contact.tangent_bias};
  check.all_finite({"contacts", k, ""}, values);
  check.finite(Place{"contacts", k, "/gap"}, contact.gap);
  const Place sliding{"contacts", k, "/sliding"};
  if (contact.sliding < -1 || contact.sliding > 1) check.add(sliding.str(), contact.sliding, "must be -1, 0 or 1");
  if (problem.level == Problem::Level::velocity && contact.sliding != 0) {
    check.add(sliding.str(), contact.sliding, "must be 0 at the velocity level");
  }
  check_rows(problem, k, false, check);
  check_rows(problem, k, true, check);
}

/// What a contact states of the tangents behind the first.
void check_more_tangents(const Problem& problem, std::size_t k, Checker& check) {
  const Problem::Contact& contact = problem.contacts[k];
  const Eigen::Index more = problem.tangents - 1;
  check.shape({"contacts", k, "/more_biases"}, static_cast<Eigen::Index>(contact.more_biases.size()), 1, more, 1);
  const bool slides = more > 0 && contact.sliding != 0;
  check.shape({"contacts", k, "/slide"}, static_cast<Eigen::Index>(contact.slide.size()), 1, slides ? more + 1 : 0, 1);
  for (const double bias : contact.more_biases) check.finite(Place{"contacts", k, "/more_biases"}, bias);
  for (const double part : contact.slide) check.finite(Place{"contacts", k, "/slide"}, part);
  for (const int mover : {contact.a, contact.b}) {
    if (more == 0 || mover < 0 || mover >= static_cast<int>(problem.bodies.size())) continue;
    check.add(Place{"contacts", k, ""}.str(), mover, "a body in the plane has one tangent");
  }
}

}  // namespace

void ContactProblem::validate() const {
  Checker check;
  if (!(step > 0) || !std::isfinite(step)) check.add("/step", step, "must be finite and greater than 0");
  check.positive("/duration", duration);
  if (tangents < 1) check.add("/tangents", tangents, "must be at least 1");
  if (tangents > 1 && level == Level::velocity) check.add("/tangents", tangents, "must be 1 at the velocity level");
  check.finish();
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    check.not_negative(Place{"bodies", k, "/inverse_mass"}, bodies[k].inverse_mass);
    check.not_negative(Place{"bodies", k, "/inverse_inertia"}, bodies[k].inverse_inertia);
  }
  for (std::size_t k = 0; k < blocks.size(); ++k) check_block(blocks[k], k, check);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    check_contact(*this, k, check);
    if (tangents > 1 || !contacts[k].more_biases.empty() || !contacts[k].slide.empty()) {
      check_more_tangents(*this, k, check);
    }
  }
  check.finish();
}

}  // namespace pawl
