// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/draw/fixture_sheet.h>
#include <pawl/draw/part_figure.h>
#include <pawl/draw/render.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "draw/part_figure.h"
#include "draw/text.h"

namespace pawl::draw {

Eigen::Vector2d Datum::operator()(const Eigen::Vector2d& point) const { return turned(point - origin, -angle); }

namespace {

constexpr double kMm = 96 / 25.4;          ///< px per mm of paper
constexpr double kBorder = 10 * kMm;       ///< distance between the paper's edge and the frame, px
constexpr double kTextSize = 10.7;         ///< text size, px (8 pt)
constexpr double kSmallTextSize = 8.5;     ///< size of small text, px
constexpr double kLineHeight = 4.1 * kMm;  ///< height of a line of text, px
constexpr double kPad = 2 * kMm;           ///< distance of texts from the frame, px
/// Width of the strips left of and below the plate that contain the ordinates, px.
constexpr double kStrip = 24 * kMm;
constexpr double kAround = 10 * kMm;    ///< free space right of and above the plate, px
constexpr double kCompass = 25 * kMm;   ///< size of the compass rose, px
constexpr double kTitleLine = 8 * kMm;  ///< height of one field of the title block, px

/// A standard scale: a length on paper divided by the true length [ISO 5455].
struct Scale {
  double paper, real;
  double ratio() const { return paper / real; }
  std::string text() const { return fmt::format("{}:{}", paper, real); }
};
constexpr Scale kScales[] = {{50, 1}, {20, 1}, {10, 1}, {5, 1},   {2, 1},   {1, 1},   {1, 2},    {1, 5},
                             {1, 10}, {1, 20}, {1, 50}, {1, 100}, {1, 200}, {1, 500}, {1, 1000}, {1, 2000}};

/// Returns a number with at most four decimals and without trailing zeros: "12.5", "0".
std::string ordinate_text(double value) {
  std::string text = fmt::format("{:.4f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

/// A writer of strokes and labels. Coordinates are in px of the page, with y down.
class PagePanel {
 public:
  explicit PagePanel(const Eigen::Vector2d& size) : height_(size.y()) { panel_.world = panel_.page = {{0, 0}, size}; }

  void line(const Eigen::Vector2d& from, const Eigen::Vector2d& to, const Pen& pen) {
    add_stroke(panel_, segment(up(from), up(to)), pen);
  }
  void box(const Box& box, const Pen& pen) {
    add_shape(panel_, rectangle({{box.least.x(), height_ - box.most().y()}, box.size}), pen, std::nullopt);
  }
  void text(const Eigen::Vector2d& at, const std::string& text, double size, Ink ink = Ink::text,
            Place place = Place::left, double turn = 0) {
    Label label;
    label.at = up(at);
    label.text = text;
    label.size = size;
    label.ink = ink;
    label.place = place;
    label.priority = 100;
    label.turn = turn;
    panel_.items.emplace_back(std::move(label));
  }
  Panel take() { return std::move(panel_); }

 private:
  Eigen::Vector2d up(const Eigen::Vector2d& at) const { return {at.x(), height_ - at.y()}; }
  double height_;
  Panel panel_;
};

/// A block of text whose lines are wrapped to the width of a column.
class LaidBlock {
 public:
  LaidBlock(const SheetBlock& block, double width) : block_(block), width_(width) {
    const double room = width - 2 * kPad - (block.window ? kCompass : 0);
    for (const std::vector<std::string>& row : block.rows) {
      widths_.resize(std::max(widths_.size(), row.size()), 0);
      for (std::size_t k = 0; k < row.size(); ++k) widths_[k] = std::max(widths_[k], text_width(row[k], kTextSize));
    }
    for (const std::string& line : block.lines) {
      const std::vector<std::string> wrapped = wrapped_text(line, kTextSize, room);
      lines_.insert(lines_.end(), wrapped.begin(), wrapped.end());
    }
  }

  double height() const {
    const double text = kLineHeight * (1 + static_cast<double>(block_.rows.size() + lines_.size())) + kPad;
    return block_.window ? std::max(text, kLineHeight + kCompass + kPad) : text;
  }

  void write(const Eigen::Vector2d& at, PagePanel& page, std::vector<Panel>& panels) const {
    const double left = at.x() + kPad;
    double y = at.y() + kPad / 2 + kLineHeight / 2;
    page.text({left, y}, block_.title, kTextSize, Ink::note);
    for (const std::vector<std::string>& row : block_.rows) {
      y += kLineHeight;
      double x = left;
      const double air = gap();
      for (std::size_t k = 0; k < row.size(); ++k) {
        x += widths_[k];
        page.text({x, y}, row[k], kTextSize, &row == &block_.rows[0] ? Ink::note : Ink::text, Place::right);
        x += air;
      }
    }
    for (const std::string& line : lines_) page.text({left, y += kLineHeight}, line, kTextSize);
    if (!block_.window) return;
    Panel rose = compass(*block_.window, block_.direction);
    rose.page = {{at.x() + width_ - kPad - kCompass, at.y() + kPad + kLineHeight / 2}, {kCompass, kCompass}};
    panels.push_back(std::move(rose));
  }

  /// Returns whether the block's table fits into the width of the column with a distance of at least 4 px between its
  /// columns.
  bool fits() const { return gap() >= 4; }

 private:
  /// Returns the distance between two columns of the block's table, px.
  double gap() const {
    if (widths_.size() < 2) return 4 * kMm;
    double used = 0;
    for (const double width : widths_) used += width;
    const double room = width_ - 2 * kPad - (block_.window ? kCompass : 0) - used;
    return std::min(6 * kMm, room / static_cast<double>(widths_.size() - 1));
  }

  const SheetBlock& block_;
  double width_;
  std::vector<double> widths_;
  std::vector<std::string> lines_;
};

/// The arrangement of a page, in px, with y down.
struct Layout {
  Paper paper = Paper::a4;
  bool landscape = true;
  Eigen::Vector2d size;  ///< size of the page
  Box drawing;           ///< area for the plate and its ordinate dimensions
  Box title;
  std::vector<std::pair<std::size_t, Eigen::Vector2d>> blocks;  ///< index of each block, and its upper left corner
  double column = 0;                                            ///< width of a column of blocks
  Scale scale{0, 1};
};

double title_height(const FixtureSheet& sheet) {
  return kTitleLine * (1 + std::ceil(static_cast<double>(sheet.title.size() + 2) / 2));
}

/// Distributes the blocks over the columns, in order. The title block occupies the lower end of the last column.
/// Returns the index and the upper left corner of each block, or nothing if the blocks do not fit.
std::optional<std::vector<std::pair<std::size_t, Eigen::Vector2d>>> filled(const std::vector<LaidBlock>& blocks,
                                                                           const Eigen::Vector2d& corner, double width,
                                                                           double height, std::size_t columns,
                                                                           double title) {
  std::vector<std::pair<std::size_t, Eigen::Vector2d>> places;
  std::size_t column = 0;
  double y = 0;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    if (!blocks[k].fits()) return std::nullopt;
    while (y + blocks[k].height() > height - (column + 1 == columns ? title : 0)) {
      if (++column == columns) return std::nullopt;
      y = 0;
    }
    places.emplace_back(k, corner + Eigen::Vector2d(width * static_cast<double>(column), y));
    y += blocks[k].height();
  }
  return places;
}

std::vector<LaidBlock> laid(const FixtureSheet& sheet, double width) {
  std::vector<LaidBlock> blocks;
  for (const SheetBlock& block : sheet.blocks) blocks.emplace_back(block, width);
  return blocks;
}

/// Returns the largest standard scale at which the plate fits into the area `drawing`, or {0, 1} if none fits.
Scale scale_for(const Eigen::Vector2d& plate, const Box& drawing) {
  const Eigen::Vector2d room = (drawing.size.array() - kStrip - kAround) / kMm;
  for (const Scale& scale : kScales) {
    if (room.minCoeff() > 0 && (plate * scale.ratio()).x() <= room.x() && (plate * scale.ratio()).y() <= room.y())
      return scale;
  }
  return {0, 1};
}

/// Returns the arrangement of a page. The columns of blocks are to the right of the plate (landscape) or below the
/// plate (portrait). The ratio of the scale is 0 if the blocks or the plate do not fit.
Layout layout_of(const FixtureSheet& sheet, Paper paper, bool landscape, std::size_t columns,
                 const Eigen::Vector2d& plate) {
  Layout layout;
  layout.paper = paper;
  layout.landscape = landscape;
  const Eigen::Vector2d across = paper == Paper::a4 ? Eigen::Vector2d(210, 297) : Eigen::Vector2d(297, 420);
  layout.size = kMm * (landscape ? Eigen::Vector2d(across.y(), across.x()) : across);
  const Eigen::Vector2d frame = layout.size.array() - 2 * kBorder;
  const Eigen::Vector2d corner(kBorder, kBorder);
  const double title = title_height(sheet);
  const auto count = static_cast<double>(columns);
  if (landscape) {
    layout.column = 88 * kMm;
    const double left = corner.x() + frame.x() - count * layout.column;
    const auto blocks = laid(sheet, layout.column);
    const auto places = filled(blocks, {left, corner.y()}, layout.column, frame.y(), columns, title);
    if (!places) return layout;
    layout.blocks = *places;
    layout.drawing = {corner, {frame.x() - count * layout.column, frame.y()}};
  } else {
    layout.column = frame.x() / count;
    const auto blocks = laid(sheet, layout.column);
    for (double height = title; height < frame.y(); height += kLineHeight / 2) {
      const double top = corner.y() + frame.y() - height;
      const auto places = filled(blocks, {corner.x(), top}, layout.column, height, columns, title);
      if (!places) continue;
      layout.blocks = *places;
      layout.drawing = {corner, {frame.x(), frame.y() - height}};
      break;
    }
    if (layout.blocks.size() != sheet.blocks.size()) return layout;
  }
  layout.title = {{corner.x() + frame.x() - layout.column, corner.y() + frame.y() - title}, {layout.column, title}};
  layout.scale = scale_for(plate, layout.drawing);
  return layout;
}

/// Returns the layout with the largest scale. If several layouts have this scale, returns the first of them.
Layout best_layout(const FixtureSheet& sheet, Paper paper, const Eigen::Vector2d& plate) {
  Layout best;
  const std::size_t most = paper == Paper::a4 ? 2 : 3;
  for (std::size_t columns = 1; columns <= most; ++columns) {
    for (const bool landscape : {true, false}) {
      if (!landscape && columns == 1) continue;
      Layout layout = layout_of(sheet, paper, landscape, columns, plate);
      if (layout.scale.ratio() > best.scale.ratio()) best = std::move(layout);
    }
  }
  return best;
}

Layout chosen_layout(const FixtureSheet& sheet, const std::optional<Paper>& paper, const Eigen::Vector2d& plate) {
  Layout layout = best_layout(sheet, paper.value_or(Paper::a4), plate);
  if (!paper && layout.scale.ratio() < 1) {
    Layout larger = best_layout(sheet, Paper::a3, plate);
    if (larger.scale.ratio() > layout.scale.ratio()) layout = std::move(larger);
  }
  if (layout.scale.ratio() == 0) {
    throw InputError("--sheet", "",
                     paper == Paper::a4 ? "the tables do not fit on one page of A4; use A3"
                                        : "the tables do not fit on one page; --holes FILE.csv has all holes");
  }
  return layout;
}

/// Returns positions for texts that should be at the positions `wanted`, which must be in ascending order. The result
/// has distances of at least `gap` and lies within [low, high] if there is room. It minimizes the sum of the squared
/// distances between each position and its wanted position.
std::vector<double> spread(const std::vector<double>& wanted, double gap, double low, double high) {
  // Let p_i be the positions and q_i = p_i - i gap. The positions have distances of at least `gap` if and only if the
  // q_i do not decrease. The best q_i are the solution of an isotonic regression, which is found by the pool adjacent
  // violators algorithm.
  struct Pool {
    double sum;
    std::size_t count;
    double mean() const { return sum / static_cast<double>(count); }
  };
  std::vector<Pool> pools;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    pools.push_back({wanted[i] - gap * static_cast<double>(i), 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean() >= pools.back().mean()) {
      pools[pools.size() - 2].sum += pools.back().sum;
      pools[pools.size() - 2].count += pools.back().count;
      pools.pop_back();
    }
  }
  const double most = high - gap * static_cast<double>(wanted.empty() ? 0 : wanted.size() - 1);
  std::vector<double> places;
  for (const Pool& pool : pools) {
    const double mean = std::max(low, std::min(most, pool.mean()));
    for (std::size_t k = 0; k < pool.count; ++k) places.push_back(mean + gap * static_cast<double>(places.size()));
  }
  return places;
}

/// The ordinate dimensions along one axis of the sheet. Each entry consists of an ordinate and the feature's coordinate
/// along the other axis, where the extension line begins. Features with equal ordinates (to four decimals) share one
/// entry, with the smallest of their other coordinates.
class Ordinates {
 public:
  void add(double value, double from) {
    for (auto& [known, begin] : ordinates_) {
      if (std::abs(known - value) < 5e-5) return void(begin = std::min(begin, from));
    }
    ordinates_.emplace_back(value, from);
  }
  std::vector<std::pair<double, double>> sorted() const {
    auto sorted = ordinates_;
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }

 private:
  std::vector<std::pair<double, double>> ordinates_;
};

/// A drawing of the plate in the coordinate system of the datum.
class PlateFigure {
 public:
  PlateFigure(const FixtureSheet& sheet, const Layout& layout, const Box& plate)
      : sheet_(sheet), layout_(layout), plate_(plate) {
    const double px = kMm * layout.scale.ratio();
    const Eigen::Vector2d page = layout.drawing.size;
    panel_.page = layout.drawing;
    panel_.world.size = page / px;
    const Eigen::Vector2d middle = layout.drawing.least + Eigen::Vector2d(kStrip, kAround) +
                                   (page - Eigen::Vector2d(kStrip + kAround, kStrip + kAround)) / 2;
    // The plate is centred in the drawing area that remains without the strips for ordinates and the margins.
    const Eigen::Vector2d offset((middle.x() - layout.drawing.least.x()) / px,
                                 (layout.drawing.most().y() - middle.y()) / px);
    panel_.world.least = plate.center() - offset;
    panel_.title = "the part on its fixture plate, scale " + layout.scale.text();
  }

  Panel draw(PagePanel& page) {
    const FixturePlate& plate = sheet_.plate;
    add_shape(panel_, in_datum(rectangle(plate.plate)), Pen{Ink::text, 1.2}, std::nullopt);
    for (const Disc& hole : plate.lattice)
      add_shape(panel_, circle(sheet_.datum(hole.center), hole.radius), Pen{Ink::grid, .6}, std::nullopt);
    std::vector<Path> holes;
    for (const Outline& hole : plate.holes) holes.push_back(in_datum(path_of(hole)));
    add_shape(panel_, in_datum(path_of(plate.part)), std::move(holes), Pen{Ink::part, 2}, Fill{Ink::part, .08});
    for (const Path& stretch : plate.clamps) add_stroke(panel_, in_datum(stretch), Pen{Ink::safe, 5});
    if (plate.clamp) {
      add_shape(panel_, circle(sheet_.datum(plate.clamp->center), plate.clamp->radius), Pen{Ink::safe, 1.5},
                Fill{Ink::safe, .2, Hatch::rising});
      add_name(panel_, sheet_.datum(plate.clamp->center), "clamp", Ink::text, 60, kTextSize);
    }
    for (const Outline& wall : plate.walls)
      add_shape(panel_, in_datum(path_of(wall)), Pen{Ink::pin, 1.4}, std::nullopt);
    for (const PlatePin& pin : plate.pins) add_pin(pin);
    add_ordinates(page);
    add_datum();
    return std::move(panel_);
  }

 private:
  Path in_datum(Path path) const {
    for (Eigen::Vector2d& vertex : path.vertices) vertex = sheet_.datum(vertex);
    return path;
  }

  void add_pin(const PlatePin& pin) {
    const Eigen::Vector2d at = sheet_.datum(pin.at), x(.5 * pin.diameter + 1.5 / layout_.scale.ratio(), 0);
    const Path shape = pin.diamond ? in_datum(*pin.diamond) : circle(at, pin.diameter / 2);
    add_shape(panel_, shape, Pen{Ink::pin, 1.4}, Fill{Ink::pin, .12});
    add_stroke(panel_, segment(at - x, at + x), Pen{Ink::axis, .6});
    add_stroke(panel_, segment(at - Eigen::Vector2d(x.y(), x.x()), at + Eigen::Vector2d(x.y(), x.x())),
               Pen{Ink::axis, .6});
    const Eigen::Vector2d out = turned(pin.out, -sheet_.datum.angle);
    add_name(panel_, at + pin.diameter / 2 * out, std::to_string(pin.number), Ink::text, 200, 15);
  }

  void add_datum() {
    const Eigen::Vector2d origin(0, 0), least = panel_.world.least, most = panel_.world.most();
    const double length = 8 / layout_.scale.ratio();
    if ((origin.array() > least.array()).all() && (origin.array() < most.array()).all()) {
      add_arrow(panel_, origin, {length, 0}, Pen{Ink::text, 1.4});
      add_arrow(panel_, origin, {0, length}, Pen{Ink::text, 1.4});
    }
    for (const auto& [letter, middle] : sheet_.datum.edges) {
      add_mark(panel_, sheet_.datum(middle), Shape::triangle, 9, Ink::text);
      add_name(panel_, sheet_.datum(middle), "datum " + letter, Ink::text, 150, kTextSize);
    }
  }

  /// Adds the ordinate dimensions of the pins, of the plate's corners (if the datum is not rotated) and of the datum's
  /// origin. Each consists of a line from its feature, a bend to the position of its text, and the text.
  void add_ordinates(PagePanel& page) {
    Ordinates xs, ys;
    for (const PlatePin& pin : sheet_.plate.pins) {
      const Eigen::Vector2d at = sheet_.datum(pin.at);
      xs.add(at.x(), at.y());
      ys.add(at.y(), at.x());
    }
    if (sheet_.datum.angle == 0) {
      for (const Eigen::Vector2d& corner : {plate_.least, plate_.most()}) {
        xs.add(corner.x(), plate_.least.y());
        ys.add(corner.y(), plate_.least.x());
      }
    }
    if (plate_.least.x() <= 0 && plate_.most().x() >= 0) xs.add(0, plate_.least.y());
    if (plate_.least.y() <= 0 && plate_.most().y() >= 0) ys.add(0, plate_.least.x());
    const Box& area = panel_.page;
    const Eigen::Vector2d corner = to_page(panel_, plate_.least);
    constexpr double kBend = 3 * kMm, kEnd = 6 * kMm, kText0 = 6.8 * kMm, kGap = 1.4 * kTextSize;
    std::vector<double> wanted;
    for (const auto& [value, from] : xs.sorted()) wanted.push_back(to_page(panel_, {value, 0}).x());
    std::vector<double> places = spread(wanted, kGap, area.least.x() + kGap, area.most().x() - kGap);
    std::size_t k = 0;
    for (const auto& [value, from] : xs.sorted()) {
      const double begin = to_page(panel_, {value, from}).y(), x = wanted[k], place = places[k];
      page.line({x, begin}, {x, corner.y() + kBend}, kThin);
      page.line({x, corner.y() + kBend}, {place, corner.y() + kEnd}, kThin);
      page.text({place, corner.y() + kText0}, ordinate_text(value), kTextSize, Ink::text, Place::right, 1);
      ++k;
    }
    wanted.clear();
    for (const auto& [value, from] : ys.sorted()) wanted.push_back(-to_page(panel_, {0, value}).y());
    places = spread(wanted, kGap, -area.most().y() + kGap, -area.least.y() - kGap);
    k = 0;
    for (const auto& [value, from] : ys.sorted()) {
      const double begin = to_page(panel_, {from, value}).x(), y = -wanted[k], place = -places[k];
      page.line({begin, y}, {corner.x() - kBend, y}, kThin);
      page.line({corner.x() - kBend, y}, {corner.x() - kEnd, place}, kThin);
      page.text({corner.x() - kText0, place}, ordinate_text(value), kTextSize, Ink::text, Place::right);
      ++k;
    }
  }

  static constexpr Pen kThin{Ink::note, .5};
  const FixtureSheet& sheet_;
  const Layout& layout_;
  Box plate_;  ///< bounding box of the plate in the coordinate system of the datum
  Panel panel_;
};

void write_title(const FixtureSheet& sheet, const Layout& layout, PagePanel& page) {
  const Box& box = layout.title;
  page.box(box, Pen{Ink::text, 1.4});
  const auto field = [&](const Eigen::Vector2d& at, double width, const std::string& label, const std::string& value,
                         double size) {
    page.text(at + Eigen::Vector2d(kPad, .22 * kTitleLine), label, kSmallTextSize, Ink::note);
    page.text(at + Eigen::Vector2d(kPad, .7 * kTitleLine), fitted_text(value, size, width - 2 * kPad), size);
  };
  std::vector<std::pair<std::string, std::string>> fields = sheet.title;
  fields.insert(fields.begin(), {"scale", layout.scale.text()});
  fields.insert(fields.begin() + 1,
                {"paper", std::string(layout.paper == Paper::a4 ? "A4" : "A3") + ", print at 100 %"});
  field(box.least, box.size.x(), "fixture for", sheet.plate.name, 12);
  double y = box.least.y() + kTitleLine;
  for (std::size_t k = 0; k < fields.size(); ++k) {
    const double half = box.size.x() / 2, x = box.least.x() + (k % 2 == 0 ? 0 : half);
    const bool alone = k + 1 == fields.size() && k % 2 == 0;
    if (k % 2 == 0) page.line({box.least.x(), y}, {box.most().x(), y}, Pen{Ink::text, .7});
    if (k % 2 == 1) page.line({x, y}, {x, y + kTitleLine}, Pen{Ink::text, .7});
    field({x, y}, alone ? box.size.x() : half, fields[k].first, fields[k].second, kTextSize);
    if (k % 2 == 1) y += kTitleLine;
  }
}

/// Returns the bounding box of plate and part in the coordinate system of the datum.
Box extent_of(const FixtureSheet& sheet) {
  const auto extent = [&](Path path) {
    for (Eigen::Vector2d& vertex : path.vertices) vertex = sheet.datum(vertex);
    return *bounds_of(path, true);
  };
  return joined(extent(rectangle(sheet.plate.plate)), extent(path_of(sheet.plate.part)));
}

}  // namespace

Picture draw(const FixtureSheet& sheet, std::optional<Paper> paper) {
  const Box plate = extent_of(sheet);
  const Layout layout = chosen_layout(sheet, paper, plate.size);
  Picture picture;
  picture.size = layout.size;
  picture.title = "Fixture for " + sheet.plate.name;
  picture.description =
      fmt::format("The part in its fixture at scale {}; coordinates: {}", layout.scale.text(), sheet.datum.words);
  PagePanel page(layout.size);
  std::vector<Panel> panels{PlateFigure(sheet, layout, plate).draw(page)};
  const Box frame{{kBorder, kBorder}, layout.size.array() - 2 * kBorder};
  page.box(frame, Pen{Ink::text, 1.4});
  page.box(layout.drawing, Pen{Ink::text, .7});
  const std::vector<LaidBlock> blocks = laid(sheet, layout.column);
  for (const auto& [k, corner] : layout.blocks) {
    const Eigen::Vector2d below = corner + Eigen::Vector2d(0, blocks[k].height());
    page.line(below, below + Eigen::Vector2d(layout.column, 0), Pen{Ink::text, .7});
    if (corner.x() > layout.drawing.least.x() + 1) page.line(corner, below, Pen{Ink::text, .7});
    blocks[k].write(corner, page, panels);
  }
  write_title(sheet, layout, page);
  picture.panels = std::move(panels);
  picture.panels.push_back(page.take());
  return picture;
}

}  // namespace pawl::draw
