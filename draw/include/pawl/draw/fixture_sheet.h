// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/fixture_plate.h>
#include <pawl/draw/picture.h>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pawl::draw {

/// The coordinate system in which a fixture is measured. `origin` is in mm in the frame of the plate.
struct Datum {
  Eigen::Vector2d origin{0, 0};
  double angle = 0;   ///< direction of the datum's x axis in the frame of the plate, rad
  std::string words;  ///< definition of the coordinate system, in words
  /// The edges of the part from which coordinates are measured. Each entry has the letter of an edge and the middle of
  /// the edge, mm, in the frame of the plate.
  std::vector<std::pair<std::string, Eigen::Vector2d>> edges;

  Eigen::Vector2d operator()(const Eigen::Vector2d& point) const;  ///< converts a point from the frame of the plate
};

/// A block of text in a column of the sheet.
struct SheetBlock {
  std::string title;
  std::vector<std::vector<std::string>> rows;  ///< rows of the table, as lists of cells; the first row is the heading
  std::vector<std::string> lines;              ///< paragraphs of text below the table
  /// The directions of a force that a compass rose shows, rad, in the frame of the plate: the range of safe directions
  /// and the recommended direction. Without a range, no rose is drawn.
  std::optional<std::pair<double, double>> window = std::nullopt;
  double direction = 0;
};

/// A workshop drawing of a fixture.
struct FixtureSheet {
  FixturePlate plate;
  Datum datum;
  std::vector<SheetBlock> blocks;
  std::vector<std::pair<std::string, std::string>> title;  ///< label and value of each field of the title block
};

enum class Paper { a4, a3 };

/// Draws a fixture on one page.
///
/// The page contains the part on its plate at a standard scale [ISO 5455], with numbered pins. Dimensions state the
/// coordinates of pins and plate, measured from the datum (ordinate dimensions). The x axis of the datum points right.
/// The page also contains the blocks of text, and a title block with the name, the scale and the paper size.
///
/// If no paper size is given, the page is A4. It is A3 if the blocks do not fit on A4, or if the scale on A4 is below
/// 1:1 and A3 allows a larger scale. The orientation, landscape or portrait, is the one that allows the larger scale.
/// If the page is printed at its own size, lengths on paper are true to the scale. Throws InputError if the blocks do
/// not fit.
Picture draw(const FixtureSheet& sheet, std::optional<Paper> paper = std::nullopt);

}  // namespace pawl::draw
