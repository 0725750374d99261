// SPDX-License-Identifier: Apache-2.0
#include "engine/provenance/element_call.h"

#include <algorithm>
#include <set>

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/sequencing.h"
#include "engine/ops/state.h"
#include "engine/passes/pass_options.h"
#include "engine/passes/passes.h"
#include "engine/runtime/memory.h"
#include "engine/session/compile_options.h"

namespace ng {
namespace {

constexpr std::size_t most_programs = 4, most_wanted = 24;
constexpr std::int64_t most_bytes = 64 << 20;  // limit for watched values that were not requested

[[noreturn]] void refuse_op(std::string what, OpId op, std::string action) {
  Diagnostic diagnostic;
  diagnostic.what = std::move(what);
  diagnostic.action = std::move(action);
  diagnostic.ops = {op};
  refuse(ErrorKind::key, std::move(diagnostic));
}

NodePtr node_of(const Graph& graph, OpId op) {
  for (const NodePtr& node : ordered_nodes(graph))
    if (node->id == op) return node;
  return nullptr;
}

Value inside(const Node& loop, OpId op, int result) {
  for (const NodePtr& node : loop.loop->order)
    if (node->id == op) return {node, result};
  for (const NodePtr& node : loop.loop->parameters)
    if (node->id == op) return {node, result};
  return {};
}

// Empty for an op in nested loops that is ambiguous.
Loops loops_around(const Graph& graph, OpId op) {
  Loops loops;
  const std::vector<Value> from = roots(graph);
  for (NodePtr loop = loop_around(from, op); loop; loop = loop_around(from, loop->id)) {
    if (!loops.empty() && inside(*loop, loops.front()->id, 0).node != loops.front()) return {};
    loops.insert(loops.begin(), loop);
  }
  return loops;
}

bool equal(const Tensor& x, const Tensor& y) {
  return x.dtype == y.dtype && x.shape == y.shape && x.bytes == y.bytes;
}

bool equal(const CallBasis& x, const CallBasis& y) {
  const auto same = [](const auto& a, const auto& b) {
    return a.first == b.first && equal(a.second, b.second);
  };
  return x.iteration == y.iteration &&
         std::equal(x.arguments.begin(), x.arguments.end(), y.arguments.begin(), y.arguments.end(),
                    [](const Tensor& a, const Tensor& b) { return equal(a, b); }) &&
         std::equal(x.state.begin(), x.state.end(), y.state.begin(), y.state.end(), same);
}

std::int64_t bytes_of(const Value& value) {
  return value.axes().element_count() * static_cast<std::int64_t>(size_of(value.dtype()));
}

// Adds the operands of the wanted values, nearest first, within the limits.
std::vector<Value> with_nearest(std::vector<Value> wanted) {
  std::int64_t bytes = 0;
  std::set<std::pair<const Node*, int>> seen;
  for (const Value& value : wanted) seen.insert({value.node.get(), value.result});
  for (std::size_t i = 0; i < wanted.size() && wanted.size() < most_wanted; ++i) {
    const NodePtr node = wanted[i].node;
    for (const Value& operand : node->operands) {
      if (!operand.has_type() || !is_computed(operand)) continue;
      if (!seen.insert({operand.node.get(), operand.result}).second) continue;
      bytes += bytes_of(operand);
      if (bytes > most_bytes) return wanted;
      wanted.push_back(operand);
    }
  }
  return wanted;
}

}  // namespace

bool is_computed(const Value& value) {
  return !value.node->def->traits.is_source();
}

bool ElementCall::Program::gives(const Value& value) const {
  return std::find(wanted.begin(), wanted.end(), value) != wanted.end();
}

std::vector<Tensor> ElementCall::Program::call(const CallBasis& basis) {
  set_state(*transformer, initial);
  set_state(*transformer, basis.state);
  std::vector<Tensor> made;
  if (!wanted.empty()) computation.call(basis.arguments);
  for (std::size_t i = 0; i < wanted.size(); ++i) made.push_back(computation.watched(i));
  return made;
}

bool ElementCall::serves(const ElementRequest& request) const {
  const CompileOptions &a = options_, &b = request.options;
  return computation_.value() == request.computation.value() &&
         transformer_ == request.transformer && a.passes.disabled == b.passes.disabled &&
         a.passes.library_dot_flops == b.passes.library_dot_flops &&
         a.passes.share_small_kernels == b.passes.share_small_kernels &&
         a.passes.fold_limit == b.passes.fold_limit && a.pipeline == b.pipeline &&
         equal(basis_, request.call);
}

void ElementCall::open(const ElementRequest& request) {
  if (serves(request)) return;
  programs.clear();
  graphs.clear();
  loops.clear();
  computation_ = request.computation;
  transformer_ = request.transformer;
  options_ = request.options;
  options_.progress = nullptr;
  basis_ = request.call;
  const ComputationParts parts = parts_of(request.computation.node());
  written = {};
  written.results = parts.results;
  written.parameters = parts.parameters;
}

// Runs the passes up to version_state: derivatives are expanded, and each op reads the version of
// state that it reads in a run.
std::shared_ptr<const Graph> ElementCall::versioned(const ElementRequest& request,
                                                    const Graph& from, bool patterns) {
  Pipeline pipeline = request.options.pipeline;
  if (pipeline.empty()) pipeline = default_pipeline();
  Graph graph = from;
  for (const Pass* pass : pipeline) {
    if (!patterns && pass == &stable_patterns) continue;
    graph = run_pass(*pass, graph, request.options.passes, Verify::check_points).after;
    if (pass == &version_state) break;
  }
  return graphs.emplace_back(std::make_shared<const Graph>(std::move(graph)));
}

ElementCall::Asked ElementCall::find(const ElementRequest& request) {
  const OpId op = request.op;
  const auto in = [&](const std::shared_ptr<const Graph>& graph) -> Asked {
    if (!request.step) return {graph, {node_of(*graph, op), request.result}, {}};
    const Loops loops = loops_around(*graph, op);
    return {graph, loops.empty() ? Value{} : inside(*loops.back(), op, request.result), loops};
  };
  const NodePtr node = node_of(written, op);
  const bool replaced =
      node && !is_state(*node) &&
      (node->def->traits.kind == OpKind::derivative || node->def->traits.is_sequencing());
  if (node && is_state(*node) && !graphs.empty()) return {graphs.front(), {node, 0}, {}};
  if (!replaced)
    for (const auto& graph : graphs)
      if (const Asked asked = in(graph); asked.value && asked.value.has_type()) return asked;
  Graph with = written;
  if (node && !node->results.empty()) with.kept = {{node, request.result}};
  const auto graph = versioned(request, with, true);
  if (node && is_state(*node)) return {graph, {node, 0}, {}};
  if (replaced && !with.kept.empty()) return {graph, graph->kept[0], {}};
  Asked asked = in(graph);
  if (!asked.value) asked = in(versioned(request, with, false));
  if (asked.value && asked.value.has_type()) return asked;
  if (!request.step && loop_around(roots(*graph), op))
    refuse_op("the op has a value in every step of a loop, not one", op,
              "ask for a state or an output of the loop, or for a step");
  refuse_op("the computation has no such value", op,
            "ask for an op that it computes, or choose another computation");
}

ElementCall::Program ElementCall::make(const ElementRequest& request, std::vector<Value> wanted,
                                       const Value& source) {
  Program made;
  made.wanted = std::move(wanted);
  made.transformer = allocate_transformer(request.transformer);
  CompileOptions options = request.options;
  options.watched = made.wanted;
  options.only_watched = true;
  std::vector<Op> results, parameters;
  for (const Value& each : made.wanted) results.emplace_back(each);
  if (results.empty()) results.emplace_back(source);
  for (const NodePtr& each : written.parameters) parameters.emplace_back(Value{each, 0});
  made.computation = made.transformer->add_computation(computation(results, parameters), options);
  made.transformer->declare_state();
  for (const auto& [id, storage] : made.transformer->state().all())
    if (storage->kind == BufferKind::persistent) made.initial.emplace_back(id, storage->value());
  made.values = made.call(request.call);
  ++compilations;
  return made;
}

ElementCall::Program& ElementCall::program(const ElementRequest& request,
                                           const std::vector<Value>& wanted, const Value& source) {
  for (Program& each : programs)
    if (std::all_of(wanted.begin(), wanted.end(), [&](const Value& v) { return each.gives(v); }))
      return each;
  if (programs.size() == most_programs) programs.pop_front();
  return programs.emplace_back(make(request, with_nearest(wanted), source));
}

}  // namespace ng
