// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/image_models.h"

#include <cmath>

#include "tests/bench/onnx_graph.h"
#include "tests/bench/scattered.h"

namespace ng::bench {
namespace {

constexpr std::int64_t side = 224, classes = 1000;

// A value of the graph and its channels.
struct Value {
  std::string name;
  std::int64_t channels = 0;
};

struct Window {
  std::int64_t size = 1, stride = 1, groups = 1;
};

// Layers over a graph that begins with images "x".
class ImageGraph {
 public:
  explicit ImageGraph(std::int64_t batch) : batch_(batch) {
    graph_.constant("zero", 0.0f);
    graph_.constant("six", 6.0f);
  }

  Value images() const { return {"x", 3}; }

  Value convolution(const Value& x, std::int64_t filters, const Window& window = {}) {
    const std::int64_t each = x.channels / window.groups, pad = window.size / 2;
    // Outputs about as large as the images.
    const double size = 2 / std::sqrt(static_cast<double>(each * window.size * window.size));
    const std::string name = "layer" + std::to_string(++count_);
    graph_.constant(name + ".weight", scattered({filters, each, window.size, window.size}, size));
    graph_.constant(name + ".bias", scattered({filters}, 0.1));
    const std::vector<std::int64_t> pads(4, pad), strides(2, window.stride);
    return add("Conv", {x.name, name + ".weight", name + ".bias"}, filters,
               {{"pads", pads}, {"strides", strides}, {"group", window.groups}});
  }
  Value relu(const Value& x) { return add("Relu", {x.name}, x.channels); }
  Value clip(const Value& x) { return add("Clip", {x.name, "zero", "six"}, x.channels); }
  Value sigmoid(const Value& x) { return add("Sigmoid", {x.name}, x.channels); }
  Value silu(const Value& x) { return product(x, sigmoid(x)); }
  Value sum(const Value& x, const Value& y) { return add("Add", {x.name, y.name}, x.channels); }
  Value product(const Value& x, const Value& y) { return add("Mul", {x.name, y.name}, x.channels); }
  Value mean(const Value& x) { return add("GlobalAveragePool", {x.name}, x.channels); }
  Value maximum(const Value& x, std::int64_t pad) {
    const std::vector<std::int64_t> three(2, 3), two(2, 2), pads(4, pad);
    return add("MaxPool", {x.name}, x.channels,
               {{"kernel_shape", three}, {"strides", two}, {"pads", pads}});
  }
  Value joined(const Value& x, const Value& y) {
    return add("Concat", {x.name, y.name}, x.channels + y.channels, {{"axis", std::int64_t{1}}});
  }

  OnnxModel classified(const Value& x) {
    const Value flat = add("Flatten", {mean(x).name}, x.channels);
    const double size = 1 / std::sqrt(static_cast<double>(x.channels));
    graph_.constant("classes.weight", scattered({x.channels, classes}, size));
    graph_.node("MatMul", {flat.name, "classes.weight"}, "y");
    return made();
  }
  OnnxModel means_of(const Value& x) {
    graph_.node("Flatten", {mean(x).name}, "y");
    return made();
  }

 private:
  OnnxModel made() {
    return finished(graph_, {scattered({batch_, 3, side, side}, 1)}, {batch_, classes});
  }
  Value add(const std::string& type, const std::vector<std::string>& inputs, std::int64_t channels,
            const std::vector<OnnxAttribute>& attributes = {}) {
    const std::string name = type + std::to_string(++count_);
    graph_.node(type, inputs, name, attributes);
    return {name, channels};
  }

  const std::int64_t batch_;
  OnnxGraph graph_;
  int count_ = 0;
};

// Arxiv 1512.03385, table 1: with 18 layers if `narrow`, else with 50.
OnnxModel resnet(std::int64_t batch, bool narrow) {
  ImageGraph g(batch);
  Value x = g.maximum(g.relu(g.convolution(g.images(), 64, {7, 2})), 1);
  const std::vector<int> blocks = narrow ? std::vector{2, 2, 2, 2} : std::vector{3, 4, 6, 3};
  for (std::size_t stage = 0; stage < blocks.size(); ++stage) {
    const std::int64_t width = std::int64_t{64} << stage, made = narrow ? width : 4 * width;
    for (int block = 0; block < blocks[stage]; ++block) {
      const std::int64_t stride = stage > 0 && block == 0 ? 2 : 1;
      Value y = g.relu(g.convolution(x, width, {narrow ? 3 : 1, narrow ? stride : 1}));
      if (!narrow) y = g.relu(g.convolution(y, width, {3, stride}));
      y = g.convolution(y, made, {narrow ? 3 : 1});
      if (x.channels != made || stride != 1) x = g.convolution(x, made, {1, stride});
      x = g.relu(g.sum(y, x));
    }
  }
  return g.classified(x);
}

struct Stage {
  std::int64_t expansion, filters, size, stride;
  int blocks;
};

using Activation = Value (ImageGraph::*)(const Value&);

// The mean of each channel decides by how much the channel counts.
Value squeezed_and_excited(ImageGraph& g, const Value& x, std::int64_t squeezed) {
  const Value few = g.silu(g.convolution(g.mean(x), squeezed));
  return g.product(x, g.sigmoid(g.convolution(few, x.channels)));
}

// Inverted bottlenecks: more channels, each convolved alone, then fewer.
OnnxModel inverted(std::int64_t batch, const std::vector<Stage>& stages, Activation activation,
                   bool squeezes) {
  ImageGraph g(batch);
  Value x = (g.*activation)(g.convolution(g.images(), 32, {3, 2}));
  for (const Stage& s : stages) {
    for (int block = 0; block < s.blocks; ++block) {
      const std::int64_t width = x.channels * s.expansion, stride = block == 0 ? s.stride : 1;
      Value y = s.expansion > 1 ? (g.*activation)(g.convolution(x, width)) : x;
      y = (g.*activation)(g.convolution(y, width, {s.size, stride, width}));
      if (squeezes) y = squeezed_and_excited(g, y, x.channels / 4);
      y = g.convolution(y, s.filters);
      x = stride == 1 && x.channels == s.filters ? g.sum(x, y) : y;
    }
  }
  return g.classified((g.*activation)(g.convolution(x, 1280)));
}

// Arxiv 1801.04381, table 2.
OnnxModel mobilenet(std::int64_t batch) {
  return inverted(batch,
                  {{1, 16, 3, 1, 1},
                   {6, 24, 3, 2, 2},
                   {6, 32, 3, 2, 3},
                   {6, 64, 3, 2, 4},
                   {6, 96, 3, 1, 3},
                   {6, 160, 3, 2, 3},
                   {6, 320, 3, 1, 1}},
                  &ImageGraph::clip, false);
}

// Arxiv 1905.11946, table 1.
OnnxModel efficientnet(std::int64_t batch) {
  return inverted(batch,
                  {{1, 16, 3, 1, 1},
                   {6, 24, 3, 2, 2},
                   {6, 40, 5, 2, 2},
                   {6, 80, 3, 2, 3},
                   {6, 112, 5, 1, 3},
                   {6, 192, 5, 2, 4},
                   {6, 320, 3, 1, 1}},
                  &ImageGraph::silu, true);
}

// Version 1.1 of arxiv 1602.07360.
OnnxModel squeezenet(std::int64_t batch) {
  ImageGraph g(batch);
  Value x = g.maximum(g.relu(g.convolution(g.images(), 64, {3, 2})), 0);
  int fire = 0;
  for (const std::int64_t width : {16, 16, 32, 32, 48, 48, 64, 64}) {
    const Value squeezed = g.relu(g.convolution(x, width));
    x = g.joined(g.relu(g.convolution(squeezed, 4 * width)),
                 g.relu(g.convolution(squeezed, 4 * width, {3})));
    if (++fire == 2 || fire == 4) x = g.maximum(x, 0);
  }
  return g.means_of(g.relu(g.convolution(x, classes)));
}

}  // namespace

const std::vector<NamedModel>& image_models() {
  static const std::vector<NamedModel> models = [] {
    std::vector<NamedModel> all;
    const auto add = [&all](const std::string& name, const std::string& peers_case,
                            const std::function<OnnxModel(std::int64_t)>& make) {
      for (const std::int64_t batch : {1, 8}) {
        const std::string count = std::to_string(batch);
        all.push_back({name + ", batch " + count, peers_case + "_" + count,
                       [make, batch] { return make(batch); }});
      }
    };
    add("ResNet-18", "resnet_18", [](std::int64_t batch) { return resnet(batch, true); });
    add("ResNet-50", "resnet_50", [](std::int64_t batch) { return resnet(batch, false); });
    add("MobileNetV2", "mobilenet_v2", mobilenet);
    add("EfficientNet-B0", "efficientnet_b0", efficientnet);
    add("SqueezeNet", "squeezenet", squeezenet);
    return all;
  }();
  return models;
}

}  // namespace ng::bench
