// SPDX-License-Identifier: MIT
// Greedy placing of labels: in the order of their priority each takes, of some ninety places round its point, the one
// that hides least and lies nearest, among those free of the boxes placed before. The general problem is NP-hard
// (point-feature label placement); greedy with leader lines is what maps of this size need.
#include <fmt/format.h>
#include <pawl/draw/render.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <set>

#include "obstacles.h"
#include "text.h"

namespace pawl::draw {
namespace {

constexpr double kRings[] = {0, 8, 20, 36, 60, 90};  ///< px beyond the label's clearance
constexpr int kDirections = 16;
constexpr double kAirBetween = 2;  ///< px between two boxes
constexpr double kLedBeyond = 12;  ///< px from which on a line leads to the label
constexpr int kAlways = 1 << 20;   ///< priority of what says how many labels were left out

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
  constexpr double kTouching = -1e-6;  // px
  for (int k = 0; k < 2; ++k) {
    if (inner.least[k] - outer.least[k] < kTouching) return false;
    if (outer.least[k] + outer.size[k] - (inner.least[k] + inner.size[k]) < kTouching) return false;
  }
  return true;
}

Box grown(const Box& box, double by) { return {box.least.array() - by, box.size.array() + 2 * by}; }

struct Spot {
  Box box;
  double cost;
  bool led;
};

/// From a point to the nearest point of a box.
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
    // Fixed ones first: the others can give way. Stable: equal ones in the order of the items.
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
    // Slightly for the right and above, where people look first.
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
  std::vector<PlacedLabel> waiting_;  ///< with the sizes of their boxes
  Labels labels_;
  std::vector<Box> taken_;  ///< of the labels that are placed, with air round them
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
    if (noted.size() > before) continue;  // at most once a panel
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
