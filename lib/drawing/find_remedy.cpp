// SPDX-License-Identifier: MIT
// Searches for options with which a refused drawing can be read. Reads the drawing again with each candidate.
#include <fmt/format.h>
#include <pawl/io/drawing.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "drawing/join_ends.h"
#include "drawing/read_drawing.h"

namespace pawl {
namespace internal::inline drawing {
namespace {

/// Searches for options with which a drawing can be read, by trying a few sets of options.
class RemedySearch {
 public:
  RemedySearch(std::string_view text, const DrawingOptions& options) : text_(text), options_(options) {}

  std::optional<DrawingOptions> run() {
    if (!read_somehow()) return std::nullopt;
    if (works(options_)) return options_;
    for (auto attempt : {&RemedySearch::by_join, &RemedySearch::by_loop, &RemedySearch::by_layer}) {
      if (const std::optional<DrawingOptions> found = (this->*attempt)()) return found;
    }
    return std::nullopt;
  }

 private:
  /// Reads the curves. If they cannot be read, tries a unit, a larger deviation, or leaving out some layers. Returns
  /// whether the curves could be read.
  bool read_somehow() {
    constexpr int kMostAttempts = 6;
    for (int k = 0; k < kMostAttempts; ++k) {
      try {
        drawing_ = read_drawing(text_, options_);
        return true;
      } catch (const InputError& error) {
        if (!change_for(error.faults())) return false;
      }
    }
    return false;
  }

  bool change_for(const std::vector<Fault>& faults) {
    const auto any = [&](const auto& is) { return std::any_of(faults.begin(), faults.end(), is); };
    if (any([](const Fault& f) { return f.pointer == "/unit"; }) && !options_.unit) {
      options_.unit = Units::Length::mm;
      return true;
    }
    if (any([](const Fault& f) { return f.pointer == "/deviation"; })) return false;
    if (any([](const Fault& f) { return f.message.find("allow a larger deviation") != std::string::npos; })) {
      options_.deviation *= 100;
      return options_.deviation < kLargestDeviation;
    }
    return leave_out_layers(faults);
  }

  /// Leaves out the layers of the entities that cannot be read, which the faults name. Returns whether there are such
  /// layers.
  bool leave_out_layers(const std::vector<Fault>& faults) {
    constexpr std::string_view kBefore = "on layer \"";
    std::set<std::string> layers;
    for (const Fault& fault : faults) {
      const std::string words = fault.value + " " + fault.message;
      const std::size_t at = words.find(kBefore);
      if (at == std::string::npos) return false;
      const std::size_t begin = at + kBefore.size(), end = words.find('"', begin);
      if (end == std::string::npos || end == begin) return false;
      layers.insert(words.substr(begin, end - begin));
    }
    if (layers.empty() || !options_.layer.empty() || !options_.not_layer.empty()) return false;
    for (const std::string& one : layers) options_.not_layer += (options_.not_layer.empty() ? "" : ",") + one;
    return true;
  }

  std::optional<DrawnPart> part(const DrawingOptions& options) const {
    try {
      return part_of(drawing_, options);
    } catch (const InputError&) {
      return std::nullopt;
    }
  }
  bool works(const DrawingOptions& options) const { return part(options).has_value(); }

  /// Returns options with the smallest join distance with which the drawing yields a part and no open chain remains.
  /// Tries 1, 2 and 5 times the powers of ten, up to a hundredth of the drawing's size.
  std::optional<DrawingOptions> by_join() const {
    if (options_.loop > 0) return std::nullopt;
    const double largest = diameter_of(drawing_) / 100;
    if (!(largest > 0)) return std::nullopt;
    DrawingOptions with = options_;
    const int power = static_cast<int>(std::floor(std::log10(largest)));
    for (int p = power - 4; p <= power; ++p) {
      for (const int digit : {1, 2, 5}) {
        const double join = p < 0 ? digit / std::pow(10., -p) : digit * std::pow(10., p);
        if (join > largest || (options_.join && join <= *options_.join)) continue;
        with.join = join;
        const std::optional<DrawnPart> found = part(with);
        if (found && found->open_chains.empty()) return with;
      }
    }
    return std::nullopt;
  }

  /// Returns options that choose one loop: among the loops that lie in no other loop, the one with the largest area.
  std::optional<DrawingOptions> by_loop() const {
    DrawingOptions with = options_;
    with.loop = 1;
    const std::optional<DrawnPart> first = part(with);
    if (!first) return std::nullopt;
    const auto area = [](const DrawnLoop& a, const DrawnLoop& b) { return a.properties.area < b.properties.area; };
    const auto largest = std::max_element(first->loops.begin(), first->loops.end(), area);
    with.loop = static_cast<int>(largest - first->loops.begin()) + 1;
    return with;
  }

  /// Tries each layer alone, also layers that were not requested. Returns the options for the layer with the largest
  /// part.
  std::optional<DrawingOptions> by_layer() const {
    constexpr std::size_t kMostLayers = 12;
    const std::set<std::string> layers = all_layers();
    if (layers.size() < 2 || layers.size() > kMostLayers) return std::nullopt;
    std::optional<DrawingOptions> best;
    double most = 0;
    for (const std::string& layer : layers) {
      if (layer.empty()) continue;
      DrawingOptions with = options_;
      with.layer = layer;
      try {
        const DrawnPart found = part_of(read_drawing(text_, with), with);
        if (found.properties.area <= most) continue;
        most = found.properties.area;
        best = with;
      } catch (const InputError&) {
        continue;
      }
    }
    return best;
  }

  /// Returns the layers of all curves, also of curves on layers that were not requested. Returns an empty set if the
  /// curves cannot be read.
  std::set<std::string> all_layers() const {
    std::set<std::string> layers;
    const auto add = [&](const Drawing& drawing) {
      for (const DrawingCurve& curve : drawing.curves) layers.insert(curve.place.layer);
    };
    if (options_.layer.empty()) {
      add(drawing_);
      return layers;
    }
    DrawingOptions with = options_;
    with.layer.clear();
    try {
      add(read_drawing(text_, with));
    } catch (const InputError&) {
      layers.clear();
    }
    return layers;
  }

  static constexpr double kLargestDeviation = 1e6;

  std::string_view text_;
  DrawingOptions options_;
  Drawing drawing_;
};

}  // namespace
}  // namespace internal::inline drawing

std::vector<DrawingRemedy> find_remedy(std::string_view text, const DrawingOptions& options) {
  // Length of the longest text for which options are tried. For a longer text, each attempt would take seconds.
  constexpr std::size_t kLongestText = std::size_t{8} << 20;
  if (text.size() > kLongestText) return {};
  std::optional<DrawingOptions> found = internal::RemedySearch(text, options).run();
  std::vector<DrawingRemedy> remedy;
  if (!found) return remedy;
  if (found->layer != options.layer) {
    // If layers are requested, all other layers are left out anyway. The options below therefore leave out no layers
    // explicitly.
    DrawingOptions fewer = *found;
    fewer.not_layer = options.not_layer;
    try {
      part_of(read_drawing(text, fewer), fewer);
      found = fewer;
    } catch (const InputError&) {  // reading fails without this option, so it is needed
    }
  }
  if (found->unit != options.unit) remedy.push_back({"unit", "mm"});
  if (found->layer != options.layer) remedy.push_back({"layer", found->layer});
  if (found->not_layer != options.not_layer) remedy.push_back({"not_layer", found->not_layer});
  if (found->deviation != options.deviation) remedy.push_back({"deviation", fmt::format("{:g}", found->deviation)});
  if (found->join != options.join) remedy.push_back({"join", fmt::format("{:g}", *found->join)});
  if (found->loop != options.loop) remedy.push_back({"loop", std::to_string(found->loop)});
  return remedy;
}

std::string remedy_words(const std::vector<DrawingRemedy>& remedy) {
  std::string words;
  for (const auto& [option, value] : remedy) {
    const bool text = option == "unit" || option == "layer" || option == "not_layer";
    words += fmt::format("{}\"{}\": {}{}{}", words.empty() ? "it is read with " : ", ", option, text ? "\"" : "", value,
                         text ? "\"" : "");
  }
  return words;
}

}  // namespace pawl
