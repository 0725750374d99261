// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/networks.h"

namespace ng::bench {
namespace {

constexpr double kRate = 0.01;

Op weights(const Axes& axes, double size) {
  return variable(axes, uneven(axes.lengths(), size));
}
Op rectified(const Op& x) {
  return maximum(x, 0.0);
}

}  // namespace

Op descent(const Op& loss, const std::vector<Op>& parameters) {
  std::vector<Op> updates;
  for (const Op& v : loss.variables()) updates.push_back(assign(v, v - kRate * deriv(loss, v)));
  return computation({loss, doall(updates)}, parameters);
}

Op cross_entropy_of(const Op& outputs, const Axis& y, const Op& classes) {
  const Op probabilities = softmax(outputs, Axes(y));
  return mean(cross_entropy_multi(probabilities, one_hot(classes, y), out_axes(classes.axes())),
              out_axes({}));
}

Tensor classes(const Shape& shape, std::int64_t count) {
  Tensor result(DType::f32, shape);
  for (std::int64_t i = 0; i < result.size(); ++i)
    result.set(i, static_cast<double>(i * 7 % count));
  return result;
}

namespace {

struct Convnet {
  explicit Convnet(std::int64_t batch) : n(make_axis(batch, "N")) {}
  Axis n, y = make_axis(10, "Y");
  Op x, outputs;
};

Op convolved(const Op& x, std::int64_t channels, double size) {
  const Axes& in = x.axes();
  const Axis k = make_axis(channels, "K" + std::to_string(channels));
  const Op filters =
      weights({in[0], make_axis(1, "T"), make_axis(5, "R"), make_axis(5, "S"), k}, size);
  const WindowParams same = {{"pad_d", 0}, {"pad_h", 2}, {"pad_w", 2}, {"str_d", 1}, {"str_h", 1},
                             {"str_w", 1}, {"dil_d", 1}, {"dil_h", 1}, {"dil_w", 1}};
  const WindowParams halves = {{"J", 1},     {"T", 1},     {"R", 2},     {"S", 2},
                               {"pad_c", 0}, {"pad_d", 0}, {"pad_h", 0}, {"pad_w", 0},
                               {"str_c", 1}, {"str_d", 1}, {"str_h", 2}, {"str_w", 2}};
  const Op made = convolution(same, x, filters, Axes{k, in[1], in[2], in[3], in[4]});
  return pooling("max", halves, rectified(made + variable({k}, 0.0)));
}

Convnet convnet(std::int64_t batch) {
  Convnet net(batch);
  net.x = placeholder(
      {make_axis(3, "C"), make_axis(1, "D"), make_axis(32, "H"), make_axis(32, "W"), net.n});
  const Op features = convolved(convolved(net.x, 16, 0.1), 32, 0.05);
  const Axis f = make_axis(500, "F");
  const Op hidden = rectified(
      dot(weights(Axes(f) + features.axes().sample_axes(), 0.02), features) + variable({f}, 0.0));
  net.outputs = dot(weights({net.y, f}, 0.05), hidden) + variable({net.y}, 0.0);
  return net;
}

}  // namespace

Prepared mlp_step() {
  const Axis f = make_axis(784, "F"), h = make_axis(1000, "H"), y = make_axis(10, "Y");
  const Axis n = make_axis(128, "N");
  const Op x = placeholder({f, n}), labels = placeholder({n});
  const Op hidden = rectified(dot(weights({h, f}, 0.04), x) + variable({h}, 0.0));
  const Op outputs = dot(weights({y, h}, 0.04), hidden) + variable({y}, 0.0);
  return {descent(cross_entropy_of(outputs, y, labels), {x, labels}),
          {uneven({784, 128}, 1), classes({128}, 10)}};
}

Prepared convnet_step() {
  const Convnet net = convnet(128);
  const Op labels = placeholder({net.n});
  return {descent(cross_entropy_of(net.outputs, net.y, labels), {net.x, labels}),
          {uneven(net.x.axes().lengths(), 1), classes({128}, 10)}};
}

Prepared convnet_forward(std::int64_t batch) {
  const Convnet net = convnet(batch);
  return {computation({net.outputs}, {net.x}), {uneven(net.x.axes().lengths(), 1)}};
}

Prepared lstm_step(std::int64_t cells, std::int64_t batch) {
  const Axis t = make_axis(30, "REC"), f = make_axis(64, "F"), n = make_axis(batch, "N");
  const Axis h = make_axis(cells, "H"), before = make_axis(cells, "H_before");
  const Axis g = make_axis(4 * cells, "G"), y = make_axis(64, "Y");
  const Op x = placeholder({t, f, n}), labels = placeholder({t, n});
  const Op W = weights({g, f}, 0.1), R = weights({g, before}, 0.1), b = variable({g}, 0.0);
  const Op V = weights({y, h}, 0.1), c = variable({y}, 0.0);
  const Op nothing = constant(Tensor(0.0), {h, n});
  const ScanResult lstm = scan(
      t, {nothing, nothing}, {x},
      [&](const std::vector<Op>& states, const std::vector<Op>& points) {
        const Op gates = dot(W, points[0]) + dot(R, cast_axes(states[0], {before, n})) + b;
        const auto gate = [&](std::int64_t i) {
          return tensor_slice(
              gates, {SliceItem::range(i * cells, (i + 1) * cells), SliceItem::all()}, Axes{h, n});
        };
        const Op cell = sigmoid(gate(1)) * states[1] + sigmoid(gate(0)) * tanh(gate(2));
        const Op state = sigmoid(gate(3)) * tanh(cell);
        return ScanStep{{state, cell}, {dot(V, state) + c}};
      });
  Tensor points(DType::f32, {30, 64, batch});
  for (std::int64_t i = 0; i < 30; ++i) {
    for (std::int64_t j = 0; j < batch; ++j)
      points.set((i * 64 + (i * 5 + j * 3) % 64) * batch + j, 1);
  }
  return {descent(cross_entropy_of(lstm.outputs[0], y, labels), {x, labels}),
          {points, classes({30, batch}, 64)}};
}

}  // namespace ng::bench
