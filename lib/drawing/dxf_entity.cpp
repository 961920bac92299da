// SPDX-License-Identifier: MIT
#include "drawing/dxf_entity.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "drawing/svg_shapes.h"
#include "geometry/outline.h"
#include "io/json.h"

namespace pawl::internal::inline drawing {
namespace {

constexpr int kComment = 999;
constexpr std::size_t kMostGroups = 500'000;  ///< largest number of groups in a record

/// Returns the length, in bytes, of the UTF-8 character at the front, or 0 if it is invalid.
std::size_t character_length(std::string_view bytes) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(bytes[k]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xc2 && first < 0xe0   ? 2
                             : first >= 0xe0 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length == 0 || bytes.size() < length) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return 0;
  }
  // Rejects overlong forms and surrogates, which are invalid.
  if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) >= 0xa0)) return 0;
  if ((first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90)) return 0;
  return length;
}

}  // namespace

std::string line_pointer(long line) { return fmt::format("line {}", line); }

std::string as_utf8(std::string_view bytes) {
  constexpr std::size_t kLongestName = 255;
  if (bytes.size() > kLongestName) return as_utf8(bytes.substr(0, kLongestName)) + "...";
  std::string text;
  while (!bytes.empty()) {
    const std::size_t length = character_length(bytes);
    const auto first = static_cast<unsigned char>(bytes[0]);
    if (length == 0 || first < 0x20 || first == 0x7f) {
      text += fmt::format("\\x{:02x}", first);
    } else {
      text += bytes.substr(0, length);
    }
    bytes.remove_prefix(std::max<std::size_t>(1, length));
  }
  return text;
}

const DxfGroup* DxfRecord::find(int code) const {
  const auto found = std::find_if(groups.begin(), groups.end(), [&](const DxfGroup& g) { return g.code == code; });
  return found == groups.end() ? nullptr : &*found;
}

std::string_view DxfRecord::text(int code) const {
  const DxfGroup* group = find(code);
  return group != nullptr ? group->value : std::string_view();
}

DxfRecords::DxfRecords(std::string_view text) : rest_(text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (rest_.starts_with(kMark)) rest_.remove_prefix(kMark.size());
}

std::string_view DxfRecords::next_line() {
  const std::size_t end = rest_.find('\n');
  const std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  ++line_;
  return line;
}

bool DxfRecords::next_group(DxfGroup& group) {
  if (has_ahead_) {
    has_ahead_ = false;
    group = ahead_;
    return true;
  }
  do {
    if (trimmed(rest_.substr(0, rest_.find('\n'))).empty() && rest_.find_first_not_of(" \t\r\n") == rest_.npos) {
      return false;
    }
    group.line = line_;
    const std::string_view code = next_line();
    const std::optional<int> number = drawn_integer(code);
    if (!number || *number < -5 || *number > 1071) {
      throw InputError(line_pointer(group.line), printable(trimmed(code)),
                       "not a group code of DXF; expected a whole number from -5 to 1071");
    }
    group.code = *number;
    if (rest_.empty()) {
      throw InputError(line_pointer(group.line), printable(trimmed(code)),
                       "the file ends after this group code: it was cut off");
    }
    group.value = trimmed(next_line());
    if (group.value.find('\0') != std::string_view::npos) {
      throw InputError(line_pointer(group.line), printable(group.value), "holds a zero byte; expected a text file");
    }
  } while (group.code == kComment);
  return true;
}

bool DxfRecords::next(DxfRecord& record) {
  DxfGroup group{};
  if (!next_group(group)) return false;
  if (group.code != 0) {
    throw InputError(line_pointer(group.line), fmt::format("{}", group.code),
                     "must be group code 0, with which a DXF file begins: is it in text form?");
  }
  record.kind = group.value;
  record.line = group.line;
  record.groups.clear();
  while (next_group(group)) {
    if (group.code == 0) {
      ahead_ = group;
      has_ahead_ = true;
      return true;
    }
    if (record.groups.size() == kMostGroups) {
      throw InputError(line_pointer(group.line), as_utf8(record.kind),
                       fmt::format("has more than {} groups, the most that is read", kMostGroups));
    }
    record.groups.push_back(group);
  }
  return true;
}

void DxfNumbers::fault(long line, std::string_view value, std::string message) {
  good_ = false;
  faults_.add(line_pointer(line), printable(value), std::move(message));
}

bool DxfNumbers::present(int code, bool required) {
  if (const DxfGroup* first = record_.find(code)) {
    for (const DxfGroup& group : record_.groups) {
      if (group.code != code || group.value == first->value) continue;
      fault(
          group.line, group.value,
          fmt::format("group {} of {} occurs twice: line {} has another value", code, as_utf8(record_.kind), first->line));
      break;
    }
    return true;
  }
  if (required) fault(record_.line, record_.kind, fmt::format("group {} is missing", code));
  return false;
}

double DxfNumbers::number_of(const DxfGroup& group) {
  const std::optional<DrawnNumber> number = drawn_number(group.value);
  if (!number) {
    fault(group.line, group.value,
          fmt::format("group {} of {}: must be a finite number", group.code, as_utf8(record_.kind)));
  }
  return number ? number->value : 0;
}

double DxfNumbers::coordinate_of(const DxfGroup& group) {
  const double value = number_of(group);
  if (std::fabs(value) > kLargestLength) {
    fault(group.line, group.value,
          fmt::format("group {} of {}: must be at most 1e9 in size", group.code, as_utf8(record_.kind)));
    return 0;
  }
  if (const std::optional<DrawnNumber> number = drawn_number(group.value)) {
    half_unit_ = std::max(half_unit_, number->half_unit);
  }
  return value + 0.0;
}

double DxfNumbers::number(int code, double otherwise) {
  return present(code, false) ? number_of(*record_.find(code)) : otherwise;
}
double DxfNumbers::required(int code) { return present(code, true) ? number_of(*record_.find(code)) : 0; }
double DxfNumbers::coordinate(int code, double otherwise) {
  return present(code, false) ? coordinate_of(*record_.find(code)) : otherwise;
}
double DxfNumbers::required_coordinate(int code) {
  return present(code, true) ? coordinate_of(*record_.find(code)) : 0;
}

int DxfNumbers::integer(int code, int otherwise) {
  if (!present(code, false)) return otherwise;
  const DxfGroup* group = record_.find(code);
  const std::optional<int> number = drawn_integer(group->value);
  if (!number) {
    fault(group->line, group->value,
          fmt::format("group {} of {}: must be a whole number", code, as_utf8(record_.kind)));
  }
  return number.value_or(otherwise);
}

namespace {

using Vector = Eigen::Vector2d;
using Shape = std::optional<DxfEntity>;

constexpr double kUlp = std::numeric_limits<double>::epsilon();
constexpr double kDegree = std::numbers::pi / 180;
constexpr double kDiagonal = 1.5;   ///< bound on the distance by which a point is wrong, as a multiple of the error of
                                    ///< its coordinates
constexpr double kArithmetic = 16;  ///< bound on the error of a computed end of a curve, in units in the last place

Vector point(DxfNumbers& numbers, int code) {
  const double x = numbers.required_coordinate(code);
  return {x, numbers.required_coordinate(code + 10)};
}

void check_bulge(DxfNumbers& numbers, const DxfGroup& group, double bulge) {
  if (const char* wrong = wrong_with_bulge(bulge)) {
    numbers.fault(group.line, group.value, fmt::format("group {}, the bulge: {}", group.code, wrong));
  }
}

/// Only entities seen from above are read. Adds a fault if the extrusion direction differs from +z by more than
/// kDefaultJoin. A smaller tilt results from rounding.
void check_extrusion(const DxfRecord& record, DxfNumbers& numbers) {
  const double x = numbers.number(210, 0), y = numbers.number(220, 0), z = numbers.number(230, 1);
  if (!numbers.good() || (z > 0 && std::hypot(x, y) <= kDefaultJoin * z)) return;
  const DxfGroup* group = record.find(210) != nullptr ? record.find(210) : record.find(230);
  numbers.fault(
      group != nullptr ? group->line : record.line, fmt::format("({:g}, {:g}, {:g})", x, y, z),
      fmt::format("is the extrusion direction of {}: only (0, 0, 1) is read, as drawings seen from above have "
                  "it; mirror or flatten the entity in the program that drew it",
                  as_utf8(record.kind)));
}

double positive(const DxfRecord& record, DxfNumbers& numbers, int code, const char* what) {
  const double value = numbers.required_coordinate(code);
  if (numbers.good() && !(value > 0)) {
    numbers.fault(record.find(code)->line, record.text(code), fmt::format("the {} must be greater than 0", what));
  }
  return value;
}

Shape read_line(const DxfRecord&, DxfNumbers& numbers) {
  DxfEntity entity;
  DxfChain chain;
  chain.vertices = {point(numbers, 10), point(numbers, 11)};
  chain.bulges = {0, 0};
  entity.shape = std::move(chain);
  entity.rounding = kDiagonal * numbers.half_unit();
  entity.z = numbers.coordinate(30, 0);
  entity.off_plane = std::fabs(numbers.coordinate(31, 0) - entity.z);
  return entity;
}

Shape read_circle(const DxfRecord& record, DxfNumbers& numbers) {
  DxfEntity entity;
  const Vector center = point(numbers, 10);
  entity.shape = DxfCircle{center, positive(record, numbers, 40, "radius")};
  entity.z = numbers.coordinate(30, 0);
  check_extrusion(record, numbers);
  return entity;
}

double half_unit_of(const DxfRecord& record, int code) {
  const std::optional<DrawnNumber> number = drawn_number(record.text(code));
  return number ? number->half_unit : 0;
}

Shape read_arc(const DxfRecord& record, DxfNumbers& numbers) {
  DxfEntity entity;
  const Vector center = point(numbers, 10);
  DxfArc arc{center, positive(record, numbers, 40, "radius"), 0, 0};
  entity.z = numbers.coordinate(30, 0);
  const double printed = numbers.half_unit();
  arc.from = numbers.required(50);
  arc.to = numbers.required(51);
  constexpr double kLargestAngle = 1e6;
  for (const int code : {50, 51}) {
    if (!numbers.good() || std::fabs(code == 50 ? arc.from : arc.to) <= kLargestAngle) continue;
    numbers.fault(record.find(code)->line, record.text(code), "an angle must be at most 1e6 degrees in size");
  }
  if (numbers.good() && arc.from == arc.to) {
    numbers.fault(record.line, record.text(50),
                  "the arc begins and ends at this angle, so it is empty or a whole circle, for which DXF has CIRCLE");
  }
  const double angle = std::max(half_unit_of(record, 50), half_unit_of(record, 51)) * kDegree;
  entity.rounding = (kDiagonal + 1) * printed + arc.radius * angle +
                    kArithmetic * kUlp * (std::fabs(center.x()) + std::fabs(center.y()) + arc.radius);
  entity.shape = arc;
  check_extrusion(record, numbers);
  return entity;
}

Shape read_ellipse(const DxfRecord& record, DxfNumbers& numbers) {
  DxfEntity entity;
  const Vector center = point(numbers, 10), major = point(numbers, 11);
  DxfEllipse ellipse{center, major, positive(record, numbers, 40, "ratio of the axes"), 0, 0, false};
  entity.z = numbers.coordinate(30, 0);
  const double printed = numbers.half_unit();
  ellipse.from = numbers.number(41, 0);
  ellipse.to = numbers.number(42, 2 * std::numbers::pi);
  const double angle = half_unit_of(record, 41) + half_unit_of(record, 42);
  if (numbers.good() && major == Vector(0, 0)) {
    numbers.fault(record.find(11)->line, "(0, 0)", "the major axis must have a length");
  }
  entity.off_plane = std::fabs(numbers.coordinate(31, 0));
  constexpr double kLargestAngle = 1e4, kWhole = 1e-9;
  const double sweep = ellipse.to - ellipse.from;
  if (numbers.good() && !(std::fabs(ellipse.from) <= kLargestAngle && std::fabs(ellipse.to) <= kLargestAngle)) {
    numbers.fault(record.line, "", "the parameters of an ellipse must be at most 1e4 in size");
  }
  const double over = sweep - 2 * std::numbers::pi;
  ellipse.whole = std::fabs(over) <= kWhole + angle;
  if (numbers.good() && !ellipse.whole && over > 0) {
    numbers.fault(record.line, record.text(42), "the ellipse goes around more than once");
  }
  if (numbers.good() && !ellipse.whole && std::fabs(std::remainder(sweep, 2 * std::numbers::pi)) <= kWhole + angle) {
    numbers.fault(
        record.line, record.text(41),
        "the ellipse begins and ends at this parameter, so it is empty or whole; a whole one is from 0 to 2 pi");
  }
  if (!ellipse.whole && sweep <= 0)
    ellipse.to += 2 * std::numbers::pi * (1 + std::floor(-sweep / (2 * std::numbers::pi)));
  entity.rounding = 3 * kDiagonal * printed + major.norm() * (angle + half_unit_of(record, 40)) +
                    kArithmetic * kUlp * (std::fabs(center.x()) + std::fabs(center.y()) + major.norm());
  entity.shape = ellipse;
  check_extrusion(record, numbers);
  return entity;
}

/// Returns whether a polyline has a width. Its vertices are then on the center line of a band.
bool has_width(const DxfRecord& record, DxfNumbers& numbers) {
  return std::any_of(record.groups.begin(), record.groups.end(), [&](const DxfGroup& group) {
    return (group.code == 40 || group.code == 41 || group.code == 43) && numbers.number_of(group) != 0;
  });
}

/// Reads the vertices of an LWPOLYLINE. Group 10, the x coordinate, begins a new vertex.
Shape read_light_polyline(const DxfRecord& record, DxfNumbers& numbers) {
  DxfEntity entity;
  DxfChain chain;
  bool has_y = true, has_bulge = true;
  const auto require_y = [&](long line) {
    if (!has_y)
      numbers.fault(line, "", fmt::format("vertex {} of LWPOLYLINE has no group 20", chain.vertices.size() - 1));
    has_y = true;
  };
  for (const DxfGroup& group : record.groups) {
    if (group.code == 10) {
      require_y(group.line);
      chain.vertices.emplace_back(numbers.coordinate_of(group), 0);
      chain.bulges.push_back(0);
      has_y = has_bulge = false;
    } else if ((group.code == 20 || group.code == 42) && chain.vertices.empty()) {
      numbers.fault(group.line, group.value, fmt::format("group {} stands before the first vertex", group.code));
    } else if ((group.code == 20 && has_y) || (group.code == 42 && has_bulge)) {
      numbers.fault(group.line, group.value, fmt::format("group {} occurs twice in a vertex", group.code));
    } else if (group.code == 20) {
      chain.vertices.back().y() = numbers.coordinate_of(group);
      has_y = true;
    } else if (group.code == 42) {
      chain.bulges.back() = numbers.number_of(group);
      has_bulge = true;
      check_bulge(numbers, group, chain.bulges.back());
    }
  }
  require_y(record.line);
  const int stated = numbers.integer(90, static_cast<int>(chain.vertices.size()));
  if (numbers.good() && stated != static_cast<int>(chain.vertices.size())) {
    numbers.fault(record.find(90)->line, record.text(90),
                  fmt::format("is the number of vertices of LWPOLYLINE, which has {}", chain.vertices.size()));
  }
  constexpr int kClosed = 1;
  chain.closed = (numbers.integer(70, 0) & kClosed) != 0;
  entity.z = numbers.coordinate(38, 0);
  entity.rounding = kDiagonal * numbers.half_unit();
  chain.wide = has_width(record, numbers);
  entity.shape = std::move(chain);
  check_extrusion(record, numbers);
  return entity;
}

Shape read_polyline(const DxfRecord& record, DxfNumbers& numbers) {
  DxfEntity entity;
  DxfChain chain;
  const int flags = numbers.integer(70, 0);
  constexpr int kClosed = 1, kSplineFit = 4, kMeshes = 16 | 64;
  if ((flags & kMeshes) != 0) {
    numbers.fault(record.find(70)->line, record.text(70), "POLYLINE is a mesh, which has no outline");
  }
  chain.closed = (flags & kClosed) != 0;
  chain.has_frame = (flags & kSplineFit) != 0;
  entity.z = numbers.coordinate(30, 0);
  chain.wide = has_width(record, numbers);
  entity.shape = std::move(chain);
  check_extrusion(record, numbers);
  return entity;
}

std::vector<double> all_numbers(const DxfRecord& record, DxfNumbers& numbers, int code, bool coordinates) {
  std::vector<double> values;
  for (const DxfGroup& group : record.groups) {
    if (group.code == code) values.push_back(coordinates ? numbers.coordinate_of(group) : numbers.number_of(group));
  }
  return values;
}

void check_count(const DxfRecord& record, DxfNumbers& numbers, int code, std::size_t count, const char* what) {
  const int stated = numbers.integer(code, static_cast<int>(count));
  if (!numbers.good() || stated == static_cast<int>(count)) return;
  numbers.fault(record.find(code)->line, record.text(code),
                fmt::format("is the number of {}, of which there are {}", what, count));
}

Shape read_spline(const DxfRecord& record, DxfNumbers& numbers) {
  DxfEntity entity;
  Spline spline;
  spline.degree = numbers.integer(71, 3);
  spline.knots = all_numbers(record, numbers, 40, false);
  spline.weights = all_numbers(record, numbers, 41, false);
  const std::vector<double> x = all_numbers(record, numbers, 10, true), y = all_numbers(record, numbers, 20, true);
  const std::vector<double> z = all_numbers(record, numbers, 30, true);
  if (x.size() != y.size()) numbers.fault(record.line, "", "SPLINE has control points without x or y");
  for (std::size_t k = 0; k < std::min(x.size(), y.size()); ++k) spline.points.emplace_back(x[k], y[k]);
  if (numbers.good() && x.empty() && record.find(11) != nullptr) {
    numbers.fault(record.line, "SPLINE",
                  "has fit points and no control points: programs draw different curves through "
                  "them; save it with its control points, or as a polyline");
  }
  for (const double one : z) entity.off_plane = std::max(entity.off_plane, std::fabs(one - z[0]));
  check_count(record, numbers, 72, spline.knots.size(), "knots");
  check_count(record, numbers, 73, spline.points.size(), "control points");
  if (numbers.good()) {
    const std::string wrong = wrong_spline(spline);
    if (!wrong.empty()) numbers.fault(record.line, "SPLINE", wrong);
  }
  double size = 0;
  for (const Vector& p : spline.points) size = std::max(size, p.lpNorm<1>());
  entity.z = z.empty() ? 0 : z[0];
  entity.rounding = kDiagonal * numbers.half_unit() + 4 * kArithmetic * kUlp * size;
  entity.shape = std::move(spline);
  return entity;
}

Shape read_insert(const DxfRecord& record, DxfNumbers& numbers) {
  DxfEntity entity;
  DxfInsert insert{std::string(record.text(2)), point(numbers, 10), {1, 1}, 0, 1, 1, {0, 0}};
  if (record.find(2) == nullptr) numbers.fault(record.line, "INSERT", "group 2, the block's name, is missing");
  insert.scale = {numbers.number(41, 1), numbers.number(42, 1)};
  insert.degrees = numbers.number(50, 0);
  insert.columns = numbers.integer(70, 1);
  insert.rows = numbers.integer(71, 1);
  insert.spacing = {numbers.coordinate(44, 0), numbers.coordinate(45, 0)};
  if (numbers.good() && (insert.columns < 1 || insert.rows < 1)) {
    numbers.fault(record.line, "INSERT", "has no rows or columns; expected 1 or more");
  }
  for (const int code : {41, 42}) {
    const double size = std::fabs(insert.scale[code - 41]);
    if (!numbers.good() || (size >= 1e-9 && size <= 1e9)) continue;
    numbers.fault(record.find(code)->line, record.text(code), "a scale must be from 1e-9 to 1e9 in size");
  }
  entity.z = numbers.coordinate(30, 0);
  entity.shape = std::move(insert);
  check_extrusion(record, numbers);
  return entity;
}

struct EntityKind {
  std::string_view name;
  DxfUse use;
  Shape (*read)(const DxfRecord&, DxfNumbers&) = nullptr;
};

constexpr EntityKind kKinds[] = {
    {"LINE", DxfUse::outline, read_line},
    {"LWPOLYLINE", DxfUse::outline, read_light_polyline},
    {"POLYLINE", DxfUse::outline, read_polyline},
    {"ARC", DxfUse::outline, read_arc},
    {"CIRCLE", DxfUse::outline, read_circle},
    {"ELLIPSE", DxfUse::outline, read_ellipse},
    {"SPLINE", DxfUse::outline, read_spline},
    {"INSERT", DxfUse::outline, read_insert},
    {"VERTEX", DxfUse::sequence},
    {"SEQEND", DxfUse::sequence},
    {"ATTRIB", DxfUse::sequence},
    {"ACAD_TABLE", DxfUse::annotation},
    {"ARC_DIMENSION", DxfUse::annotation},
    {"ATTDEF", DxfUse::annotation},
    {"DIMENSION", DxfUse::annotation},
    {"HATCH", DxfUse::annotation},
    {"IMAGE", DxfUse::annotation},
    {"LARGE_RADIAL_DIMENSION", DxfUse::annotation},
    {"PDFUNDERLAY", DxfUse::annotation},
    {"LEADER", DxfUse::annotation},
    {"MTEXT", DxfUse::annotation},
    {"MULTILEADER", DxfUse::annotation},
    {"OLE2FRAME", DxfUse::annotation},
    {"POINT", DxfUse::annotation},
    {"RAY", DxfUse::annotation},
    {"RTEXT", DxfUse::annotation},
    {"TEXT", DxfUse::annotation},
    {"TOLERANCE", DxfUse::annotation},
    {"VIEWPORT", DxfUse::annotation},
    {"WIPEOUT", DxfUse::annotation},
    {"XLINE", DxfUse::annotation},
};

const EntityKind* kind_of(std::string_view name) {
  const auto kind =
      std::find_if(std::begin(kKinds), std::end(kKinds), [&](const EntityKind& k) { return k.name == name; });
  return kind == std::end(kKinds) ? nullptr : kind;
}

}  // namespace

DxfUse dxf_use(std::string_view name) {
  const EntityKind* kind = kind_of(name);
  return kind != nullptr ? kind->use : DxfUse::refused;
}

DrawingPlace dxf_place(const DxfRecord& record) {
  const DxfGroup* layer = record.find(8);
  DrawingPlace place{as_utf8(record.kind),
                     layer != nullptr ? as_utf8(layer->value) : "0",
                     as_utf8(record.text(5)),
                     record.line,
                     "",
                     "",
                     ""};
  const std::string_view color = record.text(62), true_color = record.text(420), line_type = record.text(6);
  // The numbers 0 and 256 are not colors: they refer to the color of the block and to the color of the layer.
  if (color != "0" && color != "256") place.color = as_utf8(color);
  if (!true_color.empty()) place.color = as_utf8(true_color) + " (true color)";
  if (!same_word(line_type, "BYLAYER") && !same_word(line_type, "BYBLOCK")) place.line_type = as_utf8(line_type);
  return place;
}

std::optional<DxfEntity> dxf_entity(const DxfRecord& record, Validator& faults) {
  DxfNumbers numbers(record, faults);
  std::optional<DxfEntity> entity = kind_of(record.kind)->read(record, numbers);
  if (!numbers.good()) return std::nullopt;
  entity->place = dxf_place(record);
  return entity;
}

bool add_vertex(const DxfRecord& record, DxfEntity& polyline, Validator& faults) {
  DxfNumbers numbers(record, faults);
  DxfChain& chain = std::get<DxfChain>(polyline.shape);
  constexpr int kFrame = 16;  // bit in the flags of a vertex: the vertex is a control point of a fitted curve
  if ((numbers.integer(70, 0) & kFrame) != 0) {
    if (!chain.has_frame) {
      numbers.fault(record.find(70)->line, record.text(70),
                    "VERTEX is a control point of a fitted curve, but its POLYLINE (group 70) is not a fitted curve");
    }
    return numbers.good();
  }
  chain.wide = has_width(record, numbers) || chain.wide;
  const Vector p = point(numbers, 10);
  const double z = numbers.coordinate(30, 0);
  if (chain.vertices.empty()) polyline.z = z;
  polyline.off_plane = std::max(polyline.off_plane, std::fabs(z - polyline.z));
  const double bulge = numbers.number(42, 0);
  if (record.find(42) != nullptr) check_bulge(numbers, *record.find(42), bulge);
  chain.vertices.push_back(p);
  chain.bulges.push_back(bulge);
  polyline.rounding = std::max(polyline.rounding, kDiagonal * numbers.half_unit());
  return numbers.good();
}

}  // namespace pawl::internal::inline drawing
