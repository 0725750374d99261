// SPDX-License-Identifier: Apache-2.0
// Slices and paddings as text in documents ("1, 2:5, ::2" and "(1, 1), (0, 2)"), and the part of a
// tensor that they select.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/graph/axis.h"
#include "engine/graph/slice.h"

namespace ng {

// Zeros before and after an axis.
struct Padding {
  std::int64_t before = 0, after = 0;
  bool operator==(const Padding&) const = default;
};

// "1, 2:5, ::2", as written in brackets.
std::string to_string(std::span<const SliceItem> items);
// Parses the text that to_string writes. Value Error if it is malformed.
std::vector<SliceItem> slice_items(const std::string& text);

std::string to_string(std::span<const Padding> paddings);
std::vector<Padding> padding_items(const std::string& text);

// A part of a tensor: per axis of the whole, the elements taken, and whether an index drops the
// axis.
struct Part {
  std::vector<SliceRange> ranges;
  std::vector<bool> dropped;
  std::vector<std::int64_t> lengths() const;  // of the kept axes
};

// The part that `items` select of a tensor over `whole`. Value Error with axis and item if their
// number is not the rank, an index is outside its axis, a step is below 1, nothing is selected of a
// non-empty axis, or a length is unknown.
Part part_of(const Axes& whole, std::span<const SliceItem> items);
// The part of a padded tensor that holds the original elements; `axes` are those before padding.
Part inner_part(const Axes& axes, std::span<const Padding> paddings);

// The axes of a part: those of `whole`, resized where not all elements are selected.
Axes axes_of_part(const Axes& whole, std::span<const SliceItem> items);

// Offsets of the part's elements in a row-major array over `whole`, in row-major order of the part.
std::vector<std::size_t> offsets_in(const Axes& whole, const Part& part);

}  // namespace ng
