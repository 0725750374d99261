// SPDX-License-Identifier: Apache-2.0
// Linear attention: one scan over the sequence.
#include <cmath>

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/shapes/view.h"

namespace ng::onnx {
namespace {

// Operands of linear attention over the axes batch, time, head, group, key and value, as float32.
// Query heads share the state of a head in groups.
class LinearAttention {
 public:
  explicit LinearAttention(NodeContext& n)
      : n_(n), heads_(n.integer("kv_num_heads", 0)), queries_(n.integer("q_num_heads", 0)) {
    if (heads_ < 1 || queries_ < 1 || queries_ % heads_ != 0 || n.rank() != 3) {
      NodeContext::refuse("its heads do not fit its query");
    }
    const Shape shape = n.shape();
    query_ = split(0, {heads_, queries_ / heads_, shape[2] / queries_});
    axes_ = query_.axes().list();
    key_ = over_axes(split(1, {heads_, key().length()}), {batch(), time(), head(), key()});
    const Op v = split(2, {heads_, n.shape(2).at(2) / heads_});
    axes_.push_back(v.axes()[3]);
    n.dims.keep_apart(axes_);
    value_ = over_axes(v, {batch(), time(), head(), value()});
  }

  void run() {
    const std::string rule =
        n_.choice("update_rule", "gated_delta", {"linear", "gated", "delta", "gated_delta"});
    const bool gated = rule == "gated" || rule == "gated_delta";
    const bool corrected = rule == "delta" || rule == "gated_delta";
    if (gated != n_.has(4) || corrected != n_.has(5)) {
      NodeContext::refuse("its update_rule " + rule + " does not fit its inputs");
    }
    std::vector<Operand> elements{query_, key_, value_};
    if (gated) elements.emplace_back(decay());
    if (corrected) elements.emplace_back(beta());
    const double given = n_.number("scale", 0);
    const double scale = given != 0 ? given : 1 / std::sqrt(static_cast<double>(key().length()));
    const ScanBody body = [&](const std::vector<Op>& s, const std::vector<Op>& e) {
      const Op& k = e[1];
      Op state = gated ? s[0] * exp(e[3]) : s[0], v = e[2];
      if (corrected) v = e.back() * (v - sum(state * k, reduce_over(Axes{key()})));
      state = state + k * v;
      return ScanStep{{state}, {sum(e[0] * state, reduce_over(Axes{key()})) * scale}};
    };
    finish(scan(time(), {initial()}, elements, body, {.keeps = false}));
  }

 private:
  const Axis& batch() const { return axes_[0]; }
  const Axis& time() const { return axes_[1]; }
  const Axis& head() const { return axes_[2]; }
  const Axis& group() const { return axes_[3]; }
  const Axis& key() const { return axes_[4]; }
  const Axis& value() const { return axes_[5]; }

  // (batch, time, parts …) of an input (batch, time, elements).
  Op split(std::size_t input, const Shape& parts) {
    Shape shape = n_.shape(input);
    if (shape.size() != 3) NodeContext::refuse("an input does not have three dimensions");
    shape.pop_back();
    shape.insert(shape.end(), parts.begin(), parts.end());
    return regrouped(n_, value_of(n_.op(input), DType::f32), shape, "head");
  }
  Op over_axes(const Op& x, const std::vector<Axis>& axes) {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (x.axes()[i].length() != axes[i].length()) {
        NodeContext::refuse("the lengths of its inputs differ");
      }
      n_.dims.equate(axes[i], x.axes()[i]);
    }
    return renamed(x, axes);
  }
  // The logarithm of the share of the state that stays, by head or by element of the key.
  Op decay() {
    if (n_.shape(4).at(2) == heads_) {
      return over_axes(split(4, {heads_}), {batch(), time(), head()});
    }
    return over_axes(split(4, {heads_, key().length()}), {batch(), time(), head(), key()});
  }
  Op beta() {
    if (n_.shape(5).at(2) == 1) return over_axes(split(5, {}), {batch(), time()});
    return over_axes(split(5, {heads_}), {batch(), time(), head()});
  }
  Op initial() {
    const std::vector<Axis> axes{batch(), head(), key(), value()};
    if (!n_.has(3)) return over(number(0, DType::f32), Axes(axes));
    if (n_.rank(3) != 4) NodeContext::refuse("its state does not have four dimensions");
    return over_axes(value_of(n_.op(3), DType::f32), axes);
  }
  void finish(const ScanResult& made) {
    const Op ordered = over(made.outputs[0], Axes{batch(), time(), head(), group(), value()});
    const Shape flat{batch().length(), time().length(), queries_ * value().length()};
    n_.result(value_of(regrouped(n_, ordered, flat, "feature"), n_.dtype()));
    const Op state = over(made.states[0], Axes{batch(), head(), key(), value()});
    n_.result(value_of(state, n_.has(3) ? n_.dtype(3) : n_.dtype()), 1);
  }

  NodeContext& n_;
  std::int64_t heads_, queries_;
  std::vector<Axis> axes_;
  Op query_, key_, value_;
};

void linear_attention(NodeContext& n) {
  const ScopedResultType type(DType::f32);
  LinearAttention(n).run();
}

constexpr OpRow rows[] = {
    {"LinearAttention", 27, 0, linear_attention},
};

}  // namespace

std::span<const OpRow> linear_attention_rows() {
  return rows;
}

}  // namespace ng::onnx
