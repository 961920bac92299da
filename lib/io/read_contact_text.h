// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/read_lcp.h>

#include "base/validator.h"

namespace pawl::internal {

/// A contact problem in the text format pc1 (read_lcp.h); worth something only when no fault was added.
LcpFile read_contact_text(std::string_view text, Validator& faults);

}  // namespace pawl::internal
