// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx_export/graph_writer.h"

#include <algorithm>

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
  Written made{add(op_type, std::move(names), std::move(attributes), like), axes, dtype};
  note(made);
  return made;
}

void GraphWriter::note(const Written& value) {
  if (!value.name.empty() && noted_.insert(value.name).second)
    graph.values.push_back(value_info(value.name, value));
}

std::string GraphWriter::initializer(const ng::Tensor& tensor, const std::string& like) {
  Tensor written;
  written.name = distinct(like);
  written.type = element_type(tensor.dtype);
  written.dims = tensor.shape;
  written.elements = tensor.bytes;
  graph.initializers.push_back(std::move(written));
  return graph.initializers.back().name;
}

std::string GraphWriter::number(std::int64_t value, const std::string& like) {
  ng::Tensor tensor(DType::i64, {});
  tensor.as<std::int64_t>()[0] = value;
  return initializer(tensor, like);
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
  const Shape lengths = axes.lengths();
  const std::string shape = integers(lengths, x.name + ".shape");
  // A length of 0 is one, not that of the operand.
  std::vector<Attribute> attributes;
  if (std::find(lengths.begin(), lengths.end(), 0) != lengths.end())
    attributes.push_back(integer_attribute("allowzero", 1));
  note(x);
  Written made{add("Reshape", {x.name, shape}, std::move(attributes), x.name + ".reshaped"), axes,
               x.dtype};
  note(made);
  return made;
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
  std::vector<Axis> own_axes;
  for (const std::int64_t length : shape) own_axes.push_back(make_axis(length));
  return {reshaped(own, Axes(std::move(own_axes))).name, axes, x.dtype};
}

Written GraphWriter::expanded(const Written& x, const Axes& axes) {
  if (x.axes.is_equal_set(axes) && x.axes.size() == axes.size()) return ordered(x, axes);
  const std::string shape = integers(axes.lengths(), x.name + ".shape");
  Written made{add("Expand", {aligned(x, axes).name, shape}, {}, x.name + ".expanded"), axes,
               x.dtype};
  note(made);
  return made;
}

namespace {

using Names = std::map<std::string, std::string>;

std::string renamed(const Names& names, const std::string& name) {
  const auto found = names.find(name);
  return found == names.end() ? name : found->second;
}

void rename_in(Graph& graph, const Names& names) {
  for (Tensor& initializer : graph.initializers)
    initializer.name = renamed(names, initializer.name);
  for (auto* values : {&graph.inputs, &graph.outputs, &graph.values}) {
    for (ValueInfo& value : *values) value.name = renamed(names, value.name);
  }
  for (Node& node : graph.nodes) {
    node.name = renamed(names, node.name);
    for (std::string& input : node.inputs) input = renamed(names, input);
    for (std::string& output : node.outputs) output = renamed(names, output);
    for (Attribute& attribute : node.attributes) {
      if (!attribute.g) continue;
      auto body = std::make_shared<Graph>(*attribute.g);
      rename_in(*body, names);
      attribute.g = std::move(body);
    }
  }
}

}  // namespace

std::vector<std::string> GraphWriter::wanted_names(const std::vector<Result>& results) const {
  std::set<std::string> given;
  for (const ValueInfo& input : graph.inputs) given.insert(input.name);
  std::vector<std::string> names;
  for (const Result& result : results) {
    std::string name = result.name;
    for (int i = 2; !given.insert(name).second; ++i) name = result.name + "_" + std::to_string(i);
    names.push_back(name);
  }
  return names;
}

void GraphWriter::add_outputs(const std::vector<Result>& results) {
  std::set<std::string> computed;
  for (const Node& node : graph.nodes) computed.insert(node.outputs.begin(), node.outputs.end());
  const std::vector<std::string> names = wanted_names(results);
  Names changed;
  std::vector<bool> copied;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& value = results[i].value.name;
    copied.push_back(!computed.contains(value) || changed.contains(value));
    if (!copied[i]) changed[value] = names[i];
  }
  for (const std::string& name : names) {
    if (!taken_.insert(name).second && !changed.contains(name))
      changed[name] = distinct(name + ".value");
  }
  rename_in(graph, changed);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (copied[i]) {
      graph.nodes.push_back({names[i],
                             "Identity",
                             "",
                             {renamed(changed, results[i].value.name)},
                             {names[i]},
                             {},
                             0,
                             "",
                             ""});
    }
    graph.outputs.push_back(value_info(names[i], results[i].value));
  }
}

ValueInfo value_info(const std::string& name, const Written& value) {
  ValueInfo made{name, true, element_type(value.dtype), std::vector<Dimension>()};
  for (const std::int64_t length : value.axes.lengths()) made.dims->push_back({length, ""});
  return made;
}

}  // namespace ng::onnx
