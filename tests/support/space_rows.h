// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <random>

namespace pawl::oracle {

/// Dense rows of contacts, for functions that accept any kind of rows. Each contact has `size` rows.
struct DenseRows {
  int size = 3;
  Eigen::MatrixXd rows;  ///< each column of this matrix is one row of a contact, in the order of the contacts

  int contacts() const { return static_cast<int>(rows.cols()) / size; }
  int coordinates() const { return static_cast<int>(rows.rows()); }
  auto row(int contact, int direction) const { return rows.col(size * contact + direction); }
  double square(int contact, int direction) const { return row(contact, direction).squaredNorm(); }
  void push(int contact, int direction, double amount, Eigen::VectorXd& motion) const {
    motion += amount * row(contact, direction);
  }
  double along(int contact, int direction, const Eigen::VectorXd& motion) const {
    return row(contact, direction).dot(motion);
  }

  static DenseRows random(std::mt19937& engine, int size, int coordinates, int contacts) {
    DenseRows result;
    result.size = size;
    result.rows.resize(coordinates, size * contacts);
    std::normal_distribution<> normal;
    for (Eigen::Index k = 0; k < result.rows.size(); ++k) result.rows.data()[k] = normal(engine);
    return result;
  }
};

}  // namespace pawl::oracle
