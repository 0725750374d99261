// SPDX-License-Identifier: Apache-2.0
// ConvLSTM of one to three dimensions: an LSTM whose products are convolutions.
#include "engine/frontends/keras/layer_context.h"
#include "engine/frontends/keras/recurrent_parts.h"
#include "engine/frontends/onnx/align.h"
#include "engine/ops/result_type.h"
#include "engine/ops/scan/scan.h"

namespace ng::keras {
namespace {

ItemPtr item_of(const Op& op) {
  auto item = std::make_shared<onnx::Item>();
  item->op = op;
  return item;
}

class ConvolutionalLstm {
 public:
  explicit ConvolutionalLstm(NodeContext& n)
      : n_(n),
        x_(argument(n, "sequences")),
        last_(channels_last(n)),
        backwards_(flag(n.node, "go_backwards", false)) {
    need_arguments(n, {"sequences", "initial_state"});
    if (!x_ || rank_of(x_) < 4) NodeContext::refuse("its input is not a batch of sequences");
    recurrent_ = need_weight(n, "recurrent_kernel");
    const Shape kernel = recurrent_->shape();
    NodeContext::need_count("its recurrent kernel", kernel.size(), spatial() + 2);
    filters_ = kernel[spatial()];
    if (kernel.back() != 4 * filters_)
      NodeContext::refuse("its recurrent kernel has the shape " + to_string(kernel));
  }

  // The sequence or its last output, then both states.
  std::vector<ItemPtr> run() {
    const Op gates = onnx::op_of(*input_gates(), n_.dims);
    const std::vector<Axis> axes = gates.axes().list();  // (batch, time, …)
    const Axis time = axes[1];
    std::vector<Axis> state = axes;
    state.erase(state.begin() + 1);
    state[last_ ? state.size() - 1 : 1] = n_.fresh(filters_, "hidden");
    n_.dims.keep_apart(state);
    state_ = Axes(state);
    ScanOrder order;
    order.reverse = backwards_;
    order.keeps = false;
    const ScopedResultType type(gates.dtype());
    const ScanResult made = scan(
        time, {initial(0, gates.dtype()), initial(1, gates.dtype())}, {gates},
        [this](const std::vector<Op>& states, const std::vector<Op>& elements) {
          return next(states, elements[0]);
        },
        order);
    const Axes all = Axes{axes[0], time} + (state_ - Axes(axes[0]));
    const ItemPtr sequence = item_of(onnx::over(made.outputs[0], all));
    const ItemPtr h = item_of(made.states[0]), c = item_of(made.states[1]);
    if (!flag(n_.node, "return_sequences", false)) return {h, h, c};
    return {backwards_ ? reversed(n_, sequence) : sequence, h, c};
  }

 private:
  std::size_t spatial() const { return static_cast<std::size_t>(rank_of(x_)) - 3; }

  // What the input adds to the gates, of all times: (batch, time, …).
  ItemPtr input_gates() {
    const Shape shape = x_->shape();
    Shape flat(shape.begin() + 1, shape.end());
    flat[0] *= shape[0];
    const ItemPtr made = tensorflow_step(
        n_, "Conv2D", {reshaped(n_, x_, flat), need_weight(n_, "kernel")},
        window(lengths(n_, "strides", spatial()), lengths(n_, "dilation_rate", spatial()), last_,
               n_.choice("padding", "valid", {"valid", "same"})));
    const ItemPtr gates = with_bias(n_, made, last_);
    Shape apart = gates->shape();
    if (apart[last_ ? apart.size() - 1 : 1] != 4 * filters_)
      NodeContext::refuse("its kernels have different numbers of filters");
    apart[0] = shape[1];
    apart.insert(apart.begin(), shape[0]);
    return reshaped(n_, gates, apart);
  }

  Op initial(std::size_t i, DType dtype) {
    const std::vector<ItemPtr> given = arguments(n_, "initial_state");
    if (i >= given.size() || !given[i]) return onnx::over(onnx::number(0, dtype), state_);
    NodeContext::need_shape("its initial state", given[i]->shape(), state_.lengths());
    const Op state = onnx::op_of(*given[i], n_.dims);
    for (std::size_t at = 0; at < state_.size(); ++at)
      n_.dims.resemble(state.axes()[at], state_[at]);
    return onnx::renamed(state, state_.list());
  }

  // The gates are those of the input, to forget, of the new cell, and of the output.
  ScanStep next(const std::vector<Op>& states, const Op& input) {
    const ItemPtr h = item_of(states[0]), c = item_of(states[1]);
    const Integers ones(spatial(), 1);
    const ItemPtr recurrent =
        tensorflow_step(n_, "Conv2D", {h, recurrent_}, window(ones, ones, last_, "same"));
    const std::vector<ItemPtr> gates =
        steps(n_, "Split", {step(n_, "Add", {item_of(input), recurrent})},
              {attribute("axis", std::int64_t{last_ ? -1 : 1}),
               attribute("num_outputs", std::int64_t{4})},
              4);
    const auto opened = [&](const ItemPtr& gate) {
      return activated_by(n_, gate, n_.text("recurrent_activation", "sigmoid"));
    };
    const auto active = [&](const ItemPtr& x) {
      return activated_by(n_, x, n_.text("activation", "tanh"));
    };
    const ItemPtr kept = step(n_, "Mul", {opened(gates[1]), c});
    const ItemPtr added = step(n_, "Mul", {opened(gates[0]), active(gates[2])});
    const ItemPtr cell = step(n_, "Add", {kept, added});
    const ItemPtr output = step(n_, "Mul", {opened(gates[3]), active(cell)});
    const Op made = as_state(output);
    return {{made, as_state(cell)}, {made}};
  }

  Op as_state(const ItemPtr& item) {
    return onnx::renamed(onnx::op_of(*item, n_.dims), state_.list());
  }

  NodeContext& n_;
  const ItemPtr x_;
  const bool last_, backwards_;
  ItemPtr recurrent_;
  std::int64_t filters_ = 0;
  Axes state_;
};

void build(NodeContext& n) {
  const std::vector<ItemPtr> made = ConvolutionalLstm(n).run();
  for (std::size_t i = 0; i < made.size() && i < n.results.size(); ++i) give(n, made[i], i);
}

constexpr LayerRow rows[] = {
    {{"ConvLSTM1D", 1, 0, build}, cell_slots},
    {{"ConvLSTM2D", 1, 0, build}, cell_slots},
    {{"ConvLSTM3D", 1, 0, build}, cell_slots},
};

}  // namespace

std::span<const LayerRow> recurrent_convolutions() {
  return rows;
}

}  // namespace ng::keras
