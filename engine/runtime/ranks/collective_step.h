// SPDX-License-Identifier: Apache-2.0
// The step in which the ranks of a group exchange values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/dtype.h"
#include "engine/base/enum_names.h"
#include "engine/kernels/combine.h"

namespace ng {

// all_reduce: the ranks' values, combined element by element. all_gather: their parts of an axis,
// joined. reduce_scatter: a rank's part of what all_reduce gives. broadcast: the root's value.
// shard: a rank's part of a value that all ranks have, without an exchange. send, receive: a value
// of one rank, to another.
enum class CollectiveKind {
  all_reduce,
  all_gather,
  reduce_scatter,
  broadcast,
  shard,
  send,
  receive
};
constexpr auto names_of(CollectiveKind) {
  return std::to_array<std::string_view>(
      {"all_reduce", "all_gather", "reduce_scatter", "broadcast", "shard", "send", "receive"});
}

// Over row-major arrays of (outer, part, inner): `part` is a rank's length of the axis that is
// divided, which is `ranks` times as long as a whole. An all_reduce, a broadcast and a transfer
// have one part. A send writes a bool 0; what a receive reads only orders it.
struct CollectiveStep {
  CollectiveKind kind = CollectiveKind::all_reduce;
  kernel::Combine combine = kernel::Combine::add;
  std::string group;  // an axis of the rank mesh; empty: all ranks
  int ranks = 0;      // in the group; 0: as many as it has
  int root = 0;       // of a broadcast; of a send or receive, the other rank
  int tag = 0;        // pairs a send with its receive
  DType dtype = DType::f32;
  std::int64_t outer = 1, part = 1, inner = 1;
  // An all_reduce, all_gather or reduce_scatter can be carried out in two steps of the same number:
  // `start` reads the operands and returns at once, `finish` writes the results. They have several
  // arrays: per array the elements of a part, and its `outer`.
  enum class Part { both, start, finish };
  Part carried = Part::both;
  int number = 0;
  std::vector<std::int64_t> counts = {}, rows = {};

  std::int64_t part_elements() const { return outer * part * inner; }
  std::int64_t part_bytes() const {
    return part_elements() * static_cast<std::int64_t>(size_of(dtype));
  }
  // Of the larger side of the exchange.
  std::int64_t whole_bytes() const {
    const bool has_parts = kind == CollectiveKind::all_gather ||
                           kind == CollectiveKind::reduce_scatter || kind == CollectiveKind::shard;
    return part_bytes() * (has_parts && ranks > 1 ? ranks : 1);
  }
};

// Bytes that a rank sends, if rings or trees carry them with the least traffic: 2 (n - 1) / n of an
// all_reduce, (n - 1) parts of a gather, (n - 1) / n of a scatter, all of a broadcast or a send.
std::int64_t sent_bytes(const CollectiveStep& step);

}  // namespace ng
