# SPDX-License-Identifier: MIT
"""Sweeps: trials of many tasks, on one machine or many. ``python3 -m pawl.sweep --help``; docs/sweep.md.

A sweep is a task, values that are put into it (fixtures x grid x sample: its points) and a number of starts for each.
Trial n of it is start n of its point, drawn by counter: who runs it, when, with how many others and how often changes
nothing. Trials are run in chunks of consecutive numbers, a file each."""
