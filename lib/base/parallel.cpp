// SPDX-License-Identifier: MIT
#include <pawl/base/parallel.h>

#include <algorithm>

#if PAWL_WITH_TBB
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace pawl {

#if PAWL_WITH_TBB

void parallel_for_each_index(std::size_t count, const std::function<void(std::size_t)>& body, int threads) {
  // Limits the number of threads to the number of cores. TBB would not run more threads anyway, but an arena allocates
  // memory for each requested thread.
  const int cores = tbb::info::default_concurrency();
  tbb::task_arena arena(threads > 0 ? std::min(threads, cores) : tbb::task_arena::automatic);
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
          for (std::size_t i = range.begin(); i < range.end(); ++i) body(i);
        },
        tbb::simple_partitioner());
  });
}

#else

void parallel_for_each_index(std::size_t count, const std::function<void(std::size_t)>& body, int) {
  for (std::size_t i = 0; i < count; ++i) body(i);
}

#endif

}  // namespace pawl
