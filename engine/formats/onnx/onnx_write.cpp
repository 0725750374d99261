// SPDX-License-Identifier: Apache-2.0
// Writes the messages of onnx.proto.
#include <filesystem>
#include <protozero/pbf_writer.hpp>
#include <unordered_map>

#include "engine/base/atomic_file.h"
#include "engine/formats/onnx/onnx_file.h"

namespace ng {
namespace {

using protozero::pbf_writer;

// Smaller ones stay in the model, and each begins at a page, so that readers can map it.
constexpr std::size_t least_outside = 1024, page = 4096;

// Where initializers are in a file of the model's folder.
struct Outside {
  std::string file;
  std::unordered_map<const onnx::Tensor*, std::uint64_t> offsets;
};

std::span<const std::byte> bytes_of(const onnx::Tensor& tensor) {
  return tensor.raw.empty() ? std::span<const std::byte>(tensor.converted) : tensor.raw;
}

std::size_t size_of(const onnx::Tensor& tensor) {
  return tensor.elements.empty() ? bytes_of(tensor).size() : tensor.elements.size();
}

void visit_blocks(const onnx::Tensor& tensor,
                  const std::function<void(std::span<const std::byte>)>& visit) {
  tensor.elements.empty() ? visit(bytes_of(tensor)) : tensor.elements.for_each_block(visit);
}

std::uint64_t bytes_inside(const onnx::Graph& graph, const Outside& outside) {
  std::uint64_t bytes = 0;
  for (const onnx::Tensor& tensor : graph.initializers)
    if (!outside.offsets.contains(&tensor)) bytes += size_of(tensor);
  return bytes;
}

// Writes nested messages in place: a model is in memory once.
class ModelText {
 public:
  explicit ModelText(const Outside& outside) : outside_(outside) {}

  std::string of(const onnx::Model& model) {
    text_.reserve(bytes_inside(model.graph, outside_) + (1 << 16));
    pbf_writer out(text_);
    out.add_int64(1, model.ir_version);
    if (!model.producer.empty()) out.add_string(2, model.producer);
    write_graph({out, 7}, model.graph);
    for (const auto& [domain, version] : model.opsets) {
      pbf_writer opset(out, 8);
      opset.add_string(1, domain);
      opset.add_int64(2, version);
    }
    return std::move(text_);
  }

 private:
  void write_graph(pbf_writer out, const onnx::Graph& graph) {
    for (const onnx::Node& node : graph.nodes) write_node({out, 1}, node);
    out.add_string(2, graph.name);
    for (const onnx::Tensor& tensor : graph.initializers) write_tensor({out, 5}, tensor);
    for (const onnx::ValueInfo& value : graph.inputs) write_value({out, 11}, value);
    for (const onnx::ValueInfo& value : graph.outputs) write_value({out, 12}, value);
  }

  void write_node(pbf_writer out, const onnx::Node& node) {
    for (const std::string& input : node.inputs) out.add_string(1, input);
    for (const std::string& output : node.outputs) out.add_string(2, output);
    out.add_string(3, node.name);
    out.add_string(4, node.op_type);
    for (const onnx::Attribute& each : node.attributes) write_attribute({out, 5}, each);
    if (!node.domain.empty()) out.add_string(7, node.domain);
  }

  void write_attribute(pbf_writer out, const onnx::Attribute& a) {
    using Kind = onnx::AttributeKind;
    out.add_string(1, a.name);
    switch (a.kind) {
      case Kind::number: out.add_float(2, static_cast<float>(a.f)); break;
      case Kind::integer: out.add_int64(3, a.i); break;
      case Kind::text: out.add_bytes(4, a.s); break;
      case Kind::tensor: write_tensor({out, 5}, *a.t); break;
      case Kind::graph: write_graph({out, 6}, *a.g); break;
      case Kind::numbers:
        for (const double value : a.floats) out.add_float(7, static_cast<float>(value));
        break;
      case Kind::integers:
        for (const std::int64_t value : a.ints) out.add_int64(8, value);
        break;
      default: break;
    }
    out.add_int32(20, static_cast<std::int32_t>(a.kind));
  }

  void write_tensor(pbf_writer out, const onnx::Tensor& tensor) {
    out.add_packed_int64(1, tensor.dims.begin(), tensor.dims.end());
    out.add_int32(2, static_cast<std::int32_t>(tensor.type));
    out.add_string(8, tensor.name);
    const auto place = outside_.offsets.find(&tensor);
    if (place == outside_.offsets.end()) {
      const pbf_writer raw(out, 9, size_of(tensor));
      visit_blocks(tensor, [this](std::span<const std::byte> block) {
        text_.append(reinterpret_cast<const char*>(block.data()), block.size());
      });
      return;
    }
    write_entry({out, 13}, "location", outside_.file);
    write_entry({out, 13}, "offset", std::to_string(place->second));
    write_entry({out, 13}, "length", std::to_string(size_of(tensor)));
    out.add_int32(14, 1);  // DataLocation EXTERNAL
  }

  static void write_entry(pbf_writer out, const std::string& key, const std::string& value) {
    out.add_string(1, key);
    out.add_string(2, value);
  }

  static void write_value(pbf_writer out, const onnx::ValueInfo& value) {
    out.add_string(1, value.name);
    pbf_writer type(out, 2), tensor(type, 1);
    tensor.add_int32(1, static_cast<std::int32_t>(value.type));
    if (!value.dims) return;
    // pbf_writer drops messages without fields, but a scalar has a shape.
    if (value.dims->empty()) return tensor.add_message(2, std::string());
    pbf_writer shape(tensor, 2);
    for (const onnx::Dimension& dim : *value.dims) write_dimension(shape, dim);
  }

  static void write_dimension(pbf_writer& shape, const onnx::Dimension& dim) {
    if (!dim.length && dim.symbol.empty()) return shape.add_message(1, std::string());
    pbf_writer out(shape, 1);
    if (dim.length)
      out.add_int64(1, *dim.length);
    else
      out.add_string(2, dim.symbol);
  }

  const Outside& outside_;
  std::string text_;
};

std::uint64_t rounded_up(std::uint64_t bytes) {
  return (bytes + page - 1) / page * page;
}

void write_outside(const onnx::Graph& graph, const Outside& outside, const std::string& path) {
  AtomicFile file(path);
  std::uint64_t at = 0;
  for (const onnx::Tensor& tensor : graph.initializers) {
    const auto place = outside.offsets.find(&tensor);
    if (place == outside.offsets.end()) continue;
    file.write(std::string(place->second - at, '\0'));
    visit_blocks(tensor, [&](std::span<const std::byte> block) { file.write(block); });
    at = place->second + size_of(tensor);
  }
  file.commit();
}

}  // namespace

std::string onnx_bytes(const onnx::Model& model) {
  const Outside nothing;
  return ModelText(nothing).of(model);
}

std::string write_onnx(const onnx::Model& model, const std::string& path,
                       std::uint64_t most_inside) {
  Outside outside;
  if (bytes_inside(model.graph, outside) > most_inside) {
    outside.file = std::filesystem::path(path + ".data").filename().string();
    std::uint64_t end = 0;
    for (const onnx::Tensor& tensor : model.graph.initializers) {
      if (size_of(tensor) < least_outside) continue;
      outside.offsets[&tensor] = rounded_up(end);
      end = rounded_up(end) + size_of(tensor);
    }
  }
  // The model is complete before the tensors of an older one are replaced.
  AtomicFile file(path);
  file.write(ModelText(outside).of(model));
  file.prepare();
  if (!outside.file.empty()) write_outside(model.graph, outside, path + ".data");
  file.commit();
  return outside.file;
}

}  // namespace ng
