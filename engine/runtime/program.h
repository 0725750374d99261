// SPDX-License-Identifier: Apache-2.0
// A compiled computation: buffers, kernels and the steps that run them. Refers to bytes and loops,
// not to the graph; op ids are kept only for tracing back to the user's ops.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/tensor.h"
#include "engine/kernels/kernel.h"
#include "engine/runtime/buffer_kind.h"
#include "engine/runtime/ranks/state_placement.h"
#include "engine/runtime/step.h"

namespace ng {

class RankMesh;

struct Buffer {
  std::string name;  // "a_W"
  BufferKind kind = BufferKind::temporary;
  DType dtype = DType::f32;
  Shape shape;                    // row-major
  std::vector<std::string> axes;  // labels
  std::int64_t bytes = 0;
  std::int64_t offset = 0;            // in the pool of temporaries
  int first_step = 0, last_step = 0;  // lifetime, inclusive
  std::uint64_t state = 0;            // id of the variable or placeholder whose storage it is
  std::vector<std::uint64_t> values;  // ids of the ops whose values it holds, in order
  StatePlacement placement = {};      // of state: `shape` and `bytes` are those of this rank
  Tensor contents;                    // constants, and this rank's initial values of storage
  std::string reason;                 // explains the lifetime
  bool once = false;                  // written by a step that runs once
  std::string device = {};            // "gpu", of a program on several devices; else empty
};

// Work of one thread in about 20 µs; less is not worth running in parallel. A kernel's cost is its
// bytes plus FLOP, a matmul's its FLOP.
constexpr std::int64_t shared_out_cost = 400'000, shared_out_flops = 1 << 21;

struct Program {
  std::string name;
  std::vector<Buffer> buffers;
  std::vector<kernel::Kernel> kernels;
  std::vector<Step> steps;
  std::size_t once = 0;         // the first `once` steps run again only if a variable changed
  std::vector<int> parameters;  // buffer of each argument
  std::vector<int> constants;   // of a loop's body: bound to the last reads of the step
  std::vector<int> results;     // buffer of each result; -1: no value
  std::vector<int> kept;        // buffer of each watched value
  struct PendingWrite {         // storage that receives a value at the end of the run
    int storage = 0, value = 0;
    std::uint64_t by = 0;  // id of the assign op
  };
  std::vector<PendingWrite> writes;  // not yet turned into copies or writes in place
  std::int64_t pool_bytes = 0;       // of temporaries
  std::int64_t unshared_bytes = 0;   // pool size without buffer reuse
  bool has_lifetimes = false;        // Buffer::first_step and last_step are set
  bool is_placed = false;            // the temporaries have offsets in the pool
  std::shared_ptr<RankMesh> ranks;   // of collective steps; null: this process alone
};

// A program that runs once for each position of an axis. Its parameters, and the first reads of the
// step, are the states, the sequences (sliced at the position) and the loop invariants; its results
// are the next states, then the outputs. The numbers below are indices in the step's `writes`.
struct Loop {
  Program body;
  std::int64_t count = 0;
  bool reverse = false;
  std::size_t states = 0, sequences = 0, outputs = 0;
  std::vector<int> last, next, saved;  // per state: final value, second buffer of the pair it
                                       // alternates between, values before each step; or -1
  std::vector<int> stacked;            // per output; -1: not used
  int pool = -1;                       // the body's temporaries
  std::optional<std::size_t> active;   // the state without which the remaining steps are skipped
};

// The device of a step: that of its results, else of its operands. A step that reads a buffer of
// another device is a copy between the two.
const std::string& device_of(const Program& program, const Step& step);
bool crosses_devices(const Program& program, const Step& step);

// Does any step or pending write change a variable or other state?
bool changes_state(const Program& program);

// Calls `each` for the program and the bodies of its loops, innermost first.
template <class P, class F>
void for_each_program(P& program, F&& each) {
  for (auto& step : program.steps) {
    if (step.loop()) for_each_program(step.loop()->body, each);
  }
  each(program);
}

// Sets the sizes of the buffers that hold the pools of loop bodies.
void size_loop_pools(Program& program);

// The program as text: storage and views, allocate, init, the computation's procedure, save,
// restore. Fills `line_ops` with the op ids of each line.
std::string print(const Program& program,
                  std::vector<std::pair<int, std::vector<std::uint64_t>>>* line_ops = nullptr);

}  // namespace ng
