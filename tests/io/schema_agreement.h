// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/read_task.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#include <vector>

namespace pawl::schemas {

using Json = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

/// A schema of data/schema.
class Schema {
 public:
  explicit Schema(const std::string& path) {
    const Json document = Json::parse(read_text_file(path));
    valijson::SchemaParser().populateSchema(Adapter(document), schema_);
  }
  bool accepts(const Json& document) const {
    return valijson::Validator().validate(schema_, Adapter(document), nullptr);
  }

 private:
  valijson::Schema schema_;
};

/// The faults that a reader finds in the form of a text, a line each.
using FormFaults = std::function<std::string(const std::string& text)>;

inline void agree(const Schema& schema, const FormFaults& form_faults, const Json& document) {
  const std::string text = document.dump();
  const std::string faults = form_faults(text);
  const bool accepted = schema.accepts(document);
  INFO(text, "\nreader: ", faults);
  CHECK(accepted == faults.empty());
}

/// All places of a document, as JSON pointers.
inline void places_of(const Json& value, const Json::json_pointer& at, std::vector<Json::json_pointer>& places) {
  places.push_back(at);
  if (value.is_object()) {
    for (const auto& item : value.items()) places_of(item.value(), at / item.key(), places);
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) places_of(value[i], at / i, places);
  }
}

inline void erase(Json& document, const Json::json_pointer& at) {
  Json& parent = document[at.parent_pointer()];
  if (parent.is_array()) {
    parent.erase(std::stoul(at.back()));
  } else {
    parent.erase(at.back());
  }
}

/// Every document with one place changed, left out or added to.
inline void agree_on_changes(const Schema& schema, const FormFaults& form_faults, const Json& good,
                             const Json& values) {
  std::vector<Json::json_pointer> places;
  places_of(good, Json::json_pointer(), places);
  for (const auto& place : places) {
    for (const Json& value : values) {
      Json changed = good;
      changed[place] = value;
      agree(schema, form_faults, changed);
    }
    Json added = good;
    if (added[place].is_object()) added[place]["fricton"] = 1;
    if (added[place].is_array()) added[place].push_back(added[place].empty() ? Json(1) : added[place][0]);
    agree(schema, form_faults, added);
    if (place.empty()) continue;
    Json less = good;
    erase(less, place);
    agree(schema, form_faults, less);
  }
}

}  // namespace pawl::schemas
