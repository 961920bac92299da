# SPDX-License-Identifier: MIT
# Flags of every target in this project.
function(pawl_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # Source files include internal headers as "area/name.h". These are the folders that may contain the area.
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/lib ${PROJECT_SOURCE_DIR}/cones
                                               ${PROJECT_SOURCE_DIR}/planner ${PROJECT_SOURCE_DIR}/apps)
  target_compile_definitions(${target} PRIVATE PAWL_WITH_GMP=$<BOOL:${PAWL_WITH_GMP}>)
  # Switches off fused multiply-add. The floating-point filters of the exact predicates have error bounds that require
  # each operation to be rounded separately.
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -ffp-contract=off)
  if(EMSCRIPTEN)
    target_compile_options(${target} PRIVATE -fno-rtti)  # optimizes for size
  endif()
  if(PAWL_WARNINGS_AS_ERRORS)
    # Four warnings do not become errors, because g++ 12 also reports them for inlined code of other libraries,
    # including the standard library.
    target_compile_options(${target} PRIVATE -Werror)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -Wno-error=restrict -Wno-error=maybe-uninitialized
                                               -Wno-error=stringop-overflow -Wno-error=array-bounds)
    endif()
  endif()
endfunction()

# pawl_precompile(target header…): parses these headers once for all source files of the target. The headers should
# rarely change, as those of other libraries. -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON switches this off.
function(pawl_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  pawl_allow_cached_precompiling(${target})
endfunction()

# ccache can cache files that use precompiled headers only with these options, and with the sloppiness that the compiler
# launcher sets (see "Precompiled headers" in the manual of ccache).
function(pawl_allow_cached_precompiling target)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
                                           $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()

# pawl_group_sources(target): compiles all sources of a folder as one file, if the target exists. Names with internal
# linkage must therefore be unique within a folder.
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

# The objects may become part of a shared library. WebAssembly has no shared libraries.
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

# Adds a component of the library, the target `pawl_<name>`, which is called pawl::<name> in the build tree. Its public
# headers are in its folder include/. In the build tree, a component is a static library that other targets link. Its
# objects also become part of the single library that is installed (lib/umbrella/).
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
    # All components use the same precompiled header. They must therefore have the same flags, and the compile
    # definitions of fmt.
    target_precompile_headers(pawl_${name} REUSE_FROM pawl_lib)
    pawl_allow_cached_precompiling(pawl_${name})
  endif()
endfunction()
