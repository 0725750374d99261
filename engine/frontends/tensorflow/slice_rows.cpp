// SPDX-License-Identifier: Apache-2.0
// Slices, with the masks of StridedSlice.
#include "engine/frontends/tensorflow/onnx_steps.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"

namespace ng::tensorflow {
namespace {

using Integers = std::vector<std::int64_t>;

// Start and size of each dimension; a size of -1 is the rest.
void slice(NodeContext& n) {
  const Integers start = n.integers(1, "its start");
  Integers end = n.integers(2, "its size");
  NodeContext::need_count("its size", end.size(), start.size());
  for (std::size_t i = 0; i < end.size(); ++i) {
    if (start[i] < 0 || end[i] < -1) NodeContext::refuse("its range is negative");
    end[i] = end[i] == -1 ? INT64_MAX : start[i] + end[i];
  }
  Integers axes;
  for (std::size_t i = 0; i < end.size(); ++i) axes.push_back(static_cast<std::int64_t>(i));
  give(n, axes.empty() ? n.shared(0)
                       : step(n, "Slice",
                              {n.shared(0), integers(start), integers(end), integers(axes),
                               integers(Integers(axes.size(), 1))}));
}

// What a StridedSlice does to the dimensions, in order.
struct Ranges {
  Integers axes, starts, ends, strides;
  Integers dropped;  // dimensions of the input that have one index
  Integers added;    // dimensions of the result, before the others are dropped
};

bool bit(std::int64_t mask, std::size_t i) {
  return i < 64 && (mask >> i & 1) != 0;
}

Ranges ranges_of(const NodeContext& n) {
  const Integers begin = n.integers(1, "its begin"), end = n.integers(2, "its end");
  const Integers strides = n.integers(3, "its strides");
  NodeContext::need_count("its end", end.size(), begin.size());
  NodeContext::need_count("its strides", strides.size(), begin.size());
  const std::int64_t begin_mask = n.integer("begin_mask", 0), end_mask = n.integer("end_mask", 0);
  const std::int64_t ellipsis = n.integer("ellipsis_mask", 0);
  const std::int64_t added = n.integer("new_axis_mask", 0);
  const std::int64_t single = n.integer("shrink_axis_mask", 0);
  std::int64_t named = 0;
  for (std::size_t i = 0; i < begin.size(); ++i) named += !bit(added, i) && !bit(ellipsis, i);
  const Shape shape = n.shape();
  Ranges ranges;
  std::int64_t at = 0, result = 0;
  for (std::size_t i = 0; i < begin.size(); ++i) {
    if (bit(ellipsis, i)) {
      const std::int64_t covered = std::ssize(shape) - named;
      if (covered < 0) NodeContext::refuse("it names more dimensions than its input has");
      at += covered;
      result += covered;
    } else if (bit(added, i)) {
      ranges.added.push_back(result++);
    } else {
      if (at >= std::ssize(shape)) {
        NodeContext::refuse("it names more dimensions than its input has");
      }
      if (strides[i] == 0) NodeContext::refuse("its stride is 0");
      const std::int64_t length = shape[static_cast<std::size_t>(at)];
      const bool forward = strides[i] > 0, one = bit(single, i);
      std::int64_t first = bit(begin_mask, i) && !one ? (forward ? 0 : length - 1) : begin[i];
      std::int64_t last = bit(end_mask, i) ? (forward ? INT64_MAX : INT64_MIN + 1) : end[i];
      if (one) {
        if (first < -length || first >= length) {
          NodeContext::refuse("its index " + std::to_string(first) +
                              " is outside a dimension of length " + std::to_string(length));
        }
        if (first < 0) first += length;
        last = first + 1;
        ranges.dropped.push_back(at);
      }
      ranges.axes.push_back(at++);
      ranges.starts.push_back(first);
      ranges.ends.push_back(last);
      ranges.strides.push_back(one ? 1 : strides[i]);
      if (!one) ++result;
    }
  }
  return ranges;
}

ItemPtr sliced(NodeContext& n, const Ranges& ranges) {
  ItemPtr x = n.shared(0);
  if (!ranges.axes.empty()) {
    x = step(n, "Slice",
             {x, integers(ranges.starts), integers(ranges.ends), integers(ranges.axes),
              integers(ranges.strides)});
  }
  return unsqueezed(n, squeezed(n, x, ranges.dropped), ranges.added);
}

// One element of a tensor by an index that is computed at run time: x[i].
bool picks_one(const NodeContext& n) {
  return !n.known(1) && n.integer("shrink_axis_mask", 0) == 1 && n.shape(1) == Shape{1} &&
         n.integer("ellipsis_mask", 0) == 0 && n.integer("new_axis_mask", 0) == 0;
}

void strided_slice(NodeContext& n) {
  if (picks_one(n)) {
    const ItemPtr index = squeezed(n, n.shared(1), {0});
    return give(n, step(n, "Gather", {n.shared(0), index}, {attribute("axis", std::int64_t{0})}));
  }
  give(n, sliced(n, ranges_of(n)));
}

constexpr OpRow rows[] = {
    {"Slice", 1, 0, slice},
    {"StridedSlice", 1, 0, strided_slice},
};

}  // namespace

std::span<const OpRow> slice_rows() {
  return rows;
}

}  // namespace ng::tensorflow
