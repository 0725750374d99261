// SPDX-License-Identifier: Apache-2.0
// Names, opaque ops and outputs of a model that is being built.
#include <algorithm>

#include "engine/base/quote.h"
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/model_builder.h"
#include "engine/frontends/onnx/node_order.h"
#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/opaque.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t most_folded = std::int64_t{1} << 14;
constexpr std::size_t most_listed = 16, most_text = 400;

std::string listed(const std::vector<std::int64_t>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size() && i < most_listed; ++i) {
    text += (i ? ", " : "") + std::to_string(values[i]);
  }
  return "[" + text + (values.size() > most_listed ? ", …]" : "]");
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string text_of(const Attribute& a) {
  switch (a.kind) {
    case AttributeKind::number:
      return short_number(a.f);
    case AttributeKind::integer:
      return std::to_string(a.i);
    case AttributeKind::text:
      return quote(a.s);
    case AttributeKind::integers:
      return listed(a.ints);
    case AttributeKind::numbers:
      return std::to_string(a.floats.size()) + " numbers";
    case AttributeKind::tensor:
      return "a tensor";
    case AttributeKind::graph:
      return "a graph";
    default:
      return "…";
  }
}

std::string details_of(const Node& node) {
  std::string text;
  for (const Attribute& attribute : node.attributes) {
    if (text.size() > most_text) return text + ", …";
    text += (text.empty() ? "" : ", ") + attribute.name + "=" + text_of(attribute);
  }
  return text;
}

// Where helper ops of a node are named: by the node, else by its first result.
std::string scope_of(const Node& node) {
  return !node.name.empty() || node.outputs.empty() ? node.name : node.outputs[0];
}

std::string without_slash(const std::string& name) {
  const std::size_t first = name.find_first_not_of('/');
  return first == std::string::npos ? "value" : name.substr(first);
}

}  // namespace

void ModelBuilder::claim_inside(const Value& value, const std::string& part,
                                const std::string& kind) {
  std::vector<const ng::Node*> waiting{value.node.get()};
  while (!waiting.empty()) {
    const ng::Node* node = waiting.back();
    waiting.pop_back();
    if (made_.origins.contains(node)) continue;
    made_.origins[node] = {without_slash(part + "/" + std::string(node->def->name)), kind};
    for (const TensorType& type : node->results) dims_.keep_apart(type.axes.leaves());
    for (const Value& operand : node->operands) waiting.push_back(operand.node.get());
    if (!node->loop) continue;
    for (const Value& result : node->loop->results) {
      if (result) waiting.push_back(result.node.get());
    }
    for (const NodePtr& parameter : node->loop->parameters) waiting.push_back(parameter.get());
  }
}

void ModelBuilder::claim(const Op& op, const std::string& name, const std::string& part,
                         const Node& node) {
  const bool fresh = !made_.origins.contains(&op.node());
  if (fresh) made_.results.push_back(op);
  claim_inside(op.value(), part, node.op_type);
  if (fresh) made_.origins[&op.node()].name = without_slash(name);
}

// Small results of constants are computed at once: shapes, masks, positions.
void ModelBuilder::fold(Item& item, const std::vector<ItemPtr>& inputs) {
  if (item.known || !item.op || inputs.empty()) return;
  std::int64_t elements = element_count(item.op.axes().lengths());
  for (const ItemPtr& input : inputs) {
    if (!input) continue;
    if (!input->known || input->weight) return;
    elements += input->known->size();
  }
  if (elements > most_folded) return;
  item.known = evaluate_now(item.op);
  if (item.known) item.op = {};
}

void ModelBuilder::complete(const Node& node, const std::string& reason, Scope& scope,
                            std::vector<ItemPtr>& results) {
  const std::string part = scope.prefix + scope_of(node);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (node.outputs[i].empty()) continue;
    const std::string name = scope.prefix + node.outputs[i];
    if (results[i] && reason.empty()) {
      if (results[i]->op) claim(results[i]->op, name, part, node);
      continue;
    }
    const std::string why =
        reason.empty() ? "its result " + std::to_string(i) + " is not imported" : reason;
    std::vector<Op> operands;
    for (const std::string& input : node.inputs) {
      const ItemPtr item = input.empty() ? nullptr : scope.find(input);
      if (item) operands.push_back(op_of(*item, dims_));
      if (item) claim(operands.back(), item->name, item->name, Node{});
    }
    results[i] = std::make_shared<Item>();
    const auto type = scope.types.find(node.outputs[i]);
    const ValueInfo* info = type == scope.types.end() ? nullptr : type->second;
    const bool typed = info && info->dims && dtype_of(info->type);
    const Axes axes = typed ? declared_axes(*info->dims, name, false) : Axes{};
    results[i]->op = opaque(operands, axes, typed ? *dtype_of(info->type) : DType::f32,
                            {node.op_type, details_of(node), why});
    if (!typed)
      results[i]->unknown = "the shape of " + quote(name) + " is unknown, because " +
                            describe(node) + " is not imported";
    made_.opaque.push_back(results[i]->op);
    claim(results[i]->op, name, part, node);
  }
}

void ModelBuilder::finish(const Scope& scope) {
  std::unordered_set<const ng::Node*> taken;
  for (const ValueInfo& output : model_.graph.outputs) {
    const ItemPtr item = scope.find(output.name);
    if (!item) {
      Diagnostic diagnostic;
      diagnostic.what = "the model returns a value that nothing defines";
      diagnostic.where = quote(model_.path);
      diagnostic.found = quote(output.name);
      refuse(ErrorKind::bad_file, std::move(diagnostic));
    }
    Op op = op_of(*item, dims_);
    const std::string name = without_slash(output.name);
    // A result that is an input or a weight, or that has two names, gets an op of its own.
    const bool source = op.node().def->traits.is_source() && !item->known;
    if (source || !taken.insert(&op.node()).second || op.value().result != 0) op = value_of(op);
    claim(op, name, name, Node{});
    made_.origins[&op.node()].name = name;
    made_.outputs.push_back(op);
  }
}

ImportedModel import_model(const Model& model, const ImportOptions& options) {
  Dimensions dims;
  const std::vector<OpenDimension> open = ModelBuilder(model, options, dims).run().open;
  for (const auto& [name, length] : options.lengths) {
    const auto named = [&name = name](const OpenDimension& each) { return each.name == name; };
    if (std::any_of(open.begin(), open.end(), named)) continue;
    Diagnostic diagnostic;
    diagnostic.what = "the model has no open dimension " + quote(name);
    for (const OpenDimension& each : open) {
      diagnostic.expected += (diagnostic.expected.empty() ? "one of: " : ", ") + each.name;
    }
    if (open.empty()) diagnostic.expected = "none; all lengths are fixed by the file";
    refuse(ErrorKind::key, std::move(diagnostic));
  }
  dims.unify();
  return ModelBuilder(model, options, dims).run();
}

}  // namespace ng::onnx
