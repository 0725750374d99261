// SPDX-License-Identifier: Apache-2.0
// Writes the messages of onnx.proto.
#include <protozero/pbf_writer.hpp>

#include "engine/formats/onnx/onnx_file.h"

namespace ng {
namespace {

using protozero::pbf_writer;

std::string tensor_bytes(const onnx::Tensor& tensor) {
  std::string text;
  pbf_writer out(text);
  out.add_packed_int64(1, tensor.dims.begin(), tensor.dims.end());
  out.add_int32(2, static_cast<std::int32_t>(tensor.type));
  out.add_string(8, tensor.name);
  const std::span<const std::byte> data = tensor.raw.empty() ? tensor.converted : tensor.raw;
  out.add_bytes(9, reinterpret_cast<const char*>(data.data()), data.size());
  return text;
}

std::string graph_bytes(const onnx::Graph& graph);

std::string attribute_bytes(const onnx::Attribute& a) {
  using Kind = onnx::AttributeKind;
  std::string text;
  pbf_writer out(text);
  out.add_string(1, a.name);
  switch (a.kind) {
    case Kind::number: out.add_float(2, static_cast<float>(a.f)); break;
    case Kind::integer: out.add_int64(3, a.i); break;
    case Kind::text: out.add_bytes(4, a.s); break;
    case Kind::tensor: out.add_message(5, tensor_bytes(*a.t)); break;
    case Kind::graph: out.add_message(6, graph_bytes(*a.g)); break;
    case Kind::numbers:
      for (const double value : a.floats) out.add_float(7, static_cast<float>(value));
      break;
    case Kind::integers:
      for (const std::int64_t value : a.ints) out.add_int64(8, value);
      break;
    default: break;
  }
  out.add_int32(20, static_cast<std::int32_t>(a.kind));
  return text;
}

std::string node_bytes(const onnx::Node& node) {
  std::string text;
  pbf_writer out(text);
  for (const std::string& input : node.inputs) out.add_string(1, input);
  for (const std::string& output : node.outputs) out.add_string(2, output);
  out.add_string(3, node.name);
  out.add_string(4, node.op_type);
  for (const onnx::Attribute& each : node.attributes) out.add_message(5, attribute_bytes(each));
  if (!node.domain.empty()) out.add_string(7, node.domain);
  return text;
}

std::string dimension_bytes(const onnx::Dimension& dim) {
  std::string text;
  pbf_writer out(text);
  if (dim.length)
    out.add_int64(1, *dim.length);
  else if (!dim.symbol.empty())
    out.add_string(2, dim.symbol);
  return text;
}

std::string value_bytes(const onnx::ValueInfo& value) {
  std::string shape, tensor, type, text;
  if (value.dims) {
    pbf_writer dims(shape);
    for (const onnx::Dimension& dim : *value.dims) dims.add_message(1, dimension_bytes(dim));
  }
  pbf_writer of_tensor(tensor), of_type(type), out(text);
  of_tensor.add_int32(1, static_cast<std::int32_t>(value.type));
  if (value.dims) of_tensor.add_message(2, shape);
  of_type.add_message(1, tensor);
  out.add_string(1, value.name);
  out.add_message(2, type);
  return text;
}

std::string graph_bytes(const onnx::Graph& graph) {
  std::string text;
  pbf_writer out(text);
  for (const onnx::Node& node : graph.nodes) out.add_message(1, node_bytes(node));
  out.add_string(2, graph.name);
  for (const onnx::Tensor& tensor : graph.initializers) out.add_message(5, tensor_bytes(tensor));
  for (const onnx::ValueInfo& value : graph.inputs) out.add_message(11, value_bytes(value));
  for (const onnx::ValueInfo& value : graph.outputs) out.add_message(12, value_bytes(value));
  return text;
}

}  // namespace

std::string onnx_bytes(const onnx::Model& model) {
  std::string text;
  pbf_writer out(text);
  out.add_int64(1, model.ir_version);
  if (!model.producer.empty()) out.add_string(2, model.producer);
  out.add_message(7, graph_bytes(model.graph));
  for (const auto& [domain, version] : model.opsets) {
    std::string row;
    pbf_writer opset(row);
    opset.add_string(1, domain);
    opset.add_int64(2, version);
    out.add_message(8, row);
  }
  return text;
}

}  // namespace ng
