// SPDX-License-Identifier: Apache-2.0
// The state after each iteration, as many as fit: what lets the window look back. Any value of a
// kept iteration is computed again from the state before it.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <vector>

#include "engine/session/record.h"
#include "engine/session/transformer.h"

namespace ng::views {

using StateCopy = std::vector<std::pair<std::uint64_t, Tensor>>;  // storage id, value

// One variable or persistent tensor. The window is given the record itself, which from then on
// stays as it is; op, name, axes and iteration are filled in before that.
struct KeptValue {
  std::uint64_t id = 0, version = 0;  // of the storage
  std::shared_ptr<TensorRecord> record;
};
using KeptState = std::vector<KeptValue>;

class KeptIterations {
 public:
  static constexpr std::int64_t mostBytes = std::int64_t{256} << 20;

  // Begins anew with the state of the transformer, after `iteration` iterations. What is not
  // `written` by any program is copied only when it was set.
  void restart(std::int64_t iteration, const Transformer& transformer,
               std::set<std::uint64_t> written);
  // The last state is that of another transformer now, of the same document; those before it stay.
  void carryOn(const Transformer& transformer);
  // The state after one iteration more; the oldest give way when there are too many, and their
  // memory is used again where nobody else has it.
  void add(const Transformer& transformer);
  void replaceLast(const Transformer& transformer);
  bool empty() const { return states_.empty(); }
  std::int64_t first() const { return first_; }
  const KeptState* after(std::int64_t iteration) const;  // null: not kept

 private:
  struct Kept {
    KeptState state;
    std::int64_t bytes = 0;  // that it does not share with the state before
  };
  Kept keep(const Transformer& transformer);
  std::shared_ptr<TensorRecord> unused(const Storage& storage);

  std::deque<Kept> states_;
  KeptState free_;  // of the state that gave way last
  std::set<std::uint64_t> written_;
  std::int64_t first_ = 0, bytes_ = 0;
};

// Whoever lets go of it last does not wait until a large one's memory is given back.
std::shared_ptr<TensorRecord> newRecord(TensorRecord record);

// All variables and persistent tensors of a transformer.
StateCopy copyState(const Transformer& transformer);
StateCopy copyState(const KeptState& state);
void setState(Transformer& transformer, const StateCopy& state);
void setState(Transformer& transformer, const KeptState& state);

}  // namespace ng::views
