# SPDX-License-Identifier: MIT
# pawl_embed(SOURCE_VARIABLE FILE NAMESPACE NAME): makes a source that defines NAMESPACE::NAME, the file's bytes as a
# std::string_view, and puts the source's path into SOURCE_VARIABLE. The source is made when cmake configures, and again
# when the file changes. (g++ 12 has no #embed.)
function(pawl_embed variable file namespace name)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}_bytes.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT [[
#include <string_view>
namespace @namespace@ {
namespace {
constexpr char kBytes[] = {
@bytes@};
}  // namespace
extern const std::string_view @name@;
constinit const std::string_view @name@(kBytes, sizeof kBytes);
}  // namespace @namespace@
]] @ONLY)
  set(${variable} ${source} PARENT_SCOPE)
endfunction()
