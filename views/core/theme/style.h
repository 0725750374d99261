// SPDX-License-Identifier: Apache-2.0
// The look of standard widgets: flat, 1-px separators, radius 4. A stylesheet generated from the
// palette does most of it; the style draws what a stylesheet cannot colour: arrows, ticks, focus.
#pragma once

#include <QProxyStyle>

namespace ng::views {

struct Colours;

class Style : public QProxyStyle {
  Q_OBJECT

 public:
  Style();
  // Labels show texts as they are, such as names and contents of files, unless they say that they
  // are rich: Qt reads what looks like HTML as HTML.
  void polish(QWidget* widget) override;
  using QProxyStyle::polish;
  int pixelMetric(PixelMetric metric, const QStyleOption* option,
                  const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* returnData) const override;
  QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
                     const QWidget* widget) const override;
  QRect subElementRect(SubElement element, const QStyleOption* option,
                       const QWidget* widget) const override;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                          QPainter* painter, const QWidget* widget) const override;
};

QString styleSheet(const Colours& colours);

}  // namespace ng::views
