// SPDX-License-Identifier: Apache-2.0
// Comparison of the memory plan with another plan.
#include <QComboBox>
#include <QSignalBlocker>
#include <QStandardItemModel>

#include "engine/records/compilation_record.h"
#include "views/buffers/buffer_table.h"
#include "views/buffers/buffers_view.h"
#include "views/buffers/plan_plot.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int none = 0, previous = 1;  // indices of choice_; passes follow

}  // namespace

// Only passes that changed something can be compared: leaving out another pass gives the same plan.
void BuffersView::fillChoices() {
  const QSignalBlocker quiet(choice_);
  choice_->clear();
  choice_->addItem(tr("compare with …"));
  choice_->addItem(tr("the previous plan"));
  auto* items = static_cast<QStandardItemModel*>(choice_->model());
  items->item(previous)->setEnabled(previous_ != nullptr);
  items->item(previous)->setToolTip(
      previous_ ? tr("The plan from before the last change of passes, lengths or transformer")
                : tr("This is the first plan of this computation"));
  if (!plan_) return;
  for (const PassRecord& pass : plan_->record().passes) {
    choice_->addItem(tr("without %1").arg(QString::fromStdString(pass.name)));
    QStandardItem* item = items->item(choice_->count() - 1);
    item->setEnabled(pass.enabled && pass.changed);
    item->setToolTip(!pass.enabled   ? tr("The pass is disabled")
                     : !pass.changed ? tr("The pass changed nothing")
                                     : QString::fromStdString(pass.sentence));
  }
}

// Without stages the ranks have programs of the same size: they cannot be chosen.
void BuffersView::fillRanks() {
  const std::vector<RankMemory>& ranks = workspace_.compilations.rankMemory();
  const QSignalBlocker quiet(ranks_);
  ranks_->clear();
  ranks_->setVisible(ranks.size() > 1);
  bool staged = false;
  int shown = -1;
  for (const RankMemory& rank : ranks) {
    staged |= rank.stage > 0;
    if (rank.shown && (shown < 0 || rank.rank == rank_)) shown = rank.rank;
  }
  for (const RankMemory& rank : ranks) {
    const QString name = staged ? tr("rank %1, stage %2").arg(rank.rank).arg(rank.stage)
                                : tr("rank %1").arg(rank.rank);
    ranks_->addItem(name + ": " + byteText(rank.temporaries + rank.other));
    ranks_->setItemData(ranks_->count() - 1,
                        tr("%1 of temporaries at their peak, %2 of other buffers")
                            .arg(byteText(rank.temporaries), byteText(rank.other)),
                        Qt::ToolTipRole);
  }
  ranks_->setEnabled(staged);
  ranks_->setToolTip(staged ? tr("Show the plan of another rank, with the memory of each")
                            : tr("The ranks have programs of the same size"));
  ranks_->setCurrentIndex(shown);
}

void BuffersView::choose(int choice) {
  if (choice == none) return stopComparing();
  if (choice == previous) return compareWithout({});
  compareWithout(QString::fromStdString(
      plan_->record().passes[static_cast<std::size_t>(choice - previous - 1)].name));
}

void BuffersView::compareWithout(const QString& pass) {
  if (!plan_ || (pass.isEmpty() && !previous_)) return;
  comparing_ = true;
  without_ = pass;
  if (!pass.isEmpty()) workspace_.compilations.compileWithout(pass);
  followOther();
  setRows(Rows::changes);
}

void BuffersView::stopComparing() {
  comparing_ = false;
  without_.clear();
  followOther();
  if (rows() == Rows::changes) setRows(Rows::all);
}

// Keeps, builds or drops the other plan to match the current compilation.
void BuffersView::followOther() {
  CompilationRecordPtr record;
  if (comparing_ && plan_) {
    record = without_.isEmpty() ? previous_ : workspace_.compilations.compilationWithout(without_);
    if (without_.isEmpty() && !previous_) comparing_ = false;
  }
  if (!plan_) comparing_ = false;
  const bool known = other_ && record && &other_->record() == record.get();
  if (!known) other_ = record ? std::make_shared<const PlanModel>(record) : nullptr;
  changes_->setPlans(other_, plan_);
  plot_->setOther(other_);
  int choice = none;
  if (comparing_) {
    choice = without_.isEmpty() ? previous : choice_->findText(tr("without %1").arg(without_));
  }
  choice_->setCurrentIndex(std::max(choice, 0));
  if (!comparing_ && rows() == Rows::changes) return setRows(Rows::all);
  fillTable();
}

}  // namespace ng::views
