// SPDX-License-Identifier: MIT
// Compares the modes that are found for a wrench with the results of one exact linear program per mode string.
// PAWL_TEST_COUNT=10000 is the full run.
#include <doctest/doctest.h>
#include <pawl/modes/ambiguity.h>

#include "support/count.h"
#include "support/mode_oracle.h"
#include "support/random_contacts.h"

using namespace pawl;

namespace {

/// Returns a wrench on a face of one of the cones, or displaced from this face by at most 1e-9 times the face's normal.
/// Returns a random wrench if this cone has no faces.
Eigen::Vector3d near_a_face(const std::vector<WrenchCone>& cones, oracle::RandomContacts& random) {
  const auto& cone = cones[static_cast<std::size_t>(random.integer(0, static_cast<int>(cones.size()) - 1))].cone;
  Eigen::Vector3d g = Eigen::Vector3d::Zero();
  if (cone.faces().empty()) return random.wrench();
  const auto& face =
      cone.faces()[static_cast<std::size_t>(random.integer(0, static_cast<int>(cone.faces().size()) - 1))];
  for (const Eigen::Vector3d& ray : cone.rays()) {
    if (std::abs(face.dot(ray)) < 1e-12) g += random.real(0, 1) * ray;
  }
  for (const Eigen::Vector3d& line : cone.lines()) g += random.real(-1, 1) * line;
  return g + random.integer(-1, 1) * random.real(0, 1e-9) * face;
}

std::vector<Mode> modes_by_programs(const ContactSet& set, const Eigen::Vector3d& g) {
  std::vector<Mode> modes;
  for (const std::string& letters : oracle::all_mode_strings(set)) {
    if (oracle::consistent(set, letters, g)) modes.emplace_back(letters);
  }
  std::sort(modes.begin(), modes.end());
  return modes;
}

}  // namespace

TEST_CASE("the modes of a wrench are those that a linear program for every mode string finds") {
  oracle::RandomContacts random(21);
  const int tasks = oracle::count(60);
  int disagreements = 0;
  int ambiguous = 0;
  for (int task = 0; task < tasks; ++task) {
    ContactSet set = random.set(1, task % 10 == 0 ? 4 : 3);
    if (task % 5 == 0)
      set.contacts[0].friction = {set.contacts[0].friction.low / 2, set.contacts[0].friction.high + .1};
    const Ambiguity ambiguity(set);
    for (const Eigen::Vector3d& g : {random.wrench(), near_a_face(ambiguity.cones(), random)}) {
      const std::vector<Mode> found = ambiguity.of_wrench(g).modes;
      disagreements += found != modes_by_programs(set, g);
      ambiguous += found.size() > 1;
    }
  }
  const int wrenches = 2 * tasks;
  MESSAGE(wrenches << " wrenches, " << ambiguous << " of them ambiguous, " << disagreements << " disagreements");
  CHECK(disagreements == 0);
  CHECK(ambiguous > tasks / 20);
}
