// SPDX-License-Identifier: MIT
#include "io/schema_agreement.h"

#include <doctest/doctest.h>
#include <pawl/io/read_task.h>

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace pawl::schemas {
namespace {

using Json = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

/// Appends the JSON pointers of all values in a document.
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

/// Changes a schema such that it refuses unknown keys: in each object whose properties it lists, only these properties
/// are permitted.
void close_objects(Json& schema) {
  if (schema.is_object() && schema.contains("properties") && schema["properties"].is_object())
    schema["additionalProperties"] = {{"not", Json::object()}};
  if (!schema.is_structured()) return;
  for (Json& part : schema) close_objects(part);
}

}  // namespace

struct Schema::Parsed {
  valijson::Schema schema;
  bool accepts(const Json& document) const {
    return valijson::Validator().validate(schema, Adapter(document), nullptr);
  }
};

Schema::Schema(const std::string& path, Keys keys) : parsed_(std::make_unique<Parsed>()) {
  Json document = Json::parse(read_text_file(path));
  if (keys == Keys::none_else) close_objects(document);
  valijson::SchemaParser().populateSchema(Adapter(document), parsed_->schema);
}
Schema::~Schema() = default;

bool Schema::accepts(const std::string& document) const { return parsed_->accepts(Json::parse(document)); }

class Agreement {
 public:
  Agreement(const Schema& schema, const FormFaults& form_faults)
      : parsed_(*schema.parsed_), form_faults_(form_faults) {}

  void check(const Json& document) const {
    const std::string text = document.dump();
    const std::string faults = form_faults_(text);
    const bool accepted = parsed_.accepts(document);
    INFO(text, "\nreader: ", faults);
    CHECK(accepted == faults.empty());
  }

 private:
  const Schema::Parsed& parsed_;
  const FormFaults& form_faults_;
};

void agree_on_changes(const Schema& schema, const FormFaults& form_faults, const std::string& good_text,
                      const std::string& values) {
  const Agreement agreement(schema, form_faults);
  const Json good = Json::parse(good_text), all = Json::parse(values);
  std::vector<Json::json_pointer> places;
  places_of(good, Json::json_pointer(), places);
  for (const auto& place : places) {
    for (const Json& value : all) {
      Json changed = good;
      changed[place] = value;
      agreement.check(changed);
    }
    Json added = good;
    if (added[place].is_object()) added[place]["fricton"] = 1;
    if (added[place].is_array()) added[place].push_back(added[place].empty() ? Json(1) : added[place][0]);
    agreement.check(added);
    if (place.empty()) continue;
    Json less = good;
    erase(less, place);
    agreement.check(less);
  }
}

std::vector<std::string> places_of_anything(const Schema& schema, const std::string& text) {
  const Json document = Json::parse(text);
  std::vector<Json::json_pointer> places;
  places_of(document, Json::json_pointer(), places);
  std::vector<std::string> loose;
  for (const auto& place : places) {
    Json changed = document;
    changed[place] = {{"x", 1}};
    if (schema.accepts(changed.dump())) loose.push_back(place.to_string());
  }
  return loose;
}

}  // namespace pawl::schemas
