// SPDX-License-Identifier: Apache-2.0
// Facts derived from the memory plan of a compilation: the steps that write and read each buffer,
// buffers that share bytes, memory alive at each step, and wasted memory. Pure functions of the
// record; buffers are indices into CompilationRecord::buffers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/records/compilation_record.h"

namespace ng {

struct BufferFacts {
  std::vector<int> writers, readers;  // steps, ascending
  int freed_late = 0;                 // steps that a temporary lives beyond its last use
  std::optional<int> in_place_of;     // buffer whose memory it could reuse in place
  std::int64_t padding = 0;           // bytes from its end to the next 64-byte boundary
  bool only_copied = false;           // every step that reads it only copies it
};

struct MemoryFacts {
  std::vector<BufferFacts> buffers;
  std::vector<std::int64_t> alive_bytes;  // of temporaries at each step, rounded up to 64 bytes
  int peak_step = 0;                      // the first step with the most memory alive
  std::int64_t peak_alive = 0;            // bytes alive then; gaps may enlarge the pool
};

MemoryFacts memory_facts(const CompilationRecord& record);

bool is_temporary(const BufferRecord& buffer);

// Temporaries that are alive at `step`, largest first.
std::vector<int> alive_at(const CompilationRecord& record, int step);

// Finds the buffers that share bytes at different times. Built once in O(n log n).
class Tenancy {
 public:
  explicit Tenancy(const CompilationRecord& record);  // must outlive this

  // Temporaries that used some of the buffer's bytes before or after it, nearest first.
  std::vector<int> before(int buffer) const { return tenants(buffer, true); }
  std::vector<int> after(int buffer) const { return tenants(buffer, false); }

 private:
  std::int64_t add_furthest(std::size_t first, std::size_t end);
  void add_sharing(const BufferRecord& own, std::size_t first, std::size_t end,
                   std::vector<int>& found) const;
  std::vector<int> tenants(int buffer, bool earlier) const;

  const CompilationRecord& record_;
  std::vector<int> by_offset_;          // the temporaries
  std::vector<std::int64_t> furthest_;  // largest end of the temporaries below each node
};

// The facts of a buffer as texts: "freed 2 steps late", "could alias a_dot_8".
std::vector<std::string> flag_texts(const CompilationRecord& record, const MemoryFacts& facts,
                                    int buffer);

// A buffer in one or both of two plans, matched by name. Points into the plans' records.
struct PlanChange {
  const BufferRecord *before = nullptr, *after = nullptr;  // null: not in that plan
  std::int64_t bytes = 0;                                  // after - before
};

// Differences of two plans: buffers removed, added, and changed in size or lifetime; largest change
// first.
std::vector<PlanChange> compare_plans(const CompilationRecord& before,
                                      const CompilationRecord& after);

}  // namespace ng
