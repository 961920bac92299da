// SPDX-License-Identifier: MIT
#include "draw/page.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/draw/page.h>
#include <pawl/draw/render.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>

#include "draw/recording.h"
#include "draw/sheet.h"
#include "draw/text.h"

namespace pawl::draw::internal {

/// apps/web/player/page.html: template, style and script in one file, which build.mjs in the same folder makes from
/// src/
extern const std::string_view kPageTemplate;

}  // namespace pawl::draw::internal

namespace pawl::draw {
namespace {

void require(bool holds, const std::string& pointer, const char* what) {
  if (!holds) throw InputError(pointer, "", what);
}

bool finite(const PageContact& contact) {
  return contact.point.allFinite() && contact.normal.allFinite() && !contact.normal.isZero(0) &&
         std::isfinite(contact.gap) && std::isfinite(contact.normal_force) && std::isfinite(contact.tangent_force);
}

bool finite(const Outline& outline) {
  if (const Disc* disc = std::get_if<Disc>(&outline)) return disc->center.allFinite() && std::isfinite(disc->radius);
  const Path* path = std::get_if<Path>(&outline);
  if (path != nullptr && path->bulges.size() != path->vertices.size()) return false;
  const auto& vertices = path != nullptr ? path->vertices : std::get<Polygon>(outline).vertices;
  bool all = vertices.size() >= 2;
  for (const Eigen::Vector2d& vertex : vertices) all = all && vertex.allFinite();
  if (path != nullptr) {
    for (const double bulge : path->bulges) all = all && std::isfinite(bulge);
  }
  return all;
}

/// Bounds of the permitted lengths; between them, doubles have full precision.
constexpr double kLeastLength = 1e-200, kLargestLength = 1e200;

double largest_in(const Outline& outline) {
  if (const Disc* disc = std::get_if<Disc>(&outline))
    return std::max(disc->center.cwiseAbs().maxCoeff(), std::fabs(disc->radius));
  const Path* path = std::get_if<Path>(&outline);
  double largest = 0;
  for (const Eigen::Vector2d& vertex : path != nullptr ? path->vertices : std::get<Polygon>(outline).vertices)
    largest = std::max(largest, vertex.cwiseAbs().maxCoeff());
  return largest;
}

/// Throws InputError if the largest length of a play is out of bounds. Accepts a play whose lengths are all 0, because
/// a single point can be drawn.
void require_lengths(const PagePlay& play, const std::string& pointer) {
  double largest = 0;
  for (const PageBody& body : play.bodies) {
    if (body.outline) largest = std::max(largest, largest_in(*body.outline));
  }
  for (const PageInstant& instant : play.instants) {
    for (const Eigen::Vector3d& pose : instant.poses) largest = std::max(largest, pose.head<2>().cwiseAbs().maxCoeff());
    for (const PageContact& contact : instant.contacts)
      largest = std::max(largest, contact.point.cwiseAbs().maxCoeff());
  }
  const bool drawn = largest == 0 || (largest >= kLeastLength && largest <= kLargestLength);
  if (!drawn)
    throw InputError(pointer, fmt::format("{}", largest),
                     "the largest length of a play must be from 1e-200 to 1e200 units of length");
}

void require_instant(const PagePlay& play, std::size_t i, const std::string& pointer) {
  const PageInstant& instant = play.instants[i];
  require(std::isfinite(instant.time) && (i == 0 || instant.time > play.instants[i - 1].time), pointer + "/time",
          "must be finite and larger than the time before");
  require(std::isfinite(instant.energy), pointer + "/energy", "must be finite");
  require(instant.poses.size() == play.bodies.size(), pointer + "/poses", "must have one pose per body");
  for (const Eigen::Vector3d& pose : instant.poses) require(pose.allFinite(), pointer + "/poses", "must be finite");
  for (const PageContact& contact : instant.contacts) {
    const bool known = contact.a < play.bodies.size() && contact.b < play.bodies.size();
    require(known, pointer + "/contacts", "must be the indices of two bodies of the play");
    require(finite(contact), pointer + "/contacts", "must have finite numbers and a nonzero normal");
    require(std::string_view("lrns?").find(contact.mode) != std::string_view::npos, pointer + "/contacts",
            "the mode must be l, r, n, s or ?");
  }
}

void require_play(const PagePlay& play, const std::string& pointer) {
  require(!play.instants.empty() && !play.bodies.empty(), pointer, "must have at least one body and one instant");
  for (const PageBody& body : play.bodies) {
    require(!body.outline || finite(*body.outline), pointer + "/bodies", "outlines must have finite coordinates");
    require(std::all_of(body.holes.begin(), body.holes.end(), [](const Outline& hole) { return finite(hole); }),
            pointer + "/bodies", "holes must have finite coordinates");
    require(!body.center_of_mass || body.center_of_mass->allFinite(), pointer + "/bodies", "must be finite");
  }
  for (const PagePush& push : play.pushes) {
    const bool points = (!push.at || push.at->allFinite()) && (!push.anchor || push.anchor->allFinite());
    require(std::isfinite(push.from) && push.force.allFinite() && std::isfinite(push.torque) && points,
            pointer + "/pushes", "must be finite");
  }
  for (std::size_t i = 0; i < play.instants.size(); ++i) {
    require_instant(play, i, pointer + "/instants/" + std::to_string(i));
  }
  require_lengths(play, pointer);
}

void require_sound(const Page& page) {
  require(page.first < page.plays.size(), "/first", "must be the index of a play, of which there must be at least one");
  for (std::size_t i = 0; i < page.plays.size(); ++i) require_play(page.plays[i], "/plays/" + std::to_string(i));
}

/// Returns the template `form` in which each known {{name}} is replaced by its value. The text is scanned once, so
/// inserted values are not scanned.
std::string filled(std::string_view form, const std::map<std::string_view, std::string>& values) {
  std::string out;
  for (std::size_t at = 0; at < form.size();) {
    const std::size_t open = form.find("{{", at), close = form.find("}}", open);
    const bool named = open != form.npos && close != form.npos;
    const auto value = named ? values.find(form.substr(open + 2, close - open - 2)) : values.end();
    const std::size_t stop = open == form.npos ? form.size() : open;
    out += form.substr(at, stop - at);
    at = stop;
    if (at == form.size()) break;
    if (value != values.end())
      out += value->second;
    else
      out += "{{";
    at = value != values.end() ? close + 2 : open + 2;
  }
  return out;
}

/// Colour settings in the page's head: the schemes that the browser may choose, and the media query that selects the
/// dark scheme.
struct Colours {
  const char *scheme, *dark_media;
};

Colours colours_of(Page::Scheme scheme) {
  if (scheme == Page::Scheme::light) return {"light", "not all"};
  if (scheme == Page::Scheme::dark) return {"dark", "all"};
  return {"light dark", "(prefers-color-scheme: dark)"};
}

}  // namespace

std::string html(const Page& page) {
  require_sound(page);
  const std::string warning =
      page.warning.empty() ? "" : "<p class=\"warning\">" + internal::escaped(page.warning) + "</p>";
  std::string notes;
  for (const std::string& note : page.notes) notes += "<p>" + internal::escaped(note) + "</p>\n";
  const Colours colours = colours_of(page.scheme);
  return filled(internal::kPageTemplate, {{"scheme", colours.scheme},
                                          {"dark-media", colours.dark_media},
                                          {"title", internal::escaped(page.title)},
                                          {"warning", warning},
                                          {"notes", notes},
                                          {"energy", internal::escaped(page.energy_name)},
                                          {"data", internal::page_data(page)}});
}

}  // namespace pawl::draw

namespace pawl::draw::internal {

std::string json_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : clean_text(text)) {
    if (c == '<' || c == '>' || c == '&') {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<int>(c));
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + '"';
}

Page page_in(const Units& units, const std::string& title) {
  Page page;
  page.title = title;
  page.length_unit = units.length_name();
  page.degrees = units.angle == Units::Angle::deg;
  page.energy_unit = units.length == Units::Length::m ? "J" : "N " + page.length_unit;
  return page;
}

void report_thinning(Page& page, std::size_t stride) {
  if (stride > 1)
    page.notes.push_back(fmt::format("To keep this file small, long runs keep only one of {} instants.", stride));
}

std::string text_of(const Eigen::Vector3d& wrench, const Units& units) {
  const std::string text = fmt::format("force ({}, {}) N, torque {} N {}", number(wrench.x()), number(wrench.y()),
                                       number(wrench.z()), units.length_name());
  std::string out;  // copy of the text in which minus signs replace hyphens
  for (const char c : text) out += c == '-' ? std::string_view("\u2212") : std::string_view(&c, 1);
  return out;
}

}  // namespace pawl::draw::internal
