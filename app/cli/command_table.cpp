// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_table.h"

#include "app/cli/commands.h"

namespace ng::cli {
namespace {

const Command* const rows[] = {
    &transformers_command, &info_command,    &axes_command,       &find_command,
    &op_command,           &run_command,     &tensor_command,     &passes_command,
    &kernels_command,      &program_command, &memory_command,     &profile_command,
    &scale_command,        &render_command,  &checkpoint_command, &compare_command,
    &bisect_command,       &whatif_command,  &explain_command,    &convert_command,
    &capture_command,      &build_command,   &diff_command,       &edit_command,
    &generate_command,     &man_command,     &completion_command,
};

}  // namespace

std::span<const Command* const> commandTable() {
  return rows;
}

const Command* findCommand(std::string_view name) {
  for (const Command* row : rows) {
    if (row->name == name) return row;
  }
  return nullptr;
}

}  // namespace ng::cli
