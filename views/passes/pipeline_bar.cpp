// SPDX-License-Identifier: Apache-2.0
#include "views/passes/pipeline_bar.h"

#include <QAbstractProxyModel>
#include <QAction>
#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "views/core/theme/theme.h"
#include "views/passes/trial_text.h"
#include "views/widgets/column_model.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

constexpr int shownTrials = 2;  // few, because the list of passes needs the height

// Uses a small font for numbers: the panel is narrow.
class TrialModel : public ColumnModel {
 public:
  using ColumnModel::ColumnModel;

  QVariant data(const QModelIndex& index, int role) const override {
    if (role != Qt::FontRole || index.column() == 0) return ColumnModel::data(index, role);
    QFont font = Theme::current().monoFont();
    font.setPixelSize(QFontInfo(Theme::current().captionFont()).pixelSize());
    return font;
  }
};

QToolButton* makeButton(const QString& icon, const QString& text, const QString& tip) {
  auto* button = new QToolButton;
  button->setIcon(Theme::current().icon(icon));
  button->setText(text);
  button->setToolTip(tip);
  button->setAutoRaise(true);
  return button;
}

}  // namespace

PipelineBar::PipelineBar(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      words_(new QLabel),
      reset_(makeButton("reload", tr("Reset the pipeline"),
                        tr("Reset the pipeline: enable all passes in default order"))),
      measure_(makeButton("timeline", tr("Measure"), tr("Measure this pipeline and the full one"))),
      unfold_(makeButton("statistics", tr("Trials"), tr("Show the trials of pipelines"))),
      trialPart_(new QWidget) {
  words_->setWordWrap(true);
  words_->setFont(Theme::current().captionFont());
  words_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  words_->setAccessibleName(tr("Comparison of this pipeline with the full one"));
  makeTable();
  auto* head = new QHBoxLayout;  // one row, because the list of passes needs the height
  head->setContentsMargins(metrics::grid, 2, 4, 2);
  head->setSpacing(2);
  head->addWidget(words_, 1);
  head->addWidget(measure_, 0, Qt::AlignTop);
  head->addWidget(reset_, 0, Qt::AlignTop);
  head->addWidget(unfold_, 0, Qt::AlignTop);
  unfold_->setCheckable(true);
  unfold_->setChecked(true);
  connect(unfold_, &QToolButton::toggled, this, &PipelineBar::follow);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(trialPart_);
  connect(reset_, &QToolButton::clicked, this, &PipelineBar::reset);
  connect(measure_, &QToolButton::clicked, &workspace.pipelines, &Pipelines::tryPipeline);
  connect(&workspace.pipelines, &Pipelines::pipelineTrialsChanged, this, &PipelineBar::follow);
  follow();
}

void PipelineBar::makeTable() {
  const auto at = [this](int row) -> const PipelineTrialRecord& {
    return trials_[static_cast<std::size_t>(row)];
  };
  const auto tip = [at](int row) { return choiceText(at(row).choice) + u'\n' + fullText(at(row)); };
  const auto kernels = [at](int row) { return at(row).tried.kernels - at(row).full.kernels; };
  const auto peak = [at](int row) { return at(row).tried.peak_bytes - at(row).full.peak_bytes; };
  const auto time = [at](int row) {
    return at(row).tried.microseconds - at(row).full.microseconds;
  };
  const auto called = [at](int row) { return at(row).uncalled.empty(); };
  const auto signedTime = [time, called](int row) {
    return called(row) ? QString(time(row) > 0 ? "+" : "") + valueText(time(row), 3) : QString();
  };
  const auto name = [this, at](int row) {
    const QString computation = QString::fromStdString(at(row).computation),
                  transformer = QString::fromStdString(at(row).transformer);
    QString text = briefText(at(row).choice);
    if (computation != workspace_.compilations.computation())
      text += tr(", of %1").arg(computation);
    if (transformer != workspace_.compilations.transformer())
      text += tr(", on %1").arg(transformer);
    return text;
  };
  model_ = new TrialModel(
      {{tr("trial"), false, name, {}, tip},
       {tr("Δ k"), true, [=](int row) { return signedCount(kernels(row)); },
        [=](int row) { return QVariant::fromValue(static_cast<qlonglong>(kernels(row))); }, tip},
       {tr("Δ peak"), true, [=](int row) { return signedBytes(peak(row)); },
        [=](int row) { return QVariant::fromValue(static_cast<qlonglong>(peak(row))); }, tip},
       {tr("Δ µs"), true, signedTime, [=](int row) { return QVariant(time(row)); }, tip},
       {tr("error"), true,
        [=](int row) { return called(row) ? valueText(at(row).error, 2) : QString(); },
        [=](int row) { return QVariant(at(row).error); }, tip}},
      this);
  table_ = new TableView(model_);
  table_->setAccessibleName(tr("Trials of pipelines"));
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table_->horizontalHeader()->setStretchLastSection(false);
  table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  table_->horizontalHeader()->setToolTip(
      tr("Change in kernels, peak bytes and µs per step relative to the full pipeline;\n"
         "maximum error of a result relative to it"));
  auto* drop = new QAction(tr("Drop the selected trials"), table_);
  drop->setShortcut(Qt::Key_Delete);
  drop->setShortcutContext(Qt::WidgetShortcut);
  drop->setToolTip(tr("Drop the selected trials  Del"));
  connect(drop, &QAction::triggered, this, &PipelineBar::dropSelected);
  table_->addAction(drop);
  connect(table_, &TableView::rowSelected, this, [this](int row) {
    if (QApplication::mouseButtons() & Qt::RightButton) return;  // opens the context menu instead
    if (const QString reason =
            workspace_.pipelines.setPipeline(trials_[static_cast<std::size_t>(row)].choice);
        !reason.isEmpty())
      refuse(reason);
  });
  filter_ = table_->makeFilterField(trialPart_);
  auto* column = new QVBoxLayout(trialPart_);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(filter_);
  column->addWidget(table_);
}

const PipelineTrialRecord* PipelineBar::present() const {
  const PipelineChoice now = workspace_.pipelines.pipeline();
  const auto found = std::find_if(trials_.begin(), trials_.end(), [&](const auto& each) {
    return each.choice == now &&
           each.computation == workspace_.compilations.computation().toStdString() &&
           each.transformer == workspace_.compilations.transformer().toStdString();
  });
  return found == trials_.end() ? nullptr : &*found;
}

QString PipelineBar::words() const {
  return words_->text();
}

void PipelineBar::refuse(const QString& reason) {
  follow();
  refused_ = true;
  words_->setText(reason);
  QPalette colours = words_->palette();
  colours.setColor(QPalette::WindowText, Theme::current().colours().error);
  words_->setPalette(colours);
  show();
}

void PipelineBar::follow() {
  refused_ = false;
  words_->setPalette({});
  trials_ = workspace_.pipelines.pipelineTrials();
  const PipelineChoice now = workspace_.pipelines.pipeline();
  const PipelineTrialRecord* trial = present();
  QString text = choiceText(now);
  if (now.full())
    text = tr("Full pipeline; trials are compared with it.");
  else if (trial)
    text += QStringLiteral(": ") + fullText(*trial);
  else if (workspace_.pipelines.tryingPipeline())
    text += tr(": measuring …");
  else
    text += tr(": not measured yet");
  words_->setText(text);
  reset_->setVisible(!now.full());
  measure_->setVisible(!now.full() && !trial && !workspace_.pipelines.tryingPipeline());
  model_->setRows(static_cast<int>(trials_.size()));
  const int widths[] = {0, 34, 60, 50, 46};
  for (int column = 1; column < model_->columnCount(); ++column)
    table_->setColumnWidth(column, widths[column]);
  const int rows = std::min(shownTrials, static_cast<int>(trials_.size()));
  table_->setFixedHeight(metrics::row * (rows + 1) + 2);
  unfold_->setVisible(!trials_.empty());
  trialPart_->setVisible(!trials_.empty() && unfold_->isChecked());
  filter_->setVisible(static_cast<int>(trials_.size()) > shownTrials);
  table_->setCurrentSourceRow(trial ? static_cast<int>(trial - trials_.data()) : -1);
  setVisible(!now.full() || !trials_.empty());
  if (workspace_.pipelines.tryingPipeline() && job_ == 0)
    job_ = workspace_.jobs.begin(tr("Measuring the pipeline"), [this] {
      job_ = 0;
      workspace_.pipelines.cancelTrial();
    });
  if (!workspace_.pipelines.tryingPipeline()) workspace_.jobs.finish(std::exchange(job_, 0));
}

void PipelineBar::reset() {
  workspace_.pipelines.setPipeline({});
}

// Removes in descending order, so that the remaining indices stay valid.
void PipelineBar::dropSelected() {
  const auto* shown = static_cast<const QAbstractProxyModel*>(table_->model());
  std::vector<int> rows;
  for (const QModelIndex& index : table_->selectionModel()->selectedRows())
    rows.push_back(shown->mapToSource(index).row());
  std::sort(rows.rbegin(), rows.rend());
  for (const int row : rows) workspace_.pipelines.dropPipelineTrial(static_cast<std::size_t>(row));
}

}  // namespace ng::views
