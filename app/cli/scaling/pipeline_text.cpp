// SPDX-License-Identifier: Apache-2.0
#include "app/cli/scaling/pipeline_text.h"

#include <cstdio>

#include "app/cli/output.h"

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

double idleOf(const PipelineScaling& scaling, const ClusterTime& stage) {
  return scaling.time.total_us > 0 ? 1 - stage.compute_us / scaling.time.total_us : 0;
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
  Table table({">stage", ">compute ms", ">waiting ms", ">idle %", ">sent per rank"});
  for (std::size_t i = 0; i < scaling.time.stages.size(); ++i) {
    const ClusterTime& stage = scaling.time.stages[i];
    table.add({std::to_string(i), figures(stage.compute_us / 1e3), figures(stage.waiting_us / 1e3),
               percent(idleOf(scaling, stage)), byteText(stage.sent_bytes)});
  }
  return text + table.text() + "call: " + figures(scaling.time.total_us / 1e3) +
         " ms; one rank alone: " + figures(scaling.alone_us / 1e3) + " ms; efficiency " +
         percent(scaling.efficiency()) + " %; idle " + percent(scaling.idle()) +
         " %, of equal stages " + percent(bubble(stagesOf(scaling), scaling.micro_batches)) +
         " %\n";
}

Json pipelineJson(const PipelineScaling& scaling, const Cluster& cluster) {
  Json stages = Json::array();
  for (const ClusterTime& stage : scaling.time.stages)
    stages.push_back({{"compute_microseconds", stage.compute_us},
                      {"waiting_microseconds", stage.waiting_us},
                      {"idle", idleOf(scaling, stage)},
                      {"exchange_microseconds", stage.exchange_us()},
                      {"sent_bytes", stage.sent_bytes}});
  return {{"ranks", scaling.ranks},
          {"micro_batches", scaling.micro_batches},
          {"cluster", clusterJson(cluster)},
          {"microseconds", scaling.time.total_us},
          {"alone_microseconds", scaling.alone_us},
          {"efficiency", scaling.efficiency()},
          {"idle", scaling.idle()},
          {"bubble", bubble(stagesOf(scaling), scaling.micro_batches)},
          {"stages", stages}};
}

}  // namespace ng::cli
