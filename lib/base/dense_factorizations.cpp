// SPDX-License-Identifier: MIT
#include "base/dense_factorizations.h"

PAWL_DENSE_FACTORIZATIONS()
