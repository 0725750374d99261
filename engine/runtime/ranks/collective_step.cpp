// SPDX-License-Identifier: Apache-2.0
#include "engine/runtime/ranks/collective_step.h"

#include <algorithm>

namespace ng {

std::int64_t sent_bytes(const CollectiveStep& step) {
  const std::int64_t n = std::max(1, step.ranks), bytes = step.part_bytes();
  switch (step.kind) {
    case CollectiveKind::all_reduce: return 2 * bytes * (n - 1) / n;
    case CollectiveKind::all_gather:
    case CollectiveKind::reduce_scatter: return bytes * (n - 1);
    case CollectiveKind::broadcast: return n > 1 ? bytes : 0;
    case CollectiveKind::send: return bytes;
    case CollectiveKind::receive:
    case CollectiveKind::shard: return 0;
  }
  return 0;
}

}  // namespace ng
