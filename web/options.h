// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers/json.h"

namespace pawl::web {

using answers::Json;

/// The options of a command as an object of JSON has them, by their long names without dashes; null is as if not given.
/// Each is asked for once, of the type that the command wants; finish() then throws every fault, those that nobody
/// asked for among them.
class Options {
 public:
  /// `pointer`: of the object, as "/options".
  Options(const Json& object, std::string pointer);

  bool flag(const char* name);                           ///< true, false
  std::optional<double> size(const char* name);          ///< a number from 0
  std::optional<std::uint64_t> count(const char* name);  ///< a whole number from 0
  std::optional<std::string> text(const char* name);
  std::optional<std::string> one_of(const char* name, const std::vector<std::string>& words);
  std::optional<Eigen::Vector3d> wrench(const char* name);  ///< [fx, fy, tau]
  const Json* value(const char* name);                      ///< any; null where it is not given

  void refuse(const std::string& name, const Json& value, const std::string& message);
  void finish() const;

 private:
  const Json* take(const char* name);

  const Json& object_;
  std::string pointer_;
  std::vector<std::string> asked_;
  std::vector<Fault> faults_;
};

/// Faults that the library says of the command's options, --name, said of /options/name.
InputError of_options(const InputError& error);

}  // namespace pawl::web
