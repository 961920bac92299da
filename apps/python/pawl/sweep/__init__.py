# SPDX-License-Identifier: MIT
"""Sweeps: trials of many variants of a task, on one machine or several. See ``python3 -m pawl.sweep --help``.

A sweep has a task, points, and a number of starts per point. Each point is a set of values that are put into the task. The
points are all combinations of fixtures, grid values and samples. Trial n is start n of its point. Its random numbers are
computed from n alone, so its result is the same on every worker, at any time, and if it is run again. Trials run in chunks
of consecutive numbers, with one file per chunk. docs/sweep.md describes the format of the files."""
