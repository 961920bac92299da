# SPDX-License-Identifier: MIT
# Third-party libraries for a build with Emscripten. Only headers are needed, which are in /usr/include. If this folder were an
# include path, glibc's headers would precede those of Emscripten. Therefore the compiler gets a folder with links to the
# necessary headers.
set(links ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${links})
function(pawl_link_headers file variable)
  string(REGEX REPLACE "/.*" "" name ${file})
  find_path(${variable} ${file} PATHS /usr/local/include /usr/include NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(CREATE_LINK ${${variable}}/${name} ${links}/${name} SYMBOLIC)
endfunction()
function(pawl_header_library target file variable)
  pawl_link_headers(${file} ${variable})
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${links};${ARGN}")
endfunction()

pawl_header_library(Eigen3::Eigen eigen3/Eigen/Core PAWL_EIGEN ${links}/eigen3)
pawl_header_library(Boost::headers boost/version.hpp PAWL_BOOST)
pawl_header_library(nlohmann_json::nlohmann_json nlohmann/json.hpp PAWL_NLOHMANN)
pawl_link_headers(Random123/philox.h PAWL_RANDOM123)
if(PAWL_TESTS)
  pawl_header_library(doctest::doctest doctest/doctest.h PAWL_DOCTEST)
endif()

# Compiles the code of fmt once. It is also in the headers of fmt, but to compile it in each source file would take half
# of the build time.
pawl_link_headers(fmt/format-inl.h PAWL_FMT)
add_library(pawl_fmt STATIC ${CMAKE_CURRENT_LIST_DIR}/fmt_library.cpp)
add_library(fmt::fmt ALIAS pawl_fmt)
target_include_directories(pawl_fmt SYSTEM PUBLIC ${links})
target_compile_features(pawl_fmt PUBLIC cxx_std_20)

# node runs the programs that are built. Its function fetch() would keep Emscripten from reading files, so it is
# switched off.
find_program(PAWL_NODE NAMES node nodejs NO_CMAKE_FIND_ROOT_PATH REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR ${PAWL_NODE} --no-experimental-fetch)

# In WebAssembly, long double is computed in software. Without this definition, Boost.Math uses it to compute with
# doubles.
add_compile_definitions(BOOST_MATH_PROMOTE_DOUBLE_POLICY=false)
