# SPDX-License-Identifier: MIT
# pawl_web.js and pawl_web.wasm: createPawl() and its one function (docs/wasm.md).
add_executable(pawl_wasm pawl_web.cpp)
set_target_properties(pawl_wasm PROPERTIES OUTPUT_NAME pawl_web LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/pawl_web.js)
target_link_libraries(pawl_wasm PRIVATE pawl_web)
pawl_compile_options(pawl_wasm)
target_link_options(pawl_wasm PRIVATE -O2 --no-entry --post-js=${CMAKE_CURRENT_SOURCE_DIR}/pawl_web.js
  -sMODULARIZE=1 -sEXPORT_NAME=createPawl -sENVIRONMENT=web,worker,node -sALLOW_MEMORY_GROWTH=1 -sFILESYSTEM=0
  -sSUPPORT_LONGJMP=0 -sINCOMING_MODULE_JS_API=wasmBinary,print,printErr
  -sEXPORTED_FUNCTIONS=_pawl_answer,_pawl_reply_size,_malloc,_free)
