// SPDX-License-Identifier: Apache-2.0
// A group of ops, as a layer: what it costs, its parameters, what it reads and who reads it, its
// kernels and its ops.
#include <set>

#include "views/inspector/family_bars.h"
#include "views/inspector/header_card.h"
#include "views/inspector/subject_pages.h"
#include "views/widgets/link_row.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

struct GroupFacts {
  GraphRecord inside;  // its ops alone
  std::int64_t flops = 0, bytes = 0, parameters = 0;
  std::vector<OpKey> variables, reads, readers;
  std::vector<std::string> kernels;
};

std::int64_t elements(const OpRecord& op) {
  std::int64_t count = 1;
  for (const AxisRecord& axis : op.results.at(0).axes) count *= axis.length;
  return count;
}

template <class Key>
void addOnce(std::vector<Key>& list, const Key& key) {
  if (std::find(list.begin(), list.end(), key) == list.end()) list.push_back(key);
}

void takeInside(GroupFacts& facts, const OpRecord& op, const std::set<OpKey>& members) {
  facts.inside.ops.push_back(op);
  facts.flops += op.flops;
  facts.bytes += op.bytes;
  if (op.op == "variable" && !op.results.empty()) {
    facts.variables.push_back(op.id);
    facts.parameters += elements(op);
  }
  for (const OperandRecord& operand : op.operands)
    if (!members.count(operand.op)) addOnce(facts.reads, operand.op);
}

GroupFacts factsOf(const GraphRecord& graph, const CompilationRecord* compilation,
                   const SelectedGroup& group) {
  const std::set<OpKey> members(group.ops.begin(), group.ops.end());
  GroupFacts facts;
  for (const OpRecord& op : graph.ops) {
    if (members.count(op.id)) {
      takeInside(facts, op, members);
      if (const KernelRecord* kernel = compilation ? compilation->kernel_of(op.id) : nullptr)
        addOnce(facts.kernels, kernel->name);
      continue;
    }
    for (const OperandRecord& operand : op.operands)
      if (members.count(operand.op)) addOnce(facts.readers, op.id);
  }
  return facts;
}

void addOps(SectionColumn& column, Workspace& workspace, const QString& heading,
            const std::vector<OpKey>& ops) {
  if (ops.empty()) return;
  column.heading(heading, countText(static_cast<std::int64_t>(ops.size())));
  addOpRows(column, workspace, ops);
}

}  // namespace

void fillGroupPage(SectionColumn& column, Workspace& workspace, const SelectedGroup& group) {
  const Records records(workspace.session);
  GraphRecordPtr graph = shownGraph(records.compilation, workspace.selection.pass());
  if (!graph && records.document) graph = records.document->graph;
  if (!graph) return;
  const GroupFacts facts = factsOf(*graph, records.compilation.get(), group);
  auto* header = new HeaderCard;
  header->setTitle(group.title, QObject::tr("group"));
  header->setSignature(countText(static_cast<std::int64_t>(facts.inside.ops.size()), "op") +
                       (facts.parameters ? ", " + countText(facts.parameters, "parameter") : ""));
  header->setTiles(costTiles(facts.flops, facts.bytes));
  column.add(header);
  column.heading(QObject::tr("Ops by family"),
                 countText(static_cast<std::int64_t>(facts.inside.ops.size())));
  column.addIndented(new FamilyBars(countFamilies(facts.inside)));
  addOps(column, workspace, QObject::tr("Variables"), facts.variables);
  addOps(column, workspace, QObject::tr("Reads"), facts.reads);
  addOps(column, workspace, QObject::tr("Read by"), facts.readers);
  if (!facts.kernels.empty())
    column.heading(QObject::tr("Kernels"),
                   countText(static_cast<std::int64_t>(facts.kernels.size())));
  for (const std::string& name : facts.kernels) {
    const KernelRecord* kernel = records.compilation->kernel(name);
    auto* row = new LinkRow;
    const QString kernelName = QString::fromStdString(name);
    row->setTexts(kernelName, kernel ? QString::fromStdString(kernel->loops) : QString());
    QObject::connect(row, &LinkRow::followed, &column,
                     [&workspace, kernelName] { goToKernel(workspace, kernelName); });
    column.add(row);
  }
  std::vector<OpKey> members;
  for (const OpRecord& op : facts.inside.ops) members.push_back(op.id);
  addOps(column, workspace, QObject::tr("Ops inside"), members);
}

}  // namespace ng::views
