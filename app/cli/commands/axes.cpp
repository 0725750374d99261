// SPDX-License-Identifier: Apache-2.0
// `ngraph axes`: lists the axes of a document and the ops that use them.
#include <initializer_list>

#include "app/cli/commands.h"
#include "app/cli/feeds.h"
#include "app/cli/json.h"
#include "app/cli/output.h"
#include "app/cli/saved.h"
#include "engine/analysis/axis_facts.h"
#include "engine/graph/axis_name.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"

namespace ng::cli {
namespace {

std::string firstNames(const GraphRecord& graph, const std::vector<OpKey>& ops) {
  std::string text;
  for (std::size_t i = 0; i < ops.size() && i < 6; ++i) {
    const OpRecord* op = graph.find(ops[i]);
    text += (i ? ", " : "") + (op ? op->name : std::string("?"));
  }
  return ops.size() > 6 ? text + ", …" : text;
}

std::vector<OpKey> sharing(const AxisFacts& facts) {
  std::vector<OpKey> ops;
  for (const AxisDoing& use : facts.uses) {
    if (use.position) ops.push_back(use.op);
  }
  return ops;
}

std::vector<OpKey> doing(const AxisFacts& facts, std::initializer_list<AxisEffect> effects) {
  std::vector<OpKey> ops;
  for (const AxisEffect effect : effects) {
    const std::vector<OpKey> some = facts.doing(effect);
    ops.insert(ops.end(), some.begin(), some.end());
  }
  return ops;
}

std::string stridesText(const AxisFacts& facts) {
  std::string text;
  for (const std::int64_t stride : facts.strides()) {
    text += (text.empty() ? "" : ", ") + std::to_string(stride);
  }
  return text;
}

Json asJson(const GraphRecord& graph, const AxisFacts& facts) {
  Json uses = Json::array();
  Json shared = Json::array();
  for (const AxisDoing& use : facts.uses) {
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
  const AxisRecord& axis = facts.axis;
  return {{"name", axis.name},
          {"length", axis.length ? Json(*axis.length) : Json()},
          {"role", axis.role ? ng::name(*axis.role) : ""},
          {"dual_level", axis.dual_level},
          {"ops", std::move(shared)},
          {"strides", facts.strides()},
          {"uses", std::move(uses)}};
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
  Table table({"axis", ">length", "role", ">dual", ">ops", "where", "made by", "reduced by",
               "reshaped by", "strides"});
  Json list = Json::array();
  for (const AxisFacts& facts : axis_facts(*from.graph, from.compilation.get())) {
    const AxisRecord& axis = facts.axis;
    const auto names = [&](const std::vector<OpKey>& ops) { return firstNames(*from.graph, ops); };
    table.add({shown_axis_name(axis.name), length_text(axis),
               axis.role ? std::string(ng::name(*axis.role)) : "",
               axis.dual_level ? std::to_string(axis.dual_level) : "",
               std::to_string(facts.shared()), names(sharing(facts)),
               names(facts.doing(AxisEffect::makes)), names(facts.doing(AxisEffect::reduces)),
               names(doing(facts, {AxisEffect::splits, AxisEffect::joins, AxisEffect::renames,
                                   AxisEffect::resizes, AxisEffect::picks, AxisEffect::loops})),
               stridesText(facts)});
    list.push_back(asJson(*from.graph, facts));
  }
  if (arguments.json()) {
    printJson({{"axes", list}});
  } else {
    print(table.empty() ? "No op has axes: all values are scalars.\n" : table.text());
  }
  return fine;
}

}  // namespace

const Command axes_command = {
    .name = "axes",
    .operands = "FILE",
    .summary = "List axes: length, role, and the ops that create, share, reduce or split each one",
    .options = withCallOptions({{"--after", "PASS", "list the axes of the graph after this pass"}}),
    .run = run,
};

}  // namespace ng::cli
