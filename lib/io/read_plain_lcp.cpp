// SPDX-License-Identifier: MIT
#include "io/read_plain_lcp.h"

#include <nlohmann/json.hpp>
#include <set>

namespace pawl::internal {
namespace {

constexpr std::size_t kMost = static_cast<std::size_t>(kLargestLcp);

/// Ends the reading, by false, at whatever is not expected.
class Reader : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return false; }
  bool boolean(bool) override { return false; }
  bool binary(binary_t&) override { return false; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }
  bool number_integer(number_integer_t value) override { return number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t&) override { return number(value); }
  bool string(string_t& value) override {
    name_ = value;
    return depth_ == 1 && key_ == "name";
  }
  bool start_object(std::size_t) override { return depth_++ == 0; }
  bool end_object() override { return --depth_ == 0; }
  bool key(string_t& name) override {
    key_ = name;
    return seen_.insert(name).second;
  }
  bool start_array(std::size_t) override {
    ++depth_;
    if (key_ == "M" && depth_ == 3) starts_.push_back(entries_.size());
    return (key_ == "M" && depth_ <= 3) || (key_ == "q" && depth_ == 2);
  }
  bool end_array() override {
    --depth_;
    return true;
  }

  std::optional<LcpFile> file() const {
    const std::size_t n = q_.size();
    if (!seen_.count("pawl") || !seen_.count("M") || !seen_.count("q") || n > kMost) return std::nullopt;
    if (starts_.size() != n || entries_.size() != n * n) return std::nullopt;
    for (std::size_t i = 0; i < n; ++i) {
      if (starts_[i] != i * n) return std::nullopt;
    }
    const auto size = static_cast<Eigen::Index>(n);
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    return LcpFile{name_, Lcp{RowMajor::Map(entries_.data(), size, size), Eigen::VectorXd::Map(q_.data(), size)}};
  }

 private:
  bool number(double value) {
    if (key_ == "pawl") return depth_ == 1 && value == 1;
    if (key_ == "q" && depth_ == 2) {
      q_.push_back(value);
      return q_.size() <= kMost;
    }
    entries_.push_back(value);
    return key_ == "M" && depth_ == 3 && entries_.size() <= kMost * kMost;
  }

  int depth_ = 0;
  std::string key_, name_;
  std::set<std::string> seen_;
  std::vector<double> entries_, q_;
  std::vector<std::size_t> starts_;  ///< entries before each row
};

}  // namespace

std::optional<LcpFile> read_plain_lcp(std::string_view text) {
  Reader reader;
  if (text.find('\0') != std::string_view::npos || !nlohmann::json::sax_parse(text.begin(), text.end(), &reader)) {
    return std::nullopt;
  }
  return reader.file();
}

}  // namespace pawl::internal
