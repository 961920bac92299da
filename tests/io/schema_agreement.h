// SPDX-License-Identifier: MIT
// Holds a reader's judgement of documents against a schema's. valijson and nlohmann/json stand in its .cpp alone: they
// cost a compiler seconds wherever they are included.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace pawl::schemas {

/// A schema of data/schema.
class Schema {
 public:
  explicit Schema(const std::string& path);
  ~Schema();
  bool accepts(const std::string& document) const;

 private:
  friend class Agreement;
  struct Parsed;
  std::unique_ptr<Parsed> parsed_;
};

/// The faults that a reader finds in the form of a text, a line each.
using FormFaults = std::function<std::string(const std::string& text)>;

/// Checks every document with one place changed to each of `values` (an array), left out or added to.
void agree_on_changes(const Schema& schema, const FormFaults& form_faults, const std::string& good,
                      const std::string& values);

}  // namespace pawl::schemas
