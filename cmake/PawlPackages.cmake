# SPDX-License-Identifier: MIT
# Debian packages by cpack (scripts/packages, which sets the folders that Debian wants): libpawl0.2, libpawl-dev, pawl.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pawl)
# Who makes packages for others says who that is: -DPAWL_PACKAGE_CONTACT="Name <name@host>".
set(PAWL_PACKAGE_CONTACT "The Pawl authors <pawl@localhost>" CACHE STRING "Maintainer of the packages")
set(CPACK_PACKAGE_CONTACT "${PAWL_PACKAGE_CONTACT}")
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/umbrella)
set(CPACK_COMPONENTS_ALL)
set(PAWL_SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

# Every package has its copyright and changelog where policy wants them. A native version: there is no separate packaging.
find_program(PAWL_GZIP gzip)
function(pawl_package_documents component package)
  set(made ${PROJECT_BINARY_DIR}/debian/${package})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/debian/changelog.in ${made}/changelog @ONLY)
  execute_process(COMMAND ${PAWL_GZIP} -9nf ${made}/changelog COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${made}/changelog.gz ${PROJECT_SOURCE_DIR}/cmake/debian/copyright
          DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${package} COMPONENT ${component})
  if(EXISTS ${PROJECT_SOURCE_DIR}/cmake/debian/${package}.lintian-overrides)
    install(FILES ${PROJECT_SOURCE_DIR}/cmake/debian/${package}.lintian-overrides RENAME ${package}
            DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/lintian/overrides COMPONENT ${component})
  endif()
endfunction()

# pawl_package(component NAME n SECTION s SUMMARY one line TEXT lines [DEPENDS …] [RECOMMENDS …] [SHLIBDEPS])
macro(pawl_package component)
  cmake_parse_arguments(ARG "SHLIBDEPS" "NAME;SECTION;SUMMARY;TEXT;DEPENDS;RECOMMENDS" "" ${ARGN})
  string(TOUPPER ${component} key)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${ARG_NAME})
  set(CPACK_DEBIAN_${key}_PACKAGE_SECTION ${ARG_SECTION})
  set(CPACK_DEBIAN_${key}_DESCRIPTION "${ARG_SUMMARY}\n${ARG_TEXT}")
  set(CPACK_DEBIAN_${key}_PACKAGE_DEPENDS "${ARG_DEPENDS}")
  set(CPACK_DEBIAN_${key}_PACKAGE_RECOMMENDS "${ARG_RECOMMENDS}")
  set(CPACK_DEBIAN_${key}_PACKAGE_SHLIBDEPS ${ARG_SHLIBDEPS})
  if(PAWL_DEBIAN_DOCUMENTS)
    pawl_package_documents(${component} ${ARG_NAME})
  endif()
endmacro()

option(PAWL_DEBIAN_DOCUMENTS "Install what Debian's policy wants in each package" OFF)
set(this "(= ${PROJECT_VERSION})")
set(about "Pawl says which pushes make a planar part slide, stick, jam or leave its\nfixture, plans pushes that seat it without sensing, and proves how far they\ncan be trusted.")
if(BUILD_SHARED_LIBS)
  pawl_package(pawl_library NAME libpawl${PAWL_SOVERSION} SECTION libs SHLIBDEPS
    SUMMARY "planar manipulation and fixture planning - shared library"
    TEXT "${about}\n.\nThis package has the shared library.")
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
  set(development_needs "libpawl${PAWL_SOVERSION} ${this}, libeigen3-dev (>= 3.4)")
else()
  set(development_needs "libeigen3-dev (>= 3.4), libgmp-dev, libfmt-dev, libtbb-dev, libcairo2-dev, libpugixml-dev")
  if(PAWL_WITH_CDDLIB)
    string(APPEND development_needs ", libcdd-dev")
  endif()
endif()
pawl_package(pawl_development NAME libpawl-dev SECTION libdevel DEPENDS "${development_needs}"
  SUMMARY "planar manipulation and fixture planning - C++ headers"
  TEXT "${about}\n.\nThis package has the C++20 headers, what CMake and pkg-config need to find\nthe library, and examples.")
if(PAWL_COMMAND)
  set(command_needs)
  if(BUILD_SHARED_LIBS)
    set(command_needs "libpawl${PAWL_SOVERSION} ${this}")
  endif()
  pawl_package(pawl_command NAME pawl SECTION science DEPENDS "${command_needs}" SHLIBDEPS
    SUMMARY "planar manipulation and fixture planning - command"
    TEXT "${about}\n.\nThis package has the command with its manual pages, completions and pages,\nexample tasks, and the schemas of its files.")
  if(PAWL_DEBIAN_DOCUMENTS)
    install(CODE "file(GLOB pages \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1/*.1\")
      execute_process(COMMAND ${PAWL_GZIP} -9nf \${pages} COMMAND_ERROR_IS_FATAL ANY)" COMPONENT pawl_command)
  endif()
endif()
include(CPack)
