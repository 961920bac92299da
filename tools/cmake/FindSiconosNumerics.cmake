# SPDX-License-Identifier: MIT
# Defines the target Siconos::numerics: nonsmooth solvers (Apache-2.0), which only benchmarks and tests use for comparison. The
# headers in its two include folders include each other.
find_path(SICONOS_INCLUDE_DIR siconos/numerics/LCP_Solvers.h)
find_library(SICONOS_NUMERICS_LIBRARY siconos_numerics)
mark_as_advanced(SICONOS_INCLUDE_DIR SICONOS_NUMERICS_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SiconosNumerics REQUIRED_VARS SICONOS_NUMERICS_LIBRARY SICONOS_INCLUDE_DIR)
if(SiconosNumerics_FOUND AND NOT TARGET Siconos::numerics)
  add_library(Siconos::numerics UNKNOWN IMPORTED)
  set_target_properties(Siconos::numerics PROPERTIES IMPORTED_LOCATION ${SICONOS_NUMERICS_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES "${SICONOS_INCLUDE_DIR}/siconos;${SICONOS_INCLUDE_DIR}/siconos/numerics")
endif()
