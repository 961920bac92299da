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
};

/// Names of layers and blocks, in which capitals do not count.
std::string folded(std::string_view name);

struct DxfTables {
  std::map<std::string, DxfBlock> blocks;  ///< by folded name
  std::set<std::string> hidden_layers;     ///< frozen or off, folded
};

/// Puts entities into the drawing, those of blocks where they are inserted. A placed block is moved by
///
///     p -> at + R S (p - base) + R (column, row) spacing
///
/// in rationals; turns by other than quarters have a rounded cosine and sine, which is noted. Blocks within blocks go
/// kDeepestBlock deep; what is placed is counted, so that blocks of blocks cannot multiply without end.
class DxfPlacing {
 public:
  DxfPlacing(const DxfTables& tables, const DrawingOptions& options, Drawing& drawing, Validator& faults);

  /// Whether anything of a layer is to be read; says so in the drawing where not.
  bool takes(const DrawingPlace& place);
  void place(const DxfEntity& entity);
  bool turned() const { return turned_; }  ///< a block by an angle that is rounded

 private:
  struct Where {
    AffineMap map;
    std::string layer;  ///< of the insert: what stands on layer 0 of a block is on it; "" outside
    std::string block;
    std::vector<std::string> blocks;  ///< being placed, from the outside in
  };
  void place(const DxfEntity& entity, const Where& where);
  void place_block(const DxfEntity& entity, const DxfInsert& insert, const Where& where);
  void draw(const DxfEntity& entity, const Where& where, const DrawingPlace& place);
  /// Throws InputError where too much is placed.
  void count_placed(const DxfEntity& entity);

  const DxfTables& tables_;
  const DrawingOptions& options_;
  std::string wanted_;
  Drawing& drawing_;
  Validator& faults_;
  std::size_t placed_ = 0, vertices_ = 0;
  bool turned_ = false;
};

}  // namespace pawl::internal
