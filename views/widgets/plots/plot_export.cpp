// SPDX-License-Identifier: Apache-2.0
#include "views/widgets/plots/plot_export.h"

#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include "views/widgets/plots/plot.h"
#include "views/widgets/plots/plot_painter.h"

namespace ng::views {

QString plotText(const Plot& plot, QChar separator) {
  QString text = QString("series%1x counts%1x%1y\n").arg(separator);
  for (const PlotSeries& s : plot.series()) {
    const QString unit = s.unit.isEmpty() ? plot.titles().x : s.unit;
    for (std::size_t i = 0; i < s.x.size(); ++i) {
      const double place = s.x[i] / s.unitLength;
      const QString x = plot.hasXText() ? plot.xText(place) : QString::number(place, 'g', 17);
      text += QStringList{s.name, unit, x, QString::number(s.y[i], 'g', 17)}.join(separator) + '\n';
    }
  }
  return text;
}

bool exportPlot(const Plot& plot, const QString& path) {
  if (path.endsWith(".svg", Qt::CaseInsensitive)) {
    QSvgGenerator svg;
    svg.setFileName(path);
    svg.setSize(plot.size());
    svg.setViewBox(plot.rect());
    svg.setTitle(plot.titles().y + " over " + plot.titles().x);
    QPainter painter;
    if (!painter.begin(&svg)) return false;
    PlotPainter(plot, painter).paint();
    return painter.end();
  }
  if (path.endsWith(".pdf", Qt::CaseInsensitive)) {
    QPdfWriter pdf(path);
    pdf.setPageSize(QPageSize(QSizeF(plot.size()) * 0.75, QPageSize::Point));
    pdf.setPageMargins(QMarginsF());
    QPainter painter;
    if (!painter.begin(&pdf)) return false;
    painter.scale(static_cast<double>(pdf.width()) / plot.width(),
                  static_cast<double>(pdf.width()) / plot.width());
    PlotPainter(plot, painter).paint();
    return painter.end();
  }
  QImage image(plot.size() * 2, QImage::Format_RGB32);
  image.setDevicePixelRatio(2);
  QPainter painter(&image);
  PlotPainter(plot, painter).paint();
  painter.end();
  return image.save(path);
}

}  // namespace ng::views
