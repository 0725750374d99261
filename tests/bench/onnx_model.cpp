// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/onnx_model.h"

#include "tests/bench/arrays.h"
#include "tests/bench/image_models.h"
#include "tests/bench/index_models.h"
#include "tests/bench/onnx_graph.h"
#include "tests/bench/quantised_models.h"
#include "tests/bench/sequence_models.h"

namespace ng::bench {
namespace {

constexpr const char* kArguments[] = {"x", "x2"};

// uneven({channels, r, s, last}) with the last axis moved to the front, as in ONNX's NCHW layout.
Tensor last_first(const Shape& shape, double size) {
  const Tensor ours = uneven(shape, size);
  const std::int64_t last = shape.back(), others = ours.size() / last;
  Tensor result(DType::f32, {last, shape[0], shape[1], shape[2]});
  for (std::int64_t i = 0; i < others; ++i) {
    for (std::int64_t j = 0; j < last; ++j) {
      result.as<float>()[j * others + i] = ours.as<float>()[i * last + j];
    }
  }
  return result;
}

// Convolution with 5 x 5 filters, padding, ReLU and 2 x 2 pooling.
void convolved(OnnxGraph& graph, const std::string& in, const std::string& out, std::int64_t from,
               std::int64_t to, double size) {
  using Numbers = std::vector<std::int64_t>;
  graph.constant(out + ".filters", last_first({from, 5, 5, to}, size));
  graph.constant(out + ".bias", Tensor(DType::f32, {to}));
  graph.node("Conv", {in, out + ".filters", out + ".bias"}, out + ".made",
             {{"kernel_shape", Numbers{5, 5}}, {"pads", Numbers{2, 2, 2, 2}}});
  graph.node("Relu", {out + ".made"}, out + ".rectified");
  graph.node("MaxPool", {out + ".rectified"}, out,
             {{"kernel_shape", Numbers{2, 2}}, {"strides", Numbers{2, 2}}});
}

void dense(OnnxGraph& graph, const std::string& in, const std::string& out, std::int64_t from,
           std::int64_t to, double size) {
  graph.constant(out + ".weights", uneven({to, from}, size));
  graph.constant(out + ".bias", Tensor(DType::f32, {to}));
  graph.node("Gemm", {in, out + ".weights", out + ".bias"}, out, {{"transB", std::int64_t{1}}});
}

OnnxModel chain_model(std::int64_t elements) {
  OnnxGraph graph;
  graph.constant("a", 1.5f);
  graph.constant("b", 0.25f);
  graph.constant("c", 3.0f);
  graph.constant("d", 0.5f);
  graph.node("Mul", {"x", "a"}, "ax");
  graph.node("Add", {"ax", "b"}, "ax_b");
  graph.node("Sigmoid", {"ax_b"}, "s");
  graph.node("Mul", {"s", "c"}, "sc");
  graph.node("Sub", {"sc", "d"}, "y");
  return finished(graph, {uneven({elements}, 2)}, {elements});
}

OnnxModel softmax_rows_model(std::int64_t rows, std::int64_t columns) {
  OnnxGraph graph;
  graph.node("Softmax", {"x"}, "y", {{"axis", std::int64_t{1}}});
  return finished(graph, {uneven({rows, columns}, 2)}, {rows, columns});
}

OnnxModel layer_norm_model(std::int64_t rows, std::int64_t columns) {
  OnnxGraph graph;
  graph.constant("scale", uneven({columns}, 1));
  graph.constant("shift", uneven({columns}, 0.5));
  graph.node("LayerNormalization", {"x", "scale", "shift"}, "y",
             {{"axis", std::int64_t{1}}, {"epsilon", 1e-5f}});
  return finished(graph, {uneven({rows, columns}, 2)}, {rows, columns});
}

OnnxModel matmul_model(const MatmulShape& shape) {
  const auto& [m, n, k] = shape;
  OnnxGraph graph;
  graph.node("MatMul", {"x", "x2"}, "y");
  return finished(graph, {uneven({m, k}, 1), uneven({k, n}, 1)}, {m, n});
}

OnnxModel byte_matmul_model(const MatmulShape& shape) {
  OnnxGraph graph;
  const ByteMatrices matrices(shape);
  graph.constant("weights", matrices.weights);
  graph.node("MatMulInteger", {"x", "weights"}, "y");
  return finished(graph, {matrices.x}, {shape.m, shape.n}, DType::i32);
}

OnnxModel half_mlp_model() {
  OnnxGraph graph;
  const HalfMlp mlp;
  graph.constant("first", mlp.first);
  graph.constant("second", mlp.second);
  graph.constant("bias", mlp.bias);
  graph.node("MatMul", {"x", "first"}, "product");
  graph.node("Add", {"product", "bias"}, "hidden");
  graph.node("Relu", {"hidden"}, "rectified");
  graph.node("MatMul", {"rectified", "second"}, "y");
  return finished(graph, {mlp.x}, {mlp.x.shape[0], mlp.second.shape[1]}, DType::f16);
}

OnnxModel convnet_model(std::int64_t batch) {
  OnnxGraph graph;
  convolved(graph, "x", "first", 3, 16, 0.1);
  convolved(graph, "first", "second", 16, 32, 0.05);
  graph.node("Flatten", {"second"}, "features");
  dense(graph, "features", "hidden", 2048, 500, 0.02);
  graph.node("Relu", {"hidden"}, "rectified");
  dense(graph, "rectified", "y", 500, 10, 0.05);
  OnnxModel model = finished(graph, {last_first({3, 32, 32, batch}, 1)}, {batch, 10});
  model.transposed = true;
  return model;
}

}  // namespace

OnnxModel finished(OnnxGraph& graph, std::vector<Tensor> arguments, const Shape& result,
                   DType dtype) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    graph.input(kArguments[i], arguments[i].shape, arguments[i].dtype);
  }
  graph.output("y", result, dtype);
  return {graph.model(), std::move(arguments), Tensor(dtype, result)};
}

OnnxModel onnx_x_plus_one() {
  OnnxGraph graph;
  graph.constant("one", 1.0f);
  graph.node("Add", {"x", "one"}, "y");
  return finished(graph, {Tensor(DType::f32, {})}, {});
}

std::map<std::string, std::function<OnnxModel()>> onnx_models() {
  std::map<std::string, std::function<OnnxModel()>> models = {
      {"convnet_forward", [] { return convnet_model(128); }},
      {"convnet_forward_1", [] { return convnet_model(1); }},
      {"softmax_1024x1024", [] { return softmax_rows_model(1024, 1024); }},
      {"softmax_64x32000", [] { return softmax_rows_model(64, 32000); }},
      {"layer_norm_1024x1024", [] { return layer_norm_model(1024, 1024); }},
      {"byte_matmul", [] { return byte_matmul_model(byte_matmul_shape); }},
      {"half_mlp", half_mlp_model}};
  for (const std::int64_t elements : {1000, 1'000'000, 30'000'000}) {
    models["chain_" + std::to_string(elements)] = [elements] { return chain_model(elements); };
  }
  for (const MatmulShape& shape : matmul_shapes()) {
    models["matmul_" + to_string(shape)] = [shape] { return matmul_model(shape); };
  }
  models.merge(index_models());
  for (const auto& named : {image_models(), quantised_models(), sequence_models()})
    for (const NamedModel& model : named) models[model.peers_case] = model.make;
  return models;
}

}  // namespace ng::bench
