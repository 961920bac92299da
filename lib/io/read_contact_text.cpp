// SPDX-License-Identifier: MIT
#include "io/read_contact_text.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "base/charconv.h"
#include "io/json_value.h"

namespace pawl::internal {
namespace {

using Words = std::vector<std::string_view>;
using Problem = ContactProblem;

/// The lines of a text that hold anything, as words, with their numbers counted from 1.
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

  const Words& words() const { return words_; }
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
  Words words_;
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
    if (faults_.empty() && lines_.next()) fault(lines_.words()[0], "the text goes on after the last contact");
    return {std::move(name_), std::move(problem_)};
  }

 private:
  void fault(std::string_view value, std::string message) {
    faults_.add(lines_.place(), printable(value), std::move(message));
  }

  /// The next line, when it has so many words.
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
    const Words& words = lines_.words();
    if (words[0] != "pc1") fault(words[0], "must be pc1");
    if (words[1] != "acc" && words[1] != "st") fault(words[1], "must be acc or st");
    problem_.level = words[1] == "st" ? Problem::Level::velocity : Problem::Level::acceleration;
    name_ = printable(words[2]);
  }

  void read_sizes() {
    if (!line(4, "numbers of bodies and contacts, friction, step")) return;
    const bool velocity = problem_.level == Problem::Level::velocity;
    // A body without contacts costs nothing but its line.
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

}  // namespace pawl::internal
