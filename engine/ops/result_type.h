// SPDX-License-Identifier: Apache-2.0
// The default element type of results.
#pragma once

#include "engine/base/dtype.h"

namespace ng {

// During its lifetime, ops created on this thread have type `dtype` where the default is float32,
// numbers among their operands keep full precision, and gradients have the type of the ops they
// belong to. With an integer type, a number without a fraction is an integer constant. Does not
// affect int32 ops (argmax) and views, which keep their operand's type. The innermost one applies.
class ScopedResultType {
 public:
  explicit ScopedResultType(DType dtype);
  ~ScopedResultType();
  ScopedResultType(const ScopedResultType&) = delete;
  ScopedResultType& operator=(const ScopedResultType&) = delete;

 private:
  DType outer_;
};

// Float32 unless a ScopedResultType is active.
DType current_result_type();

}  // namespace ng
