// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/flow_layout.h"

#include <algorithm>

namespace ng::views {

FlowLayout::~FlowLayout() {
  for (QLayoutItem* item : items_) delete item;
}

void FlowLayout::addItem(QLayoutItem* item) {
  items_.push_back(item);
}

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
  QLayoutItem* item = itemAt(index);
  if (item != nullptr) items_.erase(items_.begin() + index);
  return item;
}

int FlowLayout::arrange(const QRect& rect, bool apply) const {
  const QRect inner = rect.marginsRemoved(contentsMargins());
  int x = inner.left(), y = inner.top(), line = 0;
  std::vector<QLayoutItem*> row;
  const auto finish = [&] {  // centres the items of a line vertically
    if (apply)
      for (QLayoutItem* item : row) {
        const QRect at = item->geometry();
        item->setGeometry(at.translated(0, (line - at.height()) / 2));
      }
    row.clear();
  };
  for (QLayoutItem* item : items_) {
    if (item->isEmpty()) continue;
    QSize size = item->sizeHint().expandedTo(item->minimumSize());
    size.setWidth(std::max(item->minimumSize().width(), std::min(size.width(), inner.width())));
    if (x > inner.left() && x + size.width() > inner.right() + 1) {
      finish();
      x = inner.left();
      y += line + spacing();
      line = 0;
    }
    if (apply) item->setGeometry({QPoint(x, y), size});
    row.push_back(item);
    x += size.width() + spacing();
    line = std::max(line, size.height());
  }
  finish();
  const QMargins margins = contentsMargins();
  return y + line - inner.top() + margins.top() + margins.bottom();
}

int FlowLayout::heightForWidth(int width) const {
  return arrange({0, 0, width, 0}, false);
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  arrange(rect, true);
}

QSize FlowLayout::sizeHint() const {
  QSize size;
  for (const QLayoutItem* item : items_) {
    if (item->isEmpty()) continue;
    const QSize hint = item->sizeHint();
    size = {size.width() + hint.width() + (size.width() > 0 ? spacing() : 0),
            std::max(size.height(), hint.height())};
  }
  return size.grownBy(contentsMargins());
}

QSize FlowLayout::minimumSize() const {
  QSize size;
  for (const QLayoutItem* item : items_)
    if (!item->isEmpty()) size = size.expandedTo(item->minimumSize());
  return size.grownBy(contentsMargins());
}

}  // namespace ng::views
