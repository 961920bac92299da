# SPDX-License-Identifier: MIT
# Defines the target CddGMP::CddGMP: cddlib with exact rationals. The target links only libcddgmp and GMP, because libcdd
# exports the same names.
find_package(GMP QUIET)
find_path(CDDGMP_INCLUDE_DIR cdd/cdd.h)
find_library(CDDGMP_LIBRARY cddgmp)
mark_as_advanced(CDDGMP_INCLUDE_DIR CDDGMP_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CddGMP REQUIRED_VARS CDDGMP_LIBRARY CDDGMP_INCLUDE_DIR GMP_FOUND)
if(CddGMP_FOUND AND NOT TARGET CddGMP::CddGMP)
  add_library(CddGMP::CddGMP UNKNOWN IMPORTED)
  set_target_properties(CddGMP::CddGMP PROPERTIES IMPORTED_LOCATION ${CDDGMP_LIBRARY}
                                                  INTERFACE_INCLUDE_DIRECTORIES ${CDDGMP_INCLUDE_DIR}
                                                  INTERFACE_COMPILE_DEFINITIONS GMPRATIONAL
                                                  INTERFACE_LINK_LIBRARIES GMP::GMP)
endif()
