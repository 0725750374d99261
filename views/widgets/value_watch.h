// SPDX-License-Identifier: Apache-2.0
// RAII watch on an op's value: calls unwatch() in the destructor.
#pragma once

#include <utility>

#include "views/core/session.h"

namespace ng::views {

class ValueWatch {
 public:
  ValueWatch() = default;
  ValueWatch(Session& session, OpKey op) : session_(&session), op_(op) {
    if (op_ != 0) session_->watch(op_);
  }
  ~ValueWatch() {
    if (session_ && op_ != 0) session_->unwatch(op_);
  }
  ValueWatch(ValueWatch&& other) noexcept
      : session_(std::exchange(other.session_, nullptr)), op_(std::exchange(other.op_, 0)) {}
  ValueWatch& operator=(ValueWatch&& other) noexcept {
    std::swap(session_, other.session_);
    std::swap(op_, other.op_);
    return *this;
  }
  OpKey op() const { return op_; }

 private:
  Session* session_ = nullptr;
  OpKey op_ = 0;
};

}  // namespace ng::views
