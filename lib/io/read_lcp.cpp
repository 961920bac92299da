// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/io/read_lcp.h>
#include <pawl/io/read_task.h>

#include "io/object_reader.h"
#include "io/parse_json.h"
#include "io/read_contact_text.h"
#include "io/read_plain_lcp.h"

namespace pawl {

using internal::JsonValue;
using internal::ObjectReader;
using internal::Validator;

namespace {

using Kind = JsonValue::Kind;

/// Reads M and q as far as they can be read; sizes are judged when both are there.
class LcpForm {
 public:
  explicit LcpForm(Validator& faults) : faults_(faults), reader_(faults, [](const std::string&, const JsonValue&) {}) {}

  LcpFile read(const JsonValue& root) {
    LcpFile file;
    Lcp lcp;
    reader_.object(root, "",
                   {{"pawl", true, [&](const JsonValue& v, const std::string& p) { reader_.integer(v, p, 1, 1); }},
                    {"name", false,
                     [&](const JsonValue& v, const std::string& p) { file.name = reader_.string(v, p).value_or(""); }},
                    {"M", true, [&](const JsonValue& v, const std::string& p) { read_matrix(v, p); }},
                    {"q", true, [&](const JsonValue& v, const std::string& p) { q_ = numbers(v, p); }}});
    if (faults_.empty()) check_sizes(root);
    if (!faults_.empty()) return file;
    const auto n = static_cast<Eigen::Index>(q_.size());
    lcp.q = Eigen::VectorXd::Map(q_.data(), n);
    lcp.M.resize(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      lcp.M.row(i) = Eigen::RowVectorXd::Map(rows_[static_cast<std::size_t>(i)].data(), n);
    }
    file.problem = std::move(lcp);
    return file;
  }

 private:
  std::vector<double> numbers(const JsonValue& value, const std::string& pointer) {
    std::vector<double> result;
    reader_.array(value, pointer, {"a number", false, [&](const JsonValue& v, const std::string& p) {
                                     result.push_back(reader_.number(v, p).value_or(0));
                                   }});
    return result;
  }

  void read_matrix(const JsonValue& value, const std::string& pointer) {
    reader_.array(value, pointer,
                  {"a row", false, [&](const JsonValue& v, const std::string& p) { rows_.push_back(numbers(v, p)); }});
  }

  void check_sizes(const JsonValue& root) {
    const std::size_t n = q_.size();
    if (n > static_cast<std::size_t>(kLargestLcp)) {
      reader_.fault("/q", *root.find("q"), fmt::format("has {} entries; at most {} are solved", n, kLargestLcp));
      return;
    }
    const JsonValue& matrix = *root.find("M");
    if (rows_.size() != n) {
      reader_.fault("/M", matrix, fmt::format("has {} rows; must have {}, as q has entries", rows_.size(), n));
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].size() == n) continue;
      reader_.fault(internal::child("/M", i), matrix.items[i],
                    fmt::format("has {} entries; must have {}, as q has", rows_[i].size(), n));
    }
  }

  Validator& faults_;
  ObjectReader reader_;
  std::vector<std::vector<double>> rows_;
  std::vector<double> q_;
};

}  // namespace

LcpFile read_lcp(std::string_view text) {
  if (text.size() > kLargestText) {
    throw InputError("", "", fmt::format("the text has {} bytes, more than {} (64 MiB)", text.size(), kLargestText));
  }
  Validator faults;
  LcpFile file;
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && text.substr(first, 3) == "pc1") {
    file = internal::read_contact_text(text, faults);
  } else if (std::optional<LcpFile> plain = internal::read_plain_lcp(text)) {
    return *std::move(plain);
  } else if (const std::optional<JsonValue> root = internal::parse_json(text, faults)) {
    file = LcpForm(faults).read(*root);
  }
  faults.finish();
  return file;
}

}  // namespace pawl
