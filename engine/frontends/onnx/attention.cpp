// SPDX-License-Identifier: Apache-2.0
// Scaled dot-product attention.
#include <cmath>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/matrices/matrix.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/reductions/softmax.h"
#include "engine/ops/result_type.h"
#include "engine/ops/shapes/view.h"

namespace ng::onnx {
namespace {

enum Input : std::size_t { q_in, k_in, v_in, mask_in, past_key, past_value, lengths_in };

Op swapped(const Op& x, std::size_t a, std::size_t b) {
  std::vector<Axis> axes = x.axes().list();
  std::swap(axes[a], axes[b]);
  return axes_with_order(x, Axes(axes));
}

// (batch, head, sequence, size); heads that lie in the last dimension are split off.
Op by_head(NodeContext& n, const Op& x, std::int64_t heads) {
  if (x.axes().size() == 4) return x;
  const Shape shape = x.axes().lengths();
  if (shape.size() != 3 || heads < 1 || shape[2] % heads != 0) {
    NodeContext::refuse("its heads do not fit its input");
  }
  return swapped(regrouped(n, x, {shape[0], shape[1], heads, shape[2] / heads}, "head"), 1, 2);
}

// Each head `count` times in a row.
Op repeated_heads(NodeContext& n, const Op& x, std::int64_t count) {
  if (count == 1) return x;
  std::vector<Axis> axes = x.axes().list();
  axes.insert(axes.begin() + 2, n.fresh(count, "group"));
  Shape shape = x.axes().lengths();
  shape[1] *= count;
  return regrouped(n, broadcast(x, Axes(axes)), shape, "head");
}

// What is added to the scores (batch, head, query, key): 0, minus infinity, or a given mask.
class Bias {
 public:
  Bias(NodeContext& n, const Op& scores) : n_(n), scores_(scores) {}

  void allow(const Op& condition) { add(where(condition, 0, -HUGE_VAL)); }

  void add_mask() {
    Op mask = n_.op(mask_in);
    const std::int64_t missing =
        scores_.axes()[3].length() - mask.axes()[mask.axes().size() - 1].length();
    const bool flags = mask.dtype() == DType::bool_;
    if (missing > 0) {
      std::vector<std::int64_t> before(mask.axes().size(), 0), after = before;
      after.back() = missing;
      mask = padded(n_, mask, before, after, flags ? 0 : -HUGE_VAL);
    }
    const Aligned all = align(n_, {scores_, mask});
    if (all.axes.size() != 4) NodeContext::refuse("its mask does not fit its scores");
    flags ? allow(all.ops[1]) : add(all.ops[1]);  // over the axes of the scores
  }

  // Queries count from the end of the keys that precede them.
  Op query_place(const Op& offset) const { return ramp(scores_.axes()[2]) + offset; }
  Op key_place() const { return ramp(scores_.axes()[3]); }

  // Null if nothing is added.
  const Op& total() const { return total_; }

 private:
  void add(const Op& part) { total_ = total_ ? total_ + part : part; }

  NodeContext& n_;
  Op scores_, total_;
};

void add_places(NodeContext& n, Bias& bias, const Op& scores) {
  const std::int64_t left = n.integer("left_window_size", -1);
  const std::int64_t right = n.integer("right_window_size", -1);
  const bool causal = n.integer("is_causal", 0) != 0;
  Op lengths;
  if (n.has(lengths_in)) {
    lengths =
        renamed(regrouped(n, n.op(lengths_in), {scores.axes()[0].length()}), {scores.axes()[0]});
  }
  const ScopedResultType type(DType::i64);
  const auto before = n.has(past_key) ? static_cast<double>(n.shape(past_key).at(2)) : 0.0;
  const auto queries = static_cast<double>(scores.axes()[2].length());
  const Op offset = lengths && !n.has(past_key) ? lengths - queries : number(before, DType::i64);
  const Op query = bias.query_place(offset), key = bias.key_place();
  std::vector<Op> conditions;
  if (causal) conditions.push_back(less_equal(key, query));
  if (left >= 0) conditions.push_back(less_equal(query - key, static_cast<double>(left)));
  if (right >= 0) conditions.push_back(less_equal(key - query, static_cast<double>(right)));
  if (lengths) conditions.push_back(less(key, lengths));
  const ScopedResultType values(n.dtype());
  for (const Op& condition : conditions) bias.allow(condition);
}

void attention(NodeContext& n) {
  const ScopedResultType type(n.dtype());
  const bool flat = n.rank() == 3;
  const Op q = by_head(n, n.op(q_in), n.integer("q_num_heads", 0));
  Op k = by_head(n, n.op(k_in), n.integer("kv_num_heads", 0));
  Op v = by_head(n, n.op(v_in), n.integer("kv_num_heads", 0));
  if (q.axes().size() != 4 || k.axes().size() != 4 || v.axes().size() != 4) {
    NodeContext::refuse("its inputs have different ranks");
  }
  if (n.has(past_key)) k = joined(n, {n.op(past_key), k}, 2);
  if (n.has(past_value)) v = joined(n, {n.op(past_value), v}, 2);
  n.result(k, 1);
  n.result(v, 2);
  const std::int64_t heads = q.axes()[1].length(), own = k.axes()[1].length();
  if (own < 1 || heads % own != 0) NodeContext::refuse("its heads do not divide");
  k = repeated_heads(n, k, heads / own);
  v = repeated_heads(n, v, heads / own);
  const double scale =
      std::sqrt(n.number("scale", 1 / std::sqrt(static_cast<double>(q.axes()[3].length()))));
  Op scores = matmul(n, q * scale, swapped(k, 2, 3) * scale);
  const std::int64_t mode = n.integer("qk_matmul_output_mode", 0);
  if (mode == 0) n.result(scores, 3);
  const double cap = n.number("softcap", 0);
  if (cap > 0) scores = tanh(scores / cap) * cap;
  if (mode == 1) n.result(scores, 3);
  Bias bias(n, scores);
  if (n.has(mask_in)) bias.add_mask();
  add_places(n, bias, scores);
  const Axes axes = scores.axes();
  if (bias.total()) scores = over(scores + bias.total(), axes);
  if (mode == 2) n.result(scores, 3);
  // Rows that are masked as a whole: the softmax of -inf is NaN, and so is its gradient.
  Op masked;
  if (bias.total()) {
    masked = equal(max(bias.total(), reduce_over(Axes{axes[3]})), -HUGE_VAL);
    scores = over(where(masked, 0, scores), axes);
  }
  Op shares = softmax(scores, Axes{axes[3]});
  if (masked) shares = over(where(masked, 0, shares), axes);
  if (mode == 3) n.result(shares, 3);
  Op made = matmul(n, shares, v);
  const Shape shape = made.axes().lengths();
  if (flat) made = regrouped(n, swapped(made, 1, 2), {shape[0], shape[2], shape[1] * shape[3]});
  n.result(made);
}

constexpr OpRow rows[] = {
    {"Attention", 23, 0, attention},
};

}  // namespace

std::span<const OpRow> attention_rows() {
  return rows;
}

}  // namespace ng::onnx
