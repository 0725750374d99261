// SPDX-License-Identifier: Apache-2.0
// Inspector page of a group of ops, such as a layer: cost, parameters, inputs, consumers, kernels
// and ops.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_cost.h"
#include "views/inspector/family_bars.h"
#include "views/inspector/header_card.h"
#include "views/inspector/subject_pages.h"
#include "views/widgets/link_row.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

struct GroupFacts {
  std::array<int, 7> families{};
  std::int64_t flops = 0, bytes = 0, parameters = 0;
  std::vector<OpId> inside, variables, reads, readers;
  std::vector<const KernelRecord*> kernels;
};

std::int64_t elements(const OpRecord& op) {
  std::int64_t count = 1;
  for (const AxisRecord& axis : op.results.at(0).axes) count *= axis.length.value_or(0);
  return count;
}

// A group can contain most ops of a large graph: visits each op once.
GroupFacts factsOf(const GraphRecord& graph, const CompilationRecord* compilation,
                   const SelectedGroup& group) {
  const std::unordered_set<OpId> members(group.ops.begin(), group.ops.end());
  std::unordered_set<OpId> read;
  std::unordered_set<const KernelRecord*> computing;
  GroupFacts facts;
  for (const OpRecord& op : graph.ops) {
    if (!members.count(op.id)) {
      if (std::any_of(op.operands.begin(), op.operands.end(),
                      [&](const OperandRecord& each) { return members.count(each.op) > 0; }))
        facts.readers.push_back(op.id);
      continue;
    }
    facts.inside.push_back(op.id);
    ++facts.families[static_cast<std::size_t>(op.family)];
    const OpCost cost = own_cost(op);
    facts.flops += cost.flops;
    facts.bytes += cost.bytes;
    if (op.traits.kind == OpKind::variable && !op.results.empty()) {
      facts.variables.push_back(op.id);
      facts.parameters += elements(op);
    }
    for (const OperandRecord& each : op.operands)
      if (!members.count(each.op) && read.insert(each.op).second) facts.reads.push_back(each.op);
    const KernelRecord* kernel = compilation ? compilation->kernel_of(op.id) : nullptr;
    if (kernel && computing.insert(kernel).second) facts.kernels.push_back(kernel);
  }
  return facts;
}

void addOps(SectionColumn& column, Workspace& workspace, const QString& heading,
            const std::vector<OpId>& ops) {
  if (ops.empty()) return;
  column.heading(heading, countText(static_cast<std::int64_t>(ops.size())));
  addOpRows(column, workspace, ops);
}

}  // namespace

void fillGroupPage(SectionColumn& column, Workspace& workspace, const SelectedGroup& group) {
  const Records records(workspace);
  GraphRecordPtr graph = shownGraph(records.compilation, workspace.selection.pass());
  if (!graph && records.document) graph = records.document->graph;
  if (!graph) return;
  const GroupFacts facts = factsOf(*graph, records.compilation.get(), group);
  auto* header = new HeaderCard;
  header->setTitle(group.title, QObject::tr("group"));
  header->setSignature(countText(static_cast<std::int64_t>(facts.inside.size()), "op") +
                       (facts.parameters ? ", " + countText(facts.parameters, "parameter") : ""));
  header->setTiles(costTiles(facts.flops, facts.bytes));
  column.add(header);
  column.heading(QObject::tr("Ops by family"),
                 countText(static_cast<std::int64_t>(facts.inside.size())));
  column.addIndented(new FamilyBars(facts.families));
  addOps(column, workspace, QObject::tr("Variables"), facts.variables);
  addOps(column, workspace, QObject::tr("Reads"), facts.reads);
  addOps(column, workspace, QObject::tr("Read by"), facts.readers);
  if (!facts.kernels.empty())
    column.heading(QObject::tr("Kernels"),
                   countText(static_cast<std::int64_t>(facts.kernels.size())));
  for (const KernelRecord* kernel : facts.kernels) {
    auto* row = new LinkRow;
    const QString name = QString::fromStdString(kernel->name);
    row->setTexts(name, QString::fromStdString(kernel->loops));
    QObject::connect(row, &LinkRow::followed, &column,
                     [&workspace, name] { goToKernel(workspace, name); });
    column.add(row);
  }
  addOps(column, workspace, QObject::tr("Ops inside"), facts.inside);
}

}  // namespace ng::views
