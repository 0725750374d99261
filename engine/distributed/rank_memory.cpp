// SPDX-License-Identifier: Apache-2.0
#include "engine/distributed/rank_memory.h"

#include <algorithm>

#include "engine/base/error.h"

namespace ng {
namespace {

using Kind = StatePlacement::Kind;

bool has_storage(const Buffer& buffer) {
  return buffer.kind == BufferKind::persistent || buffer.kind == BufferKind::input;
}

std::vector<bool> written_buffers(const Program& program) {
  std::vector<bool> written(program.buffers.size());
  for (const Step& step : program.steps)
    for (const int buffer : step.writes) written[static_cast<std::size_t>(buffer)] = true;
  return written;
}

std::vector<int> position_of(int rank, const std::vector<MeshAxis>& axes) {
  std::vector<int> position(axes.size());
  for (std::size_t i = axes.size(); i-- > 0; rank /= axes[i].ranks)
    position[i] = rank % axes[i].ranks;
  return position;
}

}  // namespace

RankMemory::RankMemory(const Program& program, const Program& first, Of of,
                       const std::vector<MeshAxis>& axes, int rank, const Device& device)
    : program_(program),
      first_(first),
      of_(of),
      axes_(axes),
      position_(position_of(rank, axes)),
      device_(device),
      pool_(of == Of::caller ? 0 : program.pool_bytes, "the temporaries of a rank", device),
      own_(program.buffers.size()),
      table_(program.buffers.size()),
      written_(written_buffers(program)) {
  for (std::size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer& buffer = program.buffers[i];
    if (has_storage(buffer)) {
      bind(i, buffer, written_[i]);
    } else if (of == Of::caller || (of == Of::same && buffer.kind == BufferKind::constant)) {
      bound_.push_back({i, i});
    } else if (buffer.kind == BufferKind::temporary) {
      table_[i] = pool_.data() + buffer.offset;
    } else if (buffer.kind == BufferKind::constant) {
      make_own(i, buffer);
      own_[i].copy_in(buffer.contents.bytes);
    } else {
      make_own(i, buffer);
    }
  }
}

// The caller's rank has what the call has; others share what no rank changes. Ranks with another
// program run on while the caller's steps are paused, and share nothing.
void RankMemory::bind(std::size_t i, const Buffer& buffer, bool is_written) {
  const std::optional<std::size_t> of_call = find(buffer);
  check(of_call.has_value(), "state that the program of a call lacks");
  Access access = Access::shared;
  if (buffer.placement.kind == Kind::part) {
    access = Access::part;
  } else if (of_ == Of::other || (is_written && of_ != Of::caller)) {
    access = Access::copied;
  }
  if (access != Access::shared) make_own(i, buffer);
  bound_.push_back({i, *of_call, access});
}

std::optional<std::size_t> RankMemory::find(const Buffer& buffer) const {
  const auto found =
      std::find_if(first_.buffers.begin(), first_.buffers.end(), [&](const Buffer& other) {
        return other.kind == buffer.kind && other.state == buffer.state;
      });
  if (found == first_.buffers.end()) return std::nullopt;
  return static_cast<std::size_t>(found - first_.buffers.begin());
}

std::byte* RankMemory::make_own(std::size_t i, const Buffer& buffer) {
  own_[i] = Memory(buffer.bytes, "'" + buffer.name + "' of a rank", device_);
  return table_[i] = own_[i].data();
}

RankMemory::Part RankMemory::part_of(const Buffer& buffer) const {
  const StatePlacement& placement = buffer.placement;
  Part part;
  part.bytes = static_cast<std::int64_t>(size_of(buffer.dtype));
  for (std::size_t i = 0; i < placement.whole.size(); ++i)
    (i < placement.dimension ? part.outer : part.bytes) *= placement.whole[i];
  part.stride = part.bytes;
  part.bytes /= placement.ranks;
  for (std::size_t i = 0; i < axes_.size(); ++i)
    if (axes_[i].name == placement.group) part.offset = position_[i] * part.bytes;
  return part;
}

// Does the call lack this state, or part of it, and is this the first of the ranks that have it?
bool RankMemory::gives(const Bound& bound) const {
  const Buffer& buffer = program_.buffers[bound.own];
  if (bound.access == Access::shared || buffer.placement.is_whole()) return false;
  if (!written_[bound.own]) return false;
  for (std::size_t i = 0; i < axes_.size(); ++i)
    if (axes_[i].name != buffer.placement.group && position_[i] > 0) return false;
  return true;
}

void RankMemory::take(std::byte* const* call) {
  for (const Bound& bound : bound_) {
    const std::byte* from = call[bound.of_call];
    std::byte*& own = table_[bound.own];
    const Buffer& buffer = program_.buffers[bound.own];
    if (bound.access == Access::shared) {
      own = call[bound.of_call];
    } else if (bound.access == Access::copied) {
      if (buffer.bytes > 0) device_.copy_within(own, from, buffer.bytes);
    } else {
      const Part part = part_of(buffer);
      for (std::int64_t i = 0; i < part.outer; ++i)
        device_.copy_within(own + i * part.bytes, from + part.offset + i * part.stride, part.bytes);
    }
  }
}

void RankMemory::give(std::byte* const* call) const {
  for (const Bound& bound : bound_) {
    const Buffer& buffer = program_.buffers[bound.own];
    if (!gives(bound)) continue;
    if (bound.access == Access::copied) {
      device_.copy_within(call[bound.of_call], own_[bound.own].data(), buffer.bytes);
      continue;
    }
    const Part part = part_of(buffer);
    for (std::int64_t i = 0; i < part.outer; ++i)
      device_.copy_within(call[bound.of_call] + part.offset + i * part.stride,
                          own_[bound.own].data() + i * part.bytes, part.bytes);
  }
}

}  // namespace ng
