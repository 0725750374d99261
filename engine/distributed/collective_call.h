// SPDX-License-Identifier: Apache-2.0
// What a rank asks for in a collective call; must be equal on all ranks of the group.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/base/dtype.h"
#include "engine/base/enum_names.h"
#include "engine/kernels/combine.h"

namespace ng {

enum class CallKind : std::uint8_t {
  all_reduce,
  all_gather,
  reduce_scatter,
  broadcast,
  barrier,
  split
};
constexpr auto names_of(CallKind) {
  return std::to_array<std::string_view>(
      {"all_reduce", "all_gather", "reduce_scatter", "broadcast", "barrier", "split"});
}

struct CollectiveCall {
  CallKind kind = CallKind::barrier;
  std::string what = {};   // the op, for messages
  std::int64_t count = 0;  // elements of `dtype`; bytes if nothing is combined
  DType dtype = DType::u8;
  kernel::Combine combine = kernel::Combine::add;  // all_reduce, reduce_scatter
  int root = 0;                                    // broadcast
  bool operator==(const CollectiveCall&) const = default;
};

// `all_reduce (add) of 12 float32 "gradient of W"`.
std::string to_string(const CollectiveCall& call);

// "rank 0 calls X, rank 2 calls Y" for the first call that differs from calls[0]; empty if all are
// equal. `ranks` are the ranks that made them.
std::string difference_of(std::span<const CollectiveCall> calls, std::span<const int> ranks);

}  // namespace ng
