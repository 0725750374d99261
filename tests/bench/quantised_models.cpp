// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/quantised_models.h"

#include <cmath>

#include "tests/bench/onnx_graph.h"
#include "tests/bench/scattered.h"

namespace ng::bench {
namespace {

constexpr std::int64_t side = 224, classes = 1000;
constexpr double largest_weight = 100, step = 0.05;  // of int8 weights; between activations

Tensor scalar(DType dtype, double value) {
  Tensor tensor(dtype, {});
  tensor.set(0, value);
  return tensor;
}

// A value of the graph and its channels.
struct Value {
  std::string name;
  std::int64_t channels = 0;
};

struct Window {
  std::int64_t size = 1, stride = 1;
};

std::vector<OnnxAttribute> attributes(const Window& window) {
  const std::vector<std::int64_t> pads(4, window.size / 2), strides(2, window.stride);
  return {{"pads", pads}, {"strides", strides}};
}

// Layers over a graph that begins with images "x". Values between layers are quantised and
// dequantised: to 0 … 255 around zero or, after a rectifier, from zero on.
class QuantisedGraph {
 public:
  QuantisedGraph() {
    graph_.constant("step", static_cast<float>(step));
    graph_.constant("from_zero", scalar(DType::u8, 0));
    graph_.constant("around_zero", scalar(DType::u8, 128));
  }

  Value images() { return quantised({"x", 3}, false); }

  Value convolution(const Value& x, std::int64_t filters, const Window& window) {
    const std::string name = next("layer");
    const std::int64_t taps = x.channels * window.size * window.size;
    // Outputs about as large as the images.
    const double weight_step = 2 / std::sqrt(static_cast<double>(taps)) / largest_weight;
    Tensor steps(DType::f32, {filters}), bias_steps(DType::f32, {filters});
    for (std::int64_t k = 0; k < filters; ++k) {
      steps.set(k, weight_step);
      bias_steps.set(k, weight_step * step);
    }
    graph_.constant(name + ".steps", steps);
    graph_.constant(name + ".bias_steps", bias_steps);
    graph_.constant(name + ".bytes", scattered({filters, x.channels, window.size, window.size},
                                               largest_weight, DType::i8));
    graph_.constant(name + ".integers", scattered({filters}, 1000, DType::i32));
    const std::vector<OnnxAttribute> by_filter{{"axis", std::int64_t{0}}};
    graph_.node("DequantizeLinear", {name + ".bytes", name + ".steps"}, name + ".weight",
                by_filter);
    graph_.node("DequantizeLinear", {name + ".integers", name + ".bias_steps"}, name + ".bias",
                by_filter);
    graph_.node("Conv", {x.name, name + ".weight", name + ".bias"}, name, attributes(window));
    return {name, filters};
  }
  Value quantised(const Value& x, bool from_zero) {
    const std::string name = next("value"), zero = from_zero ? "from_zero" : "around_zero";
    graph_.node("QuantizeLinear", {x.name, "step", zero}, name + ".bytes");
    graph_.node("DequantizeLinear", {name + ".bytes", "step", zero}, name);
    return {name, x.channels};
  }
  Value rectified(const Value& x) { return quantised(add("Relu", {x.name}, x.channels), true); }
  Value sum(const Value& x, const Value& y) { return add("Add", {x.name, y.name}, x.channels); }
  Value maximum(const Value& x) {
    const std::vector<std::int64_t> three(2, 3), two(2, 2), pads(4, 1);
    return quantised(add("MaxPool", {x.name}, x.channels,
                         {{"kernel_shape", three}, {"strides", two}, {"pads", pads}}),
                     true);
  }

  OnnxModel classified(const Value& x, std::int64_t batch) {
    const Value mean = add("GlobalAveragePool", {x.name}, x.channels);
    const Value flat = add("Flatten", {mean.name}, x.channels);
    const double size = 1 / std::sqrt(static_cast<double>(x.channels));
    graph_.constant("classes.weight", scattered({x.channels, classes}, size));
    graph_.node("MatMul", {flat.name, "classes.weight"}, "y");
    return finished(graph_, {scattered({batch, 3, side, side}, 1)}, {batch, classes});
  }

 private:
  std::string next(const std::string& kind) { return kind + std::to_string(++count_); }
  Value add(const std::string& type, const std::vector<std::string>& inputs, std::int64_t channels,
            const std::vector<OnnxAttribute>& attributes = {}) {
    const std::string name = next(type);
    graph_.node(type, inputs, name, attributes);
    return {name, channels};
  }

  OnnxGraph graph_;
  int count_ = 0;
};

// Arxiv 1512.03385, table 1, with 18 layers.
OnnxModel resnet(std::int64_t batch) {
  QuantisedGraph g;
  Value x = g.maximum(g.rectified(g.convolution(g.images(), 64, {7, 2})));
  for (std::int64_t stage = 0; stage < 4; ++stage) {
    const std::int64_t width = std::int64_t{64} << stage;
    for (int block = 0; block < 2; ++block) {
      const std::int64_t stride = stage > 0 && block == 0 ? 2 : 1;
      Value y = g.rectified(g.convolution(x, width, {3, stride}));
      y = g.quantised(g.convolution(y, width, {3, 1}), false);
      if (stride != 1) x = g.quantised(g.convolution(x, width, {1, stride}), false);
      x = g.rectified(g.sum(y, x));
    }
  }
  return g.classified(x, batch);
}

OnnxModel one_layer() {
  constexpr std::int64_t channels = 64, length = 56;
  OnnxGraph graph;
  graph.constant("step", static_cast<float>(step));
  graph.constant("zero", scalar(DType::u8, 128));
  graph.constant("made_step", 3.0f);
  Tensor steps(DType::f32, {channels});
  for (std::int64_t k = 0; k < channels; ++k) steps.set(k, 0.01 + 0.0001 * static_cast<double>(k));
  graph.constant("steps", steps);
  graph.constant("zeros", Tensor(DType::i8, {channels}));
  graph.constant("weight", scattered({channels, channels, 3, 3}, largest_weight, DType::i8));
  graph.constant("bias", scattered({channels}, 1000, DType::i32));
  graph.node("QLinearConv",
             {"x", "step", "zero", "weight", "steps", "zeros", "made_step", "zero", "bias"}, "y",
             attributes({3, 1}));
  const Shape shape{1, channels, length, length};
  return finished(graph, {scattered(shape, 128, DType::u8, 128)}, shape, DType::u8);
}

}  // namespace

const std::vector<NamedModel>& quantised_models() {
  static const std::vector<NamedModel> models = {
      {"QLinearConv 3 x 3, 64 to 64, 56 x 56", "byte_convolution", one_layer},
      {"quantised ResNet-18, batch 1", "quantised_resnet_18_1", [] { return resnet(1); }},
      {"quantised ResNet-18, batch 8", "quantised_resnet_18_8", [] { return resnet(8); }}};
  return models;
}

}  // namespace ng::bench
