// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace pawl::cli {

/// The exception for an output that could not be written. Its exit status is 3.
class WriteError : public std::runtime_error {
 public:
  /// `what` is the message; the system's message for the error number `error` is appended to it.
  WriteError(const std::string& what, int error);
};

/// All outputs of a command except messages. Only this class opens files for writing. The path `-` is standard output.
///
/// Files are replaced only when the texts of all outputs are complete (AtomicFile). If a command fails, the old files
/// therefore remain. Devices and pipes are written directly.
class Outputs {
 public:
  /// `inputs` are the files that the command reads, with `-` for standard input.
  explicit Outputs(std::vector<std::string> inputs);

  /// Adds a file that the command reads because another input refers to it. Throws InputError if an output is the same
  /// file.
  void add_input(const std::string& path);

  /// Adds the next output. `option` is the command line option that contains its path. Does not open the file. Throws
  /// InputError if the output is the same file as an input or an earlier output, by any path or link.
  void add(const std::string& option, const std::string& path);

  /// Throws WriteError if a folder is missing or a path is a folder. Does not open files. Must be called before a long
  /// computation, whose result would be lost if it could not be written.
  void require_places() const;

  /// Writes one text to each output, in the order of add(). An output without a text remains unchanged. Throws
  /// WriteError.
  using Texts = std::vector<std::optional<std::string>>;
  void write(const Texts& texts) const;

  /// Writes the only output in parts, for a text that does not fit in memory. `produce` is called with a function, and
  /// must call this function with each part. Throws WriteError; the exception may pass through `produce`.
  using Part = std::function<void(const std::string&)>;
  void write_in_parts(const std::function<void(const Part&)>& produce) const;

 private:
  enum class How { standard_output, replace, direct };
  struct Output {
    std::string option;
    std::string path;  ///< path as given
    How how;
    std::string file;  ///< the path with links resolved
  };
  static Output resolved(const std::string& option, const std::string& path);
  void require_no_input(const Output& output) const;
  void require_no_other(const Output& output) const;

  std::vector<std::string> inputs_;
  std::vector<Output> outputs_;
};

/// Writes a line to standard error. Escapes characters that could change the terminal, because such lines contain file
/// names, option values and texts from files.
void write_message(const std::string& line);

/// Throws WriteError unless the whole text was written.
void write_standard_output(const std::string& text);

/// Returns the flag that is set when the user interrupts the command (SIGINT, SIGTERM or SIGHUP, after
/// catch_interrupts()). Long commands poll it through a StopToken and return partial answers.
const std::atomic<bool>& interrupted_flag();

/// Installs signal handlers. If a signal ends the process, the handler first removes the temporary files of outputs
/// (output.cpp). Must be called at the start of the process. Signals that the process ignores remain ignored.
void clean_up_on_signals();

/// Installs signal handlers. The first SIGINT, SIGTERM or SIGHUP then sets the flag. Later signals end the process
/// immediately, as without handlers. Signals that were ignored at the start of the process remain ignored.
void catch_interrupts();

}  // namespace pawl::cli
