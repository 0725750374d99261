// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/scaling/pipeline_scaling.h"

#include <optional>

#include "engine/ops/sequencing.h"
#include "engine/passes/sharding/divided_axis.h"
#include "engine/passes/sharding/placements.h"

namespace ng {
namespace {

double total_of(const std::vector<ClusterStep>& steps) {
  double sum = 0;
  for (const ClusterStep& step : steps) sum += step.microseconds;
  return sum;
}

// Of the computation that the document's plan calls.
Graph planned_graph(const Document& document) {
  ComputationParts parts = parts_of(document.computation().node());
  Graph graph;
  graph.results = std::move(parts.results);
  graph.parameters = std::move(parts.parameters);
  return graph;
}

}  // namespace

double PipelineScaling::efficiency() const {
  return time.total_us > 0 ? alone_us / (ranks * time.total_us) : 0;
}

double PipelineScaling::idle() const {
  double computing = 0;
  for (const ClusterTime& stage : time.stages) computing += stage.compute_us;
  const double all = time.total_us * static_cast<double>(time.stages.size());
  return all > 0 ? 1 - computing / all : 0;
}

int default_micro_batches(const Document& document, const std::vector<MeshAxis>& axes) {
  const Graph graph = planned_graph(document);
  std::optional<Axis> batch = batch_axis(graph);
  if (!batch) return 1;
  for (const MeshAxis& ranks : axes)
    if (!ranks.is_stages() && divided_axis(graph, ranks.name) == *batch &&
        has_parts(*batch, ranks.ranks))
      batch = part_of(*batch, ranks.ranks);
  int count = 2 * stages_of(axes);
  while (count > 1 && !has_parts(*batch, count)) --count;
  return count;
}

PipelineScaling predicted_pipeline(
    const std::vector<MeshAxis>& axes, const Cluster& cluster, const ScaledProgram& program,
    const std::function<void(const std::string&, double)>& progress) {
  PipelineScaling found;
  found.ranks = mesh_size(axes);
  const int stages = stages_of(axes);
  ScaledProgram whole = program;
  whole.options.passes.micro_batches = 0;
  progress("1 rank", 0);
  found.alone_us = total_of(measured_rank(whole, {}, {}, 0).steps);
  std::vector<std::vector<ClusterStep>> steps;
  for (int stage = 0; stage < stages; ++stage) {
    progress("stage " + std::to_string(stage), (stage + 1.0) / (stages + 1.0));
    steps.push_back(measured_rank(program, axes, {}, 0, stage).steps);
  }
  found.time = pipeline_time(cluster, axes, steps);
  found.micro_batches = program.options.passes.micro_batches;
  return found;
}

}  // namespace ng
