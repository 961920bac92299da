// SPDX-License-Identifier: MIT
#include "insertion/belief_search.h"

#include <doctest/doctest.h>

#include <random>
#include <set>
#include <vector>

using pawl::internal::SignBits;
using pawl::internal::SignTable;

TEST_CASE("a table of signs numbers each cell once, finds it again and returns its signs") {
  for (const std::size_t planes : {0, 1, 5, 64, 65, 200}) {
    CAPTURE(planes);
    std::mt19937 engine(7);
    SignTable table(planes);
    std::vector<SignBits> cells;
    std::set<std::vector<bool>> known;
    for (int k = 0; k < 5000; ++k) {
      SignBits signs(planes);
      std::vector<bool> bits;
      for (std::size_t plane = 0; plane < planes; ++plane) {
        bits.push_back(engine() % 8 == 0);
        signs.set(plane, bits.back());
      }
      const bool fresh = known.insert(bits).second;
      CHECK(table.find(signs).has_value() == !fresh);
      const auto [number, inserted] = table.insert(signs);
      REQUIRE(inserted == fresh);
      if (fresh) cells.push_back(signs);
      REQUIRE(cells[number] == signs);
    }
    REQUIRE(table.size() == cells.size());
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      const bool same = table.signs(cell) == cells[cell];
      CHECK(same);
      CHECK(table.find(cells[cell]) == cell);
    }
  }
}
