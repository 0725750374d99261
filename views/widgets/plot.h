// SPDX-License-Identifier: Apache-2.0
// Curves over a common x axis: titled axes with ticks, a second scale at the top, a cursor, zoom at
// the pointer, pan by dragging, and the exact value of the point under the pointer.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "views/core/drawn.h"

namespace ng::views {

struct PlotSeries {
  QString name;
  std::vector<double> x, y;  // x ascending; NaN and infinite y leave gaps
  int colour = 0;            // index for Theme::series
  bool dots = false;         // paints a dot at every point, for few points
  bool right = false;        // uses the scale on the right
  QString unit;              // unit of x if it differs from the axis title: "epoch" …
  double unitLength = 1;     // … and its length in x units
};

// The visible part of the plane.
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
  void setRightTitle(const QString& title);  // title of the right scale
  // Ticks at the top at multiples of `length` x units, such as epochs over iterations. 0: none.
  void setTopScale(const QString& title, double length);
  // The minimal x range, also shown before there is data: the whole plan.
  void setLeastRange(double left, double right);
  void setSeries(std::vector<PlotSeries> series);
  const std::vector<PlotSeries>& series() const { return series_; }
  void setCursor(std::optional<double> x);
  std::optional<double> cursor() const { return cursor_; }

  // Marks a part of the x axis; Shift and dragging emits bandPicked().
  void setBand(std::optional<std::pair<double, double>> band);
  const std::optional<std::pair<double, double>>& band() const { return band_; }

  PlotRange range() const { return range_; }
  void setRange(const PlotRange& range);  // turns automatic fitting off
  void fit();
  bool logarithmic() const { return logarithmic_; }
  void setLogarithmic(bool on);  // the y axis; values <= 0 leave gaps

  QRectF area() const;  // the area of the curves, inside the axes
  QPointF toPixel(double x, double y, bool right = false) const;
  QPointF toPlane(const QPointF& pixel) const;
  std::optional<PlotPoint> nearest(const QPointF& pixel) const;  // within 24 px

  // All series, one line per point: series, x, y with 17 significant digits.
  QString asText(QChar separator) const;
  // Format by suffix: .svg, .pdf or an image; false: not written.
  bool exportTo(const QString& path);
  void paintOn(QPainter& painter) const;

  QJsonObject drawn() const override;
  QSize sizeHint() const override { return {480, 240}; }
  QSize minimumSizeHint() const override { return {160, 96}; }

 signals:
  void cursorPicked(double x);  // on a click in the plot
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
  bool titled() const;  // whether there is room for axis titles
  bool hasTop() const;
  void fitRange();
  double height(double y) const;          // y or its logarithm
  double fromRight(double height) const;  // maps a height on the right scale to the left scale
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
  PlotRange fitted_, fittedRight_;  // the ranges that fit() shows, for either scale
  bool automatic_ = true, logarithmic_ = false;
  std::optional<QPointF> grabbed_;
  PlotRange grabbedRange_;
  bool dragged_ = false;
  std::optional<std::pair<double, double>> band_;
  std::optional<double> bandFrom_;  // start of a band that is being dragged
};

}  // namespace ng::views
