// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/sequence_models.h"

#include <cmath>

#include "tests/bench/onnx_graph.h"
#include "tests/bench/scattered.h"

namespace ng::bench {
namespace {

using Names = std::vector<std::string>;

constexpr std::int64_t width = 768, heads = 12, each = width / heads;  // of BERT-base and GPT-2

// Layers over tokens "x" (batch, tokens, width).
class TokenGraph {
 public:
  TokenGraph(std::int64_t batch, std::int64_t tokens) : batch_(batch), tokens_(tokens) {
    graph_.constant("half", 0.5f);
    graph_.constant("one", 1.0f);
    graph_.constant("root", static_cast<float>(std::sqrt(0.5)));
    graph_.constant("scale", static_cast<float>(1 / std::sqrt(static_cast<double>(each))));
    graph_.constant("apart", longs({batch, tokens, heads, each}));
    graph_.constant("together", longs({batch, tokens, width}));
  }

  std::string linear(const std::string& x, std::int64_t from, std::int64_t to) {
    const std::string name = "linear" + std::to_string(++count_);
    const double size = 1 / std::sqrt(static_cast<double>(from));
    graph_.constant(name + ".weight", scattered({from, to}, size));
    graph_.constant(name + ".bias", scattered({to}, 0.1));
    return add("Add", {add("MatMul", {x, name + ".weight"}), name + ".bias"});
  }
  std::string norm(const std::string& x) {
    const std::string name = "norm" + std::to_string(++count_);
    Tensor scale = scattered({width}, 0.1);
    for (std::int64_t i = 0; i < width; ++i) scale.as<float>()[i] += 1;
    graph_.constant(name + ".scale", scale);
    graph_.constant(name + ".shift", scattered({width}, 0.1));
    return add("LayerNormalization", {x, name + ".scale", name + ".shift"},
               {{"axis", std::int64_t{-1}}});
  }
  std::string sum(const std::string& x, const std::string& y) { return add("Add", {x, y}); }
  // With the error function, as PyTorch's exporter writes it.
  std::string gelu(const std::string& x) {
    const std::string grown = add("Add", {add("Erf", {add("Mul", {x, "root"})}), "one"});
    return add("Mul", {add("Mul", {x, grown}), "half"});
  }
  // (batch, heads, tokens, each); for keys (batch, heads, each, tokens).
  std::string by_head(const std::string& x, bool keys = false) {
    const std::vector<std::int64_t> order =
        keys ? std::vector<std::int64_t>{0, 2, 3, 1} : std::vector<std::int64_t>{0, 2, 1, 3};
    return add("Transpose", {add("Reshape", {x, "apart"})}, {{"perm", order}});
  }
  std::string attended(const std::string& queries, const std::string& keys,
                       const std::string& values) {
    const std::string scores = add("Mul", {add("MatMul", {queries, keys}), "scale"});
    const std::string shares = add("Softmax", {scores}, {{"axis", std::int64_t{-1}}});
    const std::vector<std::int64_t> order = {0, 2, 1, 3};
    const std::string turned =
        add("Transpose", {add("MatMul", {shares, values})}, {{"perm", order}});
    return add("Reshape", {turned, "together"});
  }
  std::string feed_forward(const std::string& x) {
    return linear(gelu(linear(x, width, 4 * width)), 4 * width, width);
  }
  // Element i of the cache "x2" (2 layers, batch, heads, positions, each), before the new
  // positions.
  std::string remembered(std::int64_t i, const std::string& made) {
    const std::string place = "place" + std::to_string(i);
    graph_.constant(place, longs({}, i));
    return add("Concat", {add("Gather", {"x2", place}), made}, {{"axis", std::int64_t{2}}});
  }
  std::string keys_of(const std::string& x) {
    const std::vector<std::int64_t> order = {0, 1, 3, 2};
    return add("Transpose", {x}, {{"perm", order}});
  }

  OnnxModel made(const std::string& y, const std::vector<Tensor>& more = {}) {
    graph_.node("Identity", {y}, "y");
    const Shape shape{batch_, tokens_, width};
    std::vector<Tensor> arguments = {scattered(shape, 1)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return finished(graph_, arguments, shape);
  }

 private:
  static Tensor longs(const std::vector<std::int64_t>& values) {
    Tensor tensor(DType::i64, {static_cast<std::int64_t>(values.size())});
    std::copy(values.begin(), values.end(), tensor.as<std::int64_t>());
    return tensor;
  }
  static Tensor longs(const Shape& scalar, std::int64_t value) {
    Tensor tensor(DType::i64, scalar);
    tensor.as<std::int64_t>()[0] = value;
    return tensor;
  }
  std::string add(const std::string& type, const Names& inputs,
                  const std::vector<OnnxAttribute>& attributes = {}) {
    const std::string name = type + std::to_string(++count_);
    graph_.node(type, inputs, name, attributes);
    return name;
  }

  const std::int64_t batch_, tokens_;
  OnnxGraph graph_;
  int count_ = 0;
};

constexpr int layers = 4;

// Arxiv 1810.04805: the norm follows the sum.
OnnxModel encoder(std::int64_t batch) {
  TokenGraph g(batch, 128);
  std::string x = "x";
  for (int layer = 0; layer < layers; ++layer) {
    const std::string q = g.by_head(g.linear(x, width, width));
    const std::string k = g.by_head(g.linear(x, width, width), true);
    const std::string v = g.by_head(g.linear(x, width, width));
    x = g.norm(g.sum(x, g.linear(g.attended(q, k, v), width, width)));
    x = g.norm(g.sum(x, g.feed_forward(x)));
  }
  return g.made(x);
}

// GPT-2: the norm comes first, and keys and values of 511 positions come from a cache.
OnnxModel decoder_step() {
  TokenGraph g(1, 1);
  std::string x = "x";
  for (int layer = 0; layer < layers; ++layer) {
    const std::string normed = g.norm(x);
    const std::string q = g.by_head(g.linear(normed, width, width));
    const std::string k = g.by_head(g.linear(normed, width, width));
    const std::string v = g.by_head(g.linear(normed, width, width));
    const std::string keys = g.keys_of(g.remembered(2 * layer, k));
    const std::string values = g.remembered(2 * layer + 1, v);
    x = g.sum(x, g.linear(g.attended(q, keys, values), width, width));
    x = g.sum(x, g.feed_forward(g.norm(x)));
  }
  return g.made(x, {scattered({2 * layers, 1, heads, 511, each}, 1)});
}

// Attention alone, whose scores are larger than all else.
OnnxModel attention(std::int64_t tokens) {
  TokenGraph g(1, tokens);
  return g.made(g.attended(g.by_head("x"), g.by_head("x", true), g.by_head("x")));
}

// Two layers over (positions, batch, features), with all hidden values.
OnnxModel recurrent(const char* type, std::int64_t gates, std::int64_t batch, std::int64_t hidden) {
  constexpr std::int64_t positions = 64;
  OnnxGraph graph;
  const double size = 1 / std::sqrt(static_cast<double>(hidden));
  std::string x = "x";
  for (const std::string layer : {"first", "second"}) {
    graph.constant(layer + ".weight", scattered({1, gates * hidden, hidden}, size));
    graph.constant(layer + ".recurrent", scattered({1, gates * hidden, hidden}, size));
    graph.constant(layer + ".bias", scattered({1, 2 * gates * hidden}, 0.1));
    graph.node(type, {x, layer + ".weight", layer + ".recurrent", layer + ".bias"}, layer,
               {{"hidden_size", hidden}});
    graph.constant(layer + ".axes", Tensor::from(DType::i64, {1}, std::vector<double>{1}));
    x = layer == "second" ? "y" : layer + ".values";
    graph.node("Squeeze", {layer, layer + ".axes"}, x);
  }
  const Shape shape{positions, batch, hidden};
  return finished(graph, {scattered(shape, 1)}, shape);
}

}  // namespace

const std::vector<NamedModel>& sequence_models() {
  static const std::vector<NamedModel> models = {
      {"BERT-base, 4 layers, 128 tokens, batch 1", "encoder_1", [] { return encoder(1); }},
      {"BERT-base, 4 layers, 128 tokens, batch 8", "encoder_8", [] { return encoder(8); }},
      {"GPT-2, 4 layers, a step with 512 positions", "decoder_step", decoder_step},
      {"attention, 12 heads, 128 tokens", "attention_128", [] { return attention(128); }},
      {"attention, 12 heads, 1024 tokens", "attention_1024", [] { return attention(1024); }},
      {"two LSTM layers, 64 x 256, batch 1", "lstm_layers_1",
       [] { return recurrent("LSTM", 4, 1, 256); }},
      {"two LSTM layers, 64 x 256, batch 32", "lstm_layers_32",
       [] { return recurrent("LSTM", 4, 32, 256); }},
      {"two GRU layers, 64 x 256, batch 1", "gru_layers_1",
       [] { return recurrent("GRU", 3, 1, 256); }}};
  return models;
}

}  // namespace ng::bench
