// SPDX-License-Identifier: Apache-2.0
// `ngraph scale`: predicts the time of a call on 1 to 16,384 ranks of a described cluster.
#include <algorithm>
#include <cstdio>
#include <sstream>

#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/ranks.h"
#include "app/cli/scaling/measured_rank.h"
#include "engine/analysis/cluster/fitted_link.h"
#include "engine/analysis/machine_peaks.h"
#include "engine/base/error.h"
#include "engine/distributed/exchange_times.h"
#include "engine/distributed/launcher.h"
#include "engine/neon/training/progress_bar.h"

namespace ng::cli {
namespace {

constexpr int mostRanks = 16'384;

struct Row {
  int ranks = 1;
  ClusterTime time;
  std::int64_t length = 0;  // of the axis, over all ranks
  double efficiency = 0;
  std::string reason;  // why there is no prediction; empty: there is one
};

struct Scaling {
  Cluster cluster;
  ScaledAxis axis;
  bool weak = false;
  bool computesWithWholes = false;
  std::vector<Row> rows;
};

Cluster clusterOf(const Arguments& arguments) {
  constexpr double slowest = 1e-6, fastest = 1e6;
  Cluster cluster;
  cluster.ranks_per_node = static_cast<int>(arguments.integer("--per-node", 1, mostRanks, 8));
  cluster.within = {arguments.number("--latency", 0, 1e9, 5),
                    arguments.number("--link", slowest, fastest, 200)};
  cluster.between = {arguments.number("--node-latency", 0, 1e9, 10),
                     arguments.number("--node-link", slowest, fastest, 50)};
  cluster.overlap = arguments.number("--overlap", 0, 1, 1);
  return cluster;
}

// The axes of --parallel, and which of them has no number.
struct Axes {
  std::vector<MeshAxis> all;
  std::size_t growing = 0;
  int others = 1;  // the product of the numbers

  std::vector<MeshAxis> with(int ranks) const {
    std::vector<MeshAxis> axes = all;
    axes[growing].ranks = ranks;
    return axes;
  }
};

Axes axesOf(const Arguments& arguments) {
  if (arguments.has("--stages"))
    throw UsageError("times of stages are not predicted: leave out --stages");
  Axes axes{meshAxes(arguments)};
  const auto isOpen = [](const MeshAxis& axis) { return axis.ranks == 0; };
  if (std::count_if(axes.all.begin(), axes.all.end(), isOpen) != 1)
    throw UsageError(
        "which axis is divided among more and more ranks? Give --parallel one axis without a "
        "number: --parallel N, or --parallel N,H=4");
  for (std::size_t i = 0; i < axes.all.size(); ++i) {
    if (isOpen(axes.all[i])) axes.growing = i;
  }
  axes.others = mesh_size(axes.with(1));
  return axes;
}

std::vector<int> ranksOf(const Arguments& arguments, int others) {
  const auto list = arguments.value("--ranks");
  std::vector<int> ranks;
  if (!list) {
    for (int n = others; n <= mostRanks; n *= 2) ranks.push_back(n);
    return ranks;
  }
  std::istringstream words(*list);
  for (std::string word; std::getline(words, word, ',');) {
    const bool isNumber =
        !word.empty() && word.size() < 6 &&
        std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
    const int number = isNumber ? std::stoi(word) : 0;
    if (number < 1 || number > mostRanks || number % others != 0)
      throw UsageError("--ranks " + *list + ": '" + word + "' is not a number of ranks from 1 to " +
                       std::to_string(mostRanks) +
                       (others > 1 ? " that " + std::to_string(others) + " divides" : ""));
    ranks.push_back(number);
  }
  if (ranks.empty()) throw UsageError("--ranks: no number of ranks; write --ranks 1,2,4");
  return ranks;
}

class Study {
 public:
  Study(const Arguments& arguments, const Cluster& cluster)
      : arguments_(arguments), axes_(axesOf(arguments)), ranks_(ranksOf(arguments, axes_.others)) {
    found_.cluster = cluster;
    found_.weak = arguments.has("--weak");
    if (found_.weak && arguments.has("--shard-state"))
      throw UsageError(
          "--weak measures the program of two ranks for all numbers, but with --shard-state the "
          "parts of state depend on it: leave out one of them");
    found_.axis = axisNamed(arguments, axes_.all[axes_.growing].name);
    alone_ = measured({}, found_.axis.length);
    alone_us_ = cluster_time(found_.cluster, {}, alone_.steps).total_us;
  }

  Scaling run() {
    for (const int ranks : ranks_) {
      bar_.show(std::ssize(found_.rows), std::ssize(ranks_), std::to_string(ranks) + " ranks");
      found_.rows.push_back(row(ranks));
    }
    bar_.clear();
    return found_;
  }

 private:
  Row row(int ranks) {
    const int parts = ranks / axes_.others;
    Row row{ranks, {}, found_.axis.length * (found_.weak ? parts : 1), 0, {}};
    if (!found_.weak && found_.axis.length % parts != 0) {
      row.reason = found_.axis.name + " " + std::to_string(found_.axis.length) +
                   " cannot be divided by " + std::to_string(parts);
      return row;
    }
    row.time = cluster_time(found_.cluster, axes_.with(parts), stepsFor(parts));
    const double work = found_.weak ? parts : 1;
    if (row.time.total_us > 0) row.efficiency = work * alone_us_ / (ranks * row.time.total_us);
    return row;
  }

  // When the axis grows with its ranks, one rank's program is that of any number: measured for two.
  std::vector<ClusterStep> stepsFor(int parts) {
    if (parts * axes_.others == 1) return alone_.steps;
    if (!found_.weak) return measured(axes_.with(parts), found_.axis.length).steps;
    if (!grown_) {
      grown_ = measured(axes_.with(2), 2 * found_.axis.length);
      found_.computesWithWholes = grown_->computesWithWholes;
    }
    return grown_->steps;
  }

  MeasuredRank measured(const std::vector<MeshAxis>& axes, std::int64_t length) {
    return measureRank(arguments_, lengthsWith(arguments_, found_.axis, length), axes,
                       found_.axis.name);
  }

  const Arguments& arguments_;
  const Axes axes_;
  const std::vector<int> ranks_;
  Scaling found_;
  MeasuredRank alone_;
  double alone_us_ = 0;
  std::optional<MeasuredRank> grown_;
  ProgressBar bar_;
};

double samplesPerSecond(const Row& row) {
  return row.time.total_us > 0 ? static_cast<double>(row.length) / row.time.total_us * 1e6 : 0;
}

double hiddenPart(const ClusterTime& time) {
  return time.exchange_us() > 0 ? time.hidden_us() / time.exchange_us() : 0;
}

std::string figures(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string percent(double part) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", 100 * part);
  return text;
}

std::string linkText(const Link& link) {
  return figures(link.gigabytes_per_second) + " GB/s, " + figures(link.latency_us) + " µs";
}

std::string noteOf(const Scaling& scaling) {
  if (!scaling.computesWithWholes) return {};
  return "steps compute with the whole of " + scaling.axis.name +
         " on each rank: their time grows with the ranks, which the table leaves out";
}

std::string asText(const Scaling& scaling) {
  const Cluster& cluster = scaling.cluster;
  std::string text = plural(cluster.ranks_per_node, "rank") +
                     " per node: " + linkText(cluster.within) + " within a node; " +
                     linkText(cluster.between) + " between nodes; overlap " +
                     figures(cluster.overlap) + "\n" + scaling.axis.name + " " +
                     std::to_string(scaling.axis.length) +
                     (scaling.weak ? " on each rank" : " divided among all ranks") +
                     "; steps measured on this machine, exchanges predicted:\n";
  Table table({">ranks", ">ms per call", scaling.axis.isBatch ? ">samples/s" : ">elements/s",
               ">efficiency %", ">sent per rank", ">exchange ms", ">hidden %", "bound by"});
  for (const Row& row : scaling.rows) {
    if (!row.reason.empty()) {
      table.add({std::to_string(row.ranks), "", "", "", "", "", "", row.reason});
      continue;
    }
    table.add({std::to_string(row.ranks), figures(row.time.total_us / 1e3),
               grouped(static_cast<std::int64_t>(samplesPerSecond(row))), percent(row.efficiency),
               byteText(row.time.sent_bytes), figures(row.time.exchange_us() / 1e3),
               row.time.exchange_us() > 0 ? percent(hiddenPart(row.time)) : "",
               std::string(ng::name(bound_of(row.time)))});
  }
  const std::string note = noteOf(scaling);
  return text + table.text() + (note.empty() ? "" : "note: " + note + "\n");
}

Json linkJson(const Link& link) {
  return {{"gigabytes_per_second", link.gigabytes_per_second},
          {"latency_microseconds", link.latency_us}};
}

Json rowJson(const Row& row) {
  Json json = {{"ranks", row.ranks}, {"length", row.length}};
  if (!row.reason.empty()) {
    json["reason"] = row.reason;
    return json;
  }
  json["microseconds"] = row.time.total_us;
  json["samples_per_second"] = samplesPerSecond(row);
  json["efficiency"] = row.efficiency;
  json["compute_microseconds"] = row.time.compute_us;
  json["exchange_microseconds"] = row.time.exchange_us();
  json["latency_microseconds"] = row.time.latency_us;
  json["transfer_microseconds"] = row.time.transfer_us;
  json["waiting_microseconds"] = row.time.waiting_us;
  json["hidden"] = hiddenPart(row.time);
  json["sent_bytes"] = row.time.sent_bytes;
  json["bound"] = ng::name(bound_of(row.time));
  return json;
}

Json asJson(const Scaling& scaling) {
  Json rows = Json::array();
  for (const Row& row : scaling.rows) rows.push_back(rowJson(row));
  return {{"axis", scaling.axis.name},
          {"length", scaling.axis.length},
          {"weak", scaling.weak},
          {"cluster",
           {{"ranks_per_node", scaling.cluster.ranks_per_node},
            {"overlap", scaling.cluster.overlap},
            {"within", linkJson(scaling.cluster.within)},
            {"between", linkJson(scaling.cluster.between)}}},
          {"rows", rows},
          {"note", noteOf(scaling)}};
}

int answer(const Arguments& arguments, const Scaling& scaling) {
  if (arguments.json())
    printJson(asJson(scaling));
  else
    print(asText(scaling));
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
    const Scaling scaling = Study(arguments, cluster).run();
    world.barrier("measuring steps");
    return world.rank() == 0 ? answer(arguments, scaling) : static_cast<int>(fine);
  } catch (const std::exception& error) {
    world.abort(error.what());
    throw;
  }
}

int run(const Arguments& arguments) {
  if (runs_on_device(transformerName(arguments)))
    throw UsageError("--transformer " + transformerName(arguments) +
                     ": steps of a device are not measured one by one; use cpu");
  if (arguments.has("--measure")) return runMeasured(arguments);
  return answer(arguments, Study(arguments, clusterOf(arguments)).run());
}

}  // namespace

const Command scale_command = {
    .name = "scale",
    .operands = "FILE",
    .summary = "Predict the time of a call on 1 to 16,384 ranks of a described cluster",
    .options = withCallOptions({
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
    }),
    .run = run,
};

}  // namespace ng::cli
