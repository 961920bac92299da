// SPDX-License-Identifier: MIT
#include "design_reason.h"

#include <fmt/format.h>

namespace pawl::internal {
namespace {

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

const char* promise_name(double promise) {
  static constexpr const char* kNames[] = {"at rest", "keeps", "energy"};
  return kNames[static_cast<std::size_t>(promise)];
}

std::string bound_text(const FixtureThreshold& threshold, double value) {
  return threshold.objective ? fmt::format("{:.4g}", value) : promise_name(value);
}

std::string missed_text(const FixtureDesigns& designs) {
  std::string text = counted(designs.planned, "candidate") + " with a plan, but none meets the thresholds";
  for (const FixtureDesigns::Mend& mend : designs.mends) {
    const FixtureThreshold& threshold = designs.thresholds[mend.threshold];
    text += fmt::format("; {} keeps out {} by itself: {} instead of {} would let one in", threshold.name(),
                        counted(mend.alone, "candidate"), bound_text(threshold, mend.best),
                        bound_text(threshold, threshold.bound));
  }
  if (!designs.mends.empty() || !designs.nearest) return text;
  return text + fmt::format("; each misses several, candidate {} by the least", designs.nearest->score.candidate);
}

std::string none_text(const FixtureDesigns& designs) {
  if (designs.candidates == 0) {
    return "there are no candidates: more points, a wider edge_range, fewer forbidden or required edges, smaller "
           "regions kept free, a lattice of another pitch, or, for a part not much larger than its contact_tolerance, "
           "a "
           "smaller one would give some";
  }
  const std::string looked = counted(designs.candidates, "candidate");
  if (designs.located == 0) {
    return looked +
           ", but none locates the part: no three of their normals fix it in the plane, as on a disc or on "
           "parallel edges; locators on other edges would";
  }
  if (designs.clamped == 0) {
    return looked +
           ", but no edge of any takes a single clamp without friction; without \"clamp\" two clamps, or one "
           "with friction, may hold the part";
  }
  if (designs.planned == 0 && designs.plans_not_certified > 0) {
    return fmt::format("{} locate the part, but none has a plan that is certified; whether {} have one is not certain",
                       designs.clamped, designs.plans_not_certified);
  }
  if (designs.planned == 0) {
    return fmt::format(
        "{} locate the part, but none has a {} for the actuator; less friction, another actuator, or more places "
        "for the locators may give one",
        designs.clamped, designs.not_planned > 0 ? "one-step plan by energy" : "plan");
  }
  const std::size_t measured_in_vain = designs.not_certified - designs.plans_not_certified;
  if (designs.met > 0 && measured_in_vain > 0 && measured_in_vain == designs.measured) {
    return "what meets the thresholds could not be certified";
  }
  return missed_text(designs);
}

std::string undecided_text(const FixtureDesigns& designs) {
  std::string text = "none was found, but not all was looked at";
  if (designs.not_planned > 0) {
    text += fmt::format("; {} have no one-step plan by energy, and another was not looked for", designs.not_planned);
  }
  const std::size_t unmeasured = designs.met - designs.measured;
  if (unmeasured > 0) {
    text += fmt::format("; of {} that meet the cheap thresholds {} were measured further, as depth_for says",
                        designs.met, designs.measured);
  }
  if (designs.plans_not_certified > 0) {
    text += fmt::format("; whether {} have a plan is not certain", designs.plans_not_certified);
  }
  if (designs.not_certified > designs.plans_not_certified) {
    text += fmt::format("; of those measured {} could not be certified",
                        designs.not_certified - designs.plans_not_certified);
  }
  return text;
}

std::string found_text(const FixtureDesigns& designs) {
  std::string text = fmt::format("{} of {} in the Pareto set", designs.kept, counted(designs.candidates, "candidate"));
  if (designs.measured > 0) text += fmt::format(" of the {} measured", designs.measured);
  if (designs.not_measured > 0) {
    text += fmt::format("; {} more may belong to it, but depth_for leaves them out", designs.not_measured);
  }
  if (designs.not_planned > 0) {
    text += fmt::format("; {} have no one-step plan by energy, and another was not looked for", designs.not_planned);
  }
  if (designs.not_refined > 0) {
    text += fmt::format(
        "; {} of the best were not refined: on a lattice none is, and at points none whose most precise places have no "
        "one-step plan by energy",
        designs.not_refined);
  }
  return text;
}

std::string stopped_text(const FixtureDesigns& designs) {
  const std::string text =
      fmt::format("stopped after {}{}; ", counted(designs.candidates, "candidate"),
                  designs.full ? ", as no more places are kept in memory: fewer points would all be looked at" : "");
  if (designs.fixtures.empty()) return text + "no fixture was found until then";
  if (designs.fixtures.front().place.measured) {
    return text + fmt::format("the fixtures are the best of the {} measured until then", designs.measured);
  }
  return text + "none was measured until then: the fixtures are the best by what is known without";
}

}  // namespace

std::string reason_of(const FixtureDesigns& designs) {
  switch (designs.status) {
    case FixtureDesigns::Status::found:
      return found_text(designs);
    case FixtureDesigns::Status::none:
      return none_text(designs);
    case FixtureDesigns::Status::undecided:
      return undecided_text(designs);
    case FixtureDesigns::Status::stopped:
      return stopped_text(designs);
  }
  return "";
}

}  // namespace pawl::internal
