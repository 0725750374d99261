// SPDX-License-Identifier: Apache-2.0
// The steps of a program as plain data: what a step does, on which buffers, for which ops. Backends
// run them, and records, checks and files can read them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/dtype.h"
#include "engine/runtime/axis_steps.h"
#include "engine/runtime/class_check.h"
#include "engine/runtime/ranks/collective_step.h"
#include "engine/runtime/window_steps.h"

namespace ng {

struct Node;
struct Loop;

// What a kernel computes as a whole, if it is as simple as one of these: a program pass can then
// replace it by a change to the step that makes its operand. Operands are indices in Step::reads.
struct SameElements {    // those of the only operand, in the same order
  std::uint64_t op = 0;  // the fused op that the kernel computes; 0: none
};
struct MultipleAdded {  // base + alpha * scale * term
  int base = 0, term = 0;
  std::optional<int> scale;  // a scalar
  double alpha = 1;
};
using KernelForm = std::variant<std::monostate, SameElements, MultipleAdded>;

struct KernelStep {
  int kernel = -1;  // index in Program::kernels
  KernelForm form = {};
};

// C = A B over row-major buffers; a transposed operand is stored as (columns, rows). With
// `accumulate`, C = D + alpha A B; D may be C. Reads A, B, then with `accumulate` D and optionally
// a scalar factor of alpha. Only floats accumulate; sums of integers wrap.
struct Matmul {
  // An axis of a batch of products, and the distances of neighbouring matrices in elements.
  struct Batch {
    std::int64_t count = 1, a = 0, b = 0, c = 0;
  };
  // A and B of 8-bit integers, signed or not; C is int32.
  struct Bytes {
    bool a_signed = false, b_signed = false;
  };

  std::int64_t m = 0, n = 0, k = 0;
  bool transpose_a = false, transpose_b = false;
  DType dtype = DType::f32;  // of C and D, and of A and B unless `bytes`
  bool accumulate = false;
  double alpha = 1;
  std::optional<Bytes> bytes = {};
  // B is in the backend's own order, made by a MatrixPacking step.
  bool packed = false;
  // Outermost first; empty: one product. Products of a batch are float32 and do not accumulate.
  std::vector<Batch> batch = {};
  // Distances of stored rows in elements; 0: the rows are contiguous.
  std::int64_t lda = 0, ldb = 0, ldc = 0;

  std::int64_t products() const {
    std::int64_t count = 1;
    for (const Batch& axis : batch) count *= axis.count;
    return count;
  }
  std::int64_t flops() const { return 2 * m * n * k * products(); }
  DType a_dtype() const { return bytes ? byte(bytes->a_signed) : dtype; }
  DType b_dtype() const { return bytes ? byte(bytes->b_signed) : dtype; }

 private:
  static DType byte(bool has_sign) { return has_sign ? DType::i8 : DType::u8; }
};

// All bytes of the buffer read, to the buffer written.
struct CopyStep {};

// Stacks or concatenates: the result has `rows` rows, each with one block per operand, in order.
struct JoinStep {
  std::int64_t rows = 1;
  std::vector<std::int64_t> block_bytes;  // by operand
};

// Writes the buffer read to the print sink (print_sink.h), and copies it.
struct PrintStep {
  std::string prefix;
};

// The op's reference implementation: OpDef::evaluate with the operands and attributes of the node.
struct EvaluateStep {
  std::shared_ptr<const Node> node;
  bool double_throughout = false;  // floats are float64 and are not rounded
};

struct LoopStep {
  std::shared_ptr<Loop> loop;
};

using Work = std::variant<KernelStep, Matmul, WindowStep, AxisStep, CopyStep, JoinStep, ClassCheck,
                          PrintStep, EvaluateStep, CollectiveStep, LoopStep>;

struct Step {
  Work work;
  std::string name;                // "k0", "copy", or the op's name
  std::vector<int> reads, writes;  // buffers; of a kernel, in the order of its parameters
  std::optional<int> scratch;      // index in `writes` of the step's scratch memory
  std::vector<std::uint64_t> ops;
  // Adjacent steps with the same number run in one launch; none: alone. If a launch begins with a
  // matmul or a convolution of bytes, the second step is its epilogue kernel, run on rows (output
  // channels) of the result as they are finished, `iterations_per_row` iterations of its parallel
  // loop per row. In other launches all steps are
  // small.
  std::optional<int> launch;
  std::int64_t iterations_per_row = 0;

  template <class T>
  bool is() const {
    return std::holds_alternative<T>(work);
  }
  // The work if it is a T, else null.
  template <class T>
  T* as() {
    return std::get_if<T>(&work);
  }
  template <class T>
  const T* as() const {
    return std::get_if<T>(&work);
  }
  // The loop of a loop step, else null.
  Loop* loop() { return is<LoopStep>() ? as<LoopStep>()->loop.get() : nullptr; }
  const Loop* loop() const { return is<LoopStep>() ? as<LoopStep>()->loop.get() : nullptr; }
};

}  // namespace ng
