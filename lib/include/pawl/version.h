// SPDX-License-Identifier: MIT
#pragma once

// Semantic version of the C++ interface and of the file format ("pawl": 1). The build reads it from this file.
#define PAWL_VERSION_MAJOR 0
#define PAWL_VERSION_MINOR 2
#define PAWL_VERSION_PATCH 0

#define PAWL_TEXT_OF(number) #number
#define PAWL_TEXT_OF_VALUE(macro) PAWL_TEXT_OF(macro)
/// "0.2.0"
#define PAWL_VERSION                     \
  PAWL_TEXT_OF_VALUE(PAWL_VERSION_MAJOR) \
  "." PAWL_TEXT_OF_VALUE(PAWL_VERSION_MINOR) "." PAWL_TEXT_OF_VALUE(PAWL_VERSION_PATCH)
