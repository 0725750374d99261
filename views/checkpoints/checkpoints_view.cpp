// SPDX-License-Identifier: Apache-2.0
#include "views/checkpoints/checkpoints_view.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedLayout>
#include <algorithm>

#include "engine/documents/binding/match_checkpoints.h"
#include "engine/documents/open_tensors.h"
#include "engine/documents/tensor_window.h"
#include "engine/records/document_record.h"
#include "views/checkpoints/checkpoint_table.h"
#include "views/checkpoints/checkpoint_tree.h"
#include "views/checkpoints/metadata_window.h"
#include "views/checkpoints/norm_bars.h"
#include "views/checkpoints/stored_values.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/empty_state.h"
#include "views/widgets/header_line.h"
#include "views/widgets/number_text.h"
#include "views/widgets/table_view.h"

namespace ng::views {
namespace {

constexpr const char* invitation =
    "Open or drop a checkpoint to list its tensors, compare them with the graph, and see what "
    "training changed.";

QString fileName(const std::string& path) {
  return QFileInfo(QString::fromStdString(path)).fileName();
}

// Large tensors are read in pieces through a TensorWindow.
TensorStatistics statisticsOf(const CheckpointEntry& entry, TensorSource& source,
                              const std::function<bool(double)>& shouldContinue) {
  std::unique_ptr<TensorWindow> window;
  if (entry.bytes > StoredValues::largestHeld) window = source.window(entry.name);
  if (!window) return shouldContinue(0) ? statistics(source.read(entry.name)) : TensorStatistics();
  return statistics(
      window->size(),
      [&](std::int64_t first, std::int64_t count) { return window->read(first, count); },
      shouldContinue);
}

}  // namespace

CheckpointsView::CheckpointsView(Workspace& workspace, QWidget* parent)
    : ViewBase(parent),
      workspace_(workspace),
      model_(new CheckpointTable(this)),
      view_(new TableView(model_)),
      bars_(new NormBars),
      values_(new StoredValues(workspace)),
      title_(new QLabel),
      words_(new ElidedLabel),
      compare_(new QPushButton(tr("Compare with…"))),
      metadata_(new QPushButton(tr("Metadata…"))),
      content_(makeContent()),
      empty_(new EmptyState("checkpoints", tr(invitation))),
      stack_(new QStackedLayout(this)) {
  setAcceptDrops(true);
  empty_->setButton(tr("Open a checkpoint…"));
  stack_->addWidget(empty_);
  stack_->addWidget(content_);
  connect(empty_, &EmptyState::pressed, this, [this] { choose(false); });
  connect(view_, &TableView::rowSelected, this, &CheckpointsView::selectRow);
  connect(view_, &TableView::rowActivated, this, [this](int row) {
    if (model_->row(row)->scope) return tree_->toggle(row);
    selectRow(row);
    workspace_.selection.reveal(Facet::op);
  });
  connect(bars_, &NormBars::clicked, this, [this](const QString& layer) {
    const auto& rows = model_->rows();
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) {
      return !row.scope && row.group() == layer;
    });
    if (found == rows.end()) return;
    tree_->reveal(static_cast<int>(found - rows.begin()));
    view_->setCurrentSourceRow(static_cast<int>(found - rows.begin()));
    selectRow(static_cast<int>(found - rows.begin()));
  });
  connect(&workspace.selection, &Selection::changed, this, [this](Facets what) {
    if (what.testFlag(Facet::op)) tree_->reveal(model_->rowOf(workspace_.selection.op()));
    followSelection(what);
  });
  // A file that the user opened here stays, unless it was saved again.
  connect(&workspace.checkpoints, &Checkpoints::saved, this, [this](const QString& path) {
    const QString shown = QString::fromStdString(contents_.path);
    if (shown.isEmpty() || shown == path || shown == saved_) openFile(path);
    saved_ = path;
  });
  connect(&workspace.documents, &Documents::documentChanged, this, [this] {
    if (!contents_.path.empty()) matchAgain();
  });
}

QWidget* CheckpointsView::makeContent() {
  auto* content = new QWidget;
  auto* header = new QWidget;
  QHBoxLayout* line = makeHeaderLine(header, title_, words_);
  header->setFixedHeight(metrics::strip + 8);
  QLineEdit* filter = view_->makeFilterField(header);
  filter->setMinimumWidth(56);
  filter->setMaximumWidth(140);
  line->addWidget(filter);
  auto* tree = new QPushButton(tr("Tree"));
  tree->setToolTip(tr("Clear sorting and filter to show tensors by scope"));
  line->addWidget(tree);
  tree_ = new CheckpointTree(model_, view_, filter, tree);
  auto* open = new QPushButton(tr("Open…"));
  open->setToolTip(tr("Open another checkpoint"));
  compare_->setToolTip(tr("Compare this file with another checkpoint"));
  metadata_->setToolTip(
      tr("Show the texts of this file, such as its architecture, tokens or code"));
  connect(metadata_, &QPushButton::clicked, this, &CheckpointsView::showMetadata);
  connect(open, &QPushButton::clicked, this, [this] { choose(false); });
  connect(compare_, &QPushButton::clicked, this, [this] { choose(true); });
  line->addWidget(metadata_);
  line->addWidget(open);
  line->addWidget(compare_);
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(bars_);
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->setHandleWidth(1);
  splitter->addWidget(view_);
  splitter->addWidget(scroll);
  splitter->setSizes({700, 260});
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(header);
  auto* parts = new QSplitter(Qt::Vertical);
  parts->setHandleWidth(1);
  parts->setChildrenCollapsible(false);
  parts->addWidget(splitter);
  parts->addWidget(values_);
  parts->setStretchFactor(0, 1);
  parts->setStretchFactor(1, 1);
  column->addWidget(parts, 1);
  return content;
}

void CheckpointsView::choose(bool other) {
  const QString path = QFileDialog::getOpenFileName(
      this, other ? tr("Compare with a checkpoint") : tr("Open a checkpoint"),
      QFileInfo(QString::fromStdString(contents_.path)).path(),
      tr("Tensors (*.safetensors *.index.json *.index *.pt *.pth *.bin *.npz *.npy *.h5 *.hdf5 "
         "*.keras *.onnx *.pt2 *.tflite *.gguf);;Documents (*.ngraph)"
         ";;All files (*)"));
  if (path.isEmpty()) return;
  other ? compareWith(path) : openFile(path);
}

// On a pool thread. Reports a file that cannot be read before it throws.
std::shared_ptr<CheckpointContents> CheckpointsView::contentsOf(const QString& path) {
  try {
    return std::make_shared<CheckpointContents>(
        open_stored_tensors(path.toStdString())->contents());
  } catch (...) {
    QMetaObject::invokeMethod(this, &CheckpointsView::notOpened, Qt::QueuedConnection);
    throw;
  }
}

void CheckpointsView::openFile(const QString& path) {
  const Request request = newest_.renew();
  next_.clear();  // belonged to a file that could not be read
  const QString before = std::exchange(asked_, path);
  workspace_.jobs.cancel(job_);
  job_ = workspace_.jobs.start(tr("Reading %1").arg(QFileInfo(path).fileName()),
                               [this, request, path, before](JobContext&) -> Jobs::Done {
                                 const auto contents = contentsOf(path);
                                 return [this, request, contents, before] {
                                   if (!newest_.is(request)) return;
                                   if (contents_.path != contents->path) tree_->openAll();
                                   contents_ = *contents;
                                   values_->leave();
                                   // The sort column belonged to the comparison.
                                   if (!other_.isEmpty())
                                     view_->sortByColumn(-1, Qt::AscendingOrder);
                                   other_.clear();
                                   showRows();
                                   readStatistics();
                                   tell(before);
                                   if (!next_.isEmpty()) compareWith(std::exchange(next_, {}));
                                 };
                               });
}

QString CheckpointsView::arrange(const QJsonObject& options) {
  next_ = options["compare"].toString();
  if (!next_.isEmpty() && !asked_.isEmpty() && contents_.path == asked_.toStdString())
    compareWith(std::exchange(next_, {}));
  return {};
}

void CheckpointsView::showRows(const std::vector<TensorChange>& changes) {
  const DocumentRecordPtr document = workspace_.documents.document();
  auto rows = checkpointRows(contents_, document ? document->graph.get() : nullptr);
  addChanges(rows, changes);
  changes_ = changes;
  std::map<std::string, const TensorStatistics*> known;
  for (const CheckpointRow& row : model_->rows())
    if (!row.scope && row.statistics && !changes.empty()) known[row.full] = &*row.statistics;
  for (CheckpointRow& row : rows)
    if (const auto of = known.find(row.full); of != known.end()) row.statistics = *of->second;
  model_->setRows(std::move(rows), !other_.isEmpty());
  title_->setText(other_.isEmpty()
                      ? fileName(contents_.path)
                      : tr("%1 → %2").arg(fileName(contents_.path), QFileInfo(other_).fileName()));
  metadata_->setVisible(!contents_.metadata.empty());
  words_->setText(summary());
  QString tip = QString::fromStdString(contents_.path);
  for (const Diagnostic& note : contents_.notes)
    tip += "\n" + QString::fromStdString(to_string(note));
  words_->setToolTip(tip);
  tree_->follow();
  fitColumns();
  stack_->setCurrentWidget(content_);
  bars_->setNorms({}, false);
  followSelection(Facet::op);
}

void CheckpointsView::showMetadata() {
  auto* shown = new MetadataWindow(fileName(contents_.path), contents_.metadata, this);
  shown->show();
}

// With the variables of another document; the file was read already.
void CheckpointsView::matchAgain() {
  std::map<std::string, TensorStatistics> known;
  for (const CheckpointRow& row : model_->rows())
    if (!row.scope && row.statistics) known[row.full] = *row.statistics;
  showRows(std::vector(changes_));
  for (CheckpointRow& row : model_->rows())
    if (const auto of = known.find(row.full); of != known.end()) row.statistics = of->second;
  updateNorms();
}

void CheckpointsView::tell(const QString& before) {
  QStringList files{QString::fromStdString(contents_.path)};
  if (!other_.isEmpty()) files << other_;
  emit opened(files, before);
}

QString CheckpointsView::summary() const {
  QStringList parts = {countText(std::ssize(contents_.entries), tr("tensor")),
                       byteText(contents_.bytes)};
  if (contents_.position)
    parts << tr("after %1").arg(countText(contents_.position->iteration, tr("iteration")));
  int wanted = 0, fitting = 0;
  for (const CheckpointRow& row : model_->rows()) {
    wanted += row.op != 0;
    fitting += row.fit == Fit::fits;
  }
  if (!contents_.as_saved) parts << QString::fromStdString(contents_.format);
  if (!contents_.notes.empty()) parts << countText(std::ssize(contents_.notes), tr("note"));
  if (wanted > 0) parts << tr("%1 of %2 variables fit the graph").arg(fitting).arg(wanted);
  return parts.join(QStringLiteral("  ·  "));
}

// Reads the tensors one by one in a background job, then fills all statistics at once.
void CheckpointsView::readStatistics() {
  const Request request = newest_.get();
  job_ = workspace_.jobs.start(
      tr("Statistics of %1").arg(fileName(contents_.path)),
      [this, request, entries = contents_.entries, path = contents_.path,
       compared = !other_.isEmpty()](JobContext& context) -> Jobs::Done {
        auto found = std::make_shared<std::map<std::string, TensorStatistics>>();
        const auto source = compared ? open_tensors(path) : open_stored_tensors(path);
        for (const CheckpointEntry& entry : entries) {
          if (!entry.has_values()) continue;
          const auto count = static_cast<double>(entries.size());
          const auto shouldContinue = [&](double part) {
            context.progress((static_cast<double>(found->size()) + part) / count);
            return !context.cancelled();
          };
          const TensorStatistics of = statisticsOf(entry, *source, shouldContinue);
          if (context.cancelled()) break;
          (*found)[entry.name] = of;
        }
        return [this, request, found] {
          if (!newest_.is(request)) return;
          for (CheckpointRow& row : model_->rows()) {
            const auto at = found->find(row.full);
            if (at != found->end()) row.statistics = at->second;
          }
          updateNorms();
        };
      });
}

void CheckpointsView::compareWith(const QString& path) {
  if (contents_.path.empty()) return openFile(path);
  const Request request = newest_.renew();
  const QString asked = std::exchange(asked_, path);
  workspace_.jobs.cancel(job_);
  job_ = workspace_.jobs.start(
      tr("Comparing with %1").arg(QFileInfo(path).fileName()),
      [this, request, asked, path, before = contents_.path](JobContext& context) -> Jobs::Done {
        const std::shared_ptr<TensorSource> first = open_tensors(before);
        const auto second = open_tensors(path.toStdString());
        auto changes = std::make_shared<std::vector<TensorChange>>(compare_checkpoints(
            *first, *second, match_checkpoints(first->contents(), second->contents()),
            [&](double done) {
              context.progress(done);
              return !context.cancelled();
            }));
        return [this, request, asked, path, changes, first] {
          if (!newest_.is(request)) return;
          other_ = path;
          contents_ = first->contents();  // of a model: its variables
          showRows(*changes);
          readStatistics();
          tell(asked);
          view_->sortByColumn(CheckpointTable::relativeColumn, Qt::DescendingOrder);
          updateNorms();
        };
      });
}

void CheckpointsView::updateNorms() {
  model_->updated();
  fitColumns();
  bars_->setNorms(layerNorms(model_->rows()), !other_.isEmpty());
}

void CheckpointsView::fitColumns() {
  view_->resizeColumnsToContents();
}

void CheckpointsView::followSelection(Facets what) {
  if (!what.testFlag(Facet::op)) return;
  const int row = model_->rowOf(workspace_.selection.op());
  view_->setCurrentSourceRow(row);
  bars_->setCurrent(row < 0 ? QString() : model_->row(row)->group());
}

void CheckpointsView::selectRow(int row) {
  const CheckpointRow* chosen = model_->row(row);
  if (!chosen) return;
  bars_->setCurrent(chosen->scope ? QString::fromStdString(chosen->full) : chosen->group());
  if (chosen->scope) return values_->leave();
  OtherTensor other;
  if (chosen->change && chosen->change->has_difference())
    other = {other_.toStdString(), chosen->change->name, chosen->change->order};
  if (const CheckpointEntry* entry = contents_.find(chosen->full))
    values_->show(contents_.path, *entry, chosen->statistics, other);
  else
    values_->leave();
  if (chosen->op != 0) workspace_.selection.selectOp(chosen->op);
}

void CheckpointsView::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void CheckpointsView::dropEvent(QDropEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (!urls.isEmpty() && urls.front().isLocalFile()) openFile(urls.front().toLocalFile());
}

}  // namespace ng::views
