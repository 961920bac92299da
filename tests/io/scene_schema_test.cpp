// SPDX-License-Identifier: MIT
// Checks that the shipped schema of scenes refuses exactly the documents whose form the reader refuses.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "io/json.h"
#include "io/scene_documents.h"
#include "io/scene_form.h"
#include "io/schema_agreement.h"

using namespace pawl;

namespace {

schemas::Schema scene_schema() {
  return schemas::Schema(fmt::format("{}/data/schema/scene.schema.json", PAWL_SOURCE_DIR));
}

std::string form_faults(const std::string& text) {
  internal::Validator faults;
  const auto value = internal::parse_json(text, faults);
  if (value) internal::read_scene_form(*value, faults);
  std::string lines;
  for (const Fault& fault : faults.take()) {
    // A schema cannot compare two values of a document, so these faults are not expected of it.
    const bool compares = fault.message == internal::kLowAtMostHigh || fault.message.starts_with(internal::kTimeAfterBefore) ||
                          fault.message.starts_with("kinetic friction must be at most");
    if (!compares) lines += fmt::format("{}: {}\n", fault.pointer, fault.message);
  }
  return lines;
}

}  // namespace

TEST_CASE("the schema of scenes accepts what the reader accepts, and refuses what the reader refuses for its form") {
  const schemas::Schema schema = scene_schema();
  for (const char* text : documents::kGoodScenes) {
    CAPTURE(std::string(text));
    CHECK(schema.accepts(text));
  }
  for (const documents::BadScene& bad : documents::kBadScenes) {
    CAPTURE(std::string(bad.text));
    CHECK(schema.accepts(bad.text) == !bad.form);
  }
}

TEST_CASE("reader and schema agree on every scene with one value changed, removed or added") {
  const schemas::Schema schema = scene_schema();
  const std::string values = R"([null, true, "n", "ground", "body 1", "link 0", "body 1234567890", -1, 0, 1, 1.5,
      -2000000000, 1e300, [], [0, 0], [1, 1], [0, 1, 2], [[0, 0], [1, 0], [0, 1]], {}, {"x-a": 1}, {"radius": 1}])";
  for (const char* text : documents::kGoodScenes) {
    schemas::agree_on_changes(schema, form_faults, text, values);
  }
}
