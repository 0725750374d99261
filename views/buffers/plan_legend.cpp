// SPDX-License-Identifier: Apache-2.0
#include "views/buffers/plan_legend.h"

#include <QPainter>
#include "views/buffers/plan_plot.h"
#include "views/core/theme/theme.h"

namespace ng::views {

void PlanPlot::noteFamilies() {
  families_.clear();
  for (int i = 0; model_ && i < model_->buffers(); ++i)
    if (const PlotRect* rect = placeOf(i)) families_.insert(rect->colour);
}

std::vector<PlanSign> PlanPlot::signs() const {
  std::vector<PlanSign> signs;
  if (!model_) return signs;
  using enum PlanSign::Shape;
  const Colours& c = Theme::current().colours();
  const auto washed = [](QColor colour, double part) {
    colour.setAlphaF(static_cast<float>(part));
    return colour;
  };
  if (selected_ >= 0) signs.push_back({box, tr("selected"), Qt::NoBrush, QPen(c.selection, 2)});
  if (!tenants_.empty())
    signs.push_back(
        {box, tr("same bytes, different steps"), Qt::NoBrush, QPen(c.selection, 1, Qt::DashLine)});
  if (!read_.empty() || !written_.empty())
    signs.push_back({box, tr("◂ read, ▸ written by the kernel"), Qt::NoBrush, QPen(c.text, 1.5)});
  if (step_ >= 0) signs.push_back({box, tr("chosen step"), c.selectionRow, Qt::NoPen});
  if (runStep_ >= 0) signs.push_back({box, tr("current run step"), washed(c.run, 0.25), Qt::NoPen});
  if (!bands_.empty())
    signs.push_back({box, tr("selected range"), washed(c.selection, 0.14), QPen(c.selection, 1)});
  for (const std::uint8_t family : families_) {
    const RasterColour colour = familyColour(family, false);
    const std::string_view word = name(static_cast<Family>(family));
    signs.push_back({box, QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())),
                     QColor(colour.body), QPen(QColor(colour.border), 1)});
  }
  signs.push_back({line, tr("bytes alive"), Qt::NoBrush, QPen(washed(c.text, 0.6), 1.2)});
  if (other_)
    signs.push_back({box, tr("compared plan"), Qt::NoBrush, QPen(c.dimText, 1)});
  else if (ghost_)
    signs.push_back({box, tr("without buffer reuse"), Qt::NoBrush, QPen(c.dimText, 1)});
  return signs;
}

PlanLegend::PlanLegend(PlanPlot* plot) : plot_(plot) {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  connect(plot, &PlanPlot::signsChanged, this, [this] {
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
  for (const PlanSign& sign : plot_->signs()) texts << sign.text;
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
  for (const PlanSign& sign : plot_->signs()) {
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
