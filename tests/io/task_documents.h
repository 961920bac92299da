// SPDX-License-Identifier: MIT
#pragma once

namespace pawl::documents {

inline constexpr const char* kWhole = R"({
  "pawl": 1, "name": "whole",
  "part": {"outline": {"disc": {"center": [0, 0], "radius": 1}}, "mass": 2.0, "inertia": 1, "center_of_mass": [0, 0]},
  "pose": [0, 0, 0], "friction": 0.2,
  "fixels": [{"at": [0, -1], "x-id": 7}, {"at": [1.1, 0], "friction": [0.1, 0.3], "radius": 0, "normal": [-1, 0]}],
  "contact_tolerance": 1e-5, "modes": ["na", "*a"],
  "actuator": {"push": {"at": [0, 1], "directions": [0, 1.5]}}, "twist": [0, 0, 0],
  "start": {"states": [[1], [1, 2]]}, "goal": [1, 2], "plan": {"steps": [{"wrench": [0, -1, 0]}]},
  "scatter": {"starts": 10, "seed": 3, "translation": 0.005, "rotation": 0.02, "friction": 0.05},
  "x-note": {"by": [1, null]}
})";

inline constexpr const char* kGood[] = {
    kWhole,
    R"({"pawl": 1, "contacts": []})",
    R"({"pawl": 1.0, "contacts": [{"point": [0, 0], "normal": [0, 3], "gap": 0.1, "friction": [0, 2]}], "modes": ["a"]})",
    R"({"pawl": 1, "part": {"mass": 1e-9, "inertia": 1e9, "center_of_mass": [1, 2]}, "contacts": []})",
    R"({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [0, 1], [1, 0]]}, "density": 2}, "fixels": []})",
    R"({"pawl": 1, "contacts": [], "actuator": {"free": {}}})",
    R"({"pawl": 1, "contacts": [], "actuator": {"tray": {"x-tilt": 1}}})",
    R"({"pawl": 1, "contacts": [], "actuator": {"spring": {"at": [0, 0], "anchor": [1, 1], "anchor_tolerance": 0.1}}})",
};

struct Bad {
  const char* text;
  const char* expected;
  bool form;  ///< whether the schema can see it too
};

inline constexpr Bad kBad[] = {
    {R"([])", ": []: must be an object", true},
    {R"({"contacts": []})", "/pawl: : missing", true},
    {R"({"pawl": 2, "contacts": []})", "/pawl: 2: must be a whole number from 1 to 1", true},
    {R"({"pawl": "1", "contacts": []})", "/pawl: \"1\": must be a whole number", true},
    {R"({"pawl": 1, "name": 3, "contacts": []})", "/name: 3: must be a string", true},
    {R"({"pawl": 1, "part": {"outline": {"disc": {"radius": 1}}}})", "/fixels: : missing", true},
    {R"({"pawl": 1, "fixels": []})", "/part: : missing", true},
    {R"({"pawl": 1, "part": {}, "fixels": []})", "/part/outline: : missing", true},
    {R"({"pawl": 1, "contacts": [], "pose": [0, 0, 0]})", "/pose: [0,0,0]: cannot stand beside", true},
    {R"({"pawl": 1, "contacts": [], "part": {"density": 1}})", "/part/density: 1: cannot stand beside", true},
    {R"({"pawl": 1, "contacts": [], "fricton": 1})", "/fricton: 1: unknown key", true},
    {R"({"pawl": 1, "contacts": [], "friction": -0.1})", "/friction: -0.1: must be at least 0", true},
    {R"({"pawl": 1, "contacts": [], "friction": [0.1]})", "/friction: [0.1]: must be a number or [low, high]", true},
    {R"({"pawl": 1, "contacts": [], "friction": [0.3, 0.1]})", "/friction: [0.3,0.1]: low must be at most high", false},
    {R"({"pawl": 1, "contacts": [], "part": {"mass": 0}})", "/part/mass: 0: must be greater than 0", true},
    {R"({"pawl": 1, "contacts": [], "part": {"inertia": -1}})", "/part/inertia: -1: must be greater than 0", true},
    {R"({"pawl": 1, "contacts": [{"point": [0, 0]}]})", "/contacts/0/normal: : missing", true},
    {R"({"pawl": 1, "contacts": [{"point": [0, 0], "normal": [0, 0]}]})", "/contacts/0/normal: [0,0]: must not be", true},
    {R"({"pawl": 1, "contacts": [{"point": [0], "normal": [0, 1]}]})", "/contacts/0/point: [0]: must be an array of 2", true},
    {R"({"pawl": 1, "contacts": [{"point": [0, 0], "normal": [0, 1], "gap": -1}]})", "/contacts/0/gap: -1: must be at", true},
    {R"({"pawl": 1, "contacts": [{"point": [0, 0], "normal": [0, 1], "gapp": 1}]})", "/contacts/0/gapp: 1: unknown key", true},
    {R"({"pawl": 1, "contacts": [], "modes": ["x"]})", "/modes/0: \"x\": letters must be", true},
    {R"({"pawl": 1, "contacts": [], "modes": ["n"]})", "/modes/0: \"n\": has 1 letters, but there are 0 fixels", false},
    {R"({"pawl": 1, "contacts": [], "modes": "n"})", "/modes: \"n\": must be an array of modes", true},
    {R"({"pawl": 1, "contacts": [{"point": [0, 0], "normal": [0, 1]}], "modes": ["a"]})", "/modes/0: \"a\": fixel 1 touches", false},
    {R"({"pawl": 1, "contacts": [{"point": [0, 0], "normal": [0, 1], "gap": 1}], "modes": ["l"]})", "/modes/0: \"l\": fixel 1 is across a gap", false},
    {R"({"pawl": 1, "contacts": [], "goal": [1]})", "/goal/0: 1: must be a whole number from 1 to 0", false},
    {R"({"pawl": 1, "contacts": [{"point": [0, 0], "normal": [0, 1]}], "goal": [1, 1]})", "/goal/1: 1: names a fixel twice", true},
    {R"({"pawl": 1, "contacts": [], "start": {}})", "/start/states: : missing", true},
    {R"({"pawl": 1, "contacts": [], "actuator": {}})", "/actuator: {}: must have exactly one of", true},
    {R"({"pawl": 1, "contacts": [], "actuator": {"free": {"a": 1}}})", "/actuator/free/a: 1: unknown key", true},
    {R"({"pawl": 1, "contacts": [], "actuator": {"free": {}, "tray": {}}})", "/actuator: {\"free\":{},\"tray\":{}}: must have exactly one", true},
    {R"({"pawl": 1, "contacts": [], "twist": [0, 0]})", "/twist: [0,0]: must be an array of 3 numbers", true},
    {R"({"pawl": 1, "contacts": [], "plan": {"steps": [{"wrench": [0, 0, null]}]}})", "/plan/steps/0/wrench/2: null: must be a number", true},
    {R"({"pawl": 1, "contacts": [], "scatter": {"starts": 0}})", "/scatter/starts: 0: must be a whole number from 1", true},
    {R"({"pawl": 1, "contacts": [], "scatter": {"seed": 1.5}})", "/scatter/seed: 1.5: must be a whole number", true},
    {R"({"pawl": 1, "part": {"outline": {"disc": {"radius": 0}}}, "fixels": []})", "/part/outline/disc/radius: 0: must be greater", true},
    {R"({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [1, 0]]}}, "fixels": []})", "/part/outline/polygon: [[0,0],[1,0]]: a polygon needs", true},
    {R"({"pawl": 1, "part": {"outline": {"path": []}}, "fixels": []})", "/part/outline/path: []: outlines of line and arc", true},
    {R"({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [1, 1], [1, 0], [0, 1]]}}, "fixels": []})", "/part/outline/polygon: : edge 0 from [0,0] to [1,1] crosses edge 2", false},
    {R"({"pawl": 1, "part": {"outline": {"disc": {"radius": 1}}}, "fixels": [{"at": [0, 0.5]}]})", "/fixels/0: [0,0.5]: the fixel is 0.5 m inside the part", false},
    {R"({"pawl": 1, "contacts": [], "x-a": 1, "name": "a", "name": "b"})", "/name: : duplicate key", false},
};

}  // namespace pawl::documents
