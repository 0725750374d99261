// SPDX-License-Identifier: Apache-2.0
// A compilation: passes, kernels, buffers and steps.
#pragma once

#include <string>
#include <vector>

#include "engine/base/error.h"
#include "engine/records/buffer_record.h"
#include "engine/records/kernel_record.h"
#include "engine/records/pass_record.h"
#include "engine/records/row_index.h"

namespace ng {

struct CompilationRecord {
  int version = 1;
  std::string computation, transformer;
  std::vector<PassRecord> passes;
  std::vector<KernelRecord> kernels;
  std::vector<BufferRecord> buffers;
  std::vector<StepRecord> steps;
  KernelText program;  // allocate, init, one procedure, save, restore
  std::vector<Diagnostic> diagnostics;
  double compile_ms = 0;
  bool cached = false;              // every kernel came from the object cache
  std::int64_t peak_bytes = 0;      // of temporaries
  std::int64_t unshared_bytes = 0;  // of temporaries, without buffer reuse
  std::int64_t flops = 0, bytes = 0;

  GraphRecordPtr as_written() const { return passes.empty() ? nullptr : passes.front().before; }
  GraphRecordPtr final_graph() const { return passes.empty() ? nullptr : passes.back().after; }
  const KernelRecord* kernel(const std::string& name) const;
  // Thread safe; the first call builds the indices. A fused op that was merged into another step is
  // computed by the kernel of its members.
  const KernelRecord* kernel_of(OpId op) const;  // null: not computed by a kernel
  const BufferRecord* buffer_of(OpId op) const;  // null: only in registers

 private:
  RowIndex<std::string> kernel_rows_;
  RowIndex<OpId> kernels_of_ops_, members_of_fused_, buffers_of_ops_;
};

}  // namespace ng
