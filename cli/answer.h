// SPDX-License-Identifier: MIT
// Answers, which answers/ makes for everybody who hands them out: the command speaks of them by their short names.
#pragma once

#include "answers/answer.h"

namespace pawl::cli {
using namespace answers;
}
