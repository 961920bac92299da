// SPDX-License-Identifier: MIT
// Checks that the shipped schema refuses exactly the documents whose form the reader refuses.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "io/json.h"
#include "io/schema_agreement.h"
#include "io/task_documents.h"
#include "io/task_form.h"

using namespace pawl;

namespace {

schemas::Schema task_schema() {
  return schemas::Schema(fmt::format("{}/data/schema/task.schema.json", PAWL_SOURCE_DIR));
}

/// Returns whether a fault states that two values of the file contradict each other. JSON Schema cannot express such a
/// relation.
bool is_relation(const Fault& fault) {
  for (const char* words :
       {"there are only", "letters, but there are", "low must be at most high", "kinetic friction must be at most", "with from < to"}) {
    if (fault.message.find(words) != std::string::npos) return true;
  }
  return false;
}

std::string form_faults(const std::string& text) {
  internal::Validator faults;
  const auto value = internal::parse_json(text, faults);
  if (value) internal::read_task_form(*value, faults);
  std::string lines;
  for (const Fault& fault : faults.take()) {
    if (!is_relation(fault)) lines += fault.pointer + ": " + fault.value + ": " + fault.message + "\n";
  }
  return lines;
}

}  // namespace

TEST_CASE("the schema accepts what the reader accepts") {
  const schemas::Schema schema = task_schema();
  for (const char* text : documents::kGood) {
    CAPTURE(std::string(text));
    CHECK(schema.accepts(text));
  }
  CHECK(schema.accepts(documents::kDrawn));
}

TEST_CASE("the schema refuses exactly what the reader refuses for its form") {
  const schemas::Schema schema = task_schema();
  for (const documents::Bad& bad : documents::kBad) {
    CAPTURE(std::string(bad.text));
    CHECK(schema.accepts(bad.text) == !bad.form);
  }
}

TEST_CASE("reader and schema agree on every document with one value changed, removed or added") {
  const schemas::Schema schema = task_schema();
  const std::string values = R"([null, true, "n", "", "2 mm", "-2 mm", "3 deg", "-3 deg", "0", "5 g", "part", -1, 0, 1, 1.5, 2000000000, -2000000000, 1e300, [], [0, 0], [1, 1],
                                      [0, 1, 2], [[0, 0], [1, 0], [0, 1]], {}, {"x-a": 1}, {"free": {}}, {"radius": 1},
                                      [[1, 2]]])";
  for (const char* text : documents::kGood) {
    schemas::agree_on_changes(schema, form_faults, text, values);
  }
  schemas::agree_on_changes(schema, form_faults, documents::kDrawn, values);
}
