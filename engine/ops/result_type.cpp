// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/result_type.h"

namespace ng {
namespace {

thread_local DType current = DType::f32;

}  // namespace

ScopedResultType::ScopedResultType(DType dtype) : outer_(current) {
  current = dtype;
}

ScopedResultType::~ScopedResultType() {
  current = outer_;
}

DType current_result_type() {
  return current;
}

}  // namespace ng
