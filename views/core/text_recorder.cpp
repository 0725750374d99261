// SPDX-License-Identifier: Apache-2.0
// Implements the recorder with a paint engine that stores texts.
#include "views/core/text_recorder.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QWidget>

namespace ng::views {
namespace {

class Engine : public QPaintEngine {
 public:
  Engine(QRectF area, std::vector<PaintedText>& texts)
      : QPaintEngine(AllFeatures), area_(area), texts_(texts) {}

  bool begin(QPaintDevice*) override { return true; }
  bool end() override { return true; }
  Type type() const override { return User; }
  void updateState(const QPaintEngineState&) override {}
  void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
  void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {}
  void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
  void drawPath(const QPainterPath&) override {}

  void drawTextItem(const QPointF& at, const QTextItem& item) override {
    const QString text = item.text();
    if (text.trimmed().isEmpty() || painter()->opacity() <= 0) return;
    const QRectF box(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent());
    if (painter()->hasClipping() && !painter()->clipBoundingRect().intersects(box)) return;
    const QRectF shown = painter()->combinedTransform().mapRect(box);
    if (shown.intersects(area_)) texts_.push_back({shown, text});
  }

 private:
  QRectF area_;
  std::vector<PaintedText>& texts_;
};

class Device : public QPaintDevice {
 public:
  Device(QSize size, std::vector<PaintedText>& texts)
      : size_(size), engine_(QRectF(QPointF(), size), texts) {}
  QPaintEngine* paintEngine() const override { return &engine_; }

 protected:
  int metric(PaintDeviceMetric metric) const override {
    constexpr int dotsAnInch = 96;
    switch (metric) {
      case PdmWidth: return size_.width();
      case PdmHeight: return size_.height();
      case PdmDpiX:
      case PdmDpiY:
      case PdmPhysicalDpiX:
      case PdmPhysicalDpiY: return dotsAnInch;
      case PdmDepth: return 32;
      case PdmDevicePixelRatio: return 1;
      case PdmDevicePixelRatioScaled: return qRound(devicePixelRatioFScale());
      case PdmWidthMM: return qRound(size_.width() * 25.4 / dotsAnInch);
      case PdmHeightMM: return qRound(size_.height() * 25.4 / dotsAnInch);
      case PdmNumColors: return INT_MAX;
      default: return QPaintDevice::metric(metric);
    }
  }

 private:
  QSize size_;
  mutable Engine engine_;
};

}  // namespace

std::vector<PaintedText> paintedTexts(QWidget& widget) {
  std::vector<PaintedText> texts;
  Device device(widget.size(), texts);
  widget.render(&device, QPoint(), QRegion(), QWidget::RenderFlags());
  return texts;
}

}  // namespace ng::views
