// SPDX-License-Identifier: Apache-2.0
// RNN, GRU and LSTM: one scan over the sequence per direction.
#include <algorithm>
#include <functional>

#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/elementwise/activations.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/dot.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"
#include "engine/ops/scan/scan.h"
#include "engine/ops/shapes/view.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

// Of a layer of Keras, which has the attribute "masked_output" ("zero" or "previous"): flags
// (batch, time), false for steps that keep the states.
constexpr std::size_t mask_in = 8;

using Activation = std::function<Op(const Op&)>;

// A bound or shape of an activation: the next of the node's list, which only activations that have
// it consume, else the default.
class ActivationNumbers {
 public:
  ActivationNumbers(const NodeContext& n, const char* attribute) : attribute_(attribute) {
    if (const Attribute* given = n.node.find(attribute)) numbers_ = given->floats;
  }
  double next(std::optional<double> otherwise) {
    if (at_ < numbers_.size()) return numbers_[at_++];
    if (!otherwise) {
      NodeContext::refuse("its attribute '" + std::string(attribute_) + "' has " +
                          counted(numbers_.size(), "element") + ", its activations need more");
    }
    return *otherwise;
  }

 private:
  const char* attribute_;
  std::vector<double> numbers_;
  std::size_t at_ = 0;
};

std::string lower_case(std::string text) {
  for (char& each : text) {
    if (each >= 'A' && each <= 'Z') each = static_cast<char>(each - 'A' + 'a');
  }
  return text;
}

Activation activation_named(const std::string& given, ActivationNumbers& alphas,
                            ActivationNumbers& betas) {
  const std::string name = lower_case(given);
  if (name == "sigmoid") return [](const Op& x) -> Op { return sigmoid(x); };
  if (name == "tanh") return [](const Op& x) -> Op { return tanh(x); };
  if (name == "relu") return [](const Op& x) -> Op { return maximum(x, 0); };
  if (name == "softsign") return softsign;
  if (name == "softplus") return softplus;
  if (name == "leakyrelu") {
    return [a = alphas.next(0.01)](const Op& x) { return leaky_relu(x, a); };
  }
  if (name == "elu") return [a = alphas.next(1)](const Op& x) { return elu(x, a); };
  if (name == "thresholdedrelu") {
    return [a = alphas.next(1)](const Op& x) { return thresholded_relu(x, a); };
  }
  if (name == "hardsigmoid") {
    return
        [a = alphas.next(0.2), b = betas.next(0.5)](const Op& x) { return hard_sigmoid(x, a, b); };
  }
  if (name == "affine") {
    return [a = alphas.next(1), b = betas.next(0)](const Op& x) -> Op { return x * a + b; };
  }
  if (name == "scaledtanh") {
    return [a = alphas.next({}), b = betas.next({})](const Op& x) -> Op { return tanh(x * b) * a; };
  }
  NodeContext::refuse(
      "its activation is " + quote(given) +
      ", expected Sigmoid, Tanh, Relu, Affine, LeakyRelu, ThresholdedRelu, ScaledTanh, "
      "HardSigmoid, Elu, Softsign or Softplus");
}

// One direction of a layer: its part of each parameter, with common axes.
class Direction {
 public:
  Direction(NodeContext& n, const Op& x, std::int64_t index, std::int64_t sides, std::int64_t gates)
      : n_(n),
        index_(index),
        sides_(sides),
        gates_(gates),
        time_(x.axes()[0]),
        batch_(x.axes()[1]),
        hidden_(n.fresh(n.integer("hidden_size", 0), "hidden")),
        next_(n.fresh(n.integer("hidden_size", 0), "hidden")),
        x_(x) {
    n.dims.keep_apart({time_, batch_, hidden_, next_, x.axes()[2]});
    n.dims.prefer(time_, "sequence", 2);
    n.dims.prefer(batch_, "N", 2);
    n.dims.prefer(x.axes()[2], "feature", 1);
    for (const std::size_t i : {1, 2, 3}) name_parameter(i);
    if (n.given("masked_output")) {
      NodeContext::need_shape("its mask", n.shape(mask_in), {batch_.length(), time_.length()});
      const Op mask = n.op(mask_in);
      n.dims.equate(batch_, mask.axes()[0]);
      inside_ = over(renamed(mask, {batch_, time_}), Axes{time_, batch_});
    } else if (different_lengths()) {
      n.dims.equate(batch_, n.op(4).axes()[0]);
      const ScopedResultType type(DType::bool_);
      inside_ = less(ramp(time_), renamed(n.op(4), {batch_}));
    }
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
    const bool batch_first = n_.integer("layout", 0) != 0;
    const Shape given = n_.shape(i);
    NodeContext::need_shape("its initial state", given,
                            batch_first ? Shape{batch_.length(), sides_, hidden_.length()}
                                        : Shape{sides_, batch_.length(), hidden_.length()});
    const std::size_t at = batch_first ? 1 : 0;
    const Op states = n_.op(i);
    n_.dims.prefer(states.axes()[at], "direction", 2);
    n_.dims.resemble(states.axes()[1 - at], batch_);
    n_.dims.resemble(states.axes()[2], hidden_);
    return renamed(without(part(n_, states, at, index_, 1), {at}), {batch_, hidden_});
  }
  // The input of an activation within the bounds of `clip`.
  Op clipped(const Op& x) const {
    if (!n_.given("clip")) return x;
    const double bound = n_.number("clip", 0);
    return maximum(minimum(x, bound), -bound);
  }
  // After the end of a sequence the states stay and the outputs are 0; a reverse direction begins
  // at the end. The states of a sequence of length 0 are 0, as in ONNX Runtime. A mask also keeps
  // the states; the output of a masked step is 0 or repeats that of the step before, first 0.
  ScanResult run(const std::vector<Op>& states, const std::vector<Op>& inputs, bool reverse,
                 const ScanBody& body) const {
    const ScanOrder order{.reverse = reverse, .keeps = false};
    std::vector<Operand> first, all(inputs.begin(), inputs.end());
    for (const Op& state : states) first.emplace_back(state);
    if (!inside_) return scan(time_, first, all, body, order);
    all.emplace_back(inside_);
    const bool masked = n_.given("masked_output");
    const bool repeats = masked && n_.text("masked_output", "") == "previous";
    if (repeats) first.emplace_back(over(number(0, n_.dtype()), state_axes()));
    const ScanBody bounded = [&](const std::vector<Op>& s, const std::vector<Op>& e) {
      ScanStep step = body({s.begin(), s.begin() + std::ssize(states)}, {e.begin(), e.end() - 1});
      const Op& inside = e.back();
      for (std::size_t i = 0; i < states.size(); ++i) {
        step.states[i] = where(inside, step.states[i], s[i]);
      }
      for (Op& output : step.outputs) {
        output = repeats ? where(inside, output, s.back()) : where(inside, output, 0);
      }
      if (repeats) step.states.push_back(step.outputs[0]);
      return step;
    };
    ScanResult made = scan(time_, first, all, bounded, order);
    if (masked) return made;
    const Op any = greater(renamed(n_.op(4), {batch_}), 0);
    for (Op& state : made.states) state = where(any, state, 0);
    return made;
  }
  Axes state_axes() const { return {batch_, hidden_}; }

 private:
  bool different_lengths() const {
    if (!n_.has(4)) return false;
    NodeContext::need_shape("its list of sequence lengths", n_.shape(4), {batch_.length()});
    n_.indices(4);
    if (!n_.known(4)) return true;
    const auto lengths = n_.integers(4, "its sequence lengths");
    for (const std::int64_t each : lengths) {
      if (each < 0 || each > time_.length()) {
        NodeContext::refuse("a sequence length is " + std::to_string(each) + ", expected 0 to " +
                            std::to_string(time_.length()));
      }
    }
    return std::any_of(lengths.begin(), lengths.end(),
                       [&](std::int64_t each) { return each != time_.length(); });
  }
  void name_parameter(std::size_t i) const {
    if (!n_.has(i)) return;
    const Axes& axes = n_.op(i).axes();
    if (axes.size() > 0) n_.dims.prefer(axes[0], "direction", 2);
    if (axes.size() > 1) n_.dims.prefer(axes[1], "gate", 2);
    if (axes.size() > 2) n_.dims.prefer(axes[2], i == 2 ? "hidden" : "feature", 1);
  }
  Op side(std::size_t i) const { return without(part(n_, n_.op(i), 0, index_, 1), {0}); }
  Op rows(std::size_t i, std::int64_t gate) const {
    const Op all = side(i);
    if (all.axes().size() != 2) NodeContext::refuse("its weights do not have three dimensions");
    return part(n_, all, 0, gate * hidden_.length(), hidden_.length());
  }

  NodeContext& n_;
  std::int64_t index_, sides_, gates_;
  Axis time_, batch_, hidden_, next_;
  Op x_;
  Op inside_;  // (time, batch): before the end of the sequence; null: all sequences are full
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
    const Op h = f[0](d.clipped(d.recurrent_bias(e[0] + d.recurrent(s[0], 0), 0)));
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
    const Op z = f[0](d.clipped(d.recurrent_bias(e[0] + d.recurrent(h, 0), 0)));
    const Op r = f[0](d.clipped(d.recurrent_bias(e[1] + d.recurrent(h, 1), 1)));
    const Op inner = linear_first ? e[2] + r * d.recurrent_bias(d.recurrent(h, 2), 2)
                                  : d.recurrent_bias(e[2] + d.recurrent(r * h, 2), 2);
    const Op next = (Op(-z) + 1) * f[1](d.clipped(inner)) + z * h;
    return ScanStep{{next}, {next}};
  });
  return {made.outputs[0], made.states[0], {}};
}

// Gates i, o, f, c; peepholes i, o, f. The cell is not clipped, as in ONNX Runtime, except by the
// attribute "cell_clip", which operators of TensorFlow Lite have.
Layer run_lstm(const NodeContext& n, const Direction& d, bool reverse, const Activations& f) {
  const bool coupled = n.integer("input_forget", 0) != 0;
  const double bound = n.number("cell_clip", 0);
  const std::vector<Op> inputs{d.input(0), d.input(1), d.input(2), d.input(3)};
  const ScanResult made =
      d.run({d.initial(5), d.initial(6)}, inputs, reverse, [&](const auto& s, const auto& e) {
        const Op &h = s[0], &c = s[1];
        const auto gate = [&](std::int64_t g) {
          return d.recurrent_bias(e[static_cast<std::size_t>(g)] + d.recurrent(h, g), g);
        };
        const Op in = f[0](d.clipped(d.peephole(gate(0), c, 0)));
        const Op forget = coupled ? Op(-in) + 1 : f[0](d.clipped(d.peephole(gate(2), c, 2)));
        Op cell = forget * c + in * f[1](d.clipped(gate(3)));
        if (bound > 0) cell = maximum(minimum(cell, bound), -bound);
        const Op out = f[0](d.clipped(d.peephole(gate(1), cell, 1)));
        const Op next = out * f[2](cell);
        return ScanStep{{next, cell}, {next}};
      });
  return {made.outputs[0], made.states[0], made.states[1]};
}

void require_layer(const NodeContext& n) {
  if (n.given("clip") && !(n.number("clip", 0) > 0)) NodeContext::refuse("its clip is not above 0");
  const std::int64_t hidden = n.integer("hidden_size", 0);
  if (hidden < 1) NodeContext::refuse("it has no hidden_size");
  NodeContext::need_short(hidden);
  if (n.rank() != 3) NodeContext::refuse("its input does not have three dimensions");
}

// Those of all directions, one after another.
Activations activations_of(const NodeContext& n, std::size_t directions,
                           const std::vector<std::string>& defaults) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < directions; ++i) {
    names.insert(names.end(), defaults.begin(), defaults.end());
  }
  if (const Attribute* given = n.node.find("activations")) {
    NodeContext::need_count("its list of activations", given->strings.size(), names.size());
    names = given->strings;
  }
  ActivationNumbers alphas(n, "activation_alpha"), betas(n, "activation_beta");
  Activations all;
  for (const std::string& name : names) all.push_back(activation_named(name, alphas, betas));
  return all;
}

void layer(NodeContext& n, RunLayer run, std::int64_t gates,
           const std::vector<std::string>& defaults) {
  require_layer(n);
  const ScopedResultType type(n.dtype());
  const bool batch_first = n.integer("layout", 0) != 0;
  const std::string direction =
      n.choice("direction", "forward", {"forward", "reverse", "bidirectional"});
  const Op given = n.op(0);
  const Op x =
      batch_first ? over(given, Axes{given.axes()[1], given.axes()[0], given.axes()[2]}) : given;
  std::vector<Op> sequences, states, cells;
  const std::int64_t hidden = n.integer("hidden_size", 0),
                     sides = direction == "bidirectional" ? 2 : 1;
  const Activations activations = activations_of(n, static_cast<std::size_t>(sides), defaults);
  NodeContext::need_shape("its input weight", n.shape(1),
                          {sides, gates * hidden, given.axes()[2].length()});
  NodeContext::need_shape("its recurrent weight", n.shape(2), {sides, gates * hidden, hidden});
  for (std::int64_t i = 0; i < sides; ++i) {
    const Direction d(n, x, i, sides, gates);
    const bool reverse = direction == "reverse" || i == 1;
    const auto own = activations.begin() + i * std::ssize(defaults);
    const Layer made = run(n, d, reverse, {own, own + std::ssize(defaults)});
    const Axes axes = Axes(x.axes()[0]) + d.state_axes();
    sequences.push_back(with_ones(n, over(made.sequence, axes), {1}, {"direction"}));
    states.push_back(with_ones(n, over(made.state, d.state_axes()), {0}, {"direction"}));
    if (made.cell)
      cells.push_back(with_ones(n, over(made.cell, d.state_axes()), {0}, {"direction"}));
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

constexpr OpRow rows[] = {
    {"GRU", 7, 0, [](NodeContext& n) { layer(n, run_gru, 3, {"Sigmoid", "Tanh"}); }},
    {"LSTM", 7, 0, [](NodeContext& n) { layer(n, run_lstm, 4, {"Sigmoid", "Tanh", "Tanh"}); }},
    {"RNN", 7, 0, [](NodeContext& n) { layer(n, run_rnn, 1, {"Tanh"}); }},
};

}  // namespace

std::span<const OpRow> recurrent_rows() {
  return rows;
}

}  // namespace ng::onnx
