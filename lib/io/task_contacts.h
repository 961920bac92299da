// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>

namespace pawl::internal {

/// A part's mass, inertia and centre of mass, without contacts. Its outline, if it has one, must be valid; what follows
/// from it may be beyond the range of doubles.
ContactSet inertia_of(const Part& part, const Units& units = {});

/// find_contacts(task) of a task whose values were checked; throws InputError as find_contacts for outlines does.
ContactSet contacts_of(const Task& task);

}  // namespace pawl::internal
