// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx_export/graph_writer.h"

namespace ng::onnx {

Attribute integer_attribute(std::string name, std::int64_t value) {
  Attribute a;
  a.name = std::move(name);
  a.kind = AttributeKind::integer;
  a.i = value;
  return a;
}

Attribute integers_attribute(std::string name, std::vector<std::int64_t> values) {
  Attribute a;
  a.name = std::move(name);
  a.kind = AttributeKind::integers;
  a.ints = std::move(values);
  return a;
}

Attribute text_attribute(std::string name, std::string value) {
  Attribute a;
  a.name = std::move(name);
  a.kind = AttributeKind::text;
  a.s = std::move(value);
  return a;
}

std::string GraphWriter::distinct(const std::string& like) {
  std::string name = like;
  for (int i = 2; !taken_.insert(name).second; ++i) name = like + "_" + std::to_string(i);
  return name;
}

std::string GraphWriter::add(const std::string& op_type, std::vector<std::string> inputs,
                             std::vector<Attribute> attributes, const std::string& like) {
  Node node;
  node.op_type = op_type;
  node.inputs = std::move(inputs);
  node.attributes = std::move(attributes);
  node.outputs = {distinct(like)};
  node.name = node.outputs[0];
  graph.nodes.push_back(node);
  return node.outputs[0];
}

Written GraphWriter::add(const std::string& op_type, const std::vector<Written>& inputs,
                         const Axes& axes, DType dtype, const std::string& like,
                         std::vector<Attribute> attributes) {
  std::vector<std::string> names;
  for (const Written& input : inputs) names.push_back(input.name);
  return {add(op_type, std::move(names), std::move(attributes), like), axes, dtype};
}

std::string GraphWriter::initializer(const ng::Tensor& tensor, const std::string& like) {
  Tensor written;
  written.name = distinct(like);
  written.type = element_type(tensor.dtype);
  written.dims = tensor.shape;
  written.converted = tensor.bytes.copy();
  graph.initializers.push_back(std::move(written));
  return graph.initializers.back().name;
}

std::string GraphWriter::integers(const std::vector<std::int64_t>& values,
                                  const std::string& like) {
  ng::Tensor tensor(DType::i64, {std::ssize(values)});
  for (std::size_t i = 0; i < values.size(); ++i) tensor.as<std::int64_t>()[i] = values[i];
  return initializer(tensor, like);
}

Written GraphWriter::cast(const Written& x, DType dtype) {
  if (x.dtype == dtype) return x;
  const auto to = static_cast<std::int64_t>(element_type(dtype));
  return add("Cast", {x}, x.axes, dtype, x.name + ".cast", {integer_attribute("to", to)});
}

Written GraphWriter::reshaped(const Written& x, const Axes& axes) {
  if (x.axes.lengths() == axes.lengths()) return {x.name, axes, x.dtype};
  const std::string shape = integers(axes.lengths(), x.name + ".shape");
  return {add("Reshape", {x.name, shape}, {}, x.name + ".reshaped"), axes, x.dtype};
}

Written GraphWriter::ordered(const Written& x, const Axes& axes) {
  if (x.axes == axes) return x;
  std::vector<std::int64_t> order;
  for (const Axis& axis : axes) order.push_back(static_cast<std::int64_t>(x.axes.index(axis)));
  return add("Transpose", {x}, axes, x.dtype, x.name + ".transposed",
             {integers_attribute("perm", std::move(order))});
}

Written GraphWriter::aligned(const Written& x, const Axes& axes) {
  if (x.axes.empty()) return {x.name, axes, x.dtype};
  const Written own = ordered(x, axes & x.axes);
  std::vector<std::int64_t> shape;
  std::size_t missing = 0, leading = 0;
  for (const Axis& axis : axes) {
    const bool has = x.axes.contains(axis);
    shape.push_back(has ? axis.length() : 1);
    missing += has ? 0 : 1;
    if (!has && missing == shape.size()) leading = missing;
  }
  if (missing == leading) return {own.name, axes, x.dtype};  // ONNX adds leading dimensions
  const std::string lengths = integers(shape, x.name + ".shape");
  return {add("Reshape", {own.name, lengths}, {}, x.name + ".aligned"), axes, x.dtype};
}

Written GraphWriter::expanded(const Written& x, const Axes& axes) {
  if (x.axes.is_equal_set(axes) && x.axes.size() == axes.size()) return ordered(x, axes);
  const std::string shape = integers(axes.lengths(), x.name + ".shape");
  return {add("Expand", {aligned(x, axes).name, shape}, {}, x.name + ".expanded"), axes, x.dtype};
}

}  // namespace ng::onnx
