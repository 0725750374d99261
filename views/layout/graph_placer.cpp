// SPDX-License-Identifier: Apache-2.0
// Runs the layouts in order of increasing quality.
#include "views/layout/graph_placer.h"

#include <utility>

#include "engine/records/graph_record.h"
#include "views/core/jobs.h"
#include "views/layout/kept_layout.h"
#include "views/layout/layered/clearer_placement.h"

namespace ng::views {
namespace {

constexpr std::size_t mostAtOnce = 600;  // ops laid out on the GUI thread, in a few milliseconds

std::size_t mostOps(const std::vector<GraphRecordPtr>& graphs) {
  std::size_t most = 0;
  for (const GraphRecordPtr& graph : graphs)
    if (graph) most = std::max(most, graph->ops.size());
  return most;
}

OpFlowPtr flowOf(const std::vector<GraphRecordPtr>& graphs, const Grouping& grouping,
                 std::size_t starts) {
  return std::make_shared<OpFlow>(graphs, grouping.fused(), starts, grouping.folding());
}

Placement kept(const PassLayout& layout, const PlacementPtr& shown, Placement made) {
  return shown ? keptLayout(layout.everything(), *shown, std::move(made)) : made;
}

}  // namespace

GraphPlacer::GraphPlacer(Jobs& jobs, QObject* parent) : QObject(parent), jobs_(jobs) {
  connect(&client_, &LayoutClient::answered, this, [this](const LayoutAnswer& answer) {
    endJob();
    auto theirs = std::make_shared<Placement>(kept(*layout_, kept_, layout_->placement(answer)));
    if (isClearer(*theirs, *own_)) use(std::move(theirs));
    layNext();
  });
  connect(&client_, &LayoutClient::gaveUp, this, [this](const QString& reason) {
    endJob();
    emit gaveUp(reason);
    layNext();
  });
}

GraphPlacer::~GraphPlacer() {
  endJob();
}

void GraphPlacer::endJob() {
  if (job_) jobs_.cancel(job_);
  if (helperJob_) jobs_.finish(helperJob_);
  job_ = helperJob_ = 0;
}

std::shared_ptr<const CardLinks> GraphPlacer::linksOf(const GraphRecordPtr& graph) const {
  const bool known = ops_ && grouping_ && folding_ == grouping_->folding() &&
                     !ops_->graphs.empty() && ops_->graphs.front() == graph;
  return known ? ops_->firstLinks : nullptr;
}

void GraphPlacer::forget() {
  client_.cancel();
  endJob();
  next_.reset();
  kept_ = nullptr;
  releaseOnPool(std::exchange(own_, nullptr));
  releaseOnPool(std::exchange(placement_, nullptr));
}

void GraphPlacer::place(std::vector<GraphRecordPtr> graphs, GroupingPtr grouping,
                        std::size_t starts, Direction direction) {
  next_.reset();
  kept_ = nullptr;
  lay({std::move(graphs), std::move(grouping), starts, direction});
}

void GraphPlacer::add(std::vector<GraphRecordPtr> graphs, GroupingPtr grouping, std::size_t starts,
                      Direction direction) {
  next_ = Question{std::move(graphs), std::move(grouping), starts, direction};
  const bool laying = client_.busy() || (job_ && jobs_.isRunning(job_));
  if (!laying) layNext();
}

void GraphPlacer::layNext() {
  if (!next_) return;
  kept_ = placement_;
  lay(*std::exchange(next_, std::nullopt));
}

void GraphPlacer::lay(Question question) {
  client_.cancel();
  endJob();
  const auto& [graphs, grouping, starts, direction] = question;
  OpFlowPtr known = ops_ && ops_->graphs == differentGraphs(graphs) && starts_ == starts &&
                            folding_ == grouping->folding()
                        ? ops_
                        : nullptr;
  starts_ = starts;
  folding_ = grouping->folding();
  if (mostOps(graphs) <= mostAtOnce) {
    if (!known) known = flowOf(graphs, *grouping, starts);
    return found({std::make_shared<PassLayout>(*known, *grouping, direction), nullptr, known},
                 grouping);
  }
  job_ = jobs_.start(
      tr("Laying out the graph"),
      [this, question, known, shown = kept_](JobContext& context) -> Jobs::Done {
        const OpFlowPtr ops =
            known ? known : flowOf(question.graphs, *question.grouping, question.starts);
        auto layout = std::make_shared<PassLayout>(*ops, *question.grouping, question.direction);
        auto own = std::make_shared<Placement>(
            kept(*layout, shown, layout->ownPlacement(&context.cancelFlag())));
        return [this, layout, own, ops, grouping = question.grouping] {
          job_ = 0;
          found({layout, own, ops}, grouping);
        };
      });
}

void GraphPlacer::found(const Found& found, const GroupingPtr& grouping) {
  releaseOnPool(std::exchange(layout_, found.layout));
  ops_ = found.ops;
  grouping_ = grouping;
  PlacementPtr own = found.own;
  if (!own) own = std::make_shared<Placement>(kept(*layout_, kept_, layout_->ownPlacement()));
  releaseOnPool(std::exchange(own_, own));
  const LayoutJob& question = layout_->question();
  if (const auto answer = layout_->tooBig() ? std::nullopt : client_.known(question)) {
    auto theirs = std::make_shared<Placement>(kept(*layout_, kept_, layout_->placement(*answer)));
    use(isClearer(*theirs, *own) ? std::move(theirs) : own);
    return layNext();
  }
  use(own);
  if (layout_->tooBig() || layout_->flow().items.empty()) return layNext();
  helperJob_ = jobs_.begin(tr("Laying out the graph with Graphviz"), [this] {
    client_.cancel();
    endJob();
    layNext();
  });
  client_.ask(question);
}

void GraphPlacer::use(PlacementPtr placement) {
  releaseOnPool(std::exchange(placement_, std::move(placement)));
  emit placed();
}

}  // namespace ng::views
