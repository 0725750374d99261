// SPDX-License-Identifier: Apache-2.0
// Painting of rows of the pass list.
#include "views/passes/pass_delegate.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "engine/records/pass_record.h"
#include "views/core/theme/theme.h"
#include "views/passes/pass_list.h"
#include "views/widgets/number_text.h"

namespace ng::views {
namespace {

constexpr int boxSize = 14, barWidth = 32, textLeft = 28, rewriteLeft = 44;
constexpr int widthWithBars = 320;  // a narrower list has no time bars, to keep the names legible
constexpr int leastStretch = 88;    // percent

void paintCheckBox(QPainter& painter, const QRect& box, bool checked) {
  const Colours& colours = Theme::current().colours();
  painter.setPen(QPen(checked ? colours.selection : colours.axisLine, 1));
  painter.setBrush(checked ? QBrush(colours.selection) : QBrush(colours.field));
  painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  painter.setBrush(Qt::NoBrush);
  if (!checked) return;
  painter.setPen(QPen(colours.onSelection, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  const QPointF at = box.topLeft();
  const QPointF tick[] = {at + QPointF(3.5, 7.2), at + QPointF(6, 9.8), at + QPointF(10.5, 4.5)};
  painter.drawPolyline(tick, 3);
}

// Draws `text` right-aligned at `right`; returns the x position left of it.
int drawLeftward(QPainter& painter, const QRect& row, int right, const QString& text,
                 const QColor& colour) {
  const int wide = painter.fontMetrics().horizontalAdvance(text);
  painter.setPen(colour);
  painter.drawText(QRect(right - wide, row.top(), wide, row.height()), Qt::AlignVCenter, text);
  return right - wide - 6;
}

int drawCount(QPainter& painter, const QRect& row, int right, Mark mark, std::size_t count) {
  if (count == 0) return right;
  return drawLeftward(painter, row, right, markText(mark) + QString::number(count),
                      Theme::current().mark(mark));
}

// `font`, condensed a little if `text` does not fit otherwise.
QFont fittingFont(QFont font, const QString& text, int width) {
  for (int stretch = 98; QFontMetrics(font).horizontalAdvance(text) > width; stretch -= 2) {
    if (stretch < leastStretch) break;
    font.setStretch(stretch);
  }
  return font;
}

}  // namespace

PassDelegate::PassDelegate(const PassList& list, QObject* parent)
    : QStyledItemDelegate(parent), list_(list) {}

QSize PassDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
  return {200, metrics::row};
}

QRect PassDelegate::checkRect(const QRect& row) {
  return {row.left() + metrics::grid, row.top() + (row.height() - boxSize) / 2, boxSize, boxSize};
}

QRect PassDelegate::ruleCheckRect(const QRect& row) {
  return checkRect(row).translated(textLeft, 0);
}

void PassDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
  const Colours& colours = Theme::current().colours();
  const QRect row(0, option.rect.top(), option.rect.right() + 1, option.rect.height());
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const bool selected = option.state & QStyle::State_Selected;
  if (selected || (option.state & QStyle::State_MouseOver)) {
    painter->fillRect(row, selected ? colours.selectionRow : colours.hover);
  }
  if (selected) painter->fillRect(QRect(0, row.top(), 3, row.height()), colours.selection);
  if (list_.rewrite(index)) {
    paintRewrite(*painter, row, index);
  } else if (list_.rule(index)) {
    paintRule(*painter, row, index);
  } else {
    paintPass(*painter, row, index.data(PassList::passRole).toInt());
  }
  painter->restore();
}

void PassDelegate::paintPass(QPainter& painter, const QRect& row, int index) const {
  const Theme& theme = Theme::current();
  const PassRecord* pass = list_.pass(index);
  int right = row.right() - metrics::grid;
  painter.setFont(theme.monoFont());
  if (!pass) {
    right = drawLeftward(painter, row, right, countText(list_.opCount(-1), QStringLiteral("op")),
                         theme.colours().dimText);
  } else {
    paintCheckBox(painter, checkRect(row), pass->enabled);
    const double part = list_.slowest() > 0 ? pass->microseconds / list_.slowest() : 0;
    if (row.width() >= widthWithBars) {
      const QRectF bar(right - barWidth, row.center().y() - 2, barWidth, 5);
      painter.fillRect(bar, theme.colours().grid);
      painter.fillRect(QRectF(bar.left(), bar.top(), std::max(1.0, barWidth * part), bar.height()),
                       theme.colours().axisLine);
      right -= barWidth + metrics::grid;
    }
    right = drawCount(painter, row, right, Mark::changed, pass->modified.size());
    right = drawCount(painter, row, right, Mark::added, pass->added.size());
    right = drawCount(painter, row, right, Mark::removed, pass->removed.size());
    const bool counted = !pass->removed.empty() || !pass->added.empty() || !pass->modified.empty();
    if (!counted) {
      painter.setFont(theme.captionFont());
      const QString note = list_.note(list_.indexOfPass(index));
      const QString why = !pass->enabled  ? tr("off") + (note.isEmpty() ? QString() : u' ' + note)
                          : pass->changed ? tr("changed")
                                          : tr("no change");
      right = drawLeftward(painter, row, right, why, theme.colours().disabledText);
    }
  }
  painter.setFont(theme.tableFont());
  const bool dim = pass && !pass->changed;
  painter.setPen(dim ? theme.colours().dimText : theme.colours().text);
  const QString name = pass ? QString::fromStdString(pass->name) : tr("input graph");
  const QRect box(textLeft + 4, row.top(), std::max(0, right - textLeft - 4), row.height());
  painter.setFont(fittingFont(theme.tableFont(), name, box.width()));
  painter.drawText(box, Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(name, Qt::ElideMiddle, box.width()));
}

void PassDelegate::paintRule(QPainter& painter, const QRect& row, const QModelIndex& index) const {
  const Theme& theme = Theme::current();
  const RuleRecord& rule = *list_.rule(index);
  const int fired = list_.fired(index);
  paintCheckBox(painter, ruleCheckRect(row), rule.enabled);
  painter.setFont(theme.captionFont());
  const QString note = list_.note(index);
  const QString why = !rule.enabled ? tr("off") + (note.isEmpty() ? QString() : u' ' + note)
                      : fired > 0   ? QStringLiteral("×%1").arg(fired)
                                    : QString();
  const int right =
      drawLeftward(painter, row, row.right() - metrics::grid, why, theme.colours().dimText);
  painter.setFont(theme.tableFont());
  painter.setPen(fired > 0 ? theme.colours().text : theme.colours().dimText);
  const int left = ruleCheckRect(row).right() + 8;
  const QRect box(left, row.top(), std::max(0, right - left), row.height());
  painter.drawText(
      box, Qt::AlignVCenter,
      painter.fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, box.width()));
}

// Text is "rule: op a → op b", or only the ops for a pass without rules.
void PassDelegate::paintRewrite(QPainter& painter, const QRect& row,
                                const QModelIndex& index) const {
  const Theme& theme = Theme::current();
  const RewriteRecord& rewrite = *list_.rewrite(index);
  const PassRecord* pass = list_.pass(index.data(PassList::passRole).toInt());
  const QString ops = list_.rewriteText(index);
  const QString rule = rewrite.rule == pass->name && !ops.isEmpty()
                           ? QString()
                           : QString::fromStdString(rewrite.rule);
  painter.setFont(theme.captionFont());
  int right = row.right() - metrics::grid;
  if (rewrite.microseconds > 0)
    right = drawLeftward(painter, row, right, microsecondText(rewrite.microseconds),
                         theme.colours().dimText);
  painter.setFont(theme.tableFont());
  painter.setPen(theme.colours().dimText);
  const QRect box(rewriteLeft, row.top(), std::max(0, right - rewriteLeft), row.height());
  const QString all = rule.isEmpty() || ops.isEmpty() ? rule + ops : rule + ":  " + ops;
  painter.drawText(box, Qt::AlignVCenter,
                   painter.fontMetrics().elidedText(all, Qt::ElideRight, box.width()));
}

bool PassDelegate::editorEvent(QEvent* event, QAbstractItemModel* model,
                               const QStyleOptionViewItem& option, const QModelIndex& index) {
  const QVariant checked = index.data(Qt::CheckStateRole);
  if (!checked.isValid() || event->type() != QEvent::MouseButtonRelease) return false;
  const QRect row(0, option.rect.top(), option.rect.right() + 1, option.rect.height());
  const QPoint position = static_cast<QMouseEvent*>(event)->position().toPoint();
  const QRect box = list_.rule(index) ? ruleCheckRect(row) : checkRect(row);
  if (!box.adjusted(-4, -4, 4, 4).contains(position)) return false;
  return model->setData(index, checked.toInt() == Qt::Checked ? Qt::Unchecked : Qt::Checked,
                        Qt::CheckStateRole);
}

}  // namespace ng::views
