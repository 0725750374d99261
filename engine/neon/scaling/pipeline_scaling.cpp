// SPDX-License-Identifier: Apache-2.0
#include "engine/neon/scaling/pipeline_scaling.h"

#include "engine/analysis/axis_facts.h"
#include "engine/documents/document_record.h"
#include "engine/records/document_record.h"

namespace ng {
namespace {

double total_of(const std::vector<ClusterStep>& steps) {
  double sum = 0;
  for (const ClusterStep& step : steps) sum += step.microseconds;
  return sum;
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
  const DocumentRecordPtr record = make_document_record(document);
  const int most = 2 * stages_of(axes);
  for (const AxisFacts& facts : axis_facts(*record->graph, nullptr)) {
    if (facts.axis.role != AxisRole::batch || !facts.axis.length) continue;
    std::int64_t batch = *facts.axis.length;
    for (const MeshAxis& axis : axes)
      if (axis.name == facts.axis.name || axis.name.empty()) batch /= axis.ranks;
    for (int count = most; count > 1; --count)
      if (batch % count == 0) return count;
  }
  return 1;
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
