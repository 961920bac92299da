// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/cone_picture.h>

#include "answers/answer.h"

namespace pawl::answers {

draw::ConeRows cone_in(const Json& cone);  ///< of null: no rows

/// An answer of `pawl cone` as its picture shows it.
draw::ConeFigure cone_figure(const ValidTask& task, const Json& document);

}  // namespace pawl::answers
