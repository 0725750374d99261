// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/row_iterations.h"

namespace ng {
namespace {

// From the number of iterations alone.
std::optional<RowIterations> possible(const kernel::Kernel& k, std::int64_t rows,
                                      std::int64_t columns) {
  if (!k.parallel) return std::nullopt;
  const bool lanes = k.parallel_loop() == k.vector_loop;
  const std::int64_t extent = k.parallel_extent();
  if (extent == rows * columns && rows != extent) {
    if (lanes && columns % k.lanes != 0) return std::nullopt;
    return RowIterations{1, columns};
  }
  if (lanes || extent == 0 || rows % extent != 0) return std::nullopt;
  return RowIterations{rows / extent, 1};
}

}  // namespace

std::optional<RowIterations> row_iterations(const kernel::Kernel& k, int buffer, std::int64_t rows,
                                            std::int64_t columns) {
  const auto found = possible(k, rows, columns);
  if (!found) return std::nullopt;
  const int outer = *k.parallel_loop();
  const std::int64_t each = found->rows * columns / found->iterations;  // elements of an iteration
  bool by_rows = true;
  const auto see = [&](int accessed, const kernel::Index& index) {
    if (accessed != buffer) return;
    std::int64_t low = index.offset, high = low;
    for (const auto& [loop, stride] : index.terms) {
      if (loop == outer) continue;
      const std::int64_t last = k.loops[static_cast<std::size_t>(loop)].extent - 1;
      (stride < 0 ? low : high) += stride * last;
    }
    by_rows &= index.stride(outer) == each && low >= 0 && high < each;
  };
  kernel::for_each_statement(k.body, [&](const kernel::Statement& statement) {
    kernel::for_each_load(statement.expr, see);
    if (statement.kind == kernel::Statement::Kind::store) see(statement.buffer, statement.index);
  });
  return by_rows ? found : std::nullopt;
}

}  // namespace ng
