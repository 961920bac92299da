# SPDX-License-Identifier: MIT
# Installs the build into a prefix of its own and builds and runs a program against it.
set(prefix ${BUILD_DIR}/install-test/prefix)
set(build ${BUILD_DIR}/install-test/build)
file(REMOVE_RECURSE ${BUILD_DIR}/install-test)
foreach(step
    "--install;${BUILD_DIR};--prefix;${prefix}"
    "-S;${SOURCE_DIR};-B;${build};-G;${GENERATOR};-DCMAKE_PREFIX_PATH=${prefix};-DCMAKE_BUILD_TYPE=Release"
    "--build;${build}")
  execute_process(COMMAND ${CMAKE_COMMAND} ${step} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "cmake ${step}\n${output}")
  endif()
endforeach()
execute_process(COMMAND ${build}/consumer RESULT_VARIABLE failed OUTPUT_VARIABLE output)
message(STATUS "${output}")
if(failed OR NOT output MATCHES "3 rays")
  message(FATAL_ERROR "the consumer failed: ${failed}")
endif()
execute_process(COMMAND ${prefix}/bin/pawl --version RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "the installed command failed: ${failed}")
endif()
