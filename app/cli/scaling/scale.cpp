// SPDX-License-Identifier: Apache-2.0
// `ngraph scale`: predicts the time of a call on 1 to 16,384 ranks of a described cluster, or of a
// net that is cut into stages.
#include <algorithm>
#include <optional>
#include <sstream>

#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/options/lengths.h"
#include "app/cli/options/ranks.h"
#include "app/cli/output.h"
#include "app/cli/scaling/pipeline_text.h"
#include "app/cli/table_output.h"
#include "engine/analysis/cluster/fitted_link.h"
#include "engine/analysis/machine_peaks.h"
#include "engine/backends/backend_table.h"
#include "engine/base/error.h"
#include "engine/distributed/exchange_times.h"
#include "engine/distributed/launcher.h"
#include "engine/neon/scaling/scaling.h"
#include "engine/neon/training/progress_bar.h"
#include "engine/runtime/ranks/most_ranks.h"
#include "engine/session/device_choices.h"
#include "engine/tables/scaling_table.h"

namespace ng::cli {
namespace {

Cluster clusterOf(const Arguments& arguments) {
  constexpr double slowest = 1e-6, fastest = 1e6;
  Cluster cluster;
  cluster.ranks_per_node = static_cast<int>(arguments.integer("--per-node", 1, most_ranks, 8));
  cluster.within = {arguments.number("--latency", 0, 1e9, 5),
                    arguments.number("--link", slowest, fastest, 200)};
  cluster.between = {arguments.number("--node-latency", 0, 1e9, 10),
                     arguments.number("--node-link", slowest, fastest, 50)};
  cluster.overlap = arguments.number("--overlap", 0, 1, 1);
  return cluster;
}

// The axes of --parallel, of which one has no number.
std::vector<MeshAxis> axesOf(const Arguments& arguments) {
  std::vector<MeshAxis> axes = meshAxes(arguments);
  const auto isOpen = [](const MeshAxis& axis) { return axis.ranks == 0; };
  if (std::count_if(axes.begin(), axes.end(), isOpen) != 1)
    throw UsageError(
        "which axis is divided among more and more ranks? Give --parallel one axis without a "
        "number: --parallel N, or --parallel N,H=4");
  return axes;
}

std::vector<int> ranksOf(const Arguments& arguments, int others) {
  const auto list = arguments.value("--ranks");
  std::vector<int> ranks;
  if (!list) return ranks;
  std::istringstream words(*list);
  for (std::string word; std::getline(words, word, ',');) {
    const bool isNumber =
        !word.empty() && word.size() < 6 &&
        std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    const int number = isNumber ? std::stoi(word) : 0;
    if (number < 1 || number > most_ranks || number % others != 0)
      throw UsageError("--ranks " + *list + ": '" + word + "' is not a number of ranks from 1 to " +
                       std::to_string(most_ranks) +
                       (others > 1 ? " that " + std::to_string(others) + " divides" : ""));
    ranks.push_back(number);
  }
  if (ranks.empty()) throw UsageError("--ranks: no number of ranks; write --ranks 1,2,4");
  return ranks;
}

// Without an axis, all keep their lengths.
ScaledProgram programOf(const Arguments& arguments, const std::optional<ScaledAxis>& axis) {
  ScaledProgram program;
  program.with_length = [&arguments, axis](std::int64_t length) {
    RunOverrides lengths = lengthsOf(arguments);
    if (axis) set_length(lengths, *axis, length);
    const Document document = calls_only(openResized(arguments, std::move(lengths)));
    return withPlanFor(arguments, document, chosenComputation(arguments, document));
  };
  program.transformer = transformerName(arguments);
  program.options = compileOptions(arguments);
  program.options.passes.ranks = {};
  program.calls = arguments.integer("--calls", 1, 1'000'000, 20);
  program.cancelled = cancelFlag();
  return program;
}

ScalingRecord predicted(const Arguments& arguments, const Cluster& cluster) {
  ScalingRequest request;
  request.axes = axesOf(arguments);
  request.ranks = ranksOf(arguments, fixed_ranks(request.axes));
  request.axis = scaled_axis(openDocument(arguments), growing_axis(request.axes));
  request.weak = arguments.has("--weak");
  if (request.weak && arguments.has("--shard-state"))
    throw UsageError(
        "--weak measures the program of two ranks for all numbers, but with --shard-state the "
        "parts of state depend on it: leave out one of them");
  request.cluster = cluster;
  ProgressBar bar;
  constexpr std::int64_t all = 1000;
  const ScalingRecord found = predicted_scaling(
      request, programOf(arguments, request.axis), [&bar](const std::string& what, double part) {
        bar.show(static_cast<std::int64_t>(part * all), all, what);
      });
  bar.clear();
  return found;
}

// The axes of a net that is cut into stages, all with numbers.
std::vector<MeshAxis> stagedAxesOf(const Arguments& arguments) {
  const std::vector<MeshAxis> axes = meshAxes(arguments);
  for (const char* other : {"--ranks", "--weak"})
    if (arguments.has(other))
      throw UsageError(std::string(other) +
                       " is not used with --stages, which predicts the time of "
                       "that number of stages");
  if (std::any_of(axes.begin(), axes.end(), [](const MeshAxis& axis) { return axis.ranks == 0; }))
    throw UsageError("with --stages, the axes of --parallel have numbers: --parallel N=2");
  return axes;
}

PipelineScaling predictedStages(const Arguments& arguments, const Cluster& cluster) {
  const std::vector<MeshAxis> axes = stagedAxesOf(arguments);
  ScaledProgram program = programOf(arguments, std::nullopt);
  int& batches = program.options.passes.micro_batches;
  if (batches == 0) batches = default_micro_batches(program.with_length(0), axes);
  ProgressBar bar;
  constexpr std::int64_t all = 1000;
  const PipelineScaling found =
      predicted_pipeline(axes, cluster, program, [&bar](const std::string& what, double part) {
        bar.show(static_cast<std::int64_t>(part * all), all, what);
      });
  bar.clear();
  return found;
}

std::string asText(const ScalingRecord& scaling, const Cluster& cluster) {
  std::string text = clusterText(cluster) + "\n" + scaling.axis + " " +
                     std::to_string(scaling.length) +
                     (scaling.weak ? " on each rank" : " divided among all ranks") +
                     "; steps measured on this machine, exchanges predicted:\n";
  text += tableText(prediction_columns(scaling.is_batch),
                    {"ranks", "microseconds", "samples_per_second", "efficiency", "sent_bytes",
                     "exchange_microseconds", "hidden", "bound"},
                    prediction_rows(scaling));
  return text + (scaling.note.empty() ? "" : "note: " + scaling.note + "\n");
}

Json rowJson(const PredictionRow& row) {
  const Columns<PredictionRow>& columns = prediction_columns(row.scaling->is_batch);
  Json json;
  addCells(json, columns, {"ranks", "length"}, row);
  if (row.row->reason.empty())
    addCells(json, columns,
             {"microseconds", "samples_per_second", "efficiency", "compute_microseconds",
              "exchange_microseconds", "latency_microseconds", "transfer_microseconds",
              "waiting_microseconds", "hidden", "sent_bytes", "bound"},
             row);
  else
    addCells(json, columns, {"reason"}, row);
  return json;
}

Json asJson(const ScalingRecord& scaling, const Cluster& cluster) {
  Json rows = Json::array();
  for (const PredictionRow& row : prediction_rows(scaling)) rows.push_back(rowJson(row));
  return {{"axis", scaling.axis}, {"length", scaling.length},
          {"weak", scaling.weak}, {"cluster", clusterJson(cluster)},
          {"rows", rows},         {"note", scaling.note}};
}

int answer(const Arguments& arguments, const ScalingRecord& scaling, const Cluster& cluster) {
  if (arguments.json())
    printJson(asJson(scaling, cluster));
  else
    print(asText(scaling, cluster));
  return fine;
}

int answerStages(const Arguments& arguments, const PipelineScaling& scaling,
                 const Cluster& cluster) {
  if (arguments.json())
    printJson(pipelineJson(scaling, cluster));
  else
    print(pipelineText(scaling, cluster));
  return fine;
}

// This process as one of the ranks that --measure needs.
Communicator& measuringWorld() {
  const OpenedWorld world = open_world();
  if (world.communicator && world.communicator->size() > 1) return *world.communicator;
  Diagnostic diagnostic;
  diagnostic.what = "--measure has no other rank to exchange with";
  diagnostic.found = world.communicator ? "one rank" : world.reason;
  diagnostic.action = "start the command by mpirun -n 2, or give --latency and --link";
  refuse(ErrorKind::unavailable, std::move(diagnostic));
}

// Sets the links and the overlap to what these ranks measure, the same on all of them.
void measureLinks(Communicator& world, Cluster& cluster) {
  std::vector<MeasuredExchange> measured;
  for (const ExchangeTime& each : all_reduce_times(world))
    measured.push_back({each.bytes, each.microseconds});
  cluster.within = cluster.between = fitted_link(measured, world.size());
  cluster.overlap = measured_overlap(world);
}

int runMeasured(const Arguments& arguments) {
  Communicator& world = measuringWorld();
  try {
    Cluster cluster = clusterOf(arguments);
    measureLinks(world, cluster);
    // All ranks measure their steps at the same time, as they compute in a run.
    if (arguments.has("--stages")) {
      const PipelineScaling stages = predictedStages(arguments, cluster);
      world.barrier("measuring steps");
      return world.rank() == 0 ? answerStages(arguments, stages, cluster) : static_cast<int>(fine);
    }
    const ScalingRecord scaling = predicted(arguments, cluster);
    world.barrier("measuring steps");
    return world.rank() == 0 ? answer(arguments, scaling, cluster) : static_cast<int>(fine);
  } catch (const std::exception& error) {
    world.abort(error.what());
    throw;
  }
}

int run(const Arguments& arguments) {
  if (find_backend(transformerName(arguments))->capabilities().devices) refuse_ranks_of_devices();
  if (runs_on_device(transformerName(arguments)))
    throw UsageError("--transformer " + transformerName(arguments) +
                     ": steps of a device are not measured one by one; use cpu");
  if (arguments.has("--measure")) return runMeasured(arguments);
  const Cluster cluster = clusterOf(arguments);
  if (arguments.has("--stages"))
    return answerStages(arguments, predictedStages(arguments, cluster), cluster);
  return answer(arguments, predicted(arguments, cluster), cluster);
}

}  // namespace

const Command scale_command = {
    .name = "scale",
    .operands = "FILE",
    .summary = "Predict the time of a call on the ranks or stages of a described cluster",
    .options = withRankOptions(withCallOptions({
        {"--ranks", "LIST", "numbers of ranks: 1,2,4 (default: powers of two up to 16384)"},
        {"--weak", "", "the axis of --parallel grows with its ranks (default: it is divided)"},
        {"--per-node", "N", "ranks on a node (default: 8)"},
        {"--link", "GB/S", "bandwidth of each rank within a node (default: 200)"},
        {"--latency", "US", "latency within a node in µs (default: 5)"},
        {"--node-link", "GB/S", "bandwidth of each node, which its ranks share (default: 50)"},
        {"--node-latency", "US", "latency between nodes in µs (default: 10)"},
        {"--overlap", "P",
         "speed of computing during an exchange, from 0 (it takes the core) to 1 (default: 1)"},
        {"--measure", "",
         "measure latency and bandwidth between the ranks of mpirun that run this command"},
        {"--calls", "N", "number of measured calls of each program (default: 20)"},
    })),
    .run = run,
};

}  // namespace ng::cli
