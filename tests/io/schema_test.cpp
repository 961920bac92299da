// SPDX-License-Identifier: MIT
// The shipped schema refuses what the reader refuses for its form, and nothing else.
#include <doctest/doctest.h>
#include <pawl/io/read_task.h>

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "io/task_documents.h"

using namespace pawl;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

namespace {

class TaskSchema {
 public:
  TaskSchema() {
    const auto text = read_text_file(std::string(PAWL_SOURCE_DIR) + "/data/schema/task.schema.json");
    const nlohmann::json document = nlohmann::json::parse(text);
    valijson::SchemaParser().populateSchema(Adapter(document), schema_);
  }
  bool accepts(const char* text) const {
    const nlohmann::json document = nlohmann::json::parse(text);
    return valijson::Validator().validate(schema_, Adapter(document), nullptr);
  }

 private:
  valijson::Schema schema_;
};

}  // namespace

TEST_CASE("the schema accepts what the reader accepts") {
  const TaskSchema schema;
  for (const char* text : documents::kGood) {
    CAPTURE(text);
    CHECK(schema.accepts(text));
  }
}

TEST_CASE("the schema refuses what the reader refuses for its form, and only that") {
  const TaskSchema schema;
  for (const documents::Bad& bad : documents::kBad) {
    CAPTURE(bad.text);
    CHECK(schema.accepts(bad.text) == !bad.form);
  }
}
