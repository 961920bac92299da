// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace pawl {

/// The vertex, edge, arc or disc of a body's boundary on which a contact lies. Indices start at 0, as in JSON answers.
/// (In messages, they start at 1.)
struct Feature {
  enum class Kind { edge, arc, vertex, disc, stated };
  Kind kind = Kind::stated;  ///< kind of the feature; `stated` if the task gives the contact itself and no outline
  std::size_t index = 0;     ///< index of the vertex; for an edge or arc, the index of its first vertex; 0 for a disc
  std::size_t hole = 0;      ///< number of the hole that has the feature, from 1; 0 means the outer outline

  bool operator==(const Feature&) const = default;
};

/// Returns "edge 3", "arc 0", "vertex 2", "disc", "stated", "edge 3 of hole 1", or "hole 1" for a round hole.
std::string text_of(const Feature& feature);

}  // namespace pawl
