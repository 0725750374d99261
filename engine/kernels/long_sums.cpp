// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/long_sums.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ng::kernel {
namespace {

// A chain of this many additions costs float32 a relative error of about 1e-6 (equal signs).
constexpr std::int64_t short_enough = 1024;

struct Level {
  int loop;
  std::int64_t unit, steps;  // loop iterations per step, number of steps
};

// The loops of the nest, outermost first.
std::vector<Level> levels_of(const Kernel& kernel, const Statement& nest, std::int64_t at_once) {
  std::vector<Level> levels;
  for (const Statement* at = &nest;; at = &at->body[0]) {
    const std::int64_t unit = at->loop == kernel.vector_loop ? at_once : 1;
    const std::int64_t extent = kernel.loops[static_cast<std::size_t>(at->loop)].extent;
    levels.push_back({at->loop, unit, (extent + unit - 1) / unit});
    if (at->body.size() != 1 || at->body[0].kind != Statement::Kind::loop) return levels;
  }
}

std::vector<const Statement*> sums_of(const Statement& nest) {
  std::vector<const Statement*> sums;
  std::set<int> inside;
  for_each_statement(nest.body, [&](const Statement& statement) {
    if (statement.kind == Statement::Kind::declare) inside.insert(statement.local);
    const bool adds = statement.kind == Statement::Kind::accumulate &&
                      statement.combine == Combine::add && !inside.count(statement.local);
    if (adds) sums.push_back(&statement);
  });
  return sums;
}

}  // namespace

std::optional<LongSum> long_sum(const Kernel& kernel, const Statement& nest, std::int64_t at_once) {
  const std::vector<Level> levels = levels_of(kernel, nest, at_once);
  std::int64_t length = 1;
  for (const Level& level : levels) length *= level.steps;
  if (length <= short_enough) return std::nullopt;
  LongSum found;
  found.sums = sums_of(nest);
  if (found.sums.empty()) return std::nullopt;
  const auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(length)));
  const std::int64_t stretch = std::max(short_enough / 2, root);
  std::int64_t inner = 1;
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    if (inner * level->steps > stretch) {
      found.loop = level->loop;
      found.steps = std::max<std::int64_t>(1, stretch / inner) * level->unit;
      return found;
    }
    inner *= level->steps;
  }
  return std::nullopt;
}

}  // namespace ng::kernel
