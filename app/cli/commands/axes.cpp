// SPDX-License-Identifier: Apache-2.0
// `ngraph axes`: lists the axes of a document and the ops that use them.
#include "app/cli/commands.h"
#include "app/cli/json.h"
#include "app/cli/options/feeds.h"
#include "app/cli/output.h"
#include "app/cli/saved.h"
#include "app/cli/table_output.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/tables/axis_table.h"

namespace ng::cli {
namespace {

Json asJson(const GraphRecord& graph, const AxisRow& row) {
  Json uses = Json::array();
  Json shared = Json::array();
  for (const AxisDoing& use : row.facts->uses) {
    const OpRecord* op = graph.find(use.op);
    const std::string name = op ? op->name : "";
    if (use.position) shared.push_back(name);
    Json one = {{"op", name}, {"id", idJson(use.op)}, {"does", ng::name(use.effect)}};
    if (use.position) one["position"] = *use.position;
    if (!use.others.empty()) one["others"] = use.others;
    if (use.stride > 0) one["stride"] = use.stride;
    if (!use.buffer.empty()) one["buffer"] = use.buffer;
    uses.push_back(std::move(one));
  }
  Json json;
  addCells(json, axis_columns(), {"name", "length", "role"}, row);
  json["dual_level"] = row.facts->axis.dual_level;
  json["ops"] = std::move(shared);
  addCells(json, axis_columns(), {"strides"}, row);
  json["uses"] = std::move(uses);
  return json;
}

// The document's own graph, or the graph of a compiled computation and its record.
struct Shown {
  GraphRecordPtr graph;
  CompilationRecordPtr compilation;
};

Shown shown(const Arguments& arguments) {
  const auto after = arguments.value("--after");
  if (!after && !arguments.value("--computation")) {
    return {shownDocument(arguments)->graph, nullptr};
  }
  const CompilationRecordPtr record = shownCompilation(arguments);
  return {after ? passNamed(*record, *after).after : record->as_written(), record};
}

int run(const Arguments& arguments) {
  const Shown from = shown(arguments);
  const std::vector<AxisFacts> axes = axis_facts(*from.graph, from.compilation.get());
  const std::vector<AxisRow> rows = axis_rows(axes, *from.graph);
  if (arguments.json()) {
    Json list = Json::array();
    for (const AxisRow& row : rows) list.push_back(asJson(*from.graph, row));
    printJson({{"axes", list}});
    return fine;
  }
  const std::string text = tableText(axis_columns(),
                                     {"name", "length", "role", "dual_level", "op_count", "where",
                                      "made_by", "reduced_by", "reshaped_by", "strides"},
                                     rows);
  print(text.empty() ? "No op has axes: all values are scalars.\n" : text);
  return fine;
}

}  // namespace

const Command axes_command = {
    .name = "axes",
    .operands = "FILE",
    .summary = "List axes: length, role, and the ops that create, share, reduce or split each one",
    .options = withRankOptions(
        withCallOptions({{"--after", "PASS", "list the axes of the graph after this pass"}})),
    .run = run,
};

}  // namespace ng::cli
