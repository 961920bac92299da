// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>

#include <string>
#include <string_view>

namespace pawl::draw {

/// "part", "center_of_mass" ...: an ink, where a text names it.
std::string_view name_of(Ink ink);

/// A picture as JSON, for a page that draws it by SVG or on a canvas in colours of its own (color_of,
/// pawl/draw/render.h): the strokes that svg() paints, in their order, with arrow heads, signs and the lines to labels
/// as paths, and labels where place_labels puts them. Numbers are px of the page, y down, to a hundredth:
///
///   {"width", "height", "title", "description", "panels": [panel, ...]}
///   panel: {"title", "description", "page": [x, y, width, height], "clip": the same or null,
///           "origin": [x, y] of the panel's world, "scale": [px, px] a unit of it, "items": [item, ...]}
///   item: {"kind": "path", "d": path data of SVG, "fill": {"ink", "opacity", "hatch"} or null,
///          "stroke": {"ink", "width", "dash"} or null}
///         {"kind": "label", "x", "y": left end of its baseline, "text", "size", "width", "ink",
///          "turn": quarter turns counterclockwise about that end}
///
/// The last panel, of the whole page and without origin and scale, has the labels and what lies under them. An ink may
/// be "background" there. Lines are joined round; dashes: dashed 6 4, dotted 1 3.5 with round caps, dash_dot 8 3 1.5 3.
/// A hatch is of lines .8 px wide, x + y (rising; dots: dotted) or x - y (falling) a multiple of 7 px, crossed: both.
/// Throws InputError for a picture that is none, as svg() does.
std::string strokes(const Picture& picture);

}  // namespace pawl::draw
