// SPDX-License-Identifier: Apache-2.0
// Elements by position.
#include <numeric>

#include "engine/frontends/tensorflow/onnx_steps.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"

namespace ng::tensorflow {
namespace {

void gather_rows(NodeContext& n) {
  give(n, step(n, "Gather", {n.shared(0), n.shared(1)}, {attribute("axis", std::int64_t{0})}));
}

// Batches of a look-up: the indices along `axis` get the positions of the batch before them.
void gather(NodeContext& n) {
  const std::int64_t rank = n.rank();
  const std::int64_t axis = n.position(n.integers(2, "its axis").at(0), rank);
  std::int64_t batch = n.integer("batch_dims", 0);
  if (batch < 0) batch += n.rank(1);
  if (batch == 0) {
    return give(n, step(n, "Gather", {n.shared(0), n.shared(1)}, {attribute("axis", axis)}));
  }
  if (batch != axis) NodeContext::refuse("its batch dimensions do not end at its axis");
  const ItemPtr indices = unsqueezed(n, n.shared(1), {n.rank(1)});
  give(n, step(n, "GatherND", {n.shared(0), indices}, {attribute("batch_dims", batch)}));
}

void gather_nd(NodeContext& n) {
  give(n, step(n, "GatherND", {n.shared(0), n.shared(1)}));
}

// indices, depth, on, off.
void one_hot(NodeContext& n) {
  const ItemPtr on = unsqueezed(n, n.shared(2), {0}), off = unsqueezed(n, n.shared(3), {0});
  const ItemPtr values = step(n, "Concat", {off, on}, {attribute("axis", std::int64_t{0})});
  const auto depth = n.integers(1, "its depth");
  // Negative indices have no hot element, but those of ONNX count from the end.
  const ItemPtr indices = cast(n, n.shared(0), DType::i64);
  const ItemPtr inside = step(n, "GreaterOrEqual", {indices, integer(0)});
  const ItemPtr safe = step(n, "Where", {inside, indices, integer(depth.at(0))});
  give(n, step(n, "OneHot", {safe, integers({depth.at(0)}), values},
               {attribute("axis", n.integer("axis", -1))}));
}

void scatter_nd(NodeContext& n) {
  const auto shape = n.integers(2, "its shape");
  const ItemPtr zeros = step(n, "Expand", {number(0, n.dtype(1)), integers(shape)});
  give(n, step(n, "ScatterND", {zeros, n.shared(0), n.shared(1)}, {attribute("reduction", "add")}));
}

// Rows of `data` are added to the row of a result that their index names; negative ones to none.
void add_segments(NodeContext& n, std::int64_t count) {
  const ItemPtr data = n.shared(0), ids = cast(n, n.shared(1), DType::i64);
  if (rank_of(ids) > rank_of(data)) NodeContext::refuse("its indices do not fit its input");
  if (count < 0) NodeContext::refuse("its number of segments is negative");
  const Shape shape = data->shape();
  std::vector<std::int64_t> rows(shape.begin() + rank_of(ids), shape.end());
  rows.insert(rows.begin(), count + 1);
  const ItemPtr below = step(n, "Less", {ids, integer(0)});
  const ItemPtr safe = step(n, "Where", {below, integer(count), ids});
  const ItemPtr zeros = step(n, "Expand", {number(0, data->dtype()), integers(rows)});
  const ItemPtr made = step(n, "ScatterND", {zeros, unsqueezed(n, safe, {rank_of(ids)}), data},
                            {attribute("reduction", "add")});
  give(n, step(n, "Slice", {made, integers({0}), integers({count}), integers({0})}));
}

void unsorted_segment_sum(NodeContext& n) {
  add_segments(n, n.integers(2, "its number of segments").at(0));
}

// The indices ascend: the last one is the number of segments less 1.
void segment_sum(NodeContext& n) {
  const std::vector<std::int64_t> ids = n.integers(1, "its indices");
  add_segments(n, ids.empty() ? 0 : ids.back() + 1);
}

void scatter_update(NodeContext& n) {
  give(n, step(n, "ScatterND", {n.shared(0), n.shared(1), n.shared(2)},
               {attribute("reduction", n.node.op_type == "TensorScatterAdd" ? "add" : "none")}));
}

void reverse_sequence(NodeContext& n) {
  give(n, step(n, "ReverseSequence", {n.shared(0), n.shared(1)},
               {attribute("time_axis", n.integer("seq_dim", 0)),
                attribute("batch_axis", n.integer("batch_dim", 0))}));
}

// Positions of elements that are not zero, if they are known.
void where(NodeContext& n) {
  give(n, transposed(n, step(n, "NonZero", {n.shared(0)}), {1, 0}));
}

constexpr OpRow rows[] = {
    {"Gather", 1, 0, gather_rows},
    {"GatherNd", 1, 0, gather_nd},
    {"GatherV2", 1, 0, gather},
    {"OneHot", 1, 0, one_hot},
    {"ResourceGather", 1, 0, gather_rows},
    {"ResourceGatherNd", 1, 0, gather_nd},
    {"ReverseSequence", 1, 0, reverse_sequence},
    {"ScatterNd", 1, 0, scatter_nd},
    {"SegmentSum", 1, 0, segment_sum},
    {"TensorScatterAdd", 1, 0, scatter_update},
    {"TensorScatterUpdate", 1, 0, scatter_update},
    {"UnsortedSegmentSum", 1, 0, unsorted_segment_sum},
    {"Where", 1, 0, where},
};

}  // namespace

std::span<const OpRow> index_rows() {
  return rows;
}

}  // namespace ng::tensorflow
