// SPDX-License-Identifier: Apache-2.0
// Renders our SVG icons at the requested size. The files use currentColor, which becomes the
// theme's text colour (grey when disabled).
#pragma once

#include <QIconEngine>
#include <QString>

namespace ng::views {

class IconEngine : public QIconEngine {
 public:
  explicit IconEngine(QString name) : name_(std::move(name)) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override;
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override;
  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state,
                       qreal scale) override;
  QIconEngine* clone() const override { return new IconEngine(name_); }
  QString iconName() override { return name_; }
  bool isNull() override { return name_.isEmpty(); }

 private:
  QString name_;
};

}  // namespace ng::views
