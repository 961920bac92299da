# SPDX-License-Identifier: MIT
# Defines the target Cairo::cairo, which includes the FreeType font back end and FreeType itself.
find_path(CAIRO_INCLUDE_DIR cairo-ft.h PATH_SUFFIXES cairo)
find_library(CAIRO_LIBRARY cairo)
find_path(CAIRO_FREETYPE_INCLUDE_DIR ft2build.h PATH_SUFFIXES freetype2)
find_library(CAIRO_FREETYPE_LIBRARY freetype)
mark_as_advanced(CAIRO_INCLUDE_DIR CAIRO_LIBRARY CAIRO_FREETYPE_INCLUDE_DIR CAIRO_FREETYPE_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Cairo REQUIRED_VARS CAIRO_LIBRARY CAIRO_INCLUDE_DIR CAIRO_FREETYPE_LIBRARY
                                                      CAIRO_FREETYPE_INCLUDE_DIR)
if(Cairo_FOUND AND NOT TARGET Cairo::cairo)
  add_library(Cairo::cairo UNKNOWN IMPORTED)
  set_target_properties(Cairo::cairo PROPERTIES
    IMPORTED_LOCATION ${CAIRO_LIBRARY} INTERFACE_LINK_LIBRARIES ${CAIRO_FREETYPE_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES "${CAIRO_INCLUDE_DIR};${CAIRO_FREETYPE_INCLUDE_DIR}")
endif()
