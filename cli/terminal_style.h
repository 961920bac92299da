// SPDX-License-Identifier: MIT
#pragma once

#include "answers/text/text_page.h"

namespace pawl::cli {

/// Of standard output: colours and its width on a terminal (which TERM=dumb and NO_COLOR leave plain), 80 columns and
/// none elsewhere; UTF-8 where the locale says so.
answers::TextStyle style_of_standard_output();

}  // namespace pawl::cli
