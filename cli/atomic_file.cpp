// SPDX-License-Identifier: MIT
#include "atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>

#include "output.h"

namespace pawl::cli {
namespace {

namespace fs = std::filesystem;

/// The name of a temporary file, for signal handlers: fixed memory, which a handler may read at any time.
struct Slot {
  enum State { empty, being_filled, filled };
  std::atomic<int> state = empty;
  char name[PATH_MAX] = {};
};
static_assert(std::atomic<int>::is_always_lock_free, "signal handlers may read only lock-free atomics");

/// More than a command has outputs.
std::array<Slot, 16> slots;

/// Returns the slot's index; -1 if none is free or the name is too long.
int remember(const std::string& name) {
  if (name.size() >= PATH_MAX) return -1;
  for (std::size_t k = 0; k < slots.size(); ++k) {
    int expected = Slot::empty;
    if (!slots[k].state.compare_exchange_strong(expected, Slot::being_filled)) continue;
    std::memcpy(slots[k].name, name.c_str(), name.size() + 1);
    slots[k].state = Slot::filled;
    return static_cast<int>(k);
  }
  return -1;
}

void forget(int slot) {
  if (slot >= 0) slots[static_cast<std::size_t>(slot)].state = Slot::empty;
}

int last_error() { return errno != 0 ? errno : EIO; }

/// Returns the error number, or 0.
int write_all(int descriptor, const char* data, std::size_t size) {
  while (size > 0) {
    errno = 0;
    const ssize_t written = ::write(descriptor, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return last_error();
    data += written;
    size -= static_cast<std::size_t>(written);
  }
  return 0;
}

/// Returns a name in the same folder that no other process is likely to choose.
std::string temporary_name(const std::string& path) {
  static std::random_device random;
  constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::string name = ".pawl-";
  std::uniform_int_distribution<std::size_t> digit(0, sizeof(kDigits) - 2);
  for (int k = 0; k < 16; ++k) name += kDigits[digit(random)];
  return (fs::path(path).parent_path() / (name + ".part")).string();
}

/// Some file systems cannot synchronise (EINVAL, EROFS): the content is then as safe as it gets.
bool sync_failed(int descriptor) { return fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS; }

void sync_folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);  // the file is in place whether or not this succeeds
  close(descriptor);
}

}  // namespace

void remove_temporary_files() {
  for (const Slot& slot : slots) {
    if (slot.state == Slot::filled) unlink(slot.name);
  }
}

// Delegates, so that the destructor runs if this throws.
AtomicFile::AtomicFile(std::string path) : AtomicFile() {
  path_ = std::move(path);
  struct stat status {};
  if (stat(path_.c_str(), &status) == 0) {
    replaced_ = status;
    const int existing = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (existing < 0) throw WriteError(path_, last_error());
    close(existing);
  }
  create();
  if (replaced_) keep_owner_and_mode();
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
  forget(slot_);
}

void AtomicFile::create() {
  constexpr int kMostNames = 100;
  const mode_t mode = replaced_ ? 0600 : 0666;  // a new file is as private as the user's umask says
  for (int k = 0; k < kMostNames && descriptor_ < 0; ++k) {
    temporary_ = temporary_name(path_);
    slot_ = remember(temporary_);  // before the file exists: a signal may come at any time
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (descriptor_ >= 0) return;
    const int error = last_error();
    forget(slot_);
    slot_ = -1;
    temporary_.clear();
    if (error != EEXIST) throw WriteError(path_, error);
  }
  throw WriteError(path_, EEXIST);
}

void AtomicFile::keep_owner_and_mode() {
  struct stat own {};
  if (fstat(descriptor_, &own) != 0) throw WriteError(path_, last_error());
  if (own.st_uid != replaced_->st_uid || own.st_gid != replaced_->st_gid) {
    owner_kept_ = fchown(descriptor_, replaced_->st_uid, replaced_->st_gid) == 0;
  }
  if (owner_kept_ && fchmod(descriptor_, replaced_->st_mode & 0777) != 0) throw WriteError(path_, last_error());
}

void AtomicFile::write(const std::string& text) {
  const int error = write_all(descriptor_, text.data(), text.size());
  if (error != 0) throw WriteError(path_, error);
}

void AtomicFile::sync() {
  if (sync_failed(descriptor_)) throw WriteError(path_, last_error());
  errno = 0;
  const bool closed = close(descriptor_) == 0 || errno == EINTR;
  descriptor_ = -1;
  if (!closed) throw WriteError(path_, last_error());
}

void AtomicFile::commit() {
  sync();
  if (owner_kept_) {
    if (std::rename(temporary_.c_str(), path_.c_str()) != 0) throw WriteError(path_, last_error());
    temporary_.clear();
    sync_folder_of(path_);
  } else {
    copy_into_existing();  // the destructor removes the temporary file
  }
}

void AtomicFile::copy_into_existing() const {
  const int from = open(temporary_.c_str(), O_RDONLY | O_CLOEXEC);
  const int to = from < 0 ? -1 : open(path_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  int error = to < 0 ? last_error() : 0;
  char block[1 << 16];
  for (ssize_t size = 1; error == 0 && size > 0;) {
    size = read(from, block, sizeof block);
    if (size < 0) error = last_error();
    if (size > 0) error = write_all(to, block, static_cast<std::size_t>(size));
  }
  if (error == 0 && sync_failed(to)) error = last_error();
  if (to >= 0 && close(to) != 0 && error == 0) error = last_error();
  if (from >= 0) close(from);
  if (error != 0) throw WriteError(path_, error);
}

}  // namespace pawl::cli
