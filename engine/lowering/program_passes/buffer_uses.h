// SPDX-License-Identifier: Apache-2.0
// Who makes and who reads each buffer of a program: counted once, for the passes that need it.
#pragma once

#include <vector>

#include "engine/runtime/program.h"

namespace ng {

// By buffer.
struct BufferUses {
  std::vector<int> maker;        // the first step that writes it; -1: none
  std::vector<int> last_reader;  // the last step that reads it; -1: none
  // Reads by steps, and as a result, watched value or value of a pending write. Of the buffer, not
  // of one op's value: views may share it.
  std::vector<int> readers;
};

BufferUses uses_of(const Program& program);

// Calls `each` for every list of buffers in the program: parameters, results, and the reads and
// writes of steps. Not for pending writes.
template <class P, class F>
void for_each_buffer_list(P& program, F&& each) {
  for (auto& step : program.steps) {
    each(step.reads);
    each(step.writes);
  }
  each(program.parameters);
  each(program.constants);
  each(program.results);
  each(program.kept);
}

// Removes the marked buffers, which nothing names, and renumbers the others.
void remove_buffers(Program& program, const std::vector<bool>& removed);

}  // namespace ng
