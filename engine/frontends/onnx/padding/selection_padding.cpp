// SPDX-License-Identifier: Apache-2.0
// Padding in ops that select elements, as data and as indices.
#include <cmath>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/padding/padding_rules.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

Padding gather(PaddedNode& p) {
  const auto axis = static_cast<std::size_t>(p.n.position(p.n.integer("axis", 0), p.n.rank()));
  const auto rank = static_cast<std::size_t>(p.n.rank(1));
  if (p.has_padding(0) && p.inputs[0]->at == axis) {
    p.count_from_end(1, 0);
    return p.has_padding(1) ? Padding{p.inputs[1]->count, axis + p.inputs[1]->at, {}} : Padding{};
  }
  if (p.has_padding(1)) {
    const Padding made = p.only(1);
    return {made.count, axis + made.at, {}};
  }
  const Padding own = p.only(0);
  return {own.count, own.at < axis ? own.at : own.at + rank - 1, {}};
}

Padding gather_elements(PaddedNode& p) {
  const auto axis = static_cast<std::size_t>(p.n.position(p.n.integer("axis", 0), p.n.rank()));
  if (p.has_padding(0) && p.inputs[0]->at == axis) {
    p.count_from_end(1, 0);
  } else if (p.has_padding(0)) {
    p.need_same(0, 1);
  }
  return p.has_padding(1) ? p.of(1) : Padding{};
}

Padding gather_nd(PaddedNode& p) {
  const auto batch = static_cast<std::size_t>(p.n.integer("batch_dims", 0));
  const auto rank = static_cast<std::size_t>(p.n.rank(1));
  const std::int64_t depth = p.n.shape(1).at(rank - 1);
  const std::size_t first = batch + static_cast<std::size_t>(depth);
  if (p.has_padding(1) && p.inputs[1]->at + 1 == rank) p.n.refuse(p.inputs[1]->unknown);
  if (p.has_padding(0) && p.inputs[0]->at >= batch && p.inputs[0]->at < first) {
    p.count_from_end(1, 0, p.inputs[0]->at - batch);
    return p.has_padding(1) ? p.of(1) : Padding{};
  }
  if (p.has_padding(1)) return p.only(1);
  const Padding own = p.only(0);
  return {own.count, own.at < batch ? own.at : rank - 1 + own.at - first, {}};
}

// Elements that are padding are not chosen. The result has a length of its own.
Padding non_zero(PaddedNode& p) {
  p.fill(0, 0);
  return {};
}

Padding compress(PaddedNode& p) {
  p.fill(1, 0);
  if (!p.has_padding(0)) return {};
  const bool along = p.n.given("axis") ? p.n.position(p.n.integer("axis", 0), p.n.rank()) ==
                                             static_cast<std::int64_t>(p.inputs[0]->at)
                                       : p.n.rank() == 1;
  if (!along) p.n.refuse(p.inputs[0]->unknown);
  p.need_same(0, 1);
  return {};
}

// Boxes that are padding have the score of those that are not considered.
Padding select_boxes(PaddedNode& p) {
  p.need_same(0, 1);
  if (p.inputs[0]->at != 1 || p.inputs[1]->at != 2) p.n.refuse(p.inputs[0]->unknown);
  p.fill(1, -HUGE_VAL);
  return {};
}

// Each region has a picture.
Padding regions(PaddedNode& p) {
  p.need_same(1, 2);
  if (p.has_padding(0) || p.inputs[1]->at != 0) p.n.refuse(p.inputs[1]->unknown);
  return {p.inputs[1]->count, 0, {}};
}

// Padding repeats the last update, which changes nothing; without one, the data stay.
Padding scatter_nd(PaddedNode& p) {
  p.need_same(1, 2);
  const Item &indices = *p.inputs[1], &updates = *p.inputs[2];
  if (p.has_padding(0) || indices.at != 0 || updates.at != 0 || p.n.rank(1) < 2 ||
      p.n.text("reduction", "none") != "none") {
    p.n.refuse(indices.unknown);
  }
  const Op count = indices.count, data = p.n.op(0);
  for (const std::size_t i : {std::size_t{1}, std::size_t{2}}) {
    const Op x = p.inputs[i]->op;
    Op row;
    {
      const ScopedResultType type(DType::i64);
      const Axis update = p.n.fresh(x.axes()[0].length(), x.axes()[0].name());
      row = maximum(minimum(ramp(update), count - 1), 0);
    }
    p.inputs[i] = std::make_shared<Item>(*p.inputs[i]);
    p.inputs[i]->op = taken(p.n, x, 0, row);
  }
  const auto finish = [count, data](const Op& result) {
    const ScopedResultType type(result.dtype());
    return over(where(greater(count, 0), result, renamed(data, result.axes().list())),
                result.axes());
  };
  return {{}, 0, finish};
}

constexpr PaddingRow rows[] = {
    {"Compress", compress},
    {"Gather", gather},
    {"GatherElements", gather_elements},
    {"GatherND", gather_nd},
    {"NonMaxSuppression", select_boxes},
    {"NonZero", non_zero},
    {"RoiAlign", regions},
    {"ScatterND", scatter_nd},
};

}  // namespace

std::span<const PaddingRow> padding_of_selections() {
  return rows;
}

}  // namespace ng::onnx
