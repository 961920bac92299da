# SPDX-License-Identifier: MIT
# Writes the manual pages OUT/man/pawl.1 and pawl-COMMAND.1, and the completions. The command prints their contents. Usage:
# cmake -DPAWL=… -DOUT=… -P write_pages.cmake
function(ask file)
  execute_process(COMMAND ${PAWL} ${ARGN} OUTPUT_FILE ${OUT}/${file} RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "pawl ${ARGN}: ${status}")
  endif()
endfunction()

file(REMOVE_RECURSE ${OUT})
file(MAKE_DIRECTORY ${OUT}/man ${OUT}/bash ${OUT}/zsh ${OUT}/fish)
execute_process(COMMAND ${PAWL} --help OUTPUT_VARIABLE help)
string(REGEX REPLACE ".*Subcommands:\n" "" help "${help}")
string(REGEX MATCHALL "\n?  [a-z]+  " commands "${help}")
ask(man/pawl.1 man)
foreach(command IN LISTS commands)
  string(STRIP "${command}" command)
  ask(man/pawl-${command}.1 man ${command})
endforeach()
ask(bash/pawl completion bash)
ask(zsh/_pawl completion zsh)
ask(fish/pawl.fish completion fish)
