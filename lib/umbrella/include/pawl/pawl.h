// SPDX-License-Identifier: MIT
// All public headers of the library (link pawl::pawl). If compile time matters, include only the headers that you use;
// each header can be included alone.
#pragma once

// Tasks (a part, its fixture and a question): reading, checking and writing them
#include <pawl/io/edit_document.h>
#include <pawl/io/fixture_options.h>
#include <pawl/io/guarantee.h>
#include <pawl/io/in_si.h>
#include <pawl/io/read_task.h>
#include <pawl/io/simulate_options.h>
#include <pawl/io/task.h>
#include <pawl/io/units.h>
#include <pawl/io/valid_task.h>
#include <pawl/io/warnings.h>
#include <pawl/io/write_task.h>

// Drawings, and parts made from drawings
#include <pawl/geometry/closest_point.h>
#include <pawl/geometry/offset.h>
#include <pawl/geometry/outline.h>
#include <pawl/io/drawing.h>

// Contacts of a part with its fixture, and the seated pose
#include <pawl/contact/compliance.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/feature.h>
#include <pawl/contact/find_contacts.h>
#include <pawl/contact/mode.h>
#include <pawl/contact/pose_error.h>
#include <pawl/contact/seated_pose.h>
#include <pawl/contact/wall.h>
#include <pawl/io/contact_list.h>
#include <pawl/io/nest_options.h>
#include <pawl/io/part_contacts.h>

// Contact modes, wrench cones, forward solutions, ambiguity and closure
#include <pawl/cones/cone.h>
#include <pawl/modes/ambiguity.h>
#include <pawl/modes/closure.h>
#include <pawl/modes/contact_matrices.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/forward.h>
#include <pawl/modes/wrench_cone.h>

// Insertion plans, their margins and guarantees
#include <pawl/planner/actuator.h>
#include <pawl/planner/certainty.h>
#include <pawl/planner/check_task.h>
#include <pawl/planner/contact_graph.h>
#include <pawl/planner/contact_states.h>
#include <pawl/planner/displacement_radius.h>
#include <pawl/planner/friction_limit.h>
#include <pawl/planner/insertion.h>
#include <pawl/planner/least_tilt.h>
#include <pawl/planner/plan_problem.h>
#include <pawl/planner/plan_task.h>
#include <pawl/planner/rest_regions.h>
#include <pawl/planner/warnings.h>
#include <pawl/planner/wrench_cells.h>
#include <pawl/planner/wrong_placements.h>

// Energy conditions and certificates
#include <pawl/planner/certificate_file.h>
#include <pawl/planner/energy.h>
#include <pawl/planner/energy_flood.h>
#include <pawl/planner/energy_problem.h>
#include <pawl/planner/loading.h>
#include <pawl/planner/nest.h>
#include <pawl/planner/orient.h>
#include <pawl/planner/part_zone.h>
#include <pawl/planner/plan_depth.h>
#include <pawl/planner/release_pose.h>
#include <pawl/planner/verify_answer.h>
#include <pawl/verify/certificate.h>

// Fixture design
#include <pawl/planner/design_fixtures.h>
#include <pawl/planner/finger_stretches.h>
#include <pawl/planner/fixture_candidate.h>
#include <pawl/planner/fixture_candidates.h>
#include <pawl/planner/fixture_check.h>
#include <pawl/planner/fixture_clamps.h>
#include <pawl/planner/fixture_measures.h>
#include <pawl/planner/fixture_ranking.h>
#include <pawl/planner/fixture_refinement.h>
#include <pawl/planner/hole_fixtures.h>
#include <pawl/planner/quick_measures.h>

// Simulation: trials of plans, and scenes of many bodies
#include <pawl/io/read_scene.h>
#include <pawl/io/scene.h>
#include <pawl/io/scene_system.h>
#include <pawl/planner/simulate_task.h>
#include <pawl/planner/trials.h>
#include <pawl/scenes/forward_scene.h>
#include <pawl/scenes/model_options.h>
#include <pawl/scenes/run_scene.h>
#include <pawl/scenes/scene_setup.h>
#include <pawl/scenes/support_options.h>
#include <pawl/simulation/actuation.h>
#include <pawl/simulation/collide.h>
#include <pawl/simulation/overlapping_shapes.h>
#include <pawl/simulation/step.h>
#include <pawl/simulation/support.h>

// Bodies, contact laws and complementarity problems
#include <pawl/bodies/body_contact.h>
#include <pawl/bodies/equations_of_motion.h>
#include <pawl/bodies/loads.h>
#include <pawl/bodies/mass_matrix.h>
#include <pawl/bodies/places.h>
#include <pawl/bodies/potential_energy.h>
#include <pawl/bodies/state.h>
#include <pawl/bodies/system.h>
#include <pawl/friction/contact_equations.h>
#include <pawl/friction/contact_law.h>
#include <pawl/friction/contact_lcp.h>
#include <pawl/friction/contact_problem.h>
#include <pawl/friction/motion_problem.h>
#include <pawl/friction/friction_bounds.h>
#include <pawl/friction/independent_forces.h>
#include <pawl/friction/quasistatic.h>
#include <pawl/friction/solve_motion.h>
#include <pawl/friction/spatial_contacts.h>
#include <pawl/friction/stiffness.h>
#include <pawl/io/read_lcp.h>
#include <pawl/lcp/exact_basis.h>
#include <pawl/lcp/interior_point.h>
#include <pawl/lcp/lcp.h>
#include <pawl/lcp/lemke.h>
#include <pawl/lcp/principal_pivoting.h>
#include <pawl/lcp/solve_lcp.h>

// Headers for all of the topics above
#include <pawl/base/angle.h>
#include <pawl/base/assert.h>
#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>
#include <pawl/base/parallel.h>
#include <pawl/base/stop_token.h>
#include <pawl/base/tolerance.h>
#include <pawl/base/warning.h>
#include <pawl/version.h>
