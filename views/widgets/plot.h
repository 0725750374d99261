// SPDX-License-Identifier: Apache-2.0
// Curves over a common x axis: titled axes with ticks, a second scale on top, a cursor, zoom at the
// pointer, pan by dragging, and the exact value of the point under the pointer.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "views/core/drawn.h"

namespace ng::views {

struct PlotSeries {
  QString name;
  std::vector<double> x, y;  // x ascending; y may hold NaN and infinities: they leave gaps
  int colour = 0;            // Theme::series
  bool dots = false;         // a dot at every point, for few points
  bool right = false;        // measured by the scale on the right
  QString unit;              // what x counts when that is not the axis' title: "epoch" …
  double unitLength = 1;     // … and how much of the axis one of it is
};

// The part of the plane that is shown.
struct PlotRange {
  double left = 0, right = 1, bottom = 0, top = 1;
  bool operator==(const PlotRange&) const = default;
};

struct PlotPoint {
  std::size_t series = 0, index = 0;
  bool operator==(const PlotPoint&) const = default;
};

class Plot : public QWidget, public Drawn {
  Q_OBJECT

 public:
  explicit Plot(QWidget* parent = nullptr);

  void setTitles(const QString& x, const QString& y);
  void setRightTitle(const QString& title);  // of the scale for series on the right
  // Ticks above the plot at multiples of `length` x units: epochs over iterations. 0: none.
  void setTopScale(const QString& title, double length);
  // The x range to show before there is data, and never less than it: the whole plan.
  void setLeastRange(double left, double right);
  void setSeries(std::vector<PlotSeries> series);
  const std::vector<PlotSeries>& series() const { return series_; }
  void setCursor(std::optional<double> x);
  std::optional<double> cursor() const { return cursor_; }

  // A part of the x axis that is marked; Shift and dragging asks for another by bandPicked().
  void setBand(std::optional<std::pair<double, double>> band);
  const std::optional<std::pair<double, double>>& band() const { return band_; }

  PlotRange range() const { return range_; }
  void setRange(const PlotRange& range);  // leaves automatic fitting
  void fit();
  bool logarithmic() const { return logarithmic_; }
  void setLogarithmic(bool on);  // the y axis; values <= 0 leave gaps

  QRectF area() const;  // of the curves, inside the axes
  QPointF toPixel(double x, double y, bool right = false) const;
  QPointF toPlane(const QPointF& pixel) const;
  std::optional<PlotPoint> nearest(const QPointF& pixel) const;  // within 24 px

  // All series, a line a point: series, x, y with 17 significant digits.
  QString asText(QChar separator) const;
  bool exportTo(const QString& path);  // by its ending: .svg, .pdf or an image; false: not written
  void paintOn(QPainter& painter) const;

  QJsonObject drawn() const override;
  QSize sizeHint() const override { return {480, 240}; }
  QSize minimumSizeHint() const override { return {160, 96}; }

 signals:
  void cursorPicked(double x);  // a click in the plot
  void bandPicked(double from, double to);
  void rangeChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void addCommands();
  void chooseExport();
  bool titled() const;  // there is room for the titles of axes
  bool hasTop() const;
  void fitRange();
  double height(double y) const;          // y or its logarithm
  double fromRight(double height) const;  // where a height on the right scale is on the left one
  double toRight(double height) const;
  bool hasRight() const;
  void paintGrid(QPainter& painter) const;
  void paintTitles(QPainter& painter) const;
  void paintRight(QPainter& painter) const;
  void paintTop(QPainter& painter) const;
  void paintBand(QPainter& painter) const;
  void paintCurves(QPainter& painter) const;
  void paintCursor(QPainter& painter) const;
  void paintLegend(QPainter& painter) const;
  void paintHover(QPainter& painter) const;

  std::vector<PlotSeries> series_;
  QString xTitle_, yTitle_, topTitle_, rightTitle_;
  double topLength_ = 0, leastLeft_ = 0, leastRight_ = 1;
  std::optional<double> cursor_;
  std::optional<PlotPoint> hover_;
  PlotRange range_;
  PlotRange fitted_, fittedRight_;  // what fit() shows, by either scale
  bool automatic_ = true, logarithmic_ = false;
  std::optional<QPointF> grabbed_;
  PlotRange grabbedRange_;
  bool dragged_ = false;
  std::optional<std::pair<double, double>> band_;
  std::optional<double> bandFrom_;  // where one is being drawn from
};

}  // namespace ng::views
