// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/pass_compare.h"

#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/output.h"
#include "app/cli/saved.h"
#include "app/cli/text_diff.h"
#include "engine/analysis/pass_cost.h"
#include "engine/records/compilation_record.h"
#include "engine/records/graph_changes.h"
#include "engine/records/graph_record.h"
#include "engine/session/compile_options.h"

namespace ng::cli {
namespace {

int stageNamed(const CompilationRecord& record, const std::string& name) {
  if (name == "as_written") return -1;
  const PassRecord& pass = passNamed(record, name);
  if (pass.phase != PassPhase::graph)
    throw UsageError("'" + name + "' changes the program, not the graph: use --show " + name +
                     " --diff");
  return static_cast<int>(&pass - record.passes.data());
}

std::vector<std::string> names(const GraphRecord& graph, const std::vector<OpId>& ops) {
  std::vector<std::string> all;
  for (const OpId op : ops) all.push_back(graph.find(op)->name);
  return all;
}

std::string listed(const char* mark, const std::vector<std::string>& names) {
  std::string text = mark + std::to_string(names.size());
  for (const std::string& name : names) text += " " + name;
  return text + "\n";
}

Json sideJson(const PipelineFigures& side) {
  return {{"kernels", side.kernels},
          {"bytes", side.bytes},
          {"peak_bytes", side.peak_bytes},
          {"microseconds", side.microseconds},
          {"quartiles", {side.low, side.high}}};
}

std::string signedText(std::int64_t change) {
  return (change > 0 ? "+" : change < 0 ? "−" : "") + grouped(std::abs(change));
}

}  // namespace

int compareGraphs(const Arguments& arguments) {
  const auto from = arguments.value("--from"), to = arguments.value("--to");
  if (!from || !to) throw UsageError("--from A and --to B must be used together");
  const CompilationRecordPtr record = shownCompilation(arguments);
  const PassRecord joined =
      joined_passes(*record, stageNamed(*record, *from), stageNamed(*record, *to));
  const std::vector<std::string> added = names(*joined.after, joined.added);
  const std::vector<std::string> removed = names(*joined.before, joined.removed);
  const std::vector<std::string> changed = names(*joined.after, joined.modified);
  const std::string diff = unifiedDiff(joined.text_before, joined.text_after);
  if (arguments.json()) {
    printJson({{"from", *from},
               {"to", *to},
               {"added", added},
               {"removed", removed},
               {"changed", changed},
               {"diff", diff}});
  } else {
    print(*from + " -> " + *to + "\n" + listed("−", removed) + listed("+", added) +
          listed("~", changed) + "\n" + (diff.empty() ? "the graphs are identical\n" : diff));
  }
  return fine;
}

int weighPass(const Arguments& arguments) {
  const std::string pass = *arguments.value("--without");
  const Document document = openDocument(arguments);
  const Op node = chosenComputation(arguments, document);
  CostRequest request;
  request.computation = node;
  request.transformer = transformerName(arguments);
  request.arguments = CallSource(arguments, document, node).arguments(0);
  const PassCost cost = pass_cost(request, compileOptions(arguments), pass);
  if (arguments.json()) {
    printJson({{"pass", pass},
               {"with", sideJson(cost.with)},
               {"without", sideJson(cost.without)},
               {"within_noise", within_noise(cost.with, cost.without)},
               {"error", cost.error}});
    return fine;
  }
  const auto row = [](const char* what, std::int64_t with, std::int64_t without) {
    return std::vector<std::string>{what, grouped(with), grouped(without),
                                    signedText(without - with)};
  };
  Table table({"", ">with " + pass, ">without", ">change"});
  table.add(row("kernels", cost.with.kernels, cost.without.kernels));
  table.add(row("bytes per call", cost.with.bytes, cost.without.bytes));
  table.add(row("peak bytes", cost.with.peak_bytes, cost.without.peak_bytes));
  const auto time = [](double microseconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", microseconds);
    return std::string(text);
  };
  const bool noise = within_noise(cost.with, cost.without);
  table.add({"µs per call", time(cost.with.microseconds), time(cost.without.microseconds),
             time(cost.without.microseconds / cost.with.microseconds) + " ×" +
                 (noise ? ", within noise" : "")});
  table.add({"middle half of calls", time(cost.with.low) + " to " + time(cost.with.high),
             time(cost.without.low) + " to " + time(cost.without.high), ""});
  print(table.text() + "largest difference of results: " + number(cost.error) + "\n");
  return fine;
}

}  // namespace ng::cli
