// SPDX-License-Identifier: MIT
// Makes parts and options from bytes. Each of the first candidates must give a task whose pins touch at the points that
// the candidate states.
#include <pawl/io/valid_task.h>
#include <pawl/planner/fixture_candidates.h>

#include <cmath>

#include "planar_part.h"

namespace {

using namespace pawl;

FixtureOptions options_in(fuzz::Bytes& bytes) {
  FixtureOptions options;
  if (bytes.flag()) {
    FixtureOptions::Lattice lattice;
    lattice.pitch = bytes.one_of<4>({1, 2.5, 5, .1});
    lattice.pin_radius = bytes.one_of<3>({0, .5, 2});
    options.candidates = lattice;
    options.clamp = bytes.flag();
  } else {
    FixtureOptions::Points points;
    points.per_edge = bytes.whole(1, 4);
    points.pin_radius = bytes.one_of<3>({0, .5, 2});
    options.candidates = points;
    options.pins = bytes.whole(3, 4);
  }
  options.least_distance = bytes.one_of<3>({0, 1, 10});
  return options;
}

void require_touching(const Task& task, const FixtureCandidate& candidate) {
  fuzz::require(candidate.pose.allFinite() && candidate.fixels.size() == candidate.locators.size());
  Task fixed = with_fixture(task, candidate);
  fixed.contact_tolerance = 1e-6;  // needed because the pose and the pins are rounded
  const ContactSet contacts = find_contacts(fixed);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Locator& locator = candidate.locators[k];
    fuzz::require(locator.along >= -1e-6 && locator.along <= 1 + 1e-6 && locator.point.allFinite());
    fuzz::require(contacts.contacts[k].touching);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes(data, size);
  Task task = fuzz::task_in(bytes);
  const FixtureOptions options = options_in(bytes);
  constexpr int kMost = 20;
  try {
    const auto source = fixture_candidates(task, options, StopToken::at_poll(300));
    for (int k = 0; k < kMost; ++k) {
      const std::optional<FixtureCandidate> candidate = source->next();
      if (!candidate) break;
      require_touching(task, *candidate);
    }
    fuzz::require(source->done() >= 0 && source->done() <= 1);
  } catch (const InputError& error) {
    fuzz::require_faults(error);
  }
  return 0;
}
