// SPDX-License-Identifier: Apache-2.0
// Keeping and restoring states.
#include "app/link/kept_iterations.h"

#include <QThreadPool>
#include <algorithm>
#include <utility>

#include "engine/base/error.h"
#include "engine/records/tensor_record.h"
#include "engine/runtime/memory.h"

namespace ng::views {
namespace {

const KeptValue* find(const KeptState& state, std::uint64_t id) {
  const auto found = std::find_if(state.begin(), state.end(),
                                  [id](const KeptValue& value) { return value.id == id; });
  return found == state.end() ? nullptr : &*found;
}

}  // namespace

void KeptIterations::restart(std::int64_t iteration, const Transformer& transformer,
                             std::set<std::uint64_t> written) {
  states_.clear();
  free_.clear();
  written_ = std::move(written);
  bytes_ = 0;
  first_ = iteration;
  add(transformer);
}

// Storage versions of another transformer are not comparable, so everything is copied.
void KeptIterations::carryOn(const Transformer& transformer) {
  std::deque<Kept> before = std::exchange(states_, {});
  free_.clear();
  Kept last = keep(transformer);
  bytes_ += last.bytes - before.back().bytes;
  before.back() = std::move(last);
  states_ = std::move(before);
}

void KeptIterations::add(const Transformer& transformer) {
  states_.push_back(keep(transformer));
  bytes_ += states_.back().bytes;
  free_.clear();
  while (bytes_ > mostBytes && states_.size() > 2) {
    bytes_ -= states_.front().bytes;
    free_ = std::move(states_.front().state);
    states_.pop_front();
    ++first_;
  }
}

void KeptIterations::replaceLast(const Transformer& transformer) {
  if (states_.empty()) return;
  bytes_ -= states_.back().bytes;
  states_.back() = keep(transformer);
  bytes_ += states_.back().bytes;
}

KeptIterations::Kept KeptIterations::keep(const Transformer& transformer) {
  Kept kept{{}, 64};
  for (const auto& [id, storage] : transformer.state().all()) {
    if (storage->kind != BufferKind::persistent) continue;
    const KeptValue* last = states_.empty() ? nullptr : find(states_.back().state, id);
    if (last && last->version == storage->version && !written_.count(id)) {
      kept.state.push_back(*last);
      continue;
    }
    const std::shared_ptr<TensorRecord> record = unused(id);
    record->value = storage->value(std::move(record->value));
    kept.bytes += static_cast<std::int64_t>(record->value.bytes.size()) + 64;
    kept.state.push_back({id, storage->version, std::move(record)});
  }
  return kept;
}

// Reusing memory is faster than getting new pages from the operating system.
std::shared_ptr<TensorRecord> KeptIterations::unused(std::uint64_t storage) {
  const KeptValue* old = find(free_, storage);
  if (!old || old->record.use_count() > 1) return newRecord({});
  old->record->op = 0;
  return old->record;
}

std::shared_ptr<TensorRecord> newRecord(TensorRecord record) {
  constexpr std::size_t large = 1 << 22;  // bytes
  return {new TensorRecord(std::move(record)), [](TensorRecord* gone) {
            if (gone->value.bytes.size() < large) return delete gone;
            QThreadPool::globalInstance()->start([gone] { delete gone; });
          }};
}

const KeptState* KeptIterations::after(std::int64_t iteration) const {
  const std::int64_t at = iteration - first_;
  if (at < 0 || at >= static_cast<std::int64_t>(states_.size())) return nullptr;
  return &states_[static_cast<std::size_t>(at)].state;
}

const KeptState& KeptIterations::need(std::int64_t iteration) const {
  if (const KeptState* state = after(iteration)) return *state;
  Diagnostic diagnostic;
  diagnostic.what = "the state after iteration " + std::to_string(iteration) + " is not kept";
  diagnostic.action = "run one more iteration, then step back in that";
  refuse(ErrorKind::value, std::move(diagnostic));
}

StateCopy copyState(const Transformer& transformer) {
  StateCopy state;
  for (const auto& [id, storage] : transformer.state().all()) {
    if (storage->kind == BufferKind::persistent) state.emplace_back(id, storage->value());
  }
  return state;
}

StateCopy copyState(const KeptState& state) {
  StateCopy copy;
  for (const KeptValue& value : state) copy.emplace_back(value.id, value.record->value);
  return copy;
}

void setState(Transformer& transformer, const KeptState& state) {
  for (const KeptValue& value : state) {
    if (const auto storage = transformer.state().find(value.id)) storage->set(value.record->value);
  }
}

}  // namespace ng::views
