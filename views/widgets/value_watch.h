// SPDX-License-Identifier: Apache-2.0
// RAII watch on an op's value: calls unwatch() in the destructor.
#pragma once

#include <utility>

#include "views/core/session/values.h"

namespace ng::views {

class ValueWatch {
 public:
  ValueWatch() = default;
  ValueWatch(Values& values, OpId op) : values_(&values), op_(op) {
    if (op_ != 0) values_->watch(op_);
  }
  ~ValueWatch() {
    if (values_ && op_ != 0) values_->unwatch(op_);
  }
  ValueWatch(ValueWatch&& other) noexcept
      : values_(std::exchange(other.values_, nullptr)), op_(std::exchange(other.op_, 0)) {}
  ValueWatch& operator=(ValueWatch&& other) noexcept {
    std::swap(values_, other.values_);
    std::swap(op_, other.op_);
    return *this;
  }
  OpId op() const { return op_; }

 private:
  Values* values_ = nullptr;
  OpId op_ = 0;
};

}  // namespace ng::views
