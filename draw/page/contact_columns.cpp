// SPDX-License-Identifier: MIT
#include "page/contact_columns.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "page/columns.h"

namespace pawl::draw::internal {
namespace {

using Numbers = std::array<std::int64_t, 6>;  // point, angle of the normal, gap, normal and tangential force
using Pair = std::pair<std::size_t, std::size_t>;

constexpr int kAngleDecimals = 9;
constexpr int kGapDigits = 2;  ///< more than those of a point
constexpr int kForceDigits = 8;

int force_decimals(const std::vector<PageInstant>& instants) {
  double largest = 0;
  for (const PageInstant& instant : instants) {
    for (const PageContact& contact : instant.contacts) {
      largest = std::max({largest, std::fabs(contact.normal_force), std::fabs(contact.tangent_force)});
    }
  }
  return decimals_for(largest, kForceDigits);
}

class ContactColumns {
 public:
  ContactColumns(int points, int forces) : points_(points), forces_(forces) {}

  void add(const PageInstant& instant) {
    counts_.push_back(static_cast<std::int64_t>(instant.contacts.size()));
    std::map<std::size_t, std::size_t> ranks;
    for (const PageContact& contact : instant.contacts) {
      const std::size_t pair = pair_of({contact.a, contact.b});
      pair_.push_back(static_cast<std::int64_t>(pair));
      modes_ += contact.mode;
      add_numbers(numbers_of(contact), last_[{pair, ranks[pair]++}]);
    }
  }

  void write(std::string& out) const {
    out += R"({"pairs":[)";
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      fmt::format_to(std::back_inserter(out), "{}[{},{}]", i > 0 ? "," : "", pairs_[i].first, pairs_[i].second);
    }
    out += R"(],"counts":)";
    write_list(out, counts_);
    out += R"(,"pair":)";
    write_list(out, pair_);
    fmt::format_to(std::back_inserter(out), R"(,"modes":"{}","decimals":[{},{},{},{}])", modes_, points_,
                   kAngleDecimals, points_ + kGapDigits, forces_);
    constexpr std::array kNames = {"x", "y", "angle", "gap", "normal", "tangent"};
    for (std::size_t k = 0; k < kNames.size(); ++k) {
      fmt::format_to(std::back_inserter(out), R"(,"{}":)", kNames[k]);
      write_list(out, columns_[k]);
    }
    out += '}';
  }

 private:
  std::size_t pair_of(const Pair& pair) {
    const auto [place, is_new] = pair_numbers_.try_emplace(pair, pairs_.size());
    if (is_new) pairs_.push_back(pair);
    return place->second;
  }

  Numbers numbers_of(const PageContact& contact) const {
    const double angle = std::atan2(contact.normal.y(), contact.normal.x());
    return {whole(contact.point.x(), points_),    whole(contact.point.y(), points_),
            whole(angle, kAngleDecimals),         whole(contact.gap, points_ + kGapDigits),
            whole(contact.normal_force, forces_), whole(contact.tangent_force, forces_)};
  }

  void add_numbers(const Numbers& numbers, Numbers& last) {
    for (std::size_t k = 0; k < numbers.size(); ++k) columns_[k].push_back(numbers[k] - last[k]);
    last = numbers;
  }

  int points_, forces_;
  std::vector<Pair> pairs_;
  std::map<Pair, std::size_t> pair_numbers_;
  std::map<std::pair<std::size_t, std::size_t>, Numbers> last_;  ///< by pair and rank
  std::vector<std::int64_t> counts_, pair_;
  std::string modes_;
  std::array<std::vector<std::int64_t>, 6> columns_;
};

}  // namespace

void write_contacts(std::string& out, const std::vector<PageInstant>& instants, int decimals) {
  ContactColumns columns(decimals, force_decimals(instants));
  for (const PageInstant& instant : instants) columns.add(instant);
  columns.write(out);
}

}  // namespace pawl::draw::internal
