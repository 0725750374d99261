// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/compare/call_values.h"

#include <algorithm>
#include <iterator>

#include "engine/graph/graph.h"
#include "engine/graph/op_def.h"
#include "engine/ops/state.h"
#include "engine/session/transformer.h"

namespace ng {
namespace {

struct Started {
  TransformerPtr transformer;
  Computation computation;
};

Started started(const CallRequest& call, const CompileOptions& options) {
  Started made{allocate_transformer(call.transformer), {}};
  made.computation = made.transformer->add_computation(call.computation, options);
  set_state(*made.transformer, call.state);
  return made;
}

// The value of a source at the start of the call.
Tensor source_value(const CallRequest& call, const Transformer& transformer, const Value& source) {
  const TensorType& type = source.type();
  const auto filled = [&type, &source](const Tensor& value) {
    return broadcast_to(value, type.dtype, type.axes.lengths(), describe(source));
  };
  if (const TensorPtr constant = constant_value(source)) return filled(*constant);
  // An argument also replaces the value of state.
  const std::vector<NodePtr> parameters = parts_of(call.computation.node()).parameters;
  const auto parameter = std::find(parameters.begin(), parameters.end(), source.node);
  if (parameter != parameters.end())
    return filled(call.arguments.at(static_cast<std::size_t>(parameter - parameters.begin())));
  return transformer.value(Op(source)).value();
}

}  // namespace

std::vector<Op> parameters_of(const Op& computation) {
  std::vector<Op> parameters;
  for (const NodePtr& node : parts_of(computation.node()).parameters) parameters.emplace_back(node);
  return parameters;
}

std::vector<Tensor> fitted_arguments(const Op& computation, const std::vector<Tensor>& arguments) {
  std::vector<Tensor> fitted;
  for (const Op& op : parameters_of(computation))
    fitted.push_back(
        broadcast_to(arguments.at(fitted.size()), op.dtype(), op.axes().lengths(), op.name()));
  return fitted;
}

bool is_computed_value(const Value& op) {
  return !op.node->def->traits.is_source();
}

std::vector<Tensor> stored_values(const CallRequest& call, const std::vector<Value>& ops) {
  CompileOptions options = call.options;
  std::copy_if(ops.begin(), ops.end(), std::back_inserter(options.watched), is_computed_value);
  const Started made = started(call, options);
  std::vector<Tensor> all;
  for (const Value& op : ops)
    all.push_back(is_computed_value(op) ? Tensor() : source_value(call, *made.transformer, op));
  made.computation.call(call.arguments);
  for (std::size_t i = 0, watched = 0; i < ops.size(); ++i)
    if (is_computed_value(ops[i])) all[i] = made.computation.watched(watched++);
  return all;
}

std::vector<Tensor> returned_values(const CallRequest& call) {
  std::vector<Tensor> all;
  for (const auto& result : started(call, call.options).computation.call(call.arguments))
    if (result) all.push_back(*result);
  return all;
}

std::vector<Value> computed_ops(const Op& computation) {
  std::vector<Value> values;
  for (const NodePtr& op : ordered_nodes({computation.value()})) {
    if (op->def->traits.is_source() || op->def->traits.is_sequencing()) continue;
    for (std::size_t i = 0; i < op->results.size(); ++i)
      values.push_back(Value{op, static_cast<int>(i)});
  }
  return values;
}

std::vector<Value> valued_results(const Op& computation) {
  std::vector<Value> values;
  for (const Value& result : parts_of(computation.node()).results)
    if (result.has_type()) values.push_back(result);
  return values;
}

std::function<bool(const std::string& stage, double fraction)> progress_of_part(
    const std::function<bool(const std::string& stage, double fraction)>& whole, std::string stage,
    int index, int count) {
  if (!whole) return {};
  return [whole, stage = std::move(stage), index, count](const std::string&, double fraction) {
    return whole(stage, (index + std::clamp(fraction, 0.0, 1.0)) / count);
  };
}

}  // namespace ng
