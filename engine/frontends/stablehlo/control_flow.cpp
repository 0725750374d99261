// SPDX-License-Identifier: Apache-2.0
// Branches and loops of StableHLO as those of ONNX.
#include "engine/frontends/stablehlo/module_converter.h"
#include "engine/frontends/stablehlo/node_attributes.h"
#include "engine/frontends/tensorflow/convert_node.h"
#include "engine/frontends/tensorflow/onnx_steps.h"

namespace ng::stablehlo {
namespace {

using tensorflow::attribute;

onnx::Attribute graph_attribute(const char* name, std::shared_ptr<const onnx::Graph> graph) {
  onnx::Attribute made;
  made.name = name;
  made.kind = onnx::AttributeKind::graph;
  made.g = std::move(graph);
  return made;
}

onnx::ValueInfo named(const std::string& name) {
  onnx::ValueInfo info;
  info.name = name;
  return info;
}

onnx::Attribute scalar_attribute(DType dtype, double value) {
  ng::Tensor scalar(dtype, {});
  scalar.set(0, value);
  return tensorflow::tensor_attribute("value", tensorflow::tensor_of(scalar));
}

}  // namespace

ModuleConverter::Scope ModuleConverter::inside(const Scope& scope) {
  Scope inner;
  inner.nodes = scope.nodes;
  inner.infos = scope.infos;
  inner.outer = &scope;
  inner.prefix = scope.prefix;
  inner.depth = scope.depth + 1;
  return inner;
}

ModuleConverter::Scope ModuleConverter::inside(const Scope& scope, onnx::Graph& graph) {
  Scope inner = inside(scope);
  inner.nodes = &graph.nodes;
  inner.infos = &graph.values;
  return inner;
}

std::string ModuleConverter::add_integer(const Operation& op, std::int64_t value, Scope& scope) {
  return add_step(op, "Constant", "", {},
                  {scalar_attribute(DType::i64, static_cast<double>(value))}, scope);
}

onnx::Attribute ModuleConverter::branch(const char* name, const Block& block, Scope& scope) {
  auto graph = std::make_shared<onnx::Graph>();
  graph->name = name;
  Scope inner = inside(scope, *graph);
  for (const Item& result : add_block(block, inner)) graph->outputs.push_back(named(result.name));
  return graph_attribute(name, std::move(graph));
}

// case: the region at an index, or the last one. if: the first region if the operand is true.
void ModuleConverter::add_choice(const Operation& op, Scope& scope) {
  if (op.operands.size() != 1 || op.regions.empty() ||
      (op.name == "stablehlo.if" && op.regions.size() != 2))
    fail(op, op.name + " has another number of operands or regions than it needs",
         std::to_string(op.regions.size()));
  const std::string index = find(op.operands[0], scope, op).name;
  std::vector<Item> results = add_branches(op, 0, index, scope);
  if (results.size() < op.results.size())
    fail(op, "the regions of " + op.name + " return fewer values than it has",
         std::to_string(results.size()));
  for (std::size_t i = 0; i < op.results.size(); ++i) define(op, scope, i, std::move(results[i]));
}

// The regions from one on, of which the one at `index` is chosen.
std::vector<ModuleConverter::Item> ModuleConverter::add_branches(const Operation& op,
                                                                 std::size_t first,
                                                                 const std::string& index,
                                                                 Scope& scope) {
  if (first + 1 == op.regions.size()) {
    Scope inner = inside(scope);
    return add_block(op.regions[first], inner);
  }
  onnx::Node node = node_of(op);
  node.op_type = "If";
  const bool truth = op.name == "stablehlo.if";
  const std::string place =
      truth ? index
            : add_step(op, chosen_op, op_domain, {index},
                       {attribute("branch", static_cast<std::int64_t>(first))}, scope);
  node.inputs = {place};
  auto otherwise = std::make_shared<onnx::Graph>();
  otherwise->name = "else_branch";
  Scope inner = inside(scope, *otherwise);
  for (const Item& result : add_branches(op, first + 1, index, inner))
    otherwise->outputs.push_back(named(result.name));
  node.attributes.push_back(branch("then_branch", op.regions[first], scope));
  node.attributes.push_back(graph_attribute("else_branch", std::move(otherwise)));
  std::vector<Item> results;
  for (std::size_t i = 0; i < op.results.size(); ++i) {
    results.push_back({new_name(op, {}, scope)});
    node.outputs.push_back(results.back().name);
    scope.infos->push_back(value_info(results.back().name, op.result_types[i]));
  }
  node.name = results.empty() ? "" : results[0].name;
  scope.nodes->push_back(std::move(node));
  return results;
}

// A while that is converted.
struct ModuleConverter::Loop {
  const Operation& op;
  LoopPlan plan;
  std::vector<Item> initial = {};
  std::shared_ptr<onnx::Graph> graph = std::make_shared<onnx::Graph>();
  std::string iteration = {}, again = {};
  std::vector<std::string> before = {}, after = {};  // inputs and outputs of the node

  // A counter is the last value of a state, too, where the iterations are not counted.
  bool is_state(std::size_t i) const {
    const LoopRole role = plan.values[i].role;
    return role == LoopRole::state || (role == LoopRole::counter && !plan.trips);
  }
};

void ModuleConverter::add_loop(const Operation& op, Scope& scope) {
  const std::size_t count = op.operands.size();
  for (const Block& region : op.regions)
    if (region.arguments.size() != count || op.result_types.size() != count)
      fail(op, "a while has regions with another number of arguments", std::to_string(count));
  if (ScalarEvaluator::returned(op.regions[1]).size() != count)
    fail(op, "a while returns another number of values", std::to_string(count));
  Loop loop{op, {}};
  const std::string own = new_name(op, {}, scope);
  ScalarEvaluator::Arguments known;
  for (const std::string& operand : op.operands) {
    loop.initial.push_back(find(operand, scope, op));
    known.push_back(loop.initial.back().scalar);
  }
  loop.plan = plan_loop(module_, op, known,
                        [&](const std::string& name) { return known_scalar(name, scope); });
  Scope body = inside(scope, *loop.graph);
  body.loop = ValueNames::wanted(op, {}, scope.prefix);
  bind_values(loop, body);
  const std::vector<Item> next = add_block(op.regions[1], body);
  finish_body(loop, next, body);
  onnx::Node node = node_of(op);
  node.op_type = "Loop";
  std::string trips, active;
  const auto most = loop.plan.trips ? loop.plan.trips : loop.plan.most;
  if (most) trips = add_integer(op, *most, scope);
  if (!loop.plan.trips) active = condition(loop, loop.initial, scope);
  node.inputs = {trips, active};
  node.inputs.insert(node.inputs.end(), loop.before.begin(), loop.before.end());
  node.outputs = loop.after;
  node.name = own;
  node.attributes.push_back(graph_attribute("body", loop.graph));
  if (!node.outputs.empty()) scope.nodes->push_back(std::move(node));
  add_loop_results(loop, scope);
}

// The names that the body has for the values of the loop.
void ModuleConverter::bind_values(Loop& loop, Scope& body) {
  const Block& region = loop.op.regions[1];
  loop.iteration = names_.unique("iteration");
  loop.again = names_.unique("again");
  loop.graph->inputs = {named(loop.iteration), named(loop.again)};
  for (std::size_t i = 0; i < region.arguments.size(); ++i) {
    Item item = loop.initial[i];
    const LoopValue& value = loop.plan.values[i];
    std::string state;
    if (loop.is_state(i)) {
      loop.before.push_back(item.name);
      state = names_.unique("state");
      loop.graph->inputs.push_back(named(state));
    }
    switch (value.role) {
      case LoopRole::invariant: break;
      case LoopRole::list: item = {item.name, {}, true}; break;
      // By the iteration: then the importer can count those of a condition that reads counters.
      case LoopRole::counter:
        item = {add_step(loop.op, counter_op, op_domain, {item.name, loop.iteration},
                         {attribute("step", value.step)}, body, "counter")};
        break;
      case LoopRole::state: item = {state}; break;
    }
    body.values[region.arguments[i]] = std::move(item);
  }
}

// The condition, the states, and the rows of lists.
void ModuleConverter::finish_body(Loop& loop, const std::vector<Item>& next, Scope& body) {
  std::string again = loop.again;
  if (!loop.plan.trips) again = condition(loop, next, body);
  loop.graph->outputs.push_back(named(again));
  const auto give = [&](const std::string& made) {
    loop.graph->outputs.push_back(named(made));
    loop.after.push_back(new_name(loop.op, {}, body));
  };
  for (std::size_t i = 0; i < next.size(); ++i)
    if (loop.is_state(i)) give(next[i].name);
  for (std::size_t i = 0; i < next.size(); ++i)
    if (loop.plan.values[i].role == LoopRole::list)
      give(add_step(loop.op, row_op, op_domain, {next[i].name}, {}, body, "row"));
}

// Whether another iteration follows these values.
std::string ModuleConverter::condition(Loop& loop, const std::vector<Item>& values, Scope& scope) {
  Scope inner = inside(scope);
  const Block& region = loop.op.regions[0];
  for (std::size_t i = 0; i < region.arguments.size() && i < values.size(); ++i)
    inner.values[region.arguments[i]] = values[i];
  const std::vector<Item> results = add_block(region, inner);
  if (results.size() != 1)
    fail(loop.op, "the condition of a while returns another number of values than one",
         std::to_string(results.size()));
  return results[0].name;
}

void ModuleConverter::add_loop_results(Loop& loop, Scope& scope) {
  const Operation& op = loop.op;
  std::vector<Item> results = loop.initial;
  std::size_t next = 0;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (loop.is_state(i)) results[i] = {loop.after[next++]};
  for (std::size_t i = 0; i < results.size(); ++i)
    if (loop.plan.values[i].role == LoopRole::list) results[i] = {loop.after[next++]};
  for (std::size_t i = 0; i < results.size() && i < op.results.size(); ++i) {
    const LoopValue& value = loop.plan.values[i];
    if (value.role == LoopRole::counter && !loop.is_state(i))
      results[i] = {add_step(op, counter_op, op_domain,
                             {results[i].name, add_integer(op, *loop.plan.trips, scope)},
                             {attribute("step", value.step)}, scope)};
    if (value.reversed)
      results[i] = {add_step(op, "stablehlo.reverse", op_domain, {results[i].name},
                             {attribute("dimensions", std::vector<std::int64_t>{0})}, scope)};
    define(op, scope, i, std::move(results[i]));
  }
}

}  // namespace ng::stablehlo
