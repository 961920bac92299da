// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "io/drawing/dxf_entity.h"

namespace pawl::internal {

struct DxfBlock {
  Eigen::Vector2d base{0, 0};
  std::vector<DxfEntity> entities;
  std::map<std::string, int> left_out;  ///< as in Drawing: of the drawing only where the block is inserted
  const char* refusal = nullptr;        ///< why it cannot be inserted
};

/// Different names of layers, blocks and kinds that are kept: more is a fault.
inline constexpr std::size_t kMostNames = 20'000;

/// Names of layers and blocks, in which capitals do not count.
std::string folded(std::string_view name);

struct DxfTables {
  std::map<std::string, DxfBlock> blocks;           ///< by folded name
  std::set<std::string> frozen_layers, off_layers;  ///< folded

  bool hides(const std::string& layer) const { return frozen_layers.contains(layer) || off_layers.contains(layer); }
};

/// Puts entities into the drawing, those of blocks where they are inserted. A placed block is moved by
///
///     p -> at + R S (p - base) + R (column, row) spacing
///
/// in rationals; turns by other than quarters have a rounded cosine and sine, which is noted, but keep radii. Blocks
/// within blocks go kDeepestBlock deep; what is placed is counted, so that blocks of blocks cannot multiply without
/// end.
class DxfPlacing {
 public:
  DxfPlacing(const DxfTables& tables, const DrawingOptions& options, Drawing& drawing, Validator& faults);

  /// Whether anything of a layer is to be read; says so in the drawing where not.
  bool takes(const DrawingPlace& place);
  void place(const DxfEntity& entity);
  bool turned() const { return turned_; }  ///< a block by an angle that is rounded
  int raised() const { return raised_; }   ///< entities above or below z = 0

 private:
  struct Where {
    AffineMap map;
    Rational length = 1;  ///< how a similarity lets lengths grow, without the rounding of turns; 0: unknown
    double rounding = 0;  ///< of the map's shift
    std::string layer;    ///< of the insert: what stands on layer 0 of a block is on it; "" outside
    std::string block;
    std::vector<std::string> blocks;  ///< being placed, from the outside in
  };
  void place(const DxfEntity& entity, const Where& where);
  void place_block(const DxfEntity& entity, const DxfInsert& insert, const Where& where);
  void leave_out(const DrawingPlace& place, const char* why);
  bool hidden_insert(const DrawingPlace& place);
  void draw(const DxfEntity& entity, const Where& where, const DrawingPlace& place);
  /// Throws InputError where too much is placed.
  void count_placed(const DxfEntity& entity);

  const DxfTables& tables_;
  const DrawingOptions& options_;
  std::string wanted_;
  Drawing& drawing_;
  Validator& faults_;
  std::size_t placed_ = 0, vertices_ = 0;
  std::set<std::string> inserted_;  ///< blocks
  int failed_ = 0, undrawn_ = 0, raised_ = 0;
  bool turned_ = false;
};

}  // namespace pawl::internal
