# SPDX-License-Identifier: MIT
# Configures a project that includes Pawl's sources, in both ways. With -DCOMPILE=ON, also builds and runs the program of this
# project, for which the whole library is built again. Usage: cmake -DSOURCE=… -DBUILD=… -DGENERATOR=… -DCXX=… [-DCOMPILE=ON] -P
# run.cmake
foreach(fetch ON OFF)
  set(folder ${BUILD}/tests/subproject/${fetch})
  file(REMOVE_RECURSE ${folder})
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${folder} -G ${GENERATOR} -DPAWL_SOURCE=${SOURCE}
                          -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_BUILD_TYPE=Release -DFETCH=${fetch} COMMAND_ERROR_IS_FATAL ANY
                  OUTPUT_QUIET)
  file(READ ${folder}/cmake_install.cmake installed)
  if(installed MATCHES "libpawl|pawlConfig")
    message(FATAL_ERROR "the subproject installs its own library")
  endif()
endforeach()
if(COMPILE)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${folder} --target user COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${folder}/user COMMAND_ERROR_IS_FATAL ANY)
endif()
