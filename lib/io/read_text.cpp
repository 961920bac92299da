// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/io/read_task.h>

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
  std::ifstream file(path, std::ios::binary);
  if (!file || file.peek() == std::ifstream::traits_type::eof()) {
    file.clear();
    if (!file.is_open()) throw InputError("", "", "the file cannot be opened for reading");
  }
  file.seekg(0, std::ios::end);
  const auto size = file.tellg();
  if (size > static_cast<std::streamoff>(kLargestText)) {
    throw InputError("", "", fmt::format("the file has {} bytes, more than {} (64 MiB)", static_cast<long long>(size), kLargestText));
  }
  file.clear();
  file.seekg(0);
  file.clear();
  return read_text(file);
}

}  // namespace pawl
