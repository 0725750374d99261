// SPDX-License-Identifier: Apache-2.0
// The element type of results that say nothing of their own.
#pragma once

#include "engine/base/dtype.h"

namespace ng {

// While one lives, ops made on this thread give `dtype` where they would give float32, numbers among
// their operands keep all their digits, and gradients follow the ops that they are of. Ops of int32
// (argmax) and views, which keep their operand's type, are left alone. The innermost one counts.
class ScopedResultType {
 public:
  explicit ScopedResultType(DType dtype);
  ~ScopedResultType();
  ScopedResultType(const ScopedResultType&) = delete;
  ScopedResultType& operator=(const ScopedResultType&) = delete;

 private:
  DType outer_;
};

// Float32 outside every scope.
DType current_result_type();

}  // namespace ng
