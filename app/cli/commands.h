// SPDX-License-Identifier: Apache-2.0
// Command records, each defined in the file of the same name.
#pragma once

#include "app/cli/command.h"

namespace ng::cli {

extern const Command transformers_command, info_command, axes_command, find_command, op_command,
    run_command, tensor_command, passes_command, kernels_command, program_command, memory_command,
    profile_command, scale_command, checkpoint_command, render_command, compare_command,
    bisect_command, whatif_command, explain_command, convert_command, capture_command,
    build_command, diff_command, edit_command, generate_command, man_command, completion_command;

}  // namespace ng::cli
