// SPDX-License-Identifier: MIT
#include "draw/text.h"

#include <fmt/format.h>
#include <pawl/draw/picture.h>
#include <pawl/draw/render.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <set>
#include <vector>

#include "draw/font_advances.h"
#include "draw/part_figure.h"

namespace pawl::draw::internal {

/// The strokes and marks of a picture, which labels should not hide. They are stored as line segments in px of the
/// page, sorted into a grid of squares.
class Obstacles {
 public:
  explicit Obstacles(const Eigen::Vector2d& page);

  void add(const Panel& panel);
  void add(const Eigen::Vector2d& from, const Eigen::Vector2d& to);  ///< adds a segment in px of the page

  /// Returns the total length of the strokes within a box of the page, px.
  double length_within(const Box& box) const;

 private:
  struct Segment {
    Eigen::Vector2d from, to;
  };
  struct Cells {
    int left, top, right, bottom;
  };
  Cells cells_of(const Box& box) const;
  void add(const Panel& panel, const Item& item);

  int columns_, rows_;
  /// Segments in each square; segments are cut at the edges of the squares.
  std::vector<std::vector<Segment>> squares_;
};

/// Returns the length of the portion of a segment within a box.
double length_within(const Box& box, const Eigen::Vector2d& from, const Eigen::Vector2d& to);

}  // namespace pawl::draw::internal

namespace pawl::draw {
namespace {

constexpr char32_t kReplacement = 0xfffd;

bool is_shown(char32_t c) {
  const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
  const bool direction = (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f);
  const bool none =
      (c >= 0xd800 && c < 0xe000) || (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c < 0xfdf0) || c > 0x10ffff;
  return !control && !direction && !none && c != 0xfeff;
}

/// Takes the first byte of a UTF-8 character. Returns the number of bytes that follow, or -1 if the byte is invalid.
int followers(unsigned char first) {
  if (first < 0x80) return 0;
  if (first >= 0xc2 && first < 0xe0) return 1;
  if (first >= 0xe0 && first < 0xf0) return 2;
  return first >= 0xf0 && first < 0xf5 ? 3 : -1;
}

/// Returns the character at the position `at`, and moves `at` to the next character. Each invalid byte becomes U+FFFD.
char32_t next_character(std::string_view text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at++]);
  const int count = followers(first);
  if (count <= 0) return count == 0 ? first : kReplacement;
  char32_t character = first & (0x3f >> count);
  for (int k = 0; k < count; ++k) {
    const std::size_t place = at + static_cast<std::size_t>(k);
    if (place >= text.size() || (static_cast<unsigned char>(text[place]) & 0xc0) != 0x80) return kReplacement;
    character = character << 6 | (static_cast<unsigned char>(text[place]) & 0x3f);
  }
  constexpr char32_t kLeast[] = {0, 0x80, 0x800, 0x10000};
  if (character < kLeast[count]) return kReplacement;
  at += static_cast<std::size_t>(count);
  return character;
}

/// Returns the next character as it is drawn. White space becomes a blank, and characters that cannot be shown become
/// U+FFFD.
char32_t next_clean(std::string_view text, std::size_t& at) {
  const char32_t c = next_character(text, at);
  return c == '\t' || c == '\n' || c == '\r' ? ' ' : is_shown(c) ? c : kReplacement;
}

}  // namespace

std::string clean_text(const std::string& text) {
  std::string clean;
  for (std::size_t at = 0; at < text.size();) internal::append_utf8(next_clean(text, at), clean);
  return clean;
}

double text_width(const std::string& text, double size) {
  double width = 0;
  for (std::size_t at = 0; at < text.size();) width += internal::advance_of(next_clean(text, at));
  return width * size;
}

std::string fitted_text(const std::string& text, double size, double width) {
  std::string clean = clean_text(text);
  if (text_width(clean, size) <= width) return clean;
  const double room = width / size - internal::advance_of(U'…');
  std::string fitted;
  double used = 0;
  for (const char32_t c : internal::characters(clean)) {
    used += internal::advance_of(c);
    if (used > room) break;
    internal::append_utf8(c, fitted);
  }
  return fitted + "…";
}

std::vector<std::string> wrapped_text(const std::string& text, double size, double width) {
  std::vector<std::string> lines;
  std::string line;
  const std::string clean = clean_text(text) + " ";
  for (std::size_t from = 0, end; (end = clean.find(' ', from)) != std::string::npos; from = end + 1) {
    const std::string word = clean.substr(from, end - from), longer = line.empty() ? word : line + " " + word;
    if (line.empty() || text_width(longer, size) <= width) {
      line = longer;
    } else {
      lines.push_back(fitted_text(line, size, width));
      line = word;
    }
  }
  if (!line.empty()) lines.push_back(fitted_text(line, size, width));
  return lines;
}

namespace internal {

std::vector<char32_t> characters(std::string_view text) {
  std::vector<char32_t> result;
  for (std::size_t at = 0; at < text.size();) result.push_back(next_character(text, at));
  return result;
}

void append_utf8(char32_t c, std::string& text) {
  const auto follow = [&](int shift) { text += static_cast<char>(0x80 | (c >> shift & 0x3f)); };
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xc0 | c >> 6);
    follow(0);
  } else if (c < 0x10000) {
    text += static_cast<char>(0xe0 | c >> 12);
    follow(6), follow(0);
  } else {
    text += static_cast<char>(0xf0 | c >> 18);
    follow(12), follow(6), follow(0);
  }
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : clean_text(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace internal
}  // namespace pawl::draw

namespace pawl::draw::internal {
namespace {

/// Returns the advance of a character in units of the font, or null for a character without a glyph.
const std::uint16_t* find_advance(char32_t character) {
  const std::uint16_t* advances = kAdvances;
  for (const AdvanceRun& run : kAdvanceRuns) {
    if (character < run.first) return nullptr;
    if (character < run.first + run.count) return advances + (character - run.first);
    advances += run.count;
  }
  return nullptr;
}

}  // namespace

double advance_of(char32_t character) {
  constexpr char32_t kReplacement = 0xfffd;
  const std::uint16_t* found = find_advance(character);
  return static_cast<double>(*(found != nullptr ? found : find_advance(kReplacement))) / kUnitsPerEm;
}

}  // namespace pawl::draw::internal

// Greedy label placement. Fixed labels come first, then the others, each group in the order of descending priority. A
// label overlaps no label that was placed before. For each label that is not fixed, about ninety positions around its
// point are tried. The chosen position hides little of the picture and is near the point. The general problem
// (point-feature label placement) is NP-hard; greedy placement with leader lines suffices for pictures of this size.
namespace pawl::draw {
namespace {

constexpr double kRings[] = {0, 8, 20, 36, 60, 90};  ///< distances beyond the label's clearance that are tried, px
constexpr int kDirections = 16;
constexpr double kAirBetween = 2;  ///< smallest distance between the boxes of two labels, px
constexpr double kLedBeyond = 12;  ///< labels that are farther than this beyond their clearance get a leader line, px
constexpr int kAlways = 1 << 20;   ///< priority of the label that counts the omitted labels

Eigen::Vector2d box_size(const Label& label) {
  const Eigen::Vector2d size(text_width(label.text, label.size), internal::kLineHeight * label.size);
  return label.turn == 0 ? size : Eigen::Vector2d(size.y(), size.x());
}

Box fixed_box(const Label& label, const Eigen::Vector2d& at, const Eigen::Vector2d& size) {
  const double share = label.place == Place::left ? 0 : label.place == Place::middle ? .5 : 1;
  const Eigen::Vector2d anchor = label.turn == 0 ? Eigen::Vector2d(share, .5) : Eigen::Vector2d(.5, 1 - share);
  return {at - size.cwiseProduct(anchor), size};
}

bool within(const Box& inner, const Box& outer) {
  constexpr double kTouching = -1e-6;  // px; a box that protrudes by at most 1e-6 counts as inside
  for (int k = 0; k < 2; ++k) {
    if (inner.least[k] - outer.least[k] < kTouching) return false;
    if (outer.least[k] + outer.size[k] - (inner.least[k] + inner.size[k]) < kTouching) return false;
  }
  return true;
}

struct Spot {
  Box box;
  double cost;
  bool led;
};

/// Returns the point of a box that is nearest to a given point.
Eigen::Vector2d nearest(const Box& box, const Eigen::Vector2d& to) {
  return to.cwiseMax(box.least).cwiseMin(box.most());
}

class Placing {
 public:
  Placing(const Picture& picture, const std::set<std::size_t>& noted) : picture_(picture), obstacles_(picture.size) {
    for (std::size_t i = 0; i < picture.panels.size(); ++i) {
      obstacles_.add(picture.panels[i]);
      gather(i, noted.count(i) > 0);
    }
    labels_.left_out.assign(picture.panels.size(), 0);
    // Fixed labels come first, because the other labels can move. The sort is stable, so labels of equal priority stay
    // in the order of the items.
    std::stable_sort(waiting_.begin(), waiting_.end(), [](const PlacedLabel& a, const PlacedLabel& b) {
      const bool a_moves = a.label.place == Place::beside, b_moves = b.label.place == Place::beside;
      return a_moves != b_moves ? b_moves : a.label.priority > b.label.priority;
    });
  }

  Labels run() {
    for (const PlacedLabel& waiting : waiting_) {
      const std::optional<Spot> spot = waiting.label.place == Place::beside ? best_spot(waiting) : fixed_spot(waiting);
      if (spot) {
        take(waiting, *spot);
      } else {
        ++labels_.left_out[waiting.panel];
      }
    }
    return std::move(labels_);
  }

 private:
  void gather(std::size_t index, bool noted) {
    const Panel& panel = picture_.panels[index];
    for (const Item& item : panel.items) {
      const Label* label = std::get_if<Label>(&item);
      if (!label || label->text.empty()) continue;
      wait(index, *label, to_page(panel, label->at));
    }
    if (!noted) return;
    Label note{
        .text = "000 labels left out", .size = 11, .ink = Ink::warning, .place = Place::left, .priority = kAlways};
    const Eigen::Vector2d at(panel.page.least.x() + 2, panel.page.most().y() - 8);
    wait(index, std::move(note), at);
  }

  void wait(std::size_t panel, Label label, const Eigen::Vector2d& at) {
    label.text = clean_text(label.text);
    const Eigen::Vector2d size = box_size(label);
    waiting_.push_back({panel, std::move(label), {{0, 0}, size}, at, false});
  }

  bool is_free(const Box& box) const {
    const Box with_air = grown(box, kAirBetween / 2);
    return std::none_of(taken_.begin(), taken_.end(), [&](const Box& taken) { return overlap(with_air, taken); });
  }

  bool crosses_text(const Eigen::Vector2d& from, const Eigen::Vector2d& to) const {
    return std::any_of(labels_.placed.begin(), labels_.placed.end(),
                       [&](const PlacedLabel& placed) { return internal::length_within(placed.box, from, to) > 0; });
  }

  std::optional<Spot> fixed_spot(const PlacedLabel& waiting) const {
    const Box box = fixed_box(waiting.label, waiting.at, waiting.box.size);
    if (!within(box, {{0, 0}, picture_.size}) || !is_free(box)) return std::nullopt;
    return Spot{box, 0, false};
  }

  std::optional<Spot> best_spot(const PlacedLabel& waiting) const {
    std::optional<Spot> best;
    for (const double ring : kRings) {
      if (best && best->cost <= ring) break;
      for (int k = 0; k < kDirections; ++k) consider(waiting, ring, k, best);
    }
    return best;
  }

  void consider(const PlacedLabel& waiting, double ring, int k, std::optional<Spot>& best) const {
    const double angle = 2 * std::numbers::pi * k / kDirections;
    const Eigen::Vector2d direction(std::cos(angle), -std::sin(angle)), size = waiting.box.size;
    const Eigen::Vector2d reach = (size / 2).array() + waiting.label.clearance + ring;
    const Box box{waiting.at + direction.cwiseProduct(reach) - size / 2, size};
    // The last two terms slightly favour positions to the right and above, because readers look there first.
    const double way = ring + .3 * (1 - direction.x()) + .2 * (1 + direction.y());
    if (best && best->cost <= way) return;
    const Box window = picture_.panels[waiting.panel].page;
    if (!within(box, window) || !within(box, {{0, 0}, picture_.size}) || !is_free(box)) return;
    const bool led = ring > kLedBeyond;
    if (led && crosses_text(waiting.at, nearest(box, waiting.at))) return;
    const double cost = way + .8 * obstacles_.length_within(box);
    if (!best || cost < best->cost) best = Spot{box, cost, led};
  }

  void take(PlacedLabel placed, const Spot& spot) {
    placed.box = spot.box;
    placed.led = spot.led;
    if (spot.led) obstacles_.add(placed.at, nearest(placed.box, placed.at));
    taken_.push_back(grown(placed.box, kAirBetween / 2));
    labels_.placed.push_back(std::move(placed));
  }

  const Picture& picture_;
  internal::Obstacles obstacles_;
  /// Labels that are not placed yet; the sizes of their boxes are known, but not the positions.
  std::vector<PlacedLabel> waiting_;
  Labels labels_;
  std::vector<Box> taken_;  ///< boxes of the labels that are placed, with a margin
};

}  // namespace

Labels place_labels(const Picture& picture) {
  std::set<std::size_t> noted;
  while (true) {
    Labels labels = Placing(picture, noted).run();
    const std::size_t before = noted.size();
    for (std::size_t i = 0; i < labels.left_out.size(); ++i) {
      if (labels.left_out[i] > 0) noted.insert(i);
    }
    if (noted.size() > before) continue;  // a panel gets at most one label that counts omitted labels
    for (PlacedLabel& placed : labels.placed) {
      if (placed.label.priority != kAlways) continue;
      const std::size_t count = labels.left_out[placed.panel];
      placed.label.text = fmt::format("{} label{} left out", count, count == 1 ? "" : "s");
    }
    std::erase_if(labels.placed, [&](const PlacedLabel& placed) {
      return placed.label.priority == kAlways && labels.left_out[placed.panel] == 0;
    });
    return labels;
  }
}

}  // namespace pawl::draw

namespace pawl::draw::internal {
namespace {

constexpr double kSquare = 32;  ///< side length of a square of the grid, px

}  // namespace

double length_within(const Box& box, const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
  // Finds the range of t in [0, 1] for which from + t (to - from) lies in the box (Liang and Barsky's clipping).
  double enters = 0, leaves = 1, square = 0;
  for (int k = 0; k < 2; ++k) {
    const double begin = from[k], way = to[k] - begin, least = box.least[k], most = least + box.size[k];
    if (way == 0) {
      if (begin <= least || begin >= most) return 0;
      continue;
    }
    const double a = (least - begin) / way, b = (most - begin) / way;
    enters = std::max(enters, std::min(a, b));
    leaves = std::min(leaves, std::max(a, b));
    square += way * way;
  }
  return enters < leaves ? (leaves - enters) * std::sqrt(square) : 0;
}

Obstacles::Obstacles(const Eigen::Vector2d& page)
    : columns_(static_cast<int>(page.x() / kSquare) + 1), rows_(static_cast<int>(page.y() / kSquare) + 1) {
  squares_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
}

Obstacles::Cells Obstacles::cells_of(const Box& box) const {
  const auto cell = [](double px, int count) {
    return static_cast<int>(std::clamp(std::floor(px / kSquare), 0.0, count - 1.0));
  };
  const double x = box.least.x(), y = box.least.y();
  return {cell(x, columns_), cell(y, rows_), cell(x + box.size.x(), columns_), cell(y + box.size.y(), rows_)};
}

void Obstacles::add(const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
  const Eigen::Vector2d least = from.cwiseMin(to);
  const Cells cells = cells_of({least, from.cwiseMax(to) - least});
  for (int row = cells.top; row <= cells.bottom; ++row) {
    for (int column = cells.left; column <= cells.right; ++column) {
      const Box square{{column * kSquare - .5, row * kSquare - .5}, {kSquare + 1, kSquare + 1}};
      if (internal::length_within(square, from, to) > 0) {
        squares_[row * columns_ + column].push_back({from, to});
      }
    }
  }
}

void Obstacles::add(const Panel& panel, const Item& item) {
  if (const Mark* mark = std::get_if<Mark>(&item)) {
    const Eigen::Vector2d at = to_page(panel, mark->at), reach(mark->size / 2, mark->size / 2);
    for (const double sign : {-1.0, 1.0})
      add(at - Eigen::Vector2d(reach.x(), sign * reach.y()), at + Eigen::Vector2d(reach.x(), -sign * reach.y()));
    return;
  }
  const Stroke* stroke = std::get_if<Stroke>(&item);
  if (!stroke || !stroke->pen || stroke->pen->ink == Ink::grid) return;
  std::vector<Eigen::Vector2d> points = flattened(stroke->path, stroke->closed);
  for (Eigen::Vector2d& point : points) point = to_page(panel, point);
  for (std::size_t i = 1; i < points.size(); ++i) add(points[i - 1], points[i]);
}

void Obstacles::add(const Panel& panel) {
  for (const Item& item : panel.items) add(panel, item);
}

double Obstacles::length_within(const Box& box) const {
  const Cells cells = cells_of(box);
  double length = 0;
  for (int row = cells.top; row <= cells.bottom; ++row) {
    for (int column = cells.left; column <= cells.right; ++column) {
      const Eigen::Vector2d corner(column * kSquare, row * kSquare), least = corner.cwiseMax(box.least);
      const Eigen::Vector2d most = (corner + Eigen::Vector2d(kSquare, kSquare)).cwiseMin(box.most());
      if ((most - least).minCoeff() <= 0) continue;
      for (const Segment& segment : squares_[row * columns_ + column]) {
        length += internal::length_within({least, most - least}, segment.from, segment.to);
      }
    }
  }
  return length;
}

}  // namespace pawl::draw::internal
