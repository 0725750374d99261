// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/layers/birnn.h"

#include "engine/base/error.h"

namespace ng::neon {
namespace {

LayerOf<Recurrent> direction(RecurrentOptions options, bool backward) {
  options.backward = backward;
  options.name = {};
  return recurrent(std::move(options));
}

}  // namespace

BiRNN::BiRNN(BiRNNOptions options)
    : Layer("BiRNN", options.name),
      sum_(options.sum_out),
      concat_(options.concat_out),
      forward_(direction(options, false)),
      backward_(direction(options, true)) {
  if (sum_ && concat_) {
    fail("the directions can be joined in one way only", "sum_out and concat_out", "one of them");
  }
  if (!options.name.empty()) forward_->set_axis(make_axis(options.nout, options.name));
}

std::vector<Op> BiRNN::outputs(const Op& forward_in, const Op& backward_in,
                               const std::vector<Op>& forward_init,
                               const std::vector<Op>& backward_init) {
  return in_scope([&] {
    const Op forward = forward_(forward_in, forward_init);
    backward_->set_axis(forward_->axis());
    return std::vector<Op>{forward, backward_(backward_in, backward_init)};
  });
}

Op BiRNN::joined(const std::vector<Op>& both) {
  if (sum_ || concat_) {
    return in_scope(
        [&] { return sum_ ? both[0] + both[1] : concat_along_axis(both, both[0].axes()[0]); });
  }
  fail("directions that are not joined have no single result", "neither sum_out nor concat_out",
       "use outputs(in), or set one of them");
}

LayerOf<BiRNN> birnn(BiRNNOptions options, Operand::Where line) {
  return make_layer<BiRNN>(line, std::move(options));
}

RNNCell::RNNCell(RNNCellOptions options)
    : Layer("RNNCell", options.name), activation_(std::move(options.activation)) {
  if (options.nout < 1) fail("nout is too small", std::to_string(options.nout), "1 or more");
  const Axis axis = make_axis(options.nout);
  const Initialiser inner = options.init_h2h ? options.init_h2h : options.init;
  i2h_ = std::make_shared<Affine>(AffineOptions{.weight_init = options.init,
                                                .axes = axis,
                                                .bias_init = options.bias_init,
                                                .batch_norm = options.batch_norm,
                                                .name = "i2h"});
  h2h_ = std::make_shared<Linear>(LinearOptions{.init = inner, .axes = axis, .name = "h2h"});
}

Op RNNCell::from_input(const Op& in) {
  return in_scope([&] { return (*i2h_)(in); });
}

Op RNNCell::step(const Op& brought, const Op& h) {
  return in_scope([&] {
    const Op sum = brought + (*h2h_)(h);
    return activation_ ? activation_(sum) : sum;
  });
}

Op RNNCell::kept_state(const Axis& batch) {
  return in_scope([&] { return state_of("h_init", {axis(), batch}, 0); });
}

Op RNNCell::build(const Op& in) {
  const Op brought = (*i2h_)(in);
  return activation_ ? activation_(brought) : brought;
}

LayerOf<RNNCell> rnn_cell(RNNCellOptions options, Operand::Where line) {
  return make_layer<RNNCell>(line, std::move(options));
}

Op unroll(const LayerOf<RNNCell>& cell, std::int64_t num_steps, const Op& inputs,
          const UnrollOptions& options) {
  const auto time = inputs.axes().recurrent_axis(), batch = inputs.axes().batch_axis();
  if (!time || !batch || time->known_length() != num_steps) {
    Diagnostic diagnostic;
    diagnostic.what = cell->path() + ": the inputs cannot be unrolled";
    diagnostic.found = "(" + inputs.axes().text() + ")";
    diagnostic.expected =
        "a batch axis, and a recurrent axis of length " + std::to_string(num_steps);
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  const Axes axes{cell->axis(), *batch};
  const bool kept = !options.init_state && !options.reset_cells;
  const Op first = options.init_state ? initial_state(*options.init_state, axes)
                   : kept             ? cell->kept_state(*batch)
                                      : ng::constant(Tensor(0.0), axes);
  const ScanResult scanned =
      scan(*time, {first}, {cell->from_input(inputs)},
           [&](const std::vector<Op>& before, const std::vector<Op>& elements) {
             const Op h = cell->step(elements[0], before[0]).named("h");
             return ScanStep{{h}, options.return_sequence ? std::vector<Op>{h} : std::vector<Op>()};
           },
           {options.reverse_mode});
  const Op result = options.return_sequence
                        ? axes_with_order(scanned.outputs[0], {cell->axis(), *time, *batch})
                        : scanned.states[0];
  if (!kept) return result;
  return ng::sequential({result, assign(first, scanned.states[0]), result});
}

}  // namespace ng::neon
