# SPDX-License-Identifier: MIT
# Flags that every target of ours has.
function(pawl_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # Internal headers are included as "area/name.h", whatever folder the area is in.
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/lib ${PROJECT_SOURCE_DIR}/cones
                                               ${PROJECT_SOURCE_DIR}/planner ${PROJECT_SOURCE_DIR}/apps)
  target_compile_definitions(${target} PRIVATE PAWL_WITH_GMP=$<BOOL:${PAWL_WITH_GMP}>)
  # The filters' error bounds hold for separate roundings only: no fused multiply-add.
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -ffp-contract=off)
  if(EMSCRIPTEN)
    target_compile_options(${target} PRIVATE -fno-rtti)  # for size
  endif()
  if(PAWL_WARNINGS_AS_ERRORS)
    # What g++ 12 warns of in code that it inlines from the standard library and others stays a warning.
    target_compile_options(${target} PRIVATE -Werror)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -Wno-error=restrict -Wno-error=maybe-uninitialized
                                               -Wno-error=stringop-overflow)
    endif()
  endif()
endfunction()

# pawl_precompile(target header…): parses these once for all units of the target. Only what hardly ever changes: headers
# of others. -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON does without.
function(pawl_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  pawl_allow_cached_precompiling(${target})
endfunction()

# What ccache needs besides the sloppiness of the compiler launcher (its manual, "Precompiled headers").
function(pawl_allow_cached_precompiling target)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
                                           $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()

# The objects may become part of a shared library, which WebAssembly has none of.
function(pawl_may_be_shared target)
  if(NOT EMSCRIPTEN)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
endfunction()

set(PAWL_NUMBERS_HEADER <boost/multiprecision/cpp_int.hpp>)
if(PAWL_WITH_GMP)
  set(PAWL_NUMBERS_HEADER <boost/multiprecision/gmp.hpp>)
endif()
set(PAWL_COMMON_HEADERS <Eigen/Core> <algorithm> <array> <cmath> <functional> <limits> <memory> <optional> <string>
                        <utility> <vector>)

# A library component `pawl_<name>`, in the tree pawl::<name>, with public headers under include/. Its objects become part
# of the one library that is installed (lib/umbrella/): static here always, which is what other targets of the tree link.
function(pawl_component name)
  cmake_parse_arguments(ARG "" "" "HEADERS;SOURCES" ${ARGN})
  add_library(pawl_${name} STATIC ${ARG_SOURCES})
  add_library(pawl::${name} ALIAS pawl_${name})
  set_property(GLOBAL APPEND PROPERTY PAWL_COMPONENTS ${name})
  pawl_may_be_shared(pawl_${name})
  target_sources(pawl_${name} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${ARG_HEADERS})
  target_include_directories(pawl_${name} PRIVATE ${PROJECT_SOURCE_DIR}/lib ${CMAKE_CURRENT_SOURCE_DIR})
  pawl_compile_options(pawl_${name})
  if(name STREQUAL "lib")
    pawl_precompile(pawl_lib ${PAWL_COMMON_HEADERS} <fmt/format.h> ${PAWL_NUMBERS_HEADER})
  else()
    # One for all components: they need the same flags, and fmt's definitions, for that.
    target_precompile_headers(pawl_${name} REUSE_FROM pawl_lib)
    pawl_allow_cached_precompiling(pawl_${name})
  endif()
endfunction()
