// SPDX-License-Identifier: Apache-2.0
// The memory of one of several ranks that run as threads behind one computation.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/runtime/memory.h"
#include "engine/runtime/ranks/mesh_axis.h"

namespace ng {

// The buffers of a rank's program. `first` is the program of the caller's rank, in whose buffers a
// call has its inputs and the whole of all state.
class RankMemory {
 public:
  // `rank`: in row-major order of the axes. caller: its memory is that of the call, except for
  // state in parts; same: the program is that of the caller. The programs must outlive this.
  enum class Of { caller, same, other };
  RankMemory(const Program& program, const Program& first, Of of, const std::vector<MeshAxis>& axes,
             int rank, const Device& device);

  // The values of a call, before it.
  void take(std::byte* const* call);
  // After a call: what this rank has of state that the call's has not changed.
  void give(std::byte* const* call) const;
  std::byte* const* pointers() const { return table_.data(); }

 private:
  enum class Access { shared, copied, part };
  struct Bound {
    std::size_t own = 0, of_call = 0;  // numbers of buffers
    Access access = Access::shared;
  };
  // Where a part of a buffer is in the whole: `outer` blocks of `bytes`, at `offset` in blocks of
  // `stride`.
  struct Part {
    std::int64_t outer = 1, bytes = 0, offset = 0, stride = 0;
  };

  void bind(std::size_t i, const Buffer& buffer, bool is_written);
  std::optional<std::size_t> find(const Buffer& buffer) const;
  std::byte* make_own(std::size_t i, const Buffer& buffer);
  Part part_of(const Buffer& buffer) const;
  bool gives(const Bound& bound) const;

  const Program& program_;
  const Program& first_;
  const Of of_;
  const std::vector<MeshAxis> axes_;
  const std::vector<int> position_;  // on each axis
  const Device& device_;
  Memory pool_;
  std::vector<Memory> own_;  // by buffer; empty: of the pool, or of the call
  std::vector<std::byte*> table_;
  std::vector<Bound> bound_;
  std::vector<bool> written_;  // by buffer
};

}  // namespace ng
