// SPDX-License-Identifier: Apache-2.0
// Table of statistics of a tensor.
#include "views/tensors/statistics_panel.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "engine/records/tensor_record.h"
#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int nameWidth = 48, rowHeight = 20, valueDigits = 12;

QString shareText(std::int64_t part, std::int64_t whole) {
  if (part == 0 || whole == 0) return {};
  return percentText(static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace

std::vector<StatisticsRow> statisticsRows(const TensorRecord& tensor, const TensorStatistics& s) {
  std::vector<StatisticsRow> rows;
  rows.push_back({QStringLiteral("count"), countText(s.count), {}, false});
  if (s.finite > 0) {
    rows.push_back(
        {QStringLiteral("min"), valueText(s.min, 6), placeText(tensor, s.minAt), false, s.minAt});
    rows.push_back(
        {QStringLiteral("max"), valueText(s.max, 6), placeText(tensor, s.maxAt), false, s.maxAt});
    rows.push_back({QStringLiteral("mean"), valueText(s.mean, 6), {}, false});
    rows.push_back({QStringLiteral("std"), valueText(s.std, 6), {}, false});
    rows.push_back({QStringLiteral("L2"), valueText(s.l2, 6), {}, false});
  }
  rows.push_back({QStringLiteral("zeros"), countText(s.zeros), shareText(s.zeros, s.count), false});
  const QString first = s.firstBad >= 0 ? placeText(tensor, s.firstBad) : QString();
  const std::int64_t infinite = s.plusInfs + s.minusInfs;
  rows.push_back({QStringLiteral("NaN"), countText(s.nans), s.nans > 0 ? first : QString(),
                  s.nans > 0, s.nans > 0 ? s.firstBad : -1});
  rows.push_back({QStringLiteral("Inf"), countText(infinite),
                  infinite > 0 && s.nans == 0 ? first : QString(), infinite > 0,
                  infinite > 0 && s.nans == 0 ? s.firstBad : -1});
  return rows;
}

StatisticsPanel::StatisticsPanel(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Statistics"));
  connect(&Theme::current(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void StatisticsPanel::setData(const TensorRecordPtr& tensor, const TensorStatistics& statistics) {
  rows_ = tensor ? statisticsRows(*tensor, statistics) : std::vector<StatisticsRow>{};
  if (!leads(current_)) current_ = -1;
  update();
}

QString StatisticsPanel::asText() const {
  QString out;
  for (const StatisticsRow& row : rows_)
    out += row.name + u'\t' + row.value + u'\t' + row.place + u'\n';
  return out;
}

QRect StatisticsPanel::placeRect(int row) const {
  const int digit = QFontMetrics(Theme::current().monoFont()).horizontalAdvance(u'0');
  const int left = 2 * metrics::grid + nameWidth + valueDigits * digit;
  return {left, metrics::grid + row * rowHeight, width() - left, rowHeight};
}

std::optional<std::int64_t> StatisticsPanel::elementAt(QPoint at) const {
  for (int row = 0; row < static_cast<int>(rows_.size()); ++row)
    if (placeRect(row).contains(at) && leads(row))
      return rows_[static_cast<std::size_t>(row)].element;
  return {};
}

bool StatisticsPanel::leads(int row) const {
  if (row < 0 || row >= static_cast<int>(rows_.size())) return false;
  const StatisticsRow& of = rows_[static_cast<std::size_t>(row)];
  return of.element && !of.place.isEmpty();
}

void StatisticsPanel::walk(int by) {
  for (int row = current_ + by; row >= 0 && row < static_cast<int>(rows_.size()); row += by) {
    if (!leads(row)) continue;
    current_ = row;
    return update();
  }
}

void StatisticsPanel::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Down) return walk(1);
  if (event->key() == Qt::Key_Up) return walk(-1);
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (!enter || current_ < 0) return QWidget::keyPressEvent(event);
  emit elementChosen(*rows_[static_cast<std::size_t>(current_)].element);
}

void StatisticsPanel::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  if (current_ < 0) walk(1);
  update();
}

void StatisticsPanel::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

void StatisticsPanel::mouseMoveEvent(QMouseEvent* event) {
  const bool there = elementAt(event->position().toPoint()).has_value();
  setCursor(there ? Qt::PointingHandCursor : Qt::ArrowCursor);
  setToolTip(there ? tr("Go to this element  Enter") : QString());
}

void StatisticsPanel::mouseReleaseEvent(QMouseEvent* event) {
  const std::optional<std::int64_t> element = elementAt(event->position().toPoint());
  if (element) emit elementChosen(*element);
}

void StatisticsPanel::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::current();
  QPainter painter(this);
  painter.fillRect(rect(), theme.colours().card);
  for (int i = 0; i < static_cast<int>(rows_.size()); ++i) {
    const StatisticsRow& row = rows_[static_cast<std::size_t>(i)];
    const QRect place = placeRect(i);
    const int top = place.top(), valueRight = place.left() - metrics::grid;
    painter.setFont(theme.tableFont());
    painter.setPen(theme.colours().dimText);
    painter.drawText(QRect(metrics::grid, top, nameWidth, rowHeight), Qt::AlignVCenter, row.name);
    painter.setFont(theme.monoFont());
    painter.setPen(row.bad ? theme.colours().nan : theme.colours().text);
    painter.drawText(QRect(0, top, valueRight, rowHeight), Qt::AlignVCenter | Qt::AlignRight,
                     row.value);
    painter.setFont(theme.captionFont());
    painter.setPen(!row.element ? theme.colours().dimText : theme.colours().selection);
    if (hasFocus() && i == current_)
      painter.fillRect(place.adjusted(-metrics::grid / 2, 1, 0, -1), theme.colours().selectionRow);
    painter.drawText(place, Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(row.place, Qt::ElideRight, place.width()));
  }
}

}  // namespace ng::views
