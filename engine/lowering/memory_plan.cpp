// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/memory_plan.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>

namespace ng {
namespace {

constexpr std::int64_t alignment = 64;
std::int64_t aligned(std::int64_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

// A buffer that has its place: from `begin` to `end`, alive from `first` to `last`.
struct Placed {
  std::int64_t begin, end;
  int first, last;
  int order;  // of placing
};

// Those that are alive between two steps: alive at the first of them, or begun after it.
class Lifetimes {
 public:
  explicit Lifetimes(int steps)
      : leaves_(std::bit_ceil(static_cast<unsigned>(std::max(steps, 1)))), nodes_(2 * leaves_) {}

  void insert(const Placed& placed) {
    all_.push_back(placed);
    begun_[placed.first].push_back(placed);
    // Each range of steps is made of few nodes of a binary tree.
    unsigned low = leaf(placed.first), high = leaf(placed.last) + 1;
    for (; low < high; low /= 2, high /= 2) {
      if (low % 2 == 1) nodes_[low++].push_back(placed);
      if (high % 2 == 1) nodes_[--high].push_back(placed);
    }
  }

  // In order of their places.
  std::vector<Placed> alive(int first, int last) {
    std::vector<Placed> found;
    if (count_alive(first, last) > all_.size() / 16) {  // to sort them takes longer
      sort_all();
      std::copy_if(all_.begin(), all_.end(), std::back_inserter(found), [&](const Placed& placed) {
        return placed.first <= last && first <= placed.last;
      });
      return found;
    }
    for_each_list(first, last, [&found](const std::vector<Placed>& list) {
      found.insert(found.end(), list.begin(), list.end());
      return true;
    });
    std::sort(found.begin(), found.end(), stands_before);
    return found;
  }

 private:
  unsigned leaf(int step) const { return leaves_ + static_cast<unsigned>(step); }
  static bool stands_before(const Placed& a, const Placed& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.order < b.order;
  }
  void sort_all() {
    const auto middle = all_.begin() + static_cast<std::ptrdiff_t>(sorted_);
    std::sort(middle, all_.end(), stands_before);
    std::inplace_merge(all_.begin(), middle, all_.end(), stands_before);
    sorted_ = all_.size();
  }
  // Until `take` gives false.
  template <class Take>
  void for_each_list(int first, int last, Take take) const {
    for (unsigned node = leaf(first); node > 0; node /= 2) {
      if (!take(nodes_[node])) return;
    }
    for (auto at = begun_.upper_bound(first); at != begun_.end() && at->first <= last; ++at) {
      if (!take(at->second)) return;
    }
  }
  // Counts no further than the answer matters.
  std::size_t count_alive(int first, int last) const {
    std::size_t count = 0;
    for_each_list(first, last, [&](const std::vector<Placed>& list) {
      return (count += list.size()) <= all_.size() / 16;
    });
    return count;
  }

  unsigned leaves_;
  std::vector<std::vector<Placed>> nodes_;
  std::map<int, std::vector<Placed>> begun_;
  std::vector<Placed> all_;
  std::size_t sorted_ = 0;  // of the first of them: in order of their places
};

// The lowest place at which `bytes` overlap none of `rivals`; among gaps the tightest (best fit).
// `rivals` stand in order of `begin`.
std::int64_t best_place(std::int64_t bytes, const std::vector<Placed>& rivals) {
  std::int64_t best = -1, best_gap = 0, end = 0;
  for (const Placed& rival : rivals) {
    const std::int64_t gap = rival.begin - end;
    if (gap >= bytes && (best < 0 || gap < best_gap)) {
      best = end;
      best_gap = gap;
    }
    end = std::max(end, rival.end);
  }
  return best >= 0 ? best : end;
}

}  // namespace

// Largest first: a large buffer placed late would find only broken gaps.
void memory_plan(Program& program) {
  size_loop_pools(program);
  std::vector<Buffer*> temporaries;
  program.unshared_bytes = program.pool_bytes = 0;
  int last = 0;
  for (Buffer& buffer : program.buffers) {
    if (buffer.kind != BufferKind::temporary) continue;
    temporaries.push_back(&buffer);
    program.unshared_bytes += aligned(buffer.bytes);
    last = std::max(last, buffer.last_step);
  }
  std::stable_sort(temporaries.begin(), temporaries.end(),
                   [](const Buffer* a, const Buffer* b) { return a->bytes > b->bytes; });
  Lifetimes lifetimes(last + 1);
  int order = 0;
  for (Buffer* buffer : temporaries) {
    const std::int64_t bytes = aligned(buffer->bytes);
    buffer->offset = best_place(bytes, lifetimes.alive(buffer->first_step, buffer->last_step));
    const std::int64_t end = buffer->offset + bytes;
    program.pool_bytes = std::max(program.pool_bytes, end);
    lifetimes.insert({buffer->offset, end, buffer->first_step, buffer->last_step, order++});
  }
}

}  // namespace ng
