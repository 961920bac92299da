// SPDX-License-Identifier: MIT
// Uses any bytes as the drawing of a task. The reader must return the task, or throw faults that are all at /part. The
// last byte selects the task's unit and whether gaps are closed.
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>
#include <pawl/io/warnings.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "fuzz_input.h"

namespace {

/// The file of a drawing, in a folder of this process. The folder is removed at the end.
class DrawingFile {
 public:
  DrawingFile() : folder(std::filesystem::temp_directory_path() / ("pawl-fuzz-" + std::to_string(getpid()))) {
    std::filesystem::create_directory(folder);
  }
  ~DrawingFile() { std::filesystem::remove_all(folder); }
  DrawingFile(const DrawingFile&) = delete;
  DrawingFile& operator=(const DrawingFile&) = delete;

  const std::filesystem::path folder, path = folder / "drawing";
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pawl;
  static const DrawingFile drawing;
  std::FILE* file = std::fopen(drawing.path.c_str(), "wb");
  fuzz::require(file != nullptr && std::fwrite(data, 1, size, file) == size && std::fclose(file) == 0);
  const unsigned last = size > 0 ? data[size - 1] : 0;
  const std::string unit = last % 2 == 0 ? "mm" : "m", join = last / 2 % 2 == 0 ? "" : R"(, "join": 0.5)";
  const std::string task = R"({"pawl": 1, "units": {"length": ")" + unit + R"("}, "friction": 0.2, )" +
                           R"("part": {"drawing": "drawing")" + join + R"(, "mass": 1}, "fixels": []})";
  try {
    const ValidTask valid = read_valid_task(task, drawing.folder);
    fuzz::require(valid.task().part.outline && outline_faults(*valid.task().part.outline).empty());
    fuzz::require(valid.named_files().size() == 1);
    warnings(valid);
  } catch (const InputError& error) {
    fuzz::require_faults(error);
    for (const Fault& fault : error.faults()) fuzz::require(fault.pointer.starts_with("/part"));
  }
  return 0;
}
