// SPDX-License-Identifier: Apache-2.0
// Links of an op: the source line that created it, the passes that changed it, its kernel, its
// buffer. Each link has a target or the reason why there is none.
#pragma once

#include <string>
#include <vector>

#include "engine/base/op_id.h"
#include "engine/records/records.h"

namespace ng::cli {

struct PassTouch {
  std::string pass;
  std::string what;  // "removed", "added", "operands changed"
  std::vector<std::string> rules;
  std::vector<std::string> became;  // ops that the pass created from it
};

struct OpLinks {
  std::string made;  // "model.cpp:12", or the pass that created it
  std::vector<PassTouch> passes;
  std::string no_passes;
  std::vector<const KernelRecord*> kernels;  // that compute the op or its replacement
  std::vector<std::string>
      names_there;  // per kernel: name of the op's replacement; empty: own name
  std::string no_kernel;
  const BufferRecord* buffer = nullptr;
  std::string name_in_buffer;  // likewise for the buffer
  std::string no_buffer;
};

// Precondition: `op` occurs in a graph of `record`.
OpLinks linksOf(const CompilationRecord& record, const OpRecord& op);

// The first op with this name in the graphs of the record, starting with the user's; null if none.
const OpRecord* findOp(const CompilationRecord& record, const std::string& name);
const OpRecord* findOp(const CompilationRecord& record, OpId id);
// Lines of the kernel's source that compute the op or its replacement.
std::vector<std::string> sourceLines(const KernelRecord& kernel, const CompilationRecord& record,
                                     OpId op);

}  // namespace ng::cli
