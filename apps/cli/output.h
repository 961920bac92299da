// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace pawl::cli {

/// An output that could not be written: exit status 3.
class WriteError : public std::runtime_error {
 public:
  WriteError(const std::string& what, int error);  ///< with the reason, by its error number
};

/// All outputs of a command except messages: the one place that opens files for writing. A path `-` is standard output.
///
/// Files are replaced only when every text is complete (AtomicFile), so a command that fails leaves the old files.
/// Devices and pipes are written directly.
class Outputs {
 public:
  /// `inputs`: the files that the command reads, `-` for standard input.
  explicit Outputs(std::vector<std::string> inputs);

  /// Adds a file that the command reads because an input names it. Throws InputError if an output is the same file.
  void add_input(const std::string& path);

  /// Names the next output, after a command line option. Opens nothing. Throws InputError when it is the same file as
  /// an input or an earlier output, by whatever path or link.
  void add(const std::string& option, const std::string& path);

  /// Throws WriteError where a folder is missing or a path is a folder: before work that would be lost. Opens nothing.
  void require_places() const;

  /// Writes one text to each output, in the order they were added; an output without one is left as it is. Throws
  /// WriteError.
  using Texts = std::vector<std::optional<std::string>>;
  void write(const Texts& texts) const;

  /// Writes the only output by parts, each when `produce` hands it over, for texts that would not fit in memory. Throws
  /// WriteError, from within `produce` too.
  using Part = std::function<void(const std::string&)>;
  void write_in_parts(const std::function<void(const Part&)>& produce) const;

 private:
  enum class How { standard_output, replace, direct };
  struct Output {
    std::string option;
    std::string path;  ///< as given
    How how;
    std::string file;  ///< where the path leads
  };
  static Output resolved(const std::string& option, const std::string& path);
  void require_no_input(const Output& output) const;
  void require_no_other(const Output& output) const;

  std::vector<std::string> inputs_;
  std::vector<Output> outputs_;
};

/// Writes a line to standard error. What could change the terminal is spelled out: names of files, values of options
/// and texts of files are in such lines.
void write_message(const std::string& line);

/// Throws WriteError unless the whole text went out.
void write_standard_output(const std::string& text);

/// Whether the user asked the command to end (SIGINT, SIGTERM or SIGHUP, once catch_interrupts() was called). Long
/// commands look at it, by a StopToken, and answer what they have.
const std::atomic<bool>& interrupted_flag();

/// From now on a signal that ends the process removes temporary files of outputs first (output.cpp). To be called
/// as the process begins. A signal that was ignored then stays ignored.
void clean_up_on_signals();

/// From now on the first SIGINT, SIGTERM or SIGHUP sets the flag; one that comes later ends the process at once, as it
/// would have without this. A signal that was ignored when the process began stays ignored.
void catch_interrupts();

}  // namespace pawl::cli
