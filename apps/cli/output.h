// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace pawl::cli {

/// The exception for an output that cannot be written. The command then returns exit status 3.
class WriteError : public std::runtime_error {
 public:
  /// The message consists of `what` and the system's message for the error number `error`.
  WriteError(const std::string& what, int error);
};

/// All outputs of a command except messages. No other class opens files for writing. The path `-` is standard output.
///
/// A file is replaced only when the texts of all outputs are complete (AtomicFile), so that a command that fails leaves
/// the old files in place. Devices and pipes are written directly.
class Outputs {
 public:
  /// `inputs` are the paths of the files that the command reads; `-` is standard input.
  explicit Outputs(std::vector<std::string> inputs);

  /// Adds the path of a file that another input refers to, and that the command therefore reads. Throws InputError if
  /// an output is the same file.
  void add_input(const std::string& path);

  /// Adds an output after those that were added before. `option` is the command line option whose value is `path`. Does
  /// not open the file. Throws InputError if an input or an earlier output is the same file, even under another path.
  void add(const std::string& option, const std::string& path);

  /// Throws WriteError if the folder of an output is missing, or if an output is a folder. Does not open files. Call
  /// this function before a long computation, so that its result is not lost.
  void require_places() const;

  /// Writes texts[k] to the k-th output in the order of add(). If texts[k] has no value or does not exist, this output
  /// remains unchanged. Throws WriteError.
  using Texts = std::vector<std::optional<std::string>>;
  void write(const Texts& texts) const;

  /// Writes the only output in parts, because the whole text may not fit in memory. Calls `produce` with a function
  /// that writes one part. This function may throw WriteError, which `produce` must let pass.
  using Part = std::function<void(const std::string&)>;
  void write_in_parts(const std::function<void(const Part&)>& produce) const;

 private:
  enum class How { standard_output, replace, direct };
  struct Output {
    std::string option;
    std::string path;  ///< path as the user gave it
    How how;
    std::string file;  ///< path with all symbolic links resolved
  };
  static Output resolved(const std::string& option, const std::string& path);
  void require_no_input(const Output& output) const;
  void require_no_other(const Output& output) const;

  std::vector<std::string> inputs_;
  std::vector<Output> outputs_;
};

/// Writes a line to standard error. Escapes characters that could change the terminal: the line may contain file names,
/// option values and texts from files.
void write_message(const std::string& line);

/// Writes a text to standard output. Throws WriteError unless the whole text was written.
void write_standard_output(const std::string& text);

/// Returns the flag that catch_interrupts() sets when the user interrupts the command with SIGINT, SIGTERM or SIGHUP.
/// Long commands poll the flag through a StopToken, and return a partial answer if it is set.
const std::atomic<bool>& interrupted_flag();

/// Installs handlers that remove the temporary files of outputs if a signal ends the process. Must be called at the
/// start of the process. A signal that the process ignores remains ignored.
void clean_up_on_signals();

/// Installs handlers for SIGINT, SIGTERM and SIGHUP. The first of these signals sets the flag of interrupted_flag(); a
/// later one ends the process immediately. A signal that was ignored at the start of the process remains ignored.
void catch_interrupts();

}  // namespace pawl::cli
