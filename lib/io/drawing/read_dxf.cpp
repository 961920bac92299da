// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <utility>

#include "io/drawing/drawing_checks.h"
#include "io/drawing/dxf_placing.h"
#include "io/json_value.h"

namespace pawl {
namespace internal {
namespace {

struct DxfUnit {
  int code;
  const char* name;
  std::optional<Units::Length> length;
};
/// $INSUNITS, as far as drawings of parts have them.
constexpr DxfUnit kUnits[] = {{1, "in", Units::Length::in},
                              {2, "feet", {}},
                              {3, "miles", {}},
                              {4, "mm", Units::Length::mm},
                              {5, "cm", Units::Length::cm},
                              {6, "m", Units::Length::m},
                              {7, "km", {}},
                              {8, "microinches", {}},
                              {9, "mils", {}},
                              {10, "yards", {}},
                              {11, "angstroms", {}},
                              {12, "nanometres", {}},
                              {13, "microns", {}},
                              {14, "dm", {}}};

/// Sections, in any order but blocks and layers before what is drawn, as all programs write them.
class DxfReader {
 public:
  DxfReader(std::string_view text, const DrawingOptions& options)
      : records_(text), options_(options), placing_(tables_, options, drawing_, faults_) {
    drawing_.format = "DXF";
  }

  Drawing run() {
    const bool whole = faults_.passes([&] { read(); });
    // What stopped the reading, or the unit's own fault, may be all that is wrong.
    if (whole && faults_.empty() && !options_.layer.empty()) check_layer();
    if (whole && !wrong_unit_) check_unit(drawing_, options_, faults_);
    faults_.finish();
    if (placing_.turned()) {
      drawing_.notes.emplace_back("blocks are turned by angles that are no quarter turns: their points are rounded");
    }
    if (placing_.raised() > 0) {
      drawing_.notes.push_back(fmt::format("entities above or below z = 0 are seen from above: {}", placing_.raised()));
    }
    return std::move(drawing_);
  }

 private:
  [[noreturn]] void stop(long line, std::string_view value, std::string message) const {
    throw InputError(line_pointer(line), printable(value), std::move(message));
  }

  void read() {
    while (next()) {
      if (record_.kind == "EOF") return;
      if (record_.kind != "SECTION")
        stop(record_.line, record_.kind, "stands outside of a section; expected SECTION or EOF");
      const std::string_view name = record_.text(2);
      if (name == "HEADER") {
        read_header();
        skip_section();
      } else if (drawn_at_ > 0 && (name == "TABLES" || name == "BLOCKS")) {
        stop(record_.line, name, fmt::format("stands after ENTITIES, at line {}, which need it", drawn_at_));
      } else if (name == "TABLES") {
        read_tables();
      } else if (name == "BLOCKS") {
        read_blocks();
      } else if (name == "ENTITIES") {
        drawn_at_ = record_.line;
        read_entities();
      } else {
        skip_section();
      }
    }
    stop(records_.line(), "", "the file ends without EOF: it was cut off");
  }

  bool next() { return records_.next(record_); }
  /// Within a section: false at its end.
  bool next_in_section() {
    if (!next()) stop(records_.line(), "", "the file ends within a section: it was cut off");
    if (record_.kind == "SECTION" || record_.kind == "EOF") {
      stop(record_.line, record_.kind, "stands in a section that does not end; expected ENDSEC");
    }
    return record_.kind != "ENDSEC";
  }
  void skip_section() {
    while (next_in_section()) {
    }
  }

  void read_header() {
    std::string_view variable;
    for (const DxfGroup& group : record_.groups) {
      if (group.code == 9) variable = group.value;
      if (variable == "$ACADVER" && group.code == 1) drawing_.format = "DXF " + as_utf8(group.value);
      if (variable == "$INSUNITS" && group.code == 70) set_unit(group);
    }
  }

  void set_unit(const DxfGroup& group) {
    const std::optional<int> code = drawn_integer(group.value);
    const auto fault = [&](std::string message) {
      wrong_unit_ = true;
      faults_.add(line_pointer(group.line), printable(group.value), std::move(message));
    };
    if (!code) return fault("$INSUNITS must be a whole number");
    if (unit_code_ && *unit_code_ != *code) return fault(fmt::format("$INSUNITS is also {}", *unit_code_));
    unit_code_ = code;
    if (*code == 0) return;
    drawing_.stated_unit = fmt::format("$INSUNITS {}", *code);
    for (const DxfUnit& unit : kUnits) {
      if (unit.code != *code) continue;
      drawing_.stated_unit = unit.name;
      drawing_.unit = unit.length;
    }
  }

  void read_tables() {
    while (next_in_section()) {
      if (record_.kind != "LAYER") continue;
      DxfNumbers numbers(record_, faults_);
      constexpr int kFrozen = 1;
      const bool off = numbers.integer(62, 7) < 0, frozen = (numbers.integer(70, 0) & kFrozen) != 0;
      if (!off && !frozen) continue;
      keep_name();
      (frozen ? tables_.frozen_layers : tables_.off_layers).insert(folded(record_.text(2)));
    }
  }

  void read_blocks() {
    while (next_in_section()) {
      if (record_.kind != "BLOCK") stop(record_.line, record_.kind, "stands outside of a block; expected BLOCK");
      const long line = record_.line;
      DxfNumbers numbers(record_, faults_);
      DxfBlock block;
      block.base = {numbers.coordinate(10, 0), numbers.coordinate(20, 0)};
      constexpr int kExternal = 4 | 8 | 32;
      if ((numbers.integer(70, 0) & kExternal) != 0) {
        block.refusal = "is a block that INSERT names and that is in another file: bind it in the program that drew it";
      }
      const std::string name = folded(record_.text(2));
      block_left_ = &block.left_out;
      read_list(
          "ENDBLK", line, [&](DxfEntity entity) { add_to(block, std::move(entity)); }, true);
      const auto [place, added] = tables_.blocks.try_emplace(name, std::move(block));
      if (added) keep_name();
      if (!added) place->second.refusal = "is a block that INSERT names and that the file has twice";
    }
  }

  /// Counts the different names that are kept.
  void keep_name() {
    if (++names_ > kMostNames) {
      stop(record_.line, record_.kind,
           fmt::format("is where there are more than {} names of layers, blocks and kinds, the most that is kept",
                       kMostNames));
    }
  }

  void add_to(DxfBlock& block, DxfEntity entity) {
    if (const auto* chain = std::get_if<DxfChain>(&entity.shape)) stored_vertices_ += chain->vertices.size();
    if (const auto* spline = std::get_if<Spline>(&entity.shape)) stored_vertices_ += spline->points.size();
    if (++stored_ > kMostCurves)
      stop(entity.place.line, "", fmt::format("blocks hold more than {} entities", kMostCurves));
    if (stored_vertices_ > kMostDrawnVertices) {
      stop(entity.place.line, "", fmt::format("blocks hold more than {} vertices", kMostDrawnVertices));
    }
    block.entities.push_back(std::move(entity));
  }

  void read_entities() {
    read_list(
        "ENDSEC", record_.line, [&](const DxfEntity& entity) { placing_.place(entity); }, false);
  }

  /// Entities up to `end`, each handed to `take`.
  template <class Take>
  void read_list(std::string_view end, long begin, const Take& take, bool in_block) {
    bool have = next();
    while (have && record_.kind != end) {
      if (record_.kind == "SECTION" || record_.kind == "EOF" || record_.kind == "ENDSEC" || record_.kind == "BLOCK") {
        stop(record_.line, record_.kind,
             fmt::format("stands in what begins at line {} and does not end; expected {}", begin, end));
      }
      have = read_one(take, in_block);
    }
    if (!have) stop(records_.line(), "", fmt::format("the file ends before {}: it was cut off", end));
  }

  /// Whether the entity is looked at; the drawing says what is not.
  bool wanted(const DrawingPlace& place, bool in_block) {
    const auto leave_out = [&](const char* why) {
      std::map<std::string, int>& left = in_block ? *block_left_ : drawing_.left_out;
      if (++left[fmt::format("{} ({})", place.kind, why)] == 1) keep_name();
    };
    const DxfUse use = dxf_use(record_.kind);
    if (use == DxfUse::sequence) return false;
    if (record_.text(67) == "1") return leave_out("paper space"), false;
    if (record_.text(60) == "1") return leave_out("invisible"), false;
    if (use == DxfUse::annotation) return leave_out("no outline"), false;
    if (!in_block && record_.kind != "INSERT" && !placing_.takes(place)) return false;
    return true;
  }

  Fault refusal(const DrawingPlace& place) const {
    return {
        line_pointer(place.line), place.kind,
        fmt::format("is an entity that is not read, on layer \"{}\": explode it in the program that drew it, or read "
                    "another layer",
                    place.layer)};
  }

  /// The entity at hand, and those that belong to it; whether another record follows.
  template <class Take>
  bool read_one(const Take& take, bool in_block) {
    const DrawingPlace place = dxf_place(record_);
    const bool polyline = record_.kind == "POLYLINE";
    const bool read = wanted(place, in_block);
    Validator own;  // of an entity in a block, which may never be inserted
    Validator& faults = in_block ? own : faults_;
    std::optional<DxfEntity> entity;
    if (read && dxf_use(record_.kind) == DxfUse::outline) {
      entity = dxf_entity(record_, faults);
    } else if (read && (in_block || refused_.insert(place.kind).second)) {
      if (!in_block) keep_name();
      faults.add({refusal(place)});
    }
    if (record_.kind == "VERTEX" || record_.kind == "SEQEND") {
      faults.add(line_pointer(place.line), place.kind, "stands outside of a POLYLINE");
    }
    const bool insert = record_.kind == "INSERT";
    bool have = next();
    while (have && insert && record_.kind == "ATTRIB") have = next();
    if (have && insert && record_.kind == "SEQEND") have = next();
    while (have && polyline && record_.kind == "VERTEX") {
      if (entity && !add_vertex(record_, *entity, faults)) entity.reset();
      if (entity && std::get<DxfChain>(entity->shape).vertices.size() > kMostVertices) {
        stop(record_.line, "VERTEX", fmt::format("a POLYLINE has more than {} vertices", kMostVertices));
      }
      have = next();
    }
    if (polyline && have && record_.kind != "SEQEND") {
      faults_.add(line_pointer(record_.line), printable(record_.kind),
                  fmt::format("stands where the POLYLINE of line {} should end; expected SEQEND", place.line));
    } else if (polyline && have) {
      have = next();
    }
    if (entity) take(std::move(*entity));
    if (in_block && !own.empty()) take(DxfEntity{place, DxfRefused{own.take()}});
    return have;
  }

  void check_layer() {
    if (!drawing_.curves.empty()) return;
    const auto hidden = drawing_.left_out.size();
    faults_.add("/layer", options_.layer,
                hidden == 0 ? "the drawing has nothing on this layer, nor on another"
                            : "the drawing has nothing on this layer; it has " + list_of(drawing_.left_out));
  }

  DxfRecords records_;
  const DrawingOptions& options_;
  Drawing drawing_;
  Validator faults_;
  DxfTables tables_;
  DxfPlacing placing_;
  DxfRecord record_;
  std::set<std::string> refused_;
  std::map<std::string, int>* block_left_ = nullptr;  ///< of the block that is being read
  std::optional<int> unit_code_;
  bool wrong_unit_ = false;
  long drawn_at_ = 0;  ///< line of ENTITIES, once they were read
  std::size_t stored_ = 0, stored_vertices_ = 0, names_ = 0;
};

void refuse_other_forms(std::string_view text) {
  if (text.starts_with("AutoCAD Binary DXF")) {
    throw InputError("line 1", "AutoCAD Binary DXF", "the file is in binary form; save it as DXF in text (ASCII) form");
  }
  if (text.starts_with("AC10")) {
    throw InputError("line 1", printable(text.substr(0, 6)), "the file is a DWG; save it as DXF in text (ASCII) form");
  }
}

}  // namespace
}  // namespace internal

Drawing read_dxf(std::string_view text, const DrawingOptions& options) {
  internal::check_drawing_input(text, options);
  internal::refuse_other_forms(text);
  return internal::DxfReader(text, options).run();
}

}  // namespace pawl
