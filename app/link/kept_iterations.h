// SPDX-License-Identifier: Apache-2.0
// States after each iteration, as many as fit into memory, so that past iterations can be shown:
// any of their values can be recomputed from the preceding state.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <set>
#include <vector>

#include "engine/records/records.h"
#include "engine/session/transformer.h"

namespace ng::views {

using StateCopy = std::vector<std::pair<std::uint64_t, Tensor>>;  // storage id, value

// One variable or persistent tensor. The window receives the record itself, which is immutable from
// then on; op, name, axes and iteration are set before that.
struct KeptValue {
  std::uint64_t id = 0, version = 0;  // of the storage
  std::shared_ptr<TensorRecord> record;
};
using KeptState = std::vector<KeptValue>;

class KeptIterations {
 public:
  static constexpr std::int64_t mostBytes = std::int64_t{256} << 20;

  // Restarts with the transformer's state after `iteration` iterations. Storages that no program
  // writes (not in `written`) are copied only if their value was set.
  void restart(std::int64_t iteration, const Transformer& transformer,
               std::set<std::uint64_t> written);
  // The last state becomes that of another transformer of the same document; earlier states stay.
  void carryOn(const Transformer& transformer);
  // Adds the state after one more iteration. Drops the oldest states above the limit and reuses
  // their memory if nobody else refers to it.
  void add(const Transformer& transformer);
  void replaceLast(const Transformer& transformer);
  bool empty() const { return states_.empty(); }
  std::int64_t first() const { return first_; }
  const KeptState* after(std::int64_t iteration) const;  // null: not kept
  const KeptState& need(std::int64_t iteration) const;   // value Error: not kept

 private:
  struct Kept {
    KeptState state;
    std::int64_t bytes = 0;  // not shared with the preceding state
  };
  Kept keep(const Transformer& transformer);
  std::shared_ptr<TensorRecord> unused(std::uint64_t storage);

  std::deque<Kept> states_;
  KeptState free_;  // buffers of the state dropped last
  std::set<std::uint64_t> written_;
  std::int64_t first_ = 0, bytes_ = 0;
};

// A record whose destructor does not block the caller while a large buffer is freed.
std::shared_ptr<TensorRecord> newRecord(TensorRecord record);

// Copies all variables and persistent tensors of a transformer.
StateCopy copyState(const Transformer& transformer);
StateCopy copyState(const KeptState& state);
void setState(Transformer& transformer, const KeptState& state);

}  // namespace ng::views
