// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/memory_facts.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <unordered_map>

#include "engine/records/compilation_record.h"

namespace ng {
namespace {

constexpr std::int64_t line = 64;  // the pool's alignment

std::int64_t in_lines(std::int64_t bytes) {
  return (bytes + line - 1) / line * line;
}

const BufferRecord& at(const CompilationRecord& record, int buffer) {
  return record.buffers[static_cast<std::size_t>(buffer)];
}

using BufferIndices = std::unordered_map<std::string, int>;

BufferIndices indices_of(const CompilationRecord& record) {
  BufferIndices indices;
  for (std::size_t i = 0; i < record.buffers.size(); ++i) {
    indices.emplace(record.buffers[i].name, static_cast<int>(i));
  }
  return indices;
}

void add_uses(const CompilationRecord& record, const BufferIndices& indices, MemoryFacts& facts) {
  std::unordered_map<std::string, const KernelRecord*> kernels;
  for (const KernelRecord& kernel : record.kernels) kernels.emplace(kernel.name, &kernel);
  std::vector<char> computed(record.buffers.size());
  for (std::size_t step = 0; step < record.steps.size(); ++step) {
    const auto found = kernels.find(record.steps[step].kernel);
    if (found == kernels.end()) continue;
    const auto note = [&](const std::vector<std::string>& names, bool reads) {
      for (const std::string& name : names) {
        const auto place = indices.find(name);
        if (place == indices.end()) continue;
        const auto i = static_cast<std::size_t>(place->second);
        std::vector<int>& steps = reads ? facts.buffers[i].readers : facts.buffers[i].writers;
        if (steps.empty() || steps.back() != static_cast<int>(step)) {
          steps.push_back(static_cast<int>(step));
        }
        if (reads && found->second->kind != KernelKind::copy) computed[i] = 1;
      }
    };
    note(found->second->reads, true);
    note(found->second->writes, false);
  }
  for (std::size_t i = 0; i < record.buffers.size(); ++i) {
    facts.buffers[i].only_copied = !facts.buffers[i].readers.empty() && !computed[i];
  }
}

void add_flags(const CompilationRecord& record, const BufferIndices& indices, MemoryFacts& facts) {
  for (std::size_t i = 0; i < record.buffers.size(); ++i) {
    const BufferRecord& buffer = record.buffers[i];
    BufferFacts& own = facts.buffers[i];
    const auto over = indices.find(buffer.in_place_of);
    if (!buffer.in_place_of.empty() && over != indices.end()) own.in_place_of = over->second;
    if (!is_temporary(buffer)) continue;
    own.padding = in_lines(buffer.bytes) - buffer.bytes;
    int used = own.writers.empty() ? buffer.first_step : own.writers.back();
    if (!own.readers.empty()) used = std::max(used, own.readers.back());
    const bool any = !own.writers.empty() || !own.readers.empty();
    own.freed_late = any ? std::max(0, buffer.last_step - used) : 0;
  }
}

// Memory alive at each step, as a prefix sum of the bytes that begin and end there.
void add_alive(const CompilationRecord& record, MemoryFacts& facts) {
  int last = static_cast<int>(record.steps.size()) - 1;
  for (const BufferRecord& buffer : record.buffers) last = std::max(last, buffer.last_step);
  std::vector<std::int64_t> change(static_cast<std::size_t>(last + 2));
  for (const BufferRecord& buffer : record.buffers) {
    if (!is_temporary(buffer) || buffer.first_step < 0) continue;
    change[static_cast<std::size_t>(buffer.first_step)] += in_lines(buffer.bytes);
    change[static_cast<std::size_t>(buffer.last_step + 1)] -= in_lines(buffer.bytes);
  }
  std::int64_t now = 0;
  for (int step = 0; step <= last; ++step) {
    now += change[static_cast<std::size_t>(step)];
    facts.alive_bytes.push_back(now);
    if (now > facts.peak_alive) facts.peak_alive = now, facts.peak_step = step;
  }
}

std::string steps_text(int count) {
  return std::to_string(count) + (count == 1 ? " step" : " steps");
}

}  // namespace

bool is_temporary(const BufferRecord& buffer) {
  return buffer.kind == BufferKind::temporary;
}

MemoryFacts memory_facts(const CompilationRecord& record) {
  MemoryFacts facts;
  facts.buffers.resize(record.buffers.size());
  const BufferIndices indices = indices_of(record);
  add_uses(record, indices, facts);
  add_flags(record, indices, facts);
  add_alive(record, facts);
  return facts;
}

std::vector<int> alive_at(const CompilationRecord& record, int step) {
  std::vector<int> alive;
  for (int i = 0; i < static_cast<int>(record.buffers.size()); ++i) {
    const BufferRecord& buffer = at(record, i);
    if (is_temporary(buffer) && buffer.first_step <= step && step <= buffer.last_step) {
      alive.push_back(i);
    }
  }
  std::stable_sort(alive.begin(), alive.end(),
                   [&](int a, int b) { return at(record, a).bytes > at(record, b).bytes; });
  return alive;
}

Tenancy::Tenancy(const CompilationRecord& record) : record_(record) {
  for (int i = 0; i < static_cast<int>(record.buffers.size()); ++i)
    if (is_temporary(at(record, i))) by_offset_.push_back(i);
  std::stable_sort(by_offset_.begin(), by_offset_.end(),
                   [&](int a, int b) { return at(record, a).offset < at(record, b).offset; });
  furthest_.resize(by_offset_.size());
  add_furthest(0, by_offset_.size());
}

// Builds a balanced search tree over [first, end) whose root is the middle.
std::int64_t Tenancy::add_furthest(std::size_t first, std::size_t end) {
  if (first == end) return 0;
  const std::size_t middle = first + (end - first) / 2;
  const BufferRecord& buffer = at(record_, by_offset_[middle]);
  return furthest_[middle] = std::max({buffer.offset + buffer.bytes, add_furthest(first, middle),
                                       add_furthest(middle + 1, end)});
}

void Tenancy::add_sharing(const BufferRecord& own, std::size_t first, std::size_t end,
                          std::vector<int>& found) const {
  if (first == end) return;
  const std::size_t middle = first + (end - first) / 2;
  if (furthest_[middle] <= own.offset) return;
  add_sharing(own, first, middle, found);
  const BufferRecord& other = at(record_, by_offset_[middle]);
  if (other.offset >= own.offset + own.bytes) return;
  if (own.offset < other.offset + other.bytes && &other != &own)
    found.push_back(by_offset_[middle]);
  add_sharing(own, middle + 1, end, found);
}

std::vector<int> Tenancy::tenants(int buffer, bool earlier) const {
  const BufferRecord& own = at(record_, buffer);
  std::vector<int> found;
  if (!is_temporary(own)) return found;
  add_sharing(own, 0, by_offset_.size(), found);
  std::erase_if(found, [&](int i) {
    const BufferRecord& other = at(record_, i);
    return earlier ? other.last_step >= own.first_step : other.first_step <= own.last_step;
  });
  std::sort(found.begin(), found.end(), [&](int a, int b) {
    const int nearer = earlier ? at(record_, b).last_step - at(record_, a).last_step
                               : at(record_, a).first_step - at(record_, b).first_step;
    return nearer != 0 ? nearer < 0 : a < b;
  });
  return found;
}

std::vector<std::string> flag_texts(const CompilationRecord& record, const MemoryFacts& facts,
                                    int buffer) {
  const BufferFacts& own = facts.buffers[static_cast<std::size_t>(buffer)];
  std::vector<std::string> flags;
  if (own.freed_late > 0) flags.push_back("freed " + steps_text(own.freed_late) + " late");
  if (own.in_place_of) {
    flags.push_back("could alias " + at(record, *own.in_place_of).name);
  }
  if (own.only_copied) flags.push_back("is only copied");
  // Padding within one line of alignment is not reported.
  if (own.padding * 4 > at(record, buffer).bytes && own.padding > line) {
    flags.push_back(std::to_string(own.padding) + " bytes of padding");
  }
  return flags;
}

std::vector<PlanChange> compare_plans(const CompilationRecord& before,
                                      const CompilationRecord& after) {
  const BufferIndices old = indices_of(before), fresh = indices_of(after);
  std::vector<PlanChange> changes;
  for (const BufferRecord& now : after.buffers) {
    const auto found = old.find(now.name);
    if (found == old.end()) {
      changes.push_back({nullptr, &now, now.bytes});
      continue;
    }
    const BufferRecord& was = at(before, found->second);
    const bool same = was.bytes == now.bytes && was.kind == now.kind &&
                      was.last_step - was.first_step == now.last_step - now.first_step;
    if (!same) changes.push_back({&was, &now, now.bytes - was.bytes});
  }
  for (const BufferRecord& was : before.buffers) {
    if (!fresh.count(was.name)) changes.push_back({&was, nullptr, -was.bytes});
  }
  std::stable_sort(changes.begin(), changes.end(), [](const PlanChange& a, const PlanChange& b) {
    return std::llabs(a.bytes) > std::llabs(b.bytes);
  });
  return changes;
}

}  // namespace ng
