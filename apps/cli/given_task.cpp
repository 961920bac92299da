// SPDX-License-Identifier: MIT
#include "cli/given_task.h"

#include <fmt/format.h>
#include <pawl/io/drawing.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "answers/answer.h"
#include "answers/fixture_answer.h"
#include "base/spelling.h"
#include "cli/report.h"

namespace pawl::cli {
namespace {

/// Splits a text at its commas.
std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> pieces(1);
  for (const char c : text) {
    if (c == ',') {
      pieces.emplace_back();
    } else {
      pieces.back() += c;
    }
  }
  return pieces;
}

/// Returns a value as JSON text: a number if the text is a number, otherwise a string, such as "6 mm". The string is
/// checked when the task is read.
std::string json_of(const std::string& text) {
  const std::optional<double> number = plain_number(text);
  return number ? fmt::format("{}", *number) : Json(text).dump();
}

std::string friction_json(const std::string& text) {
  const std::vector<std::string> ends = split(text);
  const bool numbers = std::all_of(ends.begin(), ends.end(), [](const auto& end) { return plain_number(end).has_value(); });
  if (ends.size() > 2 || !numbers) {
    const std::optional<double> per_cent =
        text.ends_with('%') ? plain_number(text.substr(0, text.size() - 1)) : std::nullopt;
    throw InputError("--friction", text,
                     "must be a coefficient or two, LOW,HIGH, such as 0.2 or 0.1,0.3" +
                         (per_cent ? fmt::format("; {} % is {:.6g}", *per_cent, *per_cent / 100) : ""));
  }
  const bool whole =
      std::all_of(ends.begin(), ends.end(), [](const auto& end) { return whole_number(end).has_value(); });
  if (ends.size() == 2 && whole && *whole_number(ends[1]) > 1) {
    throw InputError(
        "--friction", text,
        fmt::format("must be LOW,HIGH, with points in decimals; did you mean {}.{}? The interval up to {} is {},{}.0",
                    ends[0], ends[1], ends[1], ends[0], ends[1]));
  }
  return ends.size() == 1 ? json_of(ends[0]) : "[" + json_of(ends[0]) + "," + json_of(ends[1]) + "]";
}

std::string pin_json(const std::string& text) {
  const std::vector<std::string> numbers = split(text);
  const bool empty = std::any_of(numbers.begin(), numbers.end(), [](const auto& number) { return number.empty(); });
  if (numbers.size() < 2 || numbers.size() > 3 || empty) {
    throw InputError("--pin", text, "must be X,Y or X,Y,DIAMETER, such as 12,-3,6 or 12mm,-3mm,6mm");
  }
  std::string json = "{\"at\":[" + json_of(numbers[0]) + "," + json_of(numbers[1]) + "]";
  if (numbers.size() == 3) json += ",\"diameter\":" + json_of(numbers[2]);
  return json + "}";
}

/// Returns the edits of a task for a value TRANSLATION[,ROTATION[,STARTS]] of --scatter.
std::vector<DocumentEdit> scatter_edits(const std::string& text) {
  const std::vector<std::string> values = split(text);
  const bool empty = std::any_of(values.begin(), values.end(), [](const auto& value) { return value.empty(); });
  if (values.size() > 3 || empty) {
    throw InputError(
        "--scatter", text,
        "must be TRANSLATION, or TRANSLATION,ROTATION, or TRANSLATION,ROTATION,STARTS, such as 2mm,3deg,100");
  }
  constexpr const char* kKeys[] = {"/scatter/translation", "/scatter/rotation", "/scatter/starts"};
  std::vector<DocumentEdit> edits;
  for (std::size_t k = 0; k < values.size(); ++k) edits.push_back({kKeys[k], json_of(values[k])});
  return edits;
}

std::string list_json(const std::vector<std::string>& entries) {
  std::string list;
  for (const std::string& entry : entries) list += (list.empty() ? "" : ",") + entry;
  return "[" + list + "]";
}

std::string actuator_json(const GivenTask& given) {
  if (given.tray && given.actuator && *given.actuator != "tray") {
    throw InputError("--actuator", *given.actuator, "contradicts --tray");
  }
  if (given.tray) return "\"tray\"";
  return given.actuator->starts_with('{') ? *given.actuator : Json(*given.actuator).dump();
}

/// The option that sets a value of a task, the pointer to this value, and whether the option was given.
struct Origin {
  const char* pointer;
  const char* option;
  bool given;
};

std::vector<Origin> origins_of(const GivenTask& given) {
  return {{"/friction", "--friction", given.friction.has_value()},
          {"/part/mass", "--mass", given.mass.has_value()},
          {"/part/density", "--density", given.density.has_value()},
          {"/part/thickness", "--thickness", given.thickness.has_value()},
          {"/part/tolerance", "--part-tolerance", given.part_tolerance.has_value()},
          {"/actuator", "--actuator", given.actuator || given.tray},
          {"/fixels", "--pin", !given.pins.empty()},
          {"/fixture/candidates", "--pins", given.pin_diameter.has_value()},
          {"/scatter", "--scatter", given.scatter.has_value()},
          {"/part/unit", "--unit", given.drawing.unit.has_value()},
          {"/part/layer", "--layer", given.drawing.layer.has_value()},
          {"/part/not_layer", "--not-layer", given.drawing.not_layer.has_value()},
          {"/part/join", "--join", given.drawing.join.has_value()},
          {"/part/deviation", "--deviation", given.drawing.deviation.has_value()},
          {"/part/loop", "--loop", given.drawing.loops.has_value()}};
}

constexpr const char* kDrawingKeys[] = {"unit", "layer", "not_layer", "join", "deviation", "loop"};

/// Returns the option for a key of a drawing, such as "--not-layer" for "not_layer".
std::string option_of(std::string key) {
  std::replace(key.begin(), key.end(), '_', '-');
  return "--" + key;
}

/// Returns the unit of length of a drawing. If the drawing cannot be read, throws InputError. If other options make the
/// drawing readable, the last fault names these options.
Units::Length unit_of(const std::string& text, const DrawingOptions& options) {
  try {
    return *part_of(read_drawing(text, options), options).unit;
  } catch (const InputError& error) {
    std::vector<Fault> faults = error.faults();
    const std::vector<DrawingRemedy> remedy = find_remedy(text, options);
    if (!remedy.empty()) faults.push_back({"", "", "options that read it:" + option_words(remedy)});
    throw InputError(std::move(faults));
  }
}

/// Returns whether `pointer` leads to `place` or to a value inside it.
bool is_under(const std::string& pointer, const std::string& place) {
  return pointer.starts_with(place) && (pointer.size() == place.size() || pointer[place.size()] == '/');
}

}  // namespace

void add_given_task(CommandLine& command, GivenTask& given) {
  given.accepted = true;
  command.add(answers::parameters(given.drawing));
  command.add_option("--mass", given.mass, "The part's mass in kg, or with a unit, such as 240g");
  command.add_option("--density", given.density, "The material's density, such as 7.85g/cm3, with --thickness");
  command.add_option("--thickness", given.thickness, "The part's thickness, such as 6mm, for --density");
  command.add_option("--part-tolerance", given.part_tolerance,
                     "Profile tolerance: the largest distance of a point of the part's boundary from its stated "
                     "position, such as 0.1mm");
  command.add_option("--friction", given.friction, "Coulomb coefficient MU of all fixels, or an interval LOW,HIGH");
  command.add_flag("--tray", given.tray, "A tilting tray moves the part, as --actuator tray");
  command.add_option("--actuator", given.actuator,
                     "What moves the part: free, tray, or an object as in a task file, such as "
                     "'{\"push\": {\"at\": [0, 10], \"directions\": [-90, 0]}}'");
  command
      .add_option("--pin", given.pins,
                  "A pin X,Y or X,Y,DIAMETER, such as 12,-3,6mm; may be given several times; replaces the task's fixels")
      .one_each();
  command.add_option("--pins", given.pin_diameter, "Diameter of the pins that pawl fixture tries, such as 6mm");
  command.add_option("--scatter", given.scatter,
                     "How far the starts of pawl simulate are scattered: T[,R[,N]], a translation, a rotation and the "
                     "number of starts, such as 2mm,3deg,100");
}

bool is_drawing(const std::string& file, std::string_view text) {
  std::string ending = std::filesystem::path(file).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (ending == ".dxf" || ending == ".svg" || ending == ".kicad_pcb") return true;
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return false;
  text.remove_prefix(begin);
  const bool dxf = text.starts_with("0\nSECTION") || text.starts_with("0\r\nSECTION");
  return text[0] == '<' || text.starts_with("(kicad_pcb") || dxf;
}

bool is_drawing_file(const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return is_drawing(file, "");
  std::string begin(64, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(stream.gcount()));
  return is_drawing(file, begin);
}

std::string task_of_drawing(const std::string& file, const std::string& text, const GivenTask& given) {
  if (file == "-") throw InputError("", "", "a drawing in place of a task must be a file, not standard input");
  Units units;
  try {
    units.length = unit_of(text, drawing_options(given.drawing));
  } catch (const InputError& error) {
    std::vector<Fault> faults = error.faults();
    for (Fault& fault : faults) {
      if (fault.pointer == "/unit" && fault.value.empty()) fault.value = std::filesystem::path(file).filename().string();  // names the file that lacks a unit,
                                                                                                                           // because several files may be given
    }
    throw at_options(InputError(std::move(faults)), given, true);
  }
  const std::filesystem::path path(file);
  Json task = {{"pawl", 1}, {"name", answers::visible(path.stem().string())}};
  task["units"] = {{"length", units.length_name()}, {"angle", "deg"}};
  task["part"] = {{"drawing", path.filename().string()}, {"unit", units.length_name()}};
  return task.dump();
}

void refuse_other_file(std::string_view text) {
  const auto other = internal::other_file(text);
  if (!other) return;
  throw InputError("", "",
                   fmt::format("this is {}; expected a task in JSON, or a drawing as DXF in text form, SVG or KiCad "
                               "board: {}",
                               other->kind, other->remedy));
}

std::string option_words(const std::vector<DrawingRemedy>& remedy) {
  std::string words;
  for (const DrawingRemedy& one : remedy) words += fmt::format(" {} {}", option_of(one.option), answers::shell_word(one.value));
  return words;
}

std::string drawing_words(const GivenTask& given) {
  std::string words;
  const auto add = [&](const char* option, const std::optional<std::string>& value) {
    if (value) words += fmt::format(" {} {}", option, answers::shell_word(*value));
  };
  add("--layer", given.drawing.layer);
  add("--not-layer", given.drawing.not_layer);
  add("--unit", given.drawing.unit);
  add("--loop", given.drawing.loops);
  if (given.drawing.join) words += fmt::format(" --join {}", *given.drawing.join);
  if (given.drawing.deviation) words += fmt::format(" --deviation {}", *given.drawing.deviation);
  return words;
}

std::vector<DocumentEdit> edits_of(const GivenTask& given) {
  std::vector<DocumentEdit> edits;
  const auto add = [&](const char* place, std::string value) { edits.push_back({place, std::move(value)}); };
  if (given.drawing.layer) add("/part/layer", Json(*given.drawing.layer).dump());
  if (given.drawing.not_layer) add("/part/not_layer", Json(*given.drawing.not_layer).dump());
  if (given.drawing.join) add("/part/join", fmt::format("{}", *given.drawing.join));
  if (given.drawing.deviation) add("/part/deviation", fmt::format("{}", *given.drawing.deviation));
  if (given.drawing.loops) add("/part/loop", json_of(*given.drawing.loops));
  if (given.mass) add("/part/mass", json_of(*given.mass));
  if (given.density) add("/part/density", json_of(*given.density));
  if (given.thickness) add("/part/thickness", json_of(*given.thickness));
  if (given.part_tolerance) add("/part/tolerance", json_of(*given.part_tolerance));
  if (given.friction) add("/friction", friction_json(*given.friction));
  if (given.tray || given.actuator) add("/actuator", actuator_json(given));
  if (!given.pins.empty()) {
    std::vector<std::string> pins;
    for (const std::string& pin : given.pins) pins.push_back(pin_json(pin));
    add("/fixels", list_json(pins));
  }
  if (given.scatter) {
    for (DocumentEdit& edit : scatter_edits(*given.scatter)) edits.push_back(std::move(edit));
  }
  if (given.pin_diameter) add("/fixture/candidates/points/pin_diameter", json_of(*given.pin_diameter));
  return edits;
}

InputError at_options(const InputError& error, const GivenTask& given, bool drawing) {
  std::vector<Fault> faults = error.faults();
  for (Fault& fault : faults) {
    for (const auto& [pointer, option, is_given] : origins_of(given)) {
      if ((!is_given && !drawing) || !is_under(fault.pointer, pointer)) continue;
      // Appends the rest of the pointer if the fault concerns a part of the option's value, such as a member that is
      // missing.
      const std::string rest = fault.pointer.substr(std::string(pointer).size());
      fault.pointer = option + (fault.value.empty() && !rest.empty() && is_given ? ": " + rest : "");
      break;
    }
    for (const char* key : kDrawingKeys) {
      if (drawing && fault.pointer == std::string("/") + key) fault.pointer = option_of(key);
    }
    if (drawing && fault.pointer == "/part/drawing") fault = {"", "", fault.message};
  }
  return InputError(std::move(faults));
}

}  // namespace pawl::cli
