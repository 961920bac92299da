// SPDX-License-Identifier: MIT
// Patterns with sets of letters: the modes and the wrench cones that they select, compared with those of single modes.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/cones/cone.h>
#include <pawl/contact/mode.h>
#include <pawl/modes/ambiguity.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/count.h"
#include "support/random_contacts.h"

using namespace pawl;

namespace {

/// Returns all entries that a pattern may have at a fixel: every nonempty set of possible letters, `*`, and, if the
/// fixel touches the part, `k`.
std::vector<std::string> entries_of(bool touching) {
  const std::string letters(letters_of(touching));
  std::vector<std::string> entries;
  for (unsigned bits = 1; bits < 1U << letters.size(); ++bits) {
    std::string set;
    for (std::size_t k = 0; k < letters.size(); ++k) {
      if (bits >> k & 1U) set += letters[k];
    }
    entries.push_back(set.size() == 1 ? set : "[" + set + "]");
  }
  entries.emplace_back("*");
  if (touching) entries.emplace_back("k");
  return entries;
}

/// Returns all patterns of a contact set.
std::vector<std::string> patterns_of(const ContactSet& set) {
  std::vector<std::string> patterns{""};
  for (const Contact& contact : set.contacts) {
    std::vector<std::string> longer;
    for (const std::string& pattern : patterns) {
      for (const std::string& entry : entries_of(contact.touching)) longer.push_back(pattern + entry);
    }
    patterns = std::move(longer);
  }
  return patterns;
}

/// Returns whether the pattern permits each letter of the mode. Reads the pattern itself, without the library.
bool selects(const std::string& pattern, const std::string& mode) {
  std::size_t at = 0;
  for (const char letter : mode) {
    std::string set(1, pattern[at]);
    if (pattern[at] == '[') set = pattern.substr(at, pattern.find(']', at) - at);
    at += pattern[at] == '[' ? set.size() + 1 : 1;
    if (set == "k") set = "lnr";
    if (set != "*" && set.find(letter) == std::string::npos) return false;
  }
  return true;
}

bool in_some(const std::vector<Cone>& cones, const Eigen::Vector3d& g) {
  return std::any_of(cones.begin(), cones.end(), [&](const Cone& cone) { return cone.contains(g); });
}

}  // namespace

TEST_CASE("a pattern with letter sets selects the union of the cones of its modes, for random tasks and all patterns") {
  oracle::RandomContacts random(77);
  std::size_t convex = 0, split = 0;
  for (int k = 0; k < oracle::count(500); ++k) {
    const ContactSet set = random.set(1, 2);
    const std::vector<WrenchCone> all = wrench_cones(set);
    for (const std::string& pattern : patterns_of(set)) {
      std::vector<std::string> expected, found;
      std::vector<Cone> cones;
      for (const WrenchCone& one : all) {
        if (selects(pattern, one.mode.str())) expected.push_back(one.mode.str());
        CHECK(matches(one.mode, pattern) == selects(pattern, one.mode.str()));
      }
      for_each_wrench_cone(set, [&](const WrenchCone& one) {
        found.push_back(one.mode.str());
        cones.push_back(one.cone);
      }, {pattern, Route::sum, {}});
      REQUIRE(found == expected);
      for (std::size_t i = 0; i < cones.size(); ++i) {
        const auto same = [&](const WrenchCone& one) { return one.mode.str() == found[i]; };
        CHECK(cones[i] == std::find_if(all.begin(), all.end(), same)->cone);
      }
      if (cones.empty()) continue;
      const std::optional<Cone> hull = convex_union(cones);
      (hull ? convex : split) += 1;
      if (!hull) continue;
      for (const Cone& cone : cones) CHECK(hull->contains(cone));
      for (int trial = 0; trial < 2; ++trial) {
        Eigen::Vector3d g(0, 0, 0);
        for (const Eigen::Vector3d& ray : hull->rays()) g += random.real(0.1, 1) * ray;
        for (const Eigen::Vector3d& line : hull->lines()) g += random.real(-1, 1) * line;
        // If the hull is flat, rounding moves the point out of the cones. Only points inside a hull with interior are
        // tested.
        if (hull->dimension() == 3 && hull->contains_inside(g)) CHECK(in_some(cones, g));
      }
    }
  }
  CHECK(convex > 100);
  CHECK(split > 100);
}

TEST_CASE("the wrenches that keep a disc in contact with the floor are those that do not lift it, a half-space") {
  // A disc lies on the floor. It keeps contact exactly if the wrench does not lift it (fy <= 0), no matter whether it
  // slides or rolls.
  ContactSet disc;
  disc.contacts = {{{0, -1}, {0, 1}, .2, 0, true}};
  const ModeAmbiguity keeps = Ambiguity(disc).of_mode("k");
  REQUIRE(keeps.desired.size() == 3);
  std::vector<Cone> cones;
  for (const WrenchCone& one : keeps.desired) cones.push_back(one.cone);
  const std::optional<Cone> hull = convex_union(cones);
  REQUIRE(hull);
  CHECK(*hull == Cone::from_faces({{0, 1, 0}}));
  CHECK(keeps.verdict == Verdict::determinate);
  // The cones of `l` and `r` do not contain the wrenches under which the disc rolls. Their union is therefore not
  // convex.
  CHECK_FALSE(convex_union({keeps.desired[0].cone, keeps.desired[2].cone}));
}

TEST_CASE("texts that are not patterns are refused") {
  for (const char* text : {"[", "[]", "[lx]", "l]", "[l", "[k]", "[*]"})
    CHECK_THROWS_AS(letters_in_pattern(text), InputError);
  CHECK(letters_in_pattern("l[rrn]k*") == std::vector<std::string>{"l", "rn", "lnr", "alnrs"});
  CHECK(names_one_mode("lra"));
  CHECK_FALSE(names_one_mode("kra"));
  ContactSet gap;
  gap.contacts = {{{0, -1}, {0, 1}, .2, .01, false}};
  CHECK_THROWS_AS(require_mode_fits("k", gap), InputError);
  CHECK_THROWS_AS(require_mode_fits("[al]", gap), InputError);
  CHECK_NOTHROW(require_mode_fits("[as]", gap));
}
