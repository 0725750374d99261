// SPDX-License-Identifier: Apache-2.0
// The passes of phase "program": where values live in memory.
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
};

// update_in_place, compute_once, join_launches, liveness, memory_plan; in this order.
std::span<const ProgramPass> program_passes();

// Every load of the kernel's parameter `read` stands at the very index at which `written` is
// stored, and before that store: the result could take the operand's memory. A loop after the store
// that reads the operand again would find the result there.
bool element_by_element(const kernel::Kernel& kernel, int read, int written);

// Writes that are left (all of them without update_in_place) become copies at the end.
void copy_pending_writes(Program& program);

}  // namespace ng
