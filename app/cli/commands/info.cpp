// SPDX-License-Identifier: Apache-2.0
// `ngraph info`: summarizes a document.
#include <array>
#include <set>

#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/output.h"
#include "app/cli/saved.h"
#include "app/cli/table_output.h"
#include "engine/base/cancellation.h"
#include "engine/base/result_name.h"
#include "engine/documents/document_record.h"
#include "engine/neon/plan/run_plan.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/plan_record.h"
#include "views/layout/groups/block_summary.h"

namespace ng::cli {
namespace {

constexpr std::size_t mostNamed = 8;
constexpr std::size_t mostBlocks = 40;

std::string nameOf(const DocumentRecord& document, OpId id) {
  const OpRecord* op = document.graph->find(id);
  if (!op) return std::to_string(id);
  return op->scope.empty() ? op->name : op->scope + "/" + op->name;
}

// `numbers`: which result of each op; empty: the first.
std::string names(const DocumentRecord& document, const std::vector<OpId>& ids,
                  const std::vector<int>& numbers = {}) {
  std::string text;
  for (std::size_t i = 0; i < ids.size() && i < mostNamed; ++i) {
    const int result = i < numbers.size() ? numbers[i] : 0;
    text += (i ? ", " : "") + to_string(ResultName{nameOf(document, ids[i]), result});
  }
  if (ids.size() > mostNamed) text += " and " + std::to_string(ids.size() - mostNamed) + " more";
  return text.empty() ? "nothing" : text;
}

std::string familyCounts(const GraphRecord& graph) {
  std::array<int, 7> counts = {};
  for (const OpRecord& op : graph.ops) ++counts[static_cast<std::size_t>(op.family)];
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    text += (text.empty() ? "" : ", ") + std::to_string(counts[i]) + " " +
            std::string(name(static_cast<Family>(i)));
  }
  return text;
}

std::string planText(const PlanRecord& plan) {
  std::string text = plan.computation + ", " + plural(plan.epochs, "epoch") + " of " +
                     std::to_string(plan.batches) + (plan.batches == 1 ? " call" : " calls");
  if (!plan.evaluation.empty()) text += ", then " + plan.evaluation;
  if (!plan.data_source.empty()) text += "; data: " + plan.data_source;
  return text;
}

std::string lengthsText(const std::vector<PlanLengthRecord>& lengths) {
  std::string text;
  for (const PlanLengthRecord& each : lengths)
    text += (text.empty() ? "" : ", ") + each.name + " " + std::to_string(each.length);
  return text;
}

// Nothing for a model that has no blocks.
std::string blocksText(const std::vector<BlockRow>& blocks) {
  if (blocks.size() < 2) return {};
  const std::vector<BlockRow> rows = with_parts(blocks);
  std::string text =
      "\n" +
      shownCells(block_columns(), {"name", "ops", "parameters", "flops", "bytes"}, rows, mostBlocks)
          .text();
  if (rows.size() > mostBlocks)
    text += std::to_string(rows.size() - mostBlocks) + " more rows: --json lists all\n";
  return text;
}

Json blocksJson(const std::vector<BlockRow>& blocks) {
  Json list = Json::array();
  for (const BlockRow& block : blocks) {
    Json& row = list.emplace_back(Json::object());
    addCells(row, block_columns(), {"name", "blocks", "ops", "parameters", "flops", "bytes"},
             block);
    row["parts"] = blocksJson(block.parts);
  }
  return list;
}

std::string infoText(const DocumentRecord& document, const std::vector<CallCostRecord>& costs) {
  std::string text = document.title.empty() ? document.path : document.title;
  text += "\n";
  if (!document.description.empty()) text += document.description + "\n";
  text += "\n";
  auto row = [&text](std::string left, const std::string& right) {
    left.resize(13, ' ');
    text += left + right + "\n";
  };
  if (!document.made_by.empty()) row("made by", document.made_by);
  const auto ops = static_cast<std::int64_t>(document.graph->ops.size());
  row("ops", grouped(ops) + (ops ? ": " + familyCounts(*document.graph) : ""));
  row("parameters",
      grouped(document.parameters) +
          (document.variables.empty() ? "" : " in " + names(document, document.variables)));
  row("placeholders", names(document, document.placeholders));
  if (document.plan) row("plan", planText(*document.plan));
  if (document.plan && !document.plan->lengths.empty())
    row("open lengths", lengthsText(document.plan->lengths));
  for (std::size_t i = 0; i < document.computations.size(); ++i) {
    const ComputationRecord& computation = document.computations[i];
    text += "\ncomputation " + computation.name + "\n";
    row("  inputs", names(document, computation.parameters));
    row("  outputs", names(document, computation.results, computation.result_numbers));
    const CallCostRecord& cost = costs[i];
    row("  per call", cost.known ? grouped(cost.flops) + " FLOP, " + byteText(cost.bytes) +
                                       ", before optimization"
                                 : "unknown: " + cost.reason);
  }
  return text;
}

int run(const Arguments& arguments) {
  const CancellationScope scope([] { throwIfCancelled("summarizing the document"); });
  DocumentRecordPtr document;
  std::vector<CallCostRecord> costs;
  if (const SavedCompilationPtr saved = savedCompilation(arguments)) {
    document = saved->document;
    costs = saved->costs;
  } else {
    const Document live = openDocument(arguments);
    checkFedShapes(arguments, live);
    check_plan(live);
    document = make_document_record(live);
    costs = callCosts(live);
  }
  const std::vector<BlockRow> blocks = views::blocksOf(*document->graph);
  if (!arguments.json()) {
    print(infoText(*document, costs) + blocksText(blocks));
    return fine;
  }
  Json json = asJson(*document);
  for (std::size_t i = 0; i < costs.size(); ++i) {
    Json& computation = json["computations"][i];
    computation["flops"] = costs[i].known ? Json(costs[i].flops) : Json();
    computation["bytes"] = costs[i].known ? Json(costs[i].bytes) : Json();
  }
  json["blocks"] = blocksJson(blocks);
  printJson(json);
  return fine;
}

}  // namespace

const Command info_command = {
    .name = "info",
    .operands = "FILE",
    .summary = "Show ops, parameters, computations, cost and plan of a document",
    .options = withShapeOptions({}),
    .run = run,
};

}  // namespace ng::cli
