// SPDX-License-Identifier: Apache-2.0
#include "views/timeline/event_links.h"

#include <QHash>
#include <algorithm>

#include "engine/records/compilation_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/model_node.h"
#include "views/core/heaviest_op.h"
#include "views/core/theme/theme.h"

namespace ng::views {
namespace {

std::optional<int> passNamed(const CompilationRecord& compilation, const std::string& name) {
  const auto& passes = compilation.passes;
  const auto found = std::find_if(passes.begin(), passes.end(),
                                  [&](const PassRecord& pass) { return pass.name == name; });
  if (found == passes.end()) return std::nullopt;
  return static_cast<int>(found - passes.begin());
}

// Ops by their name; of an imported model, also by the node that they come from.
std::unordered_map<std::string, OpId> opsByName(const CompilationRecord& compilation) {
  std::unordered_map<std::string, OpId> ops;
  for (const GraphRecordPtr& graph : {compilation.as_written(), compilation.final_graph()}) {
    if (!graph) continue;
    for (const OpRecord& op : graph->ops) ops.emplace(op.name, op.id);
  }
  if (const GraphRecordPtr graph = compilation.as_written())
    for (const OpRecord& op : graph->ops)
      if (const auto node = model_node(op)) ops.emplace(node->name, op.id);
  return ops;
}

}  // namespace

void EventLinks::follow(const TimelinePtr& timeline, const CompilationRecordPtr& compilation) {
  const bool known = timeline == timeline_ && compilation == compilation_;
  timeline_ = timeline;
  compilation_ = compilation;
  if (!known) {
    ops_.clear();
    links_.clear();
    paints_.clear();
  }
  if (!timeline) return;
  for (std::size_t i = links_.size(); i < timeline->names().size(); ++i) add(timeline->names()[i]);
}

OpId EventLinks::opNamed(const std::string& name) {
  if (ops_.empty()) ops_ = opsByName(*compilation_);
  const auto found = ops_.find(name);
  return found == ops_.end() ? 0 : found->second;
}

void EventLinks::add(const TimelineName& name) {
  EventLink link;
  link.iteration = name.category == "call";
  if (compilation_ && name.category == "pass") {
    link.pass = passNamed(*compilation_, name.text);
  } else if (compilation_ && !link.iteration && name.category != "rewrite") {
    if (compilation_->kernel(name.text))
      link.kernel = QString::fromStdString(name.text);
    else
      link.op = opNamed(name.text);
  }
  paints_.push_back(paintOf(name, link));
  links_.push_back(std::move(link));
}

EventLinks::Paint EventLinks::paintOf(const TimelineName& name, const EventLink& link) const {
  const OpRecord* op = nullptr;
  if (!link.kernel.isEmpty())
    op = heaviestOp(*compilation_, *compilation_->kernel(link.kernel.toStdString()));
  if (op) return {true, op->family, 0};
  static const QHash<QString, int> known = {{"compile", 5}, {"epoch", 5},      {"pass", 0},
                                            {"call", 0},    {"evaluation", 3}, {"build", 2},
                                            {"rewrite", 2}, {"data", 4},       {"window", 4}};
  const QString category = QString::fromStdString(name.category);
  if (known.contains(category)) return {false, {}, known[category]};
  return {false, {}, static_cast<int>(qHash(QString::fromStdString(name.text)) % 6)};
}

void EventLinks::select(const SelectionState& selection) {
  selection_ = selection;
  const KernelRecord* kernel =
      selection.op != 0 && compilation_ ? compilation_->kernel_of(selection.op) : nullptr;
  kernelOfOp_ = kernel ? QString::fromStdString(kernel->name) : QString();
}

bool EventLinks::isSelected(std::uint32_t name) const {
  const EventLink& link = links_[name];
  if (!link.kernel.isEmpty()) return link.kernel == selection_.kernel || link.kernel == kernelOfOp_;
  if (link.op != 0) return link.op == selection_.op;
  return link.pass && link.pass == selection_.pass;
}

QColor EventLinks::colour(std::uint32_t name) const {
  const Paint& paint = paints_[name];
  const Theme& theme = Theme::current();
  return paint.family ? theme.family(paint.of) : theme.series(paint.series);
}

void selectLink(Selection& selection, const EventLink& link) {
  if (!link.kernel.isEmpty()) selection.selectKernel(link.kernel);
  if (link.pass) selection.selectPass(*link.pass);
  if (link.op != 0) selection.selectOp(link.op);
}

bool revealLink(Selection& selection, const EventLink& link) {
  if (!link.kernel.isEmpty())
    selection.reveal(Facet::kernel);
  else if (link.pass)
    selection.reveal(Facet::pass);
  else if (link.op != 0)
    selection.reveal(Facet::op);
  else
    return false;
  return true;
}

QString revealText(const EventLink& link) {
  if (!link.kernel.isEmpty()) return Selection::tr("Show the kernel %1").arg(link.kernel);
  if (link.pass) return Selection::tr("Show the pass");
  if (link.op != 0) return Selection::tr("Show the op");
  return {};
}

}  // namespace ng::views
