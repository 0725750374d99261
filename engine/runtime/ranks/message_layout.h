// SPDX-License-Identifier: Apache-2.0
// The message of an exchange of several arrays that is started: what a rank gives, then, unless an
// all_reduce combines in place, what it receives.
#pragma once

#include <cstdint>

#include "engine/runtime/ranks/collective_step.h"

namespace ng {

// Parts are in the order of the ranks; in each, the arrays follow each other. Sizes are in bytes.
class MessageLayout {
 public:
  // `step` must outlive it.
  MessageLayout(const CollectiveStep& step, int ranks) : step_(step), ranks_(ranks) {}

  std::int64_t part() const { return step_.part_bytes(); }
  std::int64_t given() const {
    return part() * (step_.kind == CollectiveKind::reduce_scatter ? ranks_ : 1);
  }
  std::int64_t received() const {
    if (step_.kind == CollectiveKind::all_reduce) return 0;
    return part() * (step_.kind == CollectiveKind::all_gather ? ranks_ : 1);
  }

  // Calls `each(array, offset in a part, bytes)`.
  template <class F>
  void for_each_array(F&& each) const {
    std::int64_t at = 0;
    for (std::size_t i = 0; i < step_.counts.size(); ++i) {
      const std::int64_t bytes = step_.counts[i] * static_cast<std::int64_t>(size_of(step_.dtype));
      each(i, at, bytes);
      at += bytes;
    }
  }

  // The part of a rank in a whole array of (rows, ranks, block): its rows are ranks * block apart
  // there, and follow each other in the message.
  struct Rows {
    std::size_t array = 0;
    std::int64_t in_array = 0, in_message = 0;  // offsets
    std::int64_t rows = 0, block = 0;
  };
  // Calls `each(Rows)` for each array and rank.
  template <class F>
  void for_each_part(F&& each) const {
    for_each_array([&](std::size_t i, std::int64_t in_part, std::int64_t bytes) {
      const std::int64_t rows = step_.rows[i], block = rows ? bytes / rows : 0;
      for (int rank = 0; rank < ranks_; ++rank)
        each(Rows{i, rank * block, rank * part() + in_part, rows, block});
    });
  }

 private:
  const CollectiveStep& step_;
  const int ranks_;
};

}  // namespace ng
