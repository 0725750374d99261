// SPDX-License-Identifier: Apache-2.0
#include "views/build/function_list.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPixmap>

namespace ng::views {
namespace {

// Glyph of the op in the colour of its family.
QPixmap glyphOf(const FunctionRow& row) {
  QPixmap pixmap(48, 32);
  pixmap.setDevicePixelRatio(2);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setFont(Theme::current().titleFont());
  painter.setPen(Theme::current().family(row.family));
  painter.drawText(QRectF(0, 0, 24, 16), Qt::AlignCenter, row.glyph.left(3));
  return pixmap;
}

}  // namespace

int FunctionModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant FunctionModel::data(const QModelIndex& index, int role) const {
  const FunctionRow& shown = row(index.row());
  if (role == Qt::DisplayRole) return shown.name;
  if (role == Qt::DecorationRole) return glyphOf(shown);
  if (role == Qt::ToolTipRole) return shown.signature;
  return {};
}

FunctionFilter::FunctionFilter(FunctionModel* model, Editor& editor, QObject* parent)
    : QSortFilterProxyModel(parent), model_(model), editor_(editor) {
  setSourceModel(model);
  sort(0);
}

void FunctionFilter::setWords(const QString& words) {
  words_ = words.split(' ', Qt::SkipEmptyParts);
  invalidate();
}

void FunctionFilter::setReads(OpId op) {
  reads_ = op;
  invalidate();
}

const FunctionRow* FunctionFilter::row(const QModelIndex& index) const {
  return index.isValid() ? &model_->row(mapToSource(index).row()) : nullptr;
}

bool FunctionFilter::filterAcceptsRow(int index, const QModelIndex&) const {
  const FunctionRow& row = model_->row(index);
  for (const QString& word : words_) {
    if (!row.name.contains(word, Qt::CaseInsensitive) &&
        !row.doc.contains(word, Qt::CaseInsensitive))
      return false;
  }
  return reads_ == 0 || editor_.fits(row.name, reads_);
}

// Names that begin with the filter text come first.
bool FunctionFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
  const QString a = model_->row(left.row()).name, b = model_->row(right.row()).name;
  if (!words_.isEmpty()) {
    const bool first = a.startsWith(words_.front()), second = b.startsWith(words_.front());
    if (first != second) return first;
  }
  return left.row() < right.row();
}

FunctionList::FunctionList(FunctionFilter* filter, Editor& editor, QWidget* parent)
    : QListView(parent), filter_(filter), editor_(editor) {
  setModel(filter);
  setUniformItemSizes(true);
  setIconSize({24, 16});
  setFrameShape(QFrame::NoFrame);
  setAccessibleName(tr("Functions"));
}

void FunctionList::mousePressEvent(QMouseEvent* event) {
  QListView::mousePressEvent(event);
  pressed_ = event->pos();
  carried_.clear();
}

void FunctionList::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton)) return;
  const FunctionRow* row = filter_->row(indexAt(pressed_));
  const bool far = (event->pos() - pressed_).manhattanLength() >= QApplication::startDragDistance();
  if (carried_.isEmpty() && row != nullptr && far) {
    carried_ = row->name;
    setCursor(Qt::DragCopyCursor);
  }
  if (!carried_.isEmpty()) emit editor_.carried(carried_, event->globalPosition().toPoint());
}

void FunctionList::mouseReleaseEvent(QMouseEvent* event) {
  QListView::mouseReleaseEvent(event);
  if (carried_.isEmpty()) return;
  unsetCursor();
  emit editor_.dropped(std::exchange(carried_, {}), event->globalPosition().toPoint());
}

void FunctionList::mouseDoubleClickEvent(QMouseEvent* event) {
  const QModelIndex index = indexAt(event->pos());
  if (!index.isValid()) return;
  setCurrentIndex(index);
  emit chosen();
}

void FunctionList::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return emit chosen();
  QListView::keyPressEvent(event);
}

}  // namespace ng::views
