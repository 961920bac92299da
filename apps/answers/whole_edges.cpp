// SPDX-License-Identifier: MIT
#include "answers/whole_edges.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "geometry/edge_stretches.h"

namespace pawl::answers {
namespace {

class WholeEdges {
 public:
  explicit WholeEdges(const Outline& outline) : stretches_(internal::edge_stretches(outline)) {}

  void add_to(Json& json) const {
    if (const Json::Array* entries = json.entries()) {
      for (std::size_t k = 0; k < entries->size(); ++k) add_to(json[k]);
    }
    if (json.members() == nullptr) return;
    const Json given = json;
    for (const auto& [key, value] : *given.members()) add_to(json[key]);
    const std::size_t segment = whole_in(at(given, "edge"));
    if (at(given, "edge").whole() && segment >= 1 && segment <= stretches_.size()) {
      const internal::EdgeStretch& stretch = stretches_[segment - 1];
      json["whole_edge"] = {{"edge", stretch.edge}, {"from", stretch.from}, {"to", stretch.to}};
    }
    if (at(given, "clamp_edges").entries()) json["whole_clamp_edges"] = edges_of(at(given, "clamp_edges"));
    if (at(given, "uncertain").entries()) json["whole_uncertain"] = edges_of(at(given, "uncertain"));
    if (const std::string* feature = at(given, "feature").text()) json["whole_feature"] = feature_of(*feature);
  }

 private:
  Json edges_of(const Json& segments) const {
    std::vector<std::size_t> edges;
    for (const int segment : numbers_in(segments)) {
      const std::size_t edge = stretches_.at(static_cast<std::size_t>(segment - 1)).edge;
      if (std::find(edges.begin(), edges.end(), edge) == edges.end()) edges.push_back(edge);
    }
    return edges;
  }

  /// Converts the name of a feature, such as "arc 7", to whole edges. A segment of a curve, and a vertex inside a
  /// curve, become the edge that the curve is.
  std::string feature_of(const std::string& feature) const {
    const std::size_t blank = feature.find(' ');
    const bool of_hole = feature.find("hole") != std::string::npos;  // in a hole, curves are not numbered
    if (blank == std::string::npos || of_hole) return feature;
    std::size_t index = 0;
    std::from_chars(feature.data() + blank + 1, feature.data() + feature.size(), index);
    const internal::EdgeStretch& stretch = stretches_.at(index);
    const std::string kind = feature.substr(0, blank);
    const bool same = kind == "vertex" ? stretch.from == 0 : stretch.whole();
    return (same ? kind : "edge") + " " + std::to_string(stretch.edge - 1);
  }

  std::vector<internal::EdgeStretch> stretches_;
};

}  // namespace

void add_whole_edges(const Task& task, Json& results) {
  const Path* path = task.part.outline ? std::get_if<Path>(&*task.part.outline) : nullptr;
  if (path != nullptr && !path->curves.empty()) WholeEdges(*path).add_to(results);
}

std::size_t whole_edge_in(const Json& place) {
  return whole_in(has(place, "whole_edge") ? at(at(place, "whole_edge"), "edge") : at(place, "edge"));
}

bool is_part_of_curve(const Json& place) {
  const Json& stretch = at(place, "whole_edge");
  return has(place, "whole_edge") && !(number_in(at(stretch, "from")) == 0 && number_in(at(stretch, "to")) == 1);
}

double share_of_whole_edge(const Json& place, double along) {
  if (!has(place, "whole_edge")) return along;
  const Json& stretch = at(place, "whole_edge");
  const double from = number_in(at(stretch, "from"));
  return from + along * (number_in(at(stretch, "to")) - from);
}

}  // namespace pawl::answers
