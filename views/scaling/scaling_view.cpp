// SPDX-License-Identifier: Apache-2.0
#include "views/scaling/scaling_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <cmath>

#include "engine/analysis/axis_facts.h"
#include "engine/records/compilation_record.h"
#include "engine/records/document_record.h"
#include "views/scaling/scaling_table.h"
#include "views/widgets/compiled_state.h"
#include "views/widgets/flow_layout.h"
#include "views/widgets/number_text.h"
#include "views/widgets/plots/plot.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

constexpr int fieldWidth = 56;

// The axis of the plot: powers of two.
double place(int ranks) {
  return std::log2(ranks);
}
QString rankText(double place) {
  return QString::number(std::exp2(place), 'g', 5);
}

// The number of ranks of a compilation; none with stages, whose times are not predicted here.
std::optional<int> rankCount(const std::vector<RankMemory>& ranks) {
  for (const RankMemory& rank : ranks)
    if (rank.stage > 0) return std::nullopt;
  return std::max(1, static_cast<int>(ranks.size()));
}

// A label, its field and the unit, which stay in one line.
QWidget* together(const QList<QWidget*>& parts) {
  auto* group = new QWidget;
  auto* line = new QHBoxLayout(group);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(metrics::grid / 2);
  for (QWidget* part : parts) line->addWidget(part);
  return group;
}

PlotSeries dotted(const QString& name, int colour) {
  PlotSeries series;
  series.name = name;
  series.colour = colour;
  series.dots = true;
  return series;
}

}  // namespace

ScalingView::ScalingView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      axis_(new QComboBox),
      grows_(new QCheckBox(tr("grows with the ranks"))),
      perNode_(new QLineEdit("8")),
      predict_(new QPushButton(tr("Predict"))),
      notes_(new QLabel),
      plot_(new Plot),
      table_(new ScalingTable(this)),
      rows_(new TableView(table_)),
      empty_(new CompiledState(QStringLiteral("scaling"),
                               tr("The time on a cluster can be predicted once a document is "
                                  "compiled."),
                               workspace)),
      stack_(new QStackedLayout(this)),
      update_(this, [this] { followGraph(); }) {
  plot_->setTitles(tr("ranks"), tr("ms per call"));
  plot_->setRightTitle(tr("efficiency %"));
  plot_->setXText(rankText);
  plot_->setLogarithmic(true);
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->setHandleWidth(1);
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(plot_);
  splitter->addWidget(rows_);
  splitter->setSizes({520, 600});
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeHeader());
  column->addWidget(notes_);
  column->addWidget(splitter, 1);
  notes_->setWordWrap(true);
  notes_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  notes_->setContentsMargins(metrics::grid, 0, metrics::grid, 6);
  stack_->addWidget(content);
  stack_->addWidget(empty_);
  connect(predict_, &QPushButton::clicked, this, &ScalingView::predict);
  connect(&workspace_.queries, &Queries::queryChanged, this, &ScalingView::follow);
  connect(&workspace_.run, &Run::runChanged, this, &ScalingView::followRun);
  update_.follow(&workspace_.compilations, &Compilations::compilationChanged);
  update_.follow(&workspace_.documents, &Documents::documentChanged);
  update_.request();
}

QWidget* ScalingView::makeHeader() {
  auto* header = new QWidget;
  auto* line = new FlowLayout(header);
  line->setContentsMargins(metrics::grid, 4, metrics::grid, 4);
  line->setSpacing(metrics::grid);
  line->addWidget(together({new QLabel(tr("divide")), axis_}));
  axis_->setAccessibleName(tr("Axis that is divided"));
  axis_->setToolTip(tr("The axis that is divided among more and more ranks"));
  line->addWidget(grows_);
  grows_->setToolTip(tr(
      "Each rank keeps the length that the axis has in the document; otherwise the whole stays"));
  line->addWidget(together({new QLabel(tr("ranks per node")), perNode_}));
  perNode_->setFixedWidth(fieldWidth);
  perNode_->setAlignment(Qt::AlignRight);
  perNode_->setAccessibleName(tr("Ranks per node"));
  addField(header, tr("link"), tr("GB/s"), tr("GB/s within a node"), "link", &ScalingChoice::link,
           1e-6, 1e6);
  addField(header, tr("latency"), tr("µs"), tr("µs within a node"), "latency",
           &ScalingChoice::latency, 0, 1e9);
  addField(header, tr("node link"), tr("GB/s"), tr("GB/s of a node, which its ranks share"),
           "node_link", &ScalingChoice::node_link, 1e-6, 1e6);
  addField(header, tr("node latency"), tr("µs"), tr("µs between nodes"), "node_latency",
           &ScalingChoice::node_latency, 0, 1e9);
  addField(header, tr("overlap"), {},
           tr("speed of computing during an exchange, 0 (it takes the core) to 1"), "overlap",
           &ScalingChoice::overlap, 0, 1);
  line->addWidget(predict_);
  QLineEdit* filter = rows_->makeFilterField(header);
  filter->setFixedWidth(120);
  line->addWidget(filter);
  return header;
}

void ScalingView::addField(QWidget* header, const QString& title, const QString& unit,
                           const QString& meaning, const char* name, double ScalingChoice::* value,
                           double least, double most) {
  auto* line = new QLineEdit(QString::number(ScalingChoice().*value));
  line->setFixedWidth(fieldWidth);
  line->setAlignment(Qt::AlignRight);
  line->setToolTip(meaning);
  line->setAccessibleName(title + ", " + meaning);
  QList<QWidget*> parts{new QLabel(title), line};
  if (!unit.isEmpty()) parts << new QLabel(unit);
  header->layout()->addWidget(together(parts));
  fields_.push_back({line, name, value, least, most});
}

// Fields that are no numbers in their range show the default again.
ScalingChoice ScalingView::choice() const {
  ScalingChoice choice;
  choice.axes = axis_->currentData().toString().toStdString();
  choice.weak = grows_->isChecked();
  const int perNode = perNode_->text().toInt();
  if (perNode >= 1)
    choice.ranks_per_node = perNode;
  else
    perNode_->setText(QString::number(choice.ranks_per_node));
  for (const Field& field : fields_) {
    bool isNumber = false;
    const double value = field.line->text().toDouble(&isNumber);
    if (isNumber && value >= field.least && value <= field.most)
      choice.*field.value = value;
    else
      field.line->setText(QString::number(choice.*field.value));
  }
  return choice;
}

void ScalingView::predict() {
  if (axis_->currentIndex() < 0) return;
  const ScalingChoice asked = choice();
  workspace_.queries.predictScaling(asked);
  QStringList words{"--parallel", QString::fromStdString(asked.axes)};
  if (asked.weak) words << "--weak";
  words << "--calls" << "10" << "--per-node" << QString::number(asked.ranks_per_node);
  for (const Field& field : fields_)
    if (asked.*field.value != ScalingChoice().*field.value)
      words << "--" + QString(field.name).replace('_', '-') << QString::number(asked.*field.value);
  emit echoed("scale", words);
}

// The axes with a length, the batch first.
void ScalingView::followGraph() {
  const CompilationRecordPtr compilation = workspace_.compilations.compilation();
  const GraphRecordPtr graph = compilation ? compilation->as_written() : nullptr;
  stack_->setCurrentIndex(graph ? 0 : 1);
  const QString before = wanted_.isEmpty() ? axis_->currentData().toString() : wanted_;
  axis_->clear();
  if (graph) {
    for (const bool batch : {true, false})
      for (const AxisFacts& facts : axis_facts(*graph, nullptr)) {
        const AxisRecord& axis = facts.axis;
        if (!axis.length || axis.dual_level != 0 || (axis.role == AxisRole::batch) != batch)
          continue;
        axis_->addItem(QString::fromStdString(axis_text(axis)), QString::fromStdString(axis.name));
      }
  }
  const int same = axis_->findData(before);
  axis_->setCurrentIndex(same >= 0 ? same : axis_->count() > 0 ? 0 : -1);
  if (axis_->count() > 0) wanted_.clear();
  follow();
  followRun();
}

// What the times of runs belong to, besides the number of ranks.
QString ScalingView::program() const {
  const DocumentRecordPtr document = workspace_.documents.document();
  const Compilations& compilations = workspace_.compilations;
  QStringList of{document ? QString::fromStdString(document->title) : QString(),
                 compilations.computation(), compilations.transformer()};
  for (int i = 0; i < axis_->count(); ++i) of << axis_->itemText(i);  // with lengths
  const PipelineChoice pipeline = workspace_.pipelines.pipeline();
  for (const std::string& name : pipeline.disabled) of << QString::fromStdString(name);
  return of.join('\n');
}

// What runs on this machine took: only of a run that was seen to run with these ranks, since the
// choice changes before the numbers do.
void ScalingView::followRun() {
  const bool other = program() != measuredOf_;
  if (other) measured_.clear();
  measuredOf_ = program();
  const QString ranks = workspace_.compilations.ranks();
  const bool running = workspace_.run.status().state == RunState::running;
  if (workspace_.compilations.compileProgress().busy)
    ran_.reset();
  else if (running)
    ran_ = ranks;
  const double microseconds = workspace_.run.status().microsecondsPerStep;
  const bool isNew = !running && ran_ == ranks && microseconds > 0;
  const auto count = rankCount(workspace_.compilations.rankMemory());
  if (isNew && count) measured_[*count] = microseconds;
  if (!running) ran_.reset();
  if (other || isNew) showCurves();
  follow();
}

void ScalingView::follow() {
  const bool running = workspace_.run.status().state == RunState::running;  // on the same cores
  predict_->setEnabled(!workspace_.queries.querying() && !running && axis_->count() > 0);
  const ScalingRecordPtr scaling = workspace_.queries.scaling();
  if (scaling == scaling_) return;
  scaling_ = scaling;
  table_->set(scaling_);
  showCurves();
}

void ScalingView::showCurves() {
  std::vector<PlotSeries> series;
  QString notes;
  if (scaling_) {
    PlotSeries time = dotted(tr("predicted ms"), 0), efficiency = dotted(tr("efficiency %"), 1);
    efficiency.right = true;
    for (const ScalingRow& row : scaling_->rows) {
      if (!row.reason.empty()) continue;
      time.x.push_back(place(row.ranks));
      time.y.push_back(row.total_us / 1e3);
      efficiency.x.push_back(place(row.ranks));
      efficiency.y.push_back(100 * row.efficiency);
    }
    series = {std::move(time), std::move(efficiency)};
    notes = QString::fromStdString(scaling_->axis) + ' ' + QString::number(scaling_->length) +
            (scaling_->weak ? tr(" on each rank") : tr(" divided among all ranks")) +
            tr("; steps measured on this machine, exchanges predicted");
    if (!scaling_->note.empty()) notes += ". " + QString::fromStdString(scaling_->note);
  } else {
    notes =
        tr("Predict measures the steps of one rank on this machine, and adds the time of the "
           "exchanges on the described cluster.");
  }
  PlotSeries measured = dotted(tr("measured ms"), 2);
  for (const auto& [ranks, microseconds] : measured_) {
    if (scaling_ && scaling_->weak && ranks > 1) continue;  // of another length
    measured.x.push_back(place(ranks));
    measured.y.push_back(microseconds / 1e3);
  }
  if (!measured.x.empty()) series.push_back(std::move(measured));
  plot_->setSeries(std::move(series));
  notes_->setText(notes);
}

QString ScalingView::notes() const {
  return notes_->text();
}

QJsonObject ScalingView::savedState() const {
  QJsonObject state{{"axis", wanted_.isEmpty() ? axis_->currentData().toString() : wanted_},
                    {"grows", grows_->isChecked()},
                    {"ranks_per_node", perNode_->text()}};
  for (const Field& field : fields_) state[field.name] = field.line->text();
  return state;
}

void ScalingView::restoreState(const QJsonObject& state) {
  if (state.isEmpty()) return;
  const QString axis = state["axis"].toString();
  if (axis_->count() == 0) wanted_ = axis;  // the view was not shown yet
  if (const int at = axis_->findData(axis); at >= 0) axis_->setCurrentIndex(at);
  grows_->setChecked(state["grows"].toBool());
  perNode_->setText(state["ranks_per_node"].toString("8"));
  for (const Field& field : fields_)
    if (const QString text = state[field.name].toString(); !text.isEmpty())
      field.line->setText(text);
}

}  // namespace ng::views
