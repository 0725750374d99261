// SPDX-License-Identifier: Apache-2.0
// Style over Fusion.
#include "views/core/theme/style.h"

#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>
#include <algorithm>

#include "views/core/theme/theme.h"

namespace ng::views {

namespace {

void drawStrokes(QPainter* painter, const QRectF& box, const QColor& colour,
                 std::initializer_list<QPointF> points) {
  QPolygonF line;
  for (const QPointF& p : points)
    line << QPointF(box.x() + p.x() * box.width(), box.y() + p.y() * box.height());
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter->setBrush(Qt::NoBrush);
  painter->drawPolyline(line);
  painter->restore();
}

QRectF centred(const QRect& rect, double side) {
  return {rect.x() + (rect.width() - side) / 2.0, rect.y() + (rect.height() - side) / 2.0, side,
          side};
}

void drawCheckBox(const QStyleOption* option, QPainter* painter) {
  const Colours& c = Theme::current().colours();
  const bool on = option->state & (QStyle::State_On | QStyle::State_NoChange);
  const bool enabled = option->state & QStyle::State_Enabled;
  const QRectF box = centred(option->rect, 13);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(on ? (enabled ? c.selection : c.disabledText) : c.axisLine, 1));
  painter->setBrush(on ? (enabled ? c.selection : c.disabledText) : c.field);
  painter->drawRoundedRect(box.adjusted(.5, .5, -.5, -.5), 3, 3);
  painter->restore();
  if (option->state & QStyle::State_On)
    drawStrokes(painter, box, c.onSelection, {{.24, .53}, {.43, .71}, {.77, .31}});
  else if (on)
    drawStrokes(painter, box, c.onSelection, {{.27, .5}, {.73, .5}});
}

void drawRadio(const QStyleOption* option, QPainter* painter) {
  const Colours& c = Theme::current().colours();
  const bool on = option->state & QStyle::State_On;
  const QRectF box = centred(option->rect, 13).adjusted(.5, .5, -.5, -.5);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(on ? c.selection : c.axisLine, 1));
  painter->setBrush(on ? c.selection : c.field);
  painter->drawEllipse(box);
  if (on) {
    painter->setPen(Qt::NoPen);
    painter->setBrush(c.onSelection);
    painter->drawEllipse(box.adjusted(4, 4, -4, -4));
  }
  painter->restore();
}

}  // namespace

Style::Style() : QProxyStyle("Fusion") {}

void Style::polish(QWidget* widget) {
  if (auto* label = qobject_cast<QLabel*>(widget); label && label->textFormat() == Qt::AutoText)
    label->setTextFormat(Qt::PlainText);
  QProxyStyle::polish(widget);
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option,
                       const QWidget* widget) const {
  switch (metric) {
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
    case PM_TabBarIconSize: return metrics::icon;
    case PM_DockWidgetSeparatorExtent:
    case PM_SplitterWidth: return 1;
    case PM_DefaultFrameWidth: return 1;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return 14;
    case PM_TreeViewIndentation: return 16;
    case PM_ScrollBarExtent: return 10;
    case PM_ToolBarItemSpacing: return 2;
    case PM_ToolBarExtensionExtent: return metrics::icon + 10;
    case PM_MenuPanelWidth: return 1;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* returnData) const {
  switch (hint) {
    case SH_EtchDisabledText:
    case SH_UnderlineShortcut:
    case SH_ItemView_ShowDecorationSelected: return hint == SH_ItemView_ShowDecorationSelected;
    case SH_ToolTip_WakeUpDelay: return 400;
    case SH_ComboBox_Popup: return 0;
    case SH_Slider_AbsoluteSetButtons: return Qt::LeftButton;
    default: return QProxyStyle::styleHint(hint, option, widget, returnData);
  }
}

QIcon Style::standardIcon(StandardPixmap icon, const QStyleOption* option,
                          const QWidget* widget) const {
  return icon == SP_ToolBarHorizontalExtensionButton
             ? Theme::current().icon("more")
             : QProxyStyle::standardIcon(icon, option, widget);
}

// Places the sort indicator next to the column title: before a title that is aligned right.
QRect Style::subElementRect(SubElement element, const QStyleOption* option,
                            const QWidget* widget) const {
  const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
  if (element != SE_HeaderArrow || header == nullptr)
    return QProxyStyle::subElementRect(element, option, widget);
  constexpr int side = 8, apart = 3;
  const QRect inside = option->rect.adjusted(metrics::grid, 0, -metrics::grid, 0);
  const int title = header->fontMetrics.horizontalAdvance(header->text);
  const int x = header->textAlignment & Qt::AlignRight
                    ? std::max(option->rect.x(), inside.right() + 1 - title - apart - side)
                    : std::min(inside.x() + title + apart, option->rect.right() + 1 - side);
  return {x, option->rect.y(), side, option->rect.height()};
}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const {
  const Colours& c = Theme::current().colours();
  const QColor ink = option->state & State_Enabled ? c.dimText : c.disabledText;
  switch (element) {
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: return drawCheckBox(option, painter);
    case PE_IndicatorRadioButton: return drawRadio(option, painter);
    case PE_IndicatorMenuCheckMark:
      if (option->state & State_On)
        drawStrokes(painter, centred(option->rect, 12), c.text, {{.2, .53}, {.42, .75}, {.8, .28}});
      return;
    case PE_IndicatorArrowDown:
      return drawStrokes(painter, centred(option->rect, 8), ink, {{.1, .3}, {.5, .7}, {.9, .3}});
    case PE_IndicatorArrowUp:
      return drawStrokes(painter, centred(option->rect, 8), ink, {{.1, .7}, {.5, .3}, {.9, .7}});
    case PE_IndicatorArrowRight:
      return drawStrokes(painter, centred(option->rect, 8), ink, {{.3, .1}, {.7, .5}, {.3, .9}});
    case PE_IndicatorArrowLeft:
      return drawStrokes(painter, centred(option->rect, 8), ink, {{.7, .1}, {.3, .5}, {.7, .9}});
    case PE_IndicatorHeaderArrow: {
      const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
      const bool up = header && header->sortIndicator == QStyleOptionHeader::SortUp;
      if (up)
        return drawStrokes(painter, centred(option->rect, 8), ink, {{.1, .7}, {.5, .3}, {.9, .7}});
      return drawStrokes(painter, centred(option->rect, 8), ink, {{.1, .3}, {.5, .7}, {.9, .3}});
    }
    case PE_IndicatorBranch:
      if (!(option->state & State_Children)) return;
      if (option->state & State_Open)
        return drawStrokes(painter, centred(option->rect, 8), ink, {{.1, .3}, {.5, .7}, {.9, .3}});
      return drawStrokes(painter, centred(option->rect, 8), ink, {{.3, .1}, {.7, .5}, {.3, .9}});
    case PE_FrameFocusRect: return;
    default: QProxyStyle::drawPrimitive(element, option, painter, widget);
  }
}

// A combo box at rest is its text and an arrow; its frame shows on hover and focus.
void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                               QPainter* painter, const QWidget* widget) const {
  const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option);
  if (control != CC_ComboBox || combo == nullptr || combo->editable)
    return QProxyStyle::drawComplexControl(control, option, painter, widget);
  const Colours& c = Theme::current().colours();
  const bool enabled = option->state & State_Enabled;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(option->state & State_HasFocus ? QPen(c.selection, 1) : QPen(c.separator, 1));
  painter->setBrush(enabled && (option->state & State_MouseOver) ? c.hover : c.field);
  painter->drawRoundedRect(QRectF(option->rect).adjusted(.5, .5, -.5, -.5), metrics::radius,
                           metrics::radius);
  painter->restore();
  const QRect arrow = subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget);
  drawStrokes(painter, centred(arrow, 8), enabled ? c.dimText : c.disabledText,
              {{.1, .3}, {.5, .7}, {.9, .3}});
}

}  // namespace ng::views
