// SPDX-License-Identifier: MIT
// The keys of "fixture" (see task_fields.h).
#pragma once

#include <pawl/io/fixture_options.h>

#include "io/field_rules.h"

namespace pawl::internal {

struct OneCandidates {};  ///< an object with one of the keys points and lattice
struct PinCount {};       ///< 3 or 4
struct Polygons {};       ///< a list of lists of vertices
struct EdgeNumbers {};    ///< from 1
struct EdgeRange {};      ///< [from, to] within [0, 1]
struct Degrees {};        ///< of an angle that is never negative, up to half a turn
struct Objectives {};     ///< words, at least one, each once
struct VectorsOf {
  const char* of;  ///< a list of vectors, and what it is called
  Bound bound;
};

inline const Words<FixtureOptions::Objective>& objective_words() {
  using Objective = FixtureOptions::Objective;
  static const Words<Objective> words{{{"pose_error", Objective::pose_error},
                                       {"point_error", Objective::point_error},
                                       {"margin", Objective::margin},
                                       {"margin_full", Objective::margin_full},
                                       {"friction_limit", Objective::friction_limit},
                                       {"depth", Objective::depth},
                                       {"steps", Objective::steps},
                                       {"kappa", Objective::kappa}}};
  return words;
}

template <Is<FixtureOptions> O, class Field>
void fields_of(O& options, const Field& field) {
  field("candidates", Need::optional, options.candidates, OneCandidates());
  field("pins", Need::optional, options.pins, PinCount());
  field("clamp", Need::optional, options.clamp, Flag());
  field("keep_out", Need::optional, options.keep_out, Polygons());
  field("forbidden_edges", Need::optional, options.forbidden_edges, EdgeNumbers());
  field("required_edges", Need::optional, options.required_edges, EdgeNumbers());
  field("least_distance", Need::optional, options.least_distance, Bound::length);
  field("edge_range", Need::optional, options.edge_range, EdgeRange());
  field("tolerance", Need::optional, options.tolerance, Bound::length);
  field("points_of_interest", Need::optional, options.points_of_interest,
        VectorsOf{"points [x, y]", Bound::coordinate});
  field("wrenches", Need::optional, options.wrenches, VectorsOf{"wrenches [fx, fy, tau]", Bound::wrench});
  field("objectives", Need::optional, options.objectives, Objectives());
  field("thresholds", Need::optional, options.thresholds, Fields());
  field("depth_for", Need::optional, options.depth_for, AtLeast{0});
  field("top", Need::optional, options.top, AtLeast{1});
}

template <Is<FixtureOptions::Points> P, class Field>
void fields_of(P& points, const Field& field) {
  field("per_edge", Need::optional, points.per_edge, AtLeast{1});
  field("pitch", Need::optional, points.pitch, Bound::positive_length);
  field("pin_radius", Need::optional, points.pin_radius, Bound::length);
}

template <Is<FixtureOptions::Lattice> L, class Field>
void fields_of(L& lattice, const Field& field) {
  field("pitch", Need::required, lattice.pitch, Bound::positive_length);
  field("pin_radius", Need::optional, lattice.pin_radius, Bound::length);
}

template <Is<FixtureOptions::Thresholds> T, class Field>
void fields_of(T& thresholds, const Field& field) {
  using Promise = FixtureOptions::Promise;
  field("guarantee", Need::optional, thresholds.guarantee,
        Words<Promise>{{{"at rest", Promise::at_rest}, {"keeps", Promise::keeps}, {"energy", Promise::energy}}});
  field("pose_error", Need::optional, thresholds.pose_error, Bound::not_negative);
  field("point_error", Need::optional, thresholds.point_error, Bound::length);
  field("margin_deg", Need::optional, thresholds.margin_deg, Degrees());
  field("margin_full_deg", Need::optional, thresholds.margin_full_deg, Degrees());
  field("friction_limit", Need::optional, thresholds.friction_limit, Bound::not_negative);
  field("depth", Need::optional, thresholds.depth, Bound::not_negative);
  field("steps", Need::optional, thresholds.steps, AtLeast{1});
  field("kappa", Need::optional, thresholds.kappa, Bound::not_negative);
}

/// The key of a kind of candidates.
inline const char* key_of(const FixtureOptions::Points&) { return "points"; }
inline const char* key_of(const FixtureOptions::Lattice&) { return "lattice"; }

/// What is wrong with values by themselves; nothing ("") where they are right.
std::string wrong_angle(double degrees);
std::string wrong_edge_range(double from, double to);                 ///< each end may be wrong too, by itself
std::string wrong_edge(int number, const std::vector<int>& earlier);  ///< from 1; those before it in its list
std::string wrong_objective(FixtureOptions::Objective objective, const std::vector<FixtureOptions::Objective>& earlier);
std::string wrong_objective_count(std::size_t count);

}  // namespace pawl::internal
