// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/io/read_task.h>

#include <filesystem>
#include <fstream>
#include <iostream>

namespace pawl {

std::string read_text(std::istream& input) {
  constexpr std::size_t kChunk = 1 << 16;
  std::string text;
  std::string chunk(kChunk, '\0');
  while (input.read(chunk.data(), static_cast<std::streamsize>(kChunk)) || input.gcount() > 0) {
    const auto got = static_cast<std::size_t>(input.gcount());
    if (text.size() + got > kLargestText) {
      throw InputError("", "", fmt::format("the text is larger than {} bytes (64 MiB)", kLargestText));
    }
    if (text.size() + got > text.capacity()) text.reserve(std::min(kLargestText, 2 * (text.size() + got)));
    text.append(chunk, 0, got);
  }
  return text;
}

std::string read_text_file(const std::string& path) {
  if (path == "-") return read_text(std::cin);
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw InputError("", "", "is a directory, not a file");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError("", "", "the file cannot be opened for reading");
  const auto size = std::filesystem::file_size(path, error);
  if (!error && size > kLargestText) {
    throw InputError("", "", fmt::format("the file has {} bytes, more than {} (64 MiB)", size, kLargestText));
  }
  return read_text(file);
}

}  // namespace pawl
