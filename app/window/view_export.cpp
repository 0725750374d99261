// SPDX-License-Identifier: Apache-2.0
// Rendering of widgets to files.
#include "app/window/view_export.h"

#include <QFileDialog>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QWidget>

#include "views/core/session/not_written.h"

namespace ng::views {

QImage pictureOf(QWidget& widget, double scale) {
  QImage image(widget.size() * scale, QImage::Format_RGB32);
  image.setDevicePixelRatio(scale);
  widget.render(&image);
  return image;
}

bool exportPicture(QWidget& widget, const QString& path, double scale) {
  if (path.endsWith(".svg", Qt::CaseInsensitive)) {
    QSvgGenerator svg;
    svg.setFileName(path);
    svg.setSize(widget.size());
    svg.setViewBox(widget.rect());
    QPainter painter;
    if (!painter.begin(&svg)) return false;
    widget.render(&painter);
    return painter.end();
  }
  if (path.endsWith(".pdf", Qt::CaseInsensitive)) {
    QPdfWriter pdf(path);
    pdf.setPageSize(QPageSize(QSizeF(widget.size()) * 0.75, QPageSize::Point));
    pdf.setPageMargins(QMarginsF());
    QPainter painter;
    if (!painter.begin(&pdf)) return false;
    const double factor = static_cast<double>(pdf.width()) / widget.width();
    painter.scale(factor, factor);
    widget.render(&painter);
    return painter.end();
  }
  return pictureOf(widget, scale).save(path);
}

void chooseExport(QWidget& widget, Messages& messages) {
  const QString path = QFileDialog::getSaveFileName(&widget, "Export", "window.png",
                                                    "PNG (*.png);;SVG (*.svg);;PDF (*.pdf)");
  if (!path.isEmpty() && !exportPicture(widget, path)) sayNotWritten(messages, path);
}

}  // namespace ng::views
