// SPDX-License-Identifier: Apache-2.0
// The state after each iteration, as many as fit: what lets the window look back. Any value of a
// kept iteration is computed again from the state before it.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "engine/session/transformer.h"

namespace ng::views {

using StateCopy = std::vector<std::pair<std::uint64_t, Tensor>>;  // storage id, value

class KeptIterations {
 public:
  static constexpr std::int64_t mostBytes = std::int64_t{256} << 20;

  // Begins anew with the state after `iteration` iterations.
  void restart(std::int64_t iteration, StateCopy state);
  // The state after one iteration more; the oldest give way when there are too many.
  void add(StateCopy state);
  void replaceLast(StateCopy state);
  bool empty() const { return states_.empty(); }
  std::int64_t first() const { return first_; }
  const StateCopy* after(std::int64_t iteration) const;  // null: not kept

 private:
  std::deque<StateCopy> states_;
  std::int64_t first_ = 0, bytes_ = 0;
};

// All variables and persistent tensors of a transformer.
StateCopy copyState(const Transformer& transformer);
void setState(Transformer& transformer, const StateCopy& state);

}  // namespace ng::views
