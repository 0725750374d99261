// SPDX-License-Identifier: Apache-2.0
// What follows from the memory plan of a compilation: which steps write and read each buffer, whose
// bytes it takes over, how much is alive at each step, and what the plan gives away. Pure functions
// of the record; buffers are named by their place in CompilationRecord::buffers.
#pragma once

#include <string>
#include <vector>

#include "engine/session/record.h"

namespace ng {

struct BufferFacts {
  std::vector<int> writers, readers;  // steps, ascending
  int freed_late = 0;                 // steps that a temporary stays alive after its last use
  int in_place_of = -1;               // the buffer that it could have been written over
  std::int64_t padding = 0;           // bytes of the pool from its end to the next line of 64
  bool only_copied = false;           // every step that reads it only moves it elsewhere
};

struct MemoryFacts {
  std::vector<BufferFacts> buffers;
  std::vector<std::int64_t> alive_bytes;  // of temporaries, at each step, in whole lines of 64
  int peak_step = 0;                      // the first at which most is alive
  std::int64_t peak_alive = 0;            // bytes alive then; the pool may be larger by gaps
};

MemoryFacts memory_facts(const CompilationRecord& record);

bool is_temporary(const BufferRecord& buffer);

// Temporaries that are alive at `step`, largest first.
std::vector<int> alive_at(const CompilationRecord& record, int step);

// Who has the same bytes at another time: made once in n log n for all that is asked.
class Tenancy {
 public:
  explicit Tenancy(const CompilationRecord& record);  // must outlive this

  // Temporaries that had some of the buffer's bytes before it or have them after it, nearest first.
  std::vector<int> before(int buffer) const { return tenants(buffer, true); }
  std::vector<int> after(int buffer) const { return tenants(buffer, false); }

 private:
  std::int64_t add_furthest(std::size_t first, std::size_t end);
  void add_sharing(const BufferRecord& own, std::size_t first, std::size_t end,
                   std::vector<int>& found) const;
  std::vector<int> tenants(int buffer, bool earlier) const;

  const CompilationRecord& record_;
  std::vector<int> by_offset_;          // the temporaries
  std::vector<std::int64_t> furthest_;  // where the last below each of them ends
};

// The flags in words: "freed 2 steps late", "could be written over a_dot_8".
std::vector<std::string> flag_texts(const CompilationRecord& record, const MemoryFacts& facts,
                                    int buffer);

// A buffer of one of two plans, or of both, by name; -1 where it has none.
struct PlanChange {
  int before = -1, after = -1;
  std::int64_t bytes = 0;  // after less before
};

// What differs between two plans: gone, new, and moved in size or lifetime; largest change first.
std::vector<PlanChange> compare_plans(const CompilationRecord& before,
                                      const CompilationRecord& after);

}  // namespace ng
