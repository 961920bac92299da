// SPDX-License-Identifier: MIT
#include "cli/output.h"

#include <fcntl.h>
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <list>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <system_error>

#include "answers/answer.h"

namespace pawl::cli {

/// Replaces or creates a file in one step, when its content is complete.
///
/// The content is written to a temporary file in the same folder. commit() writes the temporary file to the disk
/// (fsync) and renames it to the file's path. If a file exists there, the temporary file gets its owner, group and
/// mode; until then, only the user can read the temporary file. If owner or group cannot be changed, commit() copies
/// the content into the existing file instead. If the existing file has several names (hard links), only this name is
/// replaced, and the other names keep the old content.
///
/// The destructor removes a temporary file that was not committed. If a signal ends the process, the signal handler
/// removes it (remove_temporary_files). Every function may throw WriteError.
class AtomicFile {
 public:
  /// Creates the temporary file. In `path`, which may be absolute or relative, all symbolic links must be resolved.
  /// Throws WriteError if the file exists and may not be written.
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
  std::optional<struct stat> replaced_;  ///< the existing file that will be replaced
  int descriptor_ = -1;
  int slot_ = -1;  ///< index in `slots`, the list of temporary files that signal handlers remove; -1 if not in the list
  bool owner_kept_ = true;
};

/// Removes all temporary files. May be called in a signal handler, but only if the process ends immediately afterwards.
void remove_temporary_files();

namespace {

namespace fs = std::filesystem;

constexpr const char* kStandardInput = "/dev/stdin";
constexpr const char* kStandardOutput = "/dev/stdout";

/// Returns whether two paths refer to the same file, pipe or device. std::filesystem::equivalent compares only files.
bool is_one(const std::string& a, const std::string& b) {
  struct stat first {};
  struct stat second {};
  return stat(a.c_str(), &first) == 0 && stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

/// Resolves the symbolic links in the path of a file that does not exist yet, both in its folder and in its name.
fs::path new_file(fs::path path) {
  constexpr int kMostLinks = 40;
  std::error_code error;
  for (int k = 0; k < kMostLinks && fs::is_symlink(path, error); ++k) {
    // For an absolute target of a link, the operator / returns the target alone.
    path = path.parent_path() / fs::read_symlink(path, error);
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

/// Writes a text. Returns 0 on success and the error number on failure.
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
    throw InputError(output.option, output.path, "is also the input (" + input + "); expected another file");
  }
}

void Outputs::require_no_other(const Output& output) const {
  if (output.path != "-" && is_one(output.path, "/dev/null")) return;
  for (const Output& other : outputs_) {
    if (output.file != other.file && !is_one(output.file, other.file)) continue;
    throw InputError(output.option, output.path, "is also the file of " + other.option + "; expected another file");
  }
}

void Outputs::add_input(const std::string& path) {
  inputs_.push_back(path);
  for (const Output& output : outputs_) require_no_input(output);
}

void Outputs::add(const std::string& option, const std::string& path) {
  if (path.empty()) throw InputError(option, "\"\"", "must be a file name; - is standard output");
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

namespace {

namespace fs = std::filesystem;

/// The name of a temporary file, for signal handlers. It is in static memory, because a handler may read it at any
/// time.
struct Slot {
  enum State { empty, being_filled, filled };
  std::atomic<int> state = empty;
  char name[PATH_MAX] = {};
};
static_assert(std::atomic<int>::is_always_lock_free, "signal handlers may read only lock-free atomics");

/// One slot per temporary file. If a command has more outputs, as `pawl part --loop all` may have, signal handlers do
/// not remove the temporary files without a slot.
std::array<Slot, 16> slots;

/// Stores a name. Returns the index of its slot, or -1 if no slot is free or the name is too long.
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
  if (slot >= 0) slots[slot].state = Slot::empty;
}

/// Writes all bytes. Returns 0 on success and the error number on failure.
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

/// Returns a random name in the folder of `path`. Other processes are unlikely to choose the same name.
std::string temporary_name(const std::string& path) {
  static std::random_device random;
  constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::string name = ".pawl-";
  std::uniform_int_distribution<std::size_t> digit(0, sizeof(kDigits) - 2);
  for (int k = 0; k < 16; ++k) name += kDigits[digit(random)];
  return (fs::path(path).parent_path() / (name + ".part")).string();
}

/// Returns whether fsync failed. EINVAL and EROFS are not failures: some file systems cannot synchronise.
bool sync_failed(int descriptor) { return fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS; }

void sync_folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  const int descriptor = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);  // a failure is ignored, because the file already has its new name
  close(descriptor);
}

}  // namespace

void remove_temporary_files() {
  for (const Slot& slot : slots) {
    if (slot.state == Slot::filled) unlink(slot.name);
  }
}

// Calls another constructor first. The destructor then runs even if this constructor throws.
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
  const mode_t mode = replaced_ ? 0600 : 0666;  // a new file gets the mode that the user's umask permits
  for (int k = 0; k < kMostNames && descriptor_ < 0; ++k) {
    temporary_ = temporary_name(path_);
    slot_ = remember(temporary_);  // must precede open(), because a signal may arrive at any time
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
    copy_into_existing();  // afterwards, the destructor removes the temporary file
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

namespace {

/// Signals that ask a command to end. A long command then returns a partial answer.
constexpr int kRequests[] = {SIGINT, SIGTERM, SIGHUP};

/// Signals that end a process. A failed assertion of Pawl raises SIGABRT.
constexpr int kEnds[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGABRT};

/// Signals that follow the first one within this time, ms, belong to the same request: timeout(1) and shells may signal
/// a process and its group at almost the same time.
constexpr long kSameRequest = 300;

std::atomic<bool> interrupted = false;
std::atomic<long> interrupted_at = 0;  // time of the first signal, ms; 0 before it
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<long>::is_always_lock_free,
              "a signal handler may only set variables that need no lock");

long now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<long>(time.tv_sec) * 1000 + time.tv_nsec / 1000000;
}

template <std::size_t N>
void catch_all(const int (&signals)[N], void (*handler)(int)) {
  for (const int number : signals) {
    if (std::signal(number, handler) == SIG_IGN) std::signal(number, SIG_IGN);
  }
}

}  // namespace

extern "C" {
static void on_end(int signal) {
  remove_temporary_files();
  std::signal(signal, SIG_DFL);
  std::raise(signal);  // the signal arrives when this handler returns
}

static void on_interrupt(int signal) {
  if (!interrupted.exchange(true)) {
    interrupted_at = now();
  } else if (now() - interrupted_at > kSameRequest) {
    on_end(signal);
  }
}
}

const std::atomic<bool>& interrupted_flag() { return interrupted; }

void clean_up_on_signals() { catch_all(kEnds, on_end); }

void catch_interrupts() { catch_all(kRequests, on_interrupt); }

}  // namespace pawl::cli
