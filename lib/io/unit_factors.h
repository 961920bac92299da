// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/units.h>

namespace pawl::internal {

/// value times (metres to the length)^power. A number of few digits means a decimal, and stays exactly the decimal that
/// it should be: 12.7 mm are .0127 m, 2.5 in are .0635 m. Numbers of more digits, and inches to negative powers, are
/// rounded. power from -2 to 2.
double in_metres(double value, Units::Length length, int power = 1);

}  // namespace pawl::internal
