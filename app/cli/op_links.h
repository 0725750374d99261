// SPDX-License-Identifier: Apache-2.0
// Where an op leads to: the line that made it, the passes that touched it, its kernel, its buffer.
// Each link has a target, or says why it has none.
#pragma once

#include <string>
#include <vector>

#include "engine/session/record.h"

namespace ng::cli {

struct PassTouch {
  std::string pass;
  std::string what;  // "removed", "added", "over new operands"
  std::vector<std::string> rules;
  std::vector<std::string> became;  // ops made from it there
};

struct OpLinks {
  std::string made;  // "model.cpp:12", or the pass that made it
  std::vector<PassTouch> passes;
  std::string no_passes;
  std::vector<const KernelRecord*> kernels;  // that compute it, or what became of it
  std::vector<std::string> names_there;      // in each of them: what it became; empty: its own name
  std::string no_kernel;
  const BufferRecord* buffer = nullptr;
  std::string name_in_buffer;  // the same of the buffer
  std::string no_buffer;
};

// `op` occurs in a graph of `record`.
OpLinks linksOf(const CompilationRecord& record, const OpRecord& op);

// The op of that name in any graph of the record, the user's first; null when there is none.
const OpRecord* findOp(const CompilationRecord& record, const std::string& name);
const OpRecord* findOp(const CompilationRecord& record, OpKey id);
// Lines of the kernel's source that compute the op or what became of it.
std::vector<std::string> sourceLines(const KernelRecord& kernel, const CompilationRecord& record,
                                     OpKey op);

}  // namespace ng::cli
