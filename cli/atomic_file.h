// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>

namespace pawl::cli {

/// A file that appears under its name, or replaces the file of that name, only when it is complete.
///
/// The content goes into a temporary file in the same folder, which commit() synchronises with the disk and renames.
/// The temporary file is private until it has the owner, group and mode of the file that it will replace. Where that
/// owner or group cannot be given to it, commit() copies the content into the existing file instead. A file with
/// several names (hard links) is replaced under this name only: the other names keep the old content.
///
/// The destructor removes the temporary file if it was not committed, and so does a signal that ends the process
/// (remove_temporary_files). Every function throws WriteError (output.h).
class AtomicFile {
 public:
  /// Creates the temporary file. `path`: an absolute or relative path with every symbolic link resolved. Throws if the
  /// file exists and may not be written.
  explicit AtomicFile(std::string path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  void write(const std::string& text);
  void commit();

 private:
  AtomicFile() = default;
  void create();
  void keep_owner_and_mode();
  void sync();
  void copy_into_existing() const;

  std::string path_;
  std::string temporary_;
  std::optional<struct stat> replaced_;  ///< the file that exists under the path
  int descriptor_ = -1;
  int slot_ = -1;  ///< index in the list of temporary files that signal handlers remove
  bool owner_kept_ = true;
};

/// Removes the temporary files that exist now. Safe in a signal handler; for a process that is about to end.
void remove_temporary_files();

}  // namespace pawl::cli
