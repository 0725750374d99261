// SPDX-License-Identifier: Apache-2.0
// `ngraph info`: summarizes a document.
#include <array>
#include <set>

#include "app/cli/cancel.h"
#include "app/cli/commands.h"
#include "app/cli/compiled.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "engine/documents/document_record.h"
#include "engine/neon/plan/run_plan.h"
#include "engine/session/graph_record.h"

namespace ng::cli {
namespace {

constexpr std::size_t mostNamed = 8;

// Cost of one call of the unoptimized ops. Unknown while axis lengths are unknown.
struct Cost {
  bool known = false;
  std::int64_t flops = 0, bytes = 0;
  std::string reason;
};

Cost costOf(const Op& computation) {
  CompileOptions options;
  options.progress = [](const std::string&, double) { return !cancelFlag()->load(); };
  try {
    const TransformerPtr transformer = allocate_transformer(oracle_transformer());
    const Computation compiled = transformer->add_computation(computation, options);
    const CallCost cost = call_cost(*make_graph_record(compiled.compilation().final_graph));
    return {true, cost.flops, cost.bytes, {}};
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::cancelled || error.fault() == Fault::internal) throw;
    return {false, 0, 0, error.diagnostic().what};
  }
}

std::string nameOf(const DocumentRecord& document, OpKey id) {
  const OpRecord* op = document.graph->find(id);
  if (!op) return std::to_string(id);
  return op->scope.empty() ? op->name : op->scope + "/" + op->name;
}

std::string names(const DocumentRecord& document, const std::vector<OpKey>& ids) {
  std::string text;
  for (std::size_t i = 0; i < ids.size() && i < mostNamed; ++i) {
    text += (i ? ", " : "") + nameOf(document, ids[i]);
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

std::string infoText(const DocumentRecord& document, const std::vector<Cost>& costs) {
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
  for (std::size_t i = 0; i < document.computations.size(); ++i) {
    const ComputationRecord& computation = document.computations[i];
    text += "\ncomputation " + computation.name + "\n";
    row("  inputs", names(document, computation.parameters));
    row("  outputs", names(document, computation.results));
    const Cost& cost = costs[i];
    row("  per call", cost.known ? grouped(cost.flops) + " FLOP, " + byteText(cost.bytes) +
                                       ", before optimization"
                                 : "unknown: " + cost.reason);
  }
  return text;
}

int run(const Arguments& arguments) {
  const Document live = openDocument(arguments);
  check_plan(live);
  const DocumentRecordPtr document = make_document_record(live);
  std::vector<Cost> costs;
  for (const Op& computation : live.computations) costs.push_back(costOf(computation));
  if (!arguments.json()) {
    print(infoText(*document, costs));
    return fine;
  }
  Json json = asJson(*document);
  for (std::size_t i = 0; i < costs.size(); ++i) {
    Json& computation = json["computations"][i];
    computation["flops"] = costs[i].known ? Json(costs[i].flops) : Json();
    computation["bytes"] = costs[i].known ? Json(costs[i].bytes) : Json();
  }
  printJson(json);
  return fine;
}

}  // namespace

const Command info_command = {
    .name = "info",
    .operands = "FILE",
    .summary = "Show ops, parameters, computations, cost and plan of a document",
    .options = {},
    .run = run,
};

}  // namespace ng::cli
