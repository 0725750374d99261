// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/stablehlo/module_converter.h"

#include <algorithm>

#include "engine/base/cancellation.h"
#include "engine/base/quote.h"
#include "engine/frontends/stablehlo/log_sums.h"
#include "engine/frontends/stablehlo/node_attributes.h"
#include "engine/frontends/stablehlo/region_functions.h"
#include "engine/frontends/stablehlo/stablehlo_ops.h"
#include "engine/frontends/tensorflow/onnx_steps.h"

namespace ng::stablehlo {
namespace {

using tensorflow::attribute;

constexpr std::size_t most_converted = 1'000'000;  // ops, when calls are inlined
constexpr int deepest_calls = 64;

// Calls that say where values are, and compute nothing.
constexpr std::string_view annotations[] = {"Sharding", "SPMDFullToShardShape",
                                            "SPMDShardToFullShape", "annotate_device_placement",
                                            "shape_assertion"};

bool is_annotation(const std::string& target) {
  return target.starts_with("xla.sdy.") ||
         std::find(std::begin(annotations), std::end(annotations), target) != std::end(annotations);
}

// "relu", "relu_0", of JAX: a maximum whose gradient at 0 is 0.
bool is_relu(const std::string& function) {
  constexpr std::string_view name = "relu";
  return function.starts_with(name) &&
         function.find_first_not_of("_0123456789", name.size()) == std::string::npos;
}

bool is_one_of(const std::string& name, std::initializer_list<std::string_view> all) {
  return std::find(all.begin(), all.end(), name) != all.end();
}

}  // namespace

void ModuleConverter::fail(const Operation& op, std::string what, std::string found) const {
  Diagnostic diagnostic;
  diagnostic.what = std::move(what);
  diagnostic.where = quote(module_.path) + ", line " + std::to_string(op.place.line) + ", column " +
                     std::to_string(op.place.column);
  diagnostic.found = std::move(found);
  refuse(ErrorKind::bad_file, std::move(diagnostic));
}

const ModuleConverter::Item& ModuleConverter::find(const std::string& value, const Scope& scope,
                                                   const Operation& op) const {
  for (const Scope* at = &scope; at; at = at->outer) {
    const auto found = at->values.find(value);
    if (found != at->values.end()) return found->second;
  }
  fail(op, "an op reads a value that nothing defines", quote("%" + value));
}

std::optional<double> ModuleConverter::known_scalar(const std::string& value,
                                                    const Scope& scope) const {
  for (const Scope* at = &scope; at; at = at->outer) {
    const auto found = at->values.find(value);
    if (found != at->values.end()) return found->second.scalar;
  }
  return std::nullopt;
}

void ModuleConverter::define(const Operation& op, Scope& scope, std::size_t result,
                             Item item) const {
  if (!scope.values.emplace(op.results[result], std::move(item)).second)
    fail(op, "a value is defined twice", quote("%" + op.results[result]));
}

void ModuleConverter::convert(const Function& program) {
  Scope scope;
  scope.nodes = &made_.graph.nodes;
  scope.infos = &made_.graph.values;
  scope.is_main = true;
  for (std::size_t i = 0; i < program.result_types.size(); ++i) {
    const bool several = program.result_types.size() > 1;
    const std::string wanted =
        result_name(program.result_names[i], several ? std::optional(i) : std::nullopt);
    onnx::ValueInfo info;
    info.name = names_.unique(wanted);
    made_.graph.outputs.push_back(std::move(info));
  }
  add_inputs(program, scope);
  add_outputs(program, add_block(program.body, scope));
}

// By its location, or that of the argument of the first function that it is passed on to.
std::string ModuleConverter::input_name(const Function& program, std::size_t i) const {
  const std::string& argument = program.body.arguments[i];
  std::string name = program.body.locations[i].name;
  if (name.empty() && wrapped_) {
    const Block& callee = callee_of(module_, *wrapped_)->body;
    for (std::size_t k = 0; k < wrapped_->operands.size() && k < callee.locations.size(); ++k)
      if (wrapped_->operands[k] == argument && name.empty()) name = callee.locations[k].name;
  }
  const std::string path = as_path(name);
  const std::size_t begin = path.find_first_not_of('/');
  return begin == path.npos ? argument : path.substr(begin);
}

void ModuleConverter::add_inputs(const Function& program, Scope& scope) {
  const Block& body = program.body;
  const auto called =
      std::find_if(body.operations.begin(), body.operations.end(),
                   [&](const Operation& op) { return callee_of(module_, op) != nullptr; });
  if (called != body.operations.end()) wrapped_ = &*called;
  for (std::size_t i = 0; i < body.arguments.size(); ++i) {
    const std::string name = names_.unique(input_name(program, i));
    made_.graph.inputs.push_back(value_info(name, body.types[i]));
    scope.values[body.arguments[i]] = {name};
  }
}

void ModuleConverter::add_outputs(const Function& program, const std::vector<Item>& results) {
  const bool fits = results.size() == program.result_types.size();
  if (results.empty() || !fits) {
    Operation place;
    place.place = program.place;
    fail(place, "the program returns another number of values than it declares",
         std::to_string(results.size()) + " of " + std::to_string(program.result_types.size()));
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    onnx::Node node;
    node.op_type = "Identity";
    node.kind = "return";
    node.name = made_.graph.outputs[i].name;
    node.inputs = {results[i].name};
    node.outputs = {node.name};
    made_.graph.nodes.push_back(std::move(node));
  }
}

std::vector<ModuleConverter::Item> ModuleConverter::add_block(const Block& block, Scope& scope) {
  if (scope.depth > deepest_calls) {
    Operation place;
    if (!block.operations.empty()) place.place = block.operations[0].place;
    fail(place, "functions or regions are nested too deeply, or call themselves", {});
  }
  scope.log_sums = maxima_of_log_sums(block);
  for (const Operation& op : block.operations) {
    if (!is_one_of(op.name, {"return", "func.return", "stablehlo.return"})) {
      add_operation(op, scope);
      continue;
    }
    std::vector<Item> results;
    for (const std::string& operand : op.operands) results.push_back(find(operand, scope, op));
    return results;
  }
  return {};
}

onnx::Node ModuleConverter::node_of(const Operation& op) const {
  onnx::Node node;
  node.kind = op.name;
  if (op.location.line > 0)
    node.source = {op.location.file, op.location.line};
  else
    node.source = {module_.path, op.place.line};
  return node;
}

std::string ModuleConverter::new_name(const Operation& op, const std::string& result,
                                      const Scope& scope) {
  std::string wanted = ValueNames::wanted(op, result, scope.prefix);
  const std::string inside = scope.loop + "/";  // which the importer puts before the name
  if (!scope.loop.empty() && wanted.starts_with(inside) && wanted.size() > inside.size())
    wanted.erase(0, inside.size());
  return names_.unique(wanted);
}

std::string ModuleConverter::add_step(const Operation& op, const char* op_type, const char* domain,
                                      std::vector<std::string> inputs,
                                      std::vector<onnx::Attribute> attributes, Scope& scope,
                                      const std::string& name) {
  onnx::Node node = node_of(op);
  node.op_type = op_type;
  node.domain = domain;
  node.name = name.empty() ? new_name(op, {}, scope) : names_.unique(name);
  node.inputs = std::move(inputs);
  node.outputs = {node.name};
  node.attributes = std::move(attributes);
  scope.nodes->push_back(std::move(node));
  return scope.nodes->back().outputs[0];
}

void ModuleConverter::add_operation(const Operation& op, Scope& scope) {
  poll_cancellation();
  if (++converted_ > most_converted)
    fail(op, "the module has too many ops when its functions are inlined",
         std::to_string(most_converted));
  if (op.name == "stablehlo.constant") return add_constant(op, scope);
  if (op.name == "stablehlo.custom_call") return add_custom_call(op, scope);
  if (const Function* callee = callee_of(module_, op)) return add_call(op, *callee, scope);
  if (op.name == "func.call" || op.name == "call")
    fail(op, "an op calls a function that the module lacks",
         op.find("callee") ? quote(op.find("callee")->text) : "");
  if (op.name == "stablehlo.while" && op.regions.size() == 2) return add_loop(op, scope);
  if (is_one_of(op.name, {"stablehlo.case", "stablehlo.if"})) return add_choice(op, scope);
  if (op.name == "stablehlo.dynamic_update_slice" && !op.operands.empty() &&
      find(op.operands[0], scope, op).row)
    return add_update(op, scope);
  if (add_alias(op, scope)) return;
  if (op.name == "stablehlo.real_dynamic_slice" && op.operands.size() == 4 &&
      op.operand_types.size() == 4)
    return add_computed_slice(op, scope);
  std::vector<onnx::Attribute> attributes = attributes_of(op);
  add_functions(op, scope, attributes);
  if (scope.rectifies) attributes.push_back(attribute("rectifies", std::int64_t{1}));
  if (!op.results.empty() && scope.log_sums.contains(op.results[0]))
    attributes.push_back(attribute("log_sum", std::int64_t{1}));
  add_node(op, op.name, scope, std::move(attributes));
  if (op.name == "stablehlo.concatenate") note_components(op, scope);
}

// A vector that is joined of vectors with one element.
void ModuleConverter::note_components(const Operation& op, Scope& scope) const {
  if (op.results.size() != 1) return;
  for (const Type& type : op.operand_types)
    if (type.dims.size() != 1 || type.dims[0] != 1) return;
  for (const std::string& operand : op.operands)
    scope.values.at(op.results[0]).elements.push_back(find(operand, scope, op).name);
}

// Starts, limits and strides are operands of their own, so that those that are constant are known.
void ModuleConverter::add_computed_slice(const Operation& op, Scope& scope) {
  Operation apart = op;
  apart.operands.resize(1);
  const std::size_t rank = op.operand_types[0].dims.size();
  for (std::size_t k = 1; k < op.operands.size(); ++k) {
    const Item vector = find(op.operands[k], scope, op);
    for (std::size_t i = 0; i < rank; ++i) {
      const bool joined = vector.elements.size() == rank;
      const std::string name =
          joined ? vector.elements[i]
                 : add_step(op, component_op, op_domain, {vector.name},
                            {attribute("component", static_cast<std::int64_t>(i))}, scope);
      apart.operands.push_back("component " + std::to_string(k) + " " + std::to_string(i));
      scope.values[apart.operands.back()] = {name};
    }
  }
  add_node(apart, op.name, scope, attributes_of(op));
}

// Ops whose results are their operands.
bool ModuleConverter::add_alias(const Operation& op, Scope& scope) {
  if (is_one_of(op.name, {"stablehlo.optimization_barrier", "sdy.sharding_constraint"}) &&
      op.operands.size() >= op.results.size()) {
    for (std::size_t i = 0; i < op.results.size(); ++i)
      define(op, scope, i, find(op.operands[i], scope, op));
    return true;
  }
  if (op.name == "stablehlo.tuple" && op.results.size() == 1) {
    Item tuple;
    for (const std::string& operand : op.operands)
      tuple.elements.push_back(find(operand, scope, op).name);
    if (!tuple.elements.empty()) tuple.name = tuple.elements[0];
    define(op, scope, 0, std::move(tuple));
    return true;
  }
  if (op.name != "stablehlo.get_tuple_element" || op.operands.size() != 1) return false;
  const Attribute* index = op.find("index");
  const Item& tuple = find(op.operands[0], scope, op);
  const auto at = index ? static_cast<std::size_t>(index->integer) : 0;
  if (at >= tuple.elements.size() || op.results.size() != 1) return false;
  define(op, scope, 0, {tuple.elements[at]});
  return true;
}

void ModuleConverter::add_constant(const Operation& op, Scope& scope) {
  const Attribute* value = op.find("value");
  if (op.results.empty()) return;
  if (!value || !value->elements) fail(op, "a constant has no elements", {});
  const Elements& elements = *value->elements;
  const bool refused = !elements.fault.empty();
  const bool weight = scope.is_main && !refused && !elements.splat &&
                      is_float(elements.values.dtype) && elements.values.shape.size() > 1;
  add_node(op, refused ? refused_op : op.name, scope, attributes_of(elements, weight));
  if (!refused && elements.type.dims.empty())
    scope.values.at(op.results[0]).scalar = elements.values.item();
}

void ModuleConverter::add_call(const Operation& op, const Function& callee, Scope& scope) {
  if (op.operands.size() != callee.body.arguments.size())
    fail(op,
         "a call has another number of operands than its function " + quote(callee.name) +
             " has arguments",
         std::to_string(op.operands.size()));
  Scope inner;
  inner.nodes = scope.nodes;
  inner.infos = scope.infos;
  inner.prefix = ValueNames::prefix_of(op, callee.name, scope.prefix);
  inner.depth = scope.depth + 1;
  inner.is_main = scope.is_main;
  inner.loop = scope.loop;
  inner.rectifies = is_relu(callee.name);
  for (std::size_t i = 0; i < op.operands.size(); ++i)
    inner.values[callee.body.arguments[i]] = find(op.operands[i], scope, op);
  std::vector<Item> results = add_block(callee.body, inner);
  if (results.size() < op.results.size())
    fail(op, "the function " + quote(callee.name) + " returns fewer values than its call has",
         std::to_string(results.size()));
  for (std::size_t i = 0; i < op.results.size(); ++i) define(op, scope, i, std::move(results[i]));
}

// Calls of code outside of the module. Some of JAX are ops of CHLO under another name.
void ModuleConverter::add_custom_call(const Operation& op, Scope& scope) {
  const Attribute* named = op.find("call_target_name");
  if (!named) named = op.find("callee");
  const std::string target = named ? named->text : "";
  if (op.results.empty()) return;  // it has an effect only, such as an assertion
  if (is_annotation(target) && op.operands.size() >= op.results.size()) {
    for (std::size_t i = 0; i < op.results.size(); ++i)
      define(op, scope, i, find(op.operands[i], scope, op));
    return;
  }
  if (target == "stablehlo.dynamic_reduce_window") return add_dynamic_windows(op, target, scope);
  constexpr std::string_view mhlo = "mhlo.";
  const std::string inner = target.starts_with(mhlo) ? target.substr(mhlo.size()) : "";
  const std::string known = "chlo." + (inner == "topk" ? "top_k" : inner);
  if (!inner.empty() && find_row(known)) return add_node(op, known, scope, attributes_of(op));
  const std::string reason = "it calls " + quote(target) + ", which is code outside of the module";
  add_node(op, refused_op, scope, {attribute("reason", reason.c_str())});
}

// Programs with open lengths call this op, which is no op of the dialect yet; its region is a
// function.
void ModuleConverter::add_dynamic_windows(const Operation& op, const std::string& name,
                                          Scope& scope) {
  std::vector<onnx::Attribute> attributes = attributes_of(op);
  const Attribute* called = op.find("called_computations");
  const Function* function =
      called && called->list.size() == 1 ? module_.find(called->list[0].text) : nullptr;
  if (function)
    attributes.push_back(attribute("function", binary_function(function->body).c_str()));
  add_node(op, name, scope, std::move(attributes));
}

void ModuleConverter::add_node(const Operation& op, std::string op_type, Scope& scope,
                               std::vector<onnx::Attribute> attributes) {
  if (op.results.empty()) return;
  onnx::Node node = node_of(op);
  node.op_type = std::move(op_type);
  node.domain = op_domain;
  for (const std::string& operand : op.operands)
    node.inputs.push_back(find(operand, scope, op).name);
  for (std::size_t i = 0; i < op.results.size(); ++i) {
    const std::string name = new_name(op, op.results[i], scope);
    node.outputs.push_back(name);
    scope.infos->push_back(value_info(name, op.result_types[i]));
    define(op, scope, i, {name});
  }
  node.name = node.outputs[0];
  node.attributes = std::move(attributes);
  scope.nodes->push_back(std::move(node));
}

// What the regions of an op compute.
void ModuleConverter::add_functions(const Operation& op, const Scope& scope,
                                    std::vector<onnx::Attribute>& attributes) const {
  if (op.regions.empty()) return;
  const auto outside = [&](const std::string& name) { return known_scalar(name, scope); };
  const bool compares = is_one_of(op.name, {"stablehlo.sort", "stablehlo.select_and_scatter"});
  if (compares) {
    std::vector<std::int64_t> operands, ascending;
    for (const Comparison& each : comparisons_of(module_, op.regions[0], outside)) {
      operands.push_back(static_cast<std::int64_t>(each.operand));
      ascending.push_back(each.ascending);
    }
    if (!operands.empty()) {
      attributes.push_back(attribute("compared", std::move(operands)));
      attributes.push_back(attribute("ascending", std::move(ascending)));
    }
  }
  std::string function = binary_function(op.regions.back());
  if (function.empty()) function = position_function(module_, op.regions.back(), outside);
  if (!function.empty()) attributes.push_back(attribute("function", function.c_str()));
}

// The new row of a list; the loop joins them.
void ModuleConverter::add_update(const Operation& op, Scope& scope) {
  Item row = find(op.operands.at(1), scope, op);
  row.scalar.reset();
  define(op, scope, 0, std::move(row));
}

}  // namespace ng::stablehlo
