// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/model_builder.h"

#include <algorithm>
#include <stdexcept>

#include "engine/base/cancellation.h"
#include "engine/base/counted.h"
#include "engine/base/quote.h"
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/attribute_text.h"
#include "engine/frontends/onnx/graphs/batched_scan.h"
#include "engine/frontends/onnx/graphs/branch_builder.h"
#include "engine/frontends/onnx/graphs/unified_ops.h"
#include "engine/frontends/onnx/node_order.h"
#include "engine/frontends/onnx/onnx_ops.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/graph/user_line.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/opaque.h"
#include "engine/ops/result_type.h"
#include "engine/ops/state.h"

namespace ng::onnx {
namespace {

// "type STRING", or "the unknown type 99".
std::string type_text(ElementType type) {
  const std::string text = describe(type);
  return text == name(type) ? "type " + text : text;
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

// The tensor of a node that is a constant or a weight; null: another node, or a type that the
// engine lacks.
const Attribute* constant_of(const Node& node, bool dialect) {
  const bool fits =
      dialect ? node.find("weight") != nullptr : node.domain.empty() && node.op_type == "Constant";
  const Attribute* value = fits ? node.find("value") : nullptr;
  if (fits && !dialect && !value) value = node.find("sparse_value");
  return value && value->t && dtype_of(value->t->type) ? value : nullptr;
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

ImportedModel ModelBuilder::run() {
  check_cancellation();
  Scope scope;
  scope.opsets = model_.opsets;
  for (const ValueInfo& output : model_.graph.outputs) output_names_.insert(output.name);
  add_initializers(model_.graph, scope);
  note_missing_files();
  add_inputs(scope);
  for (const auto* list : {&model_.graph.values, &model_.graph.outputs}) {
    for (const ValueInfo& value : *list) scope.types.emplace(value.name, &value);
  }
  add_nodes(model_.graph.nodes, scope);
  std::vector<ItemPtr> values;
  for (const auto& [name, item] : scope.values) {
    values.push_back(item);
    if (!item->count) continue;
    const std::vector<Value> counts{item->count.value()};
    for (const NodePtr& node : ng::ordered_nodes(std::span(counts)))
      for (const TensorType& type : node->results) dims_.keep_apart(type.axes.leaves());
  }
  dims_.unify();
  unify_axes(dims_, made_, values);
  bodies_.clear();
  inside_.clear();
  finish(scope);
  return std::move(made_);
}

Axes ModelBuilder::declared_axes(const std::vector<Dimension>& dims, const std::string& name,
                                 bool is_input) {
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i].length) {
      axes.push_back(dims_.fresh(*dims[i].length, name + "_dim" + std::to_string(i)));
      if (i == 0 && is_input && dims.size() > 1) dims_.prefer(axes.back(), "N", 1);
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
  Shape shape;
  for (const Axis& axis : axes) shape.push_back(axis.length());
  try {
    element_count(shape);
  } catch (const Error&) {
    refuse_value(model_.path, "a value has more than 2^47 elements: " + to_string(shape), name);
  }
  dims_.keep_apart(axes);
  return Axes(axes);
}

void ModelBuilder::add_inputs(Scope& scope) {
  std::unordered_set<std::string> names;
  for (const ValueInfo& input : model_.graph.inputs) {
    if (!names.insert(input.name).second) {
      refuse_value(model_.path, "two inputs of the model have the same name", input.name);
    }
    if (scope.values.contains(input.name)) continue;  // an initializer, as in IR version 3
    auto item = std::make_shared<Item>();
    item->name = input.name;
    scope.values[input.name] = item;
    const auto dtype = dtype_of(input.type);
    if (is_narrow(input.type)) item->narrow = input.type;
    const auto given = options_.values.find(input.name);
    if (given != options_.values.end() && dtype == given->second.dtype) {
      item->known = given->second;
      continue;
    }
    if (!input.is_tensor || !dtype) {
      item->unknown = "the input " + quote(input.name) + " is " +
                      (input.is_tensor ? "of " + type_text(input.type)
                                       : std::string("a sequence, map or optional value"));
    } else if (!input.dims) {
      item->unknown = "the input " + quote(input.name) + " has no shape in the file";
    }
    item->op = item->unknown.empty()
                   ? placeholder(declared_axes(*input.dims, input.name, true), *dtype)
                   : placeholder(Axes{});
    // A list of tokens for each sample.
    const Axes& axes = item->op.axes();
    if (dtype && axes.size() == 2 && is_integer(*dtype)) dims_.prefer(axes[1], "sequence", 1);
    made_.inputs.push_back(item->op);
    made_.origins[&item->op.node()] = {input.name, ""};
  }
}

void ModelBuilder::add_initializers(const Graph& graph, Scope& scope) {
  for (const Tensor& tensor : graph.initializers) {
    auto item = std::make_shared<Item>();
    const auto named = scope.outer ? weight_names_.end() : weight_names_.find(tensor.name);
    item->name = named == weight_names_.end() ? scope.prefix + tensor.name : named->second;
    if (dtype_of(tensor.type)) {
      item->known = initial_contents(tensor);
      const bool large = item->known->size() > 1;  // others are mostly numbers of formulas
      item->weight = is_float(item->known->dtype) && !is_small_float(tensor.type) &&
                     (large || tensor.parameter || parameters_.contains(tensor.name));
      item->statistic = !tensor.trained;
      if (tensor.updated) become_state(*item);
      if (is_narrow(tensor.type)) item->narrow = tensor.type;
    } else {
      item->unknown = "the tensor " + quote(tensor.name) + " is of " + type_text(tensor.type);
      item->op = constant(ng::Tensor(0.0), Axes{});
    }
    if (!scope.values.emplace(tensor.name, item).second)
      refuse_value(model_.path, "two tensors of the model have the same name", tensor.name);
  }
}

// What depends on it is not known at import.
void ModelBuilder::become_state(Item& item) {
  item.weight = true;
  op_of(item, dims_);
  item.known.reset();
}

// A model whose weights are missing opens: its graph can be seen, and the weights be bound.
ng::Tensor ModelBuilder::initial_contents(const Tensor& tensor) {
  try {
    return contents(tensor, model_);
  } catch (const Error& error) {
    const bool floats = dtype_of(tensor.type) && is_float(*dtype_of(tensor.type));
    if (!floats || !is_missing(tensor, model_)) throw;  // other elements can decide shapes
    ++missing_[tensor.external->location];
    return missing_contents(tensor, error.diagnostic());
  }
}

void ModelBuilder::note_missing_files() {
  for (const auto& [location, weights] : missing_) {
    add_note(made_.notes,
             "the file " + quote(location) + " is missing: " + counted(weights, "weight") +
                 " cannot be read when the model runs",
             quote(model_.path));
  }
}

void ModelBuilder::add_nodes(const std::vector<Node>& nodes, Scope& scope) {
  for (const Node* node : ordered_nodes(nodes, model_.path)) {
    check_cancellation();  // a node may take long
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
    if (!scope.values.emplace(node.outputs[i], results[i]).second) {
      refuse_value(model_.path, "the " + describe(node) + " defines a value that exists already",
                   node.outputs[i]);
    }
  }
}

std::vector<ItemPtr> ModelBuilder::inputs_of(const Node& node, const Scope& scope) const {
  std::vector<ItemPtr> inputs;
  for (const std::string& name : node.inputs) {
    inputs.push_back(name.empty() ? nullptr : scope.find(name));
    if (name.empty() || scope.defines(name)) continue;
    refuse_value(model_.path, "the " + describe(node) + " reads a value that nothing defines",
                 name);
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
  const Dialect* dialect =
      options_.dialect && options_.dialect->domain == node.domain ? options_.dialect : nullptr;
  if (const Attribute* value = constant_of(node, dialect != nullptr)) {
    const Attribute* weight = dialect ? node.find("weight") : nullptr;
    results[0] = std::make_shared<Item>();
    results[0]->known = contents(*value->t, model_);
    if (is_narrow(value->t->type)) results[0]->narrow = value->t->type;
    const bool floats = is_float(results[0]->known->dtype) && !is_small_float(value->t->type);
    const bool large = floats && results[0]->known->size() > 4096;
    results[0]->weight = weight ? weight->i != 0 : large;
    const Attribute* trained = dialect ? node.find("trained") : nullptr;
    results[0]->statistic = !floats || (trained && trained->i == 0);
    return {};
  }
  for (const ItemPtr& input : inputs) {
    if (input && !input->unknown.empty() && !input->count) return input->unknown;
  }
  try {
    if (const Function* function = function_of(node)) {
      return build_function(*function, node, inputs, results, scope);
    }
    refuse_padding(node, inputs);
    if (dialect) return build_row(node, dialect->find(node.op_type), newest_opset, inputs, results);
    if (!node.domain.empty())
      return "ops of the domain " + quote(node.domain) + " are not imported";
    if (node.op_type == "If" && !inputs.empty() && inputs[0]) {
      return BranchBuilder(*this).build_choice(node, inputs[0], scope, results);
    }
    const auto opset = scope.opsets.find("");
    const std::int64_t version = opset == scope.opsets.end() ? 1 : opset->second;
    if (node.op_type == "Scan") {
      return version < 9 ? BatchedScan(*this).build(node, inputs, scope, results)
                         : build_scan(node, inputs, scope, results);
    }
    if (node.op_type == "Loop") return build_loop(node, inputs, scope, results);
    if (scope.outer) return build_onnx_row(node, version, inputs, results);
    if ((results[0] = positions_.find(node, inputs))) return {};
    std::string reason = build_onnx_row(node, version, inputs, results);
    positions_.add(node, inputs, results[0]);
    return reason;
  } catch (const NotImported& refused) {
    return refused.reason;
  } catch (const std::out_of_range&) {
    return "an input or attribute has too few elements";
  } catch (const Error& error) {
    const ErrorKind kind = error.kind();
    if (kind == ErrorKind::bad_file || kind == ErrorKind::cancelled || kind == ErrorKind::system) {
      throw;
    }
    return error.diagnostic().what;  // the rest names ops that the model does not have
  }
}

std::string ModelBuilder::build_onnx_row(const Node& node, std::int64_t opset,
                                         std::vector<ItemPtr> inputs,
                                         std::vector<ItemPtr>& results) {
  if (opset < 1 || opset > newest_opset) {
    return "its opset is " + std::to_string(opset) + ", expected 1 to " +
           std::to_string(newest_opset);
  }
  const OpRow* row = find_row(node.op_type, opset);
  if (!row) return "this op is not imported (opset " + std::to_string(opset) + ")";
  const Padding padding = padding_of_results(node, opset, inputs, dims_);
  build_row(node, row, opset, inputs, results);
  set_padding(node, padding, results);
  return {};
}

std::string ModelBuilder::build_row(const Node& node, const OpRow* row, std::int64_t opset,
                                    const std::vector<ItemPtr>& inputs,
                                    std::vector<ItemPtr>& results) {
  if (!row) return "this op is not imported";
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

void ModelBuilder::claim_inside(const Value& value, const std::string& part, const Node& origin) {
  std::vector<const ng::Node*> waiting{value.node.get()};
  while (!waiting.empty()) {
    const ng::Node* node = waiting.back();
    waiting.pop_back();
    if (made_.origins.contains(node)) continue;
    if (const auto original = inside_.find(node->id); original != inside_.end()) {
      made_.origins[node] = OriginText(made_.origins.at(original->second));
    } else {
      made_.origins[node] = {without_slash(part + "/" + std::string(node->def->name)),
                             origin.kind.empty() ? origin.op_type : origin.kind,
                             origin.device,
                             origin.op_type.empty() ? "" : without_slash(part),
                             {},
                             claims_,
                             false,
                             origin.source};
    }
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
  ++claims_;
  if (fresh) made_.results.push_back(op);
  claim_inside(op.value(), part, node);
  if (!fresh) return;
  OriginText& origin = made_.origins[&op.node()];
  origin.name = without_slash(name);
  origin.is_value = true;
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
    results[i]->op =
        opaque(operands, axes, typed ? *dtype_of(info->type) : DType::f32,
               {node.kind.empty() ? node.op_type : node.kind, details_of(node), why, node.domain});
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
  for (const std::string& update : model_.updates) {
    const ItemPtr item = scope.find(update);
    if (item && item->op.node().def->traits.kind == OpKind::update)
      made_.updates.push_back(item->op);
  }
  add_counts(scope);
  const auto name_in_file = [&](const std::string& value, const std::string& name) {
    const ItemPtr item = scope.find(value);
    if (item && item->op) made_.origins[&item->op.node()].in_file = name;
  };
  for (const auto& each : weight_names_) name_in_file(each.first, each.first);
  for (const auto& [value, name] : model_.in_file) name_in_file(value, name);
  if (!options_.keep_values) return;
  for (const auto& [name, item] : scope.values) {
    if (item->unknown.empty() && (item->op || item->known))
      made_.values.emplace(name, op_of(*item, dims_));
  }
}

void ModelBuilder::add_counts(const Scope& scope) {
  for (std::size_t i = 0; i < model_.graph.outputs.size(); ++i) {
    const ItemPtr item = scope.find(model_.graph.outputs[i].name);
    if (!item->count) continue;
    const std::string name = without_slash(model_.graph.outputs[i].name) + ".count";
    const Op count = value_of(item->count);
    claim(count, name, name, Node{});
    made_.counted.push_back({i, item->at, made_.outputs.size()});
    made_.outputs.push_back(count);
    add_note(made_.notes,
             item->unknown + "; the output " + quote(name) +
                 " is its length, and what follows is padding",
             quote(model_.path));
  }
}

ImportedModel import_model(const Model& model, const ImportOptions& options) {
  const ScopedUserLine nowhere{std::source_location()};  // ops have their nodes' names
  ImportedModel made = ModelBuilder(model, options).run();
  const std::vector<OpenDimension>& open = made.open;
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
  return made;
}

}  // namespace ng::onnx
