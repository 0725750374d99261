// SPDX-License-Identifier: Apache-2.0
#include "engine/frontends/onnx/graphs/branch_builder.h"

#include "engine/frontends/onnx/align.h"
#include "engine/frontends/onnx/node_order.h"
#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/elementwise/elementwise.h"
#include "engine/ops/pass_through.h"
#include "engine/ops/result_type.h"

namespace ng::onnx {
namespace {

constexpr std::int64_t worth_skipping = std::int64_t{1} << 17;  // FLOP of a branch

class Estimate {
 public:
  explicit Estimate(bool& on) : on_(on) { on_ = true; }
  ~Estimate() { on_ = false; }

 private:
  bool& on_;
};

}  // namespace

// A branch that is known is built alone; else both, and their results are chosen by element. A
// branch whose work is worth it is skipped while the model runs, if the other one is chosen.
std::string BranchBuilder::build_choice(const Node& node, const ItemPtr& condition,
                                        ModelBuilder::Scope& scope, std::vector<ItemPtr>& results) {
  if (scope.depth >= most_nested) return "branches are nested too deeply";
  const Attribute *then = node.find("then_branch"), *otherwise = node.find("else_branch");
  if (!then || !then->g || !otherwise || !otherwise->g) return "it lacks a branch";
  if (condition->known) {
    const bool first = is_true(*condition->known);
    const auto made = first ? builder_.build_graph(*then->g, scope, "then")
                            : builder_.build_graph(*otherwise->g, scope, "else");
    for (std::size_t i = 0; i < results.size() && i < made.size(); ++i) results[i] = made[i];
    return {};
  }
  NodeContext context(node, 0, {}, builder_.dims_);
  Op chosen = regrouped(context, condition->op, {});
  if (chosen.dtype() != DType::bool_) chosen = value_of(not_equal(chosen, 0), DType::bool_);
  const auto a = build_branch(*then->g, scope, "then", chosen);
  const auto b =
      build_branch(*otherwise->g, scope, "else", value_of(equal(chosen, 0), DType::bool_));
  for (std::size_t i = 0; i < results.size() && i < a.size() && i < b.size(); ++i) {
    if (!a[i]->unknown.empty() || !b[i]->unknown.empty()) continue;
    if (a[i]->dtype() != b[i]->dtype() || a[i]->shape() != b[i]->shape()) {
      return "its branches return different shapes";
    }
    const ScopedResultType type(a[i]->dtype());
    const Aligned all =
        align(context, {op_of(*a[i], builder_.dims_), op_of(*b[i], builder_.dims_)});
    results[i] = std::make_shared<Item>();
    results[i]->op = over(where(chosen, all.ops[0], all.ops[1]), all.axes);
  }
  return {};
}

std::int64_t BranchBuilder::flops_inside(const std::vector<ItemPtr>& made,
                                         const std::string& prefix) const {
  const std::string inside = without_slash(prefix) + "/";
  std::vector<Value> values;
  for (const ItemPtr& item : made) {
    if (item->op) values.push_back(item->op.value());
  }
  std::int64_t flops = 0;
  for (const NodePtr& node : ng::ordered_nodes(values)) {
    const auto origin = builder_.made_.origins.find(node.get());
    const bool own =
        origin != builder_.made_.origins.end() && origin->second.name.starts_with(inside);
    if (own && node->def->flops) flops += node->def->flops(*node);
  }
  return flops;
}

// A branch that is not taken gets a gradient of 0, and 0 times the infinite derivative of a log or
// a division is NaN: what it reads gets the gradient only where the branch is taken.
ModelBuilder::Scope BranchBuilder::with_masked_gradients(const Graph& graph,
                                                         const ModelBuilder::Scope& scope,
                                                         const Op& active) {
  ModelBuilder::Scope inner = scope;
  for (const std::string& name : names_read(graph)) {
    const ItemPtr item = scope.find(name);
    const bool computed =
        item && item->unknown.empty() && (item->known ? item->weight : !!item->op);
    if (!computed || !is_float(item->dtype())) continue;
    const Op x = op_of(*item, builder_.dims_);
    const ScopedResultType type(x.dtype());
    inner.values[name] = std::make_shared<Item>(*item);
    inner.values[name]->op = over(where(active, x, stop_gradient(x)), x.axes());
    inner.values[name]->parts.clear();
  }
  return inner;
}

std::vector<ItemPtr> BranchBuilder::build_branch(const Graph& graph,
                                                 const ModelBuilder::Scope& outer,
                                                 const std::string& part, const Op& active) {
  const ModelBuilder::Scope scope = with_masked_gradients(graph, outer, active);
  // Inside of a branch that is built to see what it costs, branches are built once: each nested one
  // would double the work.
  if (builder_.estimates_) return builder_.build_graph(graph, scope, part);
  const std::size_t first = builder_.made_.results.size(), opaque = builder_.made_.opaque.size();
  std::vector<ItemPtr> always;
  {
    const Estimate estimate(builder_.estimates_);
    always = builder_.build_graph(graph, scope, part);
  }
  if (builder_.made_.opaque.size() > opaque) return always;
  if (flops_inside(always, scope.prefix + part) < worth_skipping) return always;
  const std::vector<Op> results = builder_.made_.results;
  try {
    builder_.discard_body(first, scope.prefix + part);
    return build_skippable(graph, scope, part, active);
  } catch (const NotImported&) {
    // A loop cannot have such a body, for example with results of unknown shape.
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::value) throw;
  }
  builder_.bodies_.insert(builder_.bodies_.end(), builder_.made_.results.begin(),
                          builder_.made_.results.end());
  builder_.made_.opaque.resize(opaque);
  builder_.made_.results = results;
  return always;
}

// Computed values of `scope` that the graph reads, by name.
std::map<std::string, ItemPtr> BranchBuilder::computed_reads(const Graph& graph,
                                                             const ModelBuilder::Scope& scope) {
  std::map<std::string, ItemPtr> found;
  for (const std::string& name : names_read(graph)) {
    const ItemPtr item = scope.find(name);
    if (item && item->op && !item->known && item->unknown.empty()) found.emplace(name, item);
  }
  return found;
}

// A loop of one iteration that takes the values that the graph reads as elements: only what depends
// on elements belongs to the body.
std::vector<ItemPtr> BranchBuilder::build_skippable(const Graph& graph,
                                                    const ModelBuilder::Scope& scope,
                                                    const std::string& part, const Op& active) {
  const std::size_t first = builder_.made_.results.size();
  const Axis once = builder_.dims_.fresh(1, "branch");
  const std::map<std::string, ItemPtr> reads = computed_reads(graph, scope);
  std::vector<Operand> sequences;
  for (const auto& [name, item] : reads) {
    std::vector<Axis> axes = item->op.axes().list();
    axes.insert(axes.begin(), once);
    builder_.dims_.keep_apart(axes);
    sequences.emplace_back(over(item->op, Axes(axes)));
  }
  std::vector<Op> parameters;
  std::vector<ElementType> narrow;
  const ScanBody body = [&](const std::vector<Op>& states, const std::vector<Op>& elements) {
    parameters = states;
    parameters.insert(parameters.end(), elements.begin(), elements.end());
    ModelBuilder::Scope inner = scope;
    inner.outer = &scope;
    inner.values.clear();
    for (auto element = elements.begin(); const auto& [name, item] : reads) {
      inner.values[name] = std::make_shared<Item>(*item);
      inner.values[name]->op = *element++;
      inner.values[name]->parts.clear();
    }
    ScanStep step{states, {}};
    for (const ItemPtr& item : builder_.build_graph(graph, inner, part)) {
      if (!item->unknown.empty()) NodeContext::refuse(item->unknown);
      step.outputs.push_back(zero_unless(states[0], op_of(*item, builder_.dims_)));
      narrow.push_back(item->narrow);
    }
    return step;
  };
  std::vector<ItemPtr> items;
  const ScanResult made = scan(once, {active}, sequences, body, {.active = 0, .keeps = false});
  builder_.hide_body(first, parameters);
  for (std::size_t i = 0; i < made.outputs.size(); ++i) {
    items.push_back(std::make_shared<Item>());
    items.back()->op = without(made.outputs[i], {0});
    items.back()->narrow = narrow[i];
  }
  return items;
}

}  // namespace ng::onnx
