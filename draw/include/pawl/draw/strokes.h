// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>

#include <string>
#include <string_view>

namespace pawl::draw {

/// Returns the name of an ink in text formats, such as "part" or "center_of_mass".
std::string_view name_of(Ink ink);

/// Returns a picture as JSON, for a web page that draws it in its own colours (color_of, pawl/draw/render.h). The JSON
/// contains the strokes that svg() paints, in the same order. Arrow heads, symbols and leader lines are paths. Labels
/// are at the positions that place_labels() returns. Numbers are px of the page, y down, rounded to 1/100:
///
///   {"width", "height", "title", "description", "panels": [panel, ...]}
///   panel: {"title", "description", "page": [x, y, width, height], "clip": a box like "page", or null,
///           "origin": [x, y] of the panel's world, "scale": [px, px] per unit of it, "items": [item, ...]}
///   item: {"kind": "path", "d": path data of SVG, "fill": {"ink", "opacity", "hatch"} or null,
///          "stroke": {"ink", "width", "dash"} or null}
///         {"kind": "label", "x", "y": left end of its baseline, "text", "size", "width", "ink",
///          "turn": quarter turns counterclockwise about that end}
///
/// The last panel covers the whole page and has no origin and no scale. It contains the labels and the items below
/// them. An ink in this panel may be "background". Line joins are round. Dash patterns: dashed 6 4, dotted 1 3.5 with
/// round caps, dash_dot 8 3 1.5 3. A hatch consists of lines .8 px wide, at which a linear function of the coordinates
/// is a multiple of 7 px. The function is x + y for rising lines, x - y for falling lines, and x + y for dots, whose
/// lines are dotted. A crossed hatch has both rising and falling lines. Throws InputError for an invalid picture, as
/// svg() does.
std::string strokes(const Picture& picture);

}  // namespace pawl::draw
