// SPDX-License-Identifier: Apache-2.0
// The program passes: buffers, launches and memory. They are implemented in
// engine/lowering/program_passes.
#include "engine/backends/backend.h"
#include "engine/lowering/overlap_exchanges.h"
#include "engine/lowering/program_passes/accumulate_matmuls.h"
#include "engine/lowering/program_passes/compute_once.h"
#include "engine/lowering/program_passes/convolution_epilogues.h"
#include "engine/lowering/program_passes/filter_packing.h"
#include "engine/lowering/program_passes/launches.h"
#include "engine/lowering/program_passes/liveness.h"
#include "engine/lowering/program_passes/matrix_packing.h"
#include "engine/lowering/program_passes/memory_plan.h"
#include "engine/lowering/program_passes/share_memory.h"
#include "engine/lowering/program_passes/step_scratch.h"
#include "engine/lowering/program_passes/update_in_place.h"
#include "engine/passes/passes.h"

namespace ng {
namespace {

// A program pass that does not depend on the backend.
template <void (*Change)(Program&)>
void on_program(Program& program, const Backend&) {
  Change(program);
}

}  // namespace

const Pass overlap_exchanges = {
    .name = "overlap_exchanges",
    .sentence =
        "exchange -> a start as soon as its operand exists, together with other small ones, and a "
        "finish when nothing else is left to compute",
    .phase = PassPhase::program,
    .condition = "on several ranks",
    .reason = "first: it orders the steps, and later passes merge neighbours",
    .change = on_program<start_exchanges_early>,
    .without = "every rank waits for each exchange where it stands",
};

const Pass share_memory = {
    .name = "share_memory",
    .sentence = "copy of the same elements under other axes -> its readers read the operand",
    .phase = PassPhase::program,
    .condition = "",
    .reason = "early: later passes count the readers of a buffer, views included",
    .change = on_program<merge_views>,
    .without = "every view is computed into memory of its own",
};

const Pass convolution_epilogues = {
    .name = "convolution_epilogues",
    .sentence =
        "convolution, then a kernel of its bias, residual, limits (ReLU) or SiLU -> convolution "
        "with these",
    .phase = PassPhase::program,
    .condition = "",
    .reason = "after share_memory, before the passes that place steps and memory",
    .change =
        [](Program& program, const Backend& backend) {
          merge_epilogues_into_convolutions(program, backend.capabilities().silu);
        },
    .without = "bias, residual, limits and SiLU are a kernel of their own",
};

const Pass accumulate_matmuls = {
    .name = "accumulate_matmuls",
    .sentence =
        "matmul, then a kernel that adds a multiple of it to a variable -> matmul that adds",
    .phase = PassPhase::program,
    .condition = "",
    .reason = "before update_in_place: a matmul that adds can write the variable in place",
    .change = on_program<merge_updates_into_matmuls>,
    .without = "a kernel adds the matmul, from memory of its own",
};

const Pass pack_filters = {
    .name = "pack_filters",
    .sentence =
        "convolution whose loops read filters in another order -> a step that packs the filters, "
        "and the convolution",
    .phase = PassPhase::program,
    .condition = "",
    .reason =
        "after convolution_epilogues, before compute_once: filters that do not change are "
        "packed once",
    .change =
        [](Program& program, const Backend& backend) {
          add_filter_packing(program,
                             [&](const Convolution& c) { return backend.filter_order(c); });
        },
    .without = "the convolution packs its filters in each call",
};

const Pass pack_matrices = {
    .name = "pack_matrices",
    .sentence =
        "matmul by a matrix that does not change between calls or iterations -> a step that packs "
        "the matrix, and the matmul",
    .phase = PassPhase::program,
    .condition = "",
    .reason =
        "after accumulate_matmuls, before compute_once: matrices that do not change are packed "
        "once",
    .change =
        [](Program& program, const Backend& backend) {
          add_matrix_packing(program, [&](const Matmul& p) { return backend.packed_floats(p); });
        },
    .without = "the matmul reads the matrix as it is stored",
};

const Pass add_scratch = {
    .name = "add_scratch",
    .sentence = "step that needs scratch memory on this transformer -> with a temporary for it",
    .phase = PassPhase::program,
    .condition = "",
    .reason = "after the passes that merge steps, before the lifetimes of the temporaries",
    .change =
        [](Program& program, const Backend& backend) {
          give_scratch(program, [&](const Step& step) { return backend.scratch_bytes(step); });
        },
    .required = true,
};

const Pass update_in_place = {
    .name = "update_in_place",
    .sentence = "compute, then copy into the variable -> compute into the variable",
    .phase = PassPhase::program,
    .condition = "",
    .reason = "before the passes that place steps and memory: it removes buffers",
    .change = on_program<write_state_in_place>,
    .without = "new values are copied into the variables at the end",
    .instead = copy_pending_writes,
};

const Pass compute_once = {
    .name = "compute_once",
    .sentence =
        "without assignments: steps that depend only on variables -> run again only when one "
        "changes",
    .phase = PassPhase::program,
    .condition = "",
    .reason = "before group_launches: it reorders steps",
    .change = on_program<separate_once_steps>,
    .without = "every step runs in every call",
};

const Pass group_launches = {
    .name = "group_launches",
    .sentence = "adjacent small kernels, or a matmul and its epilogue -> one launch",
    .phase = PassPhase::program,
    .condition = "",
    .reason = "before liveness: the operands of a matmul live until its epilogue ends",
    .change = on_program<set_launches>,
    .without = "every step is launched alone",
    .formerly = "join_launches",
};

const Pass liveness = {
    .name = "liveness",
    .sentence = "each buffer -> the first and last step between which it holds a value",
    .phase = PassPhase::program,
    .condition = "",
    .reason = "before memory_plan",
    .change = on_program<set_lifetimes>,
    .without = "every buffer lives from the first step to the last",
    .instead = live_throughout,
};

const Pass memory_plan = {
    .name = "memory_plan",
    .sentence =
        "temporaries -> offsets in one pool; those never alive together, or written over, share "
        "bytes",
    .phase = PassPhase::program,
    .condition = "",
    .reason = "last: it needs the lifetimes",
    .change = on_program<place_temporaries>,
    .without = "every temporary has bytes of its own",
    .instead = place_apart,
    .check_point = true,
};

}  // namespace ng
