// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/model_builder.h"

#include <algorithm>
#include <stdexcept>

#include "engine/base/quote.h"
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/node_order.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/result_type.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

constexpr int most_nested = 32;

[[noreturn]] void refuse_value(const Model& model, const std::string& what,
                               const std::string& name) {
  Diagnostic diagnostic;
  diagnostic.what = what;
  diagnostic.where = quote(model.path);
  diagnostic.found = quote(name);
  diagnostic.action = "write the model again with the tool that created it";
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

// A node of a function with the attributes that its caller gives.
Node with_arguments(const Node& node,
                    const std::unordered_map<std::string, const Attribute*>& arguments) {
  Node copy = node;
  copy.attributes.clear();
  for (const Attribute& attribute : node.attributes) {
    if (attribute.ref_attr_name.empty()) {
      copy.attributes.push_back(attribute);
      continue;
    }
    const auto at = arguments.find(attribute.ref_attr_name);
    if (at == arguments.end()) continue;
    copy.attributes.push_back(*at->second);
    copy.attributes.back().name = attribute.name;
  }
  return copy;
}

bool refers(const Node& node) {
  return std::any_of(node.attributes.begin(), node.attributes.end(),
                     [](const Attribute& a) { return !a.ref_attr_name.empty(); });
}

}  // namespace

ItemPtr ModelBuilder::Scope::find(const std::string& name) const {
  for (const Scope* scope = this; scope; scope = scope->outer) {
    const auto at = scope->values.find(name);
    if (at != scope->values.end()) return at->second;
  }
  return nullptr;
}

bool ModelBuilder::Scope::defines(const std::string& name) const {
  return values.contains(name) || (outer && outer->defines(name));
}

void ModelBuilder::begin_step() {
  if (options_.cancel && *options_.cancel) {
    refuse(ErrorKind::cancelled, "opening " + quote(model_.path) + " was cancelled");
  }
  dims_.begin(step_++);
}

ImportedModel ModelBuilder::run() {
  begin_step();
  Scope scope;
  scope.opsets = model_.opsets;
  for (const ValueInfo& output : model_.graph.outputs) output_names_.insert(output.name);
  add_initializers(model_.graph, scope);
  add_inputs(scope);
  for (const auto* list : {&model_.graph.values, &model_.graph.outputs}) {
    for (const ValueInfo& value : *list) scope.types.emplace(value.name, &value);
  }
  add_nodes(model_.graph.nodes, scope);
  begin_step();
  finish(scope);
  return std::move(made_);
}

Axes ModelBuilder::declared_axes(const std::vector<Dimension>& dims, const std::string& name,
                                 bool is_input) {
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i].length) {
      axes.push_back(dims_.fresh(*dims[i].length, "dim"));
      continue;
    }
    const std::string symbol =
        !dims[i].symbol.empty() ? dims[i].symbol : name + "_dim" + std::to_string(i);
    const auto given = options_.lengths.find(symbol);
    const std::int64_t length = given == options_.lengths.end() ? 1 : given->second;
    axes.push_back(dims_.fresh(length, symbol));
    dims_.prefer(axes.back(), symbol, 5);
    const auto [at, first] = symbols_.emplace(symbol, axes.back());
    if (!first) dims_.equate(at->second, axes.back());
    if (first && is_input) {
      made_.open.push_back({symbol, length, given != options_.lengths.end()});
    }
  }
  dims_.keep_apart(axes);
  return Axes(axes);
}

void ModelBuilder::add_inputs(Scope& scope) {
  for (const ValueInfo& input : model_.graph.inputs) {
    if (scope.values.contains(input.name)) continue;  // an initializer, as in IR version 3
    auto item = std::make_shared<Item>();
    item->name = input.name;
    scope.values[input.name] = item;
    const auto dtype = dtype_of(input.type);
    const auto given = options_.values.find(input.name);
    if (given != options_.values.end() && dtype == given->second.dtype) {
      item->known = given->second;
      continue;
    }
    if (!input.is_tensor || !dtype) {
      item->unknown = "the input " + quote(input.name) + " is " +
                      (input.is_tensor ? "of type " + std::string(name(input.type))
                                       : std::string("a sequence, map or optional value"));
    } else if (!input.dims) {
      item->unknown = "the input " + quote(input.name) + " has no shape in the file";
    }
    item->op = item->unknown.empty()
                   ? placeholder(declared_axes(*input.dims, input.name, true), *dtype)
                   : placeholder(Axes{});
    made_.inputs.push_back(item->op);
    made_.origins[&item->op.node()] = {input.name, ""};
  }
}

void ModelBuilder::add_initializers(const Graph& graph, Scope& scope) {
  for (const Tensor& tensor : graph.initializers) {
    auto item = std::make_shared<Item>();
    item->name = scope.prefix + tensor.name;
    if (dtype_of(tensor.type)) {
      item->known = contents(tensor, model_);
      item->weight = is_float(item->known->dtype) && item->known->size() > 1;
    } else {
      item->unknown =
          "the tensor " + quote(tensor.name) + " is of type " + std::string(name(tensor.type));
      item->op = constant(ng::Tensor(0.0), Axes{});
    }
    if (!scope.values.emplace(tensor.name, item).second) {
      refuse_value(model_, "two tensors of the model have the same name", tensor.name);
    }
  }
}

void ModelBuilder::add_nodes(const std::vector<Node>& nodes, Scope& scope) {
  for (const Node* node : ordered_nodes(nodes, model_.path)) {
    begin_step();
    if (scope.arguments && refers(*node)) {
      add_node(with_arguments(*node, *scope.arguments), scope);
    } else {
      add_node(*node, scope);
    }
  }
}

void ModelBuilder::add_node(const Node& node, Scope& scope) {
  if (node.outputs.empty()) return;
  std::vector<ItemPtr> results(node.outputs.size());
  const std::string reason = build(node, scope, results);
  complete(node, reason, scope, results);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (node.outputs[i].empty()) continue;
    if (results[i]->name.empty()) results[i]->name = scope.prefix + node.outputs[i];
    scope.values[node.outputs[i]] = results[i];
  }
}

std::vector<ItemPtr> ModelBuilder::inputs_of(const Node& node, const Scope& scope) const {
  std::vector<ItemPtr> inputs;
  for (const std::string& name : node.inputs) {
    inputs.push_back(name.empty() ? nullptr : scope.find(name));
    if (name.empty() || scope.defines(name)) continue;
    refuse_value(model_, "the " + describe(node) + " reads a value that nothing defines", name);
  }
  return inputs;
}

const Function* ModelBuilder::function_of(const Node& node) const {
  for (const Function& function : model_.functions) {
    if (function.name == node.op_type && function.domain == node.domain) return &function;
  }
  return nullptr;
}

std::string ModelBuilder::build(const Node& node, Scope& scope, std::vector<ItemPtr>& results) {
  const std::vector<ItemPtr> inputs = inputs_of(node, scope);
  if (node.domain.empty() && node.op_type == "Constant") {
    if (const Attribute* value = node.find("value");
        value && value->t && dtype_of(value->t->type)) {
      results[0] = std::make_shared<Item>();
      results[0]->known = contents(*value->t, model_);
      const std::int64_t size = results[0]->known->size();
      results[0]->weight = is_float(results[0]->known->dtype) && size > 4096;
      return {};
    }
  }
  for (const ItemPtr& input : inputs) {
    if (input && !input->unknown.empty()) return input->unknown;
  }
  try {
    if (const Function* function = function_of(node)) {
      return build_function(*function, node, inputs, results, scope);
    }
    if (!node.domain.empty())
      return "ops of the domain " + quote(node.domain) + " are not imported";
    if (node.op_type == "If" && !inputs.empty() && inputs[0]) {
      return build_choice(node, inputs[0], scope, results);
    }
    const auto opset = scope.opsets.find("");
    return build_row(node, opset == scope.opsets.end() ? 1 : opset->second, inputs, results);
  } catch (const NotImported& refused) {
    return refused.reason;
  } catch (const std::out_of_range&) {
    return "an input or attribute has too few elements";
  } catch (const Error& error) {
    const ErrorKind kind = error.kind();
    if (kind == ErrorKind::bad_file || kind == ErrorKind::cancelled || kind == ErrorKind::system) {
      throw;
    }
    const Diagnostic& d = error.diagnostic();
    return d.what + (d.found.empty() ? "" : " (" + d.found + ")");
  }
}

std::string ModelBuilder::build_row(const Node& node, std::int64_t opset,
                                    const std::vector<ItemPtr>& inputs,
                                    std::vector<ItemPtr>& results) {
  const OpRow* row = find_row(node.op_type, opset);
  if (!row) return "this op is not imported (opset " + std::to_string(opset) + ")";
  NodeContext context(node, opset, inputs, dims_);
  row->build(context);
  results = context.results;
  for (const ItemPtr& input : inputs) {
    if (input && input->op) claim(input->op, input->name, input->name, Node{});
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) continue;
    fold(*results[i], inputs);
  }
  return {};
}

std::string ModelBuilder::build_function(const Function& function, const Node& node,
                                         const std::vector<ItemPtr>& inputs,
                                         std::vector<ItemPtr>& results, const Scope& scope) {
  if (scope.depth >= most_nested) return "functions call each other too deeply";
  std::unordered_map<std::string, const Attribute*> arguments;
  for (const Attribute& attribute : function.defaults) arguments[attribute.name] = &attribute;
  for (const Attribute& attribute : node.attributes) arguments[attribute.name] = &attribute;
  Scope inner;
  inner.opsets = function.opsets.empty() ? model_.opsets : function.opsets;
  inner.arguments = &arguments;
  inner.depth = scope.depth + 1;
  const std::string own = !node.name.empty() || node.outputs.empty() ? node.name : node.outputs[0];
  inner.prefix = scope.prefix + own + "/";
  for (std::size_t i = 0; i < function.inputs.size(); ++i) {
    inner.values[function.inputs[i]] = i < inputs.size() ? inputs[i] : nullptr;
  }
  add_nodes(function.nodes, inner);
  for (std::size_t i = 0; i < results.size() && i < function.outputs.size(); ++i) {
    results[i] = inner.find(function.outputs[i]);
  }
  return {};
}

std::vector<ItemPtr> ModelBuilder::build_branch(const Graph& graph, const Scope& scope,
                                                int branch) {
  Scope inner;
  inner.outer = &scope;
  inner.opsets = scope.opsets;
  inner.arguments = scope.arguments;
  inner.depth = scope.depth + 1;
  inner.prefix = scope.prefix + (branch == 0 ? "then/" : "else/");
  add_initializers(graph, inner);
  for (const ValueInfo& value : graph.values) inner.types.emplace(value.name, &value);
  add_nodes(graph.nodes, inner);
  std::vector<ItemPtr> outputs;
  for (const ValueInfo& output : graph.outputs) {
    outputs.push_back(inner.find(output.name));
    if (!outputs.back())
      refuse_value(model_, "a branch returns a value that nothing defines", output.name);
  }
  return outputs;
}

// A branch that is known is built alone; else both, and their results are chosen by element.
std::string ModelBuilder::build_choice(const Node& node, const ItemPtr& condition, Scope& scope,
                                       std::vector<ItemPtr>& results) {
  if (scope.depth >= most_nested) return "branches are nested too deeply";
  const Attribute *then = node.find("then_branch"), *otherwise = node.find("else_branch");
  if (!then || !then->g || !otherwise || !otherwise->g) return "it lacks a branch";
  if (condition->known) {
    if (condition->known->size() != 1) return "its condition is not one value";
    const bool first = condition->known->item() != 0;
    const auto made = build_branch(first ? *then->g : *otherwise->g, scope, first ? 0 : 1);
    for (std::size_t i = 0; i < results.size() && i < made.size(); ++i) results[i] = made[i];
    return {};
  }
  const auto a = build_branch(*then->g, scope, 0), b = build_branch(*otherwise->g, scope, 1);
  begin_step();
  NodeContext context(node, 0, {}, dims_);
  const Op chosen = regrouped(context, condition->op, {});
  for (std::size_t i = 0; i < results.size() && i < a.size() && i < b.size(); ++i) {
    if (!a[i]->unknown.empty() || !b[i]->unknown.empty()) continue;
    if (a[i]->dtype() != b[i]->dtype() || a[i]->shape() != b[i]->shape()) {
      return "its branches return different shapes";
    }
    const ScopedResultType type(a[i]->dtype());
    const Aligned all = align(context, {op_of(*a[i], dims_), op_of(*b[i], dims_)});
    results[i] = std::make_shared<Item>();
    results[i]->op = over(where(chosen, all.ops[0], all.ops[1]), all.axes);
  }
  return {};
}

}  // namespace ng::onnx
