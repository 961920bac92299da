// SPDX-License-Identifier: MIT
// The shipped schema refuses what the reader refuses for its form, and nothing else.
#include <doctest/doctest.h>
#include <pawl/io/read_task.h>

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "io/parse_json.h"
#include "io/task_documents.h"
#include "io/task_form.h"

using namespace pawl;
using Json = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

namespace {

class TaskSchema {
 public:
  TaskSchema() {
    const auto text = read_text_file(std::string(PAWL_SOURCE_DIR) + "/data/schema/task.schema.json");
    const Json document = Json::parse(text);
    valijson::SchemaParser().populateSchema(Adapter(document), schema_);
  }
  bool accepts(const Json& document) const {
    return valijson::Validator().validate(schema_, Adapter(document), nullptr);
  }

 private:
  valijson::Schema schema_;
};

/// What JSON Schema has no words for: a bound that another value of the file sets.
bool is_relation(const Fault& fault) {
  for (const char* words : {"there are only", "letters, but there are", "low must be at most high"}) {
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

void agree(const TaskSchema& schema, const Json& document) {
  const std::string text = document.dump();
  const std::string faults = form_faults(text);
  const bool accepted = schema.accepts(document);
  INFO(text, "\nreader: ", faults);
  CHECK(accepted == faults.empty());
}

/// All places of a document, as JSON pointers.
void places_of(const Json& value, const Json::json_pointer& at, std::vector<Json::json_pointer>& places) {
  places.push_back(at);
  if (value.is_object()) {
    for (const auto& item : value.items()) places_of(item.value(), at / item.key(), places);
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) places_of(value[i], at / i, places);
  }
}

void erase(Json& document, const Json::json_pointer& at) {
  Json& parent = document[at.parent_pointer()];
  if (parent.is_array()) {
    parent.erase(std::stoul(at.back()));
  } else {
    parent.erase(at.back());
  }
}

}  // namespace

TEST_CASE("the schema accepts what the reader accepts") {
  const TaskSchema schema;
  for (const char* text : documents::kGood) {
    CAPTURE(std::string(text));
    CHECK(schema.accepts(Json::parse(text)));
  }
}

TEST_CASE("the schema refuses what the reader refuses for its form, and only that") {
  const TaskSchema schema;
  for (const documents::Bad& bad : documents::kBad) {
    CAPTURE(std::string(bad.text));
    CHECK(schema.accepts(Json::parse(bad.text)) == !bad.form);
  }
}

TEST_CASE("reader and schema agree on every document with one place changed, left out or added to") {
  const TaskSchema schema;
  const Json values =
      Json::parse(R"([null, true, "n", "", -1, 0, 1, 1.5, 2000000000, -2000000000, 1e300, [], [0, 0], [1, 1],
                                      [0, 1, 2], [[0, 0], [1, 0], [0, 1]], {}, {"x-a": 1}, {"free": {}}, {"radius": 1},
                                      [[1, 2]]])");
  for (const char* text : documents::kGood) {
    const Json good = Json::parse(text);
    std::vector<Json::json_pointer> places;
    places_of(good, Json::json_pointer(), places);
    for (const auto& place : places) {
      for (const Json& value : values) {
        Json changed = good;
        changed[place] = value;
        agree(schema, changed);
      }
      Json added = good;
      if (added[place].is_object()) added[place]["fricton"] = 1;
      if (added[place].is_array()) added[place].push_back(added[place].empty() ? Json(1) : added[place][0]);
      agree(schema, added);
      if (place.empty()) continue;
      Json less = good;
      erase(less, place);
      agree(schema, less);
    }
  }
}
