// SPDX-License-Identifier: Apache-2.0
// Curves over a common x axis: titled axes with ticks, a second scale on the right and one at the
// top, a cursor, and the exact value of the point under the pointer. Data, scales and commands;
// painted by PlotPainter.
#pragma once

#include <functional>

#include "views/widgets/plots/axes_plot.h"

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

struct PlotPoint {
  std::size_t series = 0, index = 0;
  bool operator==(const PlotPoint&) const = default;
};

struct PlotTitles {
  QString x, y, right, top;
  double topLength = 0;  // x units between ticks of the top scale; 0: no top scale
};

struct PlotLegend {
  QRectF place;
  bool stacked = false;  // one entry per line
};

class Plot : public AxesPlot {
  Q_OBJECT

 public:
  explicit Plot(QWidget* parent = nullptr);

  void setTitles(const QString& x, const QString& y);
  void setRightTitle(const QString& title);  // title of the right scale
  // Ticks at the top at multiples of `length` x units, such as epochs over iterations. 0: none.
  void setTopScale(const QString& title, double length);
  const PlotTitles& titles() const { return titles_; }
  // The text of an x value, at ticks and points; without it, numbers.
  void setXText(std::function<QString(double x)> text);
  QString xText(double x) const;  // 12 digits, without setXText()
  bool hasXText() const { return static_cast<bool>(xText_); }
  // The minimal x range, also shown before there is data: the whole plan.
  void setLeastRange(double left, double right);
  void setSeries(std::vector<PlotSeries> series);
  const std::vector<PlotSeries>& series() const { return series_; }
  void setCursor(std::optional<double> x);
  std::optional<double> cursor() const { return cursor_; }
  std::optional<PlotPoint> hovered() const { return hover_; }
  bool logarithmic() const { return logarithmic_; }
  void setLogarithmic(bool on);  // the y axis; values <= 0 leave gaps

  QRectF area() const override;
  // Above the area if it would hide a point of a dotted curve inside; null: no room.
  std::optional<PlotLegend> legend() const;
  bool titled() const;  // whether there is room for axis titles
  bool hasTop() const;
  bool hasRight() const;
  QPointF toPixel(double x, double y, bool right = false) const;
  QPointF toPlane(const QPointF& pixel) const;
  PlotAxis rightAxis() const;                                    // of the scale on the right
  std::optional<PlotPoint> nearest(const QPointF& pixel) const;  // within 24 px

  QJsonObject description() const override;
  QSize sizeHint() const override { return {480, 240}; }
  QSize minimumSizeHint() const override { return {160, 96}; }

 signals:
  void cursorPicked(double x);  // on a click in the plot
  void notExported(const QString& path);

 protected:
  PlotRange whole() const override { return fitted_; }
  PlotRange allowed(const PlotRange& range) const override;
  void clicked(const QPointF& at) override;
  void pointed(std::optional<QPointF> at) override;
  void paintEvent(QPaintEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void addCommands();
  void chooseExport();
  void measure();                           // the ranges of the curves
  void makeRoom();                          // for the legend
  PlotLegend legendIn(double width) const;  // its size
  std::vector<std::vector<QPointF>> curvePoints() const;
  double height(double y) const;  // y or its logarithm

  std::vector<PlotSeries> series_;
  PlotTitles titles_;
  std::function<QString(double x)> xText_;
  double leastLeft_ = 0, leastRight_ = 1;
  std::optional<double> cursor_;
  std::optional<PlotPoint> hover_;
  PlotRange fitted_, fittedRight_;  // the ranges that fit() shows, for either scale
  bool logarithmic_ = false;
  double legendAbove_ = 0;  // height reserved for the legend above the area
};

}  // namespace ng::views
