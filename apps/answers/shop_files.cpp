// SPDX-License-Identifier: MIT
#include "answers/shop_files.h"

#include <fmt/format.h>
#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/draw/part_figure.h>
#include <pawl/draw/render.h>
#include <pawl/planner/fixture_check.h>
#include <pawl/version.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "answers/fixture_answer.h"
#include "answers/plan_answer.h"
#include "answers/text/answer_text.h"
#include "base/sha256.h"

namespace pawl::answers {

double mm_per(Units::Length length) {
  switch (length) {
    case Units::Length::mm:
      return 1;
    case Units::Length::cm:
      return 10;
    case Units::Length::in:
      return 25.4;
    case Units::Length::m:
      break;
  }
  return 1000;
}

std::string decimal(double value, int digits) {
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (text.find('.') != std::string::npos) text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}
Outline scaled(Outline outline, double factor) {
  if (factor == 1) return outline;
  if (auto* disc = std::get_if<Disc>(&outline)) {
    *disc = {factor * disc->center, factor * disc->radius};
  } else {
    auto* path = std::get_if<Path>(&outline);
    auto& vertices = path != nullptr ? path->vertices : std::get<Polygon>(outline).vertices;
    for (Eigen::Vector2d& vertex : vertices) vertex *= factor;
  }
  return outline;
}

std::string plate_text(const draw::FixturePlate& plate, const std::string& file) {
  const bool svg = std::tolower(static_cast<unsigned char>(file.back())) == 'g';
  return svg ? draw::plate_svg(plate) : draw::plate_dxf(plate);
}

std::optional<draw::Paper> paper_of(const ShopQuestion& question) {
  if (!question.paper) return std::nullopt;
  return *question.paper == "A3" ? draw::Paper::a3 : draw::Paper::a4;
}

namespace {

constexpr double kLeastMargin = 10;        ///< least distance between the plate's edge and the part or a pin, mm
constexpr double kDepthPerDiameter = 1.5;  ///< usual depth of the hole for a dowel pin, in diameters
constexpr double kAssumedTolerance = .01;  ///< tolerance that is assumed for a task without a tolerance, mm
constexpr std::size_t kMostLatticeHoles = 100'000;

std::string mm(double value) { return decimal(value, 4); }
std::string micrometres(double value) { return decimal(1000 * value, 1); }

// Functions for the plate.

struct SeatedPart {
  Eigen::Vector3d pose;
  draw::PartFigure figure;
};

/// Returns the part on its pins. If all contacts touch at the task's pose, or if the part has no seat, the part is at
/// the task's pose. Otherwise it is at its seated pose.
SeatedPart seated(const ValidTask& task) {
  const auto& contacts = task.contacts().contacts;
  const bool touches =
      std::all_of(contacts.begin(), contacts.end(), [](const Contact& contact) { return contact.touching; });
  const SeatedPart given{task.task().pose, draw::part_figure(task)};
  if (touches) return given;
  try {
    const SeatedTask& seat = task.seat();
    return {seat.pose.value_or(task.task().pose), draw::seated_figure(task, seat)};
  } catch (const InputError&) {
    return given;
  }
}

std::vector<draw::PlatePin> pins_of(const ValidTask& task, const draw::PartFigure& figure, double factor) {
  std::vector<draw::PlatePin> pins;
  for (const draw::FixelFigure& fixel : figure.fixels) {
    if (fixel.wall) continue;
    if (!(fixel.radius > 0)) {
      throw InputError(
          fmt::format("/fixels/{}/radius", fixel.number - 1), "",
          "a pin needs a radius for its hole; give pawl fixture the diameter of its pins, as --pins 6mm, or "
          "state \"radius\" or \"diameter\" of each fixel");
    }
    const std::size_t k = static_cast<std::size_t>(fixel.number) - 1;
    const Eigen::Vector2d at = fixel_in_world(task.task(), k).at;
    std::optional<Path> diamond = fixel.diamond;
    if (diamond) diamond = std::get<Path>(scaled(*diamond, factor));
    pins.push_back({fixel.number, factor * at, 2 * factor * task.task().fixels[k].radius, -fixel.normal, diamond});
  }
  std::sort(pins.begin(), pins.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  return pins;
}

draw::Box box_around(const Eigen::Vector2d& center, double reach) {
  return {center.array() - reach, Eigen::Vector2d(2 * reach, 2 * reach)};
}
draw::Box joined(const draw::Box& a, const draw::Box& b) {
  const Eigen::Vector2d least = a.least.cwiseMin(b.least);
  return {least, a.most().cwiseMax(b.most()) - least};
}

/// Returns the pitch of the task's lattice, mm, if the distances of all pins from the first pin are whole multiples of
/// the pitch along both axes. Otherwise returns nothing.
std::optional<double> lattice_pitch(const Task& task, const std::vector<draw::PlatePin>& pins, double factor) {
  if (!task.fixture) return std::nullopt;
  const auto* lattice = std::get_if<FixtureOptions::Lattice>(&task.fixture->candidates);
  if (lattice == nullptr) return std::nullopt;
  if (pins.empty()) return std::nullopt;
  const double pitch = factor * lattice->pitch;
  constexpr double kOff = 1e-6;  // largest deviation from a whole multiple, as a fraction of the pitch
  for (const draw::PlatePin& pin : pins) {
    const Eigen::Vector2d steps = (pin.at - pins[0].at) / pitch;
    if ((steps.array() - steps.array().round()).abs().maxCoeff() > kOff) return std::nullopt;
  }
  return pitch;
}

/// Reads the size of the plate from the text of --plate-size.
Eigen::Vector2d size_in(const std::string& text) {
  const std::size_t times = text.find('x');
  try {
    std::size_t end = 0, second_end = 0;
    const std::string second = times == std::string::npos ? "" : text.substr(times + 1);
    const Eigen::Vector2d size(std::stod(text, &end), std::stod(second, &second_end));
    if (end == times && second_end == second.size() && size.minCoeff() > 0 && size.allFinite()) return size;
  } catch (const std::exception&) {
    // a text that cannot be read is reported below
  }
  throw InputError("--plate-size", text, "must be WIDTHxHEIGHT in mm, such as 200x150");
}

/// Throws InputError at `option` if a pin is too close to an edge of the plate. The distance of the pin's centre from
/// every edge must be at least the pin's diameter.
void require_room(const draw::Box& plate, const draw::Box& content, const std::vector<draw::PlatePin>& pins,
                  const char* option, const std::string& value) {
  for (const draw::PlatePin& pin : pins) {
    const Eigen::Vector2d inside = (pin.at - plate.least).cwiseMin(plate.most() - pin.at);
    if (inside.minCoeff() >= pin.diameter) continue;
    throw InputError(
        option, value,
        fmt::format("pin {} would be {} mm from the plate's edge; at least its diameter is needed, {} mm; "
                    "part and pins are {} x {} mm",
                    pin.number, mm(inside.minCoeff()), mm(pin.diameter), mm(content.size.x()), mm(content.size.y())));
  }
}

/// Throws InputError if the holes of two pins overlap.
void require_separate(const std::vector<draw::PlatePin>& pins) {
  for (std::size_t k = 0; k < pins.size(); ++k) {
    for (std::size_t i = 0; i < k; ++i) {
      const double apart = (pins[k].at - pins[i].at).norm(), needed = (pins[k].diameter + pins[i].diameter) / 2;
      if (apart >= needed * (1 - 1e-9)) continue;
      throw InputError("/fixels", "",
                       fmt::format("pins {} and {} are {} mm apart, so their holes would overlap; at least {} mm are "
                                   "needed between their centres",
                                   pins[i].number, pins[k].number, mm(apart), mm(needed)));
    }
  }
}

/// Returns a plate of the given size whose centre is that of the fixture, up to rounding: the lower left corner is at
/// whole mm.
draw::Box given_plate(const Eigen::Vector2d& size, const draw::Box& content) {
  return {(content.center() - size / 2).array().round(), size};
}

/// Returns a plate whose edges are at least `margin` from the fixture, mm. If the pins are on a lattice, the plate's
/// edges are halfway between two lattice lines. Otherwise they are at whole mm.
draw::Box plate_around(const draw::Box& content, double margin, const std::optional<double>& pitch,
                       const Eigen::Vector2d& origin) {
  const Eigen::Vector2d least = content.least.array() - margin, most = content.most().array() + margin;
  const double step = pitch.value_or(1);
  const Eigen::Vector2d from = pitch ? Eigen::Vector2d(origin.array() + step / 2) : Eigen::Vector2d(0, 0);
  const Eigen::Vector2d low = from.array() + step * ((least - from).array() / step).floor();
  const Eigen::Vector2d high = from.array() + step * ((most - from).array() / step).ceil();
  return {low, high - low};
}

std::vector<Disc> lattice_holes(const draw::Box& plate, double pitch, const std::vector<draw::PlatePin>& pins) {
  const double radius = pins[0].diameter / 2;
  const Eigen::Vector2d origin = pins[0].at;
  const auto count = [&](int k) {
    return std::pair(std::ceil((plate.least[k] + radius - origin[k]) / pitch),
                     std::floor((plate.most()[k] - radius - origin[k]) / pitch));
  };
  const auto [left, right] = count(0);
  const auto [bottom, top] = count(1);
  const double holes = std::max(0., right - left + 1) * std::max(0., top - bottom + 1);
  if (holes > static_cast<double>(kMostLatticeHoles)) {
    throw InputError(
        "--plate", "",
        fmt::format("the lattice has {:.0f} holes on this plate; at most {} can be drawn", holes, kMostLatticeHoles));
  }
  std::vector<Disc> discs;
  for (double row = bottom; row <= top; ++row) {
    for (double column = left; column <= right; ++column) {
      const Eigen::Vector2d at = origin + pitch * Eigen::Vector2d(column, row);
      const bool taken =
          std::any_of(pins.begin(), pins.end(), [&](const auto& pin) { return (pin.at - at).norm() < pitch / 4; });
      if (!taken) discs.push_back({at, radius});
    }
  }
  return discs;
}

/// Returns the stretches of the outline on which a clamp can press, body frame.
std::vector<Path> stretches_of(const FixtureCheck& check, const Outline& outline) {
  std::vector<Path> stretches;
  if (!check.clamps) return stretches;
  const Path path = draw::path_of(outline);
  for (const EdgeClamps& edge : check.clamps->edges) {
    for (const ClampInterval& interval : edge.intervals)
      stretches.push_back(draw::stretch_of(path, edge.edge, interval.from, interval.to));
  }
  return stretches;
}

FixtureCheck checked(const ValidTask& task) {
  FixtureQuestion question;
  question.tolerance = kAssumedTolerance / mm_per(task.task().units.length);
  if (task.task().fixture && task.task().fixture->tolerance) question.tolerance = task.task().fixture->tolerance;
  question.clamps = true;
  return check_fixture(task, question);
}

void require_fixture(const Task& task) {
  if (!task.part.outline) throw InputError("/part/outline", "", "the fixture of a part without outline cannot be made");
  if (task.fixels.empty() && task.walls.empty()) {
    throw InputError("/fixels", "",
                     "none given, so the part has nothing to be located by; pawl fixture finds pins, and has the "
                     "same options");
  }
}

}  // namespace

draw::FixturePlate fixture_plate(const ValidTask& valid, const ShopQuestion& question,
                                 const std::optional<LatticeClamp>& clamp) {
  const Task& task = valid.task();
  require_fixture(task);
  const double factor = mm_per(task.units.length);
  const SeatedPart part = seated(valid);
  Eigen::Vector3d pose = part.pose;
  pose.head<2>() *= factor;
  draw::FixturePlate plate;
  plate.name = visible(task.name);
  plate.part = draw::moved(scaled(*task.part.outline, factor), pose);
  for (const Outline& hole : task.part.holes) plate.holes.push_back(draw::moved(scaled(hole, factor), pose));
  plate.pins = pins_of(valid, part.figure, factor);
  for (const Path& stretch : stretches_of(checked(valid), scaled(*task.part.outline, factor)))
    plate.clamps.push_back(draw::moved(stretch, pose));
  draw::Box content = *draw::bounds_of(draw::path_of(plate.part), true);
  double largest = 0;
  for (const draw::PlatePin& pin : plate.pins) {
    content = joined(content, box_around(pin.at, pin.diameter / 2));
    largest = std::max(largest, pin.diameter);
  }
  if (clamp) {
    plate.clamp = Disc{factor * clamp->at, plate.pins[0].diameter / 2};
    content = joined(content, box_around(plate.clamp->center, plate.clamp->radius));
  }
  for (const draw::WallFigure& wall : part.figure.walls) {
    plate.walls.push_back(scaled(wall.outline, factor));
    for (const Path& hole : wall.holes) plate.walls.push_back(scaled(hole, factor));
    content = joined(content, *draw::bounds_of(draw::path_of(scaled(wall.outline, factor)), true));
  }
  const std::optional<double> pitch = lattice_pitch(task, plate.pins, factor);
  require_separate(plate.pins);
  if (question.plate_size) {
    const Eigen::Vector2d size = size_in(*question.plate_size);
    plate.plate = given_plate(size, content);
    require_room(plate.plate, content, plate.pins, "--plate-size", fmt::format("{}x{}", mm(size.x()), mm(size.y())));
  } else {
    const double margin = question.plate_margin.value_or(std::max(kLeastMargin, 2 * largest));
    plate.plate = plate_around(content, margin, pitch, plate.pins.empty() ? content.least : plate.pins[0].at);
    if (!pitch) require_room(plate.plate, content, plate.pins, "--plate-margin", mm(margin));
  }
  if (pitch) plate.lattice = lattice_holes(plate.plate, *pitch, plate.pins);
  return plate;
}

// Functions for the coordinates of the holes.

namespace {

/// A straight edge of the part on its plate, with the part on its left.
struct Edge {
  Eigen::Vector2d from, to;
};

Edge edge_of(const Path& part, const std::string& number, const std::string& text) {
  const auto refuse = [&](const std::string& what) { return InputError("--datum", text, what); };
  const std::size_t count = part.vertices.size();
  const bool digits = !number.empty() && number.size() < 7 &&
                      std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
  const std::size_t edge = digits ? std::stoul(number) : 0;
  if (edge < 1 || edge > count) throw refuse(fmt::format("must be two edges from 1 to {}, such as 1,{}", count, count));
  if (edge <= part.bulges.size() && part.bulges[edge - 1] != 0)
    throw refuse(fmt::format("edge {} is an arc; a datum is a straight edge", edge));
  double area = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Eigen::Vector2d &a = part.vertices[i], &b = part.vertices[(i + 1) % count];
    area += a.x() * b.y() - a.y() * b.x();
  }
  const Edge found{part.vertices[edge - 1], part.vertices[edge % count]};
  return area > 0 ? found : Edge{found.to, found.from};
}

draw::Datum datum_of(const draw::FixturePlate& plate, const std::optional<std::string>& text) {
  if (!text) return {{0, 0}, 0, "x and y in mm, as in the task (world frame)", {}};
  const std::size_t comma = text->find(',');
  if (comma == std::string::npos) throw InputError("--datum", *text, "must be two edges A,B, such as 1,4");
  if (std::holds_alternative<Disc>(plate.part))
    throw InputError("--datum", *text, "a disc has no straight edge; leave out --datum");
  const Path part = draw::path_of(plate.part);
  const std::string first = text->substr(0, comma), second = text->substr(comma + 1);
  const Edge a = edge_of(part, first, *text), b = edge_of(part, second, *text);
  const Eigen::Vector2d along = (a.to - a.from).normalized(), across = (b.to - b.from).normalized();
  const double sine = along.x() * across.y() - along.y() * across.x();
  constexpr double kParallel = .02;  // edges count as parallel up to this angle, rad
  if (std::abs(sine) < kParallel) throw InputError("--datum", *text, "the edges are parallel; expected two that meet");
  const Eigen::Vector2d between = b.from - a.from;
  const double way = (between.x() * across.y() - between.y() * across.x()) / sine;
  return {a.from + way * along,
          std::atan2(along.y(), along.x()),
          fmt::format("x and y in mm: y = 0 along datum A (edge {}), x = 0 where datum B (edge {}) meets it", first,
                      second),
          {{"A", (a.from + a.to) / 2}, {"B", (b.from + b.to) / 2}}};
}

struct Hole {
  int number;
  Eigen::Vector2d at;
  double diameter;
  std::string fit, depth;
};

/// Returns a sentence about the directions of the flats of diamond pins, or "" if there are none.
std::string diamond_words(const draw::FixturePlate& plate, const draw::Datum& datum) {
  std::string words;
  for (const draw::PlatePin& pin : plate.pins) {
    if (!pin.diamond) continue;
    // direction of one of the two flats
    const Eigen::Vector2d flat = pin.diamond->vertices[1] - pin.diamond->vertices[0];
    const Eigen::Vector2d across = pin.diamond->vertices[1] - pin.diamond->vertices[2];
    words +=
        fmt::format("{}pin {} is a diamond pin with flats {} mm apart, which face along {}\u00b0",
                    words.empty() ? "" : "; ", pin.number, mm(across.norm()),
                    decimal(degrees(std::remainder(std::atan2(flat.y(), flat.x()) - std::numbers::pi / 2 - datum.angle,
                                                   2 * std::numbers::pi)) +
                                0.0,
                            1));
  }
  return words;
}

std::vector<Hole> holes_of(const draw::FixturePlate& plate, const draw::Datum& datum, const ShopQuestion& question) {
  std::vector<Hole> holes;
  for (const draw::PlatePin& pin : plate.pins) {
    holes.push_back({pin.number, datum(pin.at), pin.diameter, question.hole_fit.value_or("H7"),
                     mm(question.hole_depth.value_or(kDepthPerDiameter * pin.diameter))});
  }
  return holes;
}

/// Returns a cell of a CSV file, in quotation marks if necessary.
std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string holes_csv(const draw::FixturePlate& plate, const draw::Datum& datum, const ShopQuestion& question) {
  const std::string diamonds = diamond_words(plate, datum);
  std::string text =
      csv_cell(fmt::format("# {}: {}{}{}", plate.name, datum.words, diamonds.empty() ? "" : "; ", diamonds)) +
      "\nnumber,x,y,diameter,fit,depth\n";
  for (const Hole& hole : holes_of(plate, datum, question)) {
    text += fmt::format("{},{},{},{},{},{}\n", hole.number, mm(hole.at.x()), mm(hole.at.y()), mm(hole.diameter),
                        csv_cell(visible(hole.fit)), hole.depth);
  }
  return text;
}

// Functions for the sheet.

draw::SheetBlock holes_block(const draw::FixturePlate& plate, const draw::Datum& datum, const ShopQuestion& question) {
  draw::SheetBlock block{"PINS AND THEIR HOLES, mm", {{"no.", "x", "y", "\u2300", "fit", "depth"}}, {}};
  for (const Hole& hole : holes_of(plate, datum, question)) {
    block.rows.push_back(
        {std::to_string(hole.number), mm(hole.at.x()), mm(hole.at.y()), mm(hole.diameter), hole.fit, hole.depth});
  }
  block.lines.push_back(datum.words + ".");
  std::string diamonds = diamond_words(plate, datum);
  if (!diamonds.empty()) {
    diamonds[0] = 'P';
    block.lines.push_back(diamonds + ".");
  }
  return block;
}

draw::SheetBlock accuracy_block(const ValidTask& task, const FixtureCheck& check, const SeatedPart& part,
                                const draw::Datum& datum) {
  const double factor = mm_per(task.task().units.length);
  const bool given = task.task().fixture && task.task().fixture->tolerance;
  const double tolerance = given ? factor * *task.task().fixture->tolerance : kAssumedTolerance;
  draw::SheetBlock block{"ACCURACY, \u00b5m, IF A PIN IS OFF BY " + mm(tolerance) + " mm", {}, {}};
  if (!check.pose_error || check.points.empty()) {
    const std::vector<Fixel>& fixels = task.task().fixels;
    const bool in_holes = std::any_of(fixels.begin(), fixels.end(), [](const Fixel& fixel) { return bool(fixel.diamond); });
    block.lines.push_back(in_holes ? "The part has play on its pins in holes. The answer of pawl fixture states how far this lets "
                                     "the part move (\"compare\")."
                                   : "Not known: the pins do not locate the part.");
    return block;
  }
  const auto worst = std::max_element(check.points.begin(), check.points.end(),
                                      [](const PointError& a, const PointError& b) { return a.worst < b.worst; });
  block.rows = {{"pin", "dx", "dy", "total"}};
  for (std::size_t k = 0; k < worst->of_fixel.size(); ++k) {
    const Eigen::Vector2d motion = factor * draw::turned(worst->of_fixel[k], -datum.angle);
    const int contact = check.locators[k];
    const auto number = static_cast<std::size_t>(check.seated.fixels[static_cast<std::size_t>(contact)]);
    block.rows.push_back({number < task.task().fixels.size() ? std::to_string(number + 1) : "wall",
                          micrometres(motion.x()), micrometres(motion.y()), micrometres(motion.norm())});
  }
  block.rows.push_back({"all", "", "worst", micrometres(factor * worst->worst)});
  block.rows.push_back({"all", "", "RSS", micrometres(factor * worst->ellipse.norm())});
  Eigen::Vector3d pose = part.pose;
  const Eigen::Vector2d at = datum(factor * (draw::turned(worst->point, pose.z()) + pose.head<2>()));
  block.lines.push_back(fmt::format("At the point that moves most, ({}, {}).", mm(at.x()), mm(at.y())));
  block.lines.push_back("An edge whose profile is off at a pin moves the part as that pin does.");
  const Eigen::Vector3d moves = check.pose_error->worst_pose;
  const double own = tolerance / factor;
  block.lines.push_back(fmt::format("Part, at worst: {} and {} \u00b5m along the task's x and y, {}\u00b0.",
                                    micrometres(tolerance * moves.x()), micrometres(tolerance * moves.y()),
                                    decimal(degrees(own * moves.z()), 4)));
  if (!given) block.lines.push_back(mm(tolerance) + " mm is assumed; the task can state fixture.tolerance.");
  return block;
}

/// Returns, as text in degrees, the angle from the x axis of the datum to a direction.
std::string in_datum(double angle, const draw::Datum& datum) {
  return decimal(degrees(std::remainder(angle - datum.angle, 2 * std::numbers::pi)), 1) + "\u00b0";
}

const char* push_words(const Task& task) {
  switch (task.actuator ? task.actuator->index() : 0) {
    case 1:
      return "TILT THE TRAY DOWNHILL TOWARD";
    case 2:
      return "PUSH TOWARD";
    case 3:
      return "PULL TOWARD";
    default:
      return "FORCE TOWARD";
  }
}

/// The plan of a task's fixture, or the reason why no plan was found.
struct ShopPlan {
  std::optional<FoundPlan> found;
  std::string reason;
};

draw::SheetBlock seating_block(const Task& task, const ShopPlan& given, const draw::Datum& datum) {
  if (!given.found || !given.found->plan.found()) return {"SEATING", {}, {"No plan: " + given.reason + "."}};
  const TaskPlan& plan = given.found->plan;
  const bool turned = std::all_of(plan.steps.begin(), plan.steps.end(), [](const auto& step) { return step.window; });
  draw::SheetBlock block{std::string("SEATING: ") + (turned ? push_words(task) : "PUSH BY"), {}, {}};
  block.rows = {turned ? std::vector<std::string>{"", "direction", "allowed"}
                       : std::vector<std::string>{"", "fx", "fy", "torque / mm"}};
  const double factor = mm_per(task.units.length);
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    const TaskPlan::Step& step = plan.steps[k];
    const std::string number = std::to_string(k + 1);
    if (turned) {
      const auto [from, to] = *step.window;
      block.rows.push_back(
          {number, in_datum((from + to) / 2, datum), in_datum(from, datum) + " \u2026 " + in_datum(to, datum)});
    } else {
      const Eigen::Vector2d force = draw::turned(step.wrench.head<2>(), -datum.angle);
      block.rows.push_back(
          {number, decimal(force.x(), 4), decimal(force.y(), 4), decimal(factor * step.wrench.z(), 4)});
    }
  }
  block.lines.emplace_back(turned ? "Hold until the part stops. Angles from x, counterclockwise."
                                  : "Hold until the part stops. Any size; torque about the centre of mass.");
  if (turned && plan.steps.size() == 1) {
    const auto [from, to] = *plan.steps[0].window;
    block.window = {from - datum.angle, to - datum.angle};
    block.direction = (from + to) / 2 - datum.angle;
  }
  return block;
}

/// Returns a sentence about the guarantee of the plan over the profile zone of the part.
std::string zone_words(const ZoneGuarantee& zone, const Part& part, double factor) {
  const std::string off = decimal(factor * zone.tolerance, 3) + " mm";
  if (!zone.holds()) return "Not proved for parts whose edges are off by " + off + ".";
  return fmt::format("Edges of the part may be off by {}: margin then {}\u00b0, and the part is off by at most {} mm.{}",
                     off,
                     decimal(std::floor(10 * degrees(zone.margin)) / 10, 1),
                     decimal(std::ceil(1000 * factor * zone.displacement) / 1000, 3),
                     can_have_tolerance(part) ? "" : " The depth is proved for the stated part only.");
}

draw::SheetBlock guarantee_block(const ValidTask& valid, const ShopPlan& given) {
  const Task& task = valid.task();
  if (!given.found || !given.found->plan.found() || !given.found->plan.guarantee) return {"GUARANTEE", {}, {"None."}};
  draw::SheetBlock block{"GUARANTEE", {}, {}};
  const double factor = mm_per(task.units.length);
  const FoundPlan& found = *given.found;
  if (!found.plan.certainty.certified) block.lines.push_back("Not certified: " + found.plan.certainty.reason + ".");
  switch (*found.plan.guarantee) {
    case Guarantee::energy:
      block.lines.emplace_back(
          "Energy: the part ends seated however it moves or bounces, while its energy stays below the depth.");
      if (found.depth && found.depth->found.depth > 0) {
        block.lines.push_back(fmt::format("Depth {} N mm for a load of 1 N. With {} N, up to {} mm/s at the seat.",
                                          decimal(factor * found.depth->found.depth, 3), decimal(found.depth->force, 3),
                                          decimal(factor * found.depth->speed, 1)));
      } else {
        block.lines.emplace_back("No depth could be proved.");
      }
      break;
    case Guarantee::keeps:
      block.lines.emplace_back(
          "Keeps: the part ends seated if it stops after each contact that it gains. No impact without "
          "rebound takes a contact away.");
      break;
    case Guarantee::at_rest:
      block.lines.emplace_back(
          "At rest: the part ends seated if it stops after each contact that it gains, and no impact "
          "takes a contact away again.");
  }
  const auto smaller = [](const auto& a, const auto& b) { return a->displacement < b->displacement; };
  const bool known = !found.radius.empty() && std::all_of(found.radius.begin(), found.radius.end(),
                                                          [](const auto& radius) { return radius.has_value(); });
  if (known) {
    const auto& radius = **std::min_element(found.radius.begin(), found.radius.end(), smaller);
    block.lines.push_back(fmt::format("Starts at rest up to {} mm and {}\u00b0 from the seat.",
                                      decimal(factor * radius.displacement, 2), decimal(degrees(radius.rotation), 2)));
  }
  if (task.part.tolerance > 0)
    block.lines.push_back(zone_words(zone_guarantee(valid, found.plan.problem, found.plan.solution), task.part, factor));
  std::string tilts;
  for (const TaskPlan::Step& step : found.plan.steps) {
    if (step.least_tilt) tilts += (tilts.empty() ? "" : ", then ") + decimal(degrees(*step.least_tilt), 1) + "\u00b0";
  }
  if (!tilts.empty()) block.lines.push_back("Tilt at least " + tilts + ".");
  block.lines.emplace_back("Not modelled: friction with the surface under the part.");
  return block;
}

draw::SheetBlock clamp_block(const draw::FixturePlate& plate, const FixtureCheck& check, const draw::Datum& datum) {
  draw::SheetBlock block{"CLAMP", {}, {}};
  if (plate.clamp) {
    const Eigen::Vector2d at = datum(plate.clamp->center);
    block.lines.push_back(fmt::format("Clamp at ({}, {}).", mm(at.x()), mm(at.y())));
  }
  std::string edges;
  if (check.clamps) {
    for (const EdgeClamps& edge : check.clamps->edges) {
      for (const ClampInterval& interval : edge.intervals) {
        edges += fmt::format("{}{}", edges.empty() ? "" : ", ", edge.edge + 1);
        if (interval.from > 0 || interval.to < 1)
          edges += fmt::format(" ({} to {} %)", decimal(100 * interval.from, 1), decimal(100 * interval.to, 1));
      }
    }
  }
  block.lines.push_back(edges.empty() ? "No single clamp without friction presses the part onto all pins."
                                      : "One clamp presses the part onto all pins where the outline is thick: edges " +
                                            edges + ".");
  return block;
}

ShopPlan find_shop_plan(const ValidTask& task, const PlanQuestion& question) {
  try {
    FoundPlan found = find_plan(task, question);
    std::string reason = found.plan.reason;
    return {std::move(found), std::move(reason)};
  } catch (const InputError& error) {
    return {std::nullopt, error.faults()[0].message};
  }
}

/// Finds the plan of the task. If its guarantee is `energy`, also finds its depth.
ShopPlan plan_of(const ValidTask& task, const StopToken& stop) {
  PlanQuestion question;
  question.stop = stop;
  ShopPlan plan = find_shop_plan(task, question);
  if (!plan.found || !plan.found->plan.found() || plan.found->plan.guarantee != Guarantee::energy) return plan;
  question.certify = true;
  ShopPlan certified = find_shop_plan(task, question);
  return certified.found ? std::move(certified) : std::move(plan);
}

std::string digest_words(const std::string& bytes) { return internal::sha256(bytes).substr(0, 16) + "\u2026"; }

}  // namespace

draw::FixtureSheet fixture_sheet(const ValidTask& task, const ShopQuestion& question, const draw::FixturePlate& plate,
                                 const StopToken& stop) {
  draw::FixtureSheet sheet;
  sheet.plate = plate;
  sheet.datum = datum_of(plate, question.datum);
  const FixtureCheck check = checked(task);
  const ShopPlan plan = plan_of(task, stop);
  sheet.blocks = {holes_block(plate, sheet.datum, question), accuracy_block(task, check, seated(task), sheet.datum),
                  seating_block(task.task(), plan, sheet.datum), guarantee_block(task, plan),
                  clamp_block(plate, check, sheet.datum)};
  const std::optional<std::string> certificate = plan.found ? certificate_of(*plan.found) : std::nullopt;
  sheet.title = {{"date", visible(question.date.value_or(""))},
                 {"units", "mm, degrees"},
                 {"made by", "Pawl " PAWL_VERSION},
                 {"certificate (SHA-256)", certificate ? digest_words(*certificate) : "none"}};
  return sheet;
}

std::vector<std::optional<std::string>> shop_files(const ValidTask& task, const ShopQuestion& question,
                                                   const std::optional<LatticeClamp>& clamp, const StopToken& stop) {
  std::vector<std::optional<std::string>> files;
  if (!question.any()) return files;
  const draw::FixturePlate plate = fixture_plate(task, question, clamp);
  if (question.plate) files.emplace_back(plate_text(plate, *question.plate));
  if (question.holes) files.emplace_back(holes_csv(plate, datum_of(plate, question.datum), question));
  if (question.sheet)
    files.emplace_back(draw::pdf(draw::draw(fixture_sheet(task, question, plate, stop), paper_of(question)), draw::Theme::print));
  return files;
}

}  // namespace pawl::answers
