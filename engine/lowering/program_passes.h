// SPDX-License-Identifier: Apache-2.0
// The passes of phase "program": buffers, launches and memory.
#pragma once

#include <span>
#include <string_view>

#include "engine/runtime/program.h"

namespace ng {

struct ProgramPass {
  std::string_view name;
  std::string_view sentence;
  std::string_view reason;
  void (*run)(Program&);
  std::string_view formerly = {};  // its name in earlier versions, which is still accepted
};

// update_in_place, compute_once, group_launches, liveness, memory_plan; in this order.
std::span<const ProgramPass> program_passes();

// Can buffer `written` take the memory of buffer `read`? True if every load of `read` is at the
// index at which `written` is stored and comes before that store. A loop that reads the operand
// after the store would read the result instead.
bool element_by_element(const kernel::Kernel& kernel, int read, int written);

// Turns the remaining writes (all of them without update_in_place) into copies at the end.
void copy_pending_writes(Program& program);

}  // namespace ng
