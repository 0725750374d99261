// SPDX-License-Identifier: Apache-2.0
// Exports to SVG, PDF and PNG.
#include "views/graph/graph_export.h"

#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <cmath>

#include "engine/records/graph_record.h"
#include "views/core/picture_file.h"
#include "views/core/theme/picture_theme.h"
#include "views/graph/canvas/png_bands.h"
#include "views/graph/canvas/viewport.h"
#include "views/graph/scene/first_grouping.h"

namespace ng::views {
namespace {

constexpr double margin = 24, longestSide = 16'000;

QRectF pictureArea(const GraphScene& scene) {
  return scene.bounds.adjusted(-margin, -margin, margin, margin);
}

struct Picture {
  const GraphScene& scene;
  const Lit& lit;
  QRectF area;
  JobContext* job;  // may be null
  bool dark;
};

// Returns false if the job was cancelled.
bool paintAll(QPainter& painter, const Picture& picture, double scale) {
  const auto& [scene, lit, area, job, dark] = picture;
  const PictureTheme colours(dark);
  painter.scale(scale, scale);
  painter.translate(-area.topLeft());
  painter.fillRect(area, Theme::current().colours().canvas);
  GraphPainter(scene, lit, job).paint(painter, area, 1);  // paints every card with its texts
  return !job || !job->cancelled();
}

bool writeSvg(QSaveFile& file, const Picture& picture) {
  QSvgGenerator svg;
  svg.setOutputDevice(&file);
  svg.setResolution(96);
  svg.setSize(picture.area.size().toSize());
  svg.setViewBox(QRectF(QPointF(), picture.area.size()));
  QPainter painter(&svg);
  const bool whole = paintAll(painter, picture, 1);
  return painter.end() && whole;
}

bool writePdf(QSaveFile& file, const Picture& picture) {
  QPdfWriter pdf(&file);
  constexpr double pointsPerPixel = 0.75;
  pdf.setPageSize(QPageSize(picture.area.size() * pointsPerPixel, QPageSize::Point, "graph",
                            QPageSize::ExactMatch));
  pdf.setPageMargins(QMarginsF());
  QPainter painter(&pdf);
  const bool whole = paintAll(painter, picture, pdf.logicalDpiX() / 72.0 * pointsPerPixel);
  return painter.end() && whole;
}

bool writePng(const QString& name, const Picture& picture, double scale, QString& why) {
  const auto& [scene, lit, area, job, dark] = picture;
  const GraphPainter painter(scene, lit);
  const PaintManner manner = painter.mannerFor(area, scale);
  const auto paint = [&, area = area, dark = dark](QImage& tile, QPoint at) {
    const PictureTheme colours(dark);
    tile.fill(Theme::current().colours().canvas);
    QPainter on(&tile);
    on.translate(-at);
    on.scale(scale, scale);
    on.translate(-area.topLeft());
    const QRectF part(area.topLeft() + QPointF(at) / scale, QSizeF(tile.size()) / scale);
    painter.paint(on, part, scale, manner);
  };
  try {
    return writePngBands(name, (area.size() * scale).toSize(), paint, job);
  } catch (const Error& error) {
    why = QString("%1: %2").arg(name, QString::fromStdString(error.diagnostic().what));
  }
  return false;
}

}  // namespace

QImage sceneImage(const GraphScene& scene, const Lit& lit, double scale, const QRectF& part) {
  const QRectF area = part.isEmpty() ? pictureArea(scene) : part;
  const double fits = std::min(longestSide / area.width(), longestSide / area.height());
  const double used = std::min(scale, fits);
  QImage image((area.size() * used).toSize(), QImage::Format_RGB32);
  if (image.isNull()) return image;
  image.fill(Theme::current().colours().canvas);
  QPainter painter(&image);
  painter.scale(used, used);
  painter.translate(-area.topLeft());
  GraphPainter(scene, lit).paint(painter, area, used);
  return image;
}

Lit exportedLit(const Lit& shown) {
  Lit lit;
  lit.heat = shown.heat;
  lit.whole = true;
  return lit;
}

bool exportScene(const GraphScene& scene, const Lit& lit, const QString& name, QString& why,
                 double scale, const QRectF& part, JobContext* job, bool dark) {
  const Picture picture{scene, lit, part.isEmpty() ? pictureArea(scene) : part, job, dark};
  const QString suffix = QFileInfo(name).suffix().toLower();
  why = whyNoPicture(name);
  if (!why.isEmpty()) return false;
  if (suffix == "png") return writePng(name, picture, scale, why);
  QSaveFile file(name);
  bool good = file.open(QIODevice::WriteOnly);
  if (good) good = suffix == "svg" ? writeSvg(file, picture) : writePdf(file, picture);
  if (job && job->cancelled()) {
    file.cancelWriting();
    return false;
  }
  good = good && file.commit();
  if (!good) why = QString("%1: %2").arg(name, file.errorString());
  return good;
}

QImage graphPicture(const GraphRecordPtr& graph, const QSize& size, double devicePixelRatio) {
  QImage image(size * devicePixelRatio, QImage::Format_RGB32);
  image.setDevicePixelRatio(devicePixelRatio);
  image.fill(Theme::current().colours().canvas);
  // Uses the same groups as the window, which suit a small picture best.
  const Grouping grouping = *firstGrouping({graph}, 1, graph, 4 * size);
  const Placement placement = PassLayout({graph}, grouping).ownPlacement();
  const GraphScene scene = buildScene({graph, nullptr, &placement, &grouping});
  Viewport view;
  view.fit(scene.bounds, size, metrics::grid);
  QPainter painter(&image);
  painter.translate(view.toView(QPointF(0, 0)));
  painter.scale(view.scale(), view.scale());
  const Lit plain;
  const GraphPainter cards(scene, plain);
  PaintManner manner = cards.mannerFor(view.visible(size), view.scale());
  // Below this scale blocks in the families' colours are clearer than texts.
  constexpr double legible = 0.4;
  if (view.scale() < legible) manner.detail = std::min(manner.detail, PaintManner::Detail::boxes);
  cards.paint(painter, view.visible(size), view.scale(), manner);
  return image;
}

}  // namespace ng::views
