# SPDX-License-Identifier: MIT
# Installs all files except programs, library and headers: files for CMake and pkg-config, examples, data, and pages.
include(CMakePackageConfigHelpers)
set(PAWL_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/pawl)
set(development COMPONENT pawl_development)
set(command COMPONENT pawl_command)

get_target_property(type pawl_pawl TYPE)
string(COMPARE EQUAL "${type}" STATIC_LIBRARY PAWL_STATIC)
get_property(PAWL_COMPONENTS GLOBAL PROPERTY PAWL_COMPONENTS)
list(APPEND PAWL_COMPONENTS certify)  # a former component, now part of planner; kept for one version
configure_package_config_file(${PROJECT_SOURCE_DIR}/tools/cmake/pawlConfig.cmake.in ${PROJECT_BINARY_DIR}/pawlConfig.cmake
                              INSTALL_DESTINATION ${PAWL_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pawlConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pawlConfig.cmake ${PROJECT_BINARY_DIR}/pawlConfigVersion.cmake
        DESTINATION ${PAWL_CMAKE_DIR} ${development})
if(PAWL_STATIC)
  install(FILES ${PROJECT_SOURCE_DIR}/tools/cmake/FindCairo.cmake ${PROJECT_SOURCE_DIR}/tools/cmake/FindGMP.cmake
                ${PROJECT_SOURCE_DIR}/tools/cmake/FindCddGMP.cmake DESTINATION ${PAWL_CMAKE_DIR} ${development})
endif()
install(EXPORT pawlTargets NAMESPACE pawl:: DESTINATION ${PAWL_CMAKE_DIR} ${development})

# An installation may be moved, so the file for pkg-config states the prefix relative to its own folder. A project that
# links the static library must also link the libraries that it needs; the file lists them.
file(RELATIVE_PATH PAWL_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" PAWL_PREFIX "${PAWL_PREFIX}")
set(PAWL_LINKED "")
if(PAWL_STATIC)
  set(PAWL_LINKED " $<$<BOOL:${PAWL_WITH_CDDLIB}>:-lcddgmp >$<$<BOOL:${PAWL_WITH_GMP}>:-lgmp >-lfmt$<$<BOOL:${PAWL_WITH_TBB}>: -ltbb>$<$<BOOL:${PAWL_WITH_PUGIXML}>: -lpugixml>$<$<BOOL:${PAWL_WITH_CAIRO}>: -lcairo -lfreetype>")
endif()
configure_file(${PROJECT_SOURCE_DIR}/tools/cmake/pawl.pc.in ${PROJECT_BINARY_DIR}/pawl.pc.made @ONLY)
file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/pawl.pc INPUT ${PROJECT_BINARY_DIR}/pawl.pc.made)
install(FILES ${PROJECT_BINARY_DIR}/pawl.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${development})

set(doc ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/draw/font/LICENSE-DejaVu DESTINATION ${doc} ${development})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/ DESTINATION ${doc}/examples ${development} FILES_MATCHING PATTERN *.cpp)
if(PAWL_COMMAND)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/pawl ${command} USE_SOURCE_PERMISSIONS)
  install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${doc} ${command})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${doc} ${command} PATTERN python.md EXCLUDE)
  # Inkscape searches for extensions below /usr/share. Users copy the macro of FreeCAD themselves (docs/freecad.md).
  install(FILES ${PROJECT_SOURCE_DIR}/tools/inkscape/pawl_pins.inx ${PROJECT_SOURCE_DIR}/tools/inkscape/pawl_pins.py
                ${PROJECT_SOURCE_DIR}/tools/cad/pawl_fixture.py
          DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/inkscape/extensions ${command})
  install(FILES ${PROJECT_SOURCE_DIR}/tools/freecad/PawlPins.FCMacro ${PROJECT_SOURCE_DIR}/tools/cad/pawl_fixture.py
                ${PROJECT_SOURCE_DIR}/tools/cad/flat_wires.py
          DESTINATION ${CMAKE_INSTALL_DATADIR}/pawl/freecad ${command})
  if(PAWL_LIVE_PAGE)
    install(FILES ${PAWL_LIVE_PAGE} DESTINATION ${doc} RENAME pawl.html ${command})
  endif()
  # docs/python.md links to the notebooks. They are installed, although the folder apps/ is not.
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/apps/python/notebooks DESTINATION ${doc}/python ${command})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/python.md)
  file(READ ${PROJECT_SOURCE_DIR}/docs/python.md python_page)
  string(REPLACE "](../apps/python/" "](../python/" python_page "${python_page}")
  file(WRITE ${PROJECT_BINARY_DIR}/installed/python.md "${python_page}")
  install(FILES ${PROJECT_BINARY_DIR}/installed/python.md DESTINATION ${doc}/docs ${command})
endif()
