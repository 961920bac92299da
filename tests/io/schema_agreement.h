// SPDX-License-Identifier: MIT
// Compares a reader's verdicts on documents with those of a schema. Only the .cpp file includes valijson and
// nlohmann/json, because each inclusion costs seconds of compile time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pawl::schemas {

/// A schema from data/schema.
class Schema {
 public:
  enum class Keys {
    as_it_says,
    none_else
  };  ///< as_it_says: as the schema states; none_else: the schema also refuses
      ///< keys that it does not list
  explicit Schema(const std::string& path, Keys keys = Keys::as_it_says);
  ~Schema();
  bool accepts(const std::string& document) const;

 private:
  friend class Agreement;
  struct Parsed;
  std::unique_ptr<Parsed> parsed_;
};

/// Returns the faults that a reader finds in the form of a text, one per line.
using FormFaults = std::function<std::string(const std::string& text)>;

/// Changes each value of the document to each of `values` (an array), removes each value, and adds keys and entries.
/// Checks after each single change that reader and schema agree.
void agree_on_changes(const Schema& schema, const FormFaults& form_faults, const std::string& good,
                      const std::string& values);

/// Returns JSON pointers to the values of the document in whose place the schema accepts anything. The function tests
/// this with the value {"x": 1}.
std::vector<std::string> places_of_anything(const Schema& schema, const std::string& document);

}  // namespace pawl::schemas
