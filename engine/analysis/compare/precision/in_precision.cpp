// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/precision/in_precision.h"

#include <algorithm>
#include <span>

#include "engine/base/epsilon.h"
#include "engine/base/error.h"
#include "engine/graph/graph.h"
#include "engine/graph/node_memory.h"
#include "engine/graph/op_def.h"
#include "engine/ops/sequencing.h"
#include "engine/passes/passes.h"
#include "engine/passes/rewriter.h"

namespace ng {
namespace {

bool has_derivatives(std::span<const NodePtr> nodes) {
  return std::any_of(nodes.begin(), nodes.end(), [](const NodePtr& node) {
    return node->def->traits.kind == OpKind::derivative ||
           (node->loop && has_derivatives(node->loop->order));
  });
}

// Derivatives are float32 between ops whatever the type of their operands: only expanded ones can
// be converted op by op. The pass drops unread results and operands of loops.
Graph with_expanded_derivatives(const ComputationParts& parts, const std::vector<Value>& values) {
  Graph graph;
  graph.results = parts.results;
  graph.parameters = parts.parameters;
  graph.kept = values;
  if (!has_derivatives(ordered_nodes(graph))) return graph;
  const CreationCounter counter;
  return run_pass(expand_deriv, graph, PassOptions(), Verify::check_points).after;
}

TensorPtr rounded(const TensorPtr& tensor, DType precision) {
  if (!tensor || !is_float(tensor->dtype)) return tensor;
  return std::make_shared<Tensor>(broadcast_to(*tensor, precision, tensor->shape, "a constant"));
}

bool takes_dtype(const OpDef& def) {
  const auto& known = def.attributes;
  return std::find(known.begin(), known.end(), "dtype") != known.end();
}

class Converter {
 public:
  explicit Converter(DType precision) : precision_(precision) {}

  Value converted(const Value& value) {
    if (!value) return {};
    for_each_unknown(value, rebuilder_, [this](const NodePtr& node) {
      rebuilder_.set(node, Value{converted(node), 0});
    });
    return rebuilder_.rebuilt(value);
  }

  NodePtr converted_node(const NodePtr& node) { return converted(Value{node, 0}).node; }

 private:
  NodePtr converted(const NodePtr& node) {
    const auto copy = new_node(*node);
    for (Value& operand : copy->operands) operand = rebuilder_.rebuilt(operand);
    convert_attributes(*copy);
    if (node->loop) {
      copy->loop = converted(*node->loop);
      for (TensorType& type : copy->results)
        if (is_float(type.dtype)) type.dtype = precision_;
    } else {
      copy->results = node->def->infer(copy->operands, copy->attributes);
    }
    return copy;
  }

  void convert_attributes(Node& node) const {
    Attributes& attributes = node.attributes;
    for (const auto& [key, value] : Attributes(attributes))
      if (const TensorPtr* tensor = std::get_if<TensorPtr>(&value))
        attributes.set(key, rounded(*tensor, precision_));
    if (!node.results.empty() && is_float(node.results[0].dtype) && takes_dtype(*node.def))
      attributes.set("dtype", std::string(name(precision_)));
  }

  // Unread results of a loop are null.
  std::shared_ptr<const Body> converted(const Body& body) {
    auto copy = std::make_shared<Body>(body);
    for (NodePtr& parameter : copy->parameters) parameter = converted_node(parameter);
    for (Value& result : copy->results) result = converted(result);
    for (NodePtr& op : copy->order) op = converted_node(op);
    return copy;
  }

  DType precision_;
  Rebuilder rebuilder_;
};

void add_float_types(const std::vector<NodePtr>& nodes, std::vector<DType>& types) {
  for (const NodePtr& node : nodes) {
    for (const TensorType& type : node->results)
      if (is_float(type.dtype)) types.push_back(type.dtype);
    if (node->loop) add_float_types(node->loop->order, types);
  }
}

}  // namespace

ConvertedComputation in_precision(const Op& computation, const std::vector<Value>& values,
                                  DType precision) {
  const ComputationParts parts = parts_of(computation.node());
  const Graph graph = with_expanded_derivatives(parts, values);
  Converter converter(precision);
  std::vector<Op> results, parameters;
  for (const Value& result : graph.results) results.emplace_back(converter.converted(result));
  for (const NodePtr& node : graph.parameters)
    parameters.emplace_back(converter.converted_node(node));
  ConvertedComputation converted;
  for (const Value& value : graph.kept) converted.values.push_back(converter.converted(value));
  converted.computation = ng::computation(results, parameters, parts.returns);
  return converted;
}

DType coarsest_type(const Op& computation, DType precision) {
  std::vector<DType> types;
  add_float_types(ordered_nodes({computation.value()}), types);
  if (types.empty()) {
    Diagnostic diagnostic;
    diagnostic.what = "the computation has no float values to compare in another precision";
    diagnostic.where = describe(computation.node());
    refuse(ErrorKind::value, std::move(diagnostic));
  }
  types.push_back(precision);
  return *std::max_element(types.begin(), types.end(),
                           [](DType a, DType b) { return epsilon(a) < epsilon(b); });
}

}  // namespace ng
