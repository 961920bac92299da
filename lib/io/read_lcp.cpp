// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/io/read_lcp.h>
#include <pawl/io/read_task.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>

#include "base/charconv.h"
#include "base/faults.h"
#include "io/form_reader.h"
#include "io/json.h"

namespace pawl::internal::inline io {

/// Reads a valid JSON problem number by number, so that even the largest problem needs only twice the memory of its
/// matrix. Returns nothing for any other text; the caller then uses the document reader, which finds the errors.
std::optional<LcpFile> read_plain_lcp(std::string_view text);

/// Reads a contact problem in the text format pc1 (read_lcp.h). The result is valid only if no fault was added.
LcpFile read_contact_text(std::string_view text, Validator& faults);

}  // namespace pawl::internal::inline io

namespace pawl {

using internal::JsonValue;
using internal::ObjectReader;
using internal::Validator;

namespace {

using Kind = JsonValue::Kind;

/// Reads M and q. Checks their sizes only if both could be read.
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
      lcp.M.row(i) = Eigen::RowVectorXd::Map(rows_[i].data(), n);
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
      reader_.fault("/M", matrix, fmt::format("has {} rows; must have {}, one per entry of q", rows_.size(), n));
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].size() == n) continue;
      reader_.fault(internal::child("/M", i), matrix.items[i],
                    fmt::format("has {} entries; must have {}, as many as q", rows_[i].size(), n));
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

namespace pawl::internal::inline io {
namespace {

constexpr std::size_t kMost = static_cast<std::size_t>(kLargestLcp);

/// Handles the events of a parser. At the first event that is not expected, returns false, which stops the parser.
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
  std::vector<std::size_t> starts_;  ///< for each row of M, the number of entries before it
};

}  // namespace

std::optional<LcpFile> read_plain_lcp(std::string_view text) {
  Reader reader;
  if (text.find('\0') != std::string_view::npos || !nlohmann::json::sax_parse(text.begin(), text.end(), &reader)) {
    return std::nullopt;
  }
  return reader.file();
}

namespace {

using WordList = std::vector<std::string_view>;
using Problem = ContactProblem;

/// The lines of a text that are not blank, split into words, with their line numbers from 1.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  bool next() {
    while (!text_.empty()) {
      ++number_;
      const std::size_t end = text_.find('\n');
      split(text_.substr(0, end));
      text_ = end == std::string_view::npos ? std::string_view() : text_.substr(end + 1);
      if (!words_.empty()) return true;
    }
    ++number_;
    words_.clear();
    return false;
  }

  const WordList& words() const { return words_; }
  std::string place() const { return fmt::format("line {}", number_); }

 private:
  void split(std::string_view line) {
    constexpr std::string_view kSpace = " \t\r";
    words_.clear();
    for (std::size_t at = line.find_first_not_of(kSpace); at != std::string_view::npos;) {
      const std::size_t end = std::min(line.find_first_of(kSpace, at), line.size());
      words_.push_back(line.substr(at, end - at));
      at = line.find_first_not_of(kSpace, end);
    }
  }

  std::string_view text_;
  WordList words_;
  int number_ = 0;
};

class ContactText {
 public:
  ContactText(std::string_view text, Validator& faults) : lines_(text), faults_(faults) {}

  LcpFile read() {
    read_title();
    read_sizes();
    if (faults_.empty()) {
      for (Problem::Body& body : problem_.bodies) read_body(body);
      for (Problem::Contact& contact : problem_.contacts) read_contact(contact);
    }
    if (faults_.empty() && lines_.next()) fault(lines_.words()[0], "unexpected text after the last contact");
    return {std::move(name_), std::move(problem_)};
  }

 private:
  void fault(std::string_view value, std::string message) {
    faults_.add(lines_.place(), printable(value), std::move(message));
  }

  /// Reads the next line. If it does not have `count` words, adds a fault and returns false.
  bool line(std::size_t count, const char* what) {
    if (ended_) return false;
    if (!lines_.next()) {
      ended_ = true;
      fault("", fmt::format("the text ends; expected {}", what));
      return false;
    }
    if (lines_.words().size() == count) return true;
    fault(fmt::format("{} words", lines_.words().size()), fmt::format("must be {} words: {}", count, what));
    return false;
  }

  std::optional<double> number(std::size_t k) {
    const std::string_view word = lines_.words()[k];
    double value = 0;
    const auto [end, error] = from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc() && end == word.data() + word.size() && std::isfinite(value)) return value;
    fault(word, "must be a finite number");
    return std::nullopt;
  }

  double number(std::size_t k, double least, const char* words) {
    const auto value = number(k);
    if (value && *value < least) fault(lines_.words()[k], words);
    return value.value_or(0);
  }

  int integer(std::size_t k, int least, int most) {
    const std::string_view word = lines_.words()[k];
    int value = 0;
    const auto [end, error] = from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc() && end == word.data() + word.size() && value >= least && value <= most) return value;
    fault(word, fmt::format("must be an integer from {} to {}", least, most));
    return least;
  }

  void read_title() {
    if (!line(3, "pc1, acc or st, and a name")) return;
    const WordList& words = lines_.words();
    if (words[0] != "pc1") fault(words[0], "must be pc1");
    if (words[1] != "acc" && words[1] != "st") fault(words[1], "must be acc or st");
    problem_.level = words[1] == "st" ? Problem::Level::velocity : Problem::Level::acceleration;
    name_ = printable(words[2]);
  }

  void read_sizes() {
    if (!line(4, "numbers of bodies and contacts, friction, step")) return;
    const bool velocity = problem_.level == Problem::Level::velocity;
    // A body needs less memory than a contact, so a problem may have more bodies than contacts.
    const int bodies = integer(0, 0, 4 * kMostContacts);
    const int contacts = integer(1, 0, kMostContacts);
    friction_ = number(2, 0, "must be at least 0");
    const double step = number(3, 0, "must be at least 0");
    if (velocity && !(step > 0)) fault(lines_.words()[3], "must be greater than 0 at the velocity level (st)");
    if (!velocity && step != 0) fault(lines_.words()[3], "must be 0 at the acceleration level (acc)");
    if (velocity) problem_.step = step;
    problem_.bodies.resize(static_cast<std::size_t>(bodies));
    problem_.contacts.resize(static_cast<std::size_t>(contacts));
  }

  void read_body(Problem::Body& body) {
    if (!line(2, "inverse mass and inverse inertia of a body")) return;
    body.inverse_mass = number(0, 0, "must be at least 0");
    body.inverse_inertia = number(1, 0, "must be at least 0");
  }

  void read_contact(Problem::Contact& contact) {
    if (!line(11, "A B nx ny rAx rAy rBx rBy mode bn bt of a contact")) return;
    const int last = static_cast<int>(problem_.bodies.size()) - 1;
    const bool velocity = problem_.level == Problem::Level::velocity;
    contact.a = integer(0, -1, last);
    contact.b = integer(1, -1, last);
    contact.normal = vector(2);
    contact.arm_a = vector(4);
    contact.arm_b = vector(6);
    contact.sliding = integer(8, velocity ? 0 : -1, velocity ? 0 : 1);
    contact.normal_bias = number(9).value_or(0);
    contact.tangent_bias = number(10).value_or(0);
    contact.friction = friction_;
    if (contact.a == contact.b) fault(lines_.words()[1], "must be another body than A");
    if (contact.normal.isZero(0)) fault(lines_.words()[2], "the normal must not be zero");
  }

  Eigen::Vector2d vector(std::size_t k) {
    const auto x = number(k);
    const auto y = number(k + 1);
    return {x.value_or(0), y.value_or(0)};
  }

  Lines lines_;
  Validator& faults_;
  Problem problem_;
  std::string name_;
  double friction_ = 0;
  bool ended_ = false;
};

}  // namespace

LcpFile read_contact_text(std::string_view text, Validator& faults) { return ContactText(text, faults).read(); }

}  // namespace pawl::internal::inline io
