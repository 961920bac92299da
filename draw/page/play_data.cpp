// SPDX-License-Identifier: MIT
#include "page/play_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <variant>

#include "page/columns.h"
#include "page/contact_columns.h"
#include "page/json_text.h"

namespace pawl::draw::internal {
namespace {

using Vector = Eigen::Vector2d;

constexpr int kLengthDigits = 11, kAngleDecimals = 9, kEnergyDigits = 8, kTimeDigits = 9;

/// Commas between what is written.
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

/// Every number exactly, so that outlines are.
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
