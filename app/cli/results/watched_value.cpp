// SPDX-License-Identifier: Apache-2.0
#include "app/cli/results/watched_value.h"

#include <algorithm>

#include "app/cli/cancel.h"
#include "engine/graph/graph.h"
#include "engine/graph/value_name.h"
#include "engine/ops/opaque.h"
#include "engine/ops/sequencing.h"
#include "engine/records/tensor_record.h"
#include "engine/session/compile_options.h"
#include "engine/session/graph_record.h"

namespace ng::cli {
namespace {

NodePtr loopAround(const Op& computation, const Op& op) {
  const Value root = computation.value();
  return loop_around(std::span<const Value>(&root, 1), op.id());
}

bool reaches(const Op& computation, const Op& op) {
  const auto nodes = ordered_nodes({computation.value()});
  return std::find(nodes.begin(), nodes.end(), op.value().node) != nodes.end() ||
         loopAround(computation, op);
}

// Ops of other frameworks may be shown only.
bool canRun(const Op& op) {
  const auto nodes = ordered_nodes({op.value()});
  return std::all_of(nodes.begin(), nodes.end(),
                     [](const NodePtr& node) { return reason_not_to_run(*node).empty(); });
}

// The same inputs, but only what `op` needs, if the rest cannot run. Models that hold such ops
// change no state.
Op runnablePart(const Op& computation, const Op& op) {
  if (canRun(computation) || !canRun(op)) return computation;
  const ComputationParts parts = parts_of(computation.node());
  std::vector<Op> parameters;
  for (const NodePtr& parameter : parts.parameters) parameters.emplace_back(parameter);
  return ng::computation({op}, parameters).named(parts.name);
}

[[noreturn]] void refuseInStep(const Op& op, const Node& loop) {
  Diagnostic diagnostic;
  diagnostic.what = "'" + display_name(op.node()) + "' has a value in every step of '" +
                    display_name(loop) + "', not a single value";
  diagnostic.where = describe(op.value());
  diagnostic.action = "name a state or an output of the loop";
  diagnostic.ops = {op.id()};
  refuse(ErrorKind::key, std::move(diagnostic));
}

}  // namespace

Op computationReaching(const Arguments& arguments, const Document& document, const Op& op) {
  if (!op.value().has_type()) {
    refuse(ErrorKind::value, describe(op.value()) + " has no value: it only orders or assigns");
  }
  if (arguments.has("--computation")) return chosenComputation(arguments, document);
  std::vector<Op> candidates = document.computations;
  if (document.plan) candidates.insert(candidates.begin(), document.computation());
  for (const Op& candidate : candidates) {
    if (reaches(candidate, op)) return candidate;
  }
  return computation({op}, op.placeholders()).named(display_name(op.node()));
}

TensorRecord watchedValue(const Arguments& arguments, const Document& document, const Op& op,
                          std::int64_t calls) {
  CompileOptions options = compileOptions(arguments);
  options.watched = {op.value()};
  const Op node = computationReaching(arguments, document, op);
  const auto nodes = ordered_nodes({node.value()});
  const bool outside = std::find(nodes.begin(), nodes.end(), op.value().node) != nodes.end();
  if (const NodePtr loop = outside ? nullptr : loopAround(node, op)) refuseInStep(op, *loop);
  const Op needed = runnablePart(node, op);
  const CallSource source(arguments, document, needed);
  const TransformerPtr transformer = allocate_transformer(transformerName(arguments));
  const Computation computation = transformer->add_computation(needed, options);
  for (std::int64_t call = 0; call < calls; ++call) {
    throwIfCancelled("running the computation");
    computation.call(source.arguments(call));
  }
  return {op.id(), display_name(op.value()), axis_records(op.axes()), computation.watched(0),
          calls};
}

}  // namespace ng::cli
