// SPDX-License-Identifier: Apache-2.0
#include "views/tensors/class_list.h"

#include <QPainter>
#include <QScrollBar>
#include <algorithm>

#include "engine/records/values/class_scores.h"
#include "views/core/theme/theme.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr std::int64_t mostRows = 256;
constexpr std::size_t mostAlone = 100, mostOfSeveral = 5;  // classes of a row
constexpr int numberWidth = 72, widestLabel = 240;

QString percent(double part) {
  return QString::number(100 * part, 'f', part < 0.0995 ? 2 : 1) + QStringLiteral(" %");
}

}  // namespace

ClassList::ClassList(QWidget* parent) : QAbstractScrollArea(parent) {
  setFrameShape(NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAccessibleName(tr("Classes by score"));
  verticalScrollBar()->setSingleStep(metrics::row);
}

void ClassList::setTensor(const TensorRecordPtr& tensor, const std::vector<std::string>& labels) {
  lines_.clear();
  const std::int64_t rows = score_rows(*tensor);
  const bool alone = rows == 1;
  const std::int64_t classes = tensor->value.shape.back();
  for (std::int64_t row = 0; row < std::min(rows, mostRows); ++row) {
    if (!alone)
      lines_.push_back(
          {placeText(*tensor, row * classes).section(QString::fromUtf8(" · "), 0, 0), {}, 0, true});
    for (const RankedClass& each : ranked_classes(*tensor, row, alone ? mostAlone : mostOfSeveral))
      lines_.push_back({QString::fromStdString(class_name(labels, each.index)),
                        percent(each.probability), each.probability, false});
  }
  if (rows > mostRows)
    lines_.push_back({tr("%1 of %2 rows").arg(countText(mostRows), countText(rows)), {}, 0, true});
  fitScrollBar();
  viewport()->update();
}

QStringList ClassList::lines() const {
  QStringList texts;
  for (const Line& line : lines_)
    texts << (line.title ? line.text : line.text + QStringLiteral("  ") + line.number);
  return texts;
}

int ClassList::labelWidth() const {
  const QFontMetrics font(Theme::current().tableFont());
  int width = 40;
  for (const Line& line : lines_)
    if (!line.title) width = std::max(width, font.horizontalAdvance(line.text));
  return std::min({width, widestLabel, std::max(40, viewport()->width() / 2)});
}

void ClassList::paintLine(QPainter& painter, const Line& line, const QRect& box,
                          int labelWidth) const {
  const Theme& theme = Theme::current();
  const Colours& colours = theme.colours();
  painter.setFont(theme.tableFont());
  painter.setPen(line.title ? colours.dimText : colours.text);
  if (line.title) return painter.drawText(box, Qt::AlignVCenter, line.text);
  const QRect label(box.left(), box.top(), labelWidth, box.height());
  painter.drawText(label, Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(line.text, Qt::ElideRight, label.width()));
  const int left = label.right() + metrics::grid;
  const int room = std::max(0, box.right() - numberWidth - metrics::grid - left);
  const int length = static_cast<int>(line.part * room + 0.5);
  painter.fillRect(left, box.top() + 6, room, box.height() - 12, colours.hover);
  painter.fillRect(left, box.top() + 6, length, box.height() - 12, colours.selection);
  painter.setFont(theme.monoFont());
  painter.drawText(box, Qt::AlignVCenter | Qt::AlignRight, line.number);
}

void ClassList::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
  const int label = labelWidth(), scrolled = verticalScrollBar()->value();
  const int first = scrolled / metrics::row;
  for (int i = first; i < static_cast<int>(lines_.size()); ++i) {
    const QRect box(metrics::grid, i * metrics::row - scrolled,
                    viewport()->width() - 2 * metrics::grid, metrics::row);
    if (box.top() > viewport()->height()) break;
    paintLine(painter, lines_[static_cast<std::size_t>(i)], box, label);
  }
}

void ClassList::fitScrollBar() {
  const int height = static_cast<int>(lines_.size()) * metrics::row;
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
}

void ClassList::resizeEvent(QResizeEvent*) {
  fitScrollBar();
}

}  // namespace ng::views
