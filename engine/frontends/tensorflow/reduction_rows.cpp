// SPDX-License-Identifier: Apache-2.0
// Reductions, positions of extremes, running sums, sorting.
#include "engine/frontends/tensorflow/onnx_steps.h"
#include "engine/frontends/tensorflow/tensorflow_ops.h"

namespace ng::tensorflow {
namespace {

struct Reduction {
  std::string_view name;
  const char* onnx;
};
constexpr Reduction reductions[] = {
    {"Max", "ReduceMax"},   {"Mean", "ReduceMean"}, {"Min", "ReduceMin"},
    {"Prod", "ReduceProd"}, {"Sum", "ReduceSum"},   {"EuclideanNorm", "ReduceL2"},
};

// No axes: the input itself.
Attributes kept(const NodeContext& n) {
  return {attribute("keepdims", std::int64_t{flag(n, "keep_dims")}),
          attribute("noop_with_empty_axes", std::int64_t{1})};
}

ItemPtr axes_of(const NodeContext& n) {
  return integers(n.integers(1, "its axes"));
}

void reduce(NodeContext& n) {
  for (const Reduction& row : reductions) {
    if (row.name != n.node.op_type) continue;
    Attributes attributes = kept(n);
    if (row.name == "Max" || row.name == "Min") attributes.push_back(attribute("ties", "share"));
    return give(n, step(n, row.onnx, {n.shared(0), axes_of(n)}, std::move(attributes)));
  }
}

// Of truth values, as 0 and 1.
void reduce_truth(NodeContext& n) {
  const ItemPtr x = cast(n, n.shared(0), DType::i32);
  const char* op = n.node.op_type == "All" ? "ReduceMin" : "ReduceMax";
  give(n, cast(n, step(n, op, {x, axes_of(n)}, kept(n)), DType::bool_));
}

void arg_extreme(NodeContext& n) {
  const std::int64_t axis = n.has(1) ? n.integers(1, "its axis").at(0) : 0;
  const ItemPtr found = step(n, n.node.op_type == "ArgMax" ? "ArgMax" : "ArgMin", {n.shared(0)},
                             {attribute("axis", axis), attribute("keepdims", std::int64_t{0})});
  give(n, cast(n, found, type_of(n, "output_type", DType::i64)));
}

void running(NodeContext& n) {
  const char* op = n.node.op_type == "Cumsum" ? "CumSum" : "CumProd";
  give(n, step(n, op, {n.shared(0), n.shared(1)},
               {attribute("exclusive", std::int64_t{flag(n, "exclusive")}),
                attribute("reverse", std::int64_t{flag(n, "reverse")})}));
}

void top_k(NodeContext& n) {
  const bool fixed = n.node.op_type == "TopK";  // TopKV2 has an input instead
  const std::int64_t k = fixed ? n.integer("k", 1) : n.integers(1, "its k").at(0);
  const auto found = steps(n, "TopK", {n.shared(0), integers({k})}, {}, 2);
  give(n, found[0]);
  give(n, cast(n, found[1], type_of(n, "index_type", DType::i32)), 1);
}

void in_top_k(NodeContext& n) {
  const std::int64_t k = n.integers(2, "its k").at(0);
  const ItemPtr classes = steps(n, "TopK", {n.shared(0), integers({k})}, {}, 2)[1];
  const ItemPtr target = unsqueezed(n, cast(n, n.shared(1), DType::i64), {1});
  const ItemPtr hit = cast(n, step(n, "Equal", {classes, target}), DType::i32);
  const ItemPtr any =
      step(n, "ReduceMax", {hit, integers({1})}, {attribute("keepdims", std::int64_t{0})});
  give(n, cast(n, any, DType::bool_));
}

void l2_loss(NodeContext& n) {
  const ItemPtr total =
      step(n, "ReduceSumSquare", {n.shared(0)}, {attribute("keepdims", std::int64_t{0})});
  give(n, step(n, "Mul", {total, number(0.5, n.dtype())}));
}

constexpr OpRow rows[] = {
    {"All", 1, 0, reduce_truth},     {"Any", 1, 0, reduce_truth},  {"ArgMax", 1, 0, arg_extreme},
    {"ArgMin", 1, 0, arg_extreme},   {"Cumprod", 1, 0, running},   {"Cumsum", 1, 0, running},
    {"EuclideanNorm", 1, 0, reduce}, {"InTopKV2", 1, 0, in_top_k}, {"L2Loss", 1, 0, l2_loss},
    {"Max", 1, 0, reduce},           {"Mean", 1, 0, reduce},       {"Min", 1, 0, reduce},
    {"Prod", 1, 0, reduce},          {"Sum", 1, 0, reduce},        {"TopK", 1, 0, top_k},
    {"TopKV2", 1, 0, top_k},
};

}  // namespace

std::span<const OpRow> reduction_rows() {
  return rows;
}

}  // namespace ng::tensorflow
