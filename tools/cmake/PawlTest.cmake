# SPDX-License-Identifier: MIT
# The tests are not optimized. The tested code is in the libraries, and optimizing the tests themselves would take more time
# than it saves.
function(pawl_test_options target)
  pawl_compile_options(${target})
  # Suppresses a warning: if a call must throw, the test does not use its result.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1> -Wno-unused-result)
  pawl_allow_cached_precompiling(${target})
endfunction()

# Builds all executables whose tests have the label "sanitized".
add_custom_target(pawl_sanitized_tests)

# pawl_add_test(name [SANITIZED] SOURCES file… [ALONE file…] [LONG test…] [COMPONENT lib|cones|planner]
#               [LIBRARIES target…])
# Adds one executable, pawl_<name>_test. Its sources can include the public and internal headers of the component, by
# default planner, and of the components below it. For each source named *_test.cpp, adds a test with the label <name>,
# whose name is the path of the source below tests/.
#
# With SANITIZED, the tests that are not listed under LONG also have the label "sanitized". .ci/run runs them again with
# the sanitizers. Groups of eight sources are compiled as one, because they use the same headers and templates. A source
# that defines a helper with the same name as another source must be listed under ALONE, and is compiled separately.
# -DCMAKE_UNITY_BUILD=OFF compiles every source separately.
function(pawl_add_test name)
  cmake_parse_arguments(ARG "SANITIZED" "COMPONENT" "SOURCES;ALONE;LONG;LIBRARIES" ${ARGN})
  if(NOT ARG_COMPONENT)
    set(ARG_COMPONENT planner)
  endif()
  set(target pawl_${name}_test)
  add_executable(${target} ${ARG_SOURCES})
  target_link_libraries(${target} PRIVATE pawl_test_main pawl_test_support pawl_${ARG_COMPONENT} fmt::fmt nlohmann_json::nlohmann_json
                                          Boost::headers ${PAWL_GMP} ${ARG_LIBRARIES})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/lib ${PROJECT_SOURCE_DIR}/cones
                                               ${PROJECT_SOURCE_DIR}/tests)
  # Only the sources that use the macro get its definition, which contains a path. The objects of all other sources are
  # the same in every folder, so that compiler caches can share them.
  foreach(source IN LISTS ARG_SOURCES)
    file(STRINGS ${source} uses REGEX "PAWL_SOURCE_DIR" LIMIT_COUNT 1)
    if(uses)
      set_property(SOURCE ${source} APPEND PROPERTY COMPILE_DEFINITIONS "PAWL_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\"")
    endif()
  endforeach()
  pawl_test_options(${target})
  if(NOT DEFINED CMAKE_UNITY_BUILD)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
  foreach(source IN LISTS ARG_ALONE)
    if(NOT source IN_LIST ARG_SOURCES)
      message(FATAL_ERROR "pawl_add_test(${name}): ${source} is listed under ALONE, but not under SOURCES")
    endif()
  endforeach()
  set_source_files_properties(${ARG_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(ARG_SANITIZED)
    add_dependencies(pawl_sanitized_tests ${target})
  endif()
  target_precompile_headers(${target} REUSE_FROM pawl_test_main)
  if(EMSCRIPTEN)
    # The tests read files through node. A low optimization level saves time when they are linked.
    target_link_options(${target} PRIVATE -O1 -sNODERAWFS=1 -sENVIRONMENT=node -sALLOW_MEMORY_GROWTH=1 -sEXIT_RUNTIME=1)
  endif()
  foreach(source IN LISTS ARG_SOURCES)
    if(source MATCHES "^(.*)_test\\.cpp$")
      set(test ${CMAKE_MATCH_1})
      add_test(NAME ${test} COMMAND ${target} "--source-file=*/tests/${source}")
      # If the filter of a test selects nothing, the test fails.
      set(labels ${name})
      if(ARG_SANITIZED AND NOT test IN_LIST ARG_LONG)
        list(APPEND labels sanitized)
      endif()
      set_tests_properties(${test} PROPERTIES LABELS "${labels}" TIMEOUT 600 FAIL_REGULAR_EXPRESSION "test cases: +0 [|]")
    endif()
  endforeach()
endfunction()
