// SPDX-License-Identifier: MIT
// Compares a reader's verdicts on documents with those of a schema. Only the .cpp file includes valijson and
// nlohmann/json, because each inclusion costs seconds of compile time.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pawl::schemas {

/// A JSON schema from the folder data/schema.
class Schema {
 public:
  enum class Keys {
    as_it_says,
    none_else
  };  ///< as_it_says: the schema as it is; none_else: the schema must also refuse every key that it does not list
  explicit Schema(const std::string& path, Keys keys = Keys::as_it_says);
  ~Schema();
  bool accepts(const std::string& document) const;

 private:
  friend class Agreement;
  struct Parsed;
  std::unique_ptr<Parsed> parsed_;
};

/// Returns the faults in the form of a text that a reader reports, one per line.
using FormFaults = std::function<std::string(const std::string& text)>;

/// Checks that a reader and the schema agree on documents with a single change. The changes are: replacing each value
/// by each entry of the array `values`, removing each value, and adding keys and entries.
void agree_on_changes(const Schema& schema, const FormFaults& form_faults, const std::string& good,
                      const std::string& values);

/// Returns pointers to those values of the document that the schema permits to be anything. Tests this by putting {"x":
/// 1} in place of each value.
std::vector<std::string> places_of_anything(const Schema& schema, const std::string& document);

}  // namespace pawl::schemas
