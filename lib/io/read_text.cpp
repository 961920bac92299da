// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/io/read_task.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

namespace pawl {
namespace {

/// Why the system refused the last call.
std::string reason() { return errno != 0 ? std::generic_category().message(errno) : "the reason is unknown"; }

[[noreturn]] void too_large() {
  throw InputError("", "", fmt::format("larger than {} bytes (64 MiB), the most that is read", kLargestText));
}

}  // namespace

std::string read_text(std::istream& input) {
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  std::string text;
  std::string chunk(kChunk, '\0');
  while (input.read(chunk.data(), static_cast<std::streamsize>(kChunk)) || input.gcount() > 0) {
    const auto got = static_cast<std::size_t>(input.gcount());
    if (got > kLargestText - text.size()) too_large();
    // Grown by hand: a string that doubles on its own would end at twice the bound.
    if (text.size() + got > text.capacity()) text.reserve(std::min(kLargestText, 2 * (text.size() + got)));
    text.append(chunk, 0, got);
  }
  if (input.bad()) throw InputError("", "", "cannot be read to its end: " + reason());
  return text;
}

std::string read_text_file(const std::string& path) {
  if (path == "-") return read_text(std::cin);
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) throw InputError("", "", "is a directory; expected a file");
  if (std::filesystem::is_regular_file(path, unknown) && std::filesystem::file_size(path, unknown) > kLargestText) {
    if (!unknown) too_large();
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError("", "", "the file cannot be opened for reading: " + reason());
  return read_text(file);
}

}  // namespace pawl
