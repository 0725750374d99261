// SPDX-License-Identifier: Apache-2.0
// Icons from :/icons/<name>.svg, coloured by replacing currentColor in the file's text.
#include "views/core/theme/icon_engine.h"

#include <QFile>
#include <QHash>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "views/core/theme/theme.h"

namespace ng::views {

namespace {

QByteArray source(const QString& name) {
  static QHash<QString, QByteArray> files;
  auto found = files.find(name);
  if (found == files.end()) {
    QFile file(":/icons/" + name + ".svg");
    found = files.insert(name, file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
  }
  return *found;
}

QColor colour(const QString& name, QIcon::Mode mode) {
  const Colours& c = Theme::current().colours();
  if (mode == QIcon::Disabled) return c.disabledText;
  if (name == "run") return c.run;
  if (name == "stop") return c.stop;
  if (name == "error") return c.error;
  if (name == "warning") return c.warning;
  return name == "note" ? c.selection : c.text;
}

}  // namespace

void IconEngine::paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) {
  QByteArray svg = source(name_);
  if (svg.isEmpty()) return;
  svg.replace("currentColor", colour(name_, mode).name().toLatin1());
  QSvgRenderer(svg).render(painter, rect);
}

QPixmap IconEngine::pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) {
  return scaledPixmap(size, mode, state, 1);
}

QPixmap IconEngine::scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) {
  const QString key = QString("ngraph-icon/%1/%2x%3/%4")
                          .arg(name_)
                          .arg(size.width())
                          .arg(size.height())
                          .arg(colour(name_, mode).name());
  QPixmap pixmap;
  if (QPixmapCache::find(key, &pixmap)) return pixmap;
  pixmap = QPixmap(size);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  paint(&painter, QRect(QPoint(0, 0), size), mode, state);
  painter.end();
  QPixmapCache::insert(key, pixmap);
  return pixmap;
}

}  // namespace ng::views
