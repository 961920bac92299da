// SPDX-License-Identifier: MIT
#include "friction/search/contact_delassus.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

using Problem = ContactProblem;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double power_of_two_near(double value) { return std::exp2(std::round(std::log2(value))); }

}  // namespace

void ContactDelassus::assign(const Problem& problem) {
  dynamics_.assign(problem);
  choose_units(problem);
  list_generators(problem);
  fill(problem);
}

void ContactDelassus::choose_units(const Problem& problem) {
  const std::size_t n = problem.contacts.size();
  unit_.assign(n, 1);
  bias_.resize(2 * n);
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const int k = static_cast<int>(i);
    const double diagonal = dynamics_.response(k, 0, k, 0) + dynamics_.response(k, 1, k, 1);
    if (diagonal > 0 && std::isfinite(diagonal)) unit_[i] = power_of_two_near(1 / std::sqrt(diagonal));
    bias_[2 * i] = unit_[i] * dynamics_.bias(k, 0);
    bias_[2 * i + 1] = unit_[i] * dynamics_.bias(k, 1);
    largest = std::max({largest, std::fabs(bias_[2 * i]), std::fabs(bias_[2 * i + 1])});
  }
  force_unit_ = largest > 0 ? power_of_two_near(largest) : 1;
  for (double& b : bias_) b /= force_unit_;
}

void ContactDelassus::list_generators(const Problem& problem) {
  generators_.clear();
  of_.assign(problem.contacts.size(), {});
  on_body_.resize(problem.bodies.size() + problem.blocks.size());
  for (std::vector<int>& list : on_body_) list.clear();
  for (std::size_t i = 0; i < of_.size(); ++i) {
    const Problem::Contact& contact = problem.contacts[i];
    const int k = static_cast<int>(i);
    const auto add = [&](double tangent) {
      generators_.push_back({k, tangent});
      return count() - 1;
    };
    if (contact.sliding != 0 || contact.friction == 0) {
      of_[i].only = add(-contact.sliding * contact.friction);
    } else {
      of_[i].plus = add(contact.friction);
      of_[i].minus = add(-contact.friction);
    }
    for (const int body : {contact.a, contact.b}) {
      if (body >= 0) on_body_[at(body)].push_back(k);
    }
  }
}

void ContactDelassus::fill(const Problem& problem) {
  const int n = contacts();
  coupled_.resize(at(n));
  neighbours_.resize(at(n));
  response_.assign(2 * at(n) * at(count()), 0);
  for (int i = 0; i < n; ++i) {
    std::vector<int>& near = neighbours_[at(i)];
    near.clear();
    for (const int body : {problem.contacts[at(i)].a, problem.contacts[at(i)].b}) {
      if (body >= 0) near.insert(near.end(), on_body_[at(body)].begin(), on_body_[at(body)].end());
    }
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    coupled_[at(i)].clear();
    for (const int k : near) respond(i, k);
  }
}

void ContactDelassus::respond(int contact, int other) {
  const double units = unit_[at(contact)] * unit_[at(other)];
  double block[2][2];
  for (const bool i : {false, true}) {
    for (const bool k : {false, true}) block[i][k] = units * dynamics_.response(contact, i, other, k);
  }
  for (const int j : {of_[at(other)].only, of_[at(other)].plus, of_[at(other)].minus}) {
    if (j < 0) continue;
    coupled_[at(contact)].push_back(j);
    for (const bool i : {false, true}) {
      response_[at(2 * contact + i) * at(count()) + at(j)] = block[i][0] + generators_[at(j)].tangent * block[i][1];
    }
  }
}

}  // namespace pawl::internal
