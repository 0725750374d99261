// SPDX-License-Identifier: Apache-2.0
#include "engine/passes/state_version.h"

#include <algorithm>
#include <span>
#include <string>

#include "engine/graph/axis.h"
#include "engine/graph/node.h"
#include "engine/ops/elementwise/of_type.h"
#include "engine/ops/shapes/slice.h"

namespace ng {
namespace {

std::vector<SliceItem> items_of(const PartWrite& part) {
  return slice_items(part.by->attributes.get<std::string>("slices"));
}

// The positions that an item selects along an axis.
SliceRange positions(const SliceItem& item, std::int64_t length) {
  if (!item.is_index) return slice_range(length, item.start, item.stop, item.step);
  return {item.index < 0 ? item.index + length : item.index, 1, 1};
}

bool meet(const SliceRange& a, const SliceRange& b) {
  if (a.length == 0 || b.length == 0) return false;
  const std::int64_t a_last = a.first + (a.length - 1) * a.step,
                     b_last = b.first + (b.length - 1) * b.step;
  if (a_last < b.first || b_last < a.first) return false;
  return a.step != b.step || (a.first - b.first) % a.step == 0;
}

bool overlap(const PartWrite& a, const PartWrite& b) {
  const Axes& axes = a.by->operands[0].axes();
  const std::vector<SliceItem> in_a = items_of(a), in_b = items_of(b);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const std::int64_t length = axes[i].length();
    if (!meet(positions(in_a[i], length), positions(in_b[i], length))) return false;
  }
  return true;
}

// The writes to parts after the start, or after a later write to all elements.
std::span<const PartWrite> new_parts(const StateVersion& start, const StateVersion& version) {
  return std::span(version.parts).subspan(version.whole == start.whole ? start.parts.size() : 0);
}

// The one that wrote all elements last, else the start.
const StateVersion& base_of(const StateVersion& start, const StateVersion& a,
                            const StateVersion& b) {
  const bool in_a = a.whole != start.whole, in_b = b.whole != start.whole;
  if (in_a && in_b) return a.whole->id > b.whole->id ? a : b;
  return in_a ? a : in_b ? b : start;
}

// By creation, but each list keeps its order, which may be that of a sequence.
std::vector<PartWrite> interleaved(std::span<const PartWrite> a, std::span<const PartWrite> b) {
  std::vector<PartWrite> all;
  while (!a.empty() || !b.empty()) {
    auto& next = b.empty() || (!a.empty() && a[0].by->id < b[0].by->id) ? a : b;
    all.push_back(next[0]);
    next = next.subspan(1);
  }
  return all;
}

// The writes of `parts` that are not among the others, as an effect of both computations is.
std::vector<PartWrite> without(std::span<const PartWrite> others,
                               std::span<const PartWrite> parts) {
  std::vector<PartWrite> rest;
  for (const PartWrite& part : parts) {
    const auto is_same = [&](const PartWrite& other) { return other.by == part.by; };
    if (std::none_of(others.begin(), others.end(), is_same)) rest.push_back(part);
  }
  return rest;
}

}  // namespace

Value with_part(const Value& whole, const PartWrite& part) {
  Creation creation("version_state", part.by->origins);
  const Op made = replace_slice(Op(whole), items_of(part), Op(part.value));
  return of_type(made, whole.type()).value();
}

JoinedVersion joined(const StateVersion& start, const StateVersion& a, const StateVersion& b) {
  const StateVersion& base = base_of(start, a, b);
  const auto in_a = new_parts(start, a);
  const std::vector<PartWrite> in_b = without(in_a, new_parts(start, b));
  JoinedVersion made{base, &base != &start};
  for (const PartWrite& one : in_a)
    for (const PartWrite& other : in_b) made.depends_on_order |= overlap(one, other);
  std::vector<PartWrite> in_order;
  if (&base != &a && &base != &b)
    in_order = interleaved(in_a, in_b);
  else
    for (const PartWrite& part : &base == &a ? std::span<const PartWrite>(in_b) : in_a)
      if (part.by->id > base.whole->id) in_order.push_back(part);
  for (PartWrite& part : in_order) {
    made.version.value = with_part(made.version.value, part);
    made.version.by = part.by;
    made.version.parts.push_back(std::move(part));
  }
  return made;
}

}  // namespace ng
