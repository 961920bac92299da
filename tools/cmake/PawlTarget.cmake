# SPDX-License-Identifier: MIT
# Flags of every target in this project.
function(pawl_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # Internal headers are included as "area/name.h", for any folder that contains the area.
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/lib ${PROJECT_SOURCE_DIR}/cones
                                               ${PROJECT_SOURCE_DIR}/planner ${PROJECT_SOURCE_DIR}/apps)
  target_compile_definitions(${target} PRIVATE PAWL_WITH_GMP=$<BOOL:${PAWL_WITH_GMP}>)
  # The floating-point filters of the exact predicates have error bounds that hold only if each operation is rounded separately.
  # Therefore fused multiply-add is switched off.
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -ffp-contract=off)
  if(EMSCRIPTEN)
    target_compile_options(${target} PRIVATE -fno-rtti)  # optimizes for size
  endif()
  if(PAWL_WARNINGS_AS_ERRORS)
    # Warnings of g++ 12 about code that it inlines from the standard library and other libraries do not become errors.
    target_compile_options(${target} PRIVATE -Werror)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -Wno-error=restrict -Wno-error=maybe-uninitialized
                                               -Wno-error=stringop-overflow)
    endif()
  endif()
endfunction()

# pawl_precompile(target header…): parses these headers once for all source files of the target. Use this function only for
# headers that rarely change, such as those of other libraries. -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON turns it off.
function(pawl_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  pawl_allow_cached_precompiling(${target})
endfunction()

# Sets the options that ccache needs in addition to the sloppiness that the compiler launcher sets (see "Precompiled headers" in
# the manual of ccache).
function(pawl_allow_cached_precompiling target)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
                                           $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()

# pawl_group_sources(target): compiles all sources of each folder as one file, if the target exists. Therefore names with
# internal linkage must differ within a folder.
function(pawl_group_sources target)
  if(NOT TARGET ${target})
    return()
  endif()
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources EXCLUDE REGEX "^/")  # generated sources are compiled alone
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH group)
    set_property(SOURCE ${folder}/${source} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP "of_${group}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_compile_options(${target} PRIVATE -Wno-shadow -Wno-subobject-linkage)  # about names of other sources of the folder
  # GCC frees unused memory only above this size, in kB. To free memory earlier takes a sixth of the time of such large sources.
  # A compiler process then needs up to 1.8 GB instead of 1.5 GB.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=2000000>)
endfunction()

# The objects may become part of a shared library, except in WebAssembly, which has no shared libraries.
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

# A library component `pawl_<name>`, called pawl::<name> in the build tree, with public headers under include/. Its
# objects become part of the one installed library (lib/umbrella/). In the build tree it is always a static library,
# which other targets link.
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
    # All components share one precompiled header. This requires that they have equal flags and the compile definitions of fmt.
    target_precompile_headers(pawl_${name} REUSE_FROM pawl_lib)
    pawl_allow_cached_precompiling(pawl_${name})
  endif()
endfunction()
