// SPDX-License-Identifier: MIT
#include "output.h"

#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <list>
#include <memory>
#include <optional>
#include <system_error>

#include "answers/visible_text.h"
#include "atomic_file.h"

namespace pawl::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStandardInput = "/dev/stdin";
constexpr const char* kStandardOutput = "/dev/stdout";

/// Whether two paths lead to one file, pipe or device (std::filesystem::equivalent compares files alone).
bool is_one(const std::string& a, const std::string& b) {
  struct stat first {};
  struct stat second {};
  return stat(a.c_str(), &first) == 0 && stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

/// The path of a file that there is not yet: its folder and its own symbolic links followed.
fs::path new_file(fs::path path) {
  constexpr int kMostLinks = 40;
  std::error_code error;
  for (int k = 0; k < kMostLinks && fs::is_symlink(path, error); ++k) {
    path = path.parent_path() / fs::read_symlink(path, error);  // one from the root replaces the folder
  }
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const fs::path known = fs::weakly_canonical(folder, error);
  return (error ? folder : known) / path.filename();
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

int last_error() { return errno != 0 ? errno : EIO; }

/// The error number, or 0.
int put(std::FILE* file, const std::string& text) {
  errno = 0;
  const bool whole = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return whole && std::fflush(file) == 0 ? 0 : last_error();
}

void put_or_throw(std::FILE* file, const std::string& text, const std::string& name) {
  const int error = file ? put(file, text) : last_error();
  if (error != 0) throw WriteError(name, error);
}

void close_or_throw(File file, const std::string& name) {
  errno = 0;
  if (std::fclose(file.release()) != 0) throw WriteError(name, last_error());
}

void write_file(File file, const std::string& text, const std::string& name) {
  put_or_throw(file.get(), text, name);
  close_or_throw(std::move(file), name);
}

}  // namespace

WriteError::WriteError(const std::string& what, int error)
    : std::runtime_error(what + ": cannot be written: " + std::generic_category().message(error)) {}

Outputs::Outputs(std::vector<std::string> inputs) : inputs_(std::move(inputs)) {}

Outputs::Output Outputs::resolved(const std::string& option, const std::string& path) {
  if (path == "-" || is_one(path, kStandardOutput)) return {option, path, How::standard_output, kStandardOutput};
  std::error_code error;
  if (!fs::exists(path, error)) return {option, path, How::replace, new_file(path)};
  const fs::path known = fs::canonical(path, error);
  if (!error && fs::is_regular_file(known, error)) return {option, path, How::replace, known};
  return {option, path, How::direct, path};
}

void Outputs::require_no_input(const Output& output) const {
  std::error_code error;
  if (!fs::is_regular_file(output.file, error) && !fs::is_fifo(output.file, error)) return;
  for (const std::string& input : inputs_) {
    if (!is_one(output.file, input == "-" ? kStandardInput : input)) continue;
    throw InputError(output.option, output.path, "is the input too (" + input + "); name another file");
  }
}

void Outputs::require_no_other(const Output& output) const {
  if (output.path != "-" && is_one(output.path, "/dev/null")) return;
  for (const Output& other : outputs_) {
    if (output.file != other.file && !is_one(output.file, other.file)) continue;
    throw InputError(output.option, output.path, "is where " + other.option + " goes too; name another file");
  }
}

void Outputs::add_input(const std::string& path) {
  inputs_.push_back(path);
  for (const Output& output : outputs_) require_no_input(output);
}

void Outputs::add(const std::string& option, const std::string& path) {
  if (path.empty()) throw InputError(option, "\"\"", "must name a file; - is standard output");
  Output output = resolved(option, path);
  require_no_input(output);
  require_no_other(output);
  outputs_.push_back(std::move(output));
}

void Outputs::require_places() const {
  std::error_code error;
  for (const Output& output : outputs_) {
    if (output.how == How::direct && fs::is_directory(output.file, error)) throw WriteError(output.path, EISDIR);
    if (output.how != How::replace) continue;
    if (!fs::is_directory(fs::path(output.file).parent_path(), error)) {
      throw WriteError(output.path, error ? error.value() : ENOTDIR);
    }
  }
}

void Outputs::write(const Texts& texts) const {
  std::list<AtomicFile> files;
  const auto given = [&](std::size_t k) { return k < texts.size() && texts[k]; };
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    if (given(k) && outputs_[k].how == How::replace) files.emplace_back(outputs_[k].file).write(*texts[k]);
  }
  for (std::size_t k = 0; k < outputs_.size(); ++k) {
    if (!given(k)) continue;
    const Output& output = outputs_[k];
    if (output.how == How::standard_output) write_standard_output(*texts[k]);
    if (output.how == How::direct) write_file(File(std::fopen(output.file.c_str(), "wb")), *texts[k], output.path);
  }
  for (AtomicFile& file : files) file.commit();
}

void Outputs::write_in_parts(const std::function<void(const Part&)>& produce) const {
  PAWL_ASSERT(outputs_.size() == 1);
  const Output& output = outputs_[0];
  if (output.how == How::standard_output) return produce(write_standard_output);
  if (output.how == How::direct) {
    File file(std::fopen(output.file.c_str(), "wb"));
    if (!file) throw WriteError(output.path, last_error());
    produce([&](const std::string& text) { put_or_throw(file.get(), text, output.path); });
    return close_or_throw(std::move(file), output.path);
  }
  AtomicFile file(output.file);
  produce([&](const std::string& text) { file.write(text); });
  file.commit();
}

void write_message(const std::string& line) { std::fprintf(stderr, "%s\n", answers::visible(line).c_str()); }

void write_standard_output(const std::string& text) {
  const int error = put(stdout, text);
  if (error != 0) throw WriteError("standard output", error);
}

}  // namespace pawl::cli
