// SPDX-License-Identifier: Apache-2.0
// RNN, GRU and LSTM: one scan over the sequence per direction; linear attention: one scan.
#include <algorithm>
#include <cmath>

#include "engine/base/quote.h"
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/matrix.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/dot.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

using Activation = Op (*)(const Op&);

Activation activation_named(const std::string& name) {
  if (name == "Sigmoid") return +[](const Op& x) -> Op { return sigmoid(x); };
  if (name == "Tanh") return +[](const Op& x) -> Op { return tanh(x); };
  if (name == "Relu") return +[](const Op& x) -> Op { return maximum(x, 0); };
  NodeContext::refuse("its activation is " + quote(name) + ", expected Sigmoid, Tanh or Relu");
}

// One direction of a layer: its part of each parameter, with common axes.
class Direction {
 public:
  Direction(NodeContext& n, const Op& x, std::int64_t index, std::int64_t gates)
      : n_(n),
        index_(index),
        gates_(gates),
        time_(x.axes()[0]),
        batch_(x.axes()[1]),
        hidden_(n.fresh(n.integer("hidden_size", 0), "hidden")),
        next_(n.fresh(n.integer("hidden_size", 0), "hidden")),
        x_(x) {
    n.dims.keep_apart({time_, batch_, hidden_, next_, x.axes()[2]});
    n.dims.prefer(time_, "sequence", 2);
    n.dims.prefer(batch_, "N", 2);
  }

  // W x + bias of W of a gate, for all times: (time, batch, hidden).
  Op input(std::int64_t gate) const {
    const Op w = rows(1, gate);  // (hidden, features)
    n_.dims.equate(w.axes()[1], x_.axes()[2]);
    const Op made = dot(x_, renamed(w, {hidden_, x_.axes()[2]}));
    return over(has_bias() ? made + bias(gate) : made, Axes{time_, batch_, hidden_});
  }
  // R h of a gate: (batch, hidden).
  Op recurrent(const Op& h, std::int64_t gate) const {
    return renamed(dot(h, renamed(rows(2, gate), {next_, hidden_})), {batch_, hidden_});
  }
  // Row `gate` of the bias, which has one per gate for W, then one per gate for R.
  Op bias(std::int64_t gate) const {
    return renamed(part(n_, side(3), 0, gate * hidden_.length(), hidden_.length()), {hidden_});
  }
  bool has_bias() const { return n_.has(3); }
  Op recurrent_bias(const Op& x, std::int64_t gate) const {
    return has_bias() ? x + bias(gates_ + gate) : x;
  }
  Op peephole(const Op& x, const Op& cell, std::int64_t row) const {
    if (!n_.has(7)) return x;
    const Op p = renamed(part(n_, side(7), 0, row * hidden_.length(), hidden_.length()), {hidden_});
    return x + cell * p;
  }
  Op initial(std::size_t i) const {
    if (!n_.has(i)) return over(number(0, n_.dtype()), Axes{batch_, hidden_});
    return renamed(side(i), {batch_, hidden_});
  }
  ScanResult run(const std::vector<Op>& states, const std::vector<Op>& inputs, bool reverse,
                 const ScanBody& body) const {
    std::vector<Operand> first, all(inputs.begin(), inputs.end());
    for (const Op& state : states) first.emplace_back(state);
    return scan(time_, first, all, body, {reverse});
  }
  Axes state_axes() const { return {batch_, hidden_}; }

 private:
  Op side(std::size_t i) const { return without(part(n_, n_.op(i), 0, index_, 1), {0}); }
  Op rows(std::size_t i, std::int64_t gate) const {
    const Op all = side(i);
    if (all.axes().size() != 2) NodeContext::refuse("its weights do not have three dimensions");
    return part(n_, all, 0, gate * hidden_.length(), hidden_.length());
  }

  NodeContext& n_;
  std::int64_t index_, gates_;
  Axis time_, batch_, hidden_, next_;
  Op x_;
};

struct Layer {
  Op sequence, state, cell;  // (time, batch, hidden), (batch, hidden) twice
};
using Activations = std::vector<Activation>;
using RunLayer = Layer (*)(const NodeContext& n, const Direction& d, bool reverse,
                           const Activations& f);

Layer run_rnn(const NodeContext&, const Direction& d, bool reverse, const Activations& f) {
  const Op h0 = d.initial(5);
  const ScanResult made = d.run({h0}, {d.input(0)}, reverse, [&](const auto& s, const auto& e) {
    const Op h = f[0](d.recurrent_bias(e[0] + d.recurrent(s[0], 0), 0));
    return ScanStep{{h}, {h}};
  });
  return {made.outputs[0], made.states[0], {}};
}

// Gates z, r, h.
Layer run_gru(const NodeContext& n, const Direction& d, bool reverse, const Activations& f) {
  const bool linear_first = n.integer("linear_before_reset", 0) != 0;
  const std::vector<Op> inputs{d.input(0), d.input(1), d.input(2)};
  const ScanResult made = d.run({d.initial(5)}, inputs, reverse, [&](const auto& s, const auto& e) {
    const Op& h = s[0];
    const Op z = f[0](d.recurrent_bias(e[0] + d.recurrent(h, 0), 0));
    const Op r = f[0](d.recurrent_bias(e[1] + d.recurrent(h, 1), 1));
    const Op inner = linear_first ? e[2] + r * d.recurrent_bias(d.recurrent(h, 2), 2)
                                  : d.recurrent_bias(e[2] + d.recurrent(r * h, 2), 2);
    const Op next = (Op(-z) + 1) * f[1](inner) + z * h;
    return ScanStep{{next}, {next}};
  });
  return {made.outputs[0], made.states[0], {}};
}

// Gates i, o, f, c; peepholes i, o, f.
Layer run_lstm(const NodeContext&, const Direction& d, bool reverse, const Activations& f) {
  const std::vector<Op> inputs{d.input(0), d.input(1), d.input(2), d.input(3)};
  const ScanResult made =
      d.run({d.initial(5), d.initial(6)}, inputs, reverse, [&](const auto& s, const auto& e) {
        const Op &h = s[0], &c = s[1];
        const auto gate = [&](std::int64_t g) {
          return d.recurrent_bias(e[static_cast<std::size_t>(g)] + d.recurrent(h, g), g);
        };
        const Op in = f[0](d.peephole(gate(0), c, 0)), forget = f[0](d.peephole(gate(2), c, 2));
        const Op cell = forget * c + in * f[1](gate(3));
        const Op out = f[0](d.peephole(gate(1), cell, 1));
        const Op next = out * f[2](cell);
        return ScanStep{{next, cell}, {next}};
      });
  return {made.outputs[0], made.states[0], made.states[1]};
}

void require_plain(const NodeContext& n) {
  if (n.given("clip")) NodeContext::refuse("it clips its gates");
  if (n.integer("input_forget", 0) != 0) NodeContext::refuse("it couples its gates (input_forget)");
  const std::int64_t hidden = n.integer("hidden_size", 0);
  if (hidden < 1) NodeContext::refuse("it has no hidden_size");
  NodeContext::need_short(hidden);
  if (n.rank() != 3) NodeContext::refuse("its input does not have three dimensions");
  if (!n.has(4)) return;
  const auto lengths = n.integers(4, "its sequence lengths");
  const std::int64_t time = n.shape()[static_cast<std::size_t>(n.integer("layout", 0))];
  if (std::any_of(lengths.begin(), lengths.end(), [&](auto each) { return each != time; })) {
    NodeContext::refuse("its sequences have different lengths");
  }
}

Activations activations_of(const NodeContext& n, std::size_t direction,
                           const std::vector<std::string>& defaults) {
  Activations all;
  const Attribute* given = n.node.find("activations");
  for (std::size_t i = 0; i < defaults.size(); ++i) {
    const std::size_t at = direction * defaults.size() + i;
    all.push_back(
        activation_named(given && at < given->strings.size() ? given->strings[at] : defaults[i]));
  }
  return all;
}

void layer(NodeContext& n, RunLayer run, std::int64_t gates,
           const std::vector<std::string>& defaults) {
  require_plain(n);
  const ScopedResultType type(n.dtype());
  const bool batch_first = n.integer("layout", 0) != 0;
  if (batch_first && (n.has(5) || n.has(6))) {
    NodeContext::refuse("it has initial states with the batch first");
  }
  const std::string direction =
      n.choice("direction", "forward", {"forward", "reverse", "bidirectional"});
  const Op given = n.op(0);
  const Op x =
      batch_first ? over(given, Axes{given.axes()[1], given.axes()[0], given.axes()[2]}) : given;
  std::vector<Op> sequences, states, cells;
  const std::size_t count = direction == "bidirectional" ? 2 : 1;
  const std::int64_t hidden = n.integer("hidden_size", 0),
                     sides = direction == "bidirectional" ? 2 : 1;
  NodeContext::need_shape("its input weight", n.shape(1),
                          {sides, gates * hidden, given.axes()[2].length()});
  NodeContext::need_shape("its recurrent weight", n.shape(2), {sides, gates * hidden, hidden});
  for (std::size_t i = 0; i < count; ++i) {
    const Direction d(n, x, static_cast<std::int64_t>(i), gates);
    const bool reverse = direction == "reverse" || i == 1;
    const Layer made = run(n, d, reverse, activations_of(n, i, defaults));
    const Axes axes = Axes(x.axes()[0]) + d.state_axes();
    sequences.push_back(with_ones(n, over(made.sequence, axes), {1}));
    states.push_back(with_ones(n, over(made.state, d.state_axes()), {0}));
    if (made.cell) cells.push_back(with_ones(n, over(made.cell, d.state_axes()), {0}));
  }
  const auto ordered = [&](const Op& op, const std::vector<std::size_t>& order) {
    if (!batch_first) return op;
    std::vector<Axis> axes;
    for (const std::size_t at : order) axes.push_back(op.axes()[at]);
    return over(op, Axes(axes));
  };
  n.result(ordered(joined(n, sequences, 1), {2, 0, 1, 3}));
  n.result(ordered(joined(n, states, 0), {1, 0, 2}), 1);
  if (!cells.empty()) n.result(ordered(joined(n, cells, 0), {1, 0, 2}), 2);
}

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
    finish(scan(time(), {initial()}, elements, body));
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
    {"GRU", 7, 0, [](NodeContext& n) { layer(n, run_gru, 3, {"Sigmoid", "Tanh"}); }},
    {"LSTM", 7, 0, [](NodeContext& n) { layer(n, run_lstm, 4, {"Sigmoid", "Tanh", "Tanh"}); }},
    {"LinearAttention", 27, 0, linear_attention},
    {"RNN", 7, 0, [](NodeContext& n) { layer(n, run_rnn, 1, {"Tanh"}); }},
};

}  // namespace

std::span<const OpRow> recurrent_rows() {
  return rows;
}

}  // namespace ng::onnx
