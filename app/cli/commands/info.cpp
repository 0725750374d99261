// SPDX-License-Identifier: Apache-2.0
// `ngraph info`: summarizes a document.
#include <algorithm>
#include <array>
#include <map>
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
#include "engine/records/op_name.h"
#include "engine/records/plan_record.h"
#include "views/layout/groups/block_summary.h"

namespace ng::cli {
namespace {

constexpr std::size_t mostNamed = 8;
constexpr std::size_t mostBlocks = 40;

std::string nameOf(const DocumentRecord& document, OpId id) {
  const OpRecord* op = document.graph->find(id);
  return op ? full_name(*op) : std::to_string(id);
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
                     (plan.batches == 0   ? "all batches of the data"
                      : plan.batches == 1 ? "1 call"
                                          : std::to_string(plan.batches) + " calls");
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

// The ops that a call of the computation runs.
std::set<OpId> opsOf(const DocumentRecord& document, const ComputationRecord& computation) {
  std::map<OpId, const ComputationRecord*> steps;
  for (const LoopRecord& loop : document.loops) steps[loop.op] = &loop.step;
  std::set<OpId> reached;
  std::vector<OpId> next = computation.results;
  while (!next.empty()) {
    const OpId id = next.back();
    next.pop_back();
    const OpRecord* op = document.graph->find(id);
    if (!op || !reached.insert(id).second) continue;
    for (const OperandRecord& operand : op->operands) next.push_back(operand.op);
    if (const auto step = steps.find(id); step != steps.end())
      next.insert(next.end(), step->second->results.begin(), step->second->results.end());
  }
  return reached;
}

// Of the plan's computation, else the first: a call runs only one.
struct Blocks {
  std::string computation;  // empty: the document has none
  std::vector<BlockRow> rows;
};

Blocks blocksOf(const DocumentRecord& document) {
  if (document.computations.empty()) return {"", views::blocksOf(*document.graph)};
  const std::string planned = document.plan ? document.plan->computation : "";
  const auto found =
      std::find_if(document.computations.begin(), document.computations.end(),
                   [&planned](const ComputationRecord& each) { return each.name == planned; });
  const ComputationRecord& computation =
      found == document.computations.end() ? document.computations.front() : *found;
  const std::set<OpId> reached = opsOf(document, computation);
  GraphRecord graph;
  for (const OpRecord& op : document.graph->ops)
    if (reached.contains(op.id)) graph.ops.push_back(op);
  return {computation.name, views::blocksOf(graph)};
}

// Nothing for a model that has no blocks.
std::string blocksText(const Blocks& of) {
  if (of.rows.size() < 2) return {};
  const std::vector<BlockRow> rows = with_parts(of.rows);
  std::string text =
      (of.computation.empty() ? "" : "\nblocks of " + of.computation + ", forward ops") + "\n" +
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
  const Blocks blocks = blocksOf(*document);
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
  json["blocks_of"] = blocks.computation;
  json["blocks"] = blocksJson(blocks.rows);
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
