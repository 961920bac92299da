// SPDX-License-Identifier: MIT
#pragma once

namespace pawl::documents {

inline constexpr const char* kWholeScene = R"({
  "pawl": 1, "name": "whole", "gravity": [0, -1.62], "duration": 2,
  "bodies": [
    {"outline": {"polygon": [[-9, -1], [9, -1], [9, 0], [-9, 0]]}, "fixed": true, "friction": 0.5},
    {"outline": {"disc": {"center": [1, 0], "radius": 0.5}}, "density": 2, "mass": 1, "inertia": 0.1,
     "center_of_mass": [1, 0], "pose": [0, 3, 0.5], "twist": [1, 0, -1], "friction": 0.25, "restitution": 0.5,
     "fixed": false, "wrench": [0, 1, 0], "x-colour": "red"}],
  "joints": [
    {"kind": "revolute", "anchor": [4, 4], "angle": 0.25, "position": 0.5, "velocity": 1, "effort": 2,
     "limits": [0, 1], "mass": 1, "inertia": 0, "center_of_mass": [1, 0], "friction": 0.5,
     "outline": {"polygon": [[0, 0], [1, 0], [0, 1]]}},
    {"kind": "prismatic", "parent": 1, "acceleration": 3},
    {"kind": "revolute", "parent": null, "effort": [[0, 0], [0.5, 2], [1, -1.5]]}],
  "pins": [{"a": "ground", "b": "link 3", "at_a": [0, 0], "at_b": [0, 0]}],
  "simulate": {"model": "coulomb", "scheme": "two-stage", "step": 0.01, "max_time": 5, "force": 2,
    "tray": {"tilt": 0.1, "gravity": 9.81}, "support": {"law": "none", "friction": 0.1, "moment_radius": 0.2},
    "restitution": 0, "solutions": "first", "confidence": 0.99, "rest": {"speed": 1e-6, "hold": 0},
    "escape": 3, "viscosity": 1, "stiffness": 1e6, "damping": 0, "tangent_damping": 0, "route": "published",
    "tolerance": 1e-9, "max_push": 1, "coulomb_iterations": 20},
  "x-note": [1, null]
})";

inline constexpr const char* kGoodScenes[] = {
    kWholeScene,
    R"({"pawl": 1, "bodies": []})",
    R"({"$schema": "scene.schema.json", "pawl": 1, "bodies": [{"outline": {"disc": {"radius": 1}}}], "simulate": {}})",
    R"({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 1}}, "friction": {"static": 0.5, "kinetic": 0.5, "x-a": 1}}],
        "joints": [{"kind": "revolute", "friction": {"static": 1e9, "kinetic": 0}}]})",
    R"({"pawl": 1, "duration": 0, "bodies": [], "joints": [], "pins": [], "simulate": {"tray": {}, "rest": {}}})",
};

struct BadScene {
  const char* text;
  const char* expected;
  bool form;  ///< whether the fault is one of form, which the schema can detect as well
};

inline constexpr BadScene kBadScenes[] = {
    {R"({"pawl": 1, "bodies": [], "joints": [{"kind": "revolute", "effort": []}]})",
     "/joints/0/effort: []: must have at least one point [t, value]", true},
    {R"({"pawl": 1, "bodies": [], "joints": [{"kind": "revolute", "effort": "big"}]})",
     "/joints/0/effort: \"big\": must be a number, or a list of points [t, value], such as [[0, 0], [1, 5]]", true},
    {R"({"pawl": 1, "bodies": [], "joints": [{"kind": "revolute", "effort": [[0, 1], [2, 1], [2, 3]]}]})",
     "/joints/0/effort/2/0: 2: must be greater than the time of the point before it, 2 s", false},
    {R"({"pawl": 1, "bodies": [], "joints": [{"kind": "revolute", "effort": [[-1, 1]]}]})",
     "/joints/0/effort/0/0: -1: must be at least 0", true},
    {R"({"pawl": 1, "bodies": [], "joints": [{"kind": "revolute", "effort": [[0, 1, 2]]}]})",
     "/joints/0/effort/0: [0,1,2]: must be an array of 2 numbers", true},
    {R"({"pawl": 1, "bodies": [], "joints": [{"kind": "revolute", "effort": [[0, 1]], "acceleration": 1}]})",
     "/joints/0/acceleration: 1: cannot be combined with \"effort\"", true},
    {R"([])", ": []: must be an object", true},
    {R"({"bodies": []})", "/pawl: : missing", true},
    {R"({"pawl": 1})", "/bodies: : missing", true},
    {R"({"pawl": 1, "bodies": [{}]})", "/bodies/0/outline: : missing", true},
    {R"({"pawl": 1, "bodies": [], "gravity": 9.81})", "/gravity: 9.81: must be an array of 2 numbers", true},
    {R"({"pawl": 1, "bodies": [], "gravity": [0, 2e9]})",
     "/gravity/1: 2e9: must be from -1e9 to 1e9 (length/s^2, angle/s^2)", true},
    {R"({"pawl": 1, "bodies": [], "duration": -1})", "/duration: -1: must be at least 0", true},
    {R"({"pawl": 1, "bodies": [], "simulate": {"step": 0}})", "/simulate/step: 0: must be greater than 0", true},
    {R"({"pawl": 1, "bodies": [], "simulate": {"step": 1e-12}})",
     "/simulate/step: 1e-12: makes more than 1e9 steps of the duration, 1 s", false},
    {R"({"pawl": 1, "bodies": [], "simulate": {"model": "coulom"}})",
     "/simulate/model: \"coulom\": must be one of coulomb, viscous, no-slip, cone-complementarity, compliant", true},
    {R"({"pawl": 1, "bodies": [], "simulate": {"confidence": 1}})",
     "/simulate/confidence: 1: must be greater than 0 and less than 1", true},
    {R"({"pawl": 1, "bodies": [], "simulate": {"restitution": 1.5}})",
     "/simulate/restitution: 1.5: must be from 0 to 1", true},
    {R"({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 1}}, "restitution": -0.5}]})",
     "/bodies/0/restitution: -0.5: must be from 0 to 1", true},
    {R"({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 1}}, "mass": -1}]})",
     "/bodies/0/mass: -1: must be greater than 0", true},
    {R"({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 1}}, "fricton": 1}]})",
     "/bodies/0/fricton: 1: unknown key", true},
    {R"({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 1}}, "fixed": 1}]})",
     "/bodies/0/fixed: 1: must be true or false", true},
    {R"({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 1}}, "friction": [0, 1]}]})",
     "/bodies/0/friction: [0,1]: must be a number, or {\"static\": 0.3, \"kinetic\": 0.2}", true},
    {R"({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 1}}, "friction": {"static": [0, 1], "kinetic": 0}}]})",
     "/bodies/0/friction/static: [0,1]: must be a number", true},
    {R"({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 1}}, "friction": {"static": 0.2, "kinetic": 0.3}}]})",
     "/bodies/0/friction: {\"static\":0.2,\"kinetic\":0.3}: kinetic friction must be at most static friction", false},
    {R"({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 1}}, "friction": {"static": 0.2}}]})",
     "/bodies/0/friction/kinetic: : missing", true},
    {R"({"pawl": 1, "bodies": [], "joints": [{"kind": "revolute", "friction": {"static": 0.2, "kinetic": -1}}]})",
     "/joints/0/friction/kinetic: -1: must be at least 0", true},
    {R"({"pawl": 1, "bodies": [], "joints": [{"kind": "revolute", "friction": {"static": 0.2, "kinetik": 0.1}}]})",
     "/joints/0/friction/kinetik: 0.1: unknown key", true},
    {R"({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 1}}, "fixed": true, "twist": [0, 0, 1]}]})",
     "/bodies/0/twist: [0,0,1]: must be zero: the body is fixed", false},
    {R"({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 0}}}]})",
     "/bodies/0/outline/disc/radius: 0: must be greater than 0", true},
    {R"({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 1e-200}}}]})", "/bodies/0/mass: 0: must be", false},
    {R"({"pawl": 1, "bodies": [{"outline": {"polygon": [[0, 0], [1, 1], [1, 0], [0, 1]]}}]})",
     "/bodies/0/outline/polygon: : edge 1 from [0,0] to [1,1] crosses edge 3", false},
    {R"({"pawl": 1, "bodies": [], "name": "a", "name": "b"})", "/name: \"b\": duplicate key", false},
    {R"({"pawl": 1, "bodies": [], "joints": [{"kind": "hinge"}]})",
     "/joints/0/kind: \"hinge\": must be one of revolute, prismatic", true},
    {R"({"pawl": 1, "bodies": [], "joints": [{"kind": "revolute", "parent": 0}]})",
     "/joints/0/parent: 0: must be a whole number from 1", true},
    {R"({"pawl": 1, "bodies": [], "joints": [{"kind": "revolute", "parent": 1}]})",
     "/joints/0/parent: 1: must be an earlier joint, counted from 1, or null for the ground", false},
    {R"({"pawl": 1, "bodies": [], "joints": [{"kind": "revolute", "effort": 1, "acceleration": 1}]})",
     "/joints/0/acceleration: 1: cannot be combined with \"effort\"", true},
    {R"({"pawl": 1, "bodies": [], "joints": [{"kind": "revolute", "limits": [1, 0]}]})",
     "/joints/0/limits: [1,0]: low must be at most high", false},
    {R"({"pawl": 1, "bodies": [], "joints": [{"kind": "revolute", "limits": [1, 2]}]})",
     "/joints/0/position: 0: must be within the limits, [1, 2]", false},
    {R"({"pawl": 1, "bodies": [], "pins": [{"a": "floor", "b": "ground", "at_a": [0, 0], "at_b": [0, 0]}]})",
     "/pins/0/a: \"floor\": must be \"ground\", or a body or link by its number", true},
    {R"({"pawl": 1, "bodies": [], "pins": [{"a": "ground", "b": "body 2", "at_a": [0, 0], "at_b": [0, 0]}]})",
     "/pins/0/b: \"body 2\": there are only 0 bodies", false},
    {R"({"pawl": 1, "bodies": [], "pins": [{"a": "ground", "b": "ground", "at_a": [0, 0], "at_b": [0, 0]}]})",
     "/pins/0/b: \"ground\": must move against \"a\"", false},
    {R"({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 1}}}],
         "pins": [{"a": "ground", "b": "body 1", "at_a": [0, 0], "at_b": [0, 0.5]}]})",
     "/pins/0: : does not close: its two points are 0.5 m apart; expected at most 1e-6 m", false},
};

}  // namespace pawl::documents
