// SPDX-License-Identifier: MIT
// Holds a reader's judgement of documents against a schema's. valijson and nlohmann/json stand in its .cpp alone: they
// cost a compiler seconds wherever they are included.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pawl::schemas {

/// A schema of data/schema.
class Schema {
 public:
  enum class Keys { as_it_says, none_else };  ///< none_else: other keys than an object's properties are refused
  explicit Schema(const std::string& path, Keys keys = Keys::as_it_says);
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

/// The places of a document, as JSON pointers, that the schema lets be anything: it accepts {"x": 1} there.
std::vector<std::string> places_of_anything(const Schema& schema, const std::string& document);

}  // namespace pawl::schemas
