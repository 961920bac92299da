// SPDX-License-Identifier: MIT
#include "draw/recording.h"

#include <fmt/format.h>
#include <pawl/draw/page.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>
#include <variant>

#include "draw/page.h"

namespace pawl::draw::internal {

/// Writes the contacts of all instants as columns. Coordinates of points have `decimals` decimals. The contacts of a
/// pair of bodies are numbered within each instant. The numbers of contact k of a pair are written as differences from
/// contact k of the same pair at the last earlier instant that has such a contact.
void write_contacts(std::string& out, const std::vector<PageInstant>& instants, int decimals);

int decimals_for(double largest, int digits) {
  if (!(largest > 0)) return digits;
  return std::clamp(digits - 1 - static_cast<int>(std::floor(std::log10(largest))), -300, 300);
}

std::int64_t whole(double value, int decimals) {
  const double scaled = decimals < 0 ? value / std::pow(10, -decimals) : value * std::pow(10, decimals);
  return std::llround(scaled);
}

void write_list(std::string& out, const std::vector<std::int64_t>& values) {
  out += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    fmt::format_to(std::back_inserter(out), "{}", values[i]);
  }
  out += ']';
}

void write_column(std::string& out, const std::vector<double>& values, int decimals, int order) {
  std::vector<std::int64_t> steps;
  std::int64_t value = 0, slope = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int64_t next = whole(values[i], decimals), step = next - value;
    steps.push_back(order == 2 && i > 0 ? step - slope : step);
    if (i > 0) slope = step;
    value = next;
  }
  while (!steps.empty() && steps.back() == 0) steps.pop_back();
  fmt::format_to(std::back_inserter(out), R"({{"d":{},"o":{},"v":)", decimals, order);
  write_list(out, steps);
  out += '}';
}

namespace {

// The numbers of a contact, rounded to integers: x and y of the point, angle of the normal, gap, normal and tangential
// force.
using Numbers = std::array<std::int64_t, 6>;
using Pair = std::pair<std::size_t, std::size_t>;

constexpr int kAngleDecimals = 9;
constexpr int kGapDigits = 2;  ///< a gap has this many more decimals than a point
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
  /// Numbers that were written last, by the pair of bodies and the index of the contact in the pair.
  std::map<std::pair<std::size_t, std::size_t>, Numbers> last_;
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

namespace {

std::size_t numbers_in(const PageInstant& instant) {
  return 2 + 3 * instant.poses.size() + 8 * instant.contacts.size();
}

}  // namespace

void InstantRecorder::add(PageInstant instant) {
  last_.reset();
  if (seen_++ % stride_ != 0) {
    last_ = std::move(instant);
    return;
  }
  numbers_ += numbers_in(instant);
  kept_.push_back(std::move(instant));
  while (numbers_ > most_ && kept_.size() > 2) thin();
}

void InstantRecorder::thin() {
  if (!last_ && kept_.size() % 2 == 0) last_ = kept_.back();
  stride_ *= 2;
  std::size_t kept = 0;
  numbers_ = 0;
  for (std::size_t i = 0; i < kept_.size(); i += 2) {
    numbers_ += numbers_in(kept_[i]);
    if (kept != i) kept_[kept] = std::move(kept_[i]);  // moving an entry to itself would clear it
    ++kept;
  }
  kept_.resize(kept);
}

std::vector<PageInstant> InstantRecorder::take() {
  if (last_) kept_.push_back(*std::exchange(last_, std::nullopt));
  numbers_ = seen_ = 0;
  stride_ = 1;
  return std::exchange(kept_, {});
}

namespace {

using Vector = Eigen::Vector2d;

constexpr int kLengthDigits = 11, kEnergyDigits = 8, kTimeDigits = 9;

/// Writes a list as an array, with commas between the entries.
template <class List, class Write>
void write_array(std::string& out, const List& list, const Write& write) {
  out += '[';
  bool first = true;
  for (const auto& entry : list) {
    if (!first) out += ',';
    first = false;
    write(entry);
  }
  out += ']';
}

/// Writes a list of numbers with all their digits, so that a reader gets exactly the same numbers.
void write_numbers(std::string& out, std::initializer_list<double> numbers) {
  write_array(out, numbers, [&](double number) { fmt::format_to(std::back_inserter(out), "{}", number + 0.0); });
}

void write_vector(std::string& out, const std::optional<Vector>& v) {
  if (v)
    write_numbers(out, {v->x(), v->y()});
  else
    out += "null";
}

void write_outline(std::string& out, const Outline& outline) {
  if (const Disc* disc = std::get_if<Disc>(&outline)) {
    out += R"({"disc":)";
    write_numbers(out, {disc->center.x(), disc->center.y(), disc->radius});
    out += '}';
    return;
  }
  const Path* path = std::get_if<Path>(&outline);
  const std::vector<Vector>& vertices = path != nullptr ? path->vertices : std::get<Polygon>(outline).vertices;
  out += R"({"path":[)";
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (i > 0) out += ',';
    write_numbers(out, {vertices[i].x(), vertices[i].y(), path != nullptr ? path->bulges[i] : 0});
  }
  out += "]}";
}

const char* name_of(PageBody::Role role) {
  constexpr std::array kNames = {"part", "pin", "ground", "seat"};
  return kNames[static_cast<std::size_t>(role)];
}

void write_body(std::string& out, const PageBody& body) {
  fmt::format_to(std::back_inserter(out), R"({{"name":{},"label":{},"role":"{}","outline":)", json_text(body.name),
                 json_text(body.label), name_of(body.role));
  if (body.outline)
    write_outline(out, *body.outline);
  else
    out += "null";
  for (std::size_t k = 0; k < body.holes.size(); ++k) {
    out += k == 0 ? R"(,"holes":[)" : ",";
    write_outline(out, body.holes[k]);
  }
  if (!body.holes.empty()) out += ']';
  out += R"(,"center":)";
  write_vector(out, body.center_of_mass);
  out += '}';
}

void write_push(std::string& out, const PagePush& push) {
  fmt::format_to(std::back_inserter(out), R"({{"from":{},"label":{},"force":)", push.from, json_text(push.label));
  write_numbers(out, {push.force.x(), push.force.y()});
  fmt::format_to(std::back_inserter(out), R"(,"torque":{},"at":)", push.torque + 0.0);
  write_vector(out, push.at);
  out += R"(,"anchor":)";
  write_vector(out, push.anchor);
  out += '}';
}

template <class Value>
std::vector<double> column(const PagePlay& play, const Value& value) {
  std::vector<double> values;
  for (const PageInstant& instant : play.instants) values.push_back(value(instant));
  return values;
}

double largest_of(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::fabs(value));
  return largest;
}

double largest_length(const PagePlay& play) {
  double largest = 0;
  for (const PageInstant& instant : play.instants) {
    for (const Eigen::Vector3d& pose : instant.poses) largest = std::max(largest, pose.head<2>().cwiseAbs().maxCoeff());
    for (const PageContact& contact : instant.contacts) {
      largest = std::max(largest, contact.point.cwiseAbs().maxCoeff());
    }
  }
  return largest;
}

void write_poses(std::string& out, const PagePlay& play, int decimals) {
  out += '[';
  for (std::size_t body = 0; body < play.bodies.size(); ++body) {
    out += body > 0 ? ",[" : "[";
    for (const Eigen::Index k : {0, 1, 2}) {
      if (k > 0) out += ',';
      const auto value = [&](const PageInstant& instant) { return instant.poses[body][k]; };
      write_column(out, column(play, value), k == 2 ? kAngleDecimals : decimals, 2);
    }
    out += ']';
  }
  out += ']';
}

void write_play(std::string& out, const PagePlay& play) {
  const std::vector<double> times = column(play, [](const PageInstant& instant) { return instant.time; });
  const std::vector<double> energies = column(play, [](const PageInstant& instant) { return instant.energy; });
  const int decimals = decimals_for(largest_length(play), kLengthDigits);
  fmt::format_to(std::back_inserter(out), R"({{"name":{},"outcome":{},"good":{},"why":{},"bodies":)",
                 json_text(play.name), json_text(play.outcome), play.good, json_text(play.why));
  write_array(out, play.bodies, [&](const PageBody& body) { write_body(out, body); });
  out += R"(,"times":)";
  write_column(out, times, decimals_for(largest_of(times), kTimeDigits), 2);
  out += R"(,"poses":)";
  write_poses(out, play, decimals);
  out += R"(,"energy":)";
  if (play.has_energy)
    write_column(out, energies, decimals_for(largest_of(energies), kEnergyDigits), 1);
  else
    out += "null";
  out += R"(,"contacts":)";
  write_contacts(out, play.instants, decimals);
  out += R"(,"pushes":)";
  write_array(out, play.pushes, [&](const PagePush& push) { write_push(out, push); });
  out += '}';
}

}  // namespace

std::string page_data(const Page& page) {
  std::string out = fmt::format(R"({{"title":{},"list":{},"length":{},"angle":"{}",)", json_text(page.title),
                                json_text(page.list), json_text(page.length_unit), page.degrees ? "deg" : "rad");
  fmt::format_to(std::back_inserter(out), R"("energyName":{},"energyUnit":{},"first":{},"plays":)",
                 json_text(page.energy_name), json_text(page.energy_unit), page.first);
  write_array(out, page.plays, [&](const PagePlay& play) { write_play(out, play); });
  return out + '}';
}

}  // namespace pawl::draw::internal
