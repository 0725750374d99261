// SPDX-License-Identifier: Apache-2.0
// A compiled computation: buffers, kernels and the steps that run them. Speaks of bytes and loops,
// not of the graph; ids of ops are kept only so that everything can be traced back.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/tensor.h"
#include "engine/kernels/kernel.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// kept: what steps made that run once (Program::once).
enum class BufferKind { persistent, input, output, constant, temporary, kept };
std::string_view name(BufferKind kind);

struct Buffer {
  std::string name;  // "a_W"
  BufferKind kind = BufferKind::temporary;
  DType dtype = DType::f32;
  Shape shape;                              // row-major
  std::vector<std::string> axes;            // their labels
  std::int64_t bytes = 0;
  std::int64_t offset = 0;                  // in the pool of temporaries
  int first_step = 0, last_step = 0;        // between which it holds a value, inclusive
  std::uint64_t state = 0;                  // id of the variable or placeholder whose storage it is
  std::vector<std::uint64_t> values;        // ids of the ops whose value lies here, in order
  Tensor contents;                          // constants, and initial values of storage
  std::string reason;                       // why it is alive so long
  bool once = false;                        // written by a step that runs once
};

// C = A times B over dense row-major buffers; a transposed operand is stored as (columns, rows).
// With `accumulate` C = D + alpha A times B; D may be C.
struct MatrixProduct {
  std::int64_t m = 0, n = 0, k = 0;
  bool transpose_a = false, transpose_b = false;
  DType dtype = DType::f32;
  bool accumulate = false;
  double alpha = 1;
};

struct Loop;

struct Step {
  enum class Kind { kernel, product, copy, host, loop };
  Kind kind = Kind::kernel;
  std::string name;           // "k0", "copy", or the op's name
  int kernel = -1;            // Kind::kernel: which of the program's
  // Kind::product: reads A, B, then D where it accumulates, then a number that alpha is times.
  MatrixProduct product;
  std::vector<int> reads, writes;  // buffers, in the order of the kernel's parameters
  int scratch = -1;                // the place in `writes` of memory that it alone uses; -1: none
  std::vector<std::uint64_t> ops;
  // Kind::host: gets the memory of `reads`, then of `writes`.
  std::function<void(std::span<std::byte* const>)> host;
  // Kind::host, of convolution, pooling and look-up: for backends with loops of their own.
  std::optional<WindowStep> window;
  std::shared_ptr<Loop> loop;  // Kind::loop
  // Neighbours with one number run in one launch; -1: alone. One that begins with a product ends with
  // a kernel that is run on the product's rows as they are made, so many steps of its parallel loop
  // a row; in others all are small.
  int launch = -1;
  std::int64_t steps_a_row = 0;
};

// What one thread does in some 20 us: less is not worth sharing out. A kernel's bytes and FLOP; the
// FLOP of a matrix product.
constexpr std::int64_t shared_out_cost = 400'000, shared_out_flops = 1 << 21;

struct Program {
  std::string name;
  std::vector<Buffer> buffers;
  std::vector<kernel::Kernel> kernels;
  std::vector<Step> steps;
  std::size_t once = 0;             // so many first steps run again only when a variable changed
  std::vector<int> parameters;      // the buffer of each argument
  std::vector<int> results;         // the buffer of each result; -1: no value
  std::vector<int> kept;            // the buffer of each watched value
  struct PendingWrite {             // storage that takes a value at the end of the run
    int storage = 0, value = 0;
    std::uint64_t by = 0;           // the assign
  };
  std::vector<PendingWrite> writes; // until they have become copies or writes in place
  std::int64_t pool_bytes = 0;      // of temporaries
  std::int64_t unshared_bytes = 0;  // the same if no two shared memory
};

// A program that runs once for each position of an axis. Its parameters, and the first buffers that
// the step reads, are: the states, the sequences (an element lies at its position), values that stay;
// its results: the next states, then the outputs. Numbers below are places in the step's `writes`.
struct Loop {
  Program body;
  std::int64_t count = 0;
  bool reverse = false;
  std::size_t states = 0, sequences = 0, outputs = 0;
  std::vector<int> constants;              // buffers of the body that the last reads hold
  std::vector<int> last, next, saved;      // of each state: its value at the end, the second place
                                           // it changes between, its values before each step; or -1
  std::vector<int> stacked;                // of each output; -1: nobody asks for it
  int pool = -1;                           // the body's temporaries
};

// Does a step, or a write that is still to be placed, change a variable or other state?
bool changes_state(const Program& program);

// Calls `each` for the program and the bodies of its loops, innermost first.
template <class P, class F>
void for_each_program(P& program, F&& each) {
  for (auto& step : program.steps) {
    if (step.loop) for_each_program(step.loop->body, each);
  }
  each(program);
}

// The pools of bodies are buffers of the program around them: gives those their size.
void size_loop_pools(Program& program);

// As users read it: storage and views, allocate, init, the computation's procedure, save, restore.
// `line_ops` gets the ops of each line.
std::string print(const Program& program,
                  std::vector<std::pair<int, std::vector<std::uint64_t>>>* line_ops = nullptr);

}  // namespace ng
