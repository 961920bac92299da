# SPDX-License-Identifier: MIT
# Builds pawl_web.js and pawl_web.wasm: createPawl() and its one function (docs/web.md).
add_executable(pawl_wasm pawl_web.cpp)
set_target_properties(pawl_wasm PROPERTIES OUTPUT_NAME pawl_web LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/pawl_web.js)
target_link_libraries(pawl_wasm PRIVATE pawl_web)
pawl_compile_options(pawl_wasm)
target_link_options(pawl_wasm PRIVATE -Oz --no-entry --post-js=${CMAKE_CURRENT_SOURCE_DIR}/pawl_web.js
  -sMODULARIZE=1 -sEXPORT_NAME=createPawl -sENVIRONMENT=web,worker,node -sALLOW_MEMORY_GROWTH=1 -sFILESYSTEM=0
  -sSUPPORT_LONGJMP=0 -sINCOMING_MODULE_JS_API=wasmBinary,instantiateWasm,print,printErr
  -sEXPORTED_FUNCTIONS=_pawl_answer,_pawl_reply_size,_malloc,_free)

# Compiles the components that read, write and draw for the smallest size. The page must stay small
# (tests/page/live_test.mjs), and these components need little of its computing time.
foreach(component pawl_answers pawl_draw pawl_verify pawl_web)
  target_compile_options(${component} PRIVATE -Oz -fno-inline-functions)
endforeach()

# Compiles this component for size, too, but with inline functions. The remaining components are compiled for speed,
# which plans and orientations need.
target_compile_options(pawl_lib PRIVATE -Oz)

# Builds pawl.html: the live editor, which contains the library (docs/live.md). The build needs the node packages of
# apps/web/player; scripts/page installs them.
find_program(PAWL_NODE node)
if(PAWL_NODE AND EXISTS ${PROJECT_SOURCE_DIR}/apps/web/player/node_modules/esbuild)
  file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS live/src/*)
  set(packed ${CMAKE_CURRENT_BINARY_DIR}/pawl.html)
  add_custom_command(OUTPUT ${packed}
    COMMAND ${PAWL_NODE} ${CMAKE_CURRENT_SOURCE_DIR}/pack $<TARGET_FILE:pawl_wasm> $<TARGET_FILE_DIR:pawl_wasm>/pawl_web.wasm ${packed}
    DEPENDS pawl_wasm pack live/build.mjs live/seven_bits.mjs live/gallery.json live/licences.txt ${page_sources})
  add_custom_target(live_page ALL DEPENDS ${packed})
else()
  message(STATUS "The live editor pawl.html is not built: node or apps/web/player/node_modules is missing; run scripts/page")
endif()
