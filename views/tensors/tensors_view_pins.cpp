// SPDX-License-Identifier: Apache-2.0
// Tabs of the tensors view: pinned tensors, preview, and saved view state.
#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QSignalBlocker>
#include <QTabBar>
#include <algorithm>
#include <array>
#include <utility>

#include "engine/base/error.h"
#include "engine/records/document_record.h"
#include "engine/records/graph_record.h"
#include "engine/records/op_name.h"
#include "engine/records/op_record.h"
#include "engine/records/tensor_record.h"
#include "engine/records/values/read_edit.h"
#include "views/core/op_names.h"
#include "views/core/theme/literal_text.h"
#include "views/tensors/axis_map.h"
#include "views/tensors/origin_panel.h"
#include "views/tensors/origin_place.h"
#include "views/tensors/tensor_pane.h"
#include "views/tensors/tensor_records.h"
#include "views/tensors/tensors_view.h"
#include "views/widgets/tensors/slice_bar.h"

namespace ng::views {
namespace {

// Names of the pinned tensors and of the preview (0: none). The value of a selected group has the
// group's name, too.
QStringList tabNames(const Workspace& workspace, std::vector<OpId> ops, OpId preview) {
  if (preview != 0) ops.push_back(preview);
  QStringList names = namesOf(workspace, ops);
  const SelectionState& now = workspace.selection.state();
  if (preview != 0 && now.group && now.op == preview)
    names.back() = QObject::tr("%1: %2").arg(now.group->title, names.back());
  return names;
}

}  // namespace

std::vector<OpId> TensorsView::pinned() const {
  std::vector<OpId> ops;
  for (const ValueWatch& watch : pins_) ops.push_back(watch.op());
  return ops;
}

OpId TensorsView::current() const {
  return current_;
}

void TensorsView::pin(OpId op) {
  const std::vector<OpId> ops = pinned();
  if (op == 0 || std::find(ops.begin(), ops.end(), op) != ops.end()) return;
  pins_.emplace_back(workspace_.values, op);
  if (preview_.op() == op) preview_ = {};
  rebuildTabs();
}

void TensorsView::unpin(OpId op) {
  std::erase_if(pins_, [op](const ValueWatch& watch) { return watch.op() == op; });
  if (op == current_) {
    preview_ = ValueWatch(workspace_.values, op);  // stays visible until another op is selected
  }
  rebuildTabs();
}

void TensorsView::showTensor(OpId op) {
  // It belongs to another tensor.
  if (op != current_) workspace_.jobs.cancel(std::exchange(job_, 0));
  current_ = op;
  const std::vector<OpId> ops = pinned();
  const bool isPinned = std::find(ops.begin(), ops.end(), op) != ops.end();
  if (!isPinned && op != preview_.op()) preview_ = ValueWatch(workspace_.values, op);
  rebuildTabs();
}

void TensorsView::followDocument() {
  const DocumentRecordPtr document = workspace_.documents.document();
  const QString path = document ? QString::fromStdString(document->path) : QString();
  const DocumentRecordPtr before = std::exchange(document_, document);
  const bool edited = workspace_.editor != nullptr && workspace_.editor->editing();
  if (before && document && path == path_ && !edited) movePins(*before->graph, *document->graph);
  // A draft that was saved under another path is the same document.
  const bool another = path != path_ && !(edited && before && document);
  path_ = path;
  dropGone();
  if (another) {
    labelsPath_.clear();
    vocabularyPath_.clear();
  }
  takeWords();
  if (another || pins_.empty()) {
    pins_.clear();
    base_ = shown_ = nullptr;
    compare_->setChecked(false);
    comparison_->hide();
    preview_ = {};
    current_ = 0;
    if (document)
      for (const OpId op : defaultPins(*document)) pins_.emplace_back(workspace_.values, op);
    if (!pins_.empty()) current_ = pins_.front().op();
  }
  rebuildTabs();
}

// Pins stay at the ops of their names when the document was read again.
void TensorsView::movePins(const GraphRecord& before, const GraphRecord& now) {
  const auto moved = [&](OpId op) { return op_of_same_name(before, op, now); };
  const std::vector<OpId> old = pinned();
  std::vector<OpId> ops;
  for (const OpId op : old) ops.push_back(moved(op));
  if (ops != old) {
    pins_.clear();
    for (const OpId op : ops)
      if (op != 0) pins_.emplace_back(workspace_.values, op);
  }
  if (const OpId op = moved(preview_.op()); op != preview_.op())
    preview_ = ValueWatch(workspace_.values, op);
  if (const OpId op = moved(current_); op != current_) {
    current_ = op;
    base_ = shown_ = nullptr;
  }
}

void TensorsView::followSelection() {
  const OpId op = workspace_.selection.state().tensor;
  if (op != 0 && op != current_) return showTensor(op);
  if (op == 0) dropGone();
  rebuildTabs();
}

// Removes tabs of ops that no longer exist in document and compilation.
void TensorsView::dropGone() {
  if (!workspace_.documents.document()) return;
  const OpId selected =
      workspace_.selection.state().tensor;  // the selection can precede the document
  const auto gone = [=, this](OpId op) {
    return op != selected && opRecord(workspace_, op) == nullptr;
  };
  std::erase_if(pins_, [&](const ValueWatch& watch) { return gone(watch.op()); });
  if (preview_.op() != 0 && gone(preview_.op())) preview_ = {};
  if (current_ == 0 || !gone(current_)) return;
  workspace_.jobs.cancel(std::exchange(job_, 0));
  base_ = shown_ = nullptr;
  compare_->setChecked(false);
  comparison_->hide();
  current_ = pins_.empty() ? 0 : pins_.front().op();
}

void TensorsView::rebuildTabs() {
  const QSignalBlocker quiet(tabs_);
  const QStringList names = tabNames(workspace_, pinned(), preview_.op());
  while (tabs_->count() > 0) tabs_->removeTab(0);
  const auto add = [this](const QString& name, OpId op) {
    const int tab = tabs_->addTab(literalText(name));
    tabs_->setTabData(tab, QVariant::fromValue<qulonglong>(op));
    tabs_->setTabToolTip(tab, name);
    if (op == current_) tabs_->setCurrentIndex(tab);
  };
  for (const ValueWatch& watch : pins_) add(names[tabs_->count()], watch.op());
  if (preview_.op() != 0) add(tr("%1 · preview").arg(names.back()), preview_.op());
  tabs_->updateGeometry();  // QTabBar does not while it is hidden, and has no height without tabs
  const std::vector<OpId> ops = pinned();
  const bool isPinned = std::find(ops.begin(), ops.end(), current_) != ops.end();
  pin_->setEnabled(current_ != 0);
  pin_->setChecked(isPinned);
  takeValue();
}

QJsonObject TensorsView::savedState() const {
  return {{"axes", pane_->axisMemory().toJson()},
          {"origin", parts_->shares()},
          {"labels", labelsPath_},
          {"vocabulary", vocabularyPath_}};
}

void TensorsView::restoreState(const QJsonObject& state) {
  pane_->remember(AxisMemory::from(state["axes"].toObject()));
  parts_->setShares(state["origin"].toObject());
  const auto known = [&state](const char* key) {
    const QString path = state[key].toString();
    return QFileInfo::exists(path) ? path : QString();
  };
  setWords(known("labels"), known("vocabulary"));
}

void TensorsView::takeWords() {
  const DocumentRecordPtr document = workspace_.documents.document();
  if (!document) return;
  pane_->setWords(document->words);
  takeValue();
}

// Both are read again when the document is opened again.
void TensorsView::setWords(const QString& labels, const QString& vocabulary) {
  if (!labels.isEmpty()) labelsPath_ = labels;
  if (!vocabulary.isEmpty()) vocabularyPath_ = vocabulary;
  if (!labels.isEmpty() || !vocabulary.isEmpty()) workspace_.documents.setWords(labels, vocabulary);
}

void TensorsView::chooseLabels() {
  setWords(QFileDialog::getOpenFileName(this, tr("Choose the labels of the classes, one a line"),
                                        QFileInfo(path_).path(),
                                        tr("Text (*.txt *.labels *.names);;All files (*)")),
           {});
}

void TensorsView::chooseVocabulary() {
  setWords({}, QFileDialog::getOpenFileName(
                   this, tr("Choose the vocabulary: one token a line, or a tokenizer.json"),
                   QFileInfo(path_).path(), tr("Vocabularies (*.txt *.json);;All files (*)")));
}

std::span<const ViewOption> tensorsViewOptions() {
  static const std::array rows{
      ViewOption{.name = "map",
                 .value = "AXES",
                 .help = "Axis mapping of the selected tensor: rows=H,columns=W,facets=C,N=5."},
      ViewOption{.name = "explain",
                 .value = "ELEMENT",
                 .help = "Trace an element to its sources: Y[N 5]."},
      ViewOption{.name = "step",
                 .value = "S",
                 .help = "With --explain: step of the loop around the op, from 0.",
                 .kind = ViewOption::Kind::count,
                 .needs = "explain"}};
  return rows;
}

// The axis map is applied when the tensor arrives; an element is requested immediately.
QString TensorsView::arrange(const QJsonObject& options) {
  if (options.contains("map")) {
    const OpRecord* op = opRecord(workspace_, current_);
    if (!op || op->results.empty()) return tr("Select a tensor before placing its axes.");
    auto record = std::make_shared<TensorRecord>();
    record->name = op->name;
    record->axes = op->results.front().axes;
    for (const AxisRecord& axis : record->axes)
      record->value.shape.push_back(axis.length.value_or(1));
    TensorSlice slice(record);
    const QString wrong = applyAxisMap(options["map"].toString(), slice);
    if (!wrong.isEmpty()) return tr("--map: %1").arg(wrong);
    AxisMemory memory = pane_->axisMemory();
    memory.keep(slice);
    pane_->remember(memory);
  }
  if (!options.contains("explain")) return {};
  try {
    const NamedElement asked =
        read_element(options["explain"].toString().toStdString(),
                     [this](const std::string& name) { return valueNamed(workspace_, name); });
    const bool inLoop = options.contains("step");  // elements in a loop have no value to show
    if (!inLoop) chosen_ = {asked.op, asked.element};
    workspace_.selection.selectOp(asked.op);
    origin_->ask(asked.op, asked.element,
                 inLoop ? std::optional<std::int64_t>(options["step"].toInteger()) : std::nullopt);
    return {};
  } catch (const Error& error) {
    return tr("--explain: %1").arg(QString::fromStdString(to_string(error.diagnostic())));
  }
}

// Reports the axis placement as command-line options.
void TensorsView::echoMap() {
  const TensorSlice& slice = pane_->sliceBar().slice();
  if (slice.isEmpty()) return;
  emit echoed(
      {}, {"--select", uniqueNameOf(workspace_, slice.tensor().op), "--map", axisMapText(slice)});
}

}  // namespace ng::views
