# SPDX-License-Identifier: MIT
# The tests of the libraries run as WebAssembly. In addition, the library of the page must give the same answers as the
# command.
set(PAWL_NATIVE ${PROJECT_SOURCE_DIR}/build/release/apps/cli/pawl CACHE FILEPATH "The command that answers in WebAssembly are held against")
add_test(NAME wasm/answers COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${CMAKE_CURRENT_SOURCE_DIR}/wasm/answers_test.mjs
                                   ${PAWL_NATIVE} $<TARGET_FILE:pawl_wasm> ${PROJECT_SOURCE_DIR})
set_tests_properties(wasm/answers PROPERTIES TIMEOUT 300)

# Tests the live page in a browser, which opens it from the disk.
find_program(PAWL_CHROMIUM NAMES chromium chromium-browser NO_CMAKE_FIND_ROOT_PATH)
if(TARGET live_page AND PAWL_CHROMIUM)
  add_test(NAME wasm/live COMMAND ${PAWL_NODE} ${CMAKE_CURRENT_SOURCE_DIR}/page/live_test.mjs "" ${PROJECT_BINARY_DIR}/page
                                  ${PROJECT_BINARY_DIR}/apps/web/pawl.html)
  set_tests_properties(wasm/live PROPERTIES TIMEOUT 900 ENVIRONMENT "CHROMIUM=${PAWL_CHROMIUM}")
endif()
# Disabled here, because exact numbers take more than ten times as long without GMP. The native build runs this test.
set_tests_properties(planner/wall_rewritings PROPERTIES DISABLED TRUE)
# Disabled here, because thousands of simulated squeezes take 40 s even in the native build. The native build runs this
# test.
set_tests_properties(planner/orient_replay PROPERTIES DISABLED TRUE)
