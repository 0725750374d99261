// SPDX-License-Identifier: Apache-2.0
// Keeping and setting states.
#include "app/workbench/kept_iterations.h"

#include "engine/runtime/memory.h"

namespace ng::views {

namespace {

std::int64_t bytesOf(const StateCopy& state) {
  std::int64_t bytes = 64;
  for (const auto& [id, value] : state) bytes += static_cast<std::int64_t>(value.bytes.size()) + 64;
  return bytes;
}

}  // namespace

void KeptIterations::restart(std::int64_t iteration, StateCopy state) {
  states_.clear();
  bytes_ = 0;
  first_ = iteration;
  add(std::move(state));
}

void KeptIterations::add(StateCopy state) {
  bytes_ += bytesOf(state);
  states_.push_back(std::move(state));
  while (bytes_ > mostBytes && states_.size() > 2) {
    bytes_ -= bytesOf(states_.front());
    states_.pop_front();
    ++first_;
  }
}

void KeptIterations::replaceLast(StateCopy state) {
  if (states_.empty()) return;
  bytes_ += bytesOf(state) - bytesOf(states_.back());
  states_.back() = std::move(state);
}

const StateCopy* KeptIterations::after(std::int64_t iteration) const {
  const std::int64_t at = iteration - first_;
  if (at < 0 || at >= static_cast<std::int64_t>(states_.size())) return nullptr;
  return &states_[static_cast<std::size_t>(at)];
}

StateCopy copyState(const Transformer& transformer) {
  StateCopy state;
  for (const auto& [id, storage] : transformer.state().all()) {
    if (storage->kind == BufferKind::persistent) state.emplace_back(id, storage->value());
  }
  return state;
}

void setState(Transformer& transformer, const StateCopy& state) {
  for (const auto& [id, value] : state) {
    if (const auto storage = transformer.state().find(id)) storage->set(value);
  }
}

}  // namespace ng::views
