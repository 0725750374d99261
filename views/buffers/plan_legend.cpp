// SPDX-License-Identifier: Apache-2.0
#include "views/buffers/plan_legend.h"

#include <QPainter>
#include "engine/graph/family.h"
#include "views/buffers/plan_plot.h"
#include "views/core/theme/theme.h"

namespace ng::views {
namespace {

struct PlanSign {
  enum class Shape { box, line } shape = Shape::box;
  QString text;
  QBrush fill = Qt::NoBrush;
  QPen pen = Qt::NoPen;
};

// Explains only the colours and lines currently drawn.
std::vector<PlanSign> signsOf(const PlanPlot& plot) {
  const PlanShown& shown = plot.shown();
  std::vector<PlanSign> signs;
  if (!shown.model) return signs;
  using enum PlanSign::Shape;
  const Colours& c = Theme::current().colours();
  const auto washed = [](QColor colour, double part) {
    colour.setAlphaF(static_cast<float>(part));
    return colour;
  };
  if (shown.selected >= 0)
    signs.push_back({box, PlanPlot::tr("selected"), Qt::NoBrush, QPen(c.selection, 2)});
  if (!shown.tenants.empty())
    signs.push_back({box, PlanPlot::tr("same bytes, different steps"), Qt::NoBrush,
                     QPen(c.selection, 1, Qt::DashLine)});
  if (!shown.read.empty() || !shown.written.empty())
    signs.push_back(
        {box, PlanPlot::tr("◂ read, ▸ written by the kernel"), Qt::NoBrush, QPen(c.text, 1.5)});
  if (shown.step >= 0)
    signs.push_back({box, PlanPlot::tr("chosen step"), c.selectionRow, Qt::NoPen});
  if (shown.runStep >= 0)
    signs.push_back({box, PlanPlot::tr("current run step"), washed(c.run, 0.25), Qt::NoPen});
  if (!plot.bands().empty())
    signs.push_back(
        {box, PlanPlot::tr("selected range"), washed(c.selection, 0.14), QPen(c.selection, 1)});
  for (const std::uint8_t family : shown.families) {
    const RasterColour colour = familyColour(family, false);
    const std::string_view word = name(static_cast<Family>(family));
    signs.push_back({box, QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())),
                     QColor(colour.body), QPen(QColor(colour.border), 1)});
  }
  signs.push_back({line, PlanPlot::tr("bytes alive"), Qt::NoBrush, QPen(washed(c.text, 0.6), 1.2)});
  if (shown.other)
    signs.push_back({box, PlanPlot::tr("compared plan"), Qt::NoBrush, QPen(c.dimText, 1)});
  else if (shown.ghost)
    signs.push_back({box, PlanPlot::tr("without buffer reuse"), Qt::NoBrush, QPen(c.dimText, 1)});
  return signs;
}

}  // namespace

PlanLegend::PlanLegend(PlanPlot* plot) : plot_(plot) {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  connect(plot, &PlanPlot::painted, this, [this] {
    setToolTip(entries().join(QStringLiteral(", ")));  // a narrow legend omits some entries
    update();
  });
}

QSize PlanLegend::sizeHint() const {
  return {320, metrics::row};
}

QSize PlanLegend::minimumSizeHint() const {
  return {0, metrics::row};
}

QStringList PlanLegend::entries() const {
  QStringList texts;
  for (const PlanSign& sign : signsOf(*plot_)) texts << sign.text;
  return texts;
}

void PlanLegend::paintEvent(QPaintEvent*) {
  constexpr double wide = 14, high = 10, between = 14;
  QPainter painter(this);
  painter.fillRect(rect(), Theme::current().colours().panel);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(Theme::current().captionFont());
  const QFontMetricsF fonts(painter.font());
  double x = plot_->area().left();
  for (const PlanSign& sign : signsOf(*plot_)) {
    const double words = fonts.horizontalAdvance(sign.text);
    if (x + wide + 5 + words > width()) return;
    const QRectF box(x, (height() - high) / 2, wide, high);
    painter.setPen(sign.pen);
    painter.setBrush(sign.fill);
    if (sign.shape == PlanSign::Shape::line)
      painter.drawLine(QPointF(box.left(), box.center().y()),
                       QPointF(box.right(), box.center().y()));
    else
      painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(Theme::current().colours().dimText);
    painter.drawText(QPointF(box.right() + 5, height() / 2.0 + fonts.capHeight() / 2), sign.text);
    x += wide + 5 + words + between;
  }
}

}  // namespace ng::views
