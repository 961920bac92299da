# SPDX-License-Identifier: MIT
"""Planar manipulation and fixture planning: contact modes, wrench cones, plans, fixtures, complementarity, simulation.

>>> import pawl
>>> task = pawl.read_task("pawl.json")
>>> plan = pawl.plan(task)
>>> pawl.simulate(task, plan, starts=1000, seed=1).fraction
"""
from ._answer import Answer
from ._ask import (
    check, contacts, fixture, forward, forward_scene, lcp, modes, nest, orient, plan, simulate, verify, wrench_cone, wrench_cones,
)
from ._cones import ExactCone
from ._errors import Fault, InputError, MissingFileError, Warned
from ._fixture_answers import Fixture, Fixtures
from ._mode_answers import (
    Check, Cone, Contact, Contacts, FeasibleMode, Forward, Modes, Rival, SafePiece, Solution, WrenchCone, WrenchCones,
)
from ._nest_answer import Nest
from ._other_answers import DrawingReport, LcpSolution, Verification
from ._pawl import __version__
from ._plan_answers import Failure, Orientation, OrientationStep, Plan, RegionStep, Replay, SceneForward, SceneRun, Step, Trials, TrialsOfBoth
from ._spatial import SpatialBalance, SpatialMotion, WrenchMatrices
from ._task import Part, Scene, Task, read_drawing, read_scene, read_task

__all__ = [
    "Answer", "Check", "Cone", "Contact", "Contacts", "DrawingReport", "ExactCone", "Failure", "Fault", "FeasibleMode",
    "Fixture", "Fixtures", "Forward", "InputError", "LcpSolution", "MissingFileError", "Modes", "Nest", "Orientation", "OrientationStep", "Part", "Plan",
    "RegionStep", "Replay", "Rival", "SafePiece", "Scene", "SceneForward", "SceneRun", "Solution", "SpatialBalance", "SpatialMotion", "Step", "Task", "Trials", "TrialsOfBoth", "Verification", "Warned", "WrenchCone",
    "WrenchCones", "WrenchMatrices", "__version__", "check", "contacts", "fixture", "forward", "forward_scene", "lcp", "modes", "nest", "orient", "plan",
    "read_drawing", "read_scene", "read_task", "simulate", "verify", "wrench_cone", "wrench_cones",
]
