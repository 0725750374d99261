// SPDX-License-Identifier: Apache-2.0
#include "app/cli/scaling/pipeline_text.h"

#include <cstdio>

#include "app/cli/output.h"
#include "app/cli/table_output.h"
#include "engine/tables/scaling_table.h"

namespace ng::cli {
namespace {

std::string formatted(const char* format, double value) {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string linkText(const Link& link) {
  return figures(link.gigabytes_per_second) + " GB/s, " + figures(link.latency_us) + " µs";
}

Json linkJson(const Link& link) {
  return {{"gigabytes_per_second", link.gigabytes_per_second},
          {"latency_microseconds", link.latency_us}};
}

std::vector<StageRow> stageRows(const PipelineScaling& scaling) {
  std::vector<StageRow> rows;
  for (const ClusterTime& stage : scaling.time.stages) {
    const double total = scaling.time.total_us, idle = total > 0 ? 1 - stage.compute_us / total : 0;
    rows.push_back({std::ssize(rows), stage, idle});
  }
  return rows;
}

int stagesOf(const PipelineScaling& scaling) {
  return static_cast<int>(scaling.time.stages.size());
}

}  // namespace

std::string figures(double value) {
  return formatted("%.4g", value);
}

std::string percent(double part) {
  return formatted("%.1f", 100 * part);
}

std::string clusterText(const Cluster& cluster) {
  return plural(cluster.ranks_per_node, "rank") + " per node: " + linkText(cluster.within) +
         " within a node; " + linkText(cluster.between) + " between nodes; overlap " +
         figures(cluster.overlap);
}

Json clusterJson(const Cluster& cluster) {
  return {{"ranks_per_node", cluster.ranks_per_node},
          {"overlap", cluster.overlap},
          {"within", linkJson(cluster.within)},
          {"between", linkJson(cluster.between)}};
}

std::string pipelineText(const PipelineScaling& scaling, const Cluster& cluster) {
  std::string text = clusterText(cluster) + "\n" + plural(stagesOf(scaling), "stage") + ", " +
                     std::to_string(scaling.micro_batches) +
                     (scaling.micro_batches == 1 ? " micro-batch" : " micro-batches") + ", " +
                     plural(scaling.ranks, "rank") +
                     "; steps measured on this machine, messages predicted:\n";
  text += tableText(stage_columns(),
                    {"stage", "compute_microseconds", "waiting_microseconds", "idle", "sent_bytes"},
                    stageRows(scaling));
  return text + "call: " + figures(scaling.time.total_us / 1e3) +
         " ms; one rank alone: " + figures(scaling.alone_us / 1e3) + " ms; efficiency " +
         percent(scaling.efficiency()) + " %; idle " + percent(scaling.idle()) +
         " %, of equal stages " + percent(bubble(stagesOf(scaling), scaling.micro_batches)) +
         " %\n";
}

Json pipelineJson(const PipelineScaling& scaling, const Cluster& cluster) {
  return {{"ranks", scaling.ranks},
          {"micro_batches", scaling.micro_batches},
          {"cluster", clusterJson(cluster)},
          {"microseconds", scaling.time.total_us},
          {"alone_microseconds", scaling.alone_us},
          {"efficiency", scaling.efficiency()},
          {"idle", scaling.idle()},
          {"bubble", bubble(stagesOf(scaling), scaling.micro_batches)},
          {"stages", rowsJson(stage_columns(),
                              {"compute_microseconds", "waiting_microseconds", "idle",
                               "exchange_microseconds", "sent_bytes"},
                              stageRows(scaling))}};
}

}  // namespace ng::cli
