// SPDX-License-Identifier: MIT
// Uses any bytes as a document and as values that `--set` puts into the document. The result must be a document, or
// faults must be thrown. The document is then read as a task, and again only faults may be thrown. The first lines are
// KEY=VALUE; an empty line ends these lines.
#include <pawl/io/edit_document.h>
#include <pawl/io/read_task.h>

#include <string>
#include <string_view>
#include <vector>

#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pawl;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<DocumentEdit> edits;
  while (!text.empty() && text[0] != '\n') {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t equals = line.find('=');
    if (equals == 0 || equals == line.npos) continue;
    edits.push_back({std::string(line.substr(0, equals)), std::string(line.substr(equals + 1))});
  }
  text.remove_prefix(std::min<std::size_t>(1, text.size()));
  try {
    read_task(edit_document(std::string(text), edits));
  } catch (const InputError& error) {
    fuzz::require_faults(error);
  }
  return 0;
}
