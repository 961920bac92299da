# SPDX-License-Identifier: MIT
# Installs the build into a prefix. Builds and runs a program that finds the package with find_package(pawl), and then the same
# program with pkg-config.
set(prefix ${BUILD}/tests/install/prefix)
set(user ${BUILD}/tests/install/user)
file(REMOVE_RECURSE ${prefix} ${prefix}.made ${user})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${status}\n${output}")
  endif()
endfunction()

# An installation may be moved before it is used. The test moves it, and checks that its files contain no path of the
# build.
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix}.made)
file(RENAME ${prefix}.made ${prefix})
file(GLOB_RECURSE targets ${prefix}/*Targets*.cmake)
if(NOT targets)
  message(FATAL_ERROR "no exported targets under ${prefix}")
endif()
foreach(file IN LISTS targets)
  file(READ ${file} text)
  foreach(path ${SOURCE} ${BUILD} /usr/include /usr/lib)
    string(FIND "${text}" "${path}" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${file} contains the absolute path ${path}")
    endif()
  endforeach()
endforeach()

set(configure ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${user} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
    -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_BUILD_TYPE=Release)
foreach(components IN ITEMS "" "COMPONENTS lib" "COMPONENTS lib cones planner verify certify draw pawl"
                            "COMPONENTS cones OPTIONAL_COMPONENTS none planner")
  run(${configure} "-DPAWL_COMPONENTS=${components}")
endforeach()
# If a requested component does not exist, the message must list the existing ones.
execute_process(COMMAND ${configure} "-DPAWL_COMPONENTS=COMPONENTS lib paint"
                RESULT_VARIABLE status ERROR_VARIABLE output OUTPUT_QUIET)
string(REGEX REPLACE "[ \n]+" " " output "${output}")
if(status EQUAL 0 OR NOT output MATCHES "pawl has no component \"paint\"; it has lib, cones, planner")
  message(FATAL_ERROR "find_package(pawl COMPONENTS lib paint): ${status}\n${output}")
endif()
run(${configure} "-DPAWL_COMPONENTS=COMPONENTS planner")
run(${CMAKE_COMMAND} --build ${user})
run(${user}/consumer)

# Builds the program again, this time with pkg-config and from a folder with another name.
find_program(PKG_CONFIG pkg-config)
if(PKG_CONFIG)
  file(GLOB_RECURSE pc ${prefix}/*/pawl.pc)
  get_filename_component(folder ${pc} DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} ${folder})
  execute_process(COMMAND ${PKG_CONFIG} --cflags --libs pawl OUTPUT_VARIABLE flags COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  get_filename_component(libraries ${folder} DIRECTORY)
  run(${CXX} -std=c++20 ${CMAKE_CURRENT_LIST_DIR}/consumer.cpp ${flags} -Wl,-rpath,${libraries} -o ${user}/by_pkg_config)
  run(${user}/by_pkg_config)
else()
  message(STATUS "pkg-config is missing (scripts/setup --tests): pawl.pc is not tested")
endif()

foreach(page IN ITEMS man/man1/pawl.1 man/man1/pawl-plan.1 bash-completion/completions/pawl pawl/schema/answer.schema.json
                      doc/pawl/docs/tutorial.md doc/pawl/examples/plan.cpp)
  if(NOT EXISTS ${prefix}/share/${page})
    message(FATAL_ERROR "share/${page} is not installed")
  endif()
endforeach()
if(EXISTS ${prefix}/bin/pawl)
  run(${prefix}/bin/pawl --version)
endif()
# The only libraries in the installation must be libpawl and the Python module.
file(GLOB_RECURSE libraries RELATIVE ${prefix} ${prefix}/*.a ${prefix}/*.so*)
foreach(library IN LISTS libraries)
  if(NOT library MATCHES "/(libpawl[.](a|so[0-9.]*)|pawl/_pawl[.].*[.]so)$")
    message(FATAL_ERROR "${library} is installed")
  endif()
endforeach()
