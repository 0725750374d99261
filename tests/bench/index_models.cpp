// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/index_models.h"

#include <span>

#include "engine/formats/onnx/onnx_file.h"
#include "engine/frontends/onnx/import_model.h"
#include "tests/bench/onnx_graph.h"

namespace ng::bench {
namespace {

constexpr std::int64_t one = 1;

// Integers from 0 to `end`, in an order without pattern.
Tensor indices(const Shape& shape, std::int64_t end) {
  Tensor tensor(DType::i64, shape);
  for (std::int64_t i = 0; i < tensor.size(); ++i)
    tensor.as<std::int64_t>()[i] = i * i % 7919 * 31 % end;
  return tensor;
}

OnnxModel top_k() {
  OnnxGraph graph;
  graph.constant("k", Tensor::from(DType::i64, {1}, std::vector<double>{10}));
  graph.node("TopK", {"x", "k"}, "y", {}, {"positions"});
  return finished(graph, {uneven({8, 4000}, 2)}, {8, 10});
}

OnnxModel running_sum() {
  OnnxGraph graph;
  graph.constant("axis", Tensor::from(DType::i64, {}, std::vector<double>{1}));
  graph.node("CumSum", {"x", "axis"}, "y");
  return finished(graph, {uneven({8, 4000}, 2)}, {8, 4000});
}

// One position of each sample in a cache of keys.
OnnxModel cache_update() {
  OnnxGraph graph;
  Tensor places(DType::i64, {8, 2});
  for (std::int64_t i = 0; i < 8; ++i) {
    places.as<std::int64_t>()[2 * i] = i;
    places.as<std::int64_t>()[2 * i + 1] = 77;
  }
  graph.constant("places", places);
  graph.node("ScatterND", {"x", "places", "x2"}, "y");
  return finished(graph, {uneven({8, 512, 64}, 2), uneven({8, 64}, 1)}, {8, 512, 64});
}

OnnxModel scatter_add() {
  OnnxGraph graph;
  graph.constant("rows", indices({1000, 8}, 1000));
  graph.node("ScatterElements", {"x", "rows", "x2"}, "y",
             {{"axis", one - 1}, {"reduction", "add"}});
  return finished(graph, {uneven({1000, 8}, 2), uneven({1000, 8}, 1)}, {1000, 8});
}

OnnxModel embedding() {
  OnnxGraph graph;
  graph.constant("rows", indices({4, 128}, 30000));
  graph.node("Gather", {"x", "rows"}, "y");
  return finished(graph, {uneven({30000, 64}, 2)}, {4, 128, 64});
}

}  // namespace

std::map<std::string, std::function<OnnxModel()>> index_models() {
  return {{"top_k_8x4000", top_k},
          {"running_sum_8x4000", running_sum},
          {"cache_8x512x64", cache_update},
          {"scatter_add_1000x8", scatter_add},
          {"embedding_30000x64", embedding}};
}

Prepared imported(const OnnxModel& model) {
  Reader reader(std::as_bytes(std::span(model.bytes)), "model");
  Notes notes;
  const onnx::ImportedModel made = onnx::import_model(*read_onnx(reader, notes));
  return {computation(made.outputs, made.inputs), model.arguments};
}

}  // namespace ng::bench
