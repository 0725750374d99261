// SPDX-License-Identifier: Apache-2.0
#include "engine/lowering/program_passes/memory_plan.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string>

#include "engine/lowering/program_passes/write_over.h"

namespace ng {
namespace {

constexpr std::int64_t alignment = 64;
std::int64_t aligned(std::int64_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

// Bytes of the pool: [begin, end).
struct Span {
  std::int64_t begin, end;
};

// Sorted spans that neither touch nor overlap.
using Spans = std::vector<Span>;

void join(Spans& spans, Span added) {
  const auto first =
      std::lower_bound(spans.begin(), spans.end(), added.begin,
                       [](const Span& span, std::int64_t begin) { return span.end < begin; });
  auto last = first;
  for (; last != spans.end() && last->begin <= added.end; ++last) {
    added.begin = std::min(added.begin, last->begin);
    added.end = std::max(added.end, last->end);
  }
  if (first == last) {
    spans.insert(first, added);
  } else {
    *first = added;
    spans.erase(first + 1, last);
  }
}

// Merges `others` into `spans`. `room` is scratch space.
void join(Spans& spans, const Spans& others, Spans& room) {
  room.clear();
  const auto add = [&room](const Span& span) {
    if (room.empty() || room.back().end < span.begin)
      room.push_back(span);
    else
      room.back().end = std::max(room.back().end, span.end);
  };
  auto other = others.begin();
  for (const Span& span : spans) {
    for (; other != others.end() && other->begin < span.begin; ++other) add(*other);
    add(span);
  }
  for (; other != others.end(); ++other) add(*other);
  spans.swap(room);
}

// Which bytes of the pool are taken at which step: a segment tree whose leaves are the steps. A
// range of steps covers O(log steps) nodes. throughout_ holds the bytes taken during a whole node,
// sometimes_ the bytes taken at any step of a node. Adjacent buffers merge, so spans stay few even
// with thousands of buffers alive at once.
class TakenBytes {
 public:
  explicit TakenBytes(int steps)
      : leaves_(std::bit_ceil(static_cast<unsigned>(std::max(steps, 1)))),
        throughout_(2 * leaves_),
        sometimes_(2 * leaves_) {}

  void take(Span span, int first, int last) {
    for_each_node(first, last, [&](unsigned node) {
      join(throughout_[node], span);
      join(sometimes_[node], span);
    });
    for_each_around(first, last, [&](unsigned node) { join(sometimes_[node], span); });
  }

  // Bytes taken at any step from `first` to `last`.
  const Spans& taken(int first, int last) {
    found_.clear();
    for_each_node(first, last, [this](unsigned node) { join(found_, sometimes_[node], room_); });
    for_each_around(first, last, [this](unsigned node) { join(found_, throughout_[node], room_); });
    return found_;
  }

 private:
  unsigned leaf(int step) const { return leaves_ + static_cast<unsigned>(step); }
  template <class Each>
  void for_each_node(int first, int last, Each each) const {
    unsigned low = leaf(first), high = leaf(last) + 1;
    for (; low < high; low /= 2, high /= 2) {
      if (low % 2 == 1) each(low++);
      if (high % 2 == 1) each(--high);
    }
  }

  // Calls `each` for the ancestors of all nodes that for_each_node visits.
  template <class Each>
  void for_each_around(int first, int last, Each each) const {
    unsigned low = leaf(first), high = leaf(last);
    for (; low != high; low /= 2, high /= 2) each(low), each(high);
    for (; low > 0; low /= 2) each(low);
  }

  unsigned leaves_;
  std::vector<Spans> throughout_, sometimes_;  // by node
  Spans found_, room_;
};

// The offset of the tightest gap in `taken` that holds `bytes` (best fit), else the end.
std::int64_t best_place(std::int64_t bytes, const Spans& taken) {
  std::int64_t best = -1, best_gap = 0, end = 0;
  for (const Span& span : taken) {
    const std::int64_t gap = span.begin - end;
    if (gap >= bytes && (best < 0 || gap < best_gap)) {
      best = end;
      best_gap = gap;
    }
    end = std::max(end, span.end);
  }
  return best >= 0 ? best : end;
}

// Temporaries at one offset, each written over the previous one.
struct Tenants {
  std::vector<Buffer*> buffers;
  std::int64_t bytes = 0;
  int first_step = 0, last_step = 0;
};

// Ends the lifetime of `from` where `to` begins, although that step reads `from`.
void hand_over(const Program& program, Buffer& from, Buffer& to) {
  const std::string step = "step " + std::to_string(to.first_step) + " (" +
                           program.steps[static_cast<std::size_t>(to.first_step)].name + ")";
  from.last_step = to.first_step - 1;
  from.reason += ", which writes " + to.name + " over it";
  to.reason += "; " + step + " writes it over " + from.name + ", element by element";
}

std::vector<Tenants> tenants_of(Program& program) {
  const std::vector<int> over = operands_written_over(program);
  std::vector<int> next(over.size(), -1);
  for (std::size_t i = 0; i < over.size(); ++i) {
    if (over[i] >= 0) next[static_cast<std::size_t>(over[i])] = static_cast<int>(i);
  }
  std::vector<Tenants> all;
  for (std::size_t i = 0; i < program.buffers.size(); ++i) {
    Buffer* buffer = &program.buffers[i];
    if (buffer->kind != BufferKind::temporary || over[i] >= 0) continue;
    Tenants tenants{{buffer}, buffer->bytes, buffer->first_step, 0};
    for (int later = next[i]; later >= 0; later = next[static_cast<std::size_t>(later)]) {
      Buffer& made = program.buffers[static_cast<std::size_t>(later)];
      hand_over(program, *tenants.buffers.back(), made);
      tenants.buffers.push_back(&made);
    }
    tenants.last_step = tenants.buffers.back()->last_step;
    all.push_back(std::move(tenants));
  }
  return all;
}

// Largest first: large buffers placed late would find only fragments. Behind the temporaries that
// have a place already, those of other devices.
void place_apart_from_others(Program& program, std::vector<Tenants> all) {
  const std::int64_t begin = program.pool_bytes;
  int last = 0;
  for (const Tenants& tenants : all) {
    program.unshared_bytes +=
        aligned(tenants.bytes) * static_cast<std::int64_t>(tenants.buffers.size());
    last = std::max(last, tenants.last_step);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Tenants& a, const Tenants& b) { return a.bytes > b.bytes; });
  TakenBytes pool(last + 1);
  for (const Tenants& tenants : all) {
    const std::int64_t bytes = aligned(tenants.bytes);
    const std::int64_t offset =
        best_place(bytes, pool.taken(tenants.first_step, tenants.last_step));
    for (Buffer* buffer : tenants.buffers) buffer->offset = begin + offset;
    const std::int64_t end = offset + bytes;
    program.pool_bytes = std::max(program.pool_bytes, begin + end);
    pool.take({offset, end}, tenants.first_step, tenants.last_step);
  }
}

void place(Program& program) {
  size_loop_pools(program);
  program.unshared_bytes = program.pool_bytes = 0;
  std::map<std::string, std::vector<Tenants>> by_device;
  for (Tenants& tenants : tenants_of(program))
    by_device[tenants.buffers[0]->device].push_back(std::move(tenants));
  for (auto& [device, all] : by_device) place_apart_from_others(program, std::move(all));
  program.is_placed = true;
}

void place_each_apart(Program& program) {
  size_loop_pools(program);
  program.pool_bytes = 0;
  std::map<std::string, std::vector<Buffer*>> by_device;
  for (Buffer& buffer : program.buffers)
    if (buffer.kind == BufferKind::temporary) by_device[buffer.device].push_back(&buffer);
  for (const auto& [device, all] : by_device) {
    for (Buffer* buffer : all) {
      buffer->offset = program.pool_bytes;
      program.pool_bytes += aligned(buffer->bytes);
    }
  }
  program.unshared_bytes = program.pool_bytes;
  program.is_placed = true;
}

}  // namespace

void place_temporaries(Program& program) {
  for_each_program(program, place);
}

void place_apart(Program& program) {
  for_each_program(program, place_each_apart);
}

}  // namespace ng
