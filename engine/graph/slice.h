// SPDX-License-Identifier: Apache-2.0
// One item of a subscript: an index, which drops its axis, or a range, which keeps it.
#pragma once

#include <cstdint>
#include <optional>

namespace ng {

// Follows Python's rules: negative bounds count from the end, missing bounds extend to the end.
struct SliceItem {
  bool is_index = false;
  std::int64_t index = 0;  // if is_index; negative values count from the end
  std::optional<std::int64_t> start, stop;
  std::int64_t step = 1;

  static SliceItem at(std::int64_t index) { return {true, index, {}, {}, 1}; }
  static SliceItem all() { return {}; }
  static SliceItem range(std::optional<std::int64_t> start, std::optional<std::int64_t> stop,
                         std::int64_t step = 1) {
    return {false, 0, start, stop, step};
  }
  bool takes_all() const { return !is_index && !start && !stop && step == 1; }
  bool operator==(const SliceItem&) const = default;
};

}  // namespace ng
