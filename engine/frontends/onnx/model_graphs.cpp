// SPDX-License-Identifier: Apache-2.0
// Nodes that repeat graphs: Scan and Loop.
#include <algorithm>
#include <limits>

#include "engine/base/quote.h"
#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/graphs/unrolled_loop.h"
#include "engine/frontends/onnx/model_builder.h"
#include "engine/frontends/onnx/node_order.h"
#include "engine/graph/graph.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/opaque.h"
#include "engine/ops/reductions/reduction.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t most_trips = std::int64_t{1} << 20;
constexpr std::int64_t most_tests = std::int64_t{1} << 14;  // of a condition by iteration

// The iterations of a loop whose body returns this condition; nothing if more than the number of
// the iteration decides.
std::optional<std::int64_t> trips_of(const Item& condition, const Op& iteration,
                                     std::int64_t most) {
  constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();
  if (condition.known) return is_true(*condition.known) ? endless : 1;
  for (std::int64_t i = 0; i < std::min(most, most_tests); ++i) {
    const auto count = static_cast<double>(i);
    const auto value = evaluate_with(condition.op, iteration,
                                     ng::Tensor::from(DType::i64, {}, std::span(&count, 1)));
    if (!value) return std::nullopt;
    if (!is_true(*value)) return i + 1;
  }
  return most > most_tests ? std::nullopt : std::optional(endless);
}

// The last state is whether this iteration counts: if not, the others stay, and outputs are 0. The
// last output counts the iterations.
void end_where(NodeContext& n, const Op& condition, const std::vector<Op>& states, ScanStep& step) {
  const Op& active = states.back();
  for (Op& output : step.outputs) output = zero_unless(active, output);
  step.outputs.push_back(value_of(active, DType::i64));
  for (std::size_t i = 0; i < step.states.size(); ++i) {
    const ScopedResultType type(states[i].dtype());
    step.states[i] = over(where(active, step.states[i], states[i]), states[i].axes());
  }
  const ScopedResultType type(DType::bool_);
  step.states.push_back(condition ? where(active, regrouped(n, condition, {}), 0) : active);
}

}  // namespace

std::vector<ItemPtr> ModelBuilder::build_graph(const Graph& graph, const Scope& scope,
                                               const std::string& part,
                                               const std::vector<ItemPtr>& inputs) {
  Scope inner;
  inner.outer = &scope;
  inner.opsets = scope.opsets;
  inner.arguments = scope.arguments;
  inner.depth = scope.depth + 1;
  inner.prefix = scope.prefix + part + "/";
  for (std::size_t i = 0; i < inputs.size(); ++i) inner.values[graph.inputs[i].name] = inputs[i];
  add_initializers(graph, inner);
  for (const ValueInfo& value : graph.values) inner.types.emplace(value.name, &value);
  add_nodes(graph.nodes, inner);
  std::vector<ItemPtr> outputs;
  for (const ValueInfo& output : graph.outputs) {
    outputs.push_back(inner.find(output.name));
    if (!outputs.back()) {
      refuse_value(model_.path, "a graph of a node returns a value that nothing defines",
                   output.name);
    }
  }
  return outputs;
}

std::string ModelBuilder::build_function(const Function& function, const Node& node,
                                         const std::vector<ItemPtr>& inputs,
                                         std::vector<ItemPtr>& results, const Scope& scope) {
  if (scope.depth >= most_nested) return "functions call each other too deeply";
  if (function.nodes.size() > most_inlined - inlined_) {
    return "the model has more than " + std::to_string(most_inlined) +
           " nodes when its functions are inlined";
  }
  inlined_ += function.nodes.size();
  std::unordered_map<std::string, const Attribute*> arguments;
  for (const Attribute& attribute : function.defaults) arguments[attribute.name] = &attribute;
  for (const Attribute& attribute : node.attributes) arguments[attribute.name] = &attribute;
  Scope inner;
  inner.opsets = function.opsets.empty() ? model_.opsets : function.opsets;
  inner.arguments = &arguments;
  inner.depth = scope.depth + 1;
  inner.prefix = scope.prefix + scope_of(node) + "/";
  for (std::size_t i = 0; i < function.inputs.size(); ++i) {
    inner.values[function.inputs[i]] = i < inputs.size() ? inputs[i] : nullptr;
  }
  add_nodes(function.nodes, inner);
  for (std::size_t i = 0; i < results.size() && i < function.outputs.size(); ++i) {
    results[i] = inner.find(function.outputs[i]);
    if (inner.defines(function.outputs[i])) continue;
    refuse_value(model_.path,
                 "the function " + quote(function.name) + " returns a value that nothing defines",
                 function.outputs[i]);
  }
  return {};
}

std::vector<ItemPtr> ModelBuilder::arguments_of(const Repeated& loop, const std::vector<Op>& states,
                                                const std::vector<Op>& elements) const {
  std::vector<ItemPtr> items;
  const auto add = [&items](const Op& op) {
    items.push_back(std::make_shared<Item>());
    items.back()->op = op;
  };
  if (loop.counts) {
    add(elements[0]);
    items.push_back(std::make_shared<Item>());
    items.back()->known = ng::Tensor::from(DType::bool_, {}, std::vector<double>{1});
  }
  for (const Op& state : states) add(state);
  if (!loop.counts) {
    for (const Op& element : elements) add(element);
  }
  return items;
}

ScanStep ModelBuilder::step_of(const Repeated& loop, const std::vector<Op>& states,
                               const std::vector<ItemPtr>& made) {
  ScanStep step;
  for (std::size_t i = loop.counts ? 1 : 0; i < made.size(); ++i) {
    if (!made[i]->unknown.empty()) NodeContext::refuse("its body: " + made[i]->unknown);
    Op op = op_of(*made[i], dims_);
    const std::size_t at = step.states.size();
    if (at == states.size()) {
      step.outputs.push_back(op);
      continue;
    }
    const Axes& axes = states[at].axes();
    if (op.axes().lengths() != axes.lengths() || op.dtype() != states[at].dtype()) {
      NodeContext::refuse("its body changes the shape or type of a state");
    }
    for (std::size_t k = 0; k < axes.size(); ++k) dims_.equate(axes[k], op.axes()[k]);
    step.states.push_back(renamed(op, axes.list()));
  }
  return step;
}

ScanResult ModelBuilder::build_body(Repeated& loop, const Scope& scope, const std::string& part) {
  const std::size_t first = made_.results.size(), opaque = made_.opaque.size();
  std::vector<Op> parameters;
  const ScanBody body = [&](const std::vector<Op>& states, const std::vector<Op>& elements) {
    parameters = states;
    parameters.insert(parameters.end(), elements.begin(), elements.end());
    const std::vector<Op> own(states.begin(), states.end() - (loop.masked ? 1 : 0));
    const std::vector<ItemPtr> items = arguments_of(loop, own, elements);
    if (items.size() != loop.body.inputs.size() ||
        loop.body.outputs.size() < own.size() + (loop.counts ? 1 : 0)) {
      NodeContext::refuse("its body has other inputs or outputs than the node");
    }
    const std::vector<ItemPtr> made = build_graph(loop.body, scope, part, items);
    if (made_.opaque.size() > opaque) {
      const ng::Node& node = made_.opaque[opaque].node();
      NodeContext::refuse("its body: " + node.attributes.get<std::string>("kind") + ": " +
                          reason_not_to_run(node));
    }
    if (loop.counts) loop.trips = trips_of(*made[0], elements[0], loop.axis.length());
    ScanStep step = step_of(loop, own, made);
    if (loop.masked) {
      NodeContext context({}, 0, {}, dims_);
      end_where(context, made[0]->known ? Op() : made[0]->op, states, step);
    }
    return step;
  };
  // An axis cannot be the loop's and a state's.
  for (const Op& state : loop.states) {
    std::vector<Axis> axes = state.axes().list();
    axes.push_back(loop.axis);
    dims_.keep_apart(axes);
  }
  const std::vector<Operand> states(loop.states.begin(), loop.states.end());
  const std::vector<Operand> sequences(loop.sequences.begin(), loop.sequences.end());
  try {
    ScanOrder order{.keeps = false};
    if (loop.masked) order.active = loop.states.size() - 1;
    const ScanResult made = scan(loop.axis, states, sequences, body, order);
    hide_body(first, parameters);
    return made;
  } catch (...) {
    made_.opaque.resize(opaque);
    hide_body(first, parameters);
    throw;
  }
}

void ModelBuilder::hide_body(std::size_t first, const std::vector<Op>& parameters) {
  std::unordered_map<const ng::Node*, bool> depends;
  for (const Op& parameter : parameters) depends[&parameter.node()] = true;
  std::vector<Op> kept;
  std::vector<Value> values;
  for (std::size_t i = first; i < made_.results.size(); ++i) {
    values.push_back(made_.results[i].value());
  }
  for (const NodePtr& node : ng::ordered_nodes(values)) {
    bool inside = depends[node.get()];
    for (const Value& operand : node->operands) inside = inside || depends[operand.node.get()];
    depends[node.get()] = inside;
    if (inside) inside_.emplace(node->id, node.get());
  }
  for (const Value& value : values) {
    (depends[value.node.get()] ? bodies_ : kept).emplace_back(value);
  }
  made_.results.resize(first);
  made_.results.insert(made_.results.end(), kept.begin(), kept.end());
}

void ModelBuilder::discard_body(std::size_t first, const std::string& prefix) {
  const std::string inside = without_slash(prefix) + "/";
  const auto kept = std::stable_partition(
      made_.results.begin() + static_cast<std::ptrdiff_t>(first), made_.results.end(),
      [&](const Op& op) { return !made_.origins.at(&op.node()).name.starts_with(inside); });
  bodies_.insert(bodies_.end(), kept, made_.results.end());
  made_.results.erase(kept, made_.results.end());
}

void ModelBuilder::abandon(std::size_t first, std::size_t opaque, const std::string& prefix) {
  made_.opaque.resize(opaque);
  discard_body(first, prefix);
}

std::string ModelBuilder::build_scan(const Node& node, const std::vector<ItemPtr>& inputs,
                                     Scope& scope, std::vector<ItemPtr>& results) {
  if (scope.depth >= most_nested) return "loops are nested too deeply";
  const Attribute* body = node.find("body");
  if (!body || !body->g) return "it lacks a body";
  NodeContext context(node, 0, inputs, dims_);
  const auto count = static_cast<std::size_t>(context.integer("num_scan_inputs", 0));
  if (count < 1 || count > inputs.size()) return "its num_scan_inputs is out of range";
  const std::size_t states = inputs.size() - count;
  Repeated loop{*body->g, {}};
  for (std::size_t i = 0; i < states; ++i) loop.states.push_back(context.op(i));
  const auto in_axes = context.list("scan_input_axes"), out_axes = context.list("scan_output_axes");
  const auto in_ways = context.list("scan_input_directions");
  const auto out_ways = context.list("scan_output_directions");
  for (std::size_t i = 0; i < count; ++i) {
    Op x = context.op(states + i);
    const std::int64_t given = i < in_axes.size() ? in_axes[i] : 0;
    const auto at = static_cast<std::size_t>(context.position(given, std::ssize(x.axes())));
    const std::int64_t length = x.axes()[at].length();
    if (i < in_ways.size() && in_ways[i] != 0 && length > 1) {
      x = part(context, x, at, length - 1, length, -1);
    }
    std::vector<Axis> axes = x.axes().list();
    if (i == 0) loop.axis = axes[at];
    if (length != loop.axis.length()) return "its sequences differ in length";
    dims_.equate(loop.axis, axes[at]);
    axes[at] = loop.axis;
    loop.sequences.push_back(renamed(x, axes));
  }
  const ScanResult made = build_body(loop, scope, scope_of(node));
  NodeContext after(node, 0, inputs, dims_);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (i < made.states.size()) {
      after.result(made.states[i], i);
      continue;
    }
    const std::size_t k = i - made.states.size();
    if (k >= made.outputs.size()) break;
    Op out = made.outputs[k];
    const std::int64_t given = k < out_axes.size() ? out_axes[k] : 0;
    const std::int64_t at = after.position(given, std::ssize(out.axes()));
    std::vector<Axis> axes = out.axes().list();
    std::rotate(axes.begin(), axes.begin() + 1, axes.begin() + at + 1);
    out = over(out, Axes(axes));
    const std::int64_t length = loop.axis.length();
    if (k < out_ways.size() && out_ways[k] != 0) {
      out = part(after, out, static_cast<std::size_t>(at), length - 1, length, -1);
    }
    after.result(out, i);
  }
  results = after.results;
  return {};
}

void ModelBuilder::set_trips(NodeContext& n, Repeated& loop, std::int64_t count) {
  loop.axis = n.fresh(count, "iteration");
  loop.sequences = {ramp(loop.axis)};
}

// The initial states, and outputs without elements, whose shapes the body decides.
ModelBuilder::Iterated ModelBuilder::without_trips(NodeContext& n, Repeated& loop,
                                                   const Scope& scope) {
  Iterated all;
  for (const Op& state : loop.states) all.states.push_back(value_of(state, state.dtype()));
  if (n.node.outputs.size() <= all.states.size()) return all;
  const std::string part = scope_of(n.node);
  const std::size_t first = made_.results.size();
  set_trips(n, loop, 1);
  for (const Op& output : build_body(loop, scope, part).outputs) {
    Shape shape = output.axes().lengths();
    shape[0] = 0;
    all.outputs.push_back(nothing(n, shape, output.dtype()));
  }
  discard_body(first, scope.prefix + part);
  return all;
}

// A scan over the iterations. The body is built again if its condition ends the loop earlier, or at
// run time: then the iterations after the last one keep the states, and are counted.
ModelBuilder::Iterated ModelBuilder::iterate(NodeContext& n, Repeated& loop, std::int64_t most,
                                             const Scope& scope) {
  const std::string part = scope_of(n.node);
  const std::size_t first = made_.results.size();
  set_trips(n, loop, std::min(most, most_trips));
  ScanResult made = build_body(loop, scope, part);
  const std::int64_t trips = std::min(loop.trips.value_or(most), most);
  if (trips > most_trips) {
    NodeContext::refuse(
        "its trip count is above 2^20 or absent, and its condition does not end it");
  }
  loop.masked = loop.active || !loop.trips;
  if (!loop.trips && !loop.active) loop.active = number(1, DType::bool_);
  if (loop.masked || trips < loop.axis.length()) {
    discard_body(first, scope.prefix + part);
    set_trips(n, loop, trips);
    if (loop.masked) loop.states.push_back(loop.active);
    made = build_body(loop, scope, part);
  }
  Iterated all;
  if (loop.masked) {
    const ScopedResultType type(DType::i64);
    all.count = sum(made.outputs.back(), reduce_over(Axes{loop.axis}));
    made.states.pop_back();
    made.outputs.pop_back();
  }
  all.states = made.states;
  all.outputs = made.outputs;
  return all;
}

std::string ModelBuilder::build_loop(const Node& node, const std::vector<ItemPtr>& inputs,
                                     Scope& scope, std::vector<ItemPtr>& results) {
  if (scope.depth >= most_nested) return "loops are nested too deeply";
  const Attribute* body = node.find("body");
  if (!body || !body->g) return "it lacks a body";
  NodeContext context(node, 0, inputs, dims_);
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (context.has(0)) most = context.integers(0, "its trip count").at(0);
  const ng::Tensor* condition = context.known(1);
  if (condition && condition->item() == 0) most = 0;
  Repeated loop{*body->g, {}};
  loop.counts = true;
  for (std::size_t i = 2; i < inputs.size(); ++i) loop.states.push_back(context.op(i));
  for (const ItemPtr& input : inputs) {
    if (input && input->op) claim(input->op, input->name, input->name, Node{});
  }
  if (context.has(1) && !condition) loop.active = regrouped(context, context.op(1), {});
  Iterated all;
  const std::size_t first = made_.results.size(), opaque = made_.opaque.size();
  try {
    all = most < 1 ? without_trips(context, loop, scope) : iterate(context, loop, most, scope);
  } catch (const NotImported&) {
    if (loop.active || most > UnrolledLoop::most_trips) throw;
    abandon(first, opaque, scope.prefix + scope_of(node));
    const auto kept = static_cast<std::ptrdiff_t>(std::min<std::size_t>(inputs.size(), 2));
    const auto made = UnrolledLoop(*this).build(node, *body->g, most,
                                                {inputs.begin() + kept, inputs.end()}, scope);
    if (!made) throw;
    for (std::size_t i = 0; i < results.size() && i < made->size(); ++i) results[i] = (*made)[i];
    return {};
  }
  NodeContext after(node, 0, inputs, dims_);
  const std::size_t states = all.states.size();
  for (std::size_t i = 0; i < results.size() && i < states + all.outputs.size(); ++i) {
    if (i < states) {
      after.result(all.states[i], i);
    } else if (all.count) {
      after.result_up_to(all.outputs[i - states], all.count, 0, i);
    } else {
      after.result(all.outputs[i - states], i);
    }
  }
  results = after.results;
  return {};
}

}  // namespace ng::onnx
