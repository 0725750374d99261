// SPDX-License-Identifier: Apache-2.0
#include "app/cli/watched_value.h"

#include <algorithm>

#include "app/cli/cancel.h"
#include "engine/graph/graph.h"
#include "engine/session/graph_record.h"

namespace ng::cli {
namespace {

bool reaches(const Op& computation, const Op& op) {
  const auto nodes = ordered_nodes({computation.value()});
  return std::find(nodes.begin(), nodes.end(), op.value().node) != nodes.end();
}

}  // namespace

Op computationReaching(const Arguments& arguments, const Document& document, const Op& op) {
  if (!op.value().has_type()) {
    refuse(ErrorKind::value, describe(op.value()) + " has no value; it only orders or assigns");
  }
  if (arguments.has("--computation")) return chosenComputation(arguments, document);
  std::vector<Op> candidates = document.computations;
  if (document.plan) candidates.insert(candidates.begin(), document.computation());
  for (const Op& candidate : candidates) {
    if (reaches(candidate, op)) return candidate;
  }
  return computation({op}, op.placeholders());
}

TensorRecord watchedValue(const Arguments& arguments, const Document& document, const Op& op,
                          std::int64_t calls) {
  CompileOptions options = compileOptions(arguments);
  options.watched = {op.value()};
  const Op node = computationReaching(arguments, document, op);
  const CallSource source(arguments, document, node);
  const TransformerPtr transformer = allocate_transformer(transformerName(arguments));
  const Computation computation = transformer->add_computation(node, options);
  for (std::int64_t call = 0; call < calls; ++call) {
    throwIfCancelled("running the computation");
    computation.call(source.arguments(call));
  }
  return {op.id(), display_name(op.node()), axis_records(op.axes()), computation.watched(0), calls};
}

}  // namespace ng::cli
